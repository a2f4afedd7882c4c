"""The design desk: what a card carries, or its printed numbers, come in; sums and solutions go out as plain data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from printgen import build
from printgen.errors import UsageError, Where, did_you_mean, stop_on_errors
from printgen.rules.decks import decks_of
from printgen.rules.derive import derive
from printgen.rules.explain import Explanation, explain
from printgen.rules.guidelines import Guidelines
from printgen.rules.solve import solve, why_none
from printgen.targets import kits, records_named

_HERE = Where("printgen")


def guidelines_of_kit(kit: str = "") -> Guidelines:
    """The guidelines of a kit, or of the first kit that has any. UsageError when there are none."""
    for name in [kit] if kit else kits():
        (job,) = build.load([name])
        stop_on_errors(job.findings)
        for deck in decks_of(job.game):
            return deck.guidelines
    said = f"{kit} has no" if kit else "no kit has"
    raise UsageError(f"{said} guidelines for its cards", "Name a kit such as go-joe.")


def derived(guidelines: Guidelines, carried: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Every stat with its sum line by line, as plain data. PrintgenError names words that are not known."""
    result = derive(guidelines, carried)
    stop_on_errors([problem.at(_HERE) for problem in result.problems])
    return result.as_data()


def explained(target: str, name: str, cards: Path | None = None) -> list[Explanation]:
    """The printed numbers of every card of that name beside the derived ones; `cards` are the user's own."""
    (job,) = build.load([target], cards)
    stop_on_errors(job.findings)
    wanted = {product.name for product in job.products}
    mine = [deck for deck in decks_of(job.game) if deck.product.name in wanted]
    if not mine:
        raise UsageError(f"{target} has no deck with guidelines", "Name a deck such as go-joe/joe-deck.")
    out = [explain(deck.guidelines, record) for deck in mine for record in records_named(deck.product, (name,))]
    if not out:
        names = [record.name for deck in mine for record in deck.records]
        raise UsageError(f"no card of {target} is named '{name}'", did_you_mean(name, names))
    return out


def solved(guidelines: Guidelines, wanted: Mapping[str, int]) -> dict[str, Any]:
    """The smallest sets of words that give these stats, or why none does."""
    solutions = solve(guidelines, wanted)
    return {
        "wanted": dict(wanted),
        "solutions": [solution.as_data() for solution in solutions],
        "why_none": "" if solutions else why_none(guidelines, wanted),
    }
