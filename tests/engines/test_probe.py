"""Probing binaries: a real one, stand-ins for every form of answer, and everything that can be wrong with one."""

from __future__ import annotations

import os
import shutil
import struct
from pathlib import Path

import psutil
import pytest
from dialect_lines import EVERYTHING
from engine_stubs import DEVICES, asked, script, stub
from old_helps import RECORDED

from specdesk.engines.bounded_run import run_bounded
from specdesk.engines.device_list import parse_device_list
from specdesk.engines.dialect import to_argv
from specdesk.engines.environment import child_environment
from specdesk.engines.probe import probe
from specdesk.records.device import Device

RECORDED_HELP = str(Path(__file__).parent.parent / "captures" / "help" / "b11434.txt")
NOT_A_SERVER = "{} is not a llama-server: its help lists none of the server's arguments."


@pytest.mark.real_engine
def test_a_real_binary(real_server: Path, tmp_path: Path) -> None:
    info = probe(real_server, tmp_path)
    assert info.usable
    assert info.problem is None
    assert (info.version, info.build, info.commit) == ("1 (571d0d5)", None, "571d0d5")
    assert info.traits.dialect == "D4"
    assert info.flags == RECORDED[10068]
    assert info.methods[0] == "draft-simple"
    assert info.command == (str(real_server),)
    assert probe(real_server, tmp_path) == info


@pytest.mark.real_engine
def test_a_real_binary_accepts_what_is_written_for_it(real_server: Path) -> None:
    argv = to_argv(EVERYTHING, probe(real_server, None).flags)
    assert [drop.flag for drop in argv.dropped] == ["-cd"]
    # Arguments are read in order, and --version ends the program: none of those before it was refused.
    done = run_bounded(
        [str(real_server), *argv.args, "--version"], child_environment(os.environ), real_server.parent, 30
    )
    assert done.returncode == 0, done.stderr
    refused = run_bounded(
        [str(real_server), "--draft-max", "8", "--version"], child_environment(os.environ), real_server.parent, 30
    )
    assert refused.returncode == 1


@pytest.mark.real_engine
def test_a_real_binary_without_its_libraries(real_server: Path, tmp_path: Path) -> None:
    alone = Path(shutil.copy(real_server, tmp_path / "llama-server"))
    info = probe(alone, None)
    assert not info.usable
    assert info.methods == ()
    assert info.problem is not None
    assert info.problem.startswith("The engine cannot start: a library that it needs is missing. lib")
    assert info.problem.endswith(" was not found.")


@pytest.mark.parametrize(
    ("version", "text", "build", "commit"),
    [
        ("version: 4187 (be0e350c)", "4187 (be0e350c)", 4187, "be0e350c"),
        ("ggml_cuda_init: found 1 CUDA device:\nversion: 10068 (57d4)\nbuilt with cc", "10068 (57d4)", 10068, "57d4"),
        ("version: 6795 (unknown)", "6795 (unknown)", 6795, None),
        ("version: 0 (unknown)", "0 (unknown)", None, None),
        ("version: 0.4.1-dev (build 10991, commit 93e2)", "0.4.1-dev (build 10991, commit 93e2)", 10991, "93e2"),
        ("version: 0.6.0-dev (build 0, commit unknown)", "0.6.0-dev (build 0, commit unknown)", None, None),
        ("no version here", None, None, None),
    ],
)  # fmt: skip
def test_versions(tmp_path: Path, version: str, text: str | None, build: int | None, commit: str | None) -> None:
    info = probe(stub(tmp_path / "llama-server", version=version), None)
    assert info.usable
    assert (info.version, info.build, info.commit) == (text, build, commit)


def test_the_umbrella_program(tmp_path: Path) -> None:
    binary = stub(tmp_path / "llama")
    info = probe(binary, None)
    assert info.usable
    assert info.command == (str(binary), "serve")
    assert asked(binary) == ["serve --help", "serve --version", "serve --list-devices"]


def test_a_folder_stands_for_the_server_in_it(tmp_path: Path) -> None:
    binary = stub(tmp_path / "build" / "bin" / "llama-server")
    assert probe(tmp_path, None).path == str(binary)
    empty = tmp_path / "empty"
    empty.mkdir()
    problem = probe(empty, None).problem
    assert problem is not None
    assert "is a folder, not a program." in problem


def test_devices(tmp_path: Path) -> None:
    info = probe(stub(tmp_path / "llama-server", devices=DEVICES), None)
    assert info.devices == (Device(id="CUDA0", name="NVIDIA GeForce RTX 3090", total_mib=24124.0, free_mib=23700.0),)
    assert info.has_gpu
    assert not probe(stub(tmp_path / "other" / "llama-server"), None).has_gpu


def test_device_lists_of_all_backends() -> None:
    rows = """Available devices:
  RPC[10.0.0.1:50052]: RPC[10.0.0.1:50052] (16000 MiB, 15000 MiB free)
  Vulkan0: AMD Radeon 780M (RADV) (12000 MiB, 11000 MiB free)
  Vulkan1: NVIDIA GeForce RTX 2060 (6144 MiB, 5136 MiB free)
  MTL0: Apple M4 Max (98304 MiB, 98303 MiB free)
  CPU: AMD EPYC (24105 MiB, 24105 MiB free)
  BLAS: Accelerate (0 MiB, 0 MiB free)
  (none)
"""
    chatter = "ggml_vulkan: 0 = AMD Radeon 780M (RADV) | uma: 1 | fp16: 1\nggml_vulkan: 1 = NVIDIA | uma: 0 | fp16: 1\n"
    found = parse_device_list(rows, chatter)
    assert [(device.id, device.kind) for device in found] == [
        ("RPC[10.0.0.1:50052]", "gpu"), ("Vulkan0", "shared"), ("Vulkan1", "gpu"), ("MTL0", "shared"), ("CPU", "cpu"),
    ]  # fmt: skip
    assert found[1].name == "AMD Radeon 780M (RADV)"
    assert (found[2].total_mib, found[2].free_mib) == (6144.0, 5136.0)


def test_the_cache_saves_questions_but_not_devices(tmp_path: Path) -> None:
    binary, cache = stub(tmp_path / "llama-server"), tmp_path / "cache"
    first = probe(binary, cache)
    assert asked(binary) == ["--help", "--version", "--list-devices"]
    assert probe(binary, cache) == first
    assert asked(binary)[3:] == ["--list-devices"]
    stub(binary, build=5361, devices=DEVICES)
    changed = probe(binary, cache)
    assert changed.traits.dialect == "D1"
    assert changed.has_gpu
    assert asked(binary)[4:] == ["--help", "--version", "--list-devices"]


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff\xfe", b'{"format": 0}'])
def test_a_broken_cache_is_no_loss(tmp_path: Path, content: bytes) -> None:
    binary, cache = stub(tmp_path / "llama-server"), tmp_path / "cache"
    first = probe(binary, cache)
    [entry] = (cache / "engines").iterdir()
    entry.write_bytes(content)
    assert probe(binary, cache) == first
    assert entry.read_bytes().startswith(b'{"format":1')
    kept = entry.with_name(f"{entry.name}.bad")
    assert kept.read_bytes() == content
    unwritable = tmp_path / "file"
    unwritable.write_bytes(b"")
    assert probe(binary, unwritable) == first


def test_settings_of_the_surroundings_stay_out(tmp_path: Path) -> None:
    binary = script(
        tmp_path / "llama-server",
        f'env > "$0.env"; [ -z "$LLAMA_ARG_DRAFT_MAX" ] || exit 1; cat {RECORDED_HELP}; pwd > "$0.cwd"',
    )
    info = probe(binary, None, environment={"PATH": os.environ["PATH"], "LLAMA_ARG_DRAFT_MAX": "8", "KEPT": "1"})
    assert info.usable
    seen = Path(f"{binary}.env").read_text(encoding="utf-8").splitlines()
    assert "KEPT=1" in seen
    assert "GGML_NO_BACKTRACE=1" in seen
    assert Path(f"{binary}.cwd").read_text(encoding="utf-8").strip() == str(tmp_path)


def test_child_environment() -> None:
    ours = {
        "PATH": "/bin", "LLAMA_ARG_PORT": "1", "LLAMA_API_KEY": "k", "llama_log": "1", "HTTP_PROXY": "p",
        "LD_LIBRARY_PATH": "/bundle", "LD_LIBRARY_PATH_ORIG": "/users", "PYTHONHOME": "/bundle", "QT_PLUGIN_PATH": "/b",
    }  # fmt: skip
    assert child_environment(ours, frozen=False) == {
        name: value for name, value in ours.items() if not name.lower().startswith("llama_")
    } | {"GGML_NO_BACKTRACE": "1"}
    assert child_environment(ours, frozen=True) == {
        "PATH": "/bin", "HTTP_PROXY": "p", "LD_LIBRARY_PATH": "/users", "GGML_NO_BACKTRACE": "1",
    }  # fmt: skip
    assert "LD_LIBRARY_PATH" not in child_environment({"LD_LIBRARY_PATH": "/bundle"}, frozen=True)


# --- binaries that are no use ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ("exit 0", NOT_A_SERVER.format("llama-server")),
        ("echo 'usage: other [-h]'; exit 0", NOT_A_SERVER.format("llama-server")),
        ("echo 'unknown option --help' >&2; exit 2", NOT_A_SERVER.format("llama-server")),
        ("exit 1", NOT_A_SERVER.format("llama-server")),
        ("kill -ILL $$", "This build needs processor features (such as AVX-512 or AMX) that this computer lacks. "
         "The engine met an instruction unknown to this processor while it was starting."),
        ("echo \"$0: error while loading shared libraries: libcudart.so.12: cannot open shared object file: "
         "No such file or directory\" >&2; exit 127",
         "The engine cannot start: a library that it needs is missing. libcudart.so.12 was not found."),
        (f"grep -v -e --port {RECORDED_HELP}",
         "llama-server is another program of llama.cpp; choose the llama-server beside it."),
        ("yes 'some line of a program that never ends'", "llama-server is not a llama-server: it prints without end."),
        ("yes 'the same on the other stream' >&2", "llama-server is not a llama-server: it prints without end."),
    ],
)  # fmt: skip
def test_programs_that_are_no_server(tmp_path: Path, body: str, problem: str) -> None:
    info = probe(script(tmp_path / "llama-server", body), tmp_path / "cache")
    assert (info.usable, info.problem) == (False, problem)
    assert not (tmp_path / "cache").exists()


def test_a_program_that_hangs(tmp_path: Path) -> None:
    info = probe(script(tmp_path / "llama-server", "sleep 600 & wait"), None, step_s=0.4)
    assert info.problem == (
        "llama-server gave no answer within 0.4 s; a graphics driver may hang, or it is no llama-server."
    )


def test_a_driver_that_hangs_costs_only_the_device_list(tmp_path: Path) -> None:
    body = f'case "$1" in --help) cat {RECORDED_HELP};; --list-devices) sleep 600;; esac'
    info = probe(script(tmp_path / "llama-server", body), None, step_s=2)
    assert info.usable
    assert info.devices == ()
    assert info.problem == "Its list of devices did not come within 2 s; the graphics driver may hang."


def test_a_grandchild_that_holds_the_output(tmp_path: Path) -> None:
    body = f'[ "$1" != --help ] || (sleep 600 & echo $! > {tmp_path}/pid); cat {RECORDED_HELP}'
    info = probe(script(tmp_path / "llama-server", body), None)
    assert info.usable
    pid = int((tmp_path / "pid").read_text(encoding="utf-8"))
    assert not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE


def test_files_that_are_no_program(tmp_path: Path) -> None:
    plain = tmp_path / "llama-server"
    problems = {"missing": probe(plain, None).problem}
    plain.write_text("hello", encoding="utf-8")
    problems["not executable"] = probe(plain, None).problem
    plain.chmod(0o755)
    problems["text"] = probe(plain, None).problem
    head = b"\x7fELF\x02\x01\x01" + bytes(9) + struct.pack("<HHI", 2, 0x1234, 1) + bytes(40)
    plain.write_bytes(head)
    problems["other processor"] = probe(plain, None).problem
    plain.write_text("#!/no/such/interpreter\n", encoding="utf-8")
    problems["no interpreter"] = probe(plain, None).problem
    assert problems == {
        "missing": f"There is no program at {plain}. It was moved or removed.",
        "not executable": f"{plain} is not allowed to run. The file is not marked as executable.",
        "text": f"{plain} is not a program for this computer. The system cannot run this file.",
        "other processor": f"{plain} is not a program for this computer. The system cannot run this file.",
        "no interpreter": f"{plain} cannot be started. "
        "The program that has to load it, as named in its first bytes, is not on this computer.",
    }
