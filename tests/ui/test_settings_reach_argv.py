"""Every launch setting, changed in its own control, stands in the command under the flag that the control names, in
builds old and new; where a build lacks it the control is greyed and says why."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot
from setup_parts import DRAFT, RTX, engine_of
from setup_stage import Stage, chosen

from specdesk.engines.dialect import to_argv
from specdesk.ui.parts import FieldRow
from specdesk.ui.setup.choice_box import ChoiceBox
from specdesk.ui.setup.panel import SetupPanel

BUILDS = {build: engine_of(build, True) for build in (5361, 10068, 10434, 11434)}


def pick(box: ChoiceBox, key: str) -> None:
    """Choose an entry as a person does."""
    row = box.findData(key)
    assert row >= 0, f"{key} is not among {box.keys()}"
    box.setCurrentIndex(row)
    box.activated.emit(row)


def server_row(panel: SetupPanel, field: str) -> FieldRow:
    """The row of a setting of the machine."""
    return next(one for one in panel.more.server if one.field == field)


def numbered(field: str, number: int) -> Setting:
    """A setting of the machine that is a number."""

    def put(panel: SetupPanel) -> None:
        server_row(panel, field).number.box.setValue(number)

    return field, lambda panel: server_row(panel, field), put, str(number)


def cached(model: str, part: str) -> Setting:
    """The type of a cache."""
    field = f"{model}.{part}"

    def put(panel: SetupPanel) -> None:
        box = panel.more.places.caches[field]
        model_name, part_name = (
            {"place": "Target", "draft_place": "Draft"}[model],
            {"k": "keys", "v": "values"}[part[-1]],
        )
        assert box.accessibleName() == f"{model_name}: type of cached {part_name}"
        pick(box, "q8_0")

    return field, lambda panel: panel.more.places._cache_rows[model], put, "q8_0"


Setting = tuple[str, Callable[[SetupPanel], FieldRow], Callable[[SetupPanel], None], str]
SETTINGS: list[Setting] = [
    ("context", lambda panel: panel.context.row, lambda panel: panel.context.field.number.box.setValue(4096), "4096"),
    ("place.layers", lambda panel: panel.more.places._places["place"],
     lambda panel: panel.more.places.layers["place"].setValue(12), "12"),
    ("place.device", lambda panel: panel.more.places._places["place"],
     lambda panel: pick(panel.more.places.devices["place"], RTX.id), RTX.id),
    ("draft_place.layers", lambda panel: panel.more.places._places["draft_place"],
     lambda panel: panel.more.places.layers["draft_place"].setValue(7), "7"),
    ("draft_place.device", lambda panel: panel.more.places._places["draft_place"],
     lambda panel: pick(panel.more.places.devices["draft_place"], RTX.id), RTX.id),
    cached("place", "cache_k"), cached("place", "cache_v"),
    cached("draft_place", "cache_k"), cached("draft_place", "cache_v"),
    ("draft_max", lambda panel: panel.length.row, lambda panel: panel.length.draft.box.setValue(9), "9"),
    ("draft_min", lambda panel: panel.more.drafting.shortest_row,
     lambda panel: panel.more.drafting.shortest.box.setValue(2), "2"),
    ("p_min", lambda panel: panel.more.drafting.p_min_row, lambda panel: panel.more.drafting.p_min.box.setValue(0.4),
     "0.4"),
    numbered("place.threads", 5), numbered("slots", 3), numbered("batch", 1024), numbered("ubatch", 256),
    numbered("cache_ram", 512),
    ("flash_attention", lambda panel: server_row(panel, "flash_attention"),
     lambda panel: pick(server_row(panel, "flash_attention").box, "on"), "on"),
    ("fit", lambda panel: server_row(panel, "fit"), lambda panel: pick(server_row(panel, "fit").box, "off"), "off"),
]  # fmt: skip
"""(field of the plan, its row, what a person does, the value in the command)."""

LACKED = {
    5361: {"cache_ram", "fit", "draft_place.cache_k", "draft_place.cache_v"},
    10068: set(),
    10434: set(),
    11434: set(),
}


@pytest.mark.parametrize("build", BUILDS)
def test_each_setting_has_the_flag_that_its_control_names(build: int, qtbot: QtBot) -> None:
    engine = BUILDS[build]
    stage = Stage(chosen(method="draft", kind="draft-simple", draft=DRAFT.path), engine)
    qtbot.addWidget(stage)
    lacked = set()
    for field, row_of, do, value in SETTINGS:
        row = row_of(stage.panel)
        shown = stage.panel._state.name_of(field)
        if not shown.usable:
            lacked.add(field)
            assert row.help.text(), field
            continue
        assert shown.flag in row.flag.text(), field
        do(stage.panel)
        args = to_argv(stage.plan(), engine.flags).args
        option = engine.flags.find(shown.flag)
        at = next((place for place, word in enumerate(args) if engine.flags.find(word) is option), None)
        assert at is not None, f"{field}: {shown.flag} is not in {args}"
        if option.arity:
            assert args[at + 1] == value, f"{field}: {args[at : at + 2]}"
    assert lacked == LACKED[build]
    stage.panel.more.command.extra.setText("--prio 2")
    stage.panel.more.command.extra.editingFinished.emit()
    assert to_argv(stage.plan(), engine.flags).args[-2:] == ("--prio", "2")
    stage.hide()
