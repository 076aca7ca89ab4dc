"""An exported command, run as it stands, is a real llama-server that a probe recognises and that answers."""

from __future__ import annotations

import asyncio
import shlex
import socket
import subprocess
from pathlib import Path

import pytest
from attached_servers import Heard, ask

from specdesk.chat.attached.identity import Probed
from specdesk.chat.client import EngineClient
from specdesk.engines.adapters.forms import form_named
from specdesk.engines.adapters.records import Wanted
from specdesk.engines.flags import parse_help
from specdesk.records.plan import LaunchPlan, ModelPlacement

PATIENCE_S = 120.0


async def answer(url: str) -> tuple[Probed, Heard]:
    """Wait until the server is ready, then probe it by an address as people paste it, and ask."""
    client = EngineClient(url)
    while await client.health() != "ready":  # noqa: ASYNC110 - another process has no event of ours
        await asyncio.sleep(0.2)
    await client.aclose()
    return await ask(f"{url.removeprefix('http://')}/v1")


@pytest.mark.real_engine
@pytest.mark.long
def test_the_exported_command_runs_and_is_recognised(real_server: Path, smollm2: Path, layer_drop_draft: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    plan = LaunchPlan(
        target=str(smollm2), draft=str(layer_drop_draft), methods=("draft-simple",), draft_max=4, context=1024, slots=1,
        host="127.0.0.1", port=port, metrics=True, warmup=False, place=ModelPlacement(threads=1),
    )  # fmt: skip
    shown = subprocess.run([real_server, "--help"], capture_output=True, text=True, timeout=60, check=True).stdout
    wanted = Wanted(plan=plan, flags=parse_help(shown), engine=str(real_server))
    command = shlex.split(form_named("llama-server").write(wanted).texts[0].text.replace("\\\n", " "))
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            probed, heard = asyncio.run(asyncio.wait_for(answer(f"http://127.0.0.1:{port}"), PATIENCE_S))
        finally:
            process.kill()
    identity = probed.identity
    assert (identity.engine, identity.speculation, identity.context) == ("llama-server", True, 1024)
    assert heard.sample is not None
    assert heard.sample.drafted
    assert heard.sample.estimated == ()
    assert heard.text
