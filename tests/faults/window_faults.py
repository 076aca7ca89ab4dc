"""The real window on the offscreen platform, with one fault of an engine after the other put before it.

usage: python window_faults.py FOLDER [--short]      (SPECDESK_HOME is set)

Prints one JSON line per fault: {"fault", "saw", "kept", "seconds", "stalled_s", "trouble"}; "trouble" is "" when all is
as it has to be. stalled_s: longest time in which the window did not come round. The last line is {"asked": questions,
"keys": of runs, "keys_in": files that hold one, "looks", "sockets", "strangers": see `network_watch`}.
"""

from __future__ import annotations

import contextlib
import json
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
from driven_window import DrivenWindow, run_until
from fakes.fake_install import install_fake
from faults.fault_list import ENGINE_FAULTS, EngineFault
from faults.network_watch import NetworkWatch
from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QTextEdit
from service_stage import small_model

from specdesk import paths
from specdesk.engines.lifecycle import Failed, Loading, Ready, Stopped
from specdesk.service.events import ReplyDone, ReplyFailed
from specdesk.settings import Settings, TargetMemory

BEAT_MS = 20
LONGEST_STOP_S = 6.0
"""Asked, asked again, by force: 3 s, and as much again for a busy computer."""


class Heart(QObject):
    """Beats while the window's thread comes round. longest_s: the longest time between two beats since `begin`."""

    def __init__(self) -> None:
        super().__init__()
        self.longest_s = 0.0
        self._last = time.monotonic()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._beat)
        self._timer.start(BEAT_MS)

    def begin(self) -> None:
        """Look from now on."""
        self.longest_s, self._last = 0.0, time.monotonic()

    def _beat(self) -> None:
        now = time.monotonic()
        self.longest_s, self._last = max(self.longest_s, now - self._last), now


class Trial:
    """One window, and the faults that it is put through."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._model = small_model(folder / "Small Model.gguf")
        first = install_fake(folder / "first", speed=0, tokens=8)
        memory = {str(self._model): TargetMemory(method="ngram", context=2048)}
        wanted = Settings(target=str(self._model), engine=str(first), targets=memory, first_run_done=True)
        self.one = DrivenWindow(wanted)
        self.one.open()
        self.heart = Heart()
        self.asked = 0
        self.keys: set[str] = set()

    def put(self, number: int, fault: EngineFault) -> dict[str, object]:
        """One fault."""
        began = time.monotonic()
        self.heart.begin()
        self._choose(number, fault)
        with self._port(fault.port_taken):
            saw, kept, trouble = getattr(self, f"_{fault.how}")(fault)
        trouble = trouble or self._stopped() or self._left()
        return {
            "fault": fault.name, "saw": saw, "kept": kept, "trouble": trouble,
            "seconds": time.monotonic() - began, "stalled_s": self.heart.longest_s,
        }  # fmt: skip

    # ---- what is done ----

    def _choose(self, number: int, fault: EngineFault) -> None:
        server, settings = self.one.parts.server, {"tokens": 64, "speed": 2000.0} | fault.settings
        engine = str(install_fake(self._folder / f"engine {number}", **settings))
        self.one.whole.service.choose_engine(engine)
        run_until(lambda: server.engine is not None and server.engine.path == engine, f"{fault.name}: the engine")

    @contextlib.contextmanager
    def _port(self, taken: bool) -> Iterator[None]:
        """While another program has the port that was chosen."""
        keeper = self.one.parts.keeper
        if not taken:
            yield
            return
        with socket.socket() as other:
            other.bind(("127.0.0.1", 0))
            other.listen()
            keeper.change(open_to_programs=True, fixed_port=other.getsockname()[1], key_mode="none")
            yield
        keeper.change(open_to_programs=False)

    def _run(self) -> None:
        server = self.one.parts.server
        before = server.state.run_id
        server.start()
        run_until(lambda: server.state.run_id > before and isinstance(server.state, Ready | Failed), "the start's end")

    def _start(self, fault: EngineFault) -> tuple[str, str, str]:
        self._run()
        state = self.one.parts.server.state
        if isinstance(state, Ready):
            run_until(lambda: isinstance(self.one.parts.server.state, Failed), f"{fault.name}: it fails")
            state = self.one.parts.server.state
        assert isinstance(state, Failed)
        words = " ".join((state.failure.what, state.failure.why, state.failure.next_step))
        if fault.says not in words or not state.failure.next_step:
            return state.failure.what, "", f"said “{words}”"
        run_until(lambda: state.failure.what in self._shown(), f"{fault.name}: its sentence is in sight")
        return state.failure.what, f"{len(state.log_tail)} lines of log", ""

    def _ask(self, fault: EngineFault) -> tuple[str, str, str]:
        ended = self._reply("Tell me of the lamp.")
        if not isinstance(ended, ReplyFailed):
            return "an answer", "", "the reply did not fail"
        kept = len(ended.message.text) if ended.message else 0
        trouble = "" if fault.says in ended.what else f"said “{ended.what}”"
        run_until(lambda: ended.what in self._shown(), f"{fault.name}: its sentence is in sight")
        return ended.what, f"{kept} characters", trouble

    def _answer(self, fault: EngineFault) -> tuple[str, str, str]:
        ended = self._reply("Tell me of the lamp.")
        if not isinstance(ended, ReplyDone):
            return ended.what, "", "the reply failed"
        return "the answer", f"{len(ended.message.text)} characters", "" if ended.message.text else "no text"

    def _reply(self, question: str) -> ReplyDone | ReplyFailed:
        self._run()
        done = self.one.done
        before = len(done)
        self.asked += 1
        self._note_key()  # before the question, with which some servers end
        self.one.parts.chat.send(question)
        run_until(lambda: len(done) > before, "the reply has ended")
        return done[-1]

    def _note_key(self) -> None:
        """The key of this run, looked for at once where every program of this computer can look."""
        facts = run_until(lambda: self.one.parts.server.facts, "the server was asked what it can do")
        if facts.api_key:
            self.keys.add(facts.api_key)
        for process in psutil.Process().children(recursive=True):
            with contextlib.suppress(psutil.Error):
                seen = [*process.cmdline(), *process.environ().values()]
                if any(facts.api_key in words for words in seen):
                    raise SystemExit(f"the key shows in {process.name()}")

    def keys_in_files(self) -> list[str]:
        """Files that hold the key of a run, when all is over."""
        files = [path for path in paths.state_dir().parent.rglob("*") if path.is_file()]
        return [path.name for path in files if any(key.encode() in path.read_bytes() for key in self.keys)]

    def _stop(self, fault: EngineFault) -> tuple[str, str, str]:
        self._run()
        done, server = self.one.done, self.one.parts.server
        before = len(done)
        self.asked += 1
        self.one.parts.chat.send("Tell me of the lamp.")
        run_until(lambda: server.answering and "Tell me of" in self._shown(), f"{fault.name}: text is in sight")
        self.one.whole.service.stop_reply()
        run_until(lambda: len(done) > before, f"{fault.name}: the reply has ended")
        ended = done[-1]
        if not isinstance(ended, ReplyDone) or not ended.stopped:
            return "no end", "", "the reply did not end as stopped"
        return "Stop worked", f"{len(ended.message.text)} characters", ""

    def _cancel(self, fault: EngineFault) -> tuple[str, str, str]:
        server = self.one.parts.server
        server.start()
        run_until(lambda: isinstance(server.state, Loading), f"{fault.name}: it loads")
        return "Stop worked", "settings, chats", self._stopped()

    def _stopped(self) -> str:
        """Stop the server, or set its failure aside; what is wrong with that, "" when nothing."""
        server, began = self.one.parts.server, time.monotonic()
        if isinstance(server.state, Failed):
            self.one.whole.service.dismiss_failure()
        else:
            server.stop()
        run_until(lambda: isinstance(server.state, Stopped), "the server has stopped")
        took = time.monotonic() - began
        return "" if took < LONGEST_STOP_S else f"the stop took {took:.1f} s"

    # ---- what is looked at ----

    def _shown(self) -> str:
        """All words in sight."""
        window = self.one.window
        labels = [one.text() for one in window.findChildren(QLabel) if one.isVisible()]
        areas = [one for kind in (QPlainTextEdit, QTextEdit) for one in window.findChildren(kind)]
        return "\n".join([*labels, *(one.toPlainText() for one in areas if one.isVisible())])

    def _left(self) -> str:
        """What a stopped server has left behind."""
        children = [one for one in psutil.Process().children(recursive=True) if one.status() != psutil.STATUS_ZOMBIE]
        _, alive = psutil.wait_procs(children, timeout=3.0)
        files = [path.name for pattern in ("key-*", "run-*") for path in paths.state_dir().glob(pattern)]
        left = [f"process {one.pid}" for one in alive] + files
        return f"left behind: {', '.join(left)}" if left else ""


def main() -> int:
    """0 when every fault could be put; whoever reads the lines judges."""
    watch = NetworkWatch()
    trial = Trial(Path(sys.argv[1]))
    chosen = [fault for fault in ENGINE_FAULTS if fault.short or "--short" not in sys.argv]
    for number, fault in enumerate(chosen, 1):
        print(json.dumps(trial.put(number, fault)), flush=True)
    trial.one.close()
    watch.end()
    told = {
        "asked": trial.asked,
        "keys": len(trial.keys),
        "keys_in": trial.keys_in_files(),
        "looks": watch.looks,
        "sockets": watch.seen,
        "strangers": watch.strangers,
    }
    print(json.dumps(told), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
