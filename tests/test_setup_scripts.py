"""./demo on computers that lack something: run for real, with a PATH that holds stand-ins in place of the system."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TOOLS = ("sh", "cat", "mkdir", "cksum", "awk", "tail", "dirname", "env", "ls", "rm", "uname")
OLD_PYTHON = "exit 1"  # what the question for 3.11 to 3.14 with venv ends with on an old one
NEW_PYTHON = f'exec {sys.executable} "$@"'
WITHOUT_VENV = f'case "$2" in *venv*) exit 1;; esac; exec {sys.executable} "$@"'
NO_PYTHON = "No Python 3.11 to 3.14 with its venv module was found. Install one and start again."


class Computer:
    """A checkout and a PATH. tool(name, body): a stand-in, a shell script. demo(): what it ended with and said."""

    def __init__(self, folder: Path) -> None:
        self.bin = folder / "bin"
        self.bin.mkdir()
        self.checkout = folder / "checkout"
        self.checkout.mkdir()
        for name in ("scripts", "locks", "specdesk"):
            (self.checkout / name).mkdir()
        for name in ("demo", "pyproject.toml", "scripts/setup.sh", "scripts/system_packages.sh", "locks/demo.txt",
                     "locks/demo_model.txt", "specdesk/__init__.py"):  # fmt: skip
            shutil.copy(ROOT / name, self.checkout / name)
        self.hide("/usr/bin/python3")
        for name in TOOLS:
            found = shutil.which(name)
            assert found is not None
            (self.bin / name).symlink_to(found)
        self.said = folder / "said"
        self.tool("id", "echo 1000")
        self.tool("python3", OLD_PYTHON)

    def hide(self, path: str) -> None:
        """Something that the set-up looks for outside PATH."""
        script = self.checkout / "scripts" / "setup.sh"
        text = script.read_text("utf-8")
        assert text.count(f" {path} ") == 1
        script.write_text(text.replace(f" {path} ", " /nowhere "), "utf-8")

    def tool(self, name: str, body: str) -> None:
        path = self.bin / name
        path.unlink(missing_ok=True)
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)

    def debian(self, installed: str = "") -> None:
        """dpkg, with these packages there."""
        lines = "\n".join(f"echo 'installed {name} '" for name in installed.split())
        self.tool("dpkg-query", lines or "exit 0")

    def demo(self) -> tuple[int, str, str]:
        done = subprocess.run(
            ["sh", str(self.checkout / "demo")], env={"PATH": str(self.bin), "HOME": str(self.checkout)},
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60,
        )  # fmt: skip
        return done.returncode, done.stdout, done.stderr

    def packages(self, *names: str) -> list[str]:
        """What system_packages.sh lists."""
        line = f". scripts/system_packages.sh; echo {' '.join(f'${name}' for name in names)}"
        done = subprocess.run(["sh", "-c", line], cwd=self.checkout, capture_output=True, text=True, check=True)
        return done.stdout.split()


@pytest.fixture
def computer(tmp_path: Path) -> Computer:
    return Computer(tmp_path)


def test_neither_root_nor_sudo_is_told_the_one_line_to_run(computer: Computer) -> None:
    computer.debian("libgl1")
    code, _, errors = computer.demo()
    assert code == 1
    wanted = [name for name in computer.packages("PYTHON_PACKAGES", "WINDOW_PACKAGES") if name != "libgl1"]
    line = f"apt-get update && apt-get install -y --no-install-recommends {' '.join(wanted)}"
    assert errors == (
        "\nSome system packages are missing and installing them needs root. Run this line, then start again:\n\n"
        f"su -c '{line}'\n\n(or, where you may use sudo: sudo sh -c '{line}')\n"
    )


def test_a_usable_python_is_not_asked_for(computer: Computer) -> None:
    computer.debian()
    computer.tool("python3", NEW_PYTHON)
    _, _, errors = computer.demo()
    assert "libgl1" in errors
    assert "python3-venv" not in errors


@pytest.mark.parametrize("python", [OLD_PYTHON, WITHOUT_VENV])
def test_a_python_that_is_too_old_or_has_no_venv_without_apt(computer: Computer, python: str) -> None:
    """No Debian, so no list of packages: Python alone is looked for."""
    computer.tool("python3", python)
    assert computer.demo() == (1, "Setting SpecDesk up\n", f"\n{NO_PYTHON}\n")


def test_no_python_at_all_without_apt(computer: Computer) -> None:
    (computer.bin / "python3").unlink()
    assert computer.demo() == (1, "Setting SpecDesk up\n", f"\n{NO_PYTHON}\n")


def as_root(computer: Computer) -> None:
    computer.tool("id", "echo 0")


def with_sudo(computer: Computer) -> None:
    computer.tool(
        "sudo", f'[ "$1" = -n ] || exit 1\nshift\necho "sudo $1" >>{computer.said}\n[ "$1" = true ] || exec "$@"'
    )


@pytest.mark.parametrize("may", [as_root, with_sudo])
def test_root_and_sudo_install_what_is_missing(computer: Computer, may: Callable[[Computer], None]) -> None:
    computer.debian()
    may(computer)
    computer.tool("apt-get", f'echo "apt-get $*" >>{computer.said}')
    code, output, errors = computer.demo()
    calls = computer.said.read_text().splitlines()
    update, install = [call for call in calls if call.startswith("apt-get")]
    assert update == "apt-get -q -y -o DPkg::Lock::Timeout=300 update"
    wanted = computer.packages("PYTHON_PACKAGES", "WINDOW_PACKAGES")
    assert install.split() == [*update.split()[:-1], "install", "--no-install-recommends", *wanted]
    assert any(call.startswith("sudo") for call in calls) is (may is with_sudo)
    assert f"  System packages ({len(wanted)} missing) ... done\n" in output
    assert (code, errors) == (1, f"\n{NO_PYTHON}\n")  # the stand-in has installed none


def test_packages_that_cannot_be_installed(computer: Computer) -> None:
    computer.debian()
    as_root(computer)
    computer.tool("apt-get", 'echo "E: Unable to locate package libgl1"; exit 100')
    code, output, errors = computer.demo()
    assert code == 1
    assert output.endswith("missing) ... failed\n")
    assert "E: Unable to locate package libgl1" in errors
    assert (
        "the lines above are the end of build/setup.log. Check the network, or install them by hand: apt-get" in errors
    )


@pytest.mark.parametrize(("machine", "said"), [("aarch64", "glibc 2.39"), ("x86_64", "failed; the lines above")])
def test_packages_that_are_not_made_for_this_processor(computer: Computer, machine: str, said: str) -> None:
    """Debian 12 on ARM: no network is to blame."""
    computer.tool("uname", f'[ "$1" = -m ] && echo {machine} || echo Linux')
    computer.tool(
        "python3", 'case "$*" in "-m venv"*) mkdir -p .venv/bin && ln -s ../../python .venv/bin/python ;; esac'
    )
    (computer.checkout / "python").write_text('#!/bin/sh\ncase "$*" in *install*) exit 1 ;; esac\n')
    (computer.checkout / "python").chmod(0o755)
    (computer.bin / "ln").symlink_to(shutil.which("ln") or "")
    code, _, errors = computer.demo()
    assert code == 1
    assert errors.startswith("\nThe Python packages that SpecDesk uses failed")
    assert said in errors
    assert ("glibc" in errors) is (machine == "aarch64")
    assert "check the network and the free disk space, then start again." in errors.lower()


def test_the_environment_of_these_tests_is_not_used(computer: Computer) -> None:
    assert not (computer.checkout / ".venv").exists()
    assert set(os.listdir(computer.bin)) == {*TOOLS, "id", "python3"}
