"""A power cut during a save, an edit beside the page, a name that would be a script: nothing is lost, or run."""

import http.client
import json
import random
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from urllib.parse import urlsplit

from opened import Opened, Window
from playwright.sync_api import expect

ROUNDS = 6
PADDING = "# What somebody has noted beside the list, so that it takes a while to write.\n" * 6_000
SCRIPT = "<script>hurt=1</script>"


def save(studio: Opened, cookie: str, text: str, known: str) -> None:
    """Ask for a text to be saved, whatever becomes of it."""
    connection = http.client.HTTPConnection(urlsplit(studio.address).netloc, timeout=30)
    body = json.dumps({"file": "heroes.yaml", "text": text, "hash": known})
    head = {"Origin": studio.address, "Cookie": cookie, "Content-Type": "application/json"}
    with suppress(OSError, http.client.HTTPException):
        connection.request("POST", "/api/games/kitchen-heroes/text/save", body, head)
        connection.getresponse().read()


def test_a_power_cut_during_a_save_loses_nothing(start: Callable[..., Opened]) -> None:
    """Whenever the process is killed, the list is what it was or what it was to be, and the studio starts again."""
    studio = start("kitchen-heroes")
    file = studio.game / "heroes.yaml"
    file.write_text(file.read_text(encoding="utf-8") + PADDING, encoding="utf-8")
    dice, seen, took = random.Random(16), set[int](), 1.0
    for number in range(ROUNDS):
        if number:
            studio.start()
        window = studio.window()
        cookie = "; ".join(f"{one['name']}={one['value']}" for one in window.context.cookies())
        text = window.context.request.get(f"{studio.address}/api/games/kitchen-heroes/text?file=heroes.yaml").json()
        studio.windows.remove(window)
        window.context.close()
        mine = text["text"].replace("# What", f"# {number}", 1)
        saving = threading.Thread(target=save, args=(studio, cookie, mine, text["hash"]))
        began = time.monotonic()
        saving.start()
        if number == 0:
            # The first one is let through, and tells how long a save takes.
            saving.join()
            took = time.monotonic() - began
            assert file.read_text(encoding="utf-8") == mine
        else:
            time.sleep(dice.uniform(0.3, 1.05) * took)
        studio.kill()
        saving.join()
        left = file.read_text(encoding="utf-8")
        assert left in (text["text"], mine)
        seen.add([text["text"], mine].index(left))
    assert studio.start().process is not None
    studio.window().go("card", "kitchen-heroes", "heroes", n="0").get_by_label("Name", exact=True).wait_for()
    assert 1 in seen


def test_a_name_that_would_be_a_script_is_just_a_name(studio: Opened, window: Window) -> None:
    file = studio.game / "heroes.yaml"
    old = "Pea Soup"
    file.write_text(file.read_text(encoding="utf-8").replace(old, f'"{SCRIPT}"', 1), encoding="utf-8")
    game = studio.game / "game.yaml"
    game.write_text(game.read_text(encoding="utf-8").replace("Kitchen Heroes", "<script>", 1), encoding="utf-8")
    for room in ("shelf", "deck", "print", "file"):
        place = () if room == "shelf" else ("kitchen-heroes", "heroes")
        page = window.go(room, *place, **({"file": "heroes.yaml"} if room == "file" else {}))
        assert page.evaluate("() => window.hurt") is None
    page = window.go("card", "kitchen-heroes", "heroes", n="1")
    expect(page.get_by_label("Name", exact=True)).to_have_value(SCRIPT)
    assert page.evaluate(
        "() => [window.hurt ?? 0, document.querySelectorAll('main script, main img[src=x]').length]"
    ) == [0, 0]
    # Its picture is one, wherever somebody opens it by itself, and no page.
    answer = window.context.request.get(
        f"{studio.address}/api/games/kitchen-heroes/products/heroes/records/1/front.svg"
    )
    assert "sandbox" in answer.headers["content-security-policy"] and "<script" not in answer.text()


def test_an_edit_beside_the_page_is_seen(studio: Opened, window: Window) -> None:
    page = window.go("deck", "kitchen-heroes", "heroes")
    file = studio.game / "heroes.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("Pea Soup", "Bean Soup", 1), encoding="utf-8")
    page.get_by_text("Bean Soup").first.wait_for()
    # A mistake is told, and the last good cards stay.
    file.write_text(file.read_text(encoding="utf-8").replace("taste:", "taste: [", 1), encoding="utf-8")
    page.get_by_text("heroes.yaml").first.wait_for()
    assert page.get_by_text("Bean Soup").count()
