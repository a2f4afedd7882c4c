"""A game that is watched: drawn anew at every change, seen by one browser on this machine and by nobody else."""

import http.client
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from kitchen import Kitchen, Run
from places import ROOT, SAMPLES

import printgen
from printgen.base.limits import LIMITS
from printgen.base.units import mm
from printgen.faces.render import Renderer
from printgen.studio.watch.pictures import Studio
from printgen.studio.watch.watch import as_data, changes

SECONDS = 60
"""So long is waited for what another process does; machines may be busy."""


def studio(kitchen: Kitchen) -> Studio:
    return Studio(str(kitchen.folder), printgen.Settings())


def names(data: dict[str, Any]) -> list[tuple[str, bool]]:
    """The pieces of the only product, and whether each is of now."""
    (product,) = data["products"]
    return [(piece["name"], piece["fresh"]) for piece in product["pieces"]]


# ---- what is drawn


def test_a_change_is_seen(kitchen: Kitchen) -> None:
    shown = studio(kitchen)
    first = shown.redraw()
    before = shown.picture("heroes", 1, "front", "small")
    assert (first.number, first.pieces, first.findings) == (1, 4, ()) and before.startswith(b"\x89PNG")
    kitchen.edit("heroes.yaml", "Pea Soup", "Bean Soup")
    assert names(as_data(shown.redraw(("heroes.yaml",))))[1] == ("Bean Soup", True)
    assert shown.picture("heroes", 1, "front", "small") != before
    row = as_data(shown.last)["products"][0]["pieces"][1]
    assert (row["copies"], row["back"], round(row["bleed"], 2)) == (2, True, 8.5)
    assert row["cut"].startswith("M0 0 L") and row["where"].endswith("heroes.yaml:5:3")


def test_the_page_is_told_how_far_texts_stay_inside_the_cut(kitchen: Kitchen) -> None:
    kitchen.edit("templates/faces/hero.yaml", "safe: 3", "safe: 2")
    (product,) = as_data(studio(kitchen).redraw())["products"]
    assert product["safe"] == pytest.approx(mm(2))


def test_what_has_a_mistake_stays_as_it_was(kitchen: Kitchen) -> None:
    shown = studio(kitchen)
    shown.redraw()
    before = shown.picture("heroes", 1, "front", "small")
    # A record that cannot be read, one that cannot be drawn, and a game that cannot be read at all.
    for file, old, new, stale in (
        ("heroes.yaml", "taste: 4", "taste: x", {"Pea Soup"}),
        ("heroes.yaml", "Draw a card", "Draw a :crad:", {"Pea Soup"}),
        ("game.yaml", "products:", "products", {"Crème Brûlée", "Pea Soup", "Sunday Roast"}),
        ("templates/faces/hero.yaml", "items:", "itmes:", {"Crème Brûlée", "Pea Soup", "Sunday Roast"}),
    ):
        kitchen.edit(file, old, new)
        redraw = shown.redraw()
        assert redraw.findings and redraw.findings[0].where.file.endswith(file), file
        seen = names(as_data(redraw))
        assert [name for name, _ in seen] == ["Crème Brûlée", "Pea Soup", "Sunday Roast"]
        assert {name for name, fresh in seen if not fresh} == stale
        # What is wrong with one card stands beside it.
        (product,) = as_data(redraw)["products"]
        beside = {piece["name"] for piece in product["pieces"] if piece["findings"]}
        assert beside == (stale if len(stale) == 1 else set())
        assert shown.picture("heroes", 1, "front", "small") == before
        kitchen.edit(file, new, old)
        assert all(fresh for _, fresh in names(as_data(shown.redraw())))


def test_it_goes_on_when_the_game_is_gone_for_a_moment_or_printgen_fails(
    kitchen: Kitchen, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = studio(kitchen)
    shown.redraw()
    (kitchen.folder / "game.yaml").rename(kitchen.folder / "away")
    gone = shown.redraw()
    assert gone.findings and len(names(as_data(gone))) == 3
    (kitchen.folder / "away").rename(kitchen.folder / "game.yaml")
    with monkeypatch.context() as patch:

        def render(*_: object) -> None:
            raise KeyError("spoon")

        patch.setattr(Renderer, "render", render)
        (failed,) = shown.redraw().findings
        assert (failed.code, "KeyError: 'spoon' (composing kitchen-heroes/heroes, " in failed.message) == (
            "defect",
            True,
        )
    assert shown.redraw().findings == ()


def test_a_card_that_is_taken_away_is_gone(kitchen: Kitchen) -> None:
    shown = studio(kitchen)
    shown.redraw()
    kitchen.write("heroes.yaml", "- {name: Tea, course: sweet, taste: 1, rule: Hot.}\n")
    assert names(as_data(shown.redraw())) == [("Tea", True)]


def test_sheets_are_shown_too(kitchen: Kitchen) -> None:
    shown = studio(kitchen)
    shown.redraw()
    assert [sheet["name"] for sheet in shown.sheets("heroes")] == ["Sheet 1 of 1", "Sheet 1 of 1, backs"]
    assert shown.picture("heroes", 1, "sheet", "small").startswith(b"\x89PNG")


def test_sheets_are_shown_as_they_would_be_printed(kitchen: Kitchen, run: Run) -> None:
    usual = studio(kitchen)
    near = Studio(str(kitchen.folder), printgen.Settings(duplex="fold", margin="3mm"))
    for shown in (usual, near):
        shown.redraw()
    assert [len(shown.sheets("heroes")) for shown in (usual, near)] == [2, 1]
    assert usual.picture("heroes", 0, "sheet", "small") != near.picture("heroes", 0, "sheet", "small")
    done = run("watch", kitchen.folder, "--once", "--margin", "30mm")
    assert done.code == 2 and "margin: 30mm is not from 0 to 25 mm" in done.err
    for words in (("--paper", "papyrus"), ("--printer", "nobody")):
        done = run("watch", kitchen.folder, "--once", *words)
        assert done.code == 2 and words[1] in done.err


def test_each_redraw_has_the_limits_of_a_build(kitchen: Kitchen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LIMITS, "pieces", LIMITS["pieces"]._replace(most=5))
    shown = studio(kitchen)
    assert [shown.redraw().findings for _ in range(3)] == [(), (), ()]
    kitchen.edit("heroes.yaml", "copies: 2", "copies: 20")
    assert [finding.code for finding in shown.redraw().findings] == ["over-limit"]


# ---- what changes


def test_a_change_counts_however_an_editor_writes(tmp_path: Path) -> None:
    (tmp_path / "output").mkdir()
    (tmp_path / "list.yaml").write_text("one")
    seen = changes(tmp_path, every=0.01)
    assert next(seen) == ()
    (tmp_path / "list.yaml").write_text("three")
    assert next(seen) == ("list.yaml",)
    (tmp_path / "list.yaml.tmp").write_text("fiver")
    (tmp_path / "list.yaml.tmp").replace(tmp_path / "list.yaml")
    assert next(seen) == ("list.yaml",)
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "new.yaml").write_text("")
    assert next(seen) == ("templates/new.yaml",)
    for name in (".list.swp", "list.yaml~", "output/deck.pdf"):
        (tmp_path / name).write_text("none of the game's")
    (tmp_path / "list.yaml").unlink()
    assert next(seen) == ("list.yaml",)


# ---- who sees it


@pytest.fixture
def address(kitchen: Kitchen) -> Iterator[str]:
    with printgen.watch(kitchen.folder) as watch:
        next(watch.redraws())
        yield watch.address


def asked(address: str, path: str = "", method: str = "GET", **headers: str) -> tuple[int, bytes, dict[str, str]]:
    """What the server answers: its code, what it sends, and its headers."""
    host, _, rest = address.removeprefix("http://").partition("/")
    connection = http.client.HTTPConnection(host, timeout=SECONDS)
    try:
        connection.request(method, path if path.startswith("/") else f"/{rest}{path}", headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.read(), {name.lower(): value for name, value in answer.getheaders()}
    finally:
        connection.close()


def test_a_browser_gets_the_page_and_the_pictures(address: str) -> None:
    for path, kind in (("", "text/html"), ("page.js", "text/javascript"), ("page.css", "text/css")):
        code, data, headers = asked(address, path)
        assert code == 200 and data and headers["content-type"] == f"{kind}; charset=utf-8"
        assert headers["content-security-policy"].startswith("default-src 'none'; script-src 'self'")
        assert headers["cache-control"] == "no-store" and headers["referrer-policy"] == "no-referrer"
        assert not any(name.startswith("access-control") for name in headers)
    state = json.loads(asked(address, "state.json")[1])
    assert (state["title"], state["products"][0]["count"]) == ("Kitchen Heroes", 4)
    assert asked(address, "picture/heroes/0/back/small")[1].startswith(b"\x89PNG")
    assert len(json.loads(asked(address, "sheets/heroes")[1])["sheets"]) == 2
    assert asked(address, "state.json", "HEAD")[:2] == (200, b"")


def test_the_page_takes_nothing_from_the_network(address: str) -> None:
    for path in ("", "page.js", "page.css"):
        assert b"http" not in asked(address, path)[1].replace(b"http://www.w3.org/2000/svg", b"")


@pytest.mark.parametrize(
    "host", ["evil.com", "127.0.0.1.evil.com", "127.0.0.1@evil.com", "[::1]", "", "0.0.0.0", "127.0.0.1:1"]
)
def test_another_host_name_is_refused(address: str, host: str) -> None:
    assert asked(address, "state.json", Host=host)[0] == 400


def test_it_listens_on_this_machine_alone_and_answers_to_its_name(address: str) -> None:
    host, port = address.removeprefix("http://").partition("/")[0].split(":")
    assert host == "127.0.0.1"
    assert asked(address, "state.json", Host=f"localhost:{port}")[0] == 200


@pytest.mark.parametrize("path", ["/", "/state.json", "/x/state.json", "//", "/%2e%2e/", "/favicon.ico"])
def test_who_does_not_know_the_address_gets_nothing(address: str, path: str) -> None:
    code, data, _ = asked(address, path)
    assert code == 403 and b"Kitchen" not in data


@pytest.mark.parametrize(
    "path",
    [
        "../../etc/passwd", "%2e%2e/%2e%2e/etc/passwd", "/etc/passwd", "page.html", "picture/heroes/99/front/small",
        "picture/heroes/-1/front/small", "picture/heroes/0/side/small", "picture/heroes/0/front/huge",
        "picture/heroes/%00/front/small", "picture/nobody/0/front/small", "picture/heroes/%C2%B2/front/small",
        "sheets/nobody", "sheets/..%2f..", "game.yaml", "C:%5Cx",
    ],
)  # fmt: skip
def test_no_path_leads_to_the_disk(address: str, path: str) -> None:
    code, data, _ = asked(address, "x/../" + path if path.startswith("/") else path)
    assert code == 404 and data == b"There is no such thing."


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_nothing_can_be_changed(address: str, method: str) -> None:
    assert asked(address, "state.json", method)[0] == 501


def test_every_address_is_another(kitchen: Kitchen) -> None:
    with printgen.watch(kitchen.folder) as one, printgen.watch(kitchen.folder) as other:
        words = {watch.address.rstrip("/").rpartition("/")[2] for watch in (one, other)}
        assert len(words) == 2 and all(len(word) >= 32 for word in words)
        port = int(one.address.split(":")[2].partition("/")[0])
        with pytest.raises(printgen.UsageError, match="Choose another --port"):
            printgen.watch(kitchen.folder, port=port)


# ---- the command


class Watching:
    """The command in a process of its own, whose lines are read."""

    def __init__(self, folder: Path) -> None:
        words = [sys.executable, "-u", "-m", "printgen", "watch", folder.name, "--json", "--no-open"]
        about = {**os.environ, "PYTHONPATH": str(ROOT)}
        self.process = subprocess.Popen(
            words, cwd=folder.parent, env=about, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.address = self.line()["address"]
        assert self.line()["number"] == 1

    def line(self) -> Any:
        assert self.process.stdout
        return json.loads(self.process.stdout.readline())


@pytest.fixture
def watching(kitchen: Kitchen) -> Iterator[Watching]:
    found = Watching(kitchen.folder)
    yield found
    found.process.kill()
    found.process.communicate()


def test_the_command_follows_the_files_until_ctrl_c(kitchen: Kitchen, watching: Watching) -> None:
    host, _, rest = watching.address.removeprefix("http://").partition("/")
    connection = http.client.HTTPConnection(host, timeout=SECONDS)
    connection.request("GET", f"/{rest}events")
    events = connection.getresponse()
    assert list(islice(events, 2)) == [b"data: 1\n", b"\n"]
    kitchen.edit("heroes.yaml", "taste: 4", "taste: x")
    told = watching.line()
    assert (told["number"], told["changed"], told["errors"]) == (2, ["heroes.yaml"], 1)
    assert told["findings"][0]["line"] == 7
    assert next(events) == b"data: 2\n"
    watching.process.send_signal(signal.SIGINT)
    out, err = watching.process.communicate(timeout=SECONDS)
    assert (watching.process.returncode, out, err) == (0, "", "")


@pytest.mark.slow
def test_another_signal_ends_it_as_it_ends_every_command(watching: Watching) -> None:
    watching.process.terminate()
    _, err = watching.process.communicate(timeout=SECONDS)
    assert watching.process.returncode == 143 and err.startswith("interrupted")


def test_it_can_draw_just_once(kitchen: Kitchen, run: Run) -> None:
    assert run("watch", kitchen.folder, "--once").out.startswith("4 pieces in ")
    kitchen.edit("heroes.yaml", "taste: 4", "taste: x")
    result = run("watch", kitchen.folder, "--once", "--json")
    assert (result.code, result.json["findings"][0]["code"]) == (3, "wrong-type")
    assert run("watch", "no-game", "--once").code == 2


def worked(pid: int) -> float:
    """Seconds that the processor has worked for a process."""
    user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux what a process has worked")
def test_a_redraw_takes_little_work(tmp_path: Path) -> None:
    """Half a second or so of the processor, whatever else the machine does."""
    kitchen = Kitchen.copied(tmp_path / "couriers", SAMPLES / "sky-couriers")
    watching = Watching(kitchen.folder)
    try:
        times = []
        for n in range(5):
            start = worked(watching.process.pid)
            kitchen.edit("couriers.yaml", f"Ada Quill{' I' * n}", f"Ada Quill{' I' * (n + 1)}")
            assert watching.line()["changed"] == ["couriers.yaml"]
            assert asked(watching.address, "picture/couriers/0/front/small")[0] == 200
            times.append(worked(watching.process.pid) - start)
        assert sorted(times)[2] < 2, times
    finally:
        watching.process.kill()
        watching.process.communicate()
