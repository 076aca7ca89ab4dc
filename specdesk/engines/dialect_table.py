"""The one table that connects a LaunchPlan's fields with llama-server's flags, old and new.

Reading and writing a command are both driven by these rows (common/arg.cpp, late 2024 to late 2026). A `Value` carries
one argument, a `Switch` a pair of names for yes and no. What cannot be said by one row, the choice of method and the
loading mode, has its names here and its rules in `dialect_methods` and `dialect_loading`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from specdesk.engines.dialect_values import (
    COUNT,
    ENTRIES,
    FLASH,
    FLOAT,
    INT,
    LAYERS,
    OR_OWN_CHOICE,
    PORT,
    REPLY,
    SEED,
    SHARE,
    SIZE,
    SLOTS,
    TEXT,
    TRUTH,
    Codec,
)
from specdesk.language import mark
from specdesk.records.plan import LaunchPlan, ModelPlacement, Ngram, Sampling

NO_SUCH_SETTING = mark("Engines", "This build has no setting for it.")
ONE_CACHE = mark("Engines", "This build always shares one cache.")
NEVER_FITS = mark("Engines", "This build never adjusts settings to the memory by itself.")
NO_PROMPT_CACHE = mark("Engines", "This build keeps no prompt cache in RAM.")
BEST_GUESS = mark("Engines", "In this build the draft always takes its best guess.")
DRAFT_KV_FIXED = mark("Engines", "This build always keeps the draft's cache in f16.")
DRAFT_FOLLOWS_TARGET = mark("Engines", "In this build the draft's context always follows the target's context.")


@dataclass(frozen=True, slots=True)
class Value:
    """A flag with one argument.

    flags: all spellings ever, the preferred ones first. lack: why a build has none. absent: what a build without the
    flag does anyway (None: nothing of the kind).
    """

    field: str
    flags: tuple[str, ...]
    codec: Codec
    lack: str = NO_SUCH_SETTING
    absent: Any = None


@dataclass(frozen=True, slots=True)
class Switch:
    """A yes/no setting. A build that lists only one of the two sides does the other when nothing is said.

    lack, absent: as in `Value`, for builds that list neither side.
    """

    field: str
    on: tuple[str, ...]
    off: tuple[str, ...] = ()
    lack: str = NO_SUCH_SETTING
    absent: bool | None = None


Row = Value | Switch


TARGET_ROWS: tuple[Row, ...] = (
    Value("target", ("-m", "--model"), TEXT),
    Value("mmproj", ("--mmproj", "-mm"), TEXT, mark("Engines", "This build cannot load a projector for images.")),
    Value("context", ("-c", "--ctx-size"), COUNT),
    Value("place.layers", ("-ngl", "--n-gpu-layers", "--gpu-layers"), LAYERS),
    Value("place.device", ("-dev", "--device"), TEXT),
    Value("place.cache_k", ("-ctk", "--cache-type-k"), TEXT),
    Value("place.cache_v", ("-ctv", "--cache-type-v"), TEXT),
    Value("place.threads", ("-t", "--threads"), OR_OWN_CHOICE),
    Value("place.threads_batch", ("-tb", "--threads-batch"), OR_OWN_CHOICE),
    Switch(
        "place.cpu_moe",
        ("-cmoe", "--cpu-moe"),
        (),
        mark("Engines", "This build cannot keep the experts on the processor by name."),
    ),
    Value(
        "place.n_cpu_moe",
        ("-ncmoe", "--n-cpu-moe"),
        COUNT,
        mark("Engines", "This build cannot keep the experts on the processor."),
    ),
    Value("place.override_tensor", ("-ot", "--override-tensor"), ENTRIES),
)

DRAFT_ROWS: tuple[Row, ...] = (
    Value(
        "draft",
        ("-md", "--model-draft", "--spec-draft-model"),
        TEXT,
        mark("Engines", "This build's server cannot use a draft."),
    ),
    Value("draft_max", ("--spec-draft-n-max", "--draft-max", "--draft", "--draft-n"), COUNT),
    Value("draft_min", ("--spec-draft-n-min", "--draft-min", "--draft-n-min"), COUNT),
    Value("p_min", ("--spec-draft-p-min", "--draft-p-min"), SHARE),
    Value(
        "p_split",
        ("--spec-draft-p-split", "--draft-p-split"),
        SHARE,
        mark("Engines", "This build's server does not split drafts."),
    ),
    Value("draft_sampling", ("--spec-draft-sampling",), TEXT, BEST_GUESS, "greedy"),
    Value(
        "synth_rates",
        ("--spec-synth-rates",),
        ENTRIES,
        mark("Engines", "This build cannot pretend how many guesses are right."),
    ),
    Value("context_draft", ("-cd", "--ctx-size-draft"), COUNT, DRAFT_FOLLOWS_TARGET),
    Value("draft_place.layers", ("-ngld", "--n-gpu-layers-draft", "--gpu-layers-draft", "--spec-draft-ngl"), LAYERS),
    Value("draft_place.device", ("-devd", "--device-draft", "--spec-draft-device"), TEXT),
    Value("draft_place.cache_k", ("-ctkd", "--cache-type-k-draft", "--spec-draft-type-k"), TEXT, DRAFT_KV_FIXED, "f16"),
    Value("draft_place.cache_v", ("-ctvd", "--cache-type-v-draft", "--spec-draft-type-v"), TEXT, DRAFT_KV_FIXED, "f16"),
    Value("draft_place.threads", ("-td", "--threads-draft", "--spec-draft-threads"), OR_OWN_CHOICE),
    Value("draft_place.threads_batch", ("-tbd", "--threads-batch-draft", "--spec-draft-threads-batch"), OR_OWN_CHOICE),
    Switch("draft_place.cpu_moe", ("-cmoed", "--cpu-moe-draft", "--spec-draft-cpu-moe")),
    Value(
        "draft_place.n_cpu_moe",
        ("-ncmoed", "--n-cpu-moe-draft", "--spec-draft-n-cpu-moe", "--spec-draft-ncmoe"),
        COUNT,
    ),
    Value("draft_place.override_tensor", ("-otd", "--override-tensor-draft", "--spec-draft-override-tensor"), ENTRIES),
)

SERVER_ROWS: tuple[Row, ...] = (
    Value("slots", ("-np", "--parallel"), SLOTS),
    Value("flash_attention", ("-fa", "--flash-attn"), FLASH),
    Value("batch", ("-b", "--batch-size"), SIZE),
    Value("ubatch", ("-ub", "--ubatch-size"), COUNT),
    Value("reply_limit", ("-n", "--predict", "--n-predict"), REPLY),
    Switch(
        "kv_unified",
        ("-kvu", "--kv-unified"),
        ("-no-kvu", "--no-kv-unified"),
        ONE_CACHE,
        True,
    ),
    Switch("kv_offload", ("-kvo", "--kv-offload"), ("-nkvo", "--no-kv-offload")),
    Switch("swa_full", ("--swa-full",), (), mark("Engines", "This build always keeps the whole cache."), True),
    Value("split_mode", ("-sm", "--split-mode"), TEXT),
    Value("tensor_split", ("-ts", "--tensor-split"), TEXT),
    Value("main_gpu", ("-mg", "--main-gpu"), OR_OWN_CHOICE),
    Value("fit", ("-fit", "--fit"), TRUTH, NEVER_FITS, False),
    Value("fit_target", ("-fitt", "--fit-target"), TEXT, NEVER_FITS),
    Value("fit_context", ("-fitc", "--fit-ctx"), COUNT, NEVER_FITS),
    Value("cache_ram", ("-cram", "--cache-ram"), OR_OWN_CHOICE, NO_PROMPT_CACHE, 0),
    Switch(
        "jinja", ("--jinja",), ("--no-jinja",), mark("Engines", "This build has its own chat templates only."), False
    ),
    Value("reasoning_format", ("--reasoning-format",), TEXT),
    Switch("warmup", ("--warmup",), ("--no-warmup",)),
    Switch("offline", ("--offline",), (), mark("Engines", "This build cannot be told to stay offline.")),
    Switch("metrics", ("--metrics",)),
    Switch("slots_endpoint", ("--slots",), ("--no-slots",)),
    Value("host", ("--host",), TEXT),
    Value("port", ("--port",), PORT),
    Value("alias", ("-a", "--alias"), TEXT),
)

SAMPLING_ROWS: tuple[Row, ...] = (
    Value("sampling.temperature", ("--temp", "--temperature"), FLOAT),
    Value("sampling.top_k", ("--top-k",), INT),
    Value("sampling.top_p", ("--top-p",), FLOAT),
    Value("sampling.min_p", ("--min-p",), FLOAT),
    Value("sampling.repeat_penalty", ("--repeat-penalty",), FLOAT),
    Value("sampling.presence_penalty", ("--presence-penalty",), FLOAT),
    Value("sampling.frequency_penalty", ("--frequency-penalty",), FLOAT),
    Value("sampling.seed", ("-s", "--seed"), SEED),
)

ROWS: tuple[Row, ...] = TARGET_ROWS + DRAFT_ROWS + SERVER_ROWS + SAMPLING_ROWS

NGRAM_SIZED = ("ngram-simple", "ngram-map-k", "ngram-map-k4v")
"""Methods that have lookup, draft and hit lengths of their own."""

SPEC_TYPE = "--spec-type"
LOAD_MODE = ("-lm", "--load-mode")
API_KEY = "--api-key"
API_KEY_FILE = "--api-key-file"
VERBOSITY = ("-lv", "--verbosity", "--log-verbosity", "-v", "--verbose", "--log-verbose")
DOWNLOADS = {
    "model": ("-hf", "-hfr", "--hf-repo", "-mu", "--model-url", "-dr", "--docker-repo"),
    "draft": ("-hfd", "-hfrd", "--hf-repo-draft", "--spec-draft-hf"),
    "projector": ("-mmu", "--mmproj-url"),
}
"""Flags that make the engine fetch a file itself, by what they fetch."""

NEVER_FLAGS = {
    "--draft-model": "draft", "--draft-n-max": "draft_max", "--draft-length": "draft_max",
    "--spec-draft-conf-min": "p_min",
}  # fmt: skip
"""Names that guides use and llama-server never had, with the field that they mean."""

REMOVED_FLAGS = ("--draft", "--draft-n", "--draft-max", "--draft-min", "--draft-n-min")
"""Names that builds since April 2026 refuse (PR 22397); their fields are in the rows above."""


def rows_by_flag() -> dict[str, tuple[Row, bool]]:
    """Every spelling of every row, and whether it means yes (False for the off side of a switch)."""
    found: dict[str, tuple[Row, bool]] = {}
    for row in ROWS:
        names = row.flags if isinstance(row, Value) else row.on
        found |= dict.fromkeys(names, (row, True))
        found |= dict.fromkeys(row.off if isinstance(row, Switch) else (), (row, False))
    return found


ROW_OF_FIELD = {row.field: row for row in ROWS}
ROW_OF_FLAG = rows_by_flag()


def field_of(plan: LaunchPlan, path: str) -> Any:
    """The value behind a dotted path such as "draft_place.layers"."""
    value: Any = plan
    for name in path.split("."):
        value = getattr(value, name)
    return value


def plan_of(fields: dict[str, Any]) -> LaunchPlan:
    """A plan from dotted paths. Paths that are absent keep their defaults."""
    nested: dict[str, dict[str, Any]] = {"place": {}, "draft_place": {}, "ngram": {}, "sampling": {}}
    flat: dict[str, Any] = {}
    for path, value in fields.items():
        group, dot, name = path.partition(".")
        if dot:
            nested[group][name] = value
        else:
            flat[path] = value
    return LaunchPlan(
        place=ModelPlacement(**nested["place"]),
        draft_place=ModelPlacement(**nested["draft_place"]),
        ngram=Ngram(**nested["ngram"]),
        sampling=Sampling(**nested["sampling"]),
        **flat,
    )


def with_field(plan: LaunchPlan, path: str, value: Any) -> LaunchPlan:
    """A copy of the plan with one dotted path set."""
    group, dot, name = path.partition(".")
    if dot:
        value = msgspec.structs.replace(getattr(plan, group), **{name: value})
    return msgspec.structs.replace(plan, **{group: value})


def checked(plan: LaunchPlan) -> LaunchPlan:
    """The plan with its numbers as llama-server would read them. Raises UsageError for one that it cannot mean."""
    for row in ROWS:
        value = field_of(plan, row.field)
        if isinstance(row, Value) and isinstance(value, int | float):
            plan = with_field(plan, row.field, row.codec.read(row.flags[0], row.codec.write(value)))
    return plan
