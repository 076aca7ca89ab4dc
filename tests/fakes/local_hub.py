"""A small model hub on this computer, as a process: `python local_hub.py FILE REPOSITORY NAME LOG [options]`.

Serves one file as the hub does (HEAD with size, commit and checksum; GET with ranges) and prints its port. Writes a
line for each request to LOG: method, range, and what authorization came. Options: pace=SECONDS between blocks;
sum=HEX, another checksum than the file's; size=BYTES, another size in the HEAD.
"""

from __future__ import annotations

import hashlib
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

BLOCK = 64 * 1024


class Hub(BaseHTTPRequestHandler):
    """One request. The class holds what is served: content, page, log, digest, size, pace."""

    protocol_version = "HTTP/1.1"
    content, page, log, digest, size, pace = b"", "", "", "", 0, 0.0

    def log_message(self, format: str, *values: object) -> None:  # noqa: A002
        """The log has lines of its own."""

    def _begin(self) -> bool:
        with open(self.log, "a", encoding="utf-8") as file:
            words = (self.command, self.headers.get("Range", "-"), self.headers.get("Authorization", "-"))
            file.write(" ".join(words) + "\n")
        if self.path.split("?")[0] == self.page:
            return True
        self.send_response(404)
        self.send_header("X-Error-Code", "EntryNotFound")
        self.send_header("Content-Length", "0")
        self.end_headers()
        return False

    def _marks(self) -> None:
        self.send_header("X-Repo-Commit", "a" * 40)
        self.send_header("ETag", f'"{self.digest}"')
        self.send_header("Accept-Ranges", "bytes")

    def do_HEAD(self) -> None:
        """Size, commit and checksum."""
        if self._begin():
            self.send_response(200)
            self._marks()
            self.send_header("Content-Length", str(self.size))
            self.end_headers()

    def do_GET(self) -> None:
        """The file, or the rest of it."""
        if not self._begin():
            return
        asked, length = self.headers.get("Range", ""), len(self.content)
        start = int(asked.removeprefix("bytes=").split("-")[0]) if asked else 0
        self.send_response(206 if asked else 200)
        self._marks()
        self.send_header("Content-Length", str(length - start))
        if asked:
            self.send_header("Content-Range", f"bytes {start}-{length - 1}/{length}")
        self.end_headers()
        for at in range(start, length, BLOCK):
            try:
                self.wfile.write(self.content[at : at + BLOCK])
            except OSError:
                return
            time.sleep(self.pace)


def serve(arguments: list[str]) -> None:
    """Until the process is ended."""
    path, repository, name, log = arguments[:4]
    options = dict(option.split("=", 1) for option in arguments[4:])
    content = Path(path).read_bytes()
    Hub.content, Hub.log, Hub.page = content, log, f"/{repository}/resolve/main/{name}"
    Hub.digest = options.get("sum") or hashlib.sha256(content).hexdigest()
    Hub.size = int(options.get("size", len(content)))
    Hub.pace = float(options.get("pace", "0"))
    server = ThreadingHTTPServer(("127.0.0.1", 0), Hub)
    print(server.server_port, flush=True)
    server.serve_forever()


if __name__ == "__main__":
    serve(sys.argv[1:])
