"""Cards, counters and all other pieces with faces: a piece of its shape for every record; the decks that others are
made for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from printgen.base.errors import Exit, Finding, Severity, Where, has_errors, split_advice, unknown_word
from printgen.base.file_access import AccessError
from printgen.base.units import to_mm
from printgen.drawing.extent import walk_kind
from printgen.drawing.model import Text
from printgen.drawing.pieces import Layout, Piece, Role
from printgen.game.records import Product, Record
from printgen.kinds.composition import Composition, Order
from printgen.kinds.cutter import Cutter, PieceDefaults, back_of, cutter_for, size_of_cut
from printgen.kinds.face_rendering import face_of
from printgen.kinds.record_faces import (
    KEYS,
    Choice,
    ExtraFacts,
    FaceSet,
    RecordSides,
    choose_faces,
    draw_records,
    move_findings,
    varies,
)
from printgen.kinds.shapes import Form, ShapeOptions


def count_of(deck: Product) -> int:
    """The number of cards in a deck, copies included."""
    return sum(record.copies for record in deck.records)


def card_size(order: Order, deck: Product, where: Where) -> tuple[float, float] | Finding:
    """The width and height, in points, of a product's largest cards; a finding at `where` when it is unknown."""
    chosen, _ = choose_faces(replace(order, product=deck, records=deck.records))
    pairs = {(choice.size, choice.front) for choice in chosen if choice} if deck.records else {(deck.size, deck.front)}
    sizes = []
    for size, front in pairs:
        try:
            sizes.append(size_of_cut(order, _shape(order, deck), front, size or _size_option(deck)))
        except ValueError as error:
            message, hint = split_advice(str(error), "Say size: there.")
            return Finding("error", where, f"{deck.name}: {message}", hint, "unknown-size")
    if not sizes:
        message = f"the size of the cards of {deck.name} is not known"
        return Finding("error", where, message, "Mend the product, or say it here.", "unknown-size")
    return max(width for width, _ in sizes), max(height for _, height in sizes)


def _shape(order: Order, deck: Product) -> Form:
    loaded = getattr(deck.loaded, "options", deck.loaded)
    return loaded.read_shape(order.game.files.load) if isinstance(loaded, ShapeOptions) else "rectangle"


def _size_option(deck: Product) -> str:
    """The size among the options of a product of counters."""
    size = getattr(deck.loaded, "size", 0.0)
    return f"{to_mm(size)!r}mm" if size else ""


def _face_set(order: Order, choice: Choice, defaults: PieceDefaults) -> tuple[FaceSet | None, Sequence[Finding]]:
    """The faces that a choice names, and their cutter; None, with findings, when any is missing."""
    at_front, at_back, at_size = choice.places
    front, wrong_front = face_of(order, "front", choice.front, at_front)
    back, wrong_back = back_of(order, choice.back, at_back) if choice.back else (None, ())
    if front is None or (choice.back and back is None):
        return None, (*wrong_front, *wrong_back)
    behind = back.face if back else None
    cutter, findings = cutter_for(order, (front, behind), choice.size, at_size, defaults)
    if cutter is None:
        return None, findings
    mount = back.mount(cutter) if back else cutter.mount
    return FaceSet(front, behind, cutter.mount, mount, cutter.size, cutter.corner, cutter), ()


def _shaped_face_set(
    order: Order, choice: Choice, defaults: PieceDefaults, record: Record
) -> tuple[FaceSet | None, Sequence[Finding]]:
    """The face set, cut along the outline of the record's picture if the shape says so."""
    field = defaults.options.pictured
    if not field:
        return _face_set(order, choice, defaults)
    if field not in record.values:
        where = defaults.options.where_of("shape", "outline-of")
        return None, [
            unknown_word(where, "unknown-field", f"no record has the field {field}", field, record.values, "")
        ]
    where, picture = record.where_of(field), record.values[field]
    if not isinstance(picture, Path):
        message, hint = f"{record.name} has no picture in {field}", f"Add {field}: and a file."
        return None, [Finding("error", where, message, hint, "bad-path")]
    try:
        shape = defaults.options.shape_of(order.game.files.load(picture, "picture"))
        faces, findings = _face_set(order, choice, defaults._replace(shape=shape))
    except AccessError as error:
        return None, [Finding("error", where, f"{picture.name}: {error.message}", error.hint, error.code)]
    except ValueError as error:
        faces, findings = None, [Finding("error", where, *split_advice(str(error)), "bad-path")]
    message = f"nothing can be cut along {picture.name}: "
    return faces, [
        replace(f, where=where, message=message + f.message) if f.code == "bad-path" else f for f in findings
    ]


def compose_pieces(order: Order, defaults: PieceDefaults, added: ExtraFacts = lambda record: {}) -> Composition:
    """A piece for every record without mistakes, in order; faces see the facts `added` to the record."""
    try:
        defaults = defaults._replace(shape=defaults.options.read_shape(order.game.files.load))
    except ValueError as error:
        where, hint = defaults.options.where_of("shape", "file"), "Draw one closed line that does not cross itself."
        return Composition((), (Finding("error", where, f"the outline cannot be used: {error}", hint, "bad-path"),))
    by_choice: dict[tuple[object, ...], tuple[Choice, FaceSet | None, Sequence[Finding]]] = {}
    face_sets: list[FaceSet | None] = []
    choices, findings = choose_faces(order)
    for record, choice in zip(order.records, choices, strict=True):
        if choice is None:
            face_sets.append(None)
            continue
        picture = record.values.get(defaults.options.pictured)
        alike = (*choice.alike, picture)
        if alike not in by_choice:
            by_choice[alike] = choice, *_shaped_face_set(order, choice, defaults, record)
        first, faces, draw_findings = by_choice[alike]
        face_sets.append(faces)
        for where, own in zip(first.places, choice.places, strict=True):
            draw_findings = move_findings(draw_findings, where, own)
        findings += (finding for finding in draw_findings if finding not in findings)
    # Where all records have the same faces, mistakes in those leave nothing to draw.
    can_draw = not has_errors(findings) or any(varies(order, key) for key in KEYS)
    drawn, draw_findings = draw_records(order, face_sets, added) if can_draw else ([], [])
    block = (*defaults.options.block, defaults.options.gap) if defaults.options.block else None
    layout = defaults.options.layout or ("packed" if block or varies(order, "size") else "grid")
    pieces, outside = _pieces(order, drawn, layout, defaults.role)
    if block:
        # No bleed reaches over half of the gap, into that of another block.
        pieces = [
            replace(piece, layout="packed", block=block, bleed=min(piece.bleed, block[2] / 2)) for piece in pieces
        ]
    return Composition(tuple(pieces), (*findings, *draw_findings, *outside))


def _pieces(
    order: Order, drawn: Sequence[RecordSides], layout: Layout, role: Role
) -> tuple[list[Piece], list[Finding]]:
    """The pieces of drawn sides; those with text over their cut are left out and reported."""
    pieces, findings = list[Piece](), list[Finding]()
    for sides in drawn:
        cutter, record = sides.faces.cutter, sides.record
        assert cutter is not None
        if cutter.judges and (outside := _texts_outside(sides, cutter)):
            findings += (_outside(order, words, record, cutter) for words in outside)
            if not order.product.lenient:
                continue
        own_name = record.name if sides.name != record.name else ""
        pieces.append(Piece(sides.name, sides.front, sides.back, record.copies, cutter.bleed - cutter.rim, cutter.cut,
                            corner=cutter.corner, layout=layout, from_face=True, role=role,
                            record=own_name))  # fmt: skip
    return pieces, findings


def _texts_outside(sides: RecordSides, cutter: Cutter) -> list[str]:
    """The texts that reach over the cut, or too near to it."""
    pictures = ((bool(behind), side) for behind, side in enumerate((sides.front, sides.back)) if side)
    texts = ((behind, *text) for behind, side in pictures for text in walk_kind(side.items, Text))
    return [
        text.text
        for behind, text, matrix in texts
        if not text.text.isspace() and not cutter.holds(text, matrix, behind)
    ]


def _outside(order: Order, words: str, record: Record, cutter: Cutter) -> Finding:
    limit = f"comes nearer than {to_mm(cutter.safe):.3g} mm to" if cutter.safe > 0 else "reaches over"
    message = f"'{words}' {limit} the cut of {record.name}"
    hint = f"Shorten it, give it less width in the face, or make the {order.product.kind} larger."
    if "safe" in order.product.options:
        hint = hint.replace(" or make", " lower safe: of the product, or make")
    severity: Severity = "warning" if order.product.lenient else "error"
    return Finding(severity, record.where, message, hint, "outside-cut", Exit.DOES_NOT_FIT)
