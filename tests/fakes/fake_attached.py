"""Engines without a model, as separate processes: vLLM, Ollama, LM Studio, a plain OpenAI server, and what else an
address may turn out to be. They speak as those programs are documented to.

Run as `python tests/fakes/fake_attached.py KIND [JSON]`; the port is printed on the first line. It ends when its
standard input closes.

KIND: vllm, ollama, lm-studio, openai, page (a web page), redirect.
JSON keys: key null; text "One two three." said in words; accepted 2, drafted 4, passes 3 (figures of each reply);
speculating true; without [] paths that are not found; no_usage false; metrics_text null; error_after null (words until
an error in the stream); cut_after null (words until the connection closes); refuse null [status, body]; moved_to null;
burst 1 (words per pass), gap_s 0.0 (time of a pass); details {} merged over the last chunk; likeliest [] ([said,
{word: log-probability}] for each place of an answer with logprobs).
"""

from __future__ import annotations

import json
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from fake_likeliest import probabilities

DEFAULTS: dict[str, Any] = {
    "key": None, "text": "One two three.", "accepted": 2, "drafted": 4, "passes": 3, "speculating": True,
    "without": [], "no_usage": False, "metrics_text": None, "error_after": None, "cut_after": None, "refuse": None,
    "moved_to": "https://elsewhere.example/v1", "burst": 1, "gap_s": 0.0, "details": {}, "log": None,
    "remote": False, "modelfile": "FROM /blob\nDRAFT /other\n", "state": True, "per_request": False,
    "likeliest": [],
}  # fmt: skip


SETTINGS = "/__settings"
"""A POST of other settings here makes it a new engine."""


class Settings:
    """What was asked for, and the counters of vLLM."""

    def __init__(self, kind: str, given: dict[str, Any]) -> None:
        unknown = given.keys() - DEFAULTS.keys()
        if unknown:
            raise SystemExit(f"unknown keys: {unknown}")
        self.kind = kind
        self.given = {**DEFAULTS, **given}
        self.tokens = self.drafted = self.accepted = self.passes = 0
        self.bodies: list[dict[str, Any]] = []

    def __getattr__(self, name: str) -> Any:
        return self.given[name]

    @property
    def words(self) -> list[str]:
        """The reply, a word a token."""
        parts = self.given["text"].split(" ")
        return [part if place == 0 else f" {part}" for place, part in enumerate(parts)]


class Handler(BaseHTTPRequestHandler):
    """One request."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: Any

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Silent."""

    @property
    def settings(self) -> Settings:
        return self.server.settings

    def do_GET(self) -> None:
        self._answer("GET", {})

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        body = json.loads(raw or b"{}")
        if self.path == SETTINGS:
            self.server.settings = Settings(self.settings.kind, body)
            return self.json(200, {})
        self.settings.bodies.append(body)
        if self.settings.log:
            with open(self.settings.log, "a", encoding="utf-8") as log:
                key = self.headers.get("Authorization")
                log.write(json.dumps({"path": self.path, "body": body, "key": key}) + "\n")
        return self._answer("POST", body)

    def _answer(self, method: str, body: dict[str, Any]) -> None:
        s = self.settings
        if s.kind == "page":
            return self.whole(200, "<!doctype html><title>Router</title>", "text/html")
        if s.kind == "redirect":
            self.send_response(307)
            self.send_header("Location", s.moved_to)
            self.send_header("Content-Length", "0")
            return self.end_headers()
        public = s.kind == "vllm" and self.path in ("/version", "/health", "/metrics")
        if s.key and not public and self.headers.get("Authorization") != f"Bearer {s.key}":
            return self.json(401, {"error": "Unauthorized"})
        if self.path in s.without:
            return self.json(404, {"detail": "Not Found"})
        return KINDS[s.kind](self, method, body)

    # ---- sending ----

    def json(self, status: int, document: Any) -> None:
        """A whole JSON answer."""
        self.whole(status, json.dumps(document), "application/json")

    def whole(self, status: int, text: str, kind: str) -> None:
        """A whole answer."""
        data = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def stream(self, kind: str) -> None:
        """Headers of a stream that ends with the connection."""
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True

    def say(self, text: str) -> None:
        """A part of the stream."""
        self.wfile.write(text.encode())
        self.wfile.flush()

    def words(self) -> Any:
        """(number, word) at the pace that was asked for; ends early for the faults that were."""
        s = self.settings
        for place, word in enumerate(s.words):
            if place and s.gap_s and place % s.burst == 0:
                time.sleep(s.gap_s)
            if place in (s.error_after, s.cut_after):
                return
            yield place + 1, word


def openai_stream(handler: Handler, body: dict[str, Any]) -> None:
    """Chat completions as events."""
    s = handler.settings
    if s.refuse:
        return handler.whole(s.refuse[0], s.refuse[1], "application/json")
    if body.get("logprobs"):
        return likeliest(handler, body)
    handler.stream("text/event-stream; charset=utf-8")
    wants = body.get("stream_options") or {}
    continuous = s.kind == "vllm" and wants.get("continuous_usage_stats")
    sent = 0
    for sent, word in handler.words():
        chunk: dict[str, Any] = {"choices": [{"index": 0, "delta": {"content": word}, "finish_reason": None}]}
        if continuous:
            chunk["usage"] = {"prompt_tokens": 7, "completion_tokens": sent, "total_tokens": 7 + sent}
        handler.say(f"data: {json.dumps(chunk)}\n\n")
    if s.error_after is not None:
        return handler.say('data: {"error": {"message": "CUDA out of memory", "code": 500}}\n\n')
    if s.cut_after is not None:
        return None
    last: dict[str, Any] = {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}], **s.details}
    handler.say(f"data: {json.dumps(last)}\n\n")
    if wants.get("include_usage") and not s.no_usage:
        usage: dict[str, Any] = {"choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": sent}}
        if s.per_request:
            usage["metrics"] = {"speculative_decoding": {
                "num_draft_tokens": s.given["drafted"], "num_accepted_draft_tokens": s.given["accepted"],
                "num_spec_steps": 3, "acceptance_histogram": [1, 1, 1],
            }}  # fmt: skip
        handler.say(f"data: {json.dumps(usage)}\n\n")
    s.tokens += sent
    if s.speculating:
        s.drafted, s.accepted, s.passes = (
            s.drafted + s.given["drafted"], s.accepted + s.given["accepted"], s.passes + s.given["passes"],
        )  # fmt: skip
    handler.say("data: [DONE]\n\n")
    return None


def likeliest(handler: Handler, body: dict[str, Any]) -> None:
    """How likely each word is, as vLLM tells it of a whole answer; it refuses what goes with a stream only."""
    steps = handler.settings.likeliest
    if not steps or "stream_options" in body:
        return handler.json(400, {"error": {"message": "not allowed", "type": "BadRequestError", "code": 400}})
    choice = {"index": 0, "message": {"role": "assistant"}, "logprobs": {"content": probabilities(steps)}}
    return handler.json(200, {"choices": [choice]})


def vllm(handler: Handler, method: str, body: dict[str, Any]) -> None:
    """vLLM 0.33."""
    s = handler.settings
    if handler.path == "/version":
        handler.json(200, {"version": "0.33.0"})
    elif handler.path == "/v1/models":
        entry = {"id": "Qwen/Qwen3-8B", "object": "model", "owned_by": "vllm", "max_model_len": 8192}
        handler.json(200, {"object": "list", "data": [entry]})
    elif handler.path == "/metrics":
        handler.whole(200, s.metrics_text or vllm_metrics(s), "text/plain; version=0.0.4")
    elif handler.path == "/v1/chat/completions" and method == "POST":
        openai_stream(handler, body)
    else:
        handler.json(404, {"detail": "Not Found"})


def vllm_metrics(s: Settings) -> str:
    """The series that matter, with the labels that vLLM gives them."""
    labels = '{engine="0",model_name="Qwen/Qwen3-8B"}'
    lines = [f"vllm:generation_tokens_total{labels} {s.tokens}", f"vllm:prompt_tokens_total{labels} 7"]
    if s.speculating:
        lines += [
            f"vllm:spec_decode_num_drafts_total{labels} {s.passes}",
            f"vllm:spec_decode_num_draft_tokens_total{labels} {s.drafted}",
            f"vllm:spec_decode_num_accepted_tokens_total{labels} {s.accepted}",
        ]
        for place, share in enumerate((s.accepted, 0)):
            with_place = labels.replace("}", f',position="{place}"}}')
            lines.append(f"vllm:spec_decode_num_accepted_tokens_per_pos_total{with_place} {share}")
    return "\n".join([*lines, ""])


def ollama(handler: Handler, method: str, body: dict[str, Any]) -> None:
    """Ollama 0.33."""
    s = handler.settings
    entry = {"name": "qwen3:8b", "model": "qwen3:8b", "size": 5 << 30, "details": {"format": "gguf"}}
    if s.remote:
        entry = {**entry, "name": "gpt:cloud", "model": "gpt:cloud", "remote_host": "https://far.example"}
    if handler.path == "/api/version":
        handler.json(200, {"version": "0.33.0"})
    elif handler.path == "/api/tags":
        handler.json(200, {"models": [entry] if s.state else []})
    elif handler.path == "/api/ps":
        loaded = {**entry, "size_vram": 4 << 30, "context_length": 4096}
        handler.json(200, {"models": [loaded] if s.state else []})
    elif handler.path == "/api/show":
        handler.json(200, {"modelfile": s.modelfile, "parameters": "", "details": {"format": "gguf"}})
    elif handler.path == "/api/chat" and method == "POST":
        ollama_stream(handler)
    elif handler.path == "/v1/models":
        handler.json(200, {"object": "list", "data": [{"id": entry["model"], "owned_by": "library"}]})
    else:
        handler.whole(404, "404 page not found", "text/plain")


def ollama_stream(handler: Handler) -> None:
    """A line per token."""
    s = handler.settings
    if s.refuse:
        return handler.whole(s.refuse[0], s.refuse[1], "application/json")
    handler.stream("application/x-ndjson")
    sent = 0
    for number, word in handler.words():
        sent = number
        message = {"role": "assistant", "content": word}
        handler.say(json.dumps({"model": "qwen3:8b", "message": message, "done": False}) + "\n")
    if s.error_after is not None:
        return handler.say('{"error": "llama runner process has terminated"}\n')
    if s.cut_after is not None:
        return None
    last = {
        "model": "qwen3:8b", "message": {"role": "assistant", "content": ""}, "done": True, "done_reason": "stop",
        "eval_count": sent, "eval_duration": 1_000_000_000, "prompt_eval_count": 7,
        "prompt_eval_duration": 50_000_000, **s.details,
    }  # fmt: skip
    return handler.say(json.dumps({name: value for name, value in last.items() if value is not None}) + "\n")


def lm_studio(handler: Handler, method: str, body: dict[str, Any]) -> None:
    """LM Studio's API v0."""
    s = handler.settings
    state = {"state": "loaded", "loaded_context_length": 4096} if s.state else {}
    models = [{"id": "qwen3-8b", "object": "model", "type": "llm", "max_context_length": 32768, **state},
              {"id": "embed", "object": "model", "type": "embeddings", "state": "not-loaded"}]  # fmt: skip
    if handler.path == "/api/v0/models":
        handler.json(200, {"object": "list", "data": models})
    elif handler.path == "/v1/models":
        handler.json(200, {"object": "list", "data": [{"id": "qwen3-8b"}]})
    elif handler.path == "/api/v0/chat/completions" and method == "POST":
        openai_stream(handler, body)
    else:
        handler.json(200, {"error": f"Unexpected endpoint or method. ({method} {handler.path})"})


def openai(handler: Handler, method: str, body: dict[str, Any]) -> None:
    """The standard, and nothing else."""
    if handler.path == "/v1/models":
        handler.json(200, {"object": "list", "data": [{"id": "some-model", "object": "model"}]})
    elif handler.path == "/v1/chat/completions" and method == "POST":
        openai_stream(handler, body)
    else:
        handler.json(404, {"detail": "Not Found"})


KINDS = {"vllm": vllm, "ollama": ollama, "lm-studio": lm_studio, "openai": openai}


class Server(ThreadingHTTPServer):
    """One thread per connection."""

    daemon_threads = True
    settings: Settings

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is not worth a traceback."""


def main(argv: list[str]) -> int:
    """Serve until the standard input closes."""
    server = Server(("127.0.0.1", 0), Handler)
    server.settings = Settings(argv[0], json.loads(argv[1]) if len(argv) > 1 else {})
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    print(server.server_address[1], flush=True)
    sys.stdin.read()
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
