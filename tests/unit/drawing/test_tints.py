"""Colour words: what they mean, and that what stands on a colour can be read."""

import pytest
from drawn import Shelf
from hypothesis import given
from hypothesis import strategies as st
from tables import tables

from printgen.drawing.tints import CREAM, NEAR_BLACK, NONE, Tints, contrast, mix, parse_color

TABLES = tables(__file__)

NAMES = {"ink": "#15171A", "sand": "#EDE3C8", "paper": "#F4EDDA", "main": "#4B5B22", "sky-far": "#8FC0CE"}
MAIN = NAMES["main"]


@pytest.mark.parametrize(
    ("words", "color"),
    [
        ("main", MAIN),
        ("sky-far", "#8FC0CE"),
        ("#a1b2c3", "#A1B2C3"),
        ("main dark", mix(MAIN, NEAR_BLACK, 0.42)),
        ("main dark 20", mix(MAIN, NEAR_BLACK, 0.2)),
        ("main light", mix(MAIN, CREAM, 0.38)),
        ("main light 100", CREAM),
        ("main deep", mix(MAIN, NEAR_BLACK, 0.65)),
        ("#808080 dark 0", "#808080"),
        ("main/paper 30", mix(MAIN, NAMES["paper"], 0.3)),
        ("main / paper 30", mix(MAIN, NAMES["paper"], 0.3)),
        ("main dark/paper light 10 30", mix(mix(MAIN, NEAR_BLACK, 0.42), mix(NAMES["paper"], CREAM, 0.1), 0.3)),
        ("on main", NAMES["sand"]),
        ("on paper", NAMES["ink"]),
        ("on main dark 20", NAMES["sand"]),
        ("main over paper", MAIN),
        ("sand over paper", NAMES["ink"]),
        ("on none", "#000000"),
        ("none dark", NONE),
        ("none/main 30", NONE),
        ("tomato", "#FF6347"),
    ],
)
def test_words(words: str, color: str) -> None:
    assert Tints(NAMES).resolve(words) == color


@pytest.mark.parametrize(
    ("words", "message"),
    TABLES["refused_words"],
)
def test_refused_words(words: str, message: str) -> None:
    with pytest.raises(ValueError) as caught:
        Tints(NAMES).resolve(words)
    assert message in str(caught.value)


@pytest.mark.slow
@given(st.text("main on over/dark paper 0123456789#", max_size=24))
def test_any_words_are_read_or_refused(words: str) -> None:
    try:
        color = Tints(NAMES).resolve(words)
    except ValueError:
        return
    assert color == NONE or parse_color(color) == color


def test_sand_comes_before_ink_where_both_can_be_read() -> None:
    names = {"sand": "#FFFFFF", "ink": "#000000"}
    assert [Tints(names).resolve(f"on {ground}") for ground in ("#757575", "#FFFFFF")] == ["#FFFFFF", "#000000"]


colors = st.integers(0, 0xFFFFFF).map("#{:06X}".format)


@given(colors)
def test_what_stands_on_a_colour_can_be_read(ground: str) -> None:
    on = Tints({**NAMES, "main": ground}).resolve("on main")
    assert contrast(on, ground) >= 4.5
    if contrast(NAMES["sand"], ground) >= 4.5:
        assert on == NAMES["sand"]


@given(colors, colors)
def test_a_colour_over_another_stays_only_where_it_reads(color: str, ground: str) -> None:
    got = Tints({**NAMES, "main": color, "paper": ground}).resolve("main over paper")
    assert contrast(got, ground) >= 4.5
    assert (got == color) == (contrast(color, ground) >= 4.5)


def test_more_names_leave_the_first_set_as_it_was() -> None:
    tints = Tints(NAMES)
    more = tints.with_names({"main": "#000000", "skin": "#E0B080"})
    assert (more.resolve("main"), more.resolve("skin")) == ("#000000", "#E0B080")
    assert tints.resolve("main") == MAIN and "skin" not in tints.names


def test_a_colour_of_a_face_may_be_made_from_another(shelf: Shelf) -> None:
    drawn = shelf.draw("colors: {main: red, red: main dark 20}\nitems:\n  - rect: {w: 1, h: 1, fill: red}\n")
    assert drawn.fills() == [mix("#C03030", NEAR_BLACK, 0.2)]


def test_a_palette_with_what_is_no_colour(shelf: Shelf) -> None:
    shelf.write("palettes/plain.yaml", 'ink: "#101010"\nred: "#C03AZ"\n')
    (finding,) = shelf.items("rect: {}").findings
    assert finding.where.file.endswith("palettes/plain.yaml") and finding.where[1:] == (2, 6)
    assert "red should be a colour" in finding.message


def test_a_colour_without_quotes_is_a_comment(shelf: Shelf) -> None:
    shelf.write("palettes/plain.yaml", "ink: #101010\n")
    (finding,) = shelf.items("rect: {}").findings
    assert finding.where[1] == 1 and finding.hint == "Write it in quotes."


def test_later_palettes_win(shelf: Shelf) -> None:
    shelf.write("palettes/night.yaml", 'red: "#FF0000"\n')
    drawn = shelf.draw("items:\n  - rect: {w: 1, h: 1, fill: red}\n", head="unit: mm\npalettes: [plain, night]\n")
    assert drawn.fills() == ["#FF0000"]


def test_an_icon_that_is_no_path(shelf: Shelf) -> None:
    shelf.write("icons.yaml", 'pot: "M0 0 X"\n')
    (finding,) = shelf.items("icon: {name: pot}").told()
    told = "card.yaml:4:18 the icon 'pot' cannot be drawn: 'X' does not belong in path data (drawing Soup)"
    assert finding.startswith(told)


def test_a_file_of_icons_that_is_no_mapping(shelf: Shelf) -> None:
    shelf.write("icons.yaml", "- pot\n")
    (finding,) = shelf.items("icon: {name: pot}").told()
    assert finding.startswith("icons.yaml:1:1 the file should hold a mapping")


def test_words_that_begin_as_a_colour_are_known() -> None:
    tints = Tints(NAMES)
    assert [tints.knows(words) for words in ("main dark", "tomatoe", "#12", "on x", "ink/x", "red")] == [
        True, False, True, True, True, True,
    ]  # fmt: skip
    assert tints.taken == {"main", "tomatoe", "#12", "on", "ink", "red"}
