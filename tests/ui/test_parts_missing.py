"""Parts behind a compare that never came to their end: the page says so, and goes on with them."""

from __future__ import annotations

import msgspec
from compare_page_stage import done, draft, page, shown
from pytestqt.qtbot import QtBot

from specdesk.service.compare_store import Later


def test_what_never_came_is_said_and_can_be_gone_on_with(qtbot: QtBot) -> None:
    made = shown(qtbot, page())
    whole = draft()
    made.done(done(whole))
    result = made.result
    assert result is not None
    usual = result.more_button.text()
    assert "Several people at once were not measured to the end." not in result.note.text()
    made.done(done(msgspec.structs.replace(whole, later=Later(crowd=True))))
    assert "Several people at once were not measured to the end." in result.note.text()
    assert (result.more_button.isVisible(), result.more_button.text()) == (True, "Go on")
    assert result.more_button.toolTip().replace("\u00a0", " ").replace("\n", " ") == (
        "Measures what was asked for and did not come to its end, for about 2 minutes"
    )
    with qtbot.waitSignal(made.go_on) as asked:
        result.more_button.click()
    assert asked.args == [whole.id]
    made.done(done(whole))
    assert result.more_button.text() == usual == "Ask more questions"
