"""Takes pictures of the display that it runs on: one path per line on stdin, one `done` per picture on stdout."""

from __future__ import annotations

import sys

from PySide6.QtGui import QGuiApplication


def main() -> int:
    """Until stdin closes."""
    app = QGuiApplication(sys.argv[:1])
    for line in sys.stdin:
        app.processEvents()
        picture = app.primaryScreen().grabWindow(0)
        print("done" if picture.save(line.strip()) else "failed", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
