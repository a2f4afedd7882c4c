"""Shapes that can never be seen are told, each with the reason, and shapes that can are not."""

import pytest
from kitchen import Kitchen, Run
from tables import tables

TABLES = tables(__file__)

HERO = "templates/faces/hero.yaml"


@pytest.mark.parametrize(
    ("shape", "told"),
    TABLES["what_is_never_seen_is_told"],
)
def test_what_is_never_seen_is_told(kitchen: Kitchen, run: Run, shape: str, told: str) -> None:
    kitchen.edit(HERO, "items:\n", f"items:\n  - {shape}\n")
    result = run("check", kitchen.folder)
    line = (kitchen.folder / HERO).read_text("utf-8").splitlines().index(f"  - {shape}") + 1
    assert f"{kitchen.folder / HERO}:{line}:5: warning: {told}" in result.err


@pytest.mark.parametrize(
    "shape",
    [
        "rect: {x: 9, y: 9, w: 9, h: 0, stroke: ink}",
        "rect: {x: 9, y: 9, right: 3, h: 3, fill: ink}",
        'rect: {x: 9, y: 9, w: "{{ 3 - 3 }}", h: 3, fill: ink}',
        "group: {name: later, items: []}",
        "ellipse: {cx: 12, cy: 12, r: 3, stroke: ink}",
    ],
)
def test_what_may_be_seen_is_not(kitchen: Kitchen, run: Run, shape: str) -> None:
    kitchen.edit(HERO, "items:\n", f"items:\n  - {shape}\n")
    assert "draws nothing" not in run("check", kitchen.folder).err
