"""What one fault came to."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Outcome:
    """saw: what people see. kept: what is kept. seconds: until all was in order again. stalled_s: longest stillness of
    the window, s, None without one. trouble: "" when all is as it has to be.
    """

    fault: str
    saw: str
    kept: str
    seconds: float
    trouble: str = ""
    stalled_s: float | None = None
