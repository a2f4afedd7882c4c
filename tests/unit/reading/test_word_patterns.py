"""Words and patterns in a text: whole words, patterns wherever they are, the longest first, in bounded time."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen.reading.word_patterns import Finder


def found(finder: Finder, text: str) -> list[tuple[str, int]]:
    return [(text[one.start : one.end], one.which) for one in finder.find(text)]


def test_whole_words_are_found_as_written_and_the_longest_first() -> None:
    finder = Finder(["Burning", "Burning Hands", "Deep Cold", "+1"])
    assert found(finder, "Burning Hands, burning, Burnings, unBurning, (Burning). Deep Cold, +1 but +12") == [
        ("Burning Hands", 1), ("Burning", 0), ("Deep Cold", 2), ("+1", 3),
    ]  # fmt: skip


def test_parts_of_a_text_are_searched_as_if_each_stood_alone() -> None:
    finder = Finder(["Deep Cold", "Cold"], ["[a-z]+ Hands"])
    text = "**Deep** Cold, *Burning* Hands: **un**Cold[Cold] Cold"
    # Between the parts stand stars and brackets; no find goes over them, and what is within them is none.
    parts = [(2, 6), (8, 15), (16, 23), (24, 32), (34, 36), (38, 42), (48, 53)]
    assert [(one.start, one.end) for one in finder.find(text, parts)] == [(9, 13), (38, 42), (49, 53)]


def test_words_come_before_patterns_and_longer_finds_before_shorter() -> None:
    finder = Finder(["d6"], ["[0-9]*d[0-9]+", "d[0-9]+ damage"])
    assert found(finder, "d6, 2d6, d8 and d6 damage") == [("d6", 0), ("2d6", 1), ("d8", 1), ("d6 damage", 2)]


@pytest.mark.parametrize(
    ("pattern", "text", "finds"),
    [
        ("a|bc", "a bc abc", ["a", "bc", "a", "bc"]),
        (r"\ba\b|bc\b", "a bc abc bca", ["a", "bc", "bc"]),
        ("d[0-9]+", "2d6 d66s cold6, d", ["d6", "d66", "d6"]),
        (r"\bd[0-9]+", "2d6 d66s cold6, -d6", ["d66", "d6"]),
        (r"d[0-9]+\b", "2d6 d66s cold6, d6.", ["d6", "d6", "d6"]),
        (r"\b[0-9]*d[0-9]+\b", "2d6 d6s cold6", ["2d6"]),
        ("ü[a-z]", "über zürich", ["üb", "ür"]),
        (r"\bü[a-z]", "über zürich", ["üb"]),
        ("[A-Z]{2,3}", "A AB ABC ABCD", ["AB", "ABC", "ABC"]),
        (r"\d+ HP", "12 HP 3 hp", ["12 HP"]),
        ("(ab)+", "ab abab aba", ["ab", "abab", "ab"]),
        (r"x\.y", "x.y xzy", ["x.y"]),
        ("[^a-z ]+", "ab 12 C", ["12", "C"]),
        ("colou?r", "color colour colouur discolored", ["color", "colour", "color"]),
        ("a{2,}", "a aa aaaa", ["aa", "aaaa"]),
        (r"[\d-]+", "1-2 a", ["1-2"]),
        ("é+", "é éé", ["é", "éé"]),
    ],
)
def test_patterns_stand_for_what_they_say(pattern: str, text: str, finds: list[str]) -> None:
    assert [letters for letters, _ in found(Finder(patterns=[pattern]), text)] == finds


@pytest.mark.parametrize(
    "pattern",
    ["(a+)+b", "(a|a)*b", "(.*)*x", "([a-z]+)*c", "(a{1,20}){1,20}b", "(x+x+)+y", ".{100}.{100}", "(a?){30}a{30}"],
)
def test_no_pattern_can_hang(pattern: str) -> None:
    finder = Finder(patterns=[pattern])
    start = time.process_time()
    for text in ("a" * 10_000, "a " * 5_000, "xa!" * 3_000):
        finder.find(text)
    assert time.process_time() - start < 3


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        ("(?=a)b", "looks around"), ("(?P<n>a)", "looks around"), (r"(a)\1", "\\1"), ("^a", "anchor"), ("a$", "anchor"),
        ("a**", "**"), ("a*", "nothing at all"), ("(a", "missing )"), ("a)", "unexpected )"), ("[a", "missing ]"),
        ("*a", "no argument"), ("a{3,2}", "{3,2}"), ("[z-a]", "range: z-a"), ("a\\", "trailing"),
        ("a\\bb", "has \\b within"), (r"(\ba)", "has \\b within"), ("(((a{9}){9}){9}){9}", "{9}"),
        ("|".join(f"[ab]*a[ab]{{{n}}}c" for n in range(80, 95)) + "|" + r"\pL{9}" * 9, "over 5,000"),
    ],
)  # fmt: skip
def test_what_a_pattern_may_not_hold_is_told(pattern: str, said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        Finder(patterns=[pattern])


@given(st.sampled_from(["a+b", "(ab|a)b?", "[ab]{1,3}", "a?b+a", "(a|b)(a|b)"]), st.text("ab -", max_size=30))
def test_finds_are_those_of_any_other_matcher(pattern: str, text: str) -> None:
    ours = [letters for letters, _ in found(Finder(patterns=[pattern]), text)]
    theirs, start = list[str](), 0
    while start < len(text):
        ends = (end for end in range(len(text), start, -1) if re.fullmatch(pattern, text[start:end]))
        end = next(ends, start)
        theirs += [text[start:end]] if end > start else []
        start = max(end, start + 1)
    assert ours == theirs
    whole = [letters for letters, _ in found(Finder(patterns=[rf"\b({pattern})\b"]), text)]
    assert whole == [word for word in re.findall(r"\w+", text) if re.fullmatch(pattern, word)]
