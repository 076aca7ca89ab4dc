"""Patterns of `--override-tensor`: the same answers as other matchers, whatever the pattern, and at once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from recorded_cases import ROOMY, header

from specdesk.memory.fit import estimate
from specdesk.memory.layout import unclear_patterns
from specdesk.memory.patterns import pattern_of
from specdesk.records.build import BuildTraits
from specdesk.records.device import Device
from specdesk.records.plan import LaunchPlan, ModelPlacement

NAME = "blk.12.ffn_gate_exps.weight"
USUAL = [
    r"\.ffn_(up|down|gate)_exps", "exps", r"blk\.[0-9]\.ffn_.*exps", r"blk\.(1[0-9]|2\d)\.", r"^output\.weight$",
    r"blk\.\d+\.ffn_.*_exps\.weight", r"blk\.([0-9]|1[0-5])\..*", r"\.ffn_.*_exps\.", ".*", r"attn_(?:q|k|v)", "",
    r"ffn_(?:gate|up)_exps\.weight$", r"[^a-z0-9_.]", r"blk\.1{1,2}", r"blk\.\d{2,}?\.", "^$", r"[\w.]+weight$", "a|b|",
]  # fmt: skip
SLOW = [r"(\w*\.?\w*)*#", "(a*)*#", "(.*)*(.*)*(.*)*#", "(w|w)*#", "(((.+)+)+)+#", "(" * 20 + ".*" + ")*" * 20 + "#"]
UNKNOWN = ["(", ")", "[", "[z-a]", "*", "a**", r"\b", "(?=a)", r"(a)\1", "a{x}", "(((a{99}){99}){99})", "\\", "(" * 99]
PIECES = [
    "a",
    "b",
    ".",
    "[ab]",
    "[^a]",
    r"\.",
    r"\d",
    r"\W",
    "(a|b)",
    "(?:ab)",
    "^",
    "$",
    "[a-c0-3]",
    "((a*)*)",
    "(b|)",
]
TIMES = ["", "*", "+", "?", "{2}", "{1,}", "{0,2}", "*?"]


@pytest.mark.parametrize("pattern", USUAL)
@pytest.mark.parametrize("name", [NAME, "output.weight", "blk.1.attn_q.weight", "token_embd.weight", ""])
def test_what_guides_recommend(pattern: str, name: str) -> None:
    found = pattern_of(pattern)
    assert found is not None
    assert found.is_in(name) is bool(re.search(pattern, name))


@settings(deadline=None)
@given(st.lists(st.tuples(st.sampled_from(PIECES), st.sampled_from(TIMES)), max_size=4), st.text("abc.1", max_size=7))
def test_any_pattern_says_what_another_matcher_says(parts: list[tuple[str, str]], text: str) -> None:
    pattern = "".join(piece if piece in "^$" else piece + times for piece, times in parts)
    found = pattern_of(pattern)
    assert found is not None
    assert found.is_in(text) is bool(re.search(pattern, text))


@pytest.mark.parametrize("pattern", SLOW)
def test_patterns_that_take_others_for_ever(pattern: str) -> None:
    """Without an answer at once this test would not end."""
    found = pattern_of(pattern)
    assert found is not None
    assert not found.is_in(NAME * 20)
    assert found.is_in(f"{NAME}#")


@pytest.mark.parametrize("pattern", UNKNOWN)
def test_what_cannot_be_told_is_not_guessed(pattern: str) -> None:
    assert pattern_of(pattern) is None
    assert unclear_patterns(ModelPlacement(override_tensor=(f"exps=CPU,{pattern}=CPU",))) == (pattern,)


@settings(deadline=None)
@given(st.text(r"ab.()[]{}|*+?\^$-,0129:=<!", max_size=40), st.text("ab.()9", max_size=10))
def test_no_pattern_breaks_anything(pattern: str, text: str) -> None:
    found = pattern_of(pattern)
    assert found is None or isinstance(found.is_in(text), bool)


def test_an_unclear_pattern_makes_an_upper_bound_and_says_so(model_files: Path) -> None:
    card = Device(id="CUDA0", name="RTX 3090", total_mib=24576, free_mib=24000)
    model = (header(model_files / "qwen3_30b.gguf"),)

    def found(pattern: str) -> tuple[float, float, bool, tuple[str, ...]]:
        place = ModelPlacement(layers="all", override_tensor=(f"{pattern}=CPU",))
        told = estimate(model, (), None, LaunchPlan(context=4096, place=place), BuildTraits(), [card], ROOMY)
        return told.devices[0].target.weights, told.host.target.weights, told.upper_bound, told.notes

    everything, nothing, unclear = found("."), found("#"), found(r"exps(?=\.)")
    said = (
        r"SpecDesk cannot tell which tensors the pattern exps(?=\.) moves (--override-tensor); they are counted in "
        "both places."
    )
    assert unclear[0] == nothing[0] > everything[0]
    assert nothing[1] < unclear[1] == pytest.approx(everything[1])
    assert (unclear[2], nothing[2]) == (True, False)
    assert said in unclear[3]
    assert not any("cannot tell" in note for note in nothing[3])
