"""Which engine a verb speaks about."""

from __future__ import annotations

import argparse
import os
import shutil
from pathlib import Path

import msgspec

from specdesk import paths
from specdesk.cli.output import tell
from specdesk.engines.discover import embedded_engine
from specdesk.engines.engine_info import EMBEDDED, EngineInfo
from specdesk.engines.probe import FILE_NAMES, probe
from specdesk.engines.traits import traits_of_build
from specdesk.errors import EngineError, UsageError
from specdesk.language import translate
from specdesk.records.build import BuildTraits
from specdesk.settings import SettingsFile


def engine_of(options: argparse.Namespace) -> EngineInfo:
    """`--engine`, else the saved choice, else llama-server on PATH, else the built-in one.

    Raises EngineError when the asked one cannot be used or there is none.
    """
    asked: str | None = options.engine
    if asked is not None:
        return _usable(_named(asked))
    saved = SettingsFile().look().settings.engine
    found = usual_engine(saved)
    if found.refused is not None:
        tell(translate("CommandLine", "The saved engine is not used. {why}").format(why=found.refused))
    return _usable(found.engine)


class UsualEngine(msgspec.Struct, frozen=True, kw_only=True):
    """engine: which one is used when none is asked for; it may be unusable. refused: why the saved choice is not it."""

    engine: EngineInfo
    refused: str | None = None


def usual_engine(saved: str | None) -> UsualEngine:
    """The saved choice, else llama-server on PATH, else the built-in one: the first that can be used. Blocks."""
    candidates = [saved] if saved else []
    candidates += [found for name in FILE_NAMES if (found := shutil.which(name))]
    refused = None
    for name in candidates:
        info = _named(name)
        if info.usable:
            return UsualEngine(engine=info, refused=refused)
        if name == saved:
            refused = info.problem
    return UsualEngine(engine=embedded_engine(), refused=refused)


def traits_for(options: argparse.Namespace) -> tuple[BuildTraits, EngineInfo | None]:
    """Rules of `--build N`, or of the engine in use (which comes with them)."""
    if options.build is not None:
        if options.build < 1:
            raise UsageError(translate("CommandLine", "--build needs a build number of llama.cpp, such as 11434."))
        return traits_of_build(options.build), None
    engine = engine_of(options)
    return engine.traits, engine


def _named(name: str) -> EngineInfo:
    if name == EMBEDDED:
        return embedded_engine()
    found = shutil.which(name) if os.sep not in name else name
    return probe(Path(found or name).expanduser(), paths.cache_dir())


def _usable(info: EngineInfo) -> EngineInfo:
    if not info.usable:
        step = translate("CommandLine", "Name another with --engine PATH or --engine embedded.")
        raise EngineError(translate("CommandLine", "This engine cannot be used."), info.problem or "", step)
    return info
