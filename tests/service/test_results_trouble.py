"""The file of the results in trouble: sentences for people, SQLite's own words in the log."""

from __future__ import annotations

import pytest

from specdesk.chat.history import History
from specdesk.service.results_file import ResultsError, ResultsFile


def test_a_result_that_cannot_be_written(history: History, caplog: pytest.LogCaptureFixture) -> None:
    history._connection.execute("PRAGMA query_only = 1")
    with pytest.raises(ResultsError) as caught, ResultsFile(history).changing() as cursor:
        cursor.execute("DELETE FROM results")
    assert str(caught.value) == (
        f"The result could not be saved. The file may only be read, not written. This concerns {history.path}. "
        "It is kept until SpecDesk ends. Free some space or make the folder writable, and export the result."
    )
    assert "attempt to write a readonly database (SQLITE_READONLY)" in caplog.text


def test_results_that_cannot_be_read(history: History, caplog: pytest.LogCaptureFixture) -> None:
    history._connection.execute("DROP TABLE results")
    with pytest.raises(ResultsError) as caught:
        ResultsFile(history).rows("SELECT * FROM results", ())
    assert str(caught.value) == (
        "Results could not be read. The program's own database refuses it; the log says more. Close other copies of "
        "SpecDesk and start it again; a damaged file is then set aside."
    )
    assert "no such table: results" in caplog.text
