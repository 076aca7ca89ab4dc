"""Refuses and records every connection to another computer: in this process by Python's audit events, in it and its
children by looking at their sockets.

Looking sees TCP and UDP sockets of these processes at the moment of the look, five times a second; one that opens and
closes in between is seen only where Python opened it.
"""

from __future__ import annotations

import ipaddress
import socket
import sys
import threading
from typing import Any

import psutil

EVERY_S = 0.2
NAMED = ("localhost", "ip6-localhost")


def is_here(host: object) -> bool:
    """True for this computer's own address; "" and 0.0.0.0 mean every address of it, and so reach further."""
    if isinstance(host, bytes):
        host = host.decode("ascii", "replace")
    if host in NAMED:
        return True
    try:
        return ipaddress.ip_address(str(host).partition("%")[0]).is_loopback
    except ValueError:
        return False


class NetworkWatch:
    """strangers: what was tried or seen, in the order of time. looks: how often the sockets were looked at."""

    def __init__(self) -> None:
        self.strangers: list[str] = []
        self.looks = self.seen = 0
        self._over = threading.Event()
        sys.addaudithook(self._heard)
        threading.Thread(target=self._look_again, name="network-watch", daemon=True).start()

    def end(self) -> None:
        """Look no more."""
        self._over.set()

    def _heard(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event in ("socket.connect", "socket.bind", "socket.sendto"):
            one, address = arguments[0], arguments[1]
            if one.family in (socket.AF_INET, socket.AF_INET6) and not is_here(address[0]):
                self._refuse(f"{event} {address}")
        elif event == "socket.getaddrinfo" and arguments[0] is not None and not is_here(arguments[0]):
            self._refuse(f"{event} {arguments[0]}")

    def _refuse(self, words: str) -> None:
        self.strangers.append(words)
        raise ConnectionRefusedError(words)

    def _look_again(self) -> None:
        ours = psutil.Process()
        while not self._over.wait(EVERY_S):
            self.looks += 1
            for process in (ours, *ours.children(recursive=True)):
                try:
                    found = process.net_connections(kind="inet")
                except psutil.Error:
                    continue  # it has ended
                for one in found:
                    self.seen += 1
                    for address in (one.laddr, one.raddr):
                        if address and not is_here(address.ip):
                            self.strangers.append(f"{process.name()}: {address.ip}:{address.port}")
