"""Arguments that get along badly with a draft: said before a start, which is not refused for it.

Two drafting models are one too many. `--embeddings` and `--reranking` set the server up for vectors instead of text,
and the draft's context with it: b10068 ends at a check of its own (n_outputs_max), others fail at the first question
(tools/server/server-context.cpp).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from specdesk.engines.argument_words import looks_like_flag, spaced
from specdesk.engines.enumeration import all_of
from specdesk.engines.flags import plain_name
from specdesk.language import translate
from specdesk.records.plan import DRAFT_METHODS, LaunchPlan

VECTOR_FLAGS: Final = ("--embedding", "--embeddings", "--rerank", "--reranking")
POOLING: Final = "--pooling"


def vector_flags(extra: Sequence[str]) -> tuple[str, ...]:
    """What among further arguments makes a server answer with vectors or ranks instead of text, as it was written."""
    names = [word for word in spaced(extra) if looks_like_flag(word)]
    return tuple(dict.fromkeys(name for name in names if plain_name(name) in (*VECTOR_FLAGS, POOLING)))


def conflicts(plan: LaunchPlan) -> tuple[str, ...]:
    """Sentences about what in a plan may keep its draft from working; empty where no draft takes part."""
    return (*_two_drafters(plan), *_vectors(plan))


def _two_drafters(plan: LaunchPlan) -> tuple[str, ...]:
    """Builds fail at a second one while loading, with words about something else (b10068: "MTP requested but ...")."""
    named = [method for method in plan.methods if method in DRAFT_METHODS] if plan.speculates else []
    if len(named) < 2:
        return ()
    return (
        translate(
            "Engines",
            "{methods} together: a server drafts with one model only (n-gram methods may be added), and most "
            "builds do not start with two. Keep one of them.",
        ).format(methods=all_of(named)),
    )


def _vectors(plan: LaunchPlan) -> tuple[str, ...]:
    drafts = plan.draft is not None if not plan.methods else plan.speculates and plan.draft_method is not None
    named = vector_flags(plan.extra) if drafts else ()
    if not named:
        return ()
    listed = all_of(named)
    if all(plain_name(name) == POOLING for name in named):
        return (
            translate(
                "Engines",
                "{listed} together with a draft: some builds hand it to the draft too and then fail at the first "
                "question. Leave {listed} out, or start without the draft.",
            ).format(listed=listed),
        )
    return (
        translate(
            "Engines",
            "{listed} together with a draft: the draft is set up for vectors too, and many builds then end or "
            "fail at the first question. Leave {listed} out, or start without the draft.",
        ).format(listed=listed),
    )
