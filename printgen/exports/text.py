"""The whole game as words: a parcel comes in; a page for screen readers and a plain text go out, which proof-readers
read too.

    GAME.html    headings, lists and tables, as browsers and screen readers know them
    GAME.txt     the same, for any program
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from printgen.build import Progress
from printgen.errors import Finding
from printgen.exports.format import Asked, Made, Option
from printgen.exports.outline import Heading, Node, Paragraph, as_html, as_text
from printgen.exports.parcel import Lot, Parcel
from printgen.exports.read_out import Speech, of_board, of_document, of_pieces, of_records
from printgen.kinds.documents import Reference
from printgen.reading.boards import BoardPlan

OPTIONS: tuple[Option, ...] = ()


def check(parcel: Parcel, asked: Asked) -> Iterable[Finding]:
    """Every game has words."""
    return ()


def make(parcel: Parcel, asked: Asked, progress: Progress) -> Made:
    """Both files."""
    nodes = [*nodes_of(parcel)]
    game = parcel.game
    page = as_html(nodes, game.title, parcel.language)
    plain = as_text(nodes, parcel.language)
    files = [(f"{parcel.label}.html", page.encode()), (f"{parcel.label}.txt", plain.encode())]
    return Made(files, pieces=sum(lot.count for lot in parcel.lots))


def nodes_of(parcel: Parcel) -> Iterator[Node]:
    """All that a game says, in its order."""
    game = parcel.game
    yield Heading(1, game.title)
    by = f"by {game.author}" if game.author else ""
    about = [f"Version {game.version}" if game.version else "", by, game.licence.rstrip(".")]
    if line := ", ".join(filter(None, about)):
        yield Paragraph(f"{line}.")
    if game.notice:
        yield Paragraph(game.notice)
    told: list[list[Node]] = []
    for lot in parcel.lots:
        nodes = [*_lot(lot, parcel.wish.seed)]
        # The pages of a booklet say what its large pages say.
        if nodes and nodes not in told:
            told.append(nodes)
            yield Heading(2, lot.title)
            yield from nodes


def _lot(lot: Lot, seed: int) -> Iterator[Node]:
    """What a product says, by what it is made of."""
    product, speech = lot.pieces.product, Speech(lot.pieces.library)
    if isinstance(product.loaded, Reference):
        yield from of_document(product.loaded, lot.pieces.game, speech, 3)
    elif isinstance(product.loaded, BoardPlan):
        yield from of_board(product.loaded, seed)
    elif product.records:
        yield from of_records(lot, speech)
    else:
        yield from of_pieces(lot)
