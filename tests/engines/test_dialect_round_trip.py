"""There and back for any plan, on every help; nothing is ever sent that a binary does not list."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from old_helps import D0, D1, D2, D3, D4, RECORDED

from specdesk.engines.dialect import (
    complete,
    from_argv,
    to_argv,
)
from specdesk.engines.flags import Flags
from specdesk.errors import UsageError
from specdesk.records.plan import NGRAM_METHODS, LaunchPlan, ModelPlacement, Ngram, Sampling

NUMBERS = st.integers(min_value=0, max_value=2**31 - 1)
SHARES = st.floats(min_value=0, max_value=1)
WORDS = st.text(
    st.characters(blacklist_categories=["Cs", "Cc"], blacklist_characters=","), min_size=1, max_size=12
).filter(lambda text: not text.startswith("-"))
LAYERS = st.one_of(st.integers(0, 999), st.sampled_from(["auto", "all"]))
CACHES = st.sampled_from(["f16", "q8_0", "q4_0"])
ENTRIES = st.lists(st.sampled_from(["exps=CPU", r"blk\.1\..*=CUDA0", "a=b=c"]), max_size=3).map(tuple)
PLACES = st.builds(
    ModelPlacement,
    layers=st.none() | LAYERS,
    device=st.none() | WORDS,
    cache_k=st.none() | CACHES,
    cache_v=st.none() | CACHES,
    threads=st.none() | NUMBERS,
    threads_batch=st.none() | NUMBERS,
    cpu_moe=st.booleans(),
    n_cpu_moe=st.none() | NUMBERS,
    override_tensor=ENTRIES,
)
YES_NO: dict[str, Any] = {
    name: st.none() | st.booleans()
    for name in ("kv_unified", "kv_offload", "swa_full", "fit", "jinja", "warmup", "offline", "metrics")
}
COUNTS: dict[str, Any] = {
    name: st.none() | NUMBERS
    for name in ("draft_max", "draft_min", "context", "slots", "batch", "ubatch", "fit_context", "cache_ram", "port")
}


@st.composite
def methods(draw: st.DrawFn) -> tuple[str, ...]:
    ngrams = draw(st.lists(st.sampled_from(NGRAM_METHODS), unique=True, max_size=2))
    drafting = draw(st.sampled_from(["draft-simple", "draft-mtp", "draft-eagle3", None]))
    return (*ngrams, drafting) if drafting else tuple(ngrams)


PLANS = st.builds(
    LaunchPlan,
    target=st.none() | WORDS,
    draft=st.none() | WORDS,
    mmproj=st.none() | WORDS,
    methods=methods(),
    p_min=st.none() | SHARES,
    p_split=st.none() | SHARES,
    draft_sampling=st.sampled_from([None, "greedy", "probabilistic"]),
    ngram=st.builds(Ngram, size_n=st.none() | NUMBERS, min_hits=st.none() | NUMBERS, mod_max=st.none() | NUMBERS),
    place=PLACES,
    draft_place=PLACES,
    flash_attention=st.sampled_from([None, "on", "off", "auto"]),
    reply_limit=st.none() | st.integers(-1, 10_000),
    split_mode=st.sampled_from([None, "none", "layer", "row", "tensor"]),
    tensor_split=st.none() | WORDS,
    load_mode=st.sampled_from([None, "auto", "none", "mmap", "mlock", "mmap+mlock", "dio"]),
    host=st.none() | WORDS,
    alias=st.none() | WORDS,
    sampling=st.builds(Sampling, temperature=st.none() | SHARES, top_k=st.none() | NUMBERS, seed=st.none() | NUMBERS),
    extra=st.sampled_from([(), ("--keep", "5"), ("--timeout", "30", "--check-tensors")]),
    slots_endpoint=st.none() | st.booleans(),
    **YES_NO,
    **COUNTS,
)


def sayable(plan: LaunchPlan, flags: Flags) -> LaunchPlan:
    """The plan without what this build cannot say or does anyway: set fields are removed one by one until all is."""
    for name in plan.__struct_fields__:
        argv = to_argv(LaunchPlan(**{name: getattr(plan, name)}), flags)
        if argv.dropped or argv.changes:
            plan = msgspec.structs.replace(plan, **{name: getattr(LaunchPlan(), name)})
    if plan.draft_method is None:
        plan = msgspec.structs.replace(plan, draft=None)
    return plan


@pytest.mark.parametrize("flags", [D1, D2, D3, *list(RECORDED.values())[1:]])
@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(plan=PLANS)
def test_round_trip(flags: Flags, plan: LaunchPlan) -> None:
    plan = sayable(plan, flags)
    argv = to_argv(plan, flags)
    assume(not argv.dropped and not argv.changes)
    again = from_argv(argv.args, flags)
    assert complete(again.plan, flags=flags).plan == plan
    assert again.changes == again.dropped == ()


@pytest.mark.parametrize("flags", [D0, D1, D2, D3, *list(RECORDED.values())[1:]])
@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(plan=PLANS)
def test_every_flag_sent_is_listed(flags: Flags, plan: LaunchPlan) -> None:
    argv = to_argv(plan, flags)
    left = list(argv.args)
    while left:
        option = flags.find(left.pop(0))
        assert option is not None
        assert not option.removed
        assert len(left) >= option.arity
        del left[: option.arity]


@settings(deadline=None, max_examples=150)
@given(line=st.lists(st.sampled_from([*D4.names, *D1.names, "4", "0.5", "on", "a.gguf", "-1", "x"]), max_size=12))
def test_any_line_is_read_or_refused_with_a_sentence(line: list[str]) -> None:
    try:
        parsed = from_argv(line)
    except UsageError as error:
        sentences = [error.what]
    else:
        argvs = [to_argv(parsed.plan, flags) for flags in (D1, D4)]
        sentences = [said.why for argv in argvs for said in (*argv.dropped, *argv.changes)]
    assert all(sentence.endswith((".", "?")) for sentence in sentences)
