"""What the service tells of engines that could be attached to, and of the repositories that files name."""

from __future__ import annotations

import msgspec

from specdesk.chat.attached.identity import Probed
from specdesk.models.repositories import Repository
from specdesk.service.compare_store import Compared


class EngineProbed(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to probe `number`: who is there, or, with probed None, what, why and what to do next."""

    number: int
    probed: Probed | None
    what: str = ""
    why: str = ""
    next_step: str = ""


class AttachedSpeed(msgspec.Struct, frozen=True, kw_only=True):
    """What the newest compare of addresses found of the engine that is watched; None where there is none.

    key: names its address, model and build without telling them. made: its date, ISO.
    """

    key: str
    compared: Compared | None
    made: str | None = None


class RepositoriesRead(msgspec.Struct, frozen=True, kw_only=True):
    """The repositories that the header of `path` names, the likeliest first; () when it names none."""

    path: str
    repositories: tuple[Repository, ...]
