"""Letters that one font cannot simply set side by side: other fonts, marks, joined letters, and lines to the left."""

import pytest
import uharfbuzz as hb
from places import FONTS

from printgen.drawing.font_files import Font, load_font
from printgen.drawing.fonts import FontFace, Shelf, face, lacking
from printgen.drawing.shaping import can_draw, clusters


def opened(name: str) -> Font:
    return load_font((FONTS / f"{name}.ttf").read_bytes())


@pytest.fixture(scope="module")
def own() -> FontFace:
    """A font that has Latin, with three others behind it for other scripts."""
    body = face("body").font
    return Shelf({"own": {"": body}}, [opened(name) for name in ("arabic", "hebrew", "devanagari")])["own"]


def shaped_whole(font: Font, text: str, direction: str) -> tuple[list[int], list[int], list[tuple[int, int]]]:
    """Glyphs, advances and offsets of a text as HarfBuzz shapes it with all its usual features."""
    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    buffer.direction, buffer.language = direction, "en"
    hb.shape(font.shaper, buffer, {"kern": True})
    positions = buffer.glyph_positions
    return (
        [info.codepoint for info in buffer.glyph_infos],
        [one.x_advance for one in positions],
        [(one.x_offset, one.y_offset) for one in positions],
    )


@pytest.mark.parametrize(
    ("text", "direction"),
    [("السلام", "rtl"), ("عليكم", "rtl"), ("שָׁלוֹם", "rtl"), ("क्षत्रिय", "ltr"), ("हिन्दी", "ltr"), ("कि", "ltr")],
)
def test_a_word_of_any_script_is_shaped_as_its_font_wants_it(own: FontFace, text: str, direction: str) -> None:
    (piece,) = own.pieces(text)
    glyphs, steps, shifts = shaped_whole(piece.font, text, direction)
    assert (list(piece.glyphs), list(piece.steps), list(piece.shifts)) == (glyphs, steps, shifts)
    assert own.width(text) == pytest.approx(sum(steps) / piece.font.units)


@pytest.mark.parametrize("name", ["body", "body bold", "stencil"])
def test_blanks_need_no_glyph_and_are_as_wide_as_they_are_by_definition(name: str) -> None:
    known = face(name)
    digit, stop = known.width("0"), known.width(".")
    ems = {
        "\u2000": 1 / 2, "\u2001": 1, "\u2002": 1 / 2, "\u2003": 1, "\u2004": 1 / 3, "\u2005": 1 / 4,
        "\u2006": 1 / 6, "\u2007": digit, "\u2008": stop, "\u2009": 1 / 5, "\u200a": 1 / 10, "\u202f": 1 / 5,
        "\u205f": 4 / 18, "\u3000": 1, "\t": known.space.width, "\u00a0": known.space.width,
        **dict.fromkeys("\u200b\u200c\u200d\u2060\u00ad\ufeff", 0),
    }  # fmt: skip
    for blank, width in ems.items():
        assert known.missing(f"H{blank}H") == ""
        assert known.width(f"H{blank}H") == pytest.approx(2 * known.width("H") + width, abs=0.01)


def test_a_hyphen_that_never_breaks_is_drawn_as_the_hyphen_of_the_font() -> None:
    body = face("stencil")
    assert body.missing("co\u2011op") == ""
    assert body.width("co\u2011op") == body.width("co-op")
    (piece,) = body.pieces("\u2011")
    assert piece.glyphs == face("stencil").word("-").glyphs and piece.letters == "\u2011"


def test_letters_that_a_font_lacks_are_told_shortened_and_visible() -> None:
    text = "".join(map(chr, range(0x4E00, 0x4E00 + 900))) + "\u200d\U000e0041"
    message, _, _ = lacking(text, "body") or ("", "", "")
    assert message.endswith("'三' (U+4E09), '上' (U+4E0A), '下' (U+4E0B) and 888 more") and len(message) < 700
    message, _, _ = lacking("a\u200d\u202e\U000e0041 漢", "body") or ("", "", "")
    assert message.startswith('the font of "a\\u200d\\u202e\\U000e0041 漢" lacks')


def test_arabic_letters_are_joined(own: FontFace) -> None:
    (joined,), (alone,) = own.pieces("بببب"[:3]), own.pieces("ب")
    isolated = alone.glyphs[0]
    assert isolated not in joined.glyphs and len(set(joined.glyphs)) == 3
    assert not any(joined.opens[1:]), "tracking would tear them apart"


def test_letters_are_joined_over_the_end_of_a_font(own: FontFace) -> None:
    # The font of the last letter does not have the others, and yet it ends the word.
    arabic, hebrew = opened("arabic"), opened("hebrew")
    other = Shelf({"own": {"": hebrew}}, [arabic])["own"]
    (piece,) = other.pieces("بب")
    assert piece.glyphs == tuple(shaped_whole(arabic, "بب", "rtl")[0])


def test_conjuncts_are_one_sign(own: FontFace) -> None:
    (conjunct,) = own.pieces("क्ष")
    assert len(conjunct.glyphs) == 1 and conjunct.read_as == ("क्ष",)
    (turned,) = own.pieces("कि")
    assert turned.read_as == ("कि", "") and not turned.plain, "its vowel stands before it"


def test_marks_stand_on_their_letters(own: FontFace) -> None:
    (pointed,) = own.pieces("שָׁ")
    marks = [shift for shift, step in zip(pointed.shifts, pointed.steps, strict=True) if step == 0]
    assert len(marks) == 2 and len(set(marks)) == 2, "each has a place of its own"
    assert own.width("שָׁ") == own.width("ש")


def test_a_letter_and_its_accent_are_the_letter_with_the_accent() -> None:
    body = face("body")
    assert body.missing("e\u0301") == ""
    (one,) = body.pieces("e\u0301")
    assert one.glyphs == body.word("é").glyphs


def test_what_a_font_lacks_comes_from_the_next_that_has_it() -> None:
    body, symbols = face("body"), face("symbols")
    pieces = body.pieces("A♠K")
    assert [(piece.font, piece.letters) for piece in pieces] == [
        (body.font, "A"),
        (symbols.font, "♠"),
        (body.font, "K"),
    ]
    assert body.width("A♠K") == pytest.approx(body.width("A") + symbols.width("♠") + body.width("K"))
    assert body.missing("A♠K → ⚀♔★①✓☀┌") == ""


def test_neighbours_from_another_font_are_one_run_and_kerned() -> None:
    body = face("body").font
    shelf = Shelf({"own": {"": opened("hebrew")}}, [body])
    pieces = shelf["own"].pieces("AVATAR")
    assert [piece.letters for piece in pieces] == ["AVATAR"]
    assert shelf["own"].width("AVATAR") == pytest.approx(face("body").width("AVATAR"))


def test_a_letter_goes_where_its_marks_go() -> None:
    hebrew, body = opened("hebrew"), face("body").font
    # The body has neither; a letter of which only the mark is lacking goes to the font that has both.
    assert clusters("שָׁ a\u0301") == ["שָׁ", " ", "a\u0301"]
    assert can_draw(body, "a\u0301") and not can_draw(hebrew, "a\u0301") and can_draw(hebrew, "שָׁ")


def test_signs_without_a_shape_are_not_lacking() -> None:
    body = face("body")
    assert body.missing("♥\ufe0f a\u200db \u00ad \u200f \u2067x\u2069") == ""
    assert body.width("♥\ufe0f") == body.width("♥")


def test_lines_to_the_left_stand_so(own: FontFace) -> None:
    assert [piece.letters for piece in own.pieces("שלום 12 abc")] == ["abc", " ", "12", " ", "שלום"]
    assert [piece.letters for piece in own.pieces("abc שלום עולם 12")] == ["abc", " ", "12", " ", "עולם", " ", "שלום"]
    (word,) = own.pieces("שלום")
    assert word.read_as == ("ם", "ו", "ל", "ש")


def test_brackets_are_turned_with_the_line(own: FontFace) -> None:
    hebrew = opened("hebrew").shaper
    pieces = own.pieces("(שלום)")
    glyphs = [glyph for piece in pieces for glyph in piece.glyphs]
    body = face("body").font.shaper
    assert (glyphs[0], glyphs[-1]) == (body.get_nominal_glyph(ord("(")), body.get_nominal_glyph(ord(")")))
    assert hebrew.get_nominal_glyph(ord("ש")) == glyphs[-2]
    assert pieces[0].read_as == ("(",), "as readers see it"


def test_no_language_of_the_machine_is_asked(own: FontFace, monkeypatch: pytest.MonkeyPatch) -> None:
    before = own.pieces("عليكم")
    monkeypatch.setenv("LC_ALL", "ur_PK.UTF-8")
    assert (
        Shelf({"own": {"": face("body").font}}, [opened("arabic")])["own"].pieces("عليكم")[0].glyphs == before[0].glyphs
    )
