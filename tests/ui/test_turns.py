"""Work that can wait: bounded in each turn, in order, complete, and gone with its owner."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject
from pytestqt.exceptions import capture_exceptions
from pytestqt.qtbot import QtBot

from specdesk.ui.text import MarkdownView
from specdesk.ui.text.code import CodeView
from specdesk.ui.turns import BUDGET_S, Turns, turns

STEP_S = BUDGET_S / 3.5


class Work:
    """Work whose steps take STEP_S on its own clock; `done` says which ones were made, in order."""

    def __init__(self) -> None:
        self.now = 0.0
        self.done: list[str] = []
        self.turns = Turns(clock=lambda: self.now)

    def steps(self, name: str, count: int) -> Iterator[None]:
        for number in range(count):
            self.now += STEP_S
            self.done.append(f"{name}{number}")
            yield


@pytest.fixture
def work(qapp: object) -> Work:
    return Work()


def test_a_turn_takes_no_more_than_its_budget_however_many_wait(work: Work) -> None:
    owner = QObject()
    for name in "abc":
        work.turns.add(owner, work.steps(name, 3))
    work.turns._turn()
    assert work.done == ["a0", "a1", "a2", "b0"]
    work.turns._turn()
    assert work.done[4:] == ["b1", "b2", "c0", "c1"]
    assert not work.turns.is_idle


def test_all_of_it_is_done_in_the_end_by_itself(work: Work, qtbot: QtBot) -> None:
    owner = QObject()
    work.turns.add(owner, work.steps("a", 30))
    work.turns.add(owner, work.steps("b", 2))
    qtbot.waitUntil(lambda: work.turns.is_idle, timeout=20_000)
    assert work.done == [f"a{number}" for number in range(30)] + ["b0", "b1"]


def test_what_a_gone_owner_had_to_do_is_dropped(work: Work, qtbot: QtBot) -> None:
    gone, here = QObject(), QObject()
    work.turns.add(gone, work.steps("gone", 9))
    work.turns.add(here, work.steps("here", 2))
    gone.deleteLater()
    qtbot.waitUntil(lambda: work.turns.is_idle, timeout=20_000)
    assert work.done[-2:] == ["here0", "here1"]
    assert len(work.done) < 11


def test_an_error_costs_the_rest_of_that_work_only(work: Work, qtbot: QtBot) -> None:
    def breaks() -> Iterator[None]:
        yield
        raise ValueError("broken")

    owner = QObject()
    work.turns.add(owner, breaks())
    work.turns.add(owner, work.steps("a", 2))
    with capture_exceptions() as caught:
        qtbot.waitUntil(lambda: work.turns.is_idle, timeout=20_000)
    assert [str(error[1]) for error in caught] == ["broken"]
    assert work.done == ["a0", "a1"]


def colours(view: CodeView) -> list[list[tuple[int, int, str]]]:
    document = view.body.document()
    return [
        [(part.start, part.length, part.format.foreground().color().name()) for part in block.layout().formats()]
        for block in (document.findBlockByNumber(number) for number in range(document.blockCount()))
    ]


LINES = ['    text = """many', "    lines", '    of text"""', "    return 1  # one", ""]
CODE = "\n".join(["def f():", *LINES * 40, "class End: pass"])


@pytest.mark.parametrize("size", [7, 600, 100_000])
def test_code_has_the_same_colours_in_the_end_however_it_came(qtbot: QtBot, size: int) -> None:
    whole, grown = MarkdownView(), MarkdownView()
    for view in (whole, grown):
        qtbot.addWidget(view)
    text = f"```python\n{CODE}\n```\n"
    whole.set_text(text)
    for at in range(0, len(text), size):
        grown.feed(text[at : at + size])
    grown.finish()
    qtbot.waitUntil(lambda: whole.is_settled() and grown.is_settled() and turns().is_idle, timeout=20_000)
    (first,), (second,) = whole.pieces(), grown.pieces()
    assert colours(first) == colours(second)
    assert sum(len(line) for line in colours(first)) > 200


def test_code_that_stops_growing_for_a_while_is_coloured(qtbot: QtBot) -> None:
    view = MarkdownView()
    qtbot.addWidget(view)
    view.feed("```python\nx = 1\n")
    view.feed("y = 'two'\n")
    (code,) = view.pieces()
    qtbot.waitUntil(lambda: any(line for line in colours(code)[1:]), timeout=20_000)
    assert [piece[:2] for piece in colours(code)[1]] == [(4, 5)]
