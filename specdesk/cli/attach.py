"""`attach`: who answers at an address, what it can tell, and, if asked for, one question with its figures."""

from __future__ import annotations

import argparse
import asyncio
import time
from pathlib import Path

import msgspec

from specdesk.chat.attached.engine import Options
from specdesk.chat.attached.identity import Probed
from specdesk.chat.attached.probing import client_of, probe
from specdesk.chat.conversation import Conversation, Message, append, request_body
from specdesk.chat.reply import GrowingReply, footer_words
from specdesk.chat.trouble import UnusableAddressError, refused_key
from specdesk.cli.output import print_json, print_table, tell, yes_or_no
from specdesk.errors import ChatError, UsageError
from specdesk.language import number, translate
from specdesk.records.plan import Sampling
from specdesk.service.counters import Counters
from specdesk.shown_address import shown_address

NOBODY = 1
WRONG_USE = 2
SILENCE_S = 600.0


def add(parser: argparse.ArgumentParser) -> None:
    """The verb's options."""
    parser.add_argument("address", metavar="URL")
    name = translate("CommandLine", "NAME")
    parser.add_argument(
        "--key-file", metavar=translate("CommandLine", "FILE"),
        help=translate("CommandLine", "a file with the key; it is never taken from the command"),
    )  # fmt: skip
    parser.add_argument(
        "--ask", metavar=translate("CommandLine", "TEXT"),
        help=translate("CommandLine", "ask this once, and print the reply with its figures"),
    )  # fmt: skip
    parser.add_argument(
        "--model", metavar=name, help=translate("CommandLine", "default: the one that is loaded, or the first")
    )
    parser.add_argument(
        "--guesses", type=int, metavar="N", help=translate("CommandLine", "guesses per pass, 0 = off (Ollama)")
    )
    parser.add_argument(
        "--draft-model", metavar=name,
        help=translate("CommandLine", "a draft model for this question (LM Studio)"),
    )  # fmt: skip
    parser.add_argument(
        "--reply-limit", type=int, default=256, metavar="N",
        help=translate("CommandLine", "tokens of the reply (256)"),
    )  # fmt: skip


def run(options: argparse.Namespace) -> int:
    """0 when an engine answers; 1 when none does; 2 for what is no address."""
    key = key_in(options.key_file)
    try:
        probed = asyncio.run(probe(options.address, key))
    except ChatError as error:
        tell(error)
        return WRONG_USE if isinstance(error, UnusableAddressError) else NOBODY
    document: dict[str, object] = {"where": probed.where, "words": probed.words}
    document |= msgspec.to_builtins(probed.identity) | {"url": shown_address(probed.identity.url)}
    if not options.json:
        _print(probed)
    if options.ask is not None:
        chosen = Options(model=options.model, guesses=options.guesses, draft_model=options.draft_model)
        message = asyncio.run(_ask(probed, key, chosen, options.ask, options.reply_limit))
        document["reply"] = msgspec.to_builtins(message)
        if not options.json:
            print(f"\n{message.text}\n\n{footer_words(message.footer) if message.footer else ''}")
    if options.json:
        print_json(document)
    return 0


def key_in(path: str | None) -> str | None:
    """The first line of the file. Raises UsageError when there is none in it."""
    if path is None:
        return None
    text = Path(path).read_text("utf-8", "replace").strip()
    if not text:
        raise UsageError(translate("CommandLine", "{path} has no key in it.").format(path=path))
    return text.splitlines()[0]


async def _ask(probed: Probed, key: str | None, chosen: Options, text: str, limit: int) -> Message:
    """One question, with the engine's counters around it. Raises ChatError."""
    identity = probed.identity
    if identity.needs_key:
        raise refused_key(identity.url)
    client = client_of(probed, key, chosen)
    growing = GrowingReply(
        1, time.monotonic(), setup=chosen.model or identity.model or "", speculating=identity.speculation,
        follows_guesses=client.follows_guesses,
    )  # fmt: skip
    counters = Counters(client)
    try:
        await counters.begin()
        body = request_body(append(Conversation(), "user", text), Sampling(), limit, None)
        async with client.stream_chat(body, stall_s=SILENCE_S) as stream:
            async for delta in stream:
                growing.feed(delta)
        if growing.sample is not None:
            growing.sample = await counters.completed(growing.sample)
    finally:
        await client.aclose()
    return growing.message()


def _print(probed: Probed) -> None:
    print(probed.words)
    if probed.identity.speculation_why:
        print(probed.identity.speculation_why)
    rows = [(one.name, yes_or_no(one.offered), one.why) for one in probed.identity.capabilities]
    if rows:
        print_table((translate("CommandLine", "What"), "", translate("CommandLine", "Why")), rows)
    for model in probed.identity.loaded:
        if model.size_mib is None:
            continue
        words = (
            translate("CommandLine", "In memory: {name}, {size} MiB")
            if model.gpu_mib is None
            else translate("CommandLine", "In memory: {name}, {size} MiB, {gpu} MiB of them on graphics cards")
        )
        gpu_mib = "" if model.gpu_mib is None else number(model.gpu_mib)
        print(words.format(name=model.name, size=number(model.size_mib), gpu=gpu_mib))
