"""Characters that text from a model may not bring onto the screen, made visible or replaced, one for one.

Line ends become "\\n". C0 controls become their Unicode pictures (U+2400...). What would reorder text (bidi overrides,
embeddings and isolates: CVE-2021-42574, "Trojan Source"), hide it (tag characters U+E0000..E007F), or mean something
to Qt's text engine (U+FDD0, U+FDD1, U+FFFC, paragraph and line separators) becomes U+FFFD.
"""

from __future__ import annotations

REPLACEMENT = "�"


def _table() -> dict[int, str]:
    table = {code: chr(0x2400 + code) for code in range(0x20) if code not in (0x09, 0x0A, 0x0D)}
    table[0x7F] = "\u2421"
    hidden = (
        *range(0x80, 0xA0), 0x061C, *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x2028, 0x2029,
        *range(0xD800, 0xE000), *range(0xFDD0, 0xFDF0), 0xFEFF, *range(0xFFF9, 0xFFFD), *range(0xE0000, 0xE0080),
    )  # fmt: skip
    table.update(dict.fromkeys(hidden, REPLACEMENT))
    return table


_TABLE = _table()


class Cleaner:
    """Cleans text that arrives in pieces; a line end may be cut in two.

    The pieces' results joined are the same however the text was cut.
    """

    def __init__(self) -> None:
        self._after_cr = False

    def feed(self, text: str) -> str:
        """The next piece, cleaned. A CR counts as a line end at once; an LF right after it is dropped."""
        if not text:
            return ""
        if self._after_cr and text[0] == "\n":
            text = text[1:]
            self._after_cr = False
            if not text:
                return ""
        self._after_cr = text[-1] == "\r"
        if "\r" in text:
            text = text.replace("\r\n", "\n").replace("\r", "\n")
        return text.translate(_TABLE)


def cleaned(text: str) -> str:
    """All of a text, cleaned."""
    return Cleaner().feed(text)
