"""What an engine can tell and do, one line each, with the reason for every no."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QGridLayout, QWidget

from specdesk.chat.attached.identity import Capability, LoadedModel
from specdesk.ui.parts import IconLabel, Text
from specdesk.ui.theme import M, S, number

translate = QCoreApplication.translate


def capability_names() -> dict[str, str]:
    """Each of them in words."""
    return {
        "rate": translate("Attach", "Tokens per second"),
        "acceptance": translate("Attach", "Guesses used"),
        "per-position": translate("Attach", "Guesses by position"),
        "tokens-per-pass": translate("Attach", "Tokens per step"),
        "memory": translate("Attach", "Memory"),
        "switch": translate("Attach", "On or off per question"),
        "start": translate("Attach", "Start and stop"),
    }


class CapabilityList(QWidget):
    """A mark, a name and a sentence per capability."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(M)
        self._grid.setVerticalSpacing(S)
        self._grid.setColumnStretch(2, 1)
        self._shown: tuple[tuple[str, str, str], ...] = ()

    def set(self, capabilities: tuple[Capability, ...]) -> None:
        """Show these."""
        while (item := self._grid.takeAt(0)) is not None:
            if item.widget() is not None:
                item.widget().deleteLater()
        names = capability_names()
        shown = []
        for row, one in enumerate(capabilities):
            name = Text(names[one.name])
            why = Text(one.why, "muted", wrap=True)
            mark = IconLabel("check" if one.offered else "minus", "good" if one.offered else "neutral")
            said = translate("Attach", "yes") if one.offered else translate("Attach", "no")
            name.setAccessibleDescription(f"{said}: {one.why}")
            for column, widget in enumerate((mark, name, why)):
                self._grid.addWidget(widget, row, column)
            shown.append((names[one.name], said, one.why))
        self._shown = tuple(shown)

    def rows(self) -> tuple[tuple[str, str, str], ...]:
        """(name, yes or no, why) as shown."""
        return self._shown


def loaded_words(loaded: tuple[LoadedModel, ...]) -> str:
    """What is in the engine's memory: "qwen3:8b 5.0 GiB, 4.0 of them on graphics cards"."""
    parts = []
    for model in loaded:
        if model.size_mib is None:
            continue
        size = f"{number(model.size_mib / 1024, 1)} GiB"
        if model.gpu_mib is None:
            parts.append(translate("Attach", "{name}: {size}").format(name=model.name, size=size))
        else:
            gpu = f"{number(model.gpu_mib / 1024, 1)} GiB"
            words = translate("Attach", "{name}: {size}, of which {gpu} on graphics cards")
            parts.append(words.format(name=model.name, size=size, gpu=gpu))
    return translate("Attach", "In its memory: {models}.").format(models="; ".join(parts)) if parts else ""
