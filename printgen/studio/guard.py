"""Requests come in; those of the page that this studio has opened go on, and all others are refused.

It is the one that listens on 127.0.0.1 that a page of the network, another user of this machine, or a program that
guesses may talk to. So: names of hosts are a closed list; the address that was opened holds a word that can be used
once, for a cookie; what changes anything, and what stays open, says exactly where it comes from; and what goes out says
to the browser that nothing else may be loaded, framed or kept.
"""

from __future__ import annotations

import secrets
from http import HTTPStatus
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HOSTS = ("127.0.0.1", "localhost")
"""What the studio may be called."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; font-src 'self';"
    " connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""What a page may load: nothing but what the studio serves."""

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
"""What every answer says, unless it says something stricter itself."""

_SAFE = ("GET", "HEAD")


class Guard:
    """Lets requests through that bear the cookie, or the word that is exchanged for it; see the module.

    `token` is that word; it can be used once.
    """

    def __init__(self, app: ASGIApp, token: str, port: int) -> None:
        self.app, self.port = app, port
        self._token: str | None = token
        self._pass = secrets.token_urlsafe(32)
        # Cookies are the same at all ports of a host: two studios must not take each other's.
        self.cookie = f"printgen-{port}"
        self._origins = {f"http://{host}:{port}" for host in HOSTS}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer what is refused; hand on the rest."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        refused = self._answered(scope)
        if refused is None:
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            await refused(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1008})

    def _answered(self, scope: Scope) -> Response | None:
        """What is answered in place of the app; None for what it answers itself."""
        headers = Headers(scope=scope)
        if scope["type"] == "websocket" or scope["method"] not in _SAFE:
            if headers.get("origin") not in self._origins:
                return _no("This does not come from the studio's own page.")
        elif headers.get("origin", next(iter(self._origins))) not in self._origins:
            return _no("This does not come from the studio's own page.")
        if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
            return _no("This does not come from the studio's own page.")
        given = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("token")
        if given is not None:
            return self._exchanged(given[0]) if scope["path"] == "/" else _no("This is no place for a token.")
        held = HTTPConnection(scope).cookies.get(self.cookie, "")
        if not secrets.compare_digest(held.encode(), self._pass.encode()):
            return _no("Open the address that printgen studio has told; it can be opened once.")
        return None

    def _exchanged(self, given: str) -> Response:
        """The word is exchanged for the cookie, once; the address loses it."""
        token = self._token
        if token is None or not secrets.compare_digest(given.encode(), token.encode()):
            return _no("This address was opened before. Start printgen studio again for a new one.")
        self._token = None
        response = RedirectResponse("/", HTTPStatus.SEE_OTHER)
        response.set_cookie(self.cookie, self._pass, httponly=True, samesite="strict", path="/")
        return response


def _no(why: str) -> Response:
    return PlainTextResponse(why, HTTPStatus.FORBIDDEN)


class Strict:
    """Has every answer say what the browser may do with it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand on what comes in, and say more of what goes out."""

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, sent)
