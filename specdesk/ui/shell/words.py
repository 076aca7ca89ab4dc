"""What the pill and the badge of the top bar say. Pure: records in, words and tone out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
from PySide6.QtCore import QCoreApplication

from specdesk.engines.lifecycle import Checking, Failed, Loading, Ready, Spawning, State, Stopping
from specdesk.records.model_file import ModelFile
from specdesk.records.plan import NGRAM_METHODS, LaunchPlan
from specdesk.records.sample import Sample
from specdesk.service.events import ServerFacts
from specdesk.shown_address import shown_address
from specdesk.ui.parts.looks import Tone

LONGEST_REASON = 64
"""Letters of a reason that still stand in the badge itself; longer ones are behind [Why]."""


translate = QCoreApplication.translate


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """Words in a pill or badge. icon: "" = the tone's own. detail: the whole story, for [Why] and the tooltip.
    is_whole: the words tell the story themselves.
    """

    words: str
    tone: Tone = "neutral"
    icon: str = ""
    detail: str = ""
    is_whole: bool = False

    @property
    def aloud(self) -> str:
        """Words and story in one sentence, where neither a tooltip nor a banner stands beside them."""
        if self.is_whole or not self.detail:
            return self.words
        return translate("ShellWords", "{words}: {story}").format(words=self.words, story=_lowered(self.detail))


def state_words(state: State, *, answering: bool, now: float, watched: str = "") -> Said:
    """The pill. now: s, on the clock of the state's `since`. watched: address of somebody else's server."""
    match state:
        case Checking() | Spawning():
            return Said(words=translate("ShellWords", "Checking files"), tone="accent", icon="search")
        case Loading():
            return Said(words=_loading(state, now), tone="accent", icon="download")
        case Ready():
            if answering:
                return Said(words=translate("ShellWords", "Answering"), tone="good", icon="chat")
            return Said(words=translate("ShellWords", "Ready"), tone="good")
        case Stopping():
            return Said(words=translate("ShellWords", "Stopping"), tone="neutral", icon="stop")
        case Failed():
            return _failed(state.failure.what)
    if watched:
        if answering:
            return Said(words=translate("ShellWords", "Answering"), tone="good", icon="chat")
        words = translate("ShellWords", "Watching {address}").format(
            address=shown_address(watched).removeprefix("http://")
        )
        return Said(words=words, tone="accent", icon="globe")
    return Said(words=translate("ShellWords", "Stopped"), tone="neutral", icon="minus")


def _failed(what: str) -> Said:
    """The pill of a failure. what: its first sentence, which the bar shortens where there is no room for it."""
    why = _lowered(what.rstrip("."))
    words = translate("ShellWords", "Failed: {why}").format(why=why) if why else translate("ShellWords", "Failed")
    return Said(words=words, tone="danger", detail=what, is_whole=True)


def _loading(state: Loading, now: float) -> str:
    if state.progress is None:
        spent = max(0, round(now - state.since))
        return (
            translate("ShellWords", "Loading, {seconds} s so far").format(seconds=spent)
            if spent >= 2
            else translate("ShellWords", "Loading")
        )
    share = translate("ShellWords", "Loading {share} %").format(share=round(state.progress * 100))
    if state.seconds_left is None:
        return share
    left = max(1, round(state.seconds_left))
    return translate("ShellWords", "{share}, about {seconds} s left").format(share=share, seconds=left)


def speculation_words(facts: ServerFacts | None, sample: Sample | None, *, finished: bool) -> Said | None:
    """The badge; None while no server runs. sample: the newest figures of a reply; finished: that reply has ended."""
    if facts is None:
        return None
    if facts.speculation == "none":
        return Said(
            words=translate("ShellWords", "No draft"),
            tone="neutral",
            icon="minus",
            detail=translate("ShellWords", "No speculation was asked for."),
        )
    if facts.speculation == "off":
        return _off(facts.reason or "")
    if facts.speculation == "unknown":
        words = translate("ShellWords", "Draft asked for; this engine does not say whether it is on")
        return Said(words=words, tone="warn", icon="info", detail=facts.reason or "")
    return _on(facts.plan, sample, finished, facts.reason or "")


def watched_words(speculates: bool | None, sample: Sample | None, *, finished: bool) -> Said | None:
    """The badge of somebody else's server, of whose set-up nothing is known; None where it does not say."""
    if speculates is None:
        return None
    if not speculates:
        return Said(words=translate("ShellWords", "No draft"), tone="neutral", icon="minus")
    return _on(LaunchPlan(), sample, finished, "")


def _off(reason: str) -> Said:
    short = _lowered(reason.rstrip("."))
    words = (
        translate("ShellWords", "Draft OFF: {why}").format(why=short)
        if 0 < len(short) <= LONGEST_REASON
        else translate("ShellWords", "Draft OFF")
    )
    return Said(words=words, tone="danger", detail=reason)


def _on(plan: LaunchPlan, sample: Sample | None, finished: bool, reason: str) -> Said:
    looks_up = any(method in NGRAM_METHODS for method in plan.methods) and not plan.loads_draft
    acceptance = sample.acceptance if sample is not None else None
    if acceptance is not None:
        words = (
            translate("ShellWords", "Guessing on: {share} % of its guesses used")
            if looks_up
            else translate("ShellWords", "Draft on: {share} % of its guesses used")
        ).format(share=round(acceptance * 100))
        return Said(words=words, tone="good", detail=reason)
    if sample is not None and sample.drafted is None and finished:
        words = (
            translate("ShellWords", "Guessing on; this engine does not report guesses")
            if looks_up
            else translate("ShellWords", "Draft on; this engine does not report guesses")
        )
        return Said(words=words, tone="good", detail=reason)
    if looks_up:
        words = translate("ShellWords", "Guessing on, nothing guessed yet: normal until text repeats")
        return Said(words=words, tone="good", detail=reason)
    if sample is not None and sample.drafted == 0 and finished:
        return Said(
            words=translate("ShellWords", "Draft on, but it guessed nothing in that answer"), tone="warn", detail=reason
        )
    return Said(words=translate("ShellWords", "Draft on"), tone="good", detail=reason)


Find = Callable[[str], ModelFile | None]


def pair_words(plan: LaunchPlan | None, find: Find) -> tuple[str, str]:
    """(target, what drafts for it) as the top bar's two lines. find: the row of a path, where it is known."""
    if plan is None or plan.target is None:
        return translate("ShellWords", "No model chosen"), translate("ShellWords", "Choose a target in Setup")
    target = _named(plan.target, find)
    if not plan.speculates:
        return target, translate("ShellWords", "without a draft")
    if plan.draft is not None and plan.loads_draft:
        return target, translate("ShellWords", "with draft {name}").format(name=_named(plan.draft, find))
    if plan.draft_method is not None:
        return target, translate("ShellWords", "with its built-in drafter")
    return target, translate("ShellWords", "with n-gram guesses, no second model")


def _named(path: str, find: Find) -> str:
    row = find(path)
    if row is None:
        return Path(path).stem
    return f"{row.name} {row.quantization}" if row.quantization else row.name


def _lowered(sentence: str) -> str:
    """A sentence as the second half of another; words that start with several capitals keep them."""
    if len(sentence) > 1 and sentence[0].isupper() and not sentence[1].isupper():
        return sentence[0].lower() + sentence[1:]
    return sentence
