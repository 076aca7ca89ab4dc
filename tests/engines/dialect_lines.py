"""Lines and short forms that the dialect tests share."""

from __future__ import annotations

import shlex

from specdesk.engines.dialect import (
    Argv,
    ParsedCommand,
    complete,
    from_argv,
    to_argv,
)
from specdesk.engines.flags import Flags
from specdesk.records.plan import LaunchPlan, ModelPlacement, Ngram, Sampling

GUIDE = "llama-server -m a.gguf -md b.gguf -ngl 99 -ngld 99 -c 16384 -cd 16384 --draft-max 8 --draft-p-min 0.4"
DRAFTING = LaunchPlan(target="a.gguf", draft="b.gguf", methods=("draft-simple",), draft_max=8)

EVERYTHING = LaunchPlan(
    target="/no/target.gguf", draft="/no/draft.gguf", methods=("ngram-simple", "ngram-mod", "draft-simple"),
    draft_max=8, draft_min=1, p_min=0.4, p_split=0.1, ngram=Ngram(size_n=8, size_m=16, min_hits=1, mod_max=32),
    context=4096, context_draft=4096, slots=1, flash_attention="auto", batch=512, ubatch=256, reply_limit=64,
    place=ModelPlacement(layers="all", device="none", cache_k="q8_0", cache_v="q8_0", threads=2, threads_batch=2,
                         cpu_moe=True, n_cpu_moe=1, override_tensor=("exps=CPU", "attn=CPU")),
    draft_place=ModelPlacement(layers="auto", device="none", cache_k="f16", threads=1, cpu_moe=True),
    kv_unified=True, kv_offload=False, swa_full=True, split_mode="none", tensor_split="1", main_gpu=0,
    load_mode="mlock", fit=False, fit_target="512", fit_context=2048, cache_ram=0, jinja=True,
    reasoning_format="auto", warmup=False, offline=True, metrics=True, slots_endpoint=True, host="127.0.0.1",
    port=1, alias="x", sampling=Sampling(temperature=0.5, top_k=1, seed=2**32 - 1), extra=("--keep", "-1"),
)  # fmt: skip
"""A plan in which nearly every field has a value that all builds since b10068 can say, but for the draft context."""


def words(text: str) -> tuple[str, ...]:
    return tuple(shlex.split(text))


def read(line: str, flags: Flags | None = None) -> ParsedCommand:
    return from_argv(shlex.split(line), flags)


def translate(line: str, flags: Flags) -> tuple[ParsedCommand, Argv]:
    parsed = read(line, flags)
    return parsed, to_argv(complete(parsed.plan, flags=flags).plan, flags, parsed.said)


def whys(argv: Argv | ParsedCommand) -> dict[str, str]:
    return {drop.flag: drop.why for drop in argv.dropped}


def sayings(argv: Argv | ParsedCommand) -> list[tuple[str, str]]:
    return [(change.from_, change.to) for change in argv.changes]
