"""With another language every sentence about files and pairs is looked up, none is glued together."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from gguf_files import Tensor, write_gguf
from pair_files import BIG, NEW, OLD, SMALL, model, pair, vocab
from wrapped_words import unwrapped, wrapping

from specdesk import language
from specdesk.models.choice import choose
from specdesk.models.describe import describe
from specdesk.models.drafters import head_problem
from specdesk.models.library import inspect, is_absent, scan
from specdesk.models.library_cache import LibraryCache
from specdesk.models.pairing import METHOD_OF_KIND, WHAT_IT_IS, judge, judge_built_in, what_it_is
from specdesk.models.shards import missing_sentence
from specdesk.models.stores import find_stores
from specdesk.models.trouble import folder_sentence, sentence_of
from specdesk.records.build import BuildTraits
from specdesk.records.model_file import Kind, ModelFile
from specdesk.records.pair import PairVerdict

ERRORS = (
    errno.ENOENT, errno.ENOTDIR, errno.EACCES, errno.ELOOP, errno.ENAMETOOLONG, errno.EIO, errno.ENODEV, errno.ESTALE,
    errno.EISDIR, errno.EMFILE, errno.EINVAL,
)  # fmt: skip
ROW = ModelFile(path="/m/t.gguf", kind="model", name="T", size_mib=8000.0, active_mib=8000.0, architecture="llama")


def outside(sentences: list[str | None]) -> list[str | None]:
    """Those that no lookup has seen as a whole."""
    return [text for text in sentences if text is None or unwrapped(text)]


def verdicts(folder: Path) -> Iterator[PairVerdict]:
    for traits in (NEW, OLD, BuildTraits(dialect="D0")):
        for target, draft in (
            (vocab(), vocab()),
            (vocab(), vocab(41)),
            (vocab(), vocab(400)),
            (vocab(), vocab(model="llama")),
            (vocab(), vocab(t12="other")),
            (vocab(add_bos_token=True), vocab(add_bos_token=False)),
            (vocab(add_bos_token=False), vocab(add_bos_token=True)),
            (vocab(add_eos_token=True), vocab()),
            (vocab(), vocab(add_eos_token=True)),
            (vocab(bos_token_id=1), vocab(bos_token_id=2)),
            (vocab(eos_token_id=1, add_eos_token=True), vocab(eos_token_id=2, add_eos_token=True)),
            ({}, {}),
        ):
            yield pair(folder, target, draft, traits)
    yield from trained(folder)
    yield from odd_targets(folder)


def trained(folder: Path) -> Iterator[PairVerdict]:
    target = model(folder / "big.gguf", vocab(), embedding_length=64)
    for own in ({}, {"target_layers": [0]}, {"target_layers": [0, 1, 99]}, {"target_layers": [0, 1, 1]}):
        for width in (64, 128):
            keys = {"eagle3.target_hidden_size": width, **{f"eagle3.{key}": value for key, value in own.items()}}
            drafter = model(folder / "eagle.gguf", {**vocab(), **keys}, SMALL, "eagle3")
            yield judge(target, drafter, NEW)
    yield judge(target, model(folder / "head.gguf", vocab(), SMALL, "gemma4-assistant"), NEW)


def odd_targets(folder: Path) -> Iterator[PairVerdict]:
    small = model(folder / "small.gguf", vocab(), SMALL)
    large = model(folder / "large.gguf", vocab(), BIG)
    rows = [
        msgspec.structs.replace(ROW, path=small.path, recurrent=True, experts=8),
        msgspec.structs.replace(ROW, path=small.path, has_template=True),
        msgspec.structs.replace(ROW, path=small.path, error="«It is broken.»"),
        msgspec.structs.replace(ROW, path=small.path, kind="mmproj"),
    ]
    for row in rows:
        for draft in (ROW, msgspec.structs.replace(ROW, recurrent=True, size_mib=9000.0, path="/m/d.gguf"), *rows[2:]):
            yield judge(small, large, NEW, row, draft)


def test_every_verdict_on_a_pair(tmp_path: Path) -> None:
    with wrapping():
        found = list(verdicts(tmp_path))
        heads = [judge_built_in(row, traits).reason for row in (ROW, _head("qwen3next"), _head(None), _head("odd"))
                 for traits in (NEW, OLD)]  # fmt: skip
        kinds = [what_it_is(kind) for kind in WHAT_IT_IS] + [head_problem(None)]
    said = [verdict.reason for verdict in found] + [text for verdict in found for text in verdict.warnings]
    assert len(set(said)) > 30
    assert outside([*said, *heads, *kinds]) == []


def _head(architecture: str | None) -> ModelFile:
    return msgspec.structs.replace(ROW, kind="mtp-model", architecture=architecture)


def test_every_choice() -> None:
    draft = msgspec.structs.replace(ROW, path="/m/d.gguf", size_mib=500.0, active_mib=500.0)
    fast = PairVerdict(path=draft.path, compatible=True, method="draft-simple", reason="", prior_cost=(0.05, 0.1))
    slow = msgspec.structs.replace(fast, prior_cost=(2.0, 3.0))
    drafter = msgspec.structs.replace(fast, method="draft-eagle3")
    without = BuildTraits(methods=("draft-simple",))
    with wrapping():
        found = [
            choose(row, candidates, traits).reason
            for row in (ROW, _head("qwen3next"))
            for candidates in ([(draft, fast)], [(draft, slow)], [(draft, drafter)], [])
            for traits in (NEW, without)
        ]
    assert len(set(found)) == 7
    assert outside(list(found)) == []


def test_every_trouble_with_a_file_or_folder(tmp_path: Path) -> None:
    for name, raw in {
        "empty": b"", "html": b"<!DOCTYPE html>", "lfs": b"version https://git-lfs", "zip": b"PK\x03\x04" + bytes(64),
        "old": b"ggjt", "noise": b"noise", "one": b"GGUF" + b"\x01\0\0\0" + bytes(64),
        "new": b"GGUF\x09\0\0\0" + bytes(99),
        "big": b"GGUF\0\0\0\x03" + bytes(64), "cut": b"GGUF\x03\0\0\0", "many": b"GGUF\x03\0\0\0" + b"\xff" * 64,
    }.items():  # fmt: skip
        (tmp_path / f"{name}.gguf").write_bytes(raw)
    whole = write_gguf(tmp_path / "whole.gguf", {"general.architecture": "llama"}, [Tensor("a", "f32", [64, 64])])
    (tmp_path / "part.gguf").write_bytes(whole.read_bytes()[:-900])
    write_gguf(tmp_path / "picture.gguf", {"general.architecture": "flux"}, [Tensor("a", "f32", [64])])
    write_gguf(tmp_path / "nameless.gguf", {}, [Tensor("a", "f32", [64])])
    write_gguf(tmp_path / "nothing.gguf", {"general.architecture": "llama"}, [])
    split = {"general.architecture": "llama", "split.count": 6, "split.no": 0}
    write_gguf(tmp_path / "set-00001-of-00006.gguf", split, [Tensor("a", "f32", [64])])
    write_gguf(tmp_path / "other.gguf", split, [Tensor("a", "f32", [64])])
    (tmp_path / "set-00002-of-00006.gguf").write_bytes(b"noise")
    with wrapping():
        rows = [inspect(path) for path in sorted(tmp_path.glob("*.gguf")) if path != whole]
        rows += [inspect(tmp_path), inspect("a\0b"), inspect(tmp_path / "none.gguf")]
        said = [tell(OSError(code, os.strerror(code))) for code in ERRORS for tell in (sentence_of, folder_sentence)]
        said += [missing_sentence(("a",), 4), missing_sentence(("a", "b", "c", "d"), 9)]
    assert is_absent_in_english(rows[-1])
    assert outside([row.error for row in rows if row.split is None or row.split.index == 0] + list(said)) == []


def is_absent_in_english(row: ModelFile) -> bool:
    with wrapping():
        return is_absent(row)


def test_a_broken_store_is_told(tmp_path: Path) -> None:
    manifests = tmp_path / ".ollama" / "models" / "manifests" / "registry.ollama.ai" / "library" / "qwen"
    manifests.mkdir(parents=True)
    (manifests / "bad").write_text("no JSON")
    layer = '{"layers":[{"mediaType":"application/vnd.ollama.image.model","digest":"sha256:%s"}]}'
    (manifests / "lost").write_text(layer % ("0" * 64))
    with wrapping():
        found = [problem for store in find_stores({}, tmp_path, tmp_path) for problem in store.problems]
    assert len(found) == 2
    assert outside(list(found)) == []


def test_a_broken_file_is_told_in_the_language_of_the_run(tmp_path: Path) -> None:
    folder = tmp_path / "models"
    folder.mkdir()
    (folder / "bad.gguf").write_bytes(b"noise")
    write_gguf(folder / "good.gguf", {"general.architecture": "llama"}, [Tensor("a", "f32", [64])])
    with wrapping():
        cache = LibraryCache(tmp_path)
        assert [row.error for row in scan([folder], cache)] == [
            "«This is not a GGUF file.» «Download the model file itself.»", None,
        ]  # fmt: skip
        cache.save()
    cache = LibraryCache(tmp_path)
    assert len(cache) == 1
    assert [row.error for row in scan([folder], cache)] == [
        "This is not a GGUF file. Download the model file itself.", None,
    ]  # fmt: skip


def test_the_sizes_of_a_download_are_written_as_the_language_does(tmp_path: Path) -> None:
    header = model(tmp_path / "a.gguf", vocab())
    (tmp_path / "a.gguf").write_bytes((tmp_path / "a.gguf").read_bytes()[:-1500])
    language.speak(None, ",")
    try:
        row = inspect(header.path)
    finally:
        language.speak(None)
    assert row.error is not None
    assert row.error.startswith("The download is incomplete: 1.")
    assert describe(header).error is None


def test_every_kind_has_words_or_a_method() -> None:
    assert {*WHAT_IT_IS, *METHOD_OF_KIND} == set(get_args(Kind))


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    language.speak(None)
