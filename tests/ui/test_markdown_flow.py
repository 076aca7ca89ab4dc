"""Cutting text into blocks and saying what they hold: the same however the text arrives, and never a word lost."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specdesk.ui.text.blocks import LONG, BlockSplitter
from specdesk.ui.text.clean import Cleaner, cleaned
from specdesk.ui.text.flow import Code, Item, Paragraph, Rule, Table, items_of, plain_text, tail_items
from specdesk.ui.text.inline import BOLD, CODE, ITALIC, MUTED, STRIKE, Run, completed

PIECES = [
    "- a\n", "  - b\n", "1. x\n", "7) y\n", "\n", "para\n", "word ", "| a | b |\n", "|---|:-:|\n", "| 1 | 2 |\n",
    "```py\n", "x = 1\n", "```\n", "~~~\n", "> q\n", "# h\n", "===\n", "---\n", "    indented\n", "`c` ", "**b** ",
    "\t", "*", "-", "  ", "[x](http://y) ", "<b>", "&amp; ", "\\* ", "   ```\n", "- [ ] t\n", "é😀\n",
    "long " * 120, "x" * 2500, "row\n" * 300, "- item text\n" * 260, "1. n\n" * 300, "| r | s |\n" * 260,
    "> quote\n" * 950,
]  # fmt: skip


def items(text: str) -> list[Item]:
    splitter = BlockSplitter()
    blocks = splitter.feed(text) + splitter.finish()
    return [item for block in blocks for item in items_of(block)]


def streamed(text: str, sizes: list[int]) -> list[Item]:
    splitter, made, at, turn = BlockSplitter(), [], 0, 0
    while at < len(text):
        size = sizes[turn % len(sizes)]
        made += splitter.feed(text[at : at + size])
        splitter.tail()
        at, turn = at + size, turn + 1
    made += splitter.finish()
    return [item for block in made for item in items_of(block)]


def runs(parts: list[Item]) -> list[Run]:
    found: list[Run] = []
    for part in parts:
        if isinstance(part, Paragraph):
            found += part.runs
        elif isinstance(part, Table):
            found += [run for row in part.rows for cell in row for run in cell]
    return found


@settings(deadline=None, max_examples=150)
@given(st.lists(st.sampled_from(PIECES[:-7]), max_size=25), st.lists(st.integers(1, 40), min_size=1, max_size=5))
def test_any_chunking_gives_the_same_blocks(pieces: list[str], sizes: list[int]):
    text = "".join(pieces)
    assert streamed(text, sizes) == items(text)


@settings(deadline=None, max_examples=25)
@given(st.lists(st.sampled_from(PIECES), max_size=8), st.lists(st.integers(300, 3000), min_size=1, max_size=5))
def test_any_chunking_gives_the_same_blocks_where_long_ones_are_cut(pieces: list[str], sizes: list[int]):
    text = "".join(pieces)
    assert streamed(text, sizes) == items(text)


@settings(deadline=None, max_examples=150)
@given(st.text(alphabet=st.sampled_from("ab \n*_`~[]()!<>#-+=|>1.\t\\&;:/\"'é"), max_size=200))
def test_a_run_stands_where_it_says_and_any_text_can_be_read(text: str):
    for run in runs(items(text)):
        if run.at is not None and "\n" not in run.text:
            source = text[run.at : run.at + len(run.text)]
            assert source == run.text or "&" in text


def test_headings_paragraphs_and_rules():
    made = items("# One\n\nTwo *three*\n\n---\n\nFour\n----\n")
    assert [type(item) for item in made] == [Paragraph, Paragraph, Rule, Paragraph]
    assert [item.level for item in made if isinstance(item, Paragraph)] == [1, 0, 2]
    assert plain_text(made) == "One\nTwo three\n—\nFour"


def test_styles_and_links():
    made = runs(items("**b** *i* ~~s~~ `c` [t](https://x.org/a) <https://y.org> see https://z.org/q?a=1."))
    styles = {run.text: (run.style, run.href) for run in made}
    assert styles["b"] == (BOLD, "")
    assert styles["i"] == (ITALIC, "")
    assert styles["s"] == (STRIKE, "")
    assert styles["c"] == (CODE, "")
    assert styles["t"] == (0, "https://x.org/a")
    assert styles["https://y.org"] == (0, "https://y.org")
    assert styles["https://z.org/q?a=1"] == (0, "https://z.org/q?a=1")
    assert made[-1].text == "."


def test_nested_lists_keep_numbers_markers_and_depth():
    made = items("3. one\n4. two\n   - deep\n     - deeper\n- [x] done\n- [ ] open\n")
    shown = [(item.marker, plain_text([item])) for item in made if isinstance(item, Paragraph)]
    assert shown == [
        ("3.", "3. one"), ("4.", "4. two"), ("•", "• deep"), ("◦", "◦ deeper"), ("☑", "☑ done"), ("☐", "☐ open"),
    ]  # fmt: skip
    lefts = [item.place.left for item in made]
    assert lefts[0] == lefts[1] < lefts[2] < lefts[3]


def test_quotes_carry_their_bars():
    made = items("> outer\n>\n> > inner\n\nplain")
    assert [len(item.place.bars) for item in made] == [1, 2, 0]


def test_tables_have_alignments_and_cells():
    (table,) = items("| a | b | c |\n|:--|--:|:-:|\n| 1 | **2** | 3\\|4 |\n")
    assert isinstance(table, Table)
    assert table.alignments == ("left", "right", "center")
    assert plain_text([table]) == "a | b | c\n1 | 2 | 3|4"


def test_code_keeps_every_character_and_its_language():
    made = items("```Python title=x\na  = 1\n\n\tb\n```\n1. x\n   ```sh\n   ls\n   ```\n")
    code = [item for item in made if isinstance(item, Code)]
    assert [(item.language, item.text) for item in code] == [("python", "a  = 1\n\n\tb"), ("sh", "ls")]
    assert code[1].place.left > 0


def test_code_that_is_not_closed_is_code():
    (code,) = items("````\n```\nstill\n```")
    assert isinstance(code, Code)
    assert code.text == "```\nstill\n```"


def test_html_is_text():
    made = items('<script>alert(1)</script>\n\n<img src="file:///etc/passwd">\n\na <b>bold</b>\n')
    assert plain_text(made) == '<script>alert(1)</script>\n<img src="file:///etc/passwd">\na <b>bold</b>'
    assert all(run.style == 0 for run in runs(made))


def test_links_to_anything_but_the_web_and_mail_are_not_links():
    text = "[a](file:///etc/passwd) [b](javascript:alert(1)) [c](smb://h/x) [d](mailto:a@b.c) [e](HTTPS://X.Y)"
    made = runs(items(text))
    assert {run.href for run in made if run.href} == {"mailto:a@b.c", "HTTPS://X.Y"}
    assert "smb://h/x" in "".join(run.text for run in made)


def test_pictures_are_words_with_a_link():
    made = runs(items("![a cat](https://x.org/c.png) ![](smb://h/y)"))
    assert made[0] == Run("[a cat]", MUTED, "https://x.org/c.png", None)
    assert all(not run.href.startswith("smb") for run in made)


def test_places_point_into_the_source():
    text = '- **bold** and `co de` \\* &amp; [l*i*nk](http://x.y "t(i)") after\n> quote\n> more\n'
    for run in runs(items(text)):
        assert run.at is not None
        if run.text not in ("&",) and not run.text.startswith("&"):
            assert text[run.at : run.at + len(run.text)].replace("\n> ", "\n") == run.text or "\n" in run.text


@pytest.mark.parametrize(
    "text",
    [
        ">" * 10_000,
        "- " * 5_000 + "x",
        "[" * 20_000,
        "*a **b " * 3_000,
        "![" * 10_000,
        "\n".join("  " * depth + "- x" for depth in range(300)),
        "(" * 20_000 + "https://" * 500,
        "|" * 5_000 + "\n" + "|-" * 2_500 + "|\n" + "|" * 5_000,
        "`" * 9_999,
        "#" * 9_999,
        "x" * 1_000_000,
        "word " * 200_000,
    ],
    ids=[
        "quotes",
        "lists",
        "brackets",
        "stars",
        "images",
        "depth",
        "links",
        "table",
        "ticks",
        "hashes",
        "line",
        "words",
    ],
)
def test_hostile_text_is_read_and_nothing_is_lost(text: str):
    shown = plain_text(items(text))
    for letter in "x[a!(":
        assert shown.count(letter) == text.count(letter), letter


def test_a_long_line_becomes_pieces_that_can_be_laid_out():
    made = items("x" * 1_000_000)
    longest = max(len(part) for item in made for run in item.runs for part in run.text.split("\n"))
    assert longest <= 2_000
    assert max(sum(len(run.text) for run in item.runs) for item in made) < 3 * LONG


def test_a_long_list_goes_on_counting_where_it_was_cut():
    made = items("".join(f"1. item number {number}\n" for number in range(400)))
    assert [item.marker for item in made] == [f"{number}." for number in range(1, 401)]


def test_a_long_table_repeats_its_header():
    made = items("| a | b |\n|---|---|\n" + "| one | two |\n" * 500)
    assert len(made) > 2
    assert all(isinstance(item, Table) and plain_text([item]).startswith("a | b\n") for item in made)
    assert sum(len(item.rows) - 1 for item in made) == 500


def test_what_may_become_markup_is_held_back_while_it_arrives():
    splitter = BlockSplitter()
    done = splitter.feed("Text\n")

    def shown(more: str) -> list[Item]:
        done.extend(splitter.feed(more))
        return [item for block in [*done, *splitter.tail()] for item in items_of(block)]

    assert plain_text(shown("-")) == "Text"
    assert plain_text(shown("--\n\n")) == "Text"
    assert plain_text(shown("| a | b")) == "Text"
    assert plain_text(shown(" |\n|--")) == "Text"
    assert isinstance(shown("-|---|\n| 1 |")[-1], Table)
    assert plain_text(shown("\n\n```py")) == "Text\na | b\n1 | "
    assert isinstance(shown("\n")[-1], Code)


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("a **b", "a **b**"), ("a **", "a "), ("**bold*", "**bold**"), ("**b** c", "**b** c"), ("*i", "*i*"),
        ("`co", "`co`"), ("``a`b", "``a`b``"), ("snake_case_x", "snake_case_x"), ("2 * 3", "2 * 3"),
        ("**b `c", "**b `c`**"), ("**b *i", "**b *i***"), ("x\\*y", "x\\*y"), ("~~gone", "~~gone~~"),
    ],
)  # fmt: skip
def test_markup_that_is_being_written_is_closed_for_the_moment(written: str, shown: str):
    assert completed(written) == shown


def test_bold_words_are_bold_from_their_first_letter_on():
    splitter = BlockSplitter()
    splitter.feed("Some **bold wo")
    made = runs(tail_items(splitter.tail()))
    assert [(run.text, run.style, run.at) for run in made] == [("Some ", 0, 0), ("bold wo", BOLD, 7)]


@settings(deadline=None)
@given(st.text(alphabet="a\r\n\x00\u202e", max_size=30), st.integers(1, 5))
def test_cleaning_does_not_depend_on_the_cuts(text: str, size: int):
    cleaner = Cleaner()
    pieces = "".join(cleaner.feed(text[at : at + size]) for at in range(0, len(text), size))
    assert (
        pieces == cleaned(text) == text.replace("\r\n", "\n").replace("\r", "\n").translate({0: "\u2400", 0x202E: "�"})
    )


def test_dangerous_characters_become_visible():
    assert cleaned("a\x1b[31mb\x00\x7f\x9b") == "a␛[31mb␀␡�"
    assert cleaned("if x\u202e\u2066 y\u2069") == "if x�� y�"
    assert cleaned("\ufdd0\ufffc\u2029\U000e0041\ud800") == "�����"
    assert cleaned("tab\tand é 😀 עברית\u200f") == "tab\tand é 😀 עברית\u200f"
