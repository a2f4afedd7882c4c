"""Text fitting: what fits keeps its size, what does not shrinks as little as it must, and nothing is ever lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen.drawing.fonts import face
from printgen.drawing.lines import fit, fit_plain, longest_word
from printgen.drawing.paragraphs import Manner, paragraphs_of
from printgen.drawing.words import ICON, FittedText, Line, Tall, TextRun, run_width

BODY = face("body")


def plain(text: str, font: str = "body") -> list[TextRun]:
    return [TextRun(text, font)]


def read(line: Line) -> str:
    """A line as it will be read: runs that start where a space would end get one."""
    out, end = "", 0.0
    for offset, run in line.runs:
        out += " " if out and offset > end + 1e-6 else ""
        out += f":{run.text}:" if run.font == ICON else run.text
        end = offset + run_width(run) * SIZE[0]
    return out


SIZE = [10.0]


def lines(fitted: FittedText | None) -> list[str]:
    assert fitted is not None
    SIZE[0] = fitted.size
    return [read(line) for line in fitted.lines]


def set_text(text: str, width: float, size: float = 10, floor: float = 5, count: int = 1) -> FittedText | None:
    return fit(paragraphs_of(plain(text)), width, size, floor, count)


def test_what_fits_keeps_its_size() -> None:
    width = BODY.width("Pea Soup") * 10
    fitted = set_text("Pea Soup", width)
    assert fitted is not None and fitted.size == 10
    assert fitted.lines[0].width == pytest.approx(width)
    assert lines(fitted) == ["Pea Soup"]


def test_one_line_shrinks_just_enough() -> None:
    width = BODY.width("Pea Soup") * 10 * 0.7
    fitted = set_text("Pea Soup", width)
    assert fitted is not None and fitted.size == pytest.approx(7)
    assert fitted.lines[0].width == pytest.approx(width)


def test_the_floor_is_allowed_and_less_is_not() -> None:
    width = BODY.width("Pea Soup") * 5
    fitted = set_text("Pea Soup", width)
    assert fitted is not None and fitted.size == pytest.approx(5)
    assert set_text("Pea Soup", width - 0.01) is None


def test_lines_break_at_spaces() -> None:
    fitted = set_text("one two three four", BODY.width("one two") * 10 + 1, count=4)
    assert lines(fitted) == ["one two", "three", "four"]


def test_a_last_line_of_one_short_word_begins_with_the_word_before_it() -> None:
    width = BODY.width("he fights in an arctic") * 10 + 1
    assert lines(set_text("he fights in an arctic zone.", width, count=2)) == ["he fights in an", "arctic zone."]
    width = BODY.width("an unmistakably arctic") * 10 + 1
    assert lines(set_text("an unmistakably arctic zone.", width, count=2)) == ["an unmistakably", "arctic zone."]
    # It stays alone where it is long, where the line above is short of words, and where both have no room in a line.
    assert lines(set_text("he fights in an arctic emergency!", width, count=2))[-1] == "emergency!"
    width = BODY.width("unmistakably arctic") * 10 + 1
    assert lines(set_text("unmistakably arctic zone.", width, count=2)) == ["unmistakably arctic", "zone."]
    width = BODY.width("an in unmistakably") * 10 + 1
    assert lines(set_text("an in unmistakably wicked", width, count=2)) == ["an in unmistakably", "wicked"]


def test_too_many_lines_shrink_until_there_are_few_enough() -> None:
    text = "one two three four five six"
    fitted = set_text(text, 60, size=20, floor=6, count=2)
    assert fitted is not None and len(fitted.lines) == 2 and 6 <= fitted.size < 20
    assert " ".join(lines(fitted)) == text


def test_a_word_wider_than_the_line_shrinks_and_is_never_cut() -> None:
    word = "Feuerwehrmann"
    wide = BODY.width(word)
    fitted = set_text(f"a {word}", wide * 8.5, size=12, floor=8, count=3)
    assert fitted is not None and 8 <= fitted.size <= 8.5
    assert " ".join(lines(fitted)) == f"a {word}"
    assert set_text(f"a {word}", wide * 7.9, size=12, floor=8, count=3) is None


def test_a_newline_starts_a_line_and_an_empty_line_stays() -> None:
    assert lines(set_text("one\ntwo\n\nthree", 200, count=4)) == ["one", "two", "", "three"]
    assert set_text("one\ntwo\n\nthree", 200, count=3) is None


def test_one_line_cannot_hold_two_paragraphs() -> None:
    assert set_text("one\ntwo", 200, count=1) is None


def test_spaces_do_not_pile_up() -> None:
    assert lines(set_text("  one   two ", 200)) == ["one two"]


def test_bold_inside_a_word_does_not_break_it() -> None:
    runs = [TextRun("un", "body"), TextRun("break", "body bold"), TextRun("able thing", "body")]
    (words,) = paragraphs_of(runs)
    assert [[run.text for run in word] for word in words.words] == [["un", "break", "able"], ["thing"]]
    wide = run_width(runs[0]) + run_width(runs[1]) + BODY.width("able")
    fitted = fit([words], wide * 10 + 0.1, 10, 10, 2)
    assert lines(fitted) == ["unbreakable", "thing"]
    assert fitted is not None
    ((x0, _), (x1, bold), (x2, _)) = fitted.lines[0].runs
    assert (x0, bold.font) == (0, "body bold")
    assert x1 == pytest.approx(BODY.width("un") * 10)
    assert x2 == pytest.approx(x1 + face("body bold").width("break") * 10)


def test_icons_are_as_wide_as_the_text_is_high() -> None:
    runs = [TextRun("Costs 1 ", "body"), TextRun("leaf", ICON), TextRun(".", "body")]
    fitted = fit(paragraphs_of(runs), 200, 10, 5, 1)
    assert lines(fitted) == ["Costs 1 :leaf:."]
    assert fitted is not None
    (_, (icon, _), (stop, _)) = fitted.lines[0].runs
    assert icon == pytest.approx(BODY.width("Costs 1 ") * 10)
    assert stop - icon == pytest.approx(10.5)


def test_an_icon_may_start_a_line() -> None:
    fitted = fit(paragraphs_of([TextRun("leaf", ICON), TextRun(" one", "body")]), 14, 10, 10, 2)
    assert lines(fitted) == [":leaf:", "one"]


def test_tracking_takes_room_on_one_line() -> None:
    words = paragraphs_of(plain("ABCD"))
    wide = BODY.width("ABCD") * 10
    loose = fit(words, wide + 9, 10, 5, 1, Manner(tracking=0.3))
    assert loose is not None and (loose.size, loose.lines[0].width) == pytest.approx((10, wide + 9))
    tight = fit(words, (wide + 9) / 2, 10, 5, 1, Manner(tracking=0.3))
    assert tight is not None and tight.size == pytest.approx(5)


def test_tracking_takes_room_on_several_lines() -> None:
    words = paragraphs_of(plain("ABCD EFGH"))
    wide = BODY.width("ABCD EFGH") * 10
    together = fit(words, wide + 8 * 3 + 0.1, 10, 10, 2, Manner(tracking=0.3))
    apart = fit(words, wide + 8 * 3 - 0.1, 10, 10, 2, Manner(tracking=0.3))
    assert [len(f.lines) for f in (together, apart) if f] == [1, 2]
    assert together is not None and together.lines[0].width == pytest.approx(wide + 24)


letters = st.text("abcdefghijklmnop.,:'-ÄÖé", min_size=1, max_size=12)


@pytest.mark.slow
@given(st.lists(letters, min_size=1, max_size=12), st.floats(20, 200), st.floats(6, 30), st.integers(1, 6))
def test_every_word_is_there_and_no_line_is_too_wide(words: list[str], width: float, size: float, count: int) -> None:
    text = " ".join(words)
    fitted = set_text(text, width, size, 6, count)
    if fitted is None:
        alone = max(BODY.width(word) for word in words)
        assert alone * 6 > width or len(words) > count or BODY.width(text) * 6 > width
        return
    assert " ".join(lines(fitted)) == text
    assert 6 - 1e-9 <= fitted.size <= size
    assert len(fitted.lines) <= count
    for line in fitted.lines:
        offset, run = line.runs[-1]
        assert max(line.width, offset + run_width(run) * fitted.size) <= width + 1e-6


@given(st.text("ab W.\n\u00a0", max_size=30), st.floats(10, 200), st.floats(6, 30), st.integers(1, 5))
def test_the_short_way_fits_as_the_long_one_does(text: str, width: float, size: float, count: int) -> None:
    long = set_text(text, width, size, 6, count)
    short = fit_plain(text, "body", width, size, 6, count)
    assert (long is None) == (short is None)
    if long is not None and short is not None:
        assert short.size == pytest.approx(long.size)
        assert [line.width for line in short.lines] == pytest.approx([line.width for line in long.lines])
        assert [[(x, *run) for x, run in line.runs] for line in short.lines] == [
            [(x, *run) for x, run in line.runs] for line in long.lines
        ]


@pytest.mark.parametrize("grow", [1.0, 2.0])
def test_gaps_between_paragraphs_take_their_height(grow: float) -> None:
    """From the capitals of the first line to the baseline of the last: two lines further down, and both gaps."""
    two = [TextRun("Pea", "body", grow), TextRun("\nSoup\nand tea", "body")]
    high = 10 * (grow * 0.7 + 2 * 1.2 + 2 * 0.5)
    for spare, fits in ((0.001, True), (-0.001, False)):
        fitted = fit(paragraphs_of(two), 200, 10, 10, 9, Manner(gap=0.5), Tall(high + spare, 0.7, 1.2))
        assert (fitted is not None) == fits
        if fitted:
            assert [line.down for line in fitted.lines] == pytest.approx([0, 1 + 0.5 / 1.2, 2 + 1 / 1.2])


def test_the_widest_word_is_named_without_the_gap_behind_it() -> None:
    text, wide = longest_word(paragraphs_of(plain("a wider one\nii")), Manner(tracking=0.1))
    assert (text, wide) == ("wider", pytest.approx(BODY.width("wider") + 4 * 0.1))
