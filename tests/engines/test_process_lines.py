"""Bytes into lines and lines into a file: bounded, and clean whatever comes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specdesk.engines import process_guard
from specdesk.engines.process_lines import LineCutter, clean
from specdesk.engines.process_log import LogFile, own_log


def test_bytes_that_are_no_text_are_replaced() -> None:
    assert clean(b"a\xff\x00b\tc") == "a\ufffd\ufffdb\tc"
    assert clean(b"\x1b[31mred\x1b[0m \x1b]0;title\x07end") == "red end"
    assert clean("grün €".encode()) == "grün €"


@settings(deadline=None)
@given(
    st.lists(st.text(st.characters(exclude_characters="\r\n", exclude_categories=("Cc", "Cs", "Zl", "Zp")))), st.data()
)
def test_lines_do_not_depend_on_where_the_stream_is_cut(lines: list[str], data: st.DataObject) -> None:
    stream = "".join(f"{line}\n" for line in lines).encode()
    cutter = LineCutter()
    got: list[str] = []
    at = 0
    while at < len(stream):
        size = data.draw(st.integers(1, len(stream) - at))
        got += cutter.feed(stream[at : at + size])
        at += size
    assert [*got, *cutter.end()] == [line for line in lines if line]


def test_carriage_returns_end_lines() -> None:
    cutter = LineCutter()
    assert cutter.feed(b"one\r\ntwo\rthree\n\rfour") == ["one", "two", "three"]
    assert cutter.partial == "four"
    assert cutter.end() == ["four"]


def test_the_log_file_turns_over(tmp_path: Path) -> None:
    path = tmp_path / "server.log"
    log = LogFile(path, max_bytes=1000)
    for i in range(100):
        log.write([f"{i:04} " + "x" * 95])
    log.close()
    assert path.stat().st_size <= 1100
    assert (tmp_path / "server.log.1").stat().st_size <= 1100
    assert log.problem is None


def test_each_process_has_a_log_of_its_own_and_old_ones_go(tmp_path: Path) -> None:
    gone = subprocess.Popen(["true"])
    gone.wait()
    ended = [tmp_path / f"serve-{number}.log" for number in (gone.pid, 4194301, 4194302, 4194303, 4194304)]
    for age, path in enumerate(ended):
        path.write_text("old")
        path.with_name(path.name + ".1").write_text("older")
        os.utime(path, (1e9 - age, 1e9 - age))
    others = [f"serve-{os.getppid()}.log", "serve-old.log", "compare-4194301.log", "server.log"]
    for name in others:
        (tmp_path / name).write_text("not ours to remove")
    assert own_log(tmp_path, "serve") == f"serve-{os.getpid()}.log"
    left = {path.name for path in tmp_path.iterdir()}
    kept = {path.name for path in ended[:3]}
    assert left == {*others, *kept, *(f"{name}.1" for name in kept)}
    assert own_log(tmp_path / "missing", "serve") == f"serve-{os.getpid()}.log"


def test_a_log_file_that_cannot_be_written_is_no_reason_to_stop(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    log = LogFile(tmp_path / "file" / "server.log")
    log.write(["lost"])
    log.close()
    assert log.problem == f"The log file {tmp_path / 'file' / 'server.log'} could not be written: File exists."


def test_windows_opens_no_console_and_has_a_group_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "CREATE_NO_WINDOW", 0x08000000, raising=False)
    monkeypatch.setattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0x200, raising=False)
    with monkeypatch.context() as windows:
        windows.setattr(sys, "platform", "win32")
        assert process_guard.platform_options() == {"creationflags": 0x08000200}
    assert process_guard.platform_options() == {"start_new_session": True}
