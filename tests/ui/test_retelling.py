"""What a banner tells and nobody tells again is told in the language that is chosen, whatever room it came from."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication

from specdesk.errors import SpecDeskError
from specdesk.language import translate
from specdesk.service.access import taken
from specdesk.service.events import Problem, ProblemOver, ServerNoticed
from specdesk.service.left_behind_events import OrphansFound, ServerTakenOver
from specdesk.service.outcome import not_opened
from specdesk.service.patience import silent, silent_words
from specdesk.ui import language
from specdesk.ui.retelling import Retelling, Standing

Speak = Callable[[str], None]
GOES_ON = "Nothing else waits for it; it goes on when the drive answers."
NOTICED = {
    "en": "A llama-server already answers on port 8080: Qwen 0.5B.",
    "nl": "Op poort 8080 antwoordt al een llama-server: Qwen 0.5B.",
}


@pytest.fixture
def speak(qapp: QApplication) -> Iterator[Speak]:
    before = QLocale()
    yield lambda code: None if language.settle(qapp, code) == code else pytest.fail(code)
    language.settle(qapp, "en")
    QLocale.setDefault(before)


def problem(error: SpecDeskError) -> Problem:
    return Problem(topic="t", what=error.what, why=error.why, next_step=error.next_step, until_start=True)


def said(code: str, speak: Speak) -> tuple[Standing, ...]:
    """Trouble of all kinds in a language."""
    speak(code)
    return (
        problem(taken(8080)), problem(not_opened()), silent("/mnt/Far away", translate("Service", GOES_ON)),
        ServerTakenOver(run=3, words="model.gguf"), ServerNoticed(url="u", words=NOTICED[code]),
    )  # fmt: skip


@pytest.mark.parametrize(("old", "new"), [("en", "nl"), ("nl", "en"), ("nl", "nl")])
def test_trouble_that_stands_is_told_in_the_new_language(old: str, new: str, speak: Speak) -> None:
    wanted = said(new, speak)
    before = said(old, speak)
    assert (before == wanted) == (old == new)
    retelling = Retelling(before, old, new)
    speak(new)
    assert retelling.events() == wanted
    over = ProblemOver(topic="t", what=silent_words("/mnt/Far away"))
    assert retelling.events()[2].what == over.what, "so that its end takes it away"


def test_names_and_what_an_engine_says_stay_as_they_are(speak: Speak) -> None:
    speak("en")
    before = (
        Problem(topic="t", what="error: cannot open display {0}", why="", next_step="Try again, please {"),
        OrphansFound(orphans=((7, "Port 8080 is taken."), (8, "Qwen on llama-server, process 8, port 1"))),
    )
    retelling = Retelling(before, "en", "nl")
    speak("nl")
    told, orphans = retelling.events()
    assert told == before[0]
    assert isinstance(orphans, OrphansFound)
    assert orphans.orphans == ((7, "Poort 8080 is bezet."), (8, "Qwen op llama-server, proces 8, poort 1"))


def test_where_nothing_stands_no_catalogue_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("specdesk.ui.retelling.catalogue", lambda _code: pytest.fail("read"))
    assert Retelling((), "en", "nl").events() == ()
    stands = (Problem(topic="t", what="The disk is full."),)
    assert Retelling(stands, "nl", "nl").events() == stands
