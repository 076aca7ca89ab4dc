"""Reading the command line and turning every outcome into an exit code.

0 fine; 1 the answer is no; 2 wrong use, or nothing readable (a sentence on standard error); 3 the engine did not start
or died.
"""

from __future__ import annotations

import argparse
import contextlib
import errno
import logging
import os
import sys
from collections.abc import Callable, Sequence
from io import TextIOWrapper
from typing import TYPE_CHECKING, NoReturn

from specdesk import __version__
from specdesk.cli import (
    attach,
    compare,
    compare_addresses,
    doctor,
    engines,
    export,
    fit,
    language,
    menu_entry,
    models,
    remove_data,
    serve,
    sweep,
)
from specdesk.cli.argparse_words import OF_VERSION
from specdesk.cli.output import tell
from specdesk.errors import EngineError, SpecDeskError, UsageError
from specdesk.language import translate
from specdesk.secret_arguments import redacted

WRONG_USE = 2
ENGINE_FAILED = 3
INTERRUPTED = 130
"""Ctrl-C, as shells number it; `serve` ends with 0."""

OUTPUT_ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)
"""What writing to an open file or terminal fails with; EPIPE has an exception of its own."""

WITH_ARGS = ("fit", "command", "export", "serve", "compare", "sweep")
STARTING = ("serve", "compare", "sweep")
"""Verbs that start a server."""

Verb = Callable[[argparse.Namespace], int]

if TYPE_CHECKING:
    _Verbs = argparse._SubParsersAction[argparse.ArgumentParser]


def main(argv: Sequence[str] | None = None) -> int:
    """Run one verb; the exit code."""
    _prepare_streams()
    try:
        return _run(argv)
    finally:
        _output_closed()  # Python would end with 120 where nobody took the complaint


def _run(argv: Sequence[str] | None) -> int:
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        language.settle(arguments)
        options = _options(arguments)
    except SystemExit as stop:  # argparse has said what is wrong, or printed its help
        return stop.code if isinstance(stop.code, int) else WRONG_USE
    except UsageError as error:
        return _failed(error, WRONG_USE)
    except BrokenPipeError:  # nobody reads the help
        return 0
    except OSError as error:
        return _failed(_told(error), WRONG_USE)
    code = 0
    try:
        code = options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:
        _output_closed()
    except EngineError as error:
        return _failed(error, ENGINE_FAILED if options.verb in STARTING else WRONG_USE)
    except SpecDeskError as error:
        return _failed(error, WRONG_USE)
    except OSError as error:
        return _failed(_told(error), WRONG_USE)
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _prepare_streams() -> None:
    """Output in any encoding, or to nobody, never fails; warnings of the program's own log stay off the screen."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by the caller (`>&-`), or a program without a console
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    logging.getLogger("specdesk").addHandler(logging.NullHandler())


def _options(arguments: list[str]) -> argparse.Namespace:
    """The options of one verb. For verbs with ARGS everything after the first `--` is ARGS, untouched.

    Raises UsageError for a file or a folder in place of a verb.
    """
    parser = _parser()
    if arguments[:1] and arguments[0] not in parser.get_default("verbs"):
        _check_no_path(arguments[0])
    at = arguments.index("--") if "--" in arguments else None
    if at is None or arguments[0] not in WITH_ARGS:
        options, rest = parser.parse_known_args(arguments)
    else:
        options, rest = parser.parse_known_args(arguments[:at])
        options.arguments = arguments[at + 1 :]
    if rest:
        said = (
            translate("CommandLine", "unknown arguments: {arguments}; put -- before the arguments of llama-server")
            if options.verb in WITH_ARGS
            else translate("CommandLine", "unknown arguments: {arguments}")
        )
        parser.error(said.format(arguments=redacted(" ".join(rest))))
    if options.verb is None:
        parser.error(translate("CommandLine", "a verb is needed: {verbs}").format(verbs=", ".join(options.verbs)))
    return options


def _check_no_path(word: str) -> None:
    """Raises UsageError when this looks like the model that the window is to open, and is none."""
    if os.path.isdir(word):
        said = translate("CommandLine", "{path} is a folder, not a model file.")
    elif os.path.lexists(word):
        said = translate("CommandLine", "{path} is no GGUF file: its name does not end in .gguf.")
    elif os.path.basename(word) != word:
        said = translate("CommandLine", "{path} is not there.")
    else:
        return
    step = translate("CommandLine", "Name a GGUF file, such as model.gguf; specdesk --help lists what else there is.")
    raise UsageError(said.format(path=word), next_step=step)


def _failed(error: SpecDeskError, code: int) -> int:
    with contextlib.suppress(OSError):  # standard error may be closed or full, too
        tell(error)
    return code


def _told(error: OSError) -> SpecDeskError:
    """What the system refused: a file, our own output, or something that it does not name."""
    why = translate("CommandLine", "The system says: {error}.").format(error=error.strerror or error)
    if error.filename is not None:
        said = translate("CommandLine", "{path} cannot be used.").format(path=os.fsdecode(error.filename))
        return SpecDeskError(said, why)
    if error.errno not in OUTPUT_ERRORS:
        return SpecDeskError(translate("CommandLine", "The system refused something that this needs."), why)
    _output_closed()
    return SpecDeskError(translate("CommandLine", "The output could not be written."), why)


def _output_closed() -> None:
    """Nobody takes our output any more (`… | head`, a full disk): the exit must not try again what is left of it."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


class _Parser(argparse.ArgumentParser):
    """Ends with WRONG_USE also where nobody takes the complaint, which argparse looks after from Python 3.11.4 on."""

    def error(self, message: str) -> NoReturn:
        with contextlib.suppress(OSError):
            super().error(message)
        raise SystemExit(WRONG_USE)


def _parser() -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = _Parser(
        prog="specdesk",
        description=translate(
            "CommandLine", "Is speculative decoding worth it on this machine, with these models, for this text?"
        ),
        epilog=translate(
            "CommandLine",
            "Without a verb the window opens, with `FILE.gguf` on that model, with `--demo` on a practice model.",
        ),
        allow_abbrev=False,
    )
    parser.add_argument(
        "--version", action="version", version=f"specdesk {__version__}", help=translate("Argparse", OF_VERSION)
    )
    verbs = parser.add_subparsers(dest="verb", metavar=translate("CommandLine", "VERB"))
    _add_models(verbs)
    _add_plans(verbs)
    _add_measuring(verbs)
    _verb(
        verbs, "engines", engines.run_engines, translate("CommandLine", "engines on this computer and what they can do")
    )
    _add_own(verbs)
    parser.set_defaults(verbs=tuple(verbs.choices))
    return parser


def _add_own(verbs: _Verbs) -> None:
    """What concerns SpecDesk itself."""
    checked = _verb(verbs, "doctor", doctor.run, translate("CommandLine", "what is found, what is missing, versions"))
    checked.add_argument(
        "--self-test", action="store_true",
        help=translate("CommandLine", "try out the program itself: engine, 20 tokens, a plot, the store"),
    )  # fmt: skip
    checked.add_argument(
        "--report", metavar=translate("CommandLine", "FILE"),
        help=translate("CommandLine", "write a zip for asking others for help: no chats, no keys"),
    )  # fmt: skip
    menu = _verb(
        verbs, "menu-entry", menu_entry.run,
        translate("CommandLine", "an entry in the applications menu, for this user (Linux)"),
    )  # fmt: skip
    what = menu.add_mutually_exclusive_group(required=True)
    what.add_argument("--install", action="store_true", help=translate("CommandLine", "add it, or bring it up to date"))
    what.add_argument("--remove", action="store_true", help=translate("CommandLine", "take it away again"))
    data = _verb(
        verbs, "remove-data", remove_data.run,
        translate("CommandLine", "delete your settings, chats and results, after a question"),
    )  # fmt: skip
    data.add_argument("--yes", action="store_true", help=translate("CommandLine", "delete without a question"))


def _verb(verbs: _Verbs, name: str, run: Verb, words: str) -> argparse.ArgumentParser:
    parser = verbs.add_parser(name, help=words, description=words[0].upper() + words[1:] + ".", allow_abbrev=False)
    parser.add_argument(
        "--json", action="store_true", help=translate("CommandLine", "print one JSON document instead of a table")
    )
    parser.set_defaults(run=run)
    return parser


def _add_models(verbs: _Verbs) -> None:
    inspect = _verb(
        verbs, "inspect", models.run_inspect, translate("CommandLine", "what files are, from their headers")
    )
    inspect.add_argument("files", nargs="+", metavar=translate("CommandLine", "FILE"))
    library = _verb(verbs, "library", models.run_library, translate("CommandLine", "all models below folders"))
    library.add_argument("folders", nargs="+", metavar=translate("CommandLine", "DIR"))
    pair = _verb(verbs, "pair", models.run_pair, translate("CommandLine", "may these files draft for that target"))
    pair.add_argument("target", metavar=translate("CommandLine", "TARGET"))
    pair.add_argument(
        "drafts", nargs="*", default=[], metavar=translate("CommandLine", "DRAFT"),
        help=translate("CommandLine", "default: every model beside the target"),
    )  # fmt: skip
    _add_engine(pair, build=True)


def _add_plans(verbs: _Verbs) -> None:
    fits = _verb(verbs, "fit", fit.run, translate("CommandLine", "is there enough memory for a command"))
    _add_engine(fits, build=True)
    fits.add_argument(
        "--tier", choices=fit.TIERS,
        help=translate("CommandLine", "our formulas, or the engine's own; default: the engine's where it has them"),
    )  # fmt: skip
    fits.add_argument(
        "--device-mib", metavar="A,B",
        help=translate("CommandLine", "GPUs of these sizes, all free, in place of the real ones"),
    )  # fmt: skip
    _add_arguments(fits)
    command = _verb(
        verbs, "command", engines.run_command,
        translate("CommandLine", "a command, old or new, as one engine wants to hear it"),
    )  # fmt: skip
    _add_engine(command, build=False)
    _add_arguments(command)
    exported = _verb(
        verbs, "export", export.run, translate("CommandLine", "a command of any kind, as another program wants it")
    )
    export.add(exported)
    _add_engine(exported, build=False)
    _add_arguments(exported)
    asked = translate("CommandLine", "who answers at an address, and what it can tell")
    attach.add(_verb(verbs, "attach", attach.run, asked))
    server = _verb(verbs, "serve", serve.run, translate("CommandLine", "start a server and keep it until Ctrl-C"))
    _add_engine(server, build=False)
    _add_arguments(server)


def _add_measuring(verbs: _Verbs) -> None:
    measured = _verb(
        verbs, "compare", compare.run, translate("CommandLine", "is speculation worth it here, and by how much")
    )
    compare.add(measured)
    compare_addresses.add(measured)
    _add_budget(measured)
    swept = _verb(
        verbs, "sweep", sweep.run, translate("CommandLine", "which draft length or n-gram setting is best here")
    )
    sweep.add(swept)
    _add_budget(swept)


def _add_budget(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--minutes", type=float, metavar="N",
        help=translate(
            "CommandLine", "how long it may take; the fewest replies that tell anything are asked in any case"
        ),
    )  # fmt: skip
    parser.add_argument(
        "--prompts", metavar=translate("CommandLine", "FILE"),
        help=translate("CommandLine", "a prompt a line, or JSONL; default: the program's own"),
    )  # fmt: skip
    _add_engine(parser, build=False)
    _add_arguments(parser)


def _add_engine(parser: argparse.ArgumentParser, *, build: bool) -> None:
    group = parser.add_mutually_exclusive_group()
    group.add_argument(
        "--engine", metavar=translate("CommandLine", "PATH|embedded"),
        help=translate("CommandLine", "default: the saved choice, llama-server on PATH, the built-in one"),
    )  # fmt: skip
    if build:
        group.add_argument(
            "--build", type=int, metavar="N", help=translate("CommandLine", "apply the rules of llama.cpp build N")
        )


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(arguments=[])
    parser.epilog = translate("CommandLine", "after --: a llama-server argument list, of an old build or a new one")
    parser.usage = translate("CommandLine", "{program} [options] -- ARGS").format(program=parser.prog)
