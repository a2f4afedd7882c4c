"""Cards, counters and all other pieces with faces: a piece of its shape for every record; the decks that others are
made for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from printgen.base.errors import Exit, Finding, Severity, Where, has_errors, split_advice
from printgen.base.units import to_mm
from printgen.drawing.extent import walk_kind
from printgen.drawing.model import Text
from printgen.drawing.pieces import Layout, Piece, Role
from printgen.game.records import Product
from printgen.kinds.composition import Composition, Order
from printgen.kinds.cutter import Cutter, Habit, cut_size, cutter_for
from printgen.kinds.faced import (
    KEYS,
    Added,
    Cast,
    Choice,
    Faced,
    back_of,
    choices,
    faced,
    told_at,
    unused_faces,
    varies,
)
from printgen.kinds.facing import face_of
from printgen.kinds.shapes import OwnOutline, ShapeOptions


def count_of(deck: Product) -> int:
    """How many cards a deck has, copies counted."""
    return sum(record.copies for record in deck.records)


def card_size(order: Order, deck: Product, where: Where) -> tuple[float, float] | Finding:
    """The width and height, in points, of the largest cards of a product: as it says, or as their faces have it.

    A finding at `where` when that is not known. What is wrong with its own expressions is told with it.
    """
    chosen, _ = choices(replace(order, product=deck, records=deck.records))
    said = {(one.size, one.front) for one in chosen if one} if deck.records else {(deck.size, deck.front)}
    sizes = []
    for size, front in said:
        try:
            found = cut_size(order, _shape(order, deck), front, size or _option(deck))
        except ValueError as error:
            message, hint = split_advice(str(error), "Say size: there.")
            return Finding("error", where, f"{deck.name}: {message}", hint, "unknown-size")
        sizes.append(found)
    if not sizes:
        message = f"the size of the cards of {deck.name} is not known"
        return Finding("error", where, message, "Mend the product, or say it here.", "unknown-size")
    return max(width for width, _ in sizes), max(height for _, height in sizes)


def _shape(order: Order, deck: Product) -> str | OwnOutline:
    """How a product's pieces are cut."""
    loaded = getattr(deck.loaded, "options", deck.loaded)
    shape = loaded.shape if isinstance(loaded, ShapeOptions) else "rectangle"
    return shape if isinstance(shape, str) else shape.read(order.game.files.load)


def _option(deck: Product) -> str:
    """The size that a product of counters may say among its options."""
    size = getattr(deck.loaded, "size", 0.0)
    return f"{to_mm(size)!r}mm" if size else ""


class _Mould:
    """How records are printed that are printed alike: the cutter and the faces, or what is wrong with them."""

    def __init__(self, order: Order, choice: Choice, habit: Habit) -> None:
        self.choice = choice
        self.cutter: Cutter | None = None
        self.cast: Cast | None = None
        at_front, at_back, at_size = choice.places
        front, wrong_front = face_of(order, "front", choice.front, at_front)
        back, wrong_back = back_of(order, choice.back, at_back) if choice.back else (None, ())
        self.findings: Sequence[Finding] = (*wrong_front, *wrong_back)
        if front is None or (choice.back and back is None):
            return
        behind = back.face if back else None
        self.cutter, wrong = cutter_for(order, (front, behind), choice.size, at_size, habit)
        self.findings = (*self.findings, *wrong)
        if (cutter := self.cutter) is not None:
            size = None if cutter.judges else cutter.size
            mount = back.mount(cutter) if back else cutter.mount
            self.cast = Cast(front, behind, cutter.mount, mount, size, cutter.corner, cutter.size)

    def told(self, choice: Choice) -> Iterator[Finding]:
        """What is wrong, at the places of another choice that says the same."""
        found = self.findings
        for mine, theirs in zip(self.choice.places, choice.places, strict=True):
            found = told_at(found, mine, theirs)
        yield from found


def compose_pieces(order: Order, habit: Habit, added: Added = lambda record: {}) -> Composition:
    """A piece for every record of the order, in its order; those with mistakes are left out and reported.

    Faces see what is `added` beside the record.
    """
    shape = _shape_of(order, habit)
    if isinstance(shape, Finding):
        return Composition((), (shape, *unused_faces(order)))
    habit = habit._replace(shape=shape)
    moulds: dict[tuple[str, str, str], _Mould] = {}
    casts: list[Cast | None] = []
    cutters: dict[Cast, Cutter] = {}
    chosen, findings = choices(order)
    for choice in chosen:
        mould = choice and (moulds.get(choice.alike) or moulds.setdefault(choice.alike, _Mould(order, choice, habit)))
        if mould is None or choice is None:
            casts.append(None)
            continue
        casts.append(mould.cast)
        if mould.cast and mould.cutter:
            cutters[mould.cast] = mould.cutter
        else:
            findings += (found for found in mould.told(choice) if found not in findings)
    findings += unused_faces(order)
    whole = not has_errors(findings) or any(varies(order, key) for key in KEYS)
    drawn, wrong = faced(order, casts, added) if whole else ([], [])
    layout = habit.options.layout or ("packed" if varies(order, "size") else "grid")
    pieces, outside = _pieces(order, drawn, cutters, layout, habit.role)
    return Composition(tuple(pieces), (*findings, *wrong, *outside))


def _shape_of(order: Order, habit: Habit) -> str | OwnOutline | Finding:
    """The shape that the options of a habit say; a finding where it cannot be read."""
    shape = habit.options.shape
    try:
        return shape if isinstance(shape, str) else shape.read(order.game.files.load)
    except ValueError as error:
        where = habit.options.where_of("shape", "file")
        hint = "Draw one closed line that does not cross itself."
        return Finding("error", where, f"the outline cannot be used: {error}", hint, "bad-path")


def _pieces(
    order: Order, drawn: Sequence[Faced], cutters: dict[Cast, Cutter], layout: Layout, role: Role
) -> tuple[list[Piece], list[Finding]]:
    """The pieces of what was drawn; those whose text lies over their cut are left out and reported."""
    pieces, findings = list[Piece](), list[Finding]()
    for one in drawn:
        cutter = cutters[one.cast]
        if cutter.judges and (outside := _reaching(one, cutter)):
            findings += (_outside(order, words, one, cutter) for words in outside)
            if not order.product.lenient:
                continue
        name, copies, bleed = one.record.name, one.record.copies, cutter.bleed - cutter.rim
        pieces.append(Piece(name, one.front, one.back, copies, bleed, cutter.cut, corner=cutter.corner,
                            layout=layout, from_face=True, role=role))  # fmt: skip
    return pieces, findings


def _reaching(one: Faced, cutter: Cutter) -> list[str]:
    """The texts that reach over the cut, or too near to it."""
    sides = ((bool(behind), side) for behind, side in enumerate((one.front, one.back)) if side)
    texts = ((behind, *found) for behind, side in sides for found in walk_kind(side.items, Text))
    placed = (found for found in texts if not found[1].text.isspace())
    return [text.text for behind, text, matrix in placed if not cutter.holds(text, matrix, behind)]


def _outside(order: Order, words: str, one: Faced, cutter: Cutter) -> Finding:
    """The finding for a text that comes too near to the cut."""
    limit = f"comes nearer than {to_mm(cutter.safe):.3g} mm to" if cutter.safe > 0 else "reaches over"
    message = f"'{words}' {limit} the cut of {one.record.name}"
    hint = f"Shorten it, give it less width in the face, or make the {order.product.kind} larger."
    if "safe" in order.product.options:
        hint = hint.replace(" or make", " lower safe: of the product, or make")
    severity: Severity = "warning" if order.product.lenient else "error"
    return Finding(severity, one.record.where, message, hint, "outside-cut", Exit.DOES_NOT_FIT)
