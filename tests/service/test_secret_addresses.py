"""An address with a password in it goes through all that the program does with one; nothing tells the password."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import attached_servers
import msgspec
import pytest
from chat.servers import started
from compare_stage import FAST
from service_stage import GREEDY, Stage

from specdesk import logs
from specdesk.measure.card import CardFacts, card_of, to_json, to_markdown
from specdesk.measure.replies_table import replies_csv
from specdesk.service.address_arms import Address
from specdesk.service.attached_events import EngineProbed
from specdesk.service.events import ChatExported, CompareDone, Event, Problem, ReplyFailed, ServerWatched
from specdesk.service.report_events import ReportSaved

Stages = Callable[..., Stage]
Fakes = Callable[..., Path]
SECRET = "geheim"
PLAIN = ("-m", "t.gguf", "-np", "1", "--metrics")
DRAFT = (*PLAIN, "-md", "d.gguf", "--spec-type", "draft-simple", "--spec-draft-n-max", "4")


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Path]:
    """The program's own log."""
    path = tmp_path / "log" / "specdesk.log"
    logs.start_logging(path)
    yield path
    logs.stop_logging()


def secret(url: str) -> str:
    """The same address with a user, a password, and a question."""
    return f"{url.replace('http://', f'http://{SECRET}-user:{SECRET}-pw@')}/v1?token={SECRET}"


def told(event: Event) -> str:
    """All of an event that somebody is told: an address that was found is handed on as it is, to be connected to."""
    if isinstance(event, EngineProbed) and event.probed is not None:
        identity = msgspec.structs.replace(event.probed.identity, url="")
        event = msgspec.structs.replace(event, probed=msgspec.structs.replace(event.probed, identity=identity))
    return repr(event)


def files(folder: Path) -> list[str]:
    """Those that hold the secret."""
    return [str(path) for path in folder.rglob("*") if path.is_file() and SECRET.encode() in path.read_bytes()]


def exported(table: Stage, tmp_path: Path) -> str:
    """Everything that leaves as a file: chat, report, cards, table."""
    table.service.list_chats()
    table.service.export_chat(1, str(tmp_path / "chat.md"), "markdown")
    table.service.export_chat(1, str(tmp_path / "chat.json"), "json")
    table.wait(ChatExported)
    table.wait(ChatExported)
    table.service.save_report(str(tmp_path / "report.zip"))
    table.wait(ReportSaved)
    with zipfile.ZipFile(io.BytesIO((tmp_path / "report.zip").read_bytes())) as report:
        parts = [report.read(name).decode("utf-8", "replace") for name in report.namelist()]
    done = table.all(CompareDone)[-1]
    facts = CardFacts(date="2026-11-30", names=done.stored.setup.names)
    card = card_of(done.result, facts, ())
    parts += [to_json(card).decode(), to_markdown(card), replies_csv(done.result)]
    return "\n".join([*parts, *((tmp_path / name).read_text() for name in ("chat.md", "chat.json"))])


@pytest.mark.long
def test_a_password_in_an_address_is_told_nowhere(
    stage: Stages, fake_llama: Fakes, prompts: str, tmp_path: Path, specdesk_home: Path, log: Path
) -> None:
    table = stage()
    with started(fake_llama(**FAST), *PLAIN) as plain, started(fake_llama(**FAST), *DRAFT) as draft:
        a, b = Address(url=secret(plain)), Address(url=secret(draft))
        table.service.probe_engine(1, b.url)
        assert table.wait(EngineProbed).probed is not None
        table.service.watch_server(b.url)
        assert table.wait(ServerWatched).url == draft
        assert table.ask().message.text
        table.service.compare_addresses(a, b, 1.0, True, prompts)
        assert table.wait(CompareDone).result.verdict == "faster"
        text = exported(table, tmp_path)
    lost = table.wait(ServerWatched, lambda event: event.url is None)
    assert lost.words == f"The server at {draft} no longer answers."
    for nobody in (a, b):
        table.service.compare_addresses(nobody, Address(url="http://127.0.0.1:9"), 1.0, True, prompts)
        assert table.problem("compare").what.startswith("No engine answers at http://127.0.0.1:")
    assert len(table.all(Problem)) == 2
    assert [told(event) for event in table.events if SECRET in told(event)] == []
    assert SECRET not in text
    table.close()
    assert "compare: No engine answers at http://127.0.0.1:" in log.read_text()
    assert files(specdesk_home) + files(log.parent) == []


@pytest.mark.long
@pytest.mark.parametrize("kind", ["vllm", "ollama", "lm-studio", "openai"])
def test_nor_by_any_other_engine(kind: str, stage: Stages, specdesk_home: Path, log: Path) -> None:
    """It answers, dies in the middle, and refuses the key."""
    table = stage()
    with attached_servers.attached(kind) as url:
        table.service.watch_server(secret(url))
        table.wait(ServerWatched)
        assert table.ask().message.text
    with attached_servers.attached(kind, error_after=1):
        table.service.send("And now?", GREEDY, 16)
        assert table.wait(ReplyFailed).what
    with attached_servers.attached(kind, refuse=[500, f'{{"error": {{"message": "no {secret(url)}"}}}}']):
        table.service.send("And now?", GREEDY, 16)
        assert "[hidden]" in table.wait(ReplyFailed).why
    with attached_servers.attached(kind, key="other"):
        table.service.probe_engine(2, secret(url))
        table.wait(EngineProbed)
        table.service.watch_server(secret(url))
        table.wait(Problem)
    attached_servers.end_all()
    assert [told(event) for event in table.events if SECRET in told(event)] == []
    table.close()
    assert files(specdesk_home) + files(log.parent) == []
