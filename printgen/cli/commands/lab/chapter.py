"""What the lab adds to a report on decks: decks are asked for; their fights, worth and games go out, with pages."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import combinations
from typing import Any

from printgen.cli.commands.lab.game import laid_out, seeds_of
from printgen.cli.commands.lab.rules import search_job
from printgen.cli.working import done
from printgen.designer.chapters import Asked, Chapter
from printgen.kinds.charts import Estimate
from printgen.lab.decks_job import contest_job
from printgen.lab.model import Rules
from printgen.lab.reading import Card, cards_of, rules_of
from printgen.lab.report.pages import pages
from printgen.lab.spread import is_exact
from printgen.lab.trial_job import trial_job
from printgen.lab.war.games import job_of
from printgen.lab.war.house import sets_of
from printgen.lab.war.play import Plan
from printgen.lab.war.policies import POLICIES
from printgen.lab.workbench import Bench
from printgen.rules.fights.files import fight_of

PAIRS, TEAMS = 2000, 500
"""So many pairs of teams are drawn for fights of decks, and so many teams for the worth of their cards."""
POLICY = "march"
"""Who plays games with other rules than usual."""
TOGETHER = 2
"""So many house rules are tried together."""

Data = dict[str, Any]


def chapter_of(asked: Asked) -> Chapter | None:
    """What the lab knows of the decks of a report; None where not all decks that fight are among them."""
    if asked.game.fight is None:
        return None
    game, file = asked.game, fight_of(asked.game)
    if not set(file.decks) <= set(asked.decks) or (asked.games and file.war is None):
        return None
    bench = Bench(game, file, rules_of(file), cards_of(game, file))
    size = bench.rules.most
    if any(sum(card.record.copies for card in bench.cards if card.deck == deck) < size for deck in file.decks):
        return None
    with bench.reckoning("a report on fights"):
        samples = None if asked.exact and is_exact(bench.rules) else PAIRS
        decks = done(contest_job(bench, (size, size), "", samples, asked.seed, by_size=True))
        trials = [done(trial_job(bench, card, size, "", TEAMS, asked.seed)) for card in _firsts(bench)]
    worth = {
        id(card.record): Estimate(row["worth"], row["interval"])
        for card, row in _by_label(bench.cards, trials)
    }  # fmt: skip
    games = _games(asked, bench) if asked.games else {}
    telling = {"decks": decks, "worth": [{"deck": one["deck"], "cards": one["cards"]} for one in trials], **games}
    totals = _totals(decks, bench.rules) if tuple(file.decks) == asked.decks else {}
    sure = max((one.off for each in totals.values() for one in each), default=0.0)
    least = max((one.off for one in worth.values()), default=0.0)
    return Chapter(
        {"lab": telling},
        totals,
        f"mean of {size} random cards with all that a fight adds" + (f", ± {sure:.1f}" if sure else ""),
        worth,
        f"by worth: % of fights won more, ± {100 * least:.1f}",
        partial(pages, telling, _rows(bench.cards, trials)),
    )


def _firsts(bench: Bench) -> list[Card]:
    """The first card of each deck."""
    return [next(card for card in bench.cards if card.deck == deck) for deck in bench.file.decks]


def _by_label(cards: Sequence[Card], trials: Sequence[Data]) -> list[tuple[Card, Data]]:
    found = {(one["deck"]["name"], row["name"]): row for one in trials for row in one["cards"]}
    return [(card, found[card.deck, card.label]) for card in cards if (card.deck, card.label) in found]


def _rows(cards: Sequence[Card], trials: Sequence[Data]) -> list[Data]:
    """The cards as the chart of worth and sums shows them; `residue` is what is not as sums would have it."""
    pairs = _by_label(cards, trials)
    decks = list(dict.fromkeys(card.deck for card in cards))
    rows = [
        {
            "name": card.label, "deck": decks.index(card.deck), "sum": row["sum"], "worth": row["worth"],
            "off": row["interval"],
        }
        for card, row in pairs
    ]  # fmt: skip
    sums, worth = (sum(row[key] for row in rows) / len(rows) for key in ("sum", "worth"))
    spread = sum((row["sum"] - sums) ** 2 for row in rows) or 1
    slope = sum((row["sum"] - sums) * (row["worth"] - worth) for row in rows) / spread
    return [{**row, "residue": row["worth"] - worth - slope * (row["sum"] - sums)} for row in rows]


def _totals(decks: Data, rules: Rules) -> dict[str, list[Estimate]]:
    """The mean totals of teams by the title of a type, for each deck, attacking and defending alike."""
    found: dict[str, list[Estimate]] = {}
    for one in rules.types:
        for deck in decks["decks"]:
            sides = [
                fight["types"][one.name][side]
                for fight in decks["fights"]
                for side in ("attacker", "defender")
                if fight[side] == deck["name"]
            ]
            mean = sum(side["flat"] for side in sides) / len(sides)
            found.setdefault(one.title, []).append(Estimate(mean, max(side.get("interval", 0.0) for side in sides)))
    return found


def _games(asked: Asked, bench: Bench) -> Data:
    """Whole games by named rules, and by who plays."""
    game, file = asked.game, bench.file
    seeds = seeds_of(asked.games, asked.seed)
    house = [name for name, rule in file.rules.items() if rule.house]
    sets = sets_of(file, {}, house, house, TOGETHER)
    rules = done(search_job(game, file, sets, seeds, POLICY), asked.jobs)
    war, boards, laid = laid_out(game, file, {}, "")
    names = [name for name in POLICIES if name not in _SLOW]
    matches = [
        done(job_of(game.name, Plan(war, boards, one, other), seeds, {}, laid), asked.jobs)
        for one, other in combinations(names, 2)
    ]
    best = rules["fairest"]["rules"] if rules["fairest"] else {}
    both = [{}, best] if best else [{}]
    players = [
        done(search_job(game, file, both, seeds, name), asked.jobs) for name in names if name not in _BLIND
    ]  # fmt: skip
    return {"rules": rules, "players": players, "matches": matches}


_SLOW, _BLIND = frozenset(("search",)), frozenset(("random",))
"""Who thinks too long for a table of games, and who tells nothing about rules."""
