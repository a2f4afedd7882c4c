"""The pages of a report on small decks, as they are read."""

from __future__ import annotations

from pathlib import Path

import pytest
from kitchen import Run

from printgen.build.jobs import load
from printgen.designer.report import report_pages
from printgen.drawing.extent import walk
from printgen.drawing.model import Text
from printgen.kinds.composition import Order
from printgen.rules.decks import decks_of
from printgen.rules.report import report_on, report_words

GAME = """\
title: Race
version: "1"
records: {runner: {speed: integer, traits: list}}
products:
  hares: {kind: cards, list: hares.yaml, options: {guidelines: guidelines.yaml}}
  snails: {kind: cards, list: snails.yaml, options: {guidelines: guidelines.yaml}}
"""
GUIDELINES = """\
fields: {traits: {one: trait}}
stats: {speed: {title: Speed, base: 1, modifiers: [{amount: +1, traits: [light]}]}}
"""


def game_of(folder: Path, **files: str) -> Path:
    for name, text in {"game": GAME, "guidelines": GUIDELINES, "snails": runners(0, 1), **files}.items():
        (folder / f"{name}.yaml").write_text(text)
    return folder


def runners(*speeds: int) -> str:
    return "".join(f"- {{name: Runner {n}, speed: {speed}, traits: []}}\n" for n, speed in enumerate(speeds, 1))


@pytest.mark.parametrize(("hares", "snails", "numbers", "most"), [
    ((1, 4, 4), (0, 1), 5, 70), ((1, 2), (0, 2, 0, 2), 3, 50), ((1,), (2,), 3, 100),
])  # fmt: skip
def test_a_chart_has_a_column_for_every_number_of_any_deck(
    hares: tuple[int, ...], snails: tuple[int, ...], numbers: int, most: int, tmp_path: Path
) -> None:
    (job,) = load([str(game_of(tmp_path, hares=runners(*hares), snails=runners(*snails)))])
    decks = decks_of(job.game)
    order = Order(job.game, decks[0].product, (), job.library, job.renderer)
    pages = report_pages(order, report_on(job.game, decks), report_words(job.game, decks[0]), (), 595, 842)
    texts = [item.text for item, _ in walk(pages[0][1].items) if isinstance(item, Text)]
    assert texts[texts.index("SPEED") + 2 : texts.index("TEAM STRENGTH")] == [
        *map(str, range(0, most + 1, 10)),
        *map(str, range(numbers)),
    ]


def test_decks_with_different_stats_are_not_compared(run: Run, tmp_path: Path) -> None:
    slow = GUIDELINES.replace("speed: {title: Speed", "slime: {title: Slime")
    entries = GAME.replace(
        "snails.yaml, options: {guidelines: g", "snails.yaml, record: snail, options: {guidelines: sn"
    )
    game = game_of(
        tmp_path,
        game=entries.replace("records: {", "records: {snail: {slime: integer, traits: list}, ")
        .replace("hares.yaml,", "hares.yaml, record: runner,")
        .replace("snuidelines", "snidelines"),
        snidelines=slow,
        hares=runners(1, 4),
        snails=runners(0, 1).replace("speed", "slime"),
    )
    result = run("report", game)
    assert result.code == 2 and "have different stats, and cannot be compared" in result.err
    assert run("report", game / "snails", "--json").json["decks"][0]["spreads"]["slime"]["counts"] == [1, 1]


@pytest.mark.parametrize("name", ["report", "Report"])
def test_a_report_takes_the_place_of_no_product(name: str, run: Run, tmp_path: Path) -> None:
    game = game_of(tmp_path, game=GAME.replace("snails:", f"{name}:"), hares=runners(1, 4))
    result = run("report", game, "--out", tmp_path / "out")
    assert result.code == 2 and "is the file of the product of that name" in result.err
    assert not (tmp_path / "out").exists()
