"""Pieces of every outline: measured in the PDF, turned over, shown in previews, and judged at their edges."""

from __future__ import annotations

import math
from itertools import product

import pytest
from shaped import Shaped, boxes, cut_lines, opened, outlines

from printgen.base.units import mm, to_mm
from printgen.drawing.extent import walk, words_of
from printgen.drawing.model import Group, Place, Rect
from printgen.drawing.outlines import bounds
from printgen.sheets.proof import contact_sheet

SHIP = '{path: "M0,10 L30,0 L40,10 L30,20 Z"}'
# The letter L upside down, and where words lie in it, as they do from behind.
LOPSIDED = '{path: "M0,0 L30,0 L30,10 L10,10 L10,30 L0,30 Z"}'
MIDDLE, HIGHER = "x: 10.0, y: 16.0", "x: 10, y: 6"
FLATS = 2 / math.sqrt(3)
# What is said of the shape, and how wide and high the cut is then, in millimetres.
SIZES = [
    ("shape: rounded\nsize: 40x30mm", (40, 30)),
    ("shape: round\nsize: 30mm", (30, 30)),
    ("shape: ellipse\nsize: 40x25mm", (40, 25)),
    ("shape: hexagon-flat\nsize: 30mm", (30 * FLATS, 30)),
    ("shape: hexagon-pointy\nsize: 30mm", (30, 30 * FLATS)),
    ("shape: triangle\nsize: 40mm", (40, 40 * math.sqrt(3) / 2)),
    ("shape: octagon\nsize: 30mm", (30, 30)),
    (f"shape: {SHIP}", (40, 20)),
    (f"shape: {SHIP}\nsize: 60mm", (60, 30)),
    (f"shape: {SHIP}\nsize: 30x30mm", (30, 30)),
]


# All kinds share one road.
CASES = [
    *(("pieces", "letter", *one) for one in SIZES),
    *((kind, "a4", *SIZES[n]) for kind in ("cards", "counters") for n in (4, 8)),
]


@pytest.mark.parametrize(("kind", "paper", "said", "size"), CASES)
def test_a_shape_is_cut_to_its_size(
    shaped: Shaped, kind: str, paper: str, said: str, size: tuple[float, float]
) -> None:
    shaped.product(f"kind: {kind}\nfront: tile\n{said}", {"tile": size})
    with opened(shaped.printed(paper=paper)) as pdf:
        found = boxes(outlines(pdf.pages[0]))
    assert len(found) == 3
    for *_, w, h in found:
        assert (w, h) == pytest.approx(size, abs=0.01)


@pytest.mark.parametrize(("duplex", "paper"), list(product(("long", "short", "fold"), ("letter", "a4"))))
def test_the_back_of_a_lopsided_piece_is_its_mirror_image(shaped: Shaped, duplex: str, paper: str) -> None:
    faces = {"tile": (30, 30), "under": (30, 30)}
    shaped.product(f"kind: pieces\nfront: tile\nback: under\nshape: {LOPSIDED}\nduplex: {duplex}", faces)
    records = "".join(f"- {{name: T{i}, color: '#0000{i:02X}'}}\n" for i in range(1, 4))
    shaped.write("tiles.yaml", records)
    for face in faces:
        shaped.edit(f"templates/faces/{face}.yaml", MIDDLE, HIGHER)
    with opened(shaped.printed(paper=paper)) as pdf:
        front = pdf.pages[0]
        back = front if duplex == "fold" else pdf.pages[1]
        cuts, size = outlines(front), (to_mm(front.width), to_mm(front.height))
        clips = _clips(shaped, duplex, paper)
    assert len(cuts) == len(clips) == 3
    for cut, clip in zip(cuts, clips, strict=True):
        # Turned over, the back's window lies two millimetres around the cut on every side.
        turned = [(size[0] - x, y) if duplex != "short" else (x, size[1] - y) for x, y in clip]
        assert boxes([turned])[0] == pytest.approx(
            [v + d for v, d in zip(boxes([cut])[0], (-2, -2, 4, 4), strict=True)], abs=0.01
        )
        # The dent is at the same corner: nothing shows there.
        left, top, wide, high = boxes([cut])[0]
        assert not _inside((left + wide * 0.75, top + high * 0.75), turned)
        assert _inside((left + wide * 0.1, top + high * 0.9), turned)
    assert back.width == front.width


def _clips(shaped: Shaped, duplex: str, paper: str) -> list[list[tuple[float, float]]]:
    """The windows of the backs on their page, in millimetres."""
    item, _ = shaped.composed(paper=paper)
    assert item is not None
    pages = list(item.sheets())
    drawing = pages[0].drawing if duplex == "fold" else pages[1].drawing
    found = []
    for place in drawing.items:
        if isinstance(place, Place) and place.group.clip:
            window = _window(place.group)
            if window and (duplex != "fold" or place.matrix[4] > drawing.width / 2 - 1):
                found.append([(to_mm(x), to_mm(y)) for x, y in (_at(place.matrix, s) for s in window)])
    return found


def _at(m: tuple[float, ...], step: tuple[float, float]) -> tuple[float, float]:
    return m[0] * step[0] + m[2] * step[1] + m[4], m[1] * step[0] + m[3] * step[1] + m[5]


def _window(group: Group) -> list[tuple[float, float]]:
    """The corners of the first clip inside a piece's picture."""
    for item in group.items:
        if isinstance(item, Place):
            inner = item.group
            for place in inner.items:
                if isinstance(place, Place) and place.group.clip:
                    return [(s[1], s[2]) for s in place.group.clip if s[0] in "ML"]
    return []


def _inside(point: tuple[float, float], corners: list[tuple[float, float]]) -> bool:
    """Whether a point lies in what a window of many parts, which lie over each other, shows."""
    x, y = point
    winding = 0
    for (x0, y0), (x1, y1) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if (y0 > y) != (y1 > y) and x < x0 + (x1 - x0) * (y - y0) / (y1 - y0):
            winding += 1 if y1 > y0 else -1
    return winding != 0


def test_text_over_the_edge_of_a_shape_is_told(shaped: Shaped) -> None:
    shaped.product("kind: pieces\nfront: tile\nshape: triangle\nsize: 30mm", {"tile": (30, 30 * math.sqrt(3) / 2)})
    item, findings = shaped.composed()
    assert item is not None and findings == [] and item.count == 3
    shaped.edit("templates/faces/tile.yaml", "y: 13.", "y: 3.")
    _, findings = shaped.composed()
    assert [(f.code, f.where.line) for f in findings] == [("outside-cut", 1), ("outside-cut", 2), ("outside-cut", 3)]
    assert findings[0].message == "'One' reaches over the cut of One"


def test_text_in_the_dent_of_an_outline_is_told(shaped: Shaped) -> None:
    shaped.product(f"kind: pieces\nfront: tile\nshape: {LOPSIDED}", {"tile": (30, 30)})
    _, findings = shaped.composed()
    assert {f.code for f in findings} == {"outside-cut"} and len(findings) == 3
    shaped.edit("templates/faces/tile.yaml", MIDDLE, HIGHER)
    assert shaped.composed()[1] == []


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_round_corners_are_marked_where_they_are_punched(shaped: Shaped, paper: str) -> None:
    shaped.product("kind: cards\nfront: tile\nback: tile\nsize: 50x70mm\ncorner: 4mm", {"tile": (50, 70)})
    with opened(shaped.printed(paper=paper)) as pdf:
        front, back = pdf.pages
        arcs = [box for box in boxes(cut_lines(front)) if box[2] == pytest.approx(4, abs=0.01)]
        assert outlines(back) == []
    assert len(arcs) >= 3
    marks = list(_arcs(shaped, paper))
    assert len(marks) == 3 and all(
        [to_mm(v) for v in (box.w, box.h)] == pytest.approx([50, 70], abs=0.001) for box in marks
    )


def _arcs(shaped: Shaped, paper: str):  # type: ignore[no-untyped-def]
    item, findings = shaped.composed(paper=paper)
    assert item is not None and findings == []
    for place in item.sheets().sheets[0].drawing.items:
        if isinstance(place, Place) and len(place.group.items) == 1 and hasattr(place.group.items[0], "outline"):
            outline = place.group.items[0].outline
            if [step[0] for step in outline] == ["M", "C"] * 4:
                yield bounds(outline)


def test_the_usual_corner_is_that_of_the_size(shaped: Shaped) -> None:
    for said, corner in (("size: poker\ncorner: usual", 3), ("size: tarot\ncorner: usual", 4), ("size: poker", 0)):
        shaped.product(f"kind: cards\nfront: tile\n{said}", {"tile": (63.5, 88.9) if "poker" in said else (70, 120)})
        item, findings = shaped.composed()
        assert item is not None and findings == []
        assert [to_mm(piece.corner) for piece in item] == pytest.approx([corner] * 3)


def test_previews_show_pieces_as_they_are_cut(shaped: Shaped) -> None:
    shaped.product("kind: cards\nfront: tile\nsize: 50x70mm\ncorner: 4mm", {"tile": (50, 70)})
    item, _ = shaped.composed()
    assert item is not None
    first = contact_sheet(list(item), 6, False).items[1]
    assert isinstance(first, Place) and first.group.clip is not None
    assert [step[0] for step in first.group.clip].count("C") == 4
    assert bounds(first.group.clip).w == pytest.approx(mm(50))
    shaped.product(f"kind: pieces\nfront: tile\nback: tile\nshape: {LOPSIDED}\nsafe: 0mm", {"tile": (30, 30)})
    shaped.edit("templates/faces/tile.yaml", MIDDLE, HIGHER)
    item, findings = shaped.composed()
    assert item is not None and findings == []
    front, back = contact_sheet(list(item), 6, True).items[1:3]
    assert isinstance(front, Place) and isinstance(back, Place) and front.group.clip and back.group.clip
    middle = bounds(front.group.clip).x + mm(15)
    assert {round(2 * middle - step[1], 6) for step in front.group.clip[:-1]} == {
        round(step[1], 6) for step in back.group.clip[:-1]
    }


def test_a_face_that_misses_the_corners_of_a_shape_is_refused(shaped: Shaped) -> None:
    shaped.product("kind: pieces\nfront: tile\nshape: hexagon-pointy\nsize: 60mm", {"tile": (60, 60)})
    _, (found,) = shaped.composed()
    assert (found.code, found.where.line) == ("wrong-shape", 16) and "4.7 mm" in found.hint


def test_a_drawing_is_the_outline_of_pieces(shaped: Shaped) -> None:
    drawn = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40"><g transform="scale(2)">'
    drawn += '<path d="M0 10 L15 0 L30 10 L15 20 Z"/><circle r="3"/></g></svg>'
    shaped.write("star.svg", drawn)
    for said, size in (("", (60, 40)), ("size: 30mm", (30, 20)), ("size: 40x40mm", (40, 40))):
        shaped.product(f"kind: pieces\nfront: tile\nshape: {{file: star.svg}}\n{said}", {"tile": size})
        with opened(shaped.printed()) as pdf:
            found = boxes(outlines(pdf.pages[0]))
        assert [box[2:] for box in found] == [pytest.approx(size, abs=0.01)] * 3


def test_a_rectangle_of_a_drawing_is_as_large_and_turned_as_its_group(shaped: Shaped) -> None:
    drawn = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40"><g transform="scale(2) rotate(90)">'
    shaped.write("plate.svg", drawn + '<rect x="0" y="-30" width="20" height="30"/></g></svg>')
    shaped.product("kind: pieces\nfront: tile\nshape: {file: plate.svg}", {"tile": (60, 40)})
    with opened(shaped.printed()) as pdf:
        assert [box[2:] for box in boxes(outlines(pdf.pages[0]))] == [pytest.approx((60, 40), abs=0.01)] * 3


def test_text_in_a_round_corner_is_told(shaped: Shaped) -> None:
    shaped.product("kind: cards\nfront: tile\nsize: 50x70mm\ncorner: 12mm", {"tile": (50, 70)})
    shaped.edit("templates/faces/tile.yaml", "x: 20.0, y: 36.0", "x: 1, y: 5")
    _, findings = shaped.composed()
    assert {(found.code, found.severity) for found in findings} == {("over-cut", "error")}
    shaped.edit("game.yaml", "corner: 12mm", "corner: 1mm")
    assert shaped.composed()[1] == []


def test_a_piece_larger_than_the_paper_is_tiled_along_its_outline(shaped: Shaped) -> None:
    shaped.product("kind: pieces\nfront: tile\nshape: hexagon-flat\nsize: 300mm", {"tile": (300 * FLATS, 300)})
    item, findings = shaped.composed()
    assert item is not None and findings == [] and item.sheets().count > 9


@pytest.mark.parametrize(
    ("said", "inside"),
    [
        ("shape: hexagon-pointy\nsize: 30mm", "31.5 × 36.14"),
        (f"shape: {SHIP}", "41.5 × 21.5"),
        ("kind: counters\nsize: 30mm", "31.5 × 31.5"),
    ],
)
def test_a_box_has_room_for_pieces_of_a_shape(shaped: Shaped, said: str, inside: str) -> None:
    size = (40, 20) if "path" in said else (30, 30 * FLATS) if "hex" in said else (30, 30)
    kind = "" if "kind" in said else "kind: pieces\n"
    shaped.product(f"{kind}front: tile\n{said}", {"tile": size})
    box = "  box: {kind: tuck-box, title: Box, for: tiles, thickness: 2mm}\n"
    shaped.write("game.yaml", shaped.read("game.yaml") + box)
    with opened(shaped.printed("box")) as pdf:
        assert f"inside {inside} ×" in pdf.pages[0].extract_text().replace("\n", " ")


EDGES = """\
unit: mm
bleed: 2
items:
  - rect: {bleed: true, fill: "{{ card.color }}"}
  - rect: {inset: 3, stroke: "#000000", width: 0.4}
  - text: {x: 2, y: "{{ h / 2 }}", w: "{{ w - 4 }}", text: "{{ w }} x {{ h }}", size: 6, align: center}
"""


def test_a_face_without_a_size_fills_pieces_of_every_size(shaped: Shaped) -> None:
    records = "- {name: One, span: 30x30mm}\n- {name: Two, span: 30x45mm}\n- {name: Three, span: poker}\n"
    shaped.product('kind: pieces\nfront: tile\nsize: "{{ card.span }}"', {}, records)
    shaped.write("templates/faces/tile.yaml", EDGES)
    made, findings = shaped.composed()
    assert made is not None and findings == []
    found = {}
    for piece in made.pieces:
        ground, frame = (item for item, _ in walk(piece.front.items) if isinstance(item, Rect))
        sides = [round(to_mm(side), 1) for side in (ground.w, ground.h, frame.w, frame.h)]
        found[piece.name] = [*words_of(piece.front.items), *sides]
    assert found == {
        "One": ["30 x 30", 34, 34, 24, 24],
        "Two": ["30 x 45", 34, 49, 24, 39],
        "Three": ["63.5 x 88.9", 67.5, 92.9, 57.5, 82.9],
    }


def test_a_face_without_a_size_reaches_the_bleed_of_a_panel(shaped: Shaped) -> None:
    shaped.product("kind: standee\nfront: tile\nsize: 30x50mm", {})
    shaped.write("templates/faces/tile.yaml", EDGES)
    assert shaped.composed()[1] == []


def test_a_ground_of_a_face_without_a_size_is_held_to_the_bleed(shaped: Shaped) -> None:
    shaped.product("kind: pieces\nfront: tile\nsize: 30mm", {})
    shaped.write("templates/faces/tile.yaml", EDGES.replace("bleed: true", "w: 30, h: 30"))
    assert [finding.code for finding in shaped.composed()[1]] == ["short-bleed"]
