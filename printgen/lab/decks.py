"""Decks against decks: random teams of two decks, or of two groups of cards, fight; the results as one document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import combinations, permutations, product
from math import comb
from operator import add
from typing import Any, Literal, TypeVar

from printgen.base import group_pairs
from printgen.base.seeds import Stream, rng_for
from printgen.lab.fight import BILLION, billionths, mean_over_types, share_of, ways
from printgen.lab.sums import FightPlace, Rules, Team, Unit, chance, measure, pair, table
from printgen.lab.work import Average, LongJob, Tally, average
from printgen.lab.workbench import LabGame, Pool, pools_of, units_of

T = TypeVar("T")
Data = dict[str, Any]
Row = dict[str, Average]

_CHUNK = 400
_EACH = 10
"""One of so many rounds through the terrains is fought by the groups and by teams of all sizes, too."""
_FEWEST_GROUPS, _MOST_GROUPS = 3, 30
_MOST_DECKS = 3
"""Of more decks, only teams of the given sizes fight."""
_SIZES = 4
"""Teams with up to so many units less fight, too."""
_CHANCES = ("win", "lose", "tie")


def hand(stream: Stream, deck: Sequence[T], count: int) -> tuple[T, ...]:
    """The first cards of a shuffled deck; all of them if it has no more."""
    places = list(range(len(deck)))
    for i in range(min(count, len(deck))):
        j = i + stream.below(len(deck) - i)
        places[i], places[j] = places[j], places[i]
    return tuple(deck[place] for place in places[:count])


def at_least_one(deck: Sequence[Unit], skills: frozenset[str], size: int) -> Fraction:
    """The chance that a team of a size has a unit with one of the skills."""
    without = sum(1 for unit in deck if skills.isdisjoint(unit.skills))
    return 1 - Fraction(comb(without, size), comb(len(deck), size))


def enough_alike(deck: Sequence[Unit], minimum: int, size: int) -> Fraction:
    """The chance that a team of a size has at least this many units of one group."""
    groups = Counter(unit.group for unit in deck)
    loose = groups.pop("", 0)
    # In how many ways so many cards are drawn with fewer than that of each group.
    few = [comb(loose, n) for n in range(size + 1)]
    for count in groups.values():
        group_ways = [comb(count, n) if n < minimum else 0 for n in range(size + 1)]
        few = [sum(few[i] * group_ways[n - i] for i in range(n + 1)) for n in range(size + 1)]
    return 1 - Fraction(few[size], comb(len(deck), size))


Need = Literal["skill", "group", "terrain"]


def chances_of(rules: Rules, deck: Sequence[Unit], size: int) -> dict[tuple[Need, str], Fraction]:
    """How likely a random team has a skill, enough units of a group or one that suits the terrain, as modifiers ask."""
    size = min(size, len(deck))
    chances: dict[tuple[Need, str], Fraction] = {}
    for modifier in rules.modifiers:
        if modifier.word == "alike":
            chances["group", modifier.name] = enough_alike(deck, modifier.least, size)
        if modifier.terrain:
            for terrain, skills in rules.terrains.items():
                chances["terrain", terrain] = at_least_one(deck, skills, size)
        for skill in filter(None, (modifier.skill, modifier.against)):
            chances["skill", skill] = at_least_one(deck, frozenset((skill,)), size)
    return chances


@dataclass(frozen=True)
class Contest:
    """Fights between random teams of decks, and between those of groups of their cards.

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
        return max(self.attackers, self.defenders, *self.sizes)


def contest_job(
    lab: LabGame, units: tuple[int, int], terrain: str, samples: int, seed: int, by_size: bool
) -> LongJob[Contest]:
    """The job of having so many samples of teams, and with `by_size` of smaller ones too, fight."""
    attackers, defenders = units
    pools, terrains = pools_of(lab, max(units)), lab.terrains(terrain)
    groups = _groups(lab, max(units))
    sizes = tuple(range(max(1, attackers - _SIZES), attackers + 1)) if by_size and len(pools) <= _MOST_DECKS else ()
    contest = Contest(lab.rules, pools, groups, attackers, defenders, terrains, sizes, seed)
    about = {
        **lab.about(), "units": [attackers, defenders], "terrain": lab.terrain(terrain),
        "open": bool(lab.rules.terrains), "terrains": list(terrains),
        "types": {kind.name: kind.title for kind in lab.rules.types},
        "decks": [_deck_data(lab, name, cards, attackers) for name, cards in pools],
        "groups": {code: lab.title_of(code, lab.file.group) for code, _ in groups},
        "seed": seed,
    }  # fmt: skip
    return LongJob(draw_teams, contest, range(samples), _CHUNK, about, _describe, _lines, nouns="samples")


def _groups(lab: LabGame, least: int) -> tuple[Pool, ...]:
    """The groups with enough cards for a team; none if there are too few or too many."""
    decks = units_of(lab.game, lab.file).values()
    members = group_pairs((unit.group, unit) for units in decks for unit in units if unit.group)
    groups = tuple((code, tuple(units)) for code, units in members.items() if len(units) >= least)
    return groups if _FEWEST_GROUPS <= len(groups) <= _MOST_GROUPS else ()


def _deck_data(lab: LabGame, name: str, units: Sequence[Unit], size: int) -> Data:
    """What is known of a deck without any fight."""
    modifiers = {modifier.name: modifier.title for modifier in lab.rules.modifiers}
    chances = []
    for (need, word), number in chances_of(lab.rules, units, size).items():
        title = lab.title_of(word, lab.file.skills) if need == "skill" else modifiers.get(word, word)
        chances.append({"what": need, "name": word, "title": title, "chance": pair(number)})
    title = lab.game.products[name].title
    return {"name": name, "title": title, "cards": len(units), "team": size, "chances": chances}


def draw_teams(contest: Contest, seeds: range) -> Tally:
    """The averages of fights by attacker and defender: overall by terrain, by type, by sizes; by pairs of groups."""
    tally: dict[str, dict[Any, Any]] = {"overall": {}, "types": {}, "sizes": {}, "groups": {}}
    last = len(contest.decks) - 1
    for sample in seeds:
        stream = rng_for(contest.seed, "contest", str(sample))
        rounds, at = divmod(sample, len(contest.terrains))
        place = FightPlace(contest.terrains[at])
        hands = [hand(stream, units, contest.most) for _, units in contest.decks]
        if len(hands) == 1:
            hands.append(hand(stream, contest.decks[0][1], contest.most))
        for attacker, defender in permutations(range(len(hands)), 2):
            key, teams = (min(attacker, last), min(defender, last)), (hands[attacker], hands[defender])
            _add_fight(contest, tally, (*key, at), teams, place)
            if rounds % _EACH == 0:
                _add_sizes(contest, tally["sizes"], key, teams, place)
        if contest.groups and rounds % _EACH == 0:
            hands = [hand(stream, units, contest.most) for _, units in contest.groups]
            for first, second in combinations(range(len(hands)), 2):
                shares = [_win_share(contest, hands[a], hands[d], place) for a, d in ((first, second), (second, first))]
                average(tally["groups"], (first, second), BILLION).add((shares[0] + BILLION - shares[1]) // 2)
    return tally


def _add_fight(
    contest: Contest, tally: Tally, key: tuple[int, int, int], teams: tuple[Team, Team], place: FightPlace
) -> None:
    rules, (attacker, defender, _) = contest.rules, key
    team, foes = teams[0][: contest.attackers], teams[1][: contest.defenders]
    counts = ways(rules, team, foes, place)
    chances = [billionths(count) for count in counts]
    row: Row = tally["overall"].setdefault(key, {})
    for word, numbers in zip(_CHANCES, zip(*chances, strict=True), strict=True):
        average(row, word, BILLION).add(mean_over_types(rules, numbers))
    average(row, "decided", BILLION).add(mean_over_types(rules, [share_of(rules, count) for count in counts]))
    for at, three in enumerate(chances):
        row = tally["types"].setdefault((attacker, defender, at), {})
        for word, number in zip(_CHANCES, three, strict=True):
            average(row, word, BILLION).add(number)
        for side, own, others in (("attacker", team, foes), ("defender", foes, team)):
            flat, dice = measure(rules, own, others, at, side == "attacker", place)
            average(row, side).add(flat)
            average(row, f"{side} dice").add(dice)


def _add_sizes(
    contest: Contest, rows: dict[Any, Average], key: tuple[int, int], teams: tuple[Team, Team], place: FightPlace
) -> None:
    """Fights of the first units of both hands, for all sizes."""
    for size, other in product(contest.sizes, repeat=2):
        counts = ways(contest.rules, teams[0][:size], teams[1][:other], place)
        share = mean_over_types(contest.rules, [billionths(count)[0] for count in counts])
        average(rows, (*key, size, other), BILLION).add(share)


def _win_share(contest: Contest, team: Team, foes: Team, place: FightPlace) -> int:
    """The share of fights that the attacker wins, with ties decided, in billionths."""
    rules = contest.rules
    counts = ways(rules, team[: contest.attackers], foes[: contest.defenders], place)
    return mean_over_types(rules, [share_of(rules, count) for count in counts])


def _describe(about: Mapping[str, Any], tally: Tally, done: int) -> Data:
    """The fights of decks as plain data."""
    pairs = list(dict.fromkeys((attacker, defender) for attacker, defender, _ in sorted(tally["overall"])))
    facts = {key: value for key, value in about.items() if key not in ("terrains", "groups")}
    groups = _group_matrix(about["groups"], tally["groups"]) if tally["groups"] else None
    return {
        **facts,
        "samples": done,
        "fights": [_fight_data(about, tally, *decks) for decks in pairs],
        "groups": groups,
    }


def _fight_data(about: Mapping[str, Any], tally: Tally, attacker: int, defender: int) -> Data:
    """The fights of two decks, by their places."""
    decks, terrains = about["decks"], about["terrains"]
    rows: dict[int, Row] = {at: row for (*key, at), row in tally["overall"].items() if key == [attacker, defender]}
    overall = {word: reduce(add, [row[word] for row in rows.values()]) for word in (*_CHANCES, "decided")}
    return {
        "attacker": decks[attacker]["name"],
        "defender": decks[defender]["name"],
        "all": {**_win_lose_tie(overall), "interval": _margin(overall["win"]), "decided": _mean(overall["decided"])},
        "types": {
            name: _type_data(tally["types"][attacker, defender, at]) for at, name in enumerate(about["types"])
        },
        "terrains": {terrains[at]: _win_lose_tie(rows[at]) for at in sorted(rows) if terrains[at]},
        **_size_data(tally["sizes"], [attacker, defender]),
    }  # fmt: skip


def _type_data(row: Row) -> Data:
    sides = {
        side: {"flat": _mean(row[side]), "interval": _margin(row[side]), "dice": _mean(row[f"{side} dice"])}
        for side in ("attacker", "defender")
    }
    return {**_win_lose_tie(row), **sides}


def _size_data(rows: Mapping[tuple[int, ...], Average], decks: Sequence[int]) -> Data:
    """The share of fights that so many units win, by their number and by that of the defenders."""
    shares: dict[str, dict[str, float]] = {}
    widest = 0.0
    for (*key, size, other), share in sorted(rows.items(), key=lambda row: row[0]):
        if key == decks:
            shares.setdefault(str(size), {})[str(other)] = _mean(share)
            widest = max(widest, _margin(share))
    return {"sizes": shares, "sizes_interval": widest} if shares else {}


def _group_matrix(titles: Mapping[str, str], rows: Mapping[tuple[int, int], Average]) -> Data:
    """The share of fights that each group wins against each other, both attacking as often."""
    matrix = [[0.5] * len(titles) for _ in titles]
    for (first, second), share in rows.items():
        matrix[first][second] = _mean(share)
        matrix[second][first] = round(1 - matrix[first][second], 6)
    best_first = sorted(range(len(matrix)), key=lambda n: -sum(matrix[n]))
    return {
        "names": [*titles], "titles": [*titles.values()], "matrix": matrix,
        "interval": max(map(_margin, rows.values())), "order": best_first,
    }  # fmt: skip


def _win_lose_tie(row: Row) -> Data:
    return {word: _mean(row[word]) for word in _CHANCES}


def _mean(average: Average) -> float:
    return round(float(average.mean), 6)


def _margin(average: Average) -> float:
    return round(average.margin(), 6)


def _lines(document: Data) -> Iterator[str]:
    attackers, defenders = document["units"]
    least = max(fight["all"]["interval"] for fight in document["fights"])
    how = f"{document['samples']:,} pairs of random teams, ± {100 * least:.1f} %"
    yield f"{attackers} units attack {defenders}, {place_text(document)}: {how}"
    titles = {deck["name"]: deck["title"] for deck in document["decks"]}
    for fight in document["fights"]:
        yield ""
        yield from _fight_lines(fight, titles, document["types"])
    yield ""
    yield from _chance_lines(document["decks"])
    if document["groups"]:
        yield ""
        yield from _matrix_lines(document["groups"])


def place_text(document: Data) -> str:
    """The terrain of fights, in words."""
    if document["terrain"]:
        return f"on {document['terrain']}"
    return "on all terrains alike" if document["open"] else "in the open"


def _fight_lines(fight: Data, titles: Mapping[str, str], types: Mapping[str, str]) -> Iterator[str]:
    attacker, defender = titles[fight["attacker"]], titles[fight["defender"]]
    head = [f"{attacker} attacks", "win", "lose", "tie", "attacker", "defender"]
    rows = [
        [types[name], *_percents(row), *(f"{row[side]['flat']:.1f}" for side in ("attacker", "defender"))]
        for name, row in fight["types"].items()
    ]
    rows.append(["All types", *_percents(fight["all"]), "", ""])
    yield from table(head, rows)
    if len(fight["terrains"]) > 1:
        by_terrain = ", ".join(f"{name} {chance(row['win'])}" for name, row in fight["terrains"].items())
        yield f"wins by terrain: {by_terrain}"
    yield f"with ties decided {attacker} wins {chance(fight['all']['decided'])} of its attacks on {defender}"
    if sizes := fight.get("sizes"):
        numbers = sorted(map(int, sizes), reverse=True)
        head = ["wins of", *(f"against {number}" for number in numbers)]
        yield from table(head, [[str(n), *(chance(sizes[str(n)][str(m)]) for m in numbers)] for n in numbers])


def _percents(row: Data) -> list[str]:
    return [chance(row[word]) for word in _CHANCES]


def _chance_lines(decks: Sequence[Data]) -> Iterator[str]:
    """The chances that a random team meets the conditions of modifiers."""
    columns = [[chance(Fraction(*row["chance"])) for row in deck["chances"]] for deck in decks]
    names = [f"terrain {row['title']}" if row["what"] == "terrain" else row["title"] for row in decks[0]["chances"]]
    head = [f"a team of {decks[0]['team']} has", *(deck["title"] for deck in decks)]
    yield from table(head, [[name, *row] for name, *row in zip(names, *columns, strict=True)])


def _matrix_lines(groups: Data) -> Iterator[str]:
    order, matrix = groups["order"], groups["matrix"]
    rows = [
        [groups["titles"][n], *("" if n == m else f"{100 * matrix[n][m]:.0f}" for m in order)] for n in order
    ]  # fmt: skip
    yield from table(["wins against", *(groups["names"][n] for n in order)], rows)
    yield f"in %, both sides attacking equally often, ± {100 * groups['interval']:.0f}"
