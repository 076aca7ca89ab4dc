"""Real child processes: started, listened to, stopped, and none left behind."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import struct
import subprocess
import sys
import textwrap
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from specdesk.engines import process_guard
from specdesk.engines.diagnosis import diagnose
from specdesk.engines.log_lines import LogFacts
from specdesk.engines.process import TAIL_LINES, ServerProcess, StopResult
from specdesk.engines.process_lines import MAX_LINE
from specdesk.errors import EngineError

PYTHON = [sys.executable, "-S", "-E", "-c"]
ROOT = Path(__file__).parent.parent.parent


class Heard:
    """Lines that came, in their batches, and a way to wait for one."""

    def __init__(self) -> None:
        self.batches: list[list[str]] = []
        self.came = asyncio.Event()

    def __call__(self, lines: list[str]) -> None:
        self.batches.append(lines)
        self.came.set()

    @property
    def lines(self) -> list[str]:
        return [line for batch in self.batches for line in batch]

    async def until(self, words: str) -> None:
        while not any(words in line for line in self.lines):
            self.came.clear()
            await asyncio.wait_for(self.came.wait(), 30)


def run(work: Callable[[], Awaitable[Any]]) -> Any:
    async def whole() -> Any:
        return await work()

    return asyncio.run(whole())


async def start(argv: list[str], heard: Heard | None = None, **options: Any) -> ServerProcess:
    return await ServerProcess.spawn(argv, dict(os.environ), options.pop("cwd", None), heard or Heard(), **options)


def python(code: str) -> list[str]:
    return [*PYTHON, textwrap.dedent(code)]


async def ended(argv: list[str], **options: Any) -> tuple[int, Heard, ServerProcess]:
    heard = Heard()
    process = await start(argv, heard, **options)
    return await process.wait(), heard, process


# ---- what it prints -----------------------------------------------------------------------------------------------


def test_output_and_errors_come_in_order_and_the_last_line_needs_no_end() -> None:
    code, heard, process = run(lambda: ended(python("""
        import sys
        for i in range(50):
            (sys.stdout if i % 2 else sys.stderr).write(f"line {i}\\n")
            sys.stdout.flush()
        sys.stderr.write("no end")
        sys.exit(7)
    """)))  # fmt: skip
    assert heard.lines == [*(f"line {i}" for i in range(50)), "no end"]
    assert list(process.tail) == heard.lines
    assert (code, process.returncode) == (7, 7)


def test_environment_and_folder_are_exactly_those_given(tmp_path: Path) -> None:
    async def work() -> list[str]:
        heard = Heard()
        env = {"ONLY": "this", "PATH": os.environ["PATH"]}
        argv = python("import os; print(os.environ.get('ONLY'), os.environ.get('HOME'), os.getcwd())")
        process = await ServerProcess.spawn(argv, env, tmp_path, heard)
        await process.wait()
        return heard.lines

    assert run(work) == [f"this None {tmp_path}"]


def test_a_line_of_fifty_megabytes_is_cut() -> None:
    _, heard, _ = run(lambda: ended(python("""
        import sys
        for _ in range(50):
            sys.stdout.write("y" * 1_000_000)
        sys.stdout.write("\\nafter\\n")
    """)))  # fmt: skip
    assert heard.lines == ["y" * MAX_LINE + f" … [{50_000_000 - MAX_LINE:,} bytes left out]", "after"]


def test_a_flood_is_delivered_whole_in_batches_and_kept_in_part(tmp_path: Path) -> None:
    log_path = tmp_path / "logs" / "server.log"
    code, heard, process = run(lambda: ended(python("""
        import sys
        for i in range(100_000):
            sys.stderr.write(f"{i} flood\\n")
    """), log_path=log_path))  # fmt: skip
    assert code == 0
    assert heard.lines == [f"{i} flood" for i in range(100_000)]
    assert len(heard.batches) < 100_000 / 100
    assert list(process.tail) == heard.lines[-TAIL_LINES:]
    assert process.log_file is not None
    process.log_file._thread.join()
    assert log_path.read_text().splitlines()[-1] == "99999 flood"
    assert log_path.stat().st_mode & 0o777 == 0o600


def test_a_progress_line_that_has_not_ended_is_heard() -> None:
    async def work() -> list[str]:
        parts: list[str] = []
        came = asyncio.Event()

        def on_partial(text: str) -> None:
            parts.append(text)
            came.set()

        argv = python("import sys; sys.stderr.write('.' * 40); sys.stderr.flush(); sys.stdin.read()")
        process = await start(argv, on_partial=on_partial, stdin=b"")
        await asyncio.wait_for(came.wait(), 30)
        await process.stop()
        return parts

    assert run(work)[0] == "." * 40


# ---- how it ends --------------------------------------------------------------------------------------------------


def test_a_signal_is_a_negative_code_and_no_zombie_stays() -> None:
    async def work() -> tuple[int, int]:
        process = await start(python("import os, signal; os.kill(os.getpid(), signal.SIGILL)"))
        return await process.wait(), process.pid

    code, pid = run(work)
    assert code == -signal.SIGILL
    assert not psutil.pid_exists(pid)


@pytest.mark.parametrize("ignores", ["", "trap '' TERM; "])
def test_a_grandchild_holds_neither_the_pipe_nor_its_memory(ignores: str) -> None:
    async def work() -> tuple[int, int]:
        heard = Heard()
        child = f'sh -c "{ignores}while true; do sleep 0.1; done" & echo pid $!; exit 3'
        process = await start(["/bin/sh", "-c", child], heard)
        code = await process.wait()
        return code, int(next(line for line in heard.lines if line.startswith("pid")).split()[1])

    code, grandchild = run(work)
    assert code == 3
    assert not psutil.pid_exists(grandchild) or psutil.Process(grandchild).status() == psutil.STATUS_ZOMBIE


def stopped(argv: list[str], words: str, **options: Any) -> tuple[StopResult, Heard, ServerProcess]:
    """Starts, waits until `words` were printed, stops."""

    async def work() -> tuple[StopResult, Heard, ServerProcess]:
        heard = Heard()
        process = await start(argv, heard, **options)
        await heard.until(words)
        return await process.stop(), heard, process

    result: tuple[StopResult, Heard, ServerProcess] = run(work)
    assert not psutil.pid_exists(result[2].pid)
    return result


def test_stop_while_idle(fake_llama: Callable[..., Path]) -> None:
    result, heard, _ = stopped([str(fake_llama()), "-m", "a.gguf", "--port", "0"], "listening on")
    assert result == StopResult("on request", 0)
    assert "cleaning up before exit" in heard.lines[-1]


def test_stop_while_loading(fake_llama: Callable[..., Path]) -> None:
    result, _, _ = stopped([str(fake_llama(load_s=60)), "-m", "a.gguf", "--port", "0"], "loading model")
    assert result == StopResult("on request", -signal.SIGTERM)


def test_stop_of_a_server_that_ignores_requests(fake_llama: Callable[..., Path]) -> None:
    result, _, _ = stopped([str(fake_llama(ignore_sigterm=True)), "-m", "a.gguf", "--port", "0"], "listening on")
    assert result == StopResult("by force", -signal.SIGKILL)


def test_stop_of_a_child_with_an_input() -> None:
    argv = python("import sys; print('up', flush=True); sys.exit(9 if sys.stdin.readline() == 'exit\\n' else 1)")
    assert stopped(argv, "up", stdin=b"")[0] == StopResult("at once", 9)


def test_stop_of_a_child_that_does_not_listen_to_its_input() -> None:
    argv = python("import time; print('up', flush=True); time.sleep(60)")
    assert stopped(argv, "up", stdin=b"first")[0] == StopResult("on request", -signal.SIGTERM)


def test_a_second_request_ends_a_server_that_waits_for_a_reply() -> None:
    argv = python("""
        import signal, sys, time
        asked = []
        def on_term(number, frame):
            asked.append(number)
            if len(asked) == 2:
                sys.exit(1)
        signal.signal(signal.SIGTERM, on_term)
        print("up", flush=True)
        while True:
            time.sleep(0.01)
    """)
    assert stopped(argv, "up")[0] == StopResult("on second request", 1)


@pytest.mark.real_engine
def test_a_real_server_ends_in_the_middle_of_a_reply(real_server: Path, smollm2: Path) -> None:
    """Asked once it may wait for its reader (30 s), or not; asked again it ends at once."""

    async def work() -> StopResult:
        heard = Heard()
        argv = [str(real_server), "-m", str(smollm2), "-c", "2048", "-np", "1", "-t", "1", "--port", "0", "-lv", "3"]
        process = await start(argv, heard)
        await heard.until("listening on http")
        port = int(next(line for line in heard.lines if "listening on http" in line).rpartition(":")[2])
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        body = json.dumps(
            {"prompt": "Once upon a time", "n_predict": 1500, "stream": True, "ignore_eos": True}
        ).encode()
        head = [
            "POST /completion HTTP/1.1",
            "Host: x",
            "Content-Type: application/json",
            f"Content-Length: {len(body)}",
        ]
        writer.write("\r\n".join([*head, "", ""]).encode() + body)
        await reader.readuntil(b"data: ")
        result = await process.stop()
        writer.close()
        return result

    assert run(work).how in ("on request", "on second request")  # what it computes may crash on its way out


def test_stop_ends_the_whole_tree() -> None:
    ignore = "trap '' TERM; echo pid $$; while true; do sleep 0.1; done"
    argv = ["/bin/sh", "-c", f'sh -c "{ignore.replace("$$", chr(92) + "$$")}" & wait; echo over']
    result, heard, _ = stopped(argv, "pid")
    assert result.how in ("on request", "by force")
    grandchild = int(next(line for line in heard.lines if line.startswith("pid")).split()[1])
    assert not psutil.pid_exists(grandchild) or psutil.Process(grandchild).status() == psutil.STATUS_ZOMBIE


def test_stop_may_be_called_twice_and_after_the_end() -> None:
    async def work() -> list[StopResult]:
        heard = Heard()
        process = await start(python("import time; print('up', flush=True); time.sleep(60)"), heard)
        await heard.until("up")
        both = await asyncio.gather(process.stop(), process.stop())
        return [*both, await process.stop()]

    assert run(work) == [StopResult("on request", -signal.SIGTERM)] * 3

    async def after_the_end() -> StopResult:
        process = await start(python("pass"))
        await process.wait()
        return await process.stop()

    assert run(after_the_end) == StopResult("was over", 0)


# ---- programs that cannot be started --------------------------------------------------------------------------------


@contextlib.contextmanager
def refused() -> Iterator[list[EngineError]]:
    caught: list[EngineError] = []
    with pytest.raises(EngineError) as info:
        yield caught
    caught.append(info.value)


def write_program(path: Path, data: bytes, mode: int = 0o755) -> Path:
    path.write_bytes(data)
    path.chmod(mode)
    return path


def foreign_elf() -> bytes:
    other = 183 if os.uname().machine != "aarch64" else 62
    return b"\x7fELF\x02\x01\x01" + bytes(9) + struct.pack("<HH", 2, other) + bytes(100)


def test_missing_program(tmp_path: Path) -> None:
    path = tmp_path / "llama-server"
    with refused() as errors:
        run(lambda: start([str(path)]))
    assert errors[0].what == f"There is no program at {path}."


def test_program_not_on_the_path() -> None:
    with refused() as errors:
        run(lambda: start(["no-such-llama-server"]))
    assert errors[0].what == "There is no program no-such-llama-server."


def test_a_folder_is_no_program(tmp_path: Path) -> None:
    with refused() as errors:
        run(lambda: start([str(tmp_path)]))
    assert errors[0].what == f"{tmp_path} is a folder, not a program."


def test_a_file_that_may_not_run(tmp_path: Path) -> None:
    path = write_program(tmp_path / "llama-server", b"#!/bin/sh\n", 0o644)
    with refused() as errors:
        run(lambda: start([str(path)]))
    assert errors[0].what == f"{path} is not allowed to run."
    assert "chmod +x" in errors[0].next_step


@pytest.mark.parametrize(
    "data", [b"GGUF\x03\0\0\0", b"", b"<html>", foreign_elf()], ids=["gguf", "empty", "html", "elf"]
)
def test_a_file_that_is_no_program_for_this_computer(tmp_path: Path, data: bytes) -> None:
    path = write_program(tmp_path / "llama-server", data)
    with refused() as errors:
        run(lambda: start([str(path)]))
    assert errors[0].what == f"{path} is not a program for this computer."


def test_a_missing_interpreter_is_explained_after_the_end(tmp_path: Path) -> None:
    path = write_program(tmp_path / "llama-server", b"#!/no/such/shell\n")
    if process_guard.guard_prefix(path):
        code, heard, _ = run(lambda: ended([str(path)]))
        facts = LogFacts()
        facts.feed(heard.lines)
        error: EngineError = diagnose(code, heard.lines, facts.facts())
    else:
        with refused() as errors:
            run(lambda: start([str(path)]))
        error = errors[0]
    assert error.what == f"{path} cannot be started."
    assert "is not on this computer" in error.why


# ---- our own death --------------------------------------------------------------------------------------------------

PARENT = """
import asyncio, os, sys
from specdesk.engines.process import ServerProcess

async def main():
    process = await ServerProcess.spawn(sys.argv[1:], dict(os.environ), None, lambda lines: print(*lines, flush=True))
    print("child", process.pid, flush=True)
    await process.wait()

asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="The death signal exists on Linux only.")
def test_a_killed_parent_leaves_no_server(fake_llama: Callable[..., Path]) -> None:
    argv = [sys.executable, "-c", PARENT, str(fake_llama()), "-m", "a.gguf", "--port", "0"]
    with subprocess.Popen(argv, cwd=ROOT, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child = None
        ready = False
        while child is None or not ready:
            line = parent.stdout.readline()
            assert line, "the parent ended early"
            child = psutil.Process(int(line.split()[1])) if line.startswith("child") else child
            ready = ready or "listening on" in line
        parent.kill()
        _, alive = psutil.wait_procs([child], timeout=20)
        assert not alive


def test_the_prefix_is_used_for_scripts_and_native_programs_only(tmp_path: Path) -> None:
    script = write_program(tmp_path / "script", b"#!/bin/sh\nexit 0\n")
    data = write_program(tmp_path / "data", b"GGUF")
    assert process_guard.guard_prefix(data) == ()
    if sys.platform == "linux" and process_guard._setpriv():
        assert process_guard.guard_prefix(script)[1:] == ("--pdeathsig", "TERM", "--")
        assert process_guard.guard_prefix(Path(sys.executable).resolve())[1:] == ("--pdeathsig", "TERM", "--")
