"""A bundle: the exported products of a target, and their components with names and words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, count
from math import pi, sqrt
from pathlib import Path
from typing import Any, Literal

from printgen.base import group_pairs
from printgen.base.errors import Exit, Finding, PrintgenError, Where
from printgen.base.limits import activity
from printgen.base.names import slug, visible
from printgen.base.progress import Progress
from printgen.base.units import Box, scale, to_mm, translate
from printgen.build.games import GameView, load
from printgen.build.printed import Pieces
from printgen.drawing.extent import digest_of, walk_kind
from printgen.drawing.model import Drawing, Group, Outline, Place, Text
from printgen.drawing.outlines import bounds, flatten, rectangle, round_rect, signed_area, transform_outline
from printgen.drawing.pieces import Piece, Role
from printgen.faces.usage import Usage, usage_of
from printgen.game.records import Product, Record
from printgen.reading.positions import LocatedMap

Side = Literal["front", "back"]
Severity = Literal["error", "warning", "info"]

NO_PLACE = {
    "page": "pages to read have no place there",
    "model": "what is cut out, folded and glued has no place there",
}
"""Why components of some roles are left out of virtual tables."""

_NET_LINE_REACH = 0.6
"""How far the lines that a net is cut and folded along reach into its faces, in points."""


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """The part of a game to export, and its look, as on the command line. Backs are in colour by default."""

    seed: int = 1
    look: str = "color"
    backs: str = "color"
    only: tuple[str, ...] = ()
    cards: Path | None = None
    variant: str = ""


@dataclass(frozen=True)
class Component:
    """A piece of a product, with the facts that programs need.

    `number` counts from 1 within the product; `key` is a lower-case word that is unique in the product. `record` is the
    record that the piece shows, None if it shows none. `tags` are the rows of the game's tables that the record names,
    such as its service and its skills. `source` are the composed pieces of the whole product.
    """

    number: int
    key: str
    piece: Piece = field(repr=False)
    record: Record | None = field(repr=False)
    source: Pieces = field(repr=False, compare=False)
    tags: tuple[str, ...] = ()

    @property
    def product(self) -> Product:
        """The product as its game declares it."""
        return self.source.product

    @property
    def name(self) -> str:
        """Its name for people: "Track tiles 7" where the piece's own name is a number."""
        name = self.piece.name
        return f"{self.product.title} {name}" if _is_number(name) else name

    @property
    def copies(self) -> int:
        """How many copies there are, at least 1."""
        return self.piece.copies

    @property
    def role(self) -> Role:
        """Its part in a game: a card, a token, a board, and so on."""
        return self.piece.role

    @cached_property
    def box(self) -> Box:
        """The box of the front after cutting, in points of the piece."""
        front = self.piece.front
        return bounds(self.piece.cut) if self.piece.cut else Box(0, 0, front.width, front.height)

    @property
    def size(self) -> tuple[float, float]:
        """The width and height in millimetres, after cutting."""
        return to_mm(self.box.w), to_mm(self.box.h)

    @cached_property
    def outline(self) -> Outline:
        """The cut line, in points from the top left of `box`, with rounded corners if the piece has them."""
        box = self.box
        if self.piece.cut:
            return transform_outline(self.piece.cut, translate(-box.x, -box.y))
        cut_box = Box(0, 0, box.w, box.h)
        return round_rect(cut_box, self.piece.corner) if self.piece.corner else rectangle(cut_box)

    @property
    def bleed(self) -> float:
        """How far its pictures reach beyond its cut on all sides, in points."""
        front, box = self.piece.front, self.box
        rim = min(box.x, box.y, front.width - box.x - box.w, front.height - box.y - box.h)
        return self.piece.bleed + max(0.0, rim)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The texts on its front in the order in which they are drawn, each once."""
        texts = (text.text.strip() for text, _ in walk_kind(self.piece.front, Text))
        return tuple(dict.fromkeys(filter(None, texts)))

    @property
    def words(self) -> tuple[str, ...]:
        """The texts by which people search: all but numbers."""
        return tuple(text for text in self.texts if not _is_number(text))

    def edge(self, side: Side) -> Outline:
        """The cut line of a side, in points from the top left of `box`. A back is seen from behind."""
        if self.piece.cut and side == "back":
            return transform_outline(self.outline, (-1, 0, 0, 1, self.box.w, 0))
        return self.outline

    def side(self, side: Side = "front", grow: float = 0.0, clip: bool = False) -> Drawing:
        """A side as cut, with `grow` points of its bleed around it. A missing back is empty.

        With `clip` nothing is drawn outside of its edge; `grow` must be 0 then.
        """
        drawing, box = self.piece.front if side == "front" else self.piece.back, self.box
        wide, high = box.w + 2 * grow, box.h + 2 * grow
        if drawing is None:
            return Drawing(wide, high, ())
        # The left of the front is the right of the back.
        left = box.x if side == "front" else self.piece.front.width - box.x - box.w
        edge = self.edge(side) if clip else rectangle(Box(0, 0, wide, high))
        placed = Place(Group(drawing.items), translate(grow - left, grow - box.y))
        return Drawing(wide, high, (Place(Group((placed,), edge)),))

    def figure(self, side: Side) -> Drawing:
        """A side of a standing figure, upright, without the lines around it; empty for a piece that does not stand."""
        if not self.piece.figure:
            return Drawing(self.box.w, self.box.h, ())
        box = self.piece.figure[0 if side == "front" else 1].grown(-_NET_LINE_REACH)
        drawing = crop(self.piece.front, box)
        if side == "front":
            return drawing
        # The back is upside down on the net.
        return drawing._replace(items=(Place(Group(drawing.items), (-1.0, 0.0, 0.0, -1.0, box.w, box.h)),))


def crop(drawing: Drawing, box: Box) -> Drawing:
    """The part of a drawing inside a box, in points."""
    placed = Place(Group(drawing.items), translate(-box.x, -box.y))
    return Drawing(box.w, box.h, (Place(Group((placed,), rectangle(Box(0, 0, box.w, box.h)))),))


def fit_drawing(drawing: Drawing, wide: float, high: float) -> Drawing:
    """A drawing stretched to a size in points."""
    stretch = scale(wide / drawing.width, high / drawing.height)
    return Drawing(wide, high, (Place(Group(drawing.items), stretch),))


def turn(drawing: Drawing, side: Side = "front") -> Drawing:
    """A drawing turned by a quarter: fronts to the right and backs to the left, so that their tops stay together."""
    wide, high = drawing.width, drawing.height
    matrix = (0, 1, -1, 0, high, 0) if side == "front" else (0, -1, 1, 0, 0, wide)
    return Drawing(high, wide, (Place(Group(drawing.items), matrix),))


Shape = Literal["box", "round", "flat-hex", "pointy-hex", "odd"]
_TOLERANCE = 0.02
"""How much the ratios of an outline may differ from those of an ideal shape."""


def shape_of(outline: Outline, corners: float = _TOLERANCE) -> Shape:
    """The shape of an outline, by the share of its box that it fills; `corners` is the share that may be missing."""
    box, lines = bounds(outline), flatten(outline)
    if len(lines) != 1:
        return "odd"
    part, ratio = abs(signed_area(lines[0])) / (box.w * box.h), box.w / box.h
    if part > 1 - corners:
        return "box"
    is_straight = all(step[0] != "C" for step in outline)
    if is_straight and abs(part - 0.75) < _TOLERANCE:
        hexes: dict[Shape, float] = {"flat-hex": 2 / sqrt(3), "pointy-hex": sqrt(3) / 2}
        return next((shape for shape, ideal in hexes.items() if abs(ratio - ideal) < _TOLERANCE), "odd")
    is_circle = not is_straight and abs(part - pi / 4) < _TOLERANCE and abs(ratio - 1) < _TOLERANCE
    return "round" if is_circle else "odd"


@dataclass(frozen=True)
class ProductExport:
    """A product with its components in order. `name` is its key in game.yaml."""

    name: str
    title: str
    kind: str
    components: tuple[Component, ...] = field(repr=False)
    pieces: Pieces = field(repr=False)
    usage: Usage = field(default=Usage(), repr=False)
    """What the faces of its game do with its fields."""

    def says(self, name: str) -> bool:
        """Whether a field of its records is words: no colour, no file, and no value used only for drawing."""
        spec = self.pieces.game.shapes[self.pieces.product.record].fields.get(name)
        if spec is not None and (spec.words or spec.kind in ("color", "file")):
            return spec.words  # Rows of tables have names of their own, whatever is drawn for them.
        return not self.usage.draws(self.pieces.product.record, name)

    def only(self, wanted: Callable[[Component], bool]) -> list[ProductExport]:
        """A list of the product with only the wanted components, or an empty list if none is wanted."""
        components = tuple(filter(wanted, self.components))
        if len(components) == len(self.components):
            return [self]
        return [replace(self, components=components)] if components else []

    def apart(self) -> ProductExport:
        """The product with components that fall apart on cutting replaced by their parts, level and renumbered."""
        if not any(component.piece.parts for component in self.components):
            return self
        numbers, components = count(1), list[Component]()
        for component in self.components:
            for at, piece in enumerate(component.piece.parts or (component.piece,), 1):
                key = f"{component.key}-{at}" if at > 1 else component.key
                piece = replace(piece, copies=component.copies)
                components.append(replace(component, number=next(numbers), key=key, piece=piece))
        return replace(self, components=tuple(components))

    @cached_property
    def backs(self) -> dict[str, tuple[Component, ...]]:
        """The components grouped by their backs, as digests of the pictures."""
        backed = (component for component in self.components if component.piece.back is not None)
        groups = group_pairs((digest_of(component.piece.back), component) for component in backed)
        return {key: tuple(components) for key, components in groups.items()}

    @property
    def count(self) -> int:
        """How many components there are, copies included."""
        return sum(component.copies for component in self.components)

    def finding(self, severity: Severity, message: str, hint: str, code: str) -> Finding:
        """A finding at the product's place in game.yaml."""
        return Finding(severity, self.pieces.product.where, message, hint, code)

    def omission(self, components: Sequence[Component], reason: str, hint: str = "") -> Finding:
        """A finding that some of its components, or all of it, are left out of an export."""
        name, first = self.pieces.product.name, components[0].name
        what = f"{name} is"
        if len(components) < sum(len(piece.parts) or 1 for piece in self.pieces.pieces):
            others = len(components) - 1
            what = f"{first} and {others} more of {name} are" if others else f"{first} of {name} is"
        return self.finding("info", f"{what} left out: {reason}", hint, "left-out")


@dataclass(frozen=True)
class Bundle:
    """A game, or one product of it, ready for export. `label` is the name of its folder in the output."""

    game: GameView = field(repr=False)
    label: str
    products: tuple[ProductExport, ...]
    findings: tuple[Finding, ...]
    request: ExportRequest = ExportRequest()

    @property
    def language(self) -> str:
        """The code of its language, such as "en"."""
        return self.products[0].pieces.game.style.language

    @property
    def stem(self) -> str:
        """The stem of its files' names: that of its game, with the product where the target is one alone."""
        return "-".join(filter(None, (self.label, self.game.named)))

    @property
    def display_title(self) -> str:
        """Its title for people: that of the game, with the product's where the target is one alone."""
        return f"{self.game.title} {self.products[0].title}" if self.game.named else self.game.title

    def of(self, *roles: Role) -> Iterator[ProductExport]:
        """The products that have components of some roles, with these components alone."""
        return (part for product in self.products for part in product.only(lambda one: one.role in roles))

    @property
    def components(self) -> Iterator[Component]:
        """The components of all products."""
        return (component for product in self.products for component in product.components)

    def nothing_fits(self, program: str) -> Finding:
        """The error for an export from which everything is left out."""
        message = f"nothing of {self.label} has a place in {program}"
        hint = "Choose a product with cards, tokens or a board, or another format."
        where = self.products[0].pieces.product.where
        return Finding("error", where, message, hint, "nothing-fits", Exit.DOES_NOT_FIT)


def pack(target: str, request: ExportRequest, what: str, progress: Progress) -> Bundle:
    """Compose a target. PrintgenError for mistakes in its files or no pieces, UsageError for an unknown target."""
    progress(what)
    game = load(target, cards=request.cards, variant=request.variant)
    with activity(what):
        products = game.compose(
            seed=request.seed, look=request.look, backs=request.backs, only=request.only, progress=progress
        )
    if not products:
        named = f"{game.name}/{game.named}" if game.named else game.name
        message, hint = f"there is nothing in {named} to send", "Write a record, or copies: 1."
        where = Where(visible(str(game.folder / "game.yaml")))
        finding = Finding("error", where, message, hint, "nothing-fits", Exit.DOES_NOT_FIT)
        raise PrintgenError([*game.findings, finding])
    findings = (*game.findings, *(finding for pieces in products for finding in pieces.findings))
    usage = usage_of(products[0].game, products[0].library)
    exported = tuple(_export_product(game, pieces, usage) for pieces in products)
    return Bundle(game, products[0].game.label, exported, findings, request)


def _export_product(game: GameView, pieces: Pieces, usage: Usage) -> ProductExport:
    """A product with its pieces as components, each with its record."""
    spec = game[pieces.product.name]
    # Records come in the order of their pieces; those of one name differ by what is in them.
    records_by_name = group_pairs((record.name, record) for record in spec.records)
    used, components = set[str](), list[Component]()
    product = ProductExport(spec.name, spec.title, spec.kind, (), pieces, usage)
    shape = pieces.product.record
    fields = table_fields(pieces.game.source, "records", shape) if shape else ()
    tag_fields = [name for name in fields if product.says(name)]
    for number, piece in enumerate(pieces.pieces, 1):
        same_name = records_by_name.get(piece.record or piece.name, [])
        shown = same_name[0] if same_name else None
        if len(same_name) > 1:
            del same_name[0]
        word = slug(piece.name, "'’`")[:60].rstrip("-") or "piece"
        key = next(key for key in chain([word], (f"{word}-{n}" for n in count(2))) if key not in used)
        used.add(key)
        components.append(Component(number, key, piece, shown, pieces, tuple(_tags(shown, tag_fields))))
    return replace(product, components=tuple(components))


def table_fields(source: LocatedMap, *path: str) -> dict[str, str]:
    """The fields that take rows of tables, each with its table, as game.yaml declares them at a path of keys."""
    declared: Any = source
    for key in path:
        declared = declared.get(key) if isinstance(declared, LocatedMap) else None
    fields = declared.items() if isinstance(declared, LocatedMap) else ()
    return {name: spec["from"] for name, spec in fields if isinstance(spec, LocatedMap) and "from" in spec}


def _tags(record: Record | None, fields: Sequence[str]) -> Iterator[str]:
    """The words of some fields of a record; a number with the name of its field, as "rank 7"."""
    values = {name: record.values.get(name) for name in fields} if record else {}
    for name, value in values.items():
        words = (value,) if isinstance(value, str) else value if isinstance(value, tuple) else ()
        for word in filter(None, words):
            yield f"{name} {word}" if _is_number(word) else word


def _is_number(text: str) -> bool:
    """Whether a text is one number and nothing else: "7" and "+1.5", not "5-4" or "2 moves"."""
    return re.fullmatch(r"[-+\u2212\u2013\u00b1]?\s*\d+(?:[.,/]\d+)?\s*%?", text.strip()) is not None
