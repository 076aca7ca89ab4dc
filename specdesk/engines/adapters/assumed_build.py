"""The arguments of a llama-server of mid 2026 and later, for exports while none is chosen (the built-in engine has no
command line). What a chosen binary's own help says always wins.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from specdesk.engines.adapters.records import Wanted
from specdesk.engines.dialect_methods import MOD_FLAGS, SIZED_FIELDS, sized_flag
from specdesk.engines.dialect_table import DRAFT_ROWS, LOAD_MODE, NGRAM_SIZED, REMOVED_FLAGS, ROWS, SPEC_TYPE, Switch
from specdesk.engines.flags import Flags, Option
from specdesk.language import mark, translate
from specdesk.records.plan import DRAFT_METHODS, NGRAM_METHODS

NOTE: Final = mark("Engines", "No llama-server is chosen here; this is written for its builds since June 2026.")
_GONE: Final = (*REMOVED_FLAGS, "-cd", "--ctx-size-draft")
_OF_THE_SERVER: Final = (
    "mmproj", "slots", "kv_unified", "cache_ram", "jinja", "reasoning_format", "warmup", "metrics", "slots_endpoint",
    "host", "port", "alias",
)  # fmt: skip
_ALL_OR_AUTO: Final = "either an exact number, 'auto', or 'all' (default: auto)"
_HINTS: Final = {
    "flash_attention": "[on|off|auto]", "fit": "[on|off]", "draft_sampling": "{greedy,probabilistic}",
    "split_mode": "{none,layer,row,tensor}",
}  # fmt: skip


@cache
def assumed_flags() -> Flags:
    """Every argument that a plan can need, as such a build lists it."""
    options: list[Option] = []
    for row in ROWS:
        section = "common params"
        if row in DRAFT_ROWS:
            section = "speculative params"
        elif row.field in _OF_THE_SERVER:
            section = "example-specific params"
        is_switch = isinstance(row, Switch)
        names = (*row.on, *row.off) if isinstance(row, Switch) else row.flags
        kept = tuple(name for name in names if name not in _GONE)
        hint = None if is_switch else _HINTS.get(row.field, "N")
        text = _ALL_OR_AUTO if row.field.endswith(".layers") else ""
        if kept:
            options.append(Option(spellings=kept, hint=hint, text=text, section=section))
    lengths = [sized_flag(method, field) for method in NGRAM_SIZED for field in SIZED_FIELDS]
    for name in (*lengths, *MOD_FLAGS.values()):
        options.append(Option(spellings=(name,), hint="N", section="speculative params"))
    methods = ",".join(("none", *DRAFT_METHODS, *NGRAM_METHODS))
    options.append(Option(spellings=(SPEC_TYPE,), hint=methods, section="speculative params"))
    options.append(Option(spellings=LOAD_MODE, hint="MODE", section="common params"))
    options.append(Option(spellings=("--models-preset",), hint="PATH", section="example-specific params"))
    return Flags(tuple(options))


def flags_of(wanted: Wanted) -> tuple[Flags, tuple[str, ...]]:
    """The chosen build's arguments, else the assumed ones and a note that says so."""
    return (wanted.flags, ()) if wanted.flags.options else (assumed_flags(), (translate("Engines", NOTE),))
