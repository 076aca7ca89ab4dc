"""The words of argparse itself ("usage:", "expected one argument") in the language in use.

argparse looks them up with `gettext`, whose catalogues are not ours; it is given our lookup in its place. What a newer
Python says besides stays English. % marks the places of values.
"""

from __future__ import annotations

import argparse
from typing import Final

from specdesk.language import mark, translate

OF_VERSION: Final = mark("Argparse", "show program's version number and exit")
"""Before Python 3.13 argparse does not look it up."""

WORDS: Final = (
    mark("Argparse", "usage: "),
    mark("Argparse", "positional arguments"),
    mark("Argparse", "options"),
    mark("Argparse", "show this help message and exit"),
    mark("Argparse", "%(heading)s:"),
    mark("Argparse", "%(prog)s: error: %(message)s\n"),
    mark("Argparse", "argument %(argument_name)s: %(message)s"),
    mark("Argparse", "expected one argument"),
    mark("Argparse", "expected at most one argument"),
    mark("Argparse", "expected at least one argument"),
    mark("Argparse", "expected %s argument"),
    mark("Argparse", "expected %s arguments"),
    mark("Argparse", "invalid %(type)s value: %(value)r"),
    mark("Argparse", "invalid choice: %(value)r (choose from %(choices)s)"),
    mark("Argparse", "invalid choice: %(value)r, maybe you meant %(closest)r? (choose from %(choices)s)"),
    mark("Argparse", "unknown parser %(parser_name)r (choices: %(choices)s)"),
    mark("Argparse", "the following arguments are required: %s"),
    mark("Argparse", "one of the arguments %s is required"),
    mark("Argparse", "not allowed with argument %s"),
    mark("Argparse", "unrecognized arguments: %s"),
    mark("Argparse", "ambiguous option: %(option)s could match %(matches)s"),
    mark("Argparse", "ignored explicit argument %r"),
    mark("Argparse", "unexpected option string: %s"),
)
"""All that a user can see of it, from Python 3.11 to 3.14."""


def follow_the_language() -> None:
    """From now on argparse speaks the language in use."""
    vars(argparse).update(_=_looked_up, ngettext=_counted)


def _looked_up(text: str) -> str:
    return translate("Argparse", text)


def _counted(one: str, many: str, count: int) -> str:
    return translate("Argparse", one if count == 1 else many)
