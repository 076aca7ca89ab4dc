"""One window per user: a second start hands its file to the first one and ends.

A lock file decides who is first; the local socket only carries messages. Nobody removes a socket without the lock, so
a live one is never stolen. The lock is taken before the first picture: what is slow to import waits until it is needed.
"""

from __future__ import annotations

import getpass
import json
import logging
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QByteArray, QCryptographicHash, QDeadlineTimer, QLockFile, QObject, QThread, Signal

from specdesk import paths

if TYPE_CHECKING:
    from PySide6.QtNetwork import QLocalServer, QLocalSocket

log = logging.getLogger(__name__)

WAIT_MS, AGAIN_MS = 2000, 50
MOST_BYTES = 64 * 1024


class Request(NamedTuple):
    """What a second start asks of the first. file: a model to open, absolute; None = only come forward. demo: path of
    the practice model, where the demo was wanted."""

    file: str | None = None
    demo: str | None = None


class SingleInstance(QObject):
    """asked(Request): a second start came by. folder: where the lock lies, by default the state directory.

    `claim`, show something, then `listen`: whoever comes in between is patient.
    """

    asked = Signal(object)

    def __init__(self, folder: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = folder or paths.state_dir()
        key = f"{_user()} {self._folder.resolve()}".encode(errors="surrogateescape")
        hashed = QCryptographicHash.hash(QByteArray(key), QCryptographicHash.Algorithm.Sha256)
        self._name = f"specdesk-{hashed.toHex().toStdString()[:20]}"
        self._lock: QLockFile | None = None
        self._server: QLocalServer | None = None

    def claim(self) -> bool:
        """Become the first. False when another one lives; True as well where no lock can be kept at all."""
        try:
            paths.private_dir(self._folder)
        except OSError as error:
            log.info("no lock for a single window: %s", error)
            return True
        lock = QLockFile(str(self._folder / "window.lock"))
        lock.setStaleLockTime(0)
        if not lock.tryLock(0):
            if lock.error() == QLockFile.LockError.LockFailedError:
                return False
            log.info("no lock for a single window: %s", lock.error())  # the window opens all the same
            return True
        self._lock = lock
        return True

    def hand_over(self, request: Request) -> bool:
        """Give the first one a request. False when it does not listen. Waits at most some seconds."""
        from PySide6.QtNetwork import QLocalSocket

        socket, patience = QLocalSocket(), QDeadlineTimer(WAIT_MS)
        socket.connectToServer(self._name)
        while not socket.waitForConnected(WAIT_MS):
            if patience.hasExpired():
                return False
            QThread.msleep(AGAIN_MS)
            socket.connectToServer(self._name)
        socket.write(QByteArray(json.dumps(request._asdict()).encode() + b"\n"))
        sent = socket.waitForBytesWritten(WAIT_MS)
        socket.disconnectFromServer()
        if socket.state() != QLocalSocket.LocalSocketState.UnconnectedState:
            socket.waitForDisconnected(WAIT_MS)
        return sent

    def release(self) -> None:
        """Let the next start be the first."""
        if self._server is not None:
            self._server.close()
            self._server = None
        if self._lock is not None:
            self._lock.unlock()
            self._lock = None

    def listen(self) -> None:
        """Hear of other starts from now on, if this is the first."""
        from PySide6.QtNetwork import QLocalServer

        if self._lock is None or self._server is not None:
            return
        QLocalServer.removeServer(self._name)
        server = QLocalServer(self)
        server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        server.newConnection.connect(self._come_in)
        if not server.listen(self._name):
            log.warning("no socket for a second start: %s", server.errorString())
            return
        self._server = server

    def _come_in(self) -> None:
        """Let them in. No slot holds the socket that it listens to: it would let go of it in the midst of its deletion
        by Qt, which deletes it once more, and the program ends."""
        while self._server is not None and (socket := self._server.nextPendingConnection()) is not None:
            socket.readyRead.connect(self._hear)
            socket.disconnected.connect(socket.deleteLater)
        self._hear()

    def _hear(self) -> None:
        from PySide6.QtNetwork import QLocalSocket

        for socket in self._server.findChildren(QLocalSocket) if self._server is not None else []:
            self._read(socket)

    def _read(self, socket: QLocalSocket) -> None:
        if not socket.canReadLine():
            if socket.bytesAvailable() > MOST_BYTES:
                socket.abort()
            return
        line = bytes(socket.readLine(MOST_BYTES).data())
        try:
            asked = json.loads(line)
        except (ValueError, RecursionError):
            asked = None
        wanted = [asked.get(name) for name in Request._fields] if isinstance(asked, dict) else [0]
        if not all(isinstance(one, str | None) for one in wanted):
            log.warning("a second start sent something else than a request")
            return
        self.asked.emit(Request(*wanted))


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return ""
