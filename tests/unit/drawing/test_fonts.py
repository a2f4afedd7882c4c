"""The font shelf: what the fonts can draw, how wide it is, and their companions."""

import random
import string
from pathlib import Path
from typing import Any

import pytest
from fontmaking import make_otf, weights

from printgen.drawing.font_files import FontProblem, Kept, load_font
from printgen.drawing.fonts import SYMBOLS, Shelf, bold_of, face, italic_of, plain_shelf
from printgen.drawing.model import Drawing, Text
from printgen.drawing.shaping import missing_letters
from printgen.writers import WRITERS
from printgen.writers.page import NO_INFO, Page

WORDS = [name for name in plain_shelf().names() if name != SYMBOLS]


@pytest.mark.parametrize("name", WORDS)
def test_every_font_has_what_a_game_in_english_needs(name: str) -> None:
    assert missing_letters(string.printable[:95] + "éèêñüöäßçÅØ’‘“”–—…·×½", [face(name).font]) == ""
    assert 0.5 < face(name).cap_height < 0.9


@pytest.mark.parametrize("name", plain_shelf().names())
def test_no_two_fonts_have_one_name(name: str) -> None:
    fonts = [face(other).font.postscript_name for other in plain_shelf().names()]
    assert fonts.count(face(name).font.postscript_name) == 1


def test_missing_letters_are_named_once_in_order() -> None:
    assert face("stencil").missing("漢字 and 漢字, 𐎀 ✗") == "漢字𐎀"
    assert face("body").missing("tab\there, 5\u202fm\u3000co\u2011op\u200b\u2060\u00ad") == ""


def test_widths_add_up() -> None:
    font = face("body")
    assert font.width("") == 0
    assert font.width("HI") == pytest.approx(font.width("H") + font.width("I"))
    assert font.width("To AV") == pytest.approx(font.width("To") + font.width(" ") + font.width("AV"))
    assert 0.1 < font.width("i") < font.width("W") < 1.2


@pytest.mark.parametrize(("name", "word", "share"), [("stencil", "AVATAR", 0.074), ("body bold", "AVATAR", 0.092)])
def test_pairs_of_letters_are_kerned(name: str, word: str, share: float) -> None:
    loose = sum(face(name).width(letter) for letter in word)
    assert 1 - face(name).width(word) / loose == pytest.approx(share, abs=0.001)


def test_a_space_keeps_its_neighbours_apart() -> None:
    font = face("stencil")
    assert font.width("A V") == pytest.approx(font.width("A") + font.width(" ") + font.width("V"))


def test_bold_is_wider_than_the_plain_font() -> None:
    assert face("body bold").width("hamburgefonts") > face("body").width("hamburgefonts")


def test_companions() -> None:
    assert bold_of("body") == "body bold"
    assert italic_of("body bold") == "body bold italic"
    assert (bold_of("stencil"), italic_of("stencil")) == ("stencil", "stencil")
    assert {bold_of(n) for n in plain_shelf().names()} | {italic_of(n) for n in plain_shelf().names()} <= set(
        plain_shelf().names()
    )


def test_unknown_fonts() -> None:
    with pytest.raises(KeyError):
        face("comic")


def shelved(data: bytes) -> str:
    """The name of a font that a game has as `own`."""
    return Shelf({"own": {"": load_font(data)}})["own"].name


def test_a_font_may_come_from_a_file(tmp_path: Path) -> None:
    font = face(shelved(make_otf(tmp_path / "soup.otf").read_bytes()))
    assert (font.font.postscript_name, font.cap_height) == ("Soup-Regular", 0.7)
    assert [font.width(text) for text in ("A", "VA", "AV", "A V")] == pytest.approx([0.6, 1.24, 1.12, 1.49])
    assert font.missing("AVA B ★") == "B"


def test_a_spoiled_font_fails_in_one_way_only(tmp_path: Path) -> None:
    whole = make_otf(tmp_path / "soup.otf").read_bytes()
    chance = random.Random(11)
    for n in range(150):
        data = bytearray(whole[: chance.randrange(len(whole)) if n % 3 == 0 else len(whole)])
        for _ in range(chance.randrange(1, 60) if data else 0):
            data[chance.randrange(len(data))] = chance.randrange(256)
        try:
            name = shelved(bytes(data))
        except FontProblem as problem:
            assert problem.hint.endswith(".")
        else:
            assert face(name).missing("A") in ("", "A")
            words = Text(10, 10, "AVA V", name, 12, "#000000", 0.0, face(name).width("AVA V"))
            for write in WRITERS.values():
                assert write([Page(Drawing(100, 100, (words,)))], NO_INFO, 72, False)


def test_a_style_of_a_variable_font_is_a_font_of_its_own() -> None:
    heavy, light = load_font(weights(), {"weight": 900}), load_font(weights(), {"weight": 400})
    glyph = heavy.shaper.get_nominal_glyph(ord("A"))
    assert (heavy.advances[glyph], light.advances[glyph]) == (800, 600)
    assert load_font(weights(), {"weight": 650}).advances[glyph] == 700
    assert "gvar" not in heavy.source.table_tags
    assert heavy.key != light.key
    assert heavy.key == load_font(weights(), {"weight": 900}).key


@pytest.mark.parametrize(("axes", "advance"), [
    ({"weight": 900}, 800), ({"weight": 400}, 600), ({"width": 75}, 500), ({"weight": 900, "width": 75}, 700),
])  # fmt: skip
def test_an_axis_that_is_not_given_is_as_the_font_has_it(axes: dict[str, float], advance: int) -> None:
    font = load_font(weights(has_width=True), axes)
    assert font.advances[font.shaper.get_nominal_glyph(ord("A"))] == advance


def test_shelves_are_equal_where_their_fonts_and_their_language_are() -> None:
    def shelf(style: str = "", font: str = "body", **more: Any) -> Shelf:
        return Shelf({"own": {"": face("body").font, style: face(font).font}}, **more)

    others = [shelf("bold"), shelf(font="stencil"), shelf(language="de"), shelf(short=True)]
    others.append(shelf(fallback=[face("body").font]))
    assert shelf() == shelf() and hash(shelf()) == hash(shelf()) and len({shelf(), shelf()}) == 1
    assert all(other != shelf() for other in others) and Shelf() != shelf() and shelf() != {}


def test_values_are_made_once_while_there_is_room() -> None:
    made = list[int]()
    kept = Kept[int, int](lambda key: (made.append(key), 2 * key)[1])
    assert [kept[3], kept[3], made] == [6, 6, [3]]
    for key in range(5000):
        assert kept[key] == 2 * key
    assert len(kept) == 4096 and kept[4999] == 9998 and made.count(4999) == 2
