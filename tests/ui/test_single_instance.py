"""One window per user: who is first, and what a second start hands over."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtNetwork import QLocalSocket
from pytestqt.qtbot import QtBot

from specdesk.ui.single_instance import Request, SingleInstance


@pytest.fixture
def instances(qapp: object, tmp_path: Path) -> Iterator[Callable[[], SingleInstance]]:
    made: list[SingleInstance] = []

    def make() -> SingleInstance:
        made.append(SingleInstance(tmp_path / "state"))
        return made[-1]

    yield make
    for one in made:
        one.release()


def test_the_first_wins_and_hears_the_second(instances: Callable[[], SingleInstance], qtbot: QtBot) -> None:
    first, second = instances(), instances()
    assert first.claim()
    first.listen()
    assert not second.claim()
    with qtbot.waitSignal(first.asked) as asked:
        assert second.hand_over(Request(file="/models/a b.gguf"))
    assert asked.args == [Request(file="/models/a b.gguf")]


def test_the_next_may_be_first_once_the_first_has_gone(instances: Callable[[], SingleInstance]) -> None:
    first, second = instances(), instances()
    assert first.claim()
    first.release()
    assert second.claim()


def test_a_killed_first_does_not_lock_out_the_next(
    instances: Callable[[], SingleInstance], tmp_path: Path, qtbot: QtBot
) -> None:
    code = (
        "import sys, pathlib\nfrom PySide6.QtCore import QCoreApplication\napp = QCoreApplication([])\n"
        "from specdesk.ui.single_instance import SingleInstance\n"
        "one = SingleInstance(pathlib.Path(sys.argv[1])); print(one.claim(), flush=True); app.exec()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path / "state")], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "True\n"
        assert not instances().claim()
        process.kill()
        process.communicate()
    first, second = instances(), instances()
    assert first.claim()
    first.listen()
    with qtbot.waitSignal(first.asked):
        assert second.hand_over(Request())


def test_what_is_no_request_is_ignored(instances: Callable[[], SingleInstance], qtbot: QtBot) -> None:
    first = instances()
    assert first.claim()
    first.listen()
    for garbage in (b"not json\n", b'{"file": 5}\n', b'{"demo": 5}\n', b"[]\n", b"x" * 200_000):
        socket = QLocalSocket()
        socket.connectToServer(first._name)
        assert socket.waitForConnected(1000)
        socket.write(garbage)
        socket.waitForBytesWritten(1000)
        with qtbot.assertNotEmitted(first.asked, wait=50):
            pass
        socket.abort()
    second = instances()
    with qtbot.waitSignal(first.asked) as heard:
        assert second.hand_over(Request(demo="/practice.gguf"))
    assert heard.args == [Request(file=None, demo="/practice.gguf")]


def test_without_a_place_for_the_lock_the_window_still_opens(
    qapp: object, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").touch()
    assert SingleInstance(tmp_path / "file" / "state").claim()
    assert [record for record in caplog.records if record.levelname != "INFO"] == [], "nothing for a terminal"


def test_a_request_that_comes_before_the_first_listens_is_heard(
    instances: Callable[[], SingleInstance], qtbot: QtBot, tmp_path: Path
) -> None:
    first = instances()
    assert first.claim()
    code = (
        "import pathlib, sys\nfrom PySide6.QtCore import QCoreApplication\napp = QCoreApplication([])\n"
        "from specdesk.ui.single_instance import Request, SingleInstance\n"
        "one = SingleInstance(pathlib.Path(sys.argv[1])); print('asks', flush=True)\n"
        "print(one.hand_over(Request(file='/models/a.gguf')), flush=True)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path / "state")], stdout=subprocess.PIPE, text=True
    ) as second:
        assert second.stdout is not None
        assert second.stdout.readline() == "asks\n"
        with qtbot.waitSignal(first.asked, timeout=20_000) as asked:
            first.listen()
        assert second.stdout.readline() == "True\n"
    assert asked.args == [Request(file="/models/a.gguf")]


def test_a_second_start_says_that_its_file_is_not_there(
    instances: Callable[[], SingleInstance], qtbot: QtBot, tmp_path: Path
) -> None:
    first, gone = instances(), str(tmp_path / "gone.gguf")
    assert first.claim()
    first.listen()
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    code = (
        "import pathlib, sys\nfrom specdesk import paths\npaths.state_dir = lambda: pathlib.Path(sys.argv[1])\n"
        "from specdesk.__main__ import window\nsys.exit(window(sys.argv[2:]))"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "state"), gone]
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as second:
        with qtbot.waitSignal(first.asked, timeout=30_000) as asked:
            pass
        assert second.communicate(timeout=30)[1].splitlines()[0] == f"{gone} is not there."
    assert asked.args == [Request(file=gone)]


LEAVING = """
import os, pathlib, random, socket, sys, threading, time
from PySide6.QtCore import QCoreApplication, QDir
from specdesk.ui.single_instance import SingleInstance

def visit(path, before, after):
    with socket.socket(socket.AF_UNIX) as one:
        one.connect(path)
        time.sleep(before)
        one.sendall(b'{"file": "x", "demo": null}' + bytes([10]))
        time.sleep(after)

app, dice = QCoreApplication([]), random.Random(2)
for place in range(600):
    one = SingleInstance(pathlib.Path(sys.argv[1]) / str(place))
    one.claim()
    one.listen()
    path = os.path.join(QDir.tempPath(), one._name)
    visitor = threading.Thread(target=visit, args=(path, dice.random() * 0.004, dice.random() * 0.004))
    visitor.start()
    until = time.monotonic() + dice.random() * 0.008
    while time.monotonic() < until:
        app.processEvents()
    one.release()
    visitor.join()
    del one
one = SingleInstance(pathlib.Path(sys.argv[1]) / "last")
one.claim()
one.listen()
one.asked.connect(app.quit)
with socket.socket(socket.AF_UNIX) as last:
    last.connect(os.path.join(QDir.tempPath(), one._name))
    last.sendall(b'{"file": "x", "demo": null}' + bytes([10]))
    app.exec()
one.release()
print("heard", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a socket of the file system")
def test_a_first_that_leaves_while_others_come_and_go_ends_in_order(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", LEAVING, str(tmp_path)], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout) == (0, "heard\n"), done.stderr
