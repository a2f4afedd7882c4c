"""Pictures that are dropped on a page: only pictures are kept, without what a camera noted."""

from __future__ import annotations

import io

import pytest
from PIL import Image
from starlette.testclient import TestClient


def photo(form: str, size: tuple[int, int] = (640, 480), **more: object) -> bytes:
    data = io.BytesIO()
    Image.new("RGB", size, "#884422").save(data, form, **more)
    return data.getvalue()


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP"])
def test_a_picture_is_kept_and_shown(client: TestClient, form: str) -> None:
    told = client.post("/api/uploads", content=photo(form)).json()
    shown = client.get(told["address"])
    assert shown.headers["content-type"] == ("image/jpeg" if form == "JPEG" else "image/png")
    assert Image.open(io.BytesIO(shown.content)).size == (640, 480)


def test_what_a_camera_noted_is_gone_and_the_picture_is_upright(client: TestClient) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # It was held on its side.
    exif[0x010F] = "A Camera of Somebody"
    told = client.post("/api/uploads", content=photo("JPEG", exif=exif)).json()
    data = client.get(told["address"]).content
    assert b"Somebody" not in data
    assert Image.open(io.BytesIO(data)).size == (480, 640)


def test_a_large_one_is_made_as_small_as_a_card_can_show(client: TestClient) -> None:
    told = client.post("/api/uploads", content=photo("JPEG", (6000, 3000))).json()
    assert Image.open(io.BytesIO(client.get(told["address"]).content)).size == (2400, 1200)


@pytest.mark.parametrize(
    "data", [b"", b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"GIF89a", b"%PDF-1.7", photo("PNG")[:60], b"\0" * 999]
)
def test_anything_else_is_refused_with_a_reason(client: TestClient, data: bytes) -> None:
    answer = client.post("/api/uploads", content=data)
    assert answer.status_code == 422
    assert "this picture cannot be used" in answer.json()["findings"][0]["message"]


def test_a_bomb_is_refused(client: TestClient) -> None:
    data = io.BytesIO()
    Image.new("1", (12000, 12000)).save(data, "PNG")
    answer = client.post("/api/uploads", content=data.getvalue())
    assert answer.status_code == 422 and "million pixels" in answer.json()["findings"][0]["message"]


@pytest.mark.parametrize("name", ["..%2f..%2fetc%2fpasswd", "nothing.jpg", "x", "%00.png"])
def test_only_what_was_dropped_is_shown(client: TestClient, name: str) -> None:
    assert client.get(f"/uploads/{name}").status_code == 404


def test_few_are_kept(client: TestClient) -> None:
    told = [client.post("/api/uploads", content=photo("PNG", (10 + n, 10))).json() for n in range(12)]
    assert client.get(told[0]["address"]).status_code == 404
    assert client.get(told[-1]["address"]).status_code == 200
