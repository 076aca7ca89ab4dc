"""The single deeds of a monkey: each a function of (monkey, rng) that tells in words what it is about to do.

What a deed draws comes from a generator of its own, so that the same number of the same seed is the same deed, however
many draws the ones before it took.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from monkey import seen
from monkey.grounds import CODE, ODD
from PySide6.QtCore import QMimeData, QPoint, QPointF, QSize, Qt, QUrl
from PySide6.QtGui import QAccessible, QContextMenuEvent, QDragEnterEvent, QDropEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QMenu, QWidget
from shiboken6 import isValid

from specdesk.ui.shortcuts import sequences, shortcuts

if TYPE_CHECKING:
    from monkey.player import Monkey

Key, Modifier = Qt.Key, Qt.KeyboardModifier
KEYS = (
    Key.Key_Tab, Key.Key_Backtab, Key.Key_Return, Key.Key_Enter, Key.Key_Escape, Key.Key_Space, Key.Key_Left,
    Key.Key_Right, Key.Key_Up, Key.Key_Down, Key.Key_Home, Key.Key_End, Key.Key_PageUp, Key.Key_PageDown,
    Key.Key_Delete, Key.Key_Backspace, Key.Key_Menu, Key.Key_A, Key.Key_C, Key.Key_V, Key.Key_X, Key.Key_Z, Key.Key_0,
    Key.Key_9, Key.Key_Minus, Key.Key_Plus, Key.Key_Comma, Key.Key_F2, Key.Key_F10, Key.Key_Alt, Key.Key_Help,
)  # fmt: skip
MODIFIERS = (Modifier.NoModifier,) * 6 + (Modifier.ShiftModifier, Modifier.ControlModifier, Modifier.AltModifier)
SIZES = ((320, 240), (640, 480), (900, 700), (1280, 800), (1920, 1080), (2600, 400), (500, 1600))
NUMBERS = ("0", "-1", "1e9", "99999999999999999999", "0,5", "1.000", "NaN", "4096", "50", "")


def texts(monkey: Monkey) -> tuple[str, ...]:
    """What a person, or a cat on the keys, writes."""
    model = monkey.grounds.models / "Small Model.gguf"
    command = f"llama-server -m '{model}' -md '{model.with_name('Small Draft.gguf')}' --draft-max 8 -ngl 99 -c 4096"
    return (
        "Is the lamp lit?", "Tell me of the lamp.", ODD, CODE, "lamp", "&&& <b>x</b> %s %1 {0}", "\x00\x07\x1b[31m\r\n",
        command, command.replace("--", "-"), "vllm serve a/b --speculative-config '{\"method\": \"ngram\"}'",
        *monkey.addresses, "http://10.0.0.1:8080", "https://example.org", "not an address", *NUMBERS,
    )  # fmt: skip


def click(monkey: Monkey, rng: random.Random) -> str:
    """Press something that can be used."""
    one = _part(rng)
    if one is None:
        return ""
    at, twice = seen.point_of(one, rng), rng.random() < 0.06
    right = rng.random() < 0.08
    keys = rng.choice(MODIFIERS) if rng.random() < 0.1 else Modifier.NoModifier
    monkey.tells(f"{'right ' if right else ''}click{' twice' if twice else ''} {seen.words_of(one)} {at.toTuple()}")
    seen.press(one, at, Qt.MouseButton.RightButton if right else Qt.MouseButton.LeftButton, twice=twice, keys=keys)
    if right and isValid(one):
        QApplication.sendEvent(one, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, one.mapToGlobal(at)))
    return "done"


def click_anywhere(monkey: Monkey, rng: random.Random) -> str:
    """Press any place of a window."""
    root = seen.in_front(rng)
    if root is None:
        return ""
    at = QPoint(rng.randrange(max(root.width(), 1)), rng.randrange(max(root.height(), 1)))
    monkey.tells(f"click at {at.toTuple()} of {seen.words_of(root)}")
    seen.press(root, at)
    return "done"


def hover(monkey: Monkey, rng: random.Random) -> str:
    """Go over something, and stay until its tip comes."""
    one = _part(rng)
    if one is None:
        return ""
    monkey.tells(f"hover {seen.words_of(one)}")
    handle = seen.handle_of(one)
    if handle is not None:
        seen.QTest.mouseMove(handle, one.mapTo(one.window(), seen.point_of(one, rng)))
    monkey.waits(rng.choice([0.1, 0.9]))
    return "done"


def drag(monkey: Monkey, rng: random.Random) -> str:
    """Drag an edge, or anything."""
    root = seen.in_front(rng)
    if root is None:
        return ""
    found = seen.edges(root) if rng.random() < 0.5 else []
    one = rng.choice(found) if found else _part(rng)
    if one is None:
        return ""
    way = [QPoint(rng.randint(-400, 400), rng.randint(-300, 300)) for _ in range(rng.randint(1, 5))]
    monkey.tells(f"drag {seen.words_of(one)} {[step.toTuple() for step in way]}")
    seen.drag(one, one.rect().center() if found else seen.point_of(one, rng), way)
    return "done"


def wheel(monkey: Monkey, rng: random.Random) -> str:
    """Turn the wheel."""
    one = _part(rng)
    if one is None:
        return ""
    turn = QPoint(rng.choice([0, 0, 0, 120]), rng.choice([-1200, -120, 120, 1200]))
    keys = rng.choice([Modifier.NoModifier, Modifier.NoModifier, Modifier.ControlModifier, Modifier.ShiftModifier])
    monkey.tells(f"wheel {turn.toTuple()} {keys.name} over {seen.words_of(one)}")
    for _ in range(rng.randint(1, 5)):
        seen.wheel(one, one.rect().center(), turn, keys)
    return "done"


def type_text(monkey: Monkey, rng: random.Random) -> str:
    """Write where the focus is, or in a field that is pressed first."""
    root = seen.in_front(rng)
    fields = (
        [one for one in seen.parts(root) if one.testAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)] if root else []
    )
    into = rng.choice(fields) if fields and rng.random() < 0.6 else None
    text = rng.choice(texts(monkey)) * rng.choice([1, 1, 1, 1, 3, 400])
    monkey.tells(f"write {text[:60]!r}, {len(text)} characters, {'into ' + seen.words_of(into) if into else 'here'}")
    if into is not None:
        seen.press(into, seen.point_of(into, rng))
        if isinstance(into, QLineEdit) and root is not None and rng.random() < 0.7:
            seen.key(root, Key.Key_A, Modifier.ControlModifier)
    seen.write(text[:60_000], by_clipboard=rng.random() < 0.5)
    front = seen.in_front(rng)
    if front is not None and rng.random() < 0.5:
        seen.key(front, rng.choice([Key.Key_Return, Key.Key_Tab, Key.Key_Escape]))
    return "done"


def press_key(monkey: Monkey, rng: random.Random) -> str:
    """Any key, some times."""
    root = seen.in_front(rng)
    if root is None:
        return ""
    which, keys, times = rng.choice(KEYS), rng.choice(MODIFIERS), rng.choice([1, 1, 1, 2, 8])
    monkey.tells(f"key {which.name} {keys.name} x{times} in {seen.words_of(root)}")
    for _ in range(times):
        seen.key(root, which, keys)
    return "done"


def shortcut(monkey: Monkey, rng: random.Random) -> str:
    """A shortcut of the window; the one that quits seldom."""
    one = rng.choice([one for one in shortcuts() if sequences(one) and (one.key != "quit" or rng.random() < 0.1)])
    root, pressed = seen.in_front(rng), QKeySequence(rng.choice(sequences(one)))[0]
    if root is None:
        return ""
    monkey.tells(f"shortcut {one.key} in {seen.words_of(root)}")
    seen.key(root, pressed.key(), pressed.keyboardModifiers())
    return "done"


def menu_choice(monkey: Monkey, rng: random.Random) -> str:
    """Choose something in a menu of the window: looks, languages, dialogs."""
    window = seen.main_window()
    if window is None or QApplication.activeModalWidget() is not None:
        return ""
    found = [
        action for menu in (window.topbar.window_menu, *window.findChildren(QMenu)) for action in seen.leaves(menu)
    ]
    action = rng.choice(found)
    if action.objectName() == "quit" and rng.random() < 0.9:
        return ""
    monkey.tells(f"menu: {action.text()!r}")
    action.trigger()
    return "done"


def open_menu(monkey: Monkey, rng: random.Random) -> str:
    """In an open menu: choose by hand, or leave it."""
    menu = QApplication.activePopupWidget()
    if not isinstance(menu, QMenu) or not menu.actions():
        return ""
    action = rng.choice(menu.actions())
    monkey.tells(f"in the open menu: {action.text()!r}")
    if rng.random() < 0.25:
        seen.key(menu, Key.Key_Escape)
    else:
        seen.press(menu, menu.actionGeometry(action).center())
    return "done"


def resize(monkey: Monkey, rng: random.Random) -> str:
    """Another size, or state, of the window in front."""
    root = seen.in_front(rng)
    if root is None or isinstance(root, QMenu):
        return ""
    how = rng.choice(["size", "size", "size", "maximized", "normal", "minimized", "full screen"])
    size = QSize(*rng.choice(SIZES))
    monkey.tells(f"{how} {size.toTuple()} of {seen.words_of(root)}")
    show = {
        "size": lambda: root.resize(size), "maximized": root.showMaximized, "normal": root.showNormal,
        "minimized": root.showMinimized, "full screen": root.showFullScreen,
    }  # fmt: skip
    show[how]()
    if how in ("minimized", "full screen"):
        monkey.later(rng.choice([50, 700]), lambda: root.showNormal() if isValid(root) and root.isVisible() else None)
    return "done"


def drop(monkey: Monkey, rng: random.Random) -> str:
    """Let files, or text, fall on the window or a part of it."""
    window = seen.main_window()
    if window is None or QApplication.activeModalWidget() is not None:
        return ""
    places = [window, *(one for one in window.findChildren(QWidget) if one.acceptDrops() and one.isVisible())]
    one = rng.choice([window, window, *places])
    what, urls = (
        QMimeData(),
        [QUrl.fromLocalFile(str(path)) for path in rng.sample(monkey.grounds.files(), rng.choice([1, 1, 1, 2, 5]))],
    )
    if rng.random() < 0.15:
        what.setText(rng.choice(texts(monkey)))
        urls = [QUrl("https://example.org/model.gguf"), QUrl("file:///not/there.gguf")] if rng.random() < 0.5 else []
    what.setUrls(urls)
    monkey.tells(f"drop {[url.fileName() for url in urls]} {what.text()[:20]!r} on {seen.words_of(one)}")
    how = (Qt.DropAction.CopyAction, what, Qt.MouseButton.LeftButton, Modifier.NoModifier)
    at = one.rect().center()
    QApplication.sendEvent(one, QDragEnterEvent(at, *how))
    if rng.random() < 0.95:
        QApplication.sendEvent(one, QDropEvent(QPointF(at), *how))
    return "done"


def listen(monkey: Monkey, rng: random.Random) -> str:
    """What a screen reader asks for: names, roles, places, values of a window."""
    root = seen.in_front(rng)
    if root is None:
        return ""
    monkey.tells(f"a screen reader looks at {seen.words_of(root)}")
    for one in rng.sample(found := seen.parts(root), min(len(found), 20)):
        interface = QAccessible.queryAccessibleInterface(one)
        if interface is not None and interface.isValid():
            [
                interface.text(kind)
                for kind in (QAccessible.Text.Name, QAccessible.Text.Description, QAccessible.Text.Value)
            ]
            interface.rect(), interface.role(), interface.state(), interface.childCount()
    return "done"


def answer_file_dialog(monkey: Monkey, rng: random.Random, dialog: QFileDialog) -> str:
    """Choose a file that is there, a name for a new one, or nothing."""
    saves = dialog.acceptMode() == QFileDialog.AcceptMode.AcceptSave
    folder = dialog.fileMode() == QFileDialog.FileMode.Directory
    path = monkey.grounds.folder / "saved" / rng.choice(["one.json", "two.txt", "Ünï.png", "no ending"])
    if folder:
        path = rng.choice([monkey.grounds.models, monkey.grounds.folder / "other"])
    elif not saves:
        path = rng.choice([*monkey.grounds.files(), monkey.grounds.engine])
    cancels = rng.random() < 0.3
    monkey.tells(f"dialog for files: {'Cancel' if cancels else path.name}")
    field = dialog.findChild(QLineEdit, "fileNameEdit")
    if cancels or field is None:
        dialog.reject()
        return "done"
    field.setText(str(path))
    seen.key(dialog, Key.Key_Return)
    if isValid(dialog) and dialog.isVisible() and QApplication.activeModalWidget() is dialog:
        dialog.reject()
    return "done"


def _part(rng: random.Random) -> QWidget | None:
    root = seen.in_front(rng)
    found = seen.parts(root) if root is not None else []
    likely = [one for one in found if isinstance(one, seen.KINDS)]
    return rng.choice(likely if likely and rng.random() < 0.7 else found) if found else None
