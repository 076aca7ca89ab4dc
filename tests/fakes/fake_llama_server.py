"""A llama-server without a model: a separate process that answers like b11434, and fails in the way it is told to.

Run it as `python tests/fakes/fake_llama_server.py ARGS`, or take the `fake_llama` fixture, which writes an executable
script with chosen settings so that it can be picked as a binary. It obeys the help text it prints: an argument that
the help does not list, or lists as removed, ends it with the real program's own sentence and exit code 1.

Environment:
  FAKE_HELP     path of the help text to print and obey (default: the captured help of b11434)
  FAKE_DEVICES  what `--list-devices` prints (default: no device)
  FAKE_LLAMA    one JSON object; unknown keys end the program. Keys and defaults:

Speed and text
  speed 200.0            plain tokens/s; 0 = as fast as it can
  first_token_ms 5.0     prompt processing time, ms
  drift 1.0              factor on the speed for every earlier start that is recorded in the file drift_log (null)
  draft null             tokens drafted per pass (null: from --spec-draft-n-max / --draft-max, else 3); used only
                         while speculation is on (`--spec-type` other than none; old: `-md`)
  acceptance 0.7         chance that one drafted token is kept; seed 1
  draft_cost 0.05        time of one drafted token in plain steps
  passes []              [[drafted, kept], ...] for the first passes, instead of chance
  reply null             text of every reply (null: the last user message said back, then filler up to `tokens`)
  reasoning null         text streamed as reasoning_content before the reply
  tokens 64              length of a reply that is not scripted
  old false              answers as b5361: usage and timings in the last chunk, stream errors as `error:` lines, bare
                         log lines, `speculative.n_max` per request honoured, one slot. Set FAKE_HELP to match.
  context null           tokens per slot (null: -c, else 8192)
  speculative null       what /slots says (null: whether speculation was asked for)
  speculative_told true  false: /slots has no such field
  props {}               merged over /props (a wrong model_path, say)
  metrics_names "new"    "none": no spec_decode series; "no-total": names without `_total`
  positions_log false    the log tells acceptance by position
  version "version: ..." the line of --version
  fit_lines []           messages before anything is loaded, as those of the real program's --fit
  dry_wait_s 0.0         seconds between these and loading, when it is asked to print them (--log-jsonl)
  device "CPU"           where the buffers lie that the log names

Trouble
  load_s 0.0             seconds of 503 before 200; never_healthy false: 503 for ever
  dots_s 0.0             old: seconds from the first to the last of the 100 dots that tell how far a load is
  crash_start null       {"lines": [...], "code": 1} or {"lines": [...], "signal": "SIGILL"} in every use, probes too
  crash_loading null     the same, after "loading model" (and after load_s)
  crash_ready null       the same, once /health has been 200 for `after_s` seconds (default 0)
  crash_after_tokens null    crash_words (a GGML_ASSERT that failed) and SIGABRT in the middle of a stream
  close_after_tokens null    the connection closes in the middle of a stream
  stall_after_tokens null    nothing more comes, the connection stays open
  error_after_tokens null    an error event in the middle of a stream
  bad_json_after_tokens null one chunk that is not JSON
  event_mb 0.0           the first event of a reply has that many MB of text in it
  tiny_events 0          that many events without text before the first word
  gzip_mb 0.0            the reply is that many MB of blanks, compressed, which nobody asked for
  only_on null           the `*_after_tokens` faults happen only in replies to a question with this text in it
  only_speculating false these faults, and crash_loading, happen only while speculation is asked for
  no_timings false       answers carry no figures at all
  split_utf8 false       every event is sent in two parts, cut inside a character
  ping_comments false    a `:` comment line between events
  likeliest []           [said, {word: log-probability}] for each place of a /completion that is asked with n_probs
  http_status {}         {"/path": 500} or {"/path": [500, "message"]}: answered always
  busy_while null        a file: while it is there, /props and /slots answer 500; silent_while null: they do not answer
  ignore_sigterm false   SIGTERM does nothing
  flood_mb 0.0           MB of short log lines at the start; flood_line_mb 0.0: one line of that many MB;
                         flood_rate 0.0: log lines per second for ever
  port_in_use false      "couldn't bind", exit code 1 (a port that really is taken does the same)
  switches true          an old build obeys `speculative.n_max` of a request
  mismatch false         a draft with another vocabulary: log lines and no speculation (old: the end)

Records for tests
  requests_log null      file that gets one JSON line {"path", "body"} per question
  argv_log null          file that gets one JSON line {"argv", "env"} per start

SIGTERM as in the real program: while loading it kills at once; idle: exit code 0; while a reply streams it waits for
the end of the reply, and a second one ends it with exit code 1.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from pathlib import Path
from types import FrameType
from typing import Any

from fake_arguments import Arguments, check, read_options
from fake_engine import Engine
from fake_http import Server
from fake_logs import Log, loading, loading_old, mismatch, mismatch_old
from fake_settings import Settings, devices_text, help_text, read_settings

PATIENCE_S = 30.0


def crash(how: dict[str, Any]) -> None:
    """Prints the lines and ends by code or by signal."""
    for line in how.get("lines", []):
        sys.stderr.write(line + "\n")
    sys.stderr.flush()
    if "signal" in how:
        os.kill(os.getpid(), getattr(signal, how["signal"]))
        threading.Event().wait(5)
    os._exit(int(how.get("code", 1)))


def main(argv: list[str]) -> int:
    """The program. Returns the exit code."""
    settings = read_settings()
    if settings.argv_log:
        with open(settings.argv_log, "a", encoding="utf-8") as log_file:
            log_file.write(json.dumps({"argv": argv, "env": dict(os.environ)}) + "\n")
    if settings.crash_start:
        crash(settings.crash_start)
    text = help_text()
    accepted = check(argv, dict(os.environ), read_options(text))
    if isinstance(accepted, str):
        print(accepted, file=sys.stderr)
        return 1
    if accepted.switches & {"-h", "--help", "--usage"}:
        sys.stdout.write(text)
        return 0
    if "--version" in accepted.switches:
        print(settings.version, file=sys.stderr)
        print("built with GNU 12.2.0 for Linux x86_64", file=sys.stderr)
        return 0
    if "--list-devices" in accepted.switches:
        sys.stdout.write(devices_text())
        return 0
    return serve(settings, accepted)


def serve(settings: Settings, accepted: Arguments) -> int:
    """Binds, loads, answers until a signal."""
    drift(settings)
    log = Log(bare=settings.old)
    draft = accepted.get("--model-draft")
    types = tuple(t for t in (accepted.get("--spec-type") or "").split(",") if t)
    engine = Engine(settings, accepted, log, accepted.get("--model") or "none", draft, types, _keys(accepted))
    log.line("srv  llama_server: initializing ...")
    host, port = accepted.get("--host", "127.0.0.1"), accepted.number("--port", 8080)
    try:
        if settings.port_in_use:
            raise OSError("told to")
        server = Server((host or "127.0.0.1", port), engine)
    except OSError:
        log.line(f"srv         start: couldn't bind HTTP server socket, hostname: {host}, port: {port}", "E")
        log.line("srv  llama_server: exiting due to HTTP server error", "E")
        return 1
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    if settings.ignore_sigterm:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    flood(settings, log)
    load(settings, engine)
    done = stop_signals(settings, engine)
    if settings.never_healthy:
        done.wait()
    ready(engine, host or "127.0.0.1", server.server_address[1])
    if settings.crash_ready:
        done.wait(float(settings.crash_ready.get("after_s", 0)))
        crash(settings.crash_ready)
    done.wait()
    log.line("srv    operator(): operator(): cleaning up before exit...")
    return 0


def drift(settings: Settings) -> None:
    """The computer is slower (or faster) at every start: heat, other programs."""
    if settings.drift_log is not None:
        record = Path(settings.drift_log)
        earlier = len(record.read_text(encoding="utf-8")) if record.exists() else 0
        record.write_text("." * (earlier + 1), encoding="utf-8")
        settings.speed *= settings.drift**earlier


def _keys(accepted: Arguments) -> tuple[str, ...]:
    keys = [k for k in (accepted.get("--api-key") or "").split(",") if k]
    path = accepted.get("--api-key-file")
    if path:
        keys += [line for line in Path(path).read_text(encoding="utf-8").splitlines() if line]
    return tuple(keys)


def load(settings: Settings, engine: Engine) -> None:
    """What happens between binding and ready."""
    verbose = engine.arguments.get("--verbosity") in ("4", "5")
    for line in settings.fit_lines:
        engine.log.line(line)
    if "--log-jsonl" in engine.arguments.switches:
        time.sleep(settings.dry_wait_s)
    if settings.old:
        loading_old(engine.log, engine.model, engine.draft_model, engine.context, settings.dots_s)
    else:
        loading(engine.log, engine.model, engine.draft_model, engine.context, verbose, settings.device)
    if settings.load_s:
        time.sleep(settings.load_s)
    if settings.crash_loading and (engine.speculative or not settings.only_speculating):
        crash(settings.crash_loading)
    if settings.mismatch and engine.draft_model:
        if settings.old:
            mismatch_old(engine.log, engine.model, engine.draft_model)
            os._exit(1)
        mismatch(engine.log)
    if verbose and engine.speculative:
        for name in engine.methods:
            engine.log.line(f"spec common_specu: adding speculative implementation '{name}'")
        engine.log.line("srv    load_model: speculative decoding context initialized")


def ready(engine: Engine, host: str, port: int) -> None:
    """The last lines of a start."""
    log, context = engine.log, engine.context
    if engine.settings.old:
        log.line(f"slot         init: id  0 | task -1 | new slot n_ctx_slot = {context}")
        log.line("main: model loaded")
    else:
        slots = len(engine.slots)
        log.line(f"srv    load_model: initializing, n_slots = {slots}, n_ctx_slot = {context}, kv_unified = 'false'")
        log.line("srv  llama_server: model loaded")
    engine.loaded.set()
    address = f"http://{host}:{port}"
    if engine.settings.old:
        log.line(f"main: server is listening on {address} - starting the main loop")
    else:
        log.line(f"srv  llama_server: listening on {address}")


def flood(settings: Settings, log: Log) -> None:
    """Output by the megabyte, or for ever."""
    if settings.flood_mb:
        line = "flood " + "x" * 93 + "\n"
        block = line * 1000
        for _ in range(int(settings.flood_mb * 1_000_000 / len(block)) + 1):
            sys.stderr.write(block)
    if settings.flood_line_mb:
        block = "y" * 100_000
        for _ in range(int(settings.flood_line_mb * 10)):
            sys.stderr.write(block)
        sys.stderr.write("\n")
    sys.stderr.flush()
    if settings.flood_rate:
        threading.Thread(target=_chatter, args=(settings.flood_rate, log), daemon=True).start()


def _chatter(rate: float, log: Log) -> None:
    while True:
        log.line("srv  update_slots: all slots are idle")
        time.sleep(1 / rate)


def stop_signals(settings: Settings, engine: Engine) -> threading.Event:
    """Handlers of SIGTERM and SIGINT, installed after the load as in the real program."""
    done = threading.Event()

    def wait_for_streams() -> None:
        until = time.monotonic() + PATIENCE_S
        while engine.streaming and time.monotonic() < until:
            time.sleep(0.02)
        done.set()

    def on_signal(number: int, frame: FrameType | None) -> None:
        if engine.closing.is_set():
            engine.log.raw("Received second interrupt, terminating immediately.")
            os._exit(1)
        engine.closing.set()
        threading.Thread(target=wait_for_streams, daemon=True).start()

    if not settings.ignore_sigterm:
        signal.signal(signal.SIGTERM, on_signal)
        signal.signal(signal.SIGINT, on_signal)
    return done


if __name__ == "__main__":
    code = main(sys.argv[1:])
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
