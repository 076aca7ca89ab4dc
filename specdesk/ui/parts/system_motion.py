"""Whether the system is set to reduce motion, and what it is set to later.

Linux: the desktop portal, asked over D-Bus without waiting; it tells of changes. Windows and macOS: asked now, and
whenever the program comes to the front, since the setting is changed in another program.

Sources: xdg-desktop-portal, org.freedesktop.portal.Settings.xml ("reduced-motion", read with `Read`, which all versions
have); GNOME's schema org.gnome.desktop.interface (`enable-animations`), KDE's kdeglobals (`AnimationDurationFactor`,
0 = none); Win32 SystemParametersInfo (SPI_GETCLIENTAREAANIMATION); AppKit NSWorkspace
accessibilityDisplayShouldReduceMotion.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import SLOT, QObject, Qt, Slot
from PySide6.QtGui import QGuiApplication

from specdesk.ui.parts.motion import motion

if TYPE_CHECKING:
    from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusPendingCallWatcher

SERVICE = "org.freedesktop.portal.Desktop"
PATH = "/org/freedesktop/portal/desktop"
INTERFACE = "org.freedesktop.portal.Settings"

REDUCES: dict[tuple[str, str], Callable[[object], bool]] = {
    ("org.freedesktop.appearance", "reduced-motion"): lambda value: value == 1,
    ("org.gnome.desktop.interface", "enable-animations"): lambda value: value is False,
    ("org.kde.kdeglobals.KDE", "AnimationDurationFactor"): lambda value: _number(value) == 0,
}
"""(namespace, key) of the portal -> whether a value asks for less motion. One that does is enough."""

SPI_GETCLIENTAREAANIMATION = 0x1042


class PortalMotion(QObject):
    """Follows the desktop portal. told(bool) is called at each answer and each change that matters."""

    def __init__(self, told: Callable[[bool], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._told = told
        self._answers: dict[tuple[str, str], bool] = {}

    def begin(self, bus: QDBusConnection | None = None) -> None:
        """Ask for all of `REDUCES`, and listen. Where there is no bus or no portal nothing is ever told.

        bus: None = that of this session.
        """
        from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusPendingCallWatcher

        bus = QDBusConnection.sessionBus() if bus is None else bus
        if not bus.isConnected():
            return
        bus.connect(SERVICE, PATH, INTERFACE, "SettingChanged", self, SLOT("changed(QDBusMessage)"))
        for key in REDUCES:
            message = QDBusMessage.createMethodCall(SERVICE, PATH, INTERFACE, "Read")
            message.setArguments(list(key))
            watcher = QDBusPendingCallWatcher(bus.asyncCall(message), self)
            watcher.finished.connect(lambda done, key=key: self._answered(key, done))

    def _answered(self, key: tuple[str, str], watcher: QDBusPendingCallWatcher) -> None:
        if watcher.isValid() and not watcher.isError():
            self._take(key, watcher.reply().arguments()[0])
        watcher.deleteLater()

    @Slot("QDBusMessage")
    def changed(self, message: QDBusMessage) -> None:
        """The portal says that a setting is another now."""
        arguments = message.arguments()
        if len(arguments) == 3 and (arguments[0], arguments[1]) in REDUCES:
            self._take((arguments[0], arguments[1]), arguments[2])

    def _take(self, key: tuple[str, str], value: object) -> None:
        self._answers[key] = REDUCES[key](_plain(value))
        self._told(any(self._answers.values()))


def _plain(value: object) -> object:
    """What is inside a D-Bus variant, which older portals wrap twice."""
    while hasattr(value, "variant"):
        value = value.variant()
    return value


def _number(value: object) -> float | None:
    try:
        return float(str(value))
    except ValueError:
        return None


def windows_reduces() -> bool:
    """Whether animations are switched off in Windows; False where it does not say."""
    shown = ctypes.c_int(1)
    asked = ctypes.windll.user32.SystemParametersInfoW(SPI_GETCLIENTAREAANIMATION, 0, ctypes.byref(shown), 0)
    return bool(asked) and not shown.value


def mac_reduces() -> bool:
    """Whether "Reduce motion" is switched on in macOS. Qt has loaded AppKit by now."""
    runtime = ctypes.CDLL(ctypes.util.find_library("objc"))
    runtime.objc_getClass.restype = runtime.sel_registerName.restype = ctypes.c_void_p
    as_object = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
    as_truth = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.c_void_p)
    send = ctypes.cast(runtime.objc_msgSend, ctypes.c_void_p).value
    space = as_object(send)(runtime.objc_getClass(b"NSWorkspace"), runtime.sel_registerName(b"sharedWorkspace"))
    wanted = runtime.sel_registerName(b"accessibilityDisplayShouldReduceMotion")
    return bool(as_truth(send)(space, wanted))


ASKED: dict[str, Callable[[], bool]] = {"win32": windows_reduces, "darwin": mac_reduces}
"""`sys.platform` -> how its setting is read at once. All others have the portal, or nothing."""


class AskedMotion(QObject):
    """Asks a system that tells at once: now, and when the program comes to the front."""

    def __init__(self, ask: Callable[[], bool], told: Callable[[bool], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ask, self._told = ask, told

    def begin(self) -> None:
        """Ask, and go on."""
        app = QGuiApplication.instance()
        app.applicationStateChanged.connect(self._came)
        self._told(self._ask())

    def _came(self, state: Qt.ApplicationState) -> None:
        if state == Qt.ApplicationState.ApplicationActive:
            self._told(self._ask())


def follow_system() -> None:
    """Let `motion` follow the system's setting from now on, as long as the program runs."""
    told, parent = motion().system_reduces, QGuiApplication.instance()
    ask = ASKED.get(sys.platform)
    (PortalMotion(told, parent) if ask is None else AskedMotion(ask, told, parent)).begin()
