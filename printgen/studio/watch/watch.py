"""A target comes in; a page in the browser of this machine shows it and follows its files."""

from __future__ import annotations

import gc
import json
import os
import secrets
import time
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from math import inf
from pathlib import Path
from threading import Condition, Thread
from types import TracebackType
from typing import Any
from urllib.parse import unquote

from printgen.base.errors import Finding, PrintgenError, UsageError
from printgen.base.limits import limit_of
from printgen.base.seeds import templates_folder
from printgen.base.units import Box
from printgen.build.settings import PLAIN, Settings
from printgen.build.targets import find_target
from printgen.drawing.model import Outline
from printgen.drawing.outlines import rectangle
from printgen.drawing.pieces import Piece
from printgen.studio.watch.pictures import Redraw, Shown, Studio
from printgen.writers.pictures import outline_text

_MOST = 10_000
"""So many files are looked at; a game has a few dozen."""
_EVERY = 0.1
"""Seconds between two looks: a folder of a hundred files is looked at in a millisecond."""
_STILL = 0.04
"""Seconds for which nothing may change before it counts: an editor writes, renames and sets times one by one."""
_LONGEST = 0.5
"""Something that changes all the time counts after so many seconds, too."""

Look = dict[str, tuple[int, int, int]]
"""The time, size and number of each file by its path in the folder; a file that takes another's name is another."""


def look(*folders: Path) -> Look:
    """What the files of folders are like just now; hidden ones and those of programs aside."""
    pairs = (pair for folder in folders for pair in _files(folder, ""))
    return dict(pair for pair, _ in zip(pairs, range(_MOST), strict=False))


def _files(folder: Path, inside: str) -> Iterator[tuple[str, tuple[int, int, int]]]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return  # It was taken away just now, or may not be looked into.
    for entry in entries:
        name = f"{inside}{entry.name}"
        # What printgen writes lies in `output`, and what editors and version control write begins with a dot.
        if entry.name.startswith(".") or entry.name.endswith("~") or name in ("output", "node_modules"):
            continue
        try:
            if entry.is_dir(follow_symlinks=False):
                yield from _files(Path(entry.path), f"{name}/")
            else:
                state = entry.stat(follow_symlinks=False)
                yield name, (state.st_mtime_ns, state.st_size, state.st_ino)
        except OSError:
            continue


def changes(*folders: Path, every: float = _EVERY) -> Iterator[tuple[str, ...]]:
    """The names of files that have changed, whenever some have; first, and at once, none."""
    before = look(*folders)
    yield ()
    while True:
        time.sleep(every)
        now = look(*folders)
        if now == before:
            continue
        end = time.monotonic() + _LONGEST
        while time.monotonic() < end:
            time.sleep(_STILL)
            later = look(*folders)
            if later == now:
                break
            now = later
        changed = tuple(sorted(name for name in {*before, *now} if before.get(name) != now.get(name)))
        before = now
        if changed:
            yield changed


def as_data(redraw: Redraw) -> dict[str, Any]:
    """What the page shows of a redraw: products with their pieces, lengths in points, and the findings."""
    products = [
        {
            "name": name,
            "title": shown.made.product.title,
            "kind": shown.made.product.kind,
            "fresh": not shown.stale,
            "count": shown.made.count,
            "safe": shown.safe,
            "pieces": list(_rows(shown, redraw.findings)),
        }
        for name, shown in redraw.products.items()
    ]
    told = [
        {"severity": f.severity, "where": str(f.where), "message": f.message, "hint": f.hint, "count": f.count}
        for f in redraw.findings
    ]
    seconds = round(redraw.seconds, 3)
    return {"number": redraw.number, "seconds": seconds, "title": redraw.title, "products": products, "findings": told}


def _rows(shown: Shown, findings: Sequence[Finding]) -> Iterator[dict[str, Any]]:
    """What there is to know of each piece: its record's place, and the numbers of the findings about it."""
    records = sorted(shown.made.product.records, key=lambda record: record.where)
    places, about = [record.where for record in records], [_named(finding) for finding in findings]
    for number, finding in enumerate(findings):
        # A record goes on until the next one of its file begins.
        before = bisect_right(places, finding.where) - 1
        if before >= 0 and places[before].file == finding.where.file:
            about[number] = records[before].name
    where = {record.name: str(record.where) for record in records}
    for piece in shown.pieces:
        size = {"width": piece.front.width, "height": piece.front.height, "bleed": piece.bleed}
        told = {"name": piece.name, "copies": piece.copies, "back": piece.back is not None}
        now = {"where": where.get(piece.name, ""), "fresh": piece.name not in shown.stale}
        wrong = [number for number, name in enumerate(about) if name == piece.name]
        yield {**told, **size, **now, "cut": outline_text(_cut(piece)), "findings": wrong}


def _named(finding: Finding) -> str:
    """The card that a finding about a face says it was drawing."""
    return finding.message.rpartition("(drawing ")[2].removesuffix(")")


def _cut(piece: Piece) -> Outline:
    return piece.cut or rectangle(Box(0, 0, piece.front.width, piece.front.height))


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


class Watch:
    """Draws a target at every change of its files, and shows it at an address of this machine.

    `target` and `settings` are those of a build; nothing is written. `port` is where it listens, 0 for any free one.
    Each redraw may take as much as a build; in `metered(False)` it may take anything.

        with Watch("my-game") as watch:
            webbrowser.open(watch.address)
            for redraw in watch.redraws():
                tell(redraw.findings)
    """

    def __init__(self, target: str, settings: Settings = PLAIN, port: int = 0) -> None:
        folder, _ = find_target(target)
        self._folders = (folder, settings.cards) if settings.cards else (folder,)
        self._studio = Studio(target, settings, limit_of("steps") < inf)
        self._server = Server(self._studio, port)

    @property
    def address(self) -> str:
        """Where the page is: an address that nobody else can guess."""
        return self._server.address

    def __enter__(self) -> Watch:
        self._server.start()
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._server.stop()

    def redraws(self) -> Iterator[Redraw]:
        """What comes of drawing the target: at once, and then after every change, without end."""
        for changed in changes(*self._folders):
            redraw = self._studio.redraw(changed)
            self._server.tell()
            yield redraw
            # Nobody waits just now; a program that lasts must clean up after itself.
            gc.collect()


def watch(target: str | Path, settings: Settings = PLAIN, port: int = 0) -> Watch:
    """Show a target in a browser, and draw it anew at every change of its files; see `Watch`.

    UsageError says that there is no such target, or that nothing can listen at the port.
    """
    return Watch(str(target), settings, port)
