"""What has to be said besides the headline of a compare, for the page, the command line and those who listen.

The page shows what changes how the headline is to be taken; everything else is behind its Details. The command line has
no Details and says all of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from specdesk.errors import SpecDeskError
from specdesk.kept_sentence import told
from specdesk.language import short, translate
from specdesk.measure import headlines
from specdesk.measure.card_state import card_drift
from specdesk.measure.compare import CompareResult
from specdesk.measure.cut_short import cut_short_words
from specdesk.measure.evidence import silence
from specdesk.measure.figure_words import minutes
from specdesk.measure.measured import Arm
from specdesk.measure.no_answer import OTHER_QUESTIONS
from specdesk.measure.outcome import NUMBERED
from specdesk.service.compare_arms import FAIR
from specdesk.service.compare_run import SWITCHED
from specdesk.service.compare_store import Later, StoredCompare

CANCELLED = "cancelled"
MANY = 0.25
"""Of all replies: where more are left out, that belongs beside the headline."""

MOST_OF_IT = 0.9
"""Of its minutes: a compare that took less has minutes left."""

_BEHIND_DETAILS = (FAIR, SWITCHED)
"""Nothing in these changes what to do."""


def done_words(result: CompareResult, stored: StoredCompare, error: SpecDeskError | None) -> str:
    """The headline and everything else that has to be said."""
    return _joined((
        headlines.headline(result, stored.setup.names),
        broke_off_words(result, stored, error),
        translate("Service", "It was stopped before its end.") if stored.ended == CANCELLED else "",
        headlines.left_out_words(result),
        cut_short_words(result),
        stored.others.words(numbered=result.verdict in NUMBERED),
        *noted(stored),
        *_advice(result, stored),
    ))  # fmt: skip


def broke_off_words(result: CompareResult, stored: StoredCompare, error: SpecDeskError | None = None) -> str:
    """ "It broke off: …", or what went wrong alone where the headline says as much. error: what ended a part behind it,
    where that failed alone. "" where nothing did."""
    failure, cause = stored.failure, result.cause
    said = told(failure.error) if failure is not None else "" if error is None else str(error)
    is_said = result.verdict == "too-little" and cause is not None and cause.has_failed
    return said if is_said or not said else translate("Service", "It broke off: {error}").format(error=said)


def noted(stored: StoredCompare, but: Sequence[str] = ()) -> tuple[str, ...]:
    """Its notes in the language in use, without some."""
    kept = (told(note, "Service") for note in stored.notes if note not in but)
    return (*kept, *_silent(stored), *_never_came(stored.later))


def _never_came(later: Later) -> Sequence[str]:
    """The parts that were asked for behind it, where it was broken off before their end."""
    found = []
    if later.temperature is not None:
        words = translate("Service", "At temperature {value} it was not measured to its end.")
        found.append(words.format(value=short(later.temperature)))
    if later.crowd:
        found.append(translate("Service", "Several people at once were not measured to the end."))
    return found


def _silent(stored: StoredCompare) -> Sequence[str]:
    """Of two set-ups: which of them never guessed. Against plain the verdict says so."""
    names, planned = headlines.in_words(stored.setup.names), stored.schedule
    arms: Sequence[tuple[Arm, str]] = (("A", names.a), ("B", names.b))
    words = translate("Service", "“{name}” never guessed here, so its speed is that of the model alone.")
    return [
        words.format(name=name)
        for (arm, name), drafts in zip(arms, planned.speculates, strict=True)
        if drafts and not planned.against_plain and silence(stored.measured, arm) == "nothing"
    ]


def notes_beside(result: CompareResult, stored: StoredCompare) -> str:
    """What stands below the headline on the page. "" where there is nothing to add."""
    numbered = result.verdict in NUMBERED
    replies = sum(len(arm.samples) for arm in result.arms)
    many_lost = sum(result.left_out.values()) > MANY * replies
    but = _BEHIND_DETAILS if numbered and not stored.setup.asked else ()
    return _joined((
        broke_off_words(result, stored),
        headlines.left_out_words(result) if not numbered or many_lost else "",
        cut_short_words(result),
        stored.others.words(numbered=numbered),
        *noted(stored, but),
        *_advice(result, stored),
    ))  # fmt: skip


def _advice(result: CompareResult, stored: StoredCompare) -> Sequence[str]:
    """What to do where there is no answer, and what the answer does not cover."""
    names, found = stored.setup.names, []
    if result.verdict == "drifted":
        found.append(card_drift(stored.measured).cause)
        found.append(
            translate(
                "Service",
                "Other programs, or heat, change the speed. Close what is busy, wait a little, and run it again.",
            )
        )
    if result.verdict == "no-drafts" and not result.hides_guesses and names.is_harmless:
        found.append(
            translate(
                "Service",
                "Normal until text repeats: it helps where answers repeat the question, and costs next to nothing "
                "elsewhere.",
            )
        )
    if result.cause is not None and result.cause.why == "few":
        found.append(translate("Measure", OTHER_QUESTIONS))
    lost = headlines.facts_of(result).lost if result.verdict == "too-little" and result.cause is None else None
    if lost == "untimed" and stored.setup.asked is None:
        found.append(
            translate("Service", "Running it again gives none either: choose another build, or the built-in one.")
        )
    if lost == "short":
        found.append(translate("Service", "Ask questions of your own that are answered at length."))
    if result.verdict == "not-sure" and not result.can_go_on and not result.partial:
        found.append(why_no_more(stored))
    layers = stored.setup.plans[1].place.layers if stored.setup.plans else None
    if FAIR in stored.notes and isinstance(layers, int) and stored.setup.plans[1].loads_draft:
        words = translate(
            "Service",
            "Beside the draft only {layers} layers of the model are on the GPU, and the plain model was measured with "
            "as many. Without the draft more may fit, and the model alone may be faster than it was here: start it "
            "once without the draft and see.",
        )
        found.append(words.format(layers=layers))
    return found


def why_no_more(stored: StoredCompare) -> str:
    """Of a compare that gives no sure answer and has nothing more to ask: why its minutes were not used up, and what
    would tell more.

    The questions are what differs: the same ones once more, or with a longer reply, are no new ones, and a second visit
    that counted as one would make the interval too narrow.
    """
    asked, budget_s = len(stored.schedule.prompts), 60.0 * stored.setup.minutes
    others = translate("Service", "Other questions, from a file or a chat, may tell more.")
    if stored.schedule.spare:
        looked = translate(
            "Service",
            "It has been looked at as often as a sure answer allows: each further look could give a wrong one.",
        )
        return f"{looked} {others}"
    if 0.0 < stored.seconds < MOST_OF_IT * budget_s:
        words = translate("Service", "All {count} questions were asked, in {took} of the {budget} that it might take.")
        words = words.format(count=asked, took=minutes(stored.seconds), budget=minutes(budget_s))
    else:
        words = translate("Service", "All {count} questions were asked.").format(count=asked)
    again = translate(
        "Service", "The same ones again would tell little: questions differ far more than two answers do."
    )
    return f"{words} {again} {others}"


def _joined(sentences: Sequence[str]) -> str:
    return " ".join(sentence for sentence in sentences if sentence)
