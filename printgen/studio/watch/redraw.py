"""What there is to see of a target at a time: its products with their pieces, and the findings beside them."""

from __future__ import annotations

from dataclasses import dataclass, field

from printgen.base.errors import Finding
from printgen.build.printed import Pieces
from printgen.drawing.pieces import Piece


@dataclass(frozen=True, slots=True)
class Shown:
    """A product as it is seen: its pieces, the safe distance of their faces in points, and which are not of now.

    `made` is the product as it could last be drawn whole.
    """

    made: Pieces
    pieces: tuple[Piece, ...]
    safe: float
    stale: frozenset[str] = frozenset()

    def followed_by(self, later: Shown) -> Shown:
        """What is seen when a later attempt has gone wrong somewhere: pieces that it lacks stay as they were."""
        product = later.made.product
        there = {piece.name for piece in later.pieces}
        wanted = {record.name for record in product.records}
        pieces, stale = list(later.pieces), set()
        for place, piece in enumerate(self.pieces):
            if piece.name not in there and (piece.name in wanted or not product.complete or not there):
                pieces.insert(place, piece)
                stale.add(piece.name)
        return Shown(self.made if stale else later.made, tuple(pieces), later.safe, frozenset(stale))

    def left(self) -> Shown:
        """What is seen of a product that cannot be drawn just now."""
        return Shown(self.made, self.pieces, self.safe, frozenset(piece.name for piece in self.pieces))


@dataclass(frozen=True, slots=True)
class Redraw:
    """What came of drawing a target: the number of the attempt, how many seconds it took, what changed before it.

    `pieces` counts those that were drawn; `findings` are of all its files.
    """

    number: int
    seconds: float
    changed: tuple[str, ...]
    pieces: int
    findings: tuple[Finding, ...]
    title: str = ""
    products: dict[str, Shown] = field(default_factory=dict, repr=False)
