"""What takes long comes in; the words of the command that does it go out, once they are known to make sense.

Each may be stopped and goes on where it was, since it says --resume.
"""

from __future__ import annotations

from printgen.base.errors import UsageError, did_you_mean
from printgen.lab.reading import card_named
from printgen.lab.war.policies import POLICIES
from printgen.lab.war.reading import war_file
from printgen.lab.workbench import Bench, bench_for
from printgen.reading.scalars import shortened
from printgen.studio.actions.action import Answer, Live
from printgen.studio.actions.lab.asks import CardAsk, DecksAsk, GamesAsk, RulesAsk, rules_said, said, words
from printgen.studio.actions.lab.decks import deck_words
from printgen.studio.actions.lab.units import arrangements

_GO_ON = "--resume"


def all_teams(live: Live, asks: DecksAsk) -> Answer:
    """All teams of the decks meet."""
    bench = bench_for(live.job.game, asks.rules)
    return Answer({}, command=(*deck_words(live, bench, asks), *_cores(asks.cores), _GO_ON))


def worth(live: Live, asks: CardAsk) -> Answer:
    """A card joins random teams."""
    bench = bench_for(live.job.game, asks.rules)
    card = card_named(asks.name, bench.cards, "the card")
    rest = said(units=asks.units, terrain=bench.terrain(asks.terrain), samples=asks.samples, seed=_other(asks.seed))
    chosen = rules_said(bench.about()["rules"])
    return Answer({}, command=words(live, "card", card.label, *rest, *chosen, *_cores(asks.cores), _GO_ON))


def games(live: Live, asks: GamesAsk) -> Answer:
    """Whole games are played."""
    bench = bench_for(live.job.game, asks.rules, fights_only=False)
    _players(asks.policy, *filter(None, (asks.against,)))
    rest = said(
        games=asks.games, seed=_other(asks.seed), policy=asks.policy, against=asks.against,
        board_arrangement=_arrangement(bench, asks.arrangement),
    )  # fmt: skip
    chosen = rules_said(bench.about()["rules"])
    return Answer({}, command=words(live, "game", *rest, *chosen, *_cores(asks.cores), _GO_ON))


def house_rules(live: Live, asks: RulesAsk) -> Answer:
    """Sets of rules are tried in whole games."""
    bench = bench_for(live.job.game, asks.rules, fights_only=False)
    _players(asks.policy)
    for name in asks.of:
        if name not in bench.file.rules:
            raise UsageError(f"there is no rule '{shortened(name)}'", did_you_mean(name, bench.file.rules))
    rest = said(
        games=asks.games, seed=_other(asks.seed), policy=asks.policy, of=",".join(asks.of),
        board_arrangement=_arrangement(bench, asks.arrangement),
    )  # fmt: skip
    together = ("--together", str(asks.together))
    # What stays as it is usually is said, too: then it is not tried.
    fixed = rules_said(asks.rules)
    return Answer({}, command=words(live, "rules", *rest, *together, *fixed, *_cores(asks.cores), _GO_ON))


def _cores(count: int) -> tuple[str, ...]:
    return ("--jobs", str(count)) if count > 1 else ()


def _other(seed: int) -> str:
    """A seed that is not the usual one, as a command takes it."""
    return "" if seed == 1 else str(seed)


def _players(*names: str) -> None:
    for name in names:
        if name not in POLICIES:
            raise UsageError(f"there is no policy '{shortened(name)}'", did_you_mean(name, POLICIES))


def _arrangement(bench: Bench, wanted: str) -> str:
    """How boards are laid, "" where that is as usual. UsageError for no such way, and where no games are played."""
    file = war_file(bench.game, bench.file, bench.rules.options)
    known = arrangements(bench.game, file)
    if wanted and wanted not in known["arrangements"]:
        raise UsageError(f"there is no arrangement '{shortened(wanted)}'", did_you_mean(wanted, known["arrangements"]))
    return "" if wanted == known["arrangement"] else wanted
