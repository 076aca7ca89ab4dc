"""How tokens are guessed ahead: Automatic or one of four choices by hand, the file or kind it takes, and the reason."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from specdesk.models.library import is_absent
from specdesk.models.pairing import judge_built_in
from specdesk.service.methods import ngram_kinds
from specdesk.ui.parts import Button, FieldRow, Text
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.setup.choice_box import ChoiceBox, Entry
from specdesk.ui.setup.model_button import ModelButton
from specdesk.ui.setup.model_words import card_words, file_name
from specdesk.ui.setup.picker import Picker
from specdesk.ui.setup.picker_items import BUILT_IN, PickerItem, built_in_item, draft_items
from specdesk.ui.setup.setting_rows import grey
from specdesk.ui.setup.state import NO_ENGINE, SetupState
from specdesk.ui.theme import S

FILE, NGRAM, GET = "file", "ngram", "get"
FILED = ("draft", "trained")
"""Choices that take a file."""


class MethodSection(QWidget):
    """method_chosen(str): Automatic or a choice by hand. kind_chosen(str, str, str): method, kind, and path of its file
    ("" = none). browse(): the user wants to open another file as draft. get_draft(): to get one.
    """

    method_chosen = Signal(str)
    kind_chosen = Signal(str, str, str)
    browse = Signal()
    get_draft = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state: SetupState | None = None
        self.box = ChoiceBox(self.tr("Draft or method"))
        self.box.chosen.connect(self.method_chosen)
        set_tip(
            self,
            self.tr(
                "Who guesses ahead: a small draft model, a part of the target made for it, or text that is already "
                "there (n-gram). Automatic chooses what goes with the target."
            ),
        )
        self.row = FieldRow(self.tr("Draft or method"), self.box)
        self.file = ModelButton(self.tr("Draft"))
        self.file.clicked.connect(self._open)
        self.kinds = ChoiceBox(self.tr("Kind of n-gram"))
        self.kinds.chosen.connect(lambda kind: self.kind_chosen.emit("ngram", kind, ""))
        self.reason = Text("", "small", wrap=True)
        self.warning = Text("", "small", wrap=True)
        self.warning.set_tone("warn")
        actions = [
            (NGRAM, self.tr("n-gram needs no file")),
            (FILE, self.tr("Open a file…")),
            (GET, self.tr("Get a draft…")),
        ]
        self.picker = Picker(self.tr("Draft for this target"), actions, self)
        self.picker.picked.connect(self._picked)
        self.picker.action.connect(self._act)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(S)
        for widget in (self.row, self.file, self.kinds, self.reason, self.warning):
            column.addWidget(widget)
        self.get_button = Button(self.tr("Get a draft…"), compact=True)
        self.get_button.clicked.connect(self.get_draft)
        column.addWidget(self.get_button, 0, Qt.AlignmentFlag.AlignLeft)

    def show_state(self, state: SetupState) -> None:
        """Show what is chosen and why."""
        self._state = state
        method = state.memory.method
        titles = self._titles()
        entries = [
            Entry(one.key, *titles[one.key], enabled=one.enabled or one.key == method, why=one.why)
            for one in state.method_choices()
        ]
        self.box.set_entries(entries, method)
        name = state.name_of("methods")
        self.row.set_flag(f"{name.flag} {state.kind or 'none'}" if name.flag.startswith("--") else name.flag)
        grey(self.row, state.target is not None)
        self.file.setVisible(method in FILED)
        if method in FILED:
            self._show_file(state)
        self.kinds.setVisible(method == "ngram")
        if method == "ngram":
            self._show_kinds(state)
        reason, warning = self._reason(state)
        for label, words in ((self.reason, reason), (self.warning, warning)):
            label.setText(words)
        # What speaks for a draft of one's own choice gives way to what speaks against it; its list still has both.
        self.reason.setVisible(bool(reason) and not (warning and method in FILED))
        self.warning.setVisible(bool(warning))
        self.get_button.setVisible(self.lacks_draft(state))
        self.box.setAccessibleDescription(" ".join(part for part in (reason, warning) if part))
        if self.picker.isVisible():
            self._fill()

    @property
    def state(self) -> SetupState | None:
        """What is shown; None before anything was."""
        return self._state

    def lacks_draft(self, state: SetupState) -> bool:
        """Whether nothing drafts for want of a file, and the target could have one."""
        if state.target is None or state.target.error is not None or state.pairs is None or state.draft is not None:
            return False
        method = state.memory.method
        return method == "draft" or (method == "automatic" and state.kind != "draft-mtp")

    def _titles(self) -> dict[str, tuple[str, str]]:
        return {
            "automatic": (self.tr("Automatic"), self.tr("What matches best among your files")),
            "draft": (self.tr("Draft model"), self.tr("A small model with the same vocabulary guesses ahead")),
            "trained": (self.tr("Trained drafter"), self.tr("A head or file that was trained for this target")),
            "ngram": (self.tr("N-gram"), self.tr("Guesses what followed before; needs no file")),
            "off": (self.tr("Off"), self.tr("The target answers alone")),
        }

    def _show_file(self, state: SetupState) -> None:
        draft, path = state.draft, state.memory.draft
        if state.memory.method == "trained" and state.kind is not None and path is None:
            self.file.set_words(self.tr("Built into the target"), self.tr("Its own drafting head (MTP)"))
        elif draft is not None and is_absent(draft):
            self.file.set_words(state.called(draft), self.tr("The file is not there; choose it again."), "warn")
        elif draft is not None:
            self.file.set_words(state.called(draft), card_words(draft))
        elif state.is_looking(path):
            self.file.set_words(file_name(path or ""), self.tr("Looking…"))
        elif path:
            self.file.set_words(file_name(path), self.tr("Not among your files; choose it again."), "warn")
        else:
            self.file.set_words(self.tr("Choose a draft"), self._none_fits(state))

    def _none_fits(self, state: SetupState) -> str:
        count = sum(row is not state.target for row in state.files)
        if state.target is not None and state.target.error is not None:
            return self.tr("The target cannot be read, so no file can be compared with it")
        if state.pairs is None:
            return self.tr("Comparing your files with the target…")
        if any(item.usable for item in self._items(state)):
            return self.tr("Several of your files match")
        if count == 1:
            return self.tr("Your other file does not match; see why")
        return self.tr("None of your {count} files matches; see why").format(count=count)

    def _kind_words(self) -> dict[str, str]:
        return {
            "ngram-mod": self.tr("Remembers what it has seen, in every chat; pays where text repeats."),
            "ngram-simple": self.tr("Looks for the last words earlier in the same text."),
            "ngram-map-k": self.tr("Keeps a table of what followed which words."),
            "ngram-map-k4v": self.tr("Keeps a table with several continuations for the same words."),
            "ngram-cache": self.tr("Counts what follows what, and takes the most frequent."),
        }

    def _show_kinds(self, state: SetupState) -> None:
        words = self._kind_words()
        entries = [Entry(kind, kind, words.get(kind, "")) for kind in ngram_kinds(state.engine or NO_ENGINE)]
        self.kinds.set_entries(entries, state.kind or "")

    def _reason(self, state: SetupState) -> tuple[str, str]:
        """Why this is chosen, and what to think about. Of a target that cannot be read its own button says it."""
        if state.target is None or state.target.error is not None:
            return "", ""
        chosen = next(one for one in state.method_choices() if one.key == state.memory.method)
        if not chosen.enabled:
            return "", chosen.why
        verdict = state.verdicts.get(state.draft.path) if state.draft else None
        warnings = " ".join(verdict.warnings) if verdict else ""
        if state.memory.method == "automatic":
            waiting = self.tr("Comparing your files with the target…")
            return (state.choice.reason if state.choice else waiting), warnings
        if state.memory.method == "ngram":
            return self._kind_words().get(state.kind or "", ""), ""
        if state.draft is not None and state.draft.error is not None:
            return "", "" if is_absent(state.draft) else state.draft.error  # the button says that it is not there
        if verdict is None:
            return "", ""
        return (verdict.reason, warnings) if verdict.compatible else ("", verdict.reason)

    # ---- the list of files --------------------------------------------------------------------------------------

    def _items(self, state: SetupState) -> list[PickerItem]:
        trained = state.memory.method == "trained"
        items = draft_items(state.files, state.verdicts, state.settings.target, trained)
        if trained and state.target is not None:
            inside = judge_built_in(state.target, (state.engine or NO_ENGINE).traits)
            if inside.compatible:
                items.insert(0, built_in_item(inside))
        return items

    def _open(self) -> None:
        self._fill()
        self.picker.open_below(self.file)

    def _fill(self) -> None:
        state = self._state
        if state is None:
            return
        items = self._items(state)
        usable = any(item.usable for item in items)
        heading = "" if usable else self._none_fits(state)
        self.picker.buttons[NGRAM].setVisible(not usable and bool(ngram_kinds(state.engine or NO_ENGINE)))
        inside = state.memory.method == "trained" and state.memory.draft is None
        self.picker.set_items(items, BUILT_IN if inside else state.memory.draft or "", heading)

    def _picked(self, key: str) -> None:
        if self._state is None:
            return
        method = self._state.memory.method
        if key == BUILT_IN:
            self.kind_chosen.emit(method, "draft-mtp", "")
        else:
            self.kind_chosen.emit(method, self._state.verdicts[key].method or "draft-simple", key)

    def _act(self, key: str) -> None:
        if key == NGRAM:
            self.method_chosen.emit("ngram")
        elif key == GET:
            self.get_draft.emit()
        else:
            self.browse.emit()
