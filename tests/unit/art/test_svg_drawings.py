"""Drawings in SVG: what they draw is what another reader of SVG shows, and what is left out is told."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
import resvg_py
from PIL import Image as Pictures
from PIL import ImageChops
from tables import tables

from printgen.art import svg_drawing, svg_values
from printgen.art.svg_drawing import Vector, vector_of
from printgen.art.svg_values import fit_matrix
from printgen.base.file_access import AccessError
from printgen.base.units import Box
from printgen.drawing.extent import extent, walk
from printgen.drawing.model import Drawing, Gradient, Group, Place
from printgen.drawing.model import Path as Shape
from printgen.writers.page import Page
from printgen.writers.pdf import write_pdf
from printgen.writers.pictures import render_pages

TABLES = tables(__file__)

SIZE = 200


def svg(body: str, head: str = 'viewBox="0 0 100 100"') -> bytes:
    names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return f"<svg {names} {head}>{body}</svg>".encode()


def drawn(vector: Vector, side: float = 72.0) -> Pictures.Image:
    """A drawing as the PDF shows it in a square."""
    place = Place(Group(vector.items), fit_matrix(vector.box, Box(0, 0, side, side), vector.fit))
    (picture,) = render_pages(write_pdf([Page(Drawing(side, side, (place,)))]), SIZE)
    return picture.resize((SIZE, SIZE))


def other(data: bytes) -> Pictures.Image:
    """A drawing as resvg shows it."""
    shown = resvg_py.svg_to_bytes(svg_string=data.decode(), background="#FFFFFF", dpi=96, width=SIZE, height=SIZE)
    return Pictures.open(io.BytesIO(bytes(shown))).convert("RGB")


DRAWINGS = sorted((Path(__file__).parent / "drawings").glob("*.svg"))


@pytest.mark.parametrize("file", DRAWINGS, ids=lambda file: file.stem)
def test_it_draws_what_another_reader_shows(file: Path) -> None:
    data = file.read_bytes()
    vector = vector_of(data)
    assert vector.left_out == ()
    ours, theirs = drawn(vector), other(data)
    assert len(theirs.getcolors(1 << 20) or ()) > 1
    grey = ImageChops.difference(ours, theirs).convert("L").histogram()
    assert sum(grey[80:]) < 0.015 * sum(grey) and sum(level * n for level, n in enumerate(grey)) < 10 * sum(grey)


@pytest.mark.parametrize(
    ("head", "fit", "box"),
    [
        ('viewBox="10 20 30 40"', ("contain", 0.5, 0.5), (10, 20, 30, 40)),
        ('viewBox="0,0,30,40" preserveAspectRatio="xMinYMax slice"', ("cover", 0.0, 1.0), (0, 0, 30, 40)),
        ('width="30mm" height="1in" preserveAspectRatio="none"', ("stretch", 0.5, 0.5), (0, 0, 30 * 96 / 25.4, 96)),
        ("", ("contain", 0.5, 0.5), (5, 6, 7, 8)),
    ],
)
def test_the_view_box_and_how_it_fits(head: str, fit: tuple[str, float, float], box: tuple[float, ...]) -> None:
    vector = vector_of(svg('<rect x="5" y="6" width="7" height="8"/>', head))
    assert vector.fit == fit and vector.box == pytest.approx(box)


def test_the_current_colour_is_the_one_given() -> None:
    body = '<rect width="9" height="9"/><rect width="9" height="9" fill="currentColor"/>'
    fills = [item.fill for item, _ in walk(vector_of(svg(body), "#C03030").items) if isinstance(item, Shape)]
    assert fills == ["#000000", "#C03030"]
    fills = [
        item.fill for item, _ in walk(vector_of(svg(body), "#C03030", "currentColor").items) if isinstance(item, Shape)
    ]
    assert fills == ["#C03030", "#C03030"]


LEFT_OUT = TABLES["left_out"]


@pytest.mark.parametrize("name", LEFT_OUT)
def test_what_is_left_out_is_told(name: str) -> None:
    body, told = LEFT_OUT[name]
    assert ", ".join(vector_of(svg(body + '<rect x="50" width="1" height="1"/>')).left_out) == told


FILLS = TABLES["fills"]
SHEET = """<style>
.loud {fill: red !important} .blue {fill: blue !important} .rule {fill: red} .future {fill: oklab(1 0 0)}
.x.y {fill: blue} #mine {fill: red} .x.y {fill: blue}
rect.rule {fill: red} rect.worded {fill: red} .worded {fill: blue} g.other {fill: blue}
[data-x="a"] {fill: red} [data-y] {fill: blue} [data-z] {fill: red} rect[data-x=b] {fill: red}
g > .kid {fill: red} svg > .grandkid {fill: blue} g.top>rect[none] {fill: blue} svg .deep {fill: red}
svg > g.top > .third {fill: red} g > g > .third {fill: blue} .top .strong {fill: red} .weak {fill: blue}
</style>"""


@pytest.mark.parametrize("name", FILLS)
def test_what_is_not_understood_leaves_in_force_what_is(name: str) -> None:
    vector = vector_of(svg(f'{SHEET}<g class="top" fill="red"><rect width="9" height="9" {FILLS[name]}/></g>'))
    (shape,) = [item for item, _ in walk(vector.items) if isinstance(item, Shape)]
    assert shape.fill == "#FF0000"


NEST = """<g class="two"><g class="one"><g class="two" data-k="v">
<rect class="leaf" data-l="" width="9" height="9"/></g></g></g>"""


@pytest.mark.parametrize("name", TABLES["selectors"])
def test_selectors_fit_what_lies_where_they_say(name: str) -> None:
    for selector in TABLES["selectors"][name]:
        vector = vector_of(svg(f"<style>{selector} {{fill: red}}</style>{NEST}"))
        (shape,) = [item for item, _ in walk(vector.items) if isinstance(item, Shape)]
        told = bool(vector.left_out)
        assert (shape.fill == "#FF0000", told) == {"fit": (True, False), "miss": (False, False)}.get(
            name, (False, True)
        )


def test_a_selector_has_so_many_steps_and_attributes_count_as_classes_do() -> None:
    for steps, told in ((32, 0), (33, 1)):
        assert len(vector_of(svg(f"<style>{'g ' * (steps - 1)}rect {{fill: red}}</style>{NEST}")).left_out) == told
    sheet = "<style>.leaf[data-l] {fill: red} rect.leaf {fill: blue}</style>"
    (shape,) = [item for item, _ in walk(vector_of(svg(sheet + NEST)).items) if isinstance(item, Shape)]
    assert shape.fill == "#FF0000"


def test_a_transform_of_all_is_told() -> None:
    data = svg('<rect width="9" height="9"/>', 'viewBox="0 0 100 100" transform="rotate(90)"')
    assert vector_of(data).left_out == ("a transform of all of it (line 1)",)


def test_dashes_may_be_shares() -> None:
    vector = vector_of(svg('<path d="M9 9H90" stroke="red" stroke-dasharray="5% 3px"/>'))
    (shape,) = (item for item, _ in walk(vector.items))
    assert isinstance(shape, Shape) and shape.stroke and shape.stroke.dash == pytest.approx((5, 3))


def test_a_style_sheet_beside_the_file_is_told() -> None:
    data = b'<?xml-stylesheet href="a.css"?>' + svg('<rect width="9" height="9"/>')
    assert vector_of(data).left_out == ("what lies outside the file (line 1)",)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("rotate(0.25turn)", "rotate(90)"), ("rotate(100grad)", "rotate(90)"), ("skew(10deg)", "skewX(10)"),
        ("translate(1in 10)", "translate(96 10)"), ("scale(2)translate(3-4)", "scale(2) translate(3, -4)"),
        ("translate(3 4) rotate3d(1 0 0 45)", ""), ("translate(3 4) huh", ""),
    ],
)  # fmt: skip
def test_a_transform_is_understood_as_a_whole_or_not_at_all(said: str, meant: str) -> None:
    boxes = [extent(vector_of(svg(f'<rect width="9" height="4" transform="{way}"/>')).items) for way in (said, meant)]
    assert boxes[0] == pytest.approx(boxes[1])


def test_what_is_told_of_a_stranger_has_an_end() -> None:
    body = "".join(f'<rect width="9" height="9" fill="huh({n})"/>' for n in range(500))
    assert len(vector_of(svg(body)).left_out) == 21


REFUSED = {
    "entities": (
        b'<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg"/>',
        "it declares entities, which may hold anything",
    ),
    "an entity from outside": (
        b'<!DOCTYPE svg [<!ENTITY a SYSTEM "/etc/passwd">]><svg>&a;</svg>',
        "it declares entities, which may hold anything",
    ),
    "no XML": (b"<svg><rect></svg>", "line 1 is no XML: mismatched tag"),
    "another language": (b"<html xmlns='http://www.w3.org/1999/xhtml'/>", "it is no SVG: it begins with <html>"),
    "another element": (b"<g xmlns='http://www.w3.org/2000/svg'/>", "it is no SVG"),
    "no letters": (b"", "line 1 is no XML: no element found"),
    "an encoding of nobody": (b'<?xml version="1.0" encoding="huh"?><svg/>', "its encoding is unknown"),
    "an encoding of letters of several bytes": (
        b'<?xml version="1.0" encoding="utf-7"?><svg/>',
        "it is no XML: multi-byte encodings are not supported",
    ),
    "nothing": (svg("", ""), "it draws nothing"),
    "nothing to see": (svg("", 'viewBox="0 0 1e-7 9"'), "its view box is too small to see"),
    "far away": (
        svg('<g transform="scale(100000)"><rect width="100000" height="9"/></g>'),
        "it reaches further than anything that can be drawn",
    ),
    "one that uses itself": (
        svg('<g id="a"><rect width="9" height="9"/><use href="#a"/></g>'),
        "its elements are nested, or use each other, more than 30 deep",
    ),
    "a deep file": (svg("<g>" * 100 + "</g>" * 100), "its elements lie in each other more than 100 deep"),
    "a long path": (svg(f'<path d="M0 0{" " * 2_000_000}L9"/>'), "one of its paths has more than 2,000,000 letters"),
    "a long name": (svg(f'\n<rect id="{"x" * 10_001}"/>'), "id of line 2 has more than 10,000 letters"),
    "a long style": (
        svg(f'<rect style="fill: {"x" * 10_001}"/>'),
        "the fill in one of its styles has more than 10,000 letters",
    ),
    "many attributes": (
        svg(f"<rect {' '.join(f'a{n}=' + repr('') for n in range(201))}/>"),
        "one of its elements has more than 200 attributes",
    ),
    "many rules": (svg(f"<style>{'a{}' * 2000}</style>"), "it has more than 2,000 rules of style"),
    "a long style sheet": (svg(f"<style>{' ' * 1_000_001}</style>"), "its style sheets are too long"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_drawing_is_refused(name: str) -> None:
    data, message = REFUSED[name]
    with pytest.raises(AccessError) as refused:
        vector_of(data)
    assert (refused.value.message, refused.value.code) == (message, "bad-drawing")


@pytest.mark.parametrize("limit", ["shapes", "elements"])
def test_a_drawing_has_so_many_shapes_and_elements_at_most(monkeypatch: pytest.MonkeyPatch, limit: str) -> None:
    monkeypatch.setattr(svg_drawing, "_MOST_SHAPES", 30 if limit == "shapes" else 100)
    monkeypatch.setattr(svg_values, "_MOST_ELEMENTS", 31 if limit == "elements" else 100)
    rect = '<rect width="9" height="9"/>'
    assert len(vector_of(svg(30 * rect)).items) == 30
    with pytest.raises(AccessError, match=f"more than 3. {limit}"):
        vector_of(svg(31 * rect))


def test_elements_lie_in_each_other_thirty_deep_at_most() -> None:
    nested = [svg("<g>" * deep + '<rect width="9" height="9"/>' + "</g>" * deep) for deep in (29, 30)]
    assert vector_of(nested[0]).left_out == ()
    with pytest.raises(AccessError, match="more than 30 deep"):
        vector_of(nested[1])


def test_gradients_stay_gradients_and_vectors_stay_vectors() -> None:
    vector = vector_of((DRAWINGS[0].parent / "linear.svg").read_bytes())
    leaves = [item for item, _ in walk(vector.items)]
    assert all(isinstance(item, Shape) for item in leaves)
    assert sum(isinstance(item, Shape) and isinstance(item.fill, Gradient) for item in leaves) == 3


@pytest.mark.parametrize(
    ("gradient", "count"),
    [
        ('linearGradient x2=".25"', 4 * 4), ('linearGradient x1="-7" x2="-6.5"', 4 * 2), ('linearGradient x2="3"', 4),
        ('linearGradient x2="1e-3"', 4 * 128), ('linearGradient x1="1" x2="0.9999999999999999"', 4 * 128),
        ('radialGradient r=".2"', 4 * 4), ('radialGradient r=".2" fx=".3"', 4 * 5),
        ('radialGradient r="1e-5"', 4 * 128), ('linearGradient x2="1e-7" gradientTransform="scale(1e-3)"', 4 * 128),
    ],
)  # fmt: skip
def test_gradients_repeat_as_often_as_they_are_seen_but_not_without_end(gradient: str, count: int) -> None:
    stops = '<stop stop-color="red"/><stop offset="1" stop-color="blue"/>'
    rect = '<rect width="9" height="9" fill="url(#g)"/>'
    (item,) = vector_of(svg(f'<{gradient} id="g" spreadMethod="repeat">{stops}</{gradient.split()[0]}>{rect}')).items
    assert isinstance(item, Shape) and isinstance(item.fill, Gradient) and len(item.fill.stops) == count


def test_a_transform_may_stand_in_a_style() -> None:
    said = svg(
        '<rect width="9" height="4" style="transform:translate(10px,5px) rotate(30deg);transform-origin:3px 2px"/>'
    )
    meant = svg('<rect width="9" height="4" transform="translate(3 2) translate(10 5) rotate(30) translate(-3 -2)"/>')
    boxes = [extent(vector_of(data).items) for data in (said, meant)]
    assert boxes[0] == pytest.approx(boxes[1]) and vector_of(said).left_out == ()


@pytest.mark.parametrize("around", ["g", "a", "switch"])
def test_what_links_and_groups_hold_is_drawn(around: str) -> None:
    (item,) = (item for item, _ in walk(vector_of(svg(f'<{around}><rect width="9" height="9"/></{around}>')).items))
    assert isinstance(item, Shape)


CLIPPED = '<clipPath id="c">{}</clipPath><rect width="90" height="90" clip-path="url(#c)"/>'


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ('<line x1="5%" x2="50%" y1="50%" y2="75%" stroke="red"/>', '<path d="M5 25 L50 37.5" stroke="red"/>'),
        ('<rect id="r" width="9" height="4"/><use href="#r" x="20"/>', '<path d="M0 0h9v4h-9z M20 0h9v4h-9z"/>'),
        ('<rect id="r" width="9" height="4"/><use href="#r" y="20"/>', '<path d="M0 0h9v4h-9z M0 20h9v4h-9z"/>'),
        ('<rect width="9" height="4"/><use x="20"/><use href="#huh" x="30"/>', '<rect width="9" height="4"/>'),
        (
            '<defs><rect id="r" width="9" height="4"/></defs>'
            + CLIPPED.format('<use href="#r" x="3" y="5" transform="scale(2)"/>'),
            '<rect x="6" y="10" width="18" height="8"/>',
        ),
        (
            CLIPPED.format('<rect width="9" height="4"/><rect visibility="hidden" width="50" height="60"/>'
                           '<rect display="none" width="60" height="50"/>'),
            '<rect width="9" height="4"/>',
        ),
    ],
)  # fmt: skip
def test_what_is_said_in_other_words_covers_the_same(said: str, meant: str) -> None:
    vectors = [vector_of(svg(body, 'viewBox="0 0 100 50"')) for body in (said, meant)]
    boxes = [extent(vector.items) for vector in vectors]
    assert boxes[0] == pytest.approx(boxes[1]) and [vector.left_out for vector in vectors] == [(), ()]


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("hsl(120 100% 50%)", "#00FF00"), ("hsl(480deg, 100, 50)", "#00FF00"), ("hsl(-240 180% 50%)", "#00FF00"),
        ("hsl(0 0% 130%)", "#FFFFFF"), ("hsl(0 -9% 0%)", "#000000"), ("hsl(30 100% 40%)", "#CC6600"),
    ],
)  # fmt: skip
def test_a_colour_may_be_a_hue(said: str, meant: str) -> None:
    (item,) = vector_of(svg(f'<rect width="9" height="4" fill="{said}"/>')).items
    assert isinstance(item, Shape) and item.fill == meant
