"""Options of a product that stand among its other keys: they count, and mistakes in them are told at their lines."""

from __future__ import annotations

from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from kitchen import SAMPLE

import printgen
from printgen.build.jobs import load
from printgen.reading.yaml_events import load_yaml_file


@pytest.fixture
def snails(tmp_path: Path) -> Path:
    """The game of snails, whose counters say all their options under `options`."""
    folder = tmp_path / "snails"
    for path in (SAMPLE.parent / "snail-derby").rglob("*.yaml"):
        file = folder / path.relative_to(SAMPLE.parent / "snail-derby")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(path.read_bytes())
    return folder


def said(folder: Path, lines: str) -> list[str]:
    """What is told of lines in place of the options; theirs are counted from 1."""
    game = folder / "game.yaml"
    before, options, after = game.read_text(encoding="utf-8").partition(
        "    options: {shape: hexagon, size: 24mm, duplex: fold}\n"
    )
    assert options
    game.write_text(before + lines + after, encoding="utf-8")
    (job,) = load([str(folder)])
    above = before.count("\n")
    return [f"{f.where.line - above}:{f.where.column} {f.message} {f.hint}" for f in job.findings]


@pytest.mark.parametrize(
    "lines",
    [
        "    shape: hexagon\n    size: 24mm\n    duplex: fold\n",
        "    shape: hexagon\n    options: {size: 24mm, duplex: fold}\n",
    ],
)
def test_an_option_may_stand_in_the_product_itself(snails: Path, lines: str) -> None:
    before = printgen.load(snails)["snails"].compose().pieces
    assert said(snails, lines) == []
    assert printgen.load(snails)["snails"].compose().pieces == before
    schema = Draft202012Validator(printgen.schema("game"))
    assert schema.is_valid(load_yaml_file(snails / "game.yaml", "game.yaml"))


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("    shape: star\n", '1:12 shape has the unknown value "star" '),
        ("    shpae: hexagon\n", "1:5 unknown key \"shpae\" Did you mean 'shape'?"),
        (
            "    shape: round\n    options: {shape: round}\n",
            "1:5 shape stands under options, too Remove one of the two.",
        ),
        ("    tittle: Snails\n", "1:5 unknown key \"tittle\" Did you mean 'title'?"),
    ],
)
def test_a_mistake_in_a_loose_option_is_told_at_its_line(snails: Path, lines: str, told: str) -> None:
    assert any(one.startswith(told) for one in said(snails, lines))
