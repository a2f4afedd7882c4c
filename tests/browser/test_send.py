"""The send room: what it offers and says is what the command line offers and says; an export goes once, and whole."""

from __future__ import annotations

import fcntl
import os
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from exported import preview_findings
from playwright.sync_api import Locator, Page, Route, expect
from studio_process import StudioProcess, Window

from printgen.base.errors import Finding, PrintgenError
from printgen.exports import EXPORTS
from printgen.exports.format import Option

HEROES = "send", "kitchen-heroes", "heroes"


@pytest.fixture
def window(studio: StudioProcess) -> Window:
    window = studio.window()
    window.go(*HEROES, **{"as": "text"})
    wait_for_look(window.page)
    return window


def wait_for_look(page: Page) -> Locator:
    """Wait until it is told what will be; the panel that tells it."""
    page.locator('.about[aria-busy="false"]').wait_for()
    return page.locator(".about")


def choose(page: Page, name: str) -> Locator:
    """Choose a format, and wait until it is told what will be."""
    page.locator(".formats").get_by_role("radio", name=re.compile(rf"^{name}\b")).check()
    return wait_for_look(page)


def say(page: Page, options: dict[str, str]) -> None:
    """Say options by their labels."""
    for label, value in options.items():
        group = page.get_by_role("group", name=label, exact=True)
        if group.count():
            group.get_by_role("radio", name=value, exact=True).check(force=True)
        else:
            page.get_by_label(label, exact=True).fill(value)
    wait_for_look(page)


def send(page: Page) -> None:
    """Press the button, and wait until all is written."""
    page.locator(".go").click()
    page.get_by_text("Written.").wait_for()


def paths(folder: Path) -> list[str]:
    """All files of a folder, those that begin with a dot, too."""
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def findings_shown(page: Page) -> list[tuple[str, str, str]]:
    """The findings that the page shows, those beside options first: severity, message, and what one can do."""
    rows = page.locator(".field .wrong span, .about .findings > li, .press .findings > li").evaluate_all(
        """all => all.map((one) => [one.className, (one.querySelector("strong") ?? one.firstChild).textContent,
          (one.querySelector(".hint, em")?.textContent ?? "").trim()])"""
    )
    return [(kind, message, hint) for kind, message, hint in rows]


def findings_of_terminal(target: str, name: str) -> list[tuple[str, str, str]]:
    """What the command line tells of an export before it draws."""
    findings: tuple[Finding, ...] | list[Finding]
    try:
        findings = preview_findings(name, target)
    except PrintgenError as error:
        findings = error.findings
    return [(finding.severity, finding.message, finding.hint) for finding in findings]


def title(option: Option) -> str:
    return option.name.replace("-", " ").capitalize()


def test_formats_options_and_findings_are_those_of_the_command_line(studio: StudioProcess, window: Window) -> None:
    page = window.page
    expect(page.locator(".format strong")).to_have_text([*EXPORTS])
    window.expects(422)
    for name, form in EXPORTS.items():
        about = choose(page, name)
        expect(about.get_by_role("heading")).to_have_text(name)
        options = [option for option in form.module.OPTIONS if option.metavar != "FILE"]
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
        findings = findings_of_terminal(f"{studio.game}/heroes", name)
        assert sorted(findings_shown(page)) == sorted(findings)
        broken = any(severity == "error" for severity, *_ in findings)
        expect(about.locator(".bad" if broken else ".good")).to_have_count(1)
        expect(page.locator(".go")).to_have_attribute("aria-disabled", str(broken).lower())


def test_what_an_option_cannot_be_is_told_beside_it(studio: StudioProcess, window: Window) -> None:
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
    # An address says a format that there is not.
    window.go(*HEROES, **{"as": "papyrus"})
    page.get_by_text("There is no format papyrus.").wait_for()


class Hold:
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


def requests_to(page: Page, address: str) -> list[str]:
    """What is asked for from now on at addresses that end so."""
    found: list[str] = []
    page.on("request", lambda request: found.append(request.url) if request.url.endswith(address) else None)
    return found


def test_what_is_pressed_twice_goes_once_and_who_types_meanwhile_goes_on_typing(
    studio: StudioProcess, window: Window
) -> None:
    page = window.page
    begun, stopped = requests_to(page, "/api/send/start"), requests_to(page, "/stop")
    page.locator(".go").dblclick()
    page.get_by_text("Written.").wait_for()
    assert (len(begun), stopped) == (1, [])
    wait_for_look(page)
    page.locator(".go").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".said")).not_to_contain_text("Written.")
    page.get_by_text("Written.").wait_for()
    assert (len(begun), stopped) == (2, [])
    assert window.focus() == "button Send"
    expect(page.locator(".press .findings")).to_have_count(0)
    choose(page, "images")
    say(page, {"Dpi": "40"})
    page.locator(".go").click()
    page.get_by_label("Dpi").focus()
    page.get_by_text("Written.").wait_for()
    wait_for_look(page)
    assert window.focus() == "input Dpi"
    # Files of before that lie beside the new ones are told.
    say(page, {"Type": "svg"})
    send(page)
    expect(page.locator(".press .findings > li.warning")).to_contain_text("there are others of before")
    assert {path.rpartition(".")[2] for path in paths(studio.folder / "output")} >= {"svg", "json"}


def test_what_is_not_looked_at_yet_is_not_sent_and_a_late_answer_is_not_shown(window: Window) -> None:
    page = window.page
    choose(page, "images")
    look, begun = Hold(page, "**/api/send/look"), requests_to(page, "/api/send/start")
    page.get_by_label("Dpi").fill("40")
    page.keyboard.press("Control+Enter")
    look.first()
    page.keyboard.press("Control+Enter")
    expect(page.locator(".go")).to_have_attribute("aria-disabled", "true")
    look.go()
    wait_for_look(page)
    assert begun == []
    page.unroute("**/api/send/look")
    choose(page, "text")
    look = Hold(page, "**/api/send/look", '"images"')
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


def test_an_export_that_cannot_write_writes_nothing_and_can_be_sent_again(
    studio: StudioProcess, window: Window
) -> None:
    page = window.page
    in_the_way = studio.folder / "output" / "kitchen-heroes" / "text-heroes" / "kitchen-heroes.html"
    in_the_way.mkdir(parents=True)
    page.locator(".go").click()
    page.get_by_text("It could not be written.").wait_for()
    expect(page.locator(".press .findings > li.error")).to_contain_text("cannot write this file")
    assert paths(studio.folder / "output") == []
    in_the_way.rmdir()
    wait_for_look(page)
    send(page)
    assert paths(in_the_way.parent) == ["kitchen-heroes.html"]


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Nobody else writes into a folder meanwhile: who would waits for half a minute."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def exports(studio: StudioProcess) -> list[int]:
    """The processes that a studio has begun to export something."""
    assert studio.process is not None
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,args="], capture_output=True, text=True, check=True).stdout
    rows = (line.split() for line in listed.splitlines())
    return [int(pid) for pid, parent, *words in rows if int(parent) == studio.process.pid and "export" in words]


def test_an_export_is_found_again_stopped_and_leaves_what_was_there(studio: StudioProcess, window: Window) -> None:
    page = window.go(*HEROES, **{"as": "images"})
    wait_for_look(page)
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
        wait_for_look(page)
        page.get_by_role("button", name="Stop").wait_for()
        window.go(*HEROES, **{"as": "text"})
        wait_for_look(page)
        expect(page.locator(".go")).to_have_attribute("aria-disabled", "true")
        page.get_by_role("button", name="Stop").click()
        expect(page.locator(".said")).to_have_text("Stopping …")
        os.kill(run, signal.SIGCONT)
        page.get_by_text("Stopped. Earlier files are as they were.").wait_for()
    assert paths(folder) == ["manifest.json"] and (folder / "manifest.json").read_text() == "of before"
    wait_for_look(page)
    send(page)


def test_a_game_that_changes_while_it_is_sent(studio: StudioProcess, window: Window) -> None:
    page, heroes = window.page, studio.game / "heroes.yaml"
    window.expects(404, 422)
    text = heroes.read_text(encoding="utf-8")
    run, begun = Hold(page, re.compile(r"/api/run/[^/]+$")), requests_to(page, "/api/send/start")
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
    wait_for_look(page)
    expect(page.locator(".about .bad")).to_have_count(1)
    page.get_by_label("What", exact=True).select_option("legends")
    wait_for_look(page)
    send(page)
