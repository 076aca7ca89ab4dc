"""The one table of what a plan can be exported as. Another engine is another line here, and a file beside."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import msgspec

from specdesk.engines.adapters.llama_programs import PROGRAMS, write_program
from specdesk.engines.adapters.llama_server_forms import write_preset, write_server
from specdesk.engines.adapters.modelfile_write import write_modelfile
from specdesk.engines.adapters.records import Exported, Wanted
from specdesk.engines.adapters.vllm_write import write_vllm
from specdesk.errors import UsageError


class Form(msgspec.Struct, frozen=True, kw_only=True):
    """One way to write a plan down. key: its name on the command line. words: for people. prints: what it prints at
    its end can be pasted back and read."""

    key: str
    words: str
    write: Callable[[Wanted], Exported]
    prints: bool = False


FORMS: Final[tuple[Form, ...]] = (
    Form(key="llama-server", words="llama-server", write=write_server),
    Form(key="preset", words="llama-server presets file", write=write_preset),
    *(
        Form(key=program, words=program, write=partial(write_program, program=program), prints=True)
        for program in PROGRAMS
    ),
    Form(key="vllm", words="vLLM", write=write_vllm),
    Form(key="ollama", words="Ollama", write=write_modelfile),
)


def form_named(key: str) -> Form:
    """The form of that name. Raises UsageError with all names."""
    found = next((form for form in FORMS if form.key == key), None)
    if found is None:
        raise UsageError(f"There is no form “{key}”.", "", f"Choose one of {', '.join(form.key for form in FORMS)}.")
    return found
