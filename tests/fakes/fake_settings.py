"""What a fake llama-server does, read from the environment variable `FAKE_LLAMA` (one JSON object)."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

CAPTURES = Path(__file__).resolve().parent.parent / "captures"


@dataclass
class Settings:
    """Every key of `FAKE_LLAMA`; the meaning of each is in the docstring of `fake_llama_server`."""

    speed: float = 200.0
    first_token_ms: float = 5.0
    draft: int | None = None
    acceptance: float = 0.7
    draft_cost: float = 0.05
    seed: int = 1
    passes: list[list[int]] = field(default_factory=list)
    reply: str | None = None
    reasoning: str | None = None
    tokens: int = 64
    old: bool = False
    switches: bool = True
    fit_lines: list[str] = field(default_factory=list)
    dry_wait_s: float = 0.0
    device: str = "CPU"
    load_s: float = 0.0
    dots_s: float = 0.0
    never_healthy: bool = False
    crash_start: dict[str, Any] | None = None
    crash_loading: dict[str, Any] | None = None
    crash_ready: dict[str, Any] | None = None
    crash_after_tokens: int | None = None
    crash_words: str = "ggml/src/ggml.c:1234: GGML_ASSERT(n_outputs_max > 0) failed"
    close_after_tokens: int | None = None
    stall_after_tokens: int | None = None
    error_after_tokens: int | None = None
    bad_json_after_tokens: int | None = None
    only_on: str | None = None
    only_speculating: bool = False
    drift: float = 1.0
    drift_log: str | None = None
    event_mb: float = 0.0
    tiny_events: int = 0
    gzip_mb: float = 0.0
    no_timings: bool = False
    split_utf8: bool = False
    ping_comments: bool = False
    busy_while: str | None = None
    """A file: while it is there, /props and /slots answer 500."""
    silent_while: str | None = None
    """A file: while it is there, the connection of /props and /slots is closed without an answer."""
    http_status: dict[str, Any] = field(default_factory=dict)
    ignore_sigterm: bool = False
    flood_mb: float = 0.0
    flood_line_mb: float = 0.0
    flood_rate: float = 0.0
    port_in_use: bool = False
    speculative: bool | None = None
    speculative_told: bool = True
    mismatch: bool = False
    props: dict[str, Any] = field(default_factory=dict)
    context: int | None = None
    version: str = "version: 0.6.0-dev (build 0, commit unknown)"
    likeliest: list[Any] = field(default_factory=list)
    metrics_names: str = "new"
    positions_log: bool = False
    requests_log: str | None = None
    argv_log: str | None = None


def read_settings() -> Settings:
    """`FAKE_LLAMA` as Settings. An unknown key is an error: a misspelt fault must not pass as "no fault"."""
    given = json.loads(os.environ.get("FAKE_LLAMA") or "{}")
    known = {f.name for f in fields(Settings)}
    unknown = sorted(set(given) - known)
    if unknown:
        raise SystemExit(f"FAKE_LLAMA: unknown keys {unknown}; known are {sorted(known)}")
    return Settings(**given)


def help_text() -> str:
    """The help this fake prints and obeys: file `FAKE_HELP`, else the captured help of b11434."""
    path = os.environ.get("FAKE_HELP")
    return Path(path or CAPTURES / "help" / "b11434.txt").read_text(encoding="utf-8")


def devices_text() -> str:
    """What `--list-devices` prints: variable `FAKE_DEVICES`, else no device, as a processor-only build prints it."""
    return os.environ.get("FAKE_DEVICES") or "Available devices:\n  (none)\n"
