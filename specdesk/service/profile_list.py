"""Profiles for the window: listed and saved on disk, away from the loop. A part of the service's interface."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from specdesk import jsonfile
from specdesk.errors import SpecDeskError
from specdesk.language import translate
from specdesk.profiles import SavedProfile, profile_path, profiles_dir, read_plan, saved_profiles, write_plan
from specdesk.records.plan import LaunchPlan
from specdesk.service.events import Event, Problem
from specdesk.service.profile_events import ProfileImported, ProfileSaved, ProfilesKnown

log = logging.getLogger(__name__)

TOPIC = "profile"


class ProfileRequests(ABC):
    """All methods return at once and may be called from any thread."""

    _post: Callable[[Event], None]

    @abstractmethod
    def _do(self, topic: str, work: Callable[[Any], Coroutine[Any, Any, object]]) -> None:
        """Run on the loop; trouble becomes a Problem event."""

    def list_profiles(self) -> None:
        """Post all saved profiles."""
        self._do(TOPIC, lambda _parts: self._list())

    def save_profile(self, name: str, plan: LaunchPlan) -> None:
        """Save a plan under a name; an older one of that name is replaced. ProfileSaved, then ProfilesKnown."""

        async def save(_parts: object) -> None:
            path = profile_path(profiles_dir(), name)
            await asyncio.to_thread(write_plan, path, plan, name)
            self._post(ProfileSaved(name=name, path=str(path)))
            await self._list()

        self._do(TOPIC, save)

    def delete_profile(self, path: str) -> None:
        """Delete a saved profile: ProfilesKnown. One that is gone already is no trouble."""

        async def delete(_parts: object) -> None:
            try:
                await asyncio.to_thread(Path(path).unlink, missing_ok=True)
            except OSError as error:
                raise SpecDeskError(
                    translate("Service", "The profile could not be deleted."),
                    translate("Service", "The system says: {error}.").format(error=error.strerror or error),
                ) from error
            await self._list()

        self._do(TOPIC, delete)

    def export_profile(self, path: str, plan: LaunchPlan, name: str) -> None:
        """Write a plan to a file of the user's choice."""

        async def export(_parts: object) -> None:
            await asyncio.to_thread(write_plan, Path(path), plan, name)

        self._do(TOPIC, export)

    def import_profile(self, path: str) -> None:
        """Read a profile from a file and keep it under a name that is free: ProfilesKnown, ProfileImported."""

        async def take(_parts: object) -> None:
            name = await asyncio.to_thread(_imported, Path(path))
            await self._list()
            self._post(ProfileImported(name=name))

        self._do(TOPIC, take)

    async def _list(self) -> None:
        """Those that cannot be used are said, each once: a spoilt one is set aside, any other will be said again."""
        found = await asyncio.to_thread(saved_profiles, profiles_dir())
        self._post(ProfilesKnown(profiles=tuple(profile for profile in found if profile.plan is not None)))
        for profile in found:
            if profile.problem is not None:
                self._post(await asyncio.to_thread(_unusable, profile))


def _unusable(profile: SavedProfile) -> Problem:
    """What is said of it, and where it is kept now. Blocks."""
    name = Path(profile.path).name
    what = translate("Service", "The profile “{name}” cannot be used.").format(name=profile.name)
    why, kept = profile.problem or "", ""
    if profile.spoilt:
        try:
            kept = str(jsonfile.set_aside(Path(profile.path), "bad"))
        except OSError as error:
            log.warning("%s: %s", name, error)
    step = translate("Service", "The old file is kept as {path}.").format(path=kept) if kept else ""
    return Problem(topic=TOPIC, what=what, why=why, next_step=step)


def _imported(path: Path) -> str:
    """The name under which it is kept. Blocks. Raises SpecDeskError when it is no profile or cannot be kept."""
    named = read_plan(path)
    name, number = named.name, 2
    while profile_path(profiles_dir(), name).exists():
        name = f"{named.name} {number}"
        number += 1
    write_plan(profile_path(profiles_dir(), name), named.plan, name)
    return name
