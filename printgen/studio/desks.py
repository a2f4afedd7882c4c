"""What people do at desks: a request for an action comes in; what came of it goes out, with the command that does it.

POST /api/games/GAME/desks/DESK/ACTION?product=NAME, with what the action takes as JSON.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from printgen.studio.actions import desks_for
from printgen.studio.actions.action import Action, Answer, Live
from printgen.studio.asking import Plain, shaped, told, with_body
from printgen.studio.record_saving import roots_of
from printgen.studio.shelf import game_in, settings_in, workshop_in
from printgen.studio.workshop import Workshop


def _acted(request: Request, body: bytes) -> Plain | Response:
    name, game = game_in(request)
    workshop = workshop_in(request)
    product = request.query_params.get("product", "")
    with game.lock:
        desk = desks_for(game, product)[request.path_params["desk"]]
        action: Action = desk.load()[request.path_params["action"]]
        asks = shaped(action.asks, body)
        answer = action.run(Live.of(game, product, settings_in(request), workshop.uploads), asks)
        if answer.files:
            label = " ".join(request.path_params[part] for part in ("desk", "action"))
            workshop.saver.save(answer.files, answer.before, label, roots_of(game))
            workshop.refreshed(name)
    return as_data(workshop, answer, action.live)


def as_data(workshop: Workshop, answer: Answer, live: bool = False) -> Plain:
    """What came of an action, as the page takes it; of a `live` one with its pictures."""
    data = {**answer.data, "pictures": workshop.pictures.told(answer.pictures, live)}
    return {**data, "command": [*answer.command], "findings": told(answer.findings)}


ROUTES: tuple[BaseRoute, ...] = (
    Route("/api/games/{game}/desks/{desk}/{action}", with_body(_acted, "act"), methods=["POST"]),
)
