"""`remove-data` deletes nothing while a window, a command or a server of SpecDesk is running, and says what that is."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from cli_stage import Said

from specdesk import paths
from specdesk.engines.process_birth import birth_of
from specdesk.engines.run_record import RunRecord
from specdesk.errors import SpecDeskError
from specdesk.service.at_work import asked_of, check_nothing_works, window_process

Run = Callable[..., Said]
READY = "print('ready', flush=True); sys.stdin.read()"
WINDOW = f"import sys; from specdesk.ui.single_instance import SingleInstance as I; i = I(); i.claim(); {READY}"
WAITS = f"import sys; {READY}"


@pytest.fixture
def chats(specdesk_home: Path) -> Path:
    """A file to lose."""
    paths.data_dir().mkdir(parents=True, exist_ok=True)
    paths.state_dir().mkdir(parents=True, exist_ok=True)
    file = paths.data_dir() / "chats.sqlite"
    file.write_bytes(b"x")
    return file


@contextlib.contextmanager
def living(*command: str, cwd: Path | None = None) -> Iterator[subprocess.Popen[str]]:
    """A process that is at it until the end of the block."""
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=cwd
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        try:
            yield process
        finally:
            process.kill()


def refused(run: Run, chats: Path) -> str:
    """Why, in the same words with a question and without."""
    said = run("remove-data", "--yes")
    assert said.code == 2
    assert "Nothing was deleted." in said.err
    assert chats.exists()
    assert run("remove-data").err == said.err, "it is looked at before anybody is asked"
    return " ".join(said.err.split())


def deleted(run: Run, chats: Path) -> bool:
    said = run("remove-data", "--yes")
    assert said.code == 0, said.err
    return not chats.exists()


def test_the_window_is_open(run: Run, chats: Path) -> None:
    with living(sys.executable, "-c", WINDOW) as window:
        assert f"SpecDesk's window is open (process {window.pid}). Close it, then try again." in refused(run, chats)
    assert deleted(run, chats), "it was killed, and its lock is still there"


def test_the_number_of_a_killed_window_went_to_another_process(run: Run, chats: Path) -> None:
    lock = paths.state_dir() / "window.lock"
    program = Path(os.path.realpath(sys.executable)).name
    lock.write_text(f"{os.getpid()}\n{program}\nhere\n", "utf-8")
    assert window_process(paths.state_dir()) == os.getpid()
    os.utime(lock, (1e9, 1e9))  # long before this process began
    assert window_process(paths.state_dir()) is None
    for said in (f"{os.getpid()}\nanother-program\nhere\n", "9" * 30, "no number", "", "99999999\nspecdesk\n"):
        lock.write_text(said, "utf-8")
        assert window_process(paths.state_dir()) is None, said
    assert deleted(run, chats)


def noted(server: int, owned: bool) -> RunRecord:
    """A note about a server of this process, or of one that is gone."""
    birth = birth_of(server)
    assert birth is not None
    record = RunRecord.write(paths.state_dir(), server, birth, Path(sys.executable), 4711)
    if not owned:
        text = record.path.read_text("utf-8")
        record.path.write_text(text.replace(f'"owner_pid":{os.getpid()}', '"owner_pid":99999999'), "utf-8")
    return record


def test_a_server_went_on_without_the_window(run: Run, chats: Path) -> None:
    with living(sys.executable, "-c", WAITS) as server:
        record = noted(server.pid, owned=False)
        why = refused(run, chats)
        assert f"A server that SpecDesk started is still running: {Path(sys.executable).name}, process" in why
        assert f"Open SpecDesk, which offers to end it, or end process {server.pid} yourself; then try again." in why
        assert record.path.exists(), "the next start finds it"
    assert deleted(run, chats)


def test_a_server_is_in_use(run: Run, chats: Path) -> None:
    with living(sys.executable, "-c", WAITS) as server:
        noted(server.pid, owned=True)
        why = refused(run, chats)
    assert f"SpecDesk (process {os.getpid()}) is using a server: " in why
    assert f"process {server.pid}, port 4711." in why


@pytest.fixture
def specdesk_elsewhere(tmp_path: Path) -> Path:
    """A folder with a program of this name that waits."""
    (tmp_path / "specdesk").mkdir()
    (tmp_path / "specdesk" / "__init__.py").touch()
    (tmp_path / "specdesk" / "__main__.py").write_text(WAITS)
    return tmp_path


def test_a_command_is_at_work(run: Run, chats: Path, specdesk_elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = (sys.executable, "-m", "specdesk", "compare", "--json")
    with living(*command, cwd=specdesk_elsewhere) as compare:
        why = refused(run, chats)
        assert f"SpecDesk is at work: specdesk compare (process {compare.pid})." in why
        assert "Wait until it is done, or end it with Ctrl-C; then try again." in why
    monkeypatch.setenv("SPECDESK_HOME", str(specdesk_elsewhere / "other"))
    with living(*command, cwd=specdesk_elsewhere):
        monkeypatch.setenv("SPECDESK_HOME", str(chats.parents[1]))
        assert deleted(run, chats), "that one keeps its things elsewhere"


@pytest.mark.parametrize(
    ("command", "asked"),
    [
        (("/opt/specdesk/specdesk", "serve"), "serve"),
        (("C:\\Program Files\\SpecDesk\\specdesk.exe",), ""),
        (("/usr/bin/python3", "-I", "-m", "specdesk", "sweep"), "sweep"),
        (("/usr/bin/python3.12", "/home/jan/.local/bin/specdesk", "compare"), "compare"),
        (("python", "-m", "specdesk.models.hub_worker"), ""),
        (("less", "/usr/bin/specdesk"), None),
        (("code", "/home/jan/specdesk"), None),
        (("python3", "-m", "pytest", "specdesk"), None),
        ((), None),
    ],
)
def test_a_command_of_specdesk_is_known(command: tuple[str, ...], asked: str | None) -> None:
    assert asked_of(command) == asked


def test_the_window_asks_the_same_and_does_not_count_itself(chats: Path, specdesk_elsewhere: Path) -> None:
    lock = paths.state_dir() / "window.lock"
    lock.write_text(f"{os.getpid()}\n{Path(os.path.realpath(sys.executable)).name}\nhere\n", "utf-8")
    with living(sys.executable, "-c", WAITS) as server:
        noted(server.pid, owned=True)
        with pytest.raises(SpecDeskError, match="window is open"):
            check_nothing_works()
        check_nothing_works(besides_us=True)
        noted(server.pid, owned=False)
        with pytest.raises(SpecDeskError) as left:
            check_nothing_works(besides_us=True)
    assert left.value.why.startswith("A server that SpecDesk started is still running: ")
    assert left.value.next_step == (
        f"End it where SpecDesk offers that, at its next start at the latest, or end process {server.pid} yourself; "
        "then try again."
    )
    with living(sys.executable, "-m", "specdesk", "sweep", cwd=specdesk_elsewhere):
        check_nothing_works(besides_us=True)  # of its own making: it ends with the window
