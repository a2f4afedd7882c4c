"""Draws the pictures of the studio's rooms in a real Chromium: `make studio-pictures`, which brings what it needs.

Usage: make_studio_pictures.py [ROOM ...] [--all]. Every room is written to output/studio, to be looked at; those that
the README shows are kept. --all draws each light and dark, at the widths of a phone and of a large screen, too.
"""

from __future__ import annotations

import io
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from PIL import Image

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), *(str(HERE.parent / "tests" / name) for name in ("browser", "support"))]

from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402
from prepare import chromium  # noqa: E402
from studio_process import StudioProcess, Window, furnish  # noqa: E402

KEPT = HERE / "pictures" / "studio"
SHOWN = ("shelf", "trooper", "map", "print")
"""The rooms that the README shows."""
LOOKED_AT = HERE.parent / "output" / "studio"
MOST_BYTES = 118_000
"""So large is a picture at most: a reader should not wait for the README."""
WIDTH, HEIGHT = 1280, 800
SIZES = {"phone": (360, 740), "wide": (2560, 1300)}


class Room(NamedTuple):
    """A room at something that shows what it is for; `arrange` does there what somebody would."""

    place: tuple[str, ...]
    params: dict[str, str] = {}  # noqa: RUF012
    arrange: Callable[[Page], object] = lambda page: None
    dark: bool = False


def fill_box(page: Page) -> None:
    """Design a trooper from what its box says."""
    page.get_by_role("textbox", name="Name", exact=True).fill("Driftwood")
    page.get_by_role("radio", name="Slaughter").check(force=True)
    page.get_by_role("textbox", name="Role").fill("Tracker")
    box = page.get_by_role("combobox", name="What does the box say")
    for thing in ("XM-76", "katana", "wolf"):
        box.fill(thing)
        page.get_by_role("listbox", name="What it means").get_by_role("option").first.wait_for()
        box.press("Enter")
        page.get_by_role("listitem").filter(has_text=thing).first.wait_for()
    page.get_by_text("Ready to save.").wait_for()
    page.get_by_role("heading", name="Trooper").click()


FIGHT = {"attack": "Zap,Beach Head,Recondo", "defend": "H.I.S.S. Driver,Ferret,Gnawgahyde", "terrain": "jungle"}
LOCKS = "D4:mountain,C4:jungle,C5:swamp,D5:urban"

ROOMS: dict[str, Room] = {
    "shelf": Room(("shelf",), arrange=lambda page: page.wait_for_timeout(20_000)),
    "deck": Room(("deck", "go-joe", "joe-deck")),
    "trooper": Room(("trooper", "go-joe", "joe-deck"), arrange=fill_box),
    "map": Room(("map", "go-joe", "board-poster"), {"seed": "7", "lock": LOCKS}),
    "print": Room(("print", "go-joe", "joe-deck"), arrange=lambda page: page.wait_for_timeout(4_000)),
    "lab": Room(("lab", "go-joe"), FIGHT),
    "card": Room(("card", "kitchen-heroes", "heroes"), {"n": "1"}),
    "file": Room(("file", "kitchen-heroes", "heroes"), {"file": "heroes.yaml"}),
    "hexes": Room(("map", "micro-forces", "board-poster"), {"seed": "4"}, dark=True),
}
"""The rooms, by the names of their pictures."""


def shot(
    opened: StudioProcess, room: Room, width: int = WIDTH, height: int = HEIGHT, dark: bool | None = None
) -> Image.Image:
    """A room as it is seen in a window of a size."""
    window: Window = opened.window(width, height, dark=room.dark if dark is None else dark)
    page = window.go(*room.place, **room.params)
    room.arrange(page)
    window.quiet()
    # A tick of the network is none of the eye: what is loaded must also be painted.
    page.wait_for_timeout(300)
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    opened.shut(window)
    return picture


def write(picture: Image.Image, to: Path) -> None:
    """Write a picture with as many colours as its size allows, and smaller where even few are too many."""
    to.parent.mkdir(parents=True, exist_ok=True)
    for width in (WIDTH, 1120, 960, 840):
        small = picture.resize((width, round(picture.height * width / picture.width)), Image.Resampling.LANCZOS)
        for colors in (256, 128, 96, 64):
            few = small.quantize(colors, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
            few.save(to, optimize=True)
            if to.stat().st_size <= MOST_BYTES:
                return


def draw(opened: StudioProcess, name: str, everything: bool) -> None:
    """Draw a room, and keep its picture where the README shows it."""
    picture = shot(opened, ROOMS[name])
    picture.save(LOOKED_AT / f"{name}.png")
    if name in SHOWN:
        write(picture, KEPT / f"{name}.png")
        print(f"{name}: {(KEPT / f'{name}.png').stat().st_size} bytes", flush=True)
    for dark in (False, True) if everything else ():
        for size, (width, height) in {"desk": (WIDTH, HEIGHT), **SIZES}.items():
            shade = "dark" if dark else "light"
            shot(opened, ROOMS[name], width, height, dark).save(LOOKED_AT / f"{name}-{size}-{shade}.png")


def draw_all(browser: Browser, names: list[str], everything: bool) -> None:
    """Start a studio, and draw the rooms of these names, all without any."""
    LOOKED_AT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "desk"
        folder.mkdir()
        opened = StudioProcess(furnish(folder), browser).start()
        try:
            for name in names or ROOMS:
                draw(opened, name, everything)
        finally:
            wrong = opened.close()
    if wrong:
        sys.exit("\n".join(wrong))
    print(f"all rooms: {LOOKED_AT}")


def main(words: list[str]) -> None:
    names = [word for word in words if word in ROOMS]
    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=root)
        draw_all(browser, names, "--all" in words)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
