"""A report on decks comes in; its two pages, with charts in the look of the dossiers, go out as Drawings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from printgen.base.geometry import Box
from printgen.drawing.model import Drawing, Group, Item, Path, Place, Rect
from printgen.drawing.outlines import polygon, rectangle
from printgen.kinds.cards.charts import INK, MUTED, PAPER, Series, bar, histogram, label, rows, table
from printgen.reading.records import Game
from printgen.rules.report import SHOWN, DeckReport, Report, Share, Standing

_MARGIN, _GAP, _HEAD = 36.0, 16.0, 48.0
_AMBER = "#E0A800"
_COLORS = ("#5C6B2E", "#B3202A", "#2F5F8A", "#6F777C")


def report_pages(game: Game, report: Report, width: float, height: float) -> list[tuple[str, Drawing]]:
    """The pages with their titles, for paper of this size in points, upright: charts first, then lists of cards."""
    width, height = min(width, height), max(width, height)
    inner = Box(_MARGIN, _MARGIN, width - 2 * _MARGIN, height - 2 * _MARGIN)
    pages = (("Decks compared", _charts(report, inner)), ("Cards ranked", _lists(report, inner)))
    return [
        (title, Drawing(width, height, (*_header(game, title, inner), *items, *_footer(game, i + 1, inner))))
        for i, (title, items) in enumerate(pages)
    ]


def _header(game: Game, title: str, box: Box) -> Iterator[Item]:
    yield Rect(box.x, box.y, box.w, 36, INK)
    yield label(box.x + 12, box.y + 25, "DECK REPORT", 21, "stencil", "#FFFFFF")
    yield label(box.x + 200, box.y + 16, game.title.upper(), 11, "body bold", _AMBER)
    yield label(box.x + 200, box.y + 28, title, 9.5, color="#FFFFFF")
    window = Box(box.right - 64, box.y, 64, 36)
    stripes = [
        Path(polygon(((x, window.bottom), (x + 6, window.bottom), (x + 42, window.y), (x + 36, window.y))), _AMBER)
        for x in (window.x - 40 + 12 * i for i in range(9))
    ]
    yield Place(Group(tuple(stripes), rectangle(window)))


def _footer(game: Game, page: int, box: Box) -> Iterator[Item]:
    yield label(box.x, box.bottom, f"{game.title} {game.version}  ·  every copy of a card counts", 7.5, color=MUTED)
    yield label(box.right, box.bottom, f"{page}/2", 7.5, color=MUTED, align=1)


def _title(box: Box, text: str, note: str = "") -> list[Item]:
    name = label(box.x, box.y + 11, text.upper(), 12, "stencil")
    return [name, label(box.x + name.width + 8, box.y + 11, note, 8.5, color=MUTED, room=box.w - name.width - 8)]


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
    titles = [spread.title for spread in decks[0].spreads]
    teams = _series(decks, [[spread.team for spread in deck.spreads] for deck in decks])
    note = f"mean of a fight for {report.team} random units = {report.team} x the mean of the stat"
    note += f"; {report.abilities or 'luck'} and dice not counted"
    items += _title(Box(box.x, y, box.w, 14), "Team strength by fight type", note)
    items += rows(Box(box.x, y + 17, box.w, 84), titles, teams, 92, "{:.1f}")
    y += 116
    half = (box.w - _GAP) / 2
    left, right = Box(box.x, y, half, box.bottom - y - 14), Box(box.x + half + _GAP, y, half, box.bottom - y - 14)
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
        name = label(
            x + 28,
            box.y + 13.5,
            f"{deck.title}: {deck.cards} cards"
            + (f", {deck.without} without a {report.ability}" * bool(report.ability)),
            11,
            "body bold",
        )
        items.append(name)
        x += 28 + name.width + 24
    return items


def _columns(box: Box, report: Report) -> list[Box]:
    count = max(1, len(report.decks[0].spreads))
    wide = (box.w - _GAP * (count - 1)) / count
    return [Box(box.x + i * (wide + _GAP), box.y, wide, box.h) for i in range(count)]


def _spread(report: Report, index: int, box: Box) -> list[Item]:
    spreads = [deck.spreads[index] for deck in report.decks]
    percent = [
        [100 * n / max(1, deck.cards) for n in spread.counts]
        for deck, spread in zip(report.decks, spreads, strict=True)
    ]
    means = "  ·  ".join(f"{deck.title} {spread.mean:.2f}" for deck, spread in zip(report.decks, spreads, strict=True))
    items = _title(box, spreads[0].title)
    items.append(label(box.x, box.y + 22, f"% of the deck; mean {means}", 8, color=MUTED, room=box.w))
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


def _lists(report: Report, box: Box) -> list[Item]:
    y = box.y + _HEAD
    items: list[Item] = []
    stats = [spread.stat.upper() for spread in report.decks[0].spreads]
    head = ["Card", report.group, *stats, "Sum"]
    widths = [3.4, 1.1, *(0.8 for _ in stats), 0.9]
    wide = (box.w - _GAP) / 2
    # As many cards as leave room for all decks, and for a few standings below.
    shown = max(1, min(SHOWN, int((box.h - _HEAD - 120) / len(report.decks) - 37) // 14 - 1))
    for deck in report.decks:
        for i, (what, cards) in enumerate((("strongest", deck.strongest), ("weakest", deck.weakest))):
            part = Box(box.x + i * (wide + _GAP), y, wide, 0)
            items += _title(part, f"{deck.title}: {what}", "by the sum of the stats")
            lines = [[c.name, c.group, *map(str, c.stats), str(c.total)] for c in cards[:shown]]
            items += table(Box(part.x, y + 17, wide, 0), widths, head, lines)
        y += 17 + 14 * (shown + 1) + 20
    if report.standings:
        room = max(1, int((box.bottom - y - 50) // 14))
        more = len(report.standings) - room
        note = f"; {more} more cards are in the report as data" if more > 0 else ""
        items += _title(Box(box.x, y, box.w, 14), "Where cards rank", f"1 is the best; equal cards share a rank{note}")
        items += _standings(Box(box.x, y + 17, box.w, 0), report.standings[:room], stats)
    else:
        items.append(Rect(box.x, y, box.w, 24, PAPER))
        text = "Add --card NAME to see where a card ranks in its deck and among all cards."
        items.append(label(box.x + 8, y + 15.5, text, 9.5))
    return items


def _standings(box: Box, standings: Sequence[Standing], stats: Sequence[str]) -> list[Item]:
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
    return table(box, [2.6, 1.4, *(1.0 for _ in keys), 0.8, 1.3, 1.3], head, lines)
