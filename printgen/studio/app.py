"""The web application: it answers the page that this studio has opened, and refuses everybody else."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from functools import partial
from http import HTTPStatus
from urllib.parse import parse_qs

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from printgen.base.folders import templates_folder
from printgen.drawing.fonts import house_files as house_fonts
from printgen.studio.asking import MOST_BYTES, Pages
from printgen.studio.printing import ROUTES as PRINTING
from printgen.studio.printing import PrintPlans
from printgen.studio.records import ROUTES as RECORDS
from printgen.studio.running import ROUTES as RUNNING
from printgen.studio.running import CommandRuns
from printgen.studio.sending import ROUTES as SENDING
from printgen.studio.sending import Bundles
from printgen.studio.shelf import ROUTES as SHELF
from printgen.studio.texts import ROUTES as TEXTS
from printgen.studio.wall import ROUTES as WALL
from printgen.studio.workers import Workers, to_worker
from printgen.studio.workshop import Workshop, listen

HOSTS = ("127.0.0.1", "localhost")
"""The names of the host that a request may have."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; font-src 'self';"
    " connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""The content security policy of pages: they load nothing but what the studio serves."""

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
"""The headers of every response that has none of its own."""

_SAFE = ("GET", "HEAD")


class Guard:
    """Admits requests with the cookie, or with the token that is exchanged for it once: histories keep addresses."""

    def __init__(self, app: ASGIApp, token: str, port: int) -> None:
        self.app, self.port = app, port
        self._token: str | None = token
        self._pass = secrets.token_urlsafe(32)
        # Cookies are the same at all ports of a host: two studios must not take each other's.
        self.cookie = f"printgen-{port}"
        self._origins = {f"http://{host}:{port}" for host in HOSTS}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is None:
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            await refusal(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1008})

    def _refusal(self, scope: Scope) -> Response | None:
        """The response in place of the app's; None for a request that may pass."""
        headers = Headers(scope=scope)
        needs_origin = scope["type"] == "websocket" or scope["method"] not in _SAFE
        is_foreign = headers.get("sec-fetch-site", "none") not in ("same-origin", "none")
        if needs_origin or "origin" in headers:
            is_foreign |= headers.get("origin") not in self._origins
        if is_foreign:
            return _forbidden("This does not come from the studio's own page.")
        tokens = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("token")
        if tokens is not None:
            return self._exchange(tokens[0]) if scope["path"] == "/" else _forbidden("This is no place for a token.")
        cookie = HTTPConnection(scope).cookies.get(self.cookie, "")
        if not secrets.compare_digest(cookie.encode(), self._pass.encode()):
            return _forbidden("Open the address that printgen studio has told; it can be opened once.")
        return None

    def _exchange(self, received: str) -> Response:
        """Exchange a token for the cookie, once, and redirect to the address without it."""
        token = self._token
        if token is None or not secrets.compare_digest(received.encode(), token.encode()):
            return _forbidden("This address was opened before. Start printgen studio again for a new one.")
        self._token = None
        response = RedirectResponse("/", HTTPStatus.SEE_OTHER)
        response.set_cookie(self.cookie, self._pass, httponly=True, samesite="strict", path="/")
        return response


def _forbidden(why: str) -> Response:
    return PlainTextResponse(why, HTTPStatus.FORBIDDEN)


class SecurityHeaders:
    """Adds `HEADERS` to every response."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, send_with_headers)


_ROUTES = (*SHELF, *WALL, *RUNNING, *PRINTING, *SENDING, *RECORDS, *TEXTS)

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
}


def studio_app(workshop: Workshop, token: str, port: int, workers: Workers | None = None) -> Starlette:
    """The application of a studio on a port, opened with a token; `workers` answer for games, else this process."""
    files = _files()
    routes: list[BaseRoute] = [Route(path, partial(_serve_file, file)) for path, file in files.items()]
    routes.append(Route("/api/news", listen, methods=["POST"]))
    routes += [to_worker(route, workshop, workers) for route in _ROUTES] if workers else _ROUTES
    middleware = [
        Middleware(SecurityHeaders),
        Middleware(TrustedHostMiddleware, allowed_hosts=[*HOSTS], www_redirect=False),
        Middleware(Guard, token=token, port=port),
        Middleware(RequestBodyLimitMiddleware, max_body_size=MOST_BYTES),
    ]
    app = _with_state(Starlette(routes=routes, middleware=middleware), workshop, Pages())
    app.state.runs = CommandRuns(workshop)
    workshop.start_run = app.state.runs.start_for
    return app


def games_app(workshop: Workshop, pages: Pages) -> Starlette:
    """The application of a worker, for requests that the guard of the studio has let through."""
    return _with_state(Starlette(routes=_ROUTES), workshop, pages)


def _with_state(app: Starlette, workshop: Workshop, pages: Pages) -> Starlette:
    app.state.workshop, app.state.pages = workshop, pages
    app.state.plans = PrintPlans()
    app.state.bundles = Bundles()
    return app


async def _serve_file(file: tuple[bytes, str], request: Request) -> Response:
    return Response(file[0], media_type=file[1])


def _files() -> Mapping[str, tuple[bytes, str]]:
    """All files that a browser may get, by their addresses; they are read once, so that no request reaches the disk."""
    home = templates_folder() / "studio"
    files: dict[str, tuple[bytes, str]] = {}
    for path in sorted(home.rglob("*")):
        if path.suffix in _TYPES and path.is_file():
            files[f"/{path.relative_to(home).as_posix()}"] = (path.read_bytes(), _TYPES[path.suffix])
    files["/"] = files.pop("/index.html")
    for name, font in house_fonts().items():
        files[f"/fonts/{name}.ttf"] = (font.read_bytes(), _TYPES[".ttf"])
    return files
