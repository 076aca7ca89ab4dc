"""Why a search for the best setting has no winner: as an error, and as its headline."""

from __future__ import annotations

from specdesk.errors import EngineError, SpecDeskError, UsageError
from specdesk.kept_sentence import told
from specdesk.language import translate
from specdesk.measure.measured import left_out
from specdesk.measure.no_answer import OTHER_QUESTIONS, are_too_few, few_headline, too_few_words
from specdesk.measure.sweep import Setting, best_of
from specdesk.service.sweep_store import StoredSweep


def winner_of(stored: StoredSweep) -> Setting | None:
    """The fastest setting; None where none was measured, or by so few questions that no compare can confirm it."""
    return None if are_too_few(stored.setup.prompts) else best_of(stored.trials, stored.state.tried)


def nothing_found(stored: StoredSweep) -> SpecDeskError:
    """UsageError where the questions are the reason, and no engine failed."""
    problem = next((told(why) for _, why in stored.state.problems), "") or _failed(stored)
    if problem and best_of(stored.trials, stored.state.tried) is None:
        what = translate("Service", "None of the settings could be measured.")
        return EngineError(what, problem, translate("Service", "Look at the log, or choose another method."))
    few = too_few_words(stored.setup.prompts)
    if few:
        return UsageError(few, "", translate("Measure", OTHER_QUESTIONS))
    return UsageError(
        translate("Service", "The settings could not be told apart."),
        translate("Service", "Fewer than two questions were answered with 32 tokens or more."),
        translate("Service", "Ask questions of your own that are answered at length."),
    )


def nothing_found_words(stored: StoredSweep) -> str:
    """The headline: "" where nothing was measured at all."""
    if not any(left_out(trial.measured) is None for trial in stored.trials):
        return ""
    return few_headline(stored.setup.prompts) or translate("Service", "No answer: too little text.")


def _failed(stored: StoredSweep) -> str:
    """The last error, where every answer came with one."""
    errors = [trial.measured.error for trial in stored.trials]
    return told(errors[-1] or "") if errors and all(errors) else ""
