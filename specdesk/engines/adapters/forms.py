"""The one table of what a plan can be exported as. Another engine is another line here, and a file beside."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, Literal

import msgspec

from specdesk.engines.adapters.llama_programs import PROGRAMS, write_program
from specdesk.engines.adapters.llama_server_forms import write_preset, write_server
from specdesk.engines.adapters.modelfile_write import write_modelfile
from specdesk.engines.adapters.records import Exported, Wanted
from specdesk.engines.adapters.vllm_write import write_vllm
from specdesk.errors import UsageError
from specdesk.language import mark, translate

Asked = Literal["vllm", "name"]


class Form(msgspec.Struct, frozen=True, kw_only=True):
    """One way to write a plan down. key: its name on the command line. name: for people, marked for translation.
    asks: which fields of `Wanted` it reads beside the plan.
    prints: what it prints at its end can be pasted back and read."""

    key: str
    name: str
    write: Callable[[Wanted], Exported]
    prints: bool = False
    asks: frozenset[Asked] = frozenset()

    @property
    def words(self) -> str:
        """Its name in the language in use."""
        return translate("Engines", self.name)


FORMS: Final[tuple[Form, ...]] = (
    Form(key="llama-server", name="llama-server", write=write_server),
    Form(key="preset", name=mark("Engines", "llama-server presets file"), write=write_preset),
    *(
        Form(key=program, name=program, write=partial(write_program, program=program), prints=True)
        for program in PROGRAMS
    ),
    Form(key="vllm", name="vLLM", write=write_vllm, asks=frozenset({"vllm"})),
    Form(key="ollama", name="Ollama", write=write_modelfile, asks=frozenset({"name"})),
)


def form_named(key: str) -> Form:
    """The form of that name. Raises UsageError with all names."""
    found = next((form for form in FORMS if form.key == key), None)
    if found is None:
        raise UsageError(
            translate("Engines", "There is no form “{key}”.").format(key=key),
            "",
            translate("Engines", "Choose one of {forms}.").format(forms=", ".join(form.key for form in FORMS)),
        )
    return found
