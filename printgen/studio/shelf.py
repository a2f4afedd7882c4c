"""What stands on the shelf: the games that are open come in; what they are called, hold and suffer from goes out."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from printgen.api import LiveGame, Settings
from printgen.base.errors import PrintgenError
from printgen.studio.actions import desks_for
from printgen.studio.asking import looking, number_in, told
from printgen.studio.pictures import svg_answer
from printgen.studio.workshop import Workshop


def workshop_in(request: Request) -> Workshop:
    """The workshop that a request is for."""
    workshop: Workshop = request.app.state.workshop
    return workshop


def game_in(request: Request) -> tuple[str, LiveGame]:
    """The game that a request's path names. LookupError where there is none."""
    name = request.path_params["game"]
    return name, workshop_in(request).game(name)


def settings_in(request: Request) -> Settings:
    """How the page wants things drawn: its look and variant. UsageError for what cannot be."""
    query = request.query_params
    return Settings(look=query.get("look", "color"), backs=query.get("backs", ""))


def _shelf(request: Request) -> dict[str, Any]:
    games = workshop_in(request).games
    rows = [
        {"name": name, "target": game.target, "title": game.title, "builtIn": game.built_in, "number": game.number}
        for name, game in games.items()
    ]
    return {"games": rows}


def _game(request: Request) -> dict[str, Any]:
    name, game = game_in(request)
    with game.lock:
        try:
            job = game.job
        except PrintgenError as error:
            return {"name": name, "number": game.number, "products": [], "findings": told(error.findings)}
        products = [
            {"name": one.name, "title": one.title, "kind": one.kind, "records": len(one.records),
             "desks": sorted(desks_for(game, one.name))}
            for one in job.game.products.values()
        ]  # fmt: skip
        about = {"name": name, "title": job.game.title, "target": game.target, "builtIn": game.built_in}
        return {**about, "number": game.number, "products": products, "findings": told(game.findings)}


def _product(request: Request) -> dict[str, Any]:
    name, game = game_in(request)
    with game.lock:
        product = game.product(request.path_params["product"])
        rows = [{"name": one.name, "copies": one.copies, "where": one.where.as_data()} for one in product.records]
        about = {"name": product.name, "title": product.title, "kind": product.kind, "game": name}
        return {**about, "number": game.number, "records": rows, "desks": sorted(desks_for(game, product.name))}


def _picture_of_record(request: Request) -> Response:
    """One side of a record's piece, drawn when it is asked for."""
    _, game = game_in(request)
    pictures = workshop_in(request).pictures
    side = request.path_params["side"]
    with game.lock:
        piece = game.of_record(request.path_params["product"], number_in(request, "number"), settings_in(request))
        drawing = {"front": piece.front, "back": piece.back}[side]
        if drawing is None:
            raise LookupError(side)
        name = pictures.keep(drawing)
    return svg_answer(request, name, pictures)


def _picture(request: Request) -> Response:
    return svg_answer(request, request.path_params["name"], workshop_in(request).pictures)


ROUTES: tuple[BaseRoute, ...] = (
    Route("/api/shelf", looking(_shelf)),
    Route("/api/games/{game}", looking(_game)),
    Route("/api/games/{game}/products/{product}", looking(_product)),
    Route("/api/games/{game}/products/{product}/records/{number}/{side}.svg", looking(_picture_of_record)),
    Route("/picture/{name}", looking(_picture, alone=False)),
)
