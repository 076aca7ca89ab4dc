"""An address as people may see it. The one way into a sentence, a log, a card, a report or an export: what stands
before the host (`http://user:password@host`) and behind the path (`?token=…`) may be a secret, and is left out.
"""

from __future__ import annotations

import re
from typing import Final

_AUTHORITY: Final = re.compile(r"[^/?#\\]*")
_HOST: Final = re.compile(r"(?:\[[^\]]*\]|[^:@\[\]]*)(?::\d*)?")
_SCHEME: Final = re.compile(r"^[A-Za-z][A-Za-z0-9+.-]*://")


def shown_address(address: str) -> str:
    """ "http://host:8000/path" of "http://user:pw@host:8000/path?token=x#y", with or without a scheme.

    Also of what is no address at all, since people paste those, too: signs in a password that should have been written
    as %2F end the part before the host for a parser, and would show the rest of the password.
    """
    text = address.strip()
    found = _SCHEME.match(text)
    scheme = found[0] if found else ""
    rest = text[len(scheme) :]
    before = _AUTHORITY.match(rest)
    authority = before[0] if before else ""
    if "@" not in authority and "@" in rest and not _HOST.fullmatch(authority):
        rest = rest.rpartition("@")[2]  # "user:pass/word@host": the beginning is no host
        authority = rest
    path = re.split(r"[?#]", rest[len(authority) :])[0]
    host = re.split(r"[?#]", authority.rpartition("@")[2])[0]
    return f"{scheme}{host}{'' if '@' in path else path}"
