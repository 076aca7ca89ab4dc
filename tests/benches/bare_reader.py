"""One reply read without a window, in a process of its own, by the program's own client.

usage: python tests/benches/bare_reader.py URL QUESTION [LIMIT]   (key, if any, in the environment: BARE_READER_KEY)
Prints one JSON object: tokens, rate (tokens/s from asking to the last one, by this clock), engine_rate (the engine's).
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

from specdesk.chat.client import EngineClient
from specdesk.records.sample import Sample

KEY = "BARE_READER_KEY"


class Arrival(msgspec.Struct, frozen=True):
    """How a reply arrived. rate: tokens/s; engine_rate: the same by the engine's own figures."""

    tokens: int
    rate: float
    engine_rate: float | None


def arrival(asked: float, seen: Sequence[tuple[float, Sample]]) -> Arrival:
    """From the moment of asking and (time of arrival, figures so far): all tokens over the time until the last one was
    there, which no bunching of what arrives in between can flatter."""
    ended, last = seen[-1]
    return Arrival(tokens=last.tokens, rate=last.tokens / (ended - asked), engine_rate=last.rate)


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
    asked = time.perf_counter()
    async with client.stream_chat(body, stall_s=120.0) as stream:
        async for delta in stream:
            if delta.sample is not None:
                seen.append((time.perf_counter(), delta.sample))
    await client.aclose()
    return arrival(asked, seen)


def main(url: str, question: str, limit: str = "-1") -> None:
    """Read and print."""
    found = asyncio.run(read(url, os.environ.get(KEY) or None, question, int(limit)))
    print(json.dumps(msgspec.to_builtins(found)))


if __name__ == "__main__":
    main(*sys.argv[1:])
