"""The further settings: each changes the plan, names its flag, and is greyed with the reason where a build lacks it."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot
from setup_parts import DRAFT, TARGET, embedded, engine_of
from setup_stage import Stage, chosen

from specdesk.engines.dialect import to_argv
from specdesk.engines.engine_info import EngineInfo
from specdesk.records.plan import LaunchPlan, ModelPlacement
from specdesk.ui.setup.setting_rows import LayersBox

GPU, OLD = engine_of(11434, True), engine_of(5361, True)


@pytest.fixture
def stage(qtbot: QtBot) -> Iterator[Stage]:
    made = Stage()
    qtbot.addWidget(made)
    made.panel.show_more(True)
    yield made
    made.hide()


def choose(box: object, key: str) -> None:
    """As a user who picks an entry."""
    box.setCurrentIndex(box.findData(key))
    box.activated.emit(box.currentIndex())


def test_the_page_opens_and_closes_by_button_and_escape(qtbot: QtBot, stage: Stage) -> None:
    panel = stage.panel
    assert panel.pages.currentWidget() is panel.more
    qtbot.keyClick(panel.more, Qt.Key.Key_Escape)
    assert panel.pages.currentWidget() is not panel.more
    qtbot.mouseClick(panel.more_button, Qt.MouseButton.LeftButton)
    assert panel.pages.currentWidget() is panel.more
    qtbot.mouseClick(panel.more.back, Qt.MouseButton.LeftButton)
    assert panel.pages.currentWidget() is not panel.more


def test_settings_of_the_machine_are_for_all_models(stage: Stage) -> None:
    rows = {row.field: row for row in stage.panel.more.server}
    rows["place.threads"].number.box.setValue(6)
    rows["slots"].number.box.setValue(2)
    rows["batch"].number.box.setValue(512)
    rows["ubatch"].number.box.setValue(256)
    rows["cache_ram"].number.box.setValue(0)
    choose(rows["flash_attention"].box, "on")
    plan = stage.plan()
    assert (plan.place.threads, plan.slots, plan.batch, plan.ubatch, plan.cache_ram) == (6, 2, 512, 256, 0)
    assert plan.flash_attention == "on"
    assert stage.memory().plan is None
    rows["batch"].number.box.setValue(0)
    assert stage.plan().batch is None
    assert [rows[field].flag.text() for field in ("slots", "ubatch", "flash_attention")] == ["-np", "-ub", "-fa"]


def test_layers_and_devices_are_for_this_model(stage: Stage) -> None:
    places = stage.panel.more.places
    assert [places.layers[model].text() for model in ("place", "draft_place")] == ["all", "all"]
    places.layers["place"].setValue(20)
    choose(places.devices["draft_place"], "CUDA0")
    plan = stage.plan()
    assert (plan.place.layers, plan.place.threads, plan.draft_place.device) == (20, 8, "CUDA0")
    assert stage.panel.settings().plan.place.layers is None
    assert stage.panel.more.own.text() == "These settings are this model's own."
    stage.panel.more.general_wanted.emit()
    assert stage.plan().place.layers == "all"
    assert stage.panel.more.own.isHidden()


def test_cache_types_of_both_models(stage: Stage) -> None:
    places = stage.panel.more.places
    choose(places.caches["place.cache_k"], "q8_0")
    choose(places.caches["draft_place.cache_v"], "q4_0")
    plan = stage.plan()
    assert (plan.place.cache_k, plan.place.cache_v, plan.draft_place.cache_v) == ("q8_0", None, "q4_0")
    choose(places.caches["place.cache_k"], "")
    assert stage.plan().place.cache_k is None


def test_processor_only_is_for_both_models(qtbot: QtBot, stage: Stage) -> None:
    places = stage.panel.more.places
    qtbot.mouseClick(places.processor_only.box, Qt.MouseButton.LeftButton)
    plan = stage.plan()
    assert (plan.place.layers, plan.draft_place.layers) == (0, 0)
    args = to_argv(plan, GPU.flags).args
    assert args[args.index("-ngl") + 1] == args[args.index("-ngld") + 1] == "0"
    assert places.processor_only.is_checked()
    places.layers["draft_place"].setValue(0)
    qtbot.mouseClick(places.processor_only.box, Qt.MouseButton.LeftButton)
    assert (stage.plan().place.layers, stage.plan().draft_place.layers) == ("all", "all")


def test_a_draft_left_on_the_processor_is_warned_about(stage: Stage) -> None:
    places = stage.panel.more.places
    places.layers["draft_place"].setValue(0)
    assert places._split.text() == "The draft runs on the processor and the target on the GPU: drafting will be slow."
    places.layers["place"].setValue(0)
    assert places._split.isHidden()


def test_p_min_and_shortest_draft(stage: Stage) -> None:
    drafting = stage.panel.more.drafting
    assert (drafting.p_min.value(), drafting.p_min_row.flag.text()) == (0.6, "--spec-draft-p-min")
    drafting.p_min.box.setValue(0.75)
    drafting.shortest.box.setValue(2)
    assert (stage.plan().p_min, stage.plan().draft_min) == (0.75, 2)
    drafting.shortest.box.setValue(-1)
    assert stage.plan().draft_min is None
    stage.panel.method.box.chosen.emit("ngram")
    assert not drafting.p_min.isEnabled()
    assert drafting.p_min_row.help.text() == "N-gram methods have no probabilities."
    assert drafting.shortest_row.flag.text() == "--spec-ngram-mod-n-min"


@pytest.mark.parametrize(("engine", "field", "why"), [
    (OLD, "cache_ram", "This build keeps no prompt cache in RAM."),
])  # fmt: skip
def test_what_a_build_lacks_is_greyed_with_the_reason(stage: Stage, engine: EngineInfo, field: str, why: str) -> None:
    stage.use_engine(engine)
    row = next(row for row in stage.panel.more.server if row.field == field)
    assert (row.control.isEnabled(), row.help.text(), row.flag.text()) == (False, why, "")
    assert row.help.isEnabled()  # the reason stays readable
    draft_caches = stage.panel.more.places._cache_rows["draft_place"]
    assert draft_caches.help.text() == "This build always keeps the draft's cache in f16."
    assert not stage.panel.more.places.caches["draft_place.cache_k"].isEnabled()
    stage.use_engine(GPU)
    assert row.control.isEnabled()


def test_an_engine_without_gpu_has_no_layers(stage: Stage) -> None:
    stage.use_engine(engine_of(11434))
    places = stage.panel.more.places
    assert places.processor_only.isHidden()
    assert not places.layers["place"].isEnabled()
    assert places._places["place"].help.text() == "This engine uses the processor only."


def test_the_built_in_engine_says_what_it_has_no_place_for(stage: Stage) -> None:
    stage.use_engine(embedded())
    command = stage.panel.more.command
    assert not command.extra.isEnabled()
    assert command.extra_row.help.text().startswith("The built-in engine reads no command line")
    assert command.note.text() == "The built-in engine is not started by a command."
    assert command.text.isHidden()


def test_choosing_an_engine(stage: Stage) -> None:
    box = stage.panel.more.engine.box
    assert box.keys() == [
        "/opt/llama/b11434/llama-server",
        "/opt/llama/b5361/llama-server",
        "embedded",
        "choose a file",
    ]
    assert box.currentText() == "llama-server b11434"
    choose(box, "embedded")
    assert stage.last("engine_chosen") == ("embedded",)
    broken = EngineInfo(kind="llama-server", path="/x/llama-server", problem="Its libraries are missing.")
    stage.engines = (*stage.engines, broken)
    stage.use_engine(None)
    assert stage.panel.more.engine.row.help.text() == "No engine that can be used was found. Choose a llama-server."
    item = box.model().item(box.findData("/x/llama-server"))
    assert (item.isEnabled(), item.toolTip()) == (False, "Its libraries are missing.")


def test_other_programs(qtbot: QtBot, stage: Stage) -> None:
    access = stage.panel.more.access
    assert not access.port.isEnabled()
    qtbot.mouseClick(access.open.box, Qt.MouseButton.LeftButton)
    settings = stage.panel.settings()
    assert (settings.open_to_programs, settings.key_mode, settings.fixed_port) == (True, "kept", 8480)
    assert settings.server_key
    access.port.box.setValue(9000)
    assert stage.panel.settings().fixed_port == 9000
    access.port.box.setValue(access.port.box.minimum())
    assert stage.panel.settings().fixed_port is None
    choose(access.mode, "none")
    assert stage.panel.settings().key_mode == "none"
    assert access.mode_row.help.text() == "Without a key, every program on this computer can use the model."


def test_extra_arguments_and_the_command(qtbot: QtBot, stage: Stage) -> None:
    command = stage.panel.more.command
    command.extra.setText("--lora 'my file.gguf' --no-context-shift")
    command.extra.editingFinished.emit()
    assert stage.plan().extra == ("--lora", "my file.gguf", "--no-context-shift")
    words = shlex.split(command.text.toPlainText().replace("\\\n", " "))
    assert words == ["/opt/llama/b11434/llama-server", *to_argv(stage.plan(), GPU.flags).args]
    assert (words[2], words[words.index("-md") + 1]) == (TARGET.path, DRAFT.path)
    qtbot.mouseClick(command.copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == command.text.toPlainText()
    command.shell.set_value("powershell")
    command.shell.chosen.emit("powershell")
    assert command.text.toPlainText().startswith("& '/opt/llama/b11434/llama-server'")
    command.extra.setText("--lora 'half")
    command.extra.editingFinished.emit()
    assert command.extra_row.help.text() == "A quote is not closed."
    assert stage.plan().extra == ("--lora", "my file.gguf", "--no-context-shift")


def test_what_a_start_adds_stands_under_the_command(stage: Stage) -> None:
    note = stage.panel.more.command.note
    added = "--metrics --slots --host 127.0.0.1 --port … -lv 4 --api-key-file …"
    assert note.text() == f"At the start SpecDesk adds {added}, to reach and watch the server."
    opened = {"open_to_programs": True, "fixed_port": 8480, "key_mode": "none"}
    stage.panel.set_settings(msgspec.structs.replace(stage.panel.settings(), **opened))
    added = "--metrics --slots --host 127.0.0.1 -lv 4"
    assert note.text() == f"At the start SpecDesk adds {added}, to reach and watch the server."
    assert "--port 8480" in stage.panel.more.command.text.toPlainText().replace("\\\n", " ")


def test_a_dead_argument_is_named_under_the_command(stage: Stage) -> None:
    command = stage.panel.more.command
    command.extra.setText("--draft-nonsense 8")
    command.extra.editingFinished.emit()
    assert "--draft-nonsense: This build has no argument --draft-nonsense." in command.left_out.text()
    assert command.left_out.isVisible()


def test_a_token_is_not_in_the_command_and_that_is_said(stage: Stage) -> None:
    command = stage.panel.more.command
    command.extra.setText("-hft hf_geheim --prio 1")
    command.extra.editingFinished.emit()
    assert "hf_geheim" not in command.text.toPlainText() + command.left_out.text()
    assert "--prio 1" in command.text.toPlainText()
    assert command.left_out.text() == "-hft …: It is kept out of the command; the engine reads it from HF_TOKEN."


def test_vectors_beside_a_draft_are_warned_of_under_the_command(stage: Stage) -> None:
    command = stage.panel.more.command
    command.extra.setText("--embeddings")
    command.extra.editingFinished.emit()
    assert command.left_out.text().startswith("--embeddings together with a draft: ")
    assert command.left_out.isVisible()


def test_a_fixed_port_is_in_the_command(stage: Stage) -> None:
    stage.panel.more.access.open.toggled.emit(True)
    assert "--port 8480" in stage.panel.more.command.text.toPlainText()


def test_a_half_typed_number_survives_news(qtbot: QtBot, stage: Stage) -> None:
    stage.panel.show_more(False)
    box = stage.panel.context.field.number.box
    box.setFocus()
    box.selectAll()
    qtbot.keyClicks(box, "12")
    stage.panel.set_rows(stage.panel._state.rows.values())
    assert box.lineEdit().text() == "12"


@pytest.mark.parametrize(("text", "layers"), [("all", "all"), ("auto", None), ("17", 17), ("0", 0)])
def test_layers_can_be_typed(qtbot: QtBot, text: str, layers: object) -> None:
    box = LayersBox("layers")
    qtbot.addWidget(box)
    seen: list[object] = []
    box.changed.connect(seen.append)
    box.set_value(5)
    box.selectAll()
    qtbot.keyClicks(box, text)
    qtbot.keyClick(box, Qt.Key.Key_Return)
    assert (box.layers(), seen) == (layers, [layers])
    box.selectAll()
    qtbot.keyClicks(box, "x-9")
    assert box.layers() in (layers, 9)


def test_own_settings_of_a_pasted_command_are_shown_as_given(qtbot: QtBot) -> None:
    own = LaunchPlan(place=ModelPlacement(layers=99), draft_place=ModelPlacement(layers=99))
    made = Stage(chosen(method="draft", kind="draft-simple", draft=DRAFT.path, draft_max=8, plan=own))
    qtbot.addWidget(made)
    more = made.panel.more
    assert [more.places.layers[model].value() for model in ("place", "draft_place")] == [99, 99]
    rows = {row.field: row for row in more.server}
    assert (rows["slots"].number.value(), rows["place.threads"].number.value()) == (None, None)
    assert rows["flash_attention"].box.currentText() == "engine's own"
    assert made.panel.context.row.help.text() == "Not set by the command: the engine decides."
    assert made.panel.context.field.value() == 131072


def test_batches_and_cache_types_are_explained(stage: Stage) -> None:
    helps = {row.field: row.help.text() for row in stage.panel.more.server}
    assert helps["batch"] == "Tokens of a question that are read in one go: larger may read faster."
    assert helps["ubatch"] == "Tokens of a batch worked on at once: larger needs more memory for computing."
    caches = stage.panel.more.places._cache_rows["place"]
    assert caches.help.text().startswith("How exactly the context is kept: ")


def test_fitting_can_be_switched_off_where_it_changes_nothing(stage: Stage) -> None:
    row = next(row for row in stage.panel.more.server if row.field == "fit")
    assert stage.plan().place.layers == "all"
    assert row.help.text() == (
        "Layers and context are set, so the engine's fitting changes neither and only makes the start longer: "
        "off spares that."
    )
    choose(row.box, "off")
    assert stage.plan().fit is False
    args = to_argv(stage.plan(), GPU.flags).args
    assert args[args.index("-fit") + 1] == "off"
    assert row.help.text().startswith("The engine loads what is set")
    choose(row.box, "on")
    assert stage.plan().fit is True
    choose(row.box, "")
    assert stage.plan().fit is None
    stage.use_engine(engine_of(11434))
    assert row.help.text() == ("The engine makes layers and context smaller where they are left open and do not fit.")
    stage.use_engine(OLD)
    assert row.help.text() == "This build never adjusts settings to the memory by itself."
    assert not row.box.isEnabled()
