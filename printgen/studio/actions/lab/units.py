"""A game comes in; everything that fights in it, and how it may be tried, goes out as plain data."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, get_args

from printgen.base.units import mm
from printgen.drawing.model import Drawing
from printgen.game.records import Game
from printgen.kinds import swatches_of
from printgen.lab.model import Rules
from printgen.lab.reading import Card
from printgen.lab.war.policies import POLICIES, SAYS
from printgen.lab.war.reading import board_product, war_file
from printgen.lab.workbench import Bench, bench_for
from printgen.studio.actions.action import Answer, Live
from printgen.studio.actions.lab.asks import Nothing, words

_MOST_WORDS = 400
"""So many letters of what a card says are looked through."""
_GROUND = mm(24), mm(16)
"""The size of a picture of a terrain."""
_FEW_LETTERS = 40
"""A text of so many letters tells a card from others, as its role does."""

Data = dict[str, Any]


def bench(live: Live, asks: Nothing) -> Answer:
    """All that a page needs to let people choose: units by deck, terrains, rules, and who may play."""
    game = live.job.game
    about = {"game": game.name, "title": game.title, "fights": game.fight is not None, "odds": game.odds is not None}
    if game.fight is None:
        return Answer(about, command=words(live, "odds", cards=False))
    found = bench_for(game, {})
    told = {**about, **_rolled(found.rules), **_named(found), "rules": _rules(found), **_whole_games(found)}
    return Answer(told, _grounds(live, found.rules), words(live, "decks"))


def _grounds(live: Live, rules: Rules) -> dict[str, Drawing]:
    """A picture of each terrain that there is one of, by its name."""
    find = swatches_of(live.job.library, live.settings.look)
    drawn: dict[str, Drawing] = {}
    for name in rules.terrains:
        with suppress(ValueError):
            drawn[name] = Drawing(*_GROUND, tuple(find(name).picture(*_GROUND, mm(1))))
    return drawn


def _rolled(rules: Rules) -> Data:
    """How a fight is fought: its types, dice and limits, and what of its place matters."""
    modifiers = rules.modifiers
    return {
        "types": [one._asdict() for one in rules.types],
        "faces": rules.faces,
        "dice": rules.dice,
        "most": rules.most,
        "bases": any(one.base for one in modifiers),
        "lends": next((one.title for one in modifiers if one.word == "lent"), ""),
    }


def _named(bench: Bench) -> Data:
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


def _unit(bench: Bench, card: Card) -> Data:
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


def _rules(bench: Bench) -> list[Data]:
    """The rules that may be read in several ways."""
    return [
        {
            "name": name, "says": rule.says, "usual": rule.usual, "of": rule.of, "house": rule.house,
            "options": [{"name": word, "says": option.says} for word, option in rule.options.items()],
        }
        for name, rule in bench.file.rules.items()
    ]  # fmt: skip


def _whole_games(bench: Bench) -> Data:
    """Who plays whole games, and on which boards; nothing where the game has none."""
    if bench.file.war is None:
        return {"war": None}
    file = war_file(bench.game, bench.file, bench.rules.options)
    boards = board_product(bench.game, file)
    policies = [{"name": name, "says": SAYS[name]} for name in POLICIES]
    sides = [{"name": name, "deck": side.deck} for name, side in file.sides.items()]
    return {"war": {"sides": sides, "board": boards.name, "policies": policies, **arrangements(bench.game, file)}}


def arrangements(game: Game, file: Any) -> Data:
    """How boards of a war may be laid, and how they are unless somebody says otherwise."""
    options: Any = getattr(board_product(game, file).loaded, "options", None)
    field = type(options).model_fields.get("arrangement") if options is not None else None
    known = [word for word in get_args(field.annotation) if isinstance(word, str)] if field is not None else []
    return {"arrangements": known, "arrangement": str(getattr(options, "arrangement", ""))}


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:].replace("-", " ")
