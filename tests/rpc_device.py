"""A device that llama-server takes for a GPU, on a computer without one: `ggml-rpc-server`, used with `--rpc`."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import time
from collections.abc import Iterator

from real_parts import SERVER_PACKAGE, installed_file

START_S = 20.0


@contextlib.contextmanager
def rpc_devices(count: int = 1) -> Iterator[str]:
    """Runs `count` of them on the processor; gives what follows `--rpc`. The engine calls them RPC0, RPC1, ..."""
    with contextlib.ExitStack() as running:
        yield ",".join(running.enter_context(_rpc_device()) for _ in range(count))


@contextlib.contextmanager
def _rpc_device() -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    program = installed_file(SERVER_PACKAGE, "bin/ggml-rpc-server")
    command = [str(program), "-H", "127.0.0.1", "-p", str(port), "-d", "CPU"]
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as it:
        try:
            _wait_until_open(it, port)
            yield f"127.0.0.1:{port}"
        finally:
            it.kill()


def _wait_until_open(process: subprocess.Popen[bytes], port: int) -> None:
    until = time.monotonic() + START_S
    while time.monotonic() < until:
        assert process.poll() is None, f"ggml-rpc-server ended with {process.returncode}"
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1.0):
            return
        time.sleep(0.02)
    raise AssertionError("ggml-rpc-server did not open its port")
