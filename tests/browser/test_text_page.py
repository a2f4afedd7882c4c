"""The page of `printgen export text`: on a narrow and on a wide screen nothing but tables scrolls sideways."""

from pathlib import Path

import pytest
from opened import ROOT
from playwright.sync_api import Browser, Page
from prepare import AXE

from printgen.exports import export
from printgen.exports.outline import OutlineHeading, OutlineList, OutlineParagraph, as_html

BEYOND = """() => [...document.querySelectorAll('body *')]
  .filter(one => !one.closest('[role=region]') && one.getBoundingClientRect().right > innerWidth + 0.5)
  .map(one => one.outerHTML.slice(0, 80))"""
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def opened(browser: Browser, path: Path, width: int) -> Page:
    page = browser.new_page(viewport={"width": width, "height": 800})
    page.goto(path.as_uri())
    return page


@pytest.fixture(scope="module", params=["go-joe", "army-wars", "samples/kitchen-heroes", "samples/spell-deck"])
def told(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = str(ROOT / request.param) if "/" in request.param else request.param
    return export("text", target, tmp_path_factory.mktemp("text")).files[0]


@pytest.mark.parametrize("width", [320, 1280])
def test_the_page_reflows_and_everybody_can_read_it(told: Path, width: int, browser: Browser) -> None:
    page = opened(browser, told, width)
    assert page.evaluate(WIDER) == 0
    assert page.evaluate(BEYOND) == []
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert page.evaluate("async () => (await axe.run()).violations.map(one => one.id)") == []
    page.close()


def test_a_wide_table_is_moved_by_keyboard(told: Path, browser: Browser) -> None:
    page = opened(browser, told, 320)
    wide = "() => [...document.querySelectorAll('[role=region]')].findIndex(one => one.scrollWidth > one.clientWidth)"
    region = page.locator("[role=region]").nth(page.evaluate(wide))
    region.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.activeElement.scrollLeft > 0")
    page.close()


def test_words_without_end_are_broken(tmp_path: Path, browser: Browser) -> None:
    name = "Rindfleischetikettierungsueberwachungsaufgabenuebertragungsgesetz"
    path = tmp_path / "long.html"
    nodes = [
        OutlineHeading(1, name),
        OutlineHeading(2, name),
        OutlineParagraph(name),
        OutlineList((name,)),
        OutlineHeading(2, "Last"),
        OutlineParagraph(name),
    ]
    path.write_text(as_html(nodes, name, "de"), encoding="utf-8")
    page = opened(browser, path, 320)
    assert (page.evaluate(WIDER), page.evaluate(BEYOND)) == (0, [])
    page.close()
