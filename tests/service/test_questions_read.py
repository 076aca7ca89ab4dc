"""The questions that are chosen for a compare are looked at before they are asked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from service_stage import Stage

from specdesk.service.measuring_events import QuestionsRead


def test_a_file_and_the_chat_on_screen(stage: Callable[..., Stage], tmp_path: Path) -> None:
    table = stage()
    few, enough, none = tmp_path / "two.txt", tmp_path / "three.txt", tmp_path / "none.txt"
    few.write_text("Tell me about tea.\nTell me about rain.\nTell me about tea.\n")
    enough.write_text("Tell me about tea.\nTell me about rain.\nTell me about wind.\n")
    none.write_bytes(b"")
    told = {}
    for path in (str(few), str(enough), str(none), None):
        table.service.read_questions(path)
        told[path] = table.wait(QuestionsRead, lambda event, path=path: event.file == path)
    assert told[str(few)].words == "2 questions give no answer: at least 3 are needed."
    assert told[str(enough)].words == ""
    assert told[str(none)].words.startswith("none.txt has no prompts. The file is empty.")
    assert told[None].words == "0 questions give no answer: at least 3 are needed."
    assert [path for path, event in told.items() if event.few] == [str(few), None]
