"""The program's own log: a small rotating file, private to the user, that crashes end up in.

It holds what SpecDesk did, never what was said in a chat; keys are blanked out before a line is written. Everything
works without a console (`sys.stderr` is None in a windowed build).
"""

from __future__ import annotations

import contextlib
import faulthandler
import logging
import logging.handlers
import os
import sys
import threading
from collections.abc import Callable
from io import TextIOWrapper
from pathlib import Path
from types import TracebackType
from typing import TextIO

from specdesk import paths
from specdesk.errors import SpecDeskError
from specdesk.language import translate
from specdesk.secret_arguments import redacted

MAX_BYTES = 1024 * 1024
KEPT_FILES = 3
"""The log never takes more than MAX_BYTES * (KEPT_FILES + 1)."""

QUIET = ("httpx", "httpcore", "asyncio", "markdown_it")
"""Libraries whose chatter would carry addresses or message text; only their warnings are kept."""

log = logging.getLogger("specdesk")


class RedactingFormatter(logging.Formatter):
    """Formats a record, traceback included, and blanks secrets out of the result."""

    def format(self, record: logging.LogRecord) -> str:
        """The finished line or lines."""
        return redacted(super().format(record))


class PrivateRotatingFile(logging.handlers.RotatingFileHandler):
    """A bounded log file that only its owner can read. A write that fails (a full disk) is dropped in silence."""

    def _open(self) -> TextIOWrapper:
        descriptor = os.open(self.baseFilename, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        return os.fdopen(descriptor, "a", encoding="utf-8", errors="backslashreplace")

    def handleError(self, record: logging.LogRecord) -> None:
        """A log that cannot be written must not disturb the program it describes."""

    def close(self) -> None:
        """What a full disk kept from being written is dropped here, too; the file is closed all the same."""
        with contextlib.suppress(OSError):
            super().close()


def log_path() -> Path:
    """The file that `start_logging` writes."""
    return paths.state_dir() / "specdesk.log"


def crash_path() -> Path:
    """Where Python writes its stacks when the process dies by a signal."""
    return paths.state_dir() / "crash.log"


def start_logging(path: Path | None = None, level: int = logging.INFO) -> str | None:
    """Send the log of the whole program to `path` (default `log_path()`); again is a change of file.

    Returns None, or one sentence when the file cannot be written; the program then runs without a log.
    """
    path = path or log_path()
    root = logging.getLogger()
    stop_logging()
    for name in QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
    try:
        paths.private_dir(path.parent)
        handler = PrivateRotatingFile(path, maxBytes=MAX_BYTES, backupCount=KEPT_FILES)
    except OSError as error:
        return translate(
            "Logs", "The log file {path} cannot be written, so there is no log. The system says: {error}."
        ).format(path=path, error=error.strerror or error)
    handler.setFormatter(RedactingFormatter("%(asctime)s %(levelname)s %(threadName)s %(name)s: %(message)s"))
    root.addHandler(handler)
    root.setLevel(level)
    return None


def stop_logging() -> None:
    """Close the log file; what is logged later goes nowhere."""
    root = logging.getLogger()
    for handler in [handler for handler in root.handlers if isinstance(handler, PrivateRotatingFile)]:
        root.removeHandler(handler)
        handler.close()


def start_crash_log(path: Path | None = None) -> TextIO | None:
    """Let Python write every thread's stack to `path` when it dies by a signal; the last crash stays as `path.1`.

    Returns the file, which has to stay open until the end, or None where it cannot be written.
    """
    path = path or crash_path()
    try:
        paths.private_dir(path.parent)
        if path.is_file() and path.stat().st_size:
            path.replace(path.with_name(f"{path.name}.1"))
        file = os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8")
    except OSError as error:
        log.warning("No crash log: %s", error)
        return None
    faulthandler.enable(file)
    return file


Report = Callable[[str], None]
"""Called with one sentence for people when something failed that nobody caught."""


def install_hooks(report: Report | None = None) -> None:
    """Log every exception that nobody caught, in this and every other thread, and tell `report` in one sentence.

    Python's own message on the console stays, where there is a console.
    """

    def on_exception(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if not issubclass(kind, KeyboardInterrupt):
            _record("Nobody caught this", error, trace, report)
        if sys.stderr is not None:
            sys.__excepthook__(kind, error, trace)

    def on_thread_exception(arguments: threading.ExceptHookArgs) -> None:
        if arguments.exc_value is not None and not isinstance(arguments.exc_value, SystemExit):
            name = arguments.thread.name if arguments.thread else "unknown"
            _record(f"Nobody caught this in thread {name}", arguments.exc_value, arguments.exc_traceback, report)
        if sys.stderr is not None:
            threading.__excepthook__(arguments)

    def on_unraisable(arguments: sys.UnraisableHookArgs) -> None:
        if arguments.exc_value is not None:
            what = f"Python could not raise this ({arguments.err_msg or 'during clean-up'})"
            _record(what, arguments.exc_value, arguments.exc_traceback, None)
        if sys.stderr is not None:
            sys.__unraisablehook__(arguments)

    sys.excepthook = on_exception
    threading.excepthook = on_thread_exception
    sys.unraisablehook = on_unraisable


def sentence_for(error: BaseException) -> str:
    """What to tell a person about `error`: its own sentences, or that the log knows more."""
    if isinstance(error, SpecDeskError):
        return str(error)
    return translate("Logs", "Something went wrong inside SpecDesk ({error}). The log has the details: {path}.").format(
        error=type(error).__name__, path=log_path()
    )


def _record(what: str, error: BaseException, trace: TracebackType | None, report: Report | None) -> None:
    log.critical("%s: %s", what, error, exc_info=(type(error), error, trace))
    if report is not None:
        report(sentence_for(error))
