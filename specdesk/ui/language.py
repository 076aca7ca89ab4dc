"""The language of the window: one catalogue for the window and for the sentences made below it.

Catalogues are `resources/languages/specdesk_<code>.qm`, compiled from the `.ts` files beside them that Qt Linguist
edits (`make words`). English is in the source. A language is settled before any widget with words is made.
"""

from __future__ import annotations

import logging

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from specdesk import language, paths

log = logging.getLogger(__name__)

NAMES = {"en": "English", "nl": "Nederlands"}
"""What there is, each by its own name."""


def code_of(chosen: str) -> str:
    """The language to use. chosen: a code, or "system". English for what there is no catalogue of."""
    wanted = QLocale.system().name() if chosen == "system" else chosen
    code = wanted.partition("_")[0].partition("-")[0]
    return code if code in NAMES else "en"


def settle(app: QCoreApplication, chosen: str) -> str:
    """Let the whole program speak a language; returns its code. Numbers and dates follow: those of the system where
    the language is the system's own, else those of the language."""
    code = code_of(chosen)
    system = QLocale.system()
    plain = code == "en" and system.language() == QLocale.Language.C
    QLocale.setDefault(system if plain or system.language() == QLocale(code).language() else QLocale(code))
    for window in app.topLevelWidgets() if isinstance(app, QApplication) else ():
        window.setLocale(QLocale())  # the empty first window: number fields in it have its locale
    for old in app.findChildren(QTranslator):
        app.removeTranslator(old)
        old.deleteLater()
    signs = QLocale().decimalPoint(), QLocale().groupSeparator()
    language.speak(None, *signs)
    if code == "en":
        return code
    for name, place in (
        (f"qtbase_{code}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)),
        (f"specdesk_{code}", str(paths.resources_dir() / "languages")),
    ):
        translator = QTranslator(app)
        if translator.load(name, place):
            app.installTranslator(translator)
        else:
            log.warning("no catalogue %s in %s", name, place)
            translator.deleteLater()
    language.speak(QCoreApplication.translate, *signs)
    return code
