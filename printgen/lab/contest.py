"""Decks come in; what random teams of theirs bring to fights with each other, and who wins, goes out.

Teams are drawn at random, and the fight of each two is reckoned exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, product

from printgen.base.seeds import rng_for
from printgen.lab.draws import BILLION, billionths, hand, share_of, whole
from printgen.lab.fight import ways
from printgen.lab.model import Field, Rules, Unit
from printgen.lab.sums import measure
from printgen.lab.work import Tally

EACH = 10
"""Of so many rounds through the terrains one is fought by the groups and by teams of all sizes, too."""

Pool = tuple[str, tuple[Unit, ...]]
"""A name, and the units of a deck or a group."""


@dataclass(frozen=True)
class Contest:
    """What is looked at: random teams of decks, and of groups of their cards.

    An attacker has `attackers` units, a defender `defenders`. Samples take the `terrains`, None for none, in turn.
    Teams of all `sizes` meet, too. `seed` is for all that is drawn.
    """

    rules: Rules
    decks: tuple[Pool, ...]
    groups: tuple[Pool, ...]
    attackers: int
    defenders: int
    terrains: tuple[str | None, ...]
    sizes: tuple[int, ...]
    seed: int


def look(contest: Contest, seeds: range) -> Tally:
    """What samples give: for each attacker, defender and terrain sums of chances by type, and of what both bring."""
    tally: Tally = {"decks": {}, "groups": {}, "sizes": {}}
    last = len(contest.decks) - 1
    for sample in seeds:
        stream = rng_for(contest.seed, "contest", str(sample))
        rounds, at = divmod(sample, len(contest.terrains))
        field = Field(contest.terrains[at])
        most = max(contest.attackers, contest.defenders, *contest.sizes)
        hands = [hand(stream, units, most) for _, units in contest.decks]
        if len(hands) == 1:
            hands.append(hand(stream, contest.decks[0][1], most))
        for one, other in combinations(range(len(hands)), 2):
            for attacker, defender in ((one, other), (other, one)):
                key = f"{min(attacker, last)} {min(defender, last)} {at}"
                _add(tally["decks"], key, _fought(contest, hands[attacker], hands[defender], field))
                if contest.sizes and rounds % EACH == 0:
                    _by_size(contest, tally["sizes"], key.rpartition(" ")[0], hands[attacker], hands[defender], field)
        if contest.groups and rounds % EACH == 0:
            _matrix(contest, tally["groups"], [hand(stream, units, most) for _, units in contest.groups], field)
    return tally


def _add(tally: Tally, key: str, numbers: list[int]) -> None:
    before = tally.get(key)
    tally[key] = numbers if before is None else [a + b for a, b in zip(before, numbers, strict=True)]


HEAD = 6
"""So many numbers of a fight are of all types together; of each type there are `PER_TYPE` more."""
PER_TYPE = 9


def _fought(contest: Contest, team: tuple[Unit, ...], foes: tuple[Unit, ...], field: Field) -> list[int]:
    """One fight: 1, three chances over all, the square of the first, then of each type three chances, what both
    bring, and the squares of their totals."""
    rules = contest.rules
    team, foes = team[: contest.attackers], foes[: contest.defenders]
    found = ways(rules, team, foes, field)
    chances = [billionths(one) for one in found]
    overall = [whole(rules, [one[n] for one in chances]) for n in range(3)]
    numbers = [1, *overall, overall[0] ** 2 // BILLION, whole(rules, [share_of(rules, one) for one in found])]
    for at, three in enumerate(chances):
        (own, dice), (other, more) = (
            measure(rules, team, foes, at, True, field),
            measure(rules, foes, team, at, False, field),
        )
        numbers += (*three, own, dice, other, more, own * own, other * other)
    return numbers


def _by_size(
    contest: Contest, tally: Tally, key: str, team: tuple[Unit, ...], foes: tuple[Unit, ...], field: Field
) -> None:
    """Fights of the first units of both, so many and so many."""
    rules = contest.rules
    for size, other in product(contest.sizes, repeat=2):
        found = ways(rules, team[:size], foes[:other], field)
        share = whole(rules, [billionths(one)[0] for one in found])
        _add(tally, f"{key} {size} {other}", [1, share, share**2 // BILLION])


def _matrix(contest: Contest, tally: Tally, hands: Sequence[tuple[Unit, ...]], field: Field) -> None:
    """Every two groups meet twice, once with each of them attacking."""
    rules = contest.rules
    for one, other in combinations(range(len(hands)), 2):
        shares = []
        for attacker, defender in ((one, other), (other, one)):
            team, foes = hands[attacker][: contest.attackers], hands[defender][: contest.defenders]
            shares.append(whole(rules, [share_of(rules, way) for way in ways(rules, team, foes, field)]))
        share = (shares[0] + BILLION - shares[1]) // 2
        _add(tally, f"{one} {other}", [1, share, share**2 // BILLION])
