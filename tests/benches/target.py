"""What a bench wants, said and judged in one way: each prints its targets and ends with 1 when one is missed."""

from __future__ import annotations

import sys
from typing import NoReturn


class Targets:
    """missed: how many were."""

    def __init__(self) -> None:
        self.missed = 0

    def most(self, what: str, value: float, limit: float, unit: str = "") -> None:
        """`value` is to be at most `limit`."""
        self._judge(what, value, limit, value <= limit, "at most", unit)

    def least(self, what: str, value: float, limit: float, unit: str = "") -> None:
        """`value` is to be at least `limit`."""
        self._judge(what, value, limit, value >= limit, "at least", unit)

    def end(self) -> NoReturn:
        """End the program; 1 when a target was missed."""
        sys.exit(int(self.missed > 0))

    def _judge(self, what: str, value: float, limit: float, is_met: bool, side: str, unit: str) -> None:
        self.missed += not is_met
        shown, wanted = (f"{number:.3g}{unit}" for number in (value, limit))
        print(f"target: {what} {side} {wanted}: {shown}, {'met' if is_met else 'MISSED'}", flush=True)
