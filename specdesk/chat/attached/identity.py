"""Who answers at an address, where that is, and what it can and cannot tell."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from specdesk.language import mark, translate

EngineName = Literal["llama-server", "vllm", "ollama", "lm-studio", "openai"]
Place = Literal["LOCAL", "LAN", "REMOTE"]

PLACE_WORDS: Final[dict[Place, str]] = {
    "LOCAL": mark("Chat", "On this computer: nothing leaves it."),
    "LAN": mark(
        "Chat",
        "On your network: your text leaves this computer, and anybody on the way can read it unless it is https.",
    ),
    "REMOTE": mark("Chat", "On the internet: your text leaves this computer and your network."),
}
CapabilityName = Literal["rate", "acceptance", "per-position", "tokens-per-pass", "memory", "switch", "start"]


class Capability(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that the engine can tell or do. why: whose figure it is, or the reason for a "no"; one sentence."""

    name: CapabilityName
    offered: bool
    why: str


class LoadedModel(msgspec.Struct, frozen=True, kw_only=True):
    """A model in an engine's memory. Sizes in MiB: in all, and on graphics cards. context: tokens."""

    name: str
    size_mib: float | None = None
    gpu_mib: float | None = None
    context: int | None = None


class Identity(msgspec.Struct, frozen=True, kw_only=True):
    """What a probe found. url: base address. model: the one that a chat uses; models: all that are offered.

    speculation: armed or not, None = the engine does not say. speculation_why: how that is known, one sentence.
    context: tokens per slot. needs_key: it asks for a key and refused ours. loading: it answers, and not yet chats.
    remote_model: the model itself runs elsewhere (Ollama's cloud models). loaded: what is in its memory.
    """

    engine: EngineName
    url: str
    version: str | None = None
    model: str | None = None
    models: tuple[str, ...] = ()
    speculation: bool | None = None
    speculation_why: str = ""
    context: int | None = None
    slots: int | None = None
    needs_key: bool = False
    loading: bool = False
    remote_model: bool = False
    loaded: tuple[LoadedModel, ...] = ()
    capabilities: tuple[Capability, ...] = ()


class Probed(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to a probe. where: by the resolved addresses, or REMOTE where the model runs elsewhere."""

    identity: Identity
    where: Place
    words: str


def place_of(addresses: Sequence[str]) -> Place:
    """Where a host is, by all addresses that its name stands for: the farthest counts. Unreadable ones are far."""
    found: set[Place] = {_place(address) for address in addresses} or {"REMOTE"}
    return "REMOTE" if "REMOTE" in found else "LAN" if "LAN" in found else "LOCAL"


def _place(address: str) -> Place:
    try:
        ip = ipaddress.ip_address(address.partition("%")[0].strip("[]"))
    except ValueError:
        return "REMOTE"
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped is not None:
        ip = ip.ipv4_mapped
    if ip.is_loopback or ip.is_unspecified:
        return "LOCAL"
    shared = isinstance(ip, ipaddress.IPv4Address) and ip in ipaddress.ip_network("100.64.0.0/10")
    return "LAN" if ip.is_private or ip.is_link_local or shared else "REMOTE"


ENGINE_WORDS: Final[dict[EngineName, str]] = {
    "llama-server": "llama-server",
    "vllm": "vLLM",
    "ollama": "Ollama",
    "lm-studio": "LM Studio",
    "openai": mark("Chat", "OpenAI-compatible server"),
}


NO_BUILD: Final = "b0-"
"""How llama.cpp begins its build where it was packaged without the number."""


def engine_words(engine: EngineName) -> str:
    """Its name for people."""
    return translate("Chat", ENGINE_WORDS[engine])


def identity_words(identity: Identity, with_key: bool = False) -> str:
    """ "vLLM 0.33.0 with Qwen/Qwen3-8B; speculation is on.". with_key: it was asked with a key."""
    name = engine_words(identity.engine)
    if identity.needs_key:
        asks, refuses = (
            translate("Chat", "{engine}; it asks for a key."),
            translate("Chat", "{engine}; it refuses this key. Check that it is the one the server was started with."),
        )
        words = refuses if with_key else asks
    elif identity.loading:
        words = translate("Chat", "{engine}; it is still loading its model.")
    else:
        words = translate("Chat", _STATES[bool(identity.model), identity.speculation])
    engine = f"{name} {identity.version}" if identity.version else name
    if (identity.version or "").startswith(NO_BUILD):
        engine = translate("Chat", "{engine} (build unknown)").format(engine=name)
    return words.format(engine=engine, model=identity.model)


_STATES: Final = {
    (True, True): mark("Chat", "{engine} with {model}; speculation is on."),
    (True, False): mark("Chat", "{engine} with {model}; speculation is off."),
    (True, None): mark("Chat", "{engine} with {model}; it does not say whether it speculates."),
    (False, True): mark("Chat", "{engine}, without a model; speculation is on."),
    (False, False): mark("Chat", "{engine}, without a model; speculation is off."),
    (False, None): mark("Chat", "{engine}, without a model; it does not say whether it speculates."),
}
"""By whether it names a model, and what it says of speculation."""
