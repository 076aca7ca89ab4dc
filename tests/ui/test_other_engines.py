"""The dialogs about other engines and the guide, by hand."""

from __future__ import annotations

import asyncio

import attached_servers
import pytest
from every_dialog import name_of
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from specdesk.chat.attached.engine import Options
from specdesk.chat.attached.identity import Identity, LoadedModel, Probed
from specdesk.chat.attached.table import engine_named
from specdesk.engines.adapters.records import Wanted
from specdesk.models.repositories import Repository
from specdesk.records.plan import LaunchPlan
from specdesk.service.attached_events import EngineProbed
from specdesk.ui.attach.dialog import USUAL, AttachDialog
from specdesk.ui.export.dialog import ExportDialog
from specdesk.ui.guide.dialog import GuideDialog
from specdesk.ui.guide.pages import pages_of, search, unwrapped

pytestmark = [
    pytest.mark.qt_log_ignore("This plugin does not support"),  # dialogs on the offscreen platform
    pytest.mark.usefixtures("attached_fakes_end"),
]

PLAN = LaunchPlan(target="/m/a.gguf", draft="/m/b.gguf", methods=("draft-simple",), draft_max=4)


def probed(engine: str, place: str = "LOCAL", **more: object) -> Probed:
    """As a probe would tell it."""
    identity = Identity(engine=engine, url="http://127.0.0.1:1", **more)
    told = engine_named(identity.engine).capabilities(identity)
    from msgspec.structs import replace

    return Probed(identity=replace(identity, capabilities=told), where=place, words="It is one.")


@pytest.fixture
def attach(qtbot: QtBot) -> AttachDialog:
    made = AttachDialog()
    qtbot.addWidget(made)
    made.open_at()
    return made


# ---- attach ----


def test_look_asks_once_with_a_key_that_is_not_kept(attach: AttachDialog, qtbot: QtBot) -> None:
    attach.address.setEditText("127.0.0.1:8000")
    attach.key.setText("secret")
    with qtbot.waitSignal(attach.asked) as asked:
        qtbot.mouseClick(attach.look, Qt.MouseButton.LeftButton)
    assert asked.args == [1, "127.0.0.1:8000", "secret"]
    assert not attach.go.isEnabled()
    attach.open_at()
    assert attach.key.text() == ""


def test_an_answer_is_shown_in_words_and_can_be_attached_to(attach: AttachDialog, qtbot: QtBot) -> None:
    with attached_servers.attached("vllm") as url:
        attach.address.setEditText(url)
        attach.ask()
        answer = asyncio.run(attached_servers.probe(url))
        attach.set_probed(EngineProbed(number=1, probed=answer))
    assert "vLLM 0.33.0 with Qwen/Qwen3-8B; speculation is on." in attach.words.text()
    assert attach.place.text() == "LOCAL"
    rows = {name: (said, why) for name, said, why in attach.told.rows()}
    assert rows["Guesses used"][0] == "yes"
    assert rows["Memory"] == (
        "no", "vLLM takes a fixed share of the graphics memory and does not say how much of it is in use.",
    )  # fmt: skip
    with qtbot.waitSignal(attach.attach) as sent:
        qtbot.mouseClick(attach.go, Qt.MouseButton.LeftButton)
    assert sent.args == [url, "", Options(model="Qwen/Qwen3-8B")]


def test_an_answer_to_an_earlier_question_is_dropped(attach: AttachDialog) -> None:
    attach.ask()
    attach.ask()
    attach.set_probed(EngineProbed(number=1, probed=probed("openai", model="m")))
    assert not attach.go.isEnabled()
    attach.set_probed(EngineProbed(number=2, probed=None, what="Nobody.", why="Really.", next_step="Look again."))
    assert attach.words.text() == "Nobody. Really. Look again."


def test_another_address_makes_the_answer_void(attach: AttachDialog) -> None:
    attach.ask()
    attach.set_probed(EngineProbed(number=1, probed=probed("openai", model="m", models=("m",))))
    assert attach.go.isEnabled()
    attach.address.setEditText("http://elsewhere:1")
    assert not attach.go.isEnabled()


def test_ollama_lets_each_question_say_how_much_is_guessed(attach: AttachDialog) -> None:
    loaded = (LoadedModel(name="q", size_mib=5120.0, gpu_mib=1024.0),)
    attach.ask()
    attach.set_probed(EngineProbed(number=1, probed=probed("ollama", model="q", models=("q",), loaded=loaded)))
    assert attach.memory.text() == "In its memory: q: 5.0 GiB, of which 1.0 GiB on graphics cards."
    assert attach.options().guesses is None
    attach.guessing.setCurrentIndex(attach.guessing.findData("off"))
    assert attach.options() == Options(model="q", guesses=0)
    attach.guessing.setCurrentIndex(attach.guessing.findData("on"))
    attach.guesses.setValue(6)
    assert attach.options().guesses == 6
    attach.show()
    assert attach.guessing.isVisible()
    assert [name_of(attach.guessing), name_of(attach.guesses)] == ["Guessing", "Guesses per step"]


def test_lm_studio_offers_its_other_models_as_drafts(attach: AttachDialog) -> None:
    attach.ask()
    attach.set_probed(EngineProbed(number=1, probed=probed("lm-studio", model="big", models=("big", "small"))))
    assert [attach.draft.itemText(row) for row in range(attach.draft.count())] == ["None", "small"]
    attach.draft.setCurrentIndex(1)
    assert attach.options() == Options(model="big", draft_model="small")


@pytest.mark.parametrize("place", ["LAN", "REMOTE"])
def test_an_engine_that_wants_a_key_cannot_be_attached_to_yet(attach: AttachDialog, place: str) -> None:
    attach.ask()
    attach.set_probed(EngineProbed(number=1, probed=probed("vllm", place, needs_key=True)))
    assert not attach.go.isEnabled()
    assert (attach.place.text(), attach.place.tone()) == (place, {"LAN": "warn", "REMOTE": "danger"}[place])


def test_usual_addresses_are_one_choice_away(attach: AttachDialog) -> None:
    attach.address.activated.emit(2)
    assert attach.address.currentText() == USUAL[2][1] == "http://127.0.0.1:11434"


# ---- export ----


@pytest.fixture
def export(qtbot: QtBot) -> ExportDialog:
    made = ExportDialog()
    qtbot.addWidget(made)
    made.open_with(Wanted(plan=PLAN))
    return made


def choose(export: ExportDialog, key: str) -> None:
    """A form."""
    export.form.setCurrentIndex(export.form.findData(key))


def test_repositories_are_asked_for_and_filled_in_from_the_files(export: ExportDialog, qtbot: QtBot) -> None:
    choose(export, "vllm")
    assert export.texts.blocks == []
    assert "owner/name" in export.refusal.text()
    own = Repository(id="Qwen/Qwen3-8B", key="general.base_model.0.repo_url", base=True)
    export.set_repositories("/m/a.gguf", (own,))
    assert "Check that it is this model." in export.vllm.target_row.help.text()
    export.vllm.draft.setEditText("Qwen/Qwen3-0.6B")
    assert [block.view.accessibleName() for block in export.texts.blocks] == ["vllm serve", "Python"]
    assert "vllm serve Qwen/Qwen3-8B" in export.texts.blocks[0].view.toPlainText()
    qtbot.mouseClick(export.texts.blocks[0].copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == export.texts.blocks[0].view.toPlainText()


def test_what_is_typed_is_not_overwritten_by_what_the_file_says(export: ExportDialog) -> None:
    choose(export, "vllm")
    export.vllm.target.setEditText("own/choice")
    export.set_repositories("/m/a.gguf", (Repository(id="other/one", key="general.repo_url"),))
    assert export.vllm.repository("target") == "own/choice"


def test_vllm_s_settings_reach_the_text(export: ExportDialog) -> None:
    choose(export, "vllm")
    export.vllm.target.setEditText("a/b")
    export.vllm.draft.setEditText("c/d")
    export.vllm.method.setCurrentIndex(export.vllm.method.findData("eagle"))
    export.vllm.parallel.setValue(2)
    export.vllm.share.setValue(0.8)
    text = export.texts.blocks[0].view.toPlainText()
    assert "--tensor-parallel-size 2" in text
    assert "--gpu-memory-utilization 0.8" in text
    assert '"method":"eagle"' in text


def test_reasons_stand_below_the_text(export: ExportDialog) -> None:
    choose(export, "ollama")
    assert "MTP and DFlash only" in export.differences.text()
    assert [block.view.accessibleName() for block in export.texts.blocks] == ["Modelfile", "Commands"]


def test_a_refusal_says_what_to_do_instead(export: ExportDialog) -> None:
    export.open_with(Wanted(plan=LaunchPlan()))
    choose(export, "llama-speculative")
    assert export.refusal.text() == "No target model is chosen. Choose one in Setup."
    assert export.texts.blocks == []


def test_what_a_program_printed_is_read_back(export: ExportDialog) -> None:
    choose(export, "llama-speculative")
    export.printed.setPlainText("n_predict = 129\nn_drafted = 160\nn_accept = 96\naccept = 60.0%")
    assert "60 % of guesses used (96 of 160)" in export.figures.text()
    export.printed.setPlainText("nothing of the kind")
    assert "No figures were found" in export.figures.text()


# ---- guide ----


def test_every_method_of_the_program_has_its_page() -> None:
    keys = [page.key for page in pages_of("en")]
    assert keys == [
        "start", "draft-model", "mtp", "eagle3", "dflash-dspark", "ngram", "medusa", "lookahead", "other-programs",
        "claims", "privacy", "glossary",
    ]  # fmt: skip
    assert all(page.title and len(page.text) > 400 for page in pages_of("en"))


def test_dutch_pages_stand_in_the_same_order_and_gaps_are_english() -> None:
    assert [page.key for page in pages_of("nl")] == [page.key for page in pages_of("en")]
    assert [page.title for page in pages_of("nl")][:2] == ["Waar te beginnen", "Een draftmodel"]
    assert pages_of("xx") == pages_of("en")
    assert pages_of("../../etc") == pages_of("en")


def test_all_words_must_be_on_a_page_and_titles_come_first() -> None:
    pages = pages_of("en")
    found = search(pages, "medusa heads")
    assert found[0].page.key == "medusa"
    assert all("heads" in one.page.text.casefold() for one in found)
    assert search(pages, "xyzzy") == ()
    assert len(search(pages, "")) == len(pages)


def test_paragraphs_are_joined_and_tables_and_lists_are_not() -> None:
    text = "# A\nb\nc\n\n| x |\n|---|\n| y |\n\n- one\n  more\n- two\n"
    assert unwrapped(text) == "# A\nb c\n\n| x |\n|---|\n| y |\n\n- one more\n- two\n"


def test_the_guide_opens_at_a_page_and_is_searched(qtbot: QtBot) -> None:
    guide = GuideDialog(language="en")
    qtbot.addWidget(guide)
    guide.show_page("ngram")
    assert guide.key() == "ngram"
    assert "N-gram" in guide.view.text()
    guide.search.setText("Lookahead Jacobi-nonsense")
    assert guide.titles() == []
    assert guide.none.isVisible()
    guide.search.setText("llama-lookahead")
    assert "Lookahead" in guide.titles()
    assert guide.key() in ("lookahead", "other-programs")


def test_no_page_links_to_anything_outside() -> None:
    assert [page.key for page in pages_of("en") if "http" in page.text.replace("https.", "").replace("https", "")] == []
