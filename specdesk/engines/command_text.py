"""Commands as text: what people paste from guides, and what they copy from here for sh and PowerShell."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from itertools import pairwise

import msgspec

from specdesk.engines.argument_words import grouped, is_engine, looks_like_flag, program_name, spaced
from specdesk.engines.dialect_read import is_known
from specdesk.engines.dialect_records import Change
from specdesk.engines.dialect_table import DOWNLOADS
from specdesk.engines.flags import Flags
from specdesk.engines.shell_words import Segment, Word, assignment, assignments, segments_of
from specdesk.errors import UsageError
from specdesk.language import mark, translate
from specdesk.secret_arguments import redacted

LINE_WIDTH = 100
"""Longer commands are wrapped, one flag a line."""

_WRAPPERS = (
    "sudo", "doas", "nohup", "time", "nice", "ionice", "env", "exec", "numactl", "taskset", "stdbuf", "setsid", "start",
    "caffeinate", "systemd-run", "prime-run", "command", "screen", "tmux", "unbuffer", "timeout",
)  # fmt: skip
_MODEL_FLAGS = ("-m", "--model", "-md", "--model-draft", *DOWNLOADS["model"])
_OTHER_MEANING = ("python", "pypy", "py", "git", "hg", "svn", "ls", "chmod", "mkdir", "curl", "make", "ping", "mail")
"""Well-known programs whose `-m` is no model."""
_CONTAINERS = ("docker", "podman", "nerdctl")
_FENCE = re.compile(r"^[ \t]*(?P<mark>```+|~~~+)[^\n]*\n(?P<body>.*?)^[ \t]*(?P=mark)[ \t]*$", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(r"`(?P<body>[^`\n]+)`")
_DASHES = "‐‑‒–—―−"
_DASHED = re.compile(rf"[-{_DASHES}]*[{_DASHES}][-{_DASHES}]*(?=[A-Za-z0-9.])")
_PLAIN_POWERSHELL = re.compile(r"-{0,2}[A-Za-z][A-Za-z0-9_/\\-]*|\d+(?:\.\d+)?")

_REPAIRS = {
    "quote": Change(
        from_="“ ”", to='" "', why=mark("Engines", "The page had turned the quotes into typographic ones.")
    ),
    "space": Change(from_="", to="", why=mark("Engines", "The page had put unusual spaces between the words.")),
    "dash": Change(from_="–", to="-", why=mark("Engines", "The page had turned hyphens into dashes.")),
}


class PastedCommand(msgspec.Struct, frozen=True, kw_only=True):
    """A pasted command, cut into words. env: variables set for it. changes: what was repaired or left out."""

    argv: tuple[str, ...]
    env: dict[str, str] = {}
    changes: tuple[Change, ...] = ()


def read_command(text: str, variables: Mapping[str, str] | None = None) -> PastedCommand:
    """The llama-server command in a text of a guide, a terminal or a script, for sh, PowerShell or cmd.

    variables: what `$NAME`, `%NAME%` and `~` (HOME) stand for. Raises UsageError when there is no command in it.
    """
    segments, repairs, unknown = segments_of(_without_markdown(text), variables or {})
    place = _place_of_command(segments)
    if place is None:
        raise _no_command(segments)
    changes: list[Change] = []
    env: dict[str, str] = {}
    for segment in segments[:place]:
        found, exported = assignments(segment)
        if exported:
            env |= found
        elif not found:
            changes.append(_cut_before(segment))
    chosen = segments[place]
    env |= _take_assignments(chosen)
    words = _without_wrapper(chosen.words, env, changes)
    argv = _repaired(words, repairs)
    changes += [_repair(kind) for kind in sorted(repairs)]
    changes += [_cut_after(cut) for cut in chosen.cut]
    changes += [_cut_after(_shown(segment)) for segment in segments[place + 1 :]]
    used = " ".join(argv)
    for name in sorted(name for name in unknown if name in used):
        changes.append(
            Change(
                from_=name,
                to=name,
                why=translate("Engines", "What this stands for is not known here; put its value there."),
            )
        )
    return PastedCommand(argv=argv, env=env, changes=tuple(changes))


def _repair(kind: str) -> Change:
    made = _REPAIRS[kind]
    return msgspec.structs.replace(made, why=translate("Engines", made.why))


def _without_markdown(text: str) -> str:
    """The fenced block with a command in it, or the text without the backticks around it."""
    blocks = [found["body"] for found in _FENCE.finditer(text)]
    if blocks:
        return next((body for body in blocks if "llama" in body), blocks[0])
    inline = _INLINE.fullmatch(text.strip())
    return inline["body"] if inline else text


def _place_of_command(segments: Sequence[Segment]) -> int | None:
    """Which segment is the engine's: the first that names it, else the first with flags."""
    for place, segment in enumerate(segments):
        if any(is_engine(word.text) or _is_image(word.text) for word in _until_flags(segment)):
            return place
    for place, segment in enumerate(segments):
        flags = any(looks_like_flag(_undashed(word.text)) for word in segment.words)
        if flags and not _is_other(segment) and _foreign(segment) is None:
            return place
    return None


def _foreign(segment: Segment) -> str | None:
    """The program of a segment that is nobody's engine: not one of llama.cpp's names, and no model is named to it.

    An engine may have any name, and arguments may stand alone.
    """
    words = [word.text for word in segment.words if assignment(word) is None]
    while words and program_name(words[0]).lower() in _WRAPPERS:
        words.pop(0)
    if not words or looks_like_flag(_undashed(words[0])) or words[0][:1] in ("$", "%"):
        return None
    program = program_name(words[0])
    own_m = program.rstrip("0123456789.").lower() in _OTHER_MEANING
    return None if _names_a_model(words) and not own_m else program


def _names_a_model(words: Sequence[str]) -> bool:
    for flag, value in pairwise(spaced(map(_undashed, words))):
        if flag in _MODEL_FLAGS and not looks_like_flag(value):
            return True
    return False


def _no_command(segments: Sequence[Segment]) -> UsageError:
    """Why nothing in a text is the command of an engine."""
    what = translate("Engines", "No llama-server command was found in the text.")
    flagged = [one for one in segments if any(looks_like_flag(_undashed(word.text)) for word in one.words)]
    program = next((name for one in flagged if (name := _foreign(one)) is not None), None)
    if program is not None:
        said = translate("Engines", "“{program}” is not a program that SpecDesk can run, and no model is named.")
        what = said.format(program=program)
    return UsageError(
        what, next_step=translate("Engines", "Paste a whole llama-server or vLLM command, or a Modelfile.")
    )


def _until_flags(segment: Segment) -> list[Word]:
    """The words among which the engine's name stands: all behind a wrapper, else those before the first flag."""
    words = [word for word in segment.words if assignment(word) is None]
    if words and program_name(words[0].text).lower() in (*_WRAPPERS, *_CONTAINERS):
        return words
    return words[:1]


def _is_other(segment: Segment) -> bool:
    return segment.words[0].text in (
        "cd",
        "export",
        "set",
        "mkdir",
        "git",
        "cmake",
        "make",
        "pip",
        "curl",
        "wget",
        "ls",
    )


def _is_image(text: str) -> bool:
    """A container image of llama.cpp."""
    return not looks_like_flag(text) and "llama.cpp" in text and (":" in text or text.count("/") >= 2)


def _take_assignments(segment: Segment) -> dict[str, str]:
    """Remove `NAME=value` in front of the command and return it."""
    env: dict[str, str] = {}
    while segment.words and (pair := assignment(segment.words[0])) is not None:
        env[pair[0]] = pair[1]
        segment.words.pop(0)
    return env


def _without_wrapper(words: list[Word], env: dict[str, str], changes: list[Change]) -> list[Word]:
    """Drop `sudo`, `nohup`, `docker run ...` and their own arguments from the front."""
    first = program_name(words[0].text).lower() if words else ""
    if first in _CONTAINERS:
        place = next((at for at, word in enumerate(words) if _is_image(word.text)), 0)
        why = translate(
            "Engines", "SpecDesk starts the engine itself; paths are those inside the container and may differ here."
        )
        changes.append(Change(from_=f"{first} …", to="", why=why))
        return words[place + 1 :]
    if first not in _WRAPPERS or is_engine(words[0].text):
        return words
    other = next((at for at, word in enumerate(words) if at and not looks_like_flag(word.text)), len(words))
    place = next((at for at, word in enumerate(words) if is_engine(word.text)), other)
    own = words[:place]
    env |= dict(pair for word in own if (pair := assignment(word)) is not None)
    said = " ".join(word.text for word in own if assignment(word) is None)
    changes.append(Change(from_=said, to="", why=translate("Engines", "SpecDesk starts the engine itself.")))
    return words[place:]


def _undashed(text: str) -> str:
    """A flag whose hyphens a web page turned into dashes, with hyphens again; other text as it is."""
    found = _DASHED.match(text)
    if found is None:
        return text
    name = re.sub(f"[{_DASHES}]", "-", text[found.end() :])
    if name[0].isdigit() or name[0] == ".":
        return f"-{name}"
    short = len(found.group()) == 1 and (is_known(f"-{name}") or (len(name) < 4 and not is_known(f"--{name}")))
    return f"-{name}" if short else f"--{name}"


def _repaired(words: Sequence[Word], repairs: set[str]) -> tuple[str, ...]:
    argv = []
    for word in words:
        text = _undashed(word.text) if word.bare else word.text
        if text != word.text:
            repairs.add("dash")
        argv.append(text)
    return tuple(argv)


def _shown(segment: Segment) -> str:
    return redacted(" ".join([segment.before.strip(), *(word.text for word in segment.words)]).strip())


def _cut_before(segment: Segment) -> Change:
    if segment.words and segment.words[0].text == "cd" and len(segment.words) > 1:
        why = translate(
            "Engines", "Only the llama-server command is read; its relative paths start from {folder}."
        ).format(folder=segment.words[1].text)
    else:
        why = translate("Engines", "Only the llama-server command is read.")
    return Change(from_=_shown(segment), to="", why=why)


def _cut_after(text: str) -> Change:
    return Change(from_=redacted(text), to="", why=translate("Engines", "Only the llama-server command is read."))


def settings_in_environment(env: Mapping[str, str], flags: Flags) -> tuple[tuple[str, ...], dict[str, str]]:
    """`LLAMA_ARG_*` of a pasted command as arguments of this binary, and the variables that are left.

    The engine is started without any `LLAMA_*` of the surroundings, so what a guide sets that way has to be said.
    """
    args: list[str] = []
    left: dict[str, str] = {}
    for name, value in env.items():
        option = next((option for option in flags.options if option.env == name and not option.removed), None)
        if option is None:
            left[name] = value
        elif option.hint is not None:
            args += [option.spellings[0], value]
        elif value.lower() in ("1", "on", "true", "enabled"):
            args.append(option.spellings[0])
        else:
            args += [spelling for spelling in option.spellings if spelling.startswith("--no-")][:1]
    return tuple(args), left


def to_sh(argv: Sequence[str], env: Mapping[str, str] | None = None) -> str:
    """The command for sh, bash, zsh: quoted where needed; long ones with one flag a line."""
    setting = [f"{name}={shlex.quote(value)}" for name, value in (env or {}).items()]
    parts = [shlex.join(group) for group in _lines_of(argv)]
    return _wrapped([" ".join([*setting, parts[0]]), *parts[1:]] if parts else [], " \\\n  ")


def to_powershell(argv: Sequence[str], env: Mapping[str, str] | None = None) -> str:
    """The command for PowerShell 7.3 and newer (older ones lose double quotes inside an argument)."""
    setting = "".join(f"$env:{name} = {_single_quoted(value)}; " for name, value in (env or {}).items())
    parts = [" ".join(_powershell_word(word) for word in group) for group in _lines_of(argv)]
    return _wrapped([f"{setting}& {parts[0]}", *parts[1:]] if parts else [], " `\n  ")


def _lines_of(argv: Sequence[str]) -> list[tuple[str, ...]]:
    """The executable with its sub-command first, then each flag with its values."""
    groups = grouped(argv)
    head = [group for group in groups if not looks_like_flag(group[0])]
    front = tuple(word for group in groups[: len(head)] for word in group)
    return ([front] if front else []) + groups[len(head) :]


def _wrapped(parts: list[str], joint: str) -> str:
    line = " ".join(parts)
    return line if len(line) <= LINE_WIDTH else joint.join(parts)


def _powershell_word(word: str) -> str:
    return word if _PLAIN_POWERSHELL.fullmatch(word) else _single_quoted(word)


def _single_quoted(text: str) -> str:
    """PowerShell also ends a quote at a typographic one, so those are doubled as well."""
    return "'" + re.sub("['‘’‚‛]", lambda found: found.group() * 2, text) + "'"
