"""Games are read and drawn in processes of their own, which are ended where they hold up their pages too long.

What pages get is tested for every change with threads in place of processes, which take a second each to begin.
"""

from __future__ import annotations

import asyncio
import ctypes
import os
import shutil
import socket
import sys
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest
from kitchen import Kitchen
from starlette.testclient import TestClient
from studios import ORIGIN, PORT, TOKEN, until

from printgen.studio import saving
from printgen.studio.app import studio_app
from printgen.studio.worker import WorkerServer, serve
from printgen.studio.workers import Begin, Workers
from printgen.studio.workshop import Workshop

SECONDS = 2.0
HOLDS = "holds up all of Python"


def serve_with_traps(line: Connection, begin: Begin) -> None:
    """As the studio's own, but a game whose title says so is read by one step below Python that never ends."""
    from printgen.build import live

    load = live.load

    def trapped(targets: list[str], cards: Path | None) -> object:
        if HOLDS in Path(targets[0], "game.yaml").read_text(encoding="utf-8"):
            ctypes.PyDLL(None).sleep(600)  # It keeps the lock of the interpreter.
        return load(targets, cards)

    live.load = trapped  # type: ignore[assignment]
    serve(line, begin)


class ThreadServer(WorkerServer):
    """A worker that ends when its studio has closed the line, and leaves the process alone."""

    def end_process(self) -> None:
        self._loop.call_soon_threadsafe(self._end.set)


class ThreadProcess:
    """What `Worker` needs of a process, as a thread on a copy of its end of the line."""

    pid = None

    def __init__(self, target: object, args: tuple[Connection, Begin], name: str, daemon: bool) -> None:
        self._line = Connection(os.dup(args[0].fileno()))
        server = ThreadServer(self._line, args[1])
        self._thread = Thread(target=lambda: asyncio.run(server.run()), daemon=True)
        self.start, self.join = self._thread.start, self._thread.join

    def kill(self) -> None:
        with socket.socket(fileno=os.dup(self._line.fileno())) as line, suppress(OSError):
            line.shutdown(socket.SHUT_RDWR)


class Page(TestClient):
    """A browser on a studio with processes."""

    workshop: Workshop
    workers: Workers


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads in place of processes."""
    context = SimpleNamespace(Pipe=Pipe, Process=ThreadProcess)
    monkeypatch.setattr("printgen.studio.workers.get_context", lambda way: context)


@pytest.fixture
def page(home: Path) -> Iterator[Page]:
    """A browser that has opened a studio with three games: a good one, one that holds Python up, and one more."""
    for name in ("kitchen", "other", "bad"):
        Kitchen.copied(home / name)
    Kitchen(home / "bad").edit("game.yaml", "title: Kitchen Heroes", f"title: {HOLDS}")
    workshop = Workshop.of(("kitchen", "other", "bad"), home / "my-cards", home / "output")
    workers = Workers(workshop, serve_with_traps, SECONDS)
    workshop.workers = workers
    with Page(studio_app(workshop, TOKEN, PORT, workers), base_url=ORIGIN) as client:
        client.workshop, client.workers = workshop, workers
        assert client.get(f"/?token={TOKEN}").status_code == 200
        client.headers["origin"] = ORIGIN
        yield client
    workers.close()


@pytest.mark.slow
def test_a_game_that_holds_up_python_holds_up_no_other_and_is_ended(page: Page, home: Path) -> None:
    answers = {}
    asking = Thread(target=lambda: answers.update(bad=page.get("/api/games/bad/cover")))
    asking.start()
    assert page.get("/api/games/kitchen/cover").json()["title"] == "Kitchen Heroes"
    assert [one["title"] for one in page.get("/api/shelf").json()["games"]][2] == HOLDS
    asking.join()
    assert answers["bad"].status_code == 422
    (finding,) = answers["bad"].json()["findings"]
    assert finding["message"] == "took longer than ten seconds; ended" and finding["file"] == "bad/game.yaml"
    # As long as its files stay as they are, nobody waits for it again; then it is read anew.
    until(lambda: "bad" not in page.workers._workers)
    assert page.get("/api/games/bad/cover").status_code == 422 and "bad" not in page.workers._workers
    Kitchen(home / "bad").edit("game.yaml", f"title: {HOLDS}", "title: Mended")
    assert page.get("/api/games/bad/cover").json()["title"] == "Mended"


@pytest.mark.skipif(sys.platform == "win32", reason="connections are pipes on Windows, not sockets")
@pytest.mark.usefixtures("threads")
def test_what_was_saved_outlives_the_process_and_can_be_undone(page: Page, home: Path) -> None:
    before = (home / "kitchen" / "heroes.yaml").read_bytes()
    form = page.get("/api/games/kitchen/products/heroes/forms/0").json()
    asks = {"list": 0, "index": 0, "hash": form["hash"], "was": form["values"]}
    saved = page.post(
        "/api/games/kitchen/products/heroes/save", json={**asks, "values": {**form["values"], "copies": 7}}
    )
    assert saved.status_code == 200 and saved.json()["undo"]
    assert b"copies: 7" in (home / "kitchen" / "heroes.yaml").read_bytes()
    stale = page.post("/api/games/kitchen/products/heroes/remove", json={"index": 0, "hash": "0"})
    assert stale.status_code == 409 and stale.json()["kind"] == "stale"
    number = page.workshop.games["kitchen"].number
    assert page.get("/api/games/kitchen/products/heroes/save").status_code == 405
    worker = page.workers._workers["kitchen"]
    page.workers.close()
    assert worker.ended == "gone"
    again = page.get("/api/games/kitchen/products/heroes/forms/0").json()
    assert again["values"]["copies"] == 7 and again["number"] > number
    assert page.post("/api/undo", json={}).json()["undo"] == ""
    assert (home / "kitchen" / "heroes.yaml").read_bytes() == before
    assert "copies" not in page.get("/api/games/kitchen/products/heroes/forms/0").json()["values"]


@pytest.mark.skipif(sys.platform == "win32", reason="connections are pipes on Windows, not sockets")
@pytest.mark.usefixtures("threads")
def test_who_saves_a_card_is_told_of_what_somebody_else_writes_meanwhile(
    page: Page, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, write_files = home / "kitchen" / "heroes.yaml", saving.write_files
    theirs = file.read_bytes() + b"# theirs"

    def late(*arguments: Any, **more: Any) -> None:
        file.write_bytes(theirs)
        write_files(*arguments, **more)

    monkeypatch.setattr(saving, "write_files", late)
    form = page.get("/api/games/kitchen/products/heroes/forms/0").json()
    asks = {"list": 0, "index": 0, "hash": form["hash"], "was": form["values"]}
    answer = page.post(
        "/api/games/kitchen/products/heroes/save", json={**asks, "values": {**form["values"], "copies": 7}}
    )
    assert answer.status_code == 409 and answer.json()["files"][0]["theirs"] == theirs.decode()
    assert file.read_bytes() == theirs


@pytest.mark.skipif(sys.platform == "win32", reason="connections are pipes on Windows, not sockets")
@pytest.mark.usefixtures("threads")
def test_pictures_and_pages_are_drawn_by_the_process_of_their_game(page: Page) -> None:
    for name in ("kitchen", "other"):
        fan = page.get(f"/api/games/{name}/cover").json()["fan"]
        assert b"<svg" in page.get(fan[0]["address"]).content
    plan = page.post("/api/print/plan", json={"ticked": {"game": "other", "product": "heroes"}}).json()
    assert b"<svg" in page.get(plan["previews"][0]["address"]).content
    wrong = {"ticked": [{"game": "other", "product": "nosuch"}]}
    assert page.post("/api/print/start", json=wrong).status_code == 404
    assert page.get("/picture/nosuch?game=other").status_code == 404
    assert page.get("/api/games/nosuch/cover").status_code == 404
    assert not any(game._job for game in page.workshop.games.values()), "the studio itself has read a game"


@pytest.mark.skipif(sys.platform == "win32", reason="connections are pipes on Windows, not sockets")
@pytest.mark.usefixtures("threads")
def test_what_is_changed_on_the_disk_is_read_by_the_process(page: Page, home: Path) -> None:
    assert page.get("/api/games/kitchen").json()["number"] == 1
    Kitchen(home / "kitchen").edit("game.yaml", "title: Kitchen Heroes", "title: Kitchen Legends")
    page.workshop._follow_game("kitchen", page.workshop.games["kitchen"])
    until(lambda: page.get("/api/games/kitchen").json()["title"] == "Kitchen Legends")
    shutil.rmtree(home / "kitchen")
    page.workshop.refresh("kitchen")
    assert page.get("/api/games/kitchen").json()["findings"][0]["message"] == "the folder of this game is gone"


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "killpg"), reason="processes have no groups here")
def test_processes_end_with_their_studio(page: Page) -> None:
    page.get("/api/games/kitchen/cover")
    worker = page.workers._workers["kitchen"]
    page.workers.close()

    def gone() -> bool:
        try:
            os.killpg(worker._process.pid or 0, 0)
        except ProcessLookupError:
            return True
        return False

    until(gone)


@pytest.mark.skipif(sys.platform == "win32", reason="connections are pipes on Windows, not sockets")
@pytest.mark.usefixtures("threads")
def test_a_print_is_planned_beside_and_knows_what_was_saved(page: Page) -> None:
    asks = {"ticked": {"game": "kitchen", "product": "heroes"}}
    before = page.post("/api/print/plan", json=asks).json()["pieces"]
    form = page.get("/api/games/kitchen/products/heroes/forms/0").json()
    assert len(page.workers._workers) == 2
    saving = {"list": 0, "index": 0, "hash": form["hash"], "was": form["values"]}
    more = {**form["values"], "copies": form["values"].get("copies", 1) + 5}
    assert page.post("/api/games/kitchen/products/heroes/save", json={**saving, "values": more}).status_code == 200
    until(lambda: page.post("/api/print/plan", json=asks).json()["pieces"] == before + 5)


@pytest.mark.skipif(sys.platform == "win32", reason="connections are pipes on Windows, not sockets")
@pytest.mark.usefixtures("threads")
def test_a_process_that_ended_since_nobody_asked_begins_anew(page: Page) -> None:
    page.get("/api/games/kitchen/cover")
    page.workers._workers["kitchen"].end("idle")
    assert page.get("/api/games/kitchen/cover").json()["title"] == "Kitchen Heroes"
