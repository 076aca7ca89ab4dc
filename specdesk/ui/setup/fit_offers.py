"""Rows of the memory dialog: something that could be chosen, what it gives and costs, and the button that does it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from specdesk.language import number
from specdesk.memory.advice import Remedy
from specdesk.memory.choices import Quantization, Quantizations
from specdesk.memory.measured import Difference
from specdesk.memory.notes import amount
from specdesk.records.fit import FitVerdict
from specdesk.records.memory_use import MemoryUser, MemoryUsers
from specdesk.records.plan import LaunchPlan
from specdesk.service.memory_events import ContextChoice, DraftChoice
from specdesk.ui.parts import Button, Text
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.terms import explained
from specdesk.ui.theme import L, S

translate = QCoreApplication.translate


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """One row. words: what it is. figure: the number on the right; term: what explains it (`ui.terms`). beside: a
    smaller line below. action: words of the button, "" = none; name: what that does, for screen readers. do: pressed.
    """

    words: str
    figure: str = ""
    term: str = "fit"
    beside: str = ""
    action: str = ""
    name: str = ""
    do: Callable[[], None] | None = None


class Offers(QWidget):
    """A heading, a sentence, and rows in three columns: words, figure, button. Hidden while there is nothing to say."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = Text(title, "section")
        self.sentence = Text("", "body", wrap=True)
        set_tip(self.sentence, explained("fit"))
        self._rows = QWidget()
        self._grid = QGridLayout(self._rows)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(L)
        self._grid.setVerticalSpacing(S)
        self._grid.setColumnStretch(0, 1)
        self.buttons: list[Button] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(S)
        column.addWidget(self.title)
        column.addWidget(self.sentence)
        column.addWidget(self._rows)

    def show_rows(self, offers: Iterable[Offer], sentence: str = "") -> None:
        """In place of what was there."""
        self._clear()
        found = list(offers)
        self.sentence.setText(sentence)
        self.sentence.setVisible(bool(sentence))
        for row, offer in enumerate(found):
            self._add(row, offer)
        self._rows.setVisible(bool(found))
        self.setVisible(bool(found) or bool(sentence))

    def texts(self) -> list[str]:
        """All words shown, row by row."""
        items = (self._grid.itemAt(place).widget() for place in range(self._grid.count()))
        return [text for item in items for label in _labels(item) if (text := label.text())]

    def _add(self, row: int, offer: Offer) -> None:
        words = QWidget()
        column = QVBoxLayout(words)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(Text(offer.words, "body", wrap=True))
        if offer.beside:
            column.addWidget(Text(offer.beside, "small", wrap=True))
        self._grid.addWidget(words, row, 0)
        figure = Text(offer.figure)
        for widget in (words, figure):
            set_tip(widget, explained(offer.term))
        self._grid.addWidget(figure, row, 1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if offer.action and offer.do is not None:
            button = Button(offer.action, "outline", compact=True)
            button.setAutoDefault(False)
            button.setAccessibleName(offer.name or f"{offer.action}: {offer.words}")
            button.clicked.connect(lambda _checked=False, do=offer.do: do())
            self.buttons.append(button)
            self._grid.addWidget(button, row, 2, Qt.AlignmentFlag.AlignVCenter)

    def _clear(self) -> None:
        self.buttons = []
        while self._grid.count():
            widget = self._grid.takeAt(0).widget()
            widget.hide()
            widget.deleteLater()


def _labels(item: QWidget) -> list[Text]:
    return [item] if isinstance(item, Text) else item.findChildren(Text)


# ---- what becomes of what the service tells


def of_remedies(remedies: Iterable[Remedy], take: Callable[[object], None]) -> list[Offer]:
    """Single changes with their gains."""
    return [
        Offer(
            words=capital(one.words),
            figure=translate("Offers", "saves {size}").format(size=amount(one.gain_mib)),
            term="saved",
            beside=capital(one.costs) + "." if one.costs else "",
            action=translate("Offers", "Apply"),
            do=lambda plan=one.plan: take(plan),
        )
        for one in remedies
    ]


def of_contexts(contexts: Iterable[ContextChoice], now: LaunchPlan, take: Callable[[object], None]) -> list[Offer]:
    """The largest context per cache type. now: the plan that is set up, which needs no button."""
    besides = {
        "f16": translate("Offers", "the engine's own, exact"),
        "q8_0": translate("Offers", "half the size, hardly a difference"),
        "q4_0": translate("Offers", "a quarter of the size, answers may suffer"),
    }
    return [
        Offer(
            words=translate("Offers", "Cache type {name}").format(name=one.cache),
            beside=capital(besides.get(one.cache, "")),
            term="largest context",
            figure=translate("Offers", "none fits")
            if one.tokens is None
            else translate("Offers", "{count} tokens").format(count=number(one.tokens, grouped=True)),
            action="" if one.plan in (None, now) else translate("Offers", "Use it"),
            do=lambda plan=one.plan: take(plan),
        )
        for one in contexts
    ]


def of_differences(differences: Iterable[Difference]) -> list[Offer]:
    """What was predicted, part by part, beside what the running server took."""
    return [
        Offer(
            words=capital(one.part.removeprefix("the ")),
            beside=one.name,
            term="predicted",
            figure=translate("Offers", "{predicted} → {measured} MiB").format(
                predicted=number(one.predicted, grouped=True), measured=number(one.measured, grouped=True)
            ),
        )
        for one in differences
    ]


def of_draft(draft: DraftChoice | None, current: str | None, choose: Callable[[str], None]) -> list[Offer]:
    """The largest draft that fits."""
    if draft is None:
        return []
    here = draft.path == current
    size = "" if draft.size_mib is None else amount(draft.size_mib)
    return [
        Offer(
            words=draft.name,
            figure=size,
            term="file size",
            beside=translate("Offers", "In use.") if here else "",
            action="" if here else translate("Offers", "Use it"),
            do=lambda: choose(draft.path),
        )
    ]


def of_quantizations(found: Quantizations | None, current: str | None, choose: Callable[[str], None]) -> list[Offer]:
    """One model in all its files."""
    return [] if found is None else [_quantization(one, one.path == current, choose) for one in found.files]


def _quantization(one: Quantization, here: bool, choose: Callable[[str], None]) -> Offer:
    verdicts = [translate("Offers", "alone: {verdict}").format(verdict=verdict_words(one.alone))] if one.alone else []
    if one.with_draft:
        verdicts.append(translate("Offers", "with this draft: {verdict}").format(verdict=verdict_words(one.with_draft)))
    words = ", ".join(verdicts) or (one.problem or "")
    return Offer(
        words=translate("Offers", "{label} (in use)").format(label=one.label) if here else one.label,
        beside=capital(words),
        figure="" if one.size_mib is None else amount(one.size_mib),
        term="file size",
        action="" if here or one.problem else translate("Offers", "Choose"),
        name=translate("Offers", "Choose {name}").format(name=one.label),
        do=lambda: choose(one.path),
    )


def of_users(found: MemoryUsers, ask: Callable[[str], None]) -> list[Offer]:
    """Who uses the memory, place by place; programs that can be asked to unload have a button."""
    return [_user(one, ask) for one in found.users]


def _user(one: MemoryUser, ask: Callable[[str], None]) -> Offer:
    place = translate("Offers", "RAM") if one.place == "RAM" else one.place
    count = len(one.pids)
    beside = place if count < 2 else translate("Offers", "{place}, {count} processes").format(place=place, count=count)
    name = {"ollama": "Ollama", "lm-studio": "LM Studio"}.get(one.asks or "", "")
    return Offer(
        words=one.name,
        beside=beside,
        figure=translate("Offers", "not told") if one.mib is None else amount(one.mib),
        term="in use",
        action=translate("Offers", "Ask {name} to unload").format(name=name) if name else "",
        do=lambda: ask(str(one.asks)),
    )


def verdict_words(verdict: FitVerdict) -> str:
    """A verdict inside a sentence."""
    return {
        "fits": translate("Offers", "fits"),
        "tight": translate("Offers", "tight"),
        "no": translate("Offers", "too big"),
    }[verdict]


def capital(words: str) -> str:
    """The same words as the beginning of a sentence."""
    return words[:1].upper() + words[1:]
