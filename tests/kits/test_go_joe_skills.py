"""What a GO JOE card says of its skills: any two fit beside each other, and at a size that can be read."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, permutations
from typing import Any

import pytest
from drawn import told

from printgen import build
from printgen.drawing.model import Text
from printgen.drawing.tints import Tints
from printgen.drawing.walk import walk
from printgen.errors import PrintgenError, Where
from printgen.faces.library import built_in
from printgen.faces.render import Renderer
from printgen.faces.session import Session

# In points: what the smallest reminder of a card with two skills is set at.
LEAST = 6.75


@pytest.fixture(scope="module")
def skills() -> Mapping[str, Any]:
    """The table of skills."""
    (job,) = build.load(["go-joe/joe-deck"])
    table = job.game.table_of(job.products[0], "skills")
    assert table is not None
    return table.rows


@pytest.fixture(scope="module")
def panel(skills):
    """Draws the panel of some skills: its texts, and what was found."""
    renderer = Renderer(built_in())
    face = built_in().face("skill-panel")

    def drawn(chosen: tuple[str, ...], long: str = "") -> tuple[list[Text], list[str]]:
        ink = Session(Tints({}), "One", lambda field: Where("joe.yaml", 1, 1))
        items = renderer.render(face, {"skills": chosen, "long": long, "tables": {"skills": skills}}, ink)
        return [item for item, _ in walk(items) if isinstance(item, Text)], told(ink.findings)

    return drawn


@pytest.mark.parametrize("long", ["", "Jet Mobile Propulsion Pack"])
def test_any_two_skills_fit_on_a_card(panel, skills, long: str) -> None:
    pairs = list(combinations(skills, 2))
    assert len(pairs) == 210
    for pair in (*pairs, *permutations(("air", "artillery", "communications"), 2)):
        texts, findings = panel(pair, long)
        assert findings == [], pair
        assert min(text.size for text in texts if text.text not in long) >= LEAST, pair


def test_one_skill_says_the_whole_of_it(panel, skills) -> None:
    for skill, row in skills.items():
        texts, findings = panel((skill,))
        assert findings == [], skill
        assert " ".join(text.text for text in texts[1:]) == (row.get("reminder") or ""), skill


def test_three_and_four_skills_fit_by_name(panel, skills) -> None:
    for some in (*combinations(skills, 3), ("communications", "intelligence", "demolitions", "anti-armor")):
        texts, findings = panel(some)
        assert findings == [] and [text.text for text in texts] == [skills[skill]["name"].upper() for skill in some]


def test_more_skills_than_a_card_has_room_for_are_told_of_the_card(tmp_path) -> None:
    own = tmp_path / "go-joe" / "joe-deck.yaml"
    own.parent.mkdir()
    own.write_text(
        "- {name: All, service: GJ, fp: 1, cc: 1, tac: 1, role: All of them,\n"
        "  skills: [air, armor, leader, medic, recon, snow]}\n",
        encoding="utf-8",
    )
    with pytest.raises(PrintgenError) as caught:
        build.sound("go-joe/joe-deck", tmp_path)
    assert told(caught.value.findings) == ["joe-deck.yaml:2:11 skills is 6 items long; the limit is 4 | Leave 2 out."]
