"""Prompts to begin with, labelled by how much a draft usually helps with them (resources/prompts/start.json)."""

from __future__ import annotations

from typing import Literal

import msgspec

from specdesk.paths import resources_dir

Benefit = Literal["much", "some", "little"]
PromptRole = Literal["start", "demo-gain", "demo-cost"]


class Prompt(msgspec.Struct, frozen=True, kw_only=True):
    """One prompt. title and text per language ("en", "nl"); temperature where the effect depends on it.

    role: "start" is offered in an empty chat; "demo-gain" shows n-gram speculation at its best with a tiny model,
    "demo-cost" is asked where every guess costs as much as a word of the answer.
    """

    id: str
    role: PromptRole
    benefit: Benefit
    title: dict[str, str]
    text: dict[str, str]
    temperature: float | None = None

    def title_in(self, language: str) -> str:
        """The title in `language` ("nl", "nl_NL", ...), English where there is none."""
        return _in(self.title, language)

    def text_in(self, language: str) -> str:
        """The text in `language`, English where there is none."""
        return _in(self.text, language)


class PromptFile(msgspec.Struct, frozen=True, kw_only=True):
    """The file."""

    version: int
    prompts: tuple[Prompt, ...]


def all_prompts() -> tuple[Prompt, ...]:
    """Every prompt of the program, in the order in which they are offered. Reads one small file that ships with it."""
    content = (resources_dir() / "prompts" / "start.json").read_bytes()
    return msgspec.json.decode(content, type=PromptFile).prompts


def starters() -> tuple[Prompt, ...]:
    """The three for an empty chat: much, some, little."""
    return tuple(prompt for prompt in all_prompts() if prompt.role == "start")


def demo(role: Literal["demo-gain", "demo-cost"]) -> Prompt:
    """The demo's prompt for a gain, or for a case where guessing costs speed."""
    return next(prompt for prompt in all_prompts() if prompt.role == role)


def _in(words: dict[str, str], language: str) -> str:
    return words.get(language[:2].lower(), words["en"])
