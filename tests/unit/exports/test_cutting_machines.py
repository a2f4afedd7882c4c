"""Sheets for cutting machines: what is printed and what is cut lie where they should, measured in the files."""

from __future__ import annotations

import io
import math
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pdfplumber
import pytest
from cut_files import Line, dxf_lines, dxf_pairs, layers, svg_lines
from exported import preview_findings
from PIL import Image
from placed import pages, pictures
from places import SAMPLES

from printgen.base.errors import Exit, Finding, PrintgenError, UsageError
from printgen.base.units import mm, to_mm
from printgen.drawing.model import Drawing, Place, Rect
from printgen.drawing.outlines import bounds, circle, polygon
from printgen.drawing.pieces import Piece
from printgen.exports import ExportResult, export
from printgen.exports.bundle import Component, ExportRequest
from printgen.exports.cut import OPTIONS
from printgen.exports.cut_files import dxf_of, svg_of
from printgen.exports.cut_pages import PagePainter, words_for
from printgen.exports.cut_sheets import CutSheet, Machine, lengthen_marks, pack_sheets
from printgen.faces.library import default_library
from printgen.sheets.sheet import load_cutting
from printgen.writers.page import Page
from printgen.writers.pdf import write_pdf

NEAR = 0.05


WHOLE = ExportRequest()


def cut(target: str, out: Path | str, request: ExportRequest = WHOLE, options: Mapping[str, Any] = {}) -> ExportResult:
    """A sample, or a product of one, for Silhouette or the machine that is asked for."""
    return export("cut", str(SAMPLES / target), out, request, {"machine": "silhouette"} | dict(options))


def look(target: str, options: Mapping[str, Any] = {}) -> tuple[Finding, ...]:
    return preview_findings("cut", str(SAMPLES / target), options={"machine": "silhouette"} | dict(options))


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


def printed(sheet: CutSheet) -> Page:
    words = words_for(sheet, load_cutting(default_library()).words, "A game", "Its cards")
    return Page(PagePainter(mm(2)).front(sheet, words))


def files(done: ExportResult, suffix: str) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in done.files if path.suffix == suffix}


def boxes(lines: list[Line]) -> list[tuple[float, ...]]:
    return [line.box for line in lines]


def close(one: Any, other: Any, near: float = NEAR) -> bool:
    return all(abs(a - b) <= near for a, b in zip(one, other, strict=True))


def sheet_of(*components: Component, **asked: Any) -> CutSheet:
    """The only sheet of some components."""
    ((sheet,),), large = pack_sheets(components, machine(**asked).areas())
    assert not large
    return sheet


@pytest.mark.parametrize(("asked", "inset", "count", "longest"), [
    ({}, 10.0, 3, 20.0), ({"paper": "a4"}, 10.0, 3, 20.0), ({"feeder": True}, 15.9, 3, 20.0),
    ({"four": True}, 10.0, 4, 20.0),
])  # fmt: skip
def test_marks_are_where_the_machine_looks_for_them(
    asked: dict[str, Any], inset: float, count: int, longest: float
) -> None:  # fmt: skip
    (batch,), _ = pack_sheets([component(60, 90, 4)], machine(**asked).areas())
    (sheet,) = lengthen_marks(batch, load_cutting(default_library()).silhouette.marks)
    (page,) = pdfplumber.open(io.BytesIO(write_pdf([printed(sheet)]))).pages
    width, height = to_mm(float(page.width)), to_mm(float(page.height))
    marks = [o for o in (*page.curves, *page.rects) if o["non_stroking_color"] in ((0,), (0, 0, 0), 0)]
    found = sorted([to_mm(o[key]) for key in ("x0", "top", "x1", "bottom")] for o in marks)
    assert sheet.layout.marks
    low, tip = inset - 0.5, inset + to_mm(sheet.layout.marks.length)
    first = [low, low, inset + 5.5, inset + 5.5] if count == 3 else [low, low, tip, tip]
    rest = [[width - tip, low, width - low, tip], [low, height - tip, tip, height - low],
            [width - tip, height - tip, width - low, height - low]]  # fmt: skip
    assert all(close(a, b, 0.1) for a, b in zip(found, sorted([first, *rest[: count - 1]]), strict=True))
    assert 5 < to_mm(sheet.layout.marks.length) <= longest
    # No word stands on a mark, and what is cut keeps 2 mm from them.
    zone = inset + max(tip - inset, 5.5)
    for char in page.chars:
        x0, x1, top, bottom = (to_mm(char[key]) for key in ("x0", "x1", "top", "bottom"))
        assert (x0 > zone and x1 < width - zone) or (top > zone and bottom < height - zone), char["text"]
    assert f"inset {inset:g} mm" in page.extract_text() or not any(char["upright"] for char in page.chars)
    left, top = to_mm(sheet.box.x), to_mm(sheet.box.y)
    assert left >= zone or top >= zone
    assert close((2 * left + to_mm(sheet.box.w), 2 * top + to_mm(sheet.box.h)), (width, height))


def test_a_poker_sheet_is_cut_where_it_is_printed() -> None:
    sheet = sheet_of(component(63.5, 88.9, 4), corner="3mm")
    (page,) = pdfplumber.open(io.BytesIO(write_pdf([printed(sheet)]))).pages
    blue = [o for o in page.rects if o["non_stroking_color"] not in ((0,), (0, 0, 0), 0)]
    shown = [tuple(to_mm(o[key]) for key in ("x0", "top", "x1", "bottom")) for o in blue]
    lines = [line for line in svg_lines(svg_of(sheet, "Poker", True)) if line.layer == "Cut"]
    assert len(lines) == 4 and all(close(a, b) for a, b in zip(sorted(shown), sorted(boxes(lines)), strict=True))
    lefts = sorted({round(line.box[0], 2) for line in lines})
    assert math.isclose(lefts[1] - lefts[0], 63.5 + 1.25, abs_tol=0.01)
    for line in lines:
        left, top, _, _ = line.box
        # Where the edges would meet, a corner of 3 mm keeps 1.24 mm from that point.
        assert line.closed and min(math.dist(point, (left, top)) for point in line.points) == pytest.approx(
            1.243, abs=0.02
        )


def same(one: Line, other: Line) -> bool:
    """Whether two lines go the same way, to two hundredths of a millimetre."""
    near = all(min(math.dist(point, place) for place in one.points) < 0.6 for point in other.points)
    return one.closed == other.closed and one.layer.upper() == other.layer and near and close(one.box, other.box, 0.02)


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
    (sheets,), large = pack_sheets(components, laser.areas())
    assert not large and len(sheets) == 1
    svg, data = svg_lines(svg_of(sheets[0], "All", True)), dxf_of(sheets[0])
    dxf = dxf_lines(data, to_mm(sheets[0].layout.page[1]))
    cut = [line for line in svg if line.layer != "Regmarks"]
    assert len(cut) == 3 + 2 + 4 + 1 + 2 + 1
    ours = [line for line in dxf if line.layer != "REGMARKS"]
    assert all(any(same(a, b) for b in ours) for a in cut) and len(ours) == len(cut)
    # Four crosses of two arms each, which are no cuts.
    assert sum(line.layer == "REGMARKS" for line in dxf) == 8 == sum(line.layer == "Regmarks" for line in svg)
    order = [line.layer for line in ours]
    assert order == sorted(order, key=["SCORE", "CUT"].index)
    (fold,) = (line for line in ours if line.layer == "SCORE")
    assert not fold.closed and math.isclose(math.dist(*fold.points), 60, abs_tol=0.01)
    header = dxf_pairs(data)
    assert header[2:4] == [(9, "$ACADVER"), (1, "AC1009")]
    far = header.index((9, "$EXTMAX"))
    assert [float(value) for _, value in header[far + 1 : far + 3]] == pytest.approx([210, 297], abs=0.01)


def test_a_hole_is_cut_before_what_is_around_it() -> None:
    outline = (
        *(("M", 0.0, 0.0), ("L", mm(40), 0.0), ("L", mm(40), mm(30)), ("L", 0.0, mm(30)), ("Z",)),
        *circle(mm(15), mm(15), mm(6)),
    )
    ((sheet,),), _ = pack_sheets([component(40, 30, cut=outline)], machine(machine="laser").areas())
    hole, rim = svg_lines(svg_of(sheet, "Hole", False))
    left, top, right, bottom = hole.box
    middle = (left + right) / 2, (top + bottom) / 2
    assert all(abs(math.dist(point, middle) - 6) < 0.02 for point in hole.points) and len({*rim.points}) == 4


def test_folds_lie_where_the_net_has_them() -> None:
    outline = (("M", mm(5), mm(6)), ("L", mm(45), mm(6)), ("L", mm(45), mm(36)), ("L", mm(5), mm(36)), ("Z",))
    sheet = sheet_of(component(50, 40, cut=outline, folds=(((mm(5), mm(16)), (mm(45), mm(16))),)), machine="laser")
    cut, score = svg_lines(svg_of(sheet, "Net", False))
    left, top, right, _ = cut.box
    assert score.layer == "Score" and close(score.box, (left, top + 10, right, top + 10))


@pytest.mark.slow
def test_ezdxf_finds_nothing_wrong() -> None:
    ezdxf = pytest.importorskip("ezdxf")
    components = [
        disc(25, 3),
        component(44, 67, 2, corner=mm(2)),
        component(60, 40, folds=(((0.0, 9.0), (mm(60), 9.0)),)),
    ]
    ((sheet,),), _ = pack_sheets(components, machine(machine="laser").areas())
    document = ezdxf.read(io.StringIO(dxf_of(sheet).decode("ascii").replace("\r\n", "\n")))
    audit = document.audit()
    assert not audit.errors and not audit.fixes and document.dxfversion == "AC1009"
    lines = list(document.modelspace().query("POLYLINE"))
    assert {line.dxf.layer for line in lines} == {"CUT", "SCORE", "REGMARKS"}
    rounds = [line for line in lines if line.is_closed and len(line.vertices) > 12]
    assert len(rounds) == 3 + 2


def test_a_deck_is_cut_where_it_is_printed(tmp_path: Path) -> None:
    done = cut("spell-deck/spells", tmp_path)
    stem = "spells-printgen-letter-portrait-inset10-length7.8-thickness1"
    assert sorted({path.suffix for path in done.files}) == [".dxf", ".pdf", ".svg"]
    assert done.folder == tmp_path / "spell-deck" / "cut-silhouette-spells"
    svgs, (pdf,) = files(done, ".svg"), files(done, ".pdf").values()
    drawn = pages(pdf)
    assert len(drawn) == 8 and {tuple(round(side, 1) for side in size) for size, _ in drawn} == {(215.9, 279.4)}
    for number, which in ((0, "1-to-3"), (6, "4")):
        lines = [line for line in svg_lines(svgs[f"{stem}-sheet-{which}.svg"]) if line.layer == "Cut"]
        size, shapes = drawn[number]
        fronts = [shape.outline for shape in pictures(shapes, size)]
        grown = [
            (min(x) + 0.625, min(y) + 0.625, max(x) - 0.625, max(y) - 0.625)
            for x, y in (zip(*outline, strict=True) for outline in fronts)
        ]
        assert all(close(a, b) for a, b in zip(sorted(grown), sorted(boxes(lines)), strict=True))
        # Turned over the long edge of an upright page, a back lies as far right of the middle as its front is left.
        backs = [shape.outline for shape in pictures(drawn[number + 1][1], size)]
        seen = sorted((size[0] - max(x), min(y)) for x, y in (zip(*outline, strict=True) for outline in backs))
        assert all(
            close(a, b) for a, b in zip(seen, sorted((a - 0.625, b - 0.625) for a, b, *_ in boxes(lines)), strict=True)
        )
    assert layers(next(iter(svgs.values()))) == [(name, "layer") for name in ("Regmarks", "Cut", "Kiss", "Score")]
    assert b"/DuplexFlipLongEdge" in pdf
    again = cut("spell-deck/spells", tmp_path / "again")
    assert [path.read_bytes() for path in again.files] == [path.read_bytes() for path in done.files]


def test_what_is_on_labels_is_cut_in_a_kiss_and_nets_are_scored(tmp_path: Path) -> None:
    done = cut("spell-deck/box", tmp_path, options={"kiss": "box"})
    (svg,), (dxf,) = files(done, ".svg").values(), files(done, ".dxf").values()
    lines = svg_lines(svg)
    kinds = [line.layer for line in lines if line.layer != "Regmarks"]
    assert kinds.count("Kiss") == 1 and "Cut" not in kinds and kinds.count("Score") > 8
    assert {line.layer for line in dxf_lines(dxf, 279.4)} == {"KISS", "SCORE"}
    plain = cut("spell-deck/box", tmp_path)
    assert {line.layer for line in svg_lines(*files(plain, ".svg").values())} == {"Cut", "Score"}


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
    assert any("one side" in line for line in done.notes)


def test_scanncut_has_no_marks_among_its_cuts_and_a_paper_may_be_a_size(tmp_path: Path) -> None:
    options = {"machine": "scanncut", "paper": "8.5x11in"}
    (svg,) = files(cut("pirate-seas/ships", tmp_path, options=options), ".svg").items()
    assert svg[0].startswith("ships-printgen-8-5x11in-portrait-sheet-1")
    assert {line.layer for line in svg_lines(svg[1])} == {"Cut"} and b"polygon" not in svg[1]


def test_corners_are_rounded_as_they_are_asked_for(tmp_path: Path) -> None:
    few = ExportRequest(only=("Slow Fuse",))
    asked = {"corner": "4mm"}
    done = cut("spell-deck/spells", tmp_path, few, {"machine": "laser", **asked})
    (line,) = (line for line in svg_lines(*files(done, ".svg").values()) if line.layer == "Cut")
    assert min(math.dist(point, line.box[:2]) for point in line.points) == pytest.approx(4 * (2**0.5 - 1), abs=0.02)
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


@pytest.mark.parametrize(
    ("asked", "message", "hint"),
    [
        ({"machine": ""}, "there are several cutting machines", "silhouette, cricut, scanncut, laser"),
        ({"machine": "silouette"}, "machine: there is no 'silouette'", "silhouette"),
        ({"paper": "leter"}, "'leter' is not a paper", "letter"),
        ({"gap": "wide"}, "gap: 'wide' is not a length", "2mm"),
        ({"corner": "-1mm"}, "corner: it must be from 0 to 20 mm", "2mm"),
        ({"gap": "90mm"}, "gap: it must be from 0 to 50 mm", "2mm"),
        ({"kiss": "shipz"}, "kiss: there is no product 'shipz'", "ships"),
        ({"machine": "cricut", "paper": "a3"}, "there is no area of a3 for cricut", "a4"),
        ({"machine": "laser", "feeder": True}, "--feeder is for silhouette, not for laser", "--feeder"),
        ({"older": True}, "--older is for cricut, not for silhouette", "--older"),
    ],
)  # fmt: skip
def test_what_cannot_be_asked_for_is_told_with_what_is_near(asked: dict[str, Any], message: str, hint: str) -> None:
    with pytest.raises(UsageError) as caught:
        look("pirate-seas/ships", options=asked)
    (finding,) = caught.value.findings
    assert message in finding.message and hint in finding.hint


def test_hexes_of_a_honeycomb_bleed_no_further_than_half_the_gap() -> None:
    side = mm(20) / math.sqrt(3)
    corners = ((0.5, 0), (1.5, 0), (2, 0.5), (1.5, 1), (0.5, 1), (0, 0.5))
    hexagon = polygon([(x * side, y * mm(20)) for x, y in corners])
    ((sheet, *_), *_), _ = pack_sheets(
        [component(2 * to_mm(side), 20, 3, hexagon, layout="honeycomb", bleed=mm(3))], machine(gap="2mm").areas()
    )
    places = [item for item in PagePainter(mm(2)).front(sheet, ()).items if isinstance(item, Place)]
    boxes = [bounds(item.group.clip) for item in places if item.group.clip]
    # The edges of each hexagon are a millimetre further out.
    assert [to_mm(box.h) for box in boxes] == pytest.approx([22.0] * 3)
    assert [box.y for box in boxes] == pytest.approx([0.0] * 3, abs=1e-6)


def test_pieces_of_one_face_are_drawn_anew_for_another_size_and_another_gap() -> None:
    face = Drawing(mm(60), mm(60), (Rect(0, 0, mm(60), mm(60), "#3060A0"),))
    pieces = [
        Component(n, name, Piece(name, face, face, cut=circle(mm(30), mm(30), mm(size / 2)), bleed=mm(3)), None,
                  SimpleNamespace())
        for n, (name, size) in enumerate({"wide": 40, "small": 20}.items())
    ]  # fmt: skip
    painter, sizes = PagePainter(mm(2)), []
    for gap in ("2mm", "4mm"):
        sheet = sheet_of(*pieces, gap=gap)
        places = [item for item in painter.front(sheet, ()).items if isinstance(item, Place)]
        sizes.append(sorted(round(to_mm(bounds(item.group.clip).w)) for item in places if item.group.clip))
    assert sizes == [[22, 42], [24, 44]]
