"""The search for the fairest house rules: sets of options are played on the same seeds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import combinations, product
from typing import Any

from printgen.lab.statistics import Average, Z, average, wilson
from printgen.lab.sums import table
from printgen.lab.war.model import DRAWN
from printgen.lab.war.play import GAMES_A_SEED, GamePlan, deal, play_game, seeds_at_once
from printgen.lab.work import LongJob, Tally, add
from printgen.rules.fight_shapes import FightFile

Options = Mapping[str, str]
"""Options by the names of their rules."""

_LISTED = 12
"""So many sets of several rules are listed, those nearest to even."""
_ENOUGH = 1000
VAGUE = 0.05
"""A share that is known less exactly than this says nothing about fairness."""
Averages = dict[str, Average]


@dataclass(frozen=True)
class RuleSearch:
    """Sets of options by their words, each with its games; the first set changes nothing."""

    sets: tuple[tuple[str, GamePlan], ...]


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


def try_sets(search: RuleSearch, seeds: range) -> Tally:
    """Averages of the games of some seeds for each set, and of their differences from the first set.

    Seeds count in two halves, by whether they are even: one to choose by, and one to tell how good the choice is.
    """
    tally: dict[str, dict[str, Averages]] = {}
    for seed in seeds:
        first: dict[str, int] = {}
        for name, plan in search.sets:
            numbers = _play(plan, seed)
            first = first or numbers
            row = tally.setdefault(name, {}).setdefault("odd" if seed % 2 else "even", {})
            for word, number in numbers.items():
                unit = 2 * GAMES_A_SEED if word == "share" else GAMES_A_SEED
                average(row, word, unit).add(number)
                average(row, f"{word} effect", unit).add(number - first[word])
    return tally


def _play(plan: GamePlan, seed: int) -> dict[str, int]:
    """The games of a seed: half points of the second side, turns, fights, draws, and wins of who began."""
    arena, decks, first = deal(plan, seed)
    games = [play_game(plan, seed, number, arena, decks, first) for number in range(GAMES_A_SEED)]
    return {
        "share": sum(1 if state.winner == DRAWN else 2 * (state.winner == 1) for state in games),
        "turns": sum(state.turn + (state.winner != DRAWN) for state in games),
        "fights": sum(state.fights for state in games),
        "draws": sum(state.winner == DRAWN for state in games),
        "first_wins": sum(state.winner == state.began for state in games),
    }


def _row(options: Options, averages: Averages, says: Mapping[str, str]) -> dict[str, Any]:
    """What a set gave, as data: shares of the second side, and what differs from no set at all."""
    games = averages["share"].count * GAMES_A_SEED
    row: dict[str, Any] = {"rules": dict(options), "says": dict(says), "games": games}
    for word in ("share", "turns", "fights"):
        mean, effect = averages[word], averages[f"{word} effect"]
        row[word] = {
            "mean": _round(mean.mean), "off": _round(mean.margin(Z)),
            "effect": _round(effect.mean), "effect_off": _round(effect.margin(Z)),
        }  # fmt: skip
    share = row["share"]
    if not share["off"]:
        low, high = wilson(float(averages["share"].mean * games), games)
        share["off"] = _round(max(high - share["mean"], share["mean"] - low))
    return {**row, **{word: _round(averages[word].mean) for word in ("draws", "first_wins")}}


def _round(number: float | Fraction) -> float:
    return round(float(number), 4)


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


def _describe(about: Mapping[str, Any], tally: Tally, done: int) -> dict[str, Any]:
    """The effects of sets of rules on games, as data."""
    sets = {words_of(one["rules"]): one for one in about["sets"]}
    rows = [_row(one["rules"], reduce(add, tally[name].values()), one["says"]) for name, one in sets.items()]
    rest = {key: held for key, held in about.items() if key != "sets"}
    document = {**rest, "games": rows[0]["games"], "usual": rows[0], "sets": rows[1:], "fairest": None}
    if all(len(halves) == 2 for halves in tally.values()):
        choosing = [_row(one["rules"], tally[name]["even"], {}) for name, one in sets.items()]
        at = fairest(choosing)
        name, one = [*sets.items()][at]
        document["fairest"] = {
            **_row(one["rules"], tally[name]["odd"], one["says"]),
            "chosen_by": choosing[at]["share"],
        }
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


def rule_lines(document: dict[str, Any]) -> Iterator[str]:
    """The effects of sets of rules on games, as people read them."""
    second, seeds = document["sides"][1], document["seeds"]
    same = document["policy"] == document["against"]
    played = f"{document['policy']} against {'itself' if same else document['against']}"
    games = f"{document['games']:,} games of {document['game']} for each set"
    yield f"{games}, {played}, on {document['arrangement']} boards"
    if document["fixed"]:
        yield f"with {words_of(document['fixed'])}"
    yield f"{seeds['done']:,} seeds from {seeds['first']}, the same for each set; ± holds in 95 of 100 cases"
    head = ["rules", f"{second} wins %", "effect", "turns", "effect", "fights", "effect", "first wins %"]
    alone = sorted(
        (row for row in document["sets"] if len(row["rules"]) == 1), key=lambda row: -abs(row["share"]["effect"])
    )
    several = sorted(
        (row for row in document["sets"] if len(row["rules"]) > 1), key=lambda row: abs(row["share"]["mean"] - 0.5)
    )
    yield ""
    yield from table(head, [_cells(row) for row in (document["usual"], *alone)])
    if several:
        yield ""
        yield from table(["nearest to even", *head[1:]], [_cells(row) for row in several[:_LISTED]])
    yield ""
    yield from _verdict(document, second)


def _verdict(document: Mapping[str, Any], second: str) -> Iterator[str]:
    best = document["fairest"]
    if best is None or document["usual"]["share"]["off"] > VAGUE:
        yield f"so few games cannot show which set is fairest; give more, such as --games {_ENOUGH}"
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


def rules_job(search: RuleSearch, seeds: range, about: Mapping[str, Any]) -> LongJob[RuleSearch]:
    """The job of trying sets on seeds."""
    chunk = max(1, min(20, 4 * seeds_at_once(search.sets[0][1]) // len(search.sets)))
    return LongJob(try_sets, search, seeds, chunk, about, _describe, rule_lines)
