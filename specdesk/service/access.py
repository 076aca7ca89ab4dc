"""How a server of ours may be reached: by this program alone, or by others too; and where it can listen."""

from __future__ import annotations

import errno
import ipaddress
import secrets
import socket
import sys

import msgspec

from specdesk.errors import EngineError, UsageError
from specdesk.language import mark, translate

LOOPBACK = "127.0.0.1"
CONNECT_S = 0.5
MAX_PORT = 65535
ANY_PORT = mark("Service", "Choose another port, or leave the port to SpecDesk.")


class Access(msgspec.Struct, frozen=True, kw_only=True):
    """port: fixed port, None = any free one. key: API key, "" = none (loopback only), None = random for this run.

    host: where it listens, a name or address of this computer. outlives: it goes on when SpecDesk is killed, until the
    next start takes it over.
    """

    port: int | None = None
    key: str | None = None
    host: str = LOOPBACK
    outlives: bool = False

    @property
    def own_host(self) -> str:
        """Where this program reaches it: an address that means "all" cannot be connected to everywhere."""
        return {"0.0.0.0": LOOPBACK, "::": "::1"}.get(self.host, self.host)

    def url(self, port: int) -> str:
        """Its address for this program."""
        host = self.own_host
        return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def fleeting(access: Access) -> Access:
    """For a server of a measurement, which nobody wants to find after SpecDesk has ended."""
    return msgspec.structs.replace(access, outlives=False)


def new_key() -> str:
    """A key that nobody can guess (32 hex digits)."""
    return secrets.token_hex(16)


def is_loopback(host: str) -> bool:
    """True when only this computer can reach a server that listens there."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def check_port(port: int | None) -> None:
    """Raises UsageError for a number that is no port; the system would take it modulo 65536. 0, None = any."""
    if port is not None and not 0 <= port <= MAX_PORT:
        what = translate("Service", "{port} is not a port.").format(port=port)
        why = translate("Service", "Ports are numbers from 1 to {most}.").format(most=MAX_PORT)
        raise UsageError(what, why, translate("Service", ANY_PORT))


def find_port(access: Access) -> int:
    """The wanted port if a server can listen there, or one that was free a moment ago. Blocks.

    Raises EngineError when the port is taken or not allowed, or when the host is not an address of this computer, and
    UsageError when it is no port.
    """
    check_port(access.port)
    wanted = access.port or 0
    if wanted and _answers(access.own_host, wanted):
        raise taken(wanted)
    try:
        family, address = _address(access.host, wanted)
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            if sys.platform != "win32":  # there it would let two servers share a port
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
            return int(probe.getsockname()[1])
    except OSError as error:
        raise _cannot_listen(access.host, wanted, error) from error


def taken(port: int) -> EngineError:
    """Somebody else answers on the port."""
    what = translate("Service", "Port {port} is taken.").format(port=port)
    why = translate("Service", "Another program on this computer answers there.")
    return EngineError(what, why, translate("Service", ANY_PORT))


def _address(host: str, port: int) -> tuple[socket.AddressFamily, tuple[str, int]]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, _, _, _, address = found[0]
    return family, (str(address[0]), int(address[1]))


def _answers(host: str, port: int) -> bool:
    """Binding alone would not tell: servers of llama.cpp can share a port."""
    try:
        with socket.create_connection((host, port), CONNECT_S):
            return True
    except OSError:
        return False


def _cannot_listen(host: str, port: int, error: OSError) -> EngineError:
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return EngineError(
            translate("Service", "A server cannot listen on {host}.").format(host=host),
            translate("Service", "That is no address of this computer."),
            translate("Service", "Use {host}.").format(host=LOOPBACK),
        )
    if error.errno == errno.EADDRINUSE:
        return taken(port)
    if error.errno == errno.EACCES:
        what = translate("Service", "Port {port} may not be used.").format(port=port)
        why = translate("Service", "The system keeps it for its own services.")
        return EngineError(what, why, translate("Service", ANY_PORT))
    what = translate("Service", "A server cannot listen on {host}, port {port}.").format(host=host, port=port)
    return EngineError(what, _system_says(error), translate("Service", ANY_PORT))


def _system_says(error: OSError) -> str:
    return translate("Service", "The system says: {reason}.").format(reason=error.strerror or error)
