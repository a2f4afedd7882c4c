"""Rich text: paragraphs, lists, justified lines, parted words, small capitals, colours, sizes, keywords, pictures."""

from pathlib import Path

import pytest
from drawn import Shelf
from PIL import Image as Pictures

from printgen.base.errors import Where
from printgen.base.units import mm
from printgen.drawing.fonts import face
from printgen.drawing.model import Image, Text
from printgen.drawing.model import Path as Outlined
from printgen.drawing.paragraphs import breaks
from printgen.faces.library import Library
from printgen.faces.render import Renderer
from printgen.game.house_style import HouseStyle, Keyword, Keywords, KeywordUse
from printgen.reading.word_patterns import Finder

BODY, CAP = face("body"), face("body").cap_height
LONG = "The extraordinary circumstances of the neighbouring kingdom notwithstanding, everybody celebrated wonderfully."


def texts(shelf: Shelf, rule: str, settings: str = "size: 10, w: 40, h: 60") -> list[Text]:
    drawn = Shelf(shelf.root).items(
        f'text: {{x: 5, y: 5, text: "{{{{ card.rule }}}}", {settings}}}', card={"rule": rule}
    )
    assert not drawn.findings, drawn.findings
    return drawn.all(Text)


def wrong(shelf: Shelf, rule: str, settings: str = "size: 10, w: 40, h: 60") -> tuple[str, str, str]:
    line = f'text: {{x: 5, y: 5, text: "{{{{ card.rule }}}}", {settings}}}'
    (finding,) = Shelf(shelf.root).items(line, card={"rule": rule}).findings
    return finding.code, finding.message, finding.hint


def keywords(shelf: Shelf, **given: dict[str, object]) -> Shelf:
    """The shelf of a game with keywords."""
    named = {name.replace("_", " "): Keyword.model_validate(one) for name, one in given.items()}
    found = Keywords(
        [KeywordUse(name, Where("game.yaml", 7, 3), one) for name, one in named.items()], Finder(list(named))
    )
    shelf.library = Library((shelf.root,), style=HouseStyle(keywords=found))
    shelf.renderer = Renderer(shelf.library)
    return shelf


# ---- paragraphs and lists


def test_paragraphs_stand_apart_and_empty_lines_only_part_them(shelf: Shelf) -> None:
    one, two, three = texts(shelf, "One\nTwo\n\nThree\n", "size: 10, w: 40, h: 60, paragraph-gap: 2")
    assert two.y - one.y == three.y - two.y == pytest.approx(10 * 1.18 + mm(2))
    close, _, far = texts(shelf, "One\nTwo\n\nThree")
    assert far.y - close.y == pytest.approx(3 * 10 * 1.18)


def test_the_gap_shrinks_with_the_letters(shelf: Shelf) -> None:
    one, two = texts(shelf, "One\nTwo", "size: 20..5, w: 40, h: 6, paragraph-gap: 2")
    assert one.size < 20 and two.y - one.y == pytest.approx((20 * 1.18 + mm(2)) * one.size / 20)


def test_lists_hang_behind_their_bullets(shelf: Shelf) -> None:
    dot, first, second, *others = texts(
        shelf, "- Draw two cards and keep the better one\n- Rest", "size: 10, w: 40, h: 60"
    )
    assert dot.text == "\u2022" and dot.x == pytest.approx(mm(5))
    assert first.x == second.x > dot.x + dot.width and first.y == dot.y < second.y
    assert [text.text for text in others] == ["\u2022", "Rest"] and others[1].x == first.x


def test_numbers_of_several_digits_end_at_the_same_place(shelf: Shelf) -> None:
    found = {text.text: text for text in texts(shelf, "8. Eight\n9. Nine\n10. Ten")}
    ends = {round(found[number].x + found[number].width, 3) for number in ("8.", "9.", "10.")}
    assert len(ends) == 1 and found["10."].x == pytest.approx(mm(5))
    assert found["Eight"].x == found["Nine"].x == found["Ten"].x > ends.pop()


def test_lists_in_lists_stand_further_in(shelf: Shelf) -> None:
    found = {text.text: text for text in texts(shelf, "- One\n  - Inner\n- Two")}
    assert found["One"].x == found["Two"].x < found["Inner"].x


def test_what_is_no_list_stays_as_it_is(shelf: Shelf) -> None:
    assert [text.text for text in texts(shelf, "\\- minus\n\\1. April\n-2 dice\n1.5 mm")] == [
        "- minus", "1. April", "-2 dice", "1.5 mm",
    ]  # fmt: skip
    # Text of one line has no lists.
    (one,) = texts(shelf, "1. Platoon", "size: 10, w: 40")
    assert one.text == "1. Platoon"


# ---- justified lines and parted words


def test_justified_lines_reach_both_edges_and_the_last_is_ragged(shelf: Shelf) -> None:
    words = "When all of the lanterns are out, each of you may light one more of them before the night is over."
    found = texts(shelf, f"{words} {words}\nThe end of it", "size: 10, w: 40, h: 60, align: justify")
    rows: dict[float, list[Text]] = {}
    for text in found:
        rows.setdefault(text.y, []).append(text)
    ends = [max(text.x + text.width for text in row) for row in rows.values()]
    alone = [len(row) == 1 and " " not in row[0].text for row in rows.values()]
    assert all(min(text.x for text in row) == pytest.approx(mm(5)) for row in rows.values())
    full = [end for end, one in zip(ends[:-2], alone[:-2], strict=True) if not one]
    assert len(full) > 2 and full == pytest.approx([mm(45)] * len(full))
    assert ends[-1] < mm(44)


def test_a_line_of_few_words_is_not_torn_apart(shelf: Shelf) -> None:
    first, *_ = texts(shelf, "Whoever is extraordinarily notwithstanding", "size: 10, w: 30, h: 60, align: justify")
    assert first.text.split()[0] == "Whoever" and first.x + first.width < mm(35) - 10


def test_words_are_parted_by_the_language(shelf: Shelf) -> None:
    narrow = "size: 10, w: 24, h: 90, align: justify, hyphens: {}"
    parted = [text.text for text in texts(shelf, LONG, narrow.format("en")) if text.text.endswith("-")]
    assert parted and not any(text.text.endswith("-") for text in texts(shelf, LONG, narrow.format("false")))
    assert [text.text for text in texts(shelf, LONG, narrow.format("true")) if text.text.endswith("-")] == parted
    read = "".join(
        text.text if text.text.endswith("-") else text.text + " " for text in texts(shelf, LONG, narrow.format("en"))
    )
    assert read.replace("-", "").split() == LONG.split()
    assert all(text.x + text.width <= mm(29) + 0.01 for text in texts(shelf, LONG, narrow.format("en")))


@pytest.mark.slow
def test_a_german_word_is_parted_as_germans_do() -> None:
    word = "Feuerwehrhauptmann"
    assert [word[:at] for at in breaks(word, "de")] == ["Feu", "Feuer", "Feuerwehr", "Feuerwehrhaupt"]


@pytest.mark.parametrize(
    "word", ["NOTWITHSTANDING", "MacGillicuddy", "it", "R2D2", "\u6f22\u6f22\u6f22\u6f22\u6f22\u6f22"]
)
def test_names_in_capitals_and_short_words_stay_whole(word: str) -> None:
    assert breaks(word, "en") == ()


def test_a_soft_hyphen_parts_a_word_where_the_line_ends_and_shows_nowhere_else(shelf: Shelf) -> None:
    soft = "Over\u00adwhelming\u00adly"
    assert [text.text for text in texts(shelf, soft, "size: 10, w: 60")] == ["Overwhelmingly"]
    assert [text.text for text in texts(shelf, soft, "size: 10, w: 19, lines: 3")] == ["Overwhelming-", "ly"]


@pytest.mark.slow
def test_a_word_too_wide_for_its_place_is_parted_before_it_shrinks(shelf: Shelf) -> None:
    found = texts(shelf, "Feuerwehrhauptmann", "size: 10..5, w: 15, h: 30, hyphens: de")
    assert {text.size for text in found} == {10} and len(found) > 1


# ---- looks within a text


def test_colours_sizes_and_small_capitals_nest(shelf: Shelf) -> None:
    found = texts(shelf, "a [red]b [#1E5AA6]c[/] [big]d[/][/] [size 20]e[/] [sc]Fog[/] [size 50%]h[/]")
    seen = [(text.text, text.color, round(text.size, 2)) for text in found]
    assert seen == [
        ("a", "#101010", 10), ("b", "#C03030", 10), ("c", "#1E5AA6", 10), ("d", "#C03030", 12.5), ("e", "#101010", 20),
        ("F", "#101010", 10), ("OG", "#101010", 7.8), ("h", "#101010", 5),
    ]  # fmt: skip


def test_colours_are_any_colour_words_of_the_face(shelf: Shelf) -> None:
    dark, on, mixed = texts(shelf, "[red dark 20]a[/] [on red]b[/] [ink/red 50]c[/]")
    assert dark.color not in ("#C03030", "#101010") and on.color != dark.color and mixed.color == "#682020"


def test_larger_letters_make_room_for_their_line(shelf: Shelf) -> None:
    one, two, three = texts(shelf, "One\n[size 20]Two[/]\nThree")
    assert two.y - one.y == pytest.approx(2 * 10 * 1.18) and three.y - two.y == pytest.approx(10 * 1.18)
    (alone,) = texts(shelf, "[size 20]Two[/]")
    assert alone.y == pytest.approx(mm(5) + CAP * 20)


@pytest.mark.parametrize("rule", ["[1] and [2]", "Pay [any] cost", "see [1], [a] b", "array[3]", "[]", "[a [b", "a]"])
def test_brackets_that_nothing_closes_are_brackets(shelf: Shelf, rule: str) -> None:
    assert [text.text for text in texts(shelf, rule)] == [rule]


def test_brackets_stand_within_marks_and_are_taken_as_they_are(shelf: Shelf) -> None:
    assert [(t.text, t.color) for t in texts(shelf, "[red]see [1][/] \\[red]")] == [
        ("see [1]", "#C03030"), ("[red]", "#101010"),
    ]  # fmt: skip


def test_marks_without_partners_and_unknown_ones_are_told(shelf: Shelf) -> None:
    assert wrong(shelf, "a [red]b")[:2] == ("open-mark", "[red] is not closed")
    assert wrong(shelf, "a b[/]")[:2] == ("open-mark", "a [/] closes nothing")
    code, message, hint = wrong(shelf, "a [rde]b[/]")
    assert (code, message) == ("unknown-mark", "[rde] means nothing here")
    assert hint.startswith("Did you mean [red]? Use one of: big, sc, small, small-caps, brass, ink")
    assert wrong(shelf, "[red dark 200]b[/]")[0] == "open-mark"
    assert wrong(shelf, "[size 0]b[/]")[1] == "[size 0] leaves nothing to read"
    assert wrong(shelf, "[size 900]b[/]")[0] == "bad-value"


def test_small_capitals_are_capitals_of_their_own_size(shelf: Shelf) -> None:
    first, small = texts(shelf, "Frost", "size: 10, w: 40, small-caps: true")
    assert (first.text, small.text) == ("F", "ROST") and small.size == pytest.approx(7.8) and first.y == small.y
    assert small.x == pytest.approx(first.x + first.width)


# ---- keywords and pictures


def test_keywords_have_their_looks_wherever_they_stand(shelf: Shelf) -> None:
    style = {"color": "#A63A1E", "font": "bold", "icon": "leaf"}
    drawn = keywords(shelf, Burning=style, Burning_Hands={"small-caps": True}).items(
        'text: {w: 90, h: 20, size: 10, text: "{{ card.rule }}"}',
        card={"rule": "Burning: unburning Burnings, \\\\Burning; Burning Hands.".replace("\\\\", "\\")},
    )
    assert [(t.text, t.font, t.color) for t in drawn.all(Text)] == [
        ("Burning", "body bold", "#A63A1E"), (": unburning Burnings, Burning; B", "body", "#101010"),
        ("URNING", "body", "#101010"), ("H", "body", "#101010"), ("ANDS", "body", "#101010"), (".", "body", "#101010"),
    ]  # fmt: skip
    (leaf,) = drawn.all(Outlined)
    assert leaf.fill == "#A63A1E"


def test_a_text_may_leave_keywords_alone(shelf: Shelf) -> None:
    line = 'text: {w: 90, size: 10, keywords: false, text: "Burning \\\\Burning"}'
    (text,) = keywords(shelf, Burning={"color": "red"}).items(line).all(Text)
    assert (text.text, text.color) == ("Burning Burning", "#101010")


def test_a_keyword_whose_colour_a_face_lacks_is_told_at_the_keyword(shelf: Shelf) -> None:
    (finding,) = keywords(shelf, Burning={"color": "fier"}).items("text: {w: 90, size: 10, text: Burning}").findings
    assert finding.where == ("game.yaml", 7, 3) and finding.message.startswith("the keyword Burning: 'fier' is not a")


def test_colours_of_marks_follow_the_card(shelf: Shelf) -> None:
    face = 'colors: {main: "{{ card.color }}"}\nitems:\n  - text: {w: 90, size: 10, text: "[main]Fog[/]"}\n'
    shelf.face(face)
    colors = [shelf.draw(card={"name": "a", "color": color}).one(Text).color for color in ("red", "brass", "red")]
    assert colors == ["#C03030", "#E3BE4E", "#C03030"]


def test_colours_of_marks_follow_the_card_in_faces_that_are_used(shelf: Shelf) -> None:
    shelf.face('items:\n  - text: {w: 90, size: 10, text: "[main]Fog[/]"}\n', "inner")
    shelf.face('colors: {main: "{{ card.color }}"}\nitems:\n  - use: {face: inner}\n')
    colors = [shelf.draw(card={"name": "a", "color": color}).one(Text).color for color in ("red", "brass")]
    assert colors == ["#C03030", "#E3BE4E"]


def test_a_picture_stands_in_the_line(shelf: Shelf, tmp_path: Path) -> None:
    (shelf.root / "pictures").mkdir()
    Pictures.new("RGB", (400, 200), "#1E5AA6").save(shelf.root / "pictures" / "gem.png")
    drawn = shelf.items("text: {w: 90, size: 10, text: 'Pay :pictures/gem.png: now'}")
    assert not drawn.findings
    ((pay, _), (gem, at), (now, _)) = drawn.flat()
    assert isinstance(gem, Image) and isinstance(pay, Text) and isinstance(now, Text)
    assert gem.w * at[0] == pytest.approx(20) and gem.h * at[3] == pytest.approx(10)
    assert now.x == pytest.approx(BODY.width("Pay  ") * 10 + 20.5)
    (shelf.root / "icons").mkdir()
    Pictures.new("RGB", (400, 200), "#1E5AA6").save(shelf.root / "icons" / "gem.png")
    named = Shelf(shelf.root).items("text: {w: 90, size: 10, text: 'Pay :gem: now'}")
    assert not named.findings and [(i.w, i.h) for i in named.all(Image)] == [(gem.w, gem.h)]
    code, message, _ = wrong(shelf, "a :pictures/gme.png: b")
    assert (code, message) == ("missing-file", "there is no picture ':pictures/gme.png:' among the templates")


# ---- outlined letters, and capitals in the middle


def test_outlines_stand_behind_all_letters(shelf: Shelf) -> None:
    drawn = shelf.items("text: {x: 5, y: 9, text: 'AB **C**', size: 10, stroke: red, width: 0.6}")
    kinds = [type(item) for item, _ in drawn.flat()]
    assert kinds == [Outlined, Outlined, Text, Text]
    outline = drawn.all(Outlined)[0]
    assert outline.fill is None and outline.stroke is not None
    assert (outline.stroke.color, outline.stroke.width) == ("#C03030", pytest.approx(mm(0.6)))
    xs = [step[-2] for step in outline.outline if len(step) > 1]
    ys = [step[-1] for step in outline.outline if len(step) > 1]
    assert mm(5) <= min(xs) and max(xs) <= mm(5) + BODY.width("AB") * 10
    assert max(ys) == pytest.approx(mm(9), abs=0.2) and min(ys) == pytest.approx(mm(9) - CAP * 10, abs=0.2)


@pytest.mark.parametrize("lines", [1, 2])
def test_capitals_stand_in_the_middle(shelf: Shelf, lines: int) -> None:
    name = "Pea\nSoup" if lines == 2 else "Pea Soup"
    for settings, middle in (("y: 10, h: 20, valign: caps", mm(20)), ("y: 20, valign: caps", mm(20))):
        line = f'text: {{x: 5, w: 60, text: "{{{{ card.name }}}}", size: 12, lines: 2, {settings}}}'
        found = Shelf(shelf.root).items(line, card={"name": name}).all(Text)
        assert len(found) == lines
        assert (found[0].y - CAP * 12 + found[-1].y) / 2 == pytest.approx(middle)
