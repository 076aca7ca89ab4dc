"""The process that fetches one file: `python -m specdesk.models.hub_worker`. The only user of huggingface_hub.

Reads one JSON line (`hub.FetchOrder`), asks the hub how large the file is and what its checksum is, fetches it beside
its place, checks it, and puts it there. A file that came in part is kept and continued at the next try. Of the user's
settings for the hub only its address counts: no stored token is sent, and nothing is told about who asks.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import threading
import time
from pathlib import Path
from typing import Final

import msgspec

from specdesk.language import mark
from specdesk.models.hub import SIZE_SLACK, FetchEvent, FetchOrder
from specdesk.secret_arguments import redacted

MIB: Final = 1 << 20
EVERY_S: Final = 0.25
"""How often progress is told."""
PARTS: Final = ".unfinished"
"""The folder of files that came in part, below the folder where they go."""
SHA256_LENGTH: Final = 64
_BLOCK: Final = 1 << 20
CUT_OFF: Final = 4
"""Exit code after the end of the input: nobody wants the file any more."""

_NO_LIBRARY: Final = mark("Fetch", "The part that fetches files is not installed.")
_FAILED: Final = mark("Fetch", "The file could not be fetched.")
_CONTINUES: Final = mark("Fetch", "Try again: what has come so far is kept.")
_NO_ROOM: Final = mark("Fetch", "There is not enough room on the disk.")
_OTHER_SUM: Final = mark("Fetch", "What came is not the file that the hub describes, so it was thrown away.")


class FetchFailedError(Exception):
    """Why nothing came, in sentences. next_step may be empty."""

    def __init__(self, what: str, why: str = "", next_step: str = "", system: str = "") -> None:
        super().__init__(what)
        self.event = FetchEvent(fetch="failed", what=what, why=why, next_step=next_step, system=system)


def say(event: FetchEvent) -> None:
    """One line of output."""
    sys.stdout.buffer.write(msgspec.json.encode(event) + b"\n")
    sys.stdout.buffer.flush()


def main(_argv: list[str] | None = None) -> int:
    """Fetch what the first line of the input names. 0: it is there; 1: it is not, and the last line says why."""
    order = msgspec.json.decode(sys.stdin.buffer.readline(), type=FetchOrder)
    threading.Thread(target=_end_with_input, daemon=True).start()
    os.environ.update(HF_HUB_DISABLE_TELEMETRY="1", HF_HUB_DISABLE_XET="1", HF_HUB_DISABLE_IMPLICIT_TOKEN="1")
    try:
        return 0 if _fetch(order) else 1
    except FetchFailedError as failed:
        say(failed.event)
    except ImportError:
        say(FetchEvent(fetch="failed", what=_NO_LIBRARY))
    return 1


def _end_with_input() -> None:
    """The end of the input is the order to stop; the part that has come is whole up to its last block."""
    while os.read(sys.stdin.fileno(), 1):  # past Python's buffer, whose lock the end of the process needs
        pass
    os._exit(CUT_OFF)


def _fetch(order: FetchOrder) -> bool:
    """False when the file is of another size than the user was told. Raises FetchFailedError, ImportError."""
    from httpx2 import HTTPError
    from huggingface_hub.errors import HfHubHTTPError
    from huggingface_hub.file_download import get_hf_file_metadata, hf_hub_url

    address = hf_hub_url(order.repository, order.file)
    try:
        found = get_hf_file_metadata(address, token=False)
    except HfHubHTTPError as error:
        raise FetchFailedError(_FAILED, mark("Fetch", "The hub says: {system}."), "", _first_line(error)) from error
    except (HTTPError, OSError) as error:
        raise _not_reached(error) from error
    if found.size is None or found.etag is None:
        raise FetchFailedError(_FAILED, mark("Fetch", "The hub does not say how large it is."))
    if abs(found.size / MIB - order.size_mib) > SIZE_SLACK * order.size_mib:
        say(FetchEvent(fetch="resized", total_mib=found.size / MIB))
        return False
    folder = Path(order.folder)
    part = folder / PARTS / f"{found.etag[:SHA256_LENGTH]}.part"
    try:
        part.parent.mkdir(parents=True, exist_ok=True)
        _check_room(folder, found.size, part)
        _bring(address, part, found.size)
        say(FetchEvent(fetch="checking", done_mib=found.size / MIB, total_mib=found.size / MIB))
        _check(part, found.etag)
        place = _place(folder, Path(order.file).name)
        part.replace(place)
    except OSError as error:
        raise FetchFailedError(
            mark("Fetch", "The file could not be written."), mark("Fetch", "The system says: {system}."), "",
            error.strerror or str(error),
        ) from error  # fmt: skip
    say(FetchEvent(fetch="done", done_mib=found.size / MIB, total_mib=found.size / MIB, path=str(place)))
    return True


def _bring(address: str, part: Path, size: int) -> None:
    """Fetch what `part` still lacks. Raises FetchFailedError, OSError."""
    from httpx2 import HTTPError
    from huggingface_hub import constants
    from huggingface_hub.file_download import http_get
    from huggingface_hub.utils import build_hf_headers

    come = part.stat().st_size if part.exists() else 0
    if come > size:
        part.unlink()
        come = 0
    if come == size:
        return
    constants.DOWNLOAD_CHUNK_SIZE = _BLOCK // 4  # its own 10 MiB tell nothing for long on a slow line
    told = _Told(come, size)
    with part.open("ab") as file:
        try:
            http_get(
                address, file, resume_size=come, headers=build_hf_headers(token=False), expected_size=size,
                tqdm_class=lambda **_named: told,
            )  # fmt: skip
        except HTTPError as error:
            raise _not_reached(error) from error
        except OSError as error:
            if error.errno is not None and not isinstance(error, ConnectionError | TimeoutError):
                raise  # the disk's, not the library's
            raise _not_reached(error) from error


def _check_room(folder: Path, size: int, part: Path) -> None:
    come = part.stat().st_size if part.exists() else 0
    if shutil.disk_usage(folder).free < size - come + 64 * MIB:
        raise FetchFailedError(_NO_ROOM, "", mark("Fetch", "Free some space, or choose another folder."))


def _check(part: Path, etag: str) -> None:
    """Large files carry their SHA-256 as etag; a small one that carries another mark has nothing to be checked by."""
    if len(etag) != SHA256_LENGTH:
        return
    digest = hashlib.sha256()
    with part.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    if digest.hexdigest() != etag:
        part.unlink()
        raise FetchFailedError(_OTHER_SUM, "", mark("Fetch", "Try again, or download it on its page."))


def _place(folder: Path, name: str) -> Path:
    """A name that is free: what is there already is never replaced."""
    place, number = folder / name, 2
    while place.exists():
        place = folder / f"{Path(name).stem}-{number}{Path(name).suffix}"
        number += 1
    return place


def _not_reached(error: Exception) -> FetchFailedError:
    return FetchFailedError(_FAILED, mark("Fetch", "The connection failed: {system}."), _CONTINUES, _first_line(error))


def _first_line(error: Exception) -> str:
    """A proxy's address, which may hold a password, is among what libraries quote."""
    lines = redacted(str(error)).strip().splitlines()
    return (lines[0] if lines else type(error).__name__).strip().rstrip(".")[:200]


class _Told:
    """Tells how much has come. Stands for the bar that the library would draw, hence the names."""

    def __init__(self, come: int, size: int) -> None:
        self._come, self._size, self._next = come, size, 0.0

    def __enter__(self) -> _Told:
        return self

    def __exit__(self, *_ended: object) -> None:
        """Nothing to tidy up."""

    def update(self, count: int) -> None:
        """So many bytes more; less than none where the hub begins anew."""
        self._come += count
        now = time.monotonic()
        if now >= self._next:
            self._next = now + EVERY_S
            say(FetchEvent(fetch="progress", done_mib=self._come / MIB, total_mib=self._size / MIB))


if __name__ == "__main__":
    sys.exit(main())
