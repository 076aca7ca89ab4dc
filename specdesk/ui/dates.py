"""Days and times of the clock, as this user's language and system write them."""

from __future__ import annotations

import re
from datetime import date, datetime

from PySide6.QtCore import QDate, QLocale, QTime

WEEKDAY = re.compile(r"[\s,.]*d{3,4}[\s,.]*")
"""The name of the day in a format of Qt, with what sets it apart from the rest."""


def clock(moment: float) -> str:
    """A time of the clock (s since 1970): "09:14", "9:14 AM"."""
    then = datetime.fromtimestamp(moment)
    return QLocale().toString(QTime(then.hour, then.minute, then.second), QLocale.FormatType.ShortFormat)


def calendar_day(day: date) -> str:
    """A day, its month in letters: "12 May 2026", "May 12, 2026", "12 mei 2026"."""
    written = QLocale().dateFormat(QLocale.FormatType.LongFormat)
    return QLocale().toString(QDate(day.year, day.month, day.day), WEEKDAY.sub("", written, count=1))
