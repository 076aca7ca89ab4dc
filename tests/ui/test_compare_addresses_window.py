"""Comparing engines that run already, in the window: the dialog, what goes to the service, how the result reads."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from compare_page_stage import done, ratio
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot
from window_stage import Stage

from specdesk.chat.attached.engine import Options
from specdesk.chat.attached.identity import Identity, Probed
from specdesk.measure.card import read_card, to_markdown
from specdesk.measure.headlines import ADDRESSES
from specdesk.records.plan import LaunchPlan
from specdesk.service.address_arms import NOT_OURS, Address, AskedArm
from specdesk.service.attached_events import EngineProbed
from specdesk.service.compare_cards import runnable
from specdesk.service.compare_store import StoredCompare
from specdesk.service.events import Problem, ServerWatched
from specdesk.ui.compare.addresses import AddressesDialog, beyond
from specdesk.ui.compare.cards import contents
from specdesk.ui.compare.start import Wish

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # dialogs on the offscreen platform


@pytest.fixture
def stage(staged: Callable[..., Stage]) -> Stage:
    return staged()


@pytest.fixture
def dialog(qtbot: QtBot) -> AddressesDialog:
    made = AddressesDialog()
    qtbot.addWidget(made)
    made.open_with("", frozenset())
    return made


def attached(stage: Stage, engine: str, url: str) -> None:
    """The window attaches to such an engine."""
    identity = Identity(engine=engine, url=url, model="m")  # type: ignore[arg-type]
    stage.tell(
        EngineProbed(number=1, probed=Probed(identity=identity, where="LOCAL", words="")),
        ServerWatched(url=url, words="", speculative=None, context=None, slots=None, build=None),
    )


def at_addresses(truth: float = 1.8) -> StoredCompare:
    """A result of two vLLMs."""
    made = ratio(truth)
    asked = (
        AskedArm(engine="vllm", model="Qwen/Qwen3-8B", version="0.33.0"),
        AskedArm(engine="vllm", model="Qwen/Qwen3-8B", version="0.33.0", where="LAN"),
    )
    setup = msgspec.structs.replace(
        made.setup, plans=(LaunchPlan(), LaunchPlan()), engine="", build="vLLM 0.33.0", names=ADDRESSES, asked=asked,
        hardware=None,
    )  # fmt: skip
    arms = tuple(msgspec.structs.replace(arm, argv=(), build="vLLM 0.33.0", memory_mib=None) for arm in made.arms)
    return msgspec.structs.replace(made, setup=setup, arms=arms, notes=(NOT_OURS,))


def test_two_addresses_are_asked_for(dialog: AddressesDialog, qtbot: QtBot) -> None:
    dialog.judged.setText("10.0.0.7:8000/v1")
    dialog.judged_key.setText("sesame")
    dialog.other.setText("http://10.0.0.7:8001")
    assert dialog.go.isEnabled()
    with qtbot.waitSignal(dialog.asked) as asked:
        dialog.go.click()
    a, b = Address(url="http://10.0.0.7:8001"), Address(url="10.0.0.7:8000/v1", key="sesame")
    assert asked.args == [a, b, Wish(minutes=3.0)]
    dialog.open_with("", frozenset())
    assert (dialog.judged_key.text(), dialog.judged.text()) == ("", "10.0.0.7:8000/v1")


@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("http://127.0.0.1:8000", ""), ("localhost:8000/v1", ""), ("http://[::1]:8000", ""), ("", ""),
        ("http://[bad", ""), ("10.0.0.7:8000", "10.0.0.7"), ("https://vllm.example/v1", "vllm.example"),
        ("http://gpu-box", "gpu-box"),
    ],
)  # fmt: skip
def test_an_address_beyond_this_computer_is_told(address: str, host: str, dialog: AddressesDialog) -> None:
    dialog.other.setText("http://127.0.0.1:8001")
    dialog.judged.setText(address)
    assert beyond(address) == host
    assert dialog.far.isHidden() is not bool(host)
    assert dialog.far.text().startswith(f"The questions leave this computer for {host};" if host else "")


def test_what_is_missing_is_said(dialog: AddressesDialog) -> None:
    dialog.judged.setText("127.0.0.1:8000")
    dialog.other.setText("http://127.0.0.1:8000/v1/")
    assert (dialog.hint.text(), dialog.go.isEnabled()) == ("Both are the same address.", False)
    dialog.other.setText(" ")
    assert dialog.hint.text() == "An address is missing."
    dialog.way.set_value("draft")
    dialog.way.chosen.emit("draft")
    assert dialog.hint.text() == "Name the draft model as LM Studio calls it."
    assert dialog.other_row.isHidden()
    dialog.draft.setText("qwen3-0.6b")
    assert dialog.go.isEnabled()
    a, b = dialog.arms()
    assert (a.options, b.options) == (Options(), Options(draft_model="qwen3-0.6b"))


def test_an_address_that_nobody_typed_follows_the_engine(dialog: AddressesDialog) -> None:
    assert (dialog.judged.text(), dialog.judged_row.label.text()) == (
        "http://127.0.0.1:8001", "This address, with speculation",
    )  # fmt: skip
    dialog.way.set_value("guesses")
    dialog.way.chosen.emit("guesses")
    assert (dialog.judged.text(), dialog.judged_row.label.text()) == ("http://127.0.0.1:11434", "Address")
    dialog.judged.setText("http://10.0.0.7:11434")
    dialog.way.set_value("two")
    dialog.way.chosen.emit("two")
    assert dialog.judged.text() == "http://10.0.0.7:11434"


def test_the_attached_engine_is_what_is_judged(stage: Stage) -> None:
    start, desk = stage.controller.compare.page.start, stage.controller.compare.addresses
    assert start.addresses_button.property("kind") == "quiet"
    attached(stage, "ollama", "http://127.0.0.1:11434")
    assert start.addresses_button.property("kind") == "outline"
    start.addresses_button.click()
    assert desk.dialog is not None
    assert (desk.dialog.judged.text(), desk.dialog.way.value()) == ("http://127.0.0.1:11434", "guesses")
    desk.dialog.guesses.setValue(6)
    assert start.choices.isHidden(), "there is no pair"
    assert desk.dialog.budget.isVisibleTo(desk.dialog)
    desk.dialog.budget.set_value("quick")
    desk.dialog.source.take_file("/home/me/questions.txt")
    desk.dialog.go.click()
    a, b, minutes, quick, prompts = stage.service.last("compare_addresses")[:5]
    assert (a, b) == (
        Address(url="http://127.0.0.1:11434", options=Options(guesses=0)),
        Address(url="http://127.0.0.1:11434", options=Options(guesses=6)),
    )
    assert (minutes, quick, prompts) == (2.0, True, "/home/me/questions.txt")
    assert stage.controller.compare.page.phase == "during"
    assert "http://127.0.0.1:11434, on and off" in stage.controller.compare.page.progress.pair.text()
    attached(stage, "vllm", "http://127.0.0.1:8000")
    start.addresses_button.click()
    assert (desk.dialog.judged.text(), desk.dialog.way.value()) == ("http://127.0.0.1:8000", "two")
    desk.dialog.reject()


@pytest.mark.long
def test_a_password_in_an_address_is_on_no_label(stage: Stage) -> None:
    start, desk, window = stage.controller.compare.page.start, stage.controller.compare.addresses, stage.window
    with_secret = "http://me:geheim@10.0.0.7:{port}/v1?token=geheim"
    attached(stage, "vllm", with_secret.format(port=8000))
    start.addresses_button.click()
    assert desk.dialog is not None
    desk.dialog.judged.setText(with_secret.format(port=8000))
    desk.dialog.other.setText(with_secret.format(port=8001))
    assert desk.dialog.far.text().startswith("The questions leave this computer for 10.0.0.7;")
    desk.dialog.go.click()
    a, b = stage.service.last("compare_addresses")[:2]
    assert (a.url, b.url) == (with_secret.format(port=8001), with_secret.format(port=8000))
    pair = stage.controller.compare.page.progress.pair.text()
    assert "http://10.0.0.7:8000, compared with http://10.0.0.7:8001" in pair
    stage.tell(Problem(topic="compare", what="No engine answers at http://10.0.0.7:8000.", why="", next_step=""))
    window.statusbar.set_server(with_secret.format(port=8000))
    assert window.statusbar.reach.text() == "LAN · 10.0.0.7:8000"
    labels = [label.text() + label.toolTip() for label in window.findChildren(QLabel)]
    assert [text for text in labels if "geheim" in text] == []
    assert any("Watching 10.0.0.7:8000" in text for text in labels)


def test_a_result_reads_without_what_cannot_be_done(stage: Stage) -> None:
    page = stage.controller.compare.page
    page.done(done(at_addresses()))
    assert page.result is not None
    assert page.result.headline.text() == "This address is 1.8 times as fast as the other address."
    assert page.result.other.text() == "Measured at engines that ran already: Qwen/Qwen3-8B · vLLM 0.33.0."
    assert page.result.note.text() == NOT_OURS
    for button in (page.result.keep_button, page.result.off_button, page.result.more_button):
        assert button.isHidden()
    unsure = at_addresses(1.02)
    page.done(done(unsure))
    assert page.result.more_button.isHidden(), "it could not go on"


def test_a_card_of_it_names_no_address_and_cannot_be_run() -> None:
    stored = at_addresses()
    made = contents(stored, stored.result(), stored.setup.pair)
    card = read_card(made["json"]())
    assert [arm.command for arm in card.arms] == [(), ()]
    assert card.headline == "This address is 1.8 times as fast as the other address."
    assert "```" not in to_markdown(card)
    problem, _ = runnable(card, lambda name: None)
    assert problem.startswith("This card was measured at engines that ran already; it names no model files.")
