"""The dialog of the first start. It shows what was found and chosen, and asks by signals."""

from __future__ import annotations

import os
from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from specdesk.models.first_model import first_model_words, practice_words
from specdesk.models.hub import host
from specdesk.models.told_apart import names_of
from specdesk.records.model_file import ModelFile
from specdesk.ui.first_start.step import Step
from specdesk.ui.library.words import can_answer, size_words
from specdesk.ui.parts import Button, FileDialog, Line, Notice, Text, WrapLayout
from specdesk.ui.parts.dialog import Dialog, Growing
from specdesk.ui.parts.looks import Tone, follow_theme
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.setup.choice_box import ChoiceBox, Entry
from specdesk.ui.setup.engine_section import EngineSection
from specdesk.ui.setup.scrolling import FormArea
from specdesk.ui.setup.state import SetupState
from specdesk.ui.theme import XL, XS, L, S

SIDES = XL


class FirstStartDialog(Growing, Dialog):
    """engine_chosen(str): a path or "embedded". target(str): this file answers. practice(): take the practice model.

    browse_done(str): a model file was chosen. library(): look for models there. find_model(): where there are some.
    get_draft(). try_it(): start.
    """

    engine_chosen = Signal(str)
    target = Signal(str)
    practice = Signal()
    browse_done = Signal(str)
    library = Signal()
    find_model = Signal()
    get_draft = Signal()
    try_it = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("First steps"))
        self._make()
        self._lay_out()
        for button in self.findChildren(QPushButton):
            button.setAutoDefault(False)
        self.go.setDefault(True)
        follow_theme(self._restyle)

    def _make(self) -> None:
        self.trouble = Notice()
        self.engine = EngineSection(tells_how=False)
        self.engine.chosen.connect(self.engine_chosen)
        self.install = Text("", wrap=True)
        self.install.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.targets = ChoiceBox(self.tr("Target"))
        self.targets.chosen.connect(self.target)
        self.target_words = Text("", wrap=True)
        self.target_words.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.practice_button = Button(self.tr("Use the practice model"))
        self.practice_button.clicked.connect(self.practice)
        self.open_button = Button(self.tr("Open a file…"), icon_name="file")
        self.open_button.clicked.connect(self._browse)
        self.library_button = Button(self.tr("Add a folder…"), icon_name="folder")
        self.library_button.clicked.connect(self._show_library)
        self.find_button = Button(self.tr("Where to get one"), icon_name="download")
        self.find_button.clicked.connect(self.find_model)
        set_tip(self.find_button, self.tr("Opens {host} in your browser").format(host=host(os.environ)))
        self.draft_words = Text("", wrap=True)
        self.get_button = Button(self.tr("Get a draft…"), icon_name="download")
        self.get_button.clicked.connect(self.get_draft)
        self.go_words = Text("", "muted", wrap=True)
        self.go = Button(self.tr("Try it"), "primary", icon_name="play")
        self.go.clicked.connect(self._go)
        self.later = Button(self.tr("Later"), "quiet")
        self.later.clicked.connect(self.reject)

    def _lay_out(self) -> None:
        self.steps = (
            Step(1, self.tr("Engine"), self.tr("The program that runs models.")),
            Step(2, self.tr("Target"), self.tr("The model whose answers you want.")),
            Step(3, self.tr("Draft"), self.tr("A small model that guesses ahead, or none.")),
        )
        engine, target, draft = self.steps
        self.engine.row.hide_label()  # the step says it
        engine.body.addWidget(self.engine)
        engine.body.addWidget(self.install)
        target.body.addWidget(self.targets)
        target.body.addWidget(self.target_words)
        buttons = WrapLayout()
        for button in (self.practice_button, self.find_button, self.open_button, self.library_button):
            buttons.addWidget(button)
        target.body.addLayout(buttons)
        draft.body.addWidget(self.draft_words)
        draft.body.addWidget(self.get_button, 0, Qt.AlignmentFlag.AlignLeft)
        content = QWidget()
        content.setProperty("transparent", "true")
        inner = QVBoxLayout(content)
        inner.setContentsMargins(SIDES, XS, SIDES, XS)
        inner.setSpacing(L)
        for place, step in enumerate(self.steps):
            if place:
                inner.addWidget(Line())
            inner.addWidget(step)
        self.form = FormArea(content)
        head = QVBoxLayout()
        head.setContentsMargins(SIDES, 0, SIDES, 0)
        head.setSpacing(XS)
        head.addWidget(Text(self.tr("Three steps to the first answer"), "title", wrap=True))
        words = self.tr("Found and chosen for you; change what you like. All of it can be changed later, too.")
        head.addWidget(Text(words, "muted", wrap=True))
        head.addWidget(self.trouble)
        bottom = QHBoxLayout()
        bottom.setContentsMargins(SIDES, 0, SIDES, 0)
        bottom.setSpacing(S)
        bottom.addWidget(self.go_words, 1)
        bottom.addWidget(self.later)
        bottom.addWidget(self.go)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, XL, 0, XL)
        column.setSpacing(L)
        column.addLayout(head)
        column.addWidget(self.form)
        column.addStretch(1)
        column.addWidget(Line())
        column.addLayout(bottom)

    # ---- what is shown ----

    def show_state(
        self, state: SetupState, install: str, practice: str, alone: str, *, lacks_draft: bool,
        room: float | None = None,
    ) -> None:  # fmt: skip
        """What is found and chosen. install: how to get an engine for this computer, "" where that is not needed.
        practice: path of the practice model, "" where there is none. alone: the same where there is nothing else. room:
        MiB for a model, None = not known."""
        self.engine.show_state(state)
        self.install.setText(install)
        self.install.setVisible(bool(install))
        rows = sorted((row for row in state.files if can_answer(row)), key=lambda row: row.name.casefold())
        self._show_targets(state, rows, practice, alone, room)
        self._show_draft(state, alone, lacks_draft)
        ready = (state.target is not None or bool(alone)) and state.engine is not None
        waited = ready and not self.go.isEnabled()
        self.go.setEnabled(ready)
        if waited and self.focusWidget() in (None, self.later):
            self.go.setFocus()
        why = "" if ready else self._missing(state)
        self.go_words.setText(why)
        set_tip(self.go, why or self.tr("Starts the server; the first question is written already"))
        engine, target, draft = self.steps
        engine.set_settled(state.engine is not None)
        target.set_settled(state.target is not None or bool(alone))
        draft.set_settled(ready and (state.choice is not None or (state.target is None and bool(alone))))
        if self.isVisible():
            self.fit()

    def say_trouble(self, words: str, tone: Tone = "warn") -> None:
        """What went wrong in the window behind, such as a file that could not be opened; "" for nothing."""
        self.trouble.set_state(words, tone)
        if self.isVisible():
            self.fit()

    def _show_targets(
        self, state: SetupState, rows: Sequence[ModelFile], practice: str, alone: str, room: float | None
    ) -> None:
        names = names_of(state.files)
        entries = [Entry(row.path, names[row.path], size_words(row.size_mib)) for row in rows]
        self.targets.set_entries(entries, state.settings.target or "")
        self.targets.setVisible(bool(rows))
        target = state.target
        if (target is None and alone) or (target is not None and target.path == practice):
            words = self.tr("The practice model: tiny, expect poor answers. It shows what guessing does to the speed.")
        elif target is None and not rows:
            none = self.tr("No model files were found on this computer.")
            said = (none, first_model_words(room), "" if practice else practice_words())
            words = " ".join(part for part in said if part)
        elif target is None:
            words = self.tr("Choose one.")
        else:
            words = ""
        self.target_words.setText(words)
        self.target_words.setVisible(bool(words))
        self.find_button.setVisible(not rows)
        self.practice_button.setVisible(bool(practice) and not alone and (target is None or target.path != practice))

    def _show_draft(self, state: SetupState, alone: str, lacks_draft: bool) -> None:
        if state.target is None and alone:
            words = self.tr("None is needed to try it: guesses come from text that is already there (n-gram).")
        elif state.target is None:
            words = self.tr("Chosen when the target is known.")
        elif state.draft is not None:
            words = self.tr("{name}. {reason}").format(
                name=state.called(state.draft), reason=state.choice.reason if state.choice else ""
            )
        else:
            words = state.choice.reason if state.choice else self.tr("Comparing your files with the target…")
        self.draft_words.setText(words.strip())
        self.get_button.setVisible(lacks_draft)

    def _missing(self, state: SetupState) -> str:
        if state.engine is None:
            return self.tr("Looking for engines…") if not state.engines_complete else self.tr("An engine is missing.")
        return self.tr("A target is missing.")

    def focus_first(self) -> None:
        """The focus goes to what is proposed; where that cannot be pressed yet, it waits beside it."""
        (self.go if self.go.isEnabled() else self.later).setFocus()

    # ---- what the user does ----

    def _browse(self) -> None:
        dialog = FileDialog(self, self.tr("Choose a target"), "models")
        dialog.setNameFilters([self.tr("GGUF files (*.gguf)"), self.tr("All files (*)")])
        dialog.setFileMode(FileDialog.FileMode.ExistingFile)
        dialog.ask(lambda paths: self.browse_done.emit(paths[0]))

    def _show_library(self) -> None:
        self.accept()
        self.library.emit()

    def _go(self) -> None:
        self.accept()
        self.try_it.emit()
