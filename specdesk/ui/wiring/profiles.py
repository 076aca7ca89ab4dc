"""Profiles: listed below the button of the top bar, chosen, saved, deleted, exported and imported."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QPoint
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QFileDialog, QMenu

from specdesk.profiles import SavedProfile, profile_path
from specdesk.records.plan import LaunchPlan
from specdesk.service.profile_events import ProfileImported, ProfilesKnown
from specdesk.service.service import Service
from specdesk.ui.bridge import Bridge
from specdesk.ui.parts import FileDialog
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.profiles.matching import is_same, profile_plan, remembering, settings_with
from specdesk.ui.profiles.name_dialog import NameDialog
from specdesk.ui.setup.panel import SetupPanel
from specdesk.ui.setup.state import NO_ENGINE
from specdesk.ui.shell.notices import Matter
from specdesk.ui.shell.words import pair_words
from specdesk.ui.window import MainWindow
from specdesk.ui.wiring.keeper import SettingsKeeper
from specdesk.ui.wiring.server import ServerDesk

CHOSEN, DELETED, IMPORTED = "profile-chosen", "profile-deleted", "profile-imported"


class ProfilesDesk(QObject):
    """menu: what opens below the button. dialog: asks for a name, None until it was asked for."""

    def __init__(
        self, service: Service, bridge: Bridge, window: MainWindow, setup: SetupPanel, server: ServerDesk,
        keeper: SettingsKeeper,
    ) -> None:  # fmt: skip
        super().__init__(window)
        self._service, self._window, self._setup, self._server = service, window, setup, server
        self._keeper = keeper
        self._known: tuple[SavedProfile, ...] = ()
        self._deleted: SavedProfile | None = None
        self.menu = QMenu(window)
        self.dialog: NameDialog | None = None
        self._button = window.topbar.profile_button
        self._button.clicked.connect(self.open_menu)
        bridge.on(ProfilesKnown, self._on_known)
        bridge.on(ProfileImported, self._on_imported)
        setup.planned.connect(lambda _plan: self._show())
        keeper.changed.connect(lambda _settings: self._show())
        window.notices.acted.connect(self._acted)
        server.state_changed.connect(lambda _state: window.notices.clear(CHOSEN))
        self._show()

    # ---- what the button says ----

    def current(self) -> SavedProfile | None:
        """The profile that is remembered for the target, whether or not something was changed since."""
        settings = self._keeper.settings
        name = settings.profiles.get(settings.target or "")
        return next((profile for profile in self._known if profile.name == name), None)

    def _show(self) -> None:
        profile, plan = self.current(), self._setup.plan()
        if profile is None or profile.plan is None:
            self._window.topbar.set_profile("", self.tr("No profile; save this pair and its settings under a name"))
        elif is_same(profile.plan, plan):
            self._window.topbar.set_profile(profile.name, self.tr("Profile: {name}").format(name=profile.name))
        else:
            changed = self.tr("{name}, changed").format(name=profile.name)
            told = self.tr("Profile: {name}; something was changed since").format(name=profile.name)
            self._window.topbar.set_profile(changed, told)

    # ---- the menu ----

    def open_menu(self) -> None:
        """List the profiles, and what can be done."""
        self.fill_menu()
        at = self._button if self._button.isVisible() else self._window.topbar.menu_button
        self.menu.popup(at.mapToGlobal(QPoint(0, at.height() + 4)))
        if self.menu.actions():
            self.menu.setActiveAction(self.menu.actions()[0])

    def fill_menu(self) -> None:
        """What can be chosen and done now."""
        self.menu.clear()
        profile, plan = self.current(), self._setup.plan()
        group = QActionGroup(self.menu)
        for one in self._of_target_first():
            entry = self.menu.addAction(one.name.replace("&", "&&"))
            entry.setCheckable(True)
            entry.setChecked(profile is not None and one.path == profile.path)
            set_tip(entry, _words(one))
            entry.triggered.connect(lambda _checked=False, one=one: self.choose(one))
            group.addAction(entry)
        self.menu.setToolTipsVisible(True)
        if not self._known:
            none = self.menu.addAction(self.tr("No profiles yet"))
            none.setEnabled(False)
        self.menu.addSeparator()
        save = self.menu.addAction(self.tr("Save as a profile…"), self.ask_name)
        save.setEnabled(plan is not None)
        if profile is not None:
            name = profile.name.replace("&", "&&")
            update = self.menu.addAction(self.tr("Save the changes in “{name}”").format(name=name), self._update)
            update.setEnabled(profile.plan is not None and not is_same(profile.plan, plan))
            self.menu.addAction(self.tr("Delete “{name}”").format(name=name), lambda: self._delete(profile))
        export = self.menu.addAction(self.tr("Export this set-up…"), self._ask_export)
        export.setEnabled(plan is not None)
        self.menu.addAction(self.tr("Import…"), self._ask_import)

    def _of_target_first(self) -> list[SavedProfile]:
        target = self._keeper.settings.target
        return sorted(self._known, key=lambda one: one.plan is None or one.plan.target != target)

    # ---- what the user does ----

    def choose(self, profile: SavedProfile) -> None:
        """Set up what a profile says; what runs goes on until it is restarted, in one press."""
        state = self._setup.method.state
        if profile.plan is None or state is None:
            return
        engine = state.engine or NO_ENGINE
        settings = settings_with(self._keeper.settings, profile.name, profile.plan, engine, state.rows)
        self._setup.adopt(settings)
        if self._setup.header.needs_restart():
            self._window.notices.say(
                Matter(
                    key=CHOSEN,
                    what=self.tr("“{name}” is set up.").format(name=profile.name),
                    why=self.tr("The server runs with the old settings until it is restarted; the chat stays."),
                    tone="accent",
                    actions=(("restart", self.tr("Restart with it")),),
                )
            )

    def ask_name(self) -> None:
        """Ask what the profile shall be called."""
        plan = self._setup.plan()
        if plan is None:
            return
        target, partner = pair_words(plan, self._window.library.table.named)
        self.dialog = NameDialog(f"{target}, {partner}", (one.name for one in self._known), self._window)
        self.dialog.named.connect(self._save)
        self.dialog.finished.connect(self.dialog.deleteLater)
        self.dialog.open()

    def _save(self, name: str) -> None:
        plan = self._setup.plan()
        if plan is None:
            return
        self._service.save_profile(name, profile_plan(plan))
        self._keeper.take(remembering(self._keeper.settings, plan.target, name))

    def _update(self) -> None:
        profile = self.current()
        if profile is not None:
            self._save(profile.name)

    def _delete(self, profile: SavedProfile) -> None:
        self._deleted = profile
        self._service.delete_profile(profile.path)
        self._window.notices.say(
            Matter(
                key=DELETED, what=self.tr("The profile “{name}” was deleted.").format(name=profile.name),
                tone="neutral", actions=(("undo", self.tr("Undo")),),
            )
        )  # fmt: skip

    def _ask_export(self) -> None:
        plan, profile = self._setup.plan(), self.current()
        if plan is None:
            return
        target, _partner = pair_words(plan, self._window.library.table.named)
        name = profile.name if profile is not None else target
        dialog = FileDialog(self._window, self.tr("Export this set-up"), "saved")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters([self.tr("Profiles (*.json)")])
        dialog.setDefaultSuffix("json")
        dialog.selectFile(profile_path(Path(), name).name)
        dialog.ask(lambda paths: self._service.export_profile(paths[0], profile_plan(plan), name))

    def _ask_import(self) -> None:
        dialog = FileDialog(self._window, self.tr("Import a profile"), "saved")
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([self.tr("Profiles (*.json)"), self.tr("All files (*)")])
        dialog.ask(lambda paths: self._service.import_profile(paths[0]))

    # ---- what comes back ----

    def _on_known(self, event: ProfilesKnown) -> None:
        self._known = event.profiles
        self._show()

    def _on_imported(self, event: ProfileImported) -> None:
        what = self.tr("The profile “{name}” was imported.").format(name=event.name)
        use = (("use", self.tr("Set it up")),)
        self._window.notices.say(Matter(key=f"{IMPORTED}:{event.name}", what=what, tone="neutral", actions=use))

    def _acted(self, key: str, _action: str) -> None:
        if key == CHOSEN:
            self._window.notices.clear(key)
            self._server.start()
        elif key == DELETED and self._deleted is not None and self._deleted.plan is not None:
            self._window.notices.clear(key)
            self._service.save_profile(self._deleted.name, self._deleted.plan)
        elif key.startswith(f"{IMPORTED}:"):
            self._window.notices.clear(key)
            name = key.partition(":")[2]
            found = next((one for one in self._known if one.name == name), None)
            if found is not None:
                self.choose(found)


def _words(profile: SavedProfile) -> str:
    plan = profile.plan or LaunchPlan()
    return "\n".join(part for part in (profile.name, plan.target or "", plan.draft or "") if part)
