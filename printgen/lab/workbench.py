"""A game comes in; its cards and its rules, as all of the lab works with them, go out, with the sizes of teams."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NamedTuple

from printgen.base.doing import doing
from printgen.base.errors import PrintgenError, UsageError, did_you_mean
from printgen.game.records import Game
from printgen.lab.contest import Pool
from printgen.lab.model import Rules
from printgen.lab.reading import Card, cards_of, rules_of, units_of
from printgen.reading.scalars import shortened
from printgen.rules.fights.files import fight_of
from printgen.rules.fights.shapes import FightFile

_MOST_SAMPLES = 10_000_000


class Bench(NamedTuple):
    """A game with its file of fights, the rules as chosen, and its cards, those of the user's own included."""

    game: Game
    file: FightFile
    rules: Rules
    cards: tuple[Card, ...]

    @contextmanager
    def reckoning(self, what: str) -> Iterator[None]:
        """What is reckoned in here goes beyond its limits, if it does, for the file of fights."""
        try:
            with doing(f"reckoning {what}", self.file.where):
                yield
        except PrintgenError as error:
            # Whoever works elsewhere does not know the file.
            here = [
                replace(one, where=self.file.where) if one.code == "over-limit" and not one.where.line else one
                for one in error.findings
            ]
            if here == [*error.findings]:
                raise
            raise PrintgenError(here) from error

    def about(self) -> dict[str, Any]:
        """What results are of: the game, and the rules that are not as usual."""
        usual = {name: rule.usual for name, rule in self.file.rules.items()}
        chosen = {name: option for name, option in self.rules.options.items() if usual[name] != option}
        return {"game": self.game.name, "rules": chosen}

    def title_of(self, word: str, field: str) -> str:
        """What people call a word of a field, such as a group or a skill: as its table says, or as it is."""
        tables = (self.game.table_of(self.game.products[deck], field) for deck in self.file.decks)
        rows = (table.rows.get(word, {}) for table in tables if table)
        return next((str(row["name"]) for row in rows if row.get("name")), word)

    def terrains(self, name: str) -> tuple[str | None, ...]:
        """The terrains that samples take in turn: the one of a name, or all, or none where the game has none."""
        ground = self.terrain(name)
        return (ground,) if ground or not self.rules.terrains else tuple(self.rules.terrains)

    def terrain(self, name: str) -> str | None:
        """A terrain by its name, None for "". UsageError for one that the game does not have."""
        if name and name.casefold() not in self.rules.terrains:
            hint = did_you_mean(name, self.rules.terrains, "Leave it out: this game has no terrain.")
            raise UsageError(f"there is no terrain '{shortened(name)}'", hint)
        return name.casefold() or None


def bench_for(game: Game, chosen: Mapping[str, str], fights_only: bool = True) -> Bench:
    """What a game has for a lab, with options chosen. UsageError where it has none, or has no such rules."""
    file = fight_of(game)
    return Bench(game, file, rules_of(file, chosen, fights_only), cards_of(game, file))


def many_samples(samples: int) -> None:
    """UsageError for a number of samples that cannot be drawn."""
    if not 1 <= samples <= _MOST_SAMPLES:
        raise UsageError(f"--samples {samples}: so many cannot be drawn", f"Give a number from 1 to {_MOST_SAMPLES}.")


def sizes_of(bench: Bench, units: str) -> tuple[int, int]:
    """How many units attackers and defenders have."""
    most = bench.rules.most
    found = re.fullmatch(r"\s*+([0-9]{1,3})\s*+(?:[v:,]\s*+([0-9]{1,3}))?\s*+", units or str(most))
    sizes = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not all(1 <= size <= most for size in sizes):
        hint = f"Give a number from 1 to {most}, or two, such as {most}v{max(1, most - 1)}."
        raise UsageError(f"--units {shortened(units)}: no team has so many", hint)
    return sizes


def size_of(bench: Bench, units: str) -> int:
    """How many units teams have on both sides."""
    size, other = sizes_of(bench, units)
    if size != other:
        message = f"--units {shortened(units)}: a card is tried in teams of one size"
        raise UsageError(message, f"Give one number from 1 to {bench.rules.most}.")
    return size


def pools_of(bench: Bench, least: int) -> tuple[Pool, ...]:
    """The decks that have cards enough for a team."""
    pools = tuple(units_of(bench.game, bench.file).items())
    for name, units in pools:
        if len(units) < least:
            message = f"{name} has {len(units)} cards, and a team of {least} needs more"
            raise UsageError(message, "Give a smaller number with --units.")
    return pools
