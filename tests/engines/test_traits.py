"""What differs between builds, told from the help and from the number: both must agree where both exist."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from old_helps import BUILDS, D0, D1, D2, D3, D4, RECORDED

from specdesk.engines.flags import Flags
from specdesk.engines.traits import dialect_of_flags, methods_of_flags, traits_of_build, traits_of_flags


@pytest.mark.parametrize("build", BUILDS)
@pytest.mark.parametrize("metal", [False, True])
def test_help_and_number_agree(build: int, metal: bool) -> None:
    assert traits_of_flags(RECORDED[build], metal=metal) == traits_of_build(build, metal=metal)


@pytest.mark.parametrize(("flags", "dialect"), [(D0, "D0"), (D1, "D1"), (D2, "D2"), (D3, "D3"), (D4, "D4")])
def test_dialect(flags: Flags, dialect: str) -> None:
    assert dialect_of_flags(flags) == dialect


@pytest.mark.parametrize(
    ("build", "dialect"),
    [(4000, "D0"), (4173, "D0"), (4187, "D1"), (7863, "D1"), (7864, "D2"), (8635, "D2"), (9093, "D3"), (9113, "D4")],
)
def test_dialect_of_a_number(build: int, dialect: str) -> None:
    assert traits_of_build(build).dialect == dialect


def test_methods_by_their_current_names() -> None:
    assert methods_of_flags(D0) == ()
    assert methods_of_flags(D1) == ("draft-simple",)
    expected = ("draft-simple", "ngram-cache", "ngram-simple", "ngram-map-k", "ngram-map-k4v", "ngram-mod")
    assert methods_of_flags(D2) == methods_of_flags(D3) == expected
    assert traits_of_build(8635).methods == traits_of_build(9093).methods == expected
    assert "ngram-mod" not in traits_of_build(7870).methods
    assert methods_of_flags(D4)[:2] == ("draft-simple", "draft-eagle3")
    assert "none" not in methods_of_flags(D4)


def test_defaults_of_an_old_build() -> None:
    traits = traits_of_flags(D1)
    assert (traits.default_draft_max, traits.default_p_min, traits.default_slots) == (16, 0.8, 1)
    assert (traits.default_context, traits.default_gpu_layers, traits.default_flash_attention) == (4096, 0, "off")
    assert traits_of_flags(D1, metal=True).default_gpu_layers == 999
    assert (traits.mismatch, traits.bos_rule, traits.output_first) == ("fatal", "ids", False)
    assert traits.draft_context_per_slot
    assert not traits.draft_context_follows
    assert not traits.fits_draft


def test_defaults_of_a_new_build() -> None:
    traits = traits_of_flags(D4)
    assert (traits.default_draft_max, traits.default_p_min, traits.default_slots) == (3, 0.0, 4)
    assert (traits.default_context, traits.default_gpu_layers, traits.default_flash_attention) == (0, None, "auto")
    assert traits.default_kv_unified
    assert (traits.mismatch, traits.bos_rule, traits.activation_copies) == ("off", "if-added", 4)
    assert traits_of_flags(RECORDED[10434]).activation_copies == 2


def test_in_between() -> None:
    for traits, build in ((traits_of_flags(D2), 8635), (traits_of_flags(D3), 9093)):
        assert traits.mismatch == "translated"
        assert traits.default_draft_max == 16
        assert traits.default_p_min == 0.75
        assert traits == traits_of_build(build)
    assert traits_of_flags(D2).bos_rule == "ids"
    assert traits_of_flags(D3).bos_rule == "if-added"
    # A cache per slot was the default for a while, when slots were still one by default.
    assert traits_of_build(6164).default_kv_unified is False
    assert traits_of_build(6164).default_slots == 1


@given(build=st.integers(min_value=-10, max_value=20_000))
def test_any_number_gives_a_record(build: int) -> None:
    traits = traits_of_build(build)
    assert (traits.dialect == "D0") == (traits.methods == ())
