"""The games under samples/: each builds without a word of complaint, on letter paper, and says what it shows."""

from pathlib import Path

import pytest
from places import SAMPLES

import printgen
from printgen.base.folders import templates_folder
from printgen.build import stages as build
from printgen.build.jobs import load
from printgen.build.settings import Settings
from printgen.drawing.extent import walk_kind
from printgen.drawing.model import Rect
from printgen.drawing.tints import luminance
from printgen.reading.yaml_events import load_yaml

GAMES = sorted(path.parent for path in SAMPLES.glob("*/game.yaml"))


@pytest.mark.slow
@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_a_sample_is_without_fault_and_is_printed(folder: Path, tmp_path: Path) -> None:
    found = printgen.check([folder], printgen.Settings(strict=True))
    assert [finding for finding in found if finding.severity != "info"] == []
    built = printgen.write([folder], printgen.Settings(out=tmp_path))
    (manifest,) = built.manifests
    assert built.findings == ()
    shared = load_yaml((folder / "game.yaml").read_text(encoding="utf-8"), "game.yaml").get("sheets", {})
    held = {name for one in shared.values() for name in (one["of"] if isinstance(one, dict) else one)}
    names = [product.name for product in printgen.load(folder)]
    assert [entry.name for entry in manifest.products] == [name for name in names if name not in held]
    assert all(entry.pieces and (tmp_path / folder.name / entry.file).is_file() for entry in manifest.products)


def test_no_sample_needs_python() -> None:
    assert {path.suffix for path in SAMPLES.rglob("*") if path.is_file()} <= {
        ".yaml",
        ".csv",
        ".xlsx",
        ".md",
        ".jpg",
        ".png",
        ".svg",
        ".ttf",
        ".otf",
        ".txt",
    }


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_a_sample_is_told_of(folder: Path) -> None:
    assert f"[{folder.name}]({folder.name}/)" in (SAMPLES / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "name",
    [
        "playing-cards",
        "spell-deck",
        "rail-barons",
        "roll-and-write",
        "dominoes",
        "wargame",
        "chutes",
        "go-board",
        "garden",
        "party-cards",
    ],
)
def test_a_whole_game_is_a_page_or_two_of_yaml(name: str) -> None:
    files = [SAMPLES / name / "game.yaml", *(SAMPLES / name / "templates").rglob("*.yaml")]
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    assert sum(bool(line.strip()) and not line.strip().startswith("#") for line in lines) < 150


SAVERS = ("spell-deck", "party-cards", "playing-cards", "dominoes", "sky-couriers", "rail-barons")
STARTERS = [templates_folder() / "starters" / name for name in ("cards", "csv", "counters", "hexmap")]


@pytest.mark.some(4)
@pytest.mark.parametrize("folder", [*(SAMPLES / name for name in SAVERS), *STARTERS], ids=lambda folder: folder.name)
def test_the_look_that_saves_ink_leaves_no_ground_of_ink(folder: Path) -> None:
    (job,) = load([str(folder)])
    for composed in build.compose(job, Settings(look="saver"))[0]:
        for piece in composed.pieces:
            whole = piece.front.width * piece.front.height
            for side in filter(None, (piece.front, piece.back)):
                fills = [(rect, rect.fill) for rect, _ in walk_kind(side, Rect) if isinstance(rect.fill, str)]
                inked = [rect for rect, fill in fills if luminance(fill[:7]) < 0.4 and rect.w * rect.h > whole / 2]
                assert not inked, f"{composed.product.name}: {piece.name}"
