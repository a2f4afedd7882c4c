"""A report on decks comes in; its two pages, with charts in the look of the dossiers, go out as Drawings."""

from __future__ import annotations

from collections.abc import Sequence

from printgen.base.geometry import Box, translate
from printgen.base.units import to_mm
from printgen.drawing.columns import Band
from printgen.drawing.model import Drawing, Group, Item, Place
from printgen.drawing.words import BODY, BOLD, STENCIL, run
from printgen.flow.blocks import chunks_of, titled_chunks
from printgen.flow.fitting import columns_of, fit
from printgen.flow.style import read_style
from printgen.flow.typeset import Typesetter
from printgen.kinds.cards.charts import INK, MUTED, Series, bar, histogram, rows
from printgen.kinds.composition import Order
from printgen.kinds.facing import drawn_face
from printgen.reading.blocks import Align, CellStyle, Note, Row, Table
from printgen.reading.part import Phrase
from printgen.rules.report import SHOWN, DeckReport, Report, Share, Standing

_MARGIN, _GAP, _HEAD, _FOOT = 36.0, 16.0, 54.0, 18.0
_FRAME, _LETTERS = "sheet-dossier", "sheet-card"
_MOST = 12
_ASK = "Add --card NAME to see where a card ranks in its deck and among all cards."
_COLORS = ("#5C6B2E", "#B3202A", "#2F5F8A", "#6F777C")


def report_pages(order: Order, report: Report, width: float, height: float) -> list[tuple[str, Drawing]]:
    """The pages with their titles, for paper of this size in points, upright: charts first, then lists of cards.

    `order` is for any product of the game: its library and renderer draw the frame of the pages.
    """
    width, height = min(width, height), max(width, height)
    inner = Box(_MARGIN, _MARGIN, width - 2 * _MARGIN, height - 2 * _MARGIN)
    made = (("Decks compared", _charts(report, inner)), ("Cards ranked", _lists(order, report, inner)))
    told = {"title": "Deck report", "kicker": order.game.title, "pages": len(made)}
    told |= {"width": to_mm(inner.w), "height": to_mm(inner.h)}
    out = []
    for number, (title, items) in enumerate(made, 1):
        line = f"{title}; every copy of a card counts"
        game = {"title": order.game.title, "version": order.game.version}
        frame = drawn_face(order, _FRAME, {**told, "line": line, "page": number, "game": game})
        placed = Place(Group(frame.items), translate(inner.x, inner.y))
        out.append((title, Drawing(width, height, (placed, *items))))
    return out


def _title(box: Box, text: str, note: str = "") -> list[Item]:
    name = run(box.x, box.y + 11, text.upper(), STENCIL, 12, INK)
    return [name, run(box.x + name.width + 8, box.y + 11, note, BODY, 8.5, MUTED, room=box.w - name.width - 8)]


def _series(decks: Sequence[DeckReport], numbers: Sequence[Sequence[float]]) -> list[Series]:
    return [
        Series(deck.title, _COLORS[i % len(_COLORS)], i % 2 == 1, tuple(values))
        for i, (deck, values) in enumerate(zip(decks, numbers, strict=True))
    ]


def _charts(report: Report, box: Box) -> list[Item]:
    decks = report.decks
    y = box.y + _HEAD
    items = _legend(report, Box(box.x, y, box.w, 20))
    y += 32
    spreads = [_spread(report, i, column) for i, column in enumerate(_columns(Box(box.x, y, box.w, 128), report))]
    items += [item for part in spreads for item in part]
    y += 142
    titles = [spread.title for spread in decks[0].spreads.values()]
    teams = _series(decks, [[spread.team for spread in deck.spreads.values()] for deck in decks])
    note = f"mean of a fight for {report.team} random units = {report.team} x the mean of the stat"
    note += f"; {report.abilities or 'luck'} and dice not counted"
    items += _title(Box(box.x, y, box.w, 14), "Team strength by fight type", note)
    items += rows(Box(box.x, y + 17, box.w, 84), titles, teams, 92, "{:.1f}")
    y += 116
    half = (box.w - _GAP) / 2
    left, right = Box(box.x, y, half, box.bottom - y - _FOOT), Box(box.x + half + _GAP, y, half, box.bottom - y - _FOOT)
    others = [share for share in decks[0].abilities if not share.cover]
    if others:
        items += _title(left, report.abilities, "cards that have them")
        area = Box(left.x, y + 17, half, left.h - 17)
        items += _shares(area, decks, [share.code for share in others], "abilities", 84)
    tall = (left.h - 48) / 2
    if decks[0].cover:
        items += _title(right, f"{report.cover} cover", f"cards that help in a {report.cover}")
        area = Box(right.x, y + 17, half, tall)
        items += _shares(area, decks, [share.code for share in decks[0].cover], "abilities", 84, by_cover=True)
    y = right.bottom - tall
    codes = list(dict.fromkeys(share.code for deck in decks for share in deck.groups))
    if codes:
        items += _title(Box(right.x, y - 17, half, 14), report.groups, "cards of each")
        items += _shares(Box(right.x, y, half, tall), decks, codes, "groups", 112, alone=True)
    return items


def _legend(report: Report, box: Box) -> list[Item]:
    items: list[Item] = []
    x = box.x
    for one, deck in zip(_series(report.decks, [() for _ in report.decks]), report.decks, strict=True):
        items += bar(Box(x, box.y + 4, 22, 11), one)
        without = f", {deck.without} without a {report.ability}" if report.ability else ""
        name = run(x + 28, box.y + 13.5, f"{deck.title}: {deck.cards} cards{without}", BOLD, 11, INK)
        items.append(name)
        x += 28 + name.width + 24
    return items


def _columns(box: Box, report: Report) -> list[Box]:
    count = max(1, len(report.decks[0].spreads))
    wide = (box.w - _GAP * (count - 1)) / count
    return [Box(box.x + i * (wide + _GAP), box.y, wide, box.h) for i in range(count)]


def _spread(report: Report, index: int, box: Box) -> list[Item]:
    spreads = [[*deck.spreads.values()][index] for deck in report.decks]
    percent = [
        [100 * n / max(1, deck.cards) for n in spread.counts]
        for deck, spread in zip(report.decks, spreads, strict=True)
    ]
    means = "  ·  ".join(f"{deck.title} {spread.mean:.2f}" for deck, spread in zip(report.decks, spreads, strict=True))
    items = _title(box, spreads[0].title)
    items.append(run(box.x, box.y + 22, f"% of the deck; mean {means}", BODY, 8, MUTED, room=box.w))
    return items + histogram(Box(box.x, box.y + 24, box.w, box.h - 24), _series(report.decks, percent))


def _shares(
    box: Box,
    decks: Sequence[DeckReport],
    codes: Sequence[str],
    field: str,
    margin: float,
    by_cover: bool = False,
    alone: bool = False,
) -> list[Item]:
    """A row of bars for every code."""
    found: list[dict[str, Share]] = [{share.code: share for share in getattr(deck, field)} for deck in decks]
    first = {code: share for known in reversed(found) for code, share in known.items()}
    names = [first[code].cover.title() if by_cover else first[code].name for code in codes]
    numbers = [[float(known[code].cards) if code in known else 0.0 for code in codes] for known in found]
    return rows(box, names, _series(decks, numbers), margin, alone=alone)


def _lists(order: Order, report: Report, box: Box) -> tuple[Item, ...]:
    """The best and the worst cards of each deck, and where the wanted cards rank, as many as there is room for."""
    setter = Typesetter(read_style(order.face(_LETTERS), order.library), order.library)
    height = box.h - _HEAD - _FOOT
    for shown in range(SHOWN, 0, -1):
        fitted = fit(lambda at: _bands(report, shown, box.w, at), height, setter, 1)  # noqa: B023
        if not fitted.findings:
            break
    return fitted.page(0, box.x, box.y + _HEAD)


def _bands(report: Report, shown: int, width: float, setter: Typesetter) -> list[Band]:
    stats = [key.upper() for key in report.decks[0].spreads]
    across, whole = columns_of((1, 1), width, _GAP), columns_of((1,), width, 0)
    bands: list[Band] = []
    for deck in report.decks:
        flows = []
        for what, cards in (("strongest", deck.strongest), ("weakest", deck.weakest)):
            lines = [[c.name, c.group, *map(str, c.stats), str(c.total)] for c in cards[:shown]]
            table = _table(["Card", report.group, *stats, "Sum"], lines, [3.4, 1.1, *(0.8 for _ in stats), 0.9])
            title = f"{deck.title}: {what}"
            flows.append(tuple(titled_chunks(title, "by the sum of the stats", (table,), across[0].width, setter)))
        bands.append(Band(across, tuple(flows), _GAP))
    if report.standings:
        more = len(report.standings) - _MOST
        note = "1 is the best; equal cards share a rank"
        note += f"; {more} more cards are in the report as data" if more > 0 else ""
        ranks = _standings(report.standings[:_MOST], stats)
        chunks = titled_chunks("Where cards rank", note, (ranks,), width, setter)
    else:
        chunks = chunks_of((Note(text=Phrase(_ASK)),), width, setter)
    return [*bands, Band(whole, (tuple(chunks),), _GAP)]


def _standings(standings: Sequence[Standing], stats: Sequence[str]) -> Table:
    keys = [stat.lower() for stat in stats]
    head = ["Card", "Deck", *(f"{name} (rank)" for name in stats), "Sum", "In its deck", "Of all cards"]
    lines = [
        [
            f"{one.card.name} ({one.card.group})" if one.card.group else one.card.name, one.deck,
            *(f"{one.in_deck[key].value} ({one.in_deck[key].rank})" for key in keys),
            str(one.card.total),
            f"{one.in_deck['total'].rank} of {one.in_deck['total'].of}",
            f"{one.in_all['total'].rank} of {one.in_all['total'].of}",
        ]
        for one in standings
    ]  # fmt: skip
    return _table(head, lines, [2.6, 1.4, *(1.0 for _ in keys), 0.8, 1.3, 1.3])


def _table(head: Sequence[str], lines: Sequence[Sequence[str]], widths: Sequence[float]) -> Table:
    """Lines of cells; columns after the first are centred, the first and the last stand out."""
    sides: list[Align] = ["center"] * len(head)
    sides[0] = "left"
    middle: list[CellStyle] = ["body"] * (len(head) - 2)
    rows = tuple(Row(cells=tuple(map(Phrase, line))) for line in lines)
    return Table(
        head=tuple(map(Phrase, head)), rows=rows, widths=tuple(widths), align=tuple(sides),
        styles=("strong", *middle, "strong"),
    )  # fmt: skip
