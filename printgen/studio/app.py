"""A workshop comes in; the program that answers a browser's requests goes out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from printgen.api import house_fonts
from printgen.base.places import templates_folder
from printgen.studio.asking import MOST_BYTES, Pages
from printgen.studio.covers import ROUTES as COVERS
from printgen.studio.deck import ROUTES as DECK
from printgen.studio.desks import ROUTES as DESKS
from printgen.studio.guard import HOSTS, Guard, Strict
from printgen.studio.news import listen
from printgen.studio.printing import ROUTES as PRINTING
from printgen.studio.printing import Plans
from printgen.studio.record_saving import ROUTES as RECORD_SAVING
from printgen.studio.records import ROUTES as RECORDS
from printgen.studio.running import ROUTES as RUNNING
from printgen.studio.running import Runs
from printgen.studio.sending import ROUTES as SENDING
from printgen.studio.sending import Parcels
from printgen.studio.shelf import ROUTES as SHELF
from printgen.studio.starts import ROUTES as STARTS
from printgen.studio.texts import ROUTES as TEXTS
from printgen.studio.uploads import ROUTES as UPLOADS
from printgen.studio.workers import Workers, handed
from printgen.studio.workshop import Workshop

_ROUTES = (
    *SHELF, *DECK, *DESKS, *UPLOADS, *RUNNING, *PRINTING, *SENDING, *RECORDS, *RECORD_SAVING, *TEXTS, *COVERS, *STARTS,
)  # fmt: skip

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
}


def studio_app(workshop: Workshop, token: str, port: int, workers: Workers | None = None) -> Starlette:
    """What answers requests to a studio that listens at a port, and is opened with a token.

    What is of games is answered by `workers`, or here where there are none.
    """
    files = _files()
    routes: list[BaseRoute] = [Route(path, partial(_served, file)) for path, file in files.items()]
    routes.append(Route("/api/news", listen, methods=["POST"]))
    routes += [handed(route, workshop, workers) for route in _ROUTES] if workers else _ROUTES
    middleware = [
        Middleware(Strict),
        Middleware(TrustedHostMiddleware, allowed_hosts=[*HOSTS], www_redirect=False),
        Middleware(Guard, token=token, port=port),
        Middleware(RequestBodyLimitMiddleware, max_body_size=MOST_BYTES),
    ]
    return _with_state(Starlette(routes=routes, middleware=middleware), workshop, Pages())


def games_app(workshop: Workshop, pages: Pages) -> Starlette:
    """What answers requests for games alone, which somebody else has let in."""
    return _with_state(Starlette(routes=_ROUTES), workshop, pages)


def _with_state(app: Starlette, workshop: Workshop, pages: Pages) -> Starlette:
    app.state.workshop, app.state.pages = workshop, pages
    app.state.runs, app.state.plans = Runs(workshop), Plans()
    app.state.parcels = Parcels()
    return app


async def _served(file: tuple[bytes, str], request: Request) -> Response:
    return Response(file[0], media_type=file[1])


def _files() -> Mapping[str, tuple[bytes, str]]:
    """All files that a browser may get, by their addresses; they are read now, and no request reaches the disk."""
    home = templates_folder() / "studio"
    found: dict[str, tuple[bytes, str]] = {}
    for path in _below(home):
        address = "/" + path.relative_to(home).as_posix()
        found[address] = (path.read_bytes(), _TYPES[path.suffix])
    found["/"] = found.pop("/index.html")
    for name, font in house_fonts().items():
        found[f"/fonts/{name}.ttf"] = (font.read_bytes(), _TYPES[".ttf"])
    return found


def _below(folder: Path) -> Iterable[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.suffix in _TYPES and path.is_file())
