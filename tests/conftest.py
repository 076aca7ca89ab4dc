"""What every test gets: its own SpecDesk home, a clean environment, real parts, and no processes left behind."""

from __future__ import annotations

import locale
import os
import tempfile
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import attached_servers
import pytest
from fakes.fake_install import install_fake
from layer_drop import drop_blocks
from real_parts import RUN_MARK, assemble_gemma, server_binary, survivors, target_model

pytest_plugins = ["stubs.nvml"]

DROPPED_BLOCK = 25
"""The block of SmolLM2 that the draft does without: many drafted tokens are kept, some are not."""


def pytest_configure() -> None:
    """Settle what Qt reads once, when it is first loaded: no screen, a runtime folder, and a locale without a language,
    whatever the tester's is, so that window and verbs speak English with its signs in numbers."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    for name in [name for name in os.environ if name in ("LANG", "LANGUAGE") or name.startswith("LC_")]:
        del os.environ[name]
    os.environ["LC_ALL"] = "C.UTF-8"
    if "XDG_RUNTIME_DIR" not in os.environ:
        os.environ["XDG_RUNTIME_DIR"] = tempfile.mkdtemp(prefix="specdesk-runtime-")


@pytest.fixture(scope="session", autouse=True)
def nothing_left_running() -> Iterator[None]:
    """Fail the run when a process that it started, directly or not, is still alive at the end."""
    mark = uuid.uuid4().hex
    os.environ[RUN_MARK] = mark
    yield
    left = survivors(mark, patience_s=5.0)
    kept = os.environ.get("SPECDESK_LEFT_RUNNING")
    if left and kept:  # ./check runs again what failed: this must not be forgotten then
        with open(kept, "a", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in left)
    assert not left, "Tests left processes running:\n" + "\n".join(left)


@pytest.fixture(autouse=True)
def specdesk_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty SPECDESK_HOME of the test's own, and none of the caller's `LLAMA_*` settings nor their model hub."""
    home = tmp_path_factory.mktemp("specdesk-home")
    monkeypatch.setenv("SPECDESK_HOME", str(home))
    for name in [name for name in os.environ if name.startswith("LLAMA_") or name == "HF_ENDPOINT"]:
        monkeypatch.delenv(name)
    return home


@pytest.fixture(scope="session")
def qapp(qapp: object) -> object:
    """Qt takes the locale of the environment for the whole process, and the C library then remembers, for all tests to
    come, what it says of an error in the language that one of them has set."""
    if hasattr(locale, "LC_MESSAGES"):
        locale.setlocale(locale.LC_MESSAGES, "C")
    return qapp


@pytest.fixture(scope="session")
def model_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where this run keeps the models that it makes."""
    return tmp_path_factory.mktemp("models")


@pytest.fixture(scope="session")
def real_server() -> Path:
    """A real llama-server (b10068)."""
    return server_binary()


@pytest.fixture(scope="session")
def smollm2() -> Path:
    """A small real chat model, used as target."""
    return target_model()


@pytest.fixture(scope="session")
def gemma(model_folder: Path) -> Path:
    """A model whose tokenizer does not match SmolLM2's."""
    return assemble_gemma(model_folder)


@pytest.fixture(scope="session")
def layer_drop_draft(smollm2: Path, model_folder: Path) -> Path:
    """A draft that matches SmolLM2, with real rejections."""
    draft = model_folder / "SmolLM2-135M-Instruct-29-blocks.Q4_1.gguf"
    drop_blocks(smollm2, draft, {DROPPED_BLOCK})
    return draft


@pytest.fixture(scope="module")
def attached_fakes_end() -> Iterator[None]:
    """End the fake engines of `attached_servers`."""
    yield
    attached_servers.end_all()


@pytest.fixture
def fake_llama(tmp_path: Path) -> Callable[..., Path]:
    """Makes an executable fake llama-server: `fake_llama(speed=100, acceptance=0.5)` -> its path.

    Keys and faults are those of `FAKE_LLAMA` in `fakes/fake_llama_server.py`; `name`, `help_file` and `devices` too.
    """
    made = 0

    def make(**settings: object) -> Path:
        nonlocal made
        made += 1
        return install_fake(tmp_path / f"engine-{made}", **settings)

    return make
