"""Small pieces of imposed sheets as text: what the PDF shows there, in four levels of grey."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PIL import Image as Pictures

from printgen.base.units import mm, translate
from printgen.drawing.model import Drawing, Group, Place
from printgen.sheets.sheet import Sheet
from printgen.writers.page import Page
from printgen.writers.pdf import write_pdf
from printgen.writers.pictures import render_pages

# kit: picture: product, sheet (from 0), and left, top, width and height on it in millimetres
PICTURES = {
    "army-wars": {
        "marker": ("blue-markers", 0, (35, 20, 26, 26)),
        "soldier": ("rosters", 0, (45, 227, 27, 36)),
    },
    "go-joe": {
        "badge": ("joe-deck", 0, (14.5, 29.5, 11, 13)),
        "headline": ("joe-deck", 0, (92, 188.5, 22, 9)),
        "icon": ("joe-deck", 0, (30, 73, 12.5, 12.5)),
        "mark": ("joe-deck", 0, (9, 0.5, 6, 3.5)),
        "die": ("player-aid", 0, (11.5, 161.5, 10.5, 10)),
        "chevron": ("player-aid", 0, (52, 33, 12, 13)),
        "stamp": ("cover", 0, (146, 118, 38, 24)),
        "counter": ("punchboard", 0, (4.5, 7.5, 30, 30)),
    },
    "micro-forces": {
        "edge": ("map-sheets", 0, (116, 52, 15, 16)),
        "zone": ("map-sheets", 0, (33, 158, 14, 14)),
        "power-up": ("map-sheets", 0, (211, 99.5, 12.5, 12.5)),
    },
    "sixth-scale": {
        "rim": ("gauges", 0, (10, 66.5, 22, 15)),
        "helmet": ("figure-damage", 0, (36, 48, 26, 29)),
    },
}
COLUMNS = 48
LEVELS = "#o. "
# Readers smooth edges in their own ways: so many letters may be one level off, none more.
SLACK = 12


def pictures_of(kit: str, sheets: Mapping[str, tuple[Sheet, ...]]) -> dict[str, str]:
    """The pictures of a kit by name."""
    return {
        name: pictured(sheets[product][number].drawing, *place)
        for name, (product, number, place) in PICTURES[kit].items()
    }


def pictured(drawing: Drawing, left: float, top: float, width: float, height: float) -> str:
    """A part of a drawing as lines of text; a letter is twice as high as it is wide."""
    moved = Place(Group(drawing.items), translate(-mm(left), -mm(top)))
    page = Page(Drawing(mm(width), mm(height), (moved,)))
    (picture,) = render_pages(write_pdf([page], looked_at=True), 600)
    rows = round(COLUMNS * height / width / 2)
    small = picture.convert("L").resize((COLUMNS, rows), Pictures.Resampling.BOX)
    levels = [LEVELS[min(3, value // 64)] for value in small.tobytes()]
    lines = ("".join(levels[row * COLUMNS : (row + 1) * COLUMNS]).rstrip() for row in range(rows))
    return "\n".join(lines) + "\n"


def unlike(golden: Path, text: str, update: bool) -> str:
    """The picture beside its golden one where the eye would see a difference, else ""; written anew on demand."""
    if update:
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_text(text, encoding="utf-8")
        return ""
    old, new = (
        [line.ljust(COLUMNS) for line in one.splitlines()] for one in (golden.read_text(encoding="utf-8"), text)
    )
    steps = [abs(LEVELS.index(a) - LEVELS.index(b)) for a, b in zip("".join(old), "".join(new), strict=False)]
    if len(old) == len(new) and max(steps) <= 1 and sum(steps) <= SLACK:
        return ""
    return "\n".join([golden.name, *(f"{a} | {b}" for a, b in zip(old, new, strict=False))])
