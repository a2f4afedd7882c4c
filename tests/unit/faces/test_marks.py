"""The grammar of marks: what is a mark in a text, and what is printed as it stands."""

import pytest
from tables import tables

from printgen.faces.marks import MARKER, MarkKind, bare, bold, doubts, entries_of, marks_of, stretches

TABLES = tables(__file__)

ICONS = {"arrow_down", "Gem2", "3d", "7", "my gem", "fire", "épée"}
SHOWN = {MarkKind.BOLD: "b", MarkKind.ITALIC: "i"}


def tagged(text: str) -> str:
    """A text with its marks as tags: <b> bold, <i> italic, {icon}, <[bracket]>, and the markers of lists as <->."""
    text, entries = entries_of(text)
    out, at = [], 0
    for kind, start, end, said, closing in marks_of(text, ICONS.__contains__):
        tag = {MarkKind.ICON: f"{{{said}}}", MarkKind.BRACKET: f"<[{said}]>", MarkKind.SIGN: said}.get(kind)
        out += [text[at:start], tag or f"<{'/' * closing}{SHOWN[kind]}>"]
        at = end
    signs = iter(entries)
    return "".join(f"<{next(signs).sign}>" if letter == MARKER else letter for letter in "".join((*out, text[at:])))


@pytest.mark.parametrize(
    ("text", "read"),
    TABLES["what_is_a_mark"],
)  # fmt: skip
def test_what_is_a_mark(text: str, read: str) -> None:
    assert tagged(text) == read


@pytest.mark.parametrize(
    ("text", "code", "said"),
    TABLES["what_was_probably_meant_for_a_mark"],
)
def test_what_was_probably_meant_for_a_mark(text: str, code: str, said: str) -> None:
    (doubt,) = doubts(text)
    assert doubt.code == code and said in doubt.hint


@pytest.mark.parametrize(
    "text",
    [
        "a < b and b > c & d", "a <b and b> c", "R&D; AT&T", "\\<b> \\&amp; \\\\n", "C:\\temp",
        "Name: ________", "a_b__c__d", "~~~", "A 5** hotel", "Draw 3**.\n**Once.",
        "*At game end.", "3* points",
    ],
)  # fmt: skip
def test_what_nobody_doubts(text: str) -> None:
    assert list(doubts(text)) == []


def test_a_keyword_behind_a_backslash_is_no_mark_of_another_program() -> None:
    assert list(doubts("a \\night", {3}.__contains__)) == []


def test_a_text_is_made_bold_line_by_line_and_bare() -> None:
    assert bold("**3** or *more*\n\n4*") == "**3 or *more***\n\n**4***"
    assert bare("**3** or *more*, 5*") == "3 or more, 5*"
    assert stretches("**55** / 3*") == [("55", True), (" / 3*", False)]


def test_a_long_text_without_pairs_has_no_marks() -> None:
    """Were each star held against all before it, this would take minutes."""
    text = "**a " * 30_000 + "x* " * 30_000
    assert marks_of(text, ICONS.__contains__) == []
