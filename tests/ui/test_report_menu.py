"""Save a report, from the menu to the word that it is there."""

from __future__ import annotations

from collections.abc import Callable

from window_stage import Stage

from specdesk.service.report_events import ReportSaved
from specdesk.ui.parts import FileDialog
from specdesk.ui.wiring.report import REPORT


def test_a_report_is_asked_for_saved_and_told(staged: Callable[..., Stage]) -> None:
    stage = staged()
    stage.controller.actions["report"].trigger()
    dialog = stage.window.findChild(FileDialog)
    assert dialog is not None
    assert dialog.selectedFiles()[0].endswith(".zip")
    dialog.filesSelected.emit(["/tmp/report.zip"])
    dialog.close()
    assert stage.service.named("save_report") == [("/tmp/report.zip",)]
    stage.tell(ReportSaved(path="/tmp/report.zip"))
    assert stage.window.notices.banner(REPORT) is not None
