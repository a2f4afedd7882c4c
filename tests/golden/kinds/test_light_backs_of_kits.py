"""Light backs of kits and samples, as paper shows them: a third of the ink, and a white rim."""

from __future__ import annotations

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat

from printgen.build import stages as build
from printgen.build.jobs import load
from printgen.build.settings import Settings

DPI = 60


def back_page(target: str, names: tuple[str, ...], paper: str = "letter", **how: str) -> tuple[Image.Image, list[str]]:
    """The first back page of a product as paper shows it."""
    (job,) = load([target])
    (item,), found = build.compose(job, Settings(paper=paper, only=names, duplex="long", **how))
    sheets = item.sheets()
    number = next(i for i, sheet in enumerate(sheets) if sheet.side == "back")
    ((_, data),) = sheets.files("x", "pdf")
    page = pypdfium2.PdfDocument(data)[number].render(scale=DPI / 72).to_pil().convert("RGB")
    return page, [str(finding) for finding in [*job.findings, *found]]


def folded_backs(target: str, paper: str) -> tuple[Image.Image, Image.Image, list[str]]:
    """Where the backs of a product lie that is folded, in color and as it is: on one side beside their fronts."""
    pages, told = [], []
    for how in ({"backs": "color"}, {}):
        (job,) = load([target])
        (item,), found = build.compose(job, Settings(paper=paper, **how))
        sheets = item.sheets()
        assert {sheet.side for sheet in sheets} == {"front"}
        ((_, data),) = sheets.files("x", "pdf")
        pages.append(pypdfium2.PdfDocument(data)[0].render(scale=DPI / 72).to_pil().convert("RGB"))
        told = [str(finding) for finding in [*job.findings, *found]]
    # Fronts are the same in both.
    backs = ImageChops.difference(*pages).getbbox()
    assert backs
    return pages[0].crop(backs), pages[1].crop(backs), told


def ink(page: Image.Image) -> float:
    """How much of white a page takes away, of all its dots."""
    return sum(255 - mean for mean in ImageStat.Stat(page).mean)


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["letter", pytest.param("a4", marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("target", "names"),
    [
        ("go-joe/joe-deck", ("Ace", "Airtight")),
        pytest.param("go-joe/cobra-deck", ("Destro", "Baroness"), marks=pytest.mark.slow),
        pytest.param("go-joe/blank-cards", (), marks=pytest.mark.slow),
        ("micro-forces/strategy-cards", ()),
        ("micro-forces/character-cards", ("Roadblock S1-10", "Low-Light", "Leatherneck", "Grunt", "Viper")),
        ("samples/sky-couriers", ()),
        ("samples/playing-cards", ("Two of Spades", "Three of Spades")),
    ],
)
def test_light_backs_take_a_third_of_the_ink(target: str, names: tuple[str, ...], paper: str) -> None:
    color, _ = back_page(target, names, paper, backs="color")
    light, findings = back_page(target, names, paper)
    assert findings == []
    assert 0.02 * ink(color) < ink(light) <= ink(color) / 3


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["letter", pytest.param("a4", marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "target", ["go-joe/team-counters", pytest.param("micro-forces/tokens", marks=pytest.mark.slow)]
)
def test_light_backs_that_fold_over_take_a_third_of_the_ink(target: str, paper: str) -> None:
    color, light, findings = folded_backs(target, paper)
    assert findings == []
    assert 0.02 * ink(color) < ink(light) <= ink(color) / 3


def test_a_light_back_keeps_a_white_rim() -> None:
    page, _ = back_page("go-joe/joe-deck", ("Ace",))
    left, top, right, bottom = Image.eval(page.convert("L"), lambda v: 255 if v < 250 else 0).getbbox() or (0, 0, 0, 0)
    wide, high = ((value) / DPI * 25.4 for value in (right - left, bottom - top))
    assert (wide, high) == pytest.approx((63.5 - 6, 88.9 - 6), abs=1)
