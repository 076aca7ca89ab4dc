"""Prompts to compare with: the project's own (resources/prompts/compare.json), a chat, or a file of one's own.

The own ones are 24, six kinds of text with four each; half of them have a Dutch twin that asks for the same thing.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

import msgspec

from specdesk.chat.conversation import Conversation, Role, append, clean, with_system
from specdesk.chat.timings import json_object
from specdesk.errors import FileFormatError
from specdesk.language import mark, translate
from specdesk.paths import resources_dir

LANGUAGES = ("en", "nl")
OWN_KIND = "own"
CHAT_KIND = "chat"
MOST_BYTES = 4 * 1024 * 1024
MOST_PROMPTS = 1000
WARM_UP_TEXT = "Count from one to thirty in words."
"""Asked once per start and thrown away; like none of the prompts."""

_ADVICE = mark("Chat", "Choose a text file with one prompt per line, or JSONL with a field “prompt”.")
_LINE_END = re.compile("\r\n|\r|\n")  # not splitlines: JSON may hold U+2028 and its like inside its text
_TEXT_FIELDS = ("prompt", "text", "question", "instruction")
_KIND_FIELDS = ("kind", "category")


class ComparePrompt(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One question. language: "en", "nl", "" = unknown. twin: the id of the English prompt that asks the same.

    history: what was said before, as (role, text); system: the system prompt.
    """

    id: str
    kind: str
    text: str
    language: str = ""
    twin: str | None = None
    system: str = ""
    history: tuple[tuple[Role, str], ...] = ()

    @property
    def task(self) -> str:
        """What it asks for, in whichever language: the same for twins."""
        return self.twin or self.id


class _Entry(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    kind: str
    text: dict[str, str]


class _File(msgspec.Struct, frozen=True, kw_only=True):
    version: int
    prompts: tuple[_Entry, ...]


def own_prompts(languages: Sequence[str] = LANGUAGES) -> tuple[ComparePrompt, ...]:
    """The project's prompts in these languages; reads one small file that ships with it.

    The kinds take turns. The first task of each is asked in the first language, the second one in the next, and so on,
    so that a beginning of the list is spread over kinds and languages with no task in it twice. Twins, which ask for
    the same once more in another language, follow in turn with the other tasks.
    """
    content = (resources_dir() / "prompts" / "compare.json").read_bytes()
    entries = msgspec.json.decode(content, type=_File).prompts
    once: list[list[ComparePrompt]] = []
    again: list[list[ComparePrompt]] = []
    for place, turn in enumerate(_turns(entries)):
        asked = [_in_languages(entry, languages, place) for entry in turn]
        once.append([prompt for one in asked for prompt in one[:1]])
        again.append([prompt for one in asked for prompt in one[1:]])
    begin = len(languages)
    turns = (*once[:begin], *(part for pair in zip_longest(once[begin:], again, fillvalue=()) for part in pair))
    return tuple(prompt for turn in turns for prompt in turn)


def kinds(prompts: Sequence[ComparePrompt]) -> tuple[str, ...]:
    """The kinds that occur, each once, in order."""
    return tuple(dict.fromkeys(prompt.kind for prompt in prompts))


def conversation_of(prompt: ComparePrompt) -> Conversation:
    """The chat that is sent."""
    conversation = with_system(Conversation(), prompt.system)
    for role, text in prompt.history:
        conversation = append(conversation, role, text)
    return append(conversation, "user", prompt.text)


def chat_prompts(conversation: Conversation) -> tuple[ComparePrompt, ...]:
    """Each question of a chat, asked again with what came before it; questions that repeat another are left out."""
    found: dict[tuple[tuple[tuple[Role, str], ...], str], ComparePrompt] = {}
    history: list[tuple[Role, str]] = []
    for message in conversation.messages:
        if message.role == "user" and message.text.strip():
            prompt = ComparePrompt(
                id=f"{CHAT_KIND}-{len(found) + 1}",
                kind=CHAT_KIND,
                text=message.text,
                system=conversation.system,
                history=tuple(history),
            )
            found.setdefault((prompt.history, prompt.text), prompt)
        if message.text:
            history.append((message.role, message.text))
    return tuple(found.values())


def read_prompt_file(path: Path) -> tuple[ComparePrompt, ...]:
    """The prompts in a file: one per line, or JSONL. Blocks on the disk.

    A JSON line has "prompt" (or "text", "question", "instruction", "turns", "messages"), and may have "kind" (or
    "category") and "language". A prompt that comes twice counts once: engines remember what they have said.
    Raises FileFormatError, in sentences, for a file that cannot be read, is empty, huge, binary or badly encoded.
    """
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        reason = f"{error.strerror}." if error.strerror else translate("Chat", "The system gave no reason.")
        raise _unusable(translate("Chat", "The prompts in {name} cannot be read."), reason, path.name) from error
    return prompts_in(content, path.name)


def prompts_in(content: bytes, name: str) -> tuple[ComparePrompt, ...]:
    """The prompts in the content of a file called `name`; see read_prompt_file."""
    lines = [line.strip() for line in _LINE_END.split(_decoded(content, name))]
    numbered = [(number, line) for number, line in enumerate(lines, 1) if line]
    if not numbered:
        raise _unusable(translate("Chat", "{name} has no prompts."), translate("Chat", "The file is empty."), name)
    reads_json = numbered[0][1].startswith("{")
    found: dict[str, ComparePrompt] = {}
    for number, line in numbered:
        prompt = _json_prompt(line, number, name) if reads_json else _own(line, len(found) + 1)
        found.setdefault(prompt.text, msgspec.structs.replace(prompt, id=f"{OWN_KIND}-{len(found) + 1}"))
        if len(found) > MOST_PROMPTS:
            raise FileFormatError(
                translate("Chat", "{name} has more than {count} prompts.").format(name=name, count=MOST_PROMPTS),
                "",
                translate("Chat", "A compare needs 12 to 50; leave the best of them."),
            )
    return tuple(found.values())


def _unusable(what: str, why: str, name: str, line: int = 0) -> FileFormatError:
    """what: with the places {name} and, where it has one, {line}."""
    return FileFormatError(what.format(name=name, line=line), why, translate("Chat", _ADVICE))


def _decoded(content: bytes, name: str) -> str:
    if len(content) > MOST_BYTES:
        why = translate("Chat", "It is larger than {count} MiB.").format(count=MOST_BYTES // 1024**2)
        raise _unusable(translate("Chat", "{name} is too big to be a list of prompts."), why, name)
    encoding = "utf-16" if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"
    if encoding != "utf-16" and b"\x00" in content:
        why = translate("Chat", "It holds bytes that no text has.")
        raise _unusable(translate("Chat", "{name} is not a text file."), why, name)
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise FileFormatError(
            translate("Chat", "{name} is not encoded as UTF-8.").format(name=name),
            translate("Chat", "Line {line} cannot be read.").format(line=line),
            translate("Chat", "Save it again as UTF-8 text."),
        ) from error
    return clean(text)


def _json_prompt(line: str, number: int, name: str) -> ComparePrompt:
    document = json_object(line)
    if document is None:
        why = translate("Chat", "The first line is, so all of them have to be.")
        raise _unusable(translate("Chat", "Line {line} of {name} is not JSON."), why, name, number)
    text = _asked(document)
    if not text:
        why = translate("Chat", "It has no field “prompt” with text.")
        raise _unusable(translate("Chat", "Line {line} of {name} has no prompt."), why, name, number)
    kind = next((_text(document.get(field)) for field in _KIND_FIELDS if _text(document.get(field))), OWN_KIND)
    return ComparePrompt(id="", kind=kind, text=text, language=_text(document.get("language"))[:2].lower())


def _asked(document: Mapping[str, Any]) -> str:
    """The question in one line of JSON, whatever the usual prompt sets call it."""
    for field in _TEXT_FIELDS:
        if _text(document.get(field)):
            return _text(document.get(field))
    turns = document.get("turns")
    if isinstance(turns, list) and turns:
        return _text(turns[0])
    messages = document.get("messages")
    asked = [message for message in messages if isinstance(message, dict)] if isinstance(messages, list) else []
    return next((_text(m.get("content")) for m in reversed(asked) if m.get("role") == "user"), "")


def _own(text: str, number: int) -> ComparePrompt:
    return ComparePrompt(id=f"{OWN_KIND}-{number}", kind=OWN_KIND, text=text)


def _in_languages(entry: _Entry, languages: Sequence[str], place: int) -> list[ComparePrompt]:
    """It in all of these languages that it is written in; place: how many to begin behind the first one."""
    known = [language for language in languages if language in entry.text]
    start = place % len(known) if known else 0
    return [_prompt(entry, language) for language in (*known[start:], *known[:start])]


def _prompt(entry: _Entry, language: str) -> ComparePrompt:
    is_twin = language != LANGUAGES[0]
    return ComparePrompt(
        id=f"{entry.id}.{language}" if is_twin else entry.id,
        kind=entry.kind,
        text=entry.text[language],
        language=language,
        twin=entry.id if is_twin else None,
    )


def _turns(entries: Sequence[_Entry]) -> list[list[_Entry]]:
    """The first of every kind, the second of every kind, and so on."""
    turns: list[list[_Entry]] = []
    seen: dict[str, int] = {}
    for entry in entries:
        place = seen[entry.kind] = seen.get(entry.kind, -1) + 1
        if place == len(turns):
            turns.append([])
        turns[place].append(entry)
    return turns


def _text(value: object) -> str:
    return clean(value).strip() if isinstance(value, str) else ""
