"""Ports, connections and files of SpecDesk as the Privacy page tells them, against real sockets and processes."""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from service_stage import Stage

from specdesk.records.plan import LaunchPlan
from specdesk.service import footprint
from specdesk.service.footprint import is_elsewhere, kept_files, open_sockets
from specdesk.service.footprint_events import FootprintTold, OpenSocket


def test_a_port_that_is_open_is_seen() -> None:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        one.listen()
        local = f"127.0.0.1:{one.getsockname()[1]}"
        found = [seen for seen in open_sockets() if seen.local == local]
    assert [seen.remote for seen in found] == [None]


@pytest.mark.parametrize(
    ("address", "elsewhere"),
    [
        ("127.0.0.1:80", False), ("[::1]:80", False), ("[::ffff:127.0.0.1]:80", False), ("192.168.1.7:443", True),
        ("[fe80::1%eth0]:9", True), ("[2001:db8::1]:443", True), ("nonsense", True),
    ],
)  # fmt: skip
def test_which_address_is_elsewhere(address: str, elsewhere: bool) -> None:
    assert is_elsewhere(address) is elsewhere


def test_files_are_listed_with_their_sizes(specdesk_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (specdesk_home / "data").mkdir()
    (specdesk_home / "data" / "specdesk.sqlite").write_bytes(b"x" * 1234)
    (found,) = kept_files()
    assert (found.path, found.size) == (str(specdesk_home / "data" / "specdesk.sqlite"), 1234)
    (specdesk_home / "data" / "more").write_bytes(b"")
    monkeypatch.setattr(footprint, "MOST_FILES", 1)
    assert len(kept_files()) == 1


def test_the_server_and_its_port_are_told(
    stage: Callable[..., Stage], fake_llama: Callable[..., Path], model: Path
) -> None:
    table = stage(engine=fake_llama())
    table.service.watch_footprint()
    facts = table.start(LaunchPlan(target=str(model)))
    table.service.tell_footprint()
    told = table.wait(FootprintTold)
    assert told.strangers == ()
    port = facts.url.rpartition(":")[2]
    assert any(one.local == f"127.0.0.1:{port}" and one.remote is None for one in told.sockets)
    assert all(one.remote is None or not is_elsewhere(one.remote) for one in told.sockets)
    assert any(kept.path.endswith("specdesk.sqlite") for kept in told.files)


def test_a_connection_to_another_computer_stays_told_when_it_has_closed(
    stage: Callable[..., Stage], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = stage()
    seen = (OpenSocket(pid=1, program="llama-server", local="10.0.0.2:5000", remote="203.0.113.9:443"),)
    monkeypatch.setattr(footprint, "open_sockets", lambda _pid: seen)
    table.service.tell_footprint()
    assert table.wait(FootprintTold).strangers == ("llama-server: 203.0.113.9:443",)
    monkeypatch.setattr(footprint, "open_sockets", lambda _pid: ())
    table.service.tell_footprint()
    assert table.wait(FootprintTold).strangers == ("llama-server: 203.0.113.9:443",)
