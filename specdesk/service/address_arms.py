"""Two addresses that somebody else started as the arms of a compare, or one that takes speculation per question.

Nothing there is started, stopped or changed. What is not in our hands is said with the result: other people's
questions, what a server remembers, how it was started.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from urllib.parse import urlsplit

import msgspec

from specdesk.chat.attached.engine import Choice, Options
from specdesk.chat.attached.identity import EngineName, Identity, Place, Probed, engine_words
from specdesk.chat.attached.probing import base_of, client_of, probe
from specdesk.chat.attached.table import engine_named
from specdesk.chat.attached.trouble import silent
from specdesk.chat.client import EngineClient
from specdesk.chat.compare_prompts import ComparePrompt
from specdesk.chat.trouble import UnusableAddressError, refused_key, still_loading
from specdesk.errors import SpecDeskError, UsageError
from specdesk.language import mark, translate
from specdesk.measure.headlines import ADDRESSES, Names
from specdesk.measure.protocol import budget_of
from specdesk.service.baselines import address_key
from specdesk.service.outcome import failure_in

NOT_OURS = mark(
    "Service",
    "Nothing was started or changed there: other people's questions, what a server remembers and how it was started "
    "are not controlled. Each question was asked once of each, in turns.",
)
ONE_SWITCHED = mark(
    "Service",
    "One server answered both ways, as each question asked; other people's questions and what it remembers are not "
    "controlled. Each question was asked once of each way, in turns.",
)
OTHER_MODELS = mark(
    "Service",
    "The two run models of different names: what is compared may be the models and not the speculation.",
)
FAR = mark("Service", "It is timed by this computer's clock, so the network between is part of it.")
UNCOUNTED = mark(
    "Service",
    "An engine does not say how many tokens it wrote. Pieces of a stream are no tokens, so its speed cannot be told.",
)
BOTH_SPECULATE = mark(
    "Service",
    "The other address says that it speculates, too: what is compared is two ways of guessing, not with and without.",
)
NONE_SPECULATES = mark(
    "Service", "The address that is judged says that it does not speculate, so this tells nothing about speculation."
)
PLAIN_GUESSED = mark(
    "Service",
    "Guesses were made on the side that was to be without speculation, so this is not with and without.",
)
NOT_TOLD = mark(
    "Service",
    "The model thinks before it answers, and this kind of engine is not told not to; thinking is part of what was "
    "timed.",
)
LOOKED_UP = mark(
    "Service",
    "Where answers differ, the address without speculation was asked behind the last question how likely it finds "
    "each word there.",
)
NO_LIKELIEST = mark(
    "Service",
    "Why answers differ was not looked up: only llama-server and vLLM go on from any place in an answer and tell the "
    "likeliest words there.",
)
GUESSED_TOO = mark(
    "Service",
    "Why answers differ was not looked up: the side that they are compared with guesses, too, so it is no measure.",
)
REFUSED_LIKELIEST = mark(
    "Service",
    "Why answers differ could not be looked up: the address without speculation did not tell the likeliest words.",
)
"""Kept in English with a result, and looked up where they are shown."""

PROBE_WHOLE_S = 6.0
"""Patience with both addresses together, until they have said who they are."""

COUNTING: frozenset[EngineName] = frozenset(("llama-server", "vllm", "lm-studio"))
"""Those that tell guesses when they make some."""

TEMPLATED: frozenset[EngineName] = frozenset(("llama-server", "vllm", "ollama"))
"""Those that can be told not to think: `chat_template_kwargs` goes to the template, Ollama takes `think`. A model that
knows no thinking ignores either. Of the others it is not known, and some refuse fields that they do not know."""

_LINK = re.compile(r"\b[A-Za-z][A-Za-z0-9+.-]*://[^\s\"'<>()]*[^\s\"'<>().,;:]")


class Address(msgspec.Struct, frozen=True, kw_only=True):
    """One arm as it was asked for. key: kept in memory only. options: the model, and speculation where the engine takes
    that per question."""

    url: str
    key: str | None = None
    options: Options = Options()


class AddressOrder(msgspec.Struct, frozen=True, kw_only=True):
    """What is wanted. a: what b is compared with. prompts: those wanted most come first. minutes: None = the usual."""

    a: Address
    b: Address
    prompts: tuple[ComparePrompt, ...]
    minutes: float | None = None
    quick: bool = False

    @property
    def budget_s(self) -> float:
        """Seconds."""
        return budget_of(self.minutes, quick=self.quick)

    @property
    def switches(self) -> bool:
        """One server answers both ways."""
        return base_of(self.a.url) == base_of(self.b.url) and self.a.options.model == self.b.options.model


class AskedArm(msgspec.Struct, frozen=True, kw_only=True):
    """One arm as it is kept: no address, no key. choice: what each question said of speculation, "" = nothing.

    known_as: the name of what is measured there (`baselines.address_key`), "" where an older version kept it.
    """

    engine: EngineName
    model: str
    version: str | None = None
    where: Place = "LOCAL"
    speculation: bool | None = None
    choice: str = ""
    known_as: str = ""

    @property
    def words(self) -> str:
        """ "vLLM 0.33.0"."""
        return f"{engine_words(self.engine)} {self.version}" if self.version else engine_words(self.engine)


class Arms:
    """Both, found. Made with `found`. Clients are closed with `close`."""

    def __init__(self, order: AddressOrder, probed: Sequence[Probed], clients: Sequence[EngineClient]) -> None:
        self.order = order
        self.identities: tuple[Identity, Identity] = (probed[0].identity, probed[1].identity)
        a, b = asked_arm(probed[0], order.a.options), asked_arm(probed[1], order.b.options)
        if order.switches and b.choice and not a.choice:
            a = msgspec.structs.replace(a, speculation=False)  # as asked: its questions name no draft
        self.asked = (a, b)
        self.clients: tuple[EngineClient, EngineClient] = (clients[0], clients[1])

    async def close(self) -> None:
        """Ends the connections."""
        for client in self.clients:
            await client.aclose()

    @property
    def names(self) -> Names:
        """How the arms are called."""
        return Names() if self.order.switches else ADDRESSES

    @property
    def speculates(self) -> tuple[bool, bool]:
        """Whether A and B are meant to draft, where that is certain and the engine would tell."""
        a, b = self.asked
        return (False, a.speculation is False and b.speculation is True and b.engine in COUNTING)

    @property
    def notes(self) -> tuple[str, ...]:
        """What was not in our hands."""
        a, b = self.asked
        found = [ONE_SWITCHED if self.order.switches else NOT_OURS]
        if a.model != b.model:
            found.append(OTHER_MODELS)
        if a.speculation is True:
            found.append(BOTH_SPECULATE)
        elif b.speculation is False:
            found.append(NONE_SPECULATES)
        if any(arm.where != "LOCAL" and arm.engine in ("vllm", "openai") for arm in self.asked):
            found.append(FAR)
        return tuple(found)


async def found(order: AddressOrder) -> Arms:
    """Who answers at both. Raises SpecDeskError when one cannot be asked, or when there is nothing to compare."""
    if not order.prompts:
        raise UsageError(
            translate("Service", "There is nothing to compare with: no prompt was given."),
            "",
            translate("Service", "Choose a file with prompts."),
        )
    if order.switches and order.a.options == order.b.options:
        raise UsageError(
            translate("Service", "There is nothing to compare: both are the same address, asked in the same way."),
            "",
            translate("Service", "Name another address, or say what each question asks of speculation."),
        )
    addresses = (order.a, order.b)
    probed = await _probed(addresses)
    for one, address in zip(probed, addresses, strict=True):
        trouble = _unusable(one.identity, address.options)
        if trouble is not None:
            raise trouble
    if not order.switches and probed[0].identity.speculation and probed[1].identity.speculation is False:
        raise UsageError(
            translate("Service", "The two addresses are the wrong way round."),
            translate("Service", "The one that is judged says that it does not speculate, and the other that it does."),
            translate("Service", "Swap them."),
        )
    clients: list[EngineClient] = []
    try:
        for one, address in zip(probed, addresses, strict=True):
            clients.append(client_of(one, address.key, address.options))
    except SpecDeskError:
        for client in clients:
            await client.aclose()
        raise
    return Arms(order, probed, clients)


async def _probed(addresses: Sequence[Address]) -> list[Probed]:
    """Who answers, in PROBE_WHOLE_S; nothing goes on behind it. Raises SpecDeskError."""
    looks = [asyncio.ensure_future(probe(one.url, one.key)) for one in addresses]
    try:
        done, late = await asyncio.wait(looks, timeout=PROBE_WHOLE_S)
    finally:
        for look in looks:
            look.cancel()
            look.add_done_callback(_heeded)
    errors = [error for look in done if (error := failure_in(look)) is not None]
    if late:
        await asyncio.wait(late)
        slow = next(one for one, look in zip(addresses, looks, strict=True) if look in late)
        errors.append(silent(base_of(slow.url), PROBE_WHOLE_S))
    if errors:
        raise min(errors, key=lambda error: not isinstance(error, UnusableAddressError))
    return [look.result() for look in looks]


def _heeded(look: asyncio.Task[Probed]) -> None:
    """Of one that is called off nobody asks how it ended."""
    if not look.cancelled():
        look.exception()


def _unusable(identity: Identity, options: Options) -> SpecDeskError | None:
    """Why it cannot be asked in that way."""
    if identity.needs_key:
        return refused_key(identity.url)
    if identity.loading:
        return still_loading()
    said: dict[Choice, object] = {"guesses": options.guesses, "draft-model": options.draft_model}
    takes = engine_named(identity.engine).per_request
    if not any(value is not None and choice not in takes for choice, value in said.items()):
        return None
    engine, two = engine_words(identity.engine), translate("Service", "Or compare two addresses.")
    if "draft-model" in takes:
        what = translate("Service", "{engine} takes no number of guesses with a question, but a draft model.")
        step = translate("Service", "Name the draft model.")
        return UsageError(what.format(engine=engine), "", f"{step} {two}")
    if "guesses" in takes:
        what = translate("Service", "{engine} takes no draft model with a question, but a number of guesses.")
        step = translate("Service", "Say how many guesses.")
        return UsageError(what.format(engine=engine), "", f"{step} {two}")
    return UsageError(
        translate("Service", "{engine} takes no speculation per question.").format(engine=engine),
        translate("Service", "Ollama takes a number of guesses, LM Studio a draft model."),
        translate("Service", "Compare two addresses, one of them without speculation."),
    )


def asked_arm(probed: Probed, options: Options) -> AskedArm:
    """What is asked there, and how."""
    identity = probed.identity
    model = options.model or identity.model or "?"
    speculation, choice = identity.speculation, ""
    if options.guesses is not None:
        speculation, choice = options.guesses > 0, f"draft_num_predict {options.guesses}"
    elif options.draft_model:
        speculation, choice = True, f"draft_model {options.draft_model}"
    return AskedArm(
        engine=identity.engine, model=model, version=identity.version, where=probed.where, speculation=speculation,
        choice=choice, known_as=address_key(identity.url, model, identity.version, choice),
    )  # fmt: skip


def without_address(text: str, url: str, name: str) -> str:
    """What an engine said of itself, to be kept: `name` in place of its address and of every other link."""
    where = urlsplit(url).netloc
    text = _LINK.sub(lambda _found: name, text)
    for part in (where, where.rpartition("@")[2]):
        text = text.replace(part, name) if part else text
    return text


def pair_words(asked: tuple[AskedArm, AskedArm]) -> str:
    """The models in words."""
    return " / ".join(dict.fromkeys(arm.model for arm in asked))


def engines_words(asked: tuple[AskedArm, AskedArm]) -> str:
    """The engines in words."""
    return " / ".join(dict.fromkeys(arm.words for arm in asked))
