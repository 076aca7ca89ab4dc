"""A tray as old desktops have one, with room for one icon: takes what programs hand to it and shows the last.

usage: DISPLAY=:N python tray_host.py
Prints "ready" when programs can find it. Protocol: freedesktop.org, System Tray Protocol Specification 0.3; Xlib by
its C names.
"""

from __future__ import annotations

import ctypes
import ctypes.util

SIZE = 24
CLIENT_MESSAGE, STRUCTURE_NOTIFY = 33, 1 << 17
DOCK, UNMANAGED = 0, 1 << 9


class ClientMessage(ctypes.Structure):
    """XClientMessageEvent with 32-bit words."""

    _fields_ = [
        ("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int), ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong), ("message_type", ctypes.c_ulong), ("format", ctypes.c_int),
        ("words", ctypes.c_long * 5),
    ]  # fmt: skip


class Attributes(ctypes.Structure):
    """XSetWindowAttributes."""

    _fields_ = [
        ("pixmap", ctypes.c_ulong), ("pixel", ctypes.c_ulong), ("border", ctypes.c_ulong), ("edge", ctypes.c_ulong),
        ("gravity", ctypes.c_int * 2), ("store", ctypes.c_int), ("planes", ctypes.c_ulong), ("stored", ctypes.c_ulong),
        ("under", ctypes.c_int), ("mask", ctypes.c_long), ("no_mask", ctypes.c_long), ("unmanaged", ctypes.c_int),
        ("colours", ctypes.c_ulong), ("cursor", ctypes.c_ulong),
    ]  # fmt: skip


class Event(ctypes.Union):
    """XEvent: as large as the largest one."""

    _fields_ = [("type", ctypes.c_int), ("client", ClientMessage), ("room", ctypes.c_long * 24)]


def xlib() -> ctypes.CDLL:
    """libX11, with the results that are no int."""
    x = ctypes.CDLL(ctypes.util.find_library("X11") or "libX11.so.6")
    x.XOpenDisplay.restype = ctypes.c_void_p
    for name in ("XDefaultRootWindow", "XInternAtom", "XCreateSimpleWindow", "XGetSelectionOwner"):
        getattr(x, name).restype = ctypes.c_ulong
    return x


def main() -> None:
    """Until it is killed."""
    x = xlib()
    display = ctypes.c_void_p(x.XOpenDisplay(None))
    word = ctypes.c_ulong
    root = word(x.XDefaultRootWindow(display))

    def atom(name: str) -> int:
        return int(x.XInternAtom(display, name.encode(), 0))

    row = word(x.XCreateSimpleWindow(display, root, 0, 0, SIZE, SIZE, 0, word(0), word(0x808080)))
    unmanaged = Attributes(unmanaged=1)  # it stays in the corner, whatever the window manager thinks
    x.XChangeWindowAttributes(display, row, word(UNMANAGED), ctypes.byref(unmanaged))
    x.XMapWindow(display, row)
    selection = word(atom("_NET_SYSTEM_TRAY_S0"))
    x.XSetSelectionOwner(display, selection, row, word(0))
    if x.XGetSelectionOwner(display, selection) != row.value:
        raise SystemExit("There is a tray already.")
    told = Event()
    told.client = ClientMessage(CLIENT_MESSAGE, 0, 0, None, root.value, atom("MANAGER"), 32)
    told.client.words[1], told.client.words[2] = selection.value, row.value
    x.XSendEvent(display, root, 0, ctypes.c_long(STRUCTURE_NOTIFY), ctypes.byref(told))
    x.XFlush(display)
    print("ready", flush=True)
    opcode, event = atom("_NET_SYSTEM_TRAY_OPCODE"), Event()
    while True:
        x.XNextEvent(display, ctypes.byref(event))
        if event.type == CLIENT_MESSAGE and event.client.message_type == opcode and event.client.words[1] == DOCK:
            icon = word(event.client.words[2])
            x.XReparentWindow(display, icon, row, 0, 0)
            x.XResizeWindow(display, icon, SIZE, SIZE)
            x.XMapRaised(display, icon)
            x.XFlush(display)


if __name__ == "__main__":
    main()
