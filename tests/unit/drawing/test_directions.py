"""The order of letters in lines of several directions: as another program orders them."""

import random

import pytest
from bidi import get_display

from printgen.drawing.shaping import LEFTWARD, has_leftward, runs_left, spans, with_direction, words_shown
from printgen.drawing.words import ICON, TextRun, in_order

LETTERS = "abcאבגدهو0123٤٥ .,-+%()[]!<>/#\u0301\u05b0\u200f\u200e"


def shown(text: str, leftward: bool) -> str:
    """A line as its letters stand from left to right, its brackets as they are written."""
    return "".join(text[start:end][::-1] if left else text[start:end] for start, end, left in spans(text, leftward))


@pytest.mark.parametrize("leftward", [False, True])
def test_lines_are_ordered_as_another_program_orders_them(leftward: bool) -> None:
    chance = random.Random(4)
    for _ in range(1500):
        text = "".join(chance.choice(LETTERS) for _ in range(chance.randrange(1, 16)))
        assert shown(text, leftward) == get_display(text, base_dir="LR"[leftward]), ascii(text)


def test_the_first_letter_says_how_a_text_runs() -> None:
    assert [runs_left(text) for text in ("12 שלום abc", "(a) שלום", "...", "", LEFTWARD + "(a)")] == [
        True, False, False, False, True,
    ]  # fmt: skip


def test_a_part_of_a_line_runs_as_the_line_does() -> None:
    assert [with_direction(text, True) for text in ("שלום", "(12)", "abc")] == [
        "שלום",
        LEFTWARD + "(12)",
        LEFTWARD + "abc",
    ]
    assert runs_left(with_direction("(12)", True)) and not runs_left(with_direction("שלום", False))


def test_plain_texts_are_not_looked_at() -> None:
    assert not any(map(has_leftward, ("Soup", "Crème brûlée", "Привет", "★ → ♠", "漢字")))
    assert all(map(has_leftward, ("שלום", "x سلام", "1" + LEFTWARD)))


def test_words_are_told_as_they_stand() -> None:
    assert words_shown("one two") == ["one", "two"]
    told = [word.strip("\u200e\u200f") for word in words_shown("שלום עולם abc def")]
    assert told == ["abc", "def", "עולם", "שלום"]
    assert [word.strip("\u200e\u200f") for word in words_shown("say שלום עולם twice")] == [
        "say",
        "עולם",
        "שלום",
        "twice",
    ]


def test_an_icon_by_itself_stays_what_it_is_in_a_line_that_runs_to_the_left() -> None:
    icon, word = TextRun("fire", ICON), TextRun("fire", "body")
    assert in_order([(2.0, icon)], True, 0.0) == [(2.0, icon)]
    assert in_order([(2.0, word)], True, 0.0) == [(2.0, word._replace(text=LEFTWARD + "fire"))]
