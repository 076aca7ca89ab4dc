"""Every shortcut of the window in one place: the system's own keys where it has some for the deed, ours elsewhere.
What works in one part of it alone, such as the keys of a plot, is in `place_keys`.

Systems disagree: quitting has no key of its own on Windows, help is F1 there and Cmd+? on a Mac, and one desktop of
Linux fills the screen by Ctrl+F11, the next by Ctrl+Shift+F. Qt knows what it is (`QKeySequence.StandardKey`).
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Literal

import msgspec
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QKeySequence

translate = QCoreApplication.translate
Standard = QKeySequence.StandardKey
Group = Literal["chat", "server", "window", "help"]
Bindings = Callable[[QKeySequence.StandardKey], list[str]]
"""Keys of a standard deed on a system, the usual one first, as `QKeySequence` reads them; Ctrl is a Mac's Cmd."""


class Shortcut(msgspec.Struct, frozen=True, kw_only=True):
    """One shortcut. key: its name in the program. keys: as QKeySequence reads it; "" = in the menu only. mac: instead
    of it on a Mac, where that has a habit of its own. more: other keys for the same. standard: what Qt calls the deed.

    own: the window makes a QAction for it; otherwise the place that it is about (the composer) sees to it itself.
    """

    key: str
    keys: str
    words: str
    group: Group
    own: bool = True
    mac: str = ""
    more: tuple[str, ...] = ()
    standard: QKeySequence.StandardKey | None = None


def shortcuts() -> tuple[Shortcut, ...]:
    """All of them, in the order of the list."""
    return (*_chat(), *_server(), *_window(), *_help())


def _chat() -> tuple[Shortcut, ...]:
    def one(key: str, keys: str, words: str, **more: object) -> Shortcut:
        return Shortcut(key=key, keys=keys, words=words, group="chat", **more)  # type: ignore[arg-type]

    return (
        one("send", "Return", translate("Shortcuts", "Send the question"), own=False),
        one("break", "Shift+Return", translate("Shortcuts", "New line in a question"), own=False),
        one("stop-answer", "Esc", translate("Shortcuts", "Stop the answer")),
        one("new-chat", "Ctrl+N", translate("Shortcuts", "New chat"), standard=Standard.New),
        one("find", "Ctrl+F", translate("Shortcuts", "Search chats, library or log"), standard=Standard.Find),
        one("copy", "Ctrl+C", translate("Shortcuts", "Copy what is selected"), own=False, standard=Standard.Copy),
    )


def _server() -> tuple[Shortcut, ...]:
    def one(key: str, keys: str, words: str, **more: object) -> Shortcut:
        return Shortcut(key=key, keys=keys, words=words, group="server", **more)  # type: ignore[arg-type]

    return (
        one("run", "F5", translate("Shortcuts", "Start or stop the server"), mac="Ctrl+R"),
        one("compare", "Ctrl+B", translate("Shortcuts", "Compare with and without the draft")),
        one("open", "Ctrl+O", translate("Shortcuts", "Open a model file"), standard=Standard.Open),
        one("paste-command", "Ctrl+Shift+V", translate("Shortcuts", "Paste a command")),
        one("save-profile", "Ctrl+S", translate("Shortcuts", "Save as a profile…"), standard=Standard.Save),
        one("profiles", "Ctrl+Shift+P", translate("Shortcuts", "Profiles…")),
        one("attach", "Ctrl+Shift+A", translate("Shortcuts", "Attach to a running engine…")),
        one("export", "Ctrl+Shift+E", translate("Shortcuts", "Export the set-up…")),
        one("settings", "Ctrl+,", translate("Shortcuts", "More settings…"), standard=Standard.Preferences),
        one("access", "", translate("Shortcuts", "Let other programs in…")),
        one("privacy", "", translate("Shortcuts", "Privacy…")),
    )


def _window() -> tuple[Shortcut, ...]:
    def one(key: str, keys: str, words: str, **more: object) -> Shortcut:
        return Shortcut(key=key, keys=keys, words=words, group="window", **more)  # type: ignore[arg-type]

    return (
        one("chat", "Ctrl+1", translate("Shortcuts", "Show the chat")),
        one("library", "Ctrl+L", translate("Shortcuts", "Show the library")),
        one("log", "Ctrl+Shift+L", translate("Shortcuts", "Show or hide the log")),
        one("setup", "F9", translate("Shortcuts", "Show or hide the set-up"), mac="Ctrl+Alt+S"),
        one("edges", "F8", translate("Shortcuts", "Move the edges of the panels"), mac="Ctrl+Alt+P"),
        one("select-text", "F7", translate("Shortcuts", "Select text with the arrow keys"), mac="Ctrl+Alt+T"),
        one("full-screen", "F11", translate("Shortcuts", "Full screen"), standard=Standard.FullScreen),
        one("larger", "Ctrl++", translate("Shortcuts", "Larger text"), standard=Standard.ZoomIn, more=("Ctrl+=",)),
        one("smaller", "Ctrl+-", translate("Shortcuts", "Smaller text"), standard=Standard.ZoomOut),
        one("usual-size", "Ctrl+0", translate("Shortcuts", "Text in its usual size")),
        one("quit", "Ctrl+Q", translate("Shortcuts", "Quit"), standard=Standard.Quit),
    )


def _help() -> tuple[Shortcut, ...]:
    def one(key: str, keys: str, words: str, **more: object) -> Shortcut:
        return Shortcut(key=key, keys=keys, words=words, group="help", **more)  # type: ignore[arg-type]

    return (
        one("guide", "F1", translate("Shortcuts", "Guide"), standard=Standard.HelpContents),
        one("tip", "Ctrl+F1", translate("Shortcuts", "What is this?"), mac="Ctrl+Alt+/"),
        one("keys", "Ctrl+/", translate("Shortcuts", "Keyboard shortcuts")),
        one("first-steps", "", translate("Shortcuts", "First steps…")),
        one("report", "", translate("Shortcuts", "Save a report…")),
    )


def bindings_here(standard: QKeySequence.StandardKey) -> list[str]:
    """What the system that this runs on says; needs an application."""
    return [one.toString(QKeySequence.SequenceFormat.PortableText) for one in QKeySequence.keyBindings(standard)]


IS_MAC = sys.platform == "darwin"


def sequences(shortcut: Shortcut, bindings: Bindings = bindings_here, is_mac: bool = IS_MAC) -> list[str]:
    """All keys of a shortcut on a system, the one to show first; [] = in the menu only.

    On a Mac the system's keys are the only ones that people know; elsewhere ours are the habit, and those of the
    desktop work as well.
    """
    told = [] if shortcut.standard is None else bindings(shortcut.standard)
    ours = [shortcut.mac if is_mac and shortcut.mac else shortcut.keys]
    found = [*(told or ours), *shortcut.more] if is_mac else [*ours, *told, *shortcut.more]
    return list(dict.fromkeys(keys for keys in found if keys))


def key_words(keys: str) -> str:
    """A shortcut as people say it on this system: the key that sends is "Enter" here as everywhere else."""
    native = QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
    return native.replace("Return", translate("Shortcuts", "Enter"))
