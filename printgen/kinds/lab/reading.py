"""A game comes in; the rules of its fights, checked and compiled, its cards as units, and named teams go out."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from printgen.base.names import folded_name
from printgen.errors import Finding, PrintgenError, UsageError, did_you_mean, unknown
from printgen.kinds.lab.model import FightType, Losses, Modifier, Rules, Spared, Team, Unit, Word
from printgen.kinds.lab.shapes import (
    Alike,
    Bonus,
    Dice,
    EachOther,
    Facing,
    FightFile,
    Lent,
    LossTable,
    NamedRule,
    RuleOption,
    SparedUnits,
    words_of,
)  # fmt: skip
from printgen.reading.files import Files
from printgen.reading.records import Game, Product, Record
from printgen.reading.scalars import shortened

KEY = "fight"
"""What game.yaml calls its file of fights."""

_WORDS: Mapping[type, Word] = {
    EachOther: "each-other", Alike: "alike", Facing: "facing", Bonus: "bonus", Dice: "dice", Lent: "lent",
}  # fmt: skip


class Card(NamedTuple):
    """A card of a deck that fights: its unit, its record, the product it is of, and which of its name it is, from 1."""

    unit: Unit
    record: Record
    deck: str
    number: int

    @property
    def label(self) -> str:
        """How a command line names it: Stalker, or Stalker:2 for the second of that name."""
        return self.unit.name if self.number == 1 else f"{self.unit.name}:{self.number}"


def fight_of(game: Game) -> FightFile:
    """The file of a game's fights. UsageError when it names none, PrintgenError when that has mistakes."""
    if game.fight is None:
        hint = f"Write {KEY}: fight.yaml in its game.yaml, or name a game that has one, such as go-joe."
        raise UsageError(f"{game.name} has no rules of fights", hint)
    found, findings = read_fight(game)
    if found is None:
        raise PrintgenError(findings)
    return found


def read_fight(game: Game) -> tuple[FightFile | None, list[Finding]]:
    """The file of fights that a game names; None, with findings, when it has mistakes or none is named."""
    findings = game.files.findings
    before = len(findings)
    found = _read(game.files, game)
    told = list(dict.fromkeys(findings[before:]))
    del findings[before:]
    return found, told


def check_fight(game: Game) -> Iterator[Finding]:
    """What is wrong with the file of fights of a game that names one."""
    yield from read_fight(game)[1]


def _read(files: Files, game: Game) -> FightFile | None:
    read = files.part(game.fight, FightFile) if game.fight else None
    if read is None:
        return None
    mistakes = [*_mistakes(read, game)]
    files.findings += mistakes
    return None if mistakes else read.on(_terrains(read, game))


def _terrains(read: FightFile, game: Game) -> dict[str, frozenset[str]]:
    """The skills that suit each terrain; those of boards that none suits are known, too."""
    found: dict[str, set[str]] = {}
    for board in game.boards.values():
        terrains: Any = board.get("terrains")
        for name in terrains if isinstance(terrains, Sequence) and not isinstance(terrains, str) else ():
            found.setdefault(str(name), set())
    if read.terrain:
        for skill, row in game.tables[read.terrain.table].rows.items():
            if terrain := row.get(read.terrain.column):
                found.setdefault(str(terrain), set()).add(skill)
    return {name: frozenset(skills) for name, skills in found.items()}


def _mistakes(read: FightFile, game: Game) -> Iterator[Finding]:
    for n, name in enumerate(read.decks):
        product = game.products.get(name)
        if product is None:
            yield unknown(
                read.where_of("decks", n), "unknown-product", f"there is no product '{name}'", name, game.products
            )
        elif product.records:
            yield from _fields(read, product)
    if read.terrain:
        yield from _columns(read, game)
    yield from _modifiers(read, read.modifiers, ("modifiers",))
    yield from _types(read, read.spared, ("spared",))
    for name, rule in read.rules.items():
        yield from _rule(read, name, rule)


def _fields(read: FightFile, product: Product) -> Iterator[Finding]:
    """Findings for fields that the records of a deck do not have, or that hold no such values."""
    values = product.records[0].values
    stats = [(("types", name, "field"), read.stat_of(name)) for name in read.types]
    for path, name in (*stats, (("group",), read.group), (("skills",), read.skills)):
        if name and name not in values:
            message = f"the records of {product.name} have no field {name}"
            yield unknown(read.where_of(*path), "unknown-field", message, name, values)
        elif path[0] == "types" and not all(isinstance(r.values[name], int | None) for r in product.records):
            message = f"{name} of the records of {product.name} is no whole number"
            yield Finding("error", read.where_of(*path), message, "Name a field of the kind integer.", "wrong-type")


def _columns(read: FightFile, game: Game) -> Iterator[Finding]:
    assert read.terrain is not None
    table = game.tables.get(read.terrain.table)
    if table is None:
        name = read.terrain.table
        where = read.where_of("terrain", "table")
        yield unknown(where, "unknown-value", f'there is no table "{shortened(name)}"', name, game.tables)
        return
    known = {column for row in table.rows.values() for column in row}
    if table.rows and read.terrain.column not in known:
        name = read.terrain.column
        message = f'the table {table.name} has no column "{shortened(name)}"'
        yield unknown(read.where_of("terrain", "column"), "unknown-field", message, name, known)


def _modifiers(read: FightFile, modifiers: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[Finding]:
    for name, one in modifiers.items():
        word = _WORDS[type(one)]
        for n, known in enumerate(one.types):
            if known not in read.types:
                message = f'there is no type of fight "{shortened(known)}"'
                yield unknown(one.where_of("types", n), "unknown-value", message, known, read.types)
        if isinstance(one, Alike) and not read.group:
            message = "units are alike by their group, and the file names no field for it"
            yield Finding(
                "error", read.key_where_of(*path, name, word), message, "Add group: and a field.", "missing-key"
            )
        needs = isinstance(one, EachOther | Facing) or (isinstance(one, Bonus | Dice) and bool(one.skill))
        if needs and not read.skills:
            message = "a skill is named, and the file names no field for skills"
            yield Finding(
                "error", read.key_where_of(*path, name, word), message, "Add skills: and a field.", "missing-key"
            )
        if isinstance(one, Bonus | Dice) and one.terrain and not read.terrain:
            message = "the terrain counts, and the file does not say which skill suits which"
            hint = "Add terrain: {table: ..., column: ...}."
            yield Finding("error", read.key_where_of(*path, name, word), message, hint, "missing-key")


def _types(read: FightFile, spared: Iterable[SparedUnits], path: tuple[str, ...]) -> Iterator[Finding]:
    for one in spared:
        for n, name in enumerate(one.types):
            if name not in read.types:
                message = f'there is no type of fight "{shortened(name)}"'
                yield unknown(one.where_of("types", n), "unknown-value", message, name, read.types)


def _rule(read: FightFile, name: str, rule: NamedRule) -> Iterator[Finding]:
    if rule.usual not in rule.options:
        message = f'the rule {name} has no option "{shortened(rule.usual)}"'
        yield unknown(rule.where_of("usual"), "unknown-value", message, rule.usual, rule.options)
    for key, option in rule.options.items():
        path = ("rules", name, "options", key)
        yield from _modifiers(read, option.modifiers, (*path, "modifiers"))
        yield from _types(read, option.spared or (), (*path, "spared"))
        for n, gone in enumerate(option.without):
            if gone not in read.modifiers:
                message = f'there is no modifier "{shortened(gone)}"'
                yield unknown(option.where_of("without", n), "unknown-value", message, gone, read.modifiers)
        for new in option.modifiers:
            if new not in read.modifiers:
                message = f'there is no modifier "{shortened(new)}" that it could stand in place of'
                yield unknown(option.key_where_of("modifiers", new), "unknown-value", message, new, read.modifiers)


def rules_of(read: FightFile, chosen: Mapping[str, str] | None = None, fights_only: bool = False) -> Rules:
    """The rules with options chosen by the names of rules. UsageError for rules and options that there are not.

    With `fights_only`, one that matters in whole games alone is refused as well.
    """
    options = {name: rule.usual for name, rule in read.rules.items()}
    for name, option in (chosen or {}).items():
        rule = read.rules.get(name)
        if rule is None:
            raise UsageError(f"there is no rule '{shortened(name)}'", did_you_mean(name, read.rules, "Leave it out."))
        if option not in rule.options:
            message = f"the rule {name} has no option '{shortened(option)}'"
            raise UsageError(message, did_you_mean(option, rule.options))
        if fights_only and rule.of == "game":
            message = f"the rule {name} speaks of whole games, and changes nothing in one fight"
            raise UsageError(message, "Leave it out, or play games: printgen lab game.")
        options[name] = option
    return _compiled(read, options, [read.rules[name].options[option] for name, option in options.items()])


def rule_words(said: Iterable[str]) -> dict[str, str]:
    """What options such as tie=attacker choose, by the names of rules. UsageError for other words."""
    chosen: dict[str, str] = {}
    for words in said:
        name, sign, option = words.partition("=")
        if not (name and sign and option):
            raise UsageError(f"--rule {shortened(words)}: this is no NAME=OPTION", "Write it like tie=attacker.")
        name, option = ("-".join(word.casefold().split()) for word in (name, option))
        if chosen.setdefault(name, option) != option:
            raise UsageError(f"--rule {name} is given twice", "Leave one of them out.")
    return chosen


def _compiled(read: FightFile, options: Mapping[str, str], chosen: Sequence[RuleOption]) -> Rules:
    modifiers: dict[str, Any] = dict(read.modifiers)
    said: dict[str, Any] = {key: getattr(read, key) for key in ("tie", "empty", "floor", "winner", "loser", "spared")}
    for option in chosen:
        modifiers |= option.modifiers
        modifiers = {name: one for name, one in modifiers.items() if name not in option.without}
        said |= {key: value for key in said if (value := getattr(option, key)) is not None}
    names = list(read.types)
    return Rules(
        types=tuple(FightType(name, one.title or name, one.share) for name, one in read.types.items()),
        faces=read.roll.faces,
        dice=read.roll.dice,
        most=read.most,
        modifiers=tuple(_modifier(name, one, names) for name, one in modifiers.items()),
        terrains=read.terrains,
        winner=_losses(said["winner"]),
        loser=_losses(said["loser"]),
        spared=tuple(Spared(one.skill, _indices(one.types, names)) for one in said["spared"]),
        floor=None if said["floor"] == "none" else said["floor"],
        tie=said["tie"],
        empty=said["empty"] == "fights",
        options=options,
    )


def _modifier(name: str, one: Any, types: Sequence[str]) -> Modifier:
    title = one.title or name[:1].upper() + name[1:].replace("-", " ").replace("_", " ")
    return Modifier(name, title, _WORDS[type(one)], _indices(one.types, types), **words_of(one))


def _indices(types: Sequence[str], known: Sequence[str]) -> frozenset[int]:
    return frozenset(map(known.index, types)) if types else frozenset(range(len(known)))


def _losses(shape: LossTable) -> Losses:
    def rolls(numbers: Iterable[int | str]) -> tuple[int | None, ...]:
        return tuple(number if isinstance(number, int) else None for number in numbers)

    return Losses(rolls(shape.usual), tuple((skill, rolls(numbers)) for skill, numbers in shape.skills.items()))


def cards_of(game: Game, read: FightFile) -> tuple[Card, ...]:
    """The cards of all decks that fight, in their order, each once whatever its copies."""
    seen: dict[str, int] = {}
    cards = []
    for deck in read.decks:
        for record in game.products[deck].records:
            key = folded_name(record.name)
            seen[key] = seen.get(key, 0) + 1
            cards.append(Card(_unit(read, record, seen[key]), record, deck, seen[key]))
    return tuple(cards)


def _unit(read: FightFile, record: Record, number: int) -> Unit:
    values = record.values
    name = record.name if number == 1 else f"{record.name}:{number}"
    scores = tuple(values.get(read.stat_of(key)) or 0 for key in read.types)
    skills = values.get(read.skills, ()) if read.skills else ()
    held = frozenset(skills if isinstance(skills, tuple) else (skills,) if skills else ())
    return Unit(name, scores, str(values.get(read.group) or "") if read.group else "", held)


def units_of(game: Game, read: FightFile) -> dict[str, tuple[Unit, ...]]:
    """The units of each deck that fights, in their order, with every copy of a card.

    A second card of a name is called such as Stalker:2.
    """
    decks: dict[str, tuple[Unit, ...]] = dict.fromkeys(read.decks, ())
    for card in cards_of(game, read):
        decks[card.deck] += (card.unit,) * card.record.copies
    return decks


def team_named(said: str, cards: Sequence[Card], rules: Rules, what: str) -> Team:
    """The team that names with commas mean; `what` is the option that says so.

    A name with a comma stands in double quotes, and NAME:2 is the second card of that name. UsageError for names that
    there are not, for more units than a team has, and for none.
    """
    names = [name.strip() for name in next(csv.reader([said], skipinitialspace=True), [])]
    names = [name for name in names if name]
    if not names:
        raise UsageError(f"{what}: this team has no units", f"Name 1 to {rules.most} cards, with commas between.")
    if len(names) > rules.most:
        message = f"{what}: {len(names)} units are more than the {rules.most} that a team has"
        raise UsageError(message, f"Leave out {len(names) - rules.most} of them.")
    found = [_card_named(name, cards, what) for name in names]
    for card in found:
        if found.count(card) > card.record.copies:
            raise UsageError(f"{what}: {card.label} is named twice", "Name another card: a deck has no second one.")
    return tuple(card.unit for card in found)


def _card_named(name: str, cards: Sequence[Card], what: str) -> Card:
    """The card that a name means."""
    wanted, number = folded_name(name), 1
    alike = [card for card in cards if folded_name(card.record.name) == wanted]
    if not alike:
        head, sign, tail = name.rpartition(":")
        if sign and tail.strip().isascii() and tail.strip().isdecimal():
            wanted, number = folded_name(head), int(tail[:9])
            alike = [card for card in cards if folded_name(card.record.name) == wanted]
    if not alike:
        hint = did_you_mean(name, [card.label for card in cards])
        raise UsageError(f"{what}: no card is named '{shortened(name)}'", hint)
    if not 1 <= number <= len(alike):
        message = f"{what}: there is no card {number} of the name {alike[0].record.name}"
        hint = f"Name one of 1 to {len(alike)}." if len(alike) > 1 else "Leave the number out: there is one."
        raise UsageError(message, hint)
    return alike[number - 1]
