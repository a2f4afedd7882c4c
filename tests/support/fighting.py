"""What tests of the lab share: the rules and the cards of GO JOE, and teams drawn from a seed."""

from collections.abc import Mapping
from functools import cache
from random import Random

from printgen.build.jobs import sound
from printgen.game.records import Game
from printgen.lab.sums import FightPlace, Rules, Team, Unit
from printgen.lab.workbench import FightCard, cards_of, name_list, rules_of, team_of
from printgen.rules.fight_shapes import FightFile
from printgen.rules.fights import fight_of

JOES = "Duke, Stalker, Snake-Eyes, Scarlet, Rock n' Roll"
COBRAS = "Cobra Officer, Cobra Trooper, Vipers, H.I.S.S. Driver, Firefly"
HUNTERS, PREY = "Zap, Beach Head, Recondo", "H.I.S.S. Driver, Ferret, Gnawgahyde"


@cache
def game() -> Game:
    return sound("go-joe").game


@cache
def file() -> FightFile:
    return fight_of(game())


@cache
def cards() -> tuple[FightCard, ...]:
    return cards_of(game(), file())


def rules(**chosen: str) -> Rules:
    return _rules(tuple(chosen.items()))


@cache
def _rules(chosen: tuple[tuple[str, str], ...]) -> Rules:
    return rules_of(file(), dict(chosen))


def team(names: str) -> Team:
    return team_of(name_list(names), cards(), rules(), "--attack")


def unit(name: str = "Somebody", scores: tuple[int, ...] = (3, 3, 3), group: str = "", *skills: str) -> Unit:
    return Unit(name, scores, group, frozenset(skills))


def drawn(random: Random, rules: Rules) -> tuple[Team, Team, FightPlace]:
    """Two teams of any cards, and where they fight."""
    units = [card.unit for card in cards()]
    team, foes = (tuple(random.sample(units, random.randint(0, 5))) for _ in range(2))
    base = random.random() < 0.2
    terrain = None if base else random.choice([None, *rules.terrains])
    return team, foes, FightPlace(terrain, base, random.choice([0, 0, 6, 9]), random.choice([0, 0, 8]))


def drawn_options(random: Random) -> Mapping[str, str]:
    """An option of every rule of fights."""
    return {name: random.choice([*rule.options]) for name, rule in file().rules.items() if rule.of == "fight"}
