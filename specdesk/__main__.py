"""The entrance: without arguments the window, otherwise a verb of the command line."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run SpecDesk. argv: without the program's name, default that of this process. Returns the exit code."""
    arguments = sys.argv[1:] if argv is None else list(argv)
    if all(argument == "--demo" for argument in arguments):
        return window(arguments)
    from specdesk.cli.main import main as run_verb

    return run_verb(arguments)


def window(argv: Sequence[str] | None = None) -> int:
    """Open the window, with a model file or `--demo` if one is given. Returns the exit code."""
    from specdesk.ui.app import run

    return int(run(sys.argv[1:] if argv is None else list(argv)))


if __name__ == "__main__":
    sys.exit(main())
