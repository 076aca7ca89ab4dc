"""“Delete all my data” deletes it all: the folders, and from the window to the last file."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

from specdesk import paths
from specdesk.service.threads import DaemonThreads, let_work_end

PROGRAM = """
import sys
from PySide6.QtCore import QTimer
from specdesk.ui import app, opening

run = app.Window.run

def forgetting(self, files=()):
    def ask():
        self.controller.access.show_privacy()
        page = self.controller.access.privacy
        page.delete_all.click()
        page.question.action.emit()
    self.window.painted.connect(lambda: QTimer.singleShot(300, ask))
    return run(self, files)

app.Window.run = forgetting
sys.exit(opening.run([]))
"""


def fill(home: Path) -> None:
    for kind in ("config", "data/models", "cache/engines", "state"):
        (home / kind).mkdir(parents=True)
        (home / kind / "file").write_text("mine")


def test_every_folder_goes_and_nothing_else(specdesk_home: Path, tmp_path: Path) -> None:
    fill(specdesk_home)
    (specdesk_home / "other").mkdir()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "kept").write_text("not ours")
    (specdesk_home / "data" / "link").symlink_to(tmp_path / "elsewhere")
    assert paths.forget_everything() == ()
    assert [one.name for one in specdesk_home.iterdir()] == ["other"]
    assert (tmp_path / "elsewhere" / "kept").exists()
    assert paths.forget_everything() == ()


def test_a_folder_that_is_a_link_is_not_followed(specdesk_home: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "kept").write_text("not ours")
    (specdesk_home / "cache").symlink_to(tmp_path / "elsewhere")
    assert paths.forget_everything() == ()
    assert not (specdesk_home / "cache").is_symlink()
    assert (tmp_path / "elsewhere" / "kept").exists()


def test_what_still_works_at_the_end_brings_nothing_back(specdesk_home: Path) -> None:
    code = (
        "from specdesk import jsonfile, paths\n"
        "paths.make_no_more(); paths.forget_everything()\n"
        "try:\n    jsonfile.write_atomically(paths.cache_dir() / 'engines' / 'one.json', b'{}')\n"
        "except OSError as error:\n    print(type(error).__name__)"
    )
    fill(specdesk_home)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout == "FileNotFoundError\n"
    assert list(specdesk_home.iterdir()) == []


def test_deleting_waits_for_what_is_being_written() -> None:
    begun, may_end = threading.Event(), threading.Event()

    def write() -> None:
        begun.set()
        may_end.wait(60)

    written = DaemonThreads().submit(write)
    begun.wait(60)
    assert not let_work_end(0.05)
    may_end.set()
    let_work_end(60)
    assert written.done()


def test_from_the_privacy_page_to_an_empty_home(specdesk_home: Path) -> None:
    fill(specdesk_home)
    (specdesk_home / "config" / "settings.json").write_text("{}")
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "PATH": "/usr/bin:/bin", "HOME": str(specdesk_home)}
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    kept = ("config", "data", "cache", "state")
    left = [str(one) for name in kept for one in ((specdesk_home / name), *(specdesk_home / name).rglob("*"))]
    assert [one for one in left if os.path.lexists(one)] == [], done.stderr
