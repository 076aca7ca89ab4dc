"""What became of the guesses in several replies together. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from specdesk.measure.advice import summed
from specdesk.measure.speculation import passes
from specdesk.records.sample import Sample


def acceptance_of(samples: Sequence[Sample]) -> float | None:
    """Accepted over drafted, of those that tell both; None where nothing was drafted."""
    told = [s for s in samples if s.drafted is not None and s.accepted is not None]
    drafted = sum(s.drafted or 0 for s in told)
    return sum(s.accepted or 0 for s in told) / drafted if drafted else None


def tokens_per_pass(samples: Sequence[Sample]) -> float | None:
    """As `Sample.tokens_per_pass`, over all of them."""
    told = [(s.tokens - 1, count) for s in samples if (count := s.steps)]
    whole = sum(count for _, count in told)
    return sum(tokens for tokens, _ in told) / whole if whole else None


def per_position(samples: Sequence[Sample]) -> tuple[float, ...]:
    """Share of passes that kept the first guess, the first two, ...; () where none is told."""
    told = [(s.per_position, count) for s in samples if s.per_position and (count := passes(s))]
    whole = sum(count for _, count in told)
    return tuple(min(1.0, accepted / whole) for accepted in summed([row for row, _ in told]))
