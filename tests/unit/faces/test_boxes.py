"""Blocks that code makes, with plain strings, flow into any box; what cannot fit is a finding and draws nothing."""

from __future__ import annotations

import pytest

from printgen.base.folders import templates_folder
from printgen.base.units import Box, mm
from printgen.drawing.extent import walk_kind
from printgen.drawing.model import Text
from printgen.faces.blocks.fitting import FittedPages, chunks_of, columns_of, fit
from printgen.faces.blocks.typeset import Typesetter, load_style
from printgen.faces.library import Library
from printgen.game import documents as doc
from printgen.layout.columns import Band
from printgen.reading.part import Part

LIBRARY = Library((templates_folder(),))
BLOCKS = (
    doc.HeadingBlock(text="Line of sight"),
    doc.Listing(mark="number", items=("Look along the ruler", {"text": "Shoot", "icon": "tank"})),
    doc.TableBlock(head=("Who", "Hits"), rows=(("Green", 6), doc.CellRow(cells=("Elite", ""), alert=True))),
    doc.BoxBlock(title="Mind", blocks=(doc.ParagraphBlock(text="Walls **block** it."),)),
)


def flowed(box: Box, blocks: tuple[Part, ...] = BLOCKS, columns: int = 1) -> FittedPages:
    setter = Typesetter(load_style(LIBRARY.face("sheet-dossier"), LIBRARY), LIBRARY)
    across = columns_of((1.0,) * columns, box.w, setter.style.column_gap)
    return fit(lambda at: [Band(across, (tuple(chunks_of(blocks, across[0].width, at)),))], box.h, setter, 1)  # type: ignore[arg-type]


def places(fitted: FittedPages, box: Box) -> dict[str, tuple[float, float, float]]:
    """Where each run starts, and its size."""
    runs = walk_kind(fitted.page(0, box.x, box.y), Text)
    return {text.text.upper(): (m[4] + text.x, m[5] + text.y, text.size) for text, m in runs}


def test_blocks_lie_inside_their_box_in_order() -> None:
    box = Box(mm(20), mm(30), mm(80), mm(120))
    fitted = flowed(box)
    found = places(fitted, box)
    assert fitted.findings == () and len(fitted.pages) == 1
    order = ["LINE OF SIGHT", "SHOOT", "GREEN", "ELITE", "MIND"]
    assert [name for name in found if name in order] == order
    for x, y, _ in found.values():
        assert box.x <= x <= box.right and box.y <= y <= box.bottom


def test_letters_shrink_to_a_lower_box_and_then_it_is_a_finding() -> None:
    box = Box(0, 0, mm(80), mm(120))
    roomy = flowed(box)
    height = max(placed.y + placed.height for placed in roomy.pages[0])
    tight = flowed(box._replace(h=height * 0.72))
    assert tight.findings == () and places(tight, box)["SHOOT"][2] < places(roomy, box)["SHOOT"][2]
    assert {finding.code for finding in flowed(box._replace(h=mm(20))).findings} == {"does-not-fit"}


def test_columns_share_the_width() -> None:
    words = tuple(doc.ParagraphBlock(text=f"word{i}") for i in range(12))
    box = Box(0, 0, mm(120), mm(60))
    found = places(flowed(box, words, 3), box)
    assert len({round(x) for x, _, _ in found.values()}) == 3 and len(found) == 12


@pytest.mark.parametrize(
    "wrong", [{"items": ()}, {"items": ("a",), "mark": "dots"}, {"item": ("a",)}, {"items": ({"txt": "a"},)}]
)
def test_code_is_held_to_the_shapes_as_files_are(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="validation error"):
        doc.Listing(**wrong)  # type: ignore[arg-type]
