"""MarkdownView on the (offscreen) screen: what it shows, what it refuses, and that streaming ends as the whole text."""

from __future__ import annotations

import random

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QColor, QGuiApplication, QImage, QTextCursor, QTextDocument, QTextTable
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from specdesk.ui import theme
from specdesk.ui.text import MarkdownView
from specdesk.ui.text.code import CodeView
from specdesk.ui.text.prose import Prose, Sheet, TableSheet
from specdesk.ui.text.write import Guesses
from specdesk.ui.turns import turns

SAMPLE = """# Title

A **bold** and *slanted* paragraph with `code` and [a link](https://example.org/x).

1. one
2. two
   - deep

   ```sh
   ls -l
   ```

   after
3. three

> quoted
> text

```python
def f(x):
    \"\"\"Doc
    string.\"\"\"
    return x  # comment 😀
```

| a | b |
|---|--:|
| 1 | 2 |

---

The end.
"""


@pytest.fixture
def view(qtbot) -> MarkdownView:
    made = MarkdownView("Answer")
    qtbot.addWidget(made)
    made.resize(600, 400)
    made.show()
    return made


def look(view: MarkdownView) -> list[object]:
    """Everything that decides how a view is drawn."""
    seen: list[object] = []
    for piece in view.pieces():
        sheet = piece.body if isinstance(piece, CodeView) else piece
        document = sheet.document()
        block = document.begin()
        seen.append((type(piece).__name__, document.toPlainText()))
        while block.isValid():
            shape = block.blockFormat()
            parts = [
                (part.start, part.length, part.format.foreground().color().name()) for part in block.layout().formats()
            ]
            iterator = block.begin()
            while not iterator.atEnd():
                form = iterator.fragment().charFormat()
                parts.append(
                    (iterator.fragment().text(), form.fontWeight(), form.fontItalic(), form.anchorHref(),
                     form.underlineStyle(), form.foreground().color().name())
                )  # fmt: skip
                iterator += 1
            seen.append((shape.leftMargin(), shape.topMargin(), shape.textIndent(), parts))
            block = block.next()
    return seen


def settled(qtbot, view: MarkdownView) -> MarkdownView:
    qtbot.waitUntil(view.is_settled)
    return view


@pytest.mark.parametrize("seed", range(6))
def test_streaming_ends_as_the_whole_text(qtbot, seed: int):
    whole, piecewise = MarkdownView(), MarkdownView()
    for made in (whole, piecewise):
        qtbot.addWidget(made)
        made.resize(600, 400)
        made.show()
    whole.set_text(SAMPLE)
    chance = random.Random(seed)
    at = 0
    while at < len(SAMPLE):
        size = chance.randint(1, 12)
        piecewise.feed(SAMPLE[at : at + size])
        at += size
    piecewise.finish()
    assert look(settled(qtbot, piecewise)) == look(settled(qtbot, whole))
    assert [piece.height() for piece in piecewise.pieces()] == [piece.height() for piece in whole.pieces()]


def test_finished_text_is_not_written_again(view: MarkdownView):
    view.feed("First paragraph.\n\nSecond")
    first = view.pieces()[0]
    assert isinstance(first, Prose)
    changed: list[int] = []
    first.document().contentsChange.connect(lambda at, _removed, _added: changed.append(at))
    view.feed(" paragraph goes on.")
    view.feed(" And on.\n\nThird.")
    assert min(changed) >= len("First paragraph.")
    assert first.toPlainText() == "First paragraph.\nSecond paragraph goes on. And on.\nThird."


def test_pieces_are_as_high_as_what_they_hold(qtbot, view: MarkdownView):
    view.set_text(SAMPLE + "\n```\n" + "long line " * 40 + "\n```\n| " + "wide " * 60 + "|\n|---|\n| x |\n")
    qtbot.waitUntil(view.is_settled)
    QApplication.processEvents()
    for piece in view.pieces():
        sheet = piece.body if isinstance(piece, CodeView) else piece
        assert sheet.verticalScrollBar().maximum() == 0, sheet.toPlainText()[:40]
        assert sheet.height() >= sheet.document().size().height()


def test_long_code_lines_scroll_and_prose_wraps(qtbot, view: MarkdownView):
    view.set_text("word " * 200 + "\n\n```\n" + "x" * 500 + "\n```\n")
    QApplication.processEvents()
    prose, code = view.pieces()
    assert prose.horizontalScrollBar().maximum() == 0
    assert prose.height() > 100
    assert code.body.horizontalScrollBar().maximum() > 0


def test_the_copy_button_puts_exactly_the_code_on_the_clipboard(qtbot, view: MarkdownView):
    source = "def f():\n\treturn  1  \n\n    # " + "x" * 5000
    view.set_text(f"```python\n{source}\n```\n")
    (code,) = view.pieces()
    assert isinstance(code, CodeView)
    button = code.findChild(QPushButton)
    assert button.accessibleName() == "Copy code"
    with qtbot.waitSignal(view.code_copied):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == source
    assert button.text() == "Copied"


def test_code_is_coloured_in_both_themes(qtbot, qapp, view: MarkdownView):
    view.set_text("```python\ndef f():\n    return 'x'  # note\n```\n")

    def colours() -> dict[str, str]:
        qtbot.waitUntil(view.is_settled)
        (code,) = view.pieces()
        found = {}
        block = code.body.document().begin()
        while block.isValid():
            for part in block.layout().formats():
                text = block.text()[part.start : part.start + part.length]
                found[text] = part.format.foreground().color().name().upper()
            block = block.next()
        return found

    light = colours()
    assert light["def"] == light["return"] == theme.LIGHT.code_keyword.upper()
    assert light["# note"] == theme.LIGHT.code_comment.upper()
    assert light["'x'"] == theme.LIGHT.code_string.upper()
    assert light["f"] == theme.LIGHT.code_function.upper()
    try:
        theme.apply(qapp, "dark")
        assert colours()["def"] == theme.DARK.code_keyword.upper()
    finally:
        theme.apply(qapp, "light")


def test_growing_code_ends_with_the_colours_of_the_whole(qtbot):
    source = "\n".join(["x = '''a"] + ["still a string"] * 100 + ["''' + y  # end"])
    grown, whole = MarkdownView(), MarkdownView()
    for made in (grown, whole):
        qtbot.addWidget(made)
    whole.set_text(f"```python\n{source}\n```\n")
    text = f"```python\n{source}\n```\n"
    for at in range(0, len(text), 50):
        grown.feed(text[at : at + 50])
    grown.finish()
    assert look(settled(qtbot, grown)) == look(settled(qtbot, whole))
    code = grown.pieces()[0]
    assert code.body.document().findBlockByNumber(80).layout().formats()[0].format.foreground().color() == QColor(
        theme.LIGHT.code_string
    )


def test_unknown_languages_are_shown_plainly(view: MarkdownView):
    view.set_text("```no-such-language\nx = 1\n```\n")
    (code,) = view.pieces()
    assert code.code.text == "x = 1"
    assert code.body.accessibleName() == "Code, no-such-language"


def test_a_table_is_a_table(view: MarkdownView):
    view.set_text("| a | b |\n|---|--:|\n| 1 | 2 |\n| 3 | 4 |\n")
    (sheet,) = view.pieces()
    assert isinstance(sheet, TableSheet)
    cursor = QTextCursor(sheet.document())
    cursor.movePosition(QTextCursor.MoveOperation.NextBlock)
    table = cursor.currentTable()
    assert isinstance(table, QTextTable)
    assert (table.rows(), table.columns()) == (3, 2)
    assert table.cellAt(2, 1).firstCursorPosition().block().text() == "4"
    assert table.cellAt(2, 1).firstCursorPosition().blockFormat().alignment() == Qt.AlignmentFlag.AlignRight


def test_html_and_pictures_stay_words_and_load_nothing(view: MarkdownView, tmp_path):
    picture = tmp_path / "secret.png"
    red = QImage(40, 40, QImage.Format.Format_RGB32)
    red.fill(QColor("#FF0000"))
    assert red.save(str(picture))
    address = QUrl.fromLocalFile(str(picture)).toString()
    view.set_text(f'![x]({address})\n\n<img src="{address}">\n\n[y]({address})\n\n![z](http://127.0.0.1:1/x.png)')
    shown = view.text()
    assert f'<img src="{address}">' in shown
    for piece in view.pieces():
        assert "\ufffc" not in piece.toPlainText()
        assert piece.loadResource(QTextDocument.ResourceType.ImageResource.value, QUrl(address)) == ""
    image = view.grab().toImage()
    assert all(
        image.pixelColor(x, y) != QColor("#FF0000")
        for x in range(0, image.width(), 4)
        for y in range(0, image.height(), 4)
    )


def anchors(view: MarkdownView) -> list[str]:
    found = []
    for piece in view.pieces():
        block = piece.document().begin()
        while block.isValid():
            iterator = block.begin()
            while not iterator.atEnd():
                found += (
                    [iterator.fragment().charFormat().anchorHref()]
                    if iterator.fragment().charFormat().isAnchor()
                    else []
                )
                iterator += 1
            block = block.next()
    return found


def test_links_only_emit_their_target_on_a_click(qtbot, view: MarkdownView):
    view.set_text("[here](https://example.org/a?b=1) and [there](file:///etc/passwd)")
    assert anchors(view) == ["https://example.org/a?b=1"]
    (prose,) = view.pieces()
    assert not prose.openLinks()
    spot = prose.cursorRect(QTextCursor(prose.document())).center() + QPoint(6, 0)
    qtbot.mouseMove(prose.viewport(), spot)
    with qtbot.waitSignal(view.link) as clicked:
        qtbot.mouseClick(prose.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert clicked.args == ["https://example.org/a?b=1"]
    assert prose.focusPolicy() == Qt.FocusPolicy.StrongFocus


def test_a_link_can_be_followed_by_keyboard(qtbot, view: MarkdownView):
    view.set_text("before [here](https://example.org/) after")
    (prose,) = view.pieces()
    prose.setFocus(Qt.FocusReason.TabFocusReason)
    with qtbot.waitSignal(view.hovered) as hovered:
        qtbot.keyClick(prose, Qt.Key.Key_Tab)
    assert hovered.args == ["https://example.org/"]
    with qtbot.waitSignal(view.link) as clicked:
        qtbot.keyClick(prose, Qt.Key.Key_Return)
    assert clicked.args == ["https://example.org/"]


def test_dangerous_characters_are_visible(view: MarkdownView):
    view.set_text("a\x1b[2Jb \u202eevil\u202c\n\n```\nrm\x00 -rf \u2066x\n```\n")
    assert view.text() == "a␛[2Jb �evil�\nrm␀ -rf �x"


def test_guessed_words_are_underlined_and_structure_stays(view: MarkdownView, qtbot: QtBot):
    for text, guessed in (("A **bo", True), ("ld** wo", False), ("rd\n\n- it", True), ("em\n", None)):
        view.feed(text, guessed)
    view.finish()
    (prose,) = view.pieces()
    found: list[tuple[str, bool, int]] = []
    block = prose.document().begin()
    while block.isValid():
        iterator = block.begin()
        while not iterator.atEnd():
            form = iterator.fragment().charFormat()
            found.append(
                (iterator.fragment().text(), form.underlineStyle() == form.UnderlineStyle.DotLine, form.fontWeight())
            )
            iterator += 1
        block = block.next()
    assert found == [
        ("A ", True, 400), ("bo", True, 600), ("ld", False, 600), (" wo", False, 400), ("rd", True, 400),
        ("\t•\t", False, 400), ("it", True, 400), ("em", False, 400),
    ]  # fmt: skip
    view.set_show_guesses(False)
    qtbot.waitUntil(lambda: turns().is_idle, timeout=20_000)
    (prose,) = view.pieces()
    iterator = prose.document().begin().begin()
    assert iterator.fragment().charFormat().underlineStyle() != iterator.fragment().charFormat().UnderlineStyle.DotLine


def test_guessed_code_is_underlined(qtbot, view: MarkdownView):
    view.feed("```python\nx = ")
    view.feed("foo(1)\ny", True)
    view.feed(" = 2\n```\n", False)
    view.finish()
    qtbot.waitUntil(view.is_settled)
    (code,) = view.pieces()

    def dotted(line: int) -> str:
        block = code.body.document().findBlockByNumber(line)
        parts = [p for p in block.layout().formats() if p.format.underlineStyle() == p.format.UnderlineStyle.DotLine]
        return "".join(block.text()[p.start : p.start + p.length] for p in parts)

    assert (dotted(0), dotted(1)) == ("foo(1)", "y")


def test_guesses_cut_text_at_their_edges():
    guesses = Guesses()
    guesses.add(2, 4)
    guesses.add(4, 6)
    guesses.add(10, 12)
    assert guesses.cut(0, 14) == [(0, 2, False), (2, 6, True), (6, 10, False), (10, 12, True), (12, 14, False)]
    assert guesses.cut(3, 2) == [(0, 2, True)]
    assert guesses.cut(7, 2) == [(0, 2, False)]
    assert guesses.cut(None, 3) == [(0, 3, False)]


def test_copied_selections_are_plain_text_with_their_markers(view: MarkdownView):
    view.set_text("- one\n- **two**\n")
    (prose,) = view.pieces()
    prose.selectAll()
    data = prose.createMimeDataFromSelection()
    assert data.text() == "• one\n• two"
    assert data.formats() == ["text/plain"]


def test_everything_that_takes_the_focus_has_a_name(view: MarkdownView):
    view.set_text(SAMPLE)
    for widget in view.findChildren(Sheet) + view.findChildren(QPushButton):
        if widget.focusPolicy() != Qt.FocusPolicy.NoFocus:
            assert widget.accessibleName()


def test_text_at_two_hundred_percent_is_not_cut_off(qtbot, large_text):
    view = MarkdownView()
    qtbot.addWidget(view)
    view.resize(400, 300)
    view.show()
    view.set_text(SAMPLE)
    QApplication.processEvents()
    for piece in view.pieces():
        sheet = piece.body if isinstance(piece, CodeView) else piece
        assert sheet.verticalScrollBar().maximum() == 0
    assert view.pieces()[0].document().firstBlock().begin().fragment().charFormat().font().pixelSize() > 30


def test_clearing_starts_a_new_text(view: MarkdownView):
    view.set_text("# Old\n\n```\nx\n```\n")
    view.set_text("New")
    assert view.text() == "New"
    assert len(view.pieces()) == 1
