"""The lab's part of a report on decks: mean totals of teams, the worth of cards, and the page of fights."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from printgen.base.units import to_mm, translate
from printgen.designer.report import (
    PERCENT,
    ChartScale,
    Estimate,
    ReportArea,
    ReportChapter,
    ReportPage,
    deck_look,
    dots_row,
    matrix_cell,
    parts_row,
    scale_of,
)
from printgen.drawing.model import Group, Place
from printgen.game.records import Game
from printgen.kinds.composition import Order
from printgen.kinds.face_rendering import fill_face
from printgen.lab.decks import contest_job
from printgen.lab.sums import Rules
from printgen.lab.trial import trial_job
from printgen.lab.workbench import FightCard, LabGame, cards_of, rules_of
from printgen.rules.fights import fight_of

PAIRS, TEAMS = 2000, 500
"""So many pairs of teams are drawn for fights of decks, and so many teams for the worth of their cards."""

Data = Mapping[str, Any]

_FACE = "lab-fights"
_NAMED = 8
"""So many cards of each deck may have their names beside their dots, where there is room."""
_HIGH, _LETTER = 0.045, 0.0165
"""Half the height of a name and the width of a letter, as parts of the chart."""
_BESIDE = 0.22
"""How far dots of decks stand beside the sum that they have in common."""


def fight_chapter(game: Game, decks: Sequence[str], seed: int) -> ReportChapter | None:
    """The lab's results for decks, by the names of their products; None unless all fighting decks are included."""
    if game.fight is None:
        return None
    file = fight_of(game)
    if not set(file.decks) <= set(decks):
        return None
    lab = LabGame(game, file, rules_of(file), cards_of(game, file))
    size = lab.rules.most
    if any(sum(card.record.copies for card in lab.cards if card.deck == deck) < size for deck in file.decks):
        return None
    firsts = [next(card for card in lab.cards if card.deck == deck) for deck in file.decks]
    with lab.reckoning("a report on fights"):
        contest = contest_job(lab, (size, size), "", PAIRS, seed, by_size=True).result()
        trials = [trial_job(lab, card, size, "", TEAMS, seed).result() for card in firsts]
    rows = {(trial["deck"]["name"], row["name"]): row for trial in trials for row in trial["cards"]}
    pairs = [(card, rows[card.deck, card.label]) for card in lab.cards if (card.deck, card.label) in rows]
    worth = {card.record.key: Estimate(row["worth"], row["interval"]) for card, row in pairs}
    data = {"decks": contest, "worth": [{"deck": trial["deck"], "cards": trial["cards"]} for trial in trials]}
    totals = _totals(contest, lab.rules) if tuple(file.decks) == tuple(decks) else {}
    widest = max((total.off for each in totals.values() for total in each), default=0.0)
    least = max((estimate.off for estimate in worth.values()), default=0.0)
    cards = _cloud_cards(pairs)

    def pages(order: Order, area: ReportArea) -> list[ReportPage]:
        box = area.page
        values = {"width": to_mm(box.w), "height": to_mm(box.h), **face_values(contest, cards)}
        items = fill_face(order, _FACE, values, cut=False).items
        return [
            ReportPage("Fights", "every fight reckoned by the rules", (Place(Group(items), translate(box.x, box.y)),))
        ]

    return ReportChapter(
        {"lab": data},
        totals,
        f"mean of {size} random cards with all that a fight adds" + (f", ± {widest:.1f}" if widest else ""),
        worth,
        f"by worth: % of fights won more, ± {100 * least:.1f}",
        pages,
    )


def _cloud_cards(pairs: Sequence[tuple[FightCard, Data]]) -> list[Data]:
    """The cards for the chart of worth and sums; `residue` is the distance from the line of least squares."""
    decks = list(dict.fromkeys(card.deck for card, _ in pairs))
    rows = [
        {
            "name": card.label, "deck": decks.index(card.deck), "sum": row["sum"], "worth": row["worth"],
            "off": row["interval"],
        }
        for card, row in pairs
    ]  # fmt: skip
    sums, worth = (sum(row[key] for row in rows) / len(rows) for key in ("sum", "worth"))
    spread = sum((row["sum"] - sums) ** 2 for row in rows) or 1
    slope = sum((row["sum"] - sums) * (row["worth"] - worth) for row in rows) / spread
    return [{**row, "residue": row["worth"] - worth - slope * (row["sum"] - sums)} for row in rows]


def _totals(contest: Data, rules: Rules) -> dict[str, list[Estimate]]:
    """The mean totals of teams by the title of a type, for each deck, attacking and defending alike."""
    totals: dict[str, list[Estimate]] = {}
    for kind in rules.types:
        for deck in contest["decks"]:
            sides = [
                fight["types"][kind.name][side]
                for fight in contest["fights"]
                for side in ("attacker", "defender")
                if fight[side] == deck["name"]
            ]
            mean = sum(side["flat"] for side in sides) / len(sides)
            totals.setdefault(kind.title, []).append(Estimate(mean, max(side["interval"] for side in sides)))
    return totals


def face_values(decks: Data, cards: Sequence[Data]) -> dict[str, Any]:
    """The values that the face shows: of `decks` as `lab decks` has them, and of the worth of cards."""
    titles = [deck["title"] for deck in decks["decks"]]
    units = decks["units"][0]
    first = [deck["name"] for deck in decks["decks"]][:2]
    between = [fight for fight in decks["fights"] if fight["attacker"] in first and fight["defender"] in first]
    sure = 100 * max(fight["all"]["interval"] for fight in between)
    of = f"{decks['samples']:,} pairs of random teams, seed {decks['seed']}"
    off = 100 * max((fight.get("sizes_interval", 0.0) for fight in between), default=0.0)
    values: dict[str, Any] = {
        "decks": [{"title": title, **deck_look(n)} for n, title in enumerate(titles)],
        "fights": [_fight(fight, decks) for fight in between],
        "fights_note": f"share of fights, {units} against {units}, %; ± {sure:.1f}; white: ties; {of}",
        "chances": _chances(decks["decks"]),
        "chance_heads": [title.split()[0] for title in titles],
        "chances_note": f"% of teams of {units}, exact",
        "cloud": _cloud(cards, titles) if cards else {},
        "numbers": [_numbers(fight, decks) for fight in between if len(fight.get("sizes", ())) > 1],
        "numbers_note": f"share of fights that the attacker wins, %, by the units of both sides; ± {off:.0f}",
    }
    if cards:
        values["cloud_note"] = f"± {100 * max(card['off'] for card in cards):.1f} at most"
    return values | (_groups(decks["groups"], decks) if decks["groups"] else {})


def _fight(fight: Data, decks: Data) -> dict[str, Any]:
    names = [deck["name"] for deck in decks["decks"]]
    titles = {deck["name"]: deck["title"] for deck in decks["decks"]}
    attacker, defender = names.index(fight["attacker"]), names.index(fight["defender"])
    looks = deck_look(attacker), deck_look(defender if defender != attacker else attacker + 1)

    def row(name: str, chances: Data, strong: bool = False) -> dict[str, Any]:
        shares = [(chances["win"], looks[0]), (chances["tie"], None), (chances["lose"], looks[1])]
        return parts_row(name, shares[::-1] if attacker > defender else shares, strong)

    rows = [row(decks["types"][name], one) for name, one in fight["types"].items()]
    title = f"{titles[fight['attacker']]} attacks {titles[fight['defender']]}"
    return {"title": title, "rows": [*rows, row("All types", fight["all"], strong=True)]}


def _numbers(fight: Data, decks: Data) -> dict[str, Any]:
    """The share of wins by the numbers of units on both sides."""
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
    """The chances in percent that a team meets the conditions of modifiers."""
    rows = []
    for n, row in enumerate(decks[0]["chances"]):
        shares = [100 * over / under for over, under in (deck["chances"][n]["chance"] for deck in decks)]
        dots = [(Estimate(share), deck_look(deck)) for deck, share in enumerate(shares)]
        title = row["title"][:1].upper() + row["title"][1:]
        rows.append(dots_row(title, dots, PERCENT, [f"{share:.0f}" for share in shares]))
    return rows


def _cloud(cards: Sequence[Data], titles: Sequence[str]) -> dict[str, Any]:
    """A dot for each card: its sum across, its worth upwards; names for those that stand out."""
    across, upwards = scale_of((card["sum"] for card in cards), 2), scale_of((100 * card["worth"] for card in cards), 5)
    dots = [
        {**_place(card, across, upwards), **deck_look(card["deck"])}
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
    for is_left in (False, True):
        low, high = (at["x"] - 0.02 - wide, at["x"] - 0.02) if is_left else (at["x"] + 0.02, at["x"] + 0.02 + wide)
        others = [(dot["x"] - 0.012, dot["x"] + 0.012, dot["y"]) for dot in dots]
        others += [(*name["span"], name["y"]) for name in names]
        free = all(abs(y - at["y"]) > _HIGH or end < low or start > high for start, end, y in others)
        if free and low >= 0 and high <= 1:
            yield {**at, "text": card["name"], "left": is_left, "span": (low, high)}
            return


def _place(card: Data, across: ChartScale, upwards: ChartScale) -> dict[str, float]:
    beside = (-_BESIDE, _BESIDE)[card["deck"] % 2]
    return {"x": across.at(card["sum"] + beside), "y": upwards.at(100 * card["worth"])}


def _groups(groups: Data, contest: Data) -> dict[str, Any]:
    """The matrix of groups, the best first, and the note above it."""
    names, order = groups["names"], groups["order"]
    rows = [
        {"name": groups["titles"][n], "cells": [matrix_cell(None if m == n else groups["matrix"][n][m]) for m in order]}
        for n in order
    ]
    note = f"teams of {contest['units'][0]} of one group, both attacking as often; %; ± {100 * groups['interval']:.0f}"
    return {
        "groups": {"rows": rows, "heads": [names[n] for n in order], "corner": "wins against"}, "groups_note": note,
    }  # fmt: skip
