"""The cover sheet: what a kit's other products came to comes in; one page that lists them, with pictures, goes out."""

from __future__ import annotations

from typing import Any

from printgen.base.geometry import Box, chain, scale, translate
from printgen.base.units import mm
from printgen.drawing.model import Drawing, Group, Item, Path, Place, Stroke
from printgen.drawing.outlines import rectangle
from printgen.drawing.pieces import Piece
from printgen.drawing.problems import TemplateProblem
from printgen.drawing.tints import Tints
from printgen.faces.render import Ink
from printgen.kinds.composition import Composition, Order

_FRAMES = 4
_FRAME = Box(mm(7.4), mm(67), mm(43), mm(58))
_FRAME_STEP = mm(46.1)
_PICTURE = Box(mm(1.4), mm(1.4), mm(40.2), mm(47.6))
_ROWS_HEIGHT, _ROW_HEIGHT = 78.0, 9.0


def compose_cover(order: Order) -> Composition:
    """One page for the kit, from the contents of the order; the product's options give stock, steps and pictures."""
    product, options = order.product, order.product.options
    try:
        face = order.library.face(product.front)
    except TemplateProblem as error:
        return Composition((), error.findings)
    ink = Ink(Tints({}), product.title, product.where_of)
    pictured = _pictured(order, options.get("pictures") or [])
    items = order.renderer.render(face, _context(order, options, [title for title, _ in pictured]), ink)
    framed = [item for i, (_, picture) in enumerate(pictured) for item in _framed(picture, i)]
    width, height = face.size if isinstance(face.size, tuple) else (mm(195.9), mm(265))
    drawing = Drawing(width, height, (*items, *framed))
    errors = any(f.severity == "error" for f in ink.findings)
    return Composition(() if errors else (Piece(product.title, drawing),), tuple(ink.findings))


def _pictured(order: Order, names: list[str]) -> list[tuple[str, Drawing]]:
    """Titles and pictures of the products named, or of the first ones: "joe-deck", or one piece, "joe-deck/Ace"."""
    by_name = {content.product.name: content for content in order.contents}
    wanted = [name.partition("/") for name in names if name.partition("/")[0] in by_name]
    out: list[tuple[str, Drawing]] = []
    for product, _, piece in wanted or [(name, "", "") for name in by_name]:
        content = by_name[product]
        picture = next((p.front for p in content.pieces if p.name == piece), content.pieces[0].front)
        out.append((content.product.title, picture))
    return out[:_FRAMES]


def _context(order: Order, options: Any, captions: list[str]) -> dict[str, Any]:
    game = order.game
    stock = options.get("stock") or {}
    rows = [
        {
            "title": content.product.title,
            "pieces": content.count,
            "sheets": content.sheets,
            "stock": stock.get(content.product.name, ""),
        }
        for content in order.contents
    ]
    title, _, rest = game.title.partition(" ")
    return {
        "title": title,
        "subtitle": rest,
        "kicker": options.get("kicker") or "Print and play kit",
        "version": game.version,
        "notice": game.notice,
        "paper": order.paper,
        "rows": rows,
        "row_height": min(_ROW_HEIGHT, _ROWS_HEIGHT / max(1, len(rows))),
        "total_pieces": sum(content.count for content in order.contents),
        "total_sheets": sum(content.sheets for content in order.contents),
        "steps": list(options.get("steps") or ()),
        "facts": list(options.get("facts") or ()),
        "captions": captions,
    }


def _framed(sample: Drawing, index: int) -> list[Item]:
    """A piece's picture, filling its frame from the top, clipped to it."""
    window = Box(_FRAME.x + index * _FRAME_STEP + _PICTURE.x, _FRAME.y + _PICTURE.y, _PICTURE.w, _PICTURE.h)
    grow = max(window.w / sample.width, window.h / sample.height)
    middle = (window.w - sample.width * grow) / 2
    picture = Place(Group(sample.items), chain(translate(window.x + middle, window.y), scale(grow)))
    return [
        Place(Group((picture,), rectangle(window))),
        Path(rectangle(window), None, Stroke("#15171A", mm(0.4))),
    ]
