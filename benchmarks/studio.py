"""Times the studio in a real Chromium: what somebody waits for who opens it, types, and scrolls, and what it holds.

Usage: studio.py [--quick]. Needs what `make browser` brings. Everything goes over HTTP, and a thing counts as seen when
the browser has painted it. The wall is a deck of 190 cards with all their art: go-joe's own and more beside them.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), *(str(ROOT / "tests" / name) for name in ("browser", "support"))]

from playwright.sync_api import Browser, Locator, TimeoutError, sync_playwright  # noqa: E402
from prepare import chromium  # noqa: E402
from studio_process import StudioProcess, Window, furnish  # noqa: E402

DECK = ("deck", "go-joe", "joe-deck")
CARDS = 190
_NAMES = ("Tamarisk", "Bulrush", "Sorrel", "Marram", "Yarrow", "Fescue", "Juniper", "Hazel", "Larch", "Clover", "Gorse",
          "Nettle", "Peat", "Quill", "Rowan", "Umber", "Sedge", "Thistle", "Vetch", "Willow", "Comfrey")  # fmt: skip

_WANTED = """() => [
  account.painted, [...document.querySelectorAll(".face, .stage .picture")].map((one) => one.wanted).join(),
]"""
"""When a picture was last painted, and which ones are to be seen."""

_FIRST = """() => new Promise((done) => {
  const painted = () => done(performance.timeOrigin + performance.now());
  const look = () => {
    const pictures = [...document.querySelectorAll("#room :is(img, canvas)")];
    if (pictures.some((one) => one.naturalWidth || one.width > 1)) requestAnimationFrame(() => setTimeout(painted));
    else requestAnimationFrame(look);
  };
  look();
})"""
"""When the first picture has been painted, in milliseconds since 1970."""

_SCROLL = """async ([speed]) => {
  const room = account.scroller(), since = new Map();
  let worst = 0, frames = 0, last = performance.now(), jerk = 0;
  const first = last;
  for (let rest = 0; ;) {
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    jerk = Math.max(jerk, now - last);
    frames += 1;
    room.scrollTop += Math.round(speed * (now - last) / 1000);
    last = now;
    const holes = new Set(account.holes());
    for (const hole of holes) if (!since.has(hole)) since.set(hole, now);
    for (const [hole, start] of since) {
      worst = Math.max(worst, now - start);
      if (!holes.has(hole)) since.delete(hole);
    }
    const end = room.scrollTop + room.clientHeight >= room.scrollHeight - 2;
    if (end && !holes.size) return { worst, jerk, frames, seconds: (now - first) / 1000 };
    if (now - first > 120000) throw new Error("the wall has no end");
  }
}"""
"""Scroll down the room at so many points a second, and tell the longest time that a picture in view was missing."""


def with_many_cards(folder: Path) -> Path:
    """A working folder whose deck of go-joe has 190 cards."""
    furnish(folder)
    kit = yaml.safe_load((ROOT / "cards" / "go-joe" / "joe.yaml").read_text(encoding="utf-8"))
    more = [{**card, "name": f"{card['name']} II"} for card in kit[: CARDS - len(kit)]]
    own = folder / "my-cards" / "go-joe" / "joe-deck.yaml"
    own.write_text(yaml.safe_dump(more, allow_unicode=True, sort_keys=False), encoding="utf-8")
    return folder


@contextmanager
def studio(browser: Browser, prepare: Callable[[Path], Path] = furnish) -> Iterator[StudioProcess]:
    """A studio in a fresh folder."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "desk"
        folder.mkdir()
        opened = StudioProcess(prepare(folder), browser)
        try:
            yield opened.start()
        finally:
            for line in opened.close():
                print("  not well:", line)


def first_picture(browser: Browser, runs: int) -> list[float]:
    """Seconds from the address being opened to the first picture, each of a studio that was just started."""
    took: list[float] = []
    for _ in range(runs):
        with studio(browser) as opened:
            window = opened.window()
            start = time.time()
            window.page.goto(opened.address + "/")
            took.append(window.page.evaluate(_FIRST) / 1000 - start)
    return took


def redrawn(window: Window, changes: Iterable[Callable[[], object]]) -> list[float]:
    """Milliseconds from each change to the picture that it makes, on the page; what makes no other card is not counted.

    A change is made once all that came of the last one is seen. TimeoutError for a picture that does not come.
    """
    took: list[float] = []
    for change in changes:
        window.quiet()
        before, wanted = window.page.evaluate(_WANTED)
        change()
        window.page.wait_for_timeout(20)
        try:
            window.page.wait_for_function("(before) => account.painted > before", arg=before, polling=5, timeout=5000)
        except TimeoutError:
            window.quiet()
            if window.page.evaluate(_WANTED)[1] == wanted:
                continue
            # A busy machine takes longer; a picture that is lost does not come at all.
            window.page.wait_for_function("(before) => account.painted > before", arg=before)
        took.append(window.page.evaluate("() => account.painted - account.typed"))
    return took


def letters(field: Locator, times: int) -> Iterator[Callable[[], object]]:
    """The letters of one name after the other: nearly every one makes a card that was never drawn before."""
    typed = [(name, number) for name in _NAMES for number in range(len(name))]
    for name, number in typed[:times]:
        if not number:
            field.fill("")
        yield partial(field.press, name[number])


def ticks(boxes: Sequence[Locator], times: int) -> list[Callable[[], object]]:
    """Ticks, each of which is taken away again: a card with all of them would be none."""
    return [partial(box.evaluate, "(box) => box.click()") for box in boxes for _ in range(2)][:times]


def wall(browser: Browser, speed: int, wait: bool) -> dict[str, float]:
    """The longest hole of a wall that is scrolled from its top to its end: as soon as it is there, or once all is."""
    with studio(browser, with_many_cards) as opened:
        window = opened.window(1440, 900)
        window.go(*DECK)
        if wait:
            window.page.evaluate(_SCROLL, [4 * speed])
            window.page.evaluate("() => account.scroller().scrollTo(0, 0)")
            window.quiet()
        return dict(window.page.evaluate(_SCROLL, [speed]))


def memory(opened: StudioProcess) -> float:
    """MiB of the studio and of what it has started, as far as they do not share them with each other."""
    assert opened.process is not None
    total = 0.0
    for process in Path("/proc").glob("[0-9]*"):
        try:
            session = int((process / "stat").read_text().rpartition(")")[2].split()[3])
            if session == opened.process.pid:
                rolled = (process / "smaps_rollup").read_text().splitlines()
                total += sum(int(line.split()[1]) for line in rolled if line.startswith("Pss:")) / 1024
        except OSError:  # It has just ended.
            continue
    return total


def hour(opened: StudioProcess, drafts: int, saves: int) -> tuple[float, float]:
    """MiB before and after edits as somebody makes them in an hour: keys on two cards, and saves beside the page."""
    window = opened.window()
    window.go(*DECK)
    before = memory(opened)
    page = window.go("card", "go-joe", "joe-deck", n="108")
    name = page.get_by_label("Name", exact=True)
    for number in range(drafts):
        name.fill(f"Mudlark {number}")
        page.wait_for_timeout(40)
    name.fill("Mudlark")
    own = opened.cards / "go-joe" / "joe-deck.yaml"
    text = own.read_text(encoding="utf-8")
    for number in range(saves):
        own.write_text(text.replace("Swamp Scout", f"Swamp Scout {number}"), encoding="utf-8")
        page.wait_for_timeout(400)
        if number % 10 == 0:
            window.go(*DECK)
    window.quiet()
    return before, memory(opened)


def told(what: str, values: Sequence[float], aim: float, unit: str) -> None:
    """A row of the table: the middle, the 95th percentile and the worst of some values."""
    ordered = sorted(values)
    late = ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]
    print(
        f"{what:<46} {statistics.median(ordered):>8.2f} {late:>8.2f} {ordered[-1]:>8.2f} {aim:>7g} {unit}", flush=True
    )


def main(words: Sequence[str]) -> None:
    quick = "--quick" in words
    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    print(f"{'':<46} {'median':>8} {'p95':>8} {'worst':>8} {'aim':>7}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=root)
        told("first picture after opening", first_picture(browser, 1 if quick else 5), 1, "s")
        for wait, how in ((False, "at once"), (True, "seen before")):
            run = wall(browser, 12000 if quick else 1200, wait)
            told(f"longest hole of a wall of {CARDS}, {how}", [run["worst"] / 1000], 0.5, "s")
            print(f"{'':<4}scrolled in {run['seconds']:.1f} s, {run['frames'] / run['seconds']:.0f} frames a second")
        with studio(browser) as opened:
            window = opened.window(1440, 900)
            times = 8 if quick else 120
            page = window.go("trooper", "go-joe", "joe-deck")
            field = page.get_by_role("textbox", name="Name", exact=True)
            told("a key, to the card of the trooper", redrawn(window, letters(field, times)), 100, "ms")
            boxes = page.locator(".ticks input[type=checkbox]:not([disabled])").all()
            told("a tick, to the card of the trooper", redrawn(window, ticks(boxes, times)), 100, "ms")
            page = window.go("card", "kitchen-heroes", "heroes", n="1")
            told(
                "a key, to the card of any game",
                redrawn(window, letters(page.get_by_label("Name", exact=True), times)),
                100,
                "ms",
            )
            before, after = hour(opened, *((20, 2) if quick else (2400, 240)))
            told(f"memory after an hour of edits, from {before:.0f}", [after], 300, "MiB")
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
