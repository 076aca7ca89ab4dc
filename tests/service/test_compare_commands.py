"""What stands in a result as the command of an arm: something that somebody else can run."""

from __future__ import annotations

from specdesk.engines.adapters.assumed_build import assumed_flags
from specdesk.engines.dialect import from_argv
from specdesk.records.plan import LaunchPlan, ModelPlacement
from specdesk.service.compare_commands import server_command, shown_command

PLAN = LaunchPlan(
    target="/m/t.gguf", draft="/m/d.gguf", methods=("draft-simple",), draft_max=5, context=2048, slots=1,
    place=ModelPlacement(layers=12, device="CUDA0"), extra=("--seed", "3"),
)  # fmt: skip
WORKER = ("python", "-m", "specdesk.engines.embedded_worker")


def test_the_built_in_engine_as_a_llama_server() -> None:
    """Read back it is the same plan, less what the built-in engine leaves out."""
    command = server_command(PLAN)
    assert command[0] == "llama-server"
    back = from_argv(list(command[1:]), assumed_flags()).plan
    assert (back.target, back.draft, back.methods, back.draft_max) == ("/m/t.gguf", "/m/d.gguf", ("draft-simple",), 5)
    assert (back.context, back.slots, back.place.layers) == (2048, 1, 12)
    assert (back.place.device, back.extra) == (None, ())


def test_what_was_kept_by_older_versions_is_written_anew() -> None:
    assert shown_command(PLAN, WORKER, built_in=True) == server_command(PLAN)
    assert shown_command(PLAN, ("llama-server", "-m", "x"), built_in=True) == ("llama-server", "-m", "x")
    assert shown_command(PLAN, (), built_in=True) == ()
    assert shown_command(PLAN, ("/opt/llama-server", "-m", "x"), built_in=False) == ("/opt/llama-server", "-m", "x")
