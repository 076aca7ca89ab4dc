"""Saving what a compare found as a card, in each of its forms, and the script that measures without SpecDesk."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication

from specdesk.service.take_away import SCRIPT_NAME, script
from specdesk.ui.compare.cards import contents
from specdesk.ui.compare.result import COPY, MARKDOWN, NUMBERS, PICTURE, TABLE
from specdesk.ui.compare.shown import Shown
from specdesk.ui.monitor.saving import Saving

translate = QCoreApplication.translate


def save_card(saving: Saving, shown: Shown, form: str) -> None:
    """Ask where to save it in this form, or copy it."""
    makes = contents(shown.stored, shown.result, shown.pair)
    if form == COPY:
        QGuiApplication.clipboard().setText(makes["md"]().decode())
        return
    ending, kind = {
        PICTURE: ("png", translate("Compare", "Picture (*.png)")),
        MARKDOWN: ("md", translate("Compare", "Markdown (*.md)")),
        TABLE: ("csv", translate("Compare", "Table (*.csv)")),
        NUMBERS: ("json", translate("Compare", "Figures (*.json)")),
    }[form]
    saving.ask(translate("Compare", "Save the card"), f"specdesk-compare.{ending}", kind, makes[ending])


def save_script(saving: Saving) -> None:
    """Ask where to save a copy of the script."""
    title = translate("Compare", "Take the script along")
    saving.ask(title, SCRIPT_NAME, translate("Compare", "Python script (*.py)"), script)
