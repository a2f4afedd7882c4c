"""Blocks that code makes, with plain strings, flow into any box; what cannot fit is a finding and draws nothing."""

from __future__ import annotations

import pytest

from printgen.base.geometry import Box
from printgen.base.places import templates_folder
from printgen.base.units import mm
from printgen.drawing.model import Text
from printgen.drawing.walk import walk_kind
from printgen.faces.library import Library
from printgen.flow import Shown, Typesetter, flow_in, read_style
from printgen.reading import blocks as doc
from printgen.reading.part import Part

LIBRARY = Library((templates_folder(),))
BLOCKS = (
    doc.Heading(text="Line of sight"),
    doc.Listing(mark="number", items=("Look along the ruler", {"text": "Shoot", "icon": "tank"})),
    doc.Table(head=("Who", "Hits"), rows=(("Green", 6), doc.Row(cells=("Elite", ""), alert=True))),
    doc.Box(title="Mind", blocks=(doc.Text(text="Walls **block** it."),)),
)


def flowed(box: Box, blocks: tuple[Part, ...] = BLOCKS, columns: int = 1) -> Shown:
    setter = Typesetter(read_style(LIBRARY.face("sheet-dossier"), LIBRARY), LIBRARY)
    return flow_in(box, blocks, setter, columns)  # type: ignore[arg-type]


def places(shown: Shown) -> dict[str, tuple[float, float, float]]:
    """Where each run starts, and its size."""
    return {text.text.upper(): (m[4] + text.x, m[5] + text.y, text.size) for text, m in walk_kind(shown.items, Text)}


def test_blocks_lie_inside_their_box_in_order() -> None:
    box = Box(mm(20), mm(30), mm(80), mm(120))
    shown = flowed(box)
    found = places(shown)
    assert shown.findings == () and 0 < shown.height <= box.h
    order = ["LINE OF SIGHT", "SHOOT", "GREEN", "ELITE", "MIND"]
    assert [name for name in found if name in order] == order
    for x, y, _ in found.values():
        assert box.x <= x <= box.right and box.y <= y <= box.bottom


def test_letters_shrink_to_a_lower_box_and_then_it_is_a_finding() -> None:
    roomy = flowed(Box(0, 0, mm(80), mm(120)))
    tight = flowed(Box(0, 0, mm(80), roomy.height * 0.72))
    assert tight.findings == () and places(tight)["SHOOT"][2] < places(roomy)["SHOOT"][2]
    small = flowed(Box(0, 0, mm(80), mm(20)))
    assert small.items == () and [finding.code for finding in small.findings] == ["does-not-fit"]


def test_columns_share_the_width() -> None:
    words = tuple(doc.Text(text=f"word{i}") for i in range(12))
    found = places(flowed(Box(0, 0, mm(120), mm(60)), words, 3))
    assert len({round(x) for x, _, _ in found.values()}) == 3 and len(found) == 12


@pytest.mark.parametrize(
    "wrong", [{"items": ()}, {"items": ("a",), "mark": "dots"}, {"item": ("a",)}, {"items": ({"txt": "a"},)}]
)
def test_code_is_held_to_the_shapes_as_files_are(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="validation error"):
        doc.Listing(**wrong)  # type: ignore[arg-type]
