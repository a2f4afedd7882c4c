"""Where lines end in texts without spaces: between letters of Chinese and Japanese, and where a sign says so."""

from itertools import pairwise

import pytest

from printgen.drawing.lines import fit
from printgen.drawing.paragraphs import (
    SOFT,
    Manner,
    breaks,
    hyphen_places,
    paragraphs_of,
    parts_freely,
    pieces_of,
    remove_soft_hyphens,
    split_word,
)  # fmt: skip
from printgen.drawing.words import ICON, TextRun


@pytest.mark.parametrize(
    ("word", "pieces"),
    [
        ("三張牌", ["三", "張", "牌"]),
        ("「東京タワー」へ行く、", ["「東", "京", "タ", "ワー」", "へ", "行", "く、"]),
        ("牌（每人）。", ["牌", "（每", "人）。"]),
        ("3枚のLatin語", ["3", "枚", "の", "Latin", "語"]),
        ("a\u200bb", ["a", "b"]),
        ("a\u2003b\u3000\u3000c", ["a\u2003", "b\u3000\u3000", "c"]),
    ],
)
def test_pieces_stay_together(word: str, pieces: list[str]) -> None:
    assert parts_freely(word) and pieces_of(word) == pieces


def test_other_words_stay_whole() -> None:
    assert not any(
        map(parts_freely, ("Soup", "Crème", "Привет", "שלום", "한국어", "★→", "2\u202f000", "5\u00a0m", "co\u2011op"))
    )


def test_a_text_without_spaces_is_set_in_lines() -> None:
    fitted = fit(paragraphs_of([TextRun("三張牌每人三張牌每人", "body"), TextRun("、二", "body bold")]), 20, 10, 10, 9)
    assert fitted and len(fitted.lines) > 2
    assert "".join(run.text for line in fitted.lines for _, run in line.runs) == "三張牌每人三張牌每人、二"
    assert all(line.width <= 20 for line in fitted.lines)
    assert not any(line.runs[0][1].text.startswith("、") for line in fitted.lines)


def test_letters_without_spaces_are_justified() -> None:
    fitted = fit(paragraphs_of([TextRun("三張牌每人三張牌每人", "body")]), 32, 10, 10, 9, Manner(justify=True))
    assert fitted and fitted.lines[0].width == pytest.approx(32)
    steps = [x for x, _ in fitted.lines[0].runs]
    assert len({round(b - a, 3) for a, b in pairwise(steps)}) == 1


def test_words_beside_such_letters_keep_their_spaces() -> None:
    (line,) = fit(paragraphs_of([TextRun("Take 三張 now", "body")]), 400, 10, 10, 1).lines  # type: ignore[union-attr]
    assert [run.text for _, run in line.runs] == ["Take 三張 now"]


@pytest.mark.parametrize(
    ("word", "places"),
    [("fighting", (5,)), ("well-known", (5,)), ("co-op", (3,)), ("a-bridge", (2,)), ("i-beam", (2,)), ("NATO", ()),
     ("McDonald", ()), ("don't", ()), ("x" * 101, ())],
)  # fmt: skip
def test_words_are_hyphenated_where_the_language_and_their_own_hyphens_say(word: str, places: tuple[int, ...]) -> None:
    assert breaks(word, "en_US") == places


HEART, FIGHTING, HYPHEN = TextRun("heart", ICON), TextRun("fighting", "body"), TextRun("hyphen", "body bold")


def test_soft_hyphens_are_places_and_no_letters() -> None:
    soft = (TextRun(f"fight{SOFT}ing", "body"), HEART, TextRun(f"hy{SOFT}phen{SOFT}", "body bold"))
    assert remove_soft_hyphens(soft) == ((FIGHTING, HEART, HYPHEN), (5, 11))
    assert remove_soft_hyphens((TextRun(SOFT, "body"),)) == ((TextRun("", "body"),), ())


def test_an_icon_is_a_letter_of_its_word() -> None:
    assert hyphen_places((HEART, FIGHTING), "en_US") == (6,)
    assert split_word((HEART, FIGHTING), 6) == ((HEART, TextRun("fight-", "body")), (TextRun("ing", "body"),))
    assert split_word((HEART, FIGHTING), 1) == ((HEART,), (FIGHTING,))
    well, known = TextRun("well-", "body"), TextRun("known", "body bold")
    assert split_word((well, known), 5) == ((well,), (known,))
