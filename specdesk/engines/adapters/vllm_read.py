"""Reading vLLM: `vllm serve ...`, `python -m vllm.entrypoints.openai.api_server ...`, an `LLM(...)` block, the JSON.

A Python block is parsed, never run: only what is written out in it is read.
"""

from __future__ import annotations

import ast
import re
from collections import deque
from collections.abc import Sequence
from typing import Any

import msgspec

from specdesk.engines.adapters.modelfile_read import not_a_number
from specdesk.engines.adapters.vllm_command import GONE, INTO_CONFIG, OPTIONS, SHORT, SWITCHES, Collected, VllmCommand
from specdesk.engines.adapters.vllm_schema import (
    ACCEPTING,
    KEYS,
    LOSSY,
    METHODS,
    REMOVED_KEYS,
    SpeculativeConfig,
    method_named,
)
from specdesk.engines.argument_words import looks_like_flag, program_name
from specdesk.errors import UsageError
from specdesk.language import mark, translate
from specdesk.records.plan import Sampling

API_SERVER = "vllm.entrypoints.openai.api_server"
CURRENT = "--speculative-config"
_IN_JSON = mark("Engines", "vLLM takes the whole speculation as one JSON value since 2025.")
_LOSSY = mark(
    "Engines",
    "It takes guesses that the target would not have made, so it changes the text on purpose.",
)
_SAMPLING_NAMES = {"repetition_penalty": "repeat_penalty"}


def is_vllm_line(words: Sequence[str]) -> bool:
    """True for a line that starts vLLM's server."""
    return any(program_name(word) == "vllm" or word.startswith("vllm.entrypoints") for word in words[:8])


def read_vllm_line(words: Sequence[str]) -> VllmCommand:
    """A command line. Raises UsageError when it runs something else of vLLM, or a value is missing or wrong."""
    found = Collected()
    left = deque(_arguments(words, found))
    while left:
        word = left.popleft()
        if looks_like_flag(word):
            _argument(word, left, found)
        elif found.model is None:
            found.model = word
        else:
            found.drop(
                word, translate("Engines", "It belongs to no argument; put quotes around text that contains spaces.")
            )
    _settle(found)
    return found.command()


def _arguments(words: Sequence[str], found: Collected) -> Sequence[str]:
    """What follows `vllm serve` or the module's name."""
    for place, word in enumerate(words):
        if word.startswith("vllm.entrypoints"):
            if not word.startswith(API_SERVER):
                raise UsageError(
                    translate("Engines", "{word} is not vLLM's OpenAI-compatible server.").format(word=word),
                    "",
                    translate("Engines", "Use vllm serve."),
                )
            found.change(f"python -m {word}", "vllm serve", translate("Engines", "vLLM's own command for it."))
            return words[place + 1 :]
        if program_name(word) == "vllm":
            if words[place + 1 : place + 2] != ["serve"] and tuple(words[place + 1 : place + 2]) != ("serve",):
                said = " ".join(words[place : place + 2])
                raise UsageError(
                    translate("Engines", "“{said}” starts no vLLM server.").format(said=said),
                    "",
                    translate("Engines", "Paste a line that begins with vllm serve."),
                )
            return words[place + 2 :]
    return words


def _argument(word: str, left: deque[str], found: Collected) -> None:
    word, equals, value = word.partition("=")
    name = word.lstrip("-").replace("-", "_")
    name = SHORT.get(name, name)
    stem, dot, key = name.partition(".")
    if equals:
        left.appendleft(value)
    elif name in SWITCHES or (not left or looks_like_flag(left[0])):
        value = ""
    if name in GONE:
        if name not in SWITCHES and left and not looks_like_flag(left[0]):
            left.popleft()
        found.drop(word, translate("Engines", GONE[name]))
        return
    if name in SWITCHES and not equals:
        found.rest.append(word)
        return
    if not left or (looks_like_flag(left[0]) and not equals):
        if name in OPTIONS or name in INTO_CONFIG or stem == "speculative_config":
            raise UsageError(translate("Engines", "{word} needs a value after it.").format(word=word))
        found.rest.append(word)
        return
    value = left.popleft()
    if stem == "speculative_config" and dot:
        _key(found, key, _literal(value))
    elif name == "speculative_config":
        read_config(value, found)
    else:
        _take(found, name, value, word)


def _take(found: Collected, name: str, value: Any, said: str) -> None:
    """One argument, from a line or from Python."""
    if name == "model":
        found.model = str(value)
    elif name == "api_key":
        found.api_key = str(value)
        found.change(
            f"{said} …",
            "",
            translate("Engines", "The key is kept out of the command, where other users could read it."),
        )
    elif name in INTO_CONFIG:
        key = INTO_CONFIG[name]
        if key == "model" and str(value).strip("[]") in ("ngram",):
            found.config["method"] = "ngram"
            found.change(f"{said} {value}", f'{CURRENT} \'{{"method": "ngram", …}}\'', translate("Engines", _IN_JSON))
            return
        _key(found, key, _literal(value))
        found.change(
            f"{said} {value}",
            translate("Engines", "“{key}” in {flag}").format(key=key, flag=CURRENT),
            translate("Engines", _IN_JSON),
        )
    elif name in GONE:
        found.drop(said, translate("Engines", GONE[name]))
    elif name in OPTIONS:
        field, kind = OPTIONS[name]
        try:
            found.options[field] = kind(value)
        except (TypeError, ValueError):
            raise UsageError(not_a_number(said, value, whole=kind is int)) from None
    elif name == "seed":
        found.sampling = msgspec.structs.replace(found.sampling, seed=_whole(said, value))
    else:
        found.rest.append(said)


def _whole(said: str, value: Any) -> int:
    try:
        return int(value)
    except (TypeError, ValueError):
        raise UsageError(not_a_number(said, value, whole=True)) from None


def read_config(text: str, found: Collected | None = None) -> VllmCommand:
    """The JSON value of `--speculative-config`. found: what it is a part of. Raises UsageError when it is no object."""
    whole = found is None
    found = found or Collected()
    try:
        document = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        document = _python_object(text)
        if document is None:
            raise UsageError(
                translate("Engines", "The value of --speculative-config is not JSON."),
                translate("Engines", "Reading it failed: {error}.").format(error=error),
                translate(
                    "Engines", 'It looks like \'{"method": "ngram", "num_speculative_tokens": 5}\', in single quotes.'
                ),
            ) from error
        found.change(
            text,
            msgspec.json.encode(document).decode(),
            translate("Engines", "JSON has double quotes, true and false."),
        )
    if not isinstance(document, dict):
        raise UsageError(translate("Engines", "The value of --speculative-config is not a JSON object."))
    for key, value in document.items():
        _key(found, str(key), value)
    if whole:
        _settle(found)
    return found.command()


def _key(found: Collected, key: str, value: Any) -> None:
    """One key of the configuration, checked against the schema; null says nothing."""
    if value is None:
        return
    if key in ACCEPTING and value in LOSSY:
        found.drop(f"“{key}”: “{value}”", translate("Engines", _LOSSY))
        if key not in KEYS:
            return
    if key in REMOVED_KEYS:
        current = REMOVED_KEYS[key].rpartition(" is called ")[2].rstrip(".")
        if current in KEYS and current not in found.config:
            found.config[current] = value
            found.change(f"“{key}”", f"“{current}”", translate("Engines", REMOVED_KEYS[key]))
            return
        found.drop(f"“{key}”", translate("Engines", REMOVED_KEYS[key]))
        return
    if key not in KEYS:
        found.drop(f"“{key}”", translate("Engines", "vLLM's speculation has no such key."))
        return
    if key in ("method", "model") and str(value) in ("ngram", "[ngram]"):
        key, value = "method", "ngram"
    if key == "method":
        named = method_named(str(value))
        if named != value:
            found.change(
                f"“method”: “{value}”", f"“method”: “{named}”", translate("Engines", "vLLM calls it that now.")
            )
        value = named
    try:
        msgspec.convert({**found.config, key: value}, SpeculativeConfig, strict=False)
    except msgspec.ValidationError:
        raise UsageError(
            translate("Engines", "“{key}” of --speculative-config cannot be “{value}”.").format(key=key, value=value)
        ) from None
    found.config[key] = value


def _settle(found: Collected) -> None:
    """What vLLM works out itself where nothing is said."""
    model = str(found.config.get("model", "")).lower()
    if found.config and "method" not in found.config:
        told = next((method for method in ("eagle3", "dflash", "dspark", "medusa") if method in model), None)
        method = told or ("eagle" if "eagle-" in model else "draft_model")
        found.config["method"] = method
        found.change(
            "", f'"method": "{method}"', translate("Engines", "vLLM would work the method out; it is better said.")
        )
    if found.config.get("method") not in (None, *METHODS):
        found.drop(
            f"“method”: “{found.config['method']}”", translate("Engines", "Only programs that extend vLLM use it.")
        )


def read_python(text: str) -> VllmCommand | None:
    """The `LLM(...)` call in Python text, by its syntax tree; None when there is none. Raises UsageError."""
    tree = _tree(text)
    if tree is None:
        return None
    constants = _constants(tree)
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    call = next((call for call in calls if _called(call) in ("LLM", "AsyncEngineArgs", "EngineArgs")), None)
    if call is None:
        return None
    found = Collected()
    if call.args:
        found.model = str(_value(call.args[0], constants) or "") or None
    for keyword in call.keywords:
        value = _value(keyword.value, constants) if keyword.arg else None
        said = keyword.arg or f"**{ast.unparse(keyword.value)}"
        if value is None:
            found.drop(
                said, translate("Engines", "Its value is worked out when the program runs; put the value itself there.")
            )
        elif keyword.arg == "speculative_config" and isinstance(value, dict):
            for key, entry in value.items():
                _key(found, str(key), entry)
        elif isinstance(value, bool):
            _switch(found, said, value)
        else:
            _take(found, said, value, said)
    parameters = next((call for call in calls if _called(call) == "SamplingParams"), None)
    if parameters is not None:
        found.sampling = _sampling(parameters, constants, found)
    _settle(found)
    return found.command()


def _switch(found: Collected, name: str, value: bool) -> None:
    if name in GONE:
        found.drop(name, translate("Engines", GONE[name]))
    elif value:
        found.rest.append(name)


def _sampling(call: ast.Call, constants: dict[str, Any], found: Collected) -> Sampling:
    fields: dict[str, Any] = {}
    for keyword in call.keywords:
        name = _SAMPLING_NAMES.get(keyword.arg or "", keyword.arg or "")
        value = _value(keyword.value, constants)
        if name in Sampling.__struct_fields__ and isinstance(value, int | float):
            fields[name] = value if name in ("seed", "top_k") else float(value)
        else:
            found.drop(
                f"SamplingParams {name or '**'}",
                translate("Engines", "It is not carried over; the chat has its own settings for it."),
            )
    return msgspec.structs.replace(found.sampling, **fields)


def _tree(text: str) -> ast.Module | None:
    """The syntax tree of the whole text, else of the call alone where text stands around it."""
    for candidate in (text, _call_text(text)):
        try:
            return ast.parse(candidate)
        except (SyntaxError, ValueError, RecursionError):
            continue
    return None


def _call_text(text: str) -> str:
    """From `LLM(` to the bracket that closes it."""
    start = re.search(r"\b(?:Async)?(?:LLM|EngineArgs)\(", text)
    if start is None:
        return ""
    depth = 0
    for place in range(start.end() - 1, len(text)):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if depth == 0:
            return text[start.start() : place + 1]
    return ""


def _constants(tree: ast.Module) -> dict[str, Any]:
    """Names that are plainly given a value, at the top of the text."""
    found: dict[str, Any] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            value = _value(node.value, found)
            if value is not None:
                found[node.targets[0].id] = value
    return found


def _value(node: ast.expr, constants: dict[str, Any]) -> Any:
    """The value that is written there; None when it would have to be worked out."""
    if isinstance(node, ast.Name):
        return constants.get(node.id)
    if isinstance(node, ast.Dict) and any(isinstance(entry, ast.Name) for entry in node.values):
        keys = [None if key is None else _value(key, constants) for key in node.keys]
        return dict(zip(keys, (_value(entry, constants) for entry in node.values), strict=True))
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None


def _called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def _python_object(text: str) -> Any:
    """People paste the Python form of it; None when it is neither."""
    try:
        document = ast.literal_eval(text.strip())
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None
    return document if isinstance(document, dict) else None


def _literal(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    try:
        return msgspec.json.decode(value)
    except (msgspec.DecodeError, RecursionError):
        return value
