"""The page of `printgen export text`: on a narrow and on a wide screen nothing but tables scrolls sideways."""

from pathlib import Path

from playwright.sync_api import Browser, Page
from prepare import AXE
from studio_process import ROOT

from printgen.exports import export
from printgen.exports.text import OutlineHeading, OutlineList, OutlineParagraph, as_html

BEYOND = """() => [...document.querySelectorAll('body *')]
  .filter(one => !one.closest('[role=region]') && one.getBoundingClientRect().right > innerWidth + 0.5)
  .map(one => one.outerHTML.slice(0, 80))"""
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def show(browser: Browser, path: Path, width: int) -> Page:
    page = browser.new_page(viewport={"width": width, "height": 800})
    page.goto(path.as_uri())
    return page


def test_the_page_reflows_everybody_can_read_it_and_wide_tables_are_moved_by_keyboard(
    tmp_path: Path, browser: Browser
) -> None:
    page = show(browser, export("text", str(ROOT / "samples" / "spell-deck"), tmp_path).files[0], 1280)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    for width in (1280, 320):
        page.set_viewport_size({"width": width, "height": 800})
        assert (page.evaluate(WIDER), page.evaluate(BEYOND)) == (0, [])
        assert page.evaluate("async () => (await axe.run()).violations.map(one => one.id)") == []
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
    page = show(browser, path, 320)
    assert (page.evaluate(WIDER), page.evaluate(BEYOND)) == (0, [])
    page.close()
