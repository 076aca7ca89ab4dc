"""What a server that answers really is: read back from it, never assumed from what was asked for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import PurePath

import msgspec

from specdesk.chat.answers import Props, speculation_armed
from specdesk.chat.client import EngineClient
from specdesk.chat.trouble import KeyRefusedError, PassingError
from specdesk.engines.log_lines import EngineFacts
from specdesk.errors import ChatError, EngineError
from specdesk.language import mark, translate
from specdesk.records.buffers import Buffer
from specdesk.service.access import ANY_PORT
from specdesk.service.events import SpeculationStatus
from specdesk.service.launch import Launch
from specdesk.service.longest import longest_draft


class NoAnswerError(EngineError):
    """It lives, and did not tell what it is: it may be busy."""


UNEXPLAINED = mark("Service", "The engine runs without it and gives no reason.")


class ServerReport(msgspec.Struct, frozen=True, kw_only=True):
    """As told by /slots and /props, with the log's reasons. context: tokens per slot.

    layers, draft_layers: (on the GPU, of how many), by the log. thinking: the template can be told not to think. most:
    tokens that its drafter can guess at once, None = it sets no limit.
    """

    launch: Launch
    pid: int
    speculation: SpeculationStatus
    speculative: bool | None
    reason: str | None
    context: int | None
    slots: int | None
    build: str | None
    buffers: tuple[Buffer, ...]
    layers: tuple[int, int] | None = None
    draft_layers: tuple[int, int] | None = None
    thinking: bool | None = None
    most: int | None = None


async def read_back(
    launch: Launch, pid: int, client: EngineClient, facts_now: Callable[[], EngineFacts]
) -> ServerReport:
    """Ask the server. Raises NoAnswerError when it does not answer now, EngineError when it is not the one that was
    started, or no llama-server."""
    try:
        props = await client.props()
        slots = await client.slots()
    except KeyRefusedError as error:
        raise _another(launch, translate("Service", "It refuses the key of this run.")) from error
    except PassingError as error:
        raise NoAnswerError(
            translate("Service", "The server does not tell what it runs."),
            str(error),
            translate("Service", "Start it again. If it happens again, look at its log."),
        ) from error
    except ChatError as error:
        raise EngineError(
            translate("Service", "The server answers, but not as a llama-server does."),
            str(error),
            translate("Service", "Choose another engine or port."),
        ) from error
    _check_ours(launch, props)
    facts = facts_now()
    told = speculation_armed(slots)
    speculative = facts.speculation if told is None else told
    status = speculation_status(launch.plan.speculates, speculative)
    reason = facts.speculation_reason if status == "off" or facts.translated else None
    return ServerReport(
        launch=launch,
        pid=pid,
        speculation=status,
        speculative=speculative,
        reason=restated_reason(facts) if status == "off" else reason,
        context=props.context or facts.context or (slots[0].context if slots else None),
        slots=props.total_slots or (len(slots) if slots else None),
        build=props.build_info,
        buffers=facts.buffers,
        layers=facts.layers,
        draft_layers=facts.draft_layers,
        thinking=props.thinking,
        most=await asyncio.to_thread(longest_draft, launch.plan),
    )


def restated_reason(facts: EngineFacts) -> str:
    """Why speculation is off, where it is known to be: by the log, or that there is no word of it."""
    return facts.speculation_reason or translate("Service", UNEXPLAINED)


def speculation_status(wanted: bool, armed: bool | None) -> SpeculationStatus:
    """The badge's state from what was asked for and what the engine says."""
    if armed:
        return "on"
    if not wanted:
        return "none"
    return "unknown" if armed is None else "off"


def model_name(props: Props, otherwise: str) -> str:
    """What a server calls its model: the alias, else the file's name."""
    return props.model_alias or (PurePath(props.model_path).name if props.model_path else otherwise)


def _check_ours(launch: Launch, props: Props) -> None:
    """Another server may sit on the port: the model it names is then another one."""
    wanted = launch.plan.target
    if wanted is None or props.model_path is None:
        return
    if PurePath(props.model_path).name != PurePath(wanted).name:
        words = translate("Service", "It runs {name}.")
        raise _another(launch, words.format(name=PurePath(props.model_path).name))


def _another(launch: Launch, why: str) -> EngineError:
    what = translate("Service", "Another server answers on port {port}.").format(port=launch.port)
    return EngineError(what, why, translate("Service", ANY_PORT))
