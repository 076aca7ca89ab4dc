"""The commands of a compare, as somebody else can run them.

The built-in engine is started by no command: its worker takes the plan on its input. Its arms are written for a
llama-server of mid 2026 and later, which does the same.
"""

from __future__ import annotations

from typing import Final

from specdesk.engines.adapters.assumed_build import assumed_flags
from specdesk.engines.dialect import complete
from specdesk.engines.dialect_write import to_argv
from specdesk.engines.embedded import supported
from specdesk.records.plan import LaunchPlan

SERVER: Final = "llama-server"


def server_command(plan: LaunchPlan) -> tuple[str, ...]:
    """What a llama-server would be told to run a plan as the built-in engine does."""
    return (SERVER, *to_argv(complete(supported(plan)).plan, assumed_flags()).args)


def shown_command(plan: LaunchPlan, told: tuple[str, ...], *, built_in: bool) -> tuple[str, ...]:
    """told: what was started. Results of older versions hold the worker's own command there."""
    return told if not built_in or not told or told[0] == SERVER else server_command(plan)
