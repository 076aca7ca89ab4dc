"""The page behind "More settings": everything that is changed now and then, each with its flag in this build."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from specdesk.records.plan import NGRAM_METHODS
from specdesk.service.planning import shortest_field
from specdesk.ui.parts import FieldRow, IconButton, Line, Notice, NumberField, Text
from specdesk.ui.setup.access_section import AccessSection
from specdesk.ui.setup.choice_box import Entry
from specdesk.ui.setup.command_section import CommandSection
from specdesk.ui.setup.engine_section import EngineSection
from specdesk.ui.setup.place_section import PlaceSection
from specdesk.ui.setup.scrolling import scrolling
from specdesk.ui.setup.setting_rows import ChoiceSetting, FittingSetting, NumberSetting, SettingRow, grey, value_in
from specdesk.ui.setup.state import SetupState
from specdesk.ui.theme import XS, L, M, S


class MorePage(QWidget):
    """changed(str, object): a launch setting by dotted path. lengths(dict): arguments of `remember_lengths`.

    settings_changed(Settings): what belongs to no plan. general_wanted(): drop the target's own settings.
    engine_chosen(str): path or "embedded". paste(): read a command. closed(): back to the main page.
    """

    changed = Signal(str, object)
    lengths = Signal(dict)
    settings_changed = Signal(object)
    general_wanted = Signal()
    engine_chosen = Signal(str)
    paste = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.back = IconButton("chevron-left", self.tr("Back to the main settings"), compact=True)
        self.back.clicked.connect(self.closed)
        self.own = Notice()
        self.own.action.connect(self.general_wanted)
        self.engine = EngineSection()
        self.drafting = DraftingRows()
        self.places = PlaceSection()
        self.server = self._server_rows()
        self.access = AccessSection()
        self.command = CommandSection()
        self._lay_out()
        self.engine.chosen.connect(self.engine_chosen)
        self.drafting.lengths.connect(self.lengths)
        self.places.changed.connect(self.changed)
        for row in self.server:
            row.changed.connect(self.changed)
        self.access.settings_changed.connect(self.settings_changed)
        self.command.changed.connect(self.changed)

    def _server_rows(self) -> list[SettingRow]:
        auto = self.tr("auto")
        flash = [
            Entry("auto", self.tr("auto"), self.tr("On where the engine can")),
            Entry("on", self.tr("on"), self.tr("Less memory; needed for a small cache type")),
            Entry("off", self.tr("off"), self.tr("Only if the engine fails with it")),
        ]
        own = Entry("", self.tr("engine's own"), self.tr("Nothing is said"))
        return [
            NumberSetting("place.threads", self.tr("Threads"), 0, 512, unset=auto),
            NumberSetting(
                "slots", self.tr("Slots"), 0, 64, unset=auto,
                help_text=self.tr("Conversations at the same time; they share the context."),
            ),
            ChoiceSetting("flash_attention", self.tr("Flash attention"), [own, *flash]),
            NumberSetting(
                "batch", self.tr("Batch"), 0, 65536, step=256, unset=auto,
                help_text=self.tr("Tokens of a question that are read in one go: larger may read faster."),
            ),
            NumberSetting(
                "ubatch", self.tr("Ubatch"), 0, 16384, step=128, unset=auto,
                help_text=self.tr("Tokens of a batch worked on at once: larger needs more memory for computing."),
            ),
            NumberSetting(
                "cache_ram", self.tr("Prompt cache, MiB"), -1, 1_048_576, step=512, unset=auto,
                help_text=self.tr("RAM in which earlier questions are kept; 0 keeps none."),
            ),
            FittingSetting(),
        ]  # fmt: skip

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(S, 0, M, 0)
        head.setSpacing(XS)
        head.addWidget(self.back)
        head.addWidget(Text(self.tr("More settings"), "section"), 1)
        form = QWidget()
        form.setProperty("transparent", "true")
        column = QVBoxLayout(form)
        column.setContentsMargins(M, XS, M, M)
        column.setSpacing(L)
        groups = [[self.engine], [self.drafting], [self.places], self.server, [self.access], [self.command]]
        column.addWidget(self.own)
        for place, group in enumerate(groups):
            if place:
                column.addWidget(Line())
            for widget in group:
                column.addWidget(widget)
        column.addStretch(1)
        self.scroll = scrolling(form)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(XS)
        outer.addLayout(head)
        outer.addWidget(self.scroll, 1)

    def show_state(self, state: SetupState) -> None:
        """Show all settings as they are."""
        own = self.tr("These settings are this model's own.") if state.has_own_settings else ""
        self.own.set_state(own, "neutral", self.tr("Use the general ones") if own else "")
        for part in (self.engine, self.drafting, self.places, *self.server, self.access, self.command):
            part.show_state(state)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc goes back."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)


class DraftingRows(QWidget):
    """When the draft stops guessing, and the fewest guesses worth checking. lengths(dict): what changed."""

    lengths = Signal(dict)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.p_min = NumberField(self.tr("Stop below (p-min)"), 0, 1, 0, step=0.05, decimals=2)
        self.shortest = NumberField(self.tr("Shortest draft"), -1, 128, -1, unset=self.tr("auto"))
        self.p_min.changed.connect(lambda value: self.lengths.emit({"p_min": round(value, 2)}))
        self.shortest.changed.connect(self._change_shortest)
        self.p_min_row = FieldRow(self.tr("Stop below (p-min)"), self.p_min)
        self.shortest_row = FieldRow(self.tr("Shortest draft"), self.shortest)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(L)
        column.addWidget(self.p_min_row)
        column.addWidget(self.shortest_row)

    def show_state(self, state: SetupState) -> None:
        """Show both, greyed with the reason where the method in use has none."""
        none = self.tr("Nothing is guessed ahead.") if state.kind is None else ""
        ngram = self.tr("N-gram methods have no probabilities.") if state.kind in NGRAM_METHODS else ""
        words = self.tr("Stops guessing where the draft is less sure; 0 never stops early.")
        self._name(self.p_min_row, state, "p_min", none or ngram, words)
        own = state.engine.traits.default_p_min if state.engine else 0.0
        p_min = value_in(state, "p_min")
        self.p_min.set_value(own if p_min is None else p_min)
        field = shortest_field(state.kind)
        lacks = "" if field else self.tr("This kind has no shortest draft.")
        words = self.tr("Fewer guesses are not checked at all.")
        self._name(self.shortest_row, state, field or "draft_min", none or lacks, words)
        self.shortest.set_value(value_in(state, field or "draft_min"))

    def _name(self, row: FieldRow, state: SetupState, field: str, why: str, help_text: str) -> None:
        name = state.name_of(field)
        grey(row, not why and name.usable)
        row.set_flag(name.flag)
        row.set_help(why or name.why or help_text)

    def _change_shortest(self) -> None:
        value = self.shortest.value()
        self.lengths.emit({"draft_min": None if value is None else int(value)})
