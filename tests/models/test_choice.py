"""What Automatic picks, and the lengths it begins with."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from specdesk.models.choice import choose, default_length, default_p_min, expected_speed
from specdesk.models.priors import built_in_cost, draft_cost, predicted_speed, tokens_per_pass
from specdesk.records.build import BuildTraits
from specdesk.records.model_file import ModelFile
from specdesk.records.pair import Choice, PairVerdict

ALL = BuildTraits(
    methods=("draft-simple", "draft-mtp", "draft-eagle3", "draft-dflash", "draft-dspark", "ngram-simple", "ngram-mod")
)
TARGET = ModelFile(path="/t.gguf", kind="model", name="Target 32B", architecture="llama", size_mib=20000.0)
MTP = msgspec.structs.replace(TARGET, kind="mtp-model", architecture="qwen35")


def file(name: str, kind: Any = "model", **more: Any) -> ModelFile:
    return ModelFile(path=f"/{name}.gguf", kind=kind, name=name, **more)


def verdict(draft: ModelFile, method: str | None = "draft-simple", compatible: bool = True, **more: Any) -> PairVerdict:
    return PairVerdict(path=draft.path, compatible=compatible, method=method, reason="", **more)


def simple(name: str, low: float | None, high: float | None = None) -> tuple[ModelFile, PairVerdict]:
    cost = None if low is None else (low, high or low)
    return file(name), verdict(file(name), prior_cost=cost)


def trained(name: str, method: str, **more: Any) -> tuple[ModelFile, PairVerdict]:
    draft = file(name, method, **more)
    return draft, verdict(draft, method)


@pytest.mark.parametrize(
    ("alpha", "k", "expected"), [(0.7, 4, 2.7731), (0.5, 3, 1.875), (0.9, 1, 1.9), (0.7, 0, 1.0), (1.0, 4, 5.0)]
)
def test_tokens_per_pass(alpha: float, k: int, expected: float) -> None:
    assert tokens_per_pass(alpha, k) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("h", "alpha", "k", "speed"),
    [(0.05, 0.7, 6, 2.35), (0.1, 0.7, 4, 1.98), (0.2, 0.8, 4, 1.87), (0.3, 0.9, 5, 1.87), (0.5, 0.8, 2, 1.22)],
)
def test_predicted_speed_of_the_reference_table(h: float, alpha: float, k: int, speed: float) -> None:
    assert predicted_speed(alpha, k, h) == pytest.approx(speed, abs=0.006)


@pytest.mark.parametrize(
    ("experts", "checking", "built_in"), [(None, (0.02, 0.1), (0.05, 0.15)), (128, (0.3, 0.5), (0.35, 0.6))]
)
def test_a_target_with_a_running_state_may_pay_more_for_taking_guesses_back(
    experts: int | None, checking: tuple[float, float], built_in: tuple[float, float]
) -> None:
    plain = msgspec.structs.replace(TARGET, active_mib=1000.0, experts=experts)
    hybrid = msgspec.structs.replace(plain, recurrent=True)
    draft = file("d", active_mib=50.0)
    assert draft_cost(plain, draft) == pytest.approx((0.05 + checking[0], 0.05 + checking[1]))
    assert draft_cost(hybrid, draft) == pytest.approx((0.05 + checking[0], 0.20 + checking[1]))
    assert built_in_cost(plain) == built_in
    assert built_in_cost(hybrid) == pytest.approx((built_in[0], built_in[1] + 0.15))


@given(alpha=st.floats(0.01, 0.99), k=st.integers(1, 32), h=st.floats(0.0, 2.0))
def test_a_draft_pays_only_above_break_even(alpha: float, k: int, h: float) -> None:
    used = (tokens_per_pass(alpha, k) - 1) / k
    assert (predicted_speed(alpha, k, h) > 1) == (used > h) or used == pytest.approx(h)


def test_the_fastest_draft_is_picked() -> None:
    chosen = choose(TARGET, [simple("slow", 0.2), simple("fast", 0.05), simple("unknown", None)], ALL)
    assert chosen == Choice(
        methods=("draft-simple",), draft="/fast.gguf", draft_max=4, p_min=0.6,
        reason="fast shares the target's vocabulary and promises the most speed of your files "
        "(about 2.3 times, if 70 % of its guesses are right).",
    )  # fmt: skip
    assert expected_speed(simple("x", None)[1], 4) is None


def test_a_draft_that_cannot_pay_is_passed_over() -> None:
    assert predicted_speed(0.7, 4, 0.5) < 1
    chosen = choose(TARGET, [simple("heavy", 0.45, 0.55)], ALL)
    assert (chosen.methods, chosen.draft, chosen.draft_max, chosen.p_min) == (("ngram-mod",), None, None, None)
    assert chosen.reason == (
        "None of the drafts that match promises to be faster; n-gram speculation needs no file and pays where "
        "text repeats."
    )


def test_incompatible_drafts_do_not_count() -> None:
    draft = file("d")
    wrong = (draft, verdict(draft, compatible=False, prior_cost=(0.01, 0.02)))
    chosen = choose(TARGET, [wrong], ALL)
    assert chosen.reason.startswith("None of your files matches as a draft; ")


def test_the_target_itself_is_never_picked() -> None:
    chosen = choose(TARGET, [(TARGET, verdict(TARGET, prior_cost=(0.01, 0.02)))], ALL)
    assert chosen.methods == ("ngram-mod",)


@pytest.mark.parametrize(
    ("methods", "expected"),
    [
        (("draft-simple", "ngram-simple"), ("ngram-simple",)),
        (("ngram-simple", "ngram-mod"), ("ngram-mod",)),
        (("draft-simple", "ngram-cache"), ("none",)),
        ((), ("none",)),
    ],
)
def test_without_a_draft(methods: tuple[str, ...], expected: tuple[str, ...]) -> None:
    chosen = choose(TARGET, [], BuildTraits(methods=methods))
    assert (chosen.methods, chosen.draft, chosen.draft_max) == (expected, None, None)
    if expected == ("none",):
        assert chosen.reason == "None of your files matches as a draft, and this build has no n-gram speculation."


def test_a_built_in_head_comes_first() -> None:
    chosen = choose(MTP, [simple("fast", 0.02), trained("e", "draft-eagle3")], ALL)
    assert chosen == Choice(
        methods=("draft-mtp",), draft=None, draft_max=3, p_min=None,
        reason="The target has its own drafting head (MTP) inside.",
    )  # fmt: skip


def test_a_build_without_mtp_takes_the_draft() -> None:
    traits = BuildTraits(dialect="D3", methods=("draft-simple", "ngram-mod"))
    assert choose(MTP, [simple("fast", 0.05)], traits).draft == "/fast.gguf"
    assert choose(MTP, [trained("m", "draft-mtp")], traits).methods == ("ngram-mod",)


@pytest.mark.parametrize(
    ("candidates", "method", "draft", "length"),
    [
        ([trained("e", "draft-eagle3"), trained("m", "draft-mtp")], "draft-mtp", "/m.gguf", 3),
        ([trained("f", "draft-dflash", draft_block=16), simple("s", 0.02)], "draft-dflash", "/f.gguf", 15),
        ([trained("k", "draft-dspark", draft_block=7), trained("f", "draft-dflash")], "draft-dspark", "/k.gguf", 7),
        ([trained("b", "draft-eagle3", size_mib=900.0), trained("a", "draft-eagle3", size_mib=300.0)],
         "draft-eagle3", "/a.gguf", 3),
    ],
)  # fmt: skip
def test_trained_drafters_come_before_plain_ones(
    candidates: list[tuple[ModelFile, PairVerdict]], method: str, draft: str, length: int
) -> None:
    chosen = choose(TARGET, candidates, ALL)
    assert (chosen.methods, chosen.draft, chosen.draft_max, chosen.p_min) == ((method,), draft, length, None)
    assert chosen.reason.endswith("was trained to draft for models like this one.")


def test_lengths() -> None:
    moe = msgspec.structs.replace(TARGET, experts=128)
    assert default_length("draft-simple", TARGET, file("d")) == 4
    assert default_length("draft-simple", moe, file("d")) == 2
    assert default_length("draft-simple", TARGET, file("d"), on_cpu=True) == 2
    assert default_length("draft-eagle3", TARGET, file("d")) == 3
    assert default_length("draft-eagle3", TARGET, file("d", draft_block=2)) == 2
    assert default_length("draft-dflash", TARGET, file("d", draft_block=1)) == 1
    assert default_length("ngram-mod", TARGET, None) is None
    assert default_length("none", TARGET, None) is None
    assert [default_p_min(method) for method in ("draft-simple", "draft-dspark", "ngram-mod")] == [0.6, None, None]


def test_a_mixture_of_experts_asks_for_two() -> None:
    moe = msgspec.structs.replace(TARGET, experts=128)
    assert choose(moe, [simple("fast", 0.32, 0.5)], ALL).draft_max == 2


def test_only_drafts_that_fit_into_memory() -> None:
    candidates = [simple("big", 0.02), simple("small", 0.06)]
    chosen = choose(TARGET, candidates, ALL, fits=lambda row: row.name == "small")
    assert chosen.draft == "/small.gguf"
    assert choose(TARGET, candidates, ALL, fits=lambda row: False).methods == ("ngram-mod",)


def remembered(method: str, draft: str | None = None) -> Choice:
    return Choice(methods=(method,), draft=draft, draft_max=7, p_min=0.1, reason="Chosen by you on Monday.")


def test_what_was_remembered_stays() -> None:
    candidates = [simple("fast", 0.02), simple("liked", 0.4)]
    for kept in (remembered("draft-simple", "/liked.gguf"), remembered("ngram-simple"), remembered("none")):
        assert choose(TARGET, candidates, ALL, remembered=kept) == kept
    assert choose(MTP, [], ALL, remembered=remembered("draft-mtp")).draft_max == 7


@pytest.mark.parametrize(
    "gone",
    [
        remembered("draft-simple", "/deleted.gguf"), remembered("draft-eagle3", "/fast.gguf"),
        remembered("ngram-cache"), remembered("draft-mtp"),
    ],
)  # fmt: skip
def test_what_no_longer_works_is_forgotten(gone: Choice) -> None:
    assert choose(TARGET, [simple("fast", 0.02)], ALL, remembered=gone).draft == "/fast.gguf"
