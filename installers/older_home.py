"""A home as an older SpecDesk left it: chats in the first layout of their file, settings, a profile. For the trial of a
package: the program that is installed over the old one has to have all of it.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from pathlib import Path

from trial_stage import expect, saved

from specdesk.chat.schema import MIGRATIONS, VERSION

CHATS = Path(".local/share/specdesk/specdesk.sqlite")
SETTINGS = Path(".config/specdesk/settings.json")
PROFILE = Path(".config/specdesk/profiles/Old pair.json")
PROFILE_NAME, PROFILE_TARGET = "Old pair", "of-an-older-version.gguf"
QUESTION, ANSWER = "What did the lighthouse say?", "Nothing; it only blinked. Één keer per tien seconden."
OLD_SETTINGS = {
    "schema_version": 1, "theme": "dark", "language": "nl", "first_run_done": True, "reply_limit": 321,
    "model_folders": ["/models/of-an-older-version"], "system_prompt": "Answer briefly.",
    "profiles": {f"/models/{PROFILE_TARGET}": PROFILE_NAME}, "no_longer_known": [1, 2],
}  # fmt: skip
OLD_PROFILE = {
    "schema_version": 1, "name": PROFILE_NAME, "plan": {"target": f"/models/{PROFILE_TARGET}", "context": 2048},
}  # fmt: skip


def put_into(home: Path) -> None:
    """Put it in the place of what SpecDesk has written into this home; nothing may be running in it."""
    chats = home / CHATS
    chats.parent.mkdir(parents=True, exist_ok=True)
    for ending in ("", "-wal", "-shm"):
        chats.with_name(chats.name + ending).unlink(missing_ok=True)
    with contextlib.closing(sqlite3.connect(chats)) as connection:
        for statement in MIGRATIONS[0]:  # the first layout, which is never changed any more
            connection.execute(statement)
        connection.execute("PRAGMA user_version = 1")
        connection.execute(
            "INSERT INTO chats (title, system, settings, created, updated) VALUES ('Old chat', '', '{}', 1.0, 2.0)"
        )
        for place, role, text in ((0, "user", QUESTION), (1, "assistant", ANSWER)):
            row = (place + 1, place, role, text)
            connection.execute("INSERT INTO messages VALUES (1, ?, ?, ?, ?, '', NULL, '[]', '[]', 1)", row)
        connection.commit()
    for path, document in ((SETTINGS, OLD_SETTINGS), (PROFILE, OLD_PROFILE)):
        (home / path).parent.mkdir(parents=True, exist_ok=True)
        (home / path).write_text(json.dumps(document), "utf-8")


def expect_kept(home: Path) -> int:
    """The window of the installed program has run: its file of chats has the layout of now with the old chat in it,
    and settings and profile say what they said. How many messages there are. Raises StepError."""
    with contextlib.closing(sqlite3.connect(home / CHATS)) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        titles = [title for (title,) in connection.execute("SELECT title FROM chats WHERE deleted IS NULL")]
    expect(version == VERSION, f"The chats have layout {version} and not {VERSION}: nothing brought them up to date.")
    messages = saved(home / CHATS, "user", "assistant")
    expect("Old chat" in titles and messages[:2] == [QUESTION, ANSWER], f"The old chat is gone: {titles}, {messages}")
    for path, document in ((SETTINGS, OLD_SETTINGS), (PROFILE, OLD_PROFILE)):
        now = json.loads((home / path).read_text("utf-8"))
        changed = {name: now.get(name) for name, value in document.items() if now.get(name) != value}
        expect(not changed, f"{path.name} is not what it was: {changed}")
    return len(messages)


def expect_read(said: str) -> None:
    """What the installed program said when it was to compare with the old profile: it speaks the language of the old
    settings, and it has the profile with its target. Raises StepError."""
    expect(PROFILE_NAME in said and PROFILE_TARGET in said, f"It does not know the old profile: {said}")
    expect("doelmodel" in said, f"It does not speak the language of the old settings: {said}")
