"""What a llama-server says about memory before it loads: its own breakdown per model, and what its `--fit` would do.

Source: common/fit.cpp of llama.cpp. Builds that know `--log-jsonl` print one record per model as JSON, all of them
print a table; function names in front differ between builds, so only the message behind them is matched.
"""

from __future__ import annotations

import re
from typing import Annotated, Final, Literal

import msgspec

from specdesk.engines.log_lines import MAX_MESSAGE, read_line
from specdesk.records.dry_run import DryRecord, DryRow, DryRun

MAX_RECORDS: Final = 32
MAX_ROWS: Final = 64
MAX_NAME: Final = 120

_Size = Annotated[int, msgspec.Meta(ge=0, le=1 << 40)]

_JSON: Final = '{"type":"fit_memory_breakdown"'
_HEAD: Final = re.compile(r"memory_breakdown_print: \| memory breakdown \[MiB\]")
_SIZES: Final = r"\s*(?P<model>\d{1,12}) \+\s*(?P<context>\d{1,12}) \+\s*(?P<compute>\d{1,12})"
_DEVICE_ROW: Final = re.compile(
    r"memory_breakdown_print: \|\s+- (?P<name>\S[^|]*?)\s*\| *(?P<total>\d{1,12}) = *(?P<free>\d{1,12}) \+ "
    r"\( *\d+ =" + _SIZES + r"\)"
)
_OTHER_ROW: Final = re.compile(r"memory_breakdown_print: \|\s+- (?P<name>\S[^|]*?)\s*\| *\d+ =" + _SIZES)
_MEASURED: Final = re.compile(r"\bprojected (?:to use|memory use|host use)\b")
"""Said when target and draft were measured as asked for; every record after it is a trial of something smaller."""
_OVER: Final = re.compile(
    r"fitting params to free memory took|successfully fit params|(?:failed|while trying) to fit params"
)
_LOADING: Final = re.compile(r"loading model tensors|(?:^|\s)\S+ +model buffer size =|(?:^|: |\s)model loaded$")
_SKIPPED: Final = re.compile(r"failed to measure .*memory")
_PROJECTOR: Final = re.compile(r"memory usage of mmproj is ([\d.]{1,12}) MiB")
_CONTEXT: Final = re.compile(r"context size reduced from \d+ to (\d{1,9})")
_LAYERS: Final = re.compile(r"fit_impl: +- (?P<name>\S.*?): +(?P<count>\d{1,5}) layers")
_GIVEN_UP: Final = re.compile(r"failed to fit params to free device memory: (.+?)(?:, abort)?$")


class _JsonRow(msgspec.Struct):
    kind: str
    name: str
    model: _Size
    context: _Size
    compute: _Size
    description: str = ""
    total: _Size | None = None
    free: _Size | None = None


class _JsonRows(msgspec.Struct):
    rows: list[_JsonRow]
    unit: Literal["MiB"] = "MiB"


class _JsonRecord(msgspec.Struct):
    data: _JsonRows


_json_record = msgspec.json.Decoder(_JsonRecord)


class DryLines:
    """Reads the lines of a start that shall end before weights are loaded.

    loading: weights are being read; the run must end now. given_up: why the engine's own fit did not work, as it says.
    """

    def __init__(self) -> None:
        self.loading = False
        self.given_up: str | None = None
        self._told: list[DryRecord] = []
        self._tables: list[DryRecord] = []
        self._rows: list[DryRow] = []
        self._measured = False
        self._skipped = False
        self._projector: float | None = None
        self._context: int | None = None
        self._layers: dict[str, int] = {}

    def feed(self, text: str) -> bool:
        """Reads one whole line; True when nothing more is worth waiting for."""
        if text.startswith(_JSON):
            self._add_json(text)
            return False
        message = read_line(text).message[:MAX_MESSAGE].strip()
        if self._read_table(message):
            return False
        if _MEASURED.search(message):
            self._measured = True
        elif _LOADING.search(message):
            self.loading = True
        elif _SKIPPED.search(message):
            self._skipped = True
        elif found := _PROJECTOR.search(message):
            self._projector = _number(found[1])
        elif found := _CONTEXT.search(message):
            self._context = int(found[1])
        elif self._measured and (found := _LAYERS.search(message)):
            self._layers[_device_name(found["name"])[0]] = int(found["count"])
        return self._ended(message)

    def result(self) -> DryRun | None:
        """What was said; None when nothing was. JSON records come with a table each, which then counts for nothing."""
        self._end_table()
        records = self._told or self._tables
        if not records:
            return None
        return DryRun(
            records=tuple(records), draft_skipped=self._skipped, projector_mib=self._projector,
            context=self._context, layers=dict(self._layers),
        )  # fmt: skip

    def _ended(self, message: str) -> bool:
        if found := _GIVEN_UP.search(message):
            self.given_up = found[1]
        return self.loading or _OVER.search(message) is not None

    def _read_table(self, message: str) -> bool:
        """True for a line of a table."""
        if "memory_breakdown_print: |" not in message:
            self._end_table()
            return False
        if _HEAD.search(message):
            self._end_table()
        elif (row := _table_row(message)) is not None and len(self._rows) < MAX_ROWS:
            self._rows.append(row)
        return True

    def _end_table(self) -> None:
        if self._rows:
            self._add(self._tables, tuple(self._rows))
            self._rows = []

    def _add_json(self, text: str) -> None:
        try:
            record = _json_record.decode(text)
        except (msgspec.MsgspecError, UnicodeEncodeError):
            return
        self._add(self._told, tuple(_json_row(row) for row in record.data.rows[:MAX_ROWS]))

    def _add(self, records: list[DryRecord], rows: tuple[DryRow, ...]) -> None:
        if rows and not self._measured and len(records) < MAX_RECORDS:
            records.append(DryRecord(rows=rows))


def _table_row(message: str) -> DryRow | None:
    device = _DEVICE_ROW.search(message)
    found = device or _OTHER_ROW.search(message)
    if found is None:
        return None
    name, description = _device_name(found["name"])
    return DryRow(
        kind="device" if device else "host" if name == "Host" else "buffer",
        name=name, model=int(found["model"]), context=int(found["context"]), compute=int(found["compute"]),
        description=description, total_mib=int(device["total"]) if device else None,
        free_mib=int(device["free"]) if device else None,
    )  # fmt: skip


def _json_row(row: _JsonRow) -> DryRow:
    kinds: dict[str, Literal["device", "host", "buffer"]] = {"device": "device", "host": "host"}
    return DryRow(
        kind=kinds.get(row.kind, "buffer"), name=row.name[:MAX_NAME], model=row.model, context=row.context,
        compute=row.compute, description=row.description[:MAX_NAME], total_mib=row.total, free_mib=row.free,
    )  # fmt: skip


def _device_name(text: str) -> tuple[str, str]:
    """("CUDA0", "RTX 3090") of "CUDA0 (RTX 3090)"; the description may hold brackets too."""
    name, bracket, rest = text[:MAX_NAME].strip().partition(" (")
    return name.strip(), rest.rstrip().removesuffix(")") if bracket else ""


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
