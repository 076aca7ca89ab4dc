"""`compare --address`: two addresses that somebody else serves, or one that takes speculation per question."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence

from specdesk.chat.attached.engine import Options
from specdesk.chat.trouble import UnusableAddressError
from specdesk.cli.attach import key_in
from specdesk.cli.compare_report import ENGINE_FAILED, NOTHING_READABLE, report, say
from specdesk.cli.measuring import ProgressLines, budget, carry_out_elsewhere, say_how_long, say_if_few
from specdesk.errors import ChatError, UsageError
from specdesk.language import translate
from specdesk.service.address_arms import Address, AddressOrder
from specdesk.service.address_session import begin_addresses
from specdesk.service.compare_session import CompareMoment, prompts_from
from specdesk.service.compare_store import CompareStore
from specdesk.service.compare_whole import WholeCompare

OFF = 0
"""Guesses per pass."""


def add(parser: argparse.ArgumentParser) -> None:
    """The options for addresses."""
    name, file = translate("CommandLine", "NAME"), translate("CommandLine", "FILE")
    group = parser.add_argument_group(translate("CommandLine", "an engine that runs already, in place of ARGS"))
    group.add_argument(
        "--address", metavar="URL",
        help=translate("CommandLine", "judge the engine at this address; nothing is started there"),
    )  # fmt: skip
    group.add_argument(
        "--against-address", metavar="URL",
        help=translate("CommandLine", "compare with this one, started without speculation"),
    )  # fmt: skip
    for prefix, address in (("", "--address"), ("against-", "--against-address")):
        model = translate("CommandLine", "the model of {option}; default: the one that is loaded")
        group.add_argument(f"--{prefix}model", metavar=name, help=model.format(option=address))
        key = translate("CommandLine", "a file with the key of {option}")
        group.add_argument(f"--{prefix}key-file", metavar=file, help=key.format(option=address))
    group.add_argument(
        "--guesses", type=int, metavar="N",
        help=translate("CommandLine", "--address alone, with N guesses per pass and with none (Ollama)"),
    )  # fmt: skip
    group.add_argument(
        "--draft-model", metavar=name,
        help=translate("CommandLine", "--address alone, with this draft and without (LM Studio)"),
    )  # fmt: skip


def run(options: argparse.Namespace) -> int:
    """0 when measured, whatever the verdict; 3 when an engine failed, or none answers there."""
    starting = (options.arguments, options.engine, options.against, options.temperature, options.people)
    if any(starting) or options.exact_cost or options.control:
        raise UsageError(
            translate(
                "CommandLine",
                "--address measures an engine that runs already: it goes without ARGS, --engine, --against, "
                "--temperature, --people, --exact-cost and --control.",
            ),
            next_step=translate("CommandLine", "Name the other address with --against-address."),
        )
    order = order_of(options)
    say_if_few(order.prompts)
    say_how_long(order.budget_s)
    lines = ProgressLines(order.budget_s)

    async def make(store: CompareStore) -> WholeCompare:
        def tell(moment: CompareMoment) -> None:
            lines.show(moment.words, moment.seconds_left)

        return await begin_addresses(order, store, tell, say)

    try:
        carried = asyncio.run(carry_out_elsewhere(make))
    except ChatError as error:
        say(error)
        return NOTHING_READABLE if isinstance(error, UnusableAddressError) else ENGINE_FAILED
    finally:
        lines.close()
    return report(options, carried)


def asked_for(options: argparse.Namespace) -> bool:
    """Whether addresses are meant. Raises UsageError for options of them without the one that is judged."""
    of_other = ("against_model", "against_key_file")
    named = _given(options, ("against_address", *of_other, "model", "key_file", "guesses", "draft_model"))
    if named and options.address is None:
        words = translate("CommandLine", "{option} needs --address, the engine that is judged.")
        raise UsageError(words.format(option=named[0]))
    named = _given(options, of_other)
    if named and options.against_address is None:
        words = translate("CommandLine", "{option} needs --against-address, the engine that it is compared with.")
        raise UsageError(words.format(option=named[0]))
    return options.address is not None


def _given(options: argparse.Namespace, names: Sequence[str]) -> list[str]:
    return [f"--{name.replace('_', '-')}" for name in names if getattr(options, name) is not None]


def order_of(options: argparse.Namespace) -> AddressOrder:
    """What is asked for. Raises UsageError, and FileFormatError for prompts."""
    if options.guesses is not None and options.guesses < 1:
        words = translate(
            "CommandLine", "--guesses needs a whole number above 0; without guesses is what it is compared with."
        )
        raise UsageError(words)
    judged = Options(model=options.model, guesses=options.guesses, draft_model=options.draft_model)
    if options.against_address is None:
        plain = Options(model=options.model) if options.draft_model else Options(model=options.model, guesses=OFF)
        other = Address(url=options.address, key=key_in(options.key_file), options=plain)
    else:
        model = options.against_model
        other = Address(url=options.against_address, key=key_in(options.against_key_file), options=Options(model=model))
    return AddressOrder(
        a=other, b=Address(url=options.address, key=key_in(options.key_file), options=judged),
        prompts=prompts_from(options.prompts), minutes=budget(options.minutes), quick=options.quick,
    )  # fmt: skip
