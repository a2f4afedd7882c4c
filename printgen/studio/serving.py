"""Serves a workshop at an address of this machine."""

from __future__ import annotations

import logging
import secrets
import socket
from threading import Thread
from types import TracebackType

import uvicorn

from printgen.base.errors import UsageError
from printgen.studio.app import studio_app
from printgen.studio.worker import serve
from printgen.studio.workers import Workers
from printgen.studio.workshop import Workshop

HOST = "127.0.0.1"
"""Nobody but this machine can reach it."""

_LOG = logging.getLogger("uvicorn.error")
_MOST_HEAD_BYTES = 64 * 1024  # The size of the head of a request at most.


class StudioServer:
    """Serves a workshop at `address`, which can be opened once.

    `port` is where it listens, 0 for any free one. UsageError where nothing can listen there.

        with StudioServer(Workshop.of(["my-game"], cards, out)) as studio:
            webbrowser.open(studio.address)
            ...
    """

    def __init__(self, workshop: Workshop, port: int = 0) -> None:
        self.workshop = workshop
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            self._socket.bind((HOST, port))
            # Whoever opens the address at once waits until it is served.
            self._socket.listen(64)
        except (OSError, OverflowError) as error:
            self._socket.close()
            reason = getattr(error, "strerror", "") or str(error)
            raise UsageError(f"cannot listen at port {port}: {reason.lower()}", "Choose another --port.") from error
        self.port: int = self._socket.getsockname()[1]
        self._workers = workshop.workers = Workers(workshop, serve)
        token = secrets.token_urlsafe(32)
        self.address = f"http://{HOST}:{self.port}/?token={token}"
        config = uvicorn.Config(
            studio_app(workshop, token, self.port, self._workers),
            http="h11", ws="none", lifespan="off", loop="asyncio",
            log_config=None, log_level="critical", access_log=False, server_header=False,
            h11_max_incomplete_event_size=_MOST_HEAD_BYTES, timeout_graceful_shutdown=1,
        )  # fmt: skip
        self._server = uvicorn.Server(config)
        self._thread = Thread(target=self._server.run, kwargs={"sockets": [self._socket]}, daemon=True)

    def __enter__(self) -> StudioServer:
        # Errors of the studio are printed, but not warnings on whatever is sent to its port.
        _LOG.setLevel(logging.ERROR)
        self.workshop.follow()
        self.workshop.warm_up()
        self._thread.start()
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        # Nobody who ends the studio wants to read of answers that are cut off by that.
        _LOG.setLevel(logging.CRITICAL)
        self.workshop.news.close()
        self._workers.close()
        self._server.should_exit = True
        self._thread.join(5)
        self._socket.close()
