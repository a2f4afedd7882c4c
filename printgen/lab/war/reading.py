"""The war of a game under chosen rules, and the tally of its games as a document and as lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from math import sqrt
from typing import Any

from printgen.base.errors import UsageError, did_you_mean
from printgen.base.names import fold_name
from printgen.game.records import Game, Product
from printgen.kinds.board.plan import BoardPlan
from printgen.lab.sums import Unit
from printgen.lab.war.model import War, board_cells
from printgen.lab.work import Tally
from printgen.lab.workbench import FightCard, cards_of, rules_of
from printgen.rules.fight_shapes import AloneShape, FightFile, WarFile, apply_option


def war_file(game: Game, read: FightFile, options: Mapping[str, str] | None = None) -> WarFile:
    """The settings of whole games in a file of fights, with chosen options. UsageError when it has none."""
    if read.war is None:
        raise UsageError(f"{game.name} has no rules of whole games", "Write war: into its file of fights.")
    file = read.war
    for name, option in (options or {}).items():
        words = read.rules[name].options[option].war
        file = apply_option(file, words) if words is not None else file
    return file


def war_of(game: Game, read: FightFile, chosen: Mapping[str, str] | None = None) -> War:
    """The war of a game, with options chosen by the names of rules. UsageError for unknown rules."""
    rules = rules_of(read, chosen)
    file = war_file(game, read, rules.options)
    names = tuple(file.sides)
    cards = cards_of(game, read)
    decks = [
        [card for card in cards if card.deck == file.sides[name].deck for _ in range(card.record.copies)]
        for name in names
    ]
    units = [tuple(card.unit for card in deck) for deck in decks]
    guns = file.artillery
    radio = guns.radio if guns else None
    score = list(read.types).index(guns.score) if guns else 0
    everywhere = 10**6
    return War(
        file=file,
        rules=rules,
        sides=_pair(names),
        decks=_pair(units),
        bases=_pair([file.sides[name].base for name in names]),
        team=read.most,
        hands=_pair([file.hands.get(name, file.start_hand) for name in names]),
        moves=tuple((everywhere if move.teams == "all" else move.teams, move.spaces) for move in file.moves),
        alone=_pair([tuple(_steps_alone(card, file.alone) for card in deck) for deck in decks]),
        guns=_pair(
            [
                {n: unit.scores[score] for n, unit in enumerate(deck) if guns and guns.skill in unit.skills}
                for deck in units
            ]
        ),
        guns_reach=guns.reach if guns else 0,
        radios=_pair([_cards_with(deck, radio) if radio else frozenset(range(len(deck))) for deck in units]),
        eyes=_pair([_cards_with(deck, file.looks) for deck in units]),
        breakers=_pair([_cards_with(deck, file.breaks) for deck in units]),
        worth=_pair([tuple(sum(unit.scores) for unit in deck) for deck in units]),
        first=-1 if file.first == "roll" else names.index(file.first),
    )


def _pair(values: Any) -> tuple[Any, Any]:
    first, second = values
    return first, second


def _cards_with(deck: tuple[Unit, ...], skill: str | None) -> frozenset[int]:
    """The cards of a deck that have a skill."""
    return frozenset(n for n, unit in enumerate(deck) if skill is not None and skill in unit.skills)


def _steps_alone(card: FightCard, shapes: tuple[AloneShape, ...]) -> int:
    """How far a card moves by itself; 0 if it cannot."""
    values = card.record.values
    reaches = [
        shape.spaces
        for shape in shapes
        if (shape.skill is not None and shape.skill in card.unit.skills)
        or (shape.field and shape.word and _has_word(values.get(shape.field), shape.word))
    ]
    return max(reaches, default=0)


def _has_word(value: Any, word: str) -> bool:
    words = re.findall(r"\w+", " ".join(value) if isinstance(value, tuple) else str(value or ""))
    return fold_name(word) in map(fold_name, words)


def board_product(game: Game, file: WarFile) -> Product:
    """The product whose boards are played on. UsageError when the game has none with both bases."""
    products = [product for product in game.products.values() if isinstance(product.loaded, BoardPlan)]
    if file.board is not None:
        products = [product for product in products if product.name == file.board]
    if not products:
        raise UsageError(f"{game.name} has no board to play on", "Name a product with a board as board: of its war.")
    return products[0]


def check_board(war: War, plan: BoardPlan[Any]) -> None:
    """UsageError for boards without squares, or without the bases of a war."""
    data = plan.data(plan.of_seed(1))
    if not {"rows", "columns", "cells"} <= data.keys():
        raise UsageError("games are played on boards of squares", "Name a product of the kind terrain-board.")
    words = {word for word in board_cells(data) if word}
    for base in war.bases:
        if base not in words:
            raise UsageError(f"the board has no base '{base}'", did_you_mean(base, words))
    goal = war.file.goal
    if goal is not None and goal not in words:
        raise UsageError(f"the board has no '{goal}'", did_you_mean(goal, words))


_LISTED = 8
_LEAST = 30
"""A card is listed when it was in so many fights."""


_Z = 1.959964
"""How many standard errors to either side hold 95 of 100 true values."""


def wilson(won: float, total: float) -> tuple[float, float]:
    """The Wilson score interval of a share, at 95 %; 0 to 1 where nothing is known."""
    if total <= 0:
        return 0.0, 1.0
    share, square = won / total, _Z * _Z
    middle = (share + square / (2 * total)) / (1 + square / total)
    reach = _Z * sqrt(share * (1 - share) / total + square / (4 * total * total)) / (1 + square / total)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def share_of(won: int, games: int, seeds: int = 0, squares: int = 0) -> dict[str, Any]:
    """A share as data. Games of one seed may end alike: then they tell less, and the interval is wider."""
    worth = float(games)
    if seeds > 1 and 0 < won < games:
        mean, each = won / seeds, games / seeds
        spread = max(squares / seeds - mean * mean, 0.0)
        worth /= max(1.0, spread / (each * (won / games) * (1 - won / games)))
    low, high = wilson(won / games * worth if games else 0.0, worth)
    share, interval = _round4(won / games if games else 0.0), [_round4(low), _round4(high)]
    return {"won": won, "of": games, "share": share, "interval": interval}


def _round4(number: float) -> float:
    return round(number, 4)


def describe_games(about: Mapping[str, Any], tally: Tally, done: int) -> dict[str, Any]:
    """The results of games, as data."""
    games, seeds, squares = tally["games"], tally["seeds"], tally["squares"]
    sides: list[str] = about["sides"]
    wins = {
        side: share_of(tally["wins"][side], games, seeds, squares["side"] if side == sides[0] else 0) for side in sides
    }
    # The other side wins where the first does not, but for draws: its share is as sure.
    low, high = wins[sides[0]]["interval"]
    drawn = tally["draws"] / games if games else 0.0
    wins[sides[1]]["interval"] = [_round4(max(0.0, 1 - drawn - high)), _round4(max(0.0, 1 - drawn - low))]
    document: dict[str, Any] = {**about, "games": games, "wins": wins, "draws": tally["draws"]}
    if about["policy"] != about["against"]:
        by_side = {side: share_of(row["wins"], row["games"]) for side, row in sorted(tally["policy_sides"].items())}
        document["policy_wins"] = share_of(tally["policy_wins"], games, seeds, squares["policy"])
        document["policy_wins_as"] = by_side
    return {
        **document,
        "first_player_wins": share_of(tally["first_wins"], games, seeds, squares["first"]),
        "turns": _turn_marks(tally["turns"], games),
        "fights": {
            "a_game": _round4(tally["fights"] / games),
            "attacker_wins": share_of(tally["attacker_wins"], tally["fights"]),
            "ties": tally["ties"],
        },
        "ends": dict(sorted(tally["ends"].items(), key=lambda row: (-row[1], row[0]))),
        "cards": {side: _card_rows(tally["cards"][side]) for side in sides},
    }


def _turn_marks(counts: Mapping[str, int], games: int) -> dict[str, float]:
    """How many turns of both sides games take."""
    rows, turns_at, games_so_far = sorted((int(turns), count) for turns, count in counts.items()), {}, 0
    marks = {"tenth": 0.1, "median": 0.5, "nine_tenths": 0.9}
    for turns, count in rows:
        games_so_far += count
        for name, mark in marks.items():
            if name not in turns_at and games_so_far >= mark * games:
                turns_at[name] = turns
    return {**turns_at, "mean": round(sum(turns * count for turns, count in rows) / games, 1)}


def _card_rows(rows: Mapping[str, Mapping[str, int]]) -> list[dict[str, Any]]:
    """Cards by the share of their fights that they win, those that were in many first."""
    cards = [
        {
            "name": name, "games": row["games"], "games_won": share_of(row["games_won"], row["games"]),
            "fights": row["fights"], "fights_won": share_of(row["fights_won"], row["fights"]),
        }
        for name, row in rows.items()
    ]  # fmt: skip
    return sorted(cards, key=lambda row: (row["fights"] < _LEAST, -row["fights_won"]["share"], row["name"]))


def game_lines(document: dict[str, Any]) -> Iterator[str]:
    """The results of games, as people read them."""
    sides, games = document["sides"], document["games"]
    same = document["policy"] == document["against"]
    played = f"{document['policy']} against {'itself' if same else document['against']}"
    yield f"{games:,} games of {document['game']}, {played}, on {document['arrangement']} boards"
    if document["rules"]:
        yield f"rules: {', '.join(f'{name}={option}' for name, option in document['rules'].items())}"
    yield ""
    yield f"{'':24}{'share':>9}  {'95 % interval':>16}"
    for side in sides:
        yield _share_line(f"{side} wins", document["wins"][side])
    if not same:
        yield _share_line(f"{document['policy']} wins", document["policy_wins"])
        for side, row in document["policy_wins_as"].items():
            yield _share_line(f"  as {side}", row)
    yield _share_line("who goes first wins", document["first_player_wins"])
    yield _share_line("attackers win fights", document["fights"]["attacker_wins"])
    yield ""
    turns = document["turns"]
    length = f"median {turns['median']}, most from {turns['tenth']} to {turns['nine_tenths']}"
    yield f"turns: {length}; {document['fights']['a_game']:.1f} fights a game; {document['draws']} draws"
    yield f"ends: {', '.join(f'{name} {100 * count / games:.1f} %' for name, count in document['ends'].items())}"
    yield from _card_lines(document, sides)


def _share_line(name: str, row: Mapping[str, Any]) -> str:
    low, high = row["interval"]
    return f"{name:24}{100 * row['share']:>7.1f} %  {100 * low:>6.1f} to {100 * high:>4.1f} %"


def _card_lines(document: Mapping[str, Any], sides: list[str]) -> Iterator[str]:
    for side in sides:
        rows = [row for row in document["cards"][side] if row["fights"] >= _LEAST]
        best, worst = rows[:_LISTED], rows[_LISTED:][-3:]
        if best:
            yield ""
            yield f"{side}: cards whose teams win most fights{', and least' if worst else ''}"
            for row in (*best, *worst):
                name = row["name"] if len(row["name"]) <= 20 else f"{row['name'][:19]}…"
                yield f"{_share_line('  ' + name, row['fights_won'])}  {row['fights']:>6,} fights"
