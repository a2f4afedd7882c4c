"""The desk `lab`: units and rules of a game, its fights, comparisons of decks, and odds."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from typing import Any

from printgen.base.units import mm
from printgen.drawing.model import Drawing
from printgen.faces.marks import bare, stretches
from printgen.kinds import swatches_of
from printgen.lab.decks import contest_job
from printgen.lab.fight import as_data, as_decimals, fight, side_data, type_of
from printgen.lab.requests import DecksRequest, FightRequest, OddsRequest
from printgen.lab.sums import FightPlace, Rules, Team, itemize
from printgen.lab.workbench import FightCard, LabGame, lab_game, team_of
from printgen.reading.requests import ActionRequest
from printgen.rules.odds import OddsTable, numbers_of, odds_of, odds_with
from printgen.studio.actions import Action, ActionAnswer, Live

_MOST_SEARCHED = 400  # The letters of a card's texts that are searched.
_GROUND = mm(24), mm(16)  # The size of a picture of a terrain.
_MOST_SAMPLES = 5000  # So many pairs of teams fight while a page waits.
_LONGEST_ROLE = 40  # The first text of a card that is no longer, in letters, is taken for its role.

Data = dict[str, Any]


def bench(live: Live, asks: ActionRequest) -> ActionAnswer:
    """The choices of the desk: units by deck, terrains, rules, and types of fights."""
    game = live.job.game
    about = {"game": game.name, "title": game.title, "fights": game.fight is not None, "odds": game.odds is not None}
    if game.fight is None:
        return ActionAnswer(about)
    lab = lab_game(game, {})
    data = {**about, **_dice_and_types(lab.rules), **_names(lab), "rules": _rules(lab)}
    return ActionAnswer(data, _grounds(live, lab.rules))


def _grounds(live: Live, rules: Rules) -> dict[str, Drawing]:
    """The pictures of terrains by name; some have none."""
    find_swatch = swatches_of(live.job.library, live.settings.look)
    pictures: dict[str, Drawing] = {}
    for name in rules.terrains:
        with suppress(ValueError):
            pictures[name] = Drawing(*_GROUND, tuple(find_swatch(name).picture(*_GROUND, mm(1))))
    return pictures


def _dice_and_types(rules: Rules) -> Data:
    """The types, dice and limits of fights, and whether bases and lent skills matter."""
    modifiers = rules.modifiers
    return {
        "types": [fight_type._asdict() for fight_type in rules.types],
        "faces": rules.faces,
        "dice": rules.dice,
        "most": rules.most,
        "bases": any(modifier.base for modifier in modifiers),
        "lends": next((modifier.title for modifier in modifiers if modifier.word == "lent"), ""),
    }


def _names(lab: LabGame) -> Data:
    """The decks with their units, and the titles of groups, skills and terrains."""
    file, rules, cards = lab.file, lab.rules, lab.cards
    groups = dict.fromkeys(card.unit.group for card in cards if card.unit.group)
    skills = dict.fromkeys(skill for card in cards for skill in sorted(card.unit.skills))
    in_rules = {word for modifier in rules.modifiers for word in (modifier.skill, modifier.against)}
    in_rules |= {skill for suits in rules.terrains.values() for skill in suits}
    return {
        "decks": [{"name": name, "title": lab.game.products[name].title} for name in file.decks],
        "groups": [{"name": group, "title": lab.title_of(group, file.group)} for group in groups],
        "skills": [
            {"name": skill, "title": lab.title_of(skill, file.skills), "matters": skill in in_rules} for skill in skills
        ],
        "terrains": [
            {"name": name, "title": name[:1].upper() + name[1:].replace("-", " "), "skills": sorted(suits)}
            for name, suits in rules.terrains.items()
        ],
        "units": [_unit(lab, card) for card in cards],
    }  # fmt: skip


def _unit(lab: LabGame, card: FightCard) -> Data:
    """A card as a wall shows it: `number` is its place in its deck's list, from 0, and `search` all of its texts."""
    unit, record = card.unit, card.record
    product = lab.game.products[card.deck]
    texts = [str(value) for value in record.values.values() if isinstance(value, str)]
    skills = [lab.title_of(skill, lab.file.skills) for skill in sorted(unit.skills)]
    codes = (unit.group, *unit.skills)
    role = next((text for text in texts if text not in codes and 0 < len(text) <= _LONGEST_ROLE), "")
    group = lab.title_of(unit.group, lab.file.group) if unit.group else ""
    number = next(n for n, other in enumerate(product.records) if other is record)
    return {
        "name": card.label, "card": record.name, "deck": card.deck, "number": number,
        "group": unit.group, "scores": [*unit.scores], "skills": sorted(unit.skills), "copies": record.copies,
        "role": role, "search": " ".join((card.label, group, *skills, *texts))[:_MOST_SEARCHED],
    }  # fmt: skip


def _rules(lab: LabGame) -> list[Data]:
    """The rules that may be read in several ways."""
    return [
        {
            "name": name, "says": rule.says, "usual": rule.usual, "of": rule.of, "house": rule.house,
            "options": [{"name": word, "says": option.says} for word, option in rule.options.items()],
        }
        for name, rule in lab.file.rules.items()
    ]  # fmt: skip


def compare_decks(live: Live, asks: DecksRequest) -> ActionAnswer:
    """The results of fights between random teams of two decks."""
    lab = lab_game(live.job.game, asks.rules)
    samples = min(asks.samples, _MOST_SAMPLES)
    job = contest_job(lab, asks.sizes(lab), asks.terrain, samples, asks.seed, by_size=asks.units is None)
    with lab.reckoning("fights of decks"):
        return ActionAnswer(job.result())


_SIDES = ("attacker", "defender")


def compute_fight(live: Live, asks: FightRequest) -> ActionAnswer:
    """The outcome of a fight; where a team has nobody yet, the sums of the other one."""
    lab = lab_game(live.job.game, asks.rules)
    place = asks.place(lab)
    only = type_of(lab.rules, asks.type)
    named = (asks.attack, "attackers"), (asks.defend, "defenders")
    teams: list[Team] = [team_of(names, lab.cards, lab.rules, what) if names else () for names, what in named]
    team, foes = teams
    if not (team and foes):
        return ActionAnswer({"unfinished": _hint(lab, teams), "sums": _sums(lab, teams, place)})
    with lab.reckoning("a fight"):
        outcome = fight(lab.rules, team, foes, place, only, lines=True)
    return ActionAnswer({**as_decimals(lab.rules, outcome, team, foes), "exact": as_data(outcome, team, foes)})


def _hint(lab: LabGame, teams: list[Team]) -> str:
    """The next step before there is a fight."""
    most = lab.rules.most
    empty = [what for what, team in zip(("attackers", "defenders"), teams, strict=True) if not team]
    return f"Choose 1 to {most} {' and as many '.join(empty)}."


def _sums(lab: LabGame, teams: list[Team], place: FightPlace) -> dict[str, list[dict[str, Any]]]:
    """The sums of each team that has somebody in each type of fight, with nobody against it."""
    types = range(len(lab.rules.types))
    return {
        side: [side_data(itemize(lab.rules, team, (), fight_type, side == "attacker", place)) for fight_type in types]
        for side, team in zip(_SIDES, teams, strict=True)
        if team
    }


_QUESTIONS = frozenset({"of", "difficulty", "icons", "dice", "first", "second"})
"""The numbers of a row that are part of the question; its names always are."""


def odds(live: Live, asks: OddsRequest) -> ActionAnswer:
    """The tables of odds of a game, or one of them, with the numbers in them that people may change."""
    game = live.job.game
    numbers = numbers_of(game)
    tables = odds_with(game, asks.numbers, asks.table)
    chosen = [tables[asks.table]] if asks.table else [*tables.values()]
    data = [
        {
            **_table_data(table),
            "numbers": [{**number._asdict(), "asked": asks.numbers.get(number.name)} for number in numbers[table.name]],
        }
        for table in chosen
    ]
    names = [{"name": name, "title": table.title} for name, table in odds_of(game).items()]
    return ActionAnswer({"names": names, "tables": data})


def _table_data(table: OddsTable) -> dict[str, Any]:
    """A table as JSON: cells as text and in bold stretches, rows, and questions: keys with the values to choose."""
    first = table.rows[0] if table.rows else {}
    keys = [key for key, value in first.items() if not isinstance(value, Fraction | list)]
    questions = [key for key in keys if isinstance(first[key], str) or key in _QUESTIONS]
    choices = {key: list(dict.fromkeys(row[key] for row in table.rows)) for key in questions}
    return {
        "name": table.name, "title": table.title, "head": [*table.grid.head],
        "lines": [
            {"of": name, "cells": [*map(bare, cells)], "parts": [*map(stretches, cells)]}
            for name, cells in table.grid.rows
        ],
        "rows": table.face_rows, "asks": choices, "exact": table.as_data()["rows"],
    }  # fmt: skip


ACTIONS: Mapping[str, Action] = {
    "bench": Action(ActionRequest, bench),
    "fight": Action(FightRequest, compute_fight),
    "decks": Action(DecksRequest, compare_decks),
    "odds": Action(OddsRequest, odds),
}
"""The actions by name."""
