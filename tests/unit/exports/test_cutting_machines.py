"""Sheets for cutting machines: what is printed and what is cut lie where they should, measured in the files."""

from __future__ import annotations

import base64
import io
import math
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pdfplumber
import pytest
from cut_files import SVG, Line, dxf_lines, dxf_pairs, layers, svg_lines
from PIL import Image
from placed import pages, pictures
from places import SAMPLES

from printgen.base.errors import Exit, Finding, PrintgenError, UsageError
from printgen.base.units import mm, to_mm
from printgen.drawing.model import Drawing, Rect
from printgen.drawing.outlines import circle
from printgen.drawing.pieces import Piece
from printgen.exports import ExportResult, export, look_over
from printgen.exports.bundle import Component, ExportRequest
from printgen.exports.cut import OPTIONS
from printgen.exports.cutting.files import PagePainter, dxf_of, svg_of, words_for
from printgen.exports.cutting.machines import Machine
from printgen.exports.cutting.sheets import CutSheet, fits, in_layout, pack_sheets
from printgen.faces.library import default_library
from printgen.sheets.cut_plan import NamedLayout, layouts_by_name, load_cutting
from printgen.writers.page import Page
from printgen.writers.pdf import write_pdf

WANTS = load_cutting(default_library()).silhouette
LAYOUTS = layouts_by_name(WANTS)
NEAR = 0.05


WHOLE = ExportRequest()


def cut(target: str, out: Path | str, request: ExportRequest = WHOLE, options: Mapping[str, Any] = {}) -> ExportResult:
    """A sample, or a product of one, for Silhouette or the machine that is asked for."""
    return export("cut", str(SAMPLES / target), out, request, {"machine": "silhouette"} | dict(options))


def look(target: str, options: Mapping[str, Any] = {}) -> tuple[Finding, ...]:
    return look_over("cut", str(SAMPLES / target), options={"machine": "silhouette"} | dict(options))


def machine(**asked: Any) -> Machine:
    return Machine.of(
        {option.name: option.default for option in OPTIONS} | {"machine": "silhouette"} | asked, default_library()
    )


def component(width: float, height: float, copies: int = 1, cut: Any = None, **keys: Any) -> Component:
    """A piece in one colour, as large as its cut."""
    w, h = mm(width), mm(height)
    face = Drawing(w, h, (Rect(0, 0, w, h, "#3060A0"),))
    return Component(1, "one", Piece("One", face, face, copies, cut=cut, **keys), None, SimpleNamespace())


def disc(width: float, copies: int = 1) -> Component:
    return component(width, width, copies, circle(mm(width / 2), mm(width / 2), mm(width / 2)))


def full(named: NamedLayout) -> CutSheet:
    """A sheet of a named layout with a piece in every cell."""
    width, height = map(to_mm, named.card.size)
    count = named.rows.rows * named.rows.columns
    one = disc(width, count) if named.card.round else component(width, height, count)
    assert fits(one, named)
    (sheet,) = in_layout([one], named, machine().way(named))
    return sheet


def printed(sheet: CutSheet) -> Page:
    words = words_for(sheet, load_cutting(default_library()).words, "A game", "Its cards")
    return Page(PagePainter(mm(2)).front(sheet, words))


def files(done: ExportResult, suffix: str) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in done.files if path.suffix == suffix}


def boxes(lines: list[Line]) -> list[tuple[float, ...]]:
    return [line.box for line in lines]


def close(one: Any, other: Any, near: float = NEAR) -> bool:
    return all(abs(a - b) <= near for a, b in zip(one, other, strict=True))


@pytest.mark.some(6)
@pytest.mark.parametrize("part", range(6))
def test_marks_of_every_named_layout_are_those_of_the_specification(part: int) -> None:
    assert len(LAYOUTS) == 234 and {one.paper for one in LAYOUTS.values()} == set(WANTS.layouts)
    names = list(LAYOUTS)[part::6]
    pdf = pdfplumber.open(io.BytesIO(write_pdf([printed(full(LAYOUTS[name])) for name in names])))
    for name, page in zip(names, pdf.pages, strict=True):
        named = LAYOUTS[name]
        width, height = to_mm(float(page.width)), to_mm(float(page.height))
        assert (width > height) == (named.rows.page == "landscape"), name
        marks = [o for o in (*page.curves, *page.rects) if o["non_stroking_color"] in ((0,), (0, 0, 0), 0)]
        found = sorted([to_mm(o[key]) for key in ("x0", "top", "x1", "bottom")] for o in marks)
        inset = 3.5 if named.borderless else 10.0
        low, tip = inset - 0.5, min(20.0, to_mm(named.rows.length)) + inset
        square = [low, low, inset + 5.5, inset + 5.5]
        right = [width - tip, low, width - low, tip]
        left = [low, height - tip, tip, height - low]
        assert all(close(a, b, 0.1) for a, b in zip(found, sorted([square, left, right]), strict=True)), (name, found)
        zone = inset + max(tip - inset, 5.5)
        for char in page.chars:
            x0, x1, top, bottom = (to_mm(char[key]) for key in ("x0", "x1", "top", "bottom"))
            beside = x0 > zone and x1 < width - zone
            assert beside or (top > zone and bottom < height - zone), (name, char["text"])
        assert f"inset {inset:g} mm" in page.extract_text() or not any(c["upright"] for c in page.chars), name


def test_cards_of_named_layouts_are_in_the_middle_and_clear_of_each_other() -> None:
    for name, named in LAYOUTS.items():
        sheet = full(named)
        box, page = sheet.box, sheet.way.page
        assert math.isclose(box.x + box.w / 2, page[0] / 2) and math.isclose(box.y + box.h / 2, page[1] / 2), name
        across, down = (
            (to_mm(sheet.laid[n].cell[n == named.rows.columns]) for n in (1, named.rows.columns) if n < len(sheet.laid))
            if named.rows.rows > 1 < named.rows.columns
            else (0.0, 0.0)
        )
        if across:
            wide, high = map(to_mm, named.card.size)
            assert math.isclose(across - to_mm(box.x), wide + 1.25) and math.isclose(down - to_mm(box.y), high + 1.25)
        assert min(box.x, box.y) > 0, name


def test_a_poker_sheet_is_cut_where_it_is_printed() -> None:
    sheet = full(LAYOUTS["letter-poker-v4"])
    (page,) = pdfplumber.open(io.BytesIO(write_pdf([printed(sheet)]))).pages
    blue = [o for o in page.rects if o["non_stroking_color"] not in ((0,), (0, 0, 0), 0)]
    shown = [tuple(to_mm(o[key]) for key in ("x0", "top", "x1", "bottom")) for o in blue]
    data = svg_of(sheet, "Poker", True)
    lines = [line for line in svg_lines(data) if line.layer == "Cut"]
    assert len(lines) == 8 and all(close(a, b) for a, b in zip(sorted(shown), sorted(boxes(lines)), strict=True))
    # Eight cards 1.25 mm apart in the middle of 279.4 x 215.9 mm.
    assert close(lines[0].box, (10.825, 18.425, 74.325, 107.325), 0.001)
    assert close(lines[7].box, (205.075, 108.575, 268.575, 197.475), 0.001)
    for line in lines:
        arcs = [step for step in line.steps if step.radius]
        assert line.closed and len(arcs) == 4 and all(abs(arc.radius - 3) < 0.001 and arc.clockwise for arc in arcs)
        left, top, right, bottom = line.box
        middles = {(left + 3, top + 3), (right - 3, top + 3), (right - 3, bottom - 3), (left + 3, bottom - 3)}
        assert all(min(math.dist(arc.middle, spot) for spot in middles) < 0.001 for arc in arcs)


def same(one: Line, other: Line) -> bool:
    """Whether two lines go the same way, to a hundredth of a millimetre."""
    pairs = zip(one.steps, other.steps, strict=True)
    return (
        one.closed == other.closed
        and one.layer.upper() == other.layer
        and all(
            close((*a.start, *a.end, a.radius, *a.middle), (*b.start, *b.end, b.radius, *b.middle), 0.01)
            and a.clockwise == b.clockwise
            for a, b in pairs
        )
    )


def tip(x: float, y: float) -> tuple[Any, ...]:
    return (
        ("M", mm(x), mm(y)),
        ("L", mm(x + 40), mm(y)),
        ("C", mm(x + 50), mm(y + 20), mm(x), mm(y + 20), mm(x + 10), mm(y + 30)),
        ("Z",),
    )


def test_dxf_and_svg_cut_the_same_lines() -> None:
    hexagon = (
        ("M", mm(10), 0.0),
        ("L", mm(30), 0.0),
        ("L", mm(40), mm(17.3)),
        ("L", mm(30), mm(34.6)),
        ("L", mm(10), mm(34.6)),
        ("L", 0.0, mm(17.3)),
        ("Z",),
    )
    window = (*tip(0, 0), *circle(mm(15), mm(5), mm(3)))
    folded = component(60, 40, cut=None, folds=(((0.0, mm(20)), (mm(60), mm(20))),))
    components = [
        disc(25, 3),
        component(44, 67, 2, corner=mm(2)),
        component(40, 34.6, 4, hexagon, layout="honeycomb"),
        folded,
        component(45, 30, 1, window),
    ]
    laser = machine(machine="laser", paper="a4")
    (sheets,), large = pack_sheets(components, [*laser.rooms()])
    assert not large and len(sheets) == 1
    svg, data = svg_lines(svg_of(sheets[0], "All", True)), dxf_of(sheets[0])
    dxf = dxf_lines(data, to_mm(sheets[0].way.page[1]))
    cut = [line for line in svg if line.layer not in ("Regmarks", "Print")]
    assert len(cut) == 3 + 2 + 4 + 1 + 2 + 1
    ours = [line for line in dxf if line.layer != "REGMARKS"]
    assert all(any(same(a, b) for b in ours) for a in cut) and len(ours) == len(cut)
    # Four crosses of two arms each, which are no cuts.
    assert sum(line.layer == "REGMARKS" for line in dxf) == 8 == sum(line.layer == "Regmarks" for line in svg)
    order = [line.layer for line in ours]
    assert order == sorted(order, key=["SCORE", "CUT"].index)
    (fold,) = (line for line in ours if line.layer == "SCORE")
    assert not fold.closed and math.isclose(math.dist(fold.steps[0].start, fold.steps[-1].end), 60, abs_tol=0.01)
    assert dxf_pairs(data)[2:4] == [(9, "$ACADVER"), (1, "AC1009")]


def test_a_hole_is_cut_before_what_is_around_it() -> None:
    outline = (
        *(("M", 0.0, 0.0), ("L", mm(40), 0.0), ("L", mm(40), mm(30)), ("L", 0.0, mm(30)), ("Z",)),
        *circle(mm(15), mm(15), mm(6)),
    )
    ((sheet,),), _ = pack_sheets([component(40, 30, cut=outline)], [*machine(machine="laser").rooms()])
    hole, rim = svg_lines(svg_of(sheet, "Hole", False))
    assert all(step.radius and abs(step.radius - 6) < 0.01 for step in hole.steps) and len(rim.steps) == 4


def test_ezdxf_finds_nothing_wrong() -> None:
    ezdxf = pytest.importorskip("ezdxf")
    components = [
        disc(25, 3),
        component(44, 67, 2, corner=mm(2)),
        component(60, 40, folds=(((0.0, 9.0), (mm(60), 9.0)),)),
    ]
    ((sheet,),), _ = pack_sheets(components, [*machine(machine="laser").rooms()])
    document = ezdxf.read(io.StringIO(dxf_of(sheet).decode("ascii").replace("\r\n", "\n")))
    audit = document.audit()
    assert not audit.errors and not audit.fixes and document.dxfversion == "AC1009"
    lines = list(document.modelspace().query("POLYLINE"))
    assert {line.dxf.layer for line in lines} == {"CUT", "SCORE", "REGMARKS"}
    bulges = [vertex.dxf.bulge for line in lines for vertex in line.vertices if vertex.dxf.bulge]
    assert len(bulges) == 3 * 4 + 2 * 4 and all(abs(bulge + 0.414214) < 1e-4 for bulge in bulges)


def test_a_deck_is_laid_as_its_template_wants_it(tmp_path: Path) -> None:
    done = cut("spell-deck/spells", tmp_path)
    stem = "spells-letter-standard-v6-inset10-length8.04-thickness1"
    assert [path.name for path in done.files] == [
        f"{stem}.pdf",
        *(f"{stem}-sheet-{which}.{form}" for which in ("1-to-3", "4") for form in ("svg", "dxf")),
    ]
    assert done.folder == tmp_path / "spell-deck" / "cut-silhouette-spells"
    svgs, (pdf,) = files(done, ".svg"), files(done, ".pdf").values()
    drawn = pages(pdf)
    assert len(drawn) == 8 and {tuple(round(side, 1) for side in size) for size, _ in drawn} == {(279.4, 215.9)}
    for number, which in ((0, "1-to-3"), (6, "4")):
        lines = [line for line in svg_lines(svgs[f"{stem}-sheet-{which}.svg"]) if line.layer == "Cut"]
        size, shapes = drawn[number]
        fronts = [shape.outline for shape in pictures(shapes, size)]
        grown = [
            (min(x) + 0.625, min(y) + 0.625, max(x) - 0.625, max(y) - 0.625)
            for x, y in (zip(*outline, strict=True) for outline in fronts)
        ]
        assert all(close(a, b) for a, b in zip(sorted(grown), sorted(boxes(lines)), strict=True))
        # Turned over the long edge of a landscape page, a back lies as far below the middle as its front is above.
        backs = [shape.outline for shape in pictures(drawn[number + 1][1], size)]
        seen = sorted((min(x), size[1] - max(y)) for x, y in (zip(*outline, strict=True) for outline in backs))
        assert all(
            close(a, b) for a, b in zip(seen, sorted((a - 0.625, b - 0.625) for a, b, *_ in boxes(lines)), strict=True)
        )
    assert layers(next(iter(svgs.values()))) == [
        (name, "layer") for name in ("Print", "Regmarks", "Cut", "Kiss", "Score")
    ]
    assert b"/DuplexFlipLongEdge" in pdf
    again = cut("spell-deck/spells", tmp_path / "again")
    assert [path.read_bytes() for path in again.files] == [path.read_bytes() for path in done.files]


def test_tokens_have_a_template_too_and_other_sizes_a_name_of_our_own(tmp_path: Path) -> None:
    done = cut("pirate-seas/ships", tmp_path)
    assert done.files[0].name.startswith("ships-letter-25mm_circle-v1-inset10-length10.92-")
    own = cut("pirate-seas/ships", tmp_path, options={"layout": "own"})
    assert own.files[0].name.startswith("ships-printgen-letter-portrait-inset10-")


def test_what_is_on_labels_is_cut_in_a_kiss_and_nets_are_scored(tmp_path: Path) -> None:
    done = cut("spell-deck/box", tmp_path, options={"kiss": "box"})
    (svg,), (dxf,) = files(done, ".svg").values(), files(done, ".dxf").values()
    lines = svg_lines(svg)
    kinds = [line.layer for line in lines if line.layer != "Regmarks"]
    assert kinds.count("Kiss") == 1 and "Cut" not in kinds and kinds.count("Score") > 8
    assert {line.layer for line in dxf_lines(dxf, 279.4)} == {"KISS", "SCORE"}
    plain = cut("spell-deck/box", tmp_path)
    assert {line.layer for line in svg_lines(*files(plain, ".svg").values())} == {"Cut", "Score"}


def test_a_feeder_has_marks_further_from_the_edge_and_a_cameo_5_alpha_a_fourth() -> None:
    for asked, inset, count in (({"feeder": True}, 15.9, 3), ({"four": True}, 10.0, 4)):
        at = machine(layout="own", **asked)
        ((sheet,),), _ = pack_sheets([component(60, 90, 4)], [*at.rooms()])
        (page,) = pdfplumber.open(io.BytesIO(write_pdf([Page(PagePainter(0).front(sheet, ()))]))).pages
        marks = [o for o in (*page.curves, *page.rects) if o["non_stroking_color"] in ((0,), (0, 0, 0), 0)]
        assert len(marks) == count
        assert math.isclose(to_mm(min(o["x0"] for o in marks)) + 0.5, inset, abs_tol=0.01)
    with pytest.raises(UsageError, match="too near to the edge for a feeder"):
        machine(layout="letter-poker-v4", feeder=True)


def test_a_borderless_sheet_tells_what_the_program_must_be_told() -> None:
    sheet = full(LAYOUTS["a4-poker-borderless-v2"])
    (page,) = pdfplumber.open(io.BytesIO(write_pdf([printed(sheet)]))).pages
    assert "inset 3.5 mm" in page.extract_text() and "paper 223 x 310 mm, inset 10 mm" in page.extract_text()


def test_cricut_gets_pictures_that_are_clear_between_cards(tmp_path: Path) -> None:
    few = ExportRequest(only=("Slow Fuse", "Pearl Ward", "Phoenix Bargain"))
    done = cut("spell-deck/spells", tmp_path, few, {"machine": "cricut"})
    found = files(done, ".png")
    sizes = {name: [float(side) for side in name.split("mm")[0].rsplit("-", 1)[1].split("x")] for name in found}
    assert [*sizes.values()] == [[129.0, 179.0]] * 2 and sum("-backs" in name for name in found) == 1
    for name, data in found.items():
        picture = Image.open(io.BytesIO(data))
        assert picture.size == tuple(round(side / 25.4 * 300) for side in sizes[name]) and picture.mode == "RGBA"
        assert tuple(map(round, picture.info["dpi"])) == (300, 300)
        # Two cards lie side by side, 3 mm apart; below the third one of the front, which is at its left, is none.
        shows = picture.getchannel("A")
        clear = [x for x in range(picture.width) if shows.getpixel((x, 500)) == 0]
        assert abs(len(clear) / 300 * 25.4 - 3) < 0.2 and abs(clear[0] / 300 * 25.4 - 63) < 0.2
        left, right = (shows.getpixel((at, picture.height - 500)) for at in (300, picture.width - 300))
        assert (left, right) == ((0, 255) if "-backs" in name else (255, 0))
    assert any("one side" in line for line in done.told)


def test_a_paper_by_its_size_has_the_layouts_of_its_name(tmp_path: Path) -> None:
    done = cut("pirate-seas/ships", tmp_path, options={"paper": "8.5x11in"})
    assert done.files[0].name.startswith("ships-letter-25mm_circle-v1-")


def test_the_printed_sheet_may_lie_below_the_cuts(tmp_path: Path) -> None:
    asked = {"machine": "scanncut", "picture": True}
    (svg,) = files(cut("pirate-seas/ships", tmp_path, options=asked), ".svg").values()
    top = ElementTree.fromstring(svg)
    (image,) = top.findall(f"{SVG}g[@id='Print']/{SVG}image")
    picture = Image.open(io.BytesIO(base64.b64decode(image.attrib["href"].partition(",")[2])))
    assert picture.size == (850, 1100) and (image.get("width"), image.get("height")) == ("215.9", "279.4")
    # A program for ScanNCut cuts all lines that it finds: there are no marks among them.
    assert not top.findall(f"{SVG}g[@id='Regmarks']/*")


def test_corners_are_rounded_as_they_are_asked_for(tmp_path: Path) -> None:
    few = ExportRequest(only=("Slow Fuse",))
    asked = {"corner": "4mm"}
    done = cut("spell-deck/spells", tmp_path, few, {"machine": "laser", **asked})
    (line,) = (line for line in svg_lines(*files(done, ".svg").values()) if line.layer == "Cut")
    assert [round(step.radius, 3) for step in line.steps if step.radius] == [4, 4, 4, 4]
    done = cut("spell-deck/spells", tmp_path, few, {"machine": "cricut", **asked})
    shows = Image.open(io.BytesIO(files(done, ".png")["spells-1-of-1-63x88mm.png"])).getchannel("A")
    # Of a corner of 4 mm, the arc is 1.17 mm from where the edges would meet, both ways.
    assert shows.getpixel((12, 12)) == 0 and shows.getpixel((16, 16)) == 255


def test_an_older_cricut_has_a_smaller_area(tmp_path: Path) -> None:
    asked = {"machine": "cricut", "older": True}
    done = cut("pirate-seas/ships", tmp_path, options=asked)
    (name,) = files(done, ".png")
    width, height = (float(side) for side in name.split("mm")[0].rsplit("-", 1)[1].split("x"))
    assert width <= 171.45 and height <= 234.95


def test_what_is_too_large_for_an_older_cricut_is_told_so() -> None:
    found = {finding.code: finding for finding in look("garden", {"machine": "cricut", "older": True})}
    assert "is too large for the older area for cricut" in found["too-large"].message


def test_what_is_too_large_or_read_is_told_and_left_out() -> None:
    found = {finding.code: finding for finding in reversed(look("garden"))}
    assert "Garden of board, 180 x 252 mm, is too large for letter for silhouette" in found["too-large"].message
    assert found["too-large"].hint.startswith("Choose a larger --paper") and found["not-cut"].severity == "info"
    with pytest.raises(PrintgenError) as caught:
        cut("garden/board", "nowhere")
    (finding,) = (one for one in caught.value.findings if one.severity == "error")
    assert finding.exit == Exit.DOES_NOT_FIT and finding.code == "does-not-fit"


def test_cards_of_another_size_than_the_layout_are_left_out() -> None:
    (finding, *_) = look("spell-deck/spells", {"layout": "letter-poker-v4"})
    assert "63 x 88 mm, are not of the size of the layout letter-poker-v4" in finding.message


@pytest.mark.parametrize(
    ("asked", "message", "hint"),
    [
        ({"layout": "letter-poker-v3"}, "there is no layout 'letter-poker-v3'", "letter-poker-v4"),
        ({"machine": ""}, "there are several cutting machines", "silhouette, cricut, scanncut, laser"),
        ({"machine": "silouette"}, "machine: there is no 'silouette'", "silhouette"),
        ({"paper": "leter"}, "'leter' is not a paper", "letter"),
        ({"gap": "wide"}, "gap: 'wide' is not a length", "2mm"),
        ({"corner": "-1mm"}, "corner: it must be from 0 to 20 mm", "2mm"),
        ({"gap": "90mm"}, "gap: it must be from 0 to 50 mm", "2mm"),
        ({"kiss": "shipz"}, "kiss: there is no product 'shipz'", "ships"),
        ({"machine": "laser", "layout": "letter-poker-v4"}, "for silhouette, not for laser", "--layout"),
        ({"machine": "cricut", "paper": "a3"}, "there is no area of a3 for cricut", "a4"),
        ({"machine": "laser", "borderless": True}, "--borderless is for silhouette, not for laser", "--borderless"),
        ({"older": True}, "--older is for cricut, not for silhouette", "--older"),
        ({"layout": "letter-poker-v4", "paper": "a4"}, "letter-poker-v4 is for letter, not for a4", "--paper"),
    ],
)  # fmt: skip
def test_what_cannot_be_asked_for_is_told_with_what_is_near(asked: dict[str, Any], message: str, hint: str) -> None:
    with pytest.raises(UsageError) as caught:
        look("pirate-seas/ships", options=asked)
    (finding,) = caught.value.findings
    assert message in finding.message and hint in finding.hint
