"""What a GO JOE card says: any two skills fit beside each other, and all of it at sizes that can be read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations, pairwise, permutations
from typing import Any

import pytest
from drawn import told

from printgen.base.errors import PrintgenError, Where
from printgen.base.units import apply, mm
from printgen.build.jobs import load, sound
from printgen.drawing.extent import walk_kind
from printgen.drawing.fonts import face
from printgen.drawing.model import Text
from printgen.drawing.tints import Tints
from printgen.faces.library import default_library
from printgen.faces.render import FaceResult, Renderer
from printgen.faces.session import FaceState, Session

ONE, TWO, NUMBER = 8.6, 7.4, 6.5
"""In points: how large the text of a single skill is, that of each of two, and the number of a card."""
PLATE, RULE = mm(13.2), mm(83.3)
"""Where the plate of the name ends, and where the line under the skills stands."""
LONGEST = "Elite Airborne Heli-Pack Trooper"
LONG_FORMS = (
    "",
    "Trans Atmospheric Rapid Global Assault Trooper",
    "Heavy Articulated Vehicle Ordnance Carrier; Submersible High Speed Attack Recon Craft",
)


@dataclass(frozen=True)
class Line:
    """What is written in one piece: the font, its size, where its baseline and the top of its capitals lie."""

    text: str
    font: str
    size: float
    y: float

    @property
    def top(self) -> float:
        return self.y - face(self.font).cap_height * self.size


class Card:
    """What is written on a card, from the top to the foot of its right side, and what was found."""

    def __init__(self, drawn: FaceResult) -> None:
        placed = [(item, *apply(matrix, item.x, item.y)) for item, matrix in walk_kind(drawn.items, Text)]
        self.lines = [Line(item.text, item.font, item.size, y) for item, x, y in placed if x > mm(15)]
        self.findings = told(drawn.findings)

    @property
    def name(self) -> list[Line]:
        return [line for line in self.lines if line.y < PLATE]

    @property
    def tab(self) -> list[Line]:
        """The role, and under it the long form."""
        heads = [i for i, line in enumerate(self.lines) if line.font == "stencil" and line.y > PLATE]
        return self.lines[len(self.name) : heads[0]]

    @property
    def skills(self) -> list[Line]:
        """What stands between the tab and the rule."""
        return self.lines[len(self.name) + len(self.tab) : -2]

    @property
    def number(self) -> Line:
        return self.lines[-1]


@pytest.fixture(scope="module")
def tables() -> Mapping[str, Mapping[str, Any]]:
    (job,) = load(["go-joe/joe-deck"])
    return {name: table.rows for name, table in job.game.tables.items()}


@pytest.fixture(scope="module")
def skills(tables) -> Mapping[str, Any]:
    return tables["skills"]


@pytest.fixture(scope="module")
def card(tables) -> Callable[..., Card]:
    """Draws a card with some skills."""
    renderer = Renderer(default_library())
    trooper = default_library().face("trooper")

    def drawn(chosen: tuple[str, ...], **other: Any) -> Card:
        ink = Session(Tints({}), "One", lambda field: Where("joe.yaml", 1, 1), FaceState())
        usual = {"name": "Duke", "role": "Tracker", "service": "SM", "fp": 1, "cc": 1, "tac": 1, "art": "", "look": {}}
        auto = {"long": other.pop("long", ""), "number": 108, "total": 108, "seed": 1}
        known = {"auto": auto, "tables": other.pop("tables", tables), "deck": other.pop("deck", "JOE")}
        return Card(renderer.render(trooper, {"card": {**usual, **other, "skills": chosen}, **known}, ink))

    return drawn


@pytest.mark.slow
@pytest.mark.parametrize("long", LONG_FORMS)
def test_any_two_skills_fit_on_a_card(card, skills, long: str) -> None:
    pairs = list(permutations(skills, 2))
    assert len(pairs) == 2 * 210
    for pair in pairs:
        drawn = card(pair, long=long, name=LONGEST, role=LONGEST)
        assert drawn.findings == [], pair
        heads = [line for line in drawn.skills if line.font == "stencil"]
        said = [line for line in drawn.skills if line.font == "body"]
        assert [line.text for line in heads] == [skills[skill]["name"].upper() for skill in pair]
        assert {line.size for line in said} == {TWO} and min(line.size for line in heads) >= 7
        below = [line.y for line in drawn.skills]
        # Whatever stands under the line before lies a line further down, the last well above the rule.
        assert all(b - a > mm(2.7) for a, b in pairwise(below)), pair
        assert below[-1] < RULE - mm(2) and heads[0].top > drawn.tab[-1].y + mm(1), pair


@pytest.mark.slow
def test_one_skill_says_the_whole_of_it_in_large_letters(card, skills) -> None:
    for skill, row in skills.items():
        drawn = card((skill,), long=LONG_FORMS[1])
        head, *said = drawn.skills
        assert drawn.findings == [] and head.text == row["name"].upper()
        assert " ".join(line.text for line in said) == row["reminder"]
        assert {line.size for line in said} == {ONE} and said[-1].y < RULE - mm(2), skill


def test_no_last_line_of_a_skill_is_one_short_word(card, skills) -> None:
    """Nor of one of two, whatever the other is."""
    for skill, row in skills.items():
        alone = card((skill,)).skills[1:]
        assert " " in alone[-1].text or len(alone[-1].text) > 9, skill
        first = [line.text for line in card((skill, "leader")).skills[1:]]
        said = first[: first.index("LEADER")] if skill != "leader" else [row["reminder"]]
        assert " " in said[-1] or len(said[-1]) > 9, skill


def test_no_box_is_empty(card, skills, tables) -> None:
    bare = {
        **tables,
        "skills": {**skills, "cook": {**skills["medic"], "name": "Cook", "reminder": None, "short": None}},
    }
    assert [line.text for line in card(("cook",), tables=bare).skills] == ["COOK", "No rule of its own."]
    two = [line.text for line in card(("leader", "cook"), tables=bare).skills]
    assert two == ["LEADER", "Every other unit of its team gets +1.", "COOK", "No rule of its own."]
    assert card(()).skills[0].text == "LINE UNIT"


@pytest.mark.slow
def test_three_and_four_skills_fit_by_name(card, skills) -> None:
    for some in (*combinations(skills, 3), ("communications", "intelligence", "demolitions", "anti-armor")):
        drawn = card(some)
        assert drawn.findings == []
        assert [line.text for line in drawn.skills] == [skills[skill]["name"].upper() for skill in some]


def test_no_role_only_repeats_the_heading_below_it(card, skills) -> None:
    for skill, row in skills.items():
        for chosen in ((skill,), ("leader", skill), (skill, "leader")):
            if len({*chosen}) == len(chosen):
                drawn = card(chosen, role=row["name"])
                assert drawn.findings == [] and drawn.tab[0].text == row["duty"].upper() != row["name"].upper()


def test_the_long_form_stands_under_the_role(card) -> None:
    role, long = card(("armor",), role="MOBAT Commander", long="Motorized Battle Tank").tab
    assert (role.text, long.text) == ("MOBAT COMMANDER", "Motorized Battle Tank")
    assert long.size == 7 and long.top > role.y


def test_names_of_all_sizes_stand_in_the_middle_of_their_plate(card) -> None:
    cards = [card((), name=name) for name in ("Ace", "Sgt. Slaughter", "Spearhead & Max", "Cobra Commander", LONGEST)]
    assert len({drawn.name[0].size for drawn in cards}) == 5
    middles = [(drawn.name[0].top + drawn.name[-1].y) / 2 for drawn in cards]
    assert middles == pytest.approx([middles[0]] * 5, abs=0.01) and middles[0] == pytest.approx(PLATE / 2, abs=mm(0.5))


@pytest.mark.parametrize("deck", ["JOE", "COBRA", "Twelve Signs"])
def test_numbers_have_one_size(card, deck: str) -> None:
    drawn = card((), deck=deck)
    assert drawn.findings == [] and drawn.number.text == f"{deck.upper()} 108/108" and drawn.number.size == NUMBER


def test_more_skills_than_a_card_has_room_for_are_told_of_the_card(tmp_path) -> None:
    own = tmp_path / "go-joe" / "joe-deck.yaml"
    own.parent.mkdir()
    own.write_text(
        "- {name: All, service: GJ, fp: 1, cc: 1, tac: 1, role: All of them,\n"
        "  skills: [air, armor, leader, medic, recon, snow]}\n",
        encoding="utf-8",
    )
    with pytest.raises(PrintgenError) as caught:
        sound("go-joe/joe-deck", tmp_path)
    assert told(caught.value.findings) == ["joe-deck.yaml:2:11 skills is 6 items long; the limit is 4 | Leave 2 out."]
