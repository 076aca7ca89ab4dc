"""An address as people may see it. The one way into a sentence, a log, a card, a report or an export: what stands
before the host (`http://user:password@host`) and behind the path (`?token=…`) may be a secret, and is left out.
"""

from __future__ import annotations

import re
from typing import Final

_HOST: Final = re.compile(r"(\[[^\]]*\]|[^:@\[\]]*)(?::\d*)?")
_SCHEME: Final = re.compile(r"^[A-Za-z][A-Za-z0-9+.-]*://")
_ENDS: Final = re.compile(r"[/?#]")


def shown_address(address: str) -> str:
    """ "http://host:8000/path" of "http://user:pw@host:8000/path?token=x#y", with or without a scheme.

    Also of what is no address at all, since people paste those, too: signs in a password that should have been written
    as %2F end the part before the host for a parser, and would show the rest of the password.
    """
    text = address.strip()
    found = _SCHEME.match(text)
    scheme = found[0] if found else ""
    rest = text[len(scheme) :]
    authority = _ENDS.split(rest, maxsplit=1)[0]
    host = _HOST.fullmatch(authority)
    if "@" in rest and host is not None:  # far behind a host, or in a password: "user:12/pass@host"
        return f"{scheme}{host[1]}"
    if "@" in rest:
        rest = rest.rpartition("@")[2]
    return f"{scheme}{re.split('[?#]', rest)[0]}"
