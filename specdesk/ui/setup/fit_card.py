"""The fit card, pinned below the settings: the verdict in words, a bar per device, and the figures behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from specdesk.engines.engine_info import EngineInfo
from specdesk.memory.advice import Remedy
from specdesk.records.device import MonitorReading
from specdesk.records.fit import Fit
from specdesk.records.plan import LaunchPlan
from specdesk.service.events import FitReady
from specdesk.service.held_basis import without_server
from specdesk.ui.parts import Button, Card, ElidedLabel, IconButton, IconLabel, Notice, Text, WrapLayout
from specdesk.ui.parts.looks import follow_theme, set_look
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.setup.fit_bar import FitBar
from specdesk.ui.setup.fit_figures import Figures, size_words
from specdesk.ui.setup.fit_parts import (
    DRAFT_PARTS,
    HOST,
    TARGET_PARTS,
    Bar,
    Part,
    bars_of,
    drift_mib,
    moved_mib,
)
from specdesk.ui.setup.others_drift import Drift, telling_mib
from specdesk.ui.terms import explained
from specdesk.ui.theme import HAIRLINE, XS, M, S, Theme, current, number

TONES = {"fits": ("check", "good"), "tight": ("warning", "warn"), "no": ("cross", "danger")}
GIB_FROM_MIB = 4096
FOLD_BELOW_EM = 30
"""Height of the panel, in text sizes, below which the card folds: 900x600 at 150 % text, not at 100 %."""


def amount(mib: float, in_gib: bool) -> str:
    """A size without its unit: GiB with one decimal, or whole MiB."""
    return number(mib / 1024, 1) if in_gib else number(mib)


def source_kept(words: str) -> str:
    """Where the figures come from, "(dry run)" at the end, is never broken and never alone on a line."""
    said, space, source = words.rpartition(" (")
    kept = source.replace(" ", "\u00a0") if source.endswith(")") else source
    return f"{said}\u00a0({kept}" if space else words


class DeviceRow(QWidget):
    """Name and use of one device, above its bar; a part that is pointed at is read out in their place."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = ElidedLabel("", "small")
        self._use = Text("", "small")
        set_tip(self, explained("device"))
        self.bar = FitBar()
        self.bar.pointed.connect(self._read_out)
        top = QHBoxLayout()
        top.setSpacing(S)
        top.addWidget(self._name, 1)
        top.addWidget(self._use)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(HAIRLINE)
        column.addLayout(top)
        column.addWidget(self.bar)

    def set_bar(self, bar: Bar) -> None:
        """Show a device."""
        name = self.tr("Memory of {device}").format(device=bar.name) if bar.name else self.tr("Memory (RAM)")
        words = [self.bar.words_for(part) for part in bar.parts]
        if bar.total_mib is not None:
            words.append(self.tr("In total: {mib} MiB").format(mib=number(bar.total_mib)))
        if bar.over_mib:
            words.append(self.tr("Missing: {mib} MiB").format(mib=number(bar.over_mib)))
        self.bar.set_bar(bar, name, ". ".join(words))
        self._read_out(self.bar.part())

    def _read_out(self, part: Part | None) -> None:
        bar = self.bar.bar()
        if part is not None:
            self._name.setText(self.bar.part_name(part.key))
            self._use.setText(self.tr("{mib} MiB").format(mib=number(part.mib)))
            return
        self._name.setText(bar.name or self.tr("Memory (RAM)"))
        in_gib = bar.length_mib >= GIB_FROM_MIB
        used = amount(bar.used_mib, in_gib)
        if bar.total_mib is None:
            words = self.tr("{used} GiB, size unknown") if in_gib else self.tr("{used} MiB, size unknown")
            self._use.setText(words.format(used=used))
            return
        words = self.tr("{used} of {total} GiB") if in_gib else self.tr("{used} of {total} MiB")
        self._use.setText(words.format(used=used, total=amount(bar.total_mib, in_gib)))


class IdleGpu(QWidget):
    """A GPU that the engine cannot use, and the way to an engine that can. action(str): what to do."""

    action = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._advice = ""
        self._words = Text("", "small", wrap=True)
        self._words.set_tone("warn")
        self._button = Button(self.tr("What to install"), "outline", compact=True)
        self._button.clicked.connect(lambda: self.action.emit(self._advice))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, HAIRLINE, 0, 0)
        row.setSpacing(S)
        row.addWidget(IconLabel("warning", "warn", 1.1), 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout()
        column.setSpacing(XS)
        column.addWidget(self._words)
        column.addWidget(self._button, 0, Qt.AlignmentFlag.AlignLeft)
        row.addLayout(column, 1)

    def set_words(self, words: str) -> None:
        """The first sentence is shown, what to do about it is behind the button; "" hides it all."""
        first, dot, advice = words.partition(". ")
        self._words.setText(first + dot.strip())
        self._advice = advice
        set_tip(self._button, advice)
        self._button.setAccessibleDescription(words)
        self.setVisible(bool(words))


class FitCard(Card):
    """take_over(object): the LaunchPlan of the proposed remedies. what_to_install(str): how an idle GPU can be used.

    details(): everything about memory is wanted. drifted(): other programs use much more or less than when the fit was
    computed.
    """

    take_over = Signal(object)
    details = Signal()
    what_to_install = Signal(str)
    drifted = Signal()
    DRIFT_MIB = 128.0
    MOVED_MIB = 32.0

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._fit: Fit | None = None
        self._running = False
        self._pci: Mapping[str, str | None] = {}
        self._processor_only = False
        self._remedies: tuple[Remedy, ...] = ()
        self._rows: list[DeviceRow] = []
        self._asked_again = False
        self._drift = Drift()
        self._asks_for_target = True
        self._tight = self._opened = False
        self._height = 10_000
        self._said = ""
        self.layout().setContentsMargins(M, S, M, S)
        self.layout().setSpacing(0)
        self.body.setSpacing(XS)
        self._mark = IconLabel("info", "neutral", 1.2)
        self._words = Text("", "section", wrap=True)
        self._words.setAlignment(Qt.AlignmentFlag.AlignTop)
        verdict = QHBoxLayout()
        verdict.setSpacing(S)
        verdict.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignTop)
        verdict.addWidget(self._words, 1)
        self.open_details = IconButton("chevron-right", self.tr("Memory in detail"), compact=True)
        self.open_details.setAccessibleDescription(self.tr("The largest context and draft, and who uses the rest"))
        self.open_details.clicked.connect(self.details)
        verdict.addWidget(self.open_details, 0, Qt.AlignmentFlag.AlignTop)
        self.fold = IconButton("chevron", "", compact=True)
        self.fold.clicked.connect(self._turn)
        self.fold.hide()
        verdict.addWidget(self.fold, 0, Qt.AlignmentFlag.AlignTop)
        self.body.addLayout(verdict)
        self._rest = QWidget()
        set_look(self._rest, transparent=True)
        self._below = QVBoxLayout(self._rest)
        self._below.setContentsMargins(0, 0, 0, 0)
        self._below.setSpacing(XS)
        self.body.addWidget(self._rest)
        self._fill_rest()
        self.set_state(None)
        follow_theme(self._restyle)

    def _fill_rest(self) -> None:
        """What stands below the verdict."""
        self._apply = Button("", "outline", compact=True)
        self._apply.clicked.connect(self._apply_remedies)
        self._details = Button(self.tr("What would help…"), "outline", compact=True)
        set_tip(self._details, self.tr("All changes with what each saves, and who uses the rest of the memory"))
        self._details.clicked.connect(self.details)
        buttons = WrapLayout(gap=8)
        buttons.addWidget(self._apply)
        buttons.addWidget(self._details)
        self._below.addLayout(buttons)
        self._machine = Text("", "small", wrap=True)
        set_tip(self._machine, explained("fit"))
        self._below.addWidget(self._machine)
        self._bars = QVBoxLayout()
        self._bars.setSpacing(S)
        self._below.addLayout(self._bars)
        self.figures = Figures()
        self._below.addWidget(self.figures)
        self._processor = ElidedLabel(self.tr("This engine uses the processor only."), "small")
        self._below.addWidget(self._processor)
        self._note = Notice()
        self._note.setVisible(False)
        self._below.addWidget(self._note)
        self._idle = IdleGpu()
        self._idle.action.connect(self.what_to_install)
        self._below.addWidget(self._idle)

    def set_room(self, height: int) -> None:
        """Height of the panel around it, px: in a low one its first sentence stands alone until it is opened."""
        self._height = height
        tight = height < FOLD_BELOW_EM * current().body_px
        if tight != self._tight:
            self._tight, self._opened = tight, False
            self._show_folded()

    def _restyle(self, _theme: Theme) -> None:
        self.set_room(self._height)

    @property
    def is_folded(self) -> bool:
        """Only its first sentence is in sight."""
        return self._tight and not self._opened

    def _turn(self) -> None:
        self._opened = not self._opened
        self._show_folded()

    def _show_folded(self) -> None:
        folded = self.is_folded
        self._rest.setVisible(not folded)
        self.open_details.setVisible(self._fit is not None and not folded)
        self.fold.setVisible(self._tight)
        self.fold.set_icon_name("chevron" if folded else "minus")
        self.fold.set_name(self.tr("Show the whole memory fit") if folded else self.tr("Show the verdict only"))
        first, dot, _rest = self._said.partition(". ")
        self._words.setText(f"{first}{dot.strip()}" if folded else source_kept(self._said))

    def set_machine(self, sentences: Sequence[str]) -> None:
        """What this computer can run: shown while there is no fit to show."""
        self._machine.setText("\n".join([self.tr("What this computer can run:"), *sentences]))
        self._machine.setVisible(self._fit is None and self._asks_for_target and bool(sentences))

    def set_engine(self, engine: EngineInfo | None) -> None:
        """The engine in use: bus addresses of its devices, so that readings of equal cards find their bar; one without
        a GPU is said before a start."""
        self._pci = {device.id: device.pci for device in (engine.devices if engine else ())}
        self._processor_only = engine is not None and engine.usable and not engine.has_gpu
        self._show_processor()

    def _show_processor(self) -> None:
        """Once: an idle card says it too."""
        self._processor.setVisible(self._processor_only and self._fit is not None and self._idle.isHidden())

    def out_of_date(self) -> None:
        """What the verdict rests on is another now: a new fit is wanted."""
        if self._fit is not None:
            self.drifted.emit()

    def set_running(self, running: bool) -> None:
        """Whether our own server is part of what is used."""
        self._running = running

    def set_reading(self, reading: MonitorReading) -> None:
        """What is used now. Asks for a new fit once when that moved far from what the verdict was based on.

        Bars and verdict come from the same figures, so both wait for that fit. While a server of ours is there, the
        verdict is of the time before it started; what others use now is told beside it, without what that server uses.
        """
        if self._fit is None:
            return
        if self._running or reading.host.server_rss_mib is not None:
            if reading.server is not None:
                self._show_others(without_server(reading, reading.server))
        elif not self._asked_again and drift_mib(self._fit, bars_of(self._fit, reading, self._pci)) > self.DRIFT_MIB:
            self._asked_again = True
            self.drifted.emit()

    def _show_others(self, others: MonitorReading) -> None:
        """Bars with what other programs use now; small changes would only flicker."""
        bars = bars_of(self._fit, others, self._pci)
        if moved_mib(self.bars(), bars) >= self.MOVED_MIB:
            self._draw(bars, now=True)
        if self._drift.add(telling_mib(self._fit, bars)):
            self._show_notes()

    def set_state(self, event: FitReady | None) -> None:
        """Show a fit; None while nothing is known."""
        self._fit = event.fit if event else None
        self._remedies = event.remedies if event else ()
        self._asked_again = False
        self._drift.begin()
        if self._fit is None:
            problem = event.problem if event else None
            words = problem or self.tr("Choose a target to see whether it fits.")
            self._say(words, "warning" if problem else "info", "warn" if problem else "neutral")
        else:
            partly = self._fit.verdict == "fits" and event.fitted_layers is not None
            self._say(event.words, *TONES["tight" if partly else self._fit.verdict])
        words = self.tr("Apply both") if len(self._remedies) == 2 else self.tr("Apply all")
        self._apply.setText(self.tr("Apply") if len(self._remedies) == 1 else words)
        set_tip(self._apply, ", ".join(remedy.words for remedy in self._remedies))
        self._apply.setVisible(bool(self._remedies))
        self._show_folded()
        self._details.setVisible(self._fit is not None and self._fit.verdict != "fits")
        self._asks_for_target = self._fit is None and not (event and event.problem)
        self._machine.setVisible(self._asks_for_target and bool(self._machine.text()))
        self._idle.set_words((event.idle_gpu if event else None) or "")
        self._show_processor()
        self._show_notes()
        self._draw()

    def words(self) -> str:
        """The verdict shown."""
        return self._said

    def bars(self) -> tuple[Bar, ...]:
        """The bars shown."""
        return tuple(row.bar.bar() for row in self._rows if not row.isHidden())

    def bar_widgets(self) -> list[FitBar]:
        """The painted bars in sight."""
        return [row.bar for row in self._rows if not row.isHidden()]

    def _say(self, words: str, icon_name: str, tone: str) -> None:
        self._said = words
        self._show_folded()
        self._words.set_tone(tone)
        self._mark.set(icon_name, tone)
        self.setAccessibleName(self.tr("Memory fit"))
        self.setAccessibleDescription(words)

    def _show_notes(self) -> None:
        """Once it was told that other programs moved, the line stays until the next fit: nothing above it jumps."""
        notes = self._fit.notes if self._fit else ()
        more, shown = self._drift.told_mib, ""
        if more is not None and more > 0:
            shown = self.tr("Other programs use {size} more than before the start.").format(size=size_words(more))
        elif more is not None and more < 0:
            shown = self.tr("Other programs use {size} less than before the start.").format(size=size_words(-more))
        elif more is not None:
            shown = self.tr("Other programs use about as much as before the start.")
        elif self._fit is not None and self._fit.upper_bound:
            shown = self.tr("Upper bound: real use may be lower.")
        self._note.set_state(shown, "neutral")
        for label in (self._note, self._words):
            set_tip(label, "\n\n".join([explained("fit"), *notes]))
        self._note.setAccessibleDescription(" ".join(notes))

    def _draw(self, bars: Sequence[Bar] = (), *, now: bool = False) -> None:
        """bars: as the fit knows it, or with what is used now, and then it is said that this is of now."""
        bars = tuple(bars) or (bars_of(self._fit) if self._fit else ())
        while len(self._rows) < len(bars):
            self._rows.append(DeviceRow())
            self._bars.addWidget(self._rows[-1])
        for place, row in enumerate(self._rows):
            row.setVisible(place < len(bars))
            if place < len(bars):
                row.set_bar(bars[place])
        self.figures.setVisible(bool(bars))
        if bars and self._fit is not None:
            self.figures.set_bars(self._all_parts(), bars, self._has_draft(), now=now)
            shown = self._rows[: len(bars)]
            twin = [f"{row.bar.accessibleName()}: {row.bar.full_words()}." for row in shown]
            self.setAccessibleDescription(" ".join([self._said, *twin, *self._fit.notes]))

    def _all_parts(self) -> tuple[Bar, ...]:
        """Bars of everything, also of memory that has no bar of its own."""
        bars = bars_of(self._fit)
        if any(bar.id == HOST for bar in bars):
            return bars
        host = self._fit.host
        keys = (*TARGET_PARTS, *DRAFT_PARTS)
        values = [host.target.weights, host.target.cache, host.target.compute]
        values += [host.draft.weights, host.draft.cache, host.draft.compute] if host.draft else [0.0] * 3
        return (*bars, Bar(HOST, "", None, tuple(Part(key, mib) for key, mib in zip(keys, values, strict=True))))

    def _has_draft(self) -> bool:
        drafts = [device.draft for device in self._fit.devices] + [self._fit.host.draft]
        return any(draft is not None for draft in drafts)

    def _apply_remedies(self) -> None:
        if self._remedies:
            plan: LaunchPlan = self._remedies[-1].plan
            self.take_over.emit(plan)
