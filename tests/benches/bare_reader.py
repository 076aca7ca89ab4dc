"""One reply read without a window, in a process of its own, by the program's own client.

usage: python tests/benches/bare_reader.py URL QUESTION [LIMIT]   (key, if any, in the environment: BARE_READER_KEY)
Prints one JSON object: tokens, seconds (from the first figures to the last, by this clock), rate (tokens/s as they
arrived here), engine_rate (the engine's own).
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import msgspec

from specdesk.chat.client import EngineClient
from specdesk.records.sample import Sample

KEY = "BARE_READER_KEY"


class Arrival(msgspec.Struct, frozen=True):
    """How a reply arrived. rate, engine_rate: tokens/s."""

    tokens: int
    seconds: float
    rate: float
    engine_rate: float | None


def begin(url: str, key: str | None, question: str, limit: int = -1) -> subprocess.Popen[str]:
    """Start reading; `arrived` waits for the end."""
    return subprocess.Popen(
        [sys.executable, str(Path(__file__)), url, question, str(limit)], env=os.environ | {KEY: key or ""}, text=True,
        stdout=subprocess.PIPE,
    )  # fmt: skip


def arrived(reader: subprocess.Popen[str]) -> Arrival:
    """What a reader found. Ends the bench when it failed."""
    told, _ = reader.communicate()
    if reader.returncode:
        raise SystemExit("the bare reader failed")
    return msgspec.json.decode(told, type=Arrival)


async def read(url: str, key: str | None, question: str, limit: int) -> Arrival:
    """Read one reply to its end."""
    client = EngineClient(url, key)
    body = {
        "messages": [{"role": "user", "content": question}], "stream": True, "timings_per_token": True,
        "temperature": 0.0, "max_tokens": limit, "cache_prompt": False,
    }  # fmt: skip
    seen: list[tuple[float, Sample]] = []
    async with client.stream_chat(body, stall_s=120.0) as stream:
        async for delta in stream:
            if delta.sample is not None:
                seen.append((time.perf_counter(), delta.sample))
    await client.aclose()
    (began, first), (ended, last) = seen[0], seen[-1]
    tokens, seconds = last.tokens - first.tokens, ended - began
    return Arrival(tokens=tokens, seconds=seconds, rate=tokens / seconds, engine_rate=last.rate)


def main(url: str, question: str, limit: str = "-1") -> None:
    """Read and print."""
    found = asyncio.run(read(url, os.environ.get(KEY) or None, question, int(limit)))
    print(json.dumps(msgspec.to_builtins(found)))


if __name__ == "__main__":
    main(*sys.argv[1:])
