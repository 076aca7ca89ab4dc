"""Fields for numbers that take point and comma alike, and never read another number than the one that stands in them.

Qt's own boxes leave out the keys that do not fit, so that "0,5" becomes 05, "100" beside a limit of 64 becomes 10, and
a group sign counts for nothing. Here all that was typed stays; what is no number within the limits is not taken when
the user settles on it: the field goes back to the number it had, and says why.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from PySide6.QtCore import QCoreApplication, QLocale, QPoint, QSize, QTimer
from PySide6.QtGui import QFocusEvent, QValidator, QWheelEvent
from PySide6.QtWidgets import QDoubleSpinBox, QSpinBox, QToolTip, QWidget

from specdesk.ui.shell.announce import announce

State = QValidator.State
_MINUS = "\u2212"
_GAPS = str.maketrans(dict.fromkeys("\u00a0\u202f\u2009'\u2019", " "))
"""What parts groups of digits in some languages, beside point, comma and blank."""
_GROUPED = re.compile(r"(?P<whole>[1-9]\d{0,2}(?P<sign>[., ])\d{3}(?:(?P=sign)\d{3})*)(?:(?P<mark>[.,])(?P<rest>\d*))?")
_PLAIN = re.compile(r"(?P<whole>\d*)(?:(?P<mark>[.,])(?P<rest>\d*))?")
MANY = 12
"""Decimals of anything that somebody may mean."""

SURE = 15
"""Digits of a whole number that fits every kind of number here, Qt's own included."""

SAID = 40
"""Letters of what was typed that are said again."""


def number_in(text: str, decimals: int) -> float | None:
    """The number that a text is in any of the usual ways of writing it; None where it could be another, or is none.

    "0,5" and "0.5" are the same. Where nothing stands behind a decimal mark (decimals = 0), "8,192" and "8.192" are
    8192 and "8,5" is nothing; elsewhere a single mark is the decimal one, and "1,500" is nothing: it could be both.
    """
    body = text.strip().replace(_MINUS, "-").translate(_GAPS)
    sign, body = (-1, body[1:]) if body.startswith("-") else (1, body)
    found = _GROUPED.fullmatch(body)
    if found is not None and found["mark"] != found["sign"]:
        whole = re.sub(r"\D", "", found["whole"])
        only = found["mark"] is None and found["sign"] != " " and len(whole) <= 6
        if decimals and only:
            return None
    else:
        found = _PLAIN.fullmatch(body)
        whole = found["whole"] if found is not None else ""
    if found is None or (found["mark"] and not decimals) or not whole + (found["rest"] or ""):
        return None
    rest = (found["rest"] or "").rstrip("0")
    return sign * float(f"{whole or 0}.{rest or 0}") if len(rest) <= decimals else None


class _Careful:
    """Before a box of Qt among the bases: what is typed into it is read by `number_in`, or not at all.

    The wheel is left to the page unless the box has the focus. Digits stand in groups until it has.
    """

    _is_edited = False
    _refused = ""

    def places(self) -> int:
        """Digits that can stand behind the decimal mark."""
        return 0

    def words(self) -> Mapping[str, float]:
        """Texts that stand for a number."""
        special = self.specialValueText()
        return {special: self.minimum()} if special else {}

    # ---- reading ----

    def number(self, text: str) -> float | None:
        """What a text means here, None where that is not sure; with or without the unit."""
        body = self._bare(text).strip()
        for words, value in self.words().items():
            if body.casefold() == words.casefold():
                return value
        local = self.locale()
        for own, usual in ((local.decimalPoint(), "."), (local.negativeSign(), "-")):
            body = body if own in (",", ".", "-") else body.replace(own, usual)
        found = number_in(body, self.places())
        grouped = number_in(body, 0) if found is None and self.places() else None
        if grouped is not None and not self._is_within(grouped):
            found = number_in(f"{body}0", self.places())  # one digit more, and it is no group of three
        if found is None and not self.places():  # groups of this language that are not of three digits
            digits = "".join(character for character in body if character.isdecimal())
            if 0 < len(digits) <= SURE and body == local.toString(int(digits)):
                return float(digits)
        return found

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        """All that may become a number, or has to be told of, stays; the unit keeps its place."""
        body = self._bare(text)
        unit = set((self.prefix() + self.suffix()).replace(" ", ""))
        if unit & set(body) or (self.suffix() and body != body.rstrip()):
            return State.Invalid, text, position
        found = self.number(text)
        fits = found is not None and self._is_within(found)
        return State.Acceptable if fits else State.Intermediate, text, position

    def _is_within(self, number: float) -> bool:
        return self.minimum() <= number <= self.maximum()

    def fixup(self, text: str) -> str:
        """It is not taken: say why. The number that was there comes back."""
        body = self._bare(text).strip()
        if body and not self._refused:
            self._refused = self._why_not(body)
            QTimer.singleShot(0, self, self._tell)  # a focus that moves on would hide the tip
        return text

    def _bare(self, text: str) -> str:
        return text.removeprefix(self.prefix()).removesuffix(self.suffix())

    def _why_not(self, body: str) -> str:
        now, found = self.shown(self.value()), self.number(body)
        if found is not None:
            low = self.minimum() + (self.singleStep() if self.specialValueText() else 0)
            words = QCoreApplication.translate("NumberBox", "Here goes {low} to {high}; it is still {now}.")
            return words.format(low=self.shown(low), high=self.shown(self.maximum()), now=now)
        grouped = number_in(body, 0) if self.places() else None
        if grouped is not None and self._is_within(grouped):
            words = QCoreApplication.translate("NumberBox", "“{text}” can be read in two ways; it is still {now}.")
        elif grouped is None and number_in(body, MANY) is None:
            words = QCoreApplication.translate("NumberBox", "“{text}” is not a number; it is still {now}.")
        elif self.places():
            words = QCoreApplication.translate("NumberBox", "Too many decimals in “{text}”; it is still {now}.")
        else:
            words = QCoreApplication.translate("NumberBox", "“{text}” is not a whole number; it is still {now}.")
        return words.format(text=body if len(body) <= SAID else f"{body[: SAID - 1]}…", now=now)

    def _tell(self) -> None:
        words, self._refused = self._refused, ""
        if words and self.isVisible():
            QToolTip.showText(self.mapToGlobal(QPoint(0, self.height())), words, self)
            announce(self, words)

    # ---- showing ----

    def shown(self, value: float) -> str:
        """A value as it stands in the field."""
        special = self.specialValueText()
        return special if special and value == self.minimum() else f"{self.textFromValue(value)}{self.suffix()}"

    def textFromValue(self, value: float) -> str:
        """Without groups while it is edited: taking a digit away would leave "8,19"."""
        if not (self._is_edited and self.isGroupSeparatorShown()):
            return super().textFromValue(value)
        plain = QLocale(self.locale())
        plain.setNumberOptions(plain.numberOptions() | QLocale.NumberOption.OmitGroupSeparator)
        return plain.toString(value, "f", self.places()) if self.places() else plain.toString(round(value))

    def sizeHint(self) -> QSize:
        """As wide as with groups, edited or not."""
        return self._roomy(super().sizeHint)

    def minimumSizeHint(self) -> QSize:
        """The same."""
        return self._roomy(super().minimumSizeHint)

    def _roomy(self, hint: Callable[[], QSize]) -> QSize:
        edited, self._is_edited = self._is_edited, False
        try:
            return hint()
        finally:
            self._is_edited = edited

    def _edit(self, edited: bool) -> None:
        self._is_edited = edited
        if self.isGroupSeparatorShown():
            self.setSpecialValueText(self.specialValueText())  # writes the text anew

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._edit(True)
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._edit(False)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class WholeBox(_Careful, QSpinBox):
    """A whole number."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)

    def valueFromText(self, text: str) -> int:
        found = self.number(text)
        return round(found) if found is not None and self._is_within(found) else self.value()


class DecimalBox(_Careful, QDoubleSpinBox):
    """A number with decimals; `setDecimals` says how many."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)

    def places(self) -> int:
        """As set."""
        return self.decimals()

    def valueFromText(self, text: str) -> float:
        found = self.number(text)
        return found if found is not None and self._is_within(found) else self.value()
