"""Boards: a recipe that can be followed, boards that follow it, and skills that suit terrain on it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from printgen.errors import Exit, Finding, did_you_mean
from printgen.kinds.terrain_board.fairness import Strengths
from printgen.kinds.terrain_board.reading import read_boards, read_recipe
from printgen.reading.records import Game

BOARD_KIND = "terrain-board"


def check_boards(game: Game) -> Iterator[Finding]:
    """Findings for the recipes of a game, for its hand-written boards, and for skills that suit no terrain."""
    terrains: dict[str, None] = {}
    complete = True
    for product in game.products.values():
        if product.kind != BOARD_KIND:
            continue
        if "options" not in product.source:
            hint = "Add options: with rows, columns, bases, terrains and victory."
            yield Finding("error", product.source.start, 'the key "options" is missing', hint, "missing-key")
            continue
        if product.loaded is None:
            complete = False
            continue
        recipe, findings = read_recipe(product.loaded)
        yield from findings
        complete = complete and recipe is not None
        if recipe is not None:
            yield from read_boards(product.loaded, game.folder, recipe)[1]
            terrains |= dict.fromkeys(recipe.terrains)
    if terrains and complete:
        yield from _skills_without_terrain(game, list(terrains))


def strengths_of(game: Game) -> Strengths:
    """What terrain suits the deck of each side, from the services, the skills and the card lists of a game.

    A record is a unit of the side that the row of its `service` in the table "services" names under `side`; that
    side's base is the side's name and "-base". It suits every terrain that a row of its `skills` in the table
    "skills" names under `terrain`. Copies count, a list that two products print counts once.
    """
    services = game.tables["services"].rows if "services" in game.tables else {}
    skills = game.tables["skills"].rows if "skills" in game.tables else {}
    suited: defaultdict[str, Counter[str]] = defaultdict(Counter)
    units: Counter[str] = Counter()
    lists = {product.list_file: product.records for product in game.products.values() if product.kind == "cards"}
    for record in (record for records in lists.values() for record in records):
        side = services.get(record.values.get("service", ""), {}).get("side")
        if not side:
            continue
        base = f"{side}-base"
        units[base] += record.copies
        # Two skills for one terrain suit it once.
        for terrain in dict.fromkeys(skills.get(skill, {}).get("terrain") for skill in record.values.get("skills", ())):
            if terrain:
                suited[base][terrain] += record.copies
    return Strengths({base: dict(counts) for base, counts in suited.items()}, dict(units))


def _skills_without_terrain(game: Game, terrains: list[str]) -> Iterator[Finding]:
    if "skills" not in game.tables:
        return
    table = game.tables["skills"]
    for code, row in table.rows.items():
        terrain = row.get("terrain")
        if terrain and terrain not in terrains:
            message = f'the skill "{code}" suits the terrain "{terrain}", which is on no board of the game'
            hint = did_you_mean(str(terrain), terrains)
            where = table.where_of(code, "terrain")
            yield Finding("error", where, message, hint, "unknown-terrain", Exit.RULES_BROKEN)
