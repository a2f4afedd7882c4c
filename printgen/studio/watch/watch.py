"""A target comes in; a page in a browser shows it, and follows its files until somebody has seen enough."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from math import inf
from pathlib import Path
from types import TracebackType

from printgen.base.budget import most
from printgen.build.settings import PLAIN, Settings
from printgen.build.targets import find_target
from printgen.studio.watch.files import changes
from printgen.studio.watch.pictures import Studio
from printgen.studio.watch.redraw import Redraw
from printgen.studio.watch.server import Server


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
        self._studio = Studio(target, settings, most("steps") < inf)
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
