"""What would not print well is told of every sort of printable, in every look, and our own games have none of it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from kitchen import Kitchen, Run
from pairwise import cases, nightly
from places import ROOT
from whole import KITS, LARGE, OFTEN, SAMPLES, composed

from printgen.base.errors import Where
from printgen.base.units import scale
from printgen.build import stages as build
from printgen.build.settings import Settings
from printgen.drawing.model import Drawing, Group, Image, Place, Rect, Stroke, Text
from printgen.drawing.model import Path as Shape
from printgen.drawing.outlines import circle
from printgen.drawing.pieces import Piece
from printgen.drawing.words import width_of
from printgen.faces.inspection import inspect_pieces
from printgen.faces.session import Origin, Preflight

CODES = frozenset({
    "small-text", "low-contrast", "hairline", "heavy-ink", "lone-color", "soft-photo", "near-cut", "over-cut",
    "short-bleed", "missing-glyph", "hidden-text", "outside-cut",
})  # fmt: skip
PAPERS = ("letter", "a4")
LOOKS = (("saver", ""), ("grey", ""), ("color", "color"), ("color", "saver"))
"""The looks of fronts and of backs beside the usual ones."""
EVERY_LOOK = (
    *cases(OFTEN, [("a4", *LOOKS[0]), ("letter", *LOOKS[1])], meet=1),
    *cases(OFTEN, PAPERS, LOOKS[2:], meet=1),
    *nightly(LARGE, PAPERS, LOOKS),
    *cases([*map(str, SAMPLES)], PAPERS, LOOKS, meet=1),
)
STARTERS = sorted(path.parent.name for path in ROOT.glob("templates/starters/*/game.yaml"))
HIEROGLYPH = "\U00013080"


def told(target: str, **settings: object) -> list[str]:
    found = build.check([target], Settings(strict=True, **settings))  # type: ignore[arg-type]
    return [f"{Path(one.where.file).name}:{one.where.line} {one.code}" for one in found if one.code in CODES]


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["letter", pytest.param("a4", marks=pytest.mark.nightly)])
@pytest.mark.parametrize(
    # Samples are checked where they are printed.
    "game",
    [*KITS, *(pytest.param(str(game), marks=pytest.mark.nightly, id=game.name) for game in SAMPLES)],
)
def test_our_games_have_no_faults(game: str, paper: str) -> None:
    found = build.check([game], Settings(paper=paper, strict=True))
    assert [str(one) for one in found if one.severity != "info"] == []


@pytest.mark.slow
@pytest.mark.parametrize(("game", "paper", "look", "backs"), EVERY_LOOK)
def test_our_games_print_well_in_every_look(game: str, paper: str, look: str, backs: str) -> None:
    whole = composed(game, paper, look, backs)
    found = [*whole.findings, *build.look_over(whole.job, whole.items, paints=True)]
    assert [str(one) for one in found if one.code in CODES] == []


@pytest.mark.slow
@pytest.mark.parametrize("starter", STARTERS)
def test_what_new_games_start_from_prints_well(starter: str, tmp_path: Path, run: Run) -> None:
    assert run("init", "--like", starter, tmp_path / "new").code == 0
    assert told(str(tmp_path / "new")) == []


def seas(to: Path) -> Kitchen:
    """A sample with a terrain whose soundings are pale, on line 8 of its file."""
    sample = Kitchen.copied(to, ROOT / "samples/pirate-seas")
    sample.edit("templates/terrain/shallows.yaml", "soundings: {color: depth", "soundings: {color: line")
    return sample


@pytest.mark.slow
def test_art_that_a_check_does_not_draw_is_looked_at_when_it_is_strict(tmp_path: Path, run: Run) -> None:
    sample = seas(tmp_path / "seas")
    mild = [one.code for one in build.check([str(sample.folder)], Settings())]
    assert "low-contrast" not in mild and "shallows.yaml:2 low-contrast" in told(str(sample.folder))
    built = run("build", sample.folder, "--out", tmp_path / "out")
    assert built.code == 0 and built.err.count("shallows.yaml:2") >= 1
    strict = run("build", sample.folder, "--out", tmp_path / "none", "--strict")
    assert strict.code == 4 and not (tmp_path / "none").exists()


GLYPHS = (
    ("lantern-cave", "rules.yaml", "title: ", f'title: "{HIEROGLYPH}" # '),
    ("harbours", "*.yaml", "Skerrow", f"S{HIEROGLYPH}errow"),
    ("orc-hosts", "hosts.yaml", "name: Gutter Moon", f"name: Gutter {HIEROGLYPH}"),
    ("spell-areas", "spells.yaml", "name: Thorn hedge", f"name: {HIEROGLYPH}"),
    ("paper-dungeon", "rules.yaml", "title: ", f'title: "{HIEROGLYPH}" # '),
    ("pirate-seas", "templates/terrain/reef.yaml", "title: REEF", f"title: RE{HIEROGLYPH}"),
)


@pytest.mark.parametrize(("sample", "file", "old", "new"), GLYPHS, ids=[row[0] for row in GLYPHS])
def test_a_letter_that_no_font_has_is_told_in_every_sort(
    sample: str, file: str, old: str, new: str, tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(ROOT / "samples" / sample, tmp_path / "game"))
    for path in folder.glob(file):
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(old, new, 9 if "*" in file else 1), encoding="utf-8")
    found = [one for one in build.check([str(folder)], Settings()) if one.severity == "error"]
    assert found and all(HIEROGLYPH in one.message for one in found)
    assert all(Path(one.where.file).match(file) or one.where.file.endswith("game.yaml") for one in found)


def looked(*items: object, cut: bool = False, paints: bool = True, page: bool = False) -> list[str]:
    drawing = Drawing(200, 200, items)  # type: ignore[arg-type]
    piece = Piece("It", drawing, cut=circle(100, 100, 90) if cut else None, page=page)
    found = inspect_pieces([piece], Origin("", Where("game.yaml", 3, 1)), Preflight(), paints)
    return [f"{one.code}: {one.message}" for one in found]


def word(text: str, x: float, y: float, size: float, color: str = "#000000") -> Text:
    return Text(x, y, text, "body", size, color, width=width_of(text, "body", size))


def test_a_picture_is_judged_as_large_as_it_is_printed() -> None:
    small = Place(Group((word("tiny", 100, 100, 10), Rect(80, 80, 9, 9, None, Stroke("#000000", 0.4)))), scale(0.5))
    assert looked(small, page=True) == [
        "hairline: It has lines of 0.2 pt; under 0.25 pt they may break up in print",
        'small-text: "tiny" of It is set in 5.0 pt; under 6 pt few can read it',
    ]
    # What is painted when somebody looks is left alone where nobody does.
    later = Place(Group(lambda: small.group.items), scale(0.5))
    assert looked(later, page=True, paints=False) == [] != looked(later, page=True)
    # Dots of a screen are no lines.
    dots = Stroke("#000000", 0.1, (0.001, 2.0), "round")
    assert looked(Shape((("M", 0.0, 0.0), ("L", 90.0, 0.0)), None, dots)) == []


def test_words_ink_and_photos_of_pieces_of_any_shape() -> None:
    assert [line.partition(":")[0] for line in looked(word("beside", 1, 12, 9), cut=True)] == []
    assert looked(word("over", 5, 102, 9), cut=True)[0].startswith('over-cut: "over" reaches')
    assert looked(word("near", 12, 102, 9), cut=True)[0].startswith('near-cut: "near" lies')
    assert looked(word("near", 1, 100, 9))[0] == 'near-cut: "near" lies 0.35 mm from the cut, nearer than 1 mm'
    brown = Rect(0, 0, 200, 200, "#23090B")
    assert [line.partition(":")[0] for line in looked(brown, word("dark", 50, 50, 9))] == ["heavy-ink", "low-contrast"]
    assert looked(Image(10, 10, 100, 100, b"", (100, 100)))[0].startswith(
        "soft-photo: a picture on It prints at 72 dpi"
    )
    assert looked(Image(10, 10, 100, 100, b"", (300, 300))) == []
