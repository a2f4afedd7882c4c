"""What a cut would spoil is told of a face: text over it or too near to it, and grounds that end short of the bleed."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from kitchen import Kitchen

HERO, BACK, BADGE = (f"templates/faces/{name}.yaml" for name in ("hero", "hero-back", "badge"))
NAME = '  - text: {x: 3, y: 9, w: 38, text: "{{ card.name }}"'
GROUND = "{x: -3, y: -3, w: 50, h: 73, fill: main}"


class Cut(NamedTuple):
    """A change of a face, and what is told then as "file:line code"; nothing where it is right."""

    file: str
    old: str
    new: str
    told: tuple[str, ...]
    words: str = ""


NAMES = ("heroes.yaml:1 near-cut", "heroes.yaml:5 near-cut", "heroes.yaml:10 near-cut")
SHORT = (f"{HERO}:10 short-bleed",)
CUTS = {
    "near the edge": Cut(HERO, NAME, NAME.replace("x: 3", "x: 1"), NAMES, "lies 1 mm from the cut, nearer than 3 mm"),
    "a room that reaches too far is no fault": Cut(HERO, NAME, NAME.replace("w: 38", "w: 45"), ()),
    "nearer is asked for": Cut(HERO, "safe: 3", "safe: 5", NAMES),
    "a text of the face": Cut(BACK, "{x: 7, y: 35, w: 30", "{x: -20, y: 35, w: 30", (f"{BACK}:8 over-cut",), "over"),
    "outlined letters": Cut(
        BACK, "{x: 7, y: 35, w: 30", "{color: none, stroke: black, width: 0.3, x: -20, y: 35, w: 30",
        (f"{BACK}:8 over-cut",), "over",
    ),
    "a text may reach over it": Cut(BACK, "{x: 7, y: 35, w: 30", "{x: -20, y: 35, w: 30", ()),
    "a used face": Cut(HERO, "use: {face: badge, x: 22", "use: {face: badge, x: 44", (f"{BADGE}:8 over-cut",)),
    "a turned group": Cut(
        BACK, "items:\n", "items:\n  - group: {rotate: 90, cx: 22, cy: 33, items: [text: {x: 12, y: 12, text: A}]}\n",
        (f"{BACK}:6 over-cut",),
    ),
    "a ground at the cut": Cut(HERO, GROUND, "{x: 0, y: 0, w: 44, h: 67, fill: main}", SHORT, "0 mm"),
    "a ground in the bleed": Cut(HERO, "w: 50, h: 73", "w: 48, h: 73", SHORT, "ends 1 mm over"),
    "a ground of white": Cut(HERO, GROUND, '{x: 0, y: 0, w: 44, h: 67, fill: white}', ()),
    "a back with less": Cut(BACK, "{x: -3, y: -3, w: 50", "{x: -3, y: -2, w: 50", (f"{BACK}:6 short-bleed",)),
    "no bleed": Cut(HERO, "bleed: 3\nsafe: 3\n", "safe: 3\n", ()),
}  # fmt: skip


@pytest.mark.parametrize("cut", CUTS)
def test_what_a_cut_would_spoil(kitchen: Kitchen, cut: str) -> None:
    file, old, new, expected, words = CUTS[cut]
    kitchen.edit(file, old, new)
    if cut == "a text may reach over it":
        kitchen.edit(file, "bleed: 3\n", "bleed: 3\nsafe: -25\n")
    if cut == "a ground of white":
        kitchen.edit(file, "palettes: [dossier]", "palettes: [dossier, plain]")
        kitchen.write("templates/palettes/plain.yaml", 'white: "#FFFFFF"\n')
    pieces, found = kitchen.composed()
    assert tuple(f"{kitchen.inside(f.where.file)}:{f.where.line} {f.code}" for f in found) == expected
    over = any(f.code == "over-cut" for f in found)
    assert over or len(pieces) == 3
    assert all(f.severity == ("error" if over else "warning") and words in f.message for f in found)


def test_a_text_of_every_card_is_one_finding(kitchen: Kitchen) -> None:
    one = "- {name: Soup, course: starter, taste: 4, rule: Stir.}\n"
    kitchen.write("heroes.yaml", "".join(one.replace("Soup", f"Soup {n}") for n in range(50)))
    kitchen.edit(HERO, NAME, NAME.replace("x: 3", "x: -1"))
    ((code, count),) = [(f.code, f.count) for f in kitchen.composed()[1]]
    assert (code, count) == ("over-cut", 50)


def test_a_kept_part_is_judged_wherever_it_lies(kitchen: Kitchen) -> None:
    kitchen.edit(
        BACK,
        "items:\n",
        "items:\n  - each: {in: 0..3, dx: 12, items: [use: {face: badge, x: 10, y: 12, with: {icon: leaf}}]}\n",
    )
    (finding,) = kitchen.composed()[1]
    assert (kitchen.inside(finding.where.file), finding.where.line, finding.code) == (BACK, 6, "over-cut")
