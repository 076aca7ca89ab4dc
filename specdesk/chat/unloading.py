"""Asking other programs of this computer to give the memory of their models back. Only when the user wants it.

Ollama: GET /api/ps, then POST /api/generate with `keep_alive: 0` and no prompt. LM Studio (0.4 or newer): GET
/api/v1/models, then POST /api/v1/models/unload. Both on the loopback address only; nothing else is ever sent.
"""

from __future__ import annotations

import http.client
import os
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from specdesk.errors import ChatError
from specdesk.language import translate
from specdesk.records.memory_use import Unloader

NAMES: Final[Mapping[Unloader, str]] = {"ollama": "Ollama", "lm-studio": "LM Studio"}
PORTS: Final[Mapping[Unloader, int]] = {"ollama": 11434, "lm-studio": 1234}
LIMIT_S: Final = 20.0
_HOST: Final = "127.0.0.1"
_LOOPBACK: Final = ("", "127.0.0.1", "localhost", "0.0.0.0", "::", "::1")
_MOST_BYTES: Final = 4 << 20
_MOST_MODELS: Final = 32


def port_of(program: Unloader, env: Mapping[str, str]) -> int | None:
    """Where it listens; None where it was told to run on another computer. env: holds OLLAMA_HOST where that is set."""
    said = env.get("OLLAMA_HOST", "").strip() if program == "ollama" else ""
    if not said:
        return PORTS[program]
    try:
        parts = urlsplit(said if "://" in said else f"//{said}")
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return PORTS[program]
    return (port or PORTS[program]) if host in _LOOPBACK else None


def unload(program: Unloader, env: Mapping[str, str] | None = None, limit_s: float = LIMIT_S) -> tuple[str, ...]:
    """Names of the models that it unloaded; empty when it had none loaded. Blocks. Raises ChatError."""
    port = port_of(program, os.environ if env is None else env)
    if port is None:
        raise ChatError(
            translate("Chat", "Ollama runs on another computer."),
            translate("Chat", "Its address (OLLAMA_HOST) is not this one."),
            translate("Chat", "Unload it there."),
        )
    asked = _ollama if program == "ollama" else _lm_studio
    return asked(_Asked(program, port, limit_s))


class _Asked:
    """One program at its port."""

    def __init__(self, program: Unloader, port: int, limit_s: float) -> None:
        self.name = NAMES[program]
        self._port = port
        self._limit_s = limit_s

    def json(self, method: str, path: str, body: object = None) -> Any:
        """Its answer. Raises ChatError when it gives none that can be understood."""
        connection = http.client.HTTPConnection(_HOST, self._port, timeout=self._limit_s)
        try:
            data = None if body is None else msgspec.json.encode(body)
            connection.request(method, path, data, {"Content-Type": "application/json"})
            with connection.getresponse() as answer:
                status, text = answer.status, answer.read(_MOST_BYTES)
        except (OSError, http.client.HTTPException) as error:
            silent = translate("Chat", "It does not answer on port {port} ({reason}).")
            raise self.trouble(silent.format(port=self._port, reason=type(error).__name__)) from error
        finally:
            connection.close()
        if status != http.client.OK:
            raise self.trouble(translate("Chat", "It answered with status {status}.").format(status=status))
        try:
            return msgspec.json.decode(text)
        except (msgspec.DecodeError, RecursionError) as error:
            raise self.trouble(translate("Chat", "Its answer cannot be understood.")) from error

    def trouble(self, why: str) -> ChatError:
        """What is told when it does not do as asked."""
        return ChatError(
            translate("Chat", "{program} did not unload its models.").format(program=self.name),
            why,
            translate("Chat", "Unload them in {program} itself.").format(program=self.name),
        )


def _listed(answer: Any, key: str) -> list[dict[str, Any]]:
    rows = answer.get(key) if isinstance(answer, dict) else None
    return [row for row in rows if isinstance(row, dict)][:_MOST_MODELS] if isinstance(rows, list) else []


def _ollama(asked: _Asked) -> tuple[str, ...]:
    names = [row["name"] for row in _listed(asked.json("GET", "/api/ps"), "models") if isinstance(row.get("name"), str)]
    for name in names:
        asked.json("POST", "/api/generate", {"model": name, "keep_alive": 0, "stream": False})
    return tuple(names)


def _lm_studio(asked: _Asked) -> tuple[str, ...]:
    models = _listed(asked.json("GET", "/api/v1/models"), "models")
    loaded = [one.get("id") for model in models for one in _listed(model, "loaded_instances")]
    names = [name for name in loaded if isinstance(name, str)][:_MOST_MODELS]
    for name in names:
        asked.json("POST", "/api/v1/models/unload", {"instance_id": name})
    return tuple(names)
