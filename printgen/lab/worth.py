"""Sums of what each card of a deck changed come in; a card's worth, its rank, and what else it could be are told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from printgen.lab.decks import interval
from printgen.lab.draws import BILLION
from printgen.lab.trial import look
from printgen.lab.words import table
from printgen.lab.work import Tally, Work, added

SHOWN = 5
"""So many of the best and of the worst cards are shown."""

Data = dict[str, Any]

_OTHERS = (("lower", False), ("higher", True))
"""Nobody prints a number below 0."""


def _told(about: Mapping[str, Any], tally: Tally, done: int) -> Data:
    cards = [
        {**card, **_worth(numbers)} for card, numbers in zip(about["cards"], tally["cards"], strict=True) if numbers[0]
    ]
    asked = about["cards"][about["card"]]["name"]
    cards.sort(key=lambda card: (-card["worth"], card["name"]))
    changed = iter(tally["others"])
    now = about["cards"][about["card"]]["scores"]
    stats = {
        stat: {word: _worth(next(changed))["worth"] if always or now[stat] else None for word, always in _OTHERS}
        for stat in about["types"]
    }
    card = next((one for one in cards if one["name"] == asked), None)
    joined, wins = tally["wins"]
    found = None if card is None else {
        **card,
        "rank": 1 + sum(one["worth"] > card["worth"] for one in cards),
        "rank_by_sum": 1 + sum(one["sum"] > card["sum"] for one in cards),
        "of": len(cards),
        "wins": round(wins / BILLION / max(1, joined), 6),
        "stats": stats,
    }  # fmt: skip
    rest = {key: value for key, value in about.items() if key not in ("card", "cards", "terrains")}
    return {**rest, "samples": done, "card": found, "cards": cards}


def _worth(numbers: list[int]) -> Data:
    count, total, squares = numbers
    sure = interval(total, squares, count) if count else 1.0
    return {"worth": round(total / BILLION / max(1, count), 6), "interval": round(sure, 6)}


def _lines(told: Data) -> Iterator[str]:
    card, size = told["card"], told["units"]
    if card is None:
        yield "the card has joined no team yet: draw more --samples"
        return
    where = f"on {told['terrain']}" if told["terrain"] else "on all terrains alike" if told["open"] else "in the open"
    yield f"{card['name']} ({told['deck']['title']}): {_points(card['worth'])} ± {100 * card['interval']:.1f}"
    yield f"so much more a team of {size} wins with it, in % of fights, than with a random card in its place,"
    yield f"attacking and defending, {where}, {told['samples']:,} samples; it wins {100 * card['wins']:.1f} %"
    by_sum = f"rank {card['rank_by_sum']} by the sum of its numbers, {card['sum']}"
    yield f"rank {card['rank']} of {card['of']} in its deck; {by_sum}"
    yield ""
    rows = [
        [told["types"][stat], str(card["scores"][stat]), *(_points(one[word]) for word in ("lower", "higher"))]
        for stat, one in card["stats"].items()
    ]
    yield from table(["worth it would be with", "now", "one lower", "one higher"], rows)
    yield ""
    yield from _ranking(told)


def _ranking(told: Data) -> Iterator[str]:
    """The best and the worst cards of the deck, and the one that is asked for."""
    cards, asked = told["cards"], told["card"]
    ranks = {one["name"]: n for n, one in enumerate(cards, 1)}
    around = range(ranks[asked["name"]] - 2, ranks[asked["name"]] + 1)
    shown = sorted({*range(SHOWN), *around, *range(len(cards) - SHOWN, len(cards))} & {*range(len(cards))})
    rows: list[list[str]] = []
    for before, n in zip((-1, *shown), shown, strict=False):
        if n > before + 1:
            rows.append(["...", "", "", ""])
        one = cards[n]
        name = f"> {one['name']}" if one["name"] == asked["name"] else one["name"]
        rows.append([f"{n + 1:>3} {name}", _points(one["worth"]), f"± {100 * one['interval']:.1f}", str(one["sum"])])
    yield from table([told["deck"]["title"], "worth", "", "sum"], rows)


def _points(worth: float | None) -> str:
    return "-" if worth is None else f"{100 * worth:+.1f}"


CARD = Work("card", look, _told, _lines, added, nouns="samples")
"""The work of having every card of a deck join random teams."""
