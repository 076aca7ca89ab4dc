"""Finding engines, and choosing one."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest
from engine_stubs import DEVICES, script, stub

from specdesk.engines.discover import (
    choose_engine,
    describe_engine,
    embedded_engine,
    find_binaries,
    find_engines,
    shipped_binaries,
    usual_places,
)
from specdesk.engines.engine_info import EngineInfo
from specdesk.records.device import Device

GPU = (Device(id="CUDA0", name="RTX 3090", total_mib=24000.0, free_mib=23000.0),)
PATH_ENGINE = EngineInfo(kind="llama-server", path="/usr/bin/llama-server", usable=True)
OTHER = EngineInfo(kind="llama-server", path="/opt/llama-server", usable=True)
GPU_ENGINE = EngineInfo(kind="llama-server", path="/gpu/llama-server", usable=True, devices=GPU)
BROKEN = EngineInfo(kind="llama-server", path="/broken/llama-server", problem="It is broken.")
EMBEDDED = EngineInfo(kind="embedded", usable=True)


@pytest.mark.real_engine
def test_binaries_of_installed_packages_are_found(real_server: Path) -> None:
    assert [path.resolve() for path in shipped_binaries()] == [real_server]
    assert real_server in [path.resolve() for path in find_binaries({}, Path("/none"), places=())]


def test_order_and_no_file_twice(tmp_path: Path) -> None:
    chosen = stub(tmp_path / "chosen" / "my-build")
    in_path = stub(tmp_path / "bin" / "llama-server")
    usual = stub(tmp_path / "usual" / "llama-server")
    umbrella = stub(tmp_path / "umbrella" / "llama")
    stub(tmp_path / "bin" / "llama")
    (tmp_path / "link").mkdir()
    (tmp_path / "link" / "llama-server").symlink_to(in_path)
    script(tmp_path / "sleepy" / "llama-server", "").chmod(0o644)
    (tmp_path / "folder" / "llama-server").mkdir(parents=True)
    places = [tmp_path / name for name in ("usual", "umbrella", "link", "sleepy", "folder", "missing")]
    env = {"PATH": os.pathsep.join([str(tmp_path / "missing"), str(tmp_path / "bin"), ""])}
    found = find_binaries(env, tmp_path, extra=[chosen, tmp_path / "gone"], places=places)
    assert [path for path in found if path.is_relative_to(tmp_path)] == [chosen, in_path, usual, umbrella]
    by_folder = find_binaries({}, tmp_path, extra=[tmp_path / "usual"], places=())
    assert by_folder[0] == usual


def test_usual_places(tmp_path: Path) -> None:
    linux = usual_places({}, tmp_path, "linux")
    assert tmp_path / "llama.cpp/build/bin" in linux
    assert {Path("/usr/local/bin"), Path("/opt/homebrew/bin"), tmp_path / ".local/bin"} <= set(linux)
    package = tmp_path / "Local/Microsoft/WinGet/Packages/ggml.llamacpp_1.2"
    package.mkdir(parents=True)
    windows = usual_places({"LOCALAPPDATA": str(tmp_path / "Local"), "PROGRAMFILES": "/p"}, tmp_path, "win32")
    assert {package, Path("/p/llama.cpp"), tmp_path / "scoop/apps/llama.cpp/current"} <= set(windows)
    assert Path("/usr/local/bin") not in windows


def test_the_embedded_engine_is_described_without_importing_it() -> None:
    info = embedded_engine()
    assert info.kind == "embedded"
    assert info.usable
    assert info.path is None
    assert (info.version, info.build) == ("xllamacpp 2026.10.11549", 11549)
    assert info.traits.dialect == "D4"
    assert (info.traits.default_slots, info.traits.default_kv_unified) == (1, False)
    assert "draft-mtp" in info.methods
    assert not info.has_gpu
    assert info.command[1:] == ("-m", "specdesk.engines.embedded_worker")


def test_all_engines(tmp_path: Path) -> None:
    good = stub(tmp_path / "a" / "llama-server", devices=DEVICES)
    bad = script(tmp_path / "b" / "llama-server", "exit 1")
    engines = find_engines({"PATH": os.environ["PATH"]}, tmp_path, tmp_path / "cache", extra=[good, bad])
    assert [engine.path for engine in engines[:2]] == [str(good), str(bad)]
    assert [engine.usable for engine in engines[:2]] == [True, False]
    assert engines[-1].kind == "embedded"
    assert choose_engine(engines, None) == engines[0]


@pytest.mark.parametrize(
    ("saved", "expected"),
    [
        (None, GPU_ENGINE),
        ("/opt/llama-server", OTHER),
        ("/opt/./llama-server", OTHER),
        ("embedded", EMBEDDED),
        ("/broken/llama-server", GPU_ENGINE),
        ("/gone", GPU_ENGINE),
    ],
)
def test_the_saved_choice_then_a_gpu(saved: str | None, expected: EngineInfo) -> None:
    assert choose_engine([BROKEN, PATH_ENGINE, OTHER, GPU_ENGINE, EMBEDDED], saved) == expected


def test_without_a_gpu_the_first_binary_and_the_embedded_one_last() -> None:
    assert choose_engine([EMBEDDED, BROKEN, PATH_ENGINE, OTHER], None) == PATH_ENGINE
    assert choose_engine([EMBEDDED, BROKEN], None) == EMBEDDED
    assert choose_engine([BROKEN], None) is None
    # An embedded engine that can use the GPU beats a binary that cannot.
    with_gpu = msgspec.structs.replace(EMBEDDED, devices=GPU)
    assert choose_engine([PATH_ENGINE, with_gpu], None) == with_gpu


def test_engines_document() -> None:
    assert describe_engine(msgspec.structs.replace(GPU_ENGINE, version="1 (x)")) == {
        "path": "/gpu/llama-server",
        "kind": "llama-server",
        "version": "1 (x)",
        "build": None,
        "usable": True,
        "problem": None,
        "methods": [],
        "devices": [{"id": "CUDA0", "name": "RTX 3090", "total_mib": 24000.0, "free_mib": 23000.0}],
    }
    assert describe_engine(BROKEN)["problem"] == "It is broken."
