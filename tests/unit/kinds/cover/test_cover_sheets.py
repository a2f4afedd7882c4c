"""What a cover says of the sheets of the others: about how much ink they take, and how they are cut."""

from __future__ import annotations

from pathlib import Path

import pytest
from kitchen import Kitchen

from printgen.base.errors import merge_findings
from printgen.build import stages as build
from printgen.build.jobs import load
from printgen.build.planning import plan as build_plan
from printgen.build.settings import Settings
from printgen.drawing.extent import walk_kind, words_of
from printgen.drawing.model import Text
from printgen.writers import pictures

HERO = "size: [100, 50]\nunit: mm\nitems: [rect: {w: 100, h: 50, fill: '#ABCDEF'}]\n"
COVER = "kind: cover\ntitle: Cover sheet\nfront: kit-cover"
GREAT = COVER.replace("kit-cover", "kit-hero") + "\nhero: {face: feast}"


def told(kitchen: Kitchen, **settings: str) -> list[str]:
    """What the cover says, run by run; there must be no findings."""
    pieces, findings = kitchen.composed(**settings)
    assert findings == []
    return words_of(pieces[-1].front)


@pytest.mark.slow
@pytest.mark.parametrize("look", ["color", "saver"])
@pytest.mark.parametrize(("face", "said"), [(COVER, "{ink} %"), (GREAT, "Ink {ink} %")], ids=["kit-cover", "kit-hero"])
def test_a_cover_shows_the_ink_that_a_plan_has(kitchen: Kitchen, face: str, said: str, look: str) -> None:
    kitchen.edit("game.yaml", "    title: Heroes\n", "    title: Heroes\n    need: required\n")
    kitchen.write("templates/faces/feast.yaml", HERO)
    kitchen.add_product("cover", face)
    plan = build_plan([f"{kitchen.folder}/heroes"], Settings(look=look))
    ink = plan.rows[0].ink
    # A plan says tenths: what it calls 2.5 may be a little less or more than that.
    words = {said.format(ink=f"{ink + hair:.0f}") for hair in (-0.05, 0.05)}
    assert ink >= 1 and words & {*told(kitchen, look=look)}


def test_a_cover_measures_each_product_once_and_a_check_measures_nothing(
    kitchen: Kitchen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kitchen.add_product("cover", COVER)
    measured: list[int] = []
    usual = pictures.measure_ink
    monkeypatch.setattr(pictures, "measure_ink", lambda pages, grey: measured.append(len(pages)) or usual(pages, grey))
    assert build.check([str(kitchen.folder)], Settings()) == [] and measured == []
    build.build([str(kitchen.folder)], Settings(out=tmp_path))
    assert len(measured) == 1


@pytest.mark.parametrize("theme", ["", "plain", "storybook"])
def test_a_cover_shows_how_the_most_sheets_are_cut(kitchen: Kitchen, theme: str) -> None:
    if theme:
        kitchen.edit("game.yaml", "title: Kitchen Heroes\n", f"title: Kitchen Heroes\ntheme: {theme}\n")
    steps = "".join(f"\n  - Step {n} of six tells what is done then, in about as many words" for n in range(6))
    kitchen.add_product("cover", f"{COVER}\nsteps:{steps}\nfacts: [{{icon: cards, head: Small, text: so small}}]")
    pieces, findings = kitchen.composed()
    (job,) = load([str(kitchen.folder)])
    panel = job.library.face("kit-cover").slot("cut-plan")
    lows = {text.text: at[5] + text.y for text, at in walk_kind(pieces[-1].front, Text)}
    assert findings == [] and panel.y < lows["1\u20132 at the marks"] < panel.bottom
    # The steps keep clear of it.
    last = max(low for said, low in lows.items() if "Step 5" in said or "words" in said)
    assert last < panel.y


def test_a_check_tells_of_pages_that_come_near_the_edge(kitchen: Kitchen) -> None:
    kitchen.add_product("cover", COVER + "\nsize: 205x277.4mm")
    kitchen.write(
        "templates/faces/kit-cover.yaml",
        "size: [205, 277.4]\nunit: mm\nitems: [rect: {w: 9, h: 9, fill: '#000'}, slot: {name: picture, w: 9, h: 9}]\n",
    )
    checked = build.check([str(kitchen.folder)], Settings())
    (near,) = (one for one in checked if one.code == "near-edge")
    assert "comes to 1 mm from the edge" in near.message
    built = build.build([str(kitchen.folder)], Settings(out=kitchen.folder.parent / "out"))
    assert merge_findings(built.findings) == merge_findings(checked)
