"""The language of the window: one catalogue for the window and for the sentences made below it.

Catalogues are `resources/languages/specdesk_<code>.qm`, compiled from the `.ts` files beside them that Qt Linguist
edits (`make words`). English is in the source; a language is there as soon as its catalogue is. It is settled before
any widget with words is made.
"""

from __future__ import annotations

import logging
import os
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, Qt, QTranslator
from PySide6.QtWidgets import QApplication

from specdesk import catalogues, language, paths
from specdesk.catalogues import ENGLISH, SYSTEM

log = logging.getLogger(__name__)

_CATALOGUE = "specdesk_"


def names() -> dict[str, str]:
    """Code -> its own name, of every language that there is: English first, then those with a catalogue. A language
    that Qt does not know is called by its code."""
    found = sorted(path.stem.removeprefix(_CATALOGUE) for path in _place().glob(f"{_CATALOGUE}*.qm"))
    return {ENGLISH: "English"} | {code: _own_name(code) for code in found}


def called(code: str) -> str:
    """ "Dutch (Nederlands)": in the language of the window where that has a word for it, and by its own name."""
    known = {
        ENGLISH: QCoreApplication.translate("LanguageDesk", "English"),
        "nl": QCoreApplication.translate("LanguageDesk", "Dutch"),
    }
    own = names().get(code, code)
    name = known.get(code, own)
    return own if name == own else f"{name} ({own})"


def code_of(chosen: str) -> str:
    """The language to use, as the verbs decide it. chosen: a code, or "system". English for what there is no catalogue
    of."""
    code = catalogues.code_of(chosen, os.environ)
    return code if code in names() else ENGLISH


def system_language() -> str:
    """The language that the system's own dialogs speak: its code."""
    system = QLocale.system()
    wanted = next(iter(system.uiLanguages()), "")
    code = wanted.partition("-")[0].partition("_")[0].lower()
    return ENGLISH if code in ("", "c", "posix") else code


def settle(app: QCoreApplication, chosen: str) -> str:
    """Let the whole program speak a language; returns its code. Numbers and dates follow: those of the system where
    the language is the system's own, else those of the language. The system's dialogs for files speak its language
    only: where the user chose another, Qt's take their place."""
    code = code_of(chosen)
    system = QLocale.system()
    plain = code == ENGLISH and system.language() == QLocale.Language.C
    QLocale.setDefault(system if plain or system.language() == QLocale(code).language() else QLocale(code))
    for window in app.topLevelWidgets() if isinstance(app, QApplication) else ():
        window.setLocale(QLocale())  # the empty first window: number fields in it have its locale
    for old in app.findChildren(QTranslator):
        app.removeTranslator(old)
        old.deleteLater()
    own_dialogs = chosen == SYSTEM or code == system_language()
    app.setAttribute(Qt.ApplicationAttribute.AA_DontUseNativeDialogs, not own_dialogs)
    signs = QLocale().decimalPoint(), QLocale().groupSeparator()
    language.speak(None, *signs)
    if code == ENGLISH:
        return code
    for name, place in (
        (f"qtbase_{code}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)),
        (f"specdesk_{code}", str(_place())),
    ):
        translator = QTranslator(app)
        if translator.load(name, place):
            app.installTranslator(translator)
        else:
            log.warning("no catalogue %s in %s", name, place)
            translator.deleteLater()
    language.speak(QCoreApplication.translate, *signs)
    return code


def _place() -> Path:
    return paths.resources_dir() / "languages"


def _own_name(code: str) -> str:
    locale = QLocale(code)
    own = "" if locale.language() == QLocale.Language.C else locale.nativeLanguageName()
    return own[:1].upper() + own[1:] if own else code
