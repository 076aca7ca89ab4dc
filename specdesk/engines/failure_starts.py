"""Trouble before any model is read: arguments, environment, libraries, the port.

Sources: common/arg.cpp and tools/server of b4295 to b11434; the messages of the dynamic loaders of Linux and macOS.
"""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import Final

from specdesk.engines.failure_rules import RunContext, Told, fixed, rule, sentence

_LOOPBACK: Final = ("127.0.0.1", "localhost", "::1", "0.0.0.0", "::")


def _environment(match: re.Match[str], text: str, context: RunContext) -> Told:
    name, words = match.groups()
    return Told(
        f"The engine refused the environment variable {name}.",
        f"It says: {sentence(words)}",
        f"Remove {name} from the environment that the engine is started in.",
    )


def _unknown_argument(match: re.Match[str], text: str, context: RunContext) -> Told:
    return Told(
        f"The engine refused the argument {match[1]}.",
        f"It says: {sentence('invalid argument: ' + match[1])} This build does not know it.",
        "Remove it from the extra arguments, or choose a build that lists it in its help.",
    )


def _bad_argument(match: re.Match[str], text: str, context: RunContext) -> Told:
    flag, words = match.groups()
    words = "the value is not a number" if words.strip() == "stoi" else words
    return Told(
        f"The engine refused the argument {flag}.",
        f"It says: {sentence(words)}",
        "Change or remove it where it was set, then start again.",
    )


def _bind(match: re.Match[str], text: str, context: RunContext) -> Told:
    host, port = match.groups()
    if host in _LOOPBACK:
        return Told(
            f"Port {port} is already in use.",
            "Another program, or a server that is still running, answers there.",
            "Choose another port or let SpecDesk pick a free one.",
        )
    return Told(
        f"The engine cannot listen on {host}, port {port}.",
        "The address does not belong to this computer, or the port is in use.",
        "Use 127.0.0.1, or an address of this computer.",
    )


def _missing_library(match: re.Match[str], text: str, context: RunContext) -> Told:
    name = PurePath(match[1]).name
    if re.match(r"lib(cuda|nvidia)\b", name):
        step = "Install the NVIDIA driver, or choose a build that does not need it."
    elif re.match(r"lib(cudart|cublas|nccl)", name):
        step = "Install the CUDA runtime of the version this build was made for, or choose another build."
    elif name.startswith("libvulkan"):
        step = "Install the Vulkan loader of your system, or choose another build."
    else:
        step = "Use the whole llama.cpp download, with the libraries beside the program, not the program alone."
    return Told("The engine cannot start: a library that it needs is missing.", f"{name} was not found.", step)


def _newer_system(match: re.Match[str], text: str, context: RunContext) -> Told:
    return Told(
        "The engine cannot start: it was built for a newer system.",
        f"It needs {match[1]}, which this system does not have.",
        "Choose a build for your system, or build llama.cpp on this computer.",
    )


def _not_executed(match: re.Match[str], text: str, context: RunContext) -> Told:
    path, words = match.groups()
    if "No such file" in words:
        why = "The program that has to load it, as named in its first bytes, is not on this computer."
    elif "Exec format" in words:
        why = "It is made for another kind of computer, or is not a program."
    else:
        why = sentence(words)
    return Told(f"{path} cannot be started.", why, "Choose a llama-server made for this computer.")


START_RULES: Final = (
    rule(r'^error while handling environment variable "([^"]+)": (.*)$', _environment),
    rule(r"^error: invalid argument: (\S+)", _unknown_argument),
    rule(r'^error while handling argument "([^"]+)": (?:error: )?(.*)$', _bad_argument),
    rule(r"error while loading shared libraries: (\S+): cannot open", _missing_library),
    rule(r"Library not loaded: (\S+)", _missing_library),
    rule(r"version `([^']+)' not found", _newer_system),
    rule(
        r"symbol lookup error|undefined symbol|Symbol not found",
        fixed(
            "The engine cannot start: its libraries do not belong together.",
            "A function that it needs is not in the library beside it.",
            "Unpack the whole llama.cpp download into an empty folder and choose that one.",
        ),
    ),
    rule(r"setpriv: failed to execute (.+): (.+)$", _not_executed),
    rule(r"couldn't bind (?:HTTP server|to server) socket[,:]? hostname[:=] ?(\S+?),? port[:=] ?(\d+)", _bind),
)
