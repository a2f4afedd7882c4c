"""Area templates: measured in the PDF, counted on paper, legible at every scale, refused at the line that is wrong."""

from __future__ import annotations

import io
import math
from collections.abc import Iterable
from typing import Any

import pdfplumber
import pytest

from printgen.base.errors import Finding
from printgen.base.folders import kits_folder
from printgen.base.units import mm, to_mm
from printgen.build.jobs import library_for
from printgen.build.stages import check
from printgen.drawing.extent import walk, walk_kind
from printgen.drawing.model import Path, Place, Rect, Text
from printgen.drawing.outlines import bounds, transform_outline
from printgen.drawing.pieces import Piece
from printgen.faces.render import Renderer
from printgen.game.dice_tables import ROLL, Die, parse_die_range
from printgen.game.load import with_options
from printgen.kinds import find_load, load
from printgen.kinds.area_template.model import inches
from printgen.kinds.area_template.pieces import compose_area_templates
from printgen.kinds.composition import Order
from printgen.sheets.impose import impose
from printgen.sheets.sheet import Sheet, SheetOptions, paper
from printgen.writers.pdf import Page, write_pdf

KIT = kits_folder() / "sixth-scale"
SIZES = {
    "Grenade burst": (15, 15),
    "Artillery burst": (20, 20),
    "Claymore": (30, 15),
    "Flamethrower": (20, 150),
    "Penlight": (24, 12),
    "Flashlight": (36, 36),
    "Tac-light": (24, 48),
    "Handheld spotlight": (42, 84),
    "Vehicle headlights": (48, 84),
    "Vehicle searchlight": (100, 264),
}
TRIANGLES = list(SIZES)[3:]
SCALES = ("full", "1:12", "1:18", "3.75in", "1:32", "1:72")
SETTINGS = [{"form": "full"}, {"form": "outline"}, {"form": "gauge"}, {"form": "full", "film": "mirror"}]


@pytest.fixture(scope="module")
def made():
    """Composes areas of the built-in kit; expensive art is drawn once a setting."""
    game, findings = load(KIT)
    assert game is not None and not findings
    library = library_for(game)
    known: dict[object, tuple[Piece, ...]] = {}

    def make(*names: str, look: str = "", product: str = "templates", **override: Any) -> tuple[Piece, ...]:
        key = (names, look, product, tuple(override.items()))
        if key not in known:
            which, wrong = with_options(game, game.products[product], override, find_load("area-template"))
            assert not wrong
            records = tuple(record for record in which.records if not names or record.name in names)
            order = Order(game, which, records, library, Renderer(library), look)
            composition = compose_area_templates(order)
            assert composition.findings == ()
            known[key] = composition.pieces
        return known[key]

    return make


def texts(piece: Piece) -> list[tuple[str, float]]:
    """Every run of text, and its size on paper in points."""
    return [(item.text, item.size * math.hypot(matrix[2], matrix[3])) for item, matrix in walk_kind(piece.front, Text)]


def words(piece: Piece) -> str:
    """All that is printed; curved letters, which are runs of their own, follow each other."""
    runs = [text for text, _ in texts(piece)]
    return "".join(run if len(run) == 1 else f" {run} " for run in runs).replace(" ", "")


def sheets(pieces: Iterable[Piece], name: str = "letter") -> tuple[Sheet, ...]:
    """The sheets without assembly maps."""
    found = impose(tuple(pieces), paper(name), SheetOptions(kit="Kit", product="Areas", version="1"))
    return tuple(sheet for sheet in found if "assembly map" not in sheet.title)


def cut_boxes(pages: Iterable[Sheet]) -> list[tuple[float, float, float, float]]:
    """The box of the largest closed outline of each page of the PDF: left, top, width, height in points."""
    out = []
    with pdfplumber.open(io.BytesIO(write_pdf([Page(sheet.drawing) for sheet in pages]))) as pdf:
        for page in pdf.pages:
            shapes = [s for s in [*page.curves, *page.lines, *page.rects] if s["stroke"]]
            thin = [s for s in shapes if abs((s["linewidth"] or 0) - 0.35) < 0.01]
            big = max(thin, key=lambda s: (s["x1"] - s["x0"]) * (s["bottom"] - s["top"]))
            out.append((big["x0"], big["top"], big["x1"] - big["x0"], big["bottom"] - big["top"]))
    return out


# The searchlight in full is a hundred and eighty sheets, all made the same way as the others.
@pytest.mark.some(2)
@pytest.mark.parametrize("scale", [pytest.param("full", marks=pytest.mark.slow), "1:18"])
@pytest.mark.parametrize("name", list(SIZES)[:7])
def test_tiles_put_together_are_exact(made: Any, name: str, scale: str) -> None:
    (piece,) = made(name, form="full", scale=scale)
    pages = sheets([piece])
    factor = 1 if scale == "full" else 1 / 3
    width, height = (25.4 * factor * side for side in SIZES[name])
    if len(pages) == 1:
        ((_, _, wide, tall),) = cut_boxes(pages)
        assert sorted((to_mm(wide), to_mm(tall))) == pytest.approx(sorted((width, height)), abs=0.05)
        return
    for _, _, wide, tall in cut_boxes(pages):
        assert (to_mm(wide), to_mm(tall)) == pytest.approx((width, height), abs=0.05)


@pytest.mark.slow
def test_pages_of_a_burst_meet_where_they_should(made: Any) -> None:
    pages = sheets(made("Artillery burst", form="full"))
    covered = [
        (page.trim.x - x, page.trim.y - y, page.trim.right - x, page.trim.bottom - y)
        for page, (x, y, _, _) in zip(pages, cut_boxes(pages), strict=True)
    ]
    assert min(c[0] for c in covered) == pytest.approx(0, abs=0.1)
    assert max(c[2] for c in covered) == pytest.approx(20 * 72, abs=0.1)
    rows: dict[int, list[tuple[float, float]]] = {}
    for left, top, right, _ in covered:
        rows.setdefault(round(top), []).append((left, right))
    for row in rows.values():
        for (_, end), (start, _) in zip(sorted(row), sorted(row)[1:], strict=False):
            assert end - start == pytest.approx(mm(6.35), abs=0.05)


FEWEST = [("Flamethrower", 28, 27), ("Grenade burst", 4, 4), ("Artillery burst", 6, 6), ("Claymore", 12, 12)]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "letter", "a4"), FEWEST)
def test_few_sheets_and_no_blank_one(made: Any, name: str, letter: int, a4: int) -> None:
    (piece,) = made(name, form="full")
    for most, size in ((letter, "letter"), (a4, "a4")):
        pages = sheets([piece], size)
        assert len(pages) <= most
        assert all(page.trim is not None and page.trim.w * page.trim.h > mm(15) ** 2 for page in pages)


@pytest.mark.slow
def test_the_outline_form_skips_the_middle(made: Any) -> None:
    for name, most in (("Flashlight", 11), ("Vehicle searchlight", 64), ("Handheld spotlight", 21)):
        (whole,), (outline,) = made(name, form="full"), made(name, form="outline")
        count = len(sheets([outline]))
        assert count <= most and count < len(sheets([whole]))
        assert outline.cut is not None and sum(segment[0] == "M" for segment in outline.cut) == 2
        assert bounds(outline.cut) == pytest.approx(bounds(whole.cut), abs=1e-6)


@pytest.mark.slow
def test_the_outline_form_tells_the_gap_between_its_edges(made: Any) -> None:
    told = words(made("Flamethrower", form="outline")[0])
    assert "75" not in told and "72inout,gap9.6in" in told


@pytest.mark.slow
@pytest.mark.parametrize("name", ["letter", "a4"])
@pytest.mark.parametrize("scale", SCALES)
def test_every_gauge_is_one_page(made: Any, name: str, scale: str) -> None:
    pieces = made(product="gauges", scale=scale)
    pages = sheets(pieces, name)
    assert len(pieces) == len(pages) == len(SIZES)
    for page in pages:
        assert len(page.names) == 1 and page.ruler


@pytest.mark.parametrize("scale", ["full", "1:18"])
@pytest.mark.parametrize("name", TRIANGLES)
def test_the_angle_of_a_gauge_is_exact(made: Any, name: str, scale: str) -> None:
    (piece,) = made(name, form="gauge", scale=scale)
    wide, long = SIZES[name]
    whole = 2 * math.degrees(math.atan2(wide / 2, long))
    (outline,) = [
        transform_outline(item.outline, matrix)
        for item, matrix in walk(piece.front.items)
        if isinstance(item, Path) and item.stroke and item.stroke.color == "#C4391D" and item.outline[-1] == ("Z",)
        and len(item.outline) == 4 and not item.fill
    ]  # fmt: skip
    (_, ax, ay), (_, bx, by), (_, cx, cy) = outline[:3]
    # Beside it there is room for the words along its edges.
    box = bounds(outline)
    assert mm(14) < box.x and box.right < mm(195.9 - 14) and mm(21) < box.y and box.bottom < mm(262)
    turn = math.degrees(math.atan2(bx - cx, cy - by) - math.atan2(ax - cx, cy - ay))
    assert turn == pytest.approx(whole, abs=1e-3)
    assert f"{whole:.2f}°" in [text for text, _ in texts(piece)]


@pytest.mark.parametrize("scale", ["full", "1:18"])
def test_the_knot_table_gives_a_string_of_the_right_length(made: Any, scale: str) -> None:
    (piece,) = made("Flamethrower", form="gauge", scale=scale)
    factor = 1 if scale == "full" else 1 / 3
    shown = [text for text, _ in texts(piece)]
    for knot in range(1, 7):
        at = 25 * knot * factor
        string = math.hypot(at, at / 15)
        assert f"{string:.2f} in" in shown and f"{25.4 * string:.0f} mm" in shown
        assert f"{at * 2 / 15:.2f} in" in shown


@pytest.mark.parametrize("scale", ["full", "1:18", "1:12"])
@pytest.mark.parametrize("name", ["Grenade burst", "Artillery burst", "Claymore"])
def test_the_strip_is_as_long_as_the_radius(made: Any, name: str, scale: str) -> None:
    (piece,) = made(name, form="gauge", scale=scale)
    factor = {"full": 1, "1:18": 1 / 3, "1:12": 1 / 2}[scale]
    outlines = [
        bounds(transform_outline(item.outline, matrix))
        for item, matrix in walk(piece.front.items)
        if isinstance(item, Path) and item.stroke and not item.fill and item.outline[-1] == ("Z",)
    ]
    strips = sorted({(round(b.x), b.h) for b in outlines if abs(b.w - mm(20)) < 0.01})
    # Around the hole lies half a disc of 10 mm, below a joint a flap of 12 mm.
    waste = [10.0] + [12.0] * (len(strips) - 1)
    length = sum(to_mm(tall) - less for (_, tall), less in zip(strips, waste, strict=True))
    assert length == pytest.approx(25.4 * SIZES[name][0] / 2 * factor, abs=0.05)


def test_the_piece_of_edge_has_the_true_radius(made: Any) -> None:
    (piece,) = made("Grenade burst", form="gauge")
    radii = set()
    for item, matrix in walk(piece.front.items):
        if isinstance(item, Path) and item.fill == "#FFF3CF" and item.outline[1][0] == "C":
            points = [s[-2:] for s in transform_outline(item.outline, matrix) if s[0] in "MC"]
            (ax, ay), (bx, by), (cx, cy) = points[0], points[1], points[2]
            twice = 2 * (ax * (by - cy) + bx * (cy - ay) + cx * (ay - by))
            a, b, c = ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy
            x = (a * (by - cy) + b * (cy - ay) + c * (ay - by)) / twice
            y = (a * (cx - bx) + b * (ax - cx) + c * (bx - ax)) / twice
            radii.add(round(to_mm(math.hypot(ax - x, ay - y)), 2))
    assert 190.5 in radii


@pytest.mark.slow
@pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: "-".join(s.values()))
@pytest.mark.parametrize("scale", SCALES)
def test_all_text_is_legible_at_every_scale(made: Any, setting: dict[str, str], scale: str) -> None:
    for piece in made(**setting, scale=scale):
        for text, size in texts(piece):
            assert size >= 5.999, f"{piece.name}: {text!r} at {size:.2f} pt"


@pytest.mark.slow
def test_details_go_one_after_the_other(made: Any) -> None:
    full, third, tiny = (words(made("Grenade burst", scale=scale)[0]) for scale in ("full", "1:18", "1:72"))
    for word in (
        "BURST15INCH",
        "HIGH",
        "LOW",
        "SHORT",
        "LONG",
        "WIDEMISS",
        "1ROLLAGAIN",
        "RIFLEGRENADE",
        "01–10killed",
    ):
        assert word in full
    for word in ("BURST5INCH", "SCALE1:18", "HIGH", "LONG", "WIDEMISS", "01–05killed", "2½in"):
        assert word in third
    assert "HIGH" not in tiny and "killed" not in tiny


@pytest.mark.slow
@pytest.mark.parametrize("scale", ["full", "1:12", "1:18"])
def test_printed_numbers_shrink_with_the_template(made: Any, scale: str) -> None:
    factor = {"full": 1, "1:12": 1 / 2, "1:18": 1 / 3}[scale]
    flame = words(made("Flamethrower", form="full", scale=scale)[0])
    assert f"{inches(150 * factor)}inlong,{inches(20 * factor)}inwide" in flame
    assert f"FIREburst{inches(15 * factor)}inacross" in flame
    for mark in range(6, 140, 6):
        assert f"{inches(mark * factor)}″" in flame
    assert ("SCALE" in flame) == (scale != "full")


@pytest.mark.slow
def test_long_beams_are_gauges_unless_asked_for(made: Any) -> None:
    names = [piece.name for piece in made()]
    assert names == [
        *("Grenade burst", "Artillery burst", "Claymore", "Flamethrower", "Penlight", "Flashlight"),
        *("Tac-light gauge", "Handheld spotlight gauge", "Vehicle headlights gauge", "Vehicle searchlight gauge"),
    ]
    assert [piece.name for piece in made("Handheld spotlight", scale="1:18")] == ["Handheld spotlight 1:18"]


def test_the_claymore_has_a_safe_back(made: Any) -> None:
    told = words(made("Claymore", form="full")[0])
    assert "SAFEBEHINDTHISLINE" in told and "FRONT" in told
    assert "WIDEMISS" not in told


@pytest.mark.parametrize("name", ["Grenade burst", "Claymore", "Flamethrower", "Penlight"])
def test_film_has_thin_lines_and_no_fills(made: Any, name: str) -> None:
    (film,), (mirror,) = made(name, form="full", film="film"), made(name, form="full", film="mirror")
    for item, matrix in walk(film.front.items):
        assert not isinstance(item, Rect)
        if isinstance(item, Path):
            assert item.fill is None and item.stroke is not None
            assert item.stroke.width * abs(matrix[0] or matrix[1]) <= mm(0.75)
    (flipped,) = mirror.front.items
    assert isinstance(flipped, Place) and flipped.matrix[0] == -1.0
    assert flipped.group.items == film.front.items
    assert film.cut == mirror.cut


def test_ink_saving_templates_lay_down_little(made: Any) -> None:
    (piece,) = made("Grenade burst", look="saver")
    fills = {item.fill for item, _ in walk(piece.front.items) if isinstance(item, Path) and item.fill}
    assert not fills & {"#E8642A", "#F7B733", "#FFF3CF", "#F3A878", "#F2B01E"}


def test_effects_agree_with_the_damage_tables() -> None:
    game, _ = load(KIT)
    assert game is not None
    tables = game.products["referee-screen"].loaded.tables
    die = Die("d100", 100)
    rows = {row.cells["weapon"].text: row for row in tables["weapon-damage"].rows}
    named = {"HE": "HE burst", "FIRE": "Incendiary burst", "FLAME": "Flamethrower"}
    found = 0
    for record in game.products["templates"].records:
        for label, ranges in record.values["effects"].items():
            if label in named:
                spans = {outcome: parse_die_range(dice, die, record.where) for outcome, dice in ranges.items()}
                for span in rows[named[label]].spans.values():
                    assert (spans[span.name].low, spans[span.name].high) == (span.low, span.high)
                    found += 1
    assert found == 20


def test_the_rose_agrees_with_the_deviation_table() -> None:
    game, _ = load(KIT)
    assert game is not None
    tables = game.products["referee-screen"].loaded.tables
    rolled = [row for row in tables["deviation"].rows if ROLL in row.spans]
    told = {row.spans[ROLL].low: row.cells["word"].text.upper() for row in rolled}
    rose = {int(code): row["word"] for code, row in game.tables["deviation"].rows.items()}
    assert {roll: rose[roll] for roll in range(2, 6)} == {roll: told[roll] for roll in range(2, 6)}
    # After a miss the die cannot say that it has hit.
    again = next(row for row in rolled if row.spans[ROLL].low == 1)
    assert rose[1] == "ROLL AGAIN" and "roll again" in again.cells["effect"].text


GAME = """\
title: Areas
version: "1.0"
records:
  area:
    shape: text
    diameter_in: {kind: number, optional: true}
    length_in: {kind: number, optional: true}
    width_in: {kind: number, optional: true}
    effects: {kind: map, optional: true}
    kind: {kind: text, optional: true}
    notes: {kind: list, of: text, optional: true}
products:
  areas:
    kind: area-template
    title: Areas
    list: areas.yaml
    record: area
    options:
      %s
      fields: {diameter: diameter_in, length: length_in, width: width_in, effects: effects, notes: notes%s}
"""


@pytest.fixture
def kit(tmp_path: Any):
    """Checks a kit of areas and tells where what was found."""

    def found(records: str, options: str = "scale: full", more: str = "") -> list[Finding]:
        (tmp_path / "game.yaml").write_text(GAME % (options, more))
        (tmp_path / "areas.yaml").write_text(records)
        from printgen.build.settings import Settings

        return check([str(tmp_path)], Settings())

    return found


@pytest.mark.parametrize(
    ("record", "line", "said"),
    [
        ("- name: A\n  shape: circle\n  diameter_in: -15\n", 3, "diameter_in is -15"),
        ("- name: A\n  shape: triangle\n  width_in: 20\n", 2, "a triangle needs length_in"),
        ("- name: A\n  shape: triangle\n  length_in: 20\n  width_in: 0\n", 4, "width_in is 0"),
        ("- name: A\n  shape: circel\n  diameter_in: 15\n", 2, '"circel" is not a shape'),
        ("- name: A\n  shape: circle\n", 2, "a circle needs diameter_in"),
        ("- name: A\n  shape: circle\n  diameter_in: 5000\n", 3, "up to 1200"),
        ("- name: A\n  shape: circle\n  diameter_in: 5\n  width_in: 5\n", 4, "a circle has no width_in"),
        ("- name: A\n  shape: circle\n  diameter_in: 5\n  effects:\n    HE: {a: 01-10, b: 10-20}\n", 5, "shares 10"),
        ("- name: A\n  shape: circle\n  diameter_in: 5\n  effects:\n    HE: {a: 01-101}\n", 5, "is no range of a d100"),
        ("- name: A\n  shape: circle\n  diameter_in: 5\n  effects:\n    HE: {a: 01-10, b: 12-20}\n", 5, "leaves out 11"),  # noqa: E501
        ("- name: A\n  shape: circle\n  diameter_in: 5\n  effects:\n    HE: {a: some}\n", 5, "no range"),
        ("- name: 炎\n  shape: circle\n  diameter_in: 5\n", 1, "lacks '炎'"),
    ],
)  # fmt: skip
def test_bad_areas_are_found_at_their_lines(kit: Any, record: str, line: int, said: str) -> None:
    (finding,) = kit("- {name: Good, shape: circle, diameter_in: 3}\n" + record)
    assert said in finding.message and finding.hint
    assert finding.where.line == line + 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ('scale: "2:18"', "'2:18' is not a scale"),
        ("form: whole", 'form has the unknown value "whole"'),
        ("film: blue", 'film has the unknown value "blue"'),
        ("colour: blue", 'unknown key "colour"'),
        ("misses: rose", 'there is no table "rose"'),
    ],
)
def test_bad_options_are_found_at_their_lines(kit: Any, options: str, said: str) -> None:
    (finding,) = kit("- {name: Good, shape: circle, diameter_in: 3}\n", options)
    assert said in finding.message and finding.hint
    assert finding.where.line == GAME.splitlines().index("      %s") + 1


def test_what_a_field_means_must_be_known_and_the_field_be_there(kit: Any) -> None:
    for more, said in (("users: makers", 'the records have no field "makers"'), ("size: big", 'unknown key "size"')):
        (finding,) = kit("- {name: Good, shape: circle, diameter_in: 3}\n", more=f", {more}")
        assert said in finding.message and finding.hint
        assert finding.where.line == GAME.splitlines().index("      %s") + 2


def test_a_kind_of_area_must_be_known_and_have_the_shape(kit: Any) -> None:
    for kind, said in (("brust", "there is no face 'area-brust'"), ("flame", "the face area-flame draws no circle")):
        (finding,) = kit(f"- {{name: A, shape: circle, diameter_in: 3, kind: {kind}}}\n", more=", kind: kind")
        assert finding.message == said and finding.hint and finding.where.column > 40


def test_every_shape_has_a_usual_kind(kit: Any) -> None:
    shapes = ("circle, diameter_in: 3", "half-circle, diameter_in: 3", "triangle, length_in: 9, width_in: 4")
    records = (
        f"- {{name: A{n}, shape: {shape}}}\n"
        for n, shape in enumerate((*shapes, "rectangle, length_in: 9, width_in: 3"))
    )
    assert not kit("".join(records))


def test_a_strip_too_long_for_a_page_is_an_error_that_names_the_area(kit: Any) -> None:
    (finding,) = kit("- {name: Huge, shape: circle, diameter_in: 100}\n", "form: gauge")
    assert finding.code == "does-not-fit" and "50 in" in finding.message and finding.where.line == 1


def test_what_a_scale_makes_too_large_or_too_small_is_an_error_of_that_area(kit: Any) -> None:
    records = "- {name: Good, shape: circle, diameter_in: %s}\n- {name: Bad, shape: circle, diameter_in: %s}\n"
    for options, good, bad, said in (
        ('scale: "1:1"', 6, 250, "Bad would be 1500 in long"),
        ("form: gauge\n      scale: 1in", 30, 3, "no strip on one page has a radius of 0.125 in"),
    ):
        (finding,) = kit(records % (good, bad), options)
        assert said in finding.message and finding.hint and (finding.code, finding.where.line) == ("does-not-fit", 2)


@pytest.mark.slow
def test_a_whole_circle_of_thirty_inches_takes_twelve_sheets_at_most(kit: Any, tmp_path: Any) -> None:
    assert kit("- {name: Round, shape: circle, diameter_in: 30}\n") in ([], ())
    game, _ = load(tmp_path)
    assert game is not None
    which, library = game.products["areas"], library_for(game)
    (piece,) = compose_area_templates(Order(game, which, which.records, library, Renderer(library))).pieces
    assert len(sheets([piece])) <= 12 and len(sheets([piece], "a4")) <= 12


def test_no_letter_on_film_stands_at_just_45_degrees(made: Any) -> None:
    """A common viewer draws mirrored letters at that angle upright and far too large."""
    for scale in ("full", "1:18"):
        for piece in made("Grenade burst", "Artillery burst", "Claymore", form="full", film="mirror", scale=scale):
            for item, matrix in walk(piece.front.items):
                if isinstance(item, Text):
                    turn = math.degrees(math.atan2(matrix[1], matrix[0])) % 90
                    assert abs(turn - 45) > 2.5
