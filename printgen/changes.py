"""Pieces and what a manifest says of those printed last come in; the new and changed ones, and what to keep, go out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from printgen.drawing.codes import code_of
from printgen.drawing.digests import digest_of
from printgen.drawing.pieces import Piece
from printgen.manifest import Print, Prints

# So many codes of earlier prints of a piece are remembered.
_MOST = 20


class Change(NamedTuple):
    """What of a product is new or changed since it was printed last, and what was printed once that is printed, too."""

    pieces: tuple[Piece, ...]
    prints: Prints


def prints_of(pieces: Iterable[Piece], backs: bool) -> Prints:
    """The pieces as they are printed now."""
    return Prints(
        tuple(Print(p.name, p.copies, p.stamp.digest if p.stamp else digest_of(p.front, p.back)) for p in pieces),
        backs,
    )


def since(pieces: Sequence[Piece], now: Prints, last: Prints) -> tuple[Piece, ...]:
    """The pieces, each in so many copies as there are none of yet; all leaves of what is bound, where one is new.

    Pieces that look the same stand in for each other, whatever they are called. Fronts whose backs were left out are
    no pieces yet.
    """
    there = Counter[str]()
    for one in last.pieces:
        there[one.digest] += one.copies
    new: list[Piece] = []
    for piece, one in zip(pieces, now.pieces, strict=True):
        lacking = bool(piece.back) and now.backs and not last.backs
        had = 0 if lacking else min(piece.copies, there[one.digest])
        there[one.digest] -= had
        if piece.copies > had:
            new.append(replace(piece, copies=piece.copies - had))
    return tuple(pieces) if new and any(piece.leaf for piece in pieces) else tuple(new)


def kept(now: Prints, last: Prints | None, some: bool, listed: bool = False) -> Prints:
    """What to remember: what is printed now, with the codes that its pieces had before.

    Where only `some` of a product's pieces are printed, the others stay as they were. Then, and where a print list said
    how many there are, nobody has thrown away what was there: it counts the most that were printed of a piece at once.
    """
    if last is None:
        return now
    before: Mapping[str, dict[str, None]] = {}
    before = {one.name: {} for one in last.pieces}
    for one in last.pieces:
        before[one.name] |= dict.fromkeys((code_of(one.digest), *one.before))
    codes = {code_of(one.digest) for one in now.pieces}
    most = {(one.name, one.digest): one.copies for one in last.pieces} if some or listed else {}
    pieces = []
    for one in now.pieces:
        old = [code for code in before.get(one.name, ()) if code not in codes]
        copies = max(one.copies, most.get((one.name, one.digest), 0))
        pieces.append(replace(one, copies=copies, before=tuple(old[:_MOST])))
    names = {one.name for one in now.pieces}
    others = [one for one in last.pieces if one.name not in names] if some else []
    return replace(now, pieces=(*pieces, *others))
