"""What the service tells about profiles; a part of `events`, kept apart for its size."""

from __future__ import annotations

import msgspec

from specdesk.profiles import SavedProfile


class ProfilesKnown(msgspec.Struct, frozen=True, kw_only=True):
    """All saved profiles that can be used, by name."""

    profiles: tuple[SavedProfile, ...]


class ProfileImported(msgspec.Struct, frozen=True, kw_only=True):
    """A profile from a file is one of ours now, under a name that was free; ProfilesKnown came before."""

    name: str


class ProfileSaved(msgspec.Struct, frozen=True, kw_only=True):
    """A profile was written to a file."""

    name: str
    path: str
