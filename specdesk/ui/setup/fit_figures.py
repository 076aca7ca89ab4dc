"""The figures behind the fit bars, in numbers: the legend of their patterns at the same time."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from specdesk.ui.parts import Text
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.setup.fit_parts import DRAFT_PARTS, TARGET_PARTS, Bar
from specdesk.ui.setup.patterns import Swatch
from specdesk.ui.terms import explained
from specdesk.ui.theme import HAIRLINE, XS, L, M, number

GIB = 1024.0
COLUMNS = 2
GAP = L


def size_words(mib: float) -> str:
    """A size for people: GiB from 1 GiB on, else MiB."""
    if mib >= GIB:
        return QCoreApplication.translate("Figures", "{size} GiB").format(size=number(mib / GIB, 1))
    return QCoreApplication.translate("Figures", "{size} MiB").format(size=number(mib))


class Figures(QWidget):
    """With a draft: a small table of both models. Without: the target's parts among the other entries below."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._numbers: dict[str, Text] = {}
        self._keys: list[str] = []
        self._used_columns = COLUMNS
        self._table = self._make_table()
        names = {
            "target-weights": self.tr("Weights"),
            "target-cache": self.tr("Cache"),
            "target-compute": self.tr("Compute"),
            "overhead": self.tr("Engine"),
            "projector": self.tr("Images"),
            "other": self.tr("Others"),
            "free": self.tr("Free"),
        }
        self._entries = {key: _Entry(key, name, self) for key, name in names.items()}
        self._grid = QGridLayout()
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(GAP)
        self._grid.setVerticalSpacing(HAIRLINE)
        self._grid.setColumnStretch(0, 1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(XS)
        outer.addWidget(self._table)
        outer.addLayout(self._grid)

    def set_bars(self, bars: tuple[Bar, ...], shown: tuple[Bar, ...], has_draft: bool, *, now: bool = False) -> None:
        """bars: everything, summed. shown: those in sight, for what others use and what stays free. now: these two are
        of now, and not what the verdict was computed with."""
        self._entries["free"].set_name(self.tr("Free now") if now else self.tr("Free"))
        self._entries["other"].set_name(self.tr("Others now") if now else self.tr("Others"))
        ours = {key: sum(bar.amount([key]) for bar in bars) for key in (*TARGET_PARTS, *DRAFT_PARTS)}
        rest = {key: sum(bar.amount([key]) for bar in shown) for key in self._entries if key not in ours}
        for key, label in self._numbers.items():
            label.setText(size_words(ours[key]))
        self._table.setVisible(has_draft)
        sizes = rest if has_draft else {key: ours.get(key, 0.0) for key in TARGET_PARTS} | rest
        self._place([key for key, size in sizes.items() if size or key in TARGET_PARTS], ours | rest)

    def text(self, key: str) -> str:
        """The size shown for a part; "" while it is not shown."""
        if self._table.isVisibleTo(self) and key in self._numbers:
            return self._numbers[key].text()
        return self._entries[key].size.text() if key in self._entries and not self._entries[key].isHidden() else ""

    def name(self, key: str) -> str:
        """What an entry is called."""
        return self._entries[key].name()

    def minimumSizeHint(self) -> QSize:
        """Narrow enough for one entry in a row."""
        hint = super().minimumSizeHint()
        table = self._table.minimumSizeHint().width() if self._table.isVisibleTo(self) else 0
        return QSize(min(hint.width(), max(table, self._widest())), hint.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._columns() != self._used_columns:
            self._arrange()

    def _widest(self) -> int:
        return max((self._entries[key].sizeHint().width() for key in self._keys), default=0)

    def _columns(self) -> int:
        return COLUMNS if COLUMNS * self._widest() + GAP <= self.width() else 1

    def _place(self, keys: list[str], sizes: dict[str, float]) -> None:
        for key, entry in self._entries.items():
            entry.setVisible(key in keys)
            entry.size.setText(size_words(sizes[key]))
        self._keys = keys
        self._arrange()

    def _arrange(self) -> None:
        """Two entries in a row where they fit, else one."""
        columns = self._used_columns = self._columns()
        for entry in self._entries.values():
            self._grid.removeWidget(entry)
        for place, key in enumerate(self._keys):
            self._grid.addWidget(self._entries[key], place // columns, place % columns)
        self._grid.setColumnStretch(1, columns - 1)

    def _make_table(self) -> QWidget:
        table = QWidget(self)
        grid = QGridLayout(table)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(M)
        grid.setVerticalSpacing(HAIRLINE)
        grid.setColumnStretch(0, 1)
        parts = {"weights": self.tr("Weights"), "cache": self.tr("Cache"), "compute": self.tr("Compute")}
        for row, (kind, words) in enumerate(parts.items(), 1):
            legend = _legend(f"pattern-{kind}", words)
            set_tip(legend, explained(kind))
            grid.addWidget(legend, row, 0, Qt.AlignmentFlag.AlignLeft)
        models = (("target", self.tr("Target"), TARGET_PARTS), ("draft", self.tr("Draft"), DRAFT_PARTS))
        for column, (model, name, keys) in enumerate(models, 1):
            grid.addWidget(_legend(f"{model}-weights", name), 0, column, Qt.AlignmentFlag.AlignRight)
            for row, key in enumerate(keys, 1):
                self._numbers[key] = Text("", "small")
                set_tip(self._numbers[key], explained(_part_of(key)))
                grid.addWidget(self._numbers[key], row, column, Qt.AlignmentFlag.AlignRight)
        return table


class _Entry(QWidget):
    """Sample, name and size of one part."""

    def __init__(self, key: str, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.size, self._name = Text("", "small"), Text(name, "small")
        set_tip(self, explained(_part_of(key)))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(XS)
        row.addWidget(Swatch(key))
        row.addWidget(self._name, 1)
        row.addWidget(self.size)

    def set_name(self, name: str) -> None:
        """Call it something else."""
        self._name.setText(name)

    def name(self) -> str:
        """What it is called."""
        return self._name.text()


def _part_of(key: str) -> str:
    """The term for a part of a bar, whosever it is: "target-weights" are weights."""
    return key.removeprefix("target-").removeprefix("draft-")


def _legend(key: str, words: str) -> QWidget:
    entry = QWidget()
    row = QHBoxLayout(entry)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(XS)
    row.addWidget(Swatch(key))
    row.addWidget(Text(words, "small"))
    return entry
