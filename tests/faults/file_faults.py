"""Faults of files: kills in the middle of writing, things in the way, damage, a full disk, headers of any bytes."""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import time
from pathlib import Path

from faults.outcome import Outcome
from service_stage import Stage, small_model

from specdesk.chat.history import FILE_NAME, History
from specdesk.errors import FileFormatError
from specdesk.memory.fit import estimate
from specdesk.models.describe import describe
from specdesk.models.header import read_header
from specdesk.models.pairing import judge
from specdesk.records.build import BuildTraits
from specdesk.records.device import Device
from specdesk.service.events import ChatsChanged, LibraryDone, Problem
from specdesk.settings import DEFAULT_PLAN, SettingsFile

SEED = 6
SLOWEST_HEADER_S = 2.0
TRAITS = BuildTraits(methods=("draft-simple",))
ROOMY = Device(id="CPU", name="this computer", kind="cpu", total_mib=2e6, free_mib=2e6, source="host")

WRITER = """
import sys
from specdesk.chat.conversation import Conversation, Message
from specdesk.chat.history import History
from specdesk.settings import Settings, SettingsFile
history, file, number = History(), SettingsFile(), 0
while True:
    number += 1
    message = Message(id=1, role="user", text=f"question {number}" + " and so on" * 200)
    history.save(Conversation(title=f"chat {number}", messages=(message,)))
    file.save(Settings(system_prompt=f"prompt {number}" + " x" * 2000))
    print(number, flush=True)
"""


def kills(folder: Path, times: int) -> Outcome:
    """A program that writes chats and settings without a pause, killed at a random moment, again and again."""
    began, chance, lost = time.monotonic(), random.Random(SEED), ""
    confirmed = 0
    for _ in range(times):
        environment = os.environ | {"SPECDESK_HOME": str(folder)}
        with subprocess.Popen(
            [sys.executable, "-c", WRITER], stdout=subprocess.PIPE, text=True, env=environment
        ) as one:
            assert one.stdout is not None
            line = one.stdout.readline()
            time.sleep(chance.uniform(0.0, 0.05))  # the fault itself: the moment of the kill
            one.kill()
            told = [line, *one.stdout.read().splitlines()]
        confirmed += len([number for number in told if number.strip()])
        lost = lost or _whole(folder, confirmed, int(told[-1] or told[-2]))
    seconds = time.monotonic() - began
    return Outcome(
        fault=f"kill -9 while writing, {times} times", saw="everything, at the next start", seconds=seconds,
        kept=f"{confirmed} of {confirmed} chats", trouble=lost,
    )  # fmt: skip


def _whole(folder: Path, confirmed: int, last: int) -> str:
    history = History(folder / "data" / FILE_NAME)
    try:
        found = len(history.chats())
        if history.problem is not None:
            return history.problem.what
    finally:
        history.close()
    loaded = SettingsFile(folder / "config" / "settings.json").load()
    if loaded.problem:
        return loaded.problem
    number = int(loaded.settings.system_prompt.split(maxsplit=2)[1])
    if number < last:
        return f"settings {number} after {last}"
    return "" if found >= confirmed else f"{found} chats of {confirmed}"


WAYS = {
    "a file for the data folder": ("data", "file", "history"),
    "a folder for the chats": (f"data/{FILE_NAME}", "folder", "history"),
    "damaged chats": (f"data/{FILE_NAME}", "damaged", "history"),
    "a file for the cache folder": ("cache", "file", None),
    "a file for the state folder": ("state", "file", None),
    "a folder for the settings": ("config/settings.json", "folder", "file"),
    "settings that are no JSON": ("config/settings.json", "damaged", "file"),
}


def in_the_way(folder: Path, name: str) -> Outcome:
    """The service begins although something lies where its file should be."""
    place, what, topic = WAYS[name]
    path = folder / place
    path.parent.mkdir(parents=True, exist_ok=True)
    if what == "folder":
        (path / "inside").mkdir(parents=True)
    else:
        path.write_bytes(b"SQLite format 3\0" + bytes(200) if what == "damaged" else b"no folder")
    began = time.monotonic()
    before = os.environ.get("SPECDESK_HOME")
    os.environ["SPECDESK_HOME"] = str(folder)
    table = Stage()
    try:
        loaded = table.file.load()
        table.service.list_chats("x")
        table.wait(ChatsChanged, lambda event: event.search == "x")
        number = table.service.scan([str(folder)])
        table.wait(LibraryDone, lambda event: event.scan == number)
        said = [one.what for one in table.all(Problem) if one.topic == topic] if topic != "file" else [loaded.problem]
    finally:
        table.close()
        if before is None:
            del os.environ["SPECDESK_HOME"]
        else:
            os.environ["SPECDESK_HOME"] = before
    saw = (said[0] if said else "") or "nothing: it is made anew"
    bad = [one.name for one in path.parent.glob("*.bad*")] if path.parent.is_dir() else []
    trouble = "nothing was said" if topic is not None and not any(said) else ""
    return Outcome(
        fault=name, saw=saw.split(". ")[0], kept=", ".join(bad) or "the rest", seconds=time.monotonic() - began,
        trouble=trouble,
    )  # fmt: skip


FULL = """
import logging, resource, signal
from specdesk.chat.conversation import Conversation, Message
from specdesk.chat.history import History
from specdesk.errors import SpecDeskError
from specdesk.settings import Settings, SettingsFile
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
logging.getLogger("specdesk").addHandler(logging.NullHandler())
history, file = History(), SettingsFile()
history.save(Conversation(title="kept", messages=(Message(id=1, role="user", text="kept"),)))
file.save(Settings(system_prompt="kept"))
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
for change in (
    lambda: history.save(Conversation(title="big", messages=(Message(id=1, role="user", text="x" * 2_000_000),))),
    lambda: file.save(Settings(system_prompt="x" * 500_000)),
):
    try:
        change()
        print("no error")
    except SpecDeskError as error:
        print(error.what)
"""


def full_disk(folder: Path) -> Outcome:
    """No more room (a limit on the size of files stands for it): what was written before is kept, and it is said."""
    began = time.monotonic()
    environment = os.environ | {"SPECDESK_HOME": str(folder)}
    done = subprocess.run([sys.executable, "-c", FULL], capture_output=True, text=True, env=environment, timeout=60)
    said = done.stdout.splitlines()
    history = History(folder / "data" / FILE_NAME)
    try:
        titles = [row.title for row in history.chats()]
    finally:
        history.close()
    prompt = SettingsFile(folder / "config" / "settings.json").load().settings.system_prompt
    trouble = done.stderr or ("" if (titles, prompt) == (["kept"], "kept") else f"{titles}, {prompt}")
    trouble = trouble or ("" if len(said) == 2 and "no error" not in said else f"said {said}")
    return Outcome(
        fault="a full disk", saw=" ".join(said), kept="chats, settings", seconds=time.monotonic() - began,
        trouble=trouble,
    )  # fmt: skip


def private(folder: Path) -> Outcome:
    """Modes of everything in a home that was used: 0700 for folders, 0600 for files."""
    wrong = [
        f"{path.relative_to(folder)} {path.stat().st_mode & 0o777:o}"
        for path in folder.rglob("*")
        if path.stat().st_mode & 0o077 and not path.is_socket()
    ]
    count = len(list(folder.rglob("*")))
    return Outcome(
        fault="other users of this computer", saw="nothing", kept=f"{count} files and folders are private", seconds=0.0,
        trouble=", ".join(wrong),
    )  # fmt: skip


def headers(folder: Path, count: int) -> Outcome:
    """Model files with bytes changed, cut and put in at random: figures or a sentence, in bounded time and memory."""
    began, chance, refused = time.monotonic(), random.Random(SEED), 0
    whole = small_model(folder / "whole.gguf").read_bytes()
    path, slowest, trouble = folder / "changed.gguf", 0.0, ""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for number in range(count):
        path.write_bytes(changed(whole, chance))
        start = time.monotonic()
        try:
            eat(path)
        except FileFormatError as error:
            refused += bool(error.what)
        except (ArithmeticError, LookupError, TypeError, ValueError, MemoryError, OSError, RecursionError) as error:
            trouble = trouble or f"number {number}: {error!r}"
        slowest = max(slowest, time.monotonic() - start)
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    if slowest > SLOWEST_HEADER_S or grown > 200:
        trouble = trouble or f"{slowest:.1f} s, {grown:.0f} MiB"
    return Outcome(
        fault=f"{count:,} changed headers", saw=f"a sentence for {refused:,}", seconds=time.monotonic() - began,
        kept=f"slowest {slowest * 1000:.0f} ms, {grown:.0f} MiB", trouble=trouble,
    )  # fmt: skip


def eat(path: Path) -> None:
    """Read a header and let all that lives on headers have it. Raises FileFormatError for what is no model."""
    header = read_header(path)
    row = describe(header)
    estimate((header,), (header,), header, DEFAULT_PLAN, TRAITS, (), ROOMY)
    judge(header, header, TRAITS, row, row)


def changed(whole: bytes, chance: random.Random) -> bytes:
    """One or two changes near the beginning, where the header is; now and then cut off."""
    data = bytearray(whole)
    for _ in range(chance.randint(1, 2)):
        at = min(int(chance.expovariate(1 / 400)), len(data) - 1)
        kind = chance.randrange(4)
        if kind == 0:
            data[at] = chance.randrange(256)
        elif kind == 1:
            data[at : at + 8] = chance.choice((b"\xff" * 8, bytes(8), b"\xff" * 7 + b"\x7f", b"\x00\x00\x00\x80" * 2))
        elif kind == 2:
            del data[at : at + chance.randint(1, 16)]
        else:
            data[at:at] = chance.randbytes(chance.randint(1, 16))
    return bytes(data[: chance.randint(0, len(data))] if chance.random() < 0.1 else data)
