"""What is left of a picture that is seen through a window, and of one that is drawn small: pixels and objects say."""

from __future__ import annotations

import pypdfium2
import pytest

from printgen.base.units import Box, apply, chain, inverse, rotate, scale, translate
from printgen.drawing.extent import walk
from printgen.drawing.model import Drawing, Group, Item, Outline, Path, Place, Rect, Stroke, Text
from printgen.drawing.outlines import circle, join_outlines, polyline, rectangle
from printgen.drawing.windows import HAIRLINE, OUTLINE, Reducer, Windows, is_dotted
from printgen.writers.page import Page
from printgen.writers.pdf import write_pdf

WINDOW = Box(100, 100, 80, 60)


def shown(*items: Item) -> bytes:
    """The pixels that a window shows of items."""
    clipped = Place(Group(items, rectangle(WINDOW)))
    document = pypdfium2.PdfDocument(write_pdf([Page(Drawing(300, 300, (clipped,)))]))
    try:
        return bytes(document[0].render(scale=2).to_pil().tobytes())
    finally:
        document.close()


def many(fill: str = "#4B5B22") -> Path:
    """A ring in every cell of a field, with a hole in it."""
    spots = [(x, y) for x in range(10, 300, 20) for y in range(10, 300, 20)]
    return Path(
        join_outlines(circle(x, y, r) for x, y in spots for r in (8, 4)), fill, Stroke("#C03030", 2), even_odd=True
    )


def test_a_window_shows_what_it_did() -> None:
    turned = Group((many("#2E4A8C"), Text(30, 40, "Soup", "body", 30, "#C03030")), circle(60, 60, 50))
    items = (Rect(0, 0, 300, 300, "#EDE3C8"), many(), Place(turned, chain(translate(120, 60), rotate(33), scale(1.3))))
    seen = Windows().crop(items, WINDOW)
    assert shown(*seen) == shown(*items)
    assert len(seen[1].outline) < len(items[1].outline) / 4  # type: ignore[union-attr]


def test_what_lies_outside_is_dropped_and_what_lies_inside_is_the_same_object() -> None:
    inside, outside = Group((Rect(0, 0, 9, 9, "#4B5B22"),)), Group((Rect(0, 0, 9, 9, "#C03030"),))
    items = (Place(inside, translate(120, 120)), Place(outside, translate(10, 10)), Rect(0, 0, 50, 50, "#000000"))
    (left,) = Windows().crop(items, WINDOW)
    assert left is items[0]
    large = Group((*items, Rect(-500, -500, 9, 9, "#000000")))
    (held,) = Windows().crop((Place(large),), WINDOW)
    assert isinstance(held, Place) and held.group.items == (items[0],)


def test_a_group_of_half_a_window_is_looked_through() -> None:
    dots = tuple(Rect(x, y, 9, 9, "#000000") for x in range(0, 50, 10) for y in range(0, 50, 10))
    small = Group(dots[:4])
    whole, part = Windows().crop((Place(small, translate(95, 95)), Place(Group(dots), translate(150, 95))), WINDOW)
    assert isinstance(part, Place) and whole == Place(small, translate(95, 95))
    assert 0 < len(part.group.items) < len(dots)


@pytest.mark.parametrize(
    ("item", "seen"),
    [
        (Rect(90, 90, 10, 10), True), (Rect(90, 90, 9.9, 99), False), (Rect(90, 90, 99, 9.9), False),
        (Rect(180, 160, 9, 9), True), (Rect(180.1, 100, 9, 9), False), (Rect(100, 160.1, 9, 9), False),
        (Rect(95, 120, 4, 4, None, Stroke("#000000", 2)), True), (Path(polyline(((0, 130), (300, 130)))), True),
        (Place(Group((Rect(0, 0, 300, 300),), rectangle(Box(0, 0, 50, 50)))), False),
        (Place(Group((Rect(0, 0, 300, 300), Rect(0, 0, 9, 9)), rectangle(Box(0, 0, 120, 120)))), True),
    ],
)  # fmt: skip
def test_what_meets_a_window_is_seen(item: Item, seen: bool) -> None:
    windows = Windows()
    assert [len(windows.crop((item,), WINDOW)) for _ in range(2)] == [seen, seen]


def test_an_inverse_undoes_its_matrix() -> None:
    matrix = chain(translate(3, 4), rotate(30), scale(2, 3))
    assert apply(inverse(matrix), *apply(matrix, 7, 8)) == pytest.approx((7, 8))
    assert Windows().crop((Place(Group((many(),)), scale(0, 1)),), WINDOW) == ()


def test_a_small_picture_has_no_hairlines_specks_or_fine_textures() -> None:
    screen = Path(
        join_outlines((("M", x, 5.0), ("L", x + 0.001, 5.0)) for x in range(400)), None, Stroke("#000000", 1.0)
    )
    hatch = Path(join_outlines((("M", x, 0.0), ("L", x, 90.0)) for x in range(40)), None, Stroke("#000000", 0.5))
    line, speck = Path(rectangle(Box(0, 0, 90, 90)), "#EDE3C8", Stroke("#000000", 0.5)), Rect(5, 5, 3, 3, "#C03030")
    palm = Group((Rect(0, 0, 8, 8, "#4B5B22"),))
    whole = Group((line, screen, hatch, speck, Place(palm), Place(palm, scale(9))))
    small = Reducer().reduce(whole, 0.2)
    kept = list(walk(small.items))
    assert [type(item) for item, _ in kept] == [Path, Rect]
    assert kept[0][0].stroke.width * 0.2 >= HAIRLINE  # type: ignore[union-attr]


RED, THIN, FINE = "#C03030", Stroke("#000000", 0.2), Stroke("#000000", 0.3)


def row_of(count: int, side: float = 9.0) -> Outline:
    """So many upright lines of a length side by side."""
    return join_outlines(polyline(((10.0 * n, 0.0), (10.0 * n, side))) for n in range(count))


def square(side: float, fill: str | None = RED, line: Stroke | None = None) -> Rect:
    return Rect(0, 0, side, side, fill, line)


DOTS = Path(row_of(201, 0.001), None, Stroke("#000000", 0.9, cap="round"))


@pytest.mark.parametrize(
    ("item", "left"),
    [
        (Text(0, 9, "Soup", "body", 1.7, RED), None),
        (Text(0, 9, "Soup", "body", 1.6, RED), ()),
        (square(0.83), None),
        (square(0.82), ()),
        (square(9, RED, THIN), square(9, RED, THIN._replace(width=0.35))),
        (square(9, None, THIN), square(9, None, THIN._replace(width=0.25))),
        (square(9, RED, FINE._replace(width=0.35)), None),
        (Place(Group((square(2.2),))), None),
        (Place(Group((square(2.1),))), ()),
        (Place(Group((square(2.1),)), scale(1.1)), None),
        (Place(Group((square(2.1),) * 40)), ()),
        (Place(Group((square(2.1),) * 41)), None),
        (Place(Group((Place(Group((square(2.2),)), scale(0.97)),))), None),
        (Place(Group((square(9),)), scale(0, 1)), ()),
        (Place(Group((square(0.5),) * 41)), ()),
        (Path(row_of(4), None, THIN), ()),
        (Path(row_of(3), None, THIN), Path(row_of(3), None, THIN._replace(width=0.25))),
        (Path(row_of(4), RED, THIN), Path(row_of(4), RED, THIN._replace(width=0.35))),
        (Path(row_of(4), None, FINE), None),
        (Path(row_of(1), None, THIN._replace(dash=(3.0,))), ()),
        (Path(row_of(1), None, FINE._replace(dash=(3.0,))), None),
        (Path(row_of(1), None, FINE._replace(dash=(0.5, 0.4))), ()),
        (Path(row_of(1), None, FINE._replace(dash=(0.4, 0.6))), None),
        (DOTS, None),
        (DOTS._replace(stroke=Stroke("#000000", 0.8, cap="round")), ()),
        (Path((*row_of(4), *circle(5, 5, 0.2)), None, FINE), Path(row_of(4), None, FINE)),
        (Path(join_outlines(circle(9 * n, 5, 0.2 + n) for n in range(9)), RED),
         Path(join_outlines(circle(9 * n, 5, 0.2 + n) for n in range(1, 9)), RED)),
        (Path(join_outlines(circle(9 * n, 5, 0.2) for n in range(9)), RED), ()),
        (Path(circle(5, 5, 3), RED, Stroke("#000000", 0.1, cap="round", dash=(3,))),
         Path(circle(5, 5, 3), RED, Stroke("#000000", 0.35, cap="round", dash=(3,)))),
    ],
)  # fmt: skip
def test_what_is_left_of_an_item_that_is_drawn_no_smaller_than_it_is(item: Item, left: Item | tuple[()] | None) -> None:
    kept = Reducer(OUTLINE).reduce(Group((item,)), 1.0).items
    assert kept == (left if left == () else (left or item,))


def test_scales_that_are_near_to_each_other_count_as_the_smaller_one() -> None:
    reducer, line = Reducer(), Group((square(90, RED, THIN),))
    sizes = {share: reducer.reduce(line, share).items[0].stroke.width for share in (0.99, 0.84, 0.83, 0.7)}  # type: ignore[union-attr]
    assert sizes[0.99] == sizes[0.84] == pytest.approx(0.25 * 1.2) and sizes[0.83] == sizes[0.7] == pytest.approx(0.36)
    assert reducer.reduce(line, 0.99) is reducer.reduce(line, 0.84)
    small, whole = Group((square(1),)), Reducer(whole=True)
    assert reducer.reduce(small, 0.5).items == () and whole.reduce(small, 0.5) == small


@pytest.mark.parametrize(
    ("item", "dotted"),
    [
        (DOTS, True),
        (DOTS._replace(fill=RED), False),
        (DOTS._replace(stroke=None), False),
        (DOTS._replace(stroke=FINE), False),
        (DOTS._replace(outline=row_of(12)), False),
        (DOTS._replace(outline=row_of(13)), True),
        (DOTS._replace(outline=row_of(1), stroke=Stroke(RED, 1, (0.001, 9), "round")), True),
        (DOTS._replace(outline=join_outlines(circle(5, 5, n) for n in range(9))), False),
        (square(9, None, Stroke(RED, 1, (0.001, 9), "round")), False),
    ],
)
def test_screens_of_dots_are_lines_of_no_length_with_round_ends(item: Path | Rect, dotted: bool) -> None:
    assert is_dotted(item) == dotted


def test_lines_do_not_hide_the_colors_of_a_picture_that_is_far_too_small_for_them() -> None:
    tree, paper = (Rect(x, 0, 40, 40, fill, Stroke("#000000", 1)) for x, fill in ((0, "#4B5B22"), (50, "#FFFFFF")))
    bare, pale = Reducer(whole=True, bare=True).reduce(Group((tree, paper)), 0.05).items
    assert isinstance(bare, Rect) and bare.stroke is None
    # White shapes are nothing without theirs, as are all where lines can be as wide as they have to be.
    assert isinstance(pale, Rect) and pale.stroke and pale.stroke.width * 0.05 >= HAIRLINE
    for made, share in ((Reducer(whole=True), 0.05), (Reducer(whole=True, bare=True), 0.2)):
        (kept, _) = made.reduce(Group((tree, paper)), share).items
        assert isinstance(kept, Rect) and kept.stroke and kept.stroke.width * share >= HAIRLINE


def test_what_is_to_be_drawn_smaller_is_known_before_it_is_painted() -> None:
    painted = list[str]()
    art = Group(lambda: (painted.append("art"), ())[1])
    keys = {Reducer(whole=whole).later(art, share).key for whole in (False, False, True) for share in (0.5, 0.25)}
    assert (len(keys), painted) == (4, [])
