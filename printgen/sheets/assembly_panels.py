"""A box and the words of an assembly map come in; its header, steps, list of needs and seam sketch go out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from printgen.base.geometry import Box, chain, scale, translate
from printgen.base.places import templates_folder
from printgen.base.units import mm, to_mm
from printgen.drawing.model import Group, Item, Path, Place, Rect, Segment, Stroke
from printgen.drawing.outlines import circle, parse_path, rectangle
from printgen.drawing.patterns import hazard
from printgen.sheets.tile_marks import AMBER, INK, PAPER, RED, WHITE
from printgen.sheets.tile_plan import Plan
from printgen.sheets.typesetting import BODY, BOLD, SEMI, STENCIL, line, middle, paragraph, width_of

_RULE = Stroke("#B8AF90", 0.85)
_STEP_TEXT = 10.0
HEADER = mm(15)
SEAM = mm(36)


@lru_cache(maxsize=1)
def words() -> Mapping[str, Any]:
    """The words of assembly maps, from templates/assembly.yaml."""
    import yaml

    loaded: dict[str, Any] = yaml.safe_load((templates_folder() / "assembly.yaml").read_text(encoding="utf-8"))
    return loaded


def header(box: Box, kicker: str, detail: str) -> tuple[Item, ...]:
    """An ink bar with the headline, an amber line and a white one, and a hazard block at its end."""
    block = min(mm(22), box.w * 0.12)
    title = str(words()["headline"])
    size = 24.0
    left = box.x + mm(4) + width_of(title, STENCIL, size) + mm(10)
    room = box.right - block - mm(3) - left
    big = min(11.0, room / width_of(kicker, BOLD, 1))
    small = min(9.0, room / width_of(detail, SEMI, 1))
    return (
        Rect(*box, INK),
        *_clipped(Box(box.right - block, box.y, block, box.h)),
        middle(box.x + mm(4), box.y + box.h / 2, title, STENCIL, size, WHITE, "left"),
        line(left, box.y + mm(6.6), kicker, BOLD, big, AMBER),
        line(left, box.y + mm(11.4), detail, SEMI, small, WHITE),
    )


def _clipped(box: Box) -> tuple[Item, ...]:
    return (Place(Group(hazard(box, AMBER, INK, mm(2.8)), rectangle(box))),)


def step(x: float, y: float, width: float, number: int, head: str, text: str) -> tuple[tuple[Item, ...], float]:
    """One numbered step from `y` down; its items and where it ends."""
    disc = mm(4.6)
    body, end = paragraph(x, y + mm(14), width, text, _STEP_TEXT, INK)
    return (
        (
            Path(circle(x + disc, y + disc, disc), INK),
            middle(x + disc, y + disc, str(number), STENCIL, 15, AMBER),
            middle(x + 2 * disc + mm(2.6), y + disc, head, STENCIL, 12.5, INK, "left"),
            *body,
        ),
        end + mm(1.5),
    )


def rule(x: float, y: float, width: float) -> Item:
    """A thin line between two steps."""
    return Path((("M", x, y), ("L", x + width, y)), None, _RULE)


def needs(x: float, y: float, join: str) -> tuple[tuple[Item, ...], float]:
    """What lies ready on the table, with icons; the items and where they end."""
    table = words()
    items: list[Item] = [line(x, y + mm(3.6), table["need"], STENCIL, 11, INK)]
    at = y + mm(10.4)
    for icon, text in table["needs"][join]:
        outline = parse_path(table["icons"][icon])
        size = mm(6.2) / 24
        symbol = Group((Path(outline, INK),))
        items.append(Place(symbol, chain(translate(x, at - mm(3.1)), scale(size))))
        items.append(middle(x + mm(9.5), at, text, BODY, _STEP_TEXT, INK, "left"))
        at += mm(7.4)
    return tuple(items), at - mm(3.7)


def seam_panel(box: Box, plan: Plan, join: str) -> tuple[Item, ...]:
    """Two pages seen from the edge of the paper: which lies on which, and where the cut is."""
    seam = plan.seams[0]
    under, over = plan.tiles[seam.under].label, plan.tiles[seam.over].label
    width = min(mm(104), 0.58 * box.w)
    left, low = box.x + mm(6), box.bottom - mm(11.6)
    cut, flap = left + 0.47 * width, 0.115 * width
    thick = mm(2)
    length = f"{round(to_mm(plan.overlap), 2):g} mm {'flap' if join == 'glue' else 'to tape'}"
    hatch: list[Segment] = []
    for i in range(int(flap / mm(1.1)) + 2):
        hatch += [("M", cut + (i - 1) * mm(1.1), low + thick), ("L", cut + i * mm(1.1) + mm(0.6), low)]
    base = Rect(left, low, cut + flap - left, thick, WHITE, Stroke(INK, 0.9))
    shaded = Group((Path(tuple(hatch), None, Stroke("#3F5A6B", 0.7)),), rectangle(Box(cut, low, flap, thick)))
    top = Rect(cut, low - thick - mm(0.5), left + width - cut, thick, AMBER, Stroke(INK, 0.9))
    marker = Stroke(RED, 1.2, (mm(1.4), mm(0.9)))
    words_left = box.x + width + mm(16)
    note, _ = paragraph(words_left, box.y + mm(12), box.right - mm(5) - words_left, str(words()["seam-note"]), 9.5, INK)
    return (
        Rect(*box, PAPER, Stroke(INK, 0.7)),
        line(box.x + mm(4), box.y + mm(7), words()["seam"], STENCIL, 11, INK),
        base,
        Place(shaded),
        top,
        Path((("M", cut, low + thick + mm(2)), ("L", cut, low - mm(7.6))), None, marker),
        line(cut, low - mm(8.6), "seam", BOLD, 9, RED, "center"),
        line(cut + flap / 2, low + thick + mm(5.4), length, BOLD, 9, INK, "center"),
        line(left + 0.2 * width, low + thick + mm(5.4), f"page {under}", BOLD, 9, INK, "center"),
        line(left + 0.78 * width, low - thick - mm(2.2), f"page {over}, cut on red", BOLD, 9, INK, "center"),
        *note,
    )


def step_texts(plan: Plan, join: str, rectangular: bool) -> Sequence[tuple[str, str]]:
    """The headlines and texts of the steps for a plan."""
    table = words()
    sides = {seam.side for seam in plan.seams if seam.length > 2 * plan.overlap}
    cuts = "both" if len(sides) == 2 else "left" if "right" in sides else "top"
    filled = {
        "cuts": table["cuts"][cuts],
        "join": table["join"][join],
        "order": _order(plan, table["order"]),
        "finish": table["finish"]["rectangle" if rectangular else "outline"],
    }
    return [(head, text.format(**filled)) for head, text in table["steps"]]


def _order(plan: Plan, table: Mapping[str, str]) -> str:
    """In which order pages are joined: within each band, then band to band."""
    groups = plan.groups
    longest = max(groups, key=len)
    first = " + ".join(tile.label for tile in longest)
    if len(groups) == 1:
        return table["one" if plan.bands == "rows" else "one-down"].format(first=first)
    names = [_band_name(plan, i) for i in range(len(groups))]
    if len(longest) == 1:
        labels = [group[0].label for group in groups]
        return table["line"].format(first=" + ".join(labels[:4]), more=" and so on" if len(labels) > 4 else "")
    more = f", {names[2]} on {names[1]}" if len(names) > 2 else ""
    more += " and so on" if len(names) > 3 else ""
    return table[plan.bands].format(first=first, second=names[1], top=names[0], more=more)


def _band_name(plan: Plan, index: int) -> str:
    tile = plan.groups[index][0]
    return tile.label.rstrip("0123456789") if plan.bands == "rows" else str(tile.column + 1)


def columns(items: Sequence[tuple[str, str]], box: Box, count: int) -> tuple[tuple[Item, ...], float]:
    """Steps side by side in rows of `count`; the items and where the last row ends."""
    gap = mm(8)
    width = (box.w - (count - 1) * gap) / count
    out: list[Item] = []
    y = end = box.y
    for number, (head, text) in enumerate(items):
        column = number % count
        if number and not column:
            y = end + mm(5)
        drawn, bottom = step(box.x + column * (width + gap), y, width, number + 1, head, text)
        out += drawn
        end = max(end, bottom) if column else bottom
    return tuple(out), end
