"""Names that reach the disk or the terminal: which ones every system takes, and how the others are shown."""

import pytest

from printgen.base.names import problem_of_name, same_name, slug, visible


@pytest.mark.parametrize("name", ["deck", "Über uns", "console", "a.b", "com10", "é" * 100, "my game (2)", "日本"])
def test_good_names(name: str) -> None:
    assert problem_of_name(name) is None


@pytest.mark.parametrize(
    ("name", "word"),
    [("Crème Brûlée", "creme-brulee"), ("Łódź Straße", "lodz-strasse"), ("Ærøskøbing", "aeroskobing"),
     ("Þórð", "thord"), ("İstanbul ılık", "istanbul-ilik"), (" 2 x O'Neil! ", "2-x-o-neil"), ("日本", ""), ("", "")],
)  # fmt: skip
def test_a_name_in_plain_letters(name: str, word: str) -> None:
    assert slug(name) == word


def test_what_parts_no_words() -> None:
    assert slug("M.A.S.K.", ".") == "mask" and slug("Cover Girl’s Wolverine", "’") == "cover-girls-wolverine"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "empty"),
        (" ", "empty"),
        ("a\x1b[2J", "U+001B"),
        ("a\u202etxt", "U+202E"),
        ("a\udcff", "U+DCFF"),
        ("a/b", "slash"),
        ("..\\x", "slash"),
        ("..", "dot"),
        ("-rf", "dash"),
        ("a ", "space"),
        ("CON", "device"),
        ("nul.tar.gz", "device"),
        ("Com1 .x", "device"),
        ("x" * 101, "longer"),
        ("日" * 80, "longer"),
    ],
)
def test_names_that_some_system_does_not_take(name: str, why: str) -> None:
    assert why in (problem_of_name(name) or "")


def test_names_that_some_systems_take_for_one() -> None:
    assert same_name("Café") == same_name("CAFE\u0301") == same_name("cafe\u0301")
    assert same_name("cafe") != same_name("café")


def test_what_nobody_sees_is_written_out() -> None:
    assert visible("a\x1b[2J\u202eé\udcff\n") == "a\\x1b[2J\\u202eé\\udcff\\n"
