"""What a build does for a deck grows no faster than its cards: calls are counted, not seconds."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from kitchen import Kitchen

from printgen.build.jobs import load
from printgen.build.marking import batch_of, pieces_since
from printgen.build.printed import Pieces
from printgen.build.settings import Settings
from printgen.build.stages import compose, look_over
from printgen.drawing.model import Drawing, Rect

FEW, MANY = 1_000, 10_000
SLACK = 1.1
"""The growth of calls over the growth of cards: each step of a quadratic walk would make it ten."""


def calls_of(action: Callable[[], object]) -> int:
    """How many calls of Python functions an action makes; each step of a generator is one."""
    count = 0

    def called(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(called)
    try:
        action()
    finally:
        sys.setprofile(None)
    return count


@pytest.fixture
def deck(kitchen: Kitchen) -> Pieces:
    (job,) = load([str(kitchen.folder)])
    (item,), _ = compose(job, Settings())
    return item


def enlarged(deck: Pieces, count: int) -> Pieces:
    """The deck with so many cards, each with a small picture of its own and one back for all."""
    card = deck.pieces[0]
    width, height, back = card.front.width, card.front.height, card.back
    fronts = (Drawing(width, height, (Rect(0, 0, 9, n / count, "#123456"),)) for n in range(count))
    return replace(
        deck, pieces=tuple(replace(card, name=f"{n}", front=front, back=back) for n, front in enumerate(fronts))
    )


def steps(deck: Pieces, job: Any) -> Iterator[tuple[str, Callable[[], object]]]:
    """What a build does with a composed deck, step by step."""
    yield "look over", lambda: [*look_over(job, [deck], True)]
    yield "count sheets", deck.count_sheets
    sheets = deck.sheets()
    yield "impose", deck.sheets
    yield "write", lambda: sheets.files("deck", "pdf")
    yield "warn", lambda: sheets.findings
    yield "list", lambda: sheets.entry([("deck.pdf", b"")])
    batch = batch_of(deck)
    yield "digest", lambda: batch_of(deck)
    yield "compare", lambda: pieces_since(deck.pieces, batch, batch)
    yield "remember", batch.as_data


@pytest.mark.slow
def test_calls_grow_no_faster_than_cards(kitchen: Kitchen, deck: Pieces) -> None:
    (job,) = load([str(kitchen.folder)])
    counts = [{name: calls_of(action) for name, action in steps(enlarged(deck, count), job)} for count in (FEW, MANY)]
    growth = {name: round(counts[1][name] / calls / (MANY / FEW), 2) for name, calls in counts[0].items()}
    assert {name: by for name, by in growth.items() if by > SLACK} == {}


@pytest.mark.slow
def test_calls_to_load_and_compose_grow_no_faster_than_cards(tmp_path: Path) -> None:
    counts = []
    for count in (FEW // 10, FEW):
        kitchen = Kitchen.copied(tmp_path / str(count))
        lines = (
            f'- {{name: Number {n}, course: sweet, taste: 9, rule: "Cook **{n}** of it."}}\n' for n in range(count)
        )
        kitchen.write("heroes.yaml", "".join(lines))
        jobs = list[Any]()
        counts.append(calls_of(lambda: jobs.extend(load([str(kitchen.folder)]))))  # noqa: B023
        counts.append(calls_of(lambda: compose(jobs[0], Settings())))  # noqa: B023
        assert not jobs[0].findings and len(jobs[0].products[0].records) == count
    assert counts[2] < counts[0] * 10 * SLACK and counts[3] < counts[1] * 10 * SLACK
