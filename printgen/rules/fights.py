"""Load a file of fights, and check that its game has all that it names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Any

from printgen.base.errors import Finding, PrintgenError, UsageError, Where, did_you_mean
from printgen.game.records import Game, Product
from printgen.reading.files import Files
from printgen.reading.scalars import check_known, shorten
from printgen.rules.fight_shapes import (
    Alike,
    AnyKind,
    Bonus,
    Dice,
    FightFile,
    NamedRule,
    SparedUnits,
    TerrainColumn,
    WarFile,
    WarWords,
    modifier_word,
)

Skills = tuple[Set[str], bool]
"""The skills that are known, and whether there are no others."""

_NO_MODIFIERS = "Remove it: the file has no modifiers."


def check_fight_file(read: FightFile, game: Game) -> Iterator[Finding]:
    """Findings for names in a file of fights that neither it nor its game has."""
    for n, name in enumerate(read.decks):
        yield from check_known(read.where_of("decks", n), name, game.products, "there is no product '{}'")
        if (product := game.products.get(name)) and product.records:
            yield from _check_fields(read, product)
    if read.terrain:
        yield from _check_terrain(read.terrain, game)
    for name in read.types:
        yield from _check_name(name, read.key_where_of("types", name))
    skills = _skills(read, game)
    yield from _check_modifiers(read, skills, read.modifiers, ("modifiers",))
    for losses in (read.winner, read.loser):
        for skill in losses.skills:
            yield from _check_skill(skills, skill, losses.key_where_of("skills", skill))
    yield from _check_spared(read, skills, read.spared)
    for name, rule in read.rules.items():
        yield from _check_rule(read, skills, name, rule)
    if read.war:
        yield from _check_war(read.war, game, read.decks, tuple(read.types))
    yield from _check_sources(read)


def _check_war(war: WarFile, game: Game, decks: tuple[str, ...], types: tuple[str, ...]) -> Iterator[Finding]:
    for name, side in war.sides.items():
        yield from check_known(war.where_of("sides", name, "deck"), side.deck, decks, '"{}" is no deck that fights')
    if war.board is not None:
        yield from check_known(war.where_of("board"), war.board, game.products, 'there is no product "{}"')
    yield from _check_war_words(war, tuple(war.sides), types)


def _check_war_words(words: WarWords, sides: tuple[str, ...], types: tuple[str, ...]) -> Iterator[Finding]:
    if guns := words.artillery:
        yield from check_known(guns.where_of("score"), guns.score, types, _NO_TYPE, "unknown-value")
    for name in words.hands:
        yield from check_known(words.key_where_of("hands", name), name, sides, _NO_SIDE, "unknown-value")
    yield from check_known(words.where_of("first"), words.first, ("roll", *sides), _NO_SIDE, "unknown-value")


def _check_sources(read: FightFile) -> Iterator[Finding]:
    """Findings for unknown lines of the rules, and for entries without a source in a file that cites rules."""
    sections = read.cites.sections if read.cites else {}
    cited: list[Any] = [*read.types.values(), *read.modifiers.values(), read.winner, read.loser, *read.spared]
    cited += read.rules.values()
    cited += (read.war, *read.war.moves, *read.war.alone, read.war.artillery) if read.war else ()
    for part in filter(None, cited):
        if read.cites and part.where.file and not part.source:
            hint = "Write the section and the line, such as source: Mission Phase 6."
            yield Finding("error", part.where, "this says no line of the rules as its source", hint, "missing-key")
        for n, source in enumerate(part.source):
            match = re.fullmatch(r"(.+) (\d{1,3})(?:-(\d{1,3}))?", source)
            section, first, last = match.groups() if match else (source, "0", "")
            where = part.where_of("source", n)
            hint = "Name the rules under cites: sections."
            yield from check_known(where, section, sections, 'the rules have no section "{}"', "unknown-value", hint)
            if section in sections and not 1 <= int(first) <= int(last or first) <= sections[section]:
                message = f'"{shorten(source)}" is no line of {section}, which has {sections[section]}'
                yield Finding("error", where, message, f"Write lines from 1 to {sections[section]}.", "out-of-range")


def _skills(read: FightFile, game: Game) -> Skills:
    """The possible skills of cards, and whether the list is complete."""
    decks = [game.products[name] for name in read.decks if name in game.products]
    tables = [game.table_of(deck, read.skills) for deck in decks] if read.skills else []
    if tables and all(tables):
        return {code for table in tables if table for code in table.rows}, True
    values = [record.values.get(read.skills) for deck in decks for record in deck.records]
    return {str(word) for value in values for word in (value if isinstance(value, tuple) else (value,)) if word}, False


def _check_skill(skills: Skills, skill: str, where: Where) -> Iterator[Finding]:
    """A finding for a skill that no card has: an error if none can have it, else a warning."""
    words, closed = skills
    if skill and skill not in words:
        hint = did_you_mean(skill, words, "Remove it: no card has a skill.")
        message = f'no card has the skill "{shorten(skill)}"'
        yield Finding("error" if closed else "warning", where, message, hint, "unknown-skill")


def _check_fields(read: FightFile, product: Product) -> Iterator[Finding]:
    """Findings for fields that the records of a deck lack, or that have other values."""
    values, missing = product.records[0].values, f"the records of {product.name} have no field {{}}"
    stats = [(("types", name, "field"), read.stat_of(name)) for name in read.types]
    for path, name in (*stats, (("group",), read.group), (("skills",), read.skills)):
        if name not in values:
            yield from check_known(read.where_of(*path), name, ("", *values), missing, "unknown-field")
        elif path[0] == "types" and not all(isinstance(r.values[name], int | None) for r in product.records):
            message = f"{name} of the records of {product.name} is no whole number"
            yield Finding("error", read.where_of(*path), message, "Name a field of the kind integer.", "wrong-type")


def _check_terrain(terrain: TerrainColumn, game: Game) -> Iterator[Finding]:
    name, column = terrain.table, terrain.column
    yield from check_known(terrain.where_of("table"), name, game.tables, 'there is no table "{}"', "unknown-value")
    if (table := game.tables.get(name)) and table.rows:
        known = {column for row in table.rows.values() for column in row}
        missing = f'the table {name} has no column "{{}}"'
        yield from check_known(terrain.where_of("column"), column, known, missing, "unknown-field")


def _check_modifiers(
    read: FightFile, skills: Skills, modifiers: Mapping[str, Any], path: tuple[str, ...]
) -> Iterator[Finding]:
    for name, modifier in modifiers.items():
        where = read.key_where_of(*path, name, modifier_word(modifier))
        yield from _check_name(name, read.key_where_of(*path, name))
        for key in ("skill", "against"):
            yield from _check_skill(skills, getattr(modifier, key, ""), modifier.where_of(key))
        yield from _check_types(read, modifier)
        if isinstance(modifier, Alike) and not read.group:
            message = "units are alike by their group, and the file names no field for it"
            yield Finding("error", where, message, "Add group: and a field.", "missing-key")
        if getattr(modifier, "skill", "") and not read.skills:
            message = "a skill is named, and the file names no field for skills"
            yield Finding("error", where, message, "Add skills: and a field.", "missing-key")
        if isinstance(modifier, Bonus | Dice) and modifier.terrain and not read.terrain:
            message = "the terrain counts, and the file does not say which skill suits which"
            yield Finding("error", where, message, "Add terrain: {table: ..., column: ...}.", "missing-key")


def _check_spared(read: FightFile, skills: Skills, spared: Iterable[SparedUnits]) -> Iterator[Finding]:
    for units in spared:
        yield from _check_skill(skills, units.skill, units.where_of("skill"))
        yield from _check_types(read, units)


_NO_TYPE, _NO_SIDE = 'there is no type of fight "{}"', 'there is no side "{}"'


def _check_types(read: FightFile, part: AnyKind | SparedUnits) -> Iterator[Finding]:
    for n, name in enumerate(part.types):
        yield from check_known(part.where_of("types", n), name, read.types, _NO_TYPE, "unknown-value")


def _check_name(name: str, where: Where) -> Iterator[Finding]:
    """A finding for a name that cannot be typed on a command line."""
    if not re.fullmatch("[a-z0-9]+([-_][a-z0-9]+)*", name):
        hint = "Use small letters, digits and - between them."
        yield Finding("error", where, f'"{shorten(name)}" cannot be a name here', hint, "bad-name")


def _check_rule(read: FightFile, skills: Skills, name: str, rule: NamedRule) -> Iterator[Finding]:
    code, modifiers = "unknown-value", read.modifiers
    yield from _check_name(name, read.key_where_of("rules", name))
    yield from check_known(
        rule.where_of("usual"), rule.usual, rule.options, f'the rule {name} has no option "{{}}"', code
    )
    for key, option in rule.options.items():
        yield from _check_name(key, rule.key_where_of("options", key))
        yield from _check_modifiers(read, skills, option.modifiers, ("rules", name, "options", key, "modifiers"))
        yield from _check_spared(read, skills, option.spared or ())
        if option.war:
            yield from _check_war_words(option.war, tuple(read.war.sides) if read.war else (), tuple(read.types))
        message = 'there is no modifier "{}"'
        for n, gone in enumerate(option.without):
            yield from check_known(option.where_of("without", n), gone, modifiers, message, code, _NO_MODIFIERS)
        message += " that it could stand in place of"
        for new in option.modifiers:
            yield from check_known(option.key_where_of("modifiers", new), new, modifiers, message, code, _NO_MODIFIERS)


KEY = "fight"
"""What game.yaml calls its file of fights."""


def fight_of(game: Game) -> FightFile:
    """The file of a game's fights. UsageError when it names none, PrintgenError when that has mistakes."""
    if game.fight is None:
        hint = f"Write {KEY}: fight.yaml in its game.yaml, or name a game that has one, such as go-joe."
        raise UsageError(f"{game.name} has no rules of fights", hint)
    fight_file, findings = load_fight(game)
    if fight_file is None:
        raise PrintgenError(findings)
    return fight_file


def load_fight(game: Game) -> tuple[FightFile | None, list[Finding]]:
    """The file of fights that a game names; None, with findings, when it has mistakes or none is named."""
    return game.files.apart(lambda: _load(game.files, game))


def check_fight(game: Game) -> Iterator[Finding]:
    """The findings on the file of fights of a game that names one."""
    yield from load_fight(game)[1]


def _load(files: Files, game: Game) -> FightFile | None:
    read = files.part(game.fight, FightFile) if game.fight else None
    if read is None:
        return None
    findings = [*check_fight_file(read, game)]
    files.add(findings)
    return None if findings else read.on(_terrains(read, game))


def _terrains(read: FightFile, game: Game) -> dict[str, frozenset[str]]:
    """The skills that suit each terrain, with empty sets for terrains that none suits."""
    skills_by_terrain: dict[str, set[str]] = {}
    for board in game.boards.values():
        terrains: Any = board.get("terrains")
        for name in terrains if isinstance(terrains, Sequence) and not isinstance(terrains, str) else ():
            skills_by_terrain.setdefault(str(name), set())
    if read.terrain:
        for skill, row in game.tables[read.terrain.table].rows.items():
            if terrain := row.get(read.terrain.column):
                skills_by_terrain.setdefault(str(terrain), set()).add(skill)
    return {name: frozenset(skills) for name, skills in skills_by_terrain.items()}
