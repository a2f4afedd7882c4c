"""Troopers of GO JOE stand in poses of their own: no two cards show one figure in other colours."""

from __future__ import annotations

from collections import defaultdict
from math import dist
from typing import Any

import pytest
from test_go_joe_likeness import GREY, job, looks

from printgen.art.casting import cast
from printgen.art.parts import check_part
from printgen.art.picture import as_list
from printgen.art.poses import BUST, Pose, hold_parts
from printgen.base.units import Box, apply, mm
from printgen.drawing.extent import walk
from printgen.drawing.model import Path
from printgen.drawing.tints import Tints

# What tells one face from another, and a scene from another.
ASIDE = {
    **dict.fromkeys(("head", "eyes", "brows", "nose", "mouth", "beard", "hair", "scene", "inset"), "none"),
    "turn": "front", "bulk": 1, "tilt": 0, "mirror": False,
}  # fmt: skip
ALIKE = (
    ("T.A.R.G.A.T.", "Astro-Viper"),
    ("Falcon", "Cobra Viper Glider"),
    ("Ice-Viper", "Wind-Chill"),
    ("Steeler", "Heavy Metal"),
    ("Deep Six", "Sea Slug"),
    ("Undertow", "Hydro-Viper"),
    ("Sub-Zero", "Blizzard"),
    ("Salvo", "Fast-Draw", "Metal-Head", "Flak-Viper"),
)


def outlines(look: dict[str, Any]) -> tuple[object, ...]:
    """Every shape of a picture and where it is, in no colour."""
    tints = Tints({**job().library.palette("dossier"), "main": GREY})
    picture = job().library.studio.picture(look, Box(0, 0, mm(51), mm(47.6)), tints, 1)
    return tuple((item.outline, at) for item, at in walk(picture.items) if isinstance(item, Path))


@pytest.mark.slow
def test_no_two_cards_show_one_figure_in_other_colours() -> None:
    """Figures without face and backdrop, each as a drawing without colours, of both decks: all of them differ."""
    found: dict[int, list[str]] = defaultdict(list)
    for deck in ("joe-deck", "cobra-deck"):
        for record in job().game.products[deck].records:
            own = record.values.get("look") or {}
            look = cast(job().library.casting, record.values, own, int(own.get("seed", 1)))
            found[hash(outlines({**look, **ASIDE}))].append(record.values["name"])
    assert sum(map(len, found.values())) == 190
    assert [names for names in found.values() if len(names) > 1] == []


@pytest.mark.slow
def test_the_figure_and_nothing_else_is_compared() -> None:
    """Another colour and another face make no other figure; another hat does."""
    look = {**looks()["Grunt"], **ASIDE}
    assert outlines({**look, "cloth": "#FF0000", "skin": "dark"}) == outlines(look)
    assert outlines({**look, "headgear": "beret"}) != outlines(look)


@pytest.mark.parametrize("names", ALIKE, ids=lambda names: str(names[0]))
def test_who_looks_alike_stands_differently(names: tuple[str, ...]) -> None:
    stands = {(looks()[name].get("pose", BUST), str(looks()[name].get("craft", "none"))) for name in names}
    assert len(stands) == len(names)


def test_leaders_stand_in_poses() -> None:
    leaders = [
        record.values["name"]
        for deck in ("joe-deck", "cobra-deck")
        for record in job().game.products[deck].records
        if "leader" in record.values["skills"]
    ]
    posed = {name for name in leaders if looks()[name].get("pose", BUST) != BUST}
    assert {"Duke", "Flint", "Snake-Eyes", "Cobra Commander", "Destro", "Serpentor", "Baroness"} <= posed
    assert len(posed) > 0.7 * len(leaders)


def test_a_face_sells_a_card() -> None:
    """Backs are turned where what hangs on them is worth more than a face."""
    assert sorted(name for name, look in looks().items() if look.get("pose") == "back") == ["Blizzard", "Flak-Viper"]


def test_nobody_reaches_farther_than_arms_are_long() -> None:
    studio, seen = job().library.studio, 0
    for name, look in looks().items():
        if look.get("pose", BUST) == BUST:
            continue
        pose = check_part(Pose, studio.poses[look["pose"]], name)
        fronts = [studio.parts.get(part) for part in as_list(look.get("front"))]
        clothes = studio.parts.get(look["torso"])
        held, idle = hold_parts(pose, fronts, clothes, studio.parts, False, look.get("bulk", 1))
        forearm = studio.parts.get(clothes.part.arm or "arm-sleeve").layers
        for hand in (*idle, *(hand for several in held for hand in several)):
            for laid in (*hand.under, *hand.over):
                if laid.shapes == forearm:
                    long = dist(apply(laid.matrix, 0, 0), apply(laid.matrix, 90, 0))
                    assert 0.5 * pose.bones[1] < long < 1.2 * pose.bones[1], name
                    seen += 1
    assert seen > 100
