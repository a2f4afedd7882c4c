"""The grammar of marks: what is a mark in a text, and what is printed as it stands."""

import pytest

from printgen.faces.marks import MARKER, MarkKind, bare, bold, doubts, entries_of, marks_of, stretches

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
    [
        # Stars that set something off.
        ("*really* nothing", "<i>really</i> nothing"),
        ("**Torch:** *flip* ***both***", "<b>Torch:</b> <i>flip</i> <i><b>both</b></i>"),
        ("**3** VP, gain **3**VP, **+1**, **.5**", "<b>3</b> VP, gain <b>3</b>VP, <b>+1</b>, <b>.5</b>"),
        ('*"Really?"* *(yes)* (*no*) *…and*', '<i>"Really?"</i> <i>(yes)</i> (<i>no</i>) <i>…and</i>'),
        ("**:fire:** :fire:*x* *[red]x[/]*", "<b>{fire}</b> {fire}<i>x</i> <i><[red]>x<[/]></i>"),
        ("*a **b***, **a *b* c**", "<i>a <b>b</b></i>, <b>a <i>b</i> c</b>"),
        ("in**cred**ible, **S**chwert, **Torch:**flip", "in<b>cred</b>ible, <b>S</b>chwert, <b>Torch:</b>flip"),
        ("これは**fire ball**です。*火*を", "これは<b>fire ball</b>です。<i>火</i>を"),
        ("**Tower***, 5 *gold* coins*", "<b>Tower</b>*, 5 <i>gold</i> coins*"),
        ("**all of it**s end, **a b**, *c*s", "<b>all of it</b>s end, <b>a b</b>, <i>c</i>s"),
        # Stars that are stars.
        ("*all of it*s end", "*all of it*s end"),
        ("Worth 3* points.\n*At game end, more.", "Worth 3* points.\n*At game end, more."),
        ("A 5* hotel beats a 4* hotel.", "A 5* hotel beats a 4* hotel."),
        ("Draw 2 cards*.\n*Only once.", "Draw 2 cards*.\n*Only once."),
        ("Draw 2 cards*. *Only once.", "Draw 2 cards*. *Only once."),
        ("**Bold over\ntwo lines**", "**Bold over\ntwo lines**"),
        ("2 * 3 = 6 * 1, 2*3*4, 3*x and 4*y", "2 * 3 = 6 * 1, 2*3*4, 3*x and 4*y"),
        ("Spieler*innen und Gegner*innen", "Spieler*innen und Gegner*innen"),
        ("Rated ***** or ****", "Rated ***** or ****"),
        ("\\*x\\* \\**y*", "*x* *<i>y</i>"),
        ("a **b* c", "a **b* c"),
        # Icons by any name that a file can have; times and ratios are none.
        ("Go :arrow_down: :Gem2: :3d: :my gem: :épée:", "Go {arrow_down} {Gem2} {3d} {my gem} {épée}"),
        (":fire::fire: 2:fire: 1:3d:", "{fire}{fire} 2{fire} 1{3d}"),
        (":Fire: :pine_tree: :art/a.png:", "{Fire} {pine_tree} {art/a.png}"),
        ("At 10:30: leave. Ratio 3:1:2, 3:7:2, at 10:30pm: so", "At 10:30: leave. Ratio 3:1:2, 3:7:2, at 10:30pm: so"),
        ("Note: do this: now; 1\\:fire\\:2", "Note: do this: now; 1:fire:2"),
        # Entries of lists, and what is none.
        ("- a\n• b\n* c\n– d\n1. e\n2) f\nb) g", "<->a\n<•>b\n<*>c\n<–>d\n<1.>e\n<2)>f\n<b)>g"),
        ("•\ta\n  - b\n-\u00a0c", "<•>a\n<->b\n<->c"),
        ("+ 3 VP\n- 2 VP\n- **2** VP\n- $5\n- [red]2[/]", "+ 3 VP\n- 2 VP\n- <b>2</b> VP\n- $5\n- <[red]>2<[/]>"),
        ("\\- a\n\\1. b\n\\• c\n-d\n1.5 e", "- a\n1. b\n• c\n-d\n1.5 e"),
        ("- *really*\n* *a*", "<-><i>really</i>\n<*><i>a</i>"),
    ],
)  # fmt: skip
def test_what_is_a_mark(text: str, read: str) -> None:
    assert tagged(text) == read


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("Draw a card.\\nThen discard.", "foreign-mark", "a line break for \\n"),
        ("Draw.<br>Discard.<BR />", "foreign-mark", "line breaks for <br> and <p>"),
        ("Deal <b>3</b>", "foreign-mark", "**words** for bold"),
        ("a <em>b</em>", "foreign-mark", "*words* for italic"),
        ('<span style="color: red">a</span>', "foreign-mark", "[red]words[/]"),
        ("3 &amp; 4&nbsp;&#39;", "foreign-mark", "& for &amp;; U+00A0 for &nbsp;; ' for &#39;"),
        ("ATK\\tDEF", "foreign-mark", "a blank for \\t"),
        ("the king\\u2019s", "foreign-mark", "\u2019 for \\u2019"),
        ("<color=red>3</color>", "foreign-mark", "[red]words[/]"),
        ("Take <sprite=2>", "foreign-mark", ":name: for an icon"),
        ("a __bold__ word", "foreign-mark", "**words** for __bold__"),
        ("not ~~this~~", "foreign-mark", "the words without tildes for ~~this~~"),
        ("Torch:** flip", "open-mark", "\\*\\* for two stars"),
        ("**Torch:** flip** it", "open-mark", "\\*\\* for two stars"),
        ("**Torch: flip", "open-mark", "\\*\\* for two stars"),
        ("**Bold over\ntwo lines**", "open-mark", "Close it in its own line"),
    ],
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
