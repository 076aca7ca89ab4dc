"""Another language: the window is made anew in it, at once where the user wants that, else at the next start."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from specdesk.settings import Settings
from specdesk.ui import language
from specdesk.ui.shell.notices import Matter, Notices
from specdesk.ui.wiring.keeper import SettingsKeeper

LANGUAGE = "language"


class LanguageDesk(QObject):
    """anew(): the user wants the window made anew. chosen(): another language was chosen, whatever was wanted
    before."""

    anew = Signal()
    chosen = Signal()

    def __init__(self, notices: Notices, keeper: SettingsKeeper) -> None:
        """Both are those of a window that speaks the language of the settings."""
        super().__init__(notices)
        self._notices = notices
        self._spoken = language.code_of(keeper.settings.language)
        self._chosen = keeper.settings.language
        self._measures = False
        keeper.changed.connect(self._follow)
        notices.acted.connect(self._acted)

    def _follow(self, settings: Settings) -> None:
        if settings.language == self._chosen:
            return
        self._chosen = settings.language
        self._notices.clear(LANGUAGE)
        self.chosen.emit()
        self.offer()

    @property
    def _is_another(self) -> bool:
        return language.code_of(self._chosen) != self._spoken

    def announcement(self) -> str:
        """That the window is about to speak what is chosen."""
        called = language.called(language.code_of(self._chosen))
        return self.tr("SpecDesk is about to speak {language}.").format(language=called)

    def set_measuring(self, measures: bool) -> None:
        """A compare or a search runs, or has ended: its progress and its result are of this window."""
        if measures != self._measures:
            self._measures = measures
            if LANGUAGE in self._notices.shown():
                self.offer()

    def offer(self) -> None:
        """Say that another language is chosen than is spoken, and offer to change it at once."""
        if not self._is_another:
            return
        what = self.tr("SpecDesk speaks {language} from its next start on.")
        if self._measures:
            why = self.tr("It can be changed at once when what is measured has ended.")
        else:
            why = self.tr("Or at once, in a new window: server and chat go on, the monitor's plots begin anew.")
        self._notices.say(
            Matter(
                key=LANGUAGE,
                what=what.format(language=language.called(language.code_of(self._chosen))),
                why=why,
                tone="accent",
                actions=() if self._measures else (("anew", self.tr("Change it now")),),
            )
        )

    def _acted(self, key: str, _action: str) -> None:
        if key == LANGUAGE:
            self._notices.clear(LANGUAGE)
            self.anew.emit()
