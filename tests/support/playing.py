"""What tests of whole games share: the war of GO JOE, a board of nothing but jungle, and games in the middle."""

from functools import cache
from typing import Any

import fighting

from printgen.base.seeds import rng_for
from printgen.lab.war.model import Cards, Look, PlayerView, Policy, State, TeamMove, War, arena_of
from printgen.lab.war.play import GamePlan, deal, start_state
from printgen.lab.war.policies import POLICIES
from printgen.lab.war.reading import board_product, war_file, war_of

JOE, COBRA = 0, 1
SIZE = 8


def war(**chosen: str) -> War:
    return _war(tuple(chosen.items()))


@cache
def _war(chosen: tuple[tuple[str, str], ...]) -> War:
    return war_of(fighting.game(), fighting.file(), {name.replace("_", "-"): option for name, option in chosen})


def plan(policy: str = "march", against: str = "march", **chosen: str) -> GamePlan:
    file = war_file(fighting.game(), fighting.file())
    return GamePlan(war(**chosen), board_product(fighting.game(), file).loaded, policy, against)


def at(name: str) -> int:
    """The number of a space such as A1."""
    return (int(name[1:]) - 1) * SIZE + "ABCDEFGH".index(name[0])


def card(name: str) -> int:
    """A card of either deck by its name."""
    return next(n for deck in war().decks for n, unit in enumerate(deck) if unit.name == name)


def cards(*names: str) -> Cards:
    return tuple(map(card, names))


def table(joes: dict[str, Cards], cobras: dict[str, Cards], mover: int = JOE, urban: str = "", **chosen: str) -> State:
    """A game in the middle: teams by the names of their spaces, on a board of jungle and some urban spaces."""
    rules = war(**chosen)
    cells = ["jungle"] * (SIZE * SIZE)
    cells[0], cells[-1] = "joe-base", "cobra-base"
    for space in urban.split():
        cells[at(space)] = "urban"
    state = State(rules, arena_of(SIZE, tuple(cells), rules.bases, rules.file.goal, rules.file.diagonal))
    state.mover = mover
    for side, teams in enumerate((joes, cobras)):
        state.teams[side].update({at(space): held for space, held in teams.items()})
        under = {one for held in teams.values() for one in held}
        state.decks[side].extend(one for one in range(len(rules.decks[side])) if one not in under)
    return state


def begun(
    seed: int = 1, policies: tuple[str, str] = ("march", "march"), **chosen: str
) -> tuple[State, tuple[Any, Any]]:
    """A game before its first turn, and who plays it."""
    given = plan(*policies, **chosen)
    arena, decks, first = deal(given, seed)
    state = start_state(given.war, arena, decks, rng_for(seed, "test", "deal"))
    state.mover = first
    one, two = (POLICIES[name](given.war, side, rng_for(seed, "test", name)) for side, name in enumerate(policies))
    return state, (one, two)


class Scripted(Policy):
    """Does what a test gives it."""

    name = "scripted"

    def __init__(
        self, *moves: TeamMove, looks: tuple[Look, ...] = (), later: tuple[Look, ...] = (), back: bool = False,
        places: tuple[tuple[int, int], ...] = (), recruit: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(war(), JOE, rng_for(1, "scripted"))
        self.moves, self.eyes, self.places, self.back, self.wants = moves, [looks, later], places, back, recruit

    def recruit(self, view: PlayerView) -> bool:
        return self.wants

    def supply(self, view: PlayerView) -> tuple[bool, tuple[tuple[int, int], ...]]:
        return self.back, self.places

    def look(self, view: PlayerView) -> tuple[Look, ...]:
        return self.eyes.pop(0) if self.eyes else ()

    def move(self, view: PlayerView) -> tuple[TeamMove, ...]:
        return self.moves


class Rolls:
    """A chance of which each number is told; the last one comes again and again."""

    def __init__(self, *numbers: int) -> None:
        self.numbers = list(numbers)

    def unit(self) -> float:
        return 0.0

    def below(self, count: int) -> int:
        number = self.numbers.pop(0) if len(self.numbers) > 1 else self.numbers[0]
        return number % count


def go(start: str, *path: str, card: int = -1) -> TeamMove:
    return TeamMove(at(start), tuple(map(at, path)), card)


def cards_of(state: State, side: int) -> list[int]:
    """All cards of a side, wherever they are, in order: each is there once as long as nothing gets lost."""
    under = [card for held in state.teams[side].values() for card in held]
    return sorted([*state.decks[side], *state.hands[side], *state.discards[side], *under])
