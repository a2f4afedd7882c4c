"""Chooses the faces of records, draws both sides of each, and gives faces the pieces of other products."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any, NamedTuple

from printgen.base.errors import Exit, Finding, ValueProblem, Where, has_errors, split_advice, unknown_word
from printgen.base.limits import activity
from printgen.base.seeds import rng_for
from printgen.base.units import compose, scale, to_mm, translate
from printgen.drawing.model import Drawing, Group, Item, Place
from printgen.drawing.pieces import PartError, Piece, TemplateProblem
from printgen.drawing.tints import Tints
from printgen.drawing.windows import Reducer
from printgen.faces.face import Face
from printgen.faces.given_names import GIVEN, OF_CARD, check_params_given
from printgen.faces.session import CardPart, FaceState, Session
from printgen.faces.template_mistakes import idle_shapes
from printgen.faces.trim import Trim, check_bleed
from printgen.game.records import Product, Record, by_name
from printgen.kinds.composition import Order
from printgen.kinds.cutter import Cutter
from printgen.kinds.face_rendering import Mount, common_context, facts_of, grow_face, trim_of
from printgen.reading.expressions import parse_value
from printgen.reading.part import Phrase
from printgen.reading.positions import LocatedMap
from printgen.reading.texts import Context, Given, Value, text_of

KEYS = ("front", "back", "size")
"""The keys of a product that may be expressions."""


class Choice(NamedTuple):
    """The names of a record's faces and its size, as written, and the place of each."""

    front: str
    back: str
    size: str
    places: tuple[Where, ...]

    @property
    def alike(self) -> tuple[str, str, str]:
        """The values that records printed alike have in common."""
        return self[:3]


def varies(order: Order, key: str) -> bool:
    """Whether a key of the product is an expression."""
    return "{{" in getattr(order.product, key)


def choose_faces(order: Order) -> tuple[list[Choice | None], list[Finding]]:
    """The choice for each record of the order; None, with findings, for one with mistakes."""
    product = order.product
    expressions = product.front, product.back, product.size
    places = product.where_of("front"), product.where_of("back"), product.size_where
    if not any(varies(order, key) for key in KEYS):
        return [Choice(*expressions, places)] * len(order.records), []
    values, findings = list[Value](), list[Finding]()
    for text, where in zip(expressions, places, strict=True):
        try:
            values.append(parse_value(text))
        except ValueProblem as error:
            findings.append(Finding("error", where, *split_advice(str(error)), "template"))
    if len(values) < len(KEYS):
        return [None] * len(order.records), findings
    facts = facts_of(order, frozenset[str]().union(*(value.names for value in values)))
    shared, pairs = {**facts, **common_context(order)}, list(zip(values, places, strict=True))
    choices = list[Choice | None]()
    for record in order.records:
        context = {**shared, "card": by_name(record.values, record.source)}
        results = [_evaluate(order, key, *pair, record, context) for key, pair in zip(KEYS, pairs, strict=True)]
        findings += (result for result in results if isinstance(result, Finding))
        texts = [result for result in results if isinstance(result, str)]
        spots = tuple(where if value.constant else record.where_of(value.field or "name") for value, where in pairs)
        choices.append(Choice(texts[0], texts[1], texts[2], spots) if len(texts) == len(KEYS) else None)
    return choices, findings


def _evaluate(order: Order, key: str, value: Value, where: Where, record: Record, context: Context) -> str | Finding:
    """The value of a product's expression for a record, as text; a finding for a mistake."""
    try:
        result = value.get(context)
        return _length(order, value, result) if key == "size" else "" if result is None else text_of(result)
    except ValueProblem as error:
        message, hint = split_advice(str(error))
        return Finding("error", where, f"{key}: {message} (for {record.name})", hint, "template", cause=where)


def _length(order: Order, value: Value, result: object) -> str:
    """A size as text; a field of lengths holds points."""
    if isinstance(result, float) and value.field and _kind(order, value.field) == "length":
        return f"{to_mm(result)!r}mm"
    return "" if result is None else text_of(result)


def _kind(order: Order, field: str) -> str:
    """The kind that a field of the records is declared with."""
    shape = order.game.source["records"][order.product.record].get(field)
    return str(shape.get("kind") if isinstance(shape, LocatedMap) else shape)


def move_findings(findings: Iterable[Finding], where: Where, to: Where) -> list[Finding]:
    """Findings with those at one place moved to an equivalent one."""
    return [replace(finding, where=to) if finding.where == where else finding for finding in findings]


_SEEDS = 1_000_000  # seeds of records are below this
# The names by which a face reads its size.
_SIDES = frozenset(("w", "h"))
_MOST_PARTS = 20
"""So many cards may a record go on over."""
_SEED_HINT = "remove it, or show a number with auto.number"

ExtraFacts = Callable[[Record], Mapping[str, Any]]
"""Gives what a face sees of a record besides its fields and what is counted of it."""


class FaceSet(NamedTuple):
    """The printing of a record: its faces, the mounts for each side of the piece, and the size, in points, they fill.

    Faces are cut along the edges of the size, with corners of a radius, unless a `cutter` judges where text may be.
    """

    front: Face
    back: Face | None
    mount: Mount
    mount_back: Mount
    size: tuple[float, float]
    corner: float = 0.0
    cutter: Cutter | None = None

    def with_size(self, face: Face) -> Face:
        """A face in the size for which it is drawn."""
        return face if face.size else replace(face, size=self.size)

    def scale_of(self, face: Face) -> float:
        """The scale at which a face is printed."""
        return min(self.size[0] / face.size[0], self.size[1] / face.size[1]) if face.size else 1.0

    def trim(self, product: Product, face: Face) -> Trim | None:
        """The trim of a face in its own scale; None when the cutter judges."""
        if self.cutter and self.cutter.judges:
            return None
        return trim_of(product, face, face.size or self.size, self.corner / self.scale_of(face))

    @property
    def both(self) -> tuple[Face, ...]:
        return (self.front, self.back) if self.back else (self.front,)


class RecordSides(NamedTuple):
    """A record, both sides of its piece, its faces, its index in the order, and the name of the piece."""

    record: Record
    front: Drawing
    back: Drawing | None
    faces: FaceSet
    place: int
    name: str


def draw_records(
    order: Order, face_sets: Sequence[FaceSet | None], added: ExtraFacts = lambda record: {}
) -> tuple[list[RecordSides], list[Finding]]:
    """Both sides of every record of the order, in its order; records with mistakes are left out and reported.

    `face_sets` has one entry for each record; a record with None is left out. Faces see as `auto` the counts of
    `record_context` and the facts `added`; as `card` the record, with the counts under names that it has no field for.
    """
    findings = list[Finding]()
    distinct = dict.fromkeys(faces for faces in face_sets if faces)
    bleeds = ((faces.with_size(face), faces.front.bleed) for faces in distinct for face in faces.both)
    for face, bleed in dict.fromkeys(bleeds):
        findings += (
            *check_bleed(face, bleed, order.library.face),
            *idle_shapes(face),
            *check_params_given(face, GIVEN),
        )
    drawer, drawn = _Drawer(order, added), list[RecordSides]()
    for n, (record, faces, numbers) in enumerate(zip(order.records, face_sets, numbers_of(order), strict=True)):
        pairs, record_findings = drawer.sides(record, numbers, faces) if faces else ([], [])
        findings += record_findings
        for i, sides in enumerate(pairs, 1):
            name = f"{record.name} {i}/{len(pairs)}" if len(pairs) > 1 else record.name
            drawn += [RecordSides(record, *sides, faces, n, name)] if faces else []
    return drawn, findings


class _Drawer:
    """Draws both sides of records one after the other; constant backs are drawn once."""

    def __init__(self, order: Order, added: ExtraFacts) -> None:
        self.order, self.added = order, added
        self.shared = common_context(order)
        self._needs_look = cache(partial(needs_look, order))
        self._size_facts = cache(_size_facts)
        self._backs: dict[FaceSet, Drawing] = {}

    def sides(
        self, record: Record, numbers: Mapping[str, int], faces: FaceSet
    ) -> tuple[list[tuple[Drawing, Drawing | None]], Sequence[Finding]]:
        """The front and the back of each part of a record with its `numbers`; none, with findings, for mistakes."""
        with activity(f"drawing {record.name}", record.where):
            needed = self._needs_look(faces.front)
            facts, findings = record_context(self.order, record, numbers, needed, self.added(record))
            if facts is None:
                return [], findings
            context = {**self.shared, **facts}
            fronts, way, front_findings = self._fronts(record, faces, context)
            back, back_findings = (None, ()) if way == "back" else self._back(record, faces, context)
            findings = (*findings, *front_findings, *back_findings)
            if way == "back" and len(fronts) > 2:
                findings = (*findings, _too_long(record, "the back of the card", "; overflow: card has more room"))
            if has_errors(findings):
                return [], findings
            if way == "back" and faces.cutter:
                front, behind = fronts
                mounted = faces.cutter.mount(faces.front, behind, behind=True)
                return [(faces.mount(faces.front, front), mounted)], findings
            return [(faces.mount(faces.front, items), back) for items in fronts], findings

    def _fronts(
        self, record: Record, faces: FaceSet, context: Mapping[str, Any]
    ) -> tuple[list[tuple[Item, ...]], str, Sequence[Finding]]:
        """The front of a record, and those that continue its blocks; where these are, and findings.

        A face may print their number, which may change how many are needed: then they are drawn again.
        """
        drawn, count = self._parts(record, faces, context, 1), 1
        while len(drawn[0]) > count:
            count = len(drawn[0])
            parts, way, findings = self._parts(record, faces, context, count)
            drawn = parts, way, tuple(dict.fromkeys((*drawn[2], *findings)))
        return drawn

    def _parts(
        self, record: Record, faces: FaceSet, context: Mapping[str, Any], count: int
    ) -> tuple[list[tuple[Item, ...]], str, Sequence[Finding]]:
        """The parts of a record with a face that knows their `count`."""
        parts, way, findings, part = list[tuple[Item, ...]](), "", tuple[Finding, ...](), CardPart()
        while not parts or (part.reached and len(parts) < _MOST_PARTS and not has_errors(findings)):
            part, auto = CardPart(part.reached), context["auto"]
            if count > 1 or parts:
                auto = Given({**auto, "part": len(parts) + 1, "parts": max(count, len(parts) + 1)}, **auto.gone)
            items, part_findings = self._draw_face(record, faces, faces.front, {**context, "auto": auto}, part)
            parts.append(items)
            way, findings = way or part.way, (*findings, *part_findings)
        if part.reached and not has_errors(findings):
            findings = (*findings, _too_long(record, f"{_MOST_PARTS} cards"))
        return parts, way, tuple(dict.fromkeys(findings))

    def _draw_face(
        self, record: Record, faces: FaceSet, face: Face, context: Mapping[str, Any], part: CardPart | None = None
    ) -> tuple[tuple[Item, ...], tuple[Finding, ...]]:
        """The items of a face for a record, or for one part of it."""
        order = self.order
        session = Session(
            Tints({}), record.name, record.where_of, FaceState(), trim=faces.trim(order.product, face),
            grown=faces.scale_of(face), sized=order.product.size_where,
            written=partial(order.game.places_of, order.product, record), line_spots=record.places_of_lines,
            facts=facts_of(order, order.library.reads(face)), part=part,
        )  # fmt: skip
        items, findings, _ = order.renderer.render(face, {**self._size_facts(faces, face), **context}, session)
        return grow_face(face, items, face.size or faces.size), findings

    def _back(
        self, record: Record, faces: FaceSet, context: Mapping[str, Any]
    ) -> tuple[Drawing | None, tuple[Finding, ...]]:
        """The back of a record, with findings; drawn again only if it reads `card` or `auto`."""
        back, findings = faces.back, tuple[Finding, ...]()
        if back is None:
            return None, ()
        if faces not in self._backs or OF_CARD & self.order.library.reads(back):
            items, findings = self._draw_face(record, faces, back, context)
            self._backs[faces] = faces.mount_back(back, items)
        return self._backs[faces], findings


def _size_facts(faces: FaceSet, face: Face) -> Mapping[str, float]:
    """The width and height, in millimetres, for a face without a size of its own, or one that reads them."""
    width, height = face.size or faces.size
    needs_size = face.size is None or not face.reads().isdisjoint(_SIDES)
    return {"w": to_mm(width), "h": to_mm(height)} if needs_size else {}


def _too_long(record: Record, place: str, way_out: str = "") -> Finding:
    """The finding for a record that is longer than its space."""
    message = f"{record.name} is longer than {place} can take"
    hint = f"Shorten it, or give its blocks more room{way_out}."
    return Finding("error", record.where, message, hint, "does-not-fit", Exit.DOES_NOT_FIT)


def seed_of(order: Order, product: Product, record: Record) -> int:
    """The seed of a record's random values, the same wherever it is drawn."""
    return rng_for(order.seed, order.game.name, product.name, record.name).below(_SEEDS)


def numbers_of(order: Order) -> list[Mapping[str, int]]:
    """The counts of each record of an order, in its order.

    `number` is its place among all of its product's, from 1, and `total` is the number of the game's records: the
    user's own cards come later, with higher numbers, and do not change it. Records that are copies of each other, as an
    alias in YAML makes them, are counted in turn.
    """
    total = len(order.product.records) - order.product.own_count
    places: dict[object, deque[int]] = {}
    for n, record in enumerate(order.product.records, 1):
        places.setdefault(record.key, deque()).append(n)
    numbers = list[Mapping[str, int]]()
    for record in order.records:
        same = places[record.key]
        numbers.append({"number": same[0], "total": total, "part": 1, "parts": 1})
        same.rotate(-1)
    return numbers


def record_context(
    order: Order, record: Record, numbers: Mapping[str, int], pictured: bool, added: Mapping[str, Any] | None = None
) -> tuple[dict[str, Any] | None, Sequence[Finding]]:
    """The values of a record for faces: its fields as `card`, its counts as `auto`, and the values `added`.

    `numbers` are its own of `numbers_of`. A record that is `pictured` and has no art of its own gets a look. None, with
    findings, when its look names an unknown part.
    """
    seed = seed_of(order, order.product, record)
    auto = Given({**numbers, "seed": seed, **(added or {})}, code=_SEED_HINT)
    # The values of a record go before what is counted.
    card = {**auto, **by_name(record.values, record.source)}
    if pictured and not card.get("art"):
        card["look"], findings = look_of(order, record, card, seed)
        if card["look"] is None:
            return None, findings
    return {"card": card, "auto": auto}, ()


def needs_look(order: Order, face: Face) -> bool:
    """Whether a face, or one that it uses, draws a composed picture: looks are cast only for such."""
    faces = [face, *filter(None, order.library.faces_used(face.items, order.look))]
    return any(node.kind == "image" and "look" in node.props for other in faces for node in other.nodes())


def look_of(
    order: Order, record: Record, card: Mapping[str, Any], seed: int
) -> tuple[dict[str, Any] | None, Sequence[Finding]]:
    """The look of a record in a composed picture; None, with findings, when it names an unknown part."""
    from printgen.art.casting import cast

    try:
        return cast(order.library.casting, card, card.get("look") or {}, seed), ()
    except TemplateProblem as error:
        return None, error.findings
    except PartError as error:
        message = f"the picture of {record.name}: {error}"
        return None, [Finding("error", record.where_of("look"), message, code="art")]


def piece_values(order: Order, name: Phrase, composed: bool) -> tuple[Mapping[str, Any] | None, Sequence[Finding]]:
    """The record and picture, made when it is drawn, of PRODUCT/PIECE or the first piece; None, with a finding."""
    title, _, wanted = name.text.partition("/")
    product = order.game.products[title]
    if product.records:
        record = next((record for record in product.records if record.name == wanted or not wanted), None)
        if record is None:
            record_names = [record.name for record in product.records]
            return None, [
                unknown_word(name.where, "unknown-piece", f"{title} has no piece '{wanted}'", wanted, record_names)
            ]
        card, findings = card_of(order, product, record, composed)
        return {**card, "picture": partial(_picture_of_record, order, title, record.name, name)}, findings
    piece, findings = _find_piece(order, title, wanted, name)
    return (None if piece is None else {"name": piece.name, "picture": partial(picture_of, piece)}), findings


def card_of(
    order: Order, product: Product, record: Record, composed: bool
) -> tuple[Mapping[str, Any], Sequence[Finding]]:
    """A record of a product as faces see it, with its look and seed if composed pictures of it are drawn."""
    card = by_name(record.values, record.source)
    if not composed:
        return card, ()
    seed = seed_of(order, product, record)
    look, findings = look_of(order, record, card, seed)
    return {**card, "look": look or {}, "seed": seed}, findings


def picture_of(piece: Piece, width: float, height: float) -> Iterator[Item]:
    """The front of a piece as cut, as large as fits a box, in its middle."""
    front = piece.front
    grow = min(width / front.width, height / front.height)
    corner = translate((width - front.width * grow) / 2, (height - front.height * grow) / 2)
    # So small, lines of it still hold in print.
    shown = Reducer(whole=True).reduce(Group(front.items), grow)
    yield Place(Group((Place(shown),), piece.edge), compose(corner, scale(grow)))


def _picture_of_record(
    order: Order, product: str, wanted: str, name: Phrase, width: float, height: float
) -> Iterator[Item]:
    """The picture of the piece of a record. TemplateProblem when there is none."""
    piece, findings = _find_piece(order, product, wanted, name)
    if piece is None or findings:
        raise TemplateProblem(findings)  # The drawing of the face reports it.
    yield from picture_of(piece, width, height)


def _find_piece(order: Order, product: str, wanted: str, name: Phrase) -> tuple[Piece | None, Sequence[Finding]]:
    """The piece of a name, or the first one; None, with findings at `name`, for none."""
    pieces, findings = order.show(product, wanted)
    piece = next((piece for piece in pieces if not wanted or piece.answers(wanted)), None)
    if piece is not None:
        return piece, findings
    if wanted and pieces:
        piece_names = [piece.name for piece in pieces]
        message = f"{product} has no piece '{wanted}'"
        return None, (*findings, unknown_word(name.where, "unknown-piece", message, wanted, piece_names))
    hint = "Name a product of another kind, such as cards, counters or a board."
    nothing = Finding("error", name.where, f"{product} has no piece to show", hint, "unknown-piece")
    return None, (*findings, nothing)
