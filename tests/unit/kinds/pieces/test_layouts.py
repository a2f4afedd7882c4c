"""Pieces in a honeycomb and pieces of many sizes: they share cuts, lie behind each other, and waste little paper."""

from __future__ import annotations

import json
import math
from collections import Counter
from itertools import pairwise

import pytest
from shaped import Point, Shaped, boxes, cut_lines, opened

from printgen.base.units import to_mm
from printgen.drawing.extent import words_of

SIDE = 40 / math.sqrt(3)
MANY = "".join(f"- {{name: T{i}}}\n" for i in range(1, 41))
COMB = "kind: pieces\nfront: tile\nback: tile\nlayout: honeycomb\nsize: 40mm\n"


def edges(page) -> list[tuple[Point, Point]]:  # type: ignore[no-untyped-def]
    """The straight lines to cut along, each from its left end."""
    return [(min(a, b), max(a, b)) for line in cut_lines(page) for a, b in pairwise(line) if 5 < math.dist(a, b) < 100]


def names_on(page) -> list[tuple[str, Point]]:  # type: ignore[no-untyped-def]
    """Every name on a page, however it is turned, with its middle in millimetres."""
    words: list[list[dict[str, float]]] = []
    # What stands in the margins is black, which is drawn in grey.
    for char in (char for char in page.chars if len(char["non_stroking_color"]) == 3):
        if char["text"] == "T":
            words.append([])
        if words and (char["text"] == "T" or char["text"].isdigit()):
            words[-1].append(char)
    found = []
    for word in (word for word in words if len(word) > 1):
        xs, ys = [c[k] for c in word for k in ("x0", "x1")], [c[k] for c in word for k in ("top", "bottom")]
        middle = to_mm((min(xs) + max(xs)) / 2), to_mm((min(ys) + max(ys)) / 2)
        found.append(("".join(str(char["text"]) for char in word), middle))
    return found


def middles(page) -> dict[str, Point]:  # type: ignore[no-untyped-def]
    return dict(names_on(page))


@pytest.mark.some(4)
@pytest.mark.parametrize(
    ("shape", "paper", "least"),
    [("pointy", "letter", 32), ("pointy", "a4", 32), ("flat", "letter", 29), ("flat", "a4", 32)],
)
def test_hexagons_share_their_edges(shaped: Shaped, shape: str, paper: str, least: int) -> None:
    shaped.product(f"{COMB}shape: hexagon-{shape}", {"tile": (40, 40)}, MANY)
    shaped.edit("templates/faces/tile.yaml", "bleed: 3", "bleed: 6")
    with opened(shaped.printed(paper=paper)) as pdf:
        front = pdf.pages[0]
        lines, names = edges(front), middles(front)
    # 25 hexagons lie on a page that are cut one by one.
    assert len(names) >= least
    assert all(math.dist(*line) == pytest.approx(SIDE, abs=0.01) for line in lines)
    drawn = Counter((round(a[0] + b[0], 1), round(a[1] + b[1], 1)) for a, b in lines)
    assert set(drawn.values()) == {1}
    inner = 6 * len(names) - len(drawn)
    assert inner > len(names)
    for place in names.values():
        near = sorted(math.dist(place, other) for other in names.values())[1]
        assert near == pytest.approx(40, abs=0.1)


@pytest.mark.slow
@pytest.mark.parametrize("shape", ["pointy", "flat"])
@pytest.mark.parametrize(
    ("duplex", "paper"), [("long", "letter"), ("short", "a4"), ("fold", "letter"), ("split", "a4")]
)
def test_backs_of_a_honeycomb_lie_behind_their_fronts(shaped: Shaped, shape: str, duplex: str, paper: str) -> None:
    shaped.product(f"{COMB}shape: hexagon-{shape}\nduplex: {duplex}", {"tile": (40, 40)}, MANY)
    shaped.edit("templates/faces/tile.yaml", "bleed: 3", "bleed: 6")
    with opened(shaped.printed(paper=paper)) as pdf:
        pages = pdf.pages
        width, height = to_mm(pages[0].width), to_mm(pages[0].height)
        if duplex == "fold":
            places = [{n: at for n, at in names_on(pages[0]) if (at[0] < width / 2) == left} for left in (True, False)]
        else:
            places = [middles(pages[0]), middles(pages[len(pages) // 2 if duplex == "split" else 1])]
    fronts, backs = places
    assert fronts.keys() == backs.keys() and len(fronts) > 8
    sideways = duplex == "fold" or (duplex != "short") == (height >= width)
    for name, (x, y) in backs.items():
        turned = (width - x, y) if sideways else (x, height - y)
        assert math.dist(turned, fronts[name]) < 1.0, name


def test_a_gutter_keeps_hexagons_apart(shaped: Shaped) -> None:
    shaped.product(f"{COMB}shape: hexagon-pointy", {"tile": (40, 40)}, MANY)
    shaped.edit("templates/faces/tile.yaml", "bleed: 3", "bleed: 6")
    with opened(shaped.printed(gutter="2mm")) as pdf:
        names = middles(pdf.pages[0])
        drawn = edges(pdf.pages[0])
    assert len(drawn) == 6 * len(names)
    for place in names.values():
        assert sorted(math.dist(place, other) for other in names.values())[1] == pytest.approx(42, abs=0.1)


SIZED = """\
- {name: T1, span: 40x30mm, copies: 3}
- {name: T2, span: poker, copies: 2}
- {name: T3, span: 25mm, copies: 8}
"""


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_each_record_may_have_a_size_of_its_own(shaped: Shaped, paper: str) -> None:
    shaped.product('kind: counters\nfront: tile\nshape: rectangle\nsize: "{{ card.span }}"', {"tile": (40, 30)}, SIZED)
    face = shaped.folder / "templates/faces/tile.yaml"
    face.write_text(face.read_text().replace("size: [40, 30]\n", "").replace("x: 15.0, y: 16.0", "x: 6, y: 16"))
    file = shaped.printed(paper=paper)
    (entry,) = json.loads((file.parent / "manifest.json").read_text())["products"]
    assert (entry["pieces"], entry["sheets"]) == (13, 1)
    with opened(file) as pdf:
        found = Counter(tuple(round(side, 1) for side in size) for size in _cells(edges(pdf.pages[0])))
    assert found[40.0, 30.0] + found[30.0, 40.0] >= 3 and found[63.5, 88.9] + found[88.9, 63.5] >= 2
    assert found[25.0, 25.0] >= 8


def _cells(lines: list[tuple[Point, Point]]) -> list[tuple[float, float]]:
    """The sizes of all rectangles that have a line at their top and one at their left."""
    tops = [(a, b) for a, b in lines if abs(a[1] - b[1]) < 0.01]
    return [
        (b[0] - a[0], d[1] - c[1])
        for a, b in tops
        for c, d in lines
        if abs(c[0] - d[0]) < 0.01 and math.dist(a, c) < 0.01
    ]


def test_a_length_of_the_record_is_a_size(shaped: Shaped) -> None:
    records = "- {name: T1, wide: 30mm}\n- {name: T2, wide: 1in}\n"
    shaped.product('kind: pieces\nfront: tile\nshape: round\nsize: "{{ card.wide }}"', {"tile": (30, 30)}, records)
    with opened(shaped.printed()) as pdf:
        found = sorted(box[2] for box in boxes(cut_lines(pdf.pages[0])) if box[2] > 10 and box[3] > 10)
    assert found == pytest.approx([25.4, 30], abs=0.01)


def test_each_record_may_choose_its_faces(shaped: Shaped) -> None:
    records = "- {name: T1, face: a}\n- {name: T2, face: b}\n- {name: T3, face: a}\n"
    said = 'kind: cards\nfront: "tile-{{ card.face }}"\nback: "under-{{ card.face }}"\nsize: 40x40mm'
    faces = dict.fromkeys(("tile-a", "tile-b", "under-a", "under-b"), (40.0, 40.0))
    shaped.product(said, faces, records)
    shaped.edit("templates/faces/tile-b.yaml", "{{ card.name }}", "B {{ card.name }}")
    shaped.edit("templates/faces/under-b.yaml", "{{ card.name }}", "behind")
    item, findings = shaped.composed()
    assert item is not None and findings == [] and item.count == 3
    assert [words_of(piece.front) for piece in item] == [["T1"], ["B T2"], ["T3"]]
    assert [words_of(piece.back) for piece in item if piece.back] == [["T1"], ["behind"], ["T3"]]


def test_a_face_that_there_is_not_is_told_at_its_record(shaped: Shaped) -> None:
    records = "- {name: T1, face: a}\n- {name: T2, face: c}\n- {name: T3, face: a}\n- {name: T4, face: c}\n"
    shaped.product('kind: cards\nfront: "tile-{{ card.face }}"', {"tile-a": (40, 40), "tile-bc": (40, 40)}, records)
    _, findings = shaped.composed()
    assert [(f.code, f.where.file[-10:], f.where.line, f.hint) for f in findings] == [
        ("unknown-face", "tiles.yaml", 2, "Did you mean 'tile-bc'?"),
        ("unknown-face", "tiles.yaml", 4, "Did you mean 'tile-bc'?"),
    ]


def test_a_parameter_may_choose_the_face(shaped: Shaped) -> None:
    said = 'kind: cards\nfront: "tile-{{ style }}"\nwith: {style: old}'
    shaped.product(said, {"tile-old": (40, 40), "tile-new": (40, 40)})
    item, findings = shaped.composed()
    assert item is not None and findings == [] and item.count == 3
