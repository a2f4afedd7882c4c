"""The send room: what is offered, told and written is what the command line offers, tells and writes."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from conftest import starting
from opened import ROOT, Opened, Window
from pairwise import halved
from playwright.sync_api import Browser, Locator, Page, Route, expect

from printgen.base.errors import Finding, PrintgenError
from printgen.exports import EXPORTS, look_over
from printgen.exports.format import Option

HEROES = "send", "kitchen-heroes", "heroes"
ENTRIES = (
    ("go-joe", "team-counters"),
    ("army-wars", "objectives"),
    ("micro-forces", "tokens"),
    ("sixth-scale", "gauges"),
    ("kitchen-heroes", "heroes"),
    ("wargame", "counters"),
)
"""The kits and two samples, each with a product that is soon composed."""
CHOSEN = {
    "images": {"Dpi": "72", "Bleed": "2 mm"},
    "cut": {"Machine": "silhouette"},
    "tts": {"Dpi": "60"},
    "shop": {"Profile": "press"},
}
"""What is said of formats that are sent: what must be, and what makes them small."""


@pytest.fixture(scope="module")
def open_games(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Opened]:
    """A studio with the kits and two samples, into whose output folder tests of this module send."""
    with starting(tmp_path_factory.mktemp("sending"), browser) as start:
        kits = [game for game, _ in ENTRIES[:4]]
        yield start(*kits, "kitchen-heroes", str(ROOT / "samples" / "wargame"))


@pytest.fixture
def window(studio: Opened) -> Window:
    window = studio.window()
    window.go(*HEROES, **{"as": "text"})
    looked(window.page)
    return window


def looked(page: Page) -> Locator:
    """Wait until it is told what will be; the panel that tells it."""
    page.locator('.about[aria-busy="false"]').wait_for()
    return page.locator(".about")


def choose(page: Page, name: str) -> Locator:
    """Choose a format, and wait until it is told what will be."""
    page.locator(".formats").get_by_role("radio", name=re.compile(rf"^{name}\b")).check()
    return looked(page)


def say(page: Page, options: dict[str, str]) -> None:
    """Say options by their labels."""
    for label, value in options.items():
        group = page.get_by_role("group", name=label, exact=True)
        if group.count():
            group.get_by_role("radio", name=value, exact=True).check(force=True)
        else:
            page.get_by_label(label, exact=True).fill(value)
    looked(page)


def send(page: Page) -> None:
    """Press the button, and wait until all is written."""
    page.locator(".go").click()
    page.get_by_text("Written.").wait_for()


def files(folder: Path) -> dict[str, bytes]:
    """All files of a folder by their paths, those that begin with a dot, too."""
    found = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def told(page: Page) -> list[tuple[str, str, str]]:
    """The findings that the page shows, those beside options first: severity, message, and what one can do."""
    rows = page.locator(".field .wrong span, .about .findings > li, .press .findings > li").evaluate_all(
        """all => all.map((one) => [one.className, (one.querySelector("strong") ?? one.firstChild).textContent,
          (one.querySelector(".hint, em")?.textContent ?? "").trim()])"""
    )
    return [(kind, message, hint) for kind, message, hint in rows]


def tells(page: Page, wanted: list[tuple[str, str, str]]) -> None:
    """The page shows these findings, once it has looked again for whatever has changed meanwhile."""
    for _ in range(200):
        if looked(page) and told(page) == wanted:
            return
        page.wait_for_timeout(50)
    assert told(page) == wanted


def of_terminal(target: str, name: str) -> list[tuple[str, str, str]]:
    """What the command line tells of an export before it draws."""
    found: tuple[Finding, ...] | list[Finding]
    try:
        found = look_over(name, target)
    except PrintgenError as error:
        found = error.findings
    return [(one.severity, one.message, one.hint) for one in found]


def title(option: Option) -> str:
    return option.name.replace("-", " ").capitalize()


@pytest.mark.parametrize(("game", "product"), halved(*ENTRIES))
def test_formats_options_and_findings_are_those_of_the_command_line(
    open_games: Opened, game: str, product: str
) -> None:
    window = open_games.window()
    page = window.go("send", game, product)
    expect(page.locator(".format strong")).to_have_text([*EXPORTS])
    target = f"{ROOT / 'samples' / game}" if game in ("kitchen-heroes", "wargame") else game
    window.expects(422)
    for name, form in EXPORTS.items():
        about = choose(page, name)
        expect(about.get_by_role("heading")).to_have_text(name)
        options = [option for option in form.options() if option.metavar != "FILE"]
        assert page.locator(".options .label").all_inner_texts() == [title(option) for option in options]
        for option in options:
            field = page.locator(f'.field[data-field="{option.name}"]')
            if option.choices:
                none = [] if option.default else ["none"]
                expect(field.locator(".segments span")).to_have_text([*none, *option.choices])
                expect(field.get_by_role("radio", checked=True)).to_have_count(1)
            elif type(option.default) is int:
                limits = {"min": option.least, "max": option.most}
                for key, value in limits.items():
                    expect(field.get_by_role("spinbutton")).to_have_attribute(key, f"{value:g}")
                expect(field.get_by_role("spinbutton")).to_have_value(str(option.default))
        found = of_terminal(f"{target}/{product}", name)
        assert sorted(told(page)) == sorted(found)
        broken = any(kind == "error" for kind, *_ in found)
        expect(about.locator(".bad" if broken else ".good")).to_have_count(1)
        expect(page.locator(".go")).to_have_attribute("aria-disabled", str(broken).lower())
    open_games.shut(window)


@pytest.mark.parametrize("name", [*EXPORTS])
def test_the_command_line_writes_the_same_files_and_tells_the_same(open_games: Opened, name: str) -> None:
    window = open_games.window()
    page = window.go(*HEROES)
    window.expects(422)
    choose(page, name)
    say(page, CHOSEN.get(name, {}))
    folder = page.locator(".about .good").inner_text().removeprefix("It goes into the folder ").rstrip(".")
    flags = {f"--{key.lower().replace(' ', '-')}": value for key, value in CHOSEN.get(name, {}).items()}
    command = ["export", name, "kitchen-heroes/heroes", *(word for pair in flags.items() for word in pair)]
    before = told(page)
    send(page)
    tells(page, before)
    where = open_games.folder / folder
    sent = files(where)
    assert sent
    # Addresses in some files name the folder in which they lie: the other ones are written there, too.
    shutil.rmtree(where)
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    words = [sys.executable, "-m", "printgen", *command]
    done = subprocess.run(words, cwd=open_games.folder, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert files(where) == sent
    found = page.locator(".about .findings > li").count()
    assert len(re.findall(r"^\S.*: (?:warning|info): ", done.stderr, re.MULTILINE)) == found, done.stderr
    open_games.shut(window)


def test_files_of_before_that_lie_beside_the_new_ones_are_told(studio: Opened, window: Window) -> None:
    page = window.page
    choose(page, "images")
    say(page, {"Dpi": "40"})
    send(page)
    expect(page.locator(".press .findings")).to_have_count(0)
    say(page, {"Type": "svg"})
    send(page)
    expect(page.locator(".press .findings > li.warning")).to_contain_text("there are others of before")
    studio.shut(window)


def test_what_an_option_cannot_be_is_told_beside_it(studio: Opened, window: Window) -> None:
    page = window.page
    window.expects(422)
    choose(page, "images")
    dpi, go = page.get_by_label("Dpi"), page.locator(".go")
    field = page.locator('.field[data-field="dpi"]')
    for value, message in (("-5", "dpi: -5 is not from 20 to 1200"), ("2.5", "dpi: 2.5 cannot be")):
        dpi.fill(value)
        expect(field.locator(".wrong")).to_contain_text(message)
        expect(dpi).to_have_attribute("aria-invalid", "true")
        expect(go).to_have_attribute("aria-disabled", "true")
    dpi.fill("")
    dpi.press_sequentially("1e")
    expect(field.locator(".wrong")).to_contain_text("This is no number.")
    dpi.fill("60")
    expect(field.locator(".wrong")).to_be_hidden()
    bleed = page.get_by_label("Bleed")
    bleed.fill("wide")
    expect(page.locator('.field[data-field="bleed"] .wrong')).to_contain_text("'wide' is not a length")
    bleed.fill("")
    expect(go).to_be_enabled()
    choose(page, "vassal")
    page.get_by_label("Sides").fill("Red/Blue")
    expect(page.locator('.field[data-field="sides"] .wrong')).to_contain_text("this cannot be its value")
    expect(go).to_have_attribute("aria-disabled", "true")
    # An address says a format that there is not.
    window.go(*HEROES, **{"as": "papyrus"})
    page.get_by_text("There is no format papyrus.").wait_for()
    studio.shut(window)


class Held:
    """What is asked for at an address, with some words in it, goes no further until it is let go."""

    def __init__(self, page: Page, address: str | re.Pattern[str], words: str = "") -> None:
        self.page, self.words, self.routes, self.free = page, words, list[Route](), False
        page.route(address, self._hold)

    def _hold(self, route: Route) -> None:
        if self.free or self.words not in (route.request.post_data or ""):
            route.continue_()
        else:
            self.routes.append(route)

    def first(self) -> Route:
        """Wait until there is such a request."""
        while not self.routes:
            self.page.wait_for_timeout(20)
        return self.routes[0]

    def go(self) -> None:
        """Let go what is held, and hold nothing more."""
        self.free = True
        for route in self.routes:
            route.continue_()


def asked(page: Page, address: str) -> list[str]:
    """What is asked for from now on at addresses that end so."""
    found: list[str] = []
    page.on("request", lambda request: found.append(request.url) if request.url.endswith(address) else None)
    return found


def test_two_clicks_or_keys_at_once_are_one_export(studio: Opened, window: Window) -> None:
    page = window.page
    begun, stopped = asked(page, "/api/send/start"), asked(page, "/stop")
    page.locator(".go").dblclick()
    page.get_by_text("Written.").wait_for()
    assert (len(begun), stopped) == (1, [])
    looked(page)
    page.locator(".go").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".said")).not_to_contain_text("Written.")
    page.get_by_text("Written.").wait_for()
    assert (len(begun), stopped) == (2, [])
    assert window.focused() == "button Send"
    expect(page.locator(".press .findings")).to_have_count(0)
    studio.shut(window)


def test_who_types_while_an_export_ends_goes_on_typing(studio: Opened, window: Window) -> None:
    page = window.page
    choose(page, "images")
    say(page, {"Dpi": "40"})
    page.locator(".go").click()
    page.get_by_label("Dpi").focus()
    page.get_by_text("Written.").wait_for()
    looked(page)
    assert window.focused() == "input Dpi"
    studio.shut(window)


def test_what_is_not_looked_at_yet_is_not_sent(studio: Opened, window: Window) -> None:
    page = window.page
    choose(page, "images")
    look, begun = Held(page, "**/api/send/look"), asked(page, "/api/send/start")
    page.get_by_label("Dpi").fill("40")
    page.keyboard.press("Control+Enter")
    look.first()
    page.keyboard.press("Control+Enter")
    expect(page.locator(".go")).to_have_attribute("aria-disabled", "true")
    look.go()
    looked(page)
    assert begun == []
    studio.shut(window)


def test_an_answer_that_comes_after_a_later_one_is_not_shown(studio: Opened, window: Window) -> None:
    page = window.page
    look = Held(page, "**/api/send/look", '"images"')
    page.get_by_role("radio", name=re.compile(r"^images\b")).check()
    look.first()
    choose(page, "pcio")
    expect(page.locator(".about .good")).to_contain_text("pcio-heroes")
    answer = {"findings": [], "fits": True, "folder": "elsewhere"}
    with page.expect_response("**/api/send/look"):
        look.first().fulfill(json=answer)
    # What the page does with an answer is done before it paints again.
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    expect(page.locator(".about")).not_to_contain_text("elsewhere")
    studio.shut(window)


def test_an_export_that_cannot_write_writes_nothing_and_can_be_sent_again(studio: Opened, window: Window) -> None:
    page = window.page
    in_the_way = studio.folder / "output" / "kitchen-heroes" / "text-heroes" / "kitchen-heroes.txt"
    in_the_way.mkdir(parents=True)
    page.locator(".go").click()
    page.get_by_text("It could not be written.").wait_for()
    expect(page.locator(".press .findings > li.error")).to_contain_text("cannot write this file")
    assert files(studio.folder / "output") == {}
    in_the_way.rmdir()
    looked(page)
    send(page)
    assert sorted(files(in_the_way.parent)) == ["kitchen-heroes.html", "kitchen-heroes.txt"]
    studio.shut(window)


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Nobody else writes into a folder meanwhile: who would waits for half a minute."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def exports(studio: Opened) -> list[int]:
    """The processes that a studio has begun to export something."""
    assert studio.process is not None
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,args="], capture_output=True, text=True, check=True).stdout
    rows = (line.split() for line in listed.splitlines())
    return [int(pid) for pid, parent, *words in rows if int(parent) == studio.process.pid and "export" in words]


def test_an_export_is_found_again_stopped_and_leaves_what_was_there(start: Callable[..., Opened]) -> None:
    studio = start("go-joe", "kitchen-heroes")
    window = studio.window()
    page = window.go(*HEROES, **{"as": "images"})
    looked(page)
    folder = studio.folder / "output" / "kitchen-heroes" / "images-heroes"
    folder.mkdir(parents=True)
    (folder / "manifest.json").write_text("of before")
    # It cannot write, and is halted before it gives up.
    with alone(folder):
        with page.expect_response("**/api/send/start"):
            page.locator(".go").click()
        (run,) = exports(studio)
        os.kill(run, signal.SIGSTOP)
        # Who goes to another game, and comes back, finds it there still.
        window.go("send", "go-joe", "team-counters", **{"as": "text"})
        looked(page)
        page.get_by_role("button", name="Stop").wait_for()
        window.go(*HEROES, **{"as": "text"})
        looked(page)
        expect(page.locator(".go")).to_have_attribute("aria-disabled", "true")
        page.get_by_role("button", name="Stop").click()
        expect(page.locator(".said")).to_have_text("Stopping …")
        os.kill(run, signal.SIGCONT)
        page.get_by_text("Stopped. Earlier files are as they were.").wait_for()
    assert files(studio.folder / "output") == {"kitchen-heroes/images-heroes/manifest.json": b"of before"}
    looked(page)
    send(page)
    studio.shut(window)


def test_a_game_that_changes_while_it_is_sent(studio: Opened, window: Window) -> None:
    page, heroes = window.page, studio.game / "heroes.yaml"
    window.expects(404, 422)
    text = heroes.read_text(encoding="utf-8")
    run, begun = Held(page, re.compile(r"/api/run/[^/]+$")), asked(page, "/api/send/start")
    page.locator(".go").click()
    run.first()
    heroes.write_text(text.replace("course: main", "course: mian", 1), encoding="utf-8")
    expect(page.locator(".about .findings")).to_contain_text("mian")
    run.go()
    page.get_by_text("Written.").wait_for()
    assert len(begun) == 1
    expect(page.locator(".go")).to_have_attribute("aria-disabled", "true")
    heroes.write_text(text, encoding="utf-8")
    expect(page.locator(".go")).to_have_attribute("aria-disabled", "false")
    # What is chosen goes away, and something else comes.
    game = studio.game / "game.yaml"
    game.write_text(game.read_text(encoding="utf-8").replace("  heroes:\n", "  legends:\n", 1), encoding="utf-8")
    expect(page.get_by_label("What", exact=True).locator("option:checked")).to_have_text("heroes (no longer there)")
    looked(page)
    expect(page.locator(".about .bad")).to_have_count(1)
    page.get_by_label("What", exact=True).select_option("legends")
    looked(page)
    send(page)
    studio.shut(window)
