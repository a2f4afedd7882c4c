"""Maps, covers and pages of posters: their lines hold in print, and a page holds little more than it shows."""

from __future__ import annotations

import io
import math
from typing import Any

import pikepdf
import pytest

from printgen.build import stages as build
from printgen.build.jobs import load
from printgen.build.settings import Settings
from printgen.drawing.extent import walk
from printgen.drawing.model import Path
from printgen.drawing.windows import HAIRLINE, OUTLINE
from printgen.writers.page import Page
from printgen.writers.pdf import write_pdf


@pytest.mark.slow
@pytest.mark.parametrize(
    "target",
    ["go-joe/map-sheets", "micro-forces/map-sheets", pytest.param("sixth-scale/cover", marks=pytest.mark.nightly)],
)
def test_lines_of_maps_and_covers_hold_in_print(target: str) -> None:
    (job,) = load([target])
    (made,), _ = build.compose(job, Settings(seed=3))
    least = OUTLINE if target == "go-joe/map-sheets" else HAIRLINE
    fine = []
    for item, matrix in walk(made.pieces[0].front.items):
        if isinstance(item, Path) and (line := item.stroke) and not line.dash and (item.fill or len(item.outline) < 9):
            width = line.width * math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))
            fine += [width] if width < (least if item.fill else HAIRLINE) - 0.01 else []
    assert fine == []


def operators(page: Any) -> tuple[int, int]:
    """How many operators a page and all its forms have, and how many bytes."""
    held: dict[Any, Any] = {}

    def visit(holder: Any) -> None:
        for form in holder.get("/Resources", {}).get("/XObject", {}).values():
            if form.objgen not in held:
                held[form.objgen] = form
                visit(form)

    visit(page.obj)
    streams = [page.obj, *held.values()]
    size = len(page.Contents.read_bytes()) + sum(len(form.read_bytes()) for form in held.values())
    return sum(len(pikepdf.parse_content_stream(one)) for one in streams), size


@pytest.mark.slow
def test_a_page_of_a_poster_holds_little_more_than_it_shows() -> None:
    (job,) = load(["go-joe/board-poster"])
    (made,), _ = build.compose(job, Settings())
    ((_, data),) = made.sheets().files("poster", "pdf")
    pdf = pikepdf.open(io.BytesIO(data))
    whole = pikepdf.open(io.BytesIO(write_pdf([Page(made.pieces[0].front)])))
    all_of_it, bytes_of_it = operators(whole.pages[0])
    pages = [operators(page) for page in list(pdf.pages)[1:]]
    # A page is a ninth of the board; spaces that it shows in part are there whole.
    assert max(count for count, _ in pages) < 0.34 * all_of_it
    assert max(size for _, size in pages) < 0.34 * bytes_of_it
    assert len(data) < 1_300_000
