"""Words and colours of areas: a game says only what it has otherwise, and slips are found at their lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from printgen.base.places import templates_folder
from printgen.drawing.problems import TemplateProblem
from printgen.faces.library import Library
from printgen.kinds.area_template.looks import AreaLook
from printgen.kinds.area_template.model import Area, Subject

BURST = Subject(Area("Fireball", "circle", diameter=8))


def look(folder: Path, text: str) -> AreaLook:
    (folder / "areas.yaml").write_text(text)
    return AreaLook(Library((folder, templates_folder())))


def test_a_game_says_only_what_it_has_otherwise(tmp_path: Path) -> None:
    own = look(tmp_path, 'colors: {red: "#112233"}\ncircle: {target: BANG}\nsizes: {round: "{radius} around"}\n')
    assert own.color("red") == "#112233" and own.color("ink") == "#15171A"
    assert own.word("circle", "target", BURST) == "BANG" and own.word("circle", "shift", BURST) == "4 in"
    assert own.size(BURST) == "4 around" and own.title(BURST) == "BURST 8 INCH"


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("colors:\n  red: reddish\n", 2, "red should be a colour"),
        ("circle:\n  target: BANG\ncirkle: {}\n", 3, 'unknown key "cirkle"'),
        ("circle:\n  targget: BANG\n", 2, "unknown words 'targget'"),
        ('circle:\n  target: "{diametre} in"\n', 2, "nothing is filled in for {diametre}"),
        ('circle:\n  target: "{diameter in"\n', 2, "cannot be filled in"),
        ("kinds:\n  spell: {title: SPELL}\n", 2, 'the key "shape" is missing'),
        ("kinds:\n  spell: {shape: triangle, title: A, art: smoke}\n", 2, 'art has the unknown value "smoke"'),
    ],
)
def test_slips_are_found_at_their_lines(tmp_path: Path, text: str, line: int, said: str) -> None:
    with pytest.raises(TemplateProblem) as caught:
        look(tmp_path, text)
    (finding,) = caught.value.findings
    assert said in finding.message and finding.hint and finding.where.line == line
