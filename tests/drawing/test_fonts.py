"""The font shelf: what the fonts can draw, how wide it is, and their companions."""

import string

import pytest

from printgen.drawing.fonts import bolder, face, font_names, slanted


@pytest.mark.parametrize("name", font_names())
def test_every_font_has_what_a_game_in_english_needs(name: str) -> None:
    assert face(name).missing(string.printable[:95] + "éèêñüöäßçÅØ’‘“”–—…·×½") == ""
    assert 0.5 < face(name).cap_height < 0.9


@pytest.mark.parametrize("name", font_names())
def test_no_two_fonts_have_one_name(name: str) -> None:
    fonts = [face(other).font.fontName for other in font_names()]
    assert fonts.count(face(name).font.fontName) == 1


def test_missing_letters_are_named_once_in_order() -> None:
    assert face("stencil").missing("漢字 and 漢字, ✗") == "漢字✗"
    assert face("body").missing("tab\there") == "\t"


def test_widths_add_up() -> None:
    font = face("body")
    assert font.width("") == 0
    assert font.width("AV") == pytest.approx(font.width("A") + font.width("V"))
    assert 0.1 < font.width("i") < font.width("W") < 1.2


def test_bold_is_wider_than_the_plain_font() -> None:
    assert face("body bold").width("hamburgefonts") > face("body").width("hamburgefonts")


def test_companions() -> None:
    assert bolder("body") == "body bold"
    assert slanted("body bold") == "body bold italic"
    assert (bolder("stencil"), slanted("stencil")) == ("stencil", "stencil")
    assert {bolder(n) for n in font_names()} | {slanted(n) for n in font_names()} <= set(font_names())


def test_unknown_fonts() -> None:
    with pytest.raises(KeyError):
        face("comic")
