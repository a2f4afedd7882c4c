"""Whole games come in, as data; what the page of games of a deck report shows, and the rules it proposes, go out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from printgen.base.units import Box
from printgen.designer.report import Room
from printgen.drawing.model import Item
from printgen.faces.blocks.fitting import chunks_of, columns_of, fit
from printgen.faces.blocks.typeset import Typesetter, read_style
from printgen.game.documents import Box as Panel
from printgen.game.documents import Item as Point
from printgen.game.documents import Listing, Text
from printgen.kinds.charts import Estimate, Scale, dots_row, matrix_cell, scale_of, told_apart
from printgen.kinds.composition import Order
from printgen.lab.decks import rated, worst_cycle
from printgen.lab.war.house import VAGUE
from printgen.layout.columns import Band
from printgen.reading.part import Phrase

Data = Mapping[str, Any]

_LETTERS = "sheet-card"
_BOX = 165.0
"""So much room, in points, the proposal takes at the foot of the page."""
_PROPOSED = {"color": "steel", "striped": False}
"""The look of dots for the rules that are proposed."""
_NEAREST = 4
"""So many sets of several rules are shown, those nearest to even."""


def page(rules: Data, players: Sequence[Data], matches: Sequence[Data], titles: Sequence[str]) -> dict[str, Any]:
    """What the face is told of games by rules, as lab rules tells them, and by who plays.

    Of `players` each plays itself, with the rules as they are and as proposed; in `matches` two play, as lab game says.
    """
    second = titles[1]
    usual, alone, several = _chosen(rules)
    shown = (usual, *alone, *several)
    shares = [100 * (row["share"]["mean"] + sign * row["share"]["off"]) for row in shown for sign in (-1, 1)]
    scale = scale_of((50, *shares), 5)
    seeds = rules["seeds"]
    return {
        "decks": [{"title": title, **told_apart(n)} for n, title in enumerate(titles)],
        "rules": [_rule(row, scale) for row in shown],
        "rule_marks": scale.marks("{:g} %"),
        "even": scale.at(50),
        "rule_heads": ["change", "turns", "fights", "first wins"],
        "rules_note": (
            f"{second} wins, % of {usual['games']:,} games each, seeds {seeds['first']} to "
            f"{seeds['first'] + seeds['count'] - 1}; {rules['policy']} plays itself"
        ),
        **_players(players, second),
        **(_matrix(matches) if matches else {}),
    }


def _chosen(rules: Data) -> tuple[Data, list[Data], list[Data]]:
    """The rows as they are, those of one rule by what it changes, and those of several that are nearest to even."""
    alone = [row for row in rules["sets"] if len(row["rules"]) == 1]
    several = [row for row in rules["sets"] if len(row["rules"]) > 1]
    alone.sort(key=lambda row: (row["share"]["mean"], name_of(row["rules"])))
    several.sort(key=lambda row: (abs(row["share"]["mean"] - 0.5), name_of(row["rules"])))
    return rules["usual"], alone, several[:_NEAREST]


def name_of(options: Mapping[str, str]) -> str:
    """A set of rules as a row calls it."""
    return ", ".join(f"{name} {option}" for name, option in options.items()) or "as they are"


def _rule(row: Data, scale: Scale) -> dict[str, Any]:
    share = row["share"]
    at = Estimate(100 * share["mean"], 100 * share["off"])
    changed = bool(row["rules"])
    cells = [
        f"{_signed(100 * share['effect'])} ± {100 * share['effect_off']:.1f}" if changed else "",
        _with_change(row["turns"], changed),
        _with_change(row["fights"], changed),
        f"{100 * row['first_wins']:.0f} %",
    ]
    return dots_row(name_of(row["rules"]), [(at, told_apart(1))], scale, cells, not changed)


def _with_change(found: Data, changed: bool) -> str:
    sure = changed and abs(found["effect"]) > found["effect_off"]
    return f"{found['mean']:.0f}" + (f" ({_signed(found['effect'])})" if sure else "")


def _signed(number: float) -> str:
    return f"{number:+.1f}".replace("-", "−")


def _players(players: Sequence[Data], second: str) -> dict[str, Any]:
    """How often the second side wins by who plays itself, with the rules as they are and with those proposed."""
    rows = [(one["policy"], [one["usual"], *one["sets"]]) for one in players]
    shares = [
        100 * (row["share"]["mean"] + sign * row["share"]["off"])
        for _, pair in rows
        for row in pair
        for sign in (-1, 1)
    ]
    scale = scale_of((50, *shares), 10)
    if scale.steps > 5:  # The chart is narrow: words of more marks would run into each other.
        scale = scale_of((50, *shares), 25)
    shown = []
    for name, pair in rows:
        dots = [
            (Estimate(100 * row["share"]["mean"], 100 * row["share"]["off"]), look)
            for row, look in zip(pair, (told_apart(1), _PROPOSED), strict=False)
        ]
        cells = [f"{one.value:.0f} ± {one.off:.0f}" for one, _ in dots] + [f"{pair[0]['turns']['mean']:.0f}"]
        shown.append(dots_row(name, dots, scale, cells))
    proposed = any(len(pair) > 1 for _, pair in rows)
    return {
        "players": shown,
        "player_marks": scale.marks("{:g} %"),
        "player_even": scale.at(50),
        "player_heads": ["as they are", *(["proposed"] if proposed else []), "turns"],
        "players_note": f"{second} wins; dot: rules as proposed" if proposed else f"{second} wins",
    }


def _matrix(matches: Sequence[Data]) -> dict[str, Any]:
    """Who wins how often against whom, the best of the rating first; who lost all games may have won half a one."""
    names = list(dict.fromkeys(name for one in matches for name in (one["policy"], one["against"])))
    shares: dict[tuple[str, str], float] = {}
    sure = 0.0
    for one in matches:
        pair, least = (one["policy"], one["against"]), 0.5 / one["games"]
        share = one["policy_wins"]["share"] + one["draws"] / one["games"] / 2
        low, high = one["policy_wins"]["interval"]
        sure = max(sure, (high - low) / 2)
        shares[pair] = min(1 - least, max(least, share))
        shares[pair[::-1]] = 1 - shares[pair]
    matrix = [[0.5 if one == other else shares[one, other] for other in names] for one in names]
    rating, cycle = rated(matrix), worst_cycle(matrix)
    points = scale_of((0, *rating.points), 100)
    order = sorted(range(len(names)), key=lambda n: -rating.points[n])
    rows = [
        {
            "name": names[n],
            "cells": [matrix_cell(None if m == n else matrix[n][m]) for m in order],
            "rating": {
                "zero": points.at(0),
                "at": points.at(rating.points[n]),
                "text": f"{rating.points[n]:+.0f}".replace("-", "−"),
            },
        }
        for n in order
    ]
    circle = [names[n] for n in cycle.members] if cycle else []
    way = f"; cycle: {' beats '.join((*circle, circle[0]))}" if circle else ""
    return {
        "matrix": {"heads": [names[n] for n in order], "rows": rows},
        "matrix_note": f"% of games, ± {100 * sure:.0f}{way}",
    }


def proposal(order: Order, room: Room, rules: Data, players: Sequence[Data]) -> tuple[Item, ...]:
    """What the page proposes, at its foot."""
    page = room.page
    setter = Typesetter(read_style(order.library.face(_LETTERS), order.library), order.library)
    box = Box(page.x, room.below.y + room.below.h - _BOX, page.w, _BOX)
    points = Listing(items=tuple(Point(text=Phrase(line)) for line in _lines(rules)))
    panel = Panel(title=Phrase("House rules"), blocks=(Text(text=Phrase(_verdict(rules, players))), points))

    def bands(at: Typesetter) -> list[Band]:
        return [Band(columns_of((1,), box.w, 0), (tuple(chunks_of((panel,), box.w, at)),))]

    return fit(bands, box.h, setter, 1).page(0, box.x, box.y)


def _lines(rules: Data) -> Iterable[str]:
    """A sentence for each rule that may be changed: the option that brings the game nearest to even, and its price."""
    best: dict[str, Data] = {}
    for row in _chosen(rules)[1]:
        (name,) = row["rules"]
        if name not in best or abs(row["share"]["mean"] - 0.5) < abs(best[name]["share"]["mean"] - 0.5):
            best[name] = row
    second = rules["sides"][1].title()
    for name, row in sorted(best.items(), key=lambda item: abs(item[1]["share"]["mean"] - 0.5)):
        share = row["share"]
        effect = f"{_signed(100 * share['effect'])} ± {100 * share['effect_off']:.1f}"
        wins = f"{second} wins {100 * share['mean']:.1f} ± {100 * share['off']:.1f} %, {effect}"
        clear = "" if abs(share["effect"]) > share["effect_off"] else "; no effect is proved"
        yield f"**{name} {row['rules'][name]}** ({row['says'][name]}): {wins}{clear}."


def _verdict(rules: Data, players: Sequence[Data]) -> str:
    """What is proposed, and how good it is on seeds by which it was not chosen."""
    second, best, usual = rules["sides"][1].title(), rules["fairest"], rules["usual"]["share"]
    start = f"As the rules are, {second} wins {100 * usual['mean']:.1f} ± {100 * usual['off']:.1f} % of games. "
    if best is None or usual["off"] > VAGUE:
        return start + "What would be fairer cannot be told from so few: play more with --games."
    share = best["share"]
    wins = f"{second} wins {100 * share['mean']:.1f} ± {100 * share['off']:.1f} %"
    if not best["rules"]:
        return f"{start}No house rule is needed: on half of the seeds {wins}."
    parts = (
        f"{_signed(best[key]['effect'])} ± {best[key]['effect_off']:.1f} {key}" for key in ("turns", "fights")
    )  # fmt: skip
    told = f"with it {wins} on the odd seeds (the even ones chose it); a game changes by {' and '.join(parts)}."
    return f"{start}**We propose {name_of(best['rules'])}**: {told} {_others(rules, players)}"


def _others(rules: Data, players: Sequence[Data]) -> str:
    """What the proposal does where others play than those who were asked for it."""
    told = [
        f"{one['policy']} {100 * one['usual']['share']['mean']:.0f} to {100 * one['sets'][0]['share']['mean']:.0f} %"
        for one in players
        if one["policy"] != rules["policy"] and one["sets"]
    ]
    return f"Where others play it goes from {', '.join(told)}." if told else ""
