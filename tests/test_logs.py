"""The program's log: private, bounded, without secrets, and where crashes end up."""

from __future__ import annotations

import logging
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specdesk import logs
from specdesk.errors import EngineError
from specdesk.secret_arguments import HIDDEN, redacted

KEY = "sk-7f3a91c0"


@pytest.fixture
def log_file(tmp_path: Path) -> Iterator[Path]:
    """A log that this test writes; the root logger is as before afterwards."""
    level = logging.getLogger().level
    path = tmp_path / "state" / "specdesk.log"
    assert logs.start_logging(path) is None
    yield path
    logs.stop_logging()
    logging.getLogger().setLevel(level)


def test_lines_arrive_and_only_the_user_may_read_them(log_file: Path) -> None:
    logging.getLogger("specdesk.engines").info("Started pid %d", 42)
    assert log_file.read_text().endswith("INFO MainThread specdesk.engines: Started pid 42\n")
    assert stat.S_IMODE(log_file.stat().st_mode) == 0o600


def test_it_is_bounded_and_old_parts_stay_private(log_file: Path) -> None:
    for number in range(600):
        logging.getLogger("specdesk").info("%d %s", number, "x" * 10_000)
    files = sorted(log_file.parent.iterdir())
    assert [file.name for file in files] == ["specdesk.log", *(f"specdesk.log.{n}" for n in (1, 2, 3))]
    assert sum(file.stat().st_size for file in files) <= logs.MAX_BYTES * (logs.KEPT_FILES + 1)
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    assert "599 x" in log_file.read_text()


def test_starting_again_changes_the_file(log_file: Path, tmp_path: Path) -> None:
    assert logs.start_logging(tmp_path / "other.log") is None
    logging.getLogger("specdesk").warning("here")
    assert log_file.read_text() == ""
    assert (tmp_path / "other.log").read_text().count("here") == 1


def test_a_log_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    path = tmp_path / "file" / "specdesk.log"
    assert logs.start_logging(path) == (
        f"The log file {path} cannot be written, so there is no log. The system says: File exists."
    )
    logging.getLogger("specdesk").info("goes nowhere")
    assert logs.start_crash_log(path) is None


def test_chatter_of_libraries_is_left_out(log_file: Path) -> None:
    for name in logs.QUIET:
        logging.getLogger(name).info("POST with the whole message")
    assert log_file.read_text() == ""


# Secrets ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        f"llama-server --api-key {KEY} --port 8080",
        f"llama-server --api-key '{KEY} with spaces' --port 8080",
        f"['llama-server', '--api-key', '{KEY},second-{KEY}', '--port', '8080']",
        f"--api-key={KEY}",
        f"LLAMA_API_KEY={KEY} llama-server",
        f"Authorization: Bearer {KEY}",
        f"{{'authorization': 'Bearer {KEY}'}}",
        f"headers=[(b'Authorization', b'Bearer {KEY}')]",
        f'{{"api_key": "{KEY}"}}',
        f"X-Api-Key: {KEY}",
        f"Settings(theme='dark', server_key='{KEY}')",
        f"--hf-token {KEY}",
        f"-hft {KEY}",
        f"HF_TOKEN={KEY}",
    ],
)
def test_secrets_are_blanked_out(line: str) -> None:
    cleaned = redacted(line)
    assert KEY not in cleaned
    assert HIDDEN in cleaned
    assert ("8080" in cleaned) == ("8080" in line)


@pytest.mark.parametrize(
    "line",
    [
        "The API key file could not be written.",
        "--api-key-file /home/me/key.txt",
        "press any key to continue",
        "tokens/s 56, draft_n=4",
    ],
)
def test_harmless_lines_stay_as_they_are(line: str) -> None:
    assert redacted(line) == line


@settings(deadline=None)
@given(st.text())
def test_any_text_can_be_cleaned(text: str) -> None:
    assert isinstance(redacted(text), str)


def test_secrets_in_tracebacks_are_blanked_out_too(log_file: Path) -> None:
    try:
        raise RuntimeError(f"Bearer {KEY}")
    except RuntimeError:
        logging.getLogger("specdesk").exception("failed with %s", f"--api-key {KEY}")
    text = log_file.read_text()
    assert KEY not in text
    assert "RuntimeError: Bearer [hidden]" in text


# What nobody caught -------------------------------------------------------------------------------------------------

CRASHING = """
import sys, threading
from pathlib import Path
from specdesk import logs
if sys.argv[2] == "windowed":
    sys.stdout = sys.stderr = None
assert logs.start_logging(Path(sys.argv[1]) / "specdesk.log") is None
told = open(Path(sys.argv[1]) / "told.txt", "a")
def report(sentence):
    told.write(sentence + "\\n")
    told.flush()
logs.install_hooks(report)
class Oops(Exception):
    pass
def fail():
    raise Oops("in a thread")
thread = threading.Thread(target=fail, name="reader")
thread.start()
thread.join()
class Dying:
    def __del__(self):
        raise Oops("while dying")
Dying()
raise Oops("at the end")
"""


@pytest.mark.parametrize("kind", ["console", "windowed"])
def test_exceptions_that_nobody_caught_are_logged_and_told(tmp_path: Path, kind: str) -> None:
    result = subprocess.run([sys.executable, "-c", CRASHING, str(tmp_path), kind], capture_output=True, text=True)
    assert result.returncode == 1
    text = (tmp_path / "specdesk.log").read_text()
    assert "CRITICAL reader specdesk: Nobody caught this in thread reader: in a thread\n" in text
    assert "Python could not raise this" in text
    assert "CRITICAL MainThread specdesk: Nobody caught this: at the end\n" in text
    assert text.count("Traceback (most recent call last)") == 3
    told = (tmp_path / "told.txt").read_text().splitlines()
    assert len(told) == 2
    assert all(
        line.startswith("Something went wrong inside SpecDesk (Oops). The log has the details: ") for line in told
    )
    for message in ("Oops: in a thread", "Oops: while dying", "Oops: at the end"):
        assert (message in result.stderr) == (kind == "console")


def test_an_expected_failure_keeps_its_own_sentences() -> None:
    error = EngineError("The engine stopped.", "It ran out of memory.", "Choose a smaller context.")
    assert logs.sentence_for(error) == "The engine stopped. It ran out of memory. Choose a smaller context."


SEGFAULT = """
import faulthandler, sys
from pathlib import Path
from specdesk import logs
sys.stderr = None
assert logs.start_crash_log(Path(sys.argv[1])) is not None
def deep_down():
    faulthandler._sigsegv()
deep_down()
"""


def test_a_crash_leaves_its_stack(tmp_path: Path) -> None:
    path = tmp_path / "state" / "crash.log"
    result = subprocess.run([sys.executable, "-c", SEGFAULT, str(path)], capture_output=True)
    assert result.returncode < 0
    text = path.read_text()
    assert "Fatal Python error: Segmentation fault" in text
    assert "in deep_down" in text
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_the_last_crash_outlives_later_starts(tmp_path: Path) -> None:
    path = tmp_path / "crash.log"
    path.write_text("an old crash")
    for _ in range(2):
        code = "import sys, pathlib; from specdesk import logs; logs.start_crash_log(pathlib.Path(sys.argv[1]))"
        subprocess.run([sys.executable, "-c", code, str(path)], check=True)
    assert path.with_name("crash.log.1").read_text() == "an old crash"
    assert path.read_text() == ""


FULL_DISK = """
import resource, signal, sys
from pathlib import Path
from specdesk import logs
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
assert logs.start_logging(Path(sys.argv[1])) is None
logs.log.info("first")
resource.setrlimit(resource.RLIMIT_FSIZE, (200, 200))
for _ in range(50):
    logs.log.info("x" * 50)
logs.stop_logging()
print("still here")
"""


def test_a_full_disk_does_not_disturb_the_program(tmp_path: Path) -> None:
    path = tmp_path / "specdesk.log"
    result = subprocess.run([sys.executable, "-c", FULL_DISK, str(path)], capture_output=True, text=True, check=True)
    assert (result.stdout, result.stderr) == ("still here\n", "")
    assert "first" in path.read_text()
