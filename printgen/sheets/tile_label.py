"""A page of a tiled piece comes in; the plate that says which page it is goes out, as large as free room allows."""

from __future__ import annotations

from dataclasses import dataclass

from printgen.base.geometry import Box
from printgen.base.units import mm
from printgen.drawing.model import Item, Path, Rect, Stroke
from printgen.drawing.outlines import rectangle
from printgen.drawing.text import fit_plain
from printgen.drawing.words import BODY, BOLD, CENTER, SEMI, STENCIL, cap, largest, middled, run, turned, width_of
from printgen.sheets.assembly_words import assembly_words
from printgen.sheets.tile_marks import AMBER, INK, RED, WHITE
from printgen.sheets.tile_plan import Plan
from printgen.sheets.tile_view import EDGE, View, overlapping

_BLOCK = (mm(62), mm(31))
_PLATE = (mm(23), mm(31))
_SMALL_PLATE = (mm(15), mm(21))
_STROKE = Stroke(INK, 1.0)
_LEAST = 6.0


@dataclass(frozen=True, slots=True)
class Naming:
    """What a plate says besides the page's own name: the piece, its plan, and which of how many pages this is."""

    title: str
    plan: Plan
    index: int
    join: str

    @property
    def which(self) -> str:
        """Which page of how many."""
        return assembly_words().say("which", page=self.index + 1, pages=len(self.plan.tiles))


def page_label(view: View, naming: Naming) -> tuple[tuple[Item, ...], View]:
    """The plate and the page with its room taken.

    A block with a key in free room, else a plate there, else a small plate on a flap, else a tab in the margin.
    """
    for width, height in (_BLOCK, _PLATE, _SMALL_PLATE):
        box = view.spot(width, height)
        if box is not None:
            items = _block(box, view, naming) if width > height else _plate(box, view, naming)
            return items, view.with_taken(box)
    return _on_flap(view, naming) or _in_margin(view, naming)


def _plate(box: Box, view: View, naming: Naming) -> tuple[Item, ...]:
    """The page's name in white on ink, with its row, column and number."""
    k, x = box.h / mm(31), box.x + box.w / 2
    tile = view.tile
    row, words = tile.label.rstrip("0123456789"), assembly_words()
    size = largest(tile.label, STENCIL, box.w - mm(3), 36 * k, _LEAST) or _LEAST
    rows: list[tuple[float, str, str, float, str]] = [
        (20.6, words.say("row", row=row), BOLD, 9.0, AMBER),
        (24.8, words.say("column", column=tile.column + 1), BOLD, 9.0, AMBER),
        (29.0, naming.which, SEMI, 7.5, WHITE),
    ]
    items: list[Item] = [
        Rect(*box, INK),
        middled(x, box.y + mm(10) * k, tile.label, STENCIL, size, WHITE),
    ]
    if k < 0.9:
        rows = [(24.5, naming.which, SEMI, 9.0, AMBER)]
    for at, text, font, points, color in rows:
        fitting = largest(text, font, box.w - mm(2), max(points * k, _LEAST), 4) or _LEAST
        items.append(run(x, box.y + mm(at) * k, text, font, fitting, color, CENTER))
    return tuple(items)


def _block(box: Box, view: View, naming: Naming) -> tuple[Item, ...]:
    """The plate, the title, a key of all pages and what the lines mean."""
    left = box.x + mm(26)
    items: list[Item] = [Path(rectangle(box), WHITE, _STROKE)]
    items += _plate(Box(box.x, box.y, mm(23), box.h), view, naming)
    items += _title(left, box.y, naming.title.upper())
    items += key(Box(left, box.y + mm(12), mm(16), mm(16)), naming)
    words = assembly_words()
    notes = ((words.say("red"), RED), (words.flap("key", naming.join), INK), (words.say("targets"), INK))
    for i, (text, color) in enumerate(notes):
        items.append(run(box.x + mm(44.5), box.y + mm(17 + 3.9 * i), text, BODY, 7, color))
    return tuple(items)


def _title(x: float, y: float, title: str) -> list[Item]:
    """The piece's name on one line with the words about scaling below, or on two lines instead of both."""
    width = mm(34.5)
    size = largest(title, STENCIL, width, 11, _LEAST)
    if size is not None:
        name = run(x, y + mm(5.4), title, STENCIL, size, INK)
        return [name, run(x, y + mm(9.4), assembly_words().say("size"), SEMI, 8, INK)]
    fitted = fit_plain(title, BOLD, width, 8, 1, 2)
    rows = fitted.lines if fitted else ()
    points = fitted.size if fitted else _LEAST
    texts = [run.text for row in rows for _, run in row.runs]
    return [run(x, y + mm(5.4) + i * points * 1.25, text, BOLD, points, INK) for i, text in enumerate(texts)]


def key(box: Box, naming: Naming) -> list[Item]:
    """All pages in small, this one filled."""
    plan = naming.plan
    whole = plan.box
    share = min(box.w / whole.w, box.h / whole.h)
    x, y = box.x, box.y + (box.h - whole.h * share) / 2
    items: list[Item] = []
    for number in sorted(range(len(plan.tiles)), key=lambda i: i == naming.index):
        tile, here = plan.tiles[number], number == naming.index
        window = tile.window
        small = Box(
            x + (window.x - whole.x) * share,
            y + (window.y - whole.y) * share,
            (window.w - plan.overlap) * share if window.right < whole.right - 1 else window.w * share,
            (window.h - plan.overlap) * share if window.bottom < whole.bottom - 1 else window.h * share,
        )
        items.append(Path(rectangle(small), INK if here else WHITE, Stroke(INK, 0.5)))
        size = largest(tile.label, BOLD, small.w - mm(0.8), 8, 5)
        if size is not None and cap(BOLD, size) < small.h - mm(0.8):
            color = AMBER if here else INK
            items.append(middled(small.x + small.w / 2, small.y + small.h / 2, tile.label, BOLD, size, color))
    return items


def _tab(height: float, view: View, naming: Naming) -> tuple[tuple[Item, ...], float]:
    """The page's name on ink with its number beside it, about (0, 0), and how wide that is."""
    size = height / cap(STENCIL) * 0.62
    small = max(_LEAST, min(8.0, size * 0.6))
    name = width_of(view.tile.label, STENCIL, size) + height * 0.7
    width = name + height * 0.7 + width_of(naming.which, BOLD, small)
    left = -width / 2
    items = (
        Rect(left, -height / 2, width, height, WHITE, Stroke(INK, 0.5)),
        Rect(left, -height / 2, name, height, INK),
        middled(left + name / 2, 0, view.tile.label, STENCIL, size, WHITE),
        middled(left + name + (width - name) / 2, 0, naming.which, BOLD, small, INK),
    )
    return items, width


def _on_flap(view: View, naming: Naming) -> tuple[tuple[Item, ...], View] | None:
    """A tab at the start of a flap, which the next page will cover."""
    for flap in sorted(view.flaps, key=lambda flap: flap.side == "right"):
        height = min(min(flap.box.w, flap.box.h) - mm(0.9), mm(8))
        tab, width = _tab(height, view, naming)
        if flap.length < width + mm(5):
            continue
        if flap.side == "bottom":
            box = Box(flap.box.x + mm(1.5), flap.box.y + (flap.box.h - height) / 2, width, height)
            turn = 0.0
        else:
            box = Box(flap.box.x + (flap.box.w - height) / 2, flap.box.y + mm(1.5), height, width)
            turn = 270.0
        if any(overlapping(box, other) for other in view.taken):
            continue
        return (turned(tab, box.x + box.w / 2, box.y + box.h / 2, turn),), view.with_taken(box)
    return None


def _in_margin(view: View, naming: Naming) -> tuple[tuple[Item, ...], View]:
    """A tab in the top margin or another one, as high as what the printer leaves of it."""
    window, page = view.window, view.tile
    for side, room in (
        ("top", window.y),
        ("bottom", page.page_height - window.bottom),
        ("left", window.x),
        ("right", page.page_width - window.right),
    ):
        height = min(room - EDGE - mm(0.5), mm(8))
        if height < mm(2.4):
            continue
        tab, width = _tab(height, view, naming)
        level = side in ("top", "bottom")
        length = window.w if level else window.h
        for share in (0.02, 0.3, 0.5, 0.7, 0.98):
            at = share * (length - width)
            depth = {"top": EDGE, "left": EDGE, "bottom": window.bottom + mm(0.5), "right": window.right + mm(0.5)}[
                side
            ]
            box = Box(window.x + at, depth, width, height) if level else Box(depth, window.y + at, height, width)
            if length >= width and not any(overlapping(box.grown(mm(0.8)), other) for other in view.taken):
                turn = 0.0 if level else 270.0
                return (turned(tab, box.x + box.w / 2, box.y + box.h / 2, turn),), view.with_taken(box)
    return (), view
