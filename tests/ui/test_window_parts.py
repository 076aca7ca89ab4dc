"""Settings, library, monitor, log and access in the whole window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot
from window_stage import DRAFT, ENGINE, TARGET, Stage, rows

from specdesk.models.library import inspect
from specdesk.records.model_file import ModelFile
from specdesk.service.access import Access
from specdesk.service.events import (
    BaselineKnown,
    EnginesFound,
    FileWritten,
    LibraryDone,
    LibraryRow,
    LogLines,
    PathsSorted,
    Problem,
)
from specdesk.settings import Settings
from specdesk.ui import theme

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # raising and popups, offscreen

Make = Callable[..., Stage]


@pytest.fixture
def stage(staged: Make, qtbot: object) -> Stage:
    made = staged()
    qtbot.waitUntil(lambda: bool(made.service.named("fit")))
    return made


# ---- settings ----


def test_choices_in_the_setup_are_kept(stage: Stage, qtbot: object) -> None:
    stage.controller.setup.choose_draft(DRAFT.path)
    assert stage.keeper.settings.memory_of(TARGET.path).draft == DRAFT.path
    qtbot.waitUntil(lambda: bool(stage.service.named("save_settings")))
    assert stage.service.last("save_settings") == (stage.keeper.settings,)


def test_several_changes_are_saved_once(stage: Stage, qtbot: object) -> None:
    for port in (9000, 9001, 9002):
        stage.keeper.change(fixed_port=port)
    qtbot.waitUntil(lambda: bool(stage.service.named("save_settings")))
    assert [call[0].fixed_port for call in stage.service.named("save_settings")] == [9002]


def test_an_engine_chosen_by_hand_is_kept_once_it_proved_usable(stage: Stage) -> None:
    other = msgspec.structs.replace(ENGINE, path="/opt/llama-server")
    stage.controller.setup.engine_chosen.emit("/opt/llama-server")
    assert stage.service.last("choose_engine") == ("/opt/llama-server",)
    assert stage.keeper.settings.engine is None
    stage.tell(EnginesFound(engines=(other, ENGINE), chosen=other))
    assert stage.keeper.settings.engine == "/opt/llama-server"


def test_an_engine_that_cannot_be_used_is_not_kept(stage: Stage) -> None:
    broken = msgspec.structs.replace(ENGINE, path="/opt/llama-server", usable=False, problem="It ends at once.")
    stage.controller.setup.engine_chosen.emit("/opt/llama-server")
    stage.tell(EnginesFound(engines=(ENGINE, broken), chosen=ENGINE))
    stage.tell(Problem(topic="engine", what="llama-server cannot be used as engine."))
    assert stage.keeper.settings.engine is None
    assert stage.banners() == {"problem-engine": "llama-server cannot be used as engine."}


def test_engines_found_without_being_asked_for_are_not_kept(stage: Stage) -> None:
    stage.tell(EnginesFound(engines=(ENGINE,), chosen=ENGINE))
    assert stage.keeper.settings.engine is None


def test_colours_and_text_size_are_chosen_in_the_menu(stage: Stage, qapp: QApplication, qtbot: QtBot) -> None:
    menus = stage.window.topbar.window_menu.findChildren(QMenu)
    entries = {entry.text(): entry for menu in menus for entry in menu.actions()}
    try:
        entries["Dark"].trigger()
        qtbot.waitUntil(lambda: theme.current().dark, timeout=60_000)
        entries["200 %"].trigger()
        qtbot.waitUntil(lambda: stage.window.frame.is_collapsed, timeout=60_000)
        assert (stage.keeper.settings.theme, stage.keeper.settings.text_scale) == ("dark", 2.0)
    finally:
        theme.apply(qapp, "light")


# ---- the library ----


def test_new_folders_are_kept_and_scanned(stage: Stage) -> None:
    stage.window.library.add_folders(["/more"])
    assert stage.keeper.settings.model_folders == ("/more",)
    assert stage.service.named("scan") == [(("/more",),)]
    assert stage.window.library.progress_row.isVisibleTo(stage.window.library)
    scan = stage.service._numbers
    stage.tell(LibraryRow(scan=scan, row=DRAFT), LibraryDone(scan=scan, count=1))
    assert not stage.window.library.progress_row.isVisibleTo(stage.window.library)


def test_a_file_of_the_library_becomes_target_or_draft(stage: Stage) -> None:
    stage.window.library.use_target.emit(DRAFT.path)
    assert stage.keeper.settings.target == DRAFT.path
    stage.window.library.use_target.emit(TARGET.path)
    stage.window.library.use_draft.emit(DRAFT.path)
    assert stage.keeper.settings.memory_of(TARGET.path).draft == DRAFT.path


def drop(stage: Stage, *paths: Path) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    event = QDropEvent(
        QPointF(5, 5), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    stage.window.dropEvent(event)
    (told,) = stage.service.last("sort_paths")
    assert told == [str(path) for path in paths]
    folders = tuple(path for path in told if Path(path).is_dir())
    stage.tell(PathsSorted(files=tuple(path for path in told if path not in folders), folders=folders))


def test_a_dropped_model_becomes_the_target_where_none_is_chosen(staged: Make, tmp_path: Path) -> None:
    stage = staged(Settings())
    path = tmp_path / "target.gguf"
    path.touch()
    drop(stage, path)
    assert stage.service.last("inspect_file") == (str(path),)
    stage.tell(*rows(msgspec.structs.replace(TARGET, path=str(path))))
    assert stage.keeper.settings.target == str(path)


def test_another_dropped_model_is_offered(stage: Stage, tmp_path: Path) -> None:
    path = tmp_path / "small.gguf"
    path.touch()
    drop(stage, path)
    stage.tell(*rows(msgspec.structs.replace(DRAFT, path=str(path), name="Small")))
    assert stage.banners() == {"dropped": "Small was added."}
    stage.press("Use as draft", stage.window.notices.banner("dropped"))
    assert stage.keeper.settings.memory_of(TARGET.path).draft == str(path)
    assert stage.banners() == {}


def test_a_dropped_file_that_is_broken_is_not_said_to_be_added(stage: Stage, tmp_path: Path) -> None:
    path = tmp_path / "trunc.gguf"
    path.touch()
    drop(stage, path)
    broken = ModelFile(path=str(path), kind="broken", name="trunc", size_mib=1.0, error="It ends too early.")
    stage.tell(*rows(broken))
    assert stage.banners() == {"dropped": "trunc.gguf cannot be used."}


def test_a_dropped_page_is_refused_in_words(stage: Stage, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.touch()
    drop(stage, path)
    assert stage.service.last("inspect_file") == (str(path),)
    stage.tell(*rows(ModelFile(path=str(path), kind="broken", name="page", error="This is a web page.")))
    matter = stage.window.notices.shown()["dropped"]
    assert (matter.why, matter.actions) == ("This is a web page.", ())


def test_a_file_to_open_that_is_not_there_is_told(stage: Stage, tmp_path: Path) -> None:
    path = str(tmp_path / "gone.gguf")
    stage.controller.library.drop([path], ())
    stage.tell(*rows(inspect(path)))
    assert stage.banners() == {"dropped": "gone.gguf cannot be opened."}
    assert stage.window.notices.shown()["dropped"].why == "The file is not there."


def test_a_dropped_folder_is_scanned(stage: Stage, tmp_path: Path) -> None:
    drop(stage, tmp_path)
    assert stage.keeper.settings.model_folders == (str(tmp_path),)
    assert stage.window.frame.tabs.currentWidget() is stage.window.library


# ---- the monitor ----


def test_the_monitor_is_made_late_and_told_what_it_missed(stage: Stage, qtbot: object) -> None:
    stage.start()
    stage.tell(BaselineKnown(key="k", rate=30.0, made=None))
    assert stage.controller.monitor.panel is None
    stage.controller.monitor.make()
    panel = stage.controller.monitor.panel
    assert panel.isVisible()
    stage.answer()
    assert panel.headline() == "54 tokens/s · 1.8x plain"
    stage.window.resize(1000, 700)
    assert stage.window.topbar.headline.isVisible()
    assert stage.window.topbar.headline.text() == "54 tokens/s · 1.8x plain"
    stage.window.topbar.headline.click()
    assert stage.window.frame.tabs.currentWidget() is panel


def test_a_quick_check_measures_what_runs(stage: Stage) -> None:
    stage.start()
    stage.controller.monitor.make()
    stage.controller.monitor.panel.check_requested.emit()
    plan, access = stage.service.last("quick_check")
    assert plan.target == TARGET.path
    assert access == Access()
    stage.controller.monitor.panel.cancel_check.emit()
    assert stage.service.named("cancel_check") == [()]


def test_the_verdicts_proposals_are_remembered_and_started(stage: Stage) -> None:
    stage.start()
    stage.controller.monitor.make()
    stage.controller.monitor.panel.apply_length.emit(2)
    assert stage.keeper.settings.memory_of(TARGET.path).draft_max == 2
    stage.controller.monitor.panel.turn_off.emit()
    assert stage.keeper.settings.memory_of(TARGET.path).method == "off"
    assert len(stage.service.named("start_server")) == 3
    assert stage.service.last("start_server")[0].methods == ("none",)


def test_numbers_are_written_by_the_service(stage: Stage) -> None:
    stage.controller.monitor.make()
    stage.controller.monitor.panel.export_requested.emit("/n.csv", b"a,b\n")
    assert stage.service.last("write_file") == ("/n.csv", b"a,b\n")
    stage.tell(FileWritten(path="/n.csv"))
    assert stage.banners().get("saved") == "Saved."
    stage.tell(FileWritten(path="/n.csv", problem="No space left on device."))
    assert stage.banners()["saved"] == "/n.csv could not be written."


# ---- log and access ----


def test_log_lines_reach_the_drawer(stage: Stage, qtbot: object) -> None:
    stage.start()
    stage.tell(LogLines(run=stage.run, lines=("load_model: loaded",)))
    stage.controller.actions["log"].trigger()
    assert "load_model: loaded" in stage.window.log.text()
    assert stage.window.statusbar.log_button.isChecked()
    stage.window.log.close_button.click()
    assert not stage.window.log.isVisible()
    assert not stage.window.statusbar.log_button.isChecked()


def test_letting_programs_in_holds_from_the_next_start(stage: Stage) -> None:
    stage.start()
    stage.controller.actions["access"].trigger()
    dialog = stage.controller.access.access
    dialog.switch.click()
    settings = stage.keeper.settings
    assert settings.open_to_programs
    assert dialog.note.text() == "The running server was started with another port or key."
    dialog.note._button.click()
    _plan, access = stage.service.last("start_server")
    assert access == Access(port=settings.fixed_port, key=settings.server_key)
    dialog.close()


def test_a_path_that_never_was_a_file_is_not_listed(stage: Stage) -> None:
    before = set(stage.window.library.files())
    absent = ModelFile(path="/guide/a", kind="broken", name="a", error="The file is not there.")
    stage.tell(*rows(absent))
    assert set(stage.window.library.files()) == before
    lost = msgspec.structs.replace(absent, path=DRAFT.path)
    stage.tell(*rows(lost))
    assert stage.window.library.files()[DRAFT.path].error == "The file is not there."
