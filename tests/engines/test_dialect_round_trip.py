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
from specdesk.engines.dialect_table import with_field
from specdesk.engines.flags import Flags
from specdesk.errors import UsageError
from specdesk.records.plan import DRAFT_METHODS, NGRAM_METHODS, LaunchPlan, ModelPlacement, Ngram, Sampling

NUMBERS = st.integers(min_value=0, max_value=2**31 - 1)
SEEDS = st.integers(min_value=0, max_value=2**32 - 1)
SHARES = st.floats(min_value=0, max_value=1)
WORDS = st.text(
    st.characters(blacklist_categories=["Cs", "Cc"], blacklist_characters=","), min_size=1, max_size=12
).filter(lambda text: not text.startswith("-"))
CACHES = st.sampled_from(["f16", "q8_0", "q4_0"])
ENTRIES = st.lists(st.sampled_from(["exps=CPU", r"blk\.1\..*=CUDA0", "a=b=c"]), max_size=3).map(tuple)
RATES = st.lists(st.sampled_from(["0", "0.5", "0.25", "1"]), max_size=3).map(tuple)
PLACE: dict[str, st.SearchStrategy[Any]] = {
    "layers": st.integers(0, 999) | st.sampled_from(["auto", "all"]),
    "device": WORDS,
    "cache_k": CACHES,
    "cache_v": CACHES,
    "threads": NUMBERS,
    "threads_batch": NUMBERS,
    "cpu_moe": st.booleans(),
    "n_cpu_moe": NUMBERS,
    "override_tensor": ENTRIES,
}
NGRAM = {
    **dict.fromkeys(("size_n", "size_m", "min_hits", "mod_match"), st.integers(1, 1024)),
    **dict.fromkeys(("mod_min", "mod_max"), st.integers(0, 1024)),
}
SAMPLING = {
    **dict.fromkeys(("temperature", "top_p", "min_p", "repeat_penalty"), SHARES),
    **dict.fromkeys(("presence_penalty", "frequency_penalty"), st.floats(-2, 2)),
    "top_k": NUMBERS,
    "seed": SEEDS,
}


@st.composite
def methods(draw: st.DrawFn) -> tuple[str, ...]:
    ngrams = draw(st.lists(st.sampled_from(NGRAM_METHODS), unique=True, max_size=2))
    drafting = draw(st.sampled_from([*DRAFT_METHODS, None]))
    return (*ngrams, drafting) if drafting else tuple(ngrams)


def record(kind: type[Any], fields: dict[str, Any], always: tuple[str, ...] = ()) -> st.SearchStrategy[Any]:
    """Records of a kind, each field given or left out."""
    return st.builds(
        kind, **{name: one if name in always else st.just(getattr(kind(), name)) | one for name, one in fields.items()}
    )


PLAN: dict[str, st.SearchStrategy[Any]] = {
    **dict.fromkeys(("target", "draft", "mmproj", "tensor_split", "host", "alias", "fit_target"), WORDS),
    **dict.fromkeys(("p_min", "p_split"), SHARES),
    **dict.fromkeys(
        ("kv_unified", "kv_offload", "swa_full", "fit", "jinja", "warmup", "offline", "metrics", "slots_endpoint"),
        st.booleans(),
    ),
    **dict.fromkeys(
        ("draft_max", "draft_min", "context", "context_draft", "ubatch", "main_gpu", "fit_context", "cache_ram"),
        NUMBERS,
    ),
    "slots": st.integers(min_value=1, max_value=2**31 - 1),
    "port": st.integers(0, 65535),
    "batch": st.integers(min_value=1, max_value=2**31 - 1),
    "methods": methods(),
    "draft_sampling": st.sampled_from(["greedy", "probabilistic"]),
    "synth_rates": RATES,
    "ngram": record(Ngram, NGRAM),
    "place": record(ModelPlacement, PLACE),
    "draft_place": record(ModelPlacement, PLACE),
    "flash_attention": st.sampled_from(["on", "off", "auto"]),
    "reply_limit": st.integers(-1, 10_000),
    "split_mode": st.sampled_from(["none", "layer", "row", "tensor"]),
    "load_mode": st.sampled_from(["auto", "none", "mmap", "mlock", "mmap+mlock", "dio"]),
    "reasoning_format": st.sampled_from(["none", "deepseek", "auto"]),
    "sampling": record(Sampling, SAMPLING),
    "extra": st.sampled_from([("--keep", "5"), ("--timeout", "30", "--check-tensors")]),
}  # fmt: skip
PLANS = record(LaunchPlan, PLAN, always=("methods",))
HELPS = {"D1": D1, "D2": D2, "D3": D3, **{f"b{build}": flags for build, flags in list(RECORDED.items())[1:]}}


@pytest.mark.parametrize(
    ("kind", "fields"), [(LaunchPlan, PLAN), (ModelPlacement, PLACE), (Ngram, NGRAM), (Sampling, SAMPLING)]
)
def test_every_field_of_a_plan_takes_part(kind: type[Any], fields: dict[str, Any]) -> None:
    assert set(fields) == set(kind.__struct_fields__)


def sayable(plan: LaunchPlan, flags: Flags) -> LaunchPlan:
    """The plan without what this build cannot say or does anyway: set fields are removed one by one until all is."""
    for name in plan.__struct_fields__:
        argv = to_argv(LaunchPlan(**{name: getattr(plan, name)}), flags)
        if argv.dropped or argv.changes:
            plan = msgspec.structs.replace(plan, **{name: getattr(LaunchPlan(), name)})
    if plan.draft_method is None:
        plan = msgspec.structs.replace(plan, draft=None)
    return plan


@pytest.mark.parametrize("flags", HELPS.values(), ids=HELPS)
@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(plan=PLANS)
def test_round_trip(flags: Flags, plan: LaunchPlan) -> None:
    plan = sayable(plan, flags)
    argv = to_argv(plan, flags)
    assume(not argv.dropped and not argv.changes)
    again = from_argv(argv.args, flags)
    assert complete(again.plan, flags=flags).plan == plan
    assert again.changes == again.dropped == ()


ONE_EACH = {
    **{f"place.{name}": one for name, one in PLACE.items()},
    **{f"draft_place.{name}": one for name, one in PLACE.items()},
    **{f"ngram.{name}": one for name, one in NGRAM.items()},
    **{f"sampling.{name}": one for name, one in SAMPLING.items()},
    **{name: one for name, one in PLAN.items() if name not in ("place", "draft_place", "ngram", "sampling")},
}
WITH_ONE: dict[str, dict[str, Any]] = {"draft": {"methods": ("draft-simple",)}}
"""What else a field needs to be said at all."""


@pytest.mark.parametrize("field", ONE_EACH)
@settings(deadline=None, max_examples=10, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_each_field_comes_back_alone(field: str, data: st.DataObject) -> None:
    """On every build that can say it, and there is one; what the others cannot say, they name."""
    value = data.draw(ONE_EACH[field])
    with_it = {"methods": ("ngram-simple", "ngram-mod")} if field.startswith("ngram.") else WITH_ONE.get(field, {})
    plan = with_field(LaunchPlan(**with_it), field, value)
    assume(value != ())
    said = {}
    for name, flags in HELPS.items():
        argv = to_argv(plan, flags)
        if not argv.dropped and not argv.changes:
            said[name] = complete(from_argv(argv.args, flags).plan, flags=flags).plan
    assert said or value is False  # of a setting that can only be switched on
    assert all(again == plan for again in said.values()), said


@pytest.mark.parametrize("flags", [D0, *HELPS.values()], ids=["D0", *HELPS])
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
