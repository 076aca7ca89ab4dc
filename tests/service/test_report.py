"""A report for asking others for help: what is in it, and above all what is not."""

from __future__ import annotations

import getpass
import json
import zipfile
from pathlib import Path

import pytest

from specdesk import logs, paths
from specdesk.cli.main import main
from specdesk.engines.lifecycle import Checking, Failed, Failure, Loading, Ready
from specdesk.records.plan import LaunchPlan
from specdesk.service.events import StateChanged
from specdesk.service.redaction import Redaction, folders_in
from specdesk.service.report import StateHistory, write_report
from specdesk.service.server import LOG_NAME
from specdesk.settings import LoadedSettings, Settings, SettingsFile, TargetMemory

KEY, SAID, SYSTEM = "k3y-0f-th3-s3rv3r", "My grandmother keeps bees in Utrecht.", "You are my lawyer."
WHO = "annabel"


@pytest.fixture
def someone(tmp_path: Path, specdesk_home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user with a home, settings, and logs that say too much."""
    home = tmp_path / "homes" / WHO
    home.mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    monkeypatch.setattr(getpass, "getuser", lambda: WHO)
    target = str(home / "private letters" / "Qwen3-8B-Q4_K_M.gguf")
    settings = Settings(
        target=target, server_key=KEY, key_mode="kept", system_prompt=SYSTEM, model_folders=(str(home / "my models"),),
        targets={target: TargetMemory(plan=LaunchPlan(target=target, extra=("--api-key", KEY)))},
    )  # fmt: skip
    SettingsFile().save(settings)
    state = paths.private_dir(paths.state_dir())
    logs.log_path().write_text(
        f"INFO run 1: {target}\nINFO Authorization: Bearer {KEY}\nINFO folder /home/{WHO}/x/y.gguf of {WHO}\n", "utf-8"
    )
    (state / LOG_NAME).write_text(
        f"0.00.001.000 I srv    load_model: loading model '{target}'\n{SAID}\n"
        f"0.00.002.000 D slot update_slots: id  0 | task 0 | prompt token 4: 345 ' grandmother'\n",
        "utf-8",
    )
    return home


def contents(report: Path) -> dict[str, str]:
    with zipfile.ZipFile(report) as archive:
        return {name: archive.read(name).decode("utf-8") for name in archive.namelist()}


def grepped(found: dict[str, str], home: Path) -> None:
    for name, text in found.items():
        for secret in (KEY, SAID, "grandmother", SYSTEM, str(home), WHO, "private letters", "my models"):
            assert secret.lower() not in text.lower(), f"{secret} is in {name}"


def test_doctor_writes_one_without_names_keys_and_chats(
    someone: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = tmp_path / "report.zip"
    assert main(["doctor", "--report", str(report)]) == 0
    assert "Look it through" in capsys.readouterr().out
    found = contents(report)
    assert set(found) == {
        "READ-ME.txt", "found.json", "settings.json", "states.json", "specdesk.txt", "server.txt", "crash.txt",
    }  # fmt: skip
    grepped(found, someone)
    settings = json.loads(found["settings.json"])
    assert settings["target"] == "…/Qwen3-8B-Q4_K_M.gguf", "which model it is about stays"
    assert "server_key" not in settings
    assert "system_prompt" not in settings
    assert json.loads(found["found.json"])["specdesk"]
    assert "load_model: loading model '…/Qwen3-8B-Q4_K_M.gguf'" in found["server.txt"]
    assert "(2 lines left out" in found["server.txt"]


def test_the_window_adds_what_the_server_did(someone: Path, tmp_path: Path) -> None:
    history, passed = StateHistory(), []
    post = history.noted(passed.append)
    states = (
        Checking(run_id=1), Loading(run_id=1, pid=7, since=0.0, progress=0.1), Loading(run_id=1, pid=7, since=0.0),
        Ready(run_id=1, pid=7, url=f"http://{WHO}:{KEY}@127.0.0.1:9", since=1.0, reason=f"{someone}/d.gguf differs"),
    )  # fmt: skip
    for state in states:
        post(StateChanged(state=state))
    assert len(passed) == 4
    write_report(tmp_path / "r.zip", LoadedSettings(SettingsFile().load().settings), None, history.entries())
    found = contents(tmp_path / "r.zip")
    grepped(found, someone)
    assert [entry["state"] for entry in json.loads(found["states.json"])] == ["Checking", "Loading", "Ready"]


def test_a_place_that_cannot_be_written_is_said(
    someone: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor", "--report", str(tmp_path / "missing" / "r.zip")]) == 2
    assert "The report could not be written" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("/home/annabel/a/b.gguf", "…/b.gguf"),
        ("open /mnt/big/models/b.gguf failed", "open …/b.gguf failed"),
        (r"open C:\Users\Annabel\m\b.gguf failed", "open …/b.gguf failed"),
        ("open /home/annabel/Divorce papers/vision/mmproj.gguf failed", "open …/mmproj.gguf failed"),
        (r"open D:\My clients\Acme\x.gguf failed", "open …/x.gguf failed"),
        (r"open \\nas\My clients\x.gguf: no", "open …/x.gguf: no"),
        ("no ~/My clients/a b.GGUF here, but /m n/o.jinja", "no …/a b.GGUF here, but …/o.jinja"),
        ("--lora=/home/annabel/My clients/l.gguf", "--lora=…/l.gguf"),
        ("The folder /known to us/of Acme is gone.", "The folder … is gone."),
        ("GET /metrics, http://h/m/x, /m: gone", "GET /metrics, http://h/m/x, …: gone"),
        ("ANNABEL's box-7 says no", "[user]'s [host] says no"),
        ("annabella stays, http://127.0.0.1:80/v1/models too", "annabella stays, http://127.0.0.1:80/v1/models too"),
        ("--api-key abc --ctx 5", "--api-key [hidden] --ctx 5"),
    ],
)
def test_texts(text: str, told: str) -> None:
    folders = ("/known to us/of Acme/", "/m")
    redaction = Redaction(Path("/home/annabel"), ["annabel"], folders, host="box-7")
    assert redaction.text(text) == told


@pytest.mark.parametrize(
    ("document", "folders"),
    [
        ({"/a b/t.gguf": {"plan": {"mmproj": "/a b/vision/m.gguf"}}}, {"/a b", "/a b/vision"}),
        ({"extra": ["--lora", "/my loras/l.bin", "--grammar-file=/my texts/g"]}, {"/my loras", "/my texts"}),
        (("relative/t.gguf", "no path", 5, None, "/t.gguf", "http://h/x"), set()),
        ([r"D:\My clients\x"], {r"D:\My clients", "D:/My clients"}),
    ],
)
def test_folders_of_whatever_a_document_names(document: object, folders: set[str]) -> None:
    assert folders_in(document) == folders


def test_no_folder_of_any_plan_stays(someone: Path, tmp_path: Path) -> None:
    private = someone / "Divorce papers"
    plan = LaunchPlan(
        target=f"{private}/one/t.gguf", draft=f"{private}/two/d", mmproj=f"{private}/three/m",
        extra=("--lora", f"{private}/four/l", f"--chat-template-file={private}/five/c"),
    )  # fmt: skip
    history = StateHistory()
    for run, path in enumerate(("two/d", "three/m", "four/l", "five/c", "of another time/t.gguf")):
        history.note(Failed(run_id=run, failure=Failure(what=f"There is no {private}/{path} to be read.")))
    write_report(tmp_path / "r.zip", LoadedSettings(Settings(targets={"t": TargetMemory(plan=plan)})), None,
                 history.entries())  # fmt: skip
    found = contents(tmp_path / "r.zip")
    told = [entry["failure"]["what"] for entry in json.loads(found["states.json"])]
    assert told == [f"There is no …/{name} to be read." for name in ("d", "m", "l", "c", "t.gguf")]
    for name, text in found.items():
        for part in ("Divorce", "papers", "/two", "/three", "/four", "/five", "another time"):
            assert part not in text, f"{part} is in {name}"
