"""The page of fights that the lab adds to a report on decks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from printgen.base.units import to_mm, translate
from printgen.designer.report import ReportPage, Room
from printgen.drawing.model import Group, Place
from printgen.kinds.charts import PERCENT, Estimate, Scale, dots_row, matrix_cell, parts_row, scale_of, told_apart
from printgen.kinds.composition import Order
from printgen.kinds.facing import drawn_face

Data = Mapping[str, Any]

_FACE = "lab-fights"
_NAMED = 8
"""So many cards of each deck may have their names beside their dots, where there is room."""
_HIGH, _LETTER = 0.045, 0.0165
"""Half the height of a name and the width of a letter, as parts of the chart."""
_BESIDE = 0.22
"""How far dots of decks stand beside the sum that they have in common."""


def fight_pages(decks: Data, cards: Sequence[Data], order: Order, room: Room) -> list[ReportPage]:
    """The page for a document of `lab decks` and the worth of cards."""
    page = room.page
    values = {"width": to_mm(page.w), "height": to_mm(page.h), **face_values(decks, cards)}
    drawing = drawn_face(order, _FACE, values, cut=False)
    items = (Place(Group(drawing.items), translate(page.x, page.y)),)
    return [ReportPage("Fights", "reckoned exactly, by the rules", items)]


def face_values(decks: Data, cards: Sequence[Data]) -> dict[str, Any]:
    """The values that the face shows: of `decks` as `lab decks` has them, and of the worth of cards."""
    titles = [deck["title"] for deck in decks["decks"]]
    units = decks["units"][0]
    first = [deck["name"] for deck in decks["decks"]][:2]
    between = [fight for fight in decks["fights"] if fight["attacker"] in first and fight["defender"] in first]
    sure = 100 * max(fight["all"]["interval"] for fight in between)
    drawn = decks["samples"]
    of = f"{drawn:,} pairs of random teams, seed {decks['seed']}" if drawn else "all pairs of teams, exact"
    values: dict[str, Any] = {
        "decks": [{"title": title, **told_apart(n)} for n, title in enumerate(titles)],
        "fights": [_fight(fight, decks) for fight in between],
        "fights_note": f"share of fights, {units} against {units}, %{_sure(sure, '.1f')}; white: ties; {of}",
        "chances": _chances(decks["decks"]),
        "chance_heads": [title.split()[0] for title in titles],
        "chances_note": f"% of teams of {units}, exact",
        "cloud": _cloud(cards, titles) if cards else {},
        "numbers": [_numbers(fight, decks) for fight in between if len(fight.get("sizes", ())) > 1],
        "numbers_note": _numbers_note(between),
    }
    if cards:
        values["cloud_note"] = f"± {100 * max(card['off'] for card in cards):.1f} at most"
    return values | (_groups(decks["groups"], decks) if decks["groups"] else {})


def _fight(fight: Data, decks: Data) -> dict[str, Any]:
    names = [deck["name"] for deck in decks["decks"]]
    titles = {deck["name"]: deck["title"] for deck in decks["decks"]}
    attacker, defender = names.index(fight["attacker"]), names.index(fight["defender"])
    looks = told_apart(attacker), told_apart(defender if defender != attacker else attacker + 1)

    def row(name: str, chances: Data, strong: bool = False) -> dict[str, Any]:
        shares = [(chances["win"], looks[0]), (chances["tie"], None), (chances["lose"], looks[1])]
        return parts_row(name, shares[::-1] if attacker > defender else shares, strong)

    rows = [row(decks["types"][name], one) for name, one in fight["types"].items()]
    title = f"{titles[fight['attacker']]} attacks {titles[fight['defender']]}"
    return {"title": title, "rows": [*rows, row("All types", fight["all"], strong=True)]}


def _numbers_note(fights: Sequence[Data]) -> str:
    sure = 100 * max((fight.get("sizes_interval", 0.0) for fight in fights), default=0.0)
    return f"share of fights that the attacker wins, %, by the units of both sides{_sure(sure, '.0f')}"


def _sure(off: float, form: str) -> str:
    """How far sampled numbers may be off; nothing where they are exact."""
    return f"; ± {off:{form}}" if off else ""


def _numbers(fight: Data, decks: Data) -> dict[str, Any]:
    """How often so many units win against so many."""
    sizes: Mapping[str, Mapping[str, float]] = fight["sizes"]
    title = next(deck["title"] for deck in decks["decks"] if deck["name"] == fight["attacker"])
    return {
        "title": f"{title} attacks with",
        "heads": [f"against {other}" for other in next(iter(sizes.values()))],
        "rows": [
            {
                "name": f"{size} unit{'' if size == '1' else 's'}",
                "cells": [matrix_cell(share, size == other) for other, share in row.items()],
            }
            for size, row in sizes.items()
        ],
    }


def _chances(decks: Sequence[Data]) -> list[dict[str, Any]]:
    """How likely a team has what modifiers ask for, in percent."""
    rows = []
    for n, row in enumerate(decks[0]["chances"]):
        shares = [100 * over / under for over, under in (deck["chances"][n]["chance"] for deck in decks)]
        dots = [(Estimate(share), told_apart(deck)) for deck, share in enumerate(shares)]
        title = row["title"][:1].upper() + row["title"][1:]
        rows.append(dots_row(title, dots, PERCENT, [f"{share:.0f}" for share in shares]))
    return rows


def _cloud(cards: Sequence[Data], titles: Sequence[str]) -> dict[str, Any]:
    """A dot for each card: its sum across, its worth upwards; names for those that stand out."""
    across, upwards = scale_of((card["sum"] for card in cards), 2), scale_of((100 * card["worth"] for card in cards), 5)
    dots = [
        {**_place(card, across, upwards), **told_apart(card["deck"])}
        for card in sorted(cards, key=lambda card: (card["deck"], card["sum"], card["name"]))
    ]
    names: list[dict[str, Any]] = []
    for deck in range(len(titles)):
        own = [card for card in cards if card["deck"] == deck]
        # Those that are worth most, and those of which a sum says least.
        best = sorted(own, key=lambda card: (-card["worth"], card["name"]))[:3]
        odd = sorted(own, key=lambda card: (-abs(card["residue"]), card["name"]))
        for card in list({card["name"]: card for card in (*best, *odd)}.values())[:_NAMED]:
            names += _name_label(card, _place(card, across, upwards), dots, names)
    zero = upwards.at(0)
    return {
        "dots": dots, "names": names, "line": zero, "across": across.marks(), "upwards": upwards.marks("{:+g}"),
        "title": "sum of the stats; upwards: worth in points of %",
    }  # fmt: skip


def _name_label(
    card: Data, at: Mapping[str, float], dots: Sequence[Data], names: Sequence[Data]
) -> Iterator[dict[str, Any]]:
    """The name of a card beside its dot, where neither dots nor other names are; none where there is no room."""
    wide = _LETTER * len(card["name"])
    for left in (False, True):
        low, high = (at["x"] - 0.02 - wide, at["x"] - 0.02) if left else (at["x"] + 0.02, at["x"] + 0.02 + wide)
        others = [(dot["x"] - 0.012, dot["x"] + 0.012, dot["y"]) for dot in dots]
        others += [(*name["span"], name["y"]) for name in names]
        free = all(abs(y - at["y"]) > _HIGH or end < low or start > high for start, end, y in others)
        if free and low >= 0 and high <= 1:
            yield {**at, "text": card["name"], "left": left, "span": (low, high)}
            return


def _place(card: Data, across: Scale, upwards: Scale) -> dict[str, float]:
    beside = (-_BESIDE, _BESIDE)[card["deck"] % 2]
    return {"x": across.at(card["sum"] + beside), "y": upwards.at(100 * card["worth"])}


def _groups(groups: Data, decks: Data) -> dict[str, Any]:
    """The matrix of groups, the best of the rating first, and the note under it."""
    names, ratings = groups["names"], groups["rating"]
    order = sorted(range(len(names)), key=lambda n: (-ratings[names[n]], names[n]))
    cycle = groups["cycle"]["of"] if groups["cycle"] else []
    circled = {*zip(cycle, (*cycle[1:], *cycle[:1]), strict=True)}
    points = scale_of((0, *ratings.values()), 100)
    rows = [
        {
            "name": groups["titles"][n],
            "cells": [
                matrix_cell(None if m == n else groups["matrix"][n][m], (names[n], names[m]) in circled) for m in order
            ],
            "rating": {
                "zero": points.at(0),
                "at": points.at(ratings[names[n]]),
                "text": f"{ratings[names[n]]:+.0f}".replace("-", "−"),
            },
        }
        for n in order
    ]
    misfit, far = groups["misfit"], " against ".join(groups["misfit"]["of"])
    under = f"Rating: Bradley-Terry, 400 more are ten wins to one; off by {100 * misfit['by']:.0f} at most, of {far}. "
    if cycle:
        least = groups["cycle"]["least"]
        doubt = "" if least - 0.5 > groups["interval"] else ", which may be chance"
        under += (
            f"Worst cycle (bold): {' beats '.join((*cycle, cycle[0]))}, each by {100 * least:.0f} % or more{doubt}."
        )
    else:
        under += "There is no cycle: who is beaten is beaten by all that beat the winner."
    units, sure = decks["units"][0], _sure(100 * groups["interval"], ".0f")
    return {
        "groups": {"rows": rows, "heads": [names[n] for n in order], "corner": "wins against", "rating": "rating"},
        "groups_note": f"teams of {units} of one group, both attacking as often; %{sure}",
        "under": under,
    }
