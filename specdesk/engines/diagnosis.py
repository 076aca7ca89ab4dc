"""Why an engine ended: exit code or signal, and the log, turned into one explanation with a next step.

Order: the log's own words first (a build that fails and then crashes on the way out still said why), then what the
exit code alone means, then the last useful line. Where nothing was said, that is said: no guess is made.
Source of codes: signal(7), NTSTATUS values, and recorded crashes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from specdesk.engines.failure_files import FILE_RULES
from specdesk.engines.failure_rules import RunContext, Told, sentence
from specdesk.engines.failure_runs import MEMORY_RULES, RUN_RULES, another_build
from specdesk.engines.failure_starts import START_RULES
from specdesk.engines.log_lines import MAX_MESSAGE, EngineFacts, LogLine, plain_message, read_line
from specdesk.errors import EngineError
from specdesk.language import mark, number, translate

RULES: Final = (*START_RULES, *FILE_RULES, *MEMORY_RULES, *RUN_RULES)
"""Most telling first."""

_SIGNALS: Final = {
    1: "SIGHUP", 2: "SIGINT", 4: "SIGILL", 6: "SIGABRT", 7: "SIGBUS", 8: "SIGFPE", 9: "SIGKILL", 11: "SIGSEGV",
    15: "SIGTERM", 31: "SIGSYS",
}  # fmt: skip
_WINDOWS: Final = {
    0xC000001D: "SIGILL", 0xC0000005: "SIGSEGV", 0xC0000409: "SIGABRT", 0xC00000FD: "SIGSEGV", 0xC0000094: "SIGFPE",
    0xC000013A: "SIGINT", 0xC0000006: "SIGBUS", 0xC0000017: "NO_MEMORY",
    0xC0000135: "MISSING_DLL", 0xC0000139: "OTHER_DLL", 0xC000007B: "OTHER_DLL",
}  # fmt: skip
_ON_REQUEST: Final = (None, "SIGTERM", "SIGINT", "SIGKILL")
"""What an end that we asked for looks like; anything else is a crash on the way out."""
_WHILE: Final = {
    "starting": mark("Engines", "while it was starting"),
    "loading": mark("Engines", "while it was loading the model"),
    "ready": mark("Engines", "while it was running"),
}
_LINES: Final = 500
"""Last lines that are looked at; the errors before them are in the facts."""
_RETRIED: Final = re.compile(r"retrying without pipeline parallelism")
_READY: Final = re.compile(r"(?:^|: |\s)model loaded$")
_NOISE: Final = re.compile(
    r"^\s*$|^usage:|^to show complete usage|^#\d+ |^\[New LWP|^\[Thread debugging|^\[Inferior|^warning: "
    r"|cleaning up before exit|^\.+$|^-{3,}$|CORS|security risk|no API key is set|pull/25655|^\d+\s+\.\./"
    r"|exiting due to|^-{1,2}[\w-]+,? |\(env: LLAMA|Received second interrupt|^\{\"worker\":"
)


class EngineEndedError(EngineError):
    """An engine that ended although nobody asked it to.

    offers_without_speculation: starting the same plan without speculation would avoid this trouble, or may.
    """

    def __init__(self, what: str, why: str = "", next_step: str = "", offers_without_speculation: bool = False) -> None:
        super().__init__(what, why, next_step)
        self.offers_without_speculation = offers_without_speculation


def diagnose(
    returncode: int | None, log_tail: Sequence[str], facts: EngineFacts, context: RunContext | None = None
) -> EngineEndedError:
    """Explains an end that was not asked for.

    returncode: as Python reports it (negative = signal); None when the process never ran. log_tail: the last lines.
    A log that says "model loaded" outweighs the phase of the context.
    """
    context = context or RunContext()
    if facts.loaded and context.phase != "ready":
        context = msgspec.structs.replace(context, phase="ready")
    if context.asked and signal_name(returncode) in _ON_REQUEST:
        return EngineEndedError(
            translate("Engines", "The engine was stopped."),
            "",
            translate("Engines", "Start it again when you need it."),
        )
    lines = _relevant(log_tail, facts)
    text = "\n".join(line.message for line in lines)
    words = _last_words(lines)
    told = _by_code_first(returncode, context) or _by_text(text, facts, context)
    told = told or _by_code(returncode, words, context) or _by_last_line(returncode, words, context)
    return EngineEndedError(told.what, told.why, _with_path_advice(told, context), told.speculative)


def _with_path_advice(told: Told, context: RunContext) -> str:
    """The next step; where a file was not found or nothing was explained, and a path has letters that some builds
    cannot read, that is said too (on Windows they take paths in the system's own code page)."""
    paths = (context.target, context.draft, *context.files)
    odd = [path for path in paths if path is not None and not path.isascii()]
    if not told.path_suspect or not odd or context.phase == "ready":
        return told.next_step
    letters = "".join(dict.fromkeys(letter for path in odd for letter in path if not letter.isascii()))[:3]
    return translate(
        "Engines",
        "{next_step} Some builds cannot read paths with letters such as “{letters}”: a folder with plain "
        "English letters may help.",
    ).format(next_step=told.next_step, letters=letters)


def signal_name(returncode: int | None) -> str | None:
    """The signal (or its Windows equivalent) behind an exit code, also as a shell reports it (128 + n)."""
    if returncode is None:
        return None
    if returncode < 0:
        return _SIGNALS.get(-returncode) or _WINDOWS.get(returncode & 0xFFFFFFFF) or f"signal {-returncode}"
    if returncode >= 0x80000000:
        return _WINDOWS.get(returncode)
    return _SIGNALS.get(returncode - 128) if returncode > 128 else None


def _relevant(log_tail: Sequence[str], facts: EngineFacts) -> list[LogLine]:
    """Lines that can explain this end: after "model loaded" only what came later, and no trouble that was overcome."""
    lines = [_short(read_line(text)) for text in log_tail[-_LINES:]]
    if facts.loaded:
        since = _after(lines, _READY)
        return lines if since is None else since
    retried = _after(lines, _RETRIED)
    if retried is not None:
        return retried
    known = {line.message.strip() for line in lines}
    return [LogLine(error, "E") for error in facts.errors if error not in known] + lines


def _short(line: LogLine) -> LogLine:
    return line if len(line.message) <= MAX_MESSAGE else LogLine(line.message[:MAX_MESSAGE], line.level, line.t)


def _after(lines: list[LogLine], pattern: re.Pattern[str]) -> list[LogLine] | None:
    """What follows the last line that matches; None when none does."""
    at = [i for i, line in enumerate(lines) if pattern.search(line.message)]
    return lines[at[-1] + 1 :] if at else None


def _by_text(text: str, facts: EngineFacts, context: RunContext) -> Told | None:
    for rule in RULES:
        match = rule.pattern.search(text)
        told = rule.tell(match, text, context) if match else None
        if told is not None:
            why = told.why or (facts.speculation_reason or "" if told.speculative else "")
            return msgspec.structs.replace(told, why=why)
    return None


def _by_code_first(returncode: int | None, context: RunContext) -> Told | None:
    """Codes that outweigh any words: they name the cause themselves."""
    name, when = signal_name(returncode), _when(context)
    if name == "SIGILL":
        return Told(
            translate(
                "Engines", "This build needs processor features (such as AVX-512 or AMX) that this computer lacks."
            ),
            translate("Engines", "The engine met an instruction unknown to this processor {when}.").format(when=when),
            translate("Engines", "Choose another build of llama.cpp, such as a generic x86-64 one."),
        )
    if name == "MISSING_DLL":
        return Told(
            translate("Engines", "The engine cannot start: libraries are missing next to the program."),
            translate("Engines", "Windows did not find a DLL that it needs."),
            translate(
                "Engines", "Use the whole llama.cpp download, with the DLLs beside the program, not the program alone."
            ),
        )
    if name == "OTHER_DLL":
        return Told(
            translate("Engines", "The engine cannot start: its libraries do not belong together."),
            translate("Engines", "Windows found a DLL of another version or for another kind of processor."),
            translate("Engines", "Unpack the whole llama.cpp download into an empty folder and choose that one."),
        )
    return None


def _when(context: RunContext) -> str:
    return translate("Engines", _WHILE[context.phase])


_Teller = Callable[[str, str, RunContext], Told]
"""(when, the engine's last words, context) -> the explanation."""


def _said(words: str) -> str:
    if not words:
        return translate("Engines", "It printed no reason.")
    return translate("Engines", "The last thing it said: {words}").format(words=sentence(words))


def _killed(when: str, words: str, context: RunContext) -> Told:
    """Memory is blamed only where something says that it ran out."""
    what = translate("Engines", "The engine was ended by force {when}.").format(when=when)
    if context.memory in ("short", "killed"):
        why = translate("Engines", "Memory had run out: the system ended a program for want of it at that moment.")
        if context.memory == "short":
            why = translate(
                "Engines",
                "Only {mib} MiB of memory were free just before; where memory runs out, the system ends programs.",
            ).format(mib=number(context.free_mib or 0.0, grouped=True))
        less = translate("Engines", "Watch the memory while it loads, lower the context, or choose a smaller model.")
        return Told(what, why, less, context.draft is not None)
    outside = translate("Engines", "It was ended from outside: by another program, a user or the system.")
    if context.memory == "enough":
        free = translate("Engines", "{mib} MiB of memory were free just before.")
        known = "" if context.free_mib is None else free.format(mib=number(context.free_mib, grouped=True))
        return Told(what, f"{outside} {known}".strip(), translate("Engines", "Start it again when you need it."))
    return Told(
        what,
        outside,
        translate(
            "Engines", "Start it again; if it ends like that once more, watch how much memory is free meanwhile."
        ),
    )


def _out_of_memory(when: str, words: str, context: RunContext) -> Told:
    return Told(
        translate("Engines", "The engine ran out of memory {when}.").format(when=when),
        translate("Engines", "The system refused a request for memory."),
        translate("Engines", "Lower the context, choose a smaller model, or close other programs."),
        context.draft is not None,
    )


def _stopped(when: str, words: str, context: RunContext) -> Told:
    return Told(
        translate("Engines", "The engine was stopped by someone else {when}.").format(when=when),
        translate("Engines", "Another program, the system, or a user asked it to end; SpecDesk did not."),
        translate("Engines", "Start it again when you need it."),
    )


def _crashed(when: str, words: str, context: RunContext) -> Told:
    if context.speculates and context.draft is None and "draft-simple" in context.methods:
        return Told(
            translate("Engines", "The engine crashed {when}.").format(when=when),
            translate("Engines", "The method draft-simple needs a draft model and none was given."),
            translate("Engines", "Choose a draft, or another method."),
            True,
        )
    fault = translate("Engines", "It used memory that is not its own, which is a fault in this build.")
    return Told(
        translate("Engines", "The engine crashed {when}.").format(when=when),
        f"{fault} {_said(words)}",
        another_build(context),
        context.speculates,
        True,
    )


def _gave_up(when: str, words: str, context: RunContext) -> Told:
    check = translate("Engines", "It ended itself, as it does when one of its own checks fails.")
    return Told(
        translate("Engines", "The engine gave up {when}.").format(when=when),
        f"{check} {_said(words)}",
        another_build(context),
        context.speculates,
        True,
    )


def _lost_file(when: str, words: str, context: RunContext) -> Told:
    return Told(
        translate("Engines", "The engine lost access to a model file {when}.").format(when=when),
        translate(
            "Engines",
            "A part of a file that it reads in place could not be read: the drive was removed, or the file was "
            "changed.",
        ),
        translate("Engines", "Check the drive and the file, then start again."),
    )


_BY_SIGNAL: Final[dict[str, _Teller]] = {
    "SIGKILL": _killed,
    "NO_MEMORY": _out_of_memory,
    "SIGTERM": _stopped,
    "SIGINT": _stopped,
    "SIGHUP": _stopped,
    "SIGSEGV": _crashed,
    "SIGABRT": _gave_up,
    "SIGBUS": _lost_file,
}


def _by_code(returncode: int | None, words: str, context: RunContext) -> Told | None:
    """What the code alone means."""
    when = _when(context)
    name = signal_name(returncode)
    if name in _BY_SIGNAL:
        return _BY_SIGNAL[name](when, words, context)
    if name is not None:
        return Told(
            translate("Engines", "The engine was ended by {name} {when}.").format(name=name, when=when),
            _said(words),
            translate("Engines", "Start it again."),
        )
    if returncode == 0:
        return Told(
            translate("Engines", "The engine ended by itself {when}.").format(when=when),
            translate("Engines", "It reported no error."),
            translate("Engines", "Start it again when you need it."),
        )
    if returncode in (126, 127) and not words:
        return Told(
            translate("Engines", "The program could not be started."),
            translate(
                "Engines",
                "The shell reported code {returncode}: the program, or one that it calls, is missing or not "
                "executable.",
            ).format(returncode=returncode),
            translate("Engines", "Choose another llama-server."),
        )
    return None


def _by_last_line(returncode: int | None, words: str, context: RunContext) -> Told:
    when = _when(context)
    return Told(
        translate("Engines", "The engine ended {when}.").format(when=when)
        if returncode is None
        else translate("Engines", "The engine ended with code {returncode} {when}.").format(
            returncode=returncode, when=when
        ),
        _said(words),
        translate("Engines", "Look at the log for more.")
        if words
        else translate("Engines", "Start it again, or choose another build of llama.cpp."),
        path_suspect=True,
    )


def _last_words(lines: Sequence[LogLine]) -> str:
    """The last line that complains: an error or warning, or bare text behind all lines that have a level."""
    levelled = [i for i, line in enumerate(lines) if line.level is not None]
    bare_from = levelled[-1] + 1 if levelled else 0
    for i in range(len(lines) - 1, -1, -1):
        line = lines[i]
        complains = line.level in ("E", "W") or (line.level is None and i >= bare_from)
        if complains and not _NOISE.search(line.message):
            return plain_message(line.message)
    return ""
