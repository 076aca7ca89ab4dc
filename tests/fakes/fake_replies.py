"""Replies to chat and native completions, streamed or whole, with the faults that the settings ask for."""

from __future__ import annotations

import gzip
import json
import os
import signal
import threading
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from fake_generation import Token, generate, script, timings, tokenize
from fake_logs import finished
from fake_settings import Settings

if TYPE_CHECKING:
    from fake_http import Handler

CREATED = 1795986688
IDENTITY = "chatcmpl-fake"
MB = 1_000_000
TINY_AT_ONCE = 1000


class _Cut(Exception):
    """The stream ends here, without its usual end."""


class Reply:
    """One request being answered."""

    def __init__(self, handler: Handler, body: dict[str, Any], native: bool) -> None:
        self.handler, self.body, self.native = handler, body, native
        self.engine = handler.engine
        self.settings = self.engine.settings
        self.stream = bool(body.get("stream"))
        messages = body.get("messages") or []
        self.prompt_words = str(body.get("prompt") or "") if native else _text(messages[-1:])
        whole = str(body.get("prompt") or "") if native else _text(messages)
        self.prompt_n = len(tokenize(whole)) + 4 * len(messages)
        limit = body.get("max_tokens") or body.get("n_predict") or self.engine.arguments.number("--predict", -1)
        self.room = max(self.engine.context - self.prompt_n, 0)
        self.limit = min(self.room, int(limit)) if int(limit) > 0 else self.room
        self.prompt_ms = self.settings.first_token_ms
        self.last: Token | None = None
        self.counted = False
        self.pieces: list[str] = []

    def too_long(self) -> bool:
        """Answers a prompt that exceeds the context, in the way of the build; True when it did."""
        context = self.engine.context
        if self.prompt_n < context:
            return False
        if self.settings.old and self.stream:
            text = "the request exceeds the available context size. "
            text += "try increasing the context size or enable context shift"
            error = {"code": 400, "message": text, "type": "invalid_request_error"}
            self.handler.start_stream()
            self.handler.send_part(f"error: {json.dumps(error)}\n\n".encode())
            self.handler.send_part(b"data: [DONE]\n\n")
            self.handler.end_stream()
            return True
        text = (
            f"request ({self.prompt_n} tokens) exceeds the available context size ({context} tokens), try increasing it"
        )
        error = {"code": 400, "message": text, "type": "exceed_context_size_error",
                 "n_prompt_tokens": self.prompt_n, "n_ctx": context}  # fmt: skip
        self.handler.send_json(400, {"error": error})
        return True

    def run(self) -> None:
        """Generates and sends."""
        if self.too_long():
            return
        slot = self.engine.begin(self.prompt_n)
        words = script(self.settings, self.prompt_words, self.limit)
        start = time.monotonic() + self.prompt_ms / 1000
        try:
            if self.stream:
                self.handler.start_stream()
                self._opening()
            for token in generate(self._generating(), words, self._draft_length(), start):
                self.last, slot.decoded = token, token.made
                self.pieces.append("" if token.reasoning else token.text)
                if self.stream:
                    self._part(token)
                elif self.handler.client_gone():
                    return
            self._count()
            self._closing("length" if len(words) == self.limit else "stop")
        except _Cut:
            self.handler.close_connection = True
        finally:
            self._count()
            self.engine.end(slot)
        if self.last is not None:
            last = self.last
            kept = last.per_position if self.settings.positions_log else ()
            finished(self.engine.log, slot.task, self._timings(last), last.drafted, last.accepted, last.passes, kept)

    def _count(self) -> None:
        """Once, however it ends."""
        if not self.counted:
            self.counted = True
            self.engine.count(self.last, self.prompt_n, self.prompt_ms)

    def _draft_length(self) -> int:
        asked = self.body.get("speculative.n_max")
        if self.settings.old and self.settings.switches and isinstance(asked, int):
            return min(asked, self.engine.draft_length)
        return self.engine.draft_length

    def _generating(self) -> Settings:
        """Synthetic rates of 0: nothing that is guessed is taken."""
        rates = self.engine.arguments.get("--spec-synth-rates")
        return self.settings if rates is None else replace(self.settings, acceptance=float(rates.split(",")[0]))

    def _timings(self, token: Token) -> dict[str, Any]:
        return timings(token, self.prompt_n, 0, self.prompt_ms, self.settings.old)

    def _chunk(self, delta: dict[str, Any] | None, finish: str | None, **more: Any) -> dict[str, Any]:
        choices = [] if delta is None else [{"finish_reason": finish, "index": 0, "delta": delta}]
        return {"choices": choices, "created": CREATED, "id": IDENTITY, "model": self.engine.model,
                "system_fingerprint": "b0-unknown", "object": "chat.completion.chunk", **more}  # fmt: skip

    def _opening(self) -> None:
        if self.body.get("return_progress") and not self.settings.old:
            for done in (0, self.prompt_n):
                progress = {"total": self.prompt_n, "cache": 0, "processed": done,
                            "time_ms": self.prompt_ms * done / max(self.prompt_n, 1)}  # fmt: skip
                self._send(self._chunk({"role": "assistant", "content": None}, None, prompt_progress=progress))
        if not self.native:
            self._send(self._chunk({"role": "assistant", "content": None}, None))
        self._flood()

    def _flood(self) -> None:
        """More than anybody asked for, before the first word."""
        settings = self.settings
        if settings.gzip_mb:
            self.handler.send_part(gzip.compress(b"data: " + b" " * round(settings.gzip_mb * MB), 9))
        if settings.event_mb:
            self._send(self._chunk({"content": "x" * round(settings.event_mb * MB)}, None))
        tiny = b'data: {"choices":[{"index":0,"delta":{}}]}\n\n'
        for _ in range(settings.tiny_events // TINY_AT_ONCE):
            self.handler.send_part(tiny * TINY_AT_ONCE)

    def _part(self, token: Token) -> None:
        told = self.body.get("timings_per_token") and not self.settings.no_timings
        more = {"timings": self._timings(token)} if told else {}
        if self.native:
            self._send({"index": 0, "content": token.text, "tokens": [], "stop": False, **more})
        else:
            field = "reasoning_content" if token.reasoning else "content"
            self._send(self._chunk({field: token.text}, None, **more))
        self._fault(token.made)

    def _fault(self, made: int) -> None:
        settings = self.settings
        if settings.ping_comments:
            self.handler.send_part(b":\n\n")
        if settings.only_speculating and not self.engine.speculative:
            return
        if settings.only_on is not None and settings.only_on not in self.prompt_words:
            return
        if settings.bad_json_after_tokens == made:
            self.handler.send_part(b'data: {"choices":[{"delta":\n\n')
        if settings.error_after_tokens == made:
            error = {"code": 500, "message": "failed to process speculative batch", "type": "server_error"}
            line = f"error: {json.dumps(error)}\n\n" if settings.old else f"data: {json.dumps({'error': error})}\n\n"
            self.handler.send_part(line.encode())
            raise _Cut
        if settings.crash_after_tokens == made:
            self.engine.log.raw(settings.crash_words)
            os.kill(os.getpid(), signal.SIGABRT)
            threading.Event().wait(5)  # another thread may take the signal: send nothing more meanwhile
        if settings.close_after_tokens == made:
            raise _Cut
        if settings.stall_after_tokens == made:
            while not self.handler.client_gone(0.1):
                pass
            raise _Cut

    def _usage(self) -> dict[str, Any]:
        made = self.last.made if self.last else 0
        usage: dict[str, Any] = {"completion_tokens": made, "prompt_tokens": self.prompt_n,
                                 "total_tokens": made + self.prompt_n}  # fmt: skip
        return usage if self.settings.old else usage | {"prompt_tokens_details": {"cached_tokens": 0}}

    def _closing(self, finish: str) -> None:
        figures = {"timings": self._timings(self.last)} if self.last and not self.settings.no_timings else {}
        if self.native:
            final = {"index": 0, "content": "" if self.stream else "".join(self.pieces), "stop": True,
                     "stop_type": "limit" if finish == "length" else "eos", "truncated": False,
                     "tokens_predicted": self._usage()["completion_tokens"], "tokens_evaluated": self.prompt_n,
                     **figures}  # fmt: skip
            if self.stream:
                self._send(final)
                self.handler.end_stream()
            else:
                self.handler.send_json(200, final)
        elif not self.stream:
            message = {"role": "assistant", "content": "".join(self.pieces)}
            if self.settings.reasoning:
                message["reasoning_content"] = self.settings.reasoning
            choice = {"finish_reason": finish, "index": 0, "message": message}
            whole = self._chunk(None, None, usage=self._usage(), **figures)
            self.handler.send_json(200, whole | {"choices": [choice], "object": "chat.completion"})
        else:
            self._close_chat_stream(finish, figures)

    def _close_chat_stream(self, finish: str, figures: dict[str, Any]) -> None:
        include = bool((self.body.get("stream_options") or {}).get("include_usage"))
        if self.settings.old:
            self._send(self._chunk({}, finish, usage=self._usage(), **figures))
        elif include:
            self._send(self._chunk({}, finish))
            self._send(self._chunk(None, None, usage=self._usage(), **figures))
        else:
            self._send(self._chunk({}, finish, **figures))
        self.handler.send_part(b"data: [DONE]\n\n")
        self.handler.end_stream()

    def _send(self, chunk: dict[str, Any]) -> None:
        data = f"data: {json.dumps(chunk, ensure_ascii=False)}\n\n".encode()
        if not self.settings.split_utf8:
            self.handler.send_part(data)
            return
        at = next((i + 1 for i, byte in enumerate(data) if byte >= 0x80), len(data) // 2)
        self.handler.send_part(data[:at])
        self.handler.send_part(data[at:])


def _text(messages: list[dict[str, Any]]) -> str:
    parts = [str(m.get("content") or "") for m in messages if isinstance(m, dict)]
    return " ".join(parts)


def answer(handler: Handler, body: dict[str, Any], native: bool) -> None:
    """Answers one completion request."""
    Reply(handler, body, native).run()
