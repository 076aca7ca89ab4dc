"""Settings files that are not ours, and writes that cannot be finished."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from settings_files import FULL, put, stored

from specdesk import jsonfile
from specdesk.errors import SpecDeskError
from specdesk.settings import LoadedSettings, Settings, SettingsFile


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "config" / "settings.json"


# A file that is not ours --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"{'theme': 'dark'}",
        b"\xff\xfe\x00",
        b"[1, 2]",
        b'"text"',
        pytest.param(b"[" * 200_000, id="nested too deeply"),
        b'{"a": 1} x',
        pytest.param(b"\x00" * 99, id="zeros"),
    ],
)
def test_a_file_that_is_not_json_is_set_aside(path: Path, content: bytes) -> None:
    put(path, content)
    loaded = SettingsFile(path).load()
    bad = path.with_name("settings.json.bad")
    assert loaded == LoadedSettings(
        Settings(),
        "The settings file could not be understood, so SpecDesk starts with its defaults. "
        f"The old file is kept as {bad}.",
    )
    assert bad.read_bytes() == content
    assert not path.exists()


def test_the_second_bad_file_does_not_replace_the_first(path: Path) -> None:
    for content in (b"first", b"second", b"third"):
        put(path, content)
        SettingsFile(path).load()
    kept = [path.with_name(f"settings.json.bad{number}").read_bytes() for number in ("", "2", "3")]
    assert kept == [b"first", b"second", b"third"]


def test_an_absurdly_large_file_is_not_read(path: Path) -> None:
    put(path, b'{"theme": "dark"}' + b" " * jsonfile.MAX_BYTES)
    assert "could not be understood" in (SettingsFile(path).load().problem or "")


def test_a_folder_where_the_file_should_be(path: Path) -> None:
    path.mkdir(parents=True)
    (path / "keep").write_text("mine")
    file = SettingsFile(path)
    loaded = file.load()
    assert loaded.settings == Settings()
    assert loaded.problem == (
        f"There is a folder where the settings file should be ({path}), so SpecDesk starts with its defaults. "
        "Rename that folder so that settings can be saved."
    )
    with pytest.raises(SpecDeskError, match=r"^The settings could not be saved in .*settings\.json\. "):
        file.save(FULL)
    assert (path / "keep").read_text() == "mine"
    assert os.listdir(path.parent) == ["settings.json"]


def test_a_file_where_the_folder_should_be(tmp_path: Path) -> None:
    (tmp_path / "config").write_text("a file")
    file = SettingsFile(tmp_path / "config" / "settings.json")
    loaded = file.load()
    assert loaded.settings == Settings()
    assert "could not be opened" in (loaded.problem or "")
    with pytest.raises(SpecDeskError, match="could not be saved"):
        file.save(FULL)


# Trouble while writing ----------------------------------------------------------------------------------------------

WRITE_FOREVER = """
import sys
from pathlib import Path
from specdesk.settings import Settings, SettingsFile
file = SettingsFile(Path(sys.argv[1]))
number = 0
while True:
    number += 1
    file.save(Settings(system_prompt=str(number) * 20_000, reply_limit=number))
    if number == 3:
        print("going", flush=True)
"""


@pytest.mark.parametrize("moment", range(6))
def test_killed_at_any_moment_the_file_is_whole(path: Path, moment: int) -> None:
    SettingsFile(path).save(FULL)
    writer = subprocess.Popen([sys.executable, "-c", WRITE_FOREVER, str(path)], stdout=subprocess.PIPE)
    assert writer.stdout is not None
    assert writer.stdout.readline() == b"going\n"
    for _ in range(moment * 400):  # Somewhere in the middle of some write.
        path.exists()
    writer.send_signal(signal.SIGKILL)
    writer.wait()
    writer.stdout.close()
    document = stored(path)
    assert document["system_prompt"] == str(document["reply_limit"]) * 20_000
    loaded = SettingsFile(path).load()
    assert loaded.problem is None
    assert os.listdir(path.parent) == ["settings.json"], "what the killed writer left is swept up"


def run_python(code: str, *arguments: str) -> str:
    """Standard output of a fresh Python."""
    result = subprocess.run([sys.executable, "-c", code, *arguments], stdout=subprocess.PIPE, text=True, check=True)
    return result.stdout


SAVE_ON_A_FULL_DISK = """
import resource, signal, sys
from pathlib import Path
from specdesk.errors import SpecDeskError
from specdesk.settings import Settings, SettingsFile
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
file = SettingsFile(Path(sys.argv[1]))
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
try:
    file.save(Settings(theme="light"))
except SpecDeskError as error:
    print(error)
"""


def test_no_room_for_the_file_leaves_the_old_one(path: Path) -> None:
    SettingsFile(path).save(FULL)
    assert run_python(SAVE_ON_A_FULL_DISK, str(path)).strip() == (
        f"The settings could not be saved in {path}. The system says: File too large. Free some space or give SpecDesk "
        "write access to that folder; until then changes last until it is closed."
    )
    assert SettingsFile(path).load() == LoadedSettings(FULL, None)
    assert os.listdir(path.parent) == ["settings.json"]


AS_NOBODY = """
import os, sys
from pathlib import Path
from specdesk.errors import SpecDeskError
from specdesk.settings import Settings, SettingsFile
SettingsFile(Path(sys.argv[1])).load()  # Brings in whatever Python needs while its own files can be read.
if os.geteuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
file = SettingsFile(Path(sys.argv[1]))
print(file.load().problem)
try:
    file.save(Settings(theme="light"))
    print("saved")
except SpecDeskError as error:
    print(error)
"""


@pytest.fixture
def open_path(path: Path) -> Path:
    """A settings file whose folders anybody may enter, for a writer without rights."""
    SettingsFile(path).save(FULL)
    for folder in path.parents:
        if folder.stat().st_uid == os.geteuid() and folder.stat().st_mode & 0o055 != 0o055:
            folder.chmod(0o755)
    return path


def test_a_folder_that_may_not_be_written(open_path: Path) -> None:
    open_path.chmod(0o644)
    open_path.parent.chmod(0o555)
    problem, saved = run_python(AS_NOBODY, str(open_path)).splitlines()
    assert problem == "None"
    assert saved.startswith(f"The settings could not be saved in {open_path}. The system says: Permission denied.")
    open_path.parent.chmod(0o755)
    assert SettingsFile(open_path).load() == LoadedSettings(FULL, None)


def test_a_file_that_may_not_be_read_is_kept(open_path: Path) -> None:
    open_path.chmod(0o000)
    open_path.parent.chmod(0o777)
    problem, saved = run_python(AS_NOBODY, str(open_path)).splitlines()
    assert problem == (
        f"The settings file {open_path} could not be opened, so SpecDesk starts with its defaults. "
        "The system says: Permission denied."
    )
    assert saved == "saved"
    kept = open_path.with_name("settings.json.unread")
    kept.chmod(0o600)
    assert SettingsFile(kept).load().settings == FULL


def test_a_temporary_of_a_running_program_is_left_alone(path: Path) -> None:
    SettingsFile(path).save(FULL)
    mine = path.with_name(f"settings.json.{os.getpid()}.tmp")
    gone = path.with_name("settings.json.999999999.tmp")
    other = path.with_name("notes.999999999.tmp")
    for temporary in (mine, gone, other):
        temporary.write_text("half")
    SettingsFile(path).load()
    assert [temporary.exists() for temporary in (mine, gone, other)] == [True, False, True]
