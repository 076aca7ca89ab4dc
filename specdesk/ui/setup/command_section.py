"""Further arguments, and the command that all settings come to, to copy for sh and PowerShell."""

from __future__ import annotations

import shlex

import msgspec
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from specdesk.engines.command_text import to_powershell, to_sh
from specdesk.engines.conflicts import conflicts
from specdesk.engines.dialect import Argv, added_by_a_start, to_argv, without_ours
from specdesk.records.plan import LaunchPlan
from specdesk.secret_arguments import is_secret
from specdesk.ui.parts import Button, FieldRow, SegmentedControl, Text
from specdesk.ui.parts.looks import follow_theme
from specdesk.ui.setup.setting_rows import grey, value_in
from specdesk.ui.setup.state import SetupState
from specdesk.ui.theme import XS, S, Theme

SH, POWERSHELL = "sh", "powershell"
LINES = 7


class CommandSection(QWidget):
    """changed(str, object): the extra arguments. paste(): the user wants to paste a command."""

    changed = Signal(str, object)
    paste = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words: tuple[str, ...] = ()
        self._given: tuple[str, ...] = ()
        self.extra = QLineEdit()
        self.extra.setPlaceholderText(self.tr("For example {flag}").format(flag="--no-context-shift"))
        self.extra.editingFinished.connect(self._change_extra)
        self.extra_row = FieldRow(self.tr("Further arguments"), self.extra)
        self.shell = SegmentedControl(self.tr("Shell"), [(SH, self.tr("sh")), (POWERSHELL, self.tr("PowerShell"))])
        self.shell.chosen.connect(self._write)
        self.copy = Button(self.tr("Copy"), "outline", "copy", compact=True)
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.text.toPlainText()))
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(self.tr("The command"))
        self.left_out = Text("", "small", wrap=True)
        self.left_out.set_tone("warn")
        self.note = Text("", "small", wrap=True)
        self.paste_button = Button(self.tr("Paste a command…"), "quiet", "paste", compact=True)
        self.paste_button.clicked.connect(self.paste)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(S)
        column.addWidget(self.extra_row)
        column.addSpacing(XS)
        column.addWidget(Text(self.tr("The command"), "section"))
        column.addWidget(self.shell, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.text)
        column.addWidget(self.copy, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.left_out)
        column.addWidget(self.note)
        follow_theme(self._restyle)

    def show_state(self, state: SetupState) -> None:
        """Show the extra arguments and the command for the chosen engine."""
        self._given = tuple(value_in(state, "extra"))
        if not self.extra.hasFocus():
            self.extra.setText(shlex.join(self._given))
        name = state.name_of("extra")
        grey(self.extra_row, name.usable)
        self.extra_row.set_help(name.why)
        argv = self._argv(state)
        self._words = argv.args
        dropped = [self.tr("{flag}: {why}").format(flag=drop.flag, why=drop.why) for drop in argv.dropped]
        warnings = () if state.plan is None or not argv.args else conflicts(state.plan)
        private = [self.tr("{flag}: {why}").format(flag=one.from_, why=one.why) for one in argv.changes]
        lines = [*([self.tr("Left out:"), *dropped] if dropped else []), *warnings, *private]
        self.left_out.setText("\n".join(lines))
        self.left_out.setVisible(bool(lines))
        self.note.setText(self._note(state))
        for widget in (self.text, self.shell, self.copy):
            widget.setVisible(bool(self._words))
        self._write()

    def _argv(self, state: SetupState) -> Argv:
        """The whole line, the executable included; empty where there is none."""
        plan, engine = state.plan, state.engine
        if plan is None or engine is None or engine.path is None or not engine.usable:
            return Argv()
        kept, refused = without_ours(plan.extra)
        plan = msgspec.structs.replace(plan, extra=kept)
        argv = to_argv(_with_port(plan, state), engine.flags)
        private = tuple(change for change in argv.changes if is_secret(change.from_.split(" ")[0]))
        dropped = (*argv.dropped, *refused)
        return Argv(args=(*engine.command, *argv.args), changes=private, dropped=dropped, env=argv.env)

    def _note(self, state: SetupState) -> str:
        if state.plan is None:
            return self.tr("Choose a target first.")
        if state.engine is None or not state.engine.usable:
            return self.tr("Choose an engine first.")
        if state.engine.path is None:
            return self.tr("The built-in engine is not started by a command.")
        settings = state.settings
        has_key = not (settings.open_to_programs and settings.key_mode == "none")
        words = added_by_a_start(_with_port(state.plan, state), state.engine.flags, has_key)
        return self.tr("At the start SpecDesk adds {words}, to reach and watch the server.").format(
            words=" ".join(words)
        )

    def _write(self, *_: object) -> None:
        writer = to_sh if self.shell.value() == SH else to_powershell
        self.text.setPlainText(writer(self._words) if self._words else "")

    def _change_extra(self) -> None:
        try:
            words = tuple(shlex.split(self.extra.text()))
        except ValueError:
            self.extra_row.set_help(self.tr("A quote is not closed."))
            return
        if words != self._given:
            self.changed.emit("extra", words)

    def _restyle(self, theme: Theme) -> None:
        self.text.setFont(theme.font("mono_small"))
        self.text.setFixedHeight(round(theme.px("mono_small") * 1.4 * LINES) + 16)


def _with_port(plan: LaunchPlan, state: SetupState) -> LaunchPlan:
    settings = state.settings
    fixed = settings.fixed_port if settings.open_to_programs else None
    return msgspec.structs.replace(plan, port=fixed)
