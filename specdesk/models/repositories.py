"""Which repository of a model hub a file says it came from. Read from the header, never guessed from a name.

Keys: docs/gguf.md of ggml (`general.repo_url`, `general.source.*`, `general.base_model.N.*`).
"""

from __future__ import annotations

import re

import msgspec

from specdesk.models.header import Header

_HUB = re.compile(
    r"^(?:https?://(?:www\.)?(?:huggingface\.co|hf\.co)/)?"
    r"(?P<id>[A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*?)(?:\.git)?(?:/(?:tree|blob|resolve)/.*)?/?$"
)
_NO_MODELS = ("datasets", "spaces", "docs", "papers", "collections")
_OWN_KEYS = (
    "general.source.huggingface.repository", "general.source.repo_url", "general.source.url", "general.repo_url",
    "general.url",
)  # fmt: skip


class Repository(msgspec.Struct, frozen=True, kw_only=True):
    """A repository that a header names. id: "owner/name". key: the metadata key that says so.

    base: the key names what the model was made from, which may be another model than the file itself.
    """

    id: str
    key: str
    base: bool = False


def repositories_of(header: Header) -> tuple[Repository, ...]:
    """Every repository that the header names, its own before those that it was made from; () when it names none.

    Conversions (names that end in "GGUF") come last: they hold no weights that another engine could load.
    """
    found: dict[str, Repository] = {}
    for key in _OWN_KEYS:
        _add(found, header.text(key), key, base=False)
    for number in range(min(header.integer("general.base_model.count") or 1, 8)):
        for part in ("repo_url", "url"):
            key = f"general.base_model.{number}.{part}"
            _add(found, header.text(key), key, base=True)
    return tuple(sorted(found.values(), key=lambda repository: repository.id.lower().endswith("gguf")))


def repository_id(text: str) -> str | None:
    """ "owner/name" from an address or an id; None when it is neither."""
    match = _HUB.match(text.strip())
    return None if match is None or match["id"].split("/")[0] in _NO_MODELS else match["id"]


def _add(found: dict[str, Repository], text: str | None, key: str, *, base: bool) -> None:
    name = repository_id(text) if text else None
    if name is not None and name not in found:
        found[name] = Repository(id=name, key=key, base=base)
