"""The place of a llama-server where none was found: what runs instead, and the two ways to one."""

from __future__ import annotations

import pytest
from monitor_stage import GPU, HOST
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from specdesk.engines.devices import what_to_get
from specdesk.engines.engine_info import EngineInfo
from specdesk.records.device import MonitorReading
from specdesk.settings import Settings
from specdesk.ui.setup.engine_section import EngineSection
from specdesk.ui.setup.state import SetupState

BUILT_IN = EngineInfo(kind="embedded", usable=True)
SERVER = EngineInfo(kind="llama-server", path="/usr/bin/llama-server", usable=True)
BROKEN = EngineInfo(kind="llama-server", path="/usr/bin/llama-server", usable=False, problem="It does not start.")
READING = MonitorReading(t=0.0, gpus=(GPU,), host=HOST)


def found(*engines: EngineInfo, chosen: EngineInfo | None = None, complete: bool = True) -> SetupState:
    state = SetupState(Settings(), cores=4)
    state.engines, state.engine, state.engines_complete = engines, chosen, complete
    return state


@pytest.fixture
def section(qtbot: QtBot) -> EngineSection:
    made = EngineSection()
    qtbot.addWidget(made)
    return made


@pytest.mark.parametrize(
    ("engines", "chosen", "words"),
    [
        ((BUILT_IN,), BUILT_IN, "No llama-server found. The built-in one works, on the processor."),
        ((BUILT_IN, BROKEN), BUILT_IN, "No llama-server found. The built-in one works, on the processor."),
        ((), None, "No llama-server found, and no built-in engine either."),
    ],
)
def test_where_there_is_no_server_that_is_said_with_two_ways(
    section: EngineSection, engines: tuple[EngineInfo, ...], chosen: EngineInfo | None, words: str
) -> None:
    section.show_state(found(*engines, chosen=chosen))
    place = section.nothing
    assert not place.isHidden()
    assert place.words.text() == words
    assert [button.text() for button in (place.choose_button, place.how_button)] == ["Choose…", "How to get one"]


def test_with_a_server_or_while_looking_there_is_nothing_to_say(section: EngineSection) -> None:
    for state in (found(SERVER, chosen=SERVER), found(BUILT_IN, chosen=BUILT_IN, complete=False)):
        section.show_state(state)
        assert section.nothing.isHidden()


def test_how_to_get_one_names_this_computers_card(section: EngineSection) -> None:
    section.show_state(found(BUILT_IN, chosen=BUILT_IN))
    place = section.nothing
    place.set_reading(READING)
    assert place.how_button.text() == "How to get one for NVIDIA GeForce RTX 3090"
    assert place.how.isHidden()
    place.how_button.click()
    assert not place.how.isHidden()
    assert place.how.text() == what_to_get(READING)
    assert "llama.cpp" in place.how.text()
    place.how_button.click()
    assert place.how.isHidden()


def test_choose_asks_for_a_file(section: EngineSection, qtbot: QtBot) -> None:
    section.show_state(found(BUILT_IN, chosen=BUILT_IN))
    section.nothing.choose_button.click()
    dialog = section.findChild(QFileDialog)
    with qtbot.waitSignal(section.chosen) as heard:
        dialog.filesSelected.emit(["/opt/llama-server"])
    assert heard.args == ["/opt/llama-server"]
    dialog.reject()


def test_first_steps_tell_it_themselves(qtbot: QtBot) -> None:
    made = EngineSection(tells_how=False)
    qtbot.addWidget(made)
    made.show_state(found(BUILT_IN, chosen=BUILT_IN))
    assert made.nothing.isHidden()
