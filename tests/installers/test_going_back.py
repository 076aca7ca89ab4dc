"""A store that a newer SpecDesk has written: an older one says so, works without it, and leaves it byte for byte."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from pathlib import Path

from specdesk import paths
from specdesk.chat.conversation import Conversation, append
from specdesk.chat.history import FILE_NAME, History, HistoryError
from specdesk.chat.schema import VERSION
from specdesk.settings import SettingsFile, settings_path


def newer_chats() -> Path:
    """A file of chats whose tables nobody here knows."""
    path = paths.private_dir(paths.data_dir()) / FILE_NAME
    history = History(path)
    history.save(append(Conversation(), "user", "written by the newer one"))
    history.close()
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE of_the_future (thing TEXT)")
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path


def test_newer_chats_are_left_alone_and_this_run_works_without_them() -> None:
    path = newer_chats()
    before = path.read_bytes()
    for _ in range(2):
        history = History(path)
        assert isinstance(history.problem, HistoryError)
        assert history.problem.what == "The chats were saved by a newer SpecDesk."
        assert history.problem.next_step == "Start the newer version again."
        assert not history.keeps
        kept = history.save(append(Conversation(), "user", "said meanwhile"))
        assert history.load(kept.id).messages[0].text == "said meanwhile"
        history.close()
        assert path.read_bytes() == before
    assert sorted(file.name for file in path.parent.iterdir() if file.suffix == ".bad") == []


def test_newer_settings_are_read_as_far_as_known_and_kept_whole() -> None:
    path = settings_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    document = {"schema_version": 99, "theme": "dark", "of_the_future": {"a": 1}}
    path.write_text(json.dumps(document), "utf-8")
    file = SettingsFile()
    loaded = file.load()
    assert loaded.settings.theme == "dark"
    assert loaded.problem.startswith("The settings come from a newer SpecDesk")
    assert json.loads(path.read_text("utf-8")) == document
    file.save(loaded.settings)
    assert json.loads(path.with_name(f"{path.name}.v99.bak").read_text("utf-8")) == document
    assert json.loads(path.read_text("utf-8"))["of_the_future"] == {"a": 1}
