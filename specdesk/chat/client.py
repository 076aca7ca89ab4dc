"""Asynchronous HTTP client of one llama-server. With `transport` the only module that imports httpx.

Clients of other engines (`chat.attached`) are this one with another path, body, parser and reader.

No environment proxy is ever used: a proxy for the web breaks requests to this computer. Every failure is a ChatError
in sentences. The client belongs to one event loop.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import aclosing
from typing import Any, ClassVar, TypeVar

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
)
from specdesk.chat.chat_stream import Answered, ChatStream, ChunkReader, EventParser, Wire, gathered
from specdesk.chat.metrics import sample_of_metrics
from specdesk.chat.stream import SseEvent, SseParser
from specdesk.chat.timings import Delta, DeltaReader, json_object
from specdesk.chat.transport import GatheringStream, Transport
from specdesk.errors import ChatError
from specdesk.language import translate
from specdesk.records.sample import Sample
from specdesk.shown_address import shown_address

CONNECT_S = 2.0
ANSWER_S = 10.0
HEALTH_S = 3.0
CHAT = "/v1/chat/completions"
MOST_BYTES = 16 * 1024 * 1024
"""Length of an answer that is not a stream."""

_T = TypeVar("_T")
_NOT_OFFERED = (404, 405, 501)


class EngineClient:
    """Client of the llama-server at `base_url` ("http://127.0.0.1:8080"; a trailing "/v1" is dropped).

    api_key: sent as Bearer token. clock: monotonic seconds, for the `t` of deltas and samples.
    reports_drafts: True once an answer carried draft counts; from then on a missing count means 0. follows_guesses:
    the chunks of an answer tell which pass they come from. gathers: no figure depends on when a chunk arrives.
    look_every_s: how often to look what it does for others, s.
    Raises ChatError when `base_url` is not an address.
    """

    chat_path: ClassVar[str] = CHAT
    stream_type: ClassVar[str] = "event-stream"
    follows_guesses: ClassVar[bool] = True
    gathers: ClassVar[bool] = True
    look_every_s: ClassVar[float] = 1.0

    def __init__(
        self, base_url: str, api_key: str | None = None, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.base_url = base_url.strip().rstrip("/").removesuffix("/v1").rstrip("/")
        self.reports_drafts = False
        self._clock = clock
        self._streams: set[Wire] = set()
        headers = {"Accept-Encoding": "identity"}
        if api_key:
            if not api_key.isascii() or not api_key.isprintable():
                raise ChatError(
                    translate("Chat", "The key cannot be sent."),
                    "",
                    translate("Chat", "Use letters, digits and signs without accents in it."),
                )
            headers["Authorization"] = f"Bearer {api_key}"
        try:
            url = httpx.URL(self.base_url)
            if url.scheme not in ("http", "https") or not url.host or (url.port or 0) > 65535:
                raise httpx.InvalidURL("no scheme or host")
        except httpx.InvalidURL as error:
            raise trouble.UnusableAddressError(
                translate("Chat", "“{text}” cannot be used as an address.").format(text=shown_address(base_url)),
                "",
                translate("Chat", "Enter one such as http://127.0.0.1:8080."),
            ) from error
        self._http = httpx.AsyncClient(
            base_url=url,
            headers=headers,
            trust_env=False,
            transport=Transport(httpx.create_ssl_context(trust_env=False) if url.scheme == "https" else None),
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
        content = _json({**self.body_for(body), "stream": False})
        status, text = await self._ask("POST", self.chat_path, content, read_s=None)
        document = json_object(text)
        if status != 200 or document is None or "error" in document:
            raise self.refusal(status, text)
        return self._read(self.reader(), document)

    # ---- what differs between engines ----

    def body_for(self, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """A request as `chat.conversation` writes it, as this engine wants it."""
        return body

    def parser(self) -> EventParser:
        """For the bytes of one answer."""
        return SseParser()

    def reader(self) -> ChunkReader:
        """For the chunks of one answer."""
        return DeltaReader(reports_drafts=self.reports_drafts)

    def refusal(self, status: int, text: str) -> ChatError:
        """An answer with an error status."""
        return trouble.refused(status, text, self.base_url)

    def stranger(self) -> ChatError:
        """The answer has another form than this engine's."""
        return trouble.not_llama_server(self.base_url)

    def nobody(self) -> ChatError:
        """Nothing accepts connections."""
        return trouble.unreachable(self.base_url)

    async def exchange(
        self, method: str, path: str, body: Mapping[str, Any] | None = None, read_s: float | None = ANSWER_S
    ) -> Answered:
        """One short exchange, whatever its status. read_s: patience, s. Raises ChatError when nothing answers."""
        return await self._exchange(method, path, None if body is None else _json(body), read_s)

    async def ask(self, path: str, body: Mapping[str, Any]) -> dict[str, Any] | None:
        """What one of the server's own endpoints answers; None where it does not offer it. Raises ChatError."""
        status, text = await self._ask("POST", path, _json(body), read_s=None)
        document = json_object(text)
        if status in _NOT_OFFERED:
            return None
        if status != 200 or document is None:
            raise trouble.refused(status, text, self.base_url)
        return document

    def stream_chat(
        self, body: Mapping[str, Any], *, stall_s: float | None = None, gather_s: float = 0.0
    ) -> ChatStream:
        """Ask for a streamed answer. Iterating raises ChatError; what arrived before has been delivered.

        stall_s: longest silence, s, counted from the request on (reading a prompt may take minutes); None = no limit.
        Keep-alive comments count as life. gather_s: as in `chat_stream.gathered`; 0 = read everything as it comes.
        """
        wire = Wire()
        deltas = self._deltas(_json({**self.body_for(body), "stream": True}), stall_s, wire)
        return ChatStream(gathered(deltas, wire, gather_s) if gather_s and self.gathers else deltas, wire)

    async def end_streams(self) -> None:
        """Close all answers that are being streamed: an open one delays the engine's exit by 30 s."""
        for wire in list(self._streams):
            await wire.end()

    async def aclose(self) -> None:
        """Close all streams, then the connections. Nothing else may be asked meanwhile."""
        await self.end_streams()
        await self._http.aclose()

    async def _deltas(self, content: bytes, stall_s: float | None, wire: Wire) -> AsyncGenerator[Delta]:
        finished, reader = False, self.reader()
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

    async def _events(self, content: bytes, stall_s: float | None, wire: Wire) -> AsyncGenerator[SseEvent]:
        self._streams.add(wire)
        try:
            wire.response = await self._opened(content, stall_s, wire)
            if wire.response is None:
                return
            parser = self.parser()
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
            wire.rest(0.0)  # the connection may serve another request
            if wire.response is not None:
                await wire.response.aclose()
            wire.ended.set()

    async def _opened(self, content: bytes, stall_s: float | None, wire: Wire) -> httpx.Response | None:
        """The answer's beginning, which newer builds send with the first token; None when our side closed meanwhile."""
        self._check_open()
        timeout = httpx.Timeout(None, connect=CONNECT_S)
        path = self.chat_path
        request = self._http.build_request("POST", path, content=content, headers=_JSON_HEADERS, timeout=timeout)
        response = await self._watched(self._send(request), stall_s, wire)
        if response is None:
            return None
        wire.response = response
        line = response.extensions.get("network_stream")
        wire.line = line if isinstance(line, GatheringStream) else None
        if response.status_code != 200:
            raise self.refusal(response.status_code, await self._body(response))
        self._check_plain(response)
        if self.stream_type not in response.headers.get("content-type", ""):
            raise self.stranger()
        return response

    async def _pieces(self, response: httpx.Response, stall_s: float | None, wire: Wire) -> AsyncGenerator[bytes]:
        incoming = response.aiter_raw()
        while not wire.closing:
            piece = await self._watched(anext(incoming, None), stall_s, wire)
            if piece is None:
                return
            yield piece

    async def _watched(self, waiting: Awaitable[_T], stall_s: float | None, wire: Wire) -> _T | None:
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
            raise self._failure(error, self.chat_path) from error
        finally:
            wire.watch = None

    def _read(self, reader: ChunkReader, document: dict[str, Any]) -> Delta:
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
        answered = await self._exchange(method, path, content, read_s)
        return answered.status, answered.text

    async def _exchange(self, method: str, path: str, content: bytes | None, read_s: float | None) -> Answered:
        self._check_open()
        timeout = httpx.Timeout(read_s, connect=CONNECT_S)
        sent = None if content is None else _JSON_HEADERS
        request = self._http.build_request(method, path, content=content, headers=sent, timeout=timeout)
        try:
            response = await self._send(request)
            async with aclosing(response):
                headers = response.headers
                return Answered(
                    status=response.status_code, text=await self._body(response), moved_to=headers.get("location"),
                    server=headers.get("server", ""),
                )  # fmt: skip
        except httpx.HTTPError as error:
            raise self._failure(error, path) from error

    async def _send(self, request: httpx.Request) -> httpx.Response:
        """The beginning of an answer. Raises httpx.HTTPError, and ChatError where this client has been closed.

        Cancelling waits for the connection to be made, which takes no time here, and closes it then: anyio loses a
        connection whose maker is cancelled in the moment in which it is there.
        """
        connected = asyncio.Event()

        async def trace(event: str, info: Mapping[str, Any]) -> None:
            if event.startswith("http11"):
                connected.set()

        async def begin() -> httpx.Response:
            self._check_open()  # again: it may have been closed since this was put in line
            return await self._http.send(request, stream=True)

        request.extensions["trace"] = trace
        sending = asyncio.create_task(begin())
        try:
            return await asyncio.shield(sending)
        except asyncio.CancelledError:
            waiting = asyncio.create_task(connected.wait())
            await asyncio.wait({sending, waiting}, timeout=CONNECT_S, return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
            sending.cancel()
            await asyncio.wait({sending, waiting})
            if not sending.cancelled() and sending.exception() is None:
                await sending.result().aclose()
            raise

    def _check_open(self) -> None:
        if self._http.is_closed:
            raise self.nobody()

    def _check_plain(self, response: httpx.Response) -> None:
        """We ask for no compression: a few kB of it may unpack to gigabytes. Raises ChatError."""
        if response.headers.get("content-encoding", "identity").strip().lower() not in ("", "identity"):
            raise trouble.compressed(self.base_url)

    async def _body(self, response: httpx.Response) -> str:
        body = bytearray()
        self._check_plain(response)
        async for piece in response.aiter_raw():
            body += piece
            if len(body) > MOST_BYTES:
                much = translate("Chat", "an answer of more than {count} bytes").format(count=MOST_BYTES)
                raise trouble.cut_off(much)
        return body.decode("utf-8", errors="replace")

    def _failure(self, error: Exception, path: str) -> ChatError:
        if isinstance(error, httpx.ConnectError | httpx.ConnectTimeout | httpx.UnsupportedProtocol):
            return self.nobody()
        if isinstance(error, httpx.TimeoutException):
            return trouble.too_slow(path)
        return trouble.broke_off()


_JSON_HEADERS = {"Content-Type": "application/json"}


def _json(body: Mapping[str, Any]) -> bytes:
    try:
        return msgspec.json.encode(body)
    except (TypeError, ValueError, RecursionError) as error:
        raise trouble.unwritable_request() from error
