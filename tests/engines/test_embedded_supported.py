"""What the built-in engine is given is what it is said to be given."""

from __future__ import annotations

from specdesk.engines.embedded import supported, unsupported
from specdesk.records.plan import LaunchPlan, ModelPlacement


def test_a_supported_plan_has_nothing_left_to_name() -> None:
    plan = LaunchPlan(
        target="a.gguf", draft_max=8, context_draft=4096, place=ModelPlacement(device="CUDA0", layers=9), extra=("--x",)
    )
    assert len(unsupported(plan)) == 3
    kept = supported(plan)
    assert unsupported(kept) == ()
    assert (kept.draft_max, kept.place.layers, kept.target) == (8, 9, "a.gguf")
