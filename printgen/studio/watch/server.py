"""A studio comes in; its page goes out to a browser on this machine, and to nobody who does not know its address.

It listens at 127.0.0.1 alone. The address holds a word that nobody can guess; requests under another name of a host
(which a page on the network can have the browser send here) are refused. Nothing is ever written, and no path of a
request is one of the disk.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Condition, Thread
from typing import Any
from urllib.parse import unquote

from printgen.base.errors import PrintgenError, UsageError
from printgen.base.places import templates_folder
from printgen.studio.watch.page import as_data
from printgen.studio.watch.pictures import Studio

HOST = "127.0.0.1"
_ASSETS = {
    "": ("page.html", "text/html"),
    "page.js": ("page.js", "text/javascript"),
    "page.css": ("page.css", "text/css"),
}
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_HEARTBEAT = 10.0
"""A browser that is gone is noticed after so many seconds."""


class Server(ThreadingHTTPServer):
    """Serves one studio; `address` is where."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, studio: Studio, port: int) -> None:
        self.studio, self.token = studio, secrets.token_urlsafe(24)
        self.news, self.open = Condition(), True
        folder = templates_folder() / "watch"
        self.assets = {name: ((folder / file).read_bytes(), kind) for name, (file, kind) in _ASSETS.items()}
        try:
            super().__init__((HOST, port), _Handler)
        except (OSError, OverflowError) as error:
            reason = getattr(error, "strerror", "") or str(error)
            raise UsageError(f"cannot listen at port {port}: {reason.lower()}", "Choose another --port.") from error
        self.address = f"http://{HOST}:{self.server_port}/{self.token}/"
        self.hosts = {f"{name}:{self.server_port}" for name in (HOST, "localhost")}

    def start(self) -> None:
        """Serve in a thread of its own."""
        Thread(target=self.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True).start()

    def tell(self) -> None:
        """Let every browser know that there is something new."""
        with self.news:
            self.news.notify_all()

    def stop(self) -> None:
        """Serve no more."""
        self.open = False
        self.tell()
        self.shutdown()
        self.server_close()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser has gone away while something was sent to it."""


class _Handler(BaseHTTPRequestHandler):
    server: Server
    timeout = 30
    protocol_version = "HTTP/1.1"

    def version_string(self) -> str:
        return "printgen"

    def log_message(self, format: str, *args: Any) -> None:
        """What a browser asks for is nobody's business."""

    def do_GET(self) -> None:
        """Answer a request."""
        _, token, *steps = (unquote(step) for step in self.path.partition("?")[0].split("/"))
        if self.headers.get("Host", "") not in self.server.hosts:
            self._send(HTTPStatus.BAD_REQUEST, b"This is not its address.", "text/plain")
        elif not secrets.compare_digest(token.encode(), self.server.token.encode()):
            self._send(HTTPStatus.FORBIDDEN, b"Open the whole address that printgen watch has told.", "text/plain")
        elif steps == ["events"]:
            self._events()
        else:
            try:
                self._send(HTTPStatus.OK, *self._found(steps))
            except (LookupError, ValueError):
                self._send(HTTPStatus.NOT_FOUND, b"There is no such thing.", "text/plain")
            except PrintgenError as error:
                self._send(HTTPStatus.INTERNAL_SERVER_ERROR, str(error).encode(), "text/plain")

    do_HEAD = do_GET  # noqa: N815

    def _found(self, steps: list[str]) -> tuple[bytes, str]:
        """What a path asks for, and its type. LookupError or ValueError where there is nothing."""
        studio = self.server.studio
        match steps:
            case [name]:
                if name == "state.json":
                    return _json(as_data(studio.last))
                return self.server.assets[name]
            case ["sheets", product]:
                return _json({"sheets": studio.sheets(product)})
            case ["picture", product, number, side, size] if number.isdecimal():
                return studio.picture(product, int(number), side, size), "image/png"
        raise LookupError(steps)

    def _send(self, status: HTTPStatus, body: bytes, kind: str) -> None:
        self._head(status, {"Content-Type": f"{kind}; charset=utf-8", "Content-Length": str(len(body))})
        if self.command != "HEAD":
            self.wfile.write(body)

    def _head(self, status: HTTPStatus, headers: Mapping[str, str]) -> None:
        self.send_response(status)
        for name, value in {**_HEADERS, **headers}.items():
            self.send_header(name, value)
        self.end_headers()

    def _events(self) -> None:
        """Tell a browser the number of the last redraw, now and whenever there is a new one."""
        self.close_connection = True
        self._head(HTTPStatus.OK, {"Content-Type": "text/event-stream", "Connection": "close"})
        told = -1
        while self.server.open:
            number = self.server.studio.last.number
            try:
                self.wfile.write(b": still here\n\n" if number == told else f"data: {number}\n\n".encode())
                self.wfile.flush()
            except OSError:
                return
            told = number
            with self.server.news:
                if self.server.open and self.server.studio.last.number == told:
                    self.server.news.wait(_HEARTBEAT)


def _json(data: Any) -> tuple[bytes, str]:
    return json.dumps(data, ensure_ascii=False).encode(), "application/json"
