"""Every reply of a compare as CSV."""

from __future__ import annotations

import csv
import io
import random

import msgspec
from simulated_pairs import QUICK, RatioPair, run

from specdesk.measure.compare import ArmFacts, result_of
from specdesk.measure.measured import Measured
from specdesk.measure.replies_table import COLUMNS, replies_csv


def table(measured: list[Measured]) -> list[dict[str, str]]:
    result = result_of(QUICK, measured, (ArmFacts(), ArmFacts()))
    return list(csv.DictReader(io.StringIO(replies_csv(result), newline="")))


def test_a_row_for_every_reply_with_the_engines_own_counts() -> None:
    measured, _ = run(QUICK, RatioPair(random.Random(1), 1.5, 0.1))
    rows = table(measured)
    assert tuple(rows[0]) == COLUMNS
    assert [row["arm"] for row in rows] == ["A"] * 24 + ["B"] * 24
    assert (rows[0]["tokens"], rows[0]["drafted"], rows[0]["counts"]) == ("96", "", "yes")
    assert (rows[24]["drafted"], rows[24]["accepted"]) == ("100", "60")
    first = measured[0].sample
    assert first is not None
    assert float(rows[0]["decode_ms"]) == first.decode_ms
    assert (rows[0]["clock_mhz"], rows[0]["temperature_c"]) == ("", "")
    measured[0] = msgspec.structs.replace(measured[0], clock_mhz=1905.0, temperature_c=61.0)
    assert (table(measured)[0]["clock_mhz"], table(measured)[0]["temperature_c"]) == ("1905.0", "61.0")


def test_texts_of_an_engine_are_texts_in_a_spreadsheet_too() -> None:
    measured, _ = run(QUICK, RatioPair(random.Random(1), 1.5, 0.1))
    measured[0] = msgspec.structs.replace(measured[0], error='=HYPERLINK("http://x","y"),\nand more', sample=None)
    (row,) = [row for row in table(measured) if row["error"]]
    assert row["error"] == '\'=HYPERLINK("http://x","y"),\nand more'
    assert (row["counts"], row["tokens"], row["tokens_per_s"]) == ("no", "", "")
