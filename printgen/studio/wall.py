"""The wall of a product's cards, and the findings of its game, as a page shows them."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field
from starlette.requests import Request
from starlette.routing import BaseRoute, Route

from printgen.base import group_pairs
from printgen.build.live import SAFE, die_cut, path_of, with_bleed
from printgen.build.settings import Settings
from printgen.drawing.model import Drawing
from printgen.drawing.pieces import Piece
from printgen.game.record_columns import columns_of, rows_of
from printgen.game.records import Record
from printgen.reading.requests import ActionRequest
from printgen.studio.actions import desks_for
from printgen.studio.asking import Plain, findings_data, looking, taking
from printgen.studio.pictures import PictureStore
from printgen.studio.shelf import game_in, workshop_in

_AT_ONCE = 24  # So many pictures may be requested at a time; a page requests those first that are in sight.
_MOST_PIECES = 2000  # A page shows at most so many pieces of a product without cards.
_COLOR = "color"

Look = Annotated[str, Field(max_length=64, pattern=r"^[\w-]*$")]


class PicturesRequest(ActionRequest):
    """Pictures of some cards of a product: their places in the list, the look, and what of them is shown."""

    numbers: Annotated[tuple[Annotated[int, Field(ge=0, lt=100_000)], ...], Field(min_length=1, max_length=_AT_ONCE)]
    look: Look = _COLOR
    backs: bool = False
    bleed: bool = False


class PiecesRequest(ActionRequest):
    """The pieces of a product without cards of its own, in a look."""

    look: Look = _COLOR


def _wall_data(request: Request) -> Plain:
    """The wall of a product: its cards with their values, or that it has none, and the findings on the game."""
    _, game = game_in(request)
    with game.lock:
        product = game.product(request.path_params["product"])
        job = game.job
        columns = columns_of(job.game, product) if game.one_each(product.name) else ()
        own = product.own_lists
        cards = [
            {"n": n, "name": record.name, "copies": record.copies, "where": record.where.as_data(),
             "own": record.where.file in own, "values": rows_of(columns, record)}
            for n, record in enumerate(product.records if columns else ())
        ]  # fmt: skip
        looks = [_COLOR, *(name for name in job.library.look_names() if not job.library.for_backs(name))]
        return {
            "name": product.name, "title": product.title, "kind": product.kind, "gameTitle": job.game.title,
            "target": game.target, "builtIn": game.built_in, "desks": sorted(desks_for(game, product.name)),
            "number": game.number, "looks": looks, "cards": cards, "pieces": not columns,
            "columns": [column.as_data() for column in columns],
            "findings": _with_cards(findings_data(game.findings), product.records if columns else ()),
        }  # fmt: skip


def _check(request: Request) -> Plain:
    """The findings of a check of the whole game; those on cards of a product have the numbers of these cards."""
    name, game = game_in(request)
    workshop = workshop_in(request)
    checked = workshop.checks.of(name, game, workshop.news)
    records: Sequence[Record] = ()
    with game.lock:
        if product := request.query_params.get("product", ""):
            records = game.product(product).records
        findings = _with_cards(checked.findings, records)
    return {"number": checked.number, "state": checked.state, "findings": findings}


def _with_cards(findings: Iterable[Mapping[str, Any]], records: Sequence[Record]) -> list[Plain]:
    """Findings with the numbers of the cards in whose lines they are."""
    first_lines = group_pairs((one.where.file, (one.where.line, n)) for n, one in enumerate(records))
    for lines in first_lines.values():
        lines.sort()

    def card_at(place: Mapping[str, Any]) -> int | None:
        lines = first_lines.get(place["file"], [])
        at = bisect_right(lines, (place["line"], math.inf)) - 1 if place["line"] else -1
        return lines[at][1] if at >= 0 else None

    def cards(finding: Mapping[str, Any]) -> list[int]:
        numbers = [card_at(place) for place in (finding, *finding.get("also", ()))]
        return [*dict.fromkeys(n for n in numbers if n is not None)]

    return [{**finding, "cards": cards(finding)} for finding in findings]


def _pictures(request: Request, asks: PicturesRequest) -> Plain:
    """The pictures of the cards, or of the pieces, with the requested numbers."""
    _, game = game_in(request)
    name, settings = request.path_params["product"], Settings(look=asks.look)
    pictures = workshop_in(request).pictures
    number = game.number
    if game.one_each(name):
        cards = game.of_records(name, asks.numbers, settings)
        rows = []
        for n, card in zip(asks.numbers, cards, strict=True):
            failed = {"findings": findings_data(card.findings)}
            rows.append({"n": n, **(_piece_data(card.piece, asks, pictures) if card.piece else failed)})
    else:
        pieces = game.pieces(name, settings)
        rows = [{"n": n, **_piece_data(pieces[n], asks, pictures)} for n in asks.numbers if n < len(pieces)]
    return {"number": number, "pictures": rows}


def _pieces(request: Request, asks: PiecesRequest) -> Plain:
    """The pieces of a product without cards of its own, with their sizes in points."""
    _, game = game_in(request)
    number = game.number
    pieces = game.pieces(request.path_params["product"], Settings(look=asks.look))
    rows = [
        {"n": n, "name": piece.name, "copies": piece.copies, "width": piece.front.width, "height": piece.front.height}
        for n, piece in enumerate(pieces[:_MOST_PIECES])
    ]
    return {"number": number, "cards": rows}


def _piece_data(piece: Piece, asks: PicturesRequest, pictures: PictureStore) -> dict[str, Any]:
    """The sides of a piece and its cut, as a page shows them."""
    front = pictures.picture_data(_face(piece.front, piece, asks.bleed))
    # A back is cut like its front: a page turns a card over in place.
    back = pictures.picture_data(_face(piece.back, piece, asks.bleed)) if piece.back and asks.backs else None
    data = {"front": front, "back": back, "backed": piece.back is not None, "corner": piece.corner}
    if not asks.bleed:
        return data
    edge = path_of(piece.edge)
    return {**data, "bleed": piece.bleed, "safe": SAFE, "edge": edge, "plain": piece.cut is None}


def _face(side: Drawing, piece: Piece, bleed: bool) -> Drawing:
    """A side of a piece as a page shows it: as it is cut, or with its bleed."""
    return with_bleed(side, piece) if bleed else die_cut(side, piece)


_HERE = "/api/games/{game}/products/{product}/wall"
ROUTES: tuple[BaseRoute, ...] = (
    Route(_HERE, looking(_wall_data)),
    Route(f"{_HERE}/pictures", taking(PicturesRequest, _pictures, alone=False), methods=["POST"]),
    Route(f"{_HERE}/pieces", taking(PiecesRequest, _pieces, alone=False), methods=["POST"]),
    Route("/api/games/{game}/check", looking(_check, alone=False)),
)
