"""A game with a file of fights and the chosen rules come in; a war to play, and the boards for it, go out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from printgen.base.errors import UsageError, did_you_mean
from printgen.base.names import folded_name
from printgen.game.boards import BoardPlan
from printgen.game.records import Game, Product
from printgen.lab.model import Unit
from printgen.lab.reading import Card, cards_of, rules_of
from printgen.lab.war.arena import layout_of
from printgen.lab.war.model import War
from printgen.rules.fights.shapes import FightFile
from printgen.rules.fights.war_shapes import AloneShape, WarFile, changed


def war_file(game: Game, read: FightFile, options: Mapping[str, str] | None = None) -> WarFile:
    """What the file of fights says of whole games, with the options of its rules. UsageError where it says nothing."""
    if read.war is None:
        raise UsageError(f"{game.name} has no rules of whole games", "Write war: into its file of fights.")
    file = read.war
    for name, option in (options or {}).items():
        words = read.rules[name].options[option].war
        file = changed(file, words) if words is not None else file
    return file


def war_of(game: Game, read: FightFile, chosen: Mapping[str, str] | None = None) -> War:
    """The war of a game, with options chosen by the names of rules. UsageError for rules that there are not."""
    rules = rules_of(read, chosen)
    file = war_file(game, read, rules.options)
    names = tuple(file.sides)
    cards = cards_of(game, read)
    decks = [
        [card for card in cards if card.deck == file.sides[name].deck for _ in range(card.record.copies)]
        for name in names
    ]
    units = [tuple(card.unit for card in deck) for deck in decks]
    guns, radio = file.artillery, file.artillery.radio if file.artillery else None
    score = list(read.types).index(guns.score) if guns else 0
    everywhere = 10**6
    return War(
        decks=_two(units),
        sides=_two(names),
        rules=rules,
        diagonal=file.diagonal,
        occupied=file.control == "occupied",
        by_entering=file.capture in ("both", "enter"),
        by_fighting=file.capture in ("both", "fight"),
        emptied_stays=file.emptied == "stays",
        team=read.most,
        start_teams=file.start_teams,
        most_teams=file.most_teams,
        hands=_two([file.hands.get(name, file.start_hand) for name in names]),
        draw=file.draw,
        hand=file.hand,
        turns=file.turns,
        moves=tuple((everywhere if one.teams == "all" else one.teams, one.spaces) for one in file.moves),
        alone=_two([tuple(_alone(card, file.alone) for card in deck) for deck in decks]),
        alone_fights=file.alone_fights,
        alone_free=file.alone_free,
        alone_stands=file.alone_stands,
        alone_holds=file.alone_holds,
        guns=_two(
            [
                {n: unit.scores[score] for n, unit in enumerate(deck) if guns and guns.skill in unit.skills}
                for deck in units
            ]
        ),
        guns_reach=guns.reach if guns else 0,
        guns_own=file.artillery_own,
        radios=_two([_with(deck, radio) if radio else frozenset(range(len(deck))) for deck in units]),
        radio_anywhere=file.radio_anywhere,
        eyes=_two([_with(deck, file.looks) for deck in units]),
        looks_after=file.looks_after,
        looks_once=file.looks_once,
        breakers=_two([_with(deck, file.breaks) for deck in units]),
        turned_down=file.revealed == "turned",
        mover_orders=file.order == "mover",
        worth=_two([tuple(sum(unit.scores) for unit in deck) for deck in units]),
        first=-1 if file.first == "roll" else names.index(file.first),
        bases=_two([file.sides[name].base for name in names]),
        goal=file.goal,
    )


def _two(values: Any) -> tuple[Any, Any]:
    first, second = values
    return first, second


def _with(deck: tuple[Unit, ...], skill: str | None) -> frozenset[int]:
    """The cards of a deck that have a skill."""
    return frozenset(n for n, unit in enumerate(deck) if skill is not None and skill in unit.skills)


def _alone(card: Card, said: tuple[AloneShape, ...]) -> int:
    """How far a card moves by itself; 0 for not at all."""
    values = card.record.values
    far = [
        one.spaces
        for one in said
        if (one.skill is not None and one.skill in card.unit.skills)
        or (one.field and one.word and _says(values.get(one.field), one.word))
    ]
    return max(far, default=0)


def _says(held: Any, word: str) -> bool:
    words = re.findall(r"\w+", " ".join(held) if isinstance(held, tuple) else str(held or ""))
    return folded_name(word) in map(folded_name, words)


def board_product(game: Game, file: WarFile) -> Product:
    """The product whose boards are played on. UsageError where the game has none with both bases."""
    found = [product for product in game.products.values() if isinstance(product.loaded, BoardPlan)]
    if file.board is not None:
        found = [product for product in found if product.name == file.board]
    if not found:
        raise UsageError(f"{game.name} has no board to play on", "Name a product with a board as board: of its war.")
    return found[0]


def check_board(war: War, plan: BoardPlan[Any]) -> None:
    """UsageError for boards that a war cannot be played on: those without squares, or without its bases."""
    data = plan.data(plan.of_seed(1))
    if not {"rows", "columns", "cells"} <= data.keys():
        raise UsageError("games are played on boards of squares", "Name a product of the kind terrain-board.")
    cells = layout_of(data).cells
    for base in war.bases:
        if base not in cells:
            raise UsageError(f"the board has no base '{base}'", did_you_mean(base, [word for word in cells if word]))
    if war.goal is not None and war.goal not in cells:
        raise UsageError(f"the board has no '{war.goal}'", did_you_mean(war.goal, [word for word in cells if word]))
