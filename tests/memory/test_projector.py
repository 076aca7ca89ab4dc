"""The buffer of a projector: its terms by hand, and beside what the real llama-server says of header-only ones."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import projector_shapes
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from recorded_cases import GOLDENS, ROOMY, header

from specdesk.errors import FileFormatError
from specdesk.memory import projector
from specdesk.memory.fit import MIB, PROJECTOR_COMPUTE_MIB, estimate
from specdesk.memory.projector import KINDS, Kind, Picture, image_buffer, read_picture
from specdesk.memory.weights import read_weights
from specdesk.models.header import Header, read_header
from specdesk.records.build import BuildTraits
from specdesk.records.device import Device
from specdesk.records.fit import Fit
from specdesk.records.plan import LaunchPlan

CASES: list[dict[str, Any]] = json.loads((GOLDENS / "projector_cases.json").read_text("utf-8"))
CARD = Device(id="CUDA0", name="CUDA0", total_mib=80_000.0, free_mib=80_000.0, source="nvml")
ASSUMED = "The buffer for the largest image is assumed, not measured."
UNKNOWN = "SpecDesk does not know this kind of projector exactly; it may need less than this."


@pytest.fixture(scope="session")
def projectors(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with every shape."""
    folder = tmp_path_factory.mktemp("projectors")
    for name, write in projector_shapes.SHAPES.items():
        write(folder / f"{name}.gguf")
    return folder


def fit(image: Header | None, model_files: Path, *devices: Device, flash: Any = None) -> Fit:
    plan = LaunchPlan(target="t", mmproj="p", context=4096, slots=1, flash_attention=flash)
    return estimate((header(model_files / "llama8b.gguf"),), (), image, plan, BuildTraits(), devices, ROOMY)


@pytest.mark.parametrize("case", CASES, ids=[f"{case['projector']}-{case['flash']}" for case in CASES])
def test_what_the_engine_says(case: dict[str, Any], projectors: Path, model_files: Path) -> None:
    """Weights and buffer together: within 1 % or 1 MiB, and never much less."""
    image = header(projectors / f"{case['projector']}.gguf")
    flash = case["flash"]
    picture = read_picture(image, read_weights((image,)))
    assert picture is not None
    on_device = fit(image, model_files, CARD, flash=flash).devices[0].projector
    assert on_device == pytest.approx(case["mib"], rel=0.01, abs=1.0) or not projector.has_kernel(picture)
    with_it, without = (fit(one, model_files, flash=flash).host.target.weights for one in (image, None))
    assert with_it - without > 0.995 * case["mib"]


def test_a_figure_of_a_real_card(projectors: Path) -> None:
    """Row 5 of the public logs: Qwen3.6's encoder reserved 248.10 MiB on a GPU."""
    image = header(projectors / "qwen36.gguf")
    picture = read_picture(image, read_weights((image,)))
    assert picture is not None
    assert image_buffer(picture, flash=True) / MIB == pytest.approx(248.10, abs=0.01)


SMALL = Picture(kind=Kind(behind=2, scored=5), width=32, patches=16, tokens=4, embd=64, heads=4, ff=256, text=128,
                gated=False, deep=0, known=True)  # fmt: skip
A = 4 * 64 * 16
IN = 4 * 3 * 32 * 32 + 16 * 16


@pytest.mark.parametrize(
    ("term", "picture", "bytes_"),
    [
        (projector.activation, SMALL, A),
        (projector.picture_input, SMALL, IN),
        (projector.kept_input, SMALL, IN),
        (projector.kept_input, replace(SMALL, kind=Kind(keeps_input=False)), 0),
        (projector.scores, SMALL, 4 * 4 * 16 * 16),
        (projector.window_mask, SMALL, 0),
        (projector.window_mask, replace(SMALL, kind=Kind(windows=True)), 4 * 16 * 16),
        (lambda one: projector.attention(one, True), SMALL, IN + 6 * A),
        (lambda one: projector.attention(one, False), SMALL, IN + 5 * A + 4 * 4 * 16 * 16),
        (lambda one: projector.attention(one, True), replace(SMALL, kind=Kind(windows=True)), IN + 6 * A + 6 * 16 * 16),
        (projector.feed_forward, SMALL, IN + 2 * A + 4 * 256 * 16),
        (projector.feed_forward, replace(SMALL, gated=True), IN + 2 * A + 3 * 4 * 256 * 16),
        (projector.projection, SMALL, IN + A + 4 * 128 * 4),
        (projector.projection, replace(SMALL, kind=Kind(wide=True)), IN + A + 2 * 4 * 128 * 4),
        (projector.deep_features, SMALL, 0),
        (lambda one: projector.attention(one, True), replace(SMALL, kind=Kind(keeps_input=False)), 5.5 * A),
        (projector.deep_features, replace(SMALL, deep=3), 3 * A),
        (projector.deep_features, replace(SMALL, deep=2, text=4096), 2 * 1.37 * 4 * 4096 * 4),
        (lambda one: image_buffer(one, True), replace(SMALL, deep=1), IN + 6 * A + A),
    ],
)  # fmt: skip
def test_a_term(term: Callable[[Picture], float], picture: Picture, bytes_: float) -> None:
    assert term(picture) == bytes_


def test_flash_attention_off_writes_the_scores_out(projectors: Path, model_files: Path) -> None:
    """8464 patches and 16 heads: 4372 MiB that nobody expects."""
    image = header(projectors / "qwen36.gguf")
    on, off = (fit(image, model_files, CARD, flash=flash).devices[0].projector for flash in (None, "off"))
    assert off - on == pytest.approx(4 * 16 * 8464**2 / MIB + 37.2, abs=0.2)


def test_heads_without_a_kernel_do_without_flash_attention_on_a_gpu(projectors: Path, model_files: Path) -> None:
    """Llama 4's encoder has heads of 88."""
    image = header(projectors / "llama4.gguf")
    picture = read_picture(image, read_weights((image,)))
    assert picture is not None
    assert not projector.has_kernel(picture)
    card, off = (fit(image, model_files, CARD, flash=flash).devices[0].projector for flash in (None, "off"))
    assert card == off
    assert off == pytest.approx(1699.84, abs=0.1)


@pytest.mark.parametrize("name", list(projector_shapes.SHAPES))
def test_an_unknown_kind_is_an_upper_bound(name: str, projectors: Path, model_files: Path, tmp_path: Path) -> None:
    known = header(projectors / f"{name}.gguf")
    hidden = {key: "of tomorrow" if key.endswith("projector_type") else said for key, said in known.metadata.items()}
    unknown = Header(known.path, known.size, known.version, hidden, known.tensors, known.data_start)
    bound, exact = fit(unknown, model_files, CARD), fit(known, model_files, CARD)
    assert bound.devices[0].projector >= exact.devices[0].projector
    assert (bound.upper_bound, exact.upper_bound) == (True, False)
    assert UNKNOWN in bound.notes
    assert UNKNOWN not in exact.notes
    assert ASSUMED not in (*exact.notes, *bound.notes)


def test_a_header_that_says_nothing_of_pictures(projectors: Path, model_files: Path) -> None:
    known = header(projectors / "gemma3.gguf")
    silent = {key: said for key, said in known.metadata.items() if not key.endswith("feed_forward_length")}
    found = fit(Header("", known.size, 3, silent, known.tensors, known.data_start), model_files, CARD)
    assert found.devices[0].projector == pytest.approx(816.69 + PROJECTOR_COMPUTE_MIB, abs=0.01)
    assert ASSUMED in found.notes


@pytest.mark.parametrize(
    "key", ["image_size", "patch_size", "embedding_length", "attention.head_count", "projection_dim"]
)
@pytest.mark.parametrize("value", [-1, 2**31, "many"])
def test_counts_that_no_projector_has(key: str, value: object, projectors: Path, model_files: Path) -> None:
    known = header(projectors / "gemma3.gguf")
    lying = {**known.metadata, f"clip.vision.{key}": value}
    with pytest.raises(FileFormatError, match="No real model does"):
        fit(Header("", known.size, 3, lying, known.tensors, known.data_start), model_files, CARD)


KEYS = ("image_size", "patch_size", "embedding_length", "feed_forward_length", "attention.head_count",
        "projection_dim", "spatial_merge_size", "projector.scale_factor")  # fmt: skip
lies = st.one_of(
    st.integers(-(2**63), 2**64 - 1), st.integers(0, 4096), st.booleans(), st.floats(), st.text(max_size=4),
    st.lists(st.integers(-5, 300), max_size=8).map(tuple),
)  # fmt: skip


@settings(deadline=None, max_examples=100)
@given(st.sampled_from(list(projector_shapes.SHAPES)), st.dictionaries(st.sampled_from(KEYS), lies, max_size=5),
       st.sampled_from(["", "gemma3", "of tomorrow", 7]), st.sampled_from([None, "on", "off"]),
       st.booleans())  # fmt: skip
def test_any_header_gives_figures_or_a_sentence(
    projectors: Path, model_files: Path, name: str, keys: dict[str, Any], kind: Any, flash: Any, card: bool
) -> None:
    known = header(projectors / f"{name}.gguf")
    lying = {**known.metadata, **{f"clip.vision.{key}": value for key, value in keys.items()}}
    lying |= {"clip.projector_type": kind} if kind else {}
    one = Header("", known.size, 3, lying, known.tensors, known.data_start)
    weights, said = read_weights((known,)).total / MIB, ""
    try:
        found = fit(one, model_files, *([CARD] if card else []), flash=flash)
        at_least = found.devices[0].projector if card else found.host.target.weights
        said = "a figure." if at_least >= weights else f"{at_least} MiB for weights of {weights}"
    except FileFormatError as error:
        said = error.what
    assert said.endswith(".")


def test_sound_is_an_upper_bound_too(tmp_path: Path, model_files: Path) -> None:
    """Whisper's encoder: 1500 positions, 1280 wide."""
    keys = {"general.architecture": "clip", "clip.has_audio_encoder": True, "clip.projector_type": "ultravox",
            "clip.audio.embedding_length": 1280, "clip.audio.feed_forward_length": 5120, "clip.audio.block_count": 32,
            "clip.audio.attention.head_count": 20, "clip.audio.projection_dim": 2048}  # fmt: skip
    path = projector_shapes.write_gguf(tmp_path / "sound.gguf", keys, projector_shapes.linear("mm.1", 1280, 2048))
    found = fit(read_header(path), model_files, CARD)
    assert found.upper_bound
    assert found.devices[0].projector > 4 * 1500 * (6 * 1280) / MIB


def test_a_header_is_read_once(projectors: Path) -> None:
    """A slider asks many times a second."""
    one = header(projectors / "qwen36.gguf")
    twin = Header(one.path, one.size, one.version, one.metadata, one.tensors, one.data_start)
    assert projector.projector_of(one) is projector.projector_of(one)
    assert projector.projector_of(twin) is not projector.projector_of(one)
    assert projector.projector_of(twin) == projector.projector_of(one)


def test_every_kind_was_recorded() -> None:
    recorded = {str(case["projector"]) for case in CASES}
    assert recorded == set(projector_shapes.SHAPES)
    assert set(KINDS) == {"gemma3", "idefics3", "internvl", "mlp", "llama4", "pixtral", "gemma4v", "qwen2vl_merger",
                          "qwen2.5vl_merger", "qwen3vl_merger"}  # fmt: skip
