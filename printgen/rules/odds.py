"""Tables of exact chances from a game's file of odds, with its own numbers or others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, NamedTuple, Protocol, runtime_checkable

from pydantic import Field, TypeAdapter, ValidationError

from printgen.base.errors import Finding, PrintgenError, UsageError, Where, did_you_mean, unknown_word
from printgen.base.limits import consume
from printgen.base.names import in_print
from printgen.base.units import count_noun
from printgen.game.records import Game, Product
from printgen.reading.files import Files
from printgen.reading.part import NOTHING, Keyed, Many, Part, Words
from printgen.reading.scalars import shorten
from printgen.rules.dice import Fighter, at_least, last_standing, melee

_Name = Annotated[str, Field(min_length=1, max_length=60)]
_STEPS_PER_CHANCE = 100
"""How much a chance counts against the limit of steps: as much as so many steps of expressions."""

Row = Mapping[str, Any]
"""A row of odds: what it is of, by names, and chances or numbers, each an exact fraction or a list of them."""


class OddsGrid(NamedTuple):
    """A table for readers: the titles of its columns, and rows of cells; each row is about one subject, or all."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


class SquadVolley(NamedTuple):
    """The shooting of squads of a sort: the points of a squad by its soldiers, and its chance to hit by reach."""

    name: str
    points: Mapping[int, int]
    hits: Mapping[str, Fraction]


@runtime_checkable
class ShootingProduct(Protocol):
    """The loaded value of a product with squads that shoot."""

    def volleys(self) -> Sequence[SquadVolley]:
        """How squads of each sort shoot."""


class _Dice(Part):
    """Odds of dice whose faces stand in a list, a mapping of sides in each of its records."""

    title: Words = Field(NOTHING, description="what people call it")
    of: _Name = Field(description="the product whose list has the dice")
    faces: _Name = Field("faces", description="the field that says what is on each side of the die")
    hit: _Name = Field(description="what on a die is a hit")

    def dice_faces(self, game: Game) -> dict[str, tuple[str, ...]]:
        """The faces of each die by the name of its record. PrintgenError where there are none."""
        product = _product(game, self, self.of)
        dice = {
            record.name: tuple(map(str, sides.values()))
            for record in product.records
            if isinstance(sides := record.values.get(self.faces), Mapping) and sides
        }
        if not dice:
            fields = {name for record in product.records for name in record.values}
            message = f"no record of {self.of} has dice in a field '{self.faces}'"
            raise PrintgenError([unknown_word(self._place_of("faces"), "unknown-field", message, self.faces, fields)])
        shown = {face for faces in dice.values() for face in faces}
        for key, word in self.words():
            if word not in shown:
                message = f"no die of {self.of} has a side '{word}'"
                raise PrintgenError([unknown_word(self._place_of(key), "unknown-face", message, word, shown)])
        return dice

    def words(self) -> list[tuple[str, str]]:
        """The sides of dice that it names, each with its key."""
        return [("hit", self.hit)]

    def _place_of(self, key: str) -> Where:
        return self.where_of(key) if self.gives(key) else self.where


class MeleeOdds(_Dice):
    """Attacks with dice that are answered, and struck back, until one falls or nobody strikes any more."""

    saves: Annotated[Many[_Name], Field(min_length=1, max_length=20)] = Field(
        description="what cancels a hit; a hit among them strikes back, too"
    )
    dice: Annotated[int, Field(ge=1, le=12)] = Field(6, description="with how many dice one attacks at most")

    def words(self) -> list[tuple[str, str]]:
        return [("hit", self.hit), *(("saves", word) for word in self.saves)]

    def rows(self, game: Game) -> list[Row]:
        """How likely the enemy falls, and how likely the attacker, by the number of dice; for each pair of dice."""
        fighters = {name: Fighter.of(faces, self.hit, self.saves) for name, faces in self.dice_faces(game).items()}
        rows: list[Row] = []
        for attacker, striker in fighters.items():
            for defender, target in fighters.items():
                consume("steps", _STEPS_PER_CHANCE * self.dice, self.where)
                outcomes = [melee(striker, target, dice) for dice in range(1, self.dice + 1)]
                row = {"attacker": attacker, "defender": defender}
                falls, costs = map(list, zip(*outcomes, strict=True))
                rows.append({**row, "falls": falls, "costs": costs})
        return rows

    def grid(self, rows: Sequence[Row]) -> OddsGrid:
        """Who can hit at all against everybody, in per cent: the enemy falls / the attacker falls."""
        lines = [
            (row["attacker"], (row["attacker"], row["defender"], *map(_both, row["falls"], row["costs"])))
            for row in rows
            if any(row["falls"])
        ]
        return OddsGrid(("Attacker", "Defender", *map(str, range(1, self.dice + 1))), tuple(lines))


class ShotOdds(_Dice):
    """Shots that all of some dice must hit, and icons that count as a hit each, before the roll or after it."""

    difficulty: Annotated[int, Field(ge=1, le=20)] = Field(6, description="up to how many hits a shot takes")
    icons: Annotated[int, Field(ge=0, le=8)] = Field(0, description="up to how many icons somebody has")
    dice: Annotated[int, Field(ge=1, le=20)] = Field(6, description="how many dice somebody rolls at most")

    def rows(self, game: Game) -> list[Row]:
        """How likely a shot hits, for each number of dice that may be rolled: an icon before it saves a die."""
        rolled = self.dice_faces(game)
        consume("steps", _STEPS_PER_CHANCE * len(rolled) * self.difficulty * (self.icons + 1), self.where)
        return [
            {"of": name, "difficulty": hard, "icons": icons, "dice": dice,
             "hits": at_least(hard - icons, dice, Fraction(faces.count(self.hit), len(faces)))}
            for name, faces in rolled.items()
            for hard in range(1, self.difficulty + 1)
            for icons in range(self.icons + 1)
            for dice in range(min(hard, self.dice), max(1, hard - icons) - 1, -1)
        ]  # fmt: skip

    def grid(self, rows: Sequence[Row]) -> OddsGrid:
        """A line for each difficulty; a cell has the chance with all dice, then with one less for each icon spent."""
        by_difficulty: dict[tuple[str, int], dict[int, list[str]]] = {}
        for row in rows:
            cells = by_difficulty.setdefault((row["of"], row["difficulty"]), {n: [] for n in range(self.icons + 1)})
            cells[row["icons"]].append(percent(row["hits"]))
        lines = [
            (name, (str(difficulty), *(_tries(texts) for texts in cells.values())))
            for (name, difficulty), cells in by_difficulty.items()
        ]
        return OddsGrid(
            ("Difficulty", "no icon", *(count_noun(n, "icon") for n in range(1, self.icons + 1))), tuple(lines)
        )


class VolleyOdds(Part):
    """Hits of squads that shoot, a die for each soldier, on average."""

    title: Words = Field(NOTHING, description="what people call it")
    of: _Name = Field(description="the product of the kind roster whose squads shoot")
    soldiers: Annotated[int, Field(ge=1, le=100)] = Field(10, description="how many soldiers shoot at once")
    points: Annotated[int, Field(ge=1, le=1000)] = Field(50, description="what the squads cost together")

    def rows(self, game: Game) -> list[Row]:
        """How many hits so many soldiers score, and how many those that so many points buy, by reach."""
        return [
            {"quality": squad.name, "reach": reach, "soldiers": self.soldiers * chance,
             "points": per_points(squad, chance, self.points)}
            for squad in _shooting_product(game, self).volleys()
            for reach, chance in squad.hits.items()
        ]  # fmt: skip

    def grid(self, rows: Sequence[Row]) -> OddsGrid:
        """A line for each sort of squad, with one decimal."""
        reaches = list(dict.fromkeys(row["reach"] for row in rows))
        by_squad: dict[str, dict[str, list[str]]] = {}
        for row in rows:
            cells = by_squad.setdefault(row["quality"], {"soldiers": [], "points": []})
            for key, texts in cells.items():
                texts.append(decimal(row[key]))
        head = [
            f"{who}, {reach}" for who in (f"{self.soldiers} soldiers", f"{self.points} points") for reach in reaches
        ]
        lines = tuple((name, (name, *cells["soldiers"], *cells["points"])) for name, cells in by_squad.items())
        return OddsGrid(("Squad", *head), lines)


class DuelOdds(Part):
    """Squads that fight until one is gone: the dice of both are compared pair by pair, highest with highest."""

    title: Words = Field(NOTHING, description="what people call it")
    squads: Annotated[Many[Annotated[int, Field(ge=1, le=10)]], Field(min_length=1, max_length=10)] = Field(
        description="how many soldiers a squad has: each fights each"
    )
    sides: Annotated[int, Field(ge=2, le=12)] = Field(6, description="the sides of a soldier's die")

    def rows(self, game: Game) -> list[Row]:
        """How likely each size of squad is left at the end, against each."""
        return [
            {"first": first, "second": second, "wins": last_standing(first, second, self.sides)}
            for first in self.squads
            for second in self.squads
        ]

    def grid(self, rows: Sequence[Row]) -> OddsGrid:
        """A line for each size of squad, in whole per cent."""
        shown = {(row["first"], row["second"]): f"{percent(row['wins'])}%" for row in rows}
        lines = tuple(
            (str(squad), (str(squad), *(shown[squad, other] for other in self.squads))) for squad in self.squads
        )
        return OddsGrid(("Soldiers", *(f"against {other}" for other in self.squads)), lines)


WORDS: dict[str, type[Part]] = {"melee": MeleeOdds, "shot": ShotOdds, "volley": VolleyOdds, "fight": DuelOdds}
OneOfThem = Annotated[Part, Keyed(WORDS, "table of odds", "melee: {...}")]


class OddsFile(Part):
    """A game's file of odds: the subjects by name.

    game.yaml names it under `odds`; `printgen lab odds` prints them, documents show them (`odds`), and faces have them
    as `game.odds`.
    """

    tables: Annotated[dict[str, OneOfThem], Field(min_length=1, max_length=20)] = Field(
        description="what there are odds of, by name: melee, shot, volley or fight"
    )


@dataclass(frozen=True, slots=True)
class OddsTable:
    """Exact odds of one subject: its rows, the grid for readers, and the rows for faces (`face_rows`)."""

    name: str
    title: str
    rows: tuple[Row, ...]
    grid: OddsGrid
    face_rows: list[dict[str, Any]]

    def as_data(self) -> dict[str, Any]:
        """The rows as plain data; chances are numerator and denominator in lowest terms."""
        return {
            "name": self.name,
            "title": self.title,
            "rows": [_with(row, lambda number: [*number.as_integer_ratio()]) for row in self.rows],
        }


def odds_of(game: Game) -> dict[str, OddsTable]:
    """The tables of odds by name, computed once; none without a file. PrintgenError where the file has mistakes."""
    if game.odds is None:
        return {}
    cache: _OddsCache = game.files.once(game.odds, _OddsCache)
    tables, findings = cache.of(game)
    if findings:
        raise PrintgenError(findings)
    return tables


def check_odds(game: Game) -> Iterator[Finding]:
    """What is wrong with a game's file of odds."""
    if game.odds is not None:
        yield from game.files.once(game.odds, _OddsCache).of(game)[1]


def per_points(squad: SquadVolley, chance: Fraction, points: int) -> Fraction:
    """How many hits so many points of such squads score at once, those that cost least for each soldier."""
    price = min(Fraction(cost, soldiers) for soldiers, cost in squad.points.items())
    return points / price * chance


def percent(chance: Fraction) -> str:
    """A chance in whole per cent, halves rounded up; only impossible is 0, only certain is 100."""
    whole = (100 * chance + Fraction(1, 2)) // 1
    if 0 < chance < 1 and whole in (0, 100):
        return "<1" if not whole else ">99"
    return str(whole)


def decimal(number: Fraction) -> str:
    """A number with one decimal, a half rounded up."""
    return in_print(f"{(number * 10 + Fraction(1, 2)) // 1 / 10:.1f}")


class _OddsCache:
    """The tables of a file of odds, computed for its game at the first call."""

    def __init__(self, files: Files, path: Path) -> None:
        self._path = path
        self._result: tuple[dict[str, OddsTable], tuple[Finding, ...]] | None = None

    def of(self, game: Game) -> tuple[dict[str, OddsTable], tuple[Finding, ...]]:
        """The tables, and what is wrong with them."""
        if self._result is None:
            odds, findings = game.files.apart(lambda: game.files.part(self._path, OddsFile))
            tables: dict[str, OddsTable] = {}
            for name, part in (odds.tables if odds else {}).items():
                try:
                    tables[name] = table_of(name, part, game)
                except PrintgenError as error:
                    findings += error.findings
            self._result = tables, tuple(findings)
        return self._result


def table_of(name: str, part: Any, game: Game) -> OddsTable:
    """The computed table of an entry in a file of odds. PrintgenError when the game lacks its subject."""
    rows = part.rows(game)
    title = part.title.text or name[:1].upper() + name[1:].replace("-", " ")
    return OddsTable(name, title, tuple(rows), part.grid(rows), [_with(row, float) for row in rows])


def _product(game: Game, part: Part, name: str) -> Product:
    """The product of a name. PrintgenError for an unknown one."""
    if name in game.products:
        return game.products[name]
    message = f"the game has no product '{name}'"
    raise PrintgenError([unknown_word(part.where_of("of"), "unknown-product", message, name, game.products)])


def _shooting_product(game: Game, part: VolleyOdds) -> ShootingProduct:
    loaded = _product(game, part, part.of).loaded
    if isinstance(loaded, ShootingProduct):
        return loaded
    message, hint = f"{part.of} has no squads that shoot", "Name a product of the kind roster."
    raise PrintgenError([Finding("error", part.where_of("of"), message, hint, "unknown-product")])


def _both(falls: Fraction, costs: Fraction) -> str:
    """The cell of an attack: how likely the enemy falls, and how likely the attacker."""
    return f"**{percent(falls)}** / {percent(costs)}"


def _tries(texts: Sequence[str]) -> str:
    """The chances with more and less dice; one where all are sure, and a dash where there are not dice enough."""
    return " · ".join(texts[-1:] if set(texts) == {"100"} else texts) or "–"


def _with(row: Row, make: Callable[[Fraction], Any]) -> dict[str, Any]:
    """A row with something else made of each of its fractions."""

    def convert_value(value: Any) -> Any:
        if isinstance(value, list):
            return [*map(convert_value, value)]
        return make(value) if isinstance(value, Fraction) else value

    return {key: convert_value(value) for key, value in row.items()}


Given = int | tuple[int, ...]


class Number(NamedTuple):
    """A number of a table, or several, as in its file, with their limits and their greatest count."""

    name: str
    says: str
    value: Given
    least: int
    most: int
    many: int = 1


def numbers_of(game: Game) -> dict[str, tuple[Number, ...]]:
    """The numbers that the odds of a game have, by table. PrintgenError where its file has mistakes."""
    return {name: tuple(_number(part, key) for key in keys) for name, part, keys in _parts(game)}


def odds_with(game: Game, numbers: Mapping[str, Given], only: str = "") -> dict[str, OddsTable]:
    """The tables, or `only` one, with other numbers. UsageError for unknown numbers, or values out of limits."""
    tables = odds_of(game)
    if only and only not in tables:
        raise UsageError(f"{game.name} has no odds '{shorten(only)}'", did_you_mean(only, tables))
    if not numbers:
        return tables
    parts = [entry for entry in _parts(game) if only in ("", entry[0])]
    known = dict.fromkeys(key for *_, keys in parts for key in keys)
    for name in numbers:
        if name not in known:
            message = f"these odds have no number '{shorten(name)}'"
            raise UsageError(message, did_you_mean(name, known, "Leave it out."))
    for name, part, keys in parts:
        checked_numbers = {key: _check_number(part, key, value) for key, value in numbers.items() if key in keys}
        if checked_numbers:
            tables = {**tables, name: table_of(name, part.model_copy(update=checked_numbers), game)}
    return tables


def _parts(game: Game) -> list[tuple[str, Part, list[str]]]:
    """The entries of a game's file of odds: the name, what it says, and the keys of its numbers."""
    odds = game.files.part(game.odds, OddsFile) if game.odds is not None and odds_of(game) else None
    tables: Mapping[str, Part] = odds.tables if odds else {}
    return [(name, part, [key for key, value in part if _is_number(value)]) for name, part in tables.items()]


def _is_number(value: Any) -> bool:
    return type(value) is int or (isinstance(value, tuple) and bool(value) and all(type(one) is int for one in value))


def _adapter(part: Part, name: str) -> TypeAdapter[Any]:
    """The validator for a value of a key, with its limits."""
    field = type(part).model_fields[name]
    shape: Any = Annotated[field.annotation, *field.metadata] if field.metadata else field.annotation
    return TypeAdapter(shape)


def _number(part: Part, name: str) -> Number:
    shape = _adapter(part, name).json_schema()
    item_shape = shape.get("items", shape)
    says = type(part).model_fields[name].description or name
    return Number(name, says, getattr(part, name), item_shape["minimum"], item_shape["maximum"], _many(shape))


def _many(shape: Mapping[str, Any]) -> int:
    """The greatest number of values: pydantic writes maxLength for a list behind one of our validators."""
    return int(shape.get("maxItems") or shape.get("maxLength") or 1)


def _check_number(part: Part, name: str, value: Given) -> Any:
    """A number for a key, in the type of its part. UsageError for one out of its limits."""
    number = _number(part, name)
    several = number.many > 1
    try:
        return _adapter(part, name).validate_python((value,) if several and isinstance(value, int) else value)
    except ValidationError as error:
        limits = f"{number.least} to {number.most}"
        hint = f"Give up to {number.many} numbers from {limits}." if several else f"Give a number from {limits}."
        text = ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
        raise UsageError(f"{name} cannot be {shorten(text)}", hint) from error
