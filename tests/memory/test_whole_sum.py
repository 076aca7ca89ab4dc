"""The sum that decides: every part of a plan counts once, and the reserve on top."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import projector_shapes
import pytest
from recorded_cases import ROOMY, header

from specdesk.memory.fit import estimate
from specdesk.models.header import read_header
from specdesk.records.build import BuildTraits
from specdesk.records.device import Device
from specdesk.records.fit import Fit
from specdesk.records.plan import LaunchPlan


def fit(folder: Path, image: Path | None = None, free: float = 48_000.0, card: bool = True, **plan: Any) -> Fit:
    asked = LaunchPlan(
        **{"target": "t", "draft": "d", "methods": ("draft-simple",), "context": 16384, "slots": 1, **plan}
    )
    targets = (header(folder / "llama70b.gguf"),)
    drafts = (header(folder / "llama8b.gguf"),) if asked.draft else ()
    device = Device(id="CUDA0", name="RTX", total_mib=50_000.0, free_mib=free, source="nvml")
    host = ROOMY if card else Device(id="CPU", name="RAM", kind="cpu", total_mib=free, free_mib=free, source="host")
    projector = None if image is None else read_header(image)
    return estimate(targets, drafts, projector, asked, BuildTraits(), (device,) if card else (), host)


@pytest.mark.parametrize("card", [True, False])
def test_all_parts_count(model_files: Path, tmp_path: Path, card: bool) -> None:
    """Weights, caches and buffers of target and draft, the projector with its own, what the engine takes beside."""
    image = projector_shapes.gemma3(tmp_path / "mmproj.gguf")
    found = fit(model_files, image, free=60_000, card=card)
    place: Any = found.devices[0] if card else found.host
    assert place.draft is not None
    parts = [place.target.weights, place.target.cache, place.target.compute, place.draft.weights, place.draft.cache,
             place.draft.compute]  # fmt: skip
    assert all(part > 0 for part in parts)
    more = [place.projector, place.overhead] if card else []
    assert place.left_mib == pytest.approx(60_000 - sum(parts) - sum(more))
    without = fit(model_files, None, free=60_000, card=card)
    beside: Any = without.devices[0] if card else without.host
    assert beside.left_mib - place.left_mib == pytest.approx(937.94, rel=0.02)  # as the engine says


def test_the_reserve_decides_between_fits_and_tight(model_files: Path) -> None:
    left = fit(model_files, free=60_000).devices[0].left_mib
    assert left is not None
    need = 60_000 - left
    assert [fit(model_files, free=need + spare).verdict for spare in (1025, 1023, 1, -1)] == [
        "fits", "tight", "tight", "no",
    ]  # fmt: skip


def test_every_slot_of_an_old_build_has_a_draft_of_its_own_and_slots_of_new_ones_share_it(model_files: Path) -> None:
    old = BuildTraits(dialect="D3", draft_context_per_slot=True, default_slots=1)
    targets, drafts = (header(model_files / "llama70b.gguf"),), (header(model_files / "llama8b.gguf"),)

    def draft_cache(traits: BuildTraits, slots: int) -> float:
        plan = LaunchPlan(target="t", draft="d", methods=("draft-simple",), context=16384, slots=slots, kv_unified=True)
        card = Device(id="CUDA0", name="RTX", total_mib=90_000.0, free_mib=90_000.0)
        found = estimate(targets, drafts, None, plan, traits, (card,), ROOMY).devices[0].draft
        assert found is not None
        return found.cache

    assert draft_cache(old, 4) == 4 * draft_cache(old, 1)
    assert draft_cache(BuildTraits(), 4) == draft_cache(BuildTraits(), 1) == 2048


@pytest.mark.parametrize(
    ("methods", "drafts"), [(("none",), False), (("ngram-mod",), False), (("draft-simple",), True)]
)
def test_a_draft_counts_where_a_method_loads_it(model_files: Path, methods: tuple[str, ...], drafts: bool) -> None:
    assert (fit(model_files, methods=methods).devices[0].draft is not None) is drafts


def test_half_the_context_halves_the_cache(model_files: Path) -> None:
    """What is called a ridiculous estimate is the context: its part has a name and shrinks with it."""
    whole, half = (fit(model_files, context=tokens).devices[0].target for tokens in (131_072, 65_536))
    assert whole.cache == 2 * half.cache == 40_960
    assert whole.weights == half.weights
