"""A game for the lab: the rules of its fights, its cards as units, and teams and terrains by name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NamedTuple

from printgen.base.errors import PrintgenError, UsageError, did_you_mean
from printgen.base.limits import activity
from printgen.base.names import fold_name
from printgen.game.records import Game, Record
from printgen.lab.sums import FightType, Losses, Modifier, Rules, Spared, Team, Unit
from printgen.reading.scalars import shorten
from printgen.rules.fight_shapes import FightFile, LossTable, RuleOption, modifier_settings, modifier_word
from printgen.rules.fights import fight_of

Pool = tuple[str, tuple[Unit, ...]]
"""A name, and the units of a deck or a group."""


class FightCard(NamedTuple):
    """A card of a fighting deck: its unit, its record, its product, and its number among cards of its name, from 1."""

    unit: Unit
    record: Record
    deck: str
    number: int

    @property
    def label(self) -> str:
        """Its name on a command line: Stalker, or Stalker:2 for the second of that name."""
        return self.unit.name


def rules_of(read: FightFile, chosen: Mapping[str, str] | None = None, fights_only: bool = False) -> Rules:
    """The rules with chosen options. UsageError for unknown ones, with `fights_only` for those of whole games too."""
    options = {name: rule.usual for name, rule in read.rules.items()}
    for name, option in (chosen or {}).items():
        rule = read.rules.get(name)
        if rule is None:
            raise UsageError(f"there is no rule '{shorten(name)}'", did_you_mean(name, read.rules, "Leave it out."))
        if option not in rule.options:
            message = f"the rule {name} has no option '{shorten(option)}'"
            raise UsageError(message, did_you_mean(option, rule.options))
        if fights_only and rule.of == "game":
            message = f"the rule {name} speaks of whole games, and changes nothing in one fight"
            raise UsageError(message, "Leave it out, or play games: printgen lab game.")
        options[name] = option
    return _compile(read, options, [read.rules[name].options[option] for name, option in options.items()])


def _compile(read: FightFile, options: Mapping[str, str], chosen: Sequence[RuleOption]) -> Rules:
    modifiers: dict[str, Any] = dict(read.modifiers)
    values: dict[str, Any] = {
        key: getattr(read, key) for key in ("tie", "empty", "floor", "winner", "loser", "spared", "spared_drawn")
    }
    for option in chosen:
        modifiers |= option.modifiers
        modifiers = {name: modifier for name, modifier in modifiers.items() if name not in option.without}
        values |= {key: value for key in values if (value := getattr(option, key)) is not None}
    names = list(read.types)
    return Rules(
        types=tuple(FightType(name, kind.title or name, kind.share) for name, kind in read.types.items()),
        faces=read.roll.faces,
        dice=read.roll.dice,
        most=read.most,
        modifiers=tuple(_modifier(name, modifier, names) for name, modifier in modifiers.items()),
        terrains=read.terrains,
        winner=_losses(values["winner"]),
        loser=_losses(values["loser"]),
        spared=tuple(Spared(spared.skill, _indices(spared.types, names)) for spared in values["spared"]),
        spared_drawn=values["spared_drawn"],
        floor=None if values["floor"] == "none" else values["floor"],
        tie=values["tie"],
        empty=values["empty"] == "fights",
        options=options,
    )


def _modifier(name: str, shape: Any, types: Sequence[str]) -> Modifier:
    title = shape.title or name[:1].upper() + name[1:].replace("-", " ").replace("_", " ")
    return Modifier(name, title, modifier_word(shape), _indices(shape.types, types), **modifier_settings(shape))


def _indices(types: Sequence[str], names: Sequence[str]) -> frozenset[int]:
    return frozenset(map(names.index, types)) if types else frozenset(range(len(names)))


def _losses(shape: LossTable) -> Losses:
    def rolls(numbers: Iterable[int | str]) -> tuple[int | None, ...]:
        return tuple(number if isinstance(number, int) else None for number in numbers)

    return Losses(rolls(shape.usual), tuple((skill, rolls(numbers)) for skill, numbers in shape.skills.items()))


def cards_of(game: Game, read: FightFile) -> tuple[FightCard, ...]:
    """The cards of all decks that fight, in their order, each once, without its copies."""
    counts_by_name: dict[str, int] = {}
    cards = []
    for deck in read.decks:
        for record in game.products[deck].records:
            key = fold_name(record.name)
            counts_by_name[key] = counts_by_name.get(key, 0) + 1
            cards.append(FightCard(_unit(read, record, counts_by_name[key]), record, deck, counts_by_name[key]))
    return tuple(cards)


def _unit(read: FightFile, record: Record, number: int) -> Unit:
    values = record.values
    name = record.name if number == 1 else f"{record.name}:{number}"
    scores = tuple(values.get(read.stat_of(key)) or 0 for key in read.types)
    skills = values.get(read.skills, ()) if read.skills else ()
    skill_set = frozenset(skills if isinstance(skills, tuple) else (skills,) if skills else ())
    return Unit(name, scores, str(values.get(read.group) or "") if read.group else "", skill_set)


def units_of(game: Game, read: FightFile) -> dict[str, tuple[Unit, ...]]:
    """The units of each deck that fights, in order, with every copy; the second card of a name is called Stalker:2."""
    decks: dict[str, tuple[Unit, ...]] = dict.fromkeys(read.decks, ())
    for card in cards_of(game, read):
        decks[card.deck] += (card.unit,) * card.record.copies
    return decks


def name_list(text: str) -> list[str]:
    """The names of a text with commas between; a name that has a comma is in double quotes."""
    parts = re.findall(r'\s*(?:"([^"]*)"\s*|([^,]*))(?:,|$)', text)
    return [name for quoted, plain in parts if (name := (quoted or plain).strip())]


def ambiguous_names(names: Iterable[str], cards: Sequence[FightCard]) -> Iterator[str]:
    """A line for each name that several cards share without a number."""
    for name in dict.fromkeys(names):
        alike = [card for card in cards if fold_name(card.record.name) == fold_name(name)]
        if len(alike) > 1:
            called = alike[0].record.name
            each = ", ".join(f"{called}:{card.number}" for card in alike)
            yield f"{len(alike)} cards are named {called}; the first is taken. Write one of {each}."


def team_of(names: Sequence[str], cards: Sequence[FightCard], rules: Rules, what: str) -> Team:
    """The team of cards by their names; `what` says which team it is.

    NAME:2 is the second card of that name. UsageError for names that there are not, for more units than a team has, and
    for none.
    """
    if not names:
        raise UsageError(f"{what}: this team has no units", f"Name 1 to {rules.most} cards, with commas between.")
    if len(names) > rules.most:
        message = f"{what}: {len(names)} units are more than the {rules.most} that a team has"
        raise UsageError(message, f"Leave out {len(names) - rules.most} of them.")
    chosen = [card_named(name, cards, what) for name in names]
    for card in chosen:
        if chosen.count(card) > card.record.copies:
            name = fold_name(card.record.name)
            others = [card.label for card in cards if fold_name(card.record.name) == name and card not in chosen]
            hint = f"Write {others[0]} for one of them." if others else "Name another card: a deck has no second one."
            raise UsageError(f"{what}: {card.label} is named twice", hint)
    return tuple(card.unit for card in chosen)


def card_named(name: str, cards: Sequence[FightCard], what: str) -> FightCard:
    """The card that a name means."""
    folded, number = fold_name(name), 1
    alike = [card for card in cards if fold_name(card.record.name) == folded]
    if not alike:
        head, sign, tail = name.rpartition(":")
        if sign and tail.strip().isascii() and tail.strip().isdecimal():
            folded, number = fold_name(head), int(tail[:9])
            alike = [card for card in cards if fold_name(card.record.name) == folded]
    if not alike:
        hint = did_you_mean(name, [card.label for card in cards])
        raise UsageError(f"{what}: no card is named '{shorten(name)}'", hint)
    if not 1 <= number <= len(alike):
        message = f"{what}: there is no card {number} of the name {alike[0].record.name}"
        hint = f"Name one of 1 to {len(alike)}." if len(alike) > 1 else "Leave the number out: there is one."
        raise UsageError(message, hint)
    return alike[number - 1]


class LabGame(NamedTuple):
    """A game with its file of fights, the rules as chosen, and its cards, those of the user's own included."""

    game: Game
    file: FightFile
    rules: Rules
    cards: tuple[FightCard, ...]

    @contextmanager
    def reckoning(self, what: str) -> Iterator[None]:
        """A context in which exceeded limits are reported at the file of fights."""
        try:
            with activity(f"reckoning {what}", self.file.where):
                yield
        except PrintgenError as error:
            # Whoever works elsewhere does not know the file.
            where = self.file.where
            here = [replace(each, where=where) if each.code == "over-limit" and not each.where.line else each
                    for each in error.findings]  # fmt: skip
            if here == [*error.findings]:
                raise
            raise PrintgenError(here) from error

    def about(self) -> dict[str, Any]:
        """The subject of results: the game, and the chosen rules."""
        usual = {name: rule.usual for name, rule in self.file.rules.items()}
        chosen = {name: option for name, option in self.rules.options.items() if usual[name] != option}
        return {"game": self.game.name, "rules": chosen}

    def title_of(self, word: str, field: str) -> str:
        """The title of a word of a field, such as a group or a skill: from its table, or the word itself."""
        tables = (self.game.table_of(self.game.products[deck], field) for deck in self.file.decks)
        rows = (table.rows.get(word, {}) for table in tables if table)
        return next((str(row["name"]) for row in rows if row.get("name")), word)

    def terrains(self, name: str) -> tuple[str | None, ...]:
        """The terrains that samples take in turn: the one of a name, or all, or none where the game has none."""
        ground = self.terrain(name)
        return (ground,) if ground or not self.rules.terrains else tuple(self.rules.terrains)

    def terrain(self, name: str) -> str | None:
        """A terrain by its name, None for "". UsageError for one that the game does not have."""
        if name and name.casefold() not in self.rules.terrains:
            hint = did_you_mean(name, self.rules.terrains, "Leave it out: this game has no terrain.")
            raise UsageError(f"there is no terrain '{shorten(name)}'", hint)
        return name.casefold() or None


def lab_game(game: Game, chosen: Mapping[str, str], fights_only: bool = True) -> LabGame:
    """The game for the lab, with chosen options. UsageError when it has no fights, or lacks these rules."""
    file = fight_of(game)
    return LabGame(game, file, rules_of(file, chosen, fights_only), cards_of(game, file))


def pools_of(bench: LabGame, minimum: int) -> tuple[Pool, ...]:
    """The decks with enough cards for a team."""
    pools = tuple(units_of(bench.game, bench.file).items())
    for name, units in pools:
        if len(units) < minimum:
            message = f"{name} has {len(units)} cards, and a team of {minimum} needs more"
            raise UsageError(message, "Give a smaller number with --units.")
    return pools
