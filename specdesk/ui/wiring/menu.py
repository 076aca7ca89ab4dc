"""The window's menu: actions, and the looks that can be chosen."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QApplication, QMenu

from specdesk.settings import Settings
from specdesk.ui import language, restyling
from specdesk.ui.parts.motion import motion
from specdesk.ui.wiring.keeper import SettingsKeeper

TEXT_SCALES = (1.0, 1.25, 1.5, 2.0)


class WindowMenu(QObject):
    """Fills `menu` and follows the settings."""

    def __init__(self, menu: QMenu, actions: Mapping[str, QAction], keeper: SettingsKeeper) -> None:
        super().__init__(menu)
        self._keeper = keeper
        self._shown = (keeper.settings.theme, keeper.settings.text_scale)
        groups = (
            ("new-chat", "open", "paste-command", "attach", "export", "profiles", "settings"),
            ("compare", "find", "select-text"),
            ("access", "privacy"),
        )
        for group in groups:
            menu.addActions([actions[key] for key in group])
            if "find" in group:
                places = menu.addMenu(self.tr("View"))
                places.addActions([actions[key] for key in ("chat", "library", "log", "setup", "full-screen")])
                places.addSeparator()
                self._tray = self._choice(
                    places.addMenu(self.tr("Icon in the tray")),
                    "tray_icon",
                    {
                        "always": self.tr("Always while something runs"),
                        "closed": self.tr("When the window is closed"), "never": self.tr("Never"),
                    },
                )  # fmt: skip
            menu.addSeparator()
        self._themes = self._choice(
            menu.addMenu(self.tr("Colours")),
            "theme",
            {"system": self.tr("As the system"), "light": self.tr("Light"), "dark": self.tr("Dark")},
        )
        sizes = menu.addMenu(self.tr("Text size"))
        self._scales = self._choice(sizes, "text_scale", {scale: f"{scale * 100:.0f} %" for scale in TEXT_SCALES})
        sizes.addSeparator()
        sizes.addActions([actions[key] for key in ("larger", "smaller", "usual-size")])
        self._motions = self._choice(
            menu.addMenu(self.tr("Motion")),
            "motion",
            {"system": self.tr("As the system"), "reduced": self.tr("Reduced"), "full": self.tr("Full")},
        )
        self._languages = self._choice(
            menu.addMenu(self.tr("Language")), "language", {"system": self.tr("As the system"), **language.names()}
        )
        menu.addSeparator()
        menu.addActions([actions[key] for key in ("first-steps", "guide", "keys", "report", "quit")])
        keeper.changed.connect(self._follow)
        self._check(keeper.settings)

    def step(self, steps: int) -> None:
        """Text larger (1) or smaller (-1) by one of the sizes in the menu; 0: as usual."""
        now = self._keeper.settings.text_scale
        larger, smaller = [one for one in TEXT_SCALES if one > now], [one for one in TEXT_SCALES[::-1] if one < now]
        found = [1.0] if not steps else larger if steps > 0 else smaller
        if found:
            self._keeper.change(text_scale=found[0])

    def _choice(self, menu: QMenu, name: str, choices: Mapping[object, str]) -> dict[object, QAction]:
        group = QActionGroup(menu)
        made: dict[object, QAction] = {}
        for value, words in choices.items():
            entry = menu.addAction(words)
            entry.setCheckable(True)
            entry.triggered.connect(lambda _checked=False, value=value: self._keeper.change(**{name: value}))
            group.addAction(entry)
            made[value] = entry
        return made

    def _check(self, settings: Settings) -> None:
        spoken = settings.language if settings.language == "system" else language.code_of(settings.language)
        for entries, value in (
            (self._themes, settings.theme), (self._scales, settings.text_scale), (self._languages, spoken),
            (self._motions, settings.motion), (self._tray, settings.tray_icon),
        ):  # fmt: skip
            if value in entries:
                entries[value].setChecked(True)
        motion().choose(settings.motion)

    def _follow(self, settings: Settings) -> None:
        self._check(settings)
        looks = (settings.theme, settings.text_scale)
        app = QApplication.instance()
        if looks != self._shown and isinstance(app, QApplication):
            self._shown = looks
            restyling.change(app, *looks)
