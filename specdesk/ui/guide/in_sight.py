"""The numbers that a window shows now, each with what it means: a page of the guide, for those who do not point."""

from __future__ import annotations

import re
from collections.abc import Iterator

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QAbstractItemView, QAbstractSpinBox, QLabel, QTableView, QWidget

from specdesk.ui.compare.chart import Chart
from specdesk.ui.guide.pages import GuidePage
from specdesk.ui.parts.tab_order import as_read

NUMBERS = "numbers"
"""Key of the page."""
_DIGIT = re.compile(r"\d")
_MARKUP = re.compile(r"([\\`*_\[\]<>#|])")


def figures_of(root: QWidget) -> Iterator[tuple[QWidget, str]]:
    """Everything in sight that shows a number, as one reads it, and what it shows."""
    for widget in as_read(root):
        if isinstance(widget, QLabel):
            said = widget.text()
        elif isinstance(widget, QAbstractSpinBox):
            said = f"{widget.accessibleName()}: {widget.text()}"
        elif isinstance(widget, Chart):
            said = f"{widget.accessibleName()}: {widget.accessibleDescription()}"
        else:
            continue
        if _DIGIT.search(said):
            yield widget, said


def meaning_of(widget: QWidget, root: QWidget) -> str:
    """What is said under the pointer, or by the nearest thing around that says something; "" = nothing."""
    around: QWidget | None = widget
    while around is not None and around is not root:
        tip, shown = around.toolTip(), around.text() if isinstance(around, QLabel) else ""
        if tip and tip.split() != shown.split():  # a tip stands in lines
            return tip
        around = around.parentWidget()
    return widget.accessibleDescription() if isinstance(widget, QAbstractSpinBox) else ""


def columns_of(root: QWidget) -> Iterator[tuple[QAbstractItemView, str, str]]:
    """Each column of the tables in sight: its table, its name and what that means, "" = nothing."""
    for widget in as_read(root):
        if not isinstance(widget, QTableView):
            continue
        model = widget.model()
        for column in range(model.columnCount()):
            if not widget.isColumnHidden(column):
                name, meaning = (
                    str(model.headerData(column, Qt.Orientation.Horizontal, role) or "")
                    for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)
                )
                yield widget, " ".join(name.split()), meaning


def page_of(root: QWidget) -> GuidePage | None:
    """The page about what a window shows now; None where there is no number to explain."""
    told: dict[str, list[str]] = {}
    seen = [(said, meaning_of(widget, root)) for widget, said in figures_of(root)]
    seen += [(name, meaning) for _table, name, meaning in columns_of(root)]
    for said, meaning in seen:
        parts = (" ".join(part.split()) for part in meaning.split("\n\n"))
        known = told.setdefault("\n\n".join(part for part in parts if part and part != said), [])
        if said not in known:
            known.append(said)
    told.pop("", None)
    if not told:
        return None
    title = QCoreApplication.translate("Guide", "Numbers in sight")
    entries = [
        "\n\n".join([f"**{' · '.join(map(_plain, said))}**", *map(_plain, meaning.split("\n\n"))])
        for meaning, said in told.items()
    ]
    return GuidePage(key=NUMBERS, title=title, text="\n\n".join([f"# {title}", *entries]) + "\n")


def _plain(text: str) -> str:
    """As it stands, in Markdown."""
    return _MARKUP.sub(r"\\\1", " ".join(text.split()))
