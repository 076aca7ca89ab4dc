"""Verdicts on pairs: llama.cpp's rules, one at a time, and what each build does about a mismatch."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import shapes
from gguf_files import Tensor, Typed, write_gguf
from hypothesis import given, settings
from hypothesis import strategies as st
from pair_files import BIG, METHODS, NEW, OLD, SMALL, model, pair, vocab

from specdesk.models.describe import describe
from specdesk.models.header import read_header
from specdesk.models.library import inspect
from specdesk.models.pairing import judge, judge_all, judge_built_in
from specdesk.models.vocabulary import read_vocabulary
from specdesk.records.build import BuildTraits
from specdesk.records.pair import TokenDifference


def test_the_same_vocabulary(tmp_path: Path) -> None:
    verdict = pair(tmp_path, vocab(), vocab())
    assert verdict.compatible
    assert (verdict.method, verdict.reason) == ("draft-simple", "The vocabularies match: 40 tokens.")
    assert verdict.first_difference is None
    assert verdict.warnings == ()
    sizes = [(tmp_path / name).stat().st_size for name in ("d.gguf", "t.gguf")]
    assert verdict.size_ratio == sizes[0] / sizes[1]
    c = 8 * 64 * 2 / (64 * 64 * 21) / 2 * 2
    assert verdict.prior_cost == pytest.approx((c + 0.02, c + 0.1), abs=1e-3)


def test_another_way_of_splitting_text(tmp_path: Path) -> None:
    verdict = pair(tmp_path, vocab(), vocab(model="llama"))
    assert not verdict.compatible
    assert verdict.method == "draft-simple"
    assert verdict.reason == (
        "The two models split text in different ways (vocabulary type BPE in the target, SPM in the draft); "
        "this build would start and leave the draft switched off."
    )


@pytest.mark.parametrize(
    ("mismatch", "ending"),
    [
        ("off", "this build would start and leave the draft switched off."),
        ("translated", "this build would translate every guess between the two vocabularies, which is slow."),
        ("fatal", "this build would refuse to start."),
    ],
)
def test_what_the_build_does_about_it(tmp_path: Path, mismatch: Any, ending: str) -> None:
    traits = BuildTraits(methods=METHODS, mismatch=mismatch)
    assert pair(tmp_path, vocab(), vocab(400), traits).reason.endswith(f"; {ending}")


@pytest.mark.parametrize(
    ("target", "draft", "new", "old"),
    [
        ({"add_bos_token": True}, {"add_bos_token": False}, False, False),
        ({"add_eos_token": True}, {}, False, False),
        ({"bos_token_id": 1}, {"bos_token_id": 2}, True, False),  # not added: only old builds compare the ids
        ({"eos_token_id": 1}, {"eos_token_id": 2}, True, False),
        ({"bos_token_id": 1, "add_bos_token": True}, {"bos_token_id": 2, "add_bos_token": True}, False, False),
        ({"eos_token_id": 1, "add_eos_token": True}, {"eos_token_id": 2, "add_eos_token": True}, False, False),
        ({"bos_token_id": 11}, {}, True, True),  # the default of byte-pair vocabularies
        ({"bos_token_id": 999}, {}, True, True),  # outside the vocabulary: the default stays
        ({"pre": "llama-bpe"}, {}, False, False),  # this pre-tokenizer adds BOS
        ({"pre": "llama-bpe"}, {"pre": "tekken"}, True, True),  # the pre-tokenizer itself is not compared
        ({"pre": "llama-bpe", "add_bos_token": False}, {"pre": "qwen2"}, True, True),
    ],
)
def test_start_and_end_tokens(
    tmp_path: Path, target: dict[str, Any], draft: dict[str, Any], new: bool, old: bool
) -> None:
    headers = model(tmp_path / "t.gguf", vocab(**target)), model(tmp_path / "d.gguf", vocab(**draft), SMALL)
    assert judge(*headers, NEW).compatible is new
    assert judge(*headers, OLD).compatible is old


@pytest.mark.parametrize(
    ("model_name", "kind", "bos", "eos", "adds"),
    [
        ("llama", "SPM", 1, 2, (True, False)), ("gpt2", "BPE", 11, 11, (False, False)),
        ("bert", "WPM", 101, None, (True, False)), ("t5", "UGM", None, 1, (False, True)),
        ("rwkv", "RWKV", None, None, (False, False)), ("plamo2", "PLAMO2", 1, 2, (False, False)),
        ("gemma4", "BPE", None, None, (True, False)), ("newer", "newer", None, None, (False, False)),
    ],
)  # fmt: skip
def test_defaults_of_each_tokenizer(
    tmp_path: Path, model_name: str, kind: str, bos: int | None, eos: int | None, adds: tuple[bool, bool]
) -> None:
    found = read_vocabulary(model(tmp_path / "t.gguf", vocab(200, model=model_name)))
    assert (found.kind, found.bos, found.eos, (found.add_bos, found.add_eos)) == (kind, bos, eos, adds)
    assert found.size == 200
    small = read_vocabulary(model(tmp_path / "s.gguf", vocab(1, model=model_name)))
    assert (small.bos, small.eos) == (None, None)  # a default outside the vocabulary is none


def test_gemma4_always_adds_bos(tmp_path: Path) -> None:
    found = read_vocabulary(model(tmp_path / "t.gguf", vocab(20, model="gemma4", add_bos_token=False, bos_token_id=2)))
    assert (found.add_bos, found.bos) == (True, 2)


def test_bos_sentences(tmp_path: Path) -> None:
    verdict = pair(tmp_path, vocab(add_bos_token=True), vocab(add_bos_token=False))
    assert verdict.reason.startswith("The target adds a start token (BOS) to every text and the draft does not; ")
    verdict = pair(tmp_path, vocab(add_eos_token=True, eos_token_id=1), vocab(add_eos_token=True, eos_token_id=3))
    assert verdict.reason.startswith(
        "The two models mark an end token (EOS) differently (id 1 in the target, id 3 in the draft); "
    )


@pytest.mark.parametrize(("difference", "fits"), [(0, True), (100, True), (128, True), (129, False), (200, False)])
@pytest.mark.parametrize("larger", ["target", "draft"])
def test_sizes(tmp_path: Path, difference: int, fits: bool, larger: str) -> None:
    sizes = (300 + difference, 300) if larger == "target" else (300, 300 + difference)
    verdict = pair(tmp_path, vocab(sizes[0]), vocab(sizes[1]))
    assert verdict.compatible is fits
    if not fits:
        assert verdict.reason.startswith(f"The vocabularies differ by {difference} tokens ({sizes[0]} in the target")
    elif difference:
        assert verdict.reason == (
            f"The vocabularies match; {difference} tokens at the end, which only one of them has, are allowed."
        )
    assert verdict.first_difference is None


def test_the_first_differing_token_is_named(tmp_path: Path) -> None:
    verdict = pair(tmp_path, vocab(200, t139="Ġ[toxicity=0]"), vocab(210, t139="<unused>\n", t150="later"))
    assert not verdict.compatible
    assert verdict.first_difference == TokenDifference(id=139, target="Ġ[toxicity=0]", draft="<unused>\n")
    assert verdict.reason.startswith('Token 139 differs: "Ġ[toxicity=0]" in the target, "<unused>\\x0a" in the draft; ')


@pytest.mark.parametrize("index", [0, 4])
def test_the_first_five_tokens_are_not_compared(tmp_path: Path, index: int) -> None:
    assert pair(tmp_path, vocab(), vocab(**{f"t{index}": "other and longer"})).compatible


def test_the_fifth_is(tmp_path: Path) -> None:
    assert pair(tmp_path, vocab(), vocab(t5="x")).first_difference == TokenDifference(id=5, target="tok5", draft="x")


def test_texts_are_compared_as_c_strings(tmp_path: Path) -> None:
    assert pair(tmp_path, vocab(t7="a\0b"), vocab(t7="a\0c")).compatible
    assert pair(tmp_path, vocab(t7=""), vocab(t7="[EMPTY_7]")).compatible
    assert not pair(tmp_path, vocab(t7="a\0b"), vocab(t7="b\0b")).compatible
    assert pair(tmp_path, vocab(t7="a\0b", t9="x"), vocab(t7="a", t9="y")).first_difference == TokenDifference(
        id=9, target="x", draft="y"
    )


@settings(deadline=None, max_examples=60)
@given(
    left=st.lists(st.text(max_size=4), min_size=0, max_size=12),
    right=st.lists(st.text(max_size=4), min_size=0, max_size=12),
    shared=st.integers(0, 12),
)
def test_agrees_with_the_plain_loop(
    tmp_path_factory: pytest.TempPathFactory, left: list[str], right: list[str], shared: int
) -> None:
    """`common_speculative_are_compatible`, written out."""
    folder = tmp_path_factory.mktemp("loop")
    right = left[:shared] + right[shared:]
    base = {"tokenizer.ggml.model": "gpt2"}
    verdict = judge(
        model(folder / "t.gguf", {**base, "tokenizer.ggml.tokens": left}),
        model(folder / "d.gguf", {**base, "tokenizer.ggml.tokens": right}, SMALL),
        NEW,
    )

    def text(tokens: list[str], index: int) -> str:
        return tokens[index].split("\0")[0] if tokens[index] else f"[EMPTY_{index}]"

    expected = next((i for i in range(5, min(len(left), len(right))) if text(left, i) != text(right, i)), None)
    assert (verdict.first_difference.id if verdict.first_difference else None) == expected
    assert verdict.compatible is (expected is None)


def test_models_without_a_vocabulary(tmp_path: Path) -> None:
    paths = shapes.build(tmp_path)
    same = judge(read_header(paths["qwen25_7b.gguf"]), read_header(paths["qwen25_05b.gguf"]), NEW)
    assert same.compatible  # 152064 and 151936: exactly the 128 that are allowed
    assert same.reason == "Neither model has a vocabulary of its own, and their sizes fit."
    other = judge(read_header(paths["llama70b.gguf"]), read_header(paths["gemma3_270m.gguf"]), NEW)
    assert other.reason.startswith("The vocabularies differ by 133,888 tokens (128,256 in the target, 262,144 in the")
    mixed = judge(read_header(paths["llama8b.gguf"]), model(tmp_path / "v.gguf", vocab(), SMALL), NEW)
    assert "vocabulary type none in the target, BPE in the draft" in mixed.reason


def test_size_warnings(tmp_path: Path) -> None:
    target = model(tmp_path / "t.gguf", vocab(), BIG)
    half = model(tmp_path / "h.gguf", vocab(), [Tensor("blk.0.attn_q.weight", "f16", [64, 64 * 10])])
    assert judge(target, half, NEW).warnings == (
        "The draft has 48 % of the target's size: a gain needs a draft several times smaller.",
    )
    assert judge(half, target, NEW).warnings == ("The draft is larger than the target: it cannot make it faster.",)
    itself = judge(target, target, NEW)
    assert itself.compatible
    assert itself.warnings == ("This is the target itself: it is loaded a second time and never makes it faster.",)


def test_template_warnings(tmp_path: Path) -> None:
    chat, base = vocab(), {**vocab(), "tokenizer.chat_template": ""}
    other = {**vocab(), "tokenizer.chat_template": "<start_of_turn>{{ m }}<end_of_turn>"}
    assert pair(tmp_path, chat, base).warnings == (
        "The target is a chat model and the draft has no chat template: fewer guesses will be used.",
    )
    assert pair(tmp_path, base, chat).warnings[0].startswith("The draft is a chat model and the target has no")
    assert pair(tmp_path, chat, other).warnings == (
        "The two models were trained on different chat formats: fewer guesses will be used.",
    )


def test_warnings_about_the_target(tmp_path: Path) -> None:
    draft = model(tmp_path / "d.gguf", vocab(), SMALL)
    target = model(tmp_path / "t.gguf", vocab())
    hybrid = model(tmp_path / "h.gguf", vocab(), arch="qwen35", ssm__conv_kernel=4)
    (warning,) = judge(hybrid, draft, NEW).warnings
    assert warning.startswith("The target keeps a running state")
    assert any("draft keeps a running state" in text for text in judge(target, hybrid, NEW).warnings)
    moe = model(tmp_path / "m.gguf", vocab(), expert_count=8, expert_used_count=2)
    verdict = judge(moe, draft, NEW)
    assert verdict.warnings[0].startswith("The target is a mixture of experts")
    assert verdict.prior_cost is not None
    assert verdict.prior_cost[0] > 0.3


SIDE_KINDS: list[tuple[dict[str, Any], str]] = [
    ({"general.architecture": "clip"}, "a projector for images or sound (mmproj), not a language model"),
    ({"general.architecture": "bert"}, "an embedding model, which writes no text"),
    ({"general.architecture": "qwen3", "qwen3.pooling_type": 4}, "a reranker, which writes no text"),
    ({"general.architecture": "llama", "general.type": "adapter"}, "an adapter (LoRA) for another model"),
    ({"general.type": "imatrix"}, "an importance matrix, made for quantising"),
    ({"split.no": Typed(2, 1), "split.count": Typed(2, 2)}, "a later part of a split model; choose its first part"),
]


@pytest.mark.parametrize(("metadata", "words"), SIDE_KINDS)
def test_files_that_are_no_draft(tmp_path: Path, metadata: dict[str, Any], words: str) -> None:
    other = read_header(write_gguf(tmp_path / "o-00002-of-00002.gguf", metadata, SMALL))
    target = model(tmp_path / "t.gguf", vocab())
    verdict = judge(target, other, NEW, draft_file=describe(other))
    assert (verdict.compatible, verdict.method, verdict.reason) == (False, None, f"This file is {words}.")
    back = judge(other, target, NEW, target_file=describe(other))
    assert (back.compatible, back.reason) == (False, f"The target cannot be used: it is {words}.")


def test_broken_files(tmp_path: Path) -> None:
    target = model(tmp_path / "t.gguf", vocab())
    (tmp_path / "page.gguf").write_bytes(b"<html>")
    rows = [inspect(tmp_path / "page.gguf"), inspect(tmp_path / "no.gguf")]
    found = judge_all(target, rows, read_header, NEW)
    assert [(verdict.compatible, verdict.method, verdict.reason) for verdict in found] == [
        (False, None, "This is not a GGUF file but a web page saved under this name. Download the model file itself."),
        (False, None, "The file is not there."),
    ]


def test_files_that_vanish_meanwhile(tmp_path: Path) -> None:
    target = model(tmp_path / "t.gguf", vocab())
    model(tmp_path / "d.gguf", vocab(), SMALL)
    row = inspect(tmp_path / "d.gguf")
    (tmp_path / "d.gguf").unlink()
    (verdict,) = judge_all(target, [row], read_header, NEW)
    assert (verdict.compatible, verdict.reason) == (False, "The file is not there.")


def test_judge_all_keeps_the_order_and_can_be_stopped(tmp_path: Path) -> None:
    target = model(tmp_path / "t.gguf", vocab())
    rows = [describe(model(tmp_path / f"{index}.gguf", vocab(40 + 200 * (index % 2)), SMALL)) for index in range(4)]
    found = judge_all(target, rows, read_header, NEW)
    assert [verdict.path for verdict in found] == [row.path for row in rows]
    assert [verdict.compatible for verdict in found] == [True, False, True, False]
    assert judge_all(target, rows, read_header, NEW, cancelled=lambda: True) == ()


def test_a_set_counts_all_its_parts(tmp_path: Path) -> None:
    split = {"split.no": Typed(2, 0), "split.count": Typed(2, 2)}
    target = model(tmp_path / "t-00001-of-00002.gguf", {**vocab(), **split})
    second = {"split.no": Typed(2, 1), "split.count": Typed(2, 2)}
    write_gguf(tmp_path / "t-00002-of-00002.gguf", second, [Tensor("blk.1.w.weight", "f16", [64, 6400])])
    draft = model(tmp_path / "d.gguf", vocab(), SMALL)
    verdict = judge(target, draft, NEW)
    total = sum(path.stat().st_size for path in tmp_path.glob("t-*"))
    assert verdict.size_ratio == draft.size / total
    (tmp_path / "t-00002-of-00002.gguf").unlink()
    assert judge(target, draft, NEW).reason == (
        "The target cannot be used: 1 of 2 parts is missing: t-00002-of-00002.gguf."
    )


def test_builds_without_a_draft(tmp_path: Path) -> None:
    verdict = pair(tmp_path, vocab(), vocab(), BuildTraits(dialect="D0", methods=()))
    assert (verdict.compatible, verdict.reason) == (False, "The server of this build cannot use a draft.")


def test_built_in_head(tmp_path: Path) -> None:
    mtp = inspect(shapes.write_shape(tmp_path, "qwen35_9b.gguf"))
    verdict = judge_built_in(mtp, NEW)
    assert verdict.compatible
    assert (verdict.path, verdict.method) == (mtp.path, "draft-mtp")
    assert verdict.prior_cost == pytest.approx((0.05, 0.30)), "it keeps a running state, which is copied per guess"
    assert judge_built_in(mtp, OLD).reason == "This build does not know the method draft-mtp."
    plain = inspect(shapes.write_shape(tmp_path, "llama8b.gguf"))
    assert judge_built_in(plain, NEW).reason == "This file has no head for multi-token prediction (MTP) inside."
    nextn = [*BIG, Tensor("blk.1.nextn.eh_proj.weight", "f16", [128, 64])]
    odd = describe(model(tmp_path / "o.gguf", vocab(), nextn, arch="olmo2", block_count=2, nextn_predict_layers=1))
    assert judge_built_in(odd, NEW).reason == "llama.cpp has no multi-token prediction for olmo2 models."


def test_a_real_file_drafts_for_itself_only_with_a_warning(smollm2: Path) -> None:
    header = read_header(smollm2)
    verdict = judge(header, header, NEW)
    assert verdict.compatible
    assert verdict.reason == "The vocabularies match: 49,152 tokens."
    assert verdict.size_ratio == 1.0
    assert verdict.warnings[0].startswith("This is the target itself")
    assert verdict.prior_cost == pytest.approx((1.02, 1.1))


def test_real_files_of_two_families(smollm2: Path, gemma: Path) -> None:
    verdict = judge(read_header(smollm2), read_header(gemma), NEW)
    assert not verdict.compatible
    assert "vocabulary type BPE in the target, SPM in the draft" in verdict.reason
