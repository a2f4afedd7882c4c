"""A bundle: the products of a target that are sent elsewhere, and their components with names and words."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, count
from math import pi, sqrt
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from printgen.base.errors import Exit, Finding, PrintgenError, UsageError, Where
from printgen.base.limits import activity
from printgen.base.names import slug, visible
from printgen.base.units import Box, scale, to_mm, translate
from printgen.build.binding import zip_files
from printgen.build.games import GameView, load
from printgen.build.printed import Pieces
from printgen.build.stages import Progress
from printgen.drawing.extent import digest_of, flatten, walk_kind
from printgen.drawing.model import Drawing, Group, Outline, Place, Text
from printgen.drawing.outlines import bounds, rectangle, round_rect, transform_outline
from printgen.drawing.pieces import Piece, Role
from printgen.faces.usage import Usage, usage_of
from printgen.game.records import Product, Record
from printgen.reading.positions import LocatedMap


def as_json(data: Any) -> bytes:
    """Plain data as JSON that people can read, its keys in their order."""
    return (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode()


def zip_of(files: Mapping[str, bytes]) -> bytes:
    """Files by their paths, with "/", as a zip in their order. All are as old as a zip can say."""
    return zip_files([(Path(name), data) for name, data in files.items()], Path())


_ADDRESS = re.compile(r"https?://[^\s<>\"{}|\\^`#]+", re.IGNORECASE)


def address_of(address: str) -> str:
    """The address, with a slash at its end if it needs one. UsageError where no name can follow it.

    It may end with a question to which the name is the answer: https://example.org/?file=
    """
    hint = "Give one such as https://example.org/game/."
    try:
        parts = urlsplit(address)
        host = parts.hostname
    except ValueError:
        host = None
    if not host or not _ADDRESS.fullmatch(address):
        raise UsageError(f"url-base: '{address}' is no address of the net", hint)
    if "?" in address and not address.endswith(("=", "/")):
        raise UsageError(f"url-base: no name of a file can follow '?{parts.query}'", hint)
    return address if address.endswith(("/", "=")) else f"{address}/"


Side = Literal["front", "back"]
Severity = Literal["error", "warning", "info"]

_NET_LINE_REACH = 0.6
"""So far, in points, the lines reach that a net is cut and folded along."""


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """What is exported of a game: as on the command line. Backs are in colour unless another look is asked for."""

    seed: int = 1
    look: str = "color"
    backs: str = "color"
    only: tuple[str, ...] = ()
    cards: Path | None = None
    variant: str = ""


@dataclass(frozen=True)
class Component:
    """A piece of a product. `number` counts from 1 within the product; `key` is a plain word, in which no two differ by
    case alone; `of` is the record that it shows, None where it shows none. `tags` are what it has of the game's tables,
    such as its service and its skills. `source` is what the product was composed to."""

    number: int
    key: str
    piece: Piece = field(repr=False)
    of: Record | None = field(repr=False)
    source: Pieces = field(repr=False, compare=False)
    tags: tuple[str, ...] = ()

    @property
    def product(self) -> Product:
        """The product as its game declares it."""
        return self.source.product

    @property
    def name(self) -> str:
        """What people call it: "Track tiles 7" where its own name is a number."""
        name = self.piece.name
        return f"{self.product.title} {name}" if _is_number(name) else name

    @property
    def copies(self) -> int:
        """How many of it there are, from 1."""
        return self.piece.copies

    @property
    def role(self) -> Role:
        """What it is at a table."""
        return self.piece.role

    @cached_property
    def box(self) -> Box:
        """What is left of the front once it is cut, in points of the piece."""
        front = self.piece.front
        return bounds(self.piece.cut) if self.piece.cut else Box(0, 0, front.width, front.height)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in millimetres, once it is cut."""
        return to_mm(self.box.w), to_mm(self.box.h)

    @cached_property
    def outline(self) -> Outline:
        """Where it is cut, from the top left of `box`; corners that are to be rounded are."""
        box = self.box
        if self.piece.cut:
            return transform_outline(self.piece.cut, translate(-box.x, -box.y))
        whole = Box(0, 0, box.w, box.h)
        return round_rect(whole, self.piece.corner) if self.piece.corner else rectangle(whole)

    @property
    def bleed(self) -> float:
        """How far its pictures reach beyond its cut on all sides, in points."""
        front, box = self.piece.front, self.box
        rim = min(box.x, box.y, front.width - box.x - box.w, front.height - box.y - box.h)
        return self.piece.bleed + max(0.0, rim)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """What can be read on its front in the order in which it is drawn, each run once."""
        return tuple(dict.fromkeys(_texts(self.piece.front)))

    @property
    def words(self) -> tuple[str, ...]:
        """Those of its texts by which people search: numbers that stand alone are none."""
        return tuple(text for text in self.texts if not _is_number(text))

    def edge(self, side: Side) -> Outline:
        """Where a side is cut, from the top left of `box`. A back is seen from behind."""
        if self.piece.cut and side == "back":
            return transform_outline(self.outline, (-1, 0, 0, 1, self.box.w, 0))
        return self.outline

    def side(self, side: Side = "front", grow: float = 0.0, clip: bool = False) -> Drawing:
        """A side as it is once it is cut, and `grow` points of its bleed around that on all sides.

        With `clip` nothing is drawn outside of its edge; that goes without growing. Without a back, that is empty.
        """
        drawn, box = self.piece.front if side == "front" else self.piece.back, self.box
        wide, high = box.w + 2 * grow, box.h + 2 * grow
        if drawn is None:
            return Drawing(wide, high, ())
        # What was cut at the left of the front lies at the right of the back.
        left = box.x if side == "front" else self.piece.front.width - box.x - box.w
        edge = self.edge(side) if clip else rectangle(Box(0, 0, wide, high))
        placed = Place(Group(drawn.items), translate(grow - left, grow - box.y))
        return Drawing(wide, high, (Place(Group((placed,), edge)),))

    def figure(self, side: Side) -> Drawing:
        """The front or the back of what stands once it is folded, upright, without the lines around it.

        Empty for a piece that does not stand.
        """
        if not self.piece.figure:
            return Drawing(self.box.w, self.box.h, ())
        box = self.piece.figure[0 if side == "front" else 1].grown(-_NET_LINE_REACH)
        if side == "front":
            return crop(self.piece.front, box)
        shown = Place(Group(self.piece.front.items), translate(-box.x, -box.y))
        turned = Place(Group((shown,)), (-1.0, 0.0, 0.0, -1.0, box.w, box.h))
        return Drawing(box.w, box.h, (Place(Group((turned,), rectangle(Box(0, 0, box.w, box.h)))),))


def crop(drawing: Drawing, box: Box) -> Drawing:
    """The part of a drawing inside a box, in points."""
    placed = Place(Group(drawing.items), translate(-box.x, -box.y))
    return Drawing(box.w, box.h, (Place(Group((placed,), rectangle(Box(0, 0, box.w, box.h)))),))


def fit_drawing(drawing: Drawing, wide: float, high: float) -> Drawing:
    """A drawing stretched to a size in points."""
    stretch = scale(wide / drawing.width, high / drawing.height)
    return Drawing(wide, high, (Place(Group(drawing.items), stretch),))


Shape = Literal["box", "round", "flat-hex", "pointy-hex", "odd"]
_TOLERANCE = 0.02
"""By so much the numbers of an outline may differ from those of the shape that it is taken for."""


def shape_of(outline: Outline, corners: float = _TOLERANCE) -> Shape:
    """What an outline is; rounded corners of a box count for nothing that take no more than such a part of it."""
    box, lines = bounds(outline), flatten(outline)
    if len(lines) != 1:
        return "odd"
    ends = zip(lines[0], (*lines[0][1:], lines[0][0]), strict=True)
    part = abs(sum(x * v - u * y for (x, y), (u, v) in ends)) / 2 / (box.w * box.h)
    if part > 1 - corners:
        return "box"
    across, straight = box.w / box.h, all(step[0] != "C" for step in outline)
    if straight and abs(part - 0.75) < _TOLERANCE:
        hexes: dict[Shape, float] = {"flat-hex": 2 / sqrt(3), "pointy-hex": sqrt(3) / 2}
        return next((shape for shape, usual in hexes.items() if abs(across - usual) < _TOLERANCE), "odd")
    is_circle = not straight and abs(part - pi / 4) < _TOLERANCE and abs(across - 1) < _TOLERANCE
    return "round" if is_circle else "odd"


@dataclass(frozen=True)
class ProductExport:
    """A product: its components in order. `name` is a plain word of game.yaml."""

    name: str
    title: str
    kind: str
    components: tuple[Component, ...] = field(repr=False)
    pieces: Pieces = field(repr=False)
    usage: Usage = field(default=Usage(), repr=False)
    """What the faces of its game do with its fields."""

    def says(self, name: str) -> bool:
        """Whether a field of its records is words: no colour and no file, and nothing that faces draw with alone."""
        spec = self.pieces.game.shapes[self.pieces.product.record].fields.get(name)
        if spec is not None and (spec.words or spec.kind in ("color", "file")):
            return spec.words  # Rows of tables have names of their own, whatever is drawn for them.
        return not self.usage.draws(self.pieces.product.record, name)

    def only(self, wanted: Callable[[Component], bool]) -> list[ProductExport]:
        """The product with those of its components alone; none where there are none."""
        components = tuple(filter(wanted, self.components))
        if len(components) == len(self.components):
            return [self]
        return [replace(self, components=components)] if components else []

    def apart(self) -> ProductExport:
        """The product as it is once it is cut: what falls into parts is these, each level and numbered anew."""
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
        """The different backs, by digests of what they show, each with the components that have it."""
        groups: dict[str, list[Component]] = {}
        for component in self.components:
            if component.piece.back is not None:
                groups.setdefault(digest_of(component.piece.back), []).append(component)
        return {key: tuple(components) for key, components in groups.items()}

    @property
    def count(self) -> int:
        """How many components there are, copies included."""
        return sum(component.copies for component in self.components)

    def finding(self, severity: Severity, message: str, hint: str, code: str) -> Finding:
        """Something to tell of it, at its place in game.yaml."""
        return Finding(severity, self.pieces.product.where, message, hint, code)


@dataclass(frozen=True)
class Bundle:
    """A game, or one product of it, ready to be sent. `label` is the name of its folder in the output."""

    game: GameView = field(repr=False)
    label: str
    products: tuple[ProductExport, ...]
    findings: tuple[Finding, ...]
    request: ExportRequest = ExportRequest()

    @property
    def title(self) -> str:
        """What the game is called."""
        return self.game.title

    @property
    def language(self) -> str:
        """The code of its language, such as "en"."""
        return self.products[0].pieces.game.style.language

    @property
    def stem(self) -> str:
        """A word for files of it: that of its game, and of its product where it is one alone."""
        return "-".join(filter(None, (self.label, self.game.named)))

    @property
    def display_title(self) -> str:
        """What people call it: the game, and the product where it is one alone."""
        return f"{self.title} {self.products[0].title}" if self.game.named and self.products else self.title

    def of(self, *roles: Role) -> Iterator[ProductExport]:
        """The products with components of some roles, and no others in them."""
        return (part for product in self.products for part in product.only(lambda one: one.role in roles))

    @property
    def components(self) -> Iterator[tuple[ProductExport, Component]]:
        """All components, each with its product."""
        return ((product, component) for product in self.products for component in product.components)


def pack(target: str, request: ExportRequest, what: str, progress: Progress) -> Bundle:
    """Compose a target. PrintgenError where its files have mistakes or nothing is in it, UsageError where there is no
    such target."""
    progress(what)
    game = load(target, cards=request.cards, variant=request.variant)
    with activity(what):
        products = game.compose(
            seed=request.seed, look=request.look, backs=request.backs, only=request.only, progress=progress
        )
    if not products:
        named = f"{game.name}/{game.named}" if game.named else game.name
        hint = "Write a record, or copies: 1."
        where = Where(visible(str(game.folder / "game.yaml")))
        finding = Finding(
            "error", where, f"there is nothing in {named} to send", hint, "nothing-fits", Exit.DOES_NOT_FIT
        )
        raise PrintgenError([*game.findings, finding])
    findings = (*game.findings, *(finding for pieces in products for finding in pieces.findings))
    usage = usage_of(products[0].game, products[0].library)
    return Bundle(
        game, products[0].game.label, tuple(_export_product(game, pieces, usage) for pieces in products), findings,
        request,
    )  # fmt: skip


def _export_product(game: GameView, pieces: Pieces, usage: Usage) -> ProductExport:
    """A product with its pieces as components, each with the record that it shows."""
    spec = game[pieces.product.name]
    # Records come in the order of their pieces; those of one name differ by what is in them.
    records_by_name: dict[str, list[Record]] = {}
    for record in spec.records:
        records_by_name.setdefault(record.name, []).append(record)
    used, components = set[str](), list[Component]()
    product = ProductExport(spec.name, spec.title, spec.kind, (), pieces, usage)
    shape = pieces.product.record
    coded = [name for name in table_fields(pieces.game.source, "records", shape) if product.says(name)] if shape else []
    for number, piece in enumerate(pieces.pieces, 1):
        same_name = records_by_name.get(piece.record or piece.name, [])
        shown = same_name.pop(0) if len(same_name) > 1 else same_name[0] if same_name else None
        word = plain_word(piece.name) or "piece"
        key = next(key for key in chain([word], (f"{word}-{n}" for n in count(2))) if key not in used)
        used.add(key)
        components.append(Component(number, key, piece, shown, pieces, tuple(_tags(shown, coded))))
    return replace(product, components=tuple(components))


def table_fields(source: LocatedMap, *path: str) -> dict[str, str]:
    """Fields that take rows of tables, each with its table, as game.yaml declares them at a place."""
    declared: Any = source
    for key in path:
        declared = declared.get(key) if isinstance(declared, LocatedMap) else None
    fields = declared.items() if isinstance(declared, LocatedMap) else ()
    return {name: spec["from"] for name, spec in fields if isinstance(spec, LocatedMap) and "from" in spec}


def plain_word(name: str) -> str:
    """A name as a word of small letters, digits and dashes, as files are called everywhere; "" where none are left."""
    return slug(name, "'’`")[:60].rstrip("-")


def _tags(record: Record | None, coded: Sequence[str]) -> Iterator[str]:
    """The words of a record's fields that take rows of tables; a number with the name of its field, as "rank 7"."""
    for name in coded if record else ():
        value = record.values.get(name) if record else None
        for code in (value,) if isinstance(value, str) and value else value if isinstance(value, tuple) else ():
            yield f"{name} {code}" if _is_number(code) else code


def _is_number(text: str) -> bool:
    """Whether a text is one number and nothing else: "7" and "+1.5", not "5-4" or "2 moves"."""
    return re.fullmatch(r"[-+\u2212\u2013\u00b1]?\s*\d+(?:[.,/]\d+)?\s*%?", text.strip()) is not None


def _texts(drawing: Drawing) -> Iterator[str]:
    for text, _ in walk_kind(drawing, Text):
        if words := text.text.strip():
            yield words
