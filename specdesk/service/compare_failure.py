"""What ended a compare before its end: kept with it in no language, and told wherever it is shown."""

from __future__ import annotations

from specdesk.errors import EngineError, SpecDeskError
from specdesk.kept_sentence import kept
from specdesk.language import translate
from specdesk.measure.no_answer import Failing, Failure
from specdesk.service.measuring_run import MeasuringRun


def failure_of(run: MeasuringRun, error: SpecDeskError) -> Failure:
    """What ended this run."""
    how: Failing = "not-started" if run.is_starting else "broke-off"
    return Failure(how=how, arm=run.arm, error=run.kept_error(error))


def failing(run: MeasuringRun, last: str, *, ours: bool) -> tuple[EngineError, Failure]:
    """One question after the other came back with an error, the last one with this. ours: on a server of ours."""
    what = translate("Service", "The engine answers one prompt after the other with an error.")
    step = (
        translate("Service", "Look at the log.")
        if ours
        else translate("Service", "See to that engine, then compare again.")
    )
    error = EngineError(what, last, step)
    return error, Failure(how="failing", arm=run.arm, error=kept(str(error)))
