"""The faces of a product: found by name, rendered with their values, and stretched to the size of a piece or page."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

from printgen.base.errors import Exit, Finding, PrintgenError, Where, stop_on_errors
from printgen.base.units import Box, Matrix, mm, scale, to_mm, translate, with_article
from printgen.drawing.edges import EdgeLengths, grow_edges
from printgen.drawing.grounds import PaintedItems
from printgen.drawing.model import Drawing, Group, Item, Place
from printgen.drawing.pieces import Piece, Role, TemplateProblem
from printgen.drawing.tints import Tints
from printgen.faces.face import Face
from printgen.faces.given_names import GIVEN, check_params_given
from printgen.faces.session import FaceState, Session
from printgen.faces.trim import Trim, check_bleed
from printgen.game.records import Game, Product, Record
from printgen.kinds.composition import Composition, Order
from printgen.reading.part import Phrase

# A face serves another size of nearly its own shape (poker in inches and in millimetres) by a hair of stretching.
_STRETCH = 0.03

Mount = Callable[[Face, tuple[Item, ...]], Drawing]
"""Puts the items of a face, drawn for the face's own size, onto a piece."""

Picture = Callable[[float, float], Iterable[Item]]
"""Draws something in a width and a height, in points, from (0, 0): what a slot or an image of a face is filled with."""


def face_of(order: Order, key: str, name: str, where: Where | None = None) -> tuple[Face | None, list[Finding]]:
    """The face of a name in the order's look, from a key of the product or `where`; None, with findings, for none."""
    place = where or order.product.where_of(key)
    try:
        return order.face(name), []
    except TemplateProblem as error:
        # A file that may not be opened is reported where it is named.
        refused = ("outside-folder", "irregular-file")
        return None, [replace(f, where=place) if f.code in refused else f for f in error.findings]
    except ValueError as error:
        message = (
            str(error).partition(". ")[0]
            if name
            else f"a product of {order.product.kind} needs {with_article(key)} face"
        )
        named = (path for end in (".yaml", ".yml") for path in order.game.files.find_by_name(f"{name}{end}"))
        moved = [path for path in named if re.search("(?i)(?:^|/)(?:face|template)s?/", path)]
        hint = f"Move {moved[0]} to templates/faces/{name}.yaml." if moved else order.library.face_hint(name)
        return None, [Finding("error", place, message, hint, "unknown-face")]


def page_size(
    order: Order, wanted: Phrase, otherwise: str | Face
) -> tuple[tuple[float, float] | None, tuple[Finding, ...]]:
    """A page's size in points: from options, the product, or a default name or face; None, with a finding."""
    size = wanted.text or order.product.size or otherwise
    try:
        return (order.library.size(size) if isinstance(size, str) else own_size(size)), ()
    except ValueError as error:
        where = wanted.where if wanted else order.product.where_of("size")
        hint = "" if isinstance(size, str) else "Write size: in the face, or in the product."
        return None, (Finding("error", where, str(error), hint, "unknown-size"),)


def render_face(
    order: Order,
    face: Face,
    facts: Mapping[str, Any],
    name: str,
    where: Where,
    size: tuple[float, float] | None = None,
    grown: float = 1.0,
    under: Iterable[tuple[Sequence[Item], Matrix]] = (),
    record: Record | None = None,
    joints: tuple[Box, ...] = (),
) -> tuple[tuple[Item, ...], tuple[Finding, ...]]:
    """The items of a face that knows `facts` beside the game and the product; findings have `name` and `where`.

    It is cut along the edges of a `size`, and `grown` is its scale in print. `under` are items below it, each with the
    matrix that moves them to their place on the face. Findings about the values of a `record` are at its own lines.
    `joints` are the places where its pages are joined.
    """
    product = order.product
    session = Session(
        Tints({}), name, record.where_of if record else lambda _: where, FaceState(),
        trim=trim_of(product, face, size), grown=grown,
        under=tuple((PaintedItems(items), matrix) for items, matrix in under),
        sized=product.size_where if grown != 1.0 else None, written=partial(order.game.places_of, product, record),
        joints=joints, facts=facts_of(order, order.library.reads(face)),
        line_spots=record.places_of_lines if record else None,
    )  # fmt: skip
    shared = common_context(order)
    items, findings, _ = order.renderer.render(face, {**shared, **facts}, session)
    items = grow_face(face, items, size) if size else items
    order.renderer.preflight.set_origin(items, None)
    return items, (*check_params_given(face, (shared.keys() & GIVEN.keys()) - facts.keys()), *findings)


def grow_face(face: Face, items: tuple[Item, ...], size: tuple[float, float]) -> tuple[Item, ...]:
    """The items of a face, cut to a size in points, and extended into the bleed as its `edge` says."""
    return grow_edges(items, Box(0, 0, *size), EdgeLengths(*[face.bleed] * 4), face.edge) if face.edge else items


class FacePage(NamedTuple):
    """A page to draw: its name, facts of its face, their place in a file, copies, and items that lie on the face."""

    name: str
    facts: Mapping[str, Any]
    where: Where
    copies: int = 1
    upon: tuple[Item, ...] = ()

    def one_of(self, index: int, count: int) -> FacePage:
        """The same page as one of several, counted from 0: NAME 1/3."""
        return self._replace(name=f"{self.name} {index + 1}/{count}") if count > 1 else self


def compose_pages(
    order: Order, face: Face, size: tuple[float, float], pages: Iterable[FacePage], earlier: Iterable[Finding] = (),
    role: Role = "page",
) -> Composition:  # fmt: skip
    """A piece for each page, or none for mistakes; pages without bleed may be read uncut. `earlier` findings first."""
    pieces, flight = [], order.renderer.preflight
    findings = [*earlier, *check_bleed(replace(face, size=face.size or size), face.bleed, order.library.face)]
    for page in pages:
        ground, face_findings = render_face(order, face, page.facts, page.name, page.where, size)
        findings += face_findings
        drawing = Drawing(*size, (*ground, *page.upon))
        flight.safes[drawing] = face.safe
        pieces.append(Piece(page.name, drawing, copies=page.copies, bleed=face.bleed, page=not face.bleed, role=role))
    return Composition.whole(pieces, findings)


def own_size(face: Face) -> tuple[float, float]:
    """The width and height, in points, for which a face is drawn. ValueError when it has none."""
    if face.size is None:
        raise ValueError(f"face '{face.name}' has no size; give one in it or in the product")
    return face.size


def wrong_shapes(
    faces: Iterable[Face | None],
    size: tuple[float, float],
    where: Where,
    hint: str = "Choose a face made for this size.",
) -> list[Finding]:
    """A finding for each face that would be visibly stretched to fill a size; a face without a size fills any."""
    findings = []
    for face in faces:
        width, height = (face.size if face else None) or size
        if face and abs(size[0] / width - size[1] / height) > _STRETCH:
            message = (
                f"face '{face.name}' is drawn for {to_mm(width):g} x {to_mm(height):g} mm;"
                f" {to_mm(size[0]):g} x {to_mm(size[1]):g} mm has another shape"
            )
            findings.append(Finding("error", where, message, hint, "wrong-shape", Exit.DOES_NOT_FIT))
    return findings


def stretch_to(size: tuple[float, float]) -> Mount:
    def mount(face: Face, items: tuple[Item, ...]) -> Drawing:
        drawn_size = size if face.size is None else own_size(face)
        if drawn_size != size:
            items = (Place(Group(items), scale(size[0] / drawn_size[0], size[1] / drawn_size[1])),)
        return Drawing(*size, items)

    return mount


def fill_face(
    order: Order, name: str | Face, context: Mapping[str, Any], pictures: Mapping[str, Picture] = MappingProxyType({}),
    *, cut: bool = True,
) -> Drawing:  # fmt: skip
    """A face filled with a context and a picture in each slot, `cut` at its size or on a page of another size.

    PrintgenError for contents that do not fit; TemplateProblem when the face itself has mistakes, or lacks a slot.
    """
    template = name if isinstance(name, Face) else order.face(name)
    slots = [(template.slot(slot), picture) for slot, picture in pictures.items()]
    if template.size is None and "w" not in context:
        hint = "Write size: [width, height]."
        raise PrintgenError([Finding("error", template.where, f"face '{template.name}' has no size", hint, "template")])
    size = template.size or (mm(context["w"]), mm(context["h"]))
    items, findings = render_face(
        order, template, context, order.product.title, order.product.where, template.size if cut else None
    )
    stop_on_errors(findings)
    order.tell(findings)
    put = (Place(Group(tuple(picture(box.w, box.h))), translate(box.x, box.y)) for box, picture in slots)
    return Drawing(*size, (*items, *put))


def face_picture(order: Order, name: str, context: Mapping[str, Any]) -> Picture:
    """The picture that a face of the library draws, with its width and its height, `w` and `h`, in its context, too."""
    return lambda width, height: fill_face(order, name, {**context, "w": to_mm(width), "h": to_mm(height)}).items


def trim_of(product: Product, face: Face, size: tuple[float, float] | None, corner: float = 0.0) -> Trim | None:
    """The trim of a face drawn for a size, with corners of a radius; None when it is unknown."""
    return Trim(*size, face.safe, corner, product.lenient) if size else None


def _odds(game: Game) -> dict[str, Any]:
    """The odds in a game's file, by name; none when it has mistakes, which a check reports."""
    from printgen.rules.odds import odds_of

    try:
        return {name: table.face_rows for name, table in odds_of(game).items()}
    except PrintgenError:
        return {}


def facts_of(order: Order, names: Collection[str]) -> dict[str, Any]:
    """The values for a face that reads these names, unless parameters hide them: the game's values, the records."""
    product = order.product
    facts = {"values": order.game.values} if order.game.values else {}
    return facts | ({"cards": product.cards} if "cards" in names and product.list_file else {})


def common_context(order: Order) -> dict[str, Any]:
    """What every face of a product knows: tables, the game, the product and its parameters."""
    game, product = order.game, order.product
    return {
        "tables": {name: table.rows for name, table in game.tables.items()},
        "game": {
            "name": game.name,
            "title": game.title,
            "version": game.version,
            "notice": game.notice,
            "odds": _odds(game) if game.odds else {},
        },
        "product": {"name": product.name, "title": product.title},
        **product.parameters,
    }
