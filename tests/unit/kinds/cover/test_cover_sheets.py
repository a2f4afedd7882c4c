"""How near to an edge the page of a cover comes."""

from __future__ import annotations

from kitchen import Kitchen

from printgen.base.errors import merge_findings
from printgen.build import stages as build
from printgen.build.settings import Settings

COVER = "kind: cover\ntitle: Cover sheet\nfront: kit-cover"


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
