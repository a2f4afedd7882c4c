"""Decks come in; who wins how often when all their teams meet, with no sampling, is told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import Any

from printgen.lab.contest import Contest
from printgen.lab.decks import Data, matrix_told, told_lines
from printgen.lab.meeting import Meeting
from printgen.lab.work import Tally, Work, added

_WORDS = ("win", "lose", "tie")


def seeds_of(contest: Contest) -> range:
    """What there is to reckon: each type on each terrain."""
    return range(len(contest.rules.types) * len(contest.terrains))


def look(contest: Contest, seeds: range) -> Tally:
    """The chances in types of fights on terrains, as fractions, by the attacking and the defending deck."""
    tally: Tally = {}
    decks = [units for _, units in (*contest.decks, *contest.groups)]
    most = max(contest.attackers, contest.defenders, *contest.sizes)
    own = range(len(contest.decks))
    pairs = list(combinations(own, 2)) or [(0, 0)]
    for seed in seeds:
        terrain, at = divmod(seed, len(contest.rules.types))
        meeting = Meeting(contest.rules, decks, most, at, contest.terrains[terrain])

        def shares(attacker: int, defender: int, met: Meeting = meeting) -> list[list[int]]:
            found = met.met((attacker, contest.attackers), (defender, contest.defenders))
            return [_pair(number) for number in (*found[:4], *found.attacker, *found.defender)]

        both = dict.fromkeys((pair for one, other in pairs for pair in ((one, other), (other, one))))
        groups = combinations(range(len(own), len(decks)), 2)
        tally[f"{terrain} {at}"] = {
            "decks": {f"{one} {other}": shares(one, other) for one, other in both},
            "sizes": {
                f"{one} {other} {size} {foes}": _pair(meeting.met((one, size), (other, foes)).win)
                for one, other in both
                for size, foes in product(contest.sizes, repeat=2)
            },
            "groups": {
                f"{one - len(own)} {other - len(own)}": [shares(one, other)[3], shares(other, one)[3]]
                for one, other in groups
            },
        }
    return tally


def _pair(number: Fraction) -> list[int]:
    return [number.numerator, number.denominator]


def _told(about: Mapping[str, Any], tally: Tally, done: int) -> Data:
    types = about["types"]
    terrains = [n for n in range(len(about["terrains"])) if all(f"{n} {at}" in tally for at in range(len(types)))]
    rest = {key: value for key, value in about.items() if key not in ("terrains", "groups", "shares")}
    told: Data = {**rest, "samples": None, "fights": [], "groups": None}
    if not terrains:  # It was stopped before all types were reckoned on one of them.
        return told
    whole = _Known(about, tally, terrains)
    told["fights"] = [whole.fight(key) for key in tally[f"{terrains[0]} 0"]["decks"]]
    told["groups"] = whole.groups()
    return told


class _Known:
    """What is known of all types on some terrains; chances over all are means, by the shares of the types."""

    def __init__(self, about: Mapping[str, Any], tally: Tally, terrains: Sequence[int]) -> None:
        self.about, self.tally, self.terrains = about, tally, terrains
        self.names, self.types = [deck["name"] for deck in about["decks"]], [*about["types"]]
        self.shares = [Fraction(share, sum(about["shares"])) for share in about["shares"]]

    def fight(self, key: str) -> Data:
        """The fights of two decks."""
        attacker, defender = map(int, key.split())
        found = [[self._numbers(n, at, key) for at in range(len(self.types))] for n in self.terrains]
        by_terrain = [[self._over([one[n] for one in row]) for n in range(4)] for row in found]
        overall = [_mean([row[n] for row in by_terrain]) for n in range(4)]
        by_type = [[_mean([row[at][n] for row in found]) for n in range(8)] for at in range(len(self.types))]
        exact = {word: _pair(number) for word, number in zip(_WORDS, overall, strict=False)}
        terrains = {self.about["terrains"][n]: _three(row) for n, row in zip(self.terrains, by_terrain, strict=True)}
        sizes = self._sizes(key)
        return {
            "attacker": self.names[attacker],
            "defender": self.names[defender],
            "all": {**_three(overall), "interval": 0.0, "decided": _float(overall[3]), "exact": exact},
            "types": {name: _of_type(row) for name, row in zip(self.types, by_type, strict=True)},
            "terrains": {name: row for name, row in terrains.items() if name},
            **({"sizes": sizes, "sizes_interval": 0.0} if sizes else {}),
        }

    def groups(self) -> Data | None:
        """Who of the groups wins against whom, with either side attacking."""
        names = self.about["groups"]
        matrix = [[0.5] * len(names) for _ in names]
        for key in self.tally[f"{self.terrains[0]} 0"]["groups"]:
            one, other = map(int, key.split())
            ours, theirs = (self._whole("groups", key, side) for side in (0, 1))
            matrix[one][other] = _float((ours + 1 - theirs) / 2)
            matrix[other][one] = round(1 - matrix[one][other], 6)
        return matrix_told(names, matrix, 0.0) if names else None

    def _sizes(self, key: str) -> dict[str, dict[str, float]]:
        """How often so many units win, by their number and by that of the defenders."""
        found: dict[str, dict[str, float]] = {}
        for held in self.tally[f"{self.terrains[0]} 0"]["sizes"]:
            pair, size, foes = held.rsplit(" ", 2)
            if pair == key:
                found.setdefault(size, {})[foes] = _float(self._whole("sizes", held))
        return found

    def _numbers(self, terrain: int, at: int, key: str) -> list[Fraction]:
        return [Fraction(*one) for one in self.tally[f"{terrain} {at}"]["decks"][key]]

    def _whole(self, what: str, key: str, side: int | None = None) -> Fraction:
        """The mean of a number over all types and terrains."""
        rows = []
        for n in self.terrains:
            held = [self.tally[f"{n} {at}"][what][key] for at in range(len(self.types))]
            rows.append(self._over([Fraction(*(one if side is None else one[side])) for one in held]))
        return _mean(rows)

    def _over(self, numbers: Sequence[Fraction]) -> Fraction:
        return sum((share * number for share, number in zip(self.shares, numbers, strict=True)), Fraction(0))


def _mean(numbers: Sequence[Fraction]) -> Fraction:
    return sum(numbers, Fraction(0)) / len(numbers)


def _three(numbers: Sequence[Fraction]) -> Data:
    return {word: _float(number) for word, number in zip(_WORDS, numbers, strict=False)}


def _of_type(numbers: Sequence[Fraction]) -> Data:
    sides = {
        side: {"flat": _float(numbers[n]), "interval": 0.0, "dice": _float(numbers[n + 1])}
        for side, n in (("attacker", 4), ("defender", 6))
    }
    return {**_three(numbers), **sides}


def _float(number: Fraction) -> float:
    return round(float(number), 6)


def _lines(told: Data) -> Iterator[str]:
    if not told["fights"]:
        yield "no terrain is reckoned in full yet"
        return
    yield from told_lines(told)


EXACT = Work("decks-exact", look, _told, _lines, added, nouns="types on terrains")
"""The work of having all teams of decks meet."""
