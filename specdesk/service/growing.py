"""Memory after each reply of our own server: told when it only ever rises."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from specdesk.engines.devices import engine_devices
from specdesk.engines.engine_info import EngineInfo
from specdesk.language import translate
from specdesk.memory.growth import NEXT_STEP, RAM, GrowthWatch
from specdesk.records.device import MonitorReading
from specdesk.records.fit import Fit
from specdesk.service.events import Event, Problem
from specdesk.service.outcome import failure_of
from specdesk.service.readings import Readings

log = logging.getLogger(__name__)


class Growing:
    """One server at a time, from `begin` to `end`. Lives on the service's loop."""

    def __init__(self, post: Callable[[Event], None], readings: Readings) -> None:
        self._post = post
        self._readings = readings
        self._engine: EngineInfo | None = None
        self._watch: GrowthWatch | None = None
        self._used: set[str] = set()
        self._look: asyncio.Task[None] | None = None

    def begin(self, fit: Fit, engine: EngineInfo, reading: MonitorReading) -> None:
        """A server is ready. fit: what it has allocated; reading: what is used now.

        Weights that are read in place count as the server's only once they were needed, which takes replies: so much
        more may come, beside what the prompt cache may take.
        """
        weights = fit.host.target.weights + (fit.host.draft.weights if fit.host.draft else 0.0)
        unread = max(weights - (reading.host.server_rss_mib or 0.0), 0.0)
        self._engine = engine
        self._watch = GrowthWatch(fit.host.prompt_cache + unread)
        parts = [(device.id, device.target, device.draft) for device in fit.devices]
        self._used = {name for name, target, draft in parts if target.total or (draft is not None and draft.total)}

    def end(self) -> None:
        """It is gone."""
        self._watch = None
        if self._look is not None:
            self._look.cancel()

    def reply_ended(self) -> None:
        """A reply of it has ended."""
        if self._watch is not None and self._engine is not None and (self._look is None or self._look.done()):
            self._look = asyncio.get_running_loop().create_task(self._after_reply(self._watch, self._engine))

    async def _after_reply(self, watch: GrowthWatch, engine: EngineInfo) -> None:
        error = await failure_of(self._compare(watch, engine))
        if error is not None:
            log.warning("memory after a reply: %s", error)

    async def _compare(self, watch: GrowthWatch, engine: EngineInfo) -> None:
        """Raises SpecDeskError when the driver does not answer."""
        for sentence in watch.after_reply(self._used_mib(await self._readings.read(), engine)):
            self._post(Problem(topic="memory", what=sentence, next_step=translate("Memory", NEXT_STEP)))

    def _used_mib(self, reading: MonitorReading, engine: EngineInfo) -> dict[str, float | None]:
        """What is used where the server has something: on cards that the driver reads, and in RAM by the server."""
        found: dict[str, float | None] = {RAM: reading.host.server_rss_mib}
        devices = engine_devices(engine.devices, reading.gpus, reading.host)
        names = [device.name for device in devices]
        for device in devices:
            if device.id not in self._used or device.source != "nvml":
                continue
            name = device.name if names.count(device.name) == 1 else f"{device.name} ({device.id})"
            known = device.total_mib is not None and device.free_mib is not None
            found[name] = (device.total_mib or 0.0) - (device.free_mib or 0.0) if known else None
        return found
