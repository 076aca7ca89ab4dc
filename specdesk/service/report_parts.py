"""What of our own logs, settings and states goes into a report: known forms and named fields, nothing else.

An error that is logged may quote an engine, and an engine may quote a chat; a title is the first question of its chat;
a profile is named by a person. So a line keeps when, where and which kind of thing happened, and its words only where
they are wholly ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePath, PureWindowsPath
from typing import Any, Final

from specdesk.engines.lifecycle import Ready
from specdesk.service.log_forms import ATOMS

WITHOUT_WORDS: Final = "(words left out)"
SOMETHING: Final = "…"

SHOWN: Final = frozenset((
    "schema_version", "model_folders", "engine", "target", "draft", "targets", "plan", "sampling", "reply_limit",
    "reserve_mib", "theme", "text_scale", "language", "keep_serving", "open_to_programs", "fixed_port", "key_mode",
    "tray_icon", "underline_guesses", "motion", "first_run_done", "method", "kind", "draft_max", "draft_min", "p_min",
    "context", "mmproj", "methods", "p_split", "draft_sampling", "synth_rates", "ngram", "context_draft", "place",
    "draft_place", "slots", "flash_attention", "batch", "ubatch", "kv_unified", "kv_offload", "swa_full", "split_mode",
    "tensor_split", "main_gpu", "load_mode", "fit", "fit_target", "fit_context", "cache_ram", "jinja",
    "reasoning_format", "warmup", "offline", "metrics", "slots_endpoint", "port", "extra", "temperature", "top_k",
    "top_p", "min_p", "repeat_penalty", "presence_penalty", "frequency_penalty", "seed", "size_n", "size_m", "min_hits",
    "mod_match", "mod_min", "mod_max", "layers", "device", "cache_k", "cache_v", "threads", "threads_batch", "cpu_moe",
    "n_cpu_moe", "override_tensor",
))  # fmt: skip
"""Settings that a report holds, of whatever record."""

LEFT_OUT: Final = frozenset(("server_key", "system_prompt", "profiles", "ignored_servers", "alias", "host"))
"""Settings that none holds: keys, texts, and names that people gave."""

STATE_FIELDS: Final = ("time", "state", "run_id", "pid", "since", "progress", "seconds_left", "speculative", "context",
                       "slots", "build", "then")  # fmt: skip
STATE_WORDS: Final = ("failure", "reason", "note")
"""Sentences, which may quote the log: only as long as no chat can have come into it."""

_RECORD: Final = re.compile(
    r"(?P<head>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} [A-Z]+ [\w.-]+ (?P<logger>[\w.]+)): (?P<message>.*)"
)
_OWN: Final = re.compile(
    r"run \d+ was ended [a-z ]{1,20}|run \d+ ended with code -?(?:\d+|None)|signal \d+: ending|SpecDesk itself failed"
    r"|shutting down took too long|the service thread did not end|a chat could not be saved in time"
    r"|a second start sent something else than a request"
)
_BEGINNING: Final = re.compile(
    r"(?:run \d+|settings|history|chat|check|engine|file|fit|library|monitor|privacy|report|server|fetch|start|SQLite"
    r"|others' traffic|memory after a reply|Qt|service loop|Nobody caught this)(?=: )"
)
_FRAME: Final = re.compile(r'\s*File "(?P<path>[^"]+)", line (?P<line>\d+),? in (?P<name>[\w<>.]{1,60})')
_TRACEBACK: Final = "Traceback (most recent call last):"
_KIND: Final = re.compile(r"(?P<kind>[A-Za-z_][\w.]{0,80}(?:Error|Exception|Exit|Interrupt|Warning|Stop\w*))(?::.*)?")
_THREAD: Final = re.compile(r"((?:Current t|T)hread 0x[\da-f]+).*(\(most recent call first\):)")
_CRASH: Final = re.compile(
    r"(Fatal Python error: (?:Segmentation fault|Aborted|Bus error|Illegal instruction|Floating(?: |-)point exception"
    r"|Stack overflow)|Windows fatal exception: [\w ]{1,40}|<no Python frame>)"
)
_VALUE: Final = re.compile(
    "|".join(ATOMS[atom] for atom in ("%", "{type}", "{yes}", "{method}", "{dev}"))
    + r"|(?:-?\d+(?:\.\d+)?,)+-?\d+(?:\.\d+)?|all|mmap|mlock|dio|deepseek|json|f32"
)
_SWITCH: Final = re.compile(ATOMS["{flag}"], re.IGNORECASE)


def program_log(lines: Sequence[str]) -> list[str]:
    """Our own log: when, where and what kind of thing; words only of forms that are ours."""
    told: list[str] = []
    in_trace = False
    for line in lines:
        if record := _RECORD.fullmatch(line):
            in_trace = False
            told.append(f"{record['head']}: {_words(record['message'])}")
        elif line == _TRACEBACK:
            in_trace = True
            told.append(line)
        elif in_trace:
            told += _traced(line)
    return told


def crash_log(lines: Iterable[str]) -> list[str]:
    """Python's stacks of a crash: places in the source only."""
    told: list[str] = []
    for line in lines:
        if thread := _THREAD.fullmatch(line.strip()):
            told.append(f"{thread[1]} {thread[2]}")
        elif crash := _CRASH.match(line.strip()):
            told.append(crash[1])
        elif frame := _FRAME.fullmatch(line):
            told.append(_frame(frame))
    return told


def settings_shown(document: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of `SHOWN`, at any depth; of extra arguments only what cannot be a text."""
    shown: dict[str, Any] = {}
    for name, value in document.items():
        if name not in SHOWN:
            continue
        if name == "extra":
            shown[name] = extra_shown(value)
        elif name == "targets":
            shown[name] = {target: settings_shown(memory) for target, memory in value.items()}
        elif isinstance(value, Mapping):
            shown[name] = settings_shown(value)
        else:
            shown[name] = value
    return shown


def extra_shown(words: Sequence[str]) -> list[str]:
    """Arguments: flags stay, and values that are numbers, types, methods, devices or a model file's name."""
    told = []
    for word in words:
        flag, equals, value = word.partition("=")
        if _SWITCH.fullmatch(flag):
            told.append(f"{flag}{equals}{_value(value) if equals else ''}")
        else:
            told.append(_value(word))
    return told


def state_shown(entry: Mapping[str, Any], earlier: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """One state: its figures, and its sentences where the run had not been ready before and so had no chat."""
    shown = {name: entry[name] for name in STATE_FIELDS if name in entry}
    was_ready = any(one.get("run_id") == entry.get("run_id") and one["state"] == Ready.__name__ for one in earlier)
    for name in STATE_WORDS:
        if entry.get(name) is not None:
            shown[name] = WITHOUT_WORDS if was_ready else entry[name]
    return shown


def _words(message: str) -> str:
    if _OWN.fullmatch(message):
        return message
    beginning = _BEGINNING.match(message)
    return f"{beginning[0]}: {WITHOUT_WORDS}" if beginning else WITHOUT_WORDS


def _traced(line: str) -> list[str]:
    if frame := _FRAME.fullmatch(line):
        return [_frame(frame)]
    if not line.startswith(" ") and (kind := _KIND.fullmatch(line)):
        return [kind["kind"]]
    return []


def _frame(frame: re.Match[str]) -> str:
    parts = PureWindowsPath(frame["path"]).parts
    return f'  File "{SOMETHING}/{"/".join(parts[-2:])}", line {frame["line"]}, in {frame["name"]}'


def _value(word: str) -> str:
    if _VALUE.fullmatch(word):
        return word
    is_model = word.endswith(".gguf") and PurePath(word).is_absolute()
    return f"{SOMETHING}/{PureWindowsPath(word).name}" if is_model else SOMETHING
