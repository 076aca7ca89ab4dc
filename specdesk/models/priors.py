"""What to expect before anything was measured. Every number here is a prior and is shown as one.

h is the extra cost of one drafted token, in plain target steps: the draft's own pass plus its share of checking.
"""

from __future__ import annotations

from typing import Final

from specdesk.records.model_file import ModelFile

ALPHA: Final = 0.7
"""Chance that a drafted token is accepted given that those before it were; a middling pair on mixed text."""
CHECKING_DENSE: Final = (0.02, 0.1)
CHECKING_MOE: Final = (0.3, 0.5)
# measured on MTP heads: dense .09 to .13 (31B, Strix Halo; 27B), mixture of experts .40 to .57 (26B-A4B, 35B-A3B)
BUILT_IN_DENSE: Final = (0.05, 0.15)
BUILT_IN_MOE: Final = (0.35, 0.6)
ROLLBACK: Final = 0.15
"""How much more it may be where the target keeps a running state (recurrent or hybrid): wrong guesses are taken back by
copies of it, which a cache of keys and values does not need. A hybrid 27B with its own head came to .26 (mlx), dense
ones to .09 to .13; a hybrid mixture of experts stayed within the band of others, so the lower end does not move."""


def tokens_per_pass(alpha: float, k: int) -> float:
    """Mean tokens per verification pass: (1 - alpha^(k+1)) / (1 - alpha). Leviathan et al. 2023, equation 1."""
    return k + 1.0 if alpha >= 1.0 else (1.0 - alpha ** (k + 1)) / (1.0 - alpha)


def predicted_speed(alpha: float, k: int, h: float) -> float:
    """Speed-up over the plain model: tokens per pass / (1 + k*h). Leviathan et al. 2023, theorem 3.8, with h = c + v.

    c: draft step / target step; v: growth of one pass per extra token to check, which the theorem takes as 0.
    """
    return tokens_per_pass(alpha, k) / (1.0 + k * h)


def checking_cost(target: ModelFile) -> tuple[float, float]:
    """Band for v. A mixture of experts reads more experts the more tokens it checks; a running state is copied."""
    return _with_rollback(target, CHECKING_MOE if target.experts else CHECKING_DENSE)


def draft_cost(target: ModelFile, draft: ModelFile) -> tuple[float, float] | None:
    """Band for h of a draft file: c = active bytes of draft / of target, plus v. None where a size is unknown.

    A block drafter (DFlash, DSpark) runs once per pass whatever the length: its c is spread over the block.
    """
    if not target.active_mib or draft.active_mib is None:
        return None
    share = draft.active_mib / target.active_mib / max((draft.draft_block or 2) - 1, 1)
    low, high = checking_cost(target)
    return share + low, share + high


def built_in_cost(target: ModelFile) -> tuple[float, float]:
    """Band for h of a target's own MTP head."""
    return _with_rollback(target, BUILT_IN_MOE if target.experts else BUILT_IN_DENSE)


def _with_rollback(target: ModelFile, band: tuple[float, float]) -> tuple[float, float]:
    return (band[0], band[1] + ROLLBACK) if target.recurrent else band
