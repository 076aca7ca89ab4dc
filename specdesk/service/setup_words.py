"""What a server that is ready is, for the window, and which pair made a reply, for its footer."""

from __future__ import annotations

from pathlib import Path

from specdesk.language import translate
from specdesk.records.plan import LaunchPlan
from specdesk.service.catalog import Catalog
from specdesk.service.events import ServerFacts
from specdesk.service.read_back import ServerReport


def set_up_words(plan: LaunchPlan, catalog: Catalog) -> str:
    """ "Qwen3 32B + Qwen3 0.6B, length 4"; names as in the library; of the file where it does not know it."""
    target = _name(plan.target, catalog)
    if not plan.speculates:
        return translate("Service", "{target}, no draft").format(target=target)
    partner = _name(plan.draft, catalog) if plan.loads_draft else " + ".join(plan.methods)
    if plan.draft_max is None:
        return f"{target} + {partner}"
    return translate("Service", "{pair}, length {tokens}").format(pair=f"{target} + {partner}", tokens=plan.draft_max)


def _name(path: str | None, catalog: Catalog) -> str:
    if path is None:
        return "?"
    known = catalog.known(path)
    return known.name if known is not None else Path(path).stem


def facts_of(run: int, report: ServerReport, *, arm: bool) -> ServerFacts:
    """What the window is told of a server that is ready. arm: it is up only to be measured."""
    launch = report.launch
    return ServerFacts(
        run=run, speculation=report.speculation, reason=report.reason, context=report.context, slots=report.slots,
        url=launch.url, api_key=launch.key, build=report.build, argv=launch.command, plan=launch.plan, most=report.most,
        arm=arm,
    )  # fmt: skip
