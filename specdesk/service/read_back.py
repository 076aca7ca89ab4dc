"""What a server that answers really is: read back from it, never assumed from what was asked for."""

from __future__ import annotations

from pathlib import Path

import msgspec

from specdesk.chat.answers import Props, Slot
from specdesk.chat.client import EngineClient
from specdesk.engines.log_lines import Buffer, EngineFacts
from specdesk.errors import EngineError
from specdesk.service.events import SpeculationStatus
from specdesk.service.launch import Launch

UNEXPLAINED = "The engine runs without it and gives no reason."


class ServerReport(msgspec.Struct, frozen=True, kw_only=True):
    """As told by /slots and /props, with the log's reasons. context: tokens per slot."""

    launch: Launch
    pid: int
    speculation: SpeculationStatus
    speculative: bool | None
    reason: str | None
    context: int | None
    slots: int | None
    build: str | None
    buffers: tuple[Buffer, ...]


async def read_back(launch: Launch, pid: int, client: EngineClient, facts: EngineFacts) -> ServerReport:
    """Ask the server. Raises ChatError when it does not answer, EngineError when it is not the one we started."""
    props = await client.props()
    _check_ours(launch, props)
    slots = await client.slots()
    armed = _armed(slots)
    if armed is None:
        armed = facts.speculation
    status = speculation_status(launch.plan.speculates, armed)
    reason = facts.speculation_reason if status == "off" or facts.translated else None
    return ServerReport(
        launch=launch,
        pid=pid,
        speculation=status,
        speculative=armed,
        reason=reason or (UNEXPLAINED if status == "off" else None),
        context=props.context or facts.context or (slots[0].context if slots else None),
        slots=props.total_slots or (len(slots) if slots else None),
        build=props.build_info,
        buffers=facts.buffers,
    )


def speculation_status(wanted: bool, armed: bool | None) -> SpeculationStatus:
    """The badge's state from what was asked for and what the engine says."""
    if armed:
        return "on"
    if not wanted:
        return "none"
    return "unknown" if armed is None else "off"


def _armed(slots: tuple[Slot, ...] | None) -> bool | None:
    told = [slot.speculative for slot in slots or () if slot.speculative is not None]
    return any(told) if told else None


def _check_ours(launch: Launch, props: Props) -> None:
    """Another server may sit on the port: the model it names is then another one."""
    wanted = launch.plan.target
    if wanted is None or props.model_path is None:
        return
    if Path(props.model_path).name != Path(wanted).name:
        raise EngineError(
            f"Another server answers on port {launch.port}.",
            f"It runs {Path(props.model_path).name}.",
            "Choose another port, or leave the port to SpecDesk.",
        )
