"""Draws the report on decks: a page of charts, a page of lists, and chapters from other modules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from printgen.base.errors import Where
from printgen.base.names import title_case
from printgen.base.units import Box, to_mm, translate
from printgen.drawing.model import Drawing, Group, Item, Place
from printgen.faces.blocks.fitting import chunks_of, chunks_with_title, columns_of, fit_most
from printgen.faces.blocks.typeset import Typesetter, load_style
from printgen.game.documents import Align, CellRow, CellStyle, Note, TableBlock
from printgen.kinds.composition import Order
from printgen.kinds.face_rendering import fill_face
from printgen.layout.columns import Band, Chunk
from printgen.reading.part import Phrase
from printgen.rules.decks import ALL
from printgen.rules.report import SHOWN, Data, ReportWords

COLORS = ("house", "alert", "steel", "grey")
"""The colours of decks in their order, and again; in grey, decks differ by stripes and by the shape of dots."""

Shown = dict[str, Any]
"""The values of a face of charts. Lengths and places are shares of the room of a chart, from 0 to 1."""


class Estimate(NamedTuple):
    """A sampled number with its greatest error in 95 of 100 cases; 0 for an exact one."""

    value: float
    off: float = 0.0


def deck_look(deck: int) -> Shown:
    """The look of a deck's marks, by its number from 0."""
    return {"color": COLORS[deck % len(COLORS)], "striped": deck % 2 == 1}


def bar_rows(
    counted: Iterable[tuple[str, Sequence[float]]],
    form: str = "{:g}",
    most: float = 0,
    alone: bool = False,
    marks: Mapping[str, Sequence[float]] | None = None,
) -> list[Shown]:
    """A row of bars for each name, the longest 1, with `marks` to compare; `alone` leaves out bars of 0."""
    rows = list(counted)
    most = most or max((number for _, numbers in rows for number in numbers), default=0) or 1
    compared = marks or {}
    return [
        {
            "name": name,
            "bars": [
                {
                    "length": number / most,
                    "text": form.format(number),
                    "mark": compared[name][i] / most if name in compared else 0,
                    **deck_look(i),
                }
                for i, number in enumerate(numbers)
                if number or not alone
            ],
        }
        for name, numbers in rows
    ]


def parts_row(name: str, shares: Sequence[tuple[float, Shown | None]], strong: bool = False) -> Shown:
    """A bar in parts, each a share of the whole in the look of a deck, or white; large parts are labelled.

    Such as `parts_row("Tactics", [(0.44, deck_look(0)), (0.06, None), (0.5, deck_look(1))])`.
    """
    parts, at = [], 0.0
    for share, look in shares:
        text = f"{100 * share:.0f}" if look else ""
        parts.append({"at": at, "length": share, "text": text, **(look or {"color": "white", "striped": False})})
        at += share
    return {"name": name, "parts": parts, "strong": strong}


class ChartScale(NamedTuple):
    """The range of numbers on a chart, and its number of marked steps."""

    low: float
    high: float
    steps: int

    def at(self, number: float) -> float:
        """The place of a number, limited to the chart."""
        return min(1.0, max(0.0, (number - self.low) / (self.high - self.low)))

    def marks(self, form: str = "{:g}") -> list[str]:
        step = (self.high - self.low) / self.steps
        return [form.format(self.low + step * n) for n in range(self.steps + 1)]


PERCENT = ChartScale(0, 100, 4)


def scale_of(numbers: Iterable[float], step: float) -> ChartScale:
    """A scale in whole steps for all numbers; it has at most 8 steps, which are doubled as needed."""
    values = [*numbers] or [0.0]
    while True:
        low, high = (min(values) // step), -(-max(values) // step)
        if high - low <= 8:
            return ChartScale(low * step, max(high, low + 1) * step, int(max(high - low, 1)))
        step *= 2


def dots_row(
    name: str,
    estimates: Sequence[tuple[Estimate, Shown]],
    scale: ChartScale,
    cells: Sequence[str] = (),
    strong: bool = False,
) -> Shown:
    """A row of dots with their intervals, and the cells behind it."""
    dots = [
        {
            "at": scale.at(estimate.value),
            "low": scale.at(estimate.value - estimate.off),
            "high": scale.at(estimate.value + estimate.off),
            **look,
        }
        for estimate, look in estimates
    ]
    return {"name": name, "dots": dots, "cells": list(cells), "strong": strong}


def matrix_cell(share: float | None, strong: bool = False) -> Shown:
    """A cell of a matrix of shares from 0 to 1, the darker the higher; None for an empty cell."""
    if share is None:
        return {"fill": "page", "text": "–", "ink": "quiet", "strong": False}
    fill = f"white/steel-dark {round(90 * min(1.0, max(0.0, share)) ** 1.6)}"
    return {"fill": fill, "text": f"{100 * share:.0f}", "ink": f"white over {fill}", "strong": strong}


class ReportPage(NamedTuple):
    """A page of a report without its frame: its title, a line for its header, and its contents."""

    title: str
    line: str
    items: tuple[Item, ...]


class ReportArea(NamedTuple):
    """The area of a report's pages, in points: all inside the margins, and the part below the header."""

    page: Box
    below: Box


class ReportChapter(NamedTuple):
    """The lab's part of a report.

    `data` is all of it, for programs. `totals` are the mean totals of teams by the title of a stat, for each deck in
    order; `totals_note` describes them in a few words. `worth` is the worth of cards, by the keys of their records, and
    `worth_note` describes it. `pages` draws pages for an area.
    """

    data: Mapping[str, Any]
    totals: Mapping[str, Sequence[Estimate]]
    totals_note: str
    worth: Mapping[tuple[Where, str], Estimate]
    worth_note: str
    pages: Callable[[Order, ReportArea], Sequence[ReportPage]]


# In points: the margin of a page, the gap between bands and columns, and the heights of the header and the footer.
_MARGIN, _GAP, _HEAD, _FOOT = 36.0, 16.0, 54.0, 18.0
# The faces of the frame, of the charts, and the one whose letters the lists have.
_FRAME, _CHARTS, _LETTERS = "sheet-dossier", "deck-report", "sheet-card"
_MOST_RANKED = 12
"""How many of the cards that were asked for are listed with their ranks."""
_ASK = "Add --card NAME to see where a card ranks in its deck and among all cards."


def report_pages(
    order: Order, report: Data, words: ReportWords, chapters: Sequence[ReportChapter], width: float, height: float
) -> list[tuple[str, Drawing]]:
    """The pages with their titles, for upright paper of a size in points: charts first, then lists, then chapters."""
    width, height = min(width, height), max(width, height)
    inner = Box(_MARGIN, _MARGIN, width - 2 * _MARGIN, height - 2 * _MARGIN)
    room = ReportArea(inner, Box(inner.x, inner.y + _HEAD, inner.w, inner.h - _HEAD - _FOOT))
    facts: dict[str, Any] = {"width": to_mm(inner.w), "height": to_mm(inner.h)}
    charts = fill_face(order, _CHARTS, {**facts, **_charts(report, words, chapters)}, cut=False)
    line = "every copy of a card counts"
    pages = [
        ReportPage("Decks compared", line, (Place(Group(charts.items), translate(inner.x, inner.y)),)),
        ReportPage("Cards ranked", line, _lists(order, report, words, chapters, room.below)),
        *(page for chapter in chapters for page in chapter.pages(order, room)),
    ]
    game = {"title": order.game.title, "version": order.game.version}
    facts |= {"title": "Deck report", "kicker": order.game.title, "pages": len(pages), "game": game}
    drawn = []
    for number, page in enumerate(pages, 1):
        header = {**facts, "line": f"{page.title}; {page.line}", "page": number}
        frame = Place(Group(fill_face(order, _FRAME, header, cut=False).items), translate(inner.x, inner.y))
        drawn.append((page.title, Drawing(width, height, (frame, *page.items))))
    return drawn


def _charts(report: Data, words: ReportWords, chapters: Sequence[ReportChapter]) -> dict[str, Any]:
    """The values for the face of the charts: the decks, the spread of each stat, and bars for all counts."""
    decks = report["decks"]
    spreads = [[*deck["spreads"].values()] for deck in decks]
    plain = {stats[0]["title"]: [spread["team"] for spread in stats] for stats in zip(*spreads, strict=True)}
    abilities, groups = _count_words(decks, words.abilities), _count_words(decks, words.groups)
    units = report["team"]["units"]
    note = f"mean of {units} random cards = {units} x the mean of the stat; {words.abilities or 'luck'} not counted"
    strengths, marks = plain, {}
    if totals := next((chapter for chapter in chapters if chapter.totals.keys() == plain.keys()), None):
        strengths = {title: [total.value for total in each] for title, each in totals.totals.items()}
        note, marks = f"{totals.totals_note}; white mark: plain sum of the stat", plain
    return {
        "words": words._asdict(),
        "strength": note,
        "decks": [
            {**deck, "without": deck.get(f"without_{words.ability}", 0), **deck_look(i)} for i, deck in enumerate(decks)
        ],
        "spreads": [_stat_chart(decks, key) for key in decks[0]["spreads"]],
        "strengths": bar_rows(strengths.items(), "{:.1f}", marks=marks),
        "abilities": bar_rows((share["name"], counts) for share, counts in abilities if not share.get(words.cover)),
        "cover": bar_rows(
            (title_case(share[words.cover]), counts) for share, counts in abilities if share.get(words.cover)
        ),
        "groups": bar_rows(((share["name"], counts) for share, counts in groups), alone=True),
    }


def _stat_chart(decks: Sequence[Data], key: str) -> dict[str, Any]:
    """The columns of a stat: for each value the share of each deck in per cent; the axis ends at a multiple of ten."""
    spreads = [deck["spreads"][key] for deck in decks]
    percent = [
        [100 * n / max(1, deck["cards"]) for n in spread["counts"]] for deck, spread in zip(decks, spreads, strict=True)
    ]
    values = range(max((len(shares) for shares in percent), default=0))
    columns = [(str(value), [shares[value] if value < len(shares) else 0.0 for shares in percent]) for value in values]
    top = max([10, *(-(-int(share + 0.999) // 10) * 10 for shares in percent for share in shares)])
    means = "  ·  ".join(f"{deck['title']} {spread['mean']:.2f}" for deck, spread in zip(decks, spreads, strict=True))
    return {
        "title": spreads[0]["title"],
        "note": f"% of the deck; mean {means}",
        "marks": list(range(0, top + 1, 10)),
        "rows": bar_rows(columns, most=top),
    }


def _count_words(decks: Sequence[Data], field: str) -> list[tuple[Data, list[int]]]:
    """Every counted word of a field, with the number of cards in each deck that have it."""
    by_deck = [{share["code"]: share for share in deck.get(field, ())} for deck in decks]
    first = {code: share for shares in reversed(by_deck) for code, share in shares.items()}
    codes = dict.fromkeys(code for shares in by_deck for code in shares)
    return [(first[code], [shares[code]["cards"] if code in shares else 0 for shares in by_deck]) for code in codes]


def _lists(
    order: Order, report: Data, words: ReportWords, chapters: Sequence[ReportChapter], box: Box
) -> tuple[Item, ...]:
    """The best and the worst cards of each deck, and the ranks of the wanted cards, as many as fit."""
    setter = Typesetter(load_style(order.library.face(_LETTERS), order.library), order.library)
    worth = next((chapter for chapter in chapters if chapter.worth), None)
    bands = partial(_bands, report, words, worth, box.w)
    fitted = fit_most(range(SHOWN, 0, -1), bands, box.h, setter)
    return fitted.page(0, box.x, box.y)


def _bands(
    report: Data, words: ReportWords, worth: ReportChapter | None, width: float, most: int, setter: Typesetter
) -> list[Band]:
    """The tables with at most `most` cards each; decks without complete cards have none."""
    across, whole = columns_of((1, 1), width, _GAP), columns_of((1,), width, 0)
    bands: list[Band] = []
    for deck in (deck for deck in report["decks"] if deck["strongest"]):
        chapter = worth if "worth_most" in deck else None
        columns = []
        for title, by_worth in (("strongest", "worth_most"), ("weakest", "worth_least")):
            cards = deck[by_worth if chapter else title][:most]
            table = _card_table(cards, [*deck["spreads"]], words, chapter is not None)
            note = chapter.worth_note if chapter else "by the sum of the stats"
            chunks = chunks_with_title(f"{deck['title']}: {title}", note, (table,), across[0].width, setter)
            columns.append(tuple(chunks))
        bands.append(Band(across, tuple(columns), _GAP))
    if any(deck["totals"]["entered"] for deck in report["decks"]):
        bands.append(Band(whole, (tuple(_totals_table(report, width, setter)),), _GAP))
    return [*bands, Band(whole, (tuple(_ranks(report, words, width, setter)),), _GAP)]


def _card_table(cards: Sequence[Data], keys: Sequence[str], words: ReportWords, by_worth: bool) -> TableBlock:
    """Cards with their numbers and sum; by worth also with their rank by the sum, and their worth."""
    lines = [
        [
            card["name"],
            card.get(words.group_field, ""),
            *map(str, card["stats"]),
            *([f"{card['total']} ({card['by_sum']})", _with_sign(card["worth"]["value"])] if by_worth
              else [str(card["total"])]),
        ]
        for card in cards
    ]  # fmt: skip
    head = ["Card", words.group, *map(str.upper, keys), *(["Sum (rank)", "Worth"] if by_worth else ["Sum"])]
    widths = [3.0, 1.0, *(0.7 for _ in keys), 1.3, 1.0] if by_worth else [3.4, 1.1, *(0.8 for _ in keys), 0.9]
    return _table(head, lines, widths)


def _with_sign(number: float) -> str:
    """A change of a chance in points of percent, with its sign."""
    return f"{100 * number:+.0f}".replace("-", "−")


def _totals_table(report: Data, width: float, setter: Typesetter) -> list[Chunk]:
    """How many numbers of each deck the dossiers explain, and how many of these are proven."""
    keys = [*report["decks"][0]["spreads"]]
    lines = [
        [f"{deck['title']}: {kind}", *(str(deck["totals"][kind][key]) for key in (*keys, ALL))]
        for deck in report["decks"]
        for kind in ("explained", "proven")
    ]
    head = ["Cards whose numbers follow", *map(str.upper, keys), "All"]
    table = _table(head, lines, [3.4, *(0.8 for _ in keys), 0.9])
    note = "explained by all that cards say; proven by what came with the figure and what its role says, alone"
    return chunks_with_title("How numbers are explained", note, (table,), width, setter)


def _ranks(report: Data, words: ReportWords, width: float, setter: Typesetter) -> list[Chunk]:
    """The ranks of the requested cards; without any, instructions for requesting them."""
    if not report["cards"]:
        return chunks_of((Note(text=Phrase(_ASK)),), width, setter)
    keys = [*report["decks"][0]["spreads"]]
    with_worth = any("worth" in card for card in report["cards"])
    head = ["Card", "Deck", *(f"{key.upper()} (rank)" for key in keys), "Sum", "In its deck", "Of all cards"]
    head += ["Worth (rank)"] if with_worth else []
    lines = []
    for card in report["cards"][:_MOST_RANKED]:
        own, among_all, group = card["in_deck"], card["in_all"]["total"], card["card"].get(words.group_field)
        worth = f"{_with_sign(card['worth']['value'])} ({card['worth']['rank']})" if "worth" in card else ""
        lines.append(
            [
                f"{card['card']['name']} ({group})" if group else card["card"]["name"],
                card["deck"],
                *(f"{own[key]['value']} ({own[key]['rank']})" for key in keys),
                str(card["card"]["total"]),
                *(f"{place['rank']} of {place['of']}" for place in (own["total"], among_all)),
                *([worth] if with_worth else []),
            ]
        )
    more = len(report["cards"]) - _MOST_RANKED
    note = "1 is the best; equal cards share a rank"
    note += f"; {more} more cards are in the report as data" if more > 0 else ""
    table = _table(head, lines, [2.6, 1.4, *(1.0 for _ in keys), 0.8, 1.3, 1.3, *([1.3] if with_worth else [])])
    return chunks_with_title("Where cards rank", note, (table,), width, setter)


def _table(head: Sequence[str], lines: Sequence[Sequence[str]], widths: Sequence[float]) -> TableBlock:
    """Lines of cells; columns after the first are centred, the first and the last stand out."""
    middle: list[CellStyle] = ["body"] * (len(head) - 2)
    centred: list[Align] = ["center"] * (len(head) - 1)
    rows = tuple(CellRow(cells=tuple(map(Phrase, line))) for line in lines)
    return TableBlock(
        head=tuple(map(Phrase, head)), rows=rows, widths=tuple(widths), align=("left", *centred),
        styles=("strong", *middle, "strong"),
    )  # fmt: skip
