"""What a cover says of the sheets of the others: how they are cut, and how near to an edge they come."""

from __future__ import annotations

import pytest
from kitchen import Kitchen

from printgen.base.errors import merge_findings
from printgen.build import stages as build
from printgen.build.jobs import load
from printgen.build.settings import Settings
from printgen.drawing.extent import walk_kind
from printgen.drawing.model import Text

COVER = "kind: cover\ntitle: Cover sheet\nfront: kit-cover"


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
