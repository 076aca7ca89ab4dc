"""Another theme, step by step: what is seen between the steps, and what comes into sight meanwhile."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from restyled_pages import Follower, Pages, pages_in_sight
from shiboken6 import delete

from specdesk.ui import restyling, theme
from specdesk.ui.restyling import Restyling
from specdesk.ui.theme import DARK
from specdesk.ui.turns import Turns


@pytest.fixture(autouse=True)
def _as_before(qapp: QApplication) -> Iterator[None]:
    yield
    theme.apply(qapp, "light")


@pytest.fixture
def pages(qtbot: QtBot, qapp: QApplication) -> Pages:
    return pages_in_sight(qtbot)


@pytest.fixture
def by_step(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Restyling, Turns]]:
    """A restyling whose turns are taken by hand, a step at a time."""
    stepped = Turns(clock=itertools.count().__next__)
    monkeypatch.setattr(stepped._timer, "start", lambda _ms: None)
    monkeypatch.setattr(restyling, "turns", lambda: stepped)
    alone = Restyling(qapp)
    yield alone, stepped
    while not stepped.is_idle:
        stepped._step()
    alone.deleteLater()


def test_a_page_that_is_opened_behind_the_change_has_the_new_looks_in_its_first_picture(
    pages: Pages, by_step: tuple[Restyling, Turns]
) -> None:
    alone, steps = by_step
    alone.change(("dark", 1.5))
    held = []
    while alone.is_wanted or alone._still:
        steps._step()
        held.append(pages.updatesEnabled())
    assert len(held) > 3
    assert held == [*[False] * (len(held) - 1), True], "no half-changed window between two steps"
    assert (pages.words[0].told, pages.words[1].told) == ([False, True], [False]), "the hidden page waits"
    pages.setCurrentIndex(1)
    assert pages.words[1].told == [False, True]
    assert (pages.ink(0), pages.ink(1)) == (DARK.danger, DARK.danger)
    while not steps.is_idle:
        steps._step()
    assert [one.told for one in pages.words] == [[False, True], [False, True]], "told once"


def test_a_change_while_the_last_one_is_still_told_leaves_nobody_out(
    pages: Pages, by_step: tuple[Restyling, Turns]
) -> None:
    alone, steps = by_step
    more = [Follower() for _ in range(9)]
    alone.change(("dark", 1.0))
    while sum(one.told[-1] for one in more) < 2:
        steps._step()
    assert not more[-1].told[-1], "in the midst of it"
    for one in more[:7]:  # fewer to tell than there were
        delete(one)
    alone.change(("light", 1.5))
    while not steps.is_idle:
        steps._step()
    assert [one.told for one in more[7:]] == [[False, False]] * 2
    assert [one.told[-1] for one in pages.words] == [False] * 2
    alone.change(("dark", 1.0))
    while not steps.is_idle:
        steps._step()
    assert [one.told[-1] for one in (*pages.words, *more[7:])] == [True] * 4
    for one in more[7:]:
        delete(one)
