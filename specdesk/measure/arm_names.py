"""How the two arms of a compare are called. Pure."""

from __future__ import annotations

import msgspec

from specdesk.kept_sentence import Kept, sentence, told
from specdesk.language import mark, translate


class Names(msgspec.Struct, frozen=True, kw_only=True):
    """How the arms are called. thing: what B adds to A ("draft", "n-gram look-up"); "" when two profiles are compared.

    a, b: for the bars and for two profiles. In English, as they are kept; `in_words` gives those to show.
    """

    thing: str = "draft"
    a: str = "plain"
    b: str = "with draft"

    @property
    def is_harmless(self) -> bool:
        """What is on trial costs next to nothing where it does nothing."""
        return self.thing.startswith("n-gram")


DRAFT = Names()
NGRAM = Names(thing="n-gram look-up", b="with n-gram look-up")
HEAD = Names(thing="drafting head", b="with drafting head")
TWO_PLANS = Names(thing="", a="the other plan", b="this plan")
ADDRESSES = Names(thing="", a="the other address", b="this address")
COMMAND = "this command"
"""What the command line names is compared with a profile or a file, which has a name of its own."""

KNOWN_NAMES = (
    mark("Arms", "draft"), mark("Arms", "plain"), mark("Arms", "with draft"), mark("Arms", "n-gram look-up"),
    mark("Arms", "with n-gram look-up"), mark("Arms", "drafting head"), mark("Arms", "with drafting head"),
    mark("Arms", "the other plan"), mark("Arms", "this plan"), mark("Arms", "the other address"),
    mark("Arms", "this address"), mark("Arms", "this command"),
)  # fmt: skip
"""All but those that a user has given."""


_OWN = (TWO_PLANS.a, TWO_PLANS.b, ADDRESSES.a, ADDRESSES.b, COMMAND)


def kept_names(names: Names) -> tuple[Kept, Kept]:
    """Of A and B, for a sentence that is kept. Names that a user has given stay as they are."""
    a, b = (sentence("Arms", one) if names.thing or one in _OWN else one for one in (names.a, names.b))
    return a, b


def in_words(names: Names) -> Names:
    """In the language in use. Names that a user has given stay as they are."""
    a, b = (told(one) for one in kept_names(names))
    return Names(thing=translate("Arms", names.thing) if names.thing else "", a=a, b=b)
