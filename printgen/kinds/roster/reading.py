"""A file of armies and a game's qualities come in; priced squads and armies of them, or every finding, go out.

The file has `prices`, the points of a squad of each quality by its number of soldiers, and `armies`, each with a
`name`, a `budget` and `squads` of a `quality`, `soldiers` and a `leader`. The game's table "qualities", from the worst
to the best, gives each quality its `name` and the roll that it `needs`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter

from printgen.errors import Finding, Where
from printgen.reading.entries import Entry, Findings, Spot
from printgen.reading.fields import FileField, Surroundings
from printgen.reading.files import shown_name
from printgen.reading.located import validate
from printgen.reading.marked import Map, Seq
from printgen.reading.part import Phrase
from printgen.reading.records import Game, Product
from printgen.reading.scalars import shortened
from printgen.reading.yaml_events import examine_yaml_file

OPTION = "file"
"""The option of a product that names its file of armies."""

MOST_SOLDIERS = 20
"""The largest squad that a file may price: as many boxes as a roster has room for."""
MOST_POINTS = 10_000
_HIGHEST_ROLL = 6
TABLE = "qualities"
"""The table of a game that tells how good squads shoot."""


@dataclass(frozen=True, slots=True)
class Quality:
    """How good a squad shoots: the roll (1 to 6) that hits at one ruler, and its points by its number of soldiers."""

    name: str
    needs: int
    points: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Squad:
    """A squad as the file has it; whether there is such a quality and such a size is for the rules to say.

    `leader` tells which of the soldiers leads; it is empty where the file names none.
    """

    quality: Phrase
    soldiers: int
    leader: Phrase
    soldiers_where: Where
    where: Where


@dataclass(frozen=True, slots=True)
class Army:
    """An army: its squads in order, and the points that they may cost."""

    name: Phrase
    budget: int
    squads: tuple[Squad, ...]
    budget_where: Where
    where: Where


@dataclass(frozen=True, slots=True)
class ArmyList:
    """Qualities by name, from the worst to the best, and the armies of a file."""

    qualities: Mapping[str, Quality]
    armies: tuple[Army, ...]


def armies_of(product: Product, game: Game) -> tuple[ArmyList | None, list[Finding]]:
    """The armies that a product's options name, from a file in the game's folder; None when there are mistakes."""
    options = product.options
    if OPTION not in options:
        hint = f"Add options: with {OPTION}: and the name of the file of armies."
        where = product.where_of("options")
        return None, [Finding("error", where, f'the key "{OPTION}" is missing', hint, "missing-key")]
    rolls, findings = _rolls(game)
    file_type: TypeAdapter[Path] = TypeAdapter(FileField.model_construct().type(Surroundings(game.folder, {})))
    path, found = validate(file_type, options[OPTION], options.where(OPTION), OPTION)
    if path is None or findings:
        return None, [*found, *findings]
    return read_armies(path, shown_name(path), rolls)


def _rolls(game: Game) -> tuple[dict[str, int], list[Finding]]:
    """The roll that each quality of a game needs, by name."""
    table = game.tables.get(TABLE)
    if table is None:
        message, hint = f'armies need the table "{TABLE}"', "Add it under tables, with the fields name and needs."
        return {}, [Finding("error", game.where, message, hint, "missing-table")]
    rolls: dict[str, int] = {}
    for code, row in table.rows.items():
        name, needs = row.get("name"), row.get("needs")
        if not isinstance(name, str) or not isinstance(needs, int) or not 1 <= needs <= _HIGHEST_ROLL:
            message = f"the quality {code} should have a name, and in needs a roll from 1 to {_HIGHEST_ROLL}"
            return {}, [Finding("error", table.where_of(code), message, "Write both.", "missing-key")]
        rolls[name] = needs
    return rolls, []


def read_armies(path: Path, shown: str, rolls: Mapping[str, int]) -> tuple[ArmyList | None, list[Finding]]:
    """Read a file of armies; None when it cannot be read, with every finding. `shown` names it in findings.

    `rolls` are the qualities of the game by name, from the worst to the best, with the roll that each needs.
    """
    value, refused = examine_yaml_file(path, shown)
    if value is None and refused:
        return None, refused
    reader = _Reader(rolls)
    read = reader.army_list(Spot(value, Where(shown, 1, 1), "the file"))
    # What the YAML reader has refused is no news when its value turns out to be wrong as well.
    places = {finding.where for finding in refused}
    found = [*refused, *(f for f in reader.findings.found if f.where not in places)]
    return (None if found else read), sorted(dict.fromkeys(found), key=lambda finding: finding.where)


class _Reader:
    """Reads one file and gathers what is wrong with it."""

    def __init__(self, rolls: Mapping[str, int]) -> None:
        self.findings, self.rolls = Findings(), rolls

    def army_list(self, spot: Spot) -> ArmyList:
        top = Entry(spot, ("prices", "armies"), self.findings)
        priced = top.needed("prices")
        prices = Entry(priced, tuple(self.rolls), self.findings) if priced else None
        qualities = {
            name: Quality(name, needs, self.prices(prices, name) if prices else {})
            for name, needs in self.rolls.items()
        }
        armies = tuple(map(self.army, top.each("armies")))
        names: dict[str, Where] = {}
        for army in armies:
            if army.name.text in names and army.name:
                message = f'the army "{shortened(army.name.text)}" stands on line {names[army.name.text].line} already'
                self.findings.add(army.name.where, "duplicate-name", message, "Give it another name.")
            names.setdefault(army.name.text, army.name.where)
        return ArmyList(qualities, armies)

    def mapped(self, entry: Entry, key: str) -> Iterator[tuple[str, Spot]]:
        """The values of a mapping with something in it, each with its place."""
        spot = entry.needed(key)
        if spot is None:
            return
        if not isinstance(spot.value, Map) or not spot.value:
            self.findings.wrong_type(spot, "a mapping of keys and values")
            return
        for name, value in spot.value.items():
            where = value.start if isinstance(value, Map | Seq) else spot.value.where(name)
            yield name, Spot(value, where, name)

    def prices(self, entry: Entry, name: str) -> dict[int, int]:
        """What squads of a quality cost by their size; nothing for a quality that the file does not sell."""
        points: dict[int, int] = {}
        for size, price in self.mapped(entry, name) if name in entry else ():
            if not size.isdecimal() or not 1 <= int(size) <= MOST_SOLDIERS:
                message = f'"{shortened(size)}" is no number of soldiers from 1 to {MOST_SOLDIERS}'
                self.findings.add(price.where, "out-of-range", message, "Write soldiers and points, as in 5: 15.")
            elif isinstance(price.value, bool) or not isinstance(price.value, int):
                self.findings.wrong_type(price, "a whole number of points")
            elif not 1 <= price.value <= MOST_POINTS:
                message = f"a squad of {size} costs {price.value}; it must be from 1 to {MOST_POINTS} points"
                self.findings.add(price.where, "out-of-range", message, "Write what the squad costs.")
            else:
                points[int(size)] = price.value
        return points

    def army(self, spot: Spot) -> Army:
        entry = Entry(spot, ("name", "budget", "squads"), self.findings)
        budget = self.whole(entry, "budget", MOST_POINTS)
        at = entry.spot("budget")
        squads = tuple(map(self.squad, entry.each("squads")))
        return Army(entry.phrase("name", needed=True), budget, squads, at.where if at else spot.where, spot.where)

    def squad(self, spot: Spot) -> Squad:
        entry = Entry(spot, ("quality", "soldiers", "leader"), self.findings)
        quality = entry.phrase("quality", needed=True)
        soldiers = self.whole(entry, "soldiers", 1000)
        at = entry.spot("soldiers")
        return Squad(quality, soldiers, entry.phrase("leader"), at.where if at else spot.where, spot.where)

    def whole(self, entry: Entry, key: str, most: int) -> int:
        """A whole number from 1 that must be there."""
        entry.needed(key)
        return entry.whole(key, 1, most, 1)
