"""Facts in the log of a llama-server of any build: where memory went, the address, speculation, progress, errors.

Lines differ in shape between builds (bare text; stamp and level in front; one JSON object per line) and the function
names in them are cut to 12 characters by new builds, so only the message behind them is matched. Everything here is
bounded: a log of any length costs the same memory.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

import msgspec

from specdesk.engines.speculation_lines import SpeculationLines
from specdesk.records.buffers import Buffer, BufferKind, Which

MAX_ERRORS: Final = 40
_ECHO: Final = "all slots are idle"
MAX_BUFFERS: Final = 400
MAX_MESSAGE: Final = 500
"""Characters of a message that are looked at: what matters stands at the front, and patterns stay quick on any line."""


class LogLine(msgspec.Struct, frozen=True):
    """One line taken apart. level: I, W, E, D, or None where the build prints none. t: seconds since its start."""

    message: str
    level: str | None = None
    t: float | None = None


class DeviceUse(msgspec.Struct, frozen=True, kw_only=True):
    """A device that the engine said it uses, with what was free before loading (MiB)."""

    id: str
    name: str
    free_mib: float


class AcceptanceLine(msgspec.Struct, frozen=True, kw_only=True):
    """Speculation of one finished reply. mean_length: tokens per pass; per_position: shares 0..1. None: not said."""

    accepted: int
    drafted: int
    mean_length: float | None = None
    per_position: tuple[float, ...] | None = None


class EngineFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What the log has said so far; None (or empty) = it has not.

    layers: (on the GPU, of how many). context: tokens per slot. url: where it listens. speculation: on, off, unknown.
    translated: an old build drafts with another vocabulary by way of text. acceptance: of the last reply.
    loading, progress: which file is being read and how far, 0..1. error: the first line that says what went wrong.
    """

    buffers: tuple[Buffer, ...] = ()
    devices: tuple[DeviceUse, ...] = ()
    layers: tuple[int, int] | None = None
    draft_layers: tuple[int, int] | None = None
    url: str | None = None
    slots: int | None = None
    context: int | None = None
    speculation: bool | None = None
    speculation_reason: str | None = None
    translated: bool = False
    implementations: tuple[str, ...] = ()
    acceptance: AcceptanceLine | None = None
    loading: Which | None = None
    progress: float | None = None
    loaded: bool = False
    error: str | None = None
    errors: tuple[str, ...] = ()


_PREFIX: Final = re.compile(r"^(?:(\d+)\.(\d\d)\.(\d{3})\.(\d{3}) )?(?:([IWED]) )?(.*)$", re.DOTALL)
_FUNCTION: Final = re.compile(
    r"^(?:(?:srv|slot|cmn|spec|que|main)\b\s*)?(?!error\b|fatal\b)[a-z~][\w~]*(?:\(\))?:\s+"
    r"(?:id +-?\d+ \| task -?\d+ \| )?"
)
_JSON_LEVELS: Final = {"info": "I", "warn": "W", "error": "E", "debug": "D"}
_DOTS: Final = re.compile(r"^\.{2,}$")
_DOTS_WHOLE: Final = 100
_BUFFER: Final = re.compile(r"(?<!\S)(\S+)\s+(model|KV|RS|compute|output) buffer size\s*=\s*(\d+(?:\.\d+)?) MiB")
_PROJECTOR_BUFFER: Final = re.compile(r"compute_meta: +(\S+) +compute buffer size\s*=\s*(\d+(?:\.\d+)?) MiB")
_PROJECTOR_DEVICE: Final = re.compile(r"CLIP using (\S+) backend")
_PROJECTOR_SIZE: Final = re.compile(r"(?:^|\s)\S+: model size: +(\d+(?:\.\d+)?) MiB")
"""A projector's lines (tools/mtmd/clip.cpp) come between those of the models and have a shape of their own."""
_NEW_CONTEXT: Final = re.compile(r"constructing llama_context|llama_new_context_with_model: n_seq_max")
_DRAFT_BEGINS: Final = re.compile(r"loading draft model '|creating MTP draft context")
_DRY_RUN_ENDS: Final = re.compile(r"fit params to free device memory|fitting params to free memory took")
_LAYERS: Final = re.compile(r"offloaded (\d+)/(\d+) layers to GPU")
_DEVICE: Final = re.compile(r"using device (\S+) \((.*?)\)(?: \([^)]*\))? - (\d+) MiB free")
_URL: Final = re.compile(r"(?<!HTTP server )(?<!HTTP server is )listening on ((?:https?|unix)://\S+)")
_SLOTS: Final = re.compile(r"initializing(?: slots)?, n_slots = (\d+)")
_SLOT_CONTEXT: Final = re.compile(r"new slot,? n_ctx(?:_slot)? = (\d+)|n_slots = \d+, n_ctx_slot = (\d+)")
_LOADED: Final = re.compile(r"(?:^|: |\s)model loaded$")
_ACCEPTANCE: Final = re.compile(
    r"draft acceptance(?: rate)? = [\d.]+ \(\s*(\d+) accepted /\s*(\d+) generated\)(?:, mean len =\s*([\d.]+))?"
)
_POSITIONS: Final = re.compile(r"acc per pos = \(([\d., ]+)\)")
_CHILD_STATE: Final = re.compile(r"cmd_child_to_router:state:.*\"current\":\"(text|spec)_model\",\"value\":([\d.]+)")
_LOAD_ERROR: Final = re.compile(r"error loading model: ")
_BARE_ERROR: Final = re.compile(
    r"^error[: ]|\berror: |failed to |GGML_ASSERT|GGML_ABORT|(?:CUDA|ROCm|Vulkan|SYCL) error|terminate called"
    r"|what\(\): |couldn't bind|error while |Library not loaded|out of memory|is not compatible"
    r"|exiting due to|must match target"
)
_HARMLESS: Final = re.compile(r"task(?: id)? = \d+, error: |send_error|failed to fit params|failed to measure")
"""Errors of one request, and notes of the automatic fit after which loading goes on."""


def read_line(text: str) -> LogLine:
    """Takes one line apart. Text that is not a log line is a message without level."""
    if text.startswith('{"type":"log"'):
        return _read_json(text)
    match = _PREFIX.match(text)
    if match is None:
        return LogLine(text)
    minutes, seconds, milli, micro, level, message = match.groups()
    t = None
    if minutes is not None:
        t = round(int(minutes) * 60 + int(seconds) + int(milli) / 1e3 + int(micro) / 1e6, 6)
    return LogLine(message, level, t)


class _JsonLine(msgspec.Struct):
    msg: str
    level: str = "info"
    time: float = 0


_json_line = msgspec.json.Decoder(_JsonLine)


def _read_json(text: str) -> LogLine:
    """A line of `--log-jsonl`; `time` is in µs since the start."""
    try:
        line = _json_line.decode(text)
    except msgspec.DecodeError:
        return LogLine(text)
    return LogLine(line.msg.rstrip("\n"), _JSON_LEVELS.get(line.level), line.time / 1_000_000)


def plain_message(message: str) -> str:
    """The message without the function name in front, for people."""
    return _FUNCTION.sub("", message.strip()).strip()


def is_echo(text: str) -> bool:
    """True for the line that a server prints each time it is asked for /slots or /metrics while nothing runs."""
    return text.endswith(_ECHO)


class LogFacts:
    """Reads a log line by line; `facts()` is what it has said so far."""

    def __init__(self) -> None:
        self._speculation = SpeculationLines()
        self._buffers: dict[tuple[int, Which, str, BufferKind], float] = {}
        self._context_number = 0
        self._slots_begin: int | None = None
        self._which: Which = "target"
        self._projector_device = "CPU"
        self._devices: dict[str, DeviceUse] = {}
        self._layers: dict[Which, tuple[int, int]] = {}
        self._errors: list[str] = []
        self._load_error: str | None = None
        self._acceptance: AcceptanceLine | None = None
        self._url: str | None = None
        self._slots: int | None = None
        self._context: int | None = None
        self._loading: Which | None = None
        self._progress: float | None = None
        self._loaded = False

    def feed(self, lines: Iterable[str]) -> None:
        """Reads whole lines."""
        for text in lines:
            line = read_line(text)
            for message in line.message.split("\n"):
                self._feed_message(message[:MAX_MESSAGE], line.level)

    def feed_partial(self, text: str) -> None:
        """Reads the beginning of a line that has not ended: old builds print one dot per hundredth of a model."""
        if _DOTS.match(text):
            self._progress = min(len(text) / _DOTS_WHOLE, 1.0)

    @property
    def acceptance(self) -> AcceptanceLine | None:
        """What was said of the last reply that guessed."""
        return self._acceptance

    def facts(self) -> EngineFacts:
        """A frozen picture."""
        speculation = self._speculation
        return EngineFacts(
            buffers=self._live_buffers(),
            devices=tuple(self._devices.values()),
            layers=self._layers.get("target"),
            draft_layers=self._layers.get("draft"),
            url=self._url,
            slots=self._slots,
            context=self._context,
            speculation=True if speculation.on is None and self._acceptance is not None else speculation.on,
            speculation_reason=speculation.reason,
            translated=speculation.translated,
            implementations=speculation.implementations,
            acceptance=self._acceptance,
            loading=None if self._loaded else self._loading,
            progress=self._progress,
            loaded=self._loaded,
            error=self._load_error or (self._errors[0] if self._errors else None),
            errors=tuple(self._errors),
        )

    def _feed_message(self, message: str, level: str | None) -> None:
        if self._loaded:
            self._feed_reply(message)
        else:
            self._feed_load(message)
        self._speculation.feed(message)
        if level == "E" or (level is None and _BARE_ERROR.search(message)):
            self._feed_error(message)

    def _feed_load(self, message: str) -> None:
        """Lines that come before the server is ready."""
        if " buffer size" in message:
            if found := _PROJECTOR_BUFFER.search(message):
                self._add_projector(found[1], "compute", found[2])
            elif found := _BUFFER.search(message):
                self._add_buffer(found)
        elif found := _PROJECTOR_DEVICE.search(message):
            self._projector_device = found[1]
        elif found := _PROJECTOR_SIZE.search(message):
            self._add_projector(self._projector_device, "model", found[1])
        elif _NEW_CONTEXT.search(message):
            self._context_number += 1
        elif _DRAFT_BEGINS.search(message):
            self._which = self._loading = "draft"
            self._progress = None
        elif _DRY_RUN_ENDS.search(message):
            self._buffers.clear()
            self._layers.clear()
        elif found := _LAYERS.search(message):
            self._layers[self._which] = (int(found[1]), int(found[2]))
        elif found := _DEVICE.search(message):
            self._devices[found[1]] = DeviceUse(id=found[1], name=found[2], free_mib=float(found[3]))
        elif "loading model '" in message:
            self._loading = "target"
        elif _DOTS.match(message):
            self._progress = 1.0
        elif found := _CHILD_STATE.search(message):
            self._loading = "draft" if found[1] == "spec" else "target"
            self._progress = min(float(found[2]), 1.0)
        self._feed_ready(message)

    def _feed_ready(self, message: str) -> None:
        if found := _SLOTS.search(message):
            self._slots = int(found[1])
            self._slots_begin = self._context_number
        if found := _SLOT_CONTEXT.search(message):
            self._context = int(found[1] or found[2])
        if _LOADED.search(message):
            self._loaded, self._progress = True, 1.0
        if found := _URL.search(message):
            self._url = found[1]

    def _feed_reply(self, message: str) -> None:
        """Lines that come while replies are made."""
        if found := _ACCEPTANCE.search(message):
            self._acceptance = AcceptanceLine(
                accepted=int(found[1]),
                drafted=int(found[2]),
                mean_length=float(found[3]) if found[3] else None,
            )
        elif (found := _POSITIONS.search(message)) and self._acceptance is not None:
            shares = tuple(float(part) for part in found[1].split(",") if part.strip())
            self._acceptance = msgspec.structs.replace(self._acceptance, per_position=shares)
        elif found := _URL.search(message):
            self._url = found[1]

    def _add_buffer(self, found: re.Match[str]) -> None:
        kind: BufferKind = found[2]  # type: ignore[assignment]
        key = (0 if kind == "model" else self._context_number, self._which, found[1], kind)
        if key not in self._buffers and len(self._buffers) >= MAX_BUFFERS:
            return
        mib = float(found[3])
        added = kind in ("model", "KV", "RS")  # a context may hold two caches; compute and output are printed again
        self._buffers[key] = self._buffers.get(key, 0.0) + mib if added else mib

    def _add_projector(self, device: str, kind: BufferKind, mib: str) -> None:
        """The largest of what is said: sizes are printed again for each thing that a projector reads."""
        key: tuple[int, Which, str, BufferKind] = (0, "projector", device, kind)
        if key in self._buffers or len(self._buffers) < MAX_BUFFERS:
            self._buffers[key] = max(self._buffers.get(key, 0.0), float(mib))

    def _live_buffers(self) -> tuple[Buffer, ...]:
        """Summed over contexts. Builds with one draft context per slot make one more before, only to measure it."""
        begin = self._slots_begin
        made_per_slot = begin is not None and any(n > begin and w == "draft" for n, w, _, _ in self._buffers)
        total: dict[tuple[Which, str, BufferKind], float] = {}
        for (number, which, device, kind), mib in self._buffers.items():
            thrown_away = made_per_slot and begin is not None and which == "draft" and 0 < number <= begin
            if not thrown_away:
                key = (which, device, kind)
                total[key] = total.get(key, 0.0) + mib
        return tuple(Buffer(model=w, device=d, kind=k, mib=m) for (w, d, k), m in total.items())

    def _feed_error(self, message: str) -> None:
        text = message.strip()
        if not text or _HARMLESS.search(text):
            return
        if self._load_error is None and _LOAD_ERROR.search(text):
            self._load_error = text
        if len(self._errors) < MAX_ERRORS and text not in self._errors:
            self._errors.append(text)
