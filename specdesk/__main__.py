"""The entrance: without arguments or with a model file the window, otherwise a verb of the command line.

A frozen SpecDesk is also its own worker of the built-in engine, and its own fetcher of files, behind switches that no
help lists.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

MODEL_ENDING = ".gguf"
"""`specdesk FILE.gguf`, as a file manager calls it, opens the window with that model."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run SpecDesk. argv: without the program's name, default that of this process. Returns the exit code."""
    arguments = sys.argv[1:] if argv is None else list(argv)
    from specdesk.engines.environment import leave_bundle

    leave_bundle()
    if arguments[:1] == ["--embedded-worker"]:  # `engines.embedded.WORKER_SWITCH`
        from specdesk.engines.embedded_worker import main as work

        return work(arguments[1:])
    if arguments[:1] == ["--fetch-worker"]:  # `models.hub.WORKER_SWITCH`
        from specdesk.models.hub_worker import main as fetch

        return fetch(arguments[1:])
    if all(argument == "--demo" or argument.lower().endswith(MODEL_ENDING) for argument in arguments):
        return window(arguments)
    from specdesk.cli.main import main as run_verb

    return run_verb(arguments)


def window(argv: Sequence[str] | None = None) -> int:
    """Open the window, with a model file or `--demo` if one is given. Returns the exit code."""
    from specdesk.ui.opening import run

    return int(run(sys.argv[1:] if argv is None else list(argv), _speak_in_the_terminal))


def _speak_in_the_terminal() -> None:
    """What the window says where it does not open is in the language of the verbs."""
    from specdesk.cli.language import settle

    settle([])


if __name__ == "__main__":
    sys.exit(main())
