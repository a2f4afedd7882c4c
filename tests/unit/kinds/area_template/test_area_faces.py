"""What faces are told of areas: rings and marks at every written inch, words in the game's unit, rows of flames."""

from __future__ import annotations

from itertools import pairwise

import pytest

from printgen.base.units import to_mm
from printgen.drawing.outlines import bounds, parts_of
from printgen.faces.library import default_library
from printgen.kinds.area_template.model import Area, AreaScale, Effect, Measure, R, Spoke, Subject, facts_of

FEET = Measure(unit="ft", name="foot", mark="′", inch=5)


def facts(area: Area, face: str, film: str = "no", **more: object) -> dict[str, object]:
    return facts_of(Subject("Fireball", area, **more), default_library().face(face), film)  # type: ignore[arg-type]


def test_the_title_and_the_sizes_are_in_the_unit_of_the_game() -> None:
    told = facts(Area("circle", 8), "area-burst", measure=FEET)
    assert (told["title"], told["radius"], told["unit"]) == ("BURST 40 foot", "20", "ft")
    assert (told["w"], told["h"]) == pytest.approx((203.2, 203.2))
    assert "20 ft off" in str(told["use"])


def test_rings_stand_at_every_written_inch_and_tell_what_is_on_paper() -> None:
    told = facts(Area("circle", 15), "area-circle", scale=AreaScale(0.5, "1:12"))
    rings = told["rings"]
    assert isinstance(rings, list) and [ring["at"] for ring in rings] == pytest.approx([25.4 * n for n in range(1, 8)])
    assert [ring["far"] for ring in rings] == ["½″", "1″", "1½″", "2″", "2½″", "3″", "3½″"]
    assert [ring["fifth"] for ring in rings] == [False] * 4 + [True] + [False] * 2
    assert told["k"] == pytest.approx(7.5 * 25.4 / 2 / R)


def test_crowded_rings_tell_fewer_distances() -> None:
    rings = facts(Area("circle", 60), "area-circle")["rings"]
    assert isinstance(rings, list) and [ring["far"] for ring in rings[:3]] == ["1″", "2″", "3″"]
    small = facts(Area("circle", 60), "area-circle", scale=AreaScale(1 / 12, "1:72"))["rings"]
    assert isinstance(small, list) and [n for n, ring in enumerate(small, 1) if ring["far"]] == [
        6,
        12,
        18,
        24,
    ]


@pytest.mark.parametrize(
    ("length", "factor", "marks"),
    [
        (12, 1, [(152.4, "6", "10")]),
        (11, 1, [(25.4 * n, str(n), None) for n in range(1, 11)]),
        (18, 0.5, [(76.2, "3", "3.33"), (152.4, "6", "6.67")]),
    ],
)
def test_marks_stand_at_every_sixth_inch_of_long_areas(
    length: float, factor: float, marks: list[tuple[float, str, str | None]]
) -> None:
    told = facts(Area("triangle", length=length, width=20), "area-light", scale=AreaScale(factor, ""))["marks"]
    assert isinstance(told, list) and [mark["at"] for mark in told] == pytest.approx([at for at, _, _ in marks])
    assert [mark["far"] for mark in told] == [far for _, far, _ in marks]
    assert all(wide in (None, mark["wide"]) for mark, (_, _, wide) in zip(told, marks, strict=True))
    for mark in told:
        assert mark["half"] * 2 / mark["at"] == pytest.approx(20 / length)


def test_rolls_have_short_words_and_the_rest_stands_as_it_is() -> None:
    effects = {"HE": (Effect("incapacitated", "01–10", 1, 10), Effect("wet", "11–00", 11, 100))}
    told = facts(
        Area("circle", 8), "area-circle", effects=effects, rose=(Spoke("2", "HIGH", "left"), Spoke("3", "LOW", "left"))
    )
    assert told["effects"] == ["HE  01–10 out  11–00 wet"]
    assert told["ways"] == {"left": {"roll": "2", "word": "HIGH", "way": "left"}}


def test_flames_grow_with_the_width_and_stay_between_the_edges() -> None:
    rows = facts(Area("triangle", length=150, width=20), "area-flame")["rows"]
    assert isinstance(rows, list) and len(rows) > 40 and rows[0]["size"] < 6 and max(row["size"] for row in rows) == 62
    for before, row in pairwise(rows):
        assert row["at"] > before["at"] and row["size"] >= before["size"] * 0.999
        assert row["count"] * 0.8 * row["size"] <= row["half"] + 0.01 * row["size"]
    assert rows[-1]["at"] < 3810 - 60


@pytest.mark.parametrize(
    ("form", "film", "told"), [("full", "no", "full"), ("full", "film", "film"), ("gauge", "mirror", "gauge")]
)
def test_film_is_a_form_of_its_own_but_for_gauges(form: str, film: str, told: str) -> None:
    assert facts(Area("circle", 8), "area-circle", film, form=form)["form"] == told


@pytest.mark.parametrize(
    ("area", "size"),
    [
        (Area("circle", 15), (381, 381)),
        (Area("half-circle", 30), (762, 381)),
        (Area("triangle", length=12, width=24), (609.6, 304.8)),
        (Area("rectangle", length=20, width=4), (101.6, 508)),
    ],
)
def test_the_edge_and_the_hole_are_true(area: Area, size: tuple[float, float]) -> None:
    box = bounds(area.outline())
    assert (box.x, box.y) == pytest.approx((0, 0), abs=1e-9)
    assert (to_mm(box.w), to_mm(box.h)) == pytest.approx(size)
    (hole,) = parts_of(area.hole())
    inner = bounds(hole)
    rim = {"circle": 34, "half-circle": 68, "triangle": 24, "rectangle": 11}[area.shape]
    assert to_mm(inner.y) == pytest.approx(rim, abs=1e-6) and area.hollow
    # The back of a half circle, the slant of a triangle.
    below = {"circle": 34, "half-circle": 28, "rectangle": 11}.get(area.shape)
    assert below is None or to_mm(box.bottom - inner.bottom) == pytest.approx(below, abs=1e-6)


@pytest.mark.parametrize("area", [Area("triangle", length=3, width=1), Area("rectangle", length=3, width=0.9)])
def test_small_areas_keep_their_middle(area: Area) -> None:
    assert not area.hollow
