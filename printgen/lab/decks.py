"""Decks against decks: random teams that are drawn, or all teams counted together, in one document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import combinations, product
from operator import add
from typing import Any

from printgen.base.seeds import rng_for
from printgen.lab.fight import BILLION, billionths, mean_over_types, share_of, ways
from printgen.lab.statistics import Average, average, matrix_data, matrix_lines
from printgen.lab.sums import Field, Rules, Unit, chance, measure, pair, table
from printgen.lab.teams import Matchup, chances_of, hand
from printgen.lab.work import LongJob, Tally
from printgen.lab.workbench import LabGame, Pool, pools_of, units_of

Data = dict[str, Any]

_CHUNK = 400
_EACH = 10
"""One of so many rounds through the terrains is fought by the groups and by teams of all sizes, too."""
_FEWEST_GROUPS, _MOST_GROUPS = 3, 30
_MOST_DECKS = 3
"""Of more decks, only teams of the given sizes fight."""
_SIZES = 4
"""Teams with up to so many units less fight, too."""
_CHANCES = ("win", "lose", "tie")
Row = dict[str, Average]


@dataclass(frozen=True)
class Contest:
    """Fights between teams of decks, and between teams of groups of their cards.

    An attacker has `attackers` units, a defender `defenders`. Samples take the `terrains`, None for none, in turn.
    Teams of all `sizes` fight, too. `seed` is for all that is drawn.
    """

    rules: Rules
    decks: tuple[Pool, ...]
    groups: tuple[Pool, ...]
    attackers: int
    defenders: int
    terrains: tuple[str | None, ...]
    sizes: tuple[int, ...]
    seed: int

    @property
    def most(self) -> int:
        """The most units of a team."""
        return max(self.attackers, self.defenders, *self.sizes)


def contest_job(
    bench: LabGame, units: tuple[int, int], terrain: str, samples: int | None, seed: int, by_size: bool
) -> LongJob[Contest]:
    """The job of having teams of so many attackers and defenders fight: all of them, or so many samples.

    `by_size` has smaller teams fight, too.
    """
    attackers, defenders = units
    pools = pools_of(bench, max(units))
    terrains = bench.terrains(terrain)
    groups = _groups(bench, max(units))
    sizes = tuple(range(max(1, attackers - _SIZES), attackers + 1)) if by_size and len(pools) <= _MOST_DECKS else ()
    members = tuple((code, units) for code, _, units in groups)
    contest = Contest(bench.rules, pools, members, attackers, defenders, terrains, sizes, seed)
    about = {
        **bench.about(), "units": [attackers, defenders], "terrain": bench.terrain(terrain),
        "open": bool(bench.rules.terrains), "terrains": list(terrains),
        "types": {one.name: one.title for one in bench.rules.types},
        "decks": [_deck(bench, name, units, attackers) for name, units in pools],
        "groups": [{"name": code, "title": title} for code, title, _ in groups],
    }  # fmt: skip
    if samples is None:
        seeds = range(len(bench.rules.types) * len(terrains))
        return LongJob(count_all, contest, seeds, 1, about, _describe, _lines, nouns="types on terrains")
    about |= {"seed": seed}
    return LongJob(draw_teams, contest, range(samples), _CHUNK, about, _describe, _lines, nouns="samples")


def _groups(bench: LabGame, least: int) -> list[tuple[str, str, tuple[Unit, ...]]]:
    """The groups with cards enough for a team: code, title and units; none where they are too few or too many."""
    members: dict[str, list[Unit]] = {}
    for units in units_of(bench.game, bench.file).values():
        for unit in units:
            if unit.group:
                members.setdefault(unit.group, []).append(unit)
    groups = [
        (code, bench.title_of(code, bench.file.group), tuple(units))
        for code, units in members.items()
        if len(units) >= least
    ]
    return groups if _FEWEST_GROUPS <= len(groups) <= _MOST_GROUPS else []


def _deck(bench: LabGame, name: str, units: Sequence[Unit], size: int) -> Data:
    """What is known of a deck without any fight."""
    modifiers = {one.name: one.title for one in bench.rules.modifiers}
    chances = []
    for (what, word), number in chances_of(bench.rules, units, size).items():
        title = bench.title_of(word, bench.file.skills) if what == "skill" else modifiers.get(word, word)
        chances.append({"what": what, "name": word, "title": title, "chance": pair(number)})
    title = bench.game.products[name].title
    return {"name": name, "title": title, "cards": len(units), "team": size, "chances": chances}


def _new_tally() -> Tally:
    """Rows of averages: overall and by type, each by attacker, defender and terrain; by sizes; and by groups.

    The terrain is the last part of each key.
    """
    return {"overall": {}, "types": {}, "sizes": {}, "groups": {}}


def draw_teams(contest: Contest, seeds: range) -> Tally:
    """The averages of fights between random teams."""
    tally = _new_tally()
    last = len(contest.decks) - 1
    for sample in seeds:
        stream = rng_for(contest.seed, "contest", str(sample))
        rounds, at = divmod(sample, len(contest.terrains))
        field = Field(contest.terrains[at])
        hands = [hand(stream, units, contest.most) for _, units in contest.decks]
        if len(hands) == 1:
            hands.append(hand(stream, contest.decks[0][1], contest.most))
        for attacker, defender in _both_ways(len(hands)):
            key = min(attacker, last), min(defender, last), at
            _add_fight(contest, tally, key, hands[attacker], hands[defender], field)
            if rounds % _EACH == 0:
                _add_sizes(contest, tally["sizes"], key, hands[attacker], hands[defender], field)
        if contest.groups and rounds % _EACH == 0:
            hands = [hand(stream, units, contest.most) for _, units in contest.groups]
            for one, other in combinations(range(len(hands)), 2):
                shares = [_win_share(contest, hands[a], hands[d], field) for a, d in ((one, other), (other, one))]
                average(tally["groups"], (one, other, at), BILLION).add((shares[0] + BILLION - shares[1]) // 2)
    return tally


def _both_ways(count: int) -> Iterator[tuple[int, int]]:
    for one, other in combinations(range(count), 2):
        yield one, other
        yield other, one


def _add_fight(
    contest: Contest, tally: Tally, key: tuple[int, int, int], team: tuple[Unit, ...], foes: tuple[Unit, ...],
    field: Field,
) -> None:  # fmt: skip
    rules, (attacker, defender, terrain) = contest.rules, key
    team, foes = team[: contest.attackers], foes[: contest.defenders]
    found = ways(rules, team, foes, field)
    chances = [billionths(one) for one in found]
    row: Row = tally["overall"].setdefault(key, {})
    for word, numbers in zip(_CHANCES, zip(*chances, strict=True), strict=True):
        average(row, word, BILLION).add(mean_over_types(rules, numbers))
    average(row, "decided", BILLION).add(mean_over_types(rules, [share_of(rules, one) for one in found]))
    for at, three in enumerate(chances):
        row = tally["types"].setdefault((attacker, defender, at, terrain), {})
        for word, number in zip(_CHANCES, three, strict=True):
            average(row, word, BILLION).add(number)
        for side, own, others in (("attacker", team, foes), ("defender", foes, team)):
            flat, dice = measure(rules, own, others, at, side == "attacker", field)
            average(row, side).add(flat)
            average(row, f"{side} dice").add(dice)


def _add_sizes(
    contest: Contest, rows: dict[Any, Average], key: tuple[int, int, int], team: tuple[Unit, ...],
    foes: tuple[Unit, ...], field: Field,
) -> None:  # fmt: skip
    """Fights of the first units of both hands, for all sizes."""
    attacker, defender, terrain = key
    for size, other in product(contest.sizes, repeat=2):
        found = ways(contest.rules, team[:size], foes[:other], field)
        share = mean_over_types(contest.rules, [billionths(one)[0] for one in found])
        average(rows, (attacker, defender, size, other, terrain), BILLION).add(share)


def _win_share(contest: Contest, team: tuple[Unit, ...], foes: tuple[Unit, ...], field: Field) -> int:
    """The share of fights that the attacker wins, with ties decided, in billionths."""
    rules = contest.rules
    found = ways(rules, team[: contest.attackers], foes[: contest.defenders], field)
    return mean_over_types(rules, [share_of(rules, one) for one in found])


def count_all(contest: Contest, seeds: range) -> Tally:
    """The averages of fights between all teams, as fractions; a seed is one type of fight on one terrain."""
    tally = _new_tally()
    decks = [units for _, units in (*contest.decks, *contest.groups)]
    own = len(contest.decks)
    pairs = [*_both_ways(own)] or [(0, 0)]
    for seed in seeds:
        terrain, at = divmod(seed, len(contest.rules.types))
        weight = contest.rules.types[at].share
        matchup = Matchup(contest.rules, decks, contest.most, at, contest.terrains[terrain])
        for attacker, defender in pairs:
            odds = matchup.mean_odds((attacker, contest.attackers), (defender, contest.defenders))
            overall: Row = tally["overall"].setdefault((attacker, defender, terrain), {})
            row: Row = tally["types"].setdefault((attacker, defender, at, terrain), {})
            for word in _CHANCES:
                average(row, word).add(getattr(odds, word))
            for word in (*_CHANCES, "decided"):
                average(overall, word).add(getattr(odds, word), weight)
            for side, (flat, dice) in (("attacker", odds.attacker), ("defender", odds.defender)):
                average(row, side).add(flat)
                average(row, f"{side} dice").add(dice)
            for size, other in product(contest.sizes, repeat=2):
                win = matchup.mean_odds((attacker, size), (defender, other)).win
                average(tally["sizes"], (attacker, defender, size, other, terrain)).add(win, weight)
        for one, other in combinations(range(own, len(decks)), 2):
            first, second = (
                matchup.mean_odds((a, contest.attackers), (d, contest.defenders)).decided
                for a, d in ((one, other), (other, one))
            )
            average(tally["groups"], (one - own, other - own, terrain)).add((first + 1 - second) / 2, weight)
    return tally


def _describe(about: Mapping[str, Any], tally: Tally, done: int) -> Data:
    """The fights of decks as plain data; of all teams, only terrains on which all types are counted."""
    drawn = "seed" in about
    pairs = list(dict.fromkeys((a, d) for a, d, _ in sorted(tally["overall"])))
    terrains = [
        n for n in range(len(about["terrains"]))
        if all((*pairs[0], at, n) in tally["types"] for at in range(len(about["types"])))
    ]  # fmt: skip
    rest = {key: value for key, value in about.items() if key not in ("terrains", "groups")}
    results = _Results(about, tally, terrains, drawn)
    groups = results.groups() if terrains and tally["groups"] else None
    fights = [results.fight(*one) for one in pairs] if terrains else []
    return {**rest, "samples": done if drawn else None, "fights": fights, "groups": groups}


@dataclass(frozen=True)
class _Results:
    """The averages over some terrains as plain data; those of teams that were drawn may be off."""

    about: Mapping[str, Any]
    tally: Tally
    terrains: Sequence[int]
    drawn: bool

    def fight(self, attacker: int, defender: int) -> Data:
        """The fights of two decks."""
        decks, types, grounds = self.about["decks"], self.about["types"], self.about["terrains"]
        overall = self._row("overall", attacker, defender)
        exact = {} if self.drawn else {"exact": {word: pair(overall[word].mean) for word in _CHANCES}}
        rows = {n: self.tally["overall"].get((attacker, defender, n)) for n in self.terrains if grounds[n]}
        return {
            "attacker": decks[attacker]["name"],
            "defender": decks[defender]["name"],
            "all": {
                **_three(overall), "interval": self._off(overall["win"]), "decided": _float(overall["decided"]),
                **exact,
            },
            "types": {name: self._of_type(self._row("types", attacker, defender, at)) for at, name in enumerate(types)},
            "terrains": {grounds[n]: _three(row) for n, row in rows.items() if row},
            **self._sizes(attacker, defender),
        }  # fmt: skip

    def _of_type(self, row: Row) -> Data:
        sides = {
            side: {"flat": _float(row[side]), "interval": self._off(row[side]), "dice": _float(row[f"{side} dice"])}
            for side in ("attacker", "defender")
        }
        return {**_three(row), **sides}

    def _sizes(self, attacker: int, defender: int) -> Data:
        """The share of fights that so many units win, by their number and by that of the defenders."""
        sizes = sorted({key[2:4] for key in self.tally["sizes"] if key[:2] == (attacker, defender)})
        shares: dict[str, dict[str, float]] = {}
        widest = 0.0
        for size, other in sizes:
            share = self._sum("sizes", attacker, defender, size, other)
            shares.setdefault(str(size), {})[str(other)] = _float(share)
            widest = max(widest, self._off(share))
        return {"sizes": shares, "sizes_interval": widest} if shares else {}

    def groups(self) -> Data:
        """The share of fights that each group wins against each other, both attacking as often."""
        names = self.about["groups"]
        matrix = [[0.5] * len(names) for _ in names]
        widest = 0.0
        for one, other in combinations(range(len(names)), 2):
            share = self._sum("groups", one, other)
            matrix[one][other] = _float(share)
            matrix[other][one] = round(1 - matrix[one][other], 6)
            widest = max(widest, self._off(share))
        return matrix_data(names, matrix, widest)

    def _sum(self, what: str, *key: int) -> Average:
        rows: dict[tuple[int, ...], Average] = self.tally[what]
        return reduce(add, [rows[*key, n] for n in self.terrains if (*key, n) in rows])

    def _row(self, what: str, *key: int) -> Row:
        rows = [self.tally[what][*key, n] for n in self.terrains if (*key, n) in self.tally[what]]
        return {word: reduce(add, [row[word] for row in rows]) for word in rows[0]}

    def _off(self, average: Average) -> float:
        return round(average.off(), 6) if self.drawn else 0.0


def _three(row: Row) -> Data:
    return {word: _float(row[word]) for word in _CHANCES}


def _float(average: Average) -> float:
    return round(float(average.mean), 6)


def _lines(document: Data) -> Iterator[str]:
    """The document as people read it."""
    if not document["fights"]:
        yield "no terrain is reckoned in full yet"
        return
    attackers, defenders = document["units"]
    least = max(fight["all"]["interval"] for fight in document["fights"])
    samples = document["samples"]
    how = f"{samples:,} pairs of random teams, ± {100 * least:.1f} %" if samples else "all teams, exactly"
    yield f"{attackers} units attack {defenders}, {where(document)}: {how}"
    titles = {deck["name"]: deck["title"] for deck in document["decks"]}
    for fight in document["fights"]:
        yield ""
        yield from _fight_lines(fight, titles, document["types"])
    yield ""
    yield from _chance_lines(document["decks"])
    if document["groups"]:
        yield ""
        yield from matrix_lines(document["groups"])


def where(document: Data) -> str:
    """On which terrain fights are, in words."""
    if document["terrain"]:
        return f"on {document['terrain']}"
    return "on all terrains alike" if document["open"] else "in the open"


def _fight_lines(fight: Data, titles: Mapping[str, str], types: Mapping[str, str]) -> Iterator[str]:
    attacker, defender = titles[fight["attacker"]], titles[fight["defender"]]
    head = [f"{attacker} attacks", "win", "lose", "tie", "attacker", "defender"]
    rows = [
        [types[name], *_percents(one), *(f"{one[side]['flat']:.1f}" for side in ("attacker", "defender"))]
        for name, one in fight["types"].items()
    ]
    rows.append(["All types", *_percents(fight["all"]), "", ""])
    yield from table(head, rows)
    if len(fight["terrains"]) > 1:
        by_terrain = ", ".join(f"{name} {chance(one['win'])}" for name, one in fight["terrains"].items())
        yield f"wins by terrain: {by_terrain}"
    yield f"with ties decided {attacker} wins {chance(fight['all']['decided'])} of its attacks on {defender}"
    if sizes := fight.get("sizes"):
        numbers = sorted(map(int, sizes), reverse=True)
        head = ["wins of", *(f"against {number}" for number in numbers)]
        yield from table(head, [[str(n), *(chance(sizes[str(n)][str(m)]) for m in numbers)] for n in numbers])


def _percents(one: Data) -> list[str]:
    return [chance(one[word]) for word in _CHANCES]


def _chance_lines(decks: Sequence[Data]) -> Iterator[str]:
    """How likely a random team has what modifiers ask for."""
    columns = [[chance(Fraction(*row["chance"])) for row in deck["chances"]] for deck in decks]
    names = [f"terrain {row['title']}" if row["what"] == "terrain" else row["title"] for row in decks[0]["chances"]]
    head = [f"a team of {decks[0]['team']} has", *(deck["title"] for deck in decks)]
    yield from table(head, [[name, *row] for name, *row in zip(names, *columns, strict=True)])
