"""Named rules of a game come in; sets of options are played on the same seeds, and the fairest of them goes out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import sqrt
from typing import Any

from printgen.lab.sums import table
from printgen.lab.war.model import DRAWN, State
from printgen.lab.war.play import GAMES_A_SEED, Plan, at_once, dealt, game_of
from printgen.lab.war.reading import wilson
from printgen.lab.work import Job, Tally, Work
from printgen.rules.fight_shapes import FightFile

Options = Mapping[str, str]
"""Options by the names of their rules."""

SURE = 1.959964
_LISTED = 12
"""So many sets of several rules are told, the nearest to even."""
_ENOUGH = 1000
VAGUE = 0.05
"""A share that is known no better than this says nothing about fairness."""
_COUNTED = ("points", "turns", "fights")
"""What is counted of the games of a seed: half points of the second side, turns and fights."""


@dataclass(frozen=True)
class Search:
    """Sets of options, by the words that call them, each with what is played; the first changes nothing."""

    sets: tuple[tuple[str, Plan], ...]


def words_of(options: Options) -> str:
    """How a command line names a set of options, "" for none."""
    return " ".join(f"{name}={option}" for name, option in options.items())


def sets_of(
    file: FightFile, fixed: Options, alone: Iterable[str], mixed: Iterable[str], together: int
) -> list[dict[str, str]]:
    """The sets to try: none, each option of some rules alone, and those of the mixed rules up to so many together.

    Rules that are `fixed` stay as they are.
    """
    others = {
        name: [word for word in rule.options if word != rule.usual]
        for name, rule in file.rules.items()
        if name not in fixed
    }
    single, several = (set(names) for names in (alone, mixed))
    found: list[dict[str, str]] = [{}]
    found += [{name: option} for name, options in others.items() if name in single for option in options]
    for count in range(2, together + 1):
        for rules in combinations([name for name in others if name in several], count):
            found += [dict(zip(rules, chosen, strict=True)) for chosen in product(*(others[name] for name in rules))]
    return found


def try_sets(search: Search, seeds: range) -> Tally:
    """Play the games of some seeds with each set; what differs from the first one is counted for each seed.

    Seeds count in two halves, by whether they are even: one to choose by, and one to tell how good the choice is.
    """
    tally: Tally = {"sets": {}}
    for seed in seeds:
        half, first = str(seed % 2), None
        for name, plan in search.sets:
            numbers = _played(plan, seed)
            first = first or numbers
            row = tally["sets"].setdefault(name, {}).setdefault(half, _nothing())
            row["seeds"] += 1
            row["draws"] += numbers[3]
            row["began"] += numbers[4]
            for at, what in enumerate(_COUNTED):
                apart = numbers[at] - first[at]
                for key, number in ((what, numbers[at]), (f"{what}_apart", apart)):
                    row[key][0] += number
                    row[key][1] += number * number
    return tally


def _nothing() -> Tally:
    sums = {key: [0, 0] for what in _COUNTED for key in (what, f"{what}_apart")}
    return {"seeds": 0, "draws": 0, "began": 0, **sums}


def _played(plan: Plan, seed: int) -> tuple[int, int, int, int, int]:
    """The games of a seed: half points of the second side, turns, fights, draws, and wins of who began."""
    arena, decks, first = dealt(plan, seed)
    ended = [game_of(plan, seed, number, arena, decks, first) for number in range(GAMES_A_SEED)]
    draws = sum(state.winner == DRAWN for state in ended)
    return (
        sum(_points(state) for state in ended), sum(state.turn + (state.winner != DRAWN) for state in ended),
        sum(state.fights for state in ended), draws, sum(state.winner == state.began for state in ended),
    )  # fmt: skip


def _points(state: State) -> int:
    return 1 if state.winner == DRAWN else 2 * (state.winner == 1)


def _both(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """Both halves of a row."""
    halves = [*row.values()]
    return halves[0] if len(halves) == 1 else RULES.merge(*halves)


def _mean(pair: Sequence[int], seeds: int, unit: float) -> tuple[float, float]:
    """The mean of what seeds gave, in units, and how far it may be off in 95 of 100 cases."""
    mean = pair[0] / seeds
    spread = max(0.0, pair[1] / seeds - mean * mean)
    return mean / unit, SURE * sqrt(spread / max(1, seeds - 1)) / unit


def _row(options: Options, found: Mapping[str, Any], says: Mapping[str, str]) -> dict[str, Any]:
    """What a set gave, as data: shares of the second side, and what differs from no set at all."""
    seeds = found["seeds"]
    games = seeds * GAMES_A_SEED
    told: dict[str, Any] = {"rules": dict(options), "says": dict(says), "games": games}
    for what, unit in (("points", 2.0), ("turns", 1.0), ("fights", 1.0)):
        mean, off = _mean(found[what], seeds, unit * GAMES_A_SEED)
        apart, apart_off = _mean(found[f"{what}_apart"], seeds, unit * GAMES_A_SEED)
        key = "share" if what == "points" else what
        told[key] = {
            "mean": round(mean, 4), "off": round(off, 4), "effect": round(apart, 4), "effect_off": round(apart_off, 4)
        }  # fmt: skip
    if not told["share"]["off"]:
        low, high = wilson(found["points"][0] / 2, games)
        told["share"]["off"] = round(max(high - told["share"]["mean"], told["share"]["mean"] - low), 4)
    told["draws"] = round(found["draws"] / games, 4)
    told["first_wins"] = round(found["began"] / games, 4)
    return told


def fairest(rows: Sequence[Mapping[str, Any]]) -> int:
    """Which of rows is fairest: one of the fewest rules with which the share may be even, the nearest to it.

    Where none may be, the nearest.
    """

    def far(at: int) -> float:
        return abs(float(rows[at]["share"]["mean"]) - 0.5)

    even = [at for at, row in enumerate(rows) if far(at) <= row["share"]["off"]]
    fewest = min((len(rows[at]["rules"]) for at in even), default=None)
    chosen = [at for at in even if len(rows[at]["rules"]) == fewest] or range(len(rows))
    return min(chosen, key=lambda at: (far(at), len(rows[at]["rules"]), at))


def _told(about: Mapping[str, Any], tally: Tally, done: int) -> dict[str, Any]:
    """What sets of rules do to games, as data."""
    sets = {words_of(one["rules"]): one for one in about["sets"]}
    found = {name: tally["sets"][name] for name in sets}
    rows = [_row(sets[name]["rules"], _both(halves), sets[name]["says"]) for name, halves in found.items()]
    rest = {key: held for key, held in about.items() if key != "sets"}
    document = {**rest, "games": rows[0]["games"], "usual": rows[0], "sets": rows[1:], "fairest": None}
    if all({"0", "1"} <= halves.keys() for halves in found.values()):
        choosing = [_row(sets[name]["rules"], halves["0"], {}) for name, halves in found.items()]
        at = fairest(choosing)
        name = [*found][at]
        measured = _row(sets[name]["rules"], found[name]["1"], sets[name]["says"])
        document["fairest"] = {**measured, "chosen_by": choosing[at]["share"]}
    return document


def _percent(number: float, off: float | None = None, form: str = "{:.1f}") -> str:
    text = form.format(100 * number)
    return f"{text} ± {100 * off:.1f}" if off is not None else text


def _cells(row: Mapping[str, Any]) -> list[str]:
    share, turns, fights = row["share"], row["turns"], row["fights"]
    return [
        words_of(row["rules"]) or "as they are",
        _percent(share["mean"], share["off"]),
        _percent(share["effect"], share["effect_off"], "{:+.1f}") if row["rules"] else "",
        f"{turns['mean']:.1f}",
        f"{turns['effect']:+.1f} ± {turns['effect_off']:.1f}" if row["rules"] else "",
        f"{fights['mean']:.1f}",
        f"{fights['effect']:+.1f} ± {fights['effect_off']:.1f}" if row["rules"] else "",
        _percent(row["first_wins"]),
    ]  # fmt: skip


def _lines(told: dict[str, Any]) -> Iterator[str]:
    """What sets of rules do to games, as people read it."""
    second, seeds = told["sides"][1], told["seeds"]
    same = told["policy"] == told["against"]
    played = f"{told['policy']} against {'itself' if same else told['against']}"
    yield f"{told['games']:,} games of {told['game']} for each set, {played}, on {told['arrangement']} boards"
    if told["fixed"]:
        yield f"with {words_of(told['fixed'])}"
    yield f"{seeds['done']:,} seeds from {seeds['first']}, the same for each set; ± holds in 95 of 100 cases"
    head = ["rules", f"{second} wins %", "effect", "turns", "effect", "fights", "effect", "first wins %"]
    alone = sorted(
        (row for row in told["sets"] if len(row["rules"]) == 1), key=lambda row: -abs(row["share"]["effect"])
    )
    several = sorted(
        (row for row in told["sets"] if len(row["rules"]) > 1), key=lambda row: abs(row["share"]["mean"] - 0.5)
    )
    yield ""
    yield from table(head, [_cells(row) for row in (told["usual"], *alone)])
    if several:
        yield ""
        yield from table(["nearest to even", *head[1:]], [_cells(row) for row in several[:_LISTED]])
    yield ""
    yield from _verdict(told, second)


def _verdict(told: Mapping[str, Any], second: str) -> Iterator[str]:
    best = told["fairest"]
    if best is None or told["usual"]["share"]["off"] > VAGUE:
        yield f"what is fairest cannot be told from so few games: give more, such as --games {_ENOUGH}"
        return
    share, turns, fights = best["share"], best["turns"], best["fights"]
    if not best["rules"]:
        yield f"fairest: no rule need change; {second} wins {_percent(share['mean'], share['off'])} % on the odd seeds"
        return
    yield f"fairest: {words_of(best['rules'])}, chosen by the even seeds"
    yield from (f"  {name}={option}: {best['says'][name]}" for name, option in best["rules"].items())
    if abs(share["mean"] - 0.5) > share["off"]:
        yield "  it is not even; no set that was tried is nearer"
    by = _percent(share["effect"], share["effect_off"], "{:+.1f}")
    yield f"  on the odd seeds {second} wins {_percent(share['mean'], share['off'])} %, {by} by this"
    longer = f"{turns['effect']:+.1f} ± {turns['effect_off']:.1f} turns"
    yield f"  it costs {longer} and {fights['effect']:+.1f} ± {fights['effect_off']:.1f} fights a game"


RULES = Work("rules", try_sets, _told, _lines, nouns="seeds")
"""The work of playing games with sets of named rules."""


def job_of(search: Search, seeds: range, about: Mapping[str, Any], settles: object) -> Job[Search]:
    """The job of trying sets on seeds; `settles` is all that their games follow from."""
    chunk = max(1, min(20, 4 * at_once(search.sets[0][1]) // len(search.sets)))
    return Job(RULES, search, seeds, chunk, about, settles)
