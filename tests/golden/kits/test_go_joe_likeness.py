"""Figures of GO JOE are known by their pictures: faces that look at you and differ, and what single figures wear."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from printgen.art.casting import cast
from printgen.art.parts import SLOTS
from printgen.art.picture import as_list
from printgen.base.units import Box, mm
from printgen.build.jobs import Job, load
from printgen.drawing.extent import walk
from printgen.drawing.model import Group, Path
from printgen.drawing.tints import Tints

WOMEN = ("Scarlet", "Lady Jaye", "Jinx", "Zarana", "Baroness", "Cover Girl")
FACE = ("head", "brows", "eyes", "nose", "mouth")
GREY = "#808080"


@cache
def job() -> Job:
    return load(["go-joe"])[0]


@cache
def looks() -> dict[str, dict[str, Any]]:
    """The settled looks of all cards of both decks by name; of two cards of one name the first."""
    found: dict[str, dict[str, Any]] = {}
    for deck in ("joe-deck", "cobra-deck"):
        for record in job().game.products[deck].records:
            own = record.values.get("look") or {}
            seed = int(own.get("seed", 1))
            found.setdefault(record.values["name"], cast(job().library.casting, record.values, own, seed))
    return found


def painted(name: str, **more: Any) -> Iterator[str]:
    """The colours that fill the shapes of a card's picture, before no backdrop."""
    tints = Tints({**job().library.palette("dossier"), "main": GREY})
    look = {**looks()[name], "scene": "none", **more}
    picture = job().library.studio.picture(look, Box(0, 0, mm(51), mm(47)), tints, 1)
    assert isinstance(picture, Group)
    yield from (str(item.fill) for item, _ in walk(picture.items) if isinstance(item, Path) and item.fill)


@pytest.mark.slow
@pytest.mark.parametrize("name", WOMEN)
def test_a_woman_looks_at_you(name: str) -> None:
    # A colour that nothing else in the picture has.
    assert "#12FE34" in set(painted(name, **{"eye-color": "#12FE34"}))


def test_no_two_women_have_one_face() -> None:
    faces = [tuple(looks()[name][slot] for slot in FACE) for name in WOMEN]
    for at, one in enumerate(faces):
        for other in faces[:at]:
            assert sum(a != b for a, b in zip(one, other, strict=True)) >= 3
    assert len({looks()[name]["eyes"] for name in WOMEN}) == len(WOMEN)
    assert len({looks()[name]["mouth"] for name in WOMEN}) == len(WOMEN)


LIKENESS = {
    "Darklon": {"headgear": "striped-mask", "craft": "none"},
    "Cobra Overlord": {"headgear": "overlord-helmet", "front": ["overlord-claw"], "craft": "none"},
    "Secto-Viper": {"headgear": "bug-dome"},
    "T.A.R.G.A.T.": {"headgear": "shield-helmet", "back": ["wing-pack"]},
    "Astro-Viper": {"craft": "space-pack-rider"},
    "Red-Dog": {"hair-color": "black"},
}


@pytest.mark.parametrize("name", LIKENESS)
def test_a_figure_has_what_it_is_known_by(name: str) -> None:
    look = looks()[name]
    assert {key: look[key] for key in LIKENESS[name]} == LIKENESS[name]
    # What it is known by is drawn, and hidden by nothing.
    parts = job().library.studio.parts
    hidden = {slot for key in SLOTS[:-2] for part in as_list(look.get(key)) for slot in parts.get(part).part.hides}
    assert not hidden & LIKENESS[name].keys()


@pytest.mark.parametrize("name", ["T.A.R.G.A.T.", "Astro-Viper"])
def test_men_in_packs_have_skin(name: str) -> None:
    skin, _ = job().library.studio.skins[looks()[name]["skin"]]
    assert skin in set(painted(name, inset="none"))


MOODS = ("brows", "eyes", "mouth")


def test_faces_show_many_moods() -> None:
    """Over the bare faces of both decks; no mood is the face of every tenth trooper."""
    hiding = job().library.studio.parts
    bare = [
        tuple(look[slot] for slot in MOODS)
        for look in looks().values()
        if look.get("head")
        and not {
            slot for key in SLOTS[:-2] for part in as_list(look.get(key)) for slot in hiding.get(part).part.hides
        }.intersection(MOODS)
    ]
    assert len(bare) > 80
    assert max(Counter(bare).values()) <= 4
    for at, least in enumerate((12, 14, 16)):
        counted = Counter(mood[at] for mood in bare)
        assert len(counted) >= least and max(counted.values()) <= len(bare) // 4


PLACES = {
    "air": {"air", "air-dusk", "air-high", "air-night", "space", "storm"},
    "desert": {"desert", "oasis", "canyon", "night-desert"},
    "forest": {"forest"},
    "jungle": {"jungle", "jungle-night", "temple", "waterfall"},
    "mountain": {"mountain", "gorge"},
    "snow": {"snow", "arctic-night", "ice-station"},
    "swamp": {"swamp", "swamp-night", "bayou"},
    "urban": {"urban", "night-city", "ruins"},
    "water": {"sea", "sunset-sea", "underwater", "coast", "harbor", "ship-deck", "carrier-deck"},
}


def test_the_backdrop_tells_where_a_trooper_serves() -> None:
    told = 0
    for deck in ("joe-deck", "cobra-deck"):
        for record in job().game.products[deck].records:
            for skill in PLACES.keys() & set(record.values["skills"]):
                assert record.values["look"]["scene"] in PLACES[skill], record.values["name"]
                told += 1
    assert told > 60
    scenes = Counter(look["scene"] for look in looks().values())
    assert len(scenes) >= 40 and max(scenes.values()) <= 14
