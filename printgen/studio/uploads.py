"""Pictures that were dropped on a page: bytes come in; they are kept under a name that is no path."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from starlette.middleware import Middleware
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from printgen.api import clean_picture
from printgen.studio.asking import looking, with_body
from printgen.studio.shelf import workshop_in

MOST_BYTES = 24 * 1024 * 1024
"""So large may a photo be, as it comes from a camera."""
_TYPES = {"jpg": "image/jpeg", "png": "image/png"}


def _taken(request: Request, body: bytes) -> dict[str, Any]:
    data, ending = clean_picture(body)
    name = f"{sha256(data).hexdigest()[:24]}{ending}"
    workshop_in(request).uploaded(name, data)
    return {"name": name, "address": f"/uploads/{name}", "bytes": len(data)}


def _shown(request: Request) -> Response:
    name = request.path_params["name"]
    return Response(workshop_in(request).uploads[name], media_type=_TYPES[name.rpartition(".")[2]])


ROUTES: tuple[BaseRoute, ...] = (
    Route(
        "/api/uploads",
        with_body(_taken),
        methods=["POST"],
        middleware=[Middleware(RequestBodyLimitMiddleware, max_body_size=MOST_BYTES)],
    ),
    Route("/uploads/{name}", looking(_shown)),
)
