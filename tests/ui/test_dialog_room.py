"""Dialogs stay on the screen, whatever the size of the text, and take no more room than they fill."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from specdesk.chat.attached.identity import Identity, Probed
from specdesk.chat.attached.table import engine_named
from specdesk.service.attached_events import EngineProbed
from specdesk.ui.attach.dialog import AttachDialog
from specdesk.ui.export.dialog import ExportDialog
from specdesk.ui.get_draft.dialog import GetDraftDialog
from specdesk.ui.guide.dialog import GuideDialog
from specdesk.ui.setup.paste_dialog import PasteDialog

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # dialogs on the offscreen platform

ATTACH_GAP = 40
"""The most that may be empty above the buttons, px."""


def settle() -> None:
    for _ in range(4):
        QApplication.processEvents()


def answered(dialog: AttachDialog) -> None:
    """Ollama told what it can do."""
    identity = Identity(engine="ollama", url="http://127.0.0.1:1", model="a", models=("a", "b"))
    identity = replace(identity, capabilities=engine_named("ollama").capabilities(identity))
    dialog.ask()
    dialog.set_probed(EngineProbed(number=1, probed=Probed(identity=identity, where="LOCAL", words="Ollama.")))
    settle()


def bottom_of(widget: QWidget) -> int:
    return widget.mapTo(widget.window(), QPoint(0, widget.height())).y()


@pytest.fixture
def attach(qtbot: QtBot) -> AttachDialog:
    made = AttachDialog()
    qtbot.addWidget(made)
    made.open_at()
    settle()
    return made


@pytest.mark.parametrize("make", [AttachDialog, ExportDialog, GetDraftDialog, GuideDialog, PasteDialog])
def test_large_text_makes_no_dialog_taller_than_the_screen(
    qtbot: QtBot, large_text: object, make: Callable[[], QWidget]
) -> None:
    dialog = make()
    qtbot.addWidget(dialog)
    dialog.show()
    settle()
    if isinstance(dialog, AttachDialog):
        answered(dialog)
        assert dialog.found.verticalScrollBar().maximum() > 0
        assert bottom_of(dialog.go) <= dialog.height()
    assert dialog.height() <= dialog.screen().availableGeometry().height() - 40


def test_attach_is_as_high_as_what_is_in_it(attach: AttachDialog) -> None:
    low = attach.height()
    assert attach.go.y() - bottom_of(attach.key) < 100  # a line for the answer is kept free
    assert bottom_of(attach.look) == bottom_of(attach.key)
    answered(attach)
    assert attach.height() > low
    assert attach.found.verticalScrollBar().maximum() == 0
    assert attach.go.y() - bottom_of(attach.told) < ATTACH_GAP
    assert bottom_of(attach.look) == bottom_of(attach.key)
