"""Too few questions are told before they are asked, wherever they are chosen; they can be asked all the same."""

from __future__ import annotations

import pytest
from compare_page_stage import page, said, shown
from pytestqt.qtbot import QtBot

from specdesk.chat.compare_prompts import ComparePrompt
from specdesk.cli.measuring import say_if_few
from specdesk.service.measuring_events import QuestionsRead
from specdesk.ui.compare.addresses import AddressesDialog
from specdesk.ui.compare.questions import CHAT, OWN
from specdesk.ui.parts.tips import in_lines
from specdesk.ui.shell.announce import announcer
from specdesk.ui.terms import explained

FEW = "2 questions give no answer: at least 3 are needed."


def test_a_file_with_two_questions(qtbot: QtBot) -> None:
    made = shown(qtbot, page())
    box, wanted = made.start.source, []
    box.to_read.connect(wanted.append)
    box.take_file("/questions/mine.txt")
    assert wanted == ["/questions/mine.txt"]
    made.start.few.told(QuestionsRead(file="/questions/other.txt", words=FEW))
    assert FEW not in said(made), "that was of another file"
    made.start.few.told(QuestionsRead(file="/questions/mine.txt", words=FEW))
    assert FEW in said(made)
    assert made.start.button.isEnabled(), "it can be asked all the same"
    made.start.show_plan("", made._names, "No model is chosen.")
    assert FEW not in said(made), "nothing can be asked at all"
    made.start.show_plan("", made._names, "")
    assert FEW in said(made)
    box.setCurrentIndex(box.findData(OWN))
    box.changed.emit()
    assert FEW not in said(made)
    assert wanted == ["/questions/mine.txt"], "the program's own need no look"


def test_what_is_wrong_is_spoken_and_only_too_few_are_explained(qtbot: QtBot) -> None:
    made = shown(qtbot, page())
    note, spoken = made.start.few, []
    announcer().said.connect(spoken.append)
    made.start.source.take_file("/questions/mine.txt")
    for words, few in ((FEW, True), (FEW, True), ("mine.txt has no prompts.", False)):
        note.told(QuestionsRead(file="/questions/mine.txt", words=words, few=few))
        assert note.toolTip() == (in_lines(explained("few questions")) if few else "")
    made.start.source.take_file("/questions/other.txt")
    announcer().said.disconnect(spoken.append)
    assert spoken == [FEW, "mine.txt has no prompts."], "once each"


def test_a_chat_is_looked_at_each_time(qtbot: QtBot) -> None:
    made = shown(qtbot, page())
    box, wanted = made.start.source, []
    box.to_read.connect(wanted.append)
    box.setCurrentIndex(box.findData(CHAT))
    box.changed.emit()
    box.read_again()
    assert wanted == [None, None]
    made.start.few.told(QuestionsRead(file=None, words=FEW))
    assert FEW in said(made)
    made.start.few.told(QuestionsRead(file=None, words=""))
    assert FEW not in said(made)


def test_two_addresses_too(qtbot: QtBot) -> None:
    dialog = AddressesDialog()
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.source.take_file("/questions/mine.txt")
    dialog.few.told(QuestionsRead(file="/questions/mine.txt", words=FEW))
    assert dialog.few.isVisible()
    assert dialog.few.text() == FEW


def test_the_verbs_say_it_and_go_on(capsys: pytest.CaptureFixture[str]) -> None:
    say_if_few([ComparePrompt(id=name, kind="own", text=name) for name in "ab"])
    assert capsys.readouterr() == ("", f"{FEW}\n")
    say_if_few([ComparePrompt(id=name, kind="own", text=name) for name in "abc"])
    assert capsys.readouterr() == ("", "")
