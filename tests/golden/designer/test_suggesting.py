"""`printgen suggest`: skills and service that the deck has, each with its count, and the numbers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from kitchen import Run
from places import SAMPLES

SKY = SAMPLES / "sky-couriers"
SWEEPER = ("--role", "Mine Sweeper", "--accessory", "mine detector", "--accessory", "Colt .45")


def test_a_figure_gets_its_skill_with_the_count_that_says_so(run: Run) -> None:
    found = run("suggest", "go-joe", *SWEEPER, "--accessory", "canteen", "--accessory", "doodad", "--json").json
    assert found["best"]["skills"] == ["demolitions"]
    first = found["suggested"]["skills"][0]
    assert first == {
        "skill": "demolitions",
        "have": 2,
        "of": 2,
        "why": '2 of 2 cards with "mine detector" have Demolitions',
    }
    assert {key: one["value"] for key, one in found["stats"].items()} == {"fp": 1, "cc": 3, "tac": 4}


def test_what_is_given_is_not_suggested_and_counts(run: Run) -> None:
    result = run("suggest", "go-joe", "--service", "CB", "--skill", "medic", "--weapon", "Uzi")
    assert result.code == 0 and "Skills:" not in result.out and "Service:" not in result.out
    assert "added non-combat specialist: a medic is the example of one who does not fight (--trait none" in result.out


@pytest.mark.slow
def test_a_word_of_a_role_is_a_sign(run: Run) -> None:
    out = run("suggest", "go-joe", "--role", "Gunship Pilot", "--accessory", "pistol").out
    assert "Skills: Air" in out
    assert re.search(r"\d+ of \d+ cards whose role says \"pilot\" have Air", out)


@pytest.mark.slow
def test_other_games_and_what_there_is_nothing_to_say_of(run: Run) -> None:
    found = run("suggest", SKY, "--gear", "sail", "--motto", "Slow.", "--json").json
    assert list(found["suggested"]) == ["routes", "guild"]
    assert found["suggested"]["guild"][0]["why"] == "the only card with sail is coast (Coast and Islands)"


def test_cards_that_say_nothing_cannot_be_counted(run: Run, tmp_path: Path) -> None:
    game = tmp_path / "sky"
    for file in SKY.rglob("*.yaml"):
        copy = game / file.relative_to(SKY)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    lines = (SKY / "couriers.yaml").read_text(encoding="utf-8").splitlines(keepends=True)
    bare = [line for line in lines if not line.lstrip().startswith(("gear:", "talents:", "deviations:", "- {stat"))]
    (game / "couriers.yaml").write_text("".join(bare), encoding="utf-8")
    result = run("suggest", game, "--gear", "sail")
    assert result.code == 2 and "says what it carries, and so there is nothing to count" in result.err
    assert run("solve", "--kit", game, "--speed", 2).out.splitlines()[0] == "sail"


@pytest.mark.parametrize(
    ("words", "said", "hint"),
    [
        (("micro-forces", "--role", "x"), "micro-forces has no cards with guidelines", "Name a kit such as go-joe"),
        (("go-joe",), "suggest needs something that is known", "Give --accessory, --service, --role"),
        (("go-joe", "--weapon", "spoon"), 'the guidelines have no weapon "spoon"', ""),
        (("go-joe", "--skill", "medci"), "'medci' is none of the skills", "Did you mean 'Medic'?"),
    ],
)
def test_what_is_wrong_is_told(run: Run, words: tuple[str, ...], said: str, hint: str) -> None:
    result = run("suggest", *words)
    assert result.code == 2 and said in result.err and hint in result.err
