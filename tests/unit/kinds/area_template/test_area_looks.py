"""Words and colours of areas: a game says only what it has otherwise, and slips are found at their lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from printgen.base.seeds import templates_folder
from printgen.drawing.model import Place
from printgen.drawing.pieces import TemplateProblem
from printgen.faces.library import Library
from printgen.kinds.area_template.disc import Disc
from printgen.kinds.area_template.looks import read_areas
from printgen.kinds.area_template.model import Area, Subject
from printgen.kinds.area_template.wedge import Wedge

BURST = Subject("Fireball", Area("circle", 8))


def library(folder: Path, text: str) -> Library:
    (folder / "areas.yaml").write_text(text)
    return Library((folder, templates_folder()))


def test_a_game_says_only_what_it_has_otherwise(tmp_path: Path) -> None:
    text = 'colors: {red: "#112233"}\ncircle: {shift: BANG}\nsizes: {round: "{radius} around"}\n'
    own, usual = Disc(BURST, library(tmp_path, text)), Disc(BURST, Library((templates_folder(),)))
    assert own.color("red") == "#112233" and own.color("ink") == usual.color("ink")
    assert own.word("shift") == "BANG" and usual.word("shift") == "4 in"
    assert own.told_size == "4 around" and own.title == "BURST 8 INCH"


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("colors:\n  red: reddish\n", 2, "red should be a colour"),
        ("circle:\n  dud: BANG\ncirkle: {}\n", 3, 'unknown key "cirkle"'),
        ("circle:\n  shiftt: BANG\n", 2, "unknown words 'shiftt'"),
        ('circle:\n  shift: "{diametre} in"\n', 2, "nothing is filled in for {diametre}"),
        ('circle:\n  shift: "{diameter in"\n', 2, "cannot be filled in"),
        ("kinds:\n  spell: {title: SPELL}\n", 2, 'the key "shape" is missing'),
        ("kinds:\n  spell: {shape: triangle, title: A, art: smoke}\n", 2, 'art has the unknown value "smoke"'),
    ],
)
def test_slips_are_found_at_their_lines(tmp_path: Path, text: str, line: int, said: str) -> None:
    with pytest.raises(TemplateProblem) as caught:
        read_areas(library(tmp_path, text))
    (finding,) = caught.value.findings
    assert said in finding.message and finding.hint and finding.where.line == line


class Parts(Wedge):
    """A wedge that remembers which pictures stand on it."""

    def part(self, name: str, x: float, y: float, size: float, **roles: str) -> Place:
        self.pictures = [*getattr(self, "pictures", []), name]
        return super().part(name, x, y, size, **roles)


@pytest.mark.parametrize(
    ("length", "form", "lamps"), [(12, "full", 1), (12, "outline", 0), (150, "full", 0), (150, "outline", 0)]
)
def test_a_lamp_stands_where_the_tip_has_no_room_for_its_name_and_the_middle_is_there(
    length: float, form: str, lamps: int
) -> None:
    wedge = Parts(Subject("Lamp", Area("triangle", length=length, width=12), form=form), Library((templates_folder(),)))
    assert [*wedge.draw()] and getattr(wedge, "pictures", []).count("area-lamp") == lamps
