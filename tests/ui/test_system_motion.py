"""The system's own setting for less motion is followed, and a choice of one's own wins."""

from __future__ import annotations

import itertools
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import ClassInfo, QObject, Qt, Signal, Slot
from PySide6.QtDBus import QDBusConnection, QDBusVariant
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from specdesk.ui.parts import system_motion
from specdesk.ui.parts.motion import Motion
from specdesk.ui.parts.system_motion import INTERFACE, PATH, REDUCES, SERVICE, AskedMotion, PortalMotion

GNOME, KDE, ALL = (
    ("org.gnome.desktop.interface", "enable-animations"), ("org.kde.kdeglobals.KDE", "AnimationDurationFactor"),
    ("org.freedesktop.appearance", "reduced-motion"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("chosen", "system", "reduced"),
    [
        ("system", False, False), ("system", True, True), ("full", True, False), ("full", False, False),
        ("reduced", False, True), ("reduced", True, True),
    ],
)  # fmt: skip
def test_a_choice_of_ones_own_wins(chosen: str, system: bool, reduced: bool) -> None:
    told, motion = [], Motion()
    motion.changed.connect(lambda: told.append(motion.is_reduced))
    motion.system_reduces(system)
    motion.choose(chosen)
    assert motion.is_reduced is reduced
    motion.choose("system")
    assert motion.is_reduced is system
    assert all(first is not second for first, second in itertools.pairwise(told))


@pytest.mark.parametrize(
    ("key", "reduces", "moves"),
    [(GNOME, [False], [True, "no"]), (KDE, ["0", 0.0, "0.0"], ["1", 0.5, "", "none"]), (ALL, [1], [0, 2])],
)
def test_what_the_values_mean(key: tuple[str, str], reduces: list[object], moves: list[object]) -> None:
    assert set(REDUCES) == {GNOME, KDE, ALL}
    assert [REDUCES[key](value) for value in reduces + moves] == [True] * len(reduces) + [False] * len(moves)


# ---- the desktop portal, on a bus of its own ----


@ClassInfo({"D-Bus Interface": INTERFACE})
class Portal(QObject):
    """One that knows GNOME's setting only, wrapped twice as older ones do."""

    SettingChanged = Signal(str, str, QDBusVariant)

    def __init__(self, animates: bool) -> None:
        super().__init__()
        self.animates, self.asked = animates, set[tuple[str, str]]()

    @Slot(str, str, result=QDBusVariant)
    def Read(self, namespace: str, key: str) -> QDBusVariant:
        self.asked.add((namespace, key))
        known = (namespace, key) == GNOME
        return QDBusVariant(QDBusVariant(self.animates)) if known else QDBusVariant("not here")


@pytest.fixture
def bus(qapp: object) -> Iterator[str]:
    """The address of a session bus with nobody on it."""
    daemon = shutil.which("dbus-daemon")
    if daemon is None:
        pytest.skip("This machine has no D-Bus.")
    ran = subprocess.Popen(
        [daemon, "--session", "--nofork", "--nopidfile", "--print-address=1"], stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    assert ran.stdout is not None
    yield ran.stdout.readline().strip()
    for name in ("portal", "program"):
        QDBusConnection.disconnectFromBus(name)
    ran.terminate()
    ran.wait()
    ran.stdout.close()


def test_the_desktop_portal_is_asked_and_followed(bus: str, qtbot: QtBot) -> None:
    portal, there = Portal(animates=False), QDBusConnection.connectToBus(bus, "portal")
    there.registerObject(PATH, portal, QDBusConnection.RegisterOption.ExportAllContents)
    assert there.registerService(SERVICE)
    told: list[bool] = []
    motion = PortalMotion(told.append)
    motion.begin(QDBusConnection.connectToBus(bus, "program"))
    qtbot.waitUntil(lambda: len(told) == len(REDUCES))
    assert portal.asked == set(REDUCES)
    assert told[-1]
    portal.SettingChanged.emit(*GNOME, QDBusVariant(True))
    qtbot.waitUntil(lambda: not told[-1])
    portal.SettingChanged.emit("org.gnome.desktop.interface", "font-name", QDBusVariant("Inter"))
    portal.SettingChanged.emit(*ALL, QDBusVariant(1))
    qtbot.waitUntil(lambda: told[-1])
    assert len(told) == len(REDUCES) + 2


def test_without_a_portal_or_a_bus_nothing_is_told(bus: str, qtbot: QtBot) -> None:
    told: list[bool] = []
    lonely = PortalMotion(told.append)
    lonely.begin(QDBusConnection("no such bus"))
    connection = QDBusConnection.connectToBus(bus, "program")
    lonely.begin(connection)
    children = lonely.children()
    assert len(children) == len(REDUCES)
    qtbot.waitUntil(lambda: not lonely.children())
    assert told == []


# ---- systems that tell at once ----


def test_others_are_asked_again_when_the_program_comes_to_the_front(qapp: QGuiApplication) -> None:
    answers, told = iter([False, True]), list[bool]()
    asked = AskedMotion(lambda: next(answers), told.append)
    asked.begin()
    assert told == [False]
    asked._came(Qt.ApplicationState.ApplicationInactive)
    asked._came(Qt.ApplicationState.ApplicationActive)
    assert told == [False, True]


@pytest.mark.parametrize("platform", ["linux", "win32", "darwin"])
def test_each_system_is_asked_in_its_own_way(platform: str, monkeypatch: pytest.MonkeyPatch, qapp: object) -> None:
    asked: list[str] = []
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(PortalMotion, "begin", lambda _self, _bus=None: asked.append("linux"))
    ways: dict[str, Callable[[], bool]] = {
        name: lambda name=name: bool(asked.append(name)) for name in system_motion.ASKED
    }
    monkeypatch.setattr(system_motion, "ASKED", ways)
    system_motion.follow_system()
    assert set(ways) == {"win32", "darwin"}
    assert asked == [platform]
