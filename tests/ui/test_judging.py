"""When files are judged as drafts: soon, one judgement at a time, and again for what came meanwhile."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from specdesk.ui.setup import judging
from specdesk.ui.setup.judging import Judging


@pytest.fixture
def asked(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> tuple[Judging, list[bool]]:
    """One that is quick, and what it has asked for."""
    monkeypatch.setattr(judging, "SETTLE_MS", 20)
    made, found = Judging(), []
    made.wanted.connect(lambda: found.append(True))
    return made, found


def test_rows_that_come_without_a_pause_do_not_put_it_off(asked: tuple[Judging, list[bool]], qtbot: QtBot) -> None:
    one, found = asked

    def row_came() -> bool:
        one.changed()
        return bool(found)

    qtbot.waitUntil(row_came)
    assert one.is_behind


def test_what_comes_meanwhile_is_judged_afterwards_and_once(asked: tuple[Judging, list[bool]], qtbot: QtBot) -> None:
    one, found = asked
    one.changed()
    qtbot.waitUntil(lambda: len(found) == 1)
    for _ in range(5):
        one.changed()
    assert not one._soon.isActive(), "one at a time"
    one.answered()
    assert one.is_behind
    qtbot.waitUntil(lambda: len(found) == 2)
    one.answered()
    assert not one.is_behind


def test_another_target_is_judged_at_once(asked: tuple[Judging, list[bool]], qtbot: QtBot) -> None:
    one, found = asked
    one.changed()
    qtbot.waitUntil(lambda: len(found) == 1)
    one.changed(anew=True)
    qtbot.waitUntil(lambda: len(found) == 2)


def test_an_answer_that_never_comes_is_not_waited_for(
    asked: tuple[Judging, list[bool]], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, found = asked
    monkeypatch.setattr(judging, "LOST_MS", 20)
    one.changed()
    qtbot.waitUntil(lambda: len(found) == 1)
    one.changed()
    qtbot.waitUntil(lambda: len(found) == 2)
