"""Counters in every shape: measured in the PDF, counted, and turned over."""

from __future__ import annotations

import json
import math
from collections import Counter
from itertools import pairwise

import pdfplumber
import pytest

from printgen.base.errors import merge_findings
from printgen.base.folders import kits_folder
from printgen.base.units import mm, to_mm
from printgen.build import stages as build
from printgen.build.jobs import load
from printgen.build.settings import Settings
from printgen.drawing.model import Path, Place
from printgen.drawing.outlines import bounds
from printgen.drawing.tints import contrast

GAME = """\
title: Tokens
version: "1.0"
tables:
  sides:
    file: sides.yaml
    fields:
      {{name: text, color: color, ground: color, pattern: text, patch: text, roundel: text,
        emblem: {{kind: text, optional: true}}}}
records:
  counter: {{side: {{kind: choice, from: sides}}, spare: {{kind: flag, optional: true}},
    team: {{kind: integer, min: 1, max: 99, optional: true}}}}
products:
  tokens:
    kind: counters
    title: Tokens
    list: counters.yaml
    record: counter
    front: {front}
    back: {back}
{settings}
"""
DOT = """\
size: [20, 20]
unit: mm
bleed: {bleed}
items:
  - rect: {{x: -4, y: -4, w: 28, h: 28, fill: "#DDDDDD"}}
  - text: {{x: 1, y: 17, w: 18, text: "{{{{ card.name }}}}", size: 8, align: center, color: "#000000"}}
"""


# Enough for two rows, with both sides in the second.
NINE = (*(f"Joe team {i}" for i in range(1, 9)), "Cobra team 1")


@pytest.fixture
def kit(tmp_path):
    """Makes a kit of counters; by default GO JOE's own list, faces and sides."""

    def make(settings="options: {shape: round, size: 25mm}", front="counter-team", back="counter-team-back", **more):
        joe, folder = kits_folder() / "go-joe", tmp_path / "tokens"
        (folder / "templates" / "faces").mkdir(parents=True, exist_ok=True)
        for name, kept in (("sides.yaml", "sides.yaml"), ("map-counters.yaml", "counters.yaml")):
            (folder / kept).write_text((joe / name).read_text())
        if "records" in more:
            (folder / "counters.yaml").write_text(more["records"])
        (folder / "templates" / "faces" / "dot.yaml").write_text(DOT.format(bleed=more.get("bleed", 2)))
        settings = "\n".join(f"    {line}" for line in settings.splitlines())
        game = GAME.format(front=front, back=back or '""', settings=settings)
        (folder / "game.yaml").write_text(game)
        return folder

    return make


def composed(folder, **settings):
    """The pieces and findings of a kit's only product."""
    (job,) = load([str(folder)])
    items, found = build.compose(job, Settings(**settings))
    return (items[0].pieces if items else ()), [*job.findings, *found]


def printed(folder, **settings):
    """The path of the PDF and the manifest's entry."""
    out = folder.parent / "out"
    build.build([str(folder)], Settings(out=out, **settings))
    entry = json.loads((out / "tokens" / "manifest.json").read_text())["products"][-1]
    return out / "tokens" / entry["file"], entry


def cuts(page):
    """Left, top, width and height of every cut outline on a page, in millimetres."""
    lines = [s for s in (*page.curves, *page.rects) if s["stroke"] and s["linewidth"] == pytest.approx(0.35)]
    return [[to_mm(s[k]) for k in ("x0", "top", "width", "height")] for s in lines]


@pytest.mark.slow
@pytest.mark.parametrize(("shape", "width"), [("round", 25.0), ("square", 25.0), ("hexagon", 25 * 2 / math.sqrt(3))])
def test_cuts_measure_25_mm(kit, shape, width):
    file, entry = printed(kit(f"options: {{shape: {shape}, size: 25mm}}"), paper="a4", only=NINE[-4:])
    with pdfplumber.open(file) as pdf:
        front, back = pdf.pages
        found = cuts(front)
        assert cuts(back) == []
    assert len(found) == entry["pieces"] == 4
    for _, _, w, h in found:
        assert [w, h] == pytest.approx([width, 25.0], abs=0.01)


def test_go_joe_has_four_teams_a_side_four_spares_and_a_blank(kit):
    pieces, findings = composed(kit())
    assert findings == []
    names = Counter(piece.name for piece in pieces for _ in range(piece.copies))
    for side in ("Joe", "Cobra"):
        assert [names.pop(f"{side} team {i}") for i in range(1, 9)] == [1] * 8
        assert names.pop(f"{side} blank") == 1
    assert not names


def _grounds(page, sizes):
    """The colour of each ground of a page with its middle, from the left and from the top, in millimetres."""
    grounds = [r for r in page.rects if round(to_mm(r["width"])) in sizes and r["fill"]]
    return {
        (round(to_mm((r["x0"] + r["x1"]) / 2), 1), round(to_mm((r["top"] + r["bottom"]) / 2), 1)): "#"
        + "".join(f"{round(255 * part):02X}" for part in r["non_stroking_color"])
        for r in grounds
    }


@pytest.mark.slow
@pytest.mark.parametrize("duplex", ["long", "short"])
def test_each_back_lies_behind_its_front_and_is_of_its_side(kit, duplex):
    file, _ = printed(kit(), duplex=duplex, only=NINE, backs="color")
    with pdfplumber.open(file) as pdf:
        front, back = pdf.pages
        fronts, backs = _grounds(front, {33}), _grounds(back, {33})
        width, height = to_mm(front.width), to_mm(front.height)
    assert len(fronts) == len(backs) == 9
    sides = {"#DAD9B6": "#4B5B22", "#B7BCC5": "#A3121B"}
    behind = {
        (round(x if duplex == "short" else width - x, 1), round(height - y if duplex == "short" else y, 1)): color
        for (x, y), color in backs.items()
    }
    for (x, y), color in fronts.items():
        at = min(behind, key=lambda spot: math.dist(spot, (x, y)))
        assert math.dist(at, (x, y)) < 0.15 and behind[at] == sides[color]


def test_round_counters_have_two_millimetres_of_background_beyond_the_cut(kit):
    pieces, _ = composed(kit(), backs="color")
    for piece in pieces:
        for picture in (piece.front, piece.back):
            (window,) = picture.items
            shown, cut = bounds(window.group.clip), bounds(piece.cut)
            assert [to_mm(cut.x - shown.x), to_mm(shown.right - cut.right)] == pytest.approx([2, 2], abs=1e-6)
            assert (picture.width, picture.height) == pytest.approx((mm(29), mm(29)))
            assert covered(window, shown)


def covered(item, box, dx=0.0, dy=0.0):
    """Whether a filled shape inside an item (moved, never turned) reaches over a box."""
    if isinstance(item, Place):
        dx, dy = dx + item.matrix[4], dy + item.matrix[5]
        return any(covered(inner, box, dx, dy) for inner in item.group.items)
    if not isinstance(item, Path) or not item.fill:
        return False
    own = bounds(item.outline)
    return own.x + dx <= box.x and own.y + dy <= box.y and own.right + dx >= box.right and own.bottom + dy >= box.bottom


@pytest.mark.slow
def test_square_counters_share_their_cuts(kit):
    pieces, _ = composed(kit("options: {shape: square, size: 1in}"))
    assert {(piece.front.width, piece.bleed) for piece in pieces} == {(72.0, mm(2))}
    file, _ = printed(kit("options: {shape: square, size: 1in}"), only=NINE[:3])
    with pdfplumber.open(file) as pdf:
        lefts = sorted({round(x, 2) for x, *_ in cuts(pdf.pages[0])})
    assert [b - a for a, b in pairwise(lefts)] == pytest.approx([25.4] * (len(lefts) - 1), abs=0.02)


def test_a_kit_of_its_own_without_backs(kit):
    records = "- {name: Gold, side: joe, copies: 3}\n- {name: Silver, side: joe}\n"
    file, entry = printed(kit("size: 30mm", "dot", "", records=records))
    assert (entry["pieces"], entry["pages"]) == (4, 1)
    with pdfplumber.open(file) as pdf:
        assert [w for *_, w, _ in cuts(pdf.pages[0])] == pytest.approx([30] * 4, abs=0.01)
        # Letters grow with the counter.
        assert {round(c["size"], 2) for c in pdf.pages[0].chars if c["text"] == "G"} >= {12.0}


def test_counters_too_small_to_read_are_noted(kit):
    pieces, findings = composed(kit("options: {size: 15mm}"))
    assert len(pieces) == 18
    (finding,) = merge_findings(findings)
    assert (finding.severity, finding.code, finding.where.line) == ("warning", "small-text", 20)


def test_sides_differ_in_shape_and_read_without_colour(kit):
    pieces, _ = composed(kit())
    (job,) = load([str(kit())])
    sides = job.game.tables["sides"].rows
    assert len({row["patch"] for row in sides.values()}) == len({row["pattern"] for row in sides.values()}) == 2
    for row in sides.values():
        assert contrast(row["color"], "#FFFFFF") > 4.5 and contrast(row["color"], row["ground"]) > 3
        # The line to cut along is drawn on the ground.
        assert contrast(row["ground"], "#15171A") > 4.5
    by_name = {piece.name: piece for piece in pieces}
    assert by_name["Joe team 1"].front != by_name["Cobra team 1"].front
    assert by_name["Joe team 1"].back == by_name["Joe team 2"].back != by_name["Cobra team 1"].back


def test_the_saving_look_keeps_the_ground_white(kit):
    file, entry = printed(kit(), look="saver")
    assert (entry["pieces"], entry["sheets"], entry["pages"]) == (18, 1, 2)
    with pdfplumber.open(file) as pdf:
        assert len(cuts(pdf.pages[0])) == 18
        assert _grounds(pdf.pages[0], {33}) == {}
