"""The script that measures any OpenAI-compatible address without SpecDesk: one file that is copied, not run here."""

from __future__ import annotations

from specdesk.paths import resources_dir

SCRIPT_NAME = "measure_endpoint.py"


def script() -> bytes:
    """Its text. Reads one small file that ships with the program."""
    return (resources_dir() / "scripts" / SCRIPT_NAME).read_bytes()
