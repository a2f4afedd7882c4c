"""Commands that show a page: it is opened in a browser, and stays until Ctrl-C."""

from __future__ import annotations

import os
import signal
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

from printgen.cli.limits import Stopped
from printgen.cli.messages import echo


@contextmanager
def until_stopped(what: str, quiet: bool) -> Iterator[None]:
    """Ctrl-C is the way to end what goes on in here, and no interruption."""
    try:
        yield
    except (KeyboardInterrupt, Stopped) as stop:
        if isinstance(stop, Stopped) and stop.number != signal.SIGINT:
            raise
        if not quiet:
            echo(f"stopped {what}")


def open_page(address: str) -> None:
    """Open the page in a browser where there is a desktop to open one on; never wait for it."""
    if sys.platform in ("win32", "darwin") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        Thread(target=webbrowser.open, args=(address,), daemon=True).start()
