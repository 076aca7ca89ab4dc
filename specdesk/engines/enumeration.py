"""Several names in a sentence, as the language in use puts them together."""

from __future__ import annotations

from collections.abc import Sequence

from specdesk.language import translate


def all_of(names: Sequence[str]) -> str:
    """ "A and B and C"."""
    whole = names[0]
    for name in names[1:]:
        whole = translate("Engines", "{names} and {last}").format(names=whole, last=name)
    return whole


def in_a_row(names: Sequence[str]) -> str:
    """ "A, B and C"."""
    if len(names) == 1:
        return names[0]
    return all_of((", ".join(names[:-1]), names[-1]))
