"""The plain check: what names a baseline, how long it takes, and one rate out of several replies."""

from __future__ import annotations

import msgspec
import pytest
from captured_samples import captured
from hypothesis import given, settings
from hypothesis import strategies as st

from specdesk.measure.baseline import Baseline, Identity, baseline_key, check_size, combined, plain_plan
from specdesk.records.plan import LaunchPlan, ModelPlacement, Ngram, Sampling
from specdesk.records.sample import Sample

TARGET = Identity(path="/models/target.gguf", size=1000, mtime_ns=5)
ENGINE = Identity(path="/usr/bin/llama-server", size=2000, mtime_ns=6)
PLAN = LaunchPlan(target="/models/target.gguf", context=8192, slots=1, place=ModelPlacement(layers="all"))

SPECULATION = {
    "draft": "/models/draft.gguf",
    "methods": ("draft-simple",),
    "draft_max": 4,
    "draft_min": 1,
    "p_min": 0.6,
    "p_split": 0.1,
    "draft_sampling": "greedy",
    "synth_rates": ("0", "0"),
    "ngram": Ngram(size_n=12),
    "context_draft": 4096,
    "draft_place": ModelPlacement(layers=10),
}
WITHOUT_EFFECT = {
    "reply_limit": 100,
    "cache_ram": 2048,
    "jinja": True,
    "reasoning_format": "deepseek",
    "warmup": False,
    "offline": True,
    "metrics": True,
    "slots_endpoint": True,
    "host": "127.0.0.1",
    "port": 8080,
    "alias": "mine",
    "sampling": Sampling(temperature=0.7),
}
WITH_EFFECT = {
    "mmproj": "/models/mmproj.gguf",
    "context": 4096,
    "place": ModelPlacement(layers="all", cache_k="q8_0"),
    "slots": 2,
    "flash_attention": "on",
    "batch": 512,
    "ubatch": 256,
    "kv_unified": True,
    "kv_offload": False,
    "swa_full": True,
    "split_mode": "row",
    "tensor_split": "1,1",
    "main_gpu": 1,
    "load_mode": "mlock",
    "fit": False,
    "fit_target": "512",
    "fit_context": 4096,
    "extra": ("--prio", "2"),
}


def test_every_field_of_a_plan_is_sorted_into_one_kind() -> None:
    fields = {field.name for field in msgspec.structs.fields(LaunchPlan)}
    assert fields == {"target", *SPECULATION, *WITHOUT_EFFECT, *WITH_EFFECT}


@pytest.mark.parametrize("name", [*SPECULATION, *WITHOUT_EFFECT])
def test_speculation_and_trifles_leave_the_baseline(name: str) -> None:
    changed = msgspec.structs.replace(PLAN, **{name: (SPECULATION | WITHOUT_EFFECT)[name]})
    assert changed != PLAN
    assert baseline_key(TARGET, ENGINE, changed) == baseline_key(TARGET, ENGINE, PLAN)


@pytest.mark.parametrize("name", list(WITH_EFFECT))
def test_everything_else_makes_another_baseline(name: str) -> None:
    changed = msgspec.structs.replace(PLAN, **{name: WITH_EFFECT[name]})
    assert baseline_key(TARGET, ENGINE, changed) != baseline_key(TARGET, ENGINE, PLAN)


def test_another_file_or_engine_makes_another_baseline() -> None:
    known = baseline_key(TARGET, ENGINE, PLAN)
    for change in ({"path": "/models/other.gguf"}, {"size": 1001}, {"mtime_ns": 7}):
        assert baseline_key(msgspec.structs.replace(TARGET, **change), ENGINE, PLAN) != known
        assert baseline_key(TARGET, msgspec.structs.replace(ENGINE, **change), PLAN) != known
    assert baseline_key(Identity(path="embedded 1"), ENGINE, PLAN) != known


def test_paths_that_are_no_text_have_a_baseline_too() -> None:
    odd = Identity(path="/models/\udcff.gguf")
    plan = msgspec.structs.replace(PLAN, mmproj="/models/\udcfe.gguf")
    assert baseline_key(odd, ENGINE, plan) != baseline_key(Identity(path="/models/\udcfe.gguf"), ENGINE, plan)


def test_the_plain_plan_loads_no_draft() -> None:
    plain = plain_plan(msgspec.structs.replace(PLAN, **SPECULATION))
    assert plain == msgspec.structs.replace(PLAN, methods=("none",))
    assert not plain.loads_draft
    assert not plain.speculates


@pytest.mark.parametrize(
    ("rate", "load_s", "prompt_s", "prompts", "tokens"),
    [
        (200.0, 2.0, 0.2, 8, 256),  # a small model: as much as is useful, done early
        (30.0, 10.0, 1.0, 8, 151),
        (10.0, 9.5, 1.0, 6, 69),
        (3.0, 5.0, 1.0, 2, 70),
        (0.5, 60.0, 30.0, 2, 32),  # never less than this, however long it takes
    ],
)
def test_size_of_a_check(rate: float, load_s: float, prompt_s: float, prompts: int, tokens: int) -> None:
    size = check_size(rate, load_s, prompt_s)
    assert (size.prompts, size.tokens) == (prompts, tokens)


@settings(deadline=None)
@given(st.floats(0.2, 2000.0), st.floats(0.0, 100.0), st.floats(0.0, 30.0))
def test_a_check_keeps_to_its_budget_where_that_is_possible(rate: float, load_s: float, prompt_s: float) -> None:
    size = check_size(rate, load_s, prompt_s, budget_s=60.0)
    assert 2 <= size.prompts <= 8
    assert 32 <= size.tokens <= 256
    smallest = (size.prompts, size.tokens) == (2, 32)
    assert size.seconds <= 60.0 + 1e-6 or smallest


def test_a_check_needs_a_rate() -> None:
    with pytest.raises(ValueError, match="above 0"):
        check_size(0.0)


def reply(rate: float, tokens: int = 101) -> Sample:
    return Sample(t=0.0, tokens=tokens, decode_ms=1000.0 * (tokens - 1) / rate)


def test_one_rate_with_its_spread() -> None:
    found = combined([reply(30.0), reply(33.0), reply(10.0), reply(32.0), reply(31.0, tokens=50)])
    assert found is not None
    assert (found.rate, found.low, found.high) == pytest.approx((31.0, 10.0, 33.0))
    assert (found.replies, found.tokens) == (5, 454)
    assert found.spread == pytest.approx(23 / 31)


def test_short_and_silent_replies_do_not_count() -> None:
    assert combined([]) is None
    assert combined([reply(30.0, tokens=31), Sample(t=0.0, tokens=200)]) is None
    found = combined([reply(30.0, tokens=31), reply(20.0, tokens=32), Sample(t=0.0, tokens=200, rate=99.0)])
    assert found == Baseline(
        rate=pytest.approx(20.0), low=pytest.approx(20.0), high=pytest.approx(20.0), replies=1, tokens=32
    )


def test_a_reply_with_guesses_is_no_baseline() -> None:
    with pytest.raises(ValueError, match="no baseline"):
        combined([reply(30.0), captured("b11434.draft")[-1]])
    plain = combined([captured("b11434.baseline")[-1]])
    assert plain is not None
    assert plain.rate == pytest.approx(128.86, abs=0.05)
