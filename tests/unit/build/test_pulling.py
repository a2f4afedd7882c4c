"""Lists that are published somewhere are fetched, looked at, and saved; whatever goes wrong, the old ones stay."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from kitchen import Run

GAME = """\
title: Pulled
version: "1"
records: {thing: {power: {kind: integer, optional: true}}}
products:
  deck:
    kind: cards
    title: Deck
    list: LIST
    pull: "ADDRESS"
    columns: {Card: name}
    record: thing
    front: front
"""
HTML = {"Content_Type": "text/html; charset=utf-8"}
CSV = "Card,power\nOne,1\nTwo,2\nThree,3\n"


class _Answers(BaseHTTPRequestHandler):
    """Answers what the test put under a path: a code, headers and a body."""

    known: dict[str, tuple[int, dict[str, str], bytes]]

    def do_GET(self) -> None:
        code, headers, body = self.known.get(self.path, (404, {}, b"no"))
        self.send_response(code)
        for name, value in {"Content-Type": "text/csv", **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


class Host:
    """A host on this machine."""

    def __init__(self) -> None:
        answers = type("Answers", (_Answers,), {"known": {}})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), answers)
        self.known: dict[str, tuple[int, dict[str, str], bytes]] = answers.known
        self.address = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def says(self, path: str, body: str | bytes, code: int = 200, **headers: str) -> str:
        data = body.encode() if isinstance(body, str) else body
        self.known[path] = code, {name.replace("_", "-"): value for name, value in headers.items()}, data
        return self.address + path

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def host() -> Iterator[Host]:
    host = Host()
    yield host
    host.close()


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "game").mkdir()
    return tmp_path / "game"


def says(game: Path, address: str, file: str = "deck.csv") -> None:
    (game / "game.yaml").write_text(GAME.replace("ADDRESS", address).replace("LIST", file))


def test_a_published_sheet_is_saved_and_what_changed_is_told(game: Path, host: Host, run: Run) -> None:
    says(game, host.says("/pub?output=csv", CSV))
    missing = run("check", "game")
    assert missing.code == 3 and "Fetch it with printgen pull game/deck." in missing.err
    first = run("pull", "game", "--from-localhost")
    assert (first.code, first.out) == (0, "game/deck.csv: 3 rows; 3 new (One, Two, Three)\n")
    assert (game / "deck.csv").read_text() == CSV
    assert run("pull", "game/deck", "--from-localhost").out == "game/deck.csv: 3 rows; nothing has changed\n"
    host.says("/pub?output=csv", CSV.replace("Two,2\n", "").replace("Three,3", "Three,4\nFour,1"))
    told = run("pull", "game", "--from-localhost", "--json").json["pulled"][0]
    assert (told["rows"], told["written"], told["new"]) == (3, True, {"count": 1, "names": ["Four"]})
    assert (told["changed"]["names"], told["gone"]["names"]) == (["Three"], ["Two"])
    assert [path.name for path in game.iterdir()] == ["game.yaml", "deck.csv"] or len([*game.iterdir()]) == 2
    assert [record["name"] for record in run("list", "game/deck", "--json").json["records"]] == ["One", "Three", "Four"]


def test_a_host_may_lead_on_where_one_may_go(game: Path, host: Host, run: Run) -> None:
    host.says("/end", CSV)
    says(game, host.says("/a", "", 307, Location="/end"))
    assert run("pull", "game", "--from-localhost").code == 0
    for n in range(9):
        host.says(f"/{n}", "", 302, Location=f"/{n + 1}")
    says(game, host.address + "/0")
    assert "leads on to" in run("pull", "game", "--from-localhost").err


@pytest.mark.parametrize(
    ("body", "code", "headers", "told", "hint"),
    [
        ("<html>", 200, HTML, "gives a web page, and no CSV", "Publish to the web"),
        ("<!doctype html><p>", 200, {}, "gives a web page, and no CSV", "Publish to the web"),
        ("no", 404, {}, "127.0.0.1 answers 404: Not Found", "Publish to the web"),
        ("no", 401, {}, "127.0.0.1 answers 401: Unauthorized", "Publish to the web"),
        ("", 302, {"Location": "file:///etc/passwd"}, "127.0.0.1 answers 302", "Publish to the web"),
        ("", 302, {"Location": "http://10.0.0.1/x"}, "over https alone, not over http", "Write an address such as"),
        ("", 200, {}, "cannot be read: the file is empty", "Mend the sheet"),
        ('Card,power\nOne,"1\n', 200, {}, "a quoted text has no closing quote (game/deck.csv:2:1)", "Mend the sheet"),
        (b"PK\x03\x04", 200, {}, "the file is a workbook, not CSV", "Mend the sheet"),
        (b"Card\n" + b"x\n" * 9_000_000, 200, {}, "the sheet is larger than 16 MB", "Publish a smaller one."),
    ],
)  # fmt: skip
def test_what_is_no_sheet_leaves_the_list_as_it_is(
    game: Path, host: Host, run: Run, body: str | bytes, code: int, headers: dict[str, str], told: str, hint: str
) -> None:
    says(game, host.says("/x", body, code, **headers))
    (game / "deck.csv").write_text(CSV)
    result = run("pull", "game", "--from-localhost")
    assert result.code == 3 and "game.yaml:9:11: error: " in result.err
    assert told in result.err and hint in result.err
    assert (game / "deck.csv").read_text() == CSV


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("http://example.org/x.csv", "over https alone, not over http"),
        ("file:///etc/passwd", "no address of a published sheet"),
        ("ftp://example.org/x.csv", "over https alone, not over ftp"),
        ("https://me:secret@example.org/x.csv", "holds a name or a password"),
        ("https://docs.google.com/spreadsheets/d/1abc/edit#gid=0", "the sheet's page, not of what it publishes"),
        ("https://example.org:port/x", "no address of a published sheet"),
        ("https://localhost:9/x.csv", "leads into your own network"),
        ("https://0x7f000001:9/x.csv", "leads into your own network"),
        ("nonsense", "no address of a published sheet"),
    ],
)
def test_some_addresses_are_not_asked(game: Path, run: Run, address: str, told: str) -> None:
    says(game, address)
    result = run("pull", "game")
    assert result.code == 3 and told in result.err and "game.yaml:9:11: error: " in result.err
    assert not (game / "deck.csv").exists()


def test_an_address_on_this_machine_or_near_it_is_not_asked(game: Path, host: Host, run: Run) -> None:
    says(game, host.says("/x", CSV))
    told = run("pull", "game").err
    assert "over https alone" in told and "Add --from-localhost" in told


@pytest.mark.parametrize("addresses", [["192.168.1.7"], ["127.0.0.1"], ["93.184.216.34", "10.0.0.1"], ["fe80::1%eth0"]])
def test_no_connection_is_opened_to_a_name_that_leads_into_the_own_network(
    game: Path, run: Run, monkeypatch: pytest.MonkeyPatch, addresses: list[str]
) -> None:
    opened: list[object] = []
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [(0, 0, 0, "", (one, 443)) for one in addresses])
    monkeypatch.setattr(socket, "create_connection", lambda *given, **__: opened.append(given))
    says(game, "https://example.org/x.csv")
    assert "the address leads into your own network" in run("pull", "game").err
    assert not opened


def test_the_address_that_was_judged_is_the_one_that_is_asked(
    game: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[object] = []

    def refuse(place: object, *_: object) -> None:
        opened.append(place)
        raise ConnectionRefusedError(111, "Connection refused")

    known = ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946"]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [(0, 0, 0, "", (one, 443)) for one in known])
    monkeypatch.setattr(socket, "create_connection", refuse)
    says(game, "https://example.org/x.csv")
    assert "cannot reach example.org: Connection refused" in run("pull", "game").err
    assert opened == [(one, 443) for one in known]


@pytest.mark.parametrize("file", ["../deck.csv", "/tmp/deck.csv", "deck.yaml", "deck.xlsx"])
def test_what_is_pulled_stays_in_the_folder_and_is_csv(game: Path, host: Host, run: Run, file: str) -> None:
    says(game, host.says("/x", CSV), file)
    result = run("pull", "game", "--from-localhost")
    assert result.code == 3 and "game.yaml:8:11: error: " in result.err


def test_a_link_out_of_the_folder_is_not_written_through(game: Path, host: Host, run: Run, tmp_path: Path) -> None:
    (tmp_path / "beside.csv").write_text("mine")
    (game / "deck.csv").symlink_to(tmp_path / "beside.csv")
    says(game, host.says("/x", CSV))
    assert run("pull", "game", "--from-localhost").code == 3
    assert (tmp_path / "beside.csv").read_text() == "mine"


def test_a_game_without_addresses_and_a_product_that_is_not_there_are_told(game: Path, run: Run) -> None:
    (game / "game.yaml").write_text(GAME.replace('    pull: "ADDRESS"\n', "").replace("LIST", "deck.csv"))
    assert run("pull", "game").code == 2
    result = run("pull", "game/dekc")
    assert result.code == 2 and "Did you mean 'deck'?" in result.err


def test_of_products_one_may_be_pulled_alone(game: Path, host: Host, run: Run) -> None:
    says(game, host.says("/x", CSV), "deck.CSV")
    text = (game / "game.yaml").read_text()
    other = text.partition("products:\n")[2].replace("  deck:", "  more:").replace("deck.CSV", "more.csv")
    (game / "game.yaml").write_text(text + other)
    assert run("pull", "game/deck", "--from-localhost").code == 0
    assert sorted(path.name for path in game.iterdir()) == ["deck.CSV", "game.yaml"]
    assert run("pull", "game", "--from-localhost").code == 0
    assert (game / "more.csv").read_text() == (game / "deck.CSV").read_text()


def test_what_is_pulled_needs_a_list_and_one_that_is_wrong_leaves_the_others(game: Path, host: Host, run: Run) -> None:
    address = host.says("/x", CSV)
    says(game, address)
    text = (game / "game.yaml").read_text()
    entry = text.partition("products:\n")[2]
    for name, old, new in (("none", "    list: deck.csv\n", ""), ("away", address, "ftp://127.0.0.1/x")):
        text += entry.replace("  deck:", f"  {name}:").replace(old, new)
    (game / "game.yaml").write_text(text)
    result = run("pull", "game", "--from-localhost")
    assert result.code == 3 and result.err.count(" error: ") == 2
    assert "game.yaml:16:11: error: what is pulled is saved as CSV\n    Write a list such as none.csv." in result.err
    assert "game.yaml:24:11: error: " in result.err


def test_a_build_fetches_nothing(game: Path, host: Host, run: Run) -> None:
    says(game, host.says("/x", CSV))
    run("check", "game")
    run("build", "game")
    assert not (game / "deck.csv").exists()


def test_a_game_begins_from_a_published_sheet_and_pulls_it_again(game: Path, host: Host, run: Run) -> None:
    address = host.says("/pub?output=csv", CSV)
    begun = run("init", "new", "--from", address, "--from-localhost")
    assert (begun.code, begun.err) == (0, "") and f'pull: "{address}"' in Path("new/game.yaml").read_text()
    host.says("/pub?output=csv", CSV + "Four,4\n")
    assert "1 new (Four)" in run("pull", "new", "--from-localhost").out
    host.says("/pub?output=csv", "A title\n" + CSV)
    assert run("init", "clean", "--from", address, "--from-localhost").code == 0
    assert "pull:" not in Path("clean/game.yaml").read_text()
    for number, body in enumerate(("", "<html>", b"\x00\x01")):
        wrong = host.says(f"/{number}", body)
        assert run("init", "wrong", "--from", wrong, "--from-localhost").code == 3
    assert run("init", "wrong", "--from", f"{host.address}/404", "--from-localhost").code == 3
    assert not Path("wrong").exists()
