"""What tells of cuts beside the sheets themselves: proofs."""

from __future__ import annotations

from pathlib import Path

import pytest
from kitchen import Kitchen, Run

import printgen
from printgen.base.units import mm
from printgen.drawing.extent import walk_kind, words_of
from printgen.drawing.model import Path as Shape
from printgen.drawing.outlines import bounds


def test_a_proof_marks_every_piece_and_says_so(kitchen: Kitchen, run: Run, tmp_path: Path) -> None:
    heroes = printgen.load(kitchen.folder)["heroes"].compose()
    plain, proof = heroes.impose(), heroes.impose(proof=True)
    for before, after in zip(plain, proof, strict=True):
        assert after.drawing.items[: len(before.drawing.items)] == before.drawing.items
        lines = [bounds(path.outline) for path, _ in walk_kind(after.drawing.items[len(before.drawing.items) :], Shape)]
        for cell in after.cells:
            assert cell in [pytest.approx(line) for line in lines]
            assert cell.grown(-mm(3)) in [pytest.approx(line) for line in lines]
    assert words_of(proof.sheets[0].drawing).count("PROOF") == 4
    assert run("build", kitchen.folder, "--proof", "--out", tmp_path, "--json").json["products"][0]["proof"] is True
    assert "proof" not in run("build", kitchen.folder, "--out", tmp_path, "--json").json["products"][0]
    made = tmp_path / "soup.txt"
    assert run("preview", kitchen.folder / "heroes", "Pea Soup", "--proof", "-o", made).code == 0
    assert "PROOF, not for playing" in made.read_text("utf-8")
