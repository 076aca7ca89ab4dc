"""Dialogs stay on the screen, whatever the size of the text, and take no more room than they fill."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QSize
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from specdesk.chat.attached.identity import Identity, Probed
from specdesk.chat.attached.table import engine_named
from specdesk.service.attached_events import EngineProbed
from specdesk.ui import theme
from specdesk.ui.attach.dialog import AttachDialog
from specdesk.ui.compare.addresses import AddressesDialog
from specdesk.ui.export.dialog import ExportDialog
from specdesk.ui.first_start.dialog import FirstStartDialog
from specdesk.ui.get_draft.dialog import GetDraftDialog
from specdesk.ui.guide.dialog import GuideDialog
from specdesk.ui.parts.dialog import Growing
from specdesk.ui.profiles.name_dialog import NameDialog
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


def named() -> NameDialog:
    return NameDialog("Fast", ())


@pytest.mark.parametrize("make", [AttachDialog, AddressesDialog, GetDraftDialog, FirstStartDialog, named])
def test_the_size_that_a_user_gives_is_kept(qtbot: QtBot, make: Callable[[], Growing]) -> None:
    dialog = make()
    qtbot.addWidget(dialog)
    dialog.show()
    settle()
    usual = dialog.size()
    dialog.fit()
    settle()
    assert dialog.size() == usual
    given = QSize(usual.width() + 90, usual.height() + 50)
    dialog.resize(given)
    settle()
    dialog.fit()
    settle()
    assert dialog.size() == given
    dialog.hide()
    dialog.show()
    settle()
    assert dialog.size() == given
    theme.apply(QApplication.instance(), "dark")
    settle()
    theme.apply(QApplication.instance(), "light")
    assert dialog.size() == given


def test_one_that_a_user_made_wider_still_grows_with_what_comes(attach: AttachDialog) -> None:
    attach.resize(attach.width() + 60, attach.height())
    settle()
    width, low = attach.width(), attach.height()
    answered(attach)
    assert attach.width() == width
    assert attach.height() > low
    assert attach.found.verticalScrollBar().maximum() == 0
