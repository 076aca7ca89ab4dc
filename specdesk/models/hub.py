"""Fetching one file from a model hub, as seen from SpecDesk: what the worker is told, what it says, whose host it is.

The hub's library runs in a process of its own (`hub_worker`), started only after the user has pressed the button below
a sentence that names host and size. Talk: one JSON line on its input (`FetchOrder`), then JSON lines on its output
(`FetchEvent`); the end of its input ends it at once, and what has come so far is kept for the next try.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from typing import Final, Literal
from urllib.parse import quote, urlsplit

import msgspec

from specdesk.paths import worker_command

WORKER_MODULE: Final = "specdesk.models.hub_worker"
WORKER_SWITCH: Final = "--fetch-worker"
"""First argument that turns a frozen SpecDesk into the worker."""
LIBRARY: Final = "huggingface_hub"
ENDPOINT: Final = "https://huggingface.co"
ENDPOINT_VARIABLE: Final = "HF_ENDPOINT"
"""Mirrors are named by this variable, as the hub's own library reads it."""
SIZE_SLACK: Final = 0.15
"""A file whose size differs by more than this share from the size that the user was told is not fetched."""


class FetchOrder(msgspec.Struct, frozen=True, kw_only=True):
    """What to fetch. size_mib: what the user was told. folder: where the finished file goes."""

    repository: str
    file: str
    size_mib: float
    folder: str


class FetchEvent(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line of the worker. done_mib of total_mib; path: the finished file. size_mib: the real size, with "resized".

    "resized": it is not of the size that was told, and nothing was fetched. "failed": the parts of a SpecDeskError,
    why with `system` in its braces.
    """

    fetch: Literal["progress", "checking", "done", "resized", "failed"]
    done_mib: float = 0.0
    total_mib: float | None = None
    path: str = ""
    what: str = ""
    why: str = ""
    next_step: str = ""
    system: str = ""


_event: Final = msgspec.json.Decoder(FetchEvent)


def can_fetch() -> bool:
    """True where the hub's library is installed."""
    return importlib.util.find_spec(LIBRARY) is not None


def endpoint(environment: Mapping[str, str]) -> str:
    """The address of the hub in use, without a slash at its end."""
    return (environment.get(ENDPOINT_VARIABLE) or ENDPOINT).rstrip("/")


def host(environment: Mapping[str, str]) -> str:
    """The name of the hub in use, as said to the user."""
    address = endpoint(environment)
    return urlsplit(address).hostname or address


def page_of(repository: str, environment: Mapping[str, str]) -> str:
    """The address of a repository's page."""
    return f"{endpoint(environment)}/{quote(repository)}"


def search_of(words: str, environment: Mapping[str, str]) -> str:
    """The address of the hub's search for models."""
    return f"{endpoint(environment)}/models?search={quote(words)}"


def worker_argv() -> list[str]:
    """The command of the worker; a frozen SpecDesk is its own worker behind a hidden switch."""
    return worker_command(WORKER_MODULE, WORKER_SWITCH)


def worker_input(order: FetchOrder) -> bytes:
    """The line that the worker reads first."""
    return msgspec.json.encode(order) + b"\n"


def read_event(line: str | bytes) -> FetchEvent | None:
    """The worker's own line, None for anything else."""
    try:
        return _event.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
