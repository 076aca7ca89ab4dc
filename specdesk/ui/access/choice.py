"""From what is remembered to how a server is started, and back. Pure."""

from __future__ import annotations

import msgspec

from specdesk.service.access import Access, new_key
from specdesk.settings import Settings

USUAL_PORT = 8480
"""Offered first: free on most computers, unlike 8080."""


def access_of(settings: Settings) -> Access:
    """Port and key for the next start. Closed to others: any free port and a key of that run."""
    outlives = settings.keep_serving
    if not settings.open_to_programs:
        return Access(outlives=outlives)
    key = {"kept": settings.server_key, "none": "", "random": None}[settings.key_mode]
    return Access(port=settings.fixed_port, key=key, outlives=outlives)


def opened(settings: Settings) -> Settings:
    """Settings with other programs let in: a port that stays, and a key that stays unless the user chose otherwise."""
    mode = "kept" if settings.key_mode == "random" else settings.key_mode
    return msgspec.structs.replace(
        settings,
        open_to_programs=True,
        fixed_port=settings.fixed_port or USUAL_PORT,
        key_mode=mode,
        server_key=settings.server_key or new_key(),
    )


def restart_needed(settings: Settings, url: str | None, key: str | None) -> bool:
    """True when the server that runs at `url` with `key` was started otherwise than `settings` say now."""
    if url is None or not settings.open_to_programs:
        return False
    wanted = access_of(settings)
    port_differs = wanted.port is not None and not url.endswith(f":{wanted.port}")
    key_differs = wanted.key is not None and (wanted.key or None) != key
    return port_differs or key_differs
