"""What a server that was left behind is called for people."""

from __future__ import annotations

import pytest

from specdesk.engines.orphans import Orphan
from specdesk.engines.process_birth import Birth
from specdesk.engines.run_record import Kept
from specdesk.records.plan import LaunchPlan

MODEL = "/models/Qwen2.5-7B-Q4_K_M.gguf"


@pytest.mark.parametrize(
    ("target", "engine", "words"),
    [
        (MODEL, None, "Qwen2.5-7B-Q4_K_M on the built-in engine, process 4711, port 8480"),
        (MODEL, "/opt/llama-server", "Qwen2.5-7B-Q4_K_M on llama-server, process 4711, port 8480"),
        (None, "/opt/llama-server", "python3, process 4711, port 8480"),
    ],
)
def test_a_server_that_was_to_go_on_is_called_by_its_model_and_engine(
    target: str | None, engine: str | None, words: str
) -> None:
    kept = Kept(plan=LaunchPlan(target=target), engine=engine, host="127.0.0.1", key=None, command=())
    orphan = Orphan(
        pid=4711, birth=Birth(boot="", at=1.0), exe="/usr/bin/python3", port=8480, record="/none", kept=kept
    )
    assert orphan.words == words


def test_any_other_is_called_by_its_program() -> None:
    orphan = Orphan(pid=4711, birth=Birth(boot="", at=1.0), exe="/usr/bin/llama-server", port=8080, record="/none")
    assert orphan.words == "llama-server, process 4711, port 8080"
