"""Who may use the server: the choice, the dialog, the privacy page."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton

from specdesk.paths import resources_dir
from specdesk.service.access import Access
from specdesk.service.neighbours import USUAL_PORTS
from specdesk.settings import Settings
from specdesk.ui.access.choice import USUAL_PORT, access_of, opened, restart_needed
from specdesk.ui.access.dialog import AccessDialog
from specdesk.ui.access.privacy import Listening, PrivacyDialog
from specdesk.ui.shell.reach import reach_of

KEY = "0123456789abcdef"
OPEN = Settings(open_to_programs=True, fixed_port=8480, key_mode="kept", server_key=KEY)


@pytest.fixture
def dialog(qtbot: object) -> AccessDialog:
    made = AccessDialog(Settings())
    qtbot.addWidget(made)
    made.show()
    return made


# ---- its size ----


def test_the_dialog_stays_inside_the_screen_with_its_button(dialog: AccessDialog, qtbot: object) -> None:
    room = QRect(0, 0, 1280, 500)
    before = dialog.height()
    dialog.set_settings(OPEN)
    dialog.move(300, 250)
    dialog.fit_into(room)
    assert dialog.height() > before
    assert room.contains(dialog.geometry())
    close = next(button for button in dialog.findChildren(QPushButton) if button.text() == "Close")
    qtbot.waitUntil(lambda: dialog.rect().contains(close.geometry()))
    assert dialog.scroll.verticalScrollBar().maximum() > 0


# ---- the choice ----


@pytest.mark.parametrize(
    ("settings", "access"),
    [
        (Settings(), Access()),
        (Settings(fixed_port=9000, server_key=KEY), Access()),
        (OPEN, Access(port=8480, key=KEY)),
        (Settings(keep_serving=True), Access(outlives=True)),
        (msgspec.structs.replace(OPEN, keep_serving=True), Access(port=8480, key=KEY, outlives=True)),
        (msgspec.structs.replace(OPEN, key_mode="none"), Access(port=8480, key="")),
        (msgspec.structs.replace(OPEN, key_mode="random"), Access(port=8480, key=None)),
    ],
)
def test_port_and_key_follow_from_the_choice(settings: Settings, access: Access) -> None:
    assert access_of(settings) == access


def test_opening_makes_a_key_once_and_keeps_what_was_chosen() -> None:
    first = opened(Settings())
    assert (first.open_to_programs, first.fixed_port, first.key_mode) == (True, USUAL_PORT, "kept")
    assert len(first.server_key) == 32
    again = opened(msgspec.structs.replace(first, open_to_programs=False))
    assert again == first
    assert opened(Settings(key_mode="none", fixed_port=9000)).key_mode == "none"


@pytest.mark.parametrize(
    ("settings", "url", "key", "needed"),
    [
        (OPEN, None, None, False),
        (OPEN, "http://127.0.0.1:8480", KEY, False),
        (OPEN, "http://127.0.0.1:43127", KEY, True),
        (OPEN, "http://127.0.0.1:8480", "other", True),
        (msgspec.structs.replace(OPEN, key_mode="none"), "http://127.0.0.1:8480", None, False),
        (msgspec.structs.replace(OPEN, key_mode="none"), "http://127.0.0.1:8480", KEY, True),
        (msgspec.structs.replace(OPEN, key_mode="random"), "http://127.0.0.1:8480", "any", False),
        (Settings(), "http://127.0.0.1:43127", "any", False),
    ],
)
def test_a_restart_is_needed_only_where_the_server_differs(
    settings: Settings, url: str | None, key: str | None, needed: bool
) -> None:
    assert restart_needed(settings, url, key) is needed


@pytest.mark.parametrize(
    ("url", "reach"),
    [
        ("http://127.0.0.1:8080", "LOCAL"), ("http://localhost:8080", "LOCAL"), ("http://[::1]:8080", "LOCAL"),
        ("http://0.0.0.0:8080", "LAN"), ("http://192.168.1.7:8080", "LAN"), ("http://8.8.8.8:80", "REMOTE"),
        ("https://models.example.org", "REMOTE"),
    ],
)  # fmt: skip
def test_reach(url: str, reach: str) -> None:
    assert reach_of(url) == reach


# ---- the dialog ----


def test_the_switch_opens_the_server_with_a_port_and_a_key(dialog: AccessDialog, qtbot: object) -> None:
    assert not dialog.details.isVisible()
    with qtbot.waitSignal(dialog.changed) as changed:
        dialog.switch.click()
    settings = changed.args[0]
    assert (settings.open_to_programs, settings.fixed_port, settings.key_mode) == (True, USUAL_PORT, "kept")
    assert dialog.details.isVisible()
    assert dialog.address.text() == f"http://127.0.0.1:{USUAL_PORT}/v1"
    with qtbot.waitSignal(dialog.changed) as changed:
        dialog.switch.click()
    assert changed.args[0] == msgspec.structs.replace(settings, open_to_programs=False)


def test_the_key_is_hidden_until_asked_and_copied_whole(dialog: AccessDialog) -> None:
    dialog.set_settings(OPEN)
    assert KEY not in dialog.key.text() + dialog.snippet.toPlainText()
    dialog.copy_snippet.click()
    assert KEY in QGuiApplication.clipboard().text()
    dialog.copy_key.click()
    assert QGuiApplication.clipboard().text() == KEY
    dialog.show_key.click()
    assert dialog.key.text() == KEY
    assert KEY in dialog.snippet.toPlainText()


def test_a_key_of_ones_own_is_typed_over_the_shown_one(dialog: AccessDialog, qtbot: object) -> None:
    dialog.set_settings(OPEN)
    assert dialog.key.isReadOnly()
    dialog.show_key.click()
    assert not dialog.key.isReadOnly()
    dialog.key.selectAll()
    with qtbot.waitSignal(dialog.changed) as changed:
        qtbot.keyClicks(dialog.key, "my own-key")
        dialog.key.insert("\u00e9")
        qtbot.keyClick(dialog.key, Qt.Key.Key_Return)
    assert changed.args[0].server_key == "myown-key"
    assert dialog.key.text() == "myown-key"


def test_a_new_key_replaces_the_old_one(dialog: AccessDialog, qtbot: object) -> None:
    dialog.set_settings(OPEN)
    with qtbot.waitSignal(dialog.changed) as changed:
        dialog.fresh_key.click()
    assert changed.args[0].server_key not in (KEY, None)


def test_without_a_key_nothing_about_a_key_is_left(dialog: AccessDialog, qtbot: object) -> None:
    dialog.set_settings(OPEN)
    with qtbot.waitSignal(dialog.changed) as changed:
        dialog.key_mode.setCurrentIndex(dialog.key_mode.findData("none"))
    assert access_of(changed.args[0]).key == ""
    assert dialog.key.text() == "None is asked for"
    for widget in (dialog.show_key, dialog.copy_key, dialog.fresh_key):
        assert not widget.isVisible()


def test_the_key_of_a_run_is_known_once_it_runs(dialog: AccessDialog) -> None:
    dialog.set_settings(msgspec.structs.replace(OPEN, key_mode="random"))
    assert dialog.key.text() == "Made when the server starts"
    dialog.set_server("http://127.0.0.1:8480", "of-this-run", "SmolLM2")
    dialog.show_key.click()
    assert dialog.key.text() == "of-this-run"


def test_the_note_says_when_the_choice_holds(dialog: AccessDialog, qtbot: object) -> None:
    dialog.set_settings(OPEN)
    assert dialog.note.text() == "The server is stopped. This holds from its next start."
    dialog.set_server("http://127.0.0.1:8480", KEY, "SmolLM2")
    assert dialog.note.text() == "The server runs and answers at this address."
    dialog.set_server("http://127.0.0.1:43127", "other", "SmolLM2")
    assert dialog.note.text() == "The running server was started with another port or key."
    with qtbot.waitSignal(dialog.restart):
        dialog.note._button.click()


def test_the_port_can_be_changed(dialog: AccessDialog, qtbot: object) -> None:
    dialog.set_settings(OPEN)
    with qtbot.waitSignal(dialog.changed) as changed:
        dialog.port.box.setValue(9001)
    assert changed.args[0].fixed_port == 9001
    assert dialog.address.text() == "http://127.0.0.1:9001/v1"
    assert "http://127.0.0.1:9001/v1" in dialog.snippet.toPlainText()


def test_keep_serving_is_a_choice_of_its_own(dialog: AccessDialog, qtbot: object) -> None:
    with qtbot.waitSignal(dialog.changed) as changed:
        dialog.serving.click()
    assert changed.args[0] == Settings(keep_serving=True)


def test_told_settings_are_not_sent_back(dialog: AccessDialog, qtbot: object) -> None:
    with qtbot.assertNotEmitted(dialog.changed):
        dialog.set_settings(OPEN)
        dialog.set_settings(Settings(keep_serving=True))


# ---- privacy ----


@pytest.mark.parametrize(
    ("now", "listens", "seen"),
    [
        (
            Listening(),
            "Nothing. No server runs, and SpecDesk itself has no port open.",
            "Nobody: there is nothing to connect to.",
        ),
        (
            Listening(url="http://127.0.0.1:8480", others_told=True),
            "The server at 127.0.0.1:8480 (LOCAL). Only programs on this computer can reach it. It asks for a key.",
            "No other user was seen since it became ready.",
        ),
        (
            Listening(url="http://127.0.0.1:11434", ours=False),
            "A server that somebody else started at 127.0.0.1:11434 (LOCAL). "
            "Only programs on this computer can reach it.",
            "Whether others use it cannot be seen.",
        ),
        (
            Listening(url="http://127.0.0.1:8480", has_key=False, others_seen=True),
            "The server at 127.0.0.1:8480 (LOCAL). Only programs on this computer can reach it. It asks for no key.",
            "Another program has used the server since it became ready.",
        ),
        (
            Listening(url="http://127.0.0.1:8080", ours=False, others_seen=True, busy=1),
            "A server that somebody else started at 127.0.0.1:8080 (LOCAL). "
            "Only programs on this computer can reach it.",
            "Another program is being answered right now.",
        ),
    ],
)
def test_privacy_says_what_listens_and_who_was_seen(qtbot: object, now: Listening, listens: str, seen: str) -> None:
    page = PrivacyDialog()
    qtbot.addWidget(page)
    page.set_listening(now)
    assert page.listens.text() == listens
    assert page.seen.text() == seen


def test_privacy_names_the_ports_that_are_asked_at_the_start(qtbot: object) -> None:
    page = PrivacyDialog()
    qtbot.addWidget(page)
    words = " ".join(label.text() for label in page.findChildren(type(page.listens).__bases__[0]))
    asked = re.search(r"ports of this computer \(([^)]*)\)", words)
    assert asked is not None
    assert {int(port) for port in re.findall(r"\d+", asked[1])} == set(USUAL_PORTS)


@pytest.mark.parametrize(
    ("language", "nothing", "things"),
    [
        (
            "en",
            "**What leaves this computer: nothing by itself.**",
            ("Get a draft", "Fetch it", "engine", "link", "Where to get one"),
        ),
        (
            "nl",
            "**Wat deze computer verlaat: niets vanzelf.**",
            ("Haal een draft", "Haal op", "engine elders", "link", "Waar vind ik er een?"),
        ),
    ],
)
def test_the_guide_names_everything_that_leaves_on_a_press(
    language: str, nothing: str, things: tuple[str, ...]
) -> None:
    page = (resources_dir() / "guide" / language / "11-privacy.md").read_text("utf-8")
    first = " ".join(page.split("\n\n**How to check")[0].split("\n\n**Hoe je het")[0].split())
    assert nothing in first
    assert [thing for thing in things if thing not in first] == []
    assert "huggingface.co" in first
    assert "HF_ENDPOINT" in first


def test_privacy_names_every_place(qtbot: object, specdesk_home: Path) -> None:
    page = PrivacyDialog()
    qtbot.addWidget(page)
    shown = [label.text() for label in page.findChildren(type(page.listens).__bases__[0])]
    for place in ("config/settings.json", "data/specdesk.sqlite", "state/specdesk.log", "state/server.log", "cache"):
        assert str(specdesk_home / place) in shown
