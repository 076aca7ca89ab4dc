"""A home on a disk that is really full, and on one that is really mounted read-only.

Both are a small file system in memory, in a mount namespace of its own (unshare -rm), which needs no rights but is not
allowed everywhere.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

from faults.outcome import Outcome

TESTS = Path(__file__).resolve().parents[1]
LIMIT_S = 120
NOT_HERE = "not run: this system allows no mounts of one's own"

PROGRAM = """
import logging, os, subprocess, sys
from pathlib import Path
logging.getLogger("specdesk").addHandler(logging.NullHandler())
from service_stage import Stage
from specdesk.chat.conversation import Conversation, Message
from specdesk.chat.history import History
from specdesk.errors import SpecDeskError
from specdesk.service.events import ChatsChanged, Problem
from specdesk.settings import Settings, SettingsFile

how, home = sys.argv[1], Path(os.environ["SPECDESK_HOME"])
history, file = History(), SettingsFile()
history.save(Conversation(title="kept", messages=(Message(id=1, role="user", text="kept"),)))
file.save(Settings(system_prompt="kept"))
history.close()
if how == "full":
    with open(home / "ballast", "wb", buffering=0) as ballast:
        try:
            while True:
                ballast.write(bytes(512))
        except OSError as error:
            print(error.strerror, file=sys.stderr)
else:
    subprocess.run(["mount", "-o", "remount,ro", str(home)], check=True)

def said(change):
    try:
        change()
    except SpecDeskError as error:
        return error.what
    return "no error"

table = Stage(Settings(system_prompt="kept"))
table.service.list_chats("")
titles = [row.title for row in table.wait(ChatsChanged, lambda event: len(event.chats) > 0).chats]
table.service.save_settings(Settings(system_prompt="x" * 100_000))
told = table.problem("settings").what
table.close()
history = History()
again = [row.title for row in history.chats()]
big = Conversation(title="big", messages=(Message(id=1, role="user", text="x" * 2_000_000),))
chat = said(lambda: history.save(big))
history.close()
prompt = SettingsFile().load().settings.system_prompt
print(titles, again, prompt, told, chat, sep="|")
"""


def is_allowed() -> bool:
    """True where a program may mount something for itself."""
    try:
        tried = subprocess.run(
            ["unshare", "-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], capture_output=True, timeout=LIMIT_S
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return tried.returncode == 0


def real_disk(folder: Path, how: str) -> Outcome:
    """how: "full" or "read-only"."""
    name = {"full": "a disk that is really full", "read-only": "a home that is really read-only"}[how]
    if not is_allowed():
        return Outcome(name, NOT_HERE, "", 0.0)
    folder.mkdir(parents=True)
    began = time.monotonic()
    environment = os.environ | {
        "SPECDESK_HOME": str(folder), "PYTHONPATH": os.pathsep.join(map(str, (TESTS, TESTS.parent))),
    }  # fmt: skip
    script = 'mount -t tmpfs -o size=1m tmpfs "$1" && shift && exec "$@"'
    command = ["unshare", "-rm", "sh", "-c", script, "sh", str(folder), sys.executable, "-c", PROGRAM, how]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=LIMIT_S)
    lines = done.stdout.splitlines()
    if len(lines) != 1 or done.returncode:
        return Outcome(name, "", "", time.monotonic() - began, f"code {done.returncode}: {done.stderr[-400:]}")
    titles, again, prompt, told, chat = lines[0].split("|")
    kept = (titles, again, prompt) == ("['kept']", "['kept']", "kept")
    trouble = "" if kept else f"kept {titles}, {again}, {prompt}"
    trouble = trouble or ("" if "no error" not in (told, chat) else f"said {told}, {chat}")
    trouble = trouble or ("a traceback" if "Traceback" in done.stderr else "")
    return Outcome(name, f"{chat} {told}", "chats, settings", time.monotonic() - began, trouble)
