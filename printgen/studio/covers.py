"""A game comes in; what its box looks like on a shelf goes out: some cards first, and its cover when that is drawn.

GET /api/games/GAME/cover           what it is, what it holds, and up to three cards of it
GET /api/games/GAME/cover/picture   the page of its cover product, or else of what it prints first
"""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.routing import BaseRoute, Route

from printgen.api import LiveGame, Piece
from printgen.base.errors import PrintgenError
from printgen.build.seen import cut_out
from printgen.game.record_columns import own_records
from printgen.studio.asking import Plain, looking, told
from printgen.studio.pictures import Pictures
from printgen.studio.shelf import game_in, workshop_in

_FAN = 3
_MOST = 40


def _cover(request: Request) -> Plain:
    name, game = game_in(request)
    with game.lock:
        findings = [one for one in told(game.findings) if one["severity"] != "info"]
        about = {"name": name, "target": game.target, "builtIn": game.built_in, "number": game.number}
        try:
            job = game.job
        except PrintgenError as error:
            return {**about, "title": name, "products": [], "fan": [], "findings": told(error.findings)[:_MOST]}
        findings = [one for one in told(game.findings) if one["severity"] != "info"]
        products = [
            {
                "name": one.name,
                "title": one.title,
                "kind": one.kind,
                "records": len(one.records),
                "own": own_records(one),
            }
            for one in job.game.products.values()
        ]
        box = {"title": job.game.title, "version": job.game.version, "author": job.game.author}
        fan = fan_of(game, workshop_in(request).pictures)
    return {**about, **box, "number": game.number, "products": products, "fan": fan, "findings": findings[:_MOST]}


def fan_of(game: LiveGame, pictures: Pictures) -> list[dict[str, Any]]:
    """Some cards of a game, of its first deck, or else of what has a piece for each record."""
    products = [*game.job.game.products.values()]
    decks = [one for one in products if one.records and one.kind == "cards" and len(one.records) >= _FAN]
    for product in (*decks, *(one for one in products if one.records)):
        if game.one_each(product.name):
            count = len(product.records)
            numbers = sorted({0, count // 3, 2 * count // 3})
            pieces = [one.piece for one in game.of_records(product.name, numbers) if one.piece]
            return [_placed(piece, pictures) for piece in pieces]
    return []


def _placed(piece: Piece, pictures: Pictures) -> dict[str, Any]:
    return {**pictures.placed(cut_out(piece.front, piece)), "corner": piece.corner, "name": piece.name}


def _page(request: Request) -> Plain:
    """The cover of a box, drawn beside everything else."""
    _, game = game_in(request)
    job = game.job
    products = job.game.products.values()
    telling = [one for one in products if job.tells(one)]
    for product in (*telling[:1], *(one for one in products if not one.records)):
        try:
            piece = game.pieces(product.name)[0]
        except (PrintgenError, LookupError):
            continue
        pictures = workshop_in(request).pictures
        picture = _placed(piece, pictures)
        # A cover tells of everything, and all of that was composed for it: only the picture is kept.
        pictures.svg(pictures.keep(cut_out(piece.front, piece)))
        game.let_go()
        return {"picture": picture, "product": product.name, "cover": product in telling, "number": game.number}
    return {"picture": None, "number": game.number}


def picture_of(game: LiveGame, pictures: Pictures) -> Plain:
    """Something to see of a game: its first card, or the first piece of what it prints first.

    None where there is nothing.
    """
    if fan := fan_of(game, pictures):
        return {"picture": fan[0], "more": fan[1:]}
    for name in game.job.game.products:
        try:
            return {"picture": _placed(game.pieces(name)[0], pictures), "more": []}
        except (PrintgenError, LookupError):
            continue
    return {"picture": None, "more": []}


ROUTES: tuple[BaseRoute, ...] = (
    Route("/api/games/{game}/cover", looking(_cover, alone=False)),
    Route("/api/games/{game}/cover/picture", looking(_page, alone=False)),
)
