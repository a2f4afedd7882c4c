"""Who is let in, from where, and what the browser is told: the threats to a program that listens on this machine."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import httpx2
import pytest
from kitchen import Kitchen
from starlette.routing import Route
from starlette.testclient import TestClient
from studios import ORIGIN, PORT, TOKEN, opened, stranger

from printgen.studio.app import studio_app
from printgen.studio.asking import MOST_BYTES
from printgen.studio.serving import StudioServer
from printgen.studio.shelf import MOST_BYTES as MOST_PHOTO
from printgen.studio.workshop import Workshop

ANYTHING = "/api/shelf"
A_POST = "/api/games/kitchen/desks/none/none?product=heroes"


@pytest.fixture
def workshop(home: Path) -> Workshop:
    """A workshop with one game."""
    Kitchen.copied(home / "kitchen")
    return Workshop.of(["kitchen"], None, home / "output")


def test_it_listens_on_this_machine_alone(workshop: Workshop) -> None:
    with StudioServer(workshop) as studio:
        assert studio._socket.getsockname()[0] == "127.0.0.1"
        assert studio.address.startswith(f"http://127.0.0.1:{studio.port}/?token=")
        assert httpx2.get(f"http://127.0.0.1:{studio.port}/").status_code == 403


def test_what_others_send_is_nothing_to_tell_of(workshop: Workshop, capfd: pytest.CaptureFixture[str]) -> None:
    with StudioServer(workshop) as studio:
        host = f"127.0.0.1:{studio.port}"
        client = httpx2.Client(base_url=f"http://{host}")
        assert client.get(studio.address).status_code == 303
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        head = f"POST {A_POST} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nCookie: {cookie}\r\n"
        for said in ("\x16\x03\x01 no request\r\n\r\n", f"{head}Content-Length: 1000\r\n\r\n{{"):
            with socket.create_connection(("127.0.0.1", studio.port)) as line:
                line.sendall(said.encode())
                line.shutdown(socket.SHUT_WR)
                line.recv(1000)
        assert client.get(ANYTHING).status_code == 200
    assert capfd.readouterr().err == ""


def test_a_port_that_is_taken_is_told(workshop: Workshop) -> None:
    from printgen.base.errors import UsageError

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(UsageError, match="cannot listen at port"):
            StudioServer(workshop, taken.getsockname()[1])


@pytest.mark.parametrize(
    "host", ["evil.com", "127.0.0.1.evil.com", "127.0.0.1@evil.com", "[::1]", "", "evil.com:8765", "localhost.evil.com"]
)
def test_another_name_of_the_host_is_refused(workshop: Workshop, host: str) -> None:
    with opened(workshop) as client:
        assert client.get(ANYTHING, headers={"host": host}).status_code == 400
        assert client.post(A_POST, headers={"host": host}).status_code == 400


@pytest.mark.parametrize("host", [f"127.0.0.1:{PORT}", f"localhost:{PORT}"])
def test_its_own_names_are_answered(workshop: Workshop, host: str) -> None:
    with opened(workshop) as client:
        assert client.get(ANYTHING, headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "null",
        "http://evil.com",
        f"http://127.0.0.1.evil.com:{PORT}",
        f"http://127.0.0.1:{PORT + 1}",
        "http://127.0.0.1",
        f"https://127.0.0.1:{PORT}",
        f"http://127.0.0.1:{PORT}/",
        f"http://127.0.0.10:{PORT}",
    ],
)
def test_what_changes_anything_or_stays_open_must_come_from_the_page_itself(
    workshop: Workshop, origin: str | None
) -> None:
    with opened(workshop) as client:
        del client.headers["origin"]
        headers = {} if origin is None else {"origin": origin}
        for path in (A_POST, "/api/news"):
            for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS"):
                assert client.request(method, path, headers=headers).status_code == 403, (method, path)


def test_every_address_that_changes_anything_asks_for_the_origin(workshop: Workshop) -> None:
    routes = [route for route in studio_app(workshop, TOKEN, PORT).routes if isinstance(route, Route)]
    posts = [route for route in routes if not (route.methods or set()) <= {"GET", "HEAD"}]
    assert posts
    with opened(workshop) as client:
        del client.headers["origin"]
        for route in posts:
            path = route.path.replace("{", "").replace("}", "")
            for method in (route.methods or set()) - {"GET", "HEAD"}:
                assert client.request(method, path).status_code == 403, route.path


def test_a_page_of_the_network_cannot_even_look(workshop: Workshop) -> None:
    with opened(workshop) as client:
        assert client.get(ANYTHING, headers={"origin": "http://evil.com"}).status_code == 403
        for site in ("cross-site", "same-site"):
            assert client.get(ANYTHING, headers={"sec-fetch-site": site}).status_code == 403
        assert client.get(ANYTHING, headers={"sec-fetch-site": "same-origin"}).status_code == 200


@pytest.mark.slow
def test_without_the_cookie_nothing_is_answered(workshop: Workshop) -> None:
    with stranger(workshop) as client:
        app = studio_app(workshop, TOKEN, PORT)
        for path in {route.path for route in app.routes if isinstance(route, Route)}:
            if "{" not in path:
                assert client.get(path).status_code == 403, path
        assert client.post(A_POST, headers={"origin": ORIGIN}).status_code == 403


def test_the_address_can_be_opened_once(workshop: Workshop) -> None:
    app = studio_app(workshop, TOKEN, PORT)
    first, second = (TestClient(app, base_url=ORIGIN, follow_redirects=False) for _ in range(2))
    answer = first.get(f"/?token={TOKEN}")
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=strict" in cookie and "Domain" not in cookie
    assert TOKEN not in cookie
    assert first.get("/").status_code == 200
    for client in (second, first):
        assert client.get(f"/?token={TOKEN}").status_code == 403
    # Who has opened it goes on.
    assert first.get("/").status_code == 200


@pytest.mark.parametrize("token", ["", "x", TOKEN[:-1], TOKEN + "x", TOKEN.upper(), "é"])
def test_a_wrong_token_is_refused_and_spoils_nothing(workshop: Workshop, token: str) -> None:
    with stranger(workshop) as client:
        assert client.get("/", params={"token": token}).status_code == 403
        assert client.get(f"/?token={TOKEN}").status_code == 200


def test_a_token_is_taken_at_the_door_alone(workshop: Workshop) -> None:
    with stranger(workshop) as client:
        assert client.get(f"{ANYTHING}?token={TOKEN}").status_code == 403
        assert client.get(f"/?token={TOKEN}").status_code == 200


def test_a_wrong_cookie_is_refused(workshop: Workshop) -> None:
    with stranger(workshop) as client:
        client.cookies.set(f"printgen-{PORT}", "guessed")
        assert client.get("/").status_code == 403


PATHS = [
    "/../pyproject.toml",
    "/..%2f..%2fpyproject.toml",
    "/%2e%2e/%2e%2e/etc/passwd",
    "//etc/passwd",
    "/etc/passwd",
    "/rooms/../../../pyproject.toml",
    "/rooms/%2e%2e/%2e%2e/game.yaml",
    "/C:/windows/win.ini",
    "/%00",
    "/rooms/deck.js%00.css",
    "/fonts/..%2f..%2fbody.ttf",
    "/api/games/..%2f..%2fetc",
    "/api/games/%2e%2e",
    "/api/games/C%3A%5Cgames",
    "/api/games/kitchen/products/..%2fgame.yaml",
    "/api/games/kitchen%00",
    "/picture/..%2f..%2fetc%2fpasswd",
    "/api/games/kitchen/products/heroes/records/-1/front.svg",
    "/api/games/kitchen/products/heroes/records/1e3/front.svg",
    "/api/games/kitchen/products/heroes/records/0/..%2ffront.svg",
    "/api/games/kitchen/products/heroes/records/99999/front.svg",
]


@pytest.mark.parametrize("path", PATHS)
def test_no_path_of_a_request_reaches_the_disk(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code in (404, 422), answer.text
    assert "root:" not in answer.text and "[project]" not in answer.text


def test_a_link_in_the_folder_of_pages_is_not_followed_later(client: TestClient, home: Path) -> None:
    # What is served was read at the start: nothing that appears in the working folder is.
    (home / "rooms").mkdir()
    (home / "rooms" / "own.js").write_text("alert(1)")
    assert client.get("/rooms/own.js").status_code == 404


@pytest.mark.parametrize(("path", "most"), [(A_POST, MOST_BYTES), ("/api/uploads", MOST_PHOTO)])
def test_too_much_is_not_taken(client: TestClient, path: str, most: int) -> None:
    assert client.post(path, content=b"x" * most).status_code in (404, 422)
    assert client.post(path, content=b"x" * (most + 1)).status_code == 413
    # Nor what does not say how long it is.
    chunks = (b"x" * 1024 * 1024 for _ in range(most // 1024 // 1024 + 1))
    assert client.post(path, content=chunks).status_code == 413


@pytest.mark.parametrize("part", ["1,", "[],", "{},", '"a":1,'])
def test_a_body_of_many_values_is_refused_before_it_is_parsed(client: TestClient, part: str) -> None:
    draft = "/api/games/kitchen/products/heroes/draft"
    body = f'{{"words":[{part * (MOST_BYTES // len(part) - 100)}1]}}'
    assert client.post(draft, content=body).status_code == 413
    # Signs within a text are none.
    assert client.post(draft, content=f'{{"words":{json.dumps(body[: MOST_BYTES // 2])}}}').status_code == 422


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"a":1}', b'"' + b"x" * 1000 + b'"'])
def test_what_is_no_answer_to_a_desk_is_told(client: TestClient, body: bytes) -> None:
    assert client.post(A_POST, content=body).status_code in (404, 422)


def test_what_is_not_of_the_shape_that_an_action_takes_is_told(client: TestClient) -> None:
    path = "/api/games/kitchen/products/heroes/draft"
    answer = client.post(path, json={"nothing": 1})
    assert (answer.status_code, answer.json()["findings"][0]["code"]) == (422, "bad-request")


@pytest.mark.parametrize("path", ["/", ANYTHING, "/studio.js", "/nowhere", "/fonts/body.ttf"])
def test_every_answer_says_what_a_browser_may_do_with_it(client: TestClient, path: str) -> None:
    _strict(client.get(path).headers)


def test_what_is_refused_says_so_too(workshop: Workshop) -> None:
    with stranger(workshop) as client:
        _strict(client.get("/").headers)
        _strict(client.get(ANYTHING, headers={"host": "evil.com"}).headers)


def _strict(headers: httpx2.Headers) -> None:
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == policy["base-uri"] == policy["frame-ancestors"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert "unsafe" not in headers["content-security-policy"] and "http" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] == "no-store"
    assert headers["referrer-policy"] == "no-referrer"
    assert not [name for name in headers if name.startswith("access-control-")]


def test_a_picture_is_looked_at_and_runs_nothing(client: TestClient) -> None:
    answer = client.get("/api/games/kitchen/products/heroes/records/0/front.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert "sandbox" in answer.headers["content-security-policy"]
    assert "script-src" not in answer.headers["content-security-policy"]
    assert b"<script" not in answer.content and b"onload" not in answer.content
    tag = answer.headers["etag"]
    again = client.get(str(answer.url), headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")


def test_the_page_has_no_script_or_style_of_its_own(client: TestClient) -> None:
    text = client.get("/").text
    assert text.count("<script") == 1 and '<script type="module" src="/studio.js">' in text
    assert " style=" not in text and "<style" not in text and " on" not in text.replace(" one", "")
    assert "http" not in text


@pytest.mark.slow
def test_nothing_that_the_browser_gets_names_the_network(client: TestClient) -> None:
    app = client.app
    for route in (route for route in app.routes if isinstance(route, Route) and "{" not in route.path):  # type: ignore[attr-defined]
        if route.path.endswith((".js", ".css", ".svg", ".html")):
            text = client.get(route.path).text.replace("http://www.w3.org/2000/svg", "")
            assert "http:" not in text and "https:" not in text and "innerHTML" not in text, route.path
