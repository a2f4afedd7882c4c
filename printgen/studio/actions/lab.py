"""The lab in the studio: units and rules, fights, decks, odds, and the commands of long work."""

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

_MOST_WORDS = 400
"""So many letters of what a card says are looked through."""
_GROUND = mm(24), mm(16)
"""The size of a picture of a terrain."""
_MOST_AT_ONCE = 5000
"""So many pairs of teams are drawn while a page waits."""
_FEW_LETTERS = 40
"""A text of so many letters tells a card from others, as its role does."""

Data = dict[str, Any]


def bench(live: Live, asks: ActionRequest) -> ActionAnswer:
    """All that a page needs to let people choose: units by deck, terrains, rules, and who may play."""
    game = live.job.game
    about = {"game": game.name, "title": game.title, "fights": game.fight is not None, "odds": game.odds is not None}
    if game.fight is None:
        return ActionAnswer(about)
    found = lab_game(game, {})
    data = {**about, **_dice_and_types(found.rules), **_names(found), "rules": _rules(found)}
    return ActionAnswer(data, _grounds(live, found.rules))


def _grounds(live: Live, rules: Rules) -> dict[str, Drawing]:
    """A picture of each terrain that there is one of, by its name."""
    find = swatches_of(live.job.library, live.settings.look)
    drawn: dict[str, Drawing] = {}
    for name in rules.terrains:
        with suppress(ValueError):
            drawn[name] = Drawing(*_GROUND, tuple(find(name).picture(*_GROUND, mm(1))))
    return drawn


def _dice_and_types(rules: Rules) -> Data:
    """The types, dice and limits of fights, and what of their place matters."""
    modifiers = rules.modifiers
    return {
        "types": [one._asdict() for one in rules.types],
        "faces": rules.faces,
        "dice": rules.dice,
        "most": rules.most,
        "bases": any(one.base for one in modifiers),
        "lends": next((one.title for one in modifiers if one.word == "lent"), ""),
    }


def _names(bench: LabGame) -> Data:
    """The decks with their units, and what people call groups, skills and terrains."""
    file, rules, cards = bench.file, bench.rules, bench.cards
    groups = dict.fromkeys(card.unit.group for card in cards if card.unit.group)
    skills = dict.fromkeys(skill for card in cards for skill in sorted(card.unit.skills))
    used = {word for one in rules.modifiers for word in (one.skill, one.against)}
    used |= {skill for suits in rules.terrains.values() for skill in suits}
    return {
        "decks": [{"name": name, "title": bench.game.products[name].title} for name in file.decks],
        "groups": [{"name": one, "title": bench.title_of(one, file.group)} for one in groups],
        "skills": [
            {"name": one, "title": bench.title_of(one, file.skills), "matters": one in used} for one in skills
        ],
        "terrains": [
            {"name": name, "title": _capital(name), "skills": sorted(suits)} for name, suits in rules.terrains.items()
        ],
        "units": [_unit(bench, card) for card in cards],
    }  # fmt: skip


def _unit(bench: LabGame, card: FightCard) -> Data:
    """A card as a wall shows it: `number` is its place in its deck's list, from 0, and `search` all that it says."""
    unit, record = card.unit, card.record
    product = bench.game.products[card.deck]
    texts = [str(value) for value in record.values.values() if isinstance(value, str)]
    held = [bench.title_of(skill, bench.file.skills) for skill in sorted(unit.skills)]
    codes = (unit.group, *unit.skills)
    role = next((text for text in texts if text not in codes and 0 < len(text) <= _FEW_LETTERS), "")
    group = bench.title_of(unit.group, bench.file.group) if unit.group else ""
    return {
        "name": card.label, "card": record.name, "deck": card.deck, "number": _place(product.records, record),
        "group": unit.group, "scores": [*unit.scores], "skills": sorted(unit.skills), "copies": record.copies,
        "role": role, "search": " ".join((card.label, group, *held, *texts))[:_MOST_WORDS],
    }  # fmt: skip


def _place(records: Any, record: Any) -> int:
    return next((n for n, one in enumerate(records) if one is record), 0)


def _rules(bench: LabGame) -> list[Data]:
    """The rules that may be read in several ways."""
    return [
        {
            "name": name, "says": rule.says, "usual": rule.usual, "of": rule.of, "house": rule.house,
            "options": [{"name": word, "says": option.says} for word, option in rule.options.items()],
        }
        for name, rule in bench.file.rules.items()
    ]  # fmt: skip


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:].replace("-", " ")


def compare_decks(live: Live, asks: DecksRequest) -> ActionAnswer:
    """What pairs of random teams give."""
    lab = lab_game(live.job.game, asks.rules)
    samples = min(asks.samples, _MOST_AT_ONCE)
    job = contest_job(lab, asks.sizes(lab), asks.terrain, samples, asks.seed, by_size=asks.units is None)
    with lab.reckoning("fights of decks"):
        return ActionAnswer(job.result())


_SIDES = ("attacker", "defender")


def compute_fight(live: Live, asks: FightRequest) -> ActionAnswer:
    """A fight; where a team has nobody yet, what the other one brings."""
    bench = lab_game(live.job.game, asks.rules)
    field = asks.place(bench)
    only = type_of(bench.rules, asks.type)
    teams = [_team(bench, names, what) for names, what in ((asks.attack, "attackers"), (asks.defend, "defenders"))]
    team, foes = teams
    if not (team and foes):
        return ActionAnswer({"unfinished": _hint(bench, teams), "sums": _sums(bench, teams, field)})
    with bench.reckoning("a fight"):
        found = fight(bench.rules, team, foes, field, only, lines=True)
    return ActionAnswer({**as_decimals(bench.rules, found, team, foes), "exact": as_data(found, team, foes)})


def _team(bench: LabGame, names: tuple[str, ...], what: str) -> Team:
    return team_of(names, bench.cards, bench.rules, what) if names else ()


def _hint(bench: LabGame, teams: list[Team]) -> str:
    """What is to be done before there is a fight."""
    most = bench.rules.most
    empty = [what for what, team in zip(("attackers", "defenders"), teams, strict=True) if not team]
    return f"Choose 1 to {most} {' and as many '.join(empty)}."


def _sums(bench: LabGame, teams: list[Team], field: FightPlace) -> dict[str, list[dict[str, Any]]]:
    """What each team that has somebody brings to each type of fight, with nobody against it."""
    types = range(len(bench.rules.types))
    return {
        side: [side_data(itemize(bench.rules, team, (), at, side == "attacker", field)) for at in types]
        for side, team in zip(_SIDES, teams, strict=True)
        if team
    }


_ASKED = frozenset({"of", "difficulty", "icons", "dice", "first", "second"})
"""Numbers of rows that say what is asked, beside names, which always do."""


def odds(live: Live, asks: OddsRequest) -> ActionAnswer:
    """The tables of odds of a game, or one of them, and the numbers that may be others."""
    game = live.job.game
    usual, known = odds_of(game), numbers_of(game)
    tables = odds_with(game, asks.numbers, asks.table)
    shown = [tables[asks.table]] if asks.table else [*tables.values()]
    data = [
        {
            **_table_data(table),
            "numbers": [{**one._asdict(), "asked": asks.numbers.get(one.name)} for one in known[name]],
        }
        for table in shown
        for name in (table.name,)
    ]
    return ActionAnswer({"names": [{"name": name, "title": one.title} for name, one in usual.items()], "tables": data})


def _table_data(table: OddsTable) -> dict[str, Any]:
    """A table: its grid, its cells as text and in stretches that are bold or not; its rows, and what asks for each."""
    keys = [key for key, value in table.rows[0].items() if not _is_chance(value)] if table.rows else []
    asked = [key for key in keys if isinstance(table.rows[0][key], str) or key in _ASKED]
    choices = {key: list(dict.fromkeys(row[key] for row in table.rows)) for key in asked}
    return {
        "name": table.name, "title": table.title, "head": [*table.grid.head],
        "lines": [
            {"of": name, "cells": [*map(bare, cells)], "parts": [*map(stretches, cells)]}
            for name, cells in table.grid.rows
        ],
        "rows": table.face_rows, "asks": choices, "exact": table.as_data()["rows"],
    }  # fmt: skip


def _is_chance(value: Any) -> bool:
    return isinstance(value, Fraction | list)


ACTIONS: Mapping[str, Action] = {
    "bench": Action(ActionRequest, bench),
    "fight": Action(FightRequest, compute_fight),
    "decks": Action(DecksRequest, compare_decks),
    "odds": Action(OddsRequest, odds),
}
"""The actions by name."""
