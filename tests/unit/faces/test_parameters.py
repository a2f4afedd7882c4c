"""Parameters under `with:` are told where no face of the product reads them, whatever the kind of the product."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from places import SAMPLES

from printgen.build import stages as build
from printgen.build.settings import Settings


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "kind"),
    [
        ("orc-hosts", "roster"),
        ("spell-areas", "area-template"),
        ("lantern-cave", "reference-sheet"),
        ("reef-runners", "hex-board"),
        pytest.param("pirate-seas", "terrain-board", marks=pytest.mark.slow),
    ],
)
def test_a_parameter_that_no_face_reads_is_found_at_its_key(tmp_path: Path, game: str, kind: str) -> None:
    folder = Path(shutil.copytree(SAMPLES / game, tmp_path / game))
    text = (folder / "game.yaml").read_text(encoding="utf-8")
    written = re.sub("\n    with:\n(      .*\n)+", "\n", text, count=1)
    written = written.replace(f"    kind: {kind}\n", f"    kind: {kind}\n    with: {{landng: 25}}\n", 1)
    (folder / "game.yaml").write_text(written, encoding="utf-8")
    (finding,) = build.check([str(folder)], Settings())
    assert finding.code == "unknown-parameter" and "reads 'landng'" in finding.message and finding.hint
    assert written.splitlines()[finding.where.line - 1] == "    with: {landng: 25}"
