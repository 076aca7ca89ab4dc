"""Trouble before any model is read: arguments, environment, libraries, the port.

Sources: common/arg.cpp and tools/server of b4295 to b11434; the messages of the dynamic loaders of Linux and macOS.
"""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import Final

from specdesk.engines.failure_rules import RunContext, Told, fixed, rule, sentence
from specdesk.language import mark, translate

_LOOPBACK: Final = ("127.0.0.1", "localhost", "::1", "0.0.0.0", "::")


def _environment(match: re.Match[str], text: str, context: RunContext) -> Told:
    name, words = match.groups()
    return Told(
        translate("Engines", "The engine refused the environment variable {name}.").format(name=name),
        translate("Engines", "It says: {words}").format(words=sentence(words)),
        translate("Engines", "Remove {name} from the environment that the engine is started in.").format(name=name),
    )


def _unknown_argument(match: re.Match[str], text: str, context: RunContext) -> Told:
    return Told(
        translate("Engines", "The engine refused the argument {found}.").format(found=match[1]),
        translate("Engines", "It says: {words} This build does not know it.").format(
            words=sentence(f"invalid argument: {match[1]}")
        ),
        translate("Engines", "Remove it from the extra arguments, or choose a build that lists it in its help."),
    )


def _bad_argument(match: re.Match[str], text: str, context: RunContext) -> Told:
    flag, words = match.groups()
    if words.strip() == "stoi":
        words = translate("Engines", "the value is not a number")
    return Told(
        translate("Engines", "The engine refused the argument {flag}.").format(flag=flag),
        translate("Engines", "It says: {words}").format(words=sentence(words)),
        translate("Engines", "Change or remove it where it was set, then start again."),
    )


def _bind(match: re.Match[str], text: str, context: RunContext) -> Told:
    host, port = match.groups()
    if host in _LOOPBACK:
        return Told(
            translate("Engines", "Port {port} is already in use.").format(port=port),
            translate("Engines", "Another program, or a server that is still running, answers there."),
            translate("Engines", "Choose another port or let SpecDesk pick a free one."),
        )
    return Told(
        translate("Engines", "The engine cannot listen on {host}, port {port}.").format(host=host, port=port),
        translate("Engines", "The address does not belong to this computer, or the port is in use."),
        translate("Engines", "Use 127.0.0.1, or an address of this computer."),
    )


def _missing_library(match: re.Match[str], text: str, context: RunContext) -> Told:
    name = PurePath(match[1]).name
    if re.match(r"lib(cuda|nvidia)\b", name):
        step = translate("Engines", "Install the NVIDIA driver, or choose a build that does not need it.")
    elif re.match(r"lib(cudart|cublas|nccl)", name):
        step = translate(
            "Engines", "Install the CUDA runtime of the version this build was made for, or choose another build."
        )
    elif name.startswith("libvulkan"):
        step = translate("Engines", "Install the Vulkan loader of your system, or choose another build.")
    else:
        step = translate(
            "Engines", "Use the whole llama.cpp download, with the libraries beside the program, not the program alone."
        )
    return Told(
        translate("Engines", "The engine cannot start: a library that it needs is missing."),
        translate("Engines", "{name} was not found.").format(name=name),
        step,
    )


def _newer_system(match: re.Match[str], text: str, context: RunContext) -> Told:
    return Told(
        translate("Engines", "The engine cannot start: it was built for a newer system."),
        translate("Engines", "It needs {found}, which this system does not have.").format(found=match[1]),
        translate("Engines", "Choose a build for your system, or build llama.cpp on this computer."),
    )


def _not_executed(match: re.Match[str], text: str, context: RunContext) -> Told:
    path, words = match.groups()
    if "No such file" in words:
        why = translate(
            "Engines", "The program that has to load it, as named in its first bytes, is not on this computer."
        )
    elif "Exec format" in words:
        why = translate("Engines", "It is made for another kind of computer, or is not a program.")
    else:
        why = sentence(words)
    return Told(
        translate("Engines", "{path} cannot be started.").format(path=path),
        why,
        translate("Engines", "Choose a llama-server made for this computer."),
    )


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
            mark("Engines", "The engine cannot start: its libraries do not belong together."),
            mark("Engines", "A function that it needs is not in the library beside it."),
            mark("Engines", "Unpack the whole llama.cpp download into an empty folder and choose that one."),
        ),
    ),
    rule(r"setpriv: failed to execute (.+): (.+)$", _not_executed),
    rule(r"couldn't bind (?:HTTP server|to server) socket[,:]? hostname[:=] ?(\S+?),? port[:=] ?(\d+)", _bind),
)
