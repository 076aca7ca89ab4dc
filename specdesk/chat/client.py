"""Asynchronous HTTP client of one llama-server. The only module that imports httpx.

No environment proxy is ever used: a proxy for the web breaks requests to this computer. Every failure is a ChatError
in sentences. The client belongs to one event loop.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from contextlib import aclosing
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx
import msgspec

from specdesk.chat import trouble
from specdesk.chat.answers import (
    Health,
    Props,
    Slot,
    models_of,
    props_of,
    slots_of,
    speculation_armed,
)
from specdesk.chat.metrics import sample_of_metrics
from specdesk.chat.stream import SseEvent, SseParser
from specdesk.chat.timings import Delta, DeltaReader, json_object
from specdesk.errors import ChatError
from specdesk.records.sample import Sample

CONNECT_S = 2.0
ANSWER_S = 10.0
HEALTH_S = 3.0
CHAT = "/v1/chat/completions"
MOST_BYTES = 16 * 1024 * 1024
"""Length of an answer that is not a stream."""

_T = TypeVar("_T")
_NOT_OFFERED = (404, 405, 501)
_LOOPBACK = ("127.0.0.1", "localhost", "::1")


class _Wire:
    """One request in progress, so that its wait for bytes can be ended from outside the task that waits."""

    def __init__(self) -> None:
        self.response: httpx.Response | None = None
        self.watch: asyncio.Timeout | None = None
        self.closing = False
        self.ended = asyncio.Event()

    async def end(self) -> None:
        """Stop reading and close the connection; returns when it is closed."""
        self.closing = True
        if self.watch is not None:
            if not self.watch.expired():
                self.watch.reschedule(asyncio.get_running_loop().time())
            await self.ended.wait()
        elif self.response is not None:
            await self.response.aclose()


class ChatStream:
    """An answer being streamed: iterate over it, and leave it by `aclose` (or `async with`) to stop the engine.

    `aclose` may be called by another task than the one that iterates; iteration then ends, without a finish reason.
    Cancelling the task that iterates closes the connection at once too; the engine notices within one step.
    """

    def __init__(self, deltas: AsyncGenerator[Delta], wire: _Wire) -> None:
        self._deltas = deltas
        self._wire = wire
        self._reading = False

    def __aiter__(self) -> AsyncIterator[Delta]:
        return self

    async def __anext__(self) -> Delta:
        self._reading = True
        try:
            return await anext(self._deltas)
        finally:
            self._reading = False

    @property
    def is_closed(self) -> bool:
        """True once our side has closed the connection, by `aclose` of this or of the client."""
        return self._wire.closing

    async def aclose(self) -> None:
        """Close the connection."""
        await self._wire.end()
        if not self._reading:
            await self._deltas.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()


class EngineClient:
    """Client of the llama-server at `base_url` ("http://127.0.0.1:8080"; a trailing "/v1" is dropped).

    api_key: sent as Bearer token. clock: monotonic seconds, for the `t` of deltas and samples.
    reports_drafts: True once an answer carried draft counts; from then on a missing count means 0.
    Raises ChatError when `base_url` is not an address.
    """

    def __init__(
        self, base_url: str, api_key: str | None = None, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.base_url = base_url.strip().rstrip("/").removesuffix("/v1").rstrip("/")
        self.reports_drafts = False
        self._clock = clock
        self._streams: set[_Wire] = set()
        headers = {"Accept-Encoding": "identity"}
        if api_key:
            if not api_key.isascii() or not api_key.isprintable():
                raise ChatError("The key cannot be sent.", "", "Use letters, digits and signs without accents in it.")
            headers["Authorization"] = f"Bearer {api_key}"
        try:
            url = httpx.URL(self.base_url)
            if url.scheme not in ("http", "https") or not url.host or (url.port or 0) > 65535:
                raise httpx.InvalidURL("no scheme or host")
        except httpx.InvalidURL as error:
            raise ChatError(
                f"“{base_url}” cannot be used as an address.", "", "Enter one such as http://127.0.0.1:8080."
            ) from error
        self._http = httpx.AsyncClient(
            base_url=url,
            headers=headers,
            trust_env=False,
            verify=url.scheme != "http" or url.host not in _LOOPBACK,  # no certificates to load without TLS
            timeout=httpx.Timeout(ANSWER_S, connect=CONNECT_S),
        )

    async def health(self) -> Health:
        """Whether the engine is ready, still loading, or not there (nobody, or another program, answers)."""
        try:
            status, body = await self._ask("GET", "/health", read_s=HEALTH_S)
        except ChatError:
            return "unreachable"
        if status == 503:
            return "loading"
        document = json_object(body)
        return "ready" if status == 200 and document is not None and document.get("status") == "ok" else "unreachable"

    async def props(self) -> Props:
        """/props. Raises ChatError."""
        return props_of(await self._object("/props"))

    async def models(self) -> tuple[str, ...]:
        """Ids of /v1/models. Raises ChatError."""
        return models_of(await self._object("/v1/models"))

    async def slots(self) -> tuple[Slot, ...] | None:
        """/slots; None when this server does not offer it. Raises ChatError."""
        text = await self._optional("/slots")
        try:
            return None if text is None else slots_of(msgspec.json.decode(text))
        except (ValueError, RecursionError) as error:
            raise trouble.not_llama_server(self.base_url) from error

    async def metrics(self) -> Sample | None:
        """The server's counters since its start; None when this server does not offer them. Raises ChatError."""
        text = await self._optional("/metrics")
        return None if text is None else sample_of_metrics(text, self._clock())

    async def complete(self, body: Mapping[str, Any]) -> Delta:
        """A whole answer without streaming, for tiny questions (old builds cannot stop one). Raises ChatError."""
        content = _json({**body, "stream": False})
        status, text = await self._ask("POST", CHAT, content, read_s=None)
        document = json_object(text)
        if status != 200 or document is None or "error" in document:
            raise trouble.refused(status, text, self.base_url)
        return self._read(DeltaReader(reports_drafts=self.reports_drafts), document)

    async def ask(self, path: str, body: Mapping[str, Any]) -> dict[str, Any] | None:
        """What one of the server's own endpoints answers; None where it does not offer it. Raises ChatError."""
        status, text = await self._ask("POST", path, _json(body), read_s=None)
        document = json_object(text)
        if status in _NOT_OFFERED:
            return None
        if status != 200 or document is None:
            raise trouble.refused(status, text, self.base_url)
        return document

    def stream_chat(self, body: Mapping[str, Any], *, stall_s: float | None = None) -> ChatStream:
        """Ask for a streamed answer. Iterating raises ChatError; what arrived before has been delivered.

        stall_s: longest silence, s, counted from the request on (reading a prompt may take minutes); None = no limit.
        Keep-alive comments count as life.
        """
        wire = _Wire()
        return ChatStream(self._deltas(_json({**body, "stream": True}), stall_s, wire), wire)

    async def end_streams(self) -> None:
        """Close all answers that are being streamed: an open one delays the engine's exit by 30 s."""
        for wire in list(self._streams):
            await wire.end()

    async def aclose(self) -> None:
        """Close all streams, then the connections. Nothing else may be asked meanwhile."""
        await self.end_streams()
        await self._http.aclose()

    async def _deltas(self, content: bytes, stall_s: float | None, wire: _Wire) -> AsyncGenerator[Delta]:
        finished, reader = False, DeltaReader(reports_drafts=self.reports_drafts)
        async with aclosing(self._events(content, stall_s, wire)) as events:
            async for event in events:
                if event.kind == "cut":
                    raise trouble.cut_off(event.text)
                if event.kind == "data" and event.text == "[DONE]":
                    return
                document = json_object(event.text)
                if event.kind == "error" or (document is not None and "error" in document):
                    error = document.get("error", document) if document is not None else event.text
                    raise trouble.error_of(error, self.base_url)
                if document is None:
                    raise trouble.unreadable(event.text)
                delta = self._read(reader, document)
                finished = finished or delta.finish_reason is not None
                yield delta
        if not finished and not wire.closing:
            raise trouble.broke_off()

    async def _events(self, content: bytes, stall_s: float | None, wire: _Wire) -> AsyncGenerator[SseEvent]:
        self._streams.add(wire)
        try:
            wire.response = await self._opened(content, stall_s, wire)
            if wire.response is None:
                return
            parser = SseParser()
            async with aclosing(self._pieces(wire.response, stall_s, wire)) as pieces:
                async for piece in pieces:
                    for event in parser.feed(piece):
                        yield event
            for event in parser.finish():
                if event.text != "[DONE]" and json_object(event.text) is None:
                    raise trouble.broke_off()
                yield event
        finally:
            self._streams.discard(wire)
            if wire.response is not None:
                await wire.response.aclose()
            wire.ended.set()

    async def _opened(self, content: bytes, stall_s: float | None, wire: _Wire) -> httpx.Response | None:
        """The answer's beginning, which newer builds send with the first token; None when our side closed meanwhile."""
        self._check_open()
        timeout = httpx.Timeout(None, connect=CONNECT_S)
        request = self._http.build_request("POST", CHAT, content=content, headers=_JSON_HEADERS, timeout=timeout)
        response = await self._watched(self._send(request), stall_s, wire)
        if response is None:
            return None
        wire.response = response
        if response.status_code != 200:
            raise trouble.refused(response.status_code, await self._body(response), self.base_url)
        if "event-stream" not in response.headers.get("content-type", ""):
            raise trouble.not_llama_server(self.base_url)
        return response

    async def _pieces(self, response: httpx.Response, stall_s: float | None, wire: _Wire) -> AsyncGenerator[bytes]:
        incoming = response.aiter_bytes()
        while not wire.closing:
            piece = await self._watched(anext(incoming, None), stall_s, wire)
            if piece is None:
                return
            yield piece

    async def _watched(self, waiting: Awaitable[_T], stall_s: float | None, wire: _Wire) -> _T | None:
        """Wait at most `stall_s`, and no longer than until our side closes (None). Raises ChatError."""
        try:
            async with asyncio.timeout(stall_s) as wire.watch:
                return await waiting
        except TimeoutError as error:
            if wire.closing:
                return None
            raise trouble.stalled(stall_s or 0.0) from error
        except (httpx.HTTPError, httpx.StreamError) as error:
            if wire.closing:
                return None
            raise self._failure(error, CHAT) from error
        finally:
            wire.watch = None

    def _read(self, reader: DeltaReader, document: dict[str, Any]) -> Delta:
        delta = reader.read(document, self._clock())
        self.reports_drafts = self.reports_drafts or reader.reports_drafts
        return delta

    async def _object(self, path: str) -> dict[str, Any]:
        status, text = await self._ask("GET", path)
        document = json_object(text)
        if status != 200:
            raise trouble.refused(status, text, self.base_url)
        if document is None:
            raise trouble.not_llama_server(self.base_url)
        return document

    async def _optional(self, path: str) -> str | None:
        status, text = await self._ask("GET", path)
        if status in _NOT_OFFERED:
            return None
        if status != 200:
            raise trouble.refused(status, text, self.base_url)
        return text

    async def _ask(
        self, method: str, path: str, content: bytes | None = None, read_s: float | None = ANSWER_S
    ) -> tuple[int, str]:
        """Status and body of one short exchange. Raises ChatError."""
        self._check_open()
        timeout = httpx.Timeout(read_s, connect=CONNECT_S)
        headers = None if content is None else _JSON_HEADERS
        request = self._http.build_request(method, path, content=content, headers=headers, timeout=timeout)
        try:
            response = await self._send(request)
            async with aclosing(response):
                return response.status_code, await self._body(response)
        except httpx.HTTPError as error:
            raise self._failure(error, path) from error

    async def _send(self, request: httpx.Request) -> httpx.Response:
        """The beginning of an answer. Raises httpx.HTTPError.

        Cancelling waits for the connection to be made, which takes no time here, and closes it then: anyio loses a
        connection whose maker is cancelled in the moment in which it is there.
        """
        connected = asyncio.Event()

        async def trace(event: str, info: Mapping[str, Any]) -> None:
            if event.startswith("http11"):
                connected.set()

        request.extensions["trace"] = trace
        loop = asyncio.get_running_loop()
        sending = loop.create_task(self._http.send(request, stream=True))
        try:
            return await asyncio.shield(sending)
        except asyncio.CancelledError:
            waiting = loop.create_task(connected.wait())
            await asyncio.wait({sending, waiting}, timeout=CONNECT_S, return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
            sending.cancel()
            await asyncio.wait({sending, waiting})
            if not sending.cancelled() and sending.exception() is None:
                await sending.result().aclose()
            raise

    def _check_open(self) -> None:
        if self._http.is_closed:
            raise trouble.unreachable(self.base_url)

    async def _body(self, response: httpx.Response) -> str:
        body = bytearray()
        async for piece in response.aiter_bytes():
            body += piece
            if len(body) > MOST_BYTES:
                raise trouble.cut_off(f"an answer of more than {MOST_BYTES} bytes")
        return body.decode("utf-8", errors="replace")

    def _failure(self, error: Exception, path: str) -> ChatError:
        if isinstance(error, httpx.ConnectError | httpx.ConnectTimeout | httpx.UnsupportedProtocol):
            return trouble.unreachable(self.base_url)
        if isinstance(error, httpx.TimeoutException):
            return trouble.too_slow(path)
        return trouble.broke_off()


_JSON_HEADERS = {"Content-Type": "application/json"}


def _json(body: Mapping[str, Any]) -> bytes:
    try:
        return msgspec.json.encode(body)
    except (TypeError, ValueError, RecursionError) as error:
        raise trouble.unwritable_request() from error


async def speculation_state(client: EngineClient) -> bool | None:
    """Whether speculation is really armed, from /slots; None when this server does not say. Raises ChatError.

    The absence of draft counts in an answer proves nothing: builds leave them out while nothing was drafted.
    """
    return speculation_armed(await client.slots())
