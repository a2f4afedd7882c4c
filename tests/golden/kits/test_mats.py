"""The mats that lie before players of GO JOE."""

from __future__ import annotations

import pypdfium2
import pytest

from printgen.base.units import mm
from printgen.build import stages as build
from printgen.build.jobs import load
from printgen.build.settings import Settings
from printgen.writers.page import Page
from printgen.writers.pdf import write_pdf

DOTS = 100 / 72


@pytest.mark.slow
def test_a_mat_is_printed_to_its_edge_all_around() -> None:
    (job,) = load(["go-joe/player-mats"])
    (made,), _ = build.compose(job, Settings())
    assert len(made.pieces) == 2
    for piece in made.pieces:
        document = pypdfium2.PdfDocument(write_pdf([Page(piece.front)]))
        seen = document[0].render(scale=DOTS).to_pil().convert("L")
        document.close()
        inside = round(mm(0.6) * DOTS)
        across, down = (inside, seen.width - 1 - inside), (inside, seen.height - 1 - inside)
        rim = [seen.getpixel((x, y)) for x in across for y in range(inside, seen.height - inside)]
        rim += [seen.getpixel((x, y)) for y in down for x in range(inside, seen.width - inside)]
        assert max(rim) < 200, piece.name
