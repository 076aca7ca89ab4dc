"""How a server of ours may be reached: by this program alone, or by others on the same computer too."""

from __future__ import annotations

import secrets
import socket

import msgspec

from specdesk.errors import EngineError

LOOPBACK = "127.0.0.1"


class Access(msgspec.Struct, frozen=True, kw_only=True):
    """port: fixed port, None = any free one. key: API key, "" = none (loopback only), None = random for this run."""

    port: int | None = None
    key: str | None = None
    host: str = LOOPBACK


def new_key() -> str:
    """A key that nobody can guess (32 hex digits)."""
    return secrets.token_hex(16)


def free_port(host: str = LOOPBACK) -> int:
    """A port that was free a moment ago."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.bind((host, 0))
        return int(probe.getsockname()[1])


def check_port(port: int, host: str = LOOPBACK) -> None:
    """Raise EngineError when another program already listens on `port` of this computer."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.settimeout(0.5)
        if probe.connect_ex((LOOPBACK if host == "0.0.0.0" else host, port)) == 0:
            raise EngineError(
                f"Port {port} is taken.",
                "Another program on this computer answers there.",
                "Choose another port, or leave the port to SpecDesk.",
            )
