"""What stands behind Details of a result."""

from __future__ import annotations

import msgspec
from compare_page_stage import buttons, done, page, said, shown
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from specdesk.service.events import CompareDone


def test_commands_of_the_built_in_engine_are_those_of_llama_server_and_said_to_be(
    qtbot: QtBot, good: CompareDone
) -> None:
    worker = ("python", "-m", "specdesk.engines.embedded_worker")
    arms = tuple(msgspec.structs.replace(arm, argv=worker) for arm in good.stored.arms)
    setup = msgspec.structs.replace(good.stored.setup, engine="embedded")
    made = shown(qtbot, page())
    made.done(done(msgspec.structs.replace(good.stored, arms=arms, setup=setup)))
    buttons(made)["Details"].click()
    words = said(made).replace("\u200b", "")
    assert "The built-in engine is not started by a command." in words
    assert "embedded_worker" not in words
    copies = [
        button for button in made.findChildren(QPushButton) if button.accessibleName().startswith("Copy the command")
    ]
    lines = []
    for button in copies:
        button.click()
        lines.append(QGuiApplication.clipboard().text())
    assert [line.startswith("llama-server") for line in lines] == [True, True]
    plain, with_draft = lines
    assert "--spec-draft-model" in with_draft or "-md" in with_draft
    assert with_draft != plain
