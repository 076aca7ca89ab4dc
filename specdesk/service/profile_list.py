"""Profiles for the window: listed and saved on disk, away from the loop. A part of the service's interface."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine
from typing import Any

from specdesk.profiles import profile_path, profiles_dir, saved_profiles, write_plan
from specdesk.records.plan import LaunchPlan
from specdesk.service.events import Event
from specdesk.service.profile_events import ProfileSaved, ProfilesKnown

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

    async def _list(self) -> None:
        found = await asyncio.to_thread(saved_profiles, profiles_dir())
        self._post(ProfilesKnown(profiles=tuple(profile for profile in found if profile.plan is not None)))
