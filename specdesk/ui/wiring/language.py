"""Another language: the window is made anew in it, at once where the user wants that, else at the next start."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from specdesk.settings import Settings
from specdesk.ui import language
from specdesk.ui.shell.notices import Matter, Notices
from specdesk.ui.wiring.keeper import SettingsKeeper

LANGUAGE = "language"


class LanguageDesk(QObject):
    """anew(): the user wants the window made anew."""

    anew = Signal()

    def __init__(self, notices: Notices, keeper: SettingsKeeper) -> None:
        """Both are those of a window that speaks the language of the settings."""
        super().__init__(notices)
        self._notices = notices
        self._spoken = language.code_of(keeper.settings.language)
        self._chosen = keeper.settings.language
        keeper.changed.connect(self._follow)
        notices.acted.connect(self._acted)

    def _follow(self, settings: Settings) -> None:
        if settings.language == self._chosen:
            return
        self._chosen = settings.language
        code = language.code_of(settings.language)
        if code == self._spoken:
            self._notices.clear(LANGUAGE)
            return
        what = self.tr("SpecDesk speaks {language} from its next start on.")
        self._notices.say(
            Matter(
                key=LANGUAGE,
                what=what.format(language=language.called(code)),
                why=self.tr("Or at once, in a new window: server and chat go on."),
                tone="accent",
                actions=(("anew", self.tr("Change it now")),),
            )
        )

    def _acted(self, key: str, _action: str) -> None:
        if key == LANGUAGE:
            self._notices.clear(LANGUAGE)
            self.anew.emit()
