"""The fit card while our server runs: what other programs use then, told with patience."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from setup_parts import cpu_fit, device_fit, gpu_fit, reading
from test_setup_fit import WITH_CARD, ready

from specdesk.memory.words import words
from specdesk.records.memory_use import CardShare, ServerShare
from specdesk.service.events import FitReady
from specdesk.ui.setup.fit_card import FitCard


@pytest.fixture
def card(qtbot: QtBot) -> Iterator[FitCard]:
    around = QWidget()
    qtbot.addWidget(around)
    widget = FitCard(around)
    widget.resize(296, 300)
    around.show()
    yield widget
    around.hide()


def test_what_others_use_is_told_while_our_server_runs(card: FitCard) -> None:
    card.set_engine(WITH_CARD)
    card.set_state(ready())
    card.set_running(True)
    share = ServerShare(cards=(CardShare(index=0, mib=18_000.0, listed=True, others_mib=2048.0),), ram_mib=500.0)
    now = msgspec.structs.replace(reading(used=18_000.0 + 2048.0), server=share)
    card.set_reading(now)
    assert (card.bars()[0].amount(["other"]), card._note.text()) == (2048, "")
    assert (card.figures.name("free"), card.figures.name("other")) == ("Free", "Others"), "as in the verdict"
    for told in (*[""] * 9, "Other programs use 2.0 GiB more than before the start."):
        card.set_reading(msgspec.structs.replace(reading(used=18_000.0 + 4096.0), server=share))
        assert card._note.text() == told, "what comes and goes within seconds is not told"
    assert card.bars()[0].amount(["other"]) == 4096
    assert card.figures.text("other") == "4.0 GiB"
    assert (card.figures.name("free"), card.figures.name("other")) == ("Free now", "Others now")
    assert "Other programs: 4096 MiB" in card.accessibleDescription()
    height = card.sizeHint().height()
    for told in (*["Other programs use 2.0 GiB more than before the start."] * 9,
                 "Other programs use about as much as before the start."):  # fmt: skip
        card.set_reading(msgspec.structs.replace(reading(used=18_000.0 + 2448.0), server=share))
        assert card._note.text() == told
    assert card.sizeHint().height() == height, "nothing above it jumps"
    for _reading in range(10):
        card.set_reading(msgspec.structs.replace(reading(used=18_000.0 + 500.0), server=share))
    assert card._note.text() == "Other programs use 1.5 GiB less than before the start."
    silent = ServerShare(cards=(CardShare(index=0, mib=None, listed=True),))
    card.set_reading(msgspec.structs.replace(reading(used=20_000.0), server=silent))
    assert card.bars()[0].amount(["other"]) == 2048, "the driver does not tell ours apart: as before the start"


@pytest.mark.parametrize(
    ("used", "told"),
    [(819.0, ""), (-455.0, ""), (1100.0, ""), (1300.0, "Other programs use 1.3 GiB more than before the start.")],
)
def test_other_programs_are_told_where_they_are_much_of_the_device(card: FitCard, used: float, told: str) -> None:
    card.set_engine(WITH_CARD)
    card.set_state(ready())
    card.set_running(True)
    share = ServerShare(cards=(CardShare(index=0, mib=9_000.0, listed=True, others_mib=2048.0),), ram_mib=500.0)
    for _reading in range(12):
        card.set_reading(msgspec.structs.replace(reading(used=9_000.0 + 2048.0 + used), server=share))
    assert card._note.text() == told


def test_a_little_more_is_told_where_it_leaves_no_room(card: FitCard) -> None:
    fit = gpu_fit(devices=(device_fit(other_programs=24576.0 - 18578.0 - 100.0, left_mib=100.0),))
    before = 24576.0 - 18578.0 - 100.0
    card.set_engine(WITH_CARD)
    card.set_state(ready(fit))
    card.set_running(True)
    share = ServerShare(cards=(CardShare(index=0, mib=9_000.0, listed=True, others_mib=before),), ram_mib=500.0)
    for more, told in ((90.0, ""), (300.0, "Other programs use 300 MiB more than before the start.")):
        for _reading in range(10):
            card.set_reading(msgspec.structs.replace(reading(used=9_000.0 + before + more), server=share))
        assert card._note.text() == told


def test_what_stays_free_is_the_same_in_words_and_in_the_bar_while_the_server_runs_in_ram(card: FitCard) -> None:
    """The engine allocates, or maps, what the fit lists: used memory grows, and nothing of it is anybody else's."""
    fit = cpu_fit()
    card.set_state(FitReady(request=1, fit=fit, words=words(fit)))
    before = card.bars()
    card.set_running(True)
    now = reading(available=3000)
    host = msgspec.structs.replace(now.host, server_rss_mib=5000.0)
    card.set_reading(msgspec.structs.replace(now, host=host, server=ServerShare(ram_mib=6000.0)))
    assert card.bars() == before
    ours = fit.host.target.total + (fit.host.draft.total if fit.host.draft else 0.0)
    assert fit.host.free_mib is not None
    assert card.bars()[0].amount(["free"]) == fit.host.free_mib - ours
