"""A file of fights and its game come in; the file goes out, or findings for names in it that there are not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Any

from printgen.base.errors import Finding, PrintgenError, UsageError, Where, did_you_mean, unknown_word
from printgen.game.records import Game, Product
from printgen.reading.files import Files
from printgen.reading.scalars import shorten
from printgen.rules.fight_shapes import (
    Alike,
    Bonus,
    Dice,
    EachOther,
    Facing,
    FightFile,
    NamedRule,
    SparedUnits,
    WarFile,
    WarWords,
    modifier_word,
)


def check_war(war: WarFile, game: Game, decks: tuple[str, ...], types: tuple[str, ...]) -> Iterator[Finding]:
    """Findings for decks and boards that there are not, and for what `words_mistakes` finds."""
    for name, side in war.sides.items():
        if side.deck not in decks:
            message = f'"{shorten(side.deck)}" is no deck that fights'
            yield unknown_word(war.where_of("sides", name, "deck"), "unknown-product", message, side.deck, decks)
    if war.board is not None and war.board not in game.products:
        message = f'there is no product "{shorten(war.board)}"'
        yield unknown_word(war.where_of("board"), "unknown-product", message, war.board, game.products)
    yield from check_war_words(war, tuple(war.sides), types)


def check_war_words(words: WarWords, sides: tuple[str, ...], types: tuple[str, ...]) -> Iterator[Finding]:
    """Findings for scores and sides that there are not."""
    if words.artillery and words.artillery.score not in types:
        score = words.artillery.score
        message = f'there is no type of fight "{shorten(score)}"'
        yield unknown_word(words.artillery.where_of("score"), "unknown-value", message, score, types)
    for name in words.hands:
        if name not in sides:
            message = f'there is no side "{shorten(name)}"'
            yield unknown_word(words.key_where_of("hands", name), "unknown-value", message, name, sides)
    if words.first not in ("roll", *sides):
        message = f'there is no side "{shorten(words.first)}"'
        yield unknown_word(words.where_of("first"), "unknown-value", message, words.first, ("roll", *sides))


Skills = tuple[Set[str], bool]
"""The skills that are known, and whether there are no others."""

_NONE = "Remove it: the file has no modifiers."


def check_fight_file(read: FightFile, game: Game) -> Iterator[Finding]:
    for n, name in enumerate(read.decks):
        product = game.products.get(name)
        if product is None:
            yield unknown_word(
                read.where_of("decks", n), "unknown-product", f"there is no product '{name}'", name, game.products
            )
        elif product.records:
            yield from _fields(read, product)
    if read.terrain:
        yield from _columns(read, game)
    for name in read.types:
        yield from _check_name(name, read.key_where_of("types", name))
    known = _skills(read, game)
    yield from _modifiers(read, known, read.modifiers, ("modifiers",))
    for losses in (read.winner, read.loser):
        for skill in losses.skills:
            yield from _skill(known, skill, losses.key_where_of("skills", skill))
    yield from _check_spared(read, known, read.spared)
    for name, rule in read.rules.items():
        yield from _rule(read, known, name, rule)
    if read.war:
        yield from check_war(read.war, game, read.decks, tuple(read.types))
    yield from _sources(read)


def _sources(read: FightFile) -> Iterator[Finding]:
    """Findings for lines of the rules that there are not, and for what cites none where the file names its rules."""
    known = read.cites.sections if read.cites else {}
    cited: list[Any] = [*read.types.values(), *read.modifiers.values(), read.winner, read.loser, *read.spared]
    cited += read.rules.values()
    cited += (read.war, *read.war.moves, *read.war.alone, read.war.artillery) if read.war else ()
    for one in filter(None, cited):
        if read.cites and one.where.file and not one.source:
            hint = "Write the section and the line, such as source: Mission Phase 6."
            yield Finding("error", one.where, "this says no line of the rules as its source", hint, "missing-key")
        for n, source in enumerate(one.source):
            found = re.fullmatch(r"(.+) (\d{1,3})(?:-(\d{1,3}))?", source)
            section, first, last = found.groups() if found else (source, "0", "")
            where = one.where_of("source", n)
            if section not in known:
                message = f'the rules have no section "{shorten(section)}"'
                yield unknown_word(
                    where, "unknown-value", message, section, known, "Name the rules under cites: sections."
                )
            elif not 1 <= int(first) <= int(last or first) <= known[section]:
                message = f'"{shorten(source)}" is no line of {section}, which has {known[section]}'
                yield Finding("error", where, message, f"Write lines from 1 to {known[section]}.", "out-of-range")


def _skills(read: FightFile, game: Game) -> Skills:
    """The skills that cards may have, and whether there are no others."""
    decks = [game.products[name] for name in read.decks if name in game.products]
    tables = [game.table_of(deck, read.skills) for deck in decks] if read.skills else []
    if tables and all(tables):
        return {code for table in tables if table for code in table.rows}, True
    held = [record.values.get(read.skills) for deck in decks for record in deck.records]
    return {str(word) for words in held for word in (words if isinstance(words, tuple) else (words,)) if word}, False


def _skill(known: Skills, skill: str, where: Where) -> Iterator[Finding]:
    """A finding for a skill that no card has: an error where none can, else a warning."""
    words, closed = known
    if skill and skill not in words:
        hint = did_you_mean(skill, words, "Remove it: no card has a skill.")
        message = f'no card has the skill "{shorten(skill)}"'
        yield Finding("error" if closed else "warning", where, message, hint, "unknown-skill")


def _fields(read: FightFile, product: Product) -> Iterator[Finding]:
    """Findings for fields that the records of a deck do not have, or that hold no such values."""
    values = product.records[0].values
    stats = [(("types", name, "field"), read.stat_of(name)) for name in read.types]
    for path, name in (*stats, (("group",), read.group), (("skills",), read.skills)):
        if name and name not in values:
            message = f"the records of {product.name} have no field {name}"
            yield unknown_word(read.where_of(*path), "unknown-field", message, name, values)
        elif path[0] == "types" and not all(isinstance(r.values[name], int | None) for r in product.records):
            message = f"{name} of the records of {product.name} is no whole number"
            yield Finding("error", read.where_of(*path), message, "Name a field of the kind integer.", "wrong-type")


def _columns(read: FightFile, game: Game) -> Iterator[Finding]:
    assert read.terrain is not None
    table = game.tables.get(read.terrain.table)
    if table is None:
        name = read.terrain.table
        where = read.where_of("terrain", "table")
        yield unknown_word(where, "unknown-value", f'there is no table "{shorten(name)}"', name, game.tables)
        return
    known = {column for row in table.rows.values() for column in row}
    if table.rows and read.terrain.column not in known:
        name = read.terrain.column
        message = f'the table {table.name} has no column "{shorten(name)}"'
        yield unknown_word(read.where_of("terrain", "column"), "unknown-field", message, name, known)


def _modifiers(
    read: FightFile, skills: Skills, modifiers: Mapping[str, Any], path: tuple[str, ...]
) -> Iterator[Finding]:
    for name, one in modifiers.items():
        word = modifier_word(one)
        yield from _check_name(name, read.key_where_of(*path, name))
        for key in ("skill", "against"):
            yield from _skill(skills, getattr(one, key, ""), one.where_of(key))
        for n, known in enumerate(one.types):
            if known not in read.types:
                message = f'there is no type of fight "{shorten(known)}"'
                yield unknown_word(one.where_of("types", n), "unknown-value", message, known, read.types)
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


def _check_spared(read: FightFile, skills: Skills, spared: Iterable[SparedUnits]) -> Iterator[Finding]:
    for one in spared:
        yield from _skill(skills, one.skill, one.where_of("skill"))
        for n, name in enumerate(one.types):
            if name not in read.types:
                message = f'there is no type of fight "{shorten(name)}"'
                yield unknown_word(one.where_of("types", n), "unknown-value", message, name, read.types)


def _check_name(name: str, where: Where) -> Iterator[Finding]:
    """A finding for a name that nobody could type on a command line."""
    if not re.fullmatch("[a-z0-9]+([-_][a-z0-9]+)*", name):
        hint = "Use small letters, digits and - between them."
        yield Finding("error", where, f'"{shorten(name)}" cannot be a name here', hint, "bad-name")


def _rule(read: FightFile, skills: Skills, name: str, rule: NamedRule) -> Iterator[Finding]:
    yield from _check_name(name, read.key_where_of("rules", name))
    if rule.usual not in rule.options:
        message = f'the rule {name} has no option "{shorten(rule.usual)}"'
        yield unknown_word(rule.where_of("usual"), "unknown-value", message, rule.usual, rule.options)
    for key, option in rule.options.items():
        path = ("rules", name, "options", key)
        yield from _check_name(key, rule.key_where_of("options", key))
        yield from _modifiers(read, skills, option.modifiers, (*path, "modifiers"))
        yield from _check_spared(read, skills, option.spared or ())
        if option.war:
            yield from check_war_words(option.war, tuple(read.war.sides) if read.war else (), tuple(read.types))
        for n, gone in enumerate(option.without):
            if gone not in read.modifiers:
                message = f'there is no modifier "{shorten(gone)}"'
                yield unknown_word(option.where_of("without", n), "unknown-value", message, gone, read.modifiers, _NONE)
        for new in option.modifiers:
            if new not in read.modifiers:
                message = f'there is no modifier "{shorten(new)}" that it could stand in place of'
                yield unknown_word(
                    option.key_where_of("modifiers", new), "unknown-value", message, new, read.modifiers, _NONE
                )


KEY = "fight"
"""What game.yaml calls its file of fights."""


def fight_of(game: Game) -> FightFile:
    """The file of a game's fights. UsageError when it names none, PrintgenError when that has mistakes."""
    if game.fight is None:
        hint = f"Write {KEY}: fight.yaml in its game.yaml, or name a game that has one, such as go-joe."
        raise UsageError(f"{game.name} has no rules of fights", hint)
    found, findings = load_fight(game)
    if found is None:
        raise PrintgenError(findings)
    return found


def load_fight(game: Game) -> tuple[FightFile | None, list[Finding]]:
    """The file of fights that a game names; None, with findings, when it has mistakes or none is named."""
    return game.files.apart(lambda: _load(game.files, game))


def check_fight(game: Game) -> Iterator[Finding]:
    """What is wrong with the file of fights of a game that names one."""
    yield from load_fight(game)[1]


def _load(files: Files, game: Game) -> FightFile | None:
    read = files.part(game.fight, FightFile) if game.fight else None
    if read is None:
        return None
    wrong = [*check_fight_file(read, game)]
    files.add(wrong)
    return None if wrong else read.on(_terrains(read, game))


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
