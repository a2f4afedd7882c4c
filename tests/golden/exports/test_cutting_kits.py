"""Sheets for cutting machines of all kits: every product is cut where it is printed, or told to be left out."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pdfplumber
import pytest
from cut_files import Line, dxf_lines, svg_lines
from exported import preview_findings
from pairwise import cases, nightly
from PIL import Image
from whole import LARGE, OFTEN

import printgen
from printgen.base.errors import PrintgenError
from printgen.base.units import to_mm
from printgen.exports import export

CUT = {"Cut", "Kiss"}
MACHINES = ("scanncut", "silhouette", "laser")
TOLD = {"too-large", "not-cut"}


def around(lines: list[Line]) -> tuple[float, ...]:
    lefts, tops, rights, bottoms = zip(*(line.box for line in lines), strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def holds(done: dict[str, bytes], stem: str) -> None:
    """What is cut of each sheet is what the PDF says is trimmed; nothing lies off the page or on the marks."""
    with pdfplumber.open(io.BytesIO(done[f"{stem}.pdf"])) as pdf:
        width, height = to_mm(float(pdf.pages[0].width)), to_mm(float(pdf.pages[0].height))
        pages = pdf.pages[:: 2 if b"DuplexFlip" in done[f"{stem}.pdf"] else 1]
        for name in (name for name in done if name.startswith(f"{stem}-sheet-") and name.endswith(".svg")):
            first = int(re.search(r"-sheet-(\d+)", name)[1])  # type: ignore[index]
            lines = svg_lines(done[name])
            cut = [line for line in lines if line.layer in CUT]
            box = around(cut)
            # As pdfplumber tells boxes: from the top.
            trim = [to_mm(float(side)) for side in pages[first - 1].trimbox]
            assert all(abs(a - b) < 0.05 for a, b in zip(box, trim, strict=True)), (name, box, trim)
            assert min(box[:2]) > 3 and box[2] < width - 3 and box[3] < height - 3, name
            dxf = dxf_lines(done[name.replace(".svg", ".dxf")], height)
            ours = [line for line in dxf if line.layer != "REGMARKS"]
            theirs = [line for line in lines if line.layer not in ("Regmarks",)]
            assert [line.layer for line in ours].count("SCORE") == [line.layer for line in theirs].count("Score")
            boxes = sorted(tuple(round(side, 2) for side in line.box) for line in ours)
            assert len(boxes) == len(theirs)
            for one, other in zip(boxes, sorted(tuple(line.box) for line in theirs), strict=True):
                assert all(abs(a - b) < 0.05 for a, b in zip(one, other, strict=True)), name


@pytest.mark.slow
@pytest.mark.parametrize(("kit", "machine"), [*cases(OFTEN, MACHINES, meet=1), *nightly(LARGE, MACHINES)])
def test_all_that_fits_of_a_kit_is_cut_where_it_is_printed(kit: str, machine: str, tmp_path: Path) -> None:
    options = {"machine": machine, "paper": {"silhouette": "letter", "laser": "24x36in", "scanncut": "a3"}[machine]}
    try:
        made = export("cut", kit, tmp_path, options=options)
    except PrintgenError as error:
        assert (kit, machine) in {("sixth-scale", "silhouette")} and error.findings[-1].code == "does-not-fit"
        return
    done = {path.name: path.read_bytes() for path in made.files}
    stems = [name.removesuffix(".pdf") for name in done if name.endswith(".pdf")]
    assert len(stems) >= (1 if kit == "sixth-scale" else 6)
    for stem in stems:
        holds(done, stem)
    told = " ".join(finding.message for finding in made.findings if finding.code in TOLD)
    for product in printgen.load(kit).products:
        cut = any(stem.startswith(f"{product.name}-") for stem in stems)
        assert cut or f" of {product.name}" in told or product.kind in ("cover", "shared-sheet"), product.name


@pytest.mark.slow
@pytest.mark.parametrize(
    "product", ["micro-forces/tokens", "micro-forces/equipment", "army-wars/orders", "go-joe/joe-dividers"]
)
def test_pictures_for_cricut_are_inside_its_area_and_clear_around_what_is_cut(product: str, tmp_path: Path) -> None:
    made = export("cut", product, tmp_path, options={"machine": "cricut", "paper": "a4"})
    assert made.files
    for path in made.files:
        width, height = map(float, re.search(r"-([\d.]+)x([\d.]+)mm", path.name).groups())  # type: ignore[union-attr]
        assert width <= 182.9 and height <= 269.7
        picture = Image.open(path)
        assert picture.size == (round(width / 25.4 * 300), round(height / 25.4 * 300))
        low, high = picture.getchannel("A").getextrema()
        assert low == 0 and high == 255


@pytest.mark.slow
def test_what_is_told_of_a_kit_is_told_before_anything_is_drawn() -> None:
    found = preview_findings("cut", "go-joe", options={"machine": "silhouette"})
    assert {finding.code for finding in found} >= TOLD
