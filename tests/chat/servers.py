"""Servers on real sockets for the tests of the client: the fake llama-server, and one that plays back bytes."""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

from specdesk.chat.chat_stream import ChatStream
from specdesk.chat.timings import Delta
from specdesk.errors import ChatError

BODY = {
    "messages": [{"role": "user", "content": "Tell me something about words and guesses."}],
    "timings_per_token": True,
}
PLAIN = ("-m", "t.gguf", "-np", "1", "--metrics")
DRAFT = (*PLAIN, "-md", "d.gguf", "--spec-type", "draft-simple", "--spec-draft-n-max", "4")
NEW_ARGS = ["-m", "t.gguf", "-md", "d.gguf", "--spec-type", "draft-simple", "-np", "1", "--metrics"]


@contextlib.contextmanager
def started(binary: Path, *args: str) -> Iterator[str]:
    """The address of a server that listens (it may still be loading) until the block ends."""
    command = [str(binary), *args, "--host", "127.0.0.1", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        seen = []
        try:
            for line in process.stdout:
                seen.append(line)
                if "listening on http" in line:
                    break
            else:
                raise AssertionError("it ended early: " + "".join(seen[-5:]))
            port = line.split("http://127.0.0.1:")[1].split()[0].strip("/,")
            yield f"http://127.0.0.1:{port}"
        finally:
            process.kill()


class Playback:
    """Answers every request with `pieces`, one write each, and notes what it was asked and when the client left."""

    def __init__(self, pieces: list[bytes], *, hold: bool = False) -> None:
        self.url = ""
        self.requests: list[bytes] = []
        self.asked = asyncio.Event()
        self.left = asyncio.Event()
        self._pieces = pieces
        self._hold = hold

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection; `hold` keeps it open until the client leaves."""
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            head = await reader.readuntil(b"\r\n\r\n")
            length = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
            body = await reader.readexactly(int(length[0].split(b":")[1])) if length else b""
            self.requests.append(head + body)
            self.asked.set()
            for piece in self._pieces:
                writer.write(piece)
                await writer.drain()
            if self._hold:
                await reader.read()
        self.left.set()
        writer.close()


@contextlib.asynccontextmanager
async def playing(pieces: list[bytes], *, hold: bool = False) -> AsyncIterator[Playback]:
    """A Playback server on a free port."""
    play = Playback(pieces, hold=hold)
    server = await asyncio.start_server(play.answer, "127.0.0.1", 0)
    play.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield play
    finally:
        server.close()


def stream(*events: bytes, kind: str = "text/event-stream") -> list[bytes]:
    """An HTTP answer whose length is not known beforehand: head, then one write per event."""
    head = f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nConnection: close\r\n\r\n".encode()
    return [head, *events]


def answer(status: int, body: bytes, kind: str = "application/json") -> list[bytes]:
    """A whole HTTP answer."""
    head = f"HTTP/1.1 {status} X\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    return [head.encode() + body]


async def collected(stream: ChatStream) -> tuple[list[Delta], ChatError | None]:
    """What arrives, and the error that ends it."""
    found: list[Delta] = []
    try:
        async with stream:
            async for delta in stream:
                found.append(delta)
    except ChatError as error:
        return found, error
    return found, None


def text_of(deltas: list[Delta]) -> str:
    return "".join(delta.text for delta in deltas)
