"""Profiles from the top bar: saved, shown, switched while the server runs, remembered per target."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from window_stage import DRAFT, TARGET, Stage, rows

from specdesk.profiles import SavedProfile
from specdesk.records.plan import LaunchPlan
from specdesk.service.profile_events import ProfileImported, ProfilesKnown
from specdesk.ui.profiles.matching import is_same, profile_plan
from specdesk.ui.profiles.name_dialog import NameDialog
from specdesk.ui.wiring.profiles import CHOSEN, DELETED

Staged = Callable[..., Stage]
OTHER = msgspec.structs.replace(TARGET, path="/models/other.gguf", name="Other 7B")


def known(*profiles: SavedProfile) -> ProfilesKnown:
    return ProfilesKnown(profiles=profiles)


def saved(name: str, plan: LaunchPlan) -> SavedProfile:
    return SavedProfile(path=f"/p/{name}.json", name=name, plan=plan)


def entry(stage: Stage, words: str) -> object:
    stage.controller.profiles.fill_menu()
    return next(action for action in stage.controller.profiles.menu.actions() if action.text() == words)


def planned(stage: Stage) -> LaunchPlan:
    plan = stage.controller.setup.plan()
    assert plan is not None
    return plan


def test_a_pair_is_saved_and_named_in_the_bar(staged: Staged) -> None:
    stage = staged()
    stage.controller.setup.choose_draft(DRAFT.path)
    entry(stage, "Save as a profile…").trigger()
    dialog = stage.controller.profiles.dialog
    assert dialog is not None
    dialog.name.setText("Fast")
    dialog.save.click()
    name, plan = stage.service.last("save_profile")
    assert (name, plan.draft, plan.port) == ("Fast", DRAFT.path, None)
    stage.tell(known(saved("Fast", plan)))
    button = stage.window.topbar.profile_button
    assert button.accessibleName() == "Profile: Fast"
    stage.controller.setup.choose_context(4096)
    assert button.accessibleName() == "Profile: Fast; something was changed since"
    assert entry(stage, "Save the changes in “Fast”").isEnabled()


def test_another_is_set_up_while_the_server_runs_and_starts_in_one_press(staged: Staged) -> None:
    stage = staged()
    stage.controller.setup.choose_draft(DRAFT.path)
    with_draft = profile_plan(planned(stage))
    stage.controller.setup.method.method_chosen.emit("off")
    stage.controller.setup.choose_context(2048)
    plain = profile_plan(planned(stage))
    stage.tell(known(saved("Fast", with_draft), saved("Plain", plain)))
    stage.start()
    entry(stage, "Fast").trigger()
    assert is_same(with_draft, planned(stage)), "what is set up is what was saved"
    assert stage.window.topbar.profile_button.accessibleName() == "Profile: Fast"
    assert stage.window.notices.banner(CHOSEN) is not None
    starts = len(stage.service.named("start_server"))
    stage.window.notices.acted.emit(CHOSEN, "restart")
    assert len(stage.service.named("start_server")) == starts + 1
    assert stage.service.last("start_server")[0].draft == DRAFT.path
    assert stage.service.named("new_chat") == [], "the chat stays"
    entry(stage, "Plain").trigger()
    assert is_same(plain, planned(stage))


def test_each_target_remembers_its_own(staged: Staged) -> None:
    stage = staged()
    stage.tell(*rows(OTHER))
    first = profile_plan(planned(stage))
    stage.tell(known(saved("First", first)))
    entry(stage, "First").trigger()
    stage.controller.setup.choose_target(OTHER.path)
    assert "No profile" in stage.window.topbar.profile_button.accessibleName()
    stage.controller.setup.choose_target(TARGET.path)
    assert stage.keeper.settings.profiles == {TARGET.path: "First"}
    assert "First" in stage.window.topbar.profile_button.accessibleName()


def test_one_from_another_computer_finds_its_files_by_name(staged: Staged) -> None:
    stage = staged()
    plan = LaunchPlan(
        target="/elsewhere/target.gguf", draft="D:\\m\\draft.gguf", methods=("draft-simple",), context=4096
    )
    stage.tell(known(saved("Theirs", plan)), ProfileImported(name="Theirs"))
    stage.window.notices.acted.emit("profile-imported:Theirs", "use")
    assert (planned(stage).target, planned(stage).draft) == (TARGET.path, DRAFT.path)
    assert planned(stage).context == 4096


def test_a_deleted_one_can_come_back(staged: Staged) -> None:
    stage = staged()
    plan = profile_plan(planned(stage))
    stage.tell(known(saved("Old", plan)))
    entry(stage, "Old").trigger()
    entry(stage, "Delete “Old”").trigger()
    assert stage.service.named("delete_profile") == [("/p/Old.json",)]
    stage.window.notices.acted.emit(DELETED, "undo")
    assert stage.service.last("save_profile") == ("Old", plan)


def test_a_name_that_is_taken_is_told(qtbot: object) -> None:
    dialog = NameDialog("New", ["old"])
    qtbot.addWidget(dialog)  # type: ignore[attr-defined]
    assert dialog.told.text() == ""
    dialog.name.setText("Old ")
    assert dialog.told.text() == "Replaces the profile of this name."
    dialog.name.setText(" ")
    assert not dialog.save.isEnabled()
