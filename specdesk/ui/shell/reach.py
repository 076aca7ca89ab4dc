"""How far a server can be reached from, by its address alone. Pure."""

from __future__ import annotations

import ipaddress
from typing import Literal
from urllib.parse import urlsplit

from specdesk.shown_address import shown_address

Reach = Literal["LOCAL", "LAN", "REMOTE"]


def reach_of(url: str) -> Reach:
    """LOCAL: this computer only. LAN: every address of this computer, or another one in the house. REMOTE: beyond."""
    host = urlsplit(url).hostname or ""
    if host == "localhost":
        return "LOCAL"
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return "REMOTE"
    if address.is_loopback:
        return "LOCAL"
    return "LAN" if address.is_private or address.is_unspecified else "REMOTE"


def address_of(url: str) -> str:
    """The address without its scheme: "127.0.0.1:8080"."""
    shown = shown_address(url)
    return urlsplit(shown).netloc or shown
