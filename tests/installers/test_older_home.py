"""The home of an older version that the trial of a package upgrades: all of it is there, and what is lost is seen."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from pathlib import Path

import older_home
import pytest
from trial_stage import StepError

from specdesk.chat.history import History
from specdesk.profiles import saved_profiles
from specdesk.settings import SettingsFile


def opened(home: Path) -> None:
    """As this program opens and writes all of it."""
    history = History(home / older_home.CHATS)
    assert history.problem is None
    assert [message.text for message in history.load(1).messages] == [older_home.QUESTION, older_home.ANSWER]
    history.close()
    file = SettingsFile(home / older_home.SETTINGS)
    loaded = file.load()
    assert (loaded.settings.language, loaded.settings.reply_limit, loaded.problem) == ("nl", 321, None)
    file.save(loaded.settings)
    (profile,) = saved_profiles((home / older_home.PROFILE).parent)
    assert (profile.name, profile.plan.target) == ("Old pair", "/models/of-an-older-version.gguf")


def test_all_of_an_older_home_is_there_in_this_version(tmp_path: Path) -> None:
    older_home.put_into(tmp_path)
    with pytest.raises(StepError, match=r"layout 1 and not \d: nothing brought them up to date"):
        older_home.expect_kept(tmp_path)
    opened(tmp_path)
    assert older_home.expect_kept(tmp_path) == 2


def test_what_is_lost_is_seen(tmp_path: Path) -> None:
    older_home.put_into(tmp_path)
    opened(tmp_path)
    settings = tmp_path / older_home.SETTINGS
    settings.write_text(json.dumps(older_home.OLD_SETTINGS | {"theme": "system"}), "utf-8")
    with pytest.raises(StepError, match=r"settings\.json is not what it was: \{'theme': 'system'\}"):
        older_home.expect_kept(tmp_path)
    with contextlib.closing(sqlite3.connect(tmp_path / older_home.CHATS)) as connection:
        connection.execute("DELETE FROM messages WHERE role = 'assistant'")
        connection.commit()
    with pytest.raises(StepError, match="The old chat is gone"):
        older_home.expect_kept(tmp_path)


def test_what_the_program_says_of_the_old_profile() -> None:
    older_home.expect_read("Starten: Old pair…\nHet doelmodel is er niet: of-an-older-version.gguf.")
    for said in ("There is no plan Old pair.", "Old pair… The target is not there: of-an-older-version.gguf."):
        with pytest.raises(StepError):
            older_home.expect_read(said)
