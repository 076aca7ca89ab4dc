"""What other programs did while something was measured, and before: shares of the processor and of graphics cards.

Both arms meet the same crowd, since they are measured in turns: the ratio suffers less than the speeds. Of graphics
cards nobody tells who uses them, so only what they do before anything of ours runs is known to be others'.
"""

from __future__ import annotations

import msgspec

from specdesk.language import number, translate
from specdesk.service.busy_processor import Crowd

MUCH = 0.25
"""Share of all cores, or of the time of a graphics card, from which on the use by others is told."""

ROUGHLY = 0.05
"""Shares are told in steps of this."""


class Others(msgspec.Struct, frozen=True, kw_only=True):
    """Other programs. processor: while it was measured, None = not looked at or not told. card: the share of its time
    that a graphics card in use was busy before anything of ours ran, likewise."""

    processor: Crowd | None = None
    card: float | None = None

    def words(self, *, numbered: bool) -> str:
        """In one sentence for each; "" where they did not do much. numbered: there is a ratio."""
        found = []
        if self.processor is not None and (self.processor.disturbs or self.processor.others >= MUCH):
            words = translate(
                "Service", "Other programs used about {percent} % of the processor while this was measured"
            )
            found.append(words.format(percent=percent(self.processor.others)))
        if self.card is not None and self.card >= MUCH:
            words = translate("Service", "Other programs kept the graphics card about {percent} % busy before it began")
            found.append(words.format(percent=percent(self.card)))
        whole = translate(
            "Service", "{what}; the two were measured in turns, so the ratio holds better than the speeds."
        )
        return " ".join(whole.format(what=what) if numbered else f"{what}." for what in found)


def joined(first: Crowd | None, then: Crowd) -> Crowd:
    """Over both times."""
    if first is None:
        return then
    whole = first.core_s + then.core_s
    shares = [
        (a * first.core_s + b * then.core_s) / whole if whole else b
        for a, b in ((first.everybody, then.everybody), (first.others, then.others))
    ]
    return msgspec.structs.replace(then, everybody=shares[0], others=shares[1], core_s=whole)


def others_document(found: Others) -> dict[str, float | None]:
    """As JSON has it: shares."""
    return {"processor": None if found.processor is None else found.processor.others, "card": found.card}


def percent(share: float) -> str:
    """A share in words, as exactly as it is known."""
    return number(100 * ROUGHLY * round(min(share, 1.0) / ROUGHLY))
