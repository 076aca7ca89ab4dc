"""Every dialog and page of the window, opened as users open them, and how to look at what is in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import msgspec
from compare_page_stage import done, draft, progress
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QApplication,
    QCheckBox,
    QComboBox,
    QDialog,
    QLabel,
    QLineEdit,
    QRadioButton,
    QStyle,
    QStyleOptionButton,
    QWidget,
)
from sweep_page_stage import found as found_by_sweep
from window_stage import DRAFT, ENGINE, FAILURE, TARGET, Stage, rows

from specdesk.engines.lifecycle import Failed
from specdesk.records.pair import Choice, PairVerdict
from specdesk.service.compare_store import StoredCompare
from specdesk.service.events import CardOpened, EnginesFound, PairsJudged, StateChanged, SweepProgress
from specdesk.ui.access.dialog import AccessDialog
from specdesk.ui.access.privacy import PrivacyDialog
from specdesk.ui.actions import ShortcutDialog
from specdesk.ui.attach.dialog import AttachDialog
from specdesk.ui.compare.addresses import AddressesDialog
from specdesk.ui.compare.cards import card_from
from specdesk.ui.export.dialog import ExportDialog
from specdesk.ui.first_start.dialog import FirstStartDialog
from specdesk.ui.get_draft.dialog import GetDraftDialog
from specdesk.ui.guide.dialog import GuideDialog
from specdesk.ui.monitor.table import TableDialog
from specdesk.ui.parts import ElidedLabel
from specdesk.ui.profiles.name_dialog import NameDialog
from specdesk.ui.setup.fit_details import MemoryDialog
from specdesk.ui.setup.paste_dialog import PasteDialog

NGRAM = Choice(methods=("ngram-mod",), draft=None, draft_max=None, p_min=None, reason="Qwen2.5")
FITS = PairVerdict(path=DRAFT.path, compatible=True, method="draft-simple", reason="The same vocabulary.")
COMMAND = "llama-server -m a.gguf -md b.gguf -ngl 99 --draft-max 8"

DIALOGS: dict[type[QDialog], Callable[[Stage], object]] = {
    AccessDialog: lambda stage: stage.controller.actions["access"].trigger(),
    PrivacyDialog: lambda stage: stage.controller.actions["privacy"].trigger(),
    ShortcutDialog: lambda stage: stage.controller.actions["keys"].trigger(),
    AttachDialog: lambda stage: stage.controller.actions["attach"].trigger(),
    ExportDialog: lambda stage: stage.controller.actions["export"].trigger(),
    GuideDialog: lambda stage: stage.controller.actions["guide"].trigger(),
    FirstStartDialog: lambda stage: stage.controller.actions["first-steps"].trigger(),
    NameDialog: lambda stage: stage.controller.actions["save-profile"].trigger(),
    PasteDialog: lambda stage: stage.controller.setup.paste_command(COMMAND),
    MemoryDialog: lambda stage: stage.controller.memory.show(),
    TableDialog: lambda stage: stage.controller.monitor.panel.show_table(),
    AddressesDialog: lambda stage: stage.controller.compare.addresses.open(),
    GetDraftDialog: lambda stage: stage.controller.get_draft.show(),
}
"""How each dialog is opened on a stage of `furnished`."""


def settle() -> None:
    """Let what is due be laid out."""
    for _ in range(6):
        QApplication.processEvents()


def furnished(stage: Stage) -> Stage:
    """An engine, two models, a pair that matches, a server that has answered once, and a compare of the pair."""
    stage.tell(EnginesFound(engines=(ENGINE,), chosen=ENGINE), *rows(TARGET, DRAFT))
    stage.tell(PairsJudged(target=TARGET.path, verdicts=(FITS,), choice=NGRAM))
    stage.window.topbar.run_button.click()
    stage.run = stage.service._numbers
    stage.ready()
    stage.controller.monitor.make()
    stage.answer()
    stage.tell(done(on_stage()))
    settle()
    return stage


@cache
def on_stage() -> StoredCompare:
    """A compare of the models on the stage."""
    made = draft()
    plans = (
        msgspec.structs.replace(made.setup.plans[0], target=TARGET.path),
        msgspec.structs.replace(made.setup.plans[1], target=TARGET.path, draft=DRAFT.path),
    )
    return msgspec.structs.replace(made, setup=msgspec.structs.replace(made.setup, plans=plans))


def opened(stage: Stage, kind: type[QDialog]) -> QDialog:
    """Open a dialog and find it."""
    DIALOGS[kind](stage)
    settle()
    (found,) = [one for one in QApplication.topLevelWidgets() if type(one) is kind and one.isVisible()]
    return found


def places(stage: Stage) -> Iterator[tuple[str, QWidget]]:
    """The whole window with each of its pages in turn, then each dialog alone; closed again after its turn."""
    window, setup = stage.window, stage.controller.setup
    for name, show in {
        "chat": lambda: window.show_page(stage.controller.chat_page),
        "compare": lambda: stage.controller.compare.show(),
        "library": lambda: window.show_page(window.library),
        "log": lambda: window.show_log(True),
        "more settings": lambda: (window.show_log(False), window.frame.open_setup(), setup.show_more(True)),
        "chats": lambda: (
            setup.show_more(False),
            window.show_page(stage.controller.chat_page),
            stage.controller.chat_page.show_list(True),
        ),
    }.items():
        show()
        settle()
        yield name, window
    stage.controller.chat_page.show_list(False)
    for kind in DIALOGS:
        dialog = opened(stage, kind)
        yield kind.__name__, dialog
        dialog.close()
        settle()


def further_places(stage: Stage) -> Iterator[tuple[str, QWidget]]:
    """What comes and goes: the stages of Compare, the sampling of a chat, a start that failed."""
    window, page = stage.window, stage.controller.compare.page
    of, composer = on_stage(), stage.controller.chat_page.composer
    card = CardOpened(path="/c.json", card=card_from(of, of.result(), ()), words="By a stranger.", dropped=("A port.",))
    swept = found_by_sweep()
    running = SweepProgress(words="length 5: reply 2 of 6", seconds_left=240.0, result=swept)
    stage.controller.compare.show()
    for phase, show in {
        "after": lambda: (page.done(done(of)), page.result.details_button.setChecked(True)),
        "before": lambda: page.show_start(),
        "card": lambda: page.show_card(card),
        "during": lambda: page.show_progress(progress(of, 5)),
        "sweeping": lambda: (page.done(done(of)), page.show_sweep(running)),
        "swept": lambda: page.sweep_done(swept),
    }.items():
        show()
        settle()
        assert page.phase == phase
        assert page.isVisible()
        yield f"compare, {phase}", window
    window.show_page(stage.controller.chat_page)
    composer.sampling.open_at(composer)
    settle()
    yield "sampling", composer.sampling
    composer.sampling.close()
    failed = Failed(run_id=stage.run, failure=FAILURE, log_tail=("ggml: out of memory", "exiting"))
    stage.tell(StateChanged(state=failed))
    settle()
    yield "failure", window


# ---- what can be seen of a place ----


def in_sight(root: QWidget) -> Iterator[QWidget]:
    """Its own widgets that are shown."""
    for widget in root.findChildren(QWidget):
        if widget.isVisible() and widget.window() is root:
            yield widget


def focusable(root: QWidget) -> list[QWidget]:
    """What the Tab key can reach."""
    return [
        widget
        for widget in in_sight(root)
        if widget.isEnabled() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None
    ]


def name_of(widget: QWidget) -> str:
    """What a screen reader calls it. A drop-down's own name is its value on Linux: what it is about, its label says."""
    interface = QAccessible.queryAccessibleInterface(widget)
    if interface is None:
        return ""
    if isinstance(widget, QComboBox):
        beside = [other for other, relation in interface.relations() if relation & QAccessible.RelationFlag.Label]
        return " ".join(label.text(QAccessible.Text.Name) for label in beside).strip()
    return interface.text(QAccessible.Text.Name).strip()


def described(widget: QWidget) -> str:
    """A widget in a message."""
    return f"{type(widget).__name__} {name_of(widget) or widget.objectName()!r}"


def cut(root: QWidget) -> list[str]:
    """What is shown smaller than its words, and does not end in dots that say so."""
    return [told for widget in in_sight(root) if (told := _short_of(widget))]


def _short_of(widget: QWidget) -> str:
    if isinstance(widget, QLabel) and widget.text() and not _shortens(widget):
        if widget.wordWrap():
            short = widget.heightForWidth(widget.width()) - widget.height()
        else:
            short = widget.sizeHint().width() - widget.width()
        return f"{described(widget)} {widget.text()[:40]!r} by {short} px" if short > 1 else ""
    if isinstance(widget, QCheckBox | QRadioButton) and widget.text():
        option = QStyleOptionButton()
        widget.initStyleOption(option)
        element = (
            QStyle.SubElement.SE_CheckBoxContents
            if isinstance(widget, QCheckBox)
            else QStyle.SubElement.SE_RadioButtonContents
        )
        room = widget.style().subElementRect(element, option, widget).width()
        short = widget.fontMetrics().horizontalAdvance(widget.text().replace("&", "")) - room
        return f"{described(widget)} by {short} px" if short > 1 else ""
    if isinstance(widget, QAbstractButton) and widget.text() and not _shortens(widget):
        short = widget.fontMetrics().horizontalAdvance(widget.text().replace("&", "")) - widget.width()
        tall = widget.fontMetrics().height() - widget.height()
        return f"{described(widget)} by {max(short, tall)} px" if max(short, tall) > 0 else ""
    if isinstance(widget, QLineEdit | QComboBox):
        tall = widget.fontMetrics().height() - widget.height()
        return f"{described(widget)} by {tall} px in height" if tall > 0 else ""
    return ""


def _shortens(widget: QWidget) -> bool:
    """Ends in dots where it has no room, with the whole in its tip."""
    return isinstance(widget, ElidedLabel)


def outside(root: QWidget) -> list[str]:
    """What reaches beyond its window or the area that it scrolls in, to the side."""
    found = []
    for widget in in_sight(root):
        parent = widget.parentWidget()
        while parent is not None and not isinstance(parent.parentWidget(), QAbstractScrollArea) and parent is not root:
            parent = parent.parentWidget()
        if parent is None or parent is widget:
            continue
        left = widget.mapTo(parent, QPoint(0, 0)).x()
        if QRect(left, 0, widget.width(), 1).right() > parent.width() or left < 0:
            found.append(f"{described(widget)}: {left} to {left + widget.width()} of {parent.width()}")
    return found
