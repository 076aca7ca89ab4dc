"""The Setup panel: which models, how they guess, how long a context, whether it fits. It calls nobody: signals only.

The window hands in what the service found and carries every change back to it.
"""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QStackedWidget, QVBoxLayout, QWidget

from specdesk.models.library import is_absent
from specdesk.models.pairing import METHOD_OF_KIND
from specdesk.records.model_file import ModelFile
from specdesk.records.plan import LaunchPlan
from specdesk.service.events import EnginesFound, FitReady, PairsJudged, Reading
from specdesk.service.methods import family_of
from specdesk.settings import Settings
from specdesk.ui.library.words import DRAFTERS, can_answer, can_draft
from specdesk.ui.parts import Button, FileDialog
from specdesk.ui.parts.looks import follow_theme, set_look
from specdesk.ui.setup.context_section import ContextSection
from specdesk.ui.setup.fit_card import FitCard
from specdesk.ui.setup.header import SetupHeader
from specdesk.ui.setup.judging import Judging
from specdesk.ui.setup.length_section import LengthSection
from specdesk.ui.setup.method_section import MethodSection
from specdesk.ui.setup.model_words import advised, why_no_target
from specdesk.ui.setup.more_page import MorePage
from specdesk.ui.setup.paste_dialog import PasteDialog
from specdesk.ui.setup.scrolling import FormPage, PinnedArea
from specdesk.ui.setup.state import SetupState
from specdesk.ui.setup.target_section import TargetSection
from specdesk.ui.theme import SMALLEST_BODY_PX, XS, M, S, Theme

WIDTH, WIDENING, SETTLE_MS = 320, 0.3, 100


class SetupPanel(QFrame):
    """planned(LaunchPlan): what Start would run, 100 ms after a change. fit_wanted(LaunchPlan, bool): whether that fits
    is to be computed, and whether its layers are the window's to choose. start_requested(), restart_requested().

    memory_changed(str, TargetMemory): something else is remembered for a target. settings_changed(Settings): any
    setting changed, what is remembered included. engine_chosen(str): a path or "embedded". file_dropped(str): a file
    to read. judge_requested(str): the target whose pairs are wanted. open_library(). install_requested(str): how a
    GPU that stays idle can be used, in sentences.
    """

    planned = Signal(object)
    fit_wanted = Signal(object, bool)
    start_requested = Signal()
    restart_requested = Signal()
    memory_changed = Signal(str, object)
    settings_changed = Signal(object)
    engine_chosen = Signal(str)
    file_dropped = Signal(str)
    judge_requested = Signal(str)
    open_library = Signal()
    install_requested = Signal(str)

    def __init__(
        self, settings: Settings | None = None, cores: int | None = None, parent: QWidget | None = None
    ) -> None:
        """cores: physical cores of this computer; counted when not given."""
        super().__init__(parent)
        set_look(self, surface="panel")
        self.setAccessibleName(self.tr("Setup"))
        self.setAcceptDrops(True)
        state = self._state = SetupState(settings or Settings(), cores)
        self.looked_for, self.is_looking, self.awaits_choice = state.looked_for, state.is_looking, state.awaits_choice
        self.lacks_draft = state.lacks_draft
        self._sent: LaunchPlan | None = None
        self._awaited: tuple[str, str] | None = None
        self._plan_timer = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._plan_timer.timeout.connect(self._send_plan)
        self.judging = Judging(self)
        self.judging.wanted.connect(self._ask_judge)
        self._build()
        self._connect()
        self._show()
        follow_theme(self._restyle)

    # ---- what the window hands in --------------------------------------------------------------------------------

    def set_settings(self, settings: Settings) -> None:
        """Settings as they are now; emits nothing but the plan that follows."""
        before = self._state.settings
        self._state.settings = settings
        if settings.target != before.target:
            self._state.pairs = None
            self.judging.changed(anew=True)
        self._refresh()

    def set_rows(self, rows: Iterable[ModelFile]) -> None:
        """All known files, in place of what was known. A path that was asked for in vain is still told."""
        absent = {path: row for path, row in self._state.rows.items() if is_absent(row)}
        self._state.rows = absent | {row.path: row for row in rows}
        self._rows_changed(self._state.rows.values())

    def add_row(self, row: ModelFile) -> None:
        """One more file, or news about a known one."""
        self.add_rows([row])

    def add_rows(self, rows: Iterable[ModelFile]) -> None:
        """More files."""
        new = list(rows)
        self._state.rows |= {row.path: row for row in new}
        self._rows_changed(new)

    def set_engines(self, event: EnginesFound) -> None:
        """Engines found, and the one in use."""
        before = self._state.engine
        self._state.engines, self._state.engine = event.engines, event.chosen
        self._state.engines_complete = event.complete
        self.fit_card.set_engine(event.chosen)
        if before != event.chosen:
            self._sent = None  # another engine may need other memory for the same plan
        if (before.traits if before else None) != (event.chosen.traits if event.chosen else None):
            self.judging.changed(anew=True)
        self._refresh()

    def set_pairs(self, event: PairsJudged) -> None:
        """Verdicts on all files for one target."""
        self._state.pairs = event
        if event.target == self._state.settings.target:
            self.judging.answered()
        self._refresh()

    def set_fit(self, event: FitReady) -> None:
        """Whether the plan that was sent last fits, and how many layers fit where they are open."""
        self.fit_card.set_state(advised(event, self._state.target, self._state.draft))
        if event.fit is None:
            return
        before = self._state.plan
        self._state.set_fitted_layers(event.fitted_layers)
        if self._state.plan != before:
            self._show()
            self._sent = self._state.plan  # the fit is of this plan already
            self.planned.emit(self._sent)

    def set_reading(self, event: Reading) -> None:
        """What all devices use now."""
        self.fit_card.set_reading(event.reading)

    def set_running_plan(self, plan: LaunchPlan | None) -> None:
        """What runs now, None for nothing."""
        self._state.running = plan
        self.fit_card.set_running(plan is not None)
        self.header.set_restart(self._state.needs_restart)

    def set_measuring(self, measuring: bool) -> None:
        """Whether the plain speed is being measured: the server is put back afterwards, so nothing waits for it."""
        self._state.measuring = measuring
        self.header.set_restart(self._state.needs_restart)

    # ---- what the window may ask ---------------------------------------------------------------------------------

    def plan(self) -> LaunchPlan | None:
        """What Start would run now; None without a target."""
        return self._state.plan

    def settings(self) -> Settings:
        """Settings as the panel has them."""
        return self._state.settings

    def knows(self, path: str) -> bool:
        """Whether a file was read, or looked for in vain."""
        return path in self._state.rows

    def choose_target(self, path: str) -> None:
        """Another target, as if it had been picked in the list. A file that is not known yet is asked for."""
        if path not in self._state.rows:
            self._awaited = ("target", path)
            self.file_dropped.emit(path)
            return
        before, had_own = self._state.target, self._state.has_own_settings
        self._state.choose_target(path)
        if before is not None and had_own and not self._state.has_own_settings:
            words = self.tr("What was pasted stays with {old}. {new} has settings of its own.")
            self.header.say(words.format(old=before.name, new=self._state.rows[path].name))
        self._state.pairs = None
        self.judging.changed(anew=True)
        self._changed()

    def choose_draft(self, path: str) -> None:
        """Another draft, as if it had been picked in the list."""
        if path not in self._state.rows:
            self._awaited = ("draft", path)
            self.file_dropped.emit(path)
            return
        kind = METHOD_OF_KIND.get(self._state.rows[path].kind) or "draft-simple"
        self._state.choose_kind(family_of(kind), kind, path)
        self._changed()

    def take_over(self, plan: LaunchPlan) -> None:
        """The changes that lead from what is set up to this plan, as if they had been made by hand."""
        self._state.take_over(plan)
        self._changed()

    def paste_command(self, text: str = "") -> None:
        """Open the dialog that reads a command, with a text in it."""
        self.paste.open_with(text, self._state)

    def show_more(self, shown: bool) -> None:
        """Open or close the page with further settings."""
        self.pages.setCurrentWidget(self.more if shown else self._main)
        (self.more.back if shown else self.more_button).setFocus(Qt.FocusReason.OtherFocusReason)

    # ---- putting it together -------------------------------------------------------------------------------------

    def _build(self) -> None:
        self.header = SetupHeader()
        self.target = TargetSection()
        self.method = MethodSection()
        self.length = LengthSection()
        self.context = ContextSection()
        self.more_button = Button(self.tr("More settings…"))
        self.more = MorePage()
        self.fit_card = FitCard()
        self.paste = PasteDialog(self)
        form = QWidget()
        form.setProperty("transparent", "true")
        column = QVBoxLayout(form)
        column.setContentsMargins(M, XS, M, XS)
        column.setSpacing(M)
        for section in (self.target, self.method, self.length, self.context):
            column.addWidget(section)
        column.addStretch(1)
        self._main = FormPage(form, self.more_button)
        self.pages = QStackedWidget()
        self.pages.addWidget(self._main)
        self.pages.addWidget(self.more)
        self.fit_area = PinnedArea(self.fit_card)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, S, 0, M)
        outer.setSpacing(XS)
        outer.addWidget(self.header)
        outer.addWidget(self.pages, 1)
        outer.addWidget(self.fit_area)

    def _connect(self) -> None:
        self.header.paste.connect(self.paste_command)
        self.header.restart.connect(self.restart_requested)
        self.target.picked.connect(self.choose_target)
        self.target.browse.connect(lambda: self._browse("target"))
        self.target.library.connect(self.open_library)
        self.method.method_chosen.connect(self._choose_method)
        self.method.kind_chosen.connect(self._choose_kind)
        self.method.browse.connect(lambda: self._browse("draft"))
        self.length.changed.connect(self._choose_length)
        self.context.changed.connect(self.choose_context)
        self.more_button.clicked.connect(lambda: self.show_more(True))
        self.more.closed.connect(lambda: self.show_more(False))
        self.more.changed.connect(self._change_field)
        self.more.lengths.connect(self._choose_lengths)
        self.more.settings_changed.connect(self._take_settings)
        self.more.general_wanted.connect(self._drop_own_settings)
        self.more.engine_chosen.connect(self.engine_chosen)
        self.more.paste.connect(self.paste_command)
        self.fit_card.take_over.connect(self.take_over)
        self.fit_card.what_to_install.connect(self.install_requested)
        self.fit_card.drifted.connect(self._plan_timer.start)
        self.paste.adopted.connect(self.adopt)

    # ---- what the user changes -----------------------------------------------------------------------------------

    def _choose_method(self, method: str) -> None:
        self._state.choose_method(method)
        self._changed()

    def _choose_kind(self, method: str, kind: str, path: str) -> None:
        self._state.choose_kind(method, kind, path or None)
        self._changed()

    def _choose_length(self, length: int | None) -> None:
        self._choose_lengths({"draft_max": length})

    def _choose_lengths(self, lengths: dict) -> None:
        self._state.choose_lengths(**lengths)
        self._changed()

    def choose_context(self, tokens: int) -> None:
        """Another context, as if it had been set in its field."""
        self._state.choose_context(tokens)
        self._changed()

    def _change_field(self, field: str, value: object) -> None:
        self._state.change(field, value)
        self._changed()

    def _take_settings(self, settings: Settings) -> None:
        self._state.settings = settings
        self._changed()

    def _drop_own_settings(self) -> None:
        self._state.drop_own_settings()
        self._changed()

    def adopt(self, settings: Settings, start: bool = False) -> None:
        """A pasted command or a profile; its files are asked for where they are not known yet."""
        self._state.settings = settings
        self._state.pairs = None
        self.judging.changed(anew=True)
        self._changed()
        for path in (settings.target, settings.draft):
            if path and path not in self._state.rows:
                self.file_dropped.emit(path)
        if start:
            self.start_requested.emit()

    def _browse(self, role: str) -> None:
        title = self.tr("Choose a target") if role == "target" else self.tr("Choose a draft")
        start = self._state.settings.target or next(iter(self._state.settings.model_folders), "")
        dialog = FileDialog(self, title, "models", start)
        dialog.setNameFilters([self.tr("GGUF files (*.gguf)"), self.tr("All files (*)")])
        dialog.setFileMode(FileDialog.FileMode.ExistingFile)
        dialog.ask(lambda paths: (self.choose_target if role == "target" else self.choose_draft)(paths[0]))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """The first file dropped becomes the target once it was read, if it can be one."""
        paths = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        for path in paths:
            self._awaited = self._awaited if len(paths) > 1 and path != paths[0] else ("target", path)
            self.file_dropped.emit(path)
        event.acceptProposedAction()

    def _restyle(self, theme: Theme) -> None:
        """Large text needs a wider panel, though not as much wider as the text is larger."""
        larger = theme.body_px / SMALLEST_BODY_PX - 1
        self.setMinimumWidth(round(WIDTH * (1 + WIDENING * larger)))

    # ---- showing ------------------------------------------------------------------------------------------------

    def _changed(self) -> None:
        """The user changed something: remember it, and show what follows."""
        self._state.note_draft()
        settings = self._state.settings
        if settings.target:
            self.memory_changed.emit(settings.target, self._state.memory)
        self.settings_changed.emit(settings)
        self._refresh()

    def _refresh(self) -> None:
        self._show()
        if self._state.plan != self._sent:
            self._plan_timer.start()

    def _show(self) -> None:
        for section in (self.target, self.method, self.length, self.context, self.more):
            section.show_state(self._state)
        self.header.set_restart(self._state.needs_restart)
        if self._state.target is None:
            self.fit_card.set_state(None)

    def _send_plan(self) -> None:
        plan = self._state.plan
        self._sent = plan
        if plan is not None:
            self.planned.emit(plan)
            self.fit_wanted.emit(plan, self._state.layers_are_open)

    def _ask_judge(self) -> None:
        if self._state.target is None:
            self.judging.answered()
        else:
            self.judge_requested.emit(self._state.target.path)

    def _rows_changed(self, new: Iterable[ModelFile]) -> None:
        for row in new:
            if self._awaited is not None and row.path == self._awaited[1]:
                role, self._awaited = self._awaited[0], None
                self._choose_arrived(role, row)
        self.judging.changed()
        self._refresh()

    def _choose_arrived(self, role: str, row: ModelFile) -> None:
        """A file that the user pointed at has been read: choose it as what it can be, or say why it cannot."""
        drafts = row.kind in DRAFTERS and row.error is None
        if role == "draft" and not can_draft(row):
            self.header.say(self.tr("{name} cannot draft. {why}").format(name=row.name, why=why_no_target(row)))
        elif role == "draft" or drafts:
            self.choose_draft(row.path)
        elif can_answer(row):
            self.choose_target(row.path)
        else:
            self.header.say(self.tr("{name} cannot be the target. {why}").format(name=row.name, why=why_no_target(row)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The fit leaves at least half of the panel to the settings; in a low one, nearly all of it."""
        super().resizeEvent(event)
        self.fit_area.set_limit(self.height() // 2)
        self.fit_card.set_room(self.height())
