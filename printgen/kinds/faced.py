"""Records and how each is printed come in; the fronts and backs of their pieces go out as Drawings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from printgen.base.doing import doing
from printgen.base.errors import Finding, has_errors
from printgen.base.seeds import rng_for
from printgen.base.units import to_mm
from printgen.drawing.model import Drawing
from printgen.drawing.problems import PartError, TemplateProblem
from printgen.drawing.tints import Tints
from printgen.faces.face import Face
from printgen.faces.idle import idle_shapes
from printgen.faces.names import GIVEN, params_given
from printgen.faces.session import Session
from printgen.faces.trim import Trim, short_grounds
from printgen.game.record_columns import own_records
from printgen.game.records import Product, Record, by_name
from printgen.kinds.composition import Order
from printgen.kinds.facing import Mount, shared_context, told_by_color, trim_of
from printgen.reading.texts import Given

_SEEDS = 1_000_000
_SIDES = frozenset(("w", "h"))
_NO_CODE = "remove it, or show a number with auto.number"

Added = Callable[[Record], Mapping[str, Any]]
"""What a face sees of a card besides its record."""


class Cast(NamedTuple):
    """How a record is printed: its faces, and what puts each on its side of the piece.

    Faces of a `size` are cut along its edges, with corners of a radius.
    """

    front: Face
    back: Face | None
    mount: Mount
    mount_back: Mount
    size: tuple[float, float] | None = None
    corner: float = 0.0
    box: tuple[float, float] | None = None
    """The width and height, in points, that a face without a size of its own fills; those of `size` without one."""

    def sized(self, face: Face) -> Face:
        """A face in the size that it is drawn for."""
        box = self.box or self.size
        return face if face.size or box is None else replace(face, size=box)

    def grown(self, face: Face) -> float:
        """How many times as large a face is printed as it is drawn."""
        box, own = self.box or self.size, face.size
        return min(box[0] / own[0], box[1] / own[1]) if box and own else 1.0

    def trim(self, product: Product, face: Face) -> Trim | None:
        """How a face is cut, as large as it is drawn; None where it is not cut along the edges of a size."""
        return trim_of(product, face, self.size and (face.size or self.size), self.corner / self.grown(face))

    @property
    def faces(self) -> tuple[Face, ...]:
        """Both faces, or the only one."""
        return (self.front, self.back) if self.back else (self.front,)


class Faced(NamedTuple):
    """A record with both sides of its piece, and how it was printed."""

    record: Record
    front: Drawing
    back: Drawing | None
    cast: Cast


def faced(
    order: Order, casts: Sequence[Cast | None], findings: list[Finding], added: Added = lambda record: {}
) -> list[Faced]:
    """Both sides of every record of the order, in its order; records with mistakes are left out and reported.

    `casts` are those of the records, one for each; a record that has none is left out. Faces see as `auto` what is
    counted, as `told_of` says, and what is `added`; as `card` the record, and whatever of that it has no field for.
    """
    every = list({id(cast): cast for cast in casts if cast}.values())
    sized = [(id(face), cast.sized(face), cast.front.bleed) for cast in every for face in cast.faces]
    for face, bleed in {(known, face.size, bleed): (face, bleed) for known, face, bleed in sized}.values():
        findings += (*short_grounds(face, bleed, order.library.face), *idle_shapes(face), *params_given(face, GIVEN))
    drawer = _Drawer(order, findings, added)
    pairs = zip(order.records, casts, strict=True)
    drawn = [(record, drawer.sides(record, cast), cast) for record, cast in pairs if cast is not None]
    findings += told_by_color(order, (face for cast in every for face in cast.faces))
    return [Faced(record, *sides, cast) for record, sides, cast in drawn if sides]


class _Drawer:
    """Draws both sides of records one after the other; backs that are the same for all are drawn once."""

    def __init__(self, order: Order, findings: list[Finding], added: Added) -> None:
        self.order, self.findings, self.added = order, findings, added
        self.shared = shared_context(order)
        self.numbers = numbers_of(order.product)
        self._looks: dict[int, bool] = {}
        self._varied: dict[int, bool] = {}
        self._backs: dict[int, Drawing] = {}
        self._told: dict[tuple[int, int], Mapping[str, float]] = {}

    def sides(self, record: Record, cast: Cast) -> tuple[Drawing, Drawing | None] | None:
        """The front and the back of a record; None, with findings, where it has mistakes."""
        order, front = self.order, cast.front
        with doing(f"drawing {record.name}", record.where):
            ink = Session(Tints({}), record.name, record.where_of)
            ink.sized = order.product.size_where
            ink.written = partial(order.game.written, order.product, record)
            numbers = self.numbers[id(record)]
            told = told_of(order, record, numbers, self._needs_look(front), ink, self.added(record))
            drawn = None
            if told is not None:
                context = {**self.shared, **told}
                ink.trim = cast.trim(order.product, front)
                ink.grown = cast.grown(front)
                items = order.renderer.render(front, {**self._sides(cast, front), **context}, ink)
                both = cast.mount(front, items), self._back(cast, context, ink)
                drawn = None if has_errors(ink.findings) else both
            self.findings += ink.findings
            return drawn

    def _back(self, cast: Cast, context: Mapping[str, Any], ink: Session) -> Drawing | None:
        back, key = cast.back, id(cast)
        if back is None:
            return None
        if key not in self._varied:
            self._varied[key] = not back.reads().isdisjoint(("card", "auto"))
        if key not in self._backs or self._varied[key]:
            ink.trim, ink.grown = cast.trim(self.order.product, back), cast.grown(back)
            items = self.order.renderer.render(back, {**self._sides(cast, back), **context}, ink)
            self._backs[key] = cast.mount_back(back, items)
        return self._backs[key]

    def _sides(self, cast: Cast, face: Face) -> Mapping[str, float]:
        """The width and height, in millimetres, that a face is told which has no size of its own."""
        key = id(cast), id(face)
        if key not in self._told:
            width, height = cast.sized(face).size or (0.0, 0.0)
            told = width and (face.size is None or not face.reads().isdisjoint(_SIDES))
            self._told[key] = {"w": to_mm(width), "h": to_mm(height)} if told else {}
        return self._told[key]

    def _needs_look(self, face: Face) -> bool:
        if id(face) not in self._looks:
            self._looks[id(face)] = needs_look(self.order, face)
        return self._looks[id(face)]


def seed_of(order: Order, product: Product, record: Record) -> int:
    """What settles what a record leaves open, the same wherever it is drawn."""
    return rng_for(order.seed, order.game.name, product.name, record.name).below(_SEEDS)


def numbers_of(product: Product) -> dict[int, Mapping[str, int]]:
    """What is counted of each record of a product, by its id.

    `number` is its place among all of them, from 1, and `total` how many of them are the game's: cards of the user's
    own, which follow those and have higher numbers, change nothing of them.
    """
    total = len(product.records) - own_records(product)
    return {id(record): {"number": n, "total": total} for n, record in enumerate(product.records, 1)}


def told_of(
    order: Order,
    record: Record,
    numbers: Mapping[str, int],
    pictured: bool,
    ink: Session,
    added: Mapping[str, Any] | None = None,
) -> dict[str, Any] | None:
    """What faces are told of a record: as `card` what it says, as `auto` what is counted, and what is `added`.

    `numbers` are its own of `numbers_of`. One that is `pictured` and has no art of its own gets a look; None, with
    findings, where it says what there is not.
    """
    seed = seed_of(order, order.product, record)
    auto = Given({**numbers, "seed": seed, **(added or {})}, code=_NO_CODE)
    # What a record says stands before what is counted here.
    card = {**auto, **by_name(record.values, record.source)}
    if pictured and not card.get("art"):
        card["look"] = look_of(order, record, card, seed, ink)
        if card["look"] is None:
            return None
    return {"card": card, "auto": auto}


def needs_look(order: Order, face: Face) -> bool:
    """Whether a face, or one that it uses, draws a composed picture: looks are cast only for such."""
    faces, known = [face], set(order.library.face_names())
    for one in faces:
        for node in one.nodes():
            if node.kind == "image" and "look" in node.props:
                return True
            if node.kind == "use" and "face" in node.props and node.props["face"].constant:
                name = str(node.props["face"].get({}))
                if name in known:
                    known.remove(name)
                    with suppress(TemplateProblem, ValueError):  # It is told where the face is drawn.
                        faces.append(order.library.face(name, order.look))
    return False


def look_of(order: Order, record: Record, card: Mapping[str, Any], seed: int, ink: Session) -> dict[str, Any] | None:
    """How a record looks in a composed picture; None, with findings, where it says what there is not."""
    from printgen.art.casting import cast

    try:
        return cast(order.library.casting, card, card.get("look") or {}, seed)
    except TemplateProblem as error:
        ink.findings.extend(error.findings)
    except PartError as error:
        message = f"the picture of {record.name}: {error}"
        ink.findings.append(Finding("error", record.where_of("look"), message, code="art"))
    return None
