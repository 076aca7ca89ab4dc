"""The HTTP surface of llama-server b11434 (and the old stream errors), on the standard library's server."""

from __future__ import annotations

import json
import os
import re
import select
import socket
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from fake_engine import Engine
from fake_generation import tokenize
from fake_likeliest import probabilities
from fake_replies import answer

PUBLIC = ("/health", "/v1/health")


def error_body(code: int, message: str, kind: str, **more: Any) -> dict[str, Any]:
    """The error shape of every endpoint."""
    return {"error": {"code": code, "message": message, "type": kind, **more}}


class Server(ThreadingHTTPServer):
    """One thread per connection; threads end with the process."""

    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 64

    def __init__(self, address: tuple[str, int], engine: Engine) -> None:
        super().__init__(address, Handler)
        self.engine = engine

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is not worth a traceback."""


class Handler(BaseHTTPRequestHandler):
    """One request. `engine` holds all state."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # as the real one; else each answer waits 40 ms for the kernel
    server: Server

    @property
    def engine(self) -> Engine:
        return self.server.engine

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """The real program logs no requests at default verbosity."""

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        if self._refused(path):
            return
        if path in PUBLIC:
            self.send_json(200, {"status": "ok"})
        elif path == "/props":
            self.send_json(200, self._props())
        elif path == "/slots":
            if "--no-slots" in self.engine.arguments.switches:
                text = "This server does not support slots endpoint. Start it with `--slots`"
                self.send_json(501, error_body(501, text, "not_supported_error"))
            else:
                self.send_json(200, self.engine.slot_list())
        elif path == "/metrics":
            if "--metrics" in self.engine.arguments.switches:
                self.send_bytes(200, self.engine.metrics().encode(), "text/plain; version=0.0.4")
            else:
                text = "This server does not support metrics endpoint. Start it with `--metrics`"
                self.send_json(501, error_body(501, text, "not_supported_error"))
        elif path in ("/v1/models", "/models"):
            self.send_json(200, self._models())
        else:
            self.send_json(404, error_body(404, "File Not Found", "not_found_error"))

    def do_POST(self) -> None:
        path = self.path.partition("?")[0]
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if self._refused(path):
            return
        try:
            body = json.loads(raw or b"{}")
        except ValueError:
            self.send_json(
                400, error_body(400, "[json.exception.parse_error.101] parse error", "invalid_request_error")
            )
            return
        if self.engine.settings.requests_log and path != "/tokenize":
            with open(self.engine.settings.requests_log, "a", encoding="utf-8") as log:
                log.write(json.dumps({"path": path, "body": body}) + "\n")
        if self.engine.settings.likeliest and path in ("/apply-template", "/completion"):
            self._likeliest(path, body)
        elif path in ("/v1/chat/completions", "/chat/completions", "/completion", "/completions"):
            answer(self, body, native="completion" in path and "chat" not in path)
        elif path == "/tokenize":
            words = tokenize(str(body.get("content", "")))
            self.send_json(200, {"tokens": [zlib.crc32(word.encode()) % 32000 for word in words]})
        else:
            self.send_json(404, error_body(404, "File Not Found", "not_found_error"))

    def _likeliest(self, path: str, body: dict[str, Any]) -> None:
        """A chat as a prompt, and how likely each word is behind it."""
        if path == "/apply-template":
            self.send_json(200, {"prompt": f"{body['messages'][-1]['content']} > "})
        else:
            self.send_json(200, {"completion_probabilities": probabilities(self.engine.settings.likeliest)})

    def _refused(self, path: str) -> bool:
        """True when an injected status, loading, or a missing key has already been answered."""
        injected = self.engine.settings.http_status.get(path)
        if injected is not None:
            status, message = (injected, "injected failure") if isinstance(injected, int) else injected
            self.send_json(status, error_body(status, message, "server_error"))
            return True
        busy = self.engine.settings.busy_while
        if busy is not None and path in ("/props", "/slots") and os.path.exists(busy):
            self.send_json(500, error_body(500, "busy", "server_error"))
            return True
        silent = self.engine.settings.silent_while
        if silent is not None and path in ("/props", "/slots") and os.path.exists(silent):
            self.close_connection = True
            return True
        if not self.engine.loaded.is_set():
            self.send_json(503, error_body(503, "Loading model", "unavailable_error"))
            return True
        if path not in PUBLIC and self.engine.keys and self._key() not in self.engine.keys:
            self.send_json(401, error_body(401, "Invalid API Key", "authentication_error"))
            return True
        return False

    def _key(self) -> str | None:
        bearer = re.fullmatch(r"Bearer (.+)", self.headers.get("Authorization") or "")
        return bearer.group(1) if bearer else self.headers.get("X-Api-Key")

    def _props(self) -> dict[str, Any]:
        engine = self.engine
        props: dict[str, Any] = {
            "default_generation_settings": {
                "params": {
                    "temperature": 0.8, "top_k": 40, "top_p": 0.95, "min_p": 0.05, "speculative.types": "none",
                },
                "n_ctx": engine.context,
            },
            "total_slots": len(engine.slots),
            "model_alias": engine.model,
            "model_path": engine.model,
            "modalities": {"vision": False, "audio": False},
            "endpoint_slots": "--no-slots" not in engine.arguments.switches,
            "endpoint_metrics": "--metrics" in engine.arguments.switches,
            "chat_template": "{% for message in messages %}{{ message['content'] }}{% endfor %}",
            "build_info": "b5361-cf0a43bb" if engine.settings.old else "b0-unknown",
        }  # fmt: skip
        return props | engine.settings.props

    def _models(self) -> dict[str, Any]:
        row = {"id": self.engine.model, "object": "model", "owned_by": "llamacpp",
               "meta": {"n_vocab": 49152, "n_ctx": self.engine.context, "n_ctx_train": 8192}}  # fmt: skip
        return {"object": "list", "data": [row]}

    def send_json(self, status: int, body: Any) -> None:
        """A whole JSON answer."""
        self.send_bytes(status, json.dumps(body).encode(), "application/json; charset=utf-8")

    def send_bytes(self, status: int, body: bytes, kind: str) -> None:
        """A whole answer."""
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def start_stream(self) -> None:
        """Headers of an event stream in chunked transfer coding, as the real program sends it."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        if self.engine.settings.gzip_mb:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        self.wfile.flush()
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def send_part(self, data: bytes) -> None:
        """One chunk. Raises OSError when the client has gone."""
        if self.client_gone():
            raise BrokenPipeError("the client closed the connection")
        self.wfile.write(b"%x\r\n%b\r\n" % (len(data), data))
        self.wfile.flush()

    def end_stream(self) -> None:
        """The last, empty chunk."""
        self.wfile.write(b"0\r\n\r\n")
        self.wfile.flush()

    def client_gone(self, wait_s: float = 0.0) -> bool:
        """True when the peer has closed (readable with nothing to read)."""
        ready, _, _ = select.select([self.connection], [], [], wait_s)
        if not ready:
            return False
        try:
            return self.connection.recv(1, socket.MSG_PEEK) == b""
        except OSError:
            return True
