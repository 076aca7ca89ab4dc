"""Help texts: the recorded ones, and short ones in the same layout for dialects of which no recording exists."""

from __future__ import annotations

from pathlib import Path

from specdesk.engines.flags import Flags, parse_help

HELP_FOLDER = Path(__file__).parent.parent / "captures" / "help"
BUILDS = (5361, 10068, 10434, 11434)

_COMMON = """\
----- common params -----

-h,    --help, --usage                  print usage and exit
-c,    --ctx-size N                     size of the prompt context (default: 0, 0 = loaded from model)
-fa,   --flash-attn [on|off|auto]       set Flash Attention use ('on', 'off', or 'auto', default: 'auto')
-ngl,  --gpu-layers, --n-gpu-layers N   max. number of layers to store in VRAM (default: -1)
-fit,  --fit [on|off]                   whether to adjust unset arguments (default: 'on')
-m,    --model FNAME                    model path to load
--mmap, --no-mmap                       whether to memory-map model (default: enabled)
-lv,   --verbosity, --log-verbosity N   Set the verbosity threshold. Values:
                                         - 3: info
                                         - 4: debug
-np,   --parallel N                     number of server slots (default: -1, -1 = auto)
--port PORT                             port to listen (default: 8080)
-md,   --model-draft FNAME              draft model for speculative decoding (default: unused)
-cd,   --ctx-size-draft N               size of the prompt context for the draft model (default: 0)
--spec-replace TARGET DRAFT             translate the string in TARGET into DRAFT if the draft model and main
                                        model are not compatible
"""

_D2 = """\
--draft, --draft-n, --draft-max N       number of tokens to draft for speculative decoding (default: 16)
                                        (env: LLAMA_ARG_DRAFT_MAX)
--draft-min, --draft-n-min N            minimum number of draft tokens (default: 0)
--draft-p-min P                         minimum speculative decoding probability (greedy) (default: 0.75)
--spec-type [none|ngram-cache|ngram-simple|ngram-map-k|ngram-map-k4v|ngram-mod]
                                        type of speculative decoding to use when no draft model is provided
                                        (default: none)
--spec-ngram-size-n N                   ngram size N (default: 12)
--spec-ngram-size-m N                   ngram size M (default: 48)
--spec-ngram-min-hits N                 minimum hits (default: 1)
"""

_D3 = """\
--spec-draft-n-max N                    number of tokens to draft for speculative decoding (default: 16)
--spec-draft-n-min N                    minimum number of draft tokens (default: 0)
--spec-draft-p-min, --draft-p-min P     minimum speculative decoding probability (greedy) (default: 0.75)
--spec-type [none|ngram-cache|ngram-simple|ngram-map-k|ngram-map-k4v|ngram-mod]
                                        type of speculative decoding to use when no draft model is provided
                                        (default: none)
--spec-ngram-mod-n-match N              ngram-mod lookup length (default: 24)
--spec-ngram-mod-n-min N                minimum (default: 48)
--spec-ngram-mod-n-max N                maximum (default: 64)
--spec-ngram-simple-size-n N            ngram size N (default: 12)
--draft, --draft-n, --draft-max N       the argument has been removed. use --spec-draft-n-max or
                                        --spec-ngram-mod-n-max
"""


def help_text(build: int) -> str:
    """The recorded help of a build."""
    return (HELP_FOLDER / f"b{build}.txt").read_text(encoding="utf-8")


RECORDED: dict[int, Flags] = {build: parse_help(help_text(build)) for build in BUILDS}
D1, D4 = RECORDED[5361], RECORDED[11434]
D2_TEXT, D3_TEXT = _COMMON + _D2, _COMMON + _D3
D2, D3 = parse_help(D2_TEXT), parse_help(D3_TEXT)
D0 = parse_help("\n".join(line for line in _COMMON.splitlines() if "draft" not in line))
