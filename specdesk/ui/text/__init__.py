"""Model output on the screen: Markdown that streams, code in colour, and nothing that the text could make us load.

Data walks: `clean` (characters) -> `blocks` (which blocks are finished) -> `inline` and `flow` (what they say, as plain
records without Qt) -> `write`, `prose`, `code` (Qt documents) -> `view` (the widget).
"""

from specdesk.ui.text.view import MarkdownView

__all__ = ["MarkdownView"]
