"""What of a parcel has a place at a virtual table: stacks of things of one size come out, and what is left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import count

from printgen.drawing.pieces import Role
from printgen.errors import Exit, Finding, Where
from printgen.exports.parcel import Lot, Parcel, Severity, Thing

WHY = {
    "page": "pages to read have no place there",
    "model": "what is cut out, folded and glued has no place there",
    "board": "boards have no place there",
}
"""Why roles are left out."""


def apart(lot: Lot) -> Lot:
    """A product as it is once it is cut: what falls into parts is these, each level, and things are numbered anew."""
    if not any(thing.piece.parts for thing in lot.things):
        return lot
    numbers, things = count(1), list[Thing]()
    for thing in lot.things:
        for at, piece in enumerate(thing.piece.parts or (thing.piece,), 1):
            key = f"{thing.key}-{at}" if at > 1 else thing.key
            things.append(replace(thing, number=next(numbers), key=key, piece=replace(piece, copies=thing.copies)))
    return replace(lot, things=tuple(things))


def stacks_of(parcel: Parcel, *roles: Role) -> Iterator[Lot]:
    """The things of some roles, a lot for each size of a product in whole millimetres, in the order of the game.

    Those after the first of a product have its name with a number: templates, templates-2. Names are never the same.
    What falls into parts once it is cut is these parts.
    """
    taken = {lot.name for lot in parcel.lots}
    for lot in map(apart, parcel.of(*roles)):
        sizes: dict[tuple[int, int], list[Thing]] = {}
        for thing in lot.things:
            wide, high = thing.size
            sizes.setdefault((round(wide), round(high)), []).append(thing)
        for number, things in enumerate(sizes.values(), 1):
            name, title = lot.name, lot.title
            if number > 1:
                name, title = f"{lot.name}-{number}", f"{lot.title} {number}"
                while name in taken:
                    name += "-x"
                taken.add(name)
            yield lot if len(sizes) == 1 else replace(lot, name=name, title=title, things=tuple(things))


def left_out(
    lot: Lot, things: Iterable[Thing], why: str, hint: str = "", severity: Severity = "info"
) -> Finding:  # fmt: skip
    """Tells that things of a lot, or all of its product, are not sent; a warning where their author can mend that."""
    names, product = [thing.name for thing in things], lot.pieces.product.name
    what = f"{product} is"
    if len(names) < sum(len(piece.parts) or 1 for piece in lot.pieces.pieces):
        what = (
            f"{names[0]} and {len(names) - 1} more of {product} are"
            if len(names) > 1
            else f"{names[0]} of {product} is"
        )
    return lot.finding(severity, f"{what} left out: {why}", hint, "left-out")


def misfits(parcel: Parcel, *roles: Role) -> Iterator[Finding]:
    """A finding for each product with things that have none of the roles."""
    for lot in parcel.lots:
        for role, why in WHY.items():
            things = [thing for thing in lot.things if thing.role == role]
            if things and role not in roles:
                yield left_out(lot, things, why)


def nothing_fits(parcel: Parcel, program: str, wanted: str = "cards, tokens or a board") -> Finding:
    """The error that ends an export of which nothing is left; `wanted` is what the program has a place for."""
    where = parcel.lots[0].pieces.product.where if parcel.lots else Where(parcel.label)
    message = f"nothing of {parcel.label} has a place in {program}"
    hint = f"Choose a product with {wanted}, or another format."
    return Finding("error", where, message, hint, "nothing-fits", Exit.DOES_NOT_FIT)


def told_of(thing: Thing) -> dict[str, str]:
    """What people may search a thing by: name, tags, and all words on its front."""
    return {"label": thing.name, "tags": " ".join(thing.tags), "words": " ".join(thing.words)}
