"""Any llama-server command, old or new, read back into a plan, with a note on everything that is said differently."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

from specdesk.engines.argument_words import is_engine, is_server, looks_like_flag, program_name, split_engine
from specdesk.engines.dialect_loading import OLD_SWITCHES, mode_of_switches
from specdesk.engines.dialect_methods import (
    MOD_FLAGS,
    NGRAM_FLAGS,
    SPEC_DEFAULT,
    SPEC_DEFAULT_LENGTHS,
    only_ngrams,
    read_methods,
    sized_flag,
)
from specdesk.engines.dialect_records import Change, Dropped, ParsedCommand
from specdesk.engines.dialect_table import (
    API_KEY,
    DOWNLOADS,
    LOAD_MODE,
    NEVER_FLAGS,
    NGRAM_SIZED,
    REMOVED_FLAGS,
    ROW_OF_FIELD,
    ROW_OF_FLAG,
    SPEC_TYPE,
    Row,
    Switch,
    Value,
    plan_of,
)
from specdesk.engines.dialect_values import ENTRIES, FLASH, NGRAM
from specdesk.engines.flags import Flags, plain_name
from specdesk.errors import UsageError
from specdesk.language import mark, translate
from specdesk.secret_arguments import is_secret

_FLASH_WORDS = ("on", "off", "auto", "enabled", "disabled", "true", "false", "1", "0", "-1")

_FETCHED = {
    "model": mark(
        "Engines", "The engine fetches this model from the internet itself; it cannot be checked before the start."
    ),
    "draft": mark(
        "Engines", "The engine fetches this draft from the internet itself; it cannot be checked before the start."
    ),
    "projector": mark(
        "Engines", "The engine fetches this projector from the internet itself; it cannot be checked before the start."
    ),
}
SETTINGS = mark("Engines", "The built-in engine takes settings, not flags.")


def from_argv(argv: Sequence[str], flags: Flags | None = None, as_settings: bool = False) -> ParsedCommand:
    """Read a command; a leading executable is optional.

    With `flags` a change is noted only where that binary says it differently; without any, where newer builds do.
    as_settings: it is for the built-in engine, and notes name the plan's fields in place of flags. The last of
    repeated flags counts, but `--spec-type` and `-ot` add up, as in the engine. Raises UsageError for a missing value
    or one that is not of its kind.
    """
    engine, words = split_engine(argv)
    reader = _Reader(words, flags if flags is not None and flags.options else None, as_settings)
    if engine is not None and is_engine(engine) and not is_server(engine):
        why = translate("Engines", "SpecDesk runs llama-server; the settings that both share are kept.")
        reader.change(program_name(engine), "llama-server", why)
    return reader.read(engine)


def is_known(word: str) -> bool:
    """True for every spelling, of any time, that a plan's field has."""
    name = plain_name(word)
    known = (ROW_OF_FLAG, NGRAM_FLAGS, OLD_SWITCHES, NEVER_FLAGS, (SPEC_TYPE, SPEC_DEFAULT, *LOAD_MODE, API_KEY))
    return any(name in names for names in known)


class _Reader:
    """Goes through the words once, then settles what depends on more than one of them."""

    def __init__(self, words: Sequence[str], flags: Flags | None, as_settings: bool) -> None:
        self._words = deque(words)
        self._flags = flags
        self._as_settings = as_settings
        self._fields: dict[str, Any] = {}
        self._methods: list[str] = []
        self._switches: dict[str, bool] = {}
        self._switch_words: list[str] = []
        self._extra: list[str] = []
        self._old_ngram: list[str] = []
        self._said: dict[str, str] = {}
        self._changes: list[Change] = []
        self._dropped: list[Dropped] = []
        self._api_key: str | None = None

    def change(self, from_: str, to: str, why: str) -> None:
        """Note that something is said differently."""
        self._changes.append(Change(from_=from_, to=to, why=why))

    def _rename(self, from_: str, to: str, why: str, *settings: str) -> None:
        """Note that something has another name; settings: how the built-in engine hears it ("draft_max 8"), if unlike
        the flag at all."""
        if not self._as_settings:
            self.change(from_, to, why)
        elif settings:
            self.change(from_, settings[0], translate("Engines", SETTINGS))

    def read(self, engine: str | None) -> ParsedCommand:
        """Read all words."""
        while self._words:
            self._next(self._words.popleft())
        self._settle_loading()
        self._settle_lengths()
        self._settle_methods()
        return ParsedCommand(
            plan=plan_of(self._fields | {"methods": tuple(self._methods), "extra": tuple(self._extra)}),
            changes=tuple(self._changes),
            dropped=tuple(self._dropped),
            api_key=self._api_key,
            engine=engine,
            said=self._said,
        )

    def _next(self, word: str) -> None:
        if word.startswith("--") and "=" in word and looks_like_flag(word):
            word, _, value = word.partition("=")
            shown = "…" if is_secret(word) else value
            self._rename(
                f"{word}={shown}", f"{word} {shown}", translate("Engines", "llama-server takes a value after a space.")
            )
            self._words.appendleft(value)
        name = plain_name(word)
        if not looks_like_flag(word):
            self._stray(word)
        elif name in NEVER_FLAGS:
            self._row(ROW_OF_FIELD[NEVER_FLAGS[name]], True, name)
        elif name in ROW_OF_FLAG:
            self._row(*ROW_OF_FLAG[name], name)
        elif name in NGRAM_FLAGS:
            self._ngram(name)
        elif name == SPEC_TYPE:
            self._spec_type(self._value(name))
        elif name == SPEC_DEFAULT:
            self._spec_default()
        elif name in LOAD_MODE:
            self._set("load_mode", self._value(name), name)
        elif name in OLD_SWITCHES:
            self._switches.update([OLD_SWITCHES[name]])
            self._switch_words.append(name)
        elif name == API_KEY:
            self._api_key = self._value(name)
            why = translate(
                "Engines", "The key is kept out of the command, where other users of this computer could read it."
            )
            self.change(f"{API_KEY} …", "", why)
        else:
            self._unknown(word)

    def _value(self, name: str) -> str:
        """The word behind `name`. Raises UsageError when there is none or another flag follows."""
        if not self._words:
            raise UsageError(
                translate("Engines", "{name} needs a value after it, but the command ends there.").format(name=name)
            )
        if looks_like_flag(self._words[0]) and is_known(self._words[0]):
            raise UsageError(
                translate("Engines", "{name} needs a value after it, but {following} follows.").format(
                    name=name, following=self._words[0]
                )
            )
        return self._words.popleft()

    def _set(self, field: str, value: Any, name: str, text: str = "") -> None:
        before = self._fields.get(field)
        if field in self._fields and before != value:
            earlier = f"{self._said[field]} {before}"
            self._changes = [one for one in self._changes if one.from_ != earlier]
            self.change(
                earlier,
                "",
                translate("Engines", "Given twice; the last one counts: {name} {value}.").format(
                    name=name, value=text or value
                ),
            )
        self._fields[field] = value
        self._said[field] = name

    def _row(self, row: Row, yes: bool, name: str) -> None:
        if isinstance(row, Switch):
            self._set(row.field, yes, name)
            self._note_spelling(row, row.on if yes else row.off, name, "")
            return
        if row.codec is FLASH and not (self._words and self._flash_follows()):
            self._bare_flash(row, name)
            return
        text = self._value(name)
        value = row.codec.read(name, text)
        if row.codec is ENTRIES:
            self._fields[row.field] = (*self._fields.get(row.field, ()), *value)
            self._said[row.field] = name
        else:
            self._set(row.field, value, name, text)
        self._note_spelling(row, row.flags, name, text)

    def _flash_follows(self) -> bool:
        """True when the word after `-fa` is meant as its value."""
        return self._words[0] in _FLASH_WORDS or not looks_like_flag(self._words[0])

    def _bare_flash(self, row: Value, name: str) -> None:
        self._set(row.field, "on", name)
        if self._flags is None or self._flags.takes_value(name):
            self._rename(
                name, f"{name} on", translate("Engines", "Builds since August 2025 want on, off or auto after it.")
            )

    def _note_spelling(self, row: Row, names: tuple[str, ...], name: str, text: str) -> None:
        """Say when the flag is called differently, in the binary if it is known, else in newer builds."""
        usable = self._flags.spelling(*names) if self._flags else names[0]
        if name in NEVER_FLAGS:
            why = translate("Engines", "llama-server has never had a flag {name}.").format(name=name)
        elif self._flags is None and name in REMOVED_FLAGS:
            why = translate("Engines", "Builds since April 2026 no longer accept {name}.").format(name=name)
        elif self._flags is not None and not self._flags.has(name):
            gone = self._flags.knows(name) or name in REMOVED_FLAGS
            why = (
                translate("Engines", "This build no longer accepts {name}.").format(name=name)
                if gone
                else translate("Engines", "This build calls it {name}.").format(name=usable)
            )
        else:
            return
        if usable is not None:
            to = f"{usable} {text}".strip()
            self._rename(f"{name} {text}".strip(), to, why, f"{row.field} {text}".strip())

    def _ngram(self, name: str) -> None:
        field, current = NGRAM_FLAGS[name]
        text = self._value(name)
        self._set(f"ngram.{field}", NGRAM[field].read(name, text), name, text)
        if not current:
            self._old_ngram.append(name)

    def _spec_type(self, text: str) -> None:
        for method in read_methods(text):
            if method not in self._methods:
                self._methods.append(method)

    def _spec_default(self) -> None:
        self._spec_type("ngram-mod")
        for field, number in SPEC_DEFAULT_LENGTHS.items():
            self._set(f"ngram.{field}", number, SPEC_DEFAULT)
        self._rename(
            SPEC_DEFAULT,
            f"{SPEC_TYPE} ngram-mod",
            translate("Engines", "That is what it stands for."),
            "methods ngram-mod",
        )

    def _stray(self, word: str) -> None:
        if word.endswith(".gguf") and "target" not in self._fields:
            why = translate("Engines", "A model is named with -m before its path.")
        else:
            why = translate("Engines", "It belongs to no flag; put quotes around a path that contains spaces.")
        self._dropped.append(Dropped(flag=word, why=why))

    def _unknown(self, word: str) -> None:
        """Keep a flag that is not ours, with the words behind it, as it is."""
        values: list[str] = []
        while self._words and not looks_like_flag(self._words[0]):
            values.append(self._words.popleft())
        self._extra += [word, *values]
        fetched = next((what for what, names in DOWNLOADS.items() if plain_name(word) in names), None)
        if fetched:
            said = " ".join([word, *values])
            self.change(said, said, translate("Engines", _FETCHED[fetched]))

    def _settle_loading(self) -> None:
        if not self._switches or "load_mode" in self._fields:
            return
        mode = mode_of_switches(self._switches)
        said = " ".join(self._switch_words)
        self._said["load_mode"] = said
        if mode is not None:
            self._fields["load_mode"] = mode
        name = self._flags.spelling(*LOAD_MODE) if self._flags else LOAD_MODE[1]
        if name is not None:
            to = f"{name} {mode}" if mode else ""
            why = translate("Engines", "Newer builds say how a model is loaded with one flag.")
            self._rename(said, to, why, f"load_mode {mode}" if mode else "")

    def _settle_lengths(self) -> None:
        """Old general lengths: of the n-gram methods, or of the one method that has its own names today."""
        only_mod = only_ngrams(tuple(self._methods)) and not any(m in NGRAM_SIZED for m in self._methods)
        for name in self._old_ngram:
            field = NGRAM_FLAGS[name][0]
            method = next((m for m in self._methods if m in NGRAM_SIZED), "ngram-simple")
            if only_mod and field == "size_n" and self._differs(name, MOD_FLAGS["mod_match"]):
                self._move("ngram.size_n", "ngram.mod_match", MOD_FLAGS["mod_match"])
            elif self._differs(name, sized_flag(method, field)):
                self._renamed(f"ngram.{field}", sized_flag(method, field))
        if only_ngrams(tuple(self._methods)) and "draft" not in self._fields:
            self._settle_draft_max(only_mod)

    def _settle_draft_max(self, only_mod: bool) -> None:
        """`--draft-max` of old builds also limited n-gram methods, which today have lengths of their own."""
        for field, mod in (("draft_max", "mod_max"), ("draft_min", "mod_min")):
            name = self._said.get(field)
            if name not in REMOVED_FLAGS or not self._differs(name, MOD_FLAGS[mod]):
                continue
            self._changes = [change for change in self._changes if change.from_.split(" ")[0] != name]
            if only_mod:
                self._move(field, f"ngram.{mod}", MOD_FLAGS[mod])
            elif field == "draft_max":
                method = next(m for m in self._methods if m in NGRAM_SIZED)
                self._move(field, "ngram.size_m", sized_flag(method, "size_m"))

    def _differs(self, old: str, new: str) -> bool:
        """True when the old name has to give way to the new one: always without a binary, else if it says so."""
        return self._flags is None or (not self._flags.has(old) and self._flags.has(new))

    def _move(self, field: str, to: str, flag: str) -> None:
        name, number = self._said.pop(field), self._fields.pop(field)
        self._fields.setdefault(to, number)
        self._said.setdefault(to, name)
        why = translate("Engines", "Newer builds have this length for each method.")
        self._rename(f"{name} {number}", f"{flag} {self._fields[to]}", why, f"{to} {self._fields[to]}")

    def _renamed(self, field: str, flag: str) -> None:
        number, name = self._fields[field], self._said[field]
        why = translate("Engines", "Newer builds have this length for each method.")
        self._rename(f"{name} {number}", f"{flag} {number}", why, f"{field} {number}")

    def _settle_methods(self) -> None:
        """In old builds a draft file joined any n-gram method; newer ones want it named."""
        old = any(name in REMOVED_FLAGS or name in self._old_ngram for name in self._said.values())
        if self._flags is not None and self._flags.has("--draft-max"):
            return
        if old and "draft" in self._fields and only_ngrams(tuple(self._methods)):
            said = ",".join(self._methods)
            self._methods.append("draft-simple")
            why = translate(
                "Engines", "In the builds this line was written for, the draft file also switched drafting on."
            )
            to = f"{said},draft-simple"
            self.change(f"{SPEC_TYPE} {said}", f"methods {to}" if self._as_settings else f"{SPEC_TYPE} {to}", why)
