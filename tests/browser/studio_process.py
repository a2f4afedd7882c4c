"""A studio as a process of its own, and windows of a real browser at it.

A window records its requests and the errors of its console. A request that leaves this machine, an error of a script or
a breach of the page's own policy fails the test at its end, and so does a process of the studio that talks to anybody
else.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect
from prepare import AXE

ROOT = Path(__file__).resolve().parents[2]
HOST = "127.0.0.1"
SECONDS = 60
"""So long does a window wait for what should be there; machines may be busy."""
SAMPLES = ("kitchen-heroes", "garden")
"""The games of a working folder, which tests may change."""
expect.set_options(timeout=SECONDS * 1000)
CALM = 0.15
"""Seconds without a request after which a room counts as there."""

# In every process of the studio: what it connects to, and which names it asks for, other than this machine.
_WATCHED = """
import os, sys
def _heard(event, args):
    if event == "socket.connect" and isinstance(args[1], tuple): host = args[1][0]
    elif event == "socket.getaddrinfo": host = args[0]
    else: return
    if host not in ("127.0.0.1", "localhost", "::1", None, ""):
        with open(os.environ["STUDIO_LEFT"], "a") as file: file.write(f"{event} {host}\\n")
sys.addaudithook(_heard)
"""

_ACCOUNT = Path(__file__).parent / "account.js"


@dataclass
class Window:
    """A window of the browser, with cookies of its own, at a studio."""

    page: Page
    address: str
    context: BrowserContext
    requests: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    expected: set[int] = field(default_factory=set)
    waiting: list[str] = field(default_factory=list)

    def go(self, room: str, game: str = "", product: str = "", **params: str) -> Page:
        """Go to a room by its address, and wait until it is there."""
        parts = "/".join(quote(part, safe="") for part in (room, game, product) if part)
        self.page.goto(f"{self.address}/#/{parts}" + (f"?{urlencode(params, safe=':,')}" if params else ""))
        return self.settle(room)

    def settle(self, room: str) -> Page:
        """Wait until a room is there and has nothing more to ask for."""
        self.page.locator(f"#room > .{room}").first.wait_for()
        self.page.wait_for_function("() => !document.querySelector('.problem')")
        self.quiet()
        return self.page

    def quiet(self) -> None:
        """Wait until no answer is awaited, for a while, and all pictures that can be seen are there; news aside."""
        calm = 0.0
        end = time.monotonic() + SECONDS
        while calm < CALM:
            assert time.monotonic() < end, (
                f"still waits for {self.waiting or self.page.evaluate('account.holes().length')}"
            )
            self.page.wait_for_timeout(25)
            waits = self.waiting or self.page.evaluate("() => account.holes().length")
            calm = 0.0 if waits else calm + 0.025

    def expects(self, *statuses: int) -> None:
        """Answers that are no success, such as 409 and 422, which this test brings about on purpose."""
        self.expected |= set(statuses)

    def axe(self) -> list[str]:
        """What hinders somebody seriously from using the page as it is now."""
        if not self.page.evaluate("!!window.axe"):
            self.page.evaluate(AXE.read_text(encoding="utf-8"))
        violations = self.page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
        return [
            f"{rule['impact']} {rule['id']}: {rule['help']}: "
            + " | ".join(node["html"][:140] for node in rule["nodes"][:5])
            for rule in violations
            if rule["impact"] in ("serious", "critical")
        ]

    def wide(self) -> list[str]:
        """What makes the page scroll sideways; boxes that scroll by themselves do not."""
        return self.page.evaluate("account.wide()")

    def layout_shifts(self) -> list[Any]:
        """What has moved without anybody having asked for it: {value, what}, of which the sum of values is the CLS."""
        return self.page.evaluate("account.moved")

    def focus(self) -> str:
        """What has the keyboard: its role or tag, and what it is called."""
        return self.page.evaluate("account.focused()")

    def faults(self) -> list[str]:
        """What must not have been: see the module."""
        faults = [f"left this machine: {url}" for url in self.requests if not _here(url, self.address)]
        for text in self.errors:
            failed = re.search(r"status of (\d+)", text)
            if not (failed and int(failed[1]) in self.expected):
                faults.append(text)
        if not self.page.is_closed():
            breaches = self.page.evaluate("window.account?.breaches ?? []")
            faults += [f"breach of the policy: {breach}" for breach in breaches]
        return faults

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(f"console: {message.text} ({message.location.get('url', '')})")

    def _asked(self, request: Request) -> None:
        self.requests.append(request.url)
        # Pictures that nobody sees yet come in their own time.
        if (
            not request.url.endswith(("/api/news", "/wall/pictures", "/cover/picture"))
            and "/picture/" not in request.url
        ):
            self.waiting.append(request.url)

    def _answered(self, request: Request) -> None:
        if request.url in self.waiting:
            self.waiting.remove(request.url)

    def follow(self) -> None:
        """Keep account from now on, of this and of every window that it opens."""
        self.context.add_init_script(path=_ACCOUNT)
        self.context.on("request", self._asked)
        self.context.on("requestfinished", self._answered)
        self.context.on("requestfailed", self._answered)
        self.context.on("console", self._heard)
        self.context.on("weberror", lambda error: self.errors.append(f"script: {error.error}"))


def _here(url: str, address: str) -> bool:
    return url.startswith((address + "/", "data:", f"blob:{address}/")) or url == address


@dataclass
class StudioProcess:
    """A studio that runs in a folder; `address` is where, without the word, which is used up."""

    folder: Path
    browser: Browser
    targets: Sequence[str] = ()
    windows: list[Window] = field(default_factory=list)
    address: str = ""
    opened: str = ""
    process: subprocess.Popen[str] | None = None
    _state: Any = None

    @property
    def game(self) -> Path:
        """The folder of the game that the tests work at, a copy of a sample."""
        return self.folder / "kitchen-heroes"

    @property
    def cards(self) -> Path:
        """The folder of the user's own cards."""
        return self.folder / "my-cards"

    @property
    def left(self) -> Path:
        """The file with what processes of the studio connected to, other than this machine."""
        return self.folder.parent / "left.txt"

    def start(self, port: int = 0) -> StudioProcess:
        """Start the process, and wait for its address."""
        watch = self.folder.parent / "watched"
        watch.mkdir(exist_ok=True)
        (watch / "sitecustomize.py").write_text(_WATCHED, encoding="utf-8")
        paths = os.pathsep.join([str(watch), str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
        env = {**os.environ, "PYTHONPATH": paths, "STUDIO_LEFT": str(self.left)}
        command = [sys.executable, "-m", "printgen", "studio", "--no-open", "--port", str(port), *self.targets]
        self.process = subprocess.Popen(
            command, cwd=self.folder, env=env, stdout=subprocess.PIPE, stderr=None, text=True, start_new_session=True
        )
        assert self.process.stdout is not None
        self.opened = self.process.stdout.readline().strip()
        parts = urlsplit(self.opened)
        assert parts.hostname == HOST and parts.query.startswith("token="), self.opened
        self.address = f"http://{parts.netloc}"
        self._state = None
        return self

    def window(self, width: int = 1280, height: int = 800, *, dark: bool = False, calm: bool = True) -> Window:
        """A new window, which is nowhere yet; all of them share the cookie that the first one got for the word."""
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce" if calm else "no-preference",
            accept_downloads=True,
            storage_state=self._state,
        )
        context.set_default_timeout(SECONDS * 1000)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        page = context.new_page()
        window = Window(page, self.address, context)
        window.follow()
        self.windows.append(window)
        if self._state is None:
            assert context.request.get(self.opened).ok
            self._state = context.storage_state()
        return window

    def shut(self, window: Window) -> None:
        """Close a window; AssertionError for what must not have been."""
        faults = window.faults()
        self.windows.remove(window)
        window.context.close()
        assert not faults, "\n".join(faults)

    def restore(self) -> list[str]:
        """Close all windows and put every file back for the next test; what must not have been."""
        faults = self._close_windows()
        context = self.browser.new_context(storage_state=self._state)

        def times_read(game: str) -> int:
            return int(context.request.get(f"{self.address}/api/games/{game}").json()["number"])

        before = {game: times_read(game) for game in games_changed(self.folder)}
        furnish(self.folder)
        end = time.monotonic() + SECONDS
        for game, number in before.items():
            # What a test changed last may still be read first, so that it must be still for a while, too.
            last, still = number, 0
            while last == number or still < 4:
                assert time.monotonic() < end, f"{game} is not read anew"
                time.sleep(0.12)
                now = times_read(game)
                last, still = now, still + 1 if now == last else 0
        context.close()
        return faults

    def _close_windows(self) -> list[str]:
        """Close all windows; what must not have been."""
        faults = [line for window in self.windows for line in window.faults()]
        for window in self.windows:
            window.context.close()
        self.windows.clear()
        if self.left.exists():
            faults += [f"the studio connected: {line}" for line in self.left.read_text().splitlines()]
            self.left.unlink()
        return faults

    def kill(self) -> None:
        """End it as a power cut would, with all that it has started."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """End it as Ctrl-C does."""
        if self.process is not None and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGINT)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()

    def close(self) -> list[str]:
        """End everything; what must not have been."""
        faults = self._close_windows()
        self.stop()
        return faults

    def write(self, name: str, text: str) -> Path:
        """Write a file of the folder, as an editor beside the studio does."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path


def furniture() -> dict[str, Path]:
    """The files of a working folder, each with what it is a copy of: two samples, and a card of the user's own."""
    own = {"my-cards/go-joe/joe-deck.yaml": Path(__file__).parent / "own.yaml"}
    samples = ROOT / "samples"
    files = (path for name in SAMPLES for path in (samples / name).rglob("*") if path.is_file())
    return own | {path.relative_to(samples).as_posix(): path for path in files}


def games_changed(folder: Path) -> set[str]:
    """The games of a working folder of which a file is not as it should be."""
    wanted = furniture()
    there = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    changed = {
        name for name in (*wanted, *there)
        if not (name in wanted and name in there and wanted[name].read_bytes() == there[name].read_bytes())
    }  # fmt: skip
    return {name.removeprefix("my-cards/").split("/")[0] for name in changed if not name.startswith("output/")}


def furnish(folder: Path) -> Path:
    """Make a folder a fresh working folder."""
    wanted = furniture()
    for path in [path for path in folder.rglob("*") if path.is_file()]:
        if path.relative_to(folder).as_posix() not in wanted:
            path.unlink()
    for name, source in wanted.items():
        path = folder / name
        if not path.is_file() or path.read_bytes() != source.read_bytes():
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, path)
    shutil.rmtree(folder / "output", ignore_errors=True)
    return folder
