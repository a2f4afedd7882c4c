"""A report on decks comes in; its two pages, with charts and lists in the look of the dossiers, go out as Drawings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from printgen.base.geometry import Box, translate
from printgen.base.units import to_mm
from printgen.drawing.columns import Band, Chunk
from printgen.drawing.model import Drawing, Group, Item, Place
from printgen.flow.blocks import chunks_of, titled_chunks
from printgen.flow.fitting import columns_of, fit_most
from printgen.flow.style import read_style
from printgen.flow.typeset import Typesetter
from printgen.kinds.composition import Order
from printgen.kinds.facing import drawn_face
from printgen.reading.blocks import Align, CellStyle, Note, Row, Table
from printgen.reading.part import Phrase
from printgen.rules.report import SHOWN, Data, Words
from printgen.rules.totals import ALL

_MARGIN, _GAP, _HEAD, _FOOT = 36.0, 16.0, 54.0, 18.0
_FRAME, _CHARTS, _LETTERS = "sheet-dossier", "deck-report", "sheet-card"
_MOST = 12
_ASK = "Add --card NAME to see where a card ranks in its deck and among all cards."
_COLORS = ("house", "alert", "steel", "grey")


def report_pages(order: Order, report: Data, words: Words, width: float, height: float) -> list[tuple[str, Drawing]]:
    """The pages with their titles, for paper of this size in points, upright: charts first, then lists of cards.

    `order` is for any product of the game: its library and renderer draw the frame of the pages.
    """
    width, height = min(width, height), max(width, height)
    inner = Box(_MARGIN, _MARGIN, width - 2 * _MARGIN, height - 2 * _MARGIN)
    told: dict[str, Any] = {"width": to_mm(inner.w), "height": to_mm(inner.h)}
    charts = drawn_face(order, _CHARTS, {**told, **_charts(report, words)})
    placed = Place(Group(charts.items), translate(inner.x, inner.y))
    made = (("Decks compared", (placed,)), ("Cards ranked", _lists(order, report, words, inner)))
    game = {"title": order.game.title, "version": order.game.version}
    told |= {"title": "Deck report", "kicker": order.game.title, "pages": len(made), "game": game}
    out = []
    for number, (title, items) in enumerate(made, 1):
        page = {**told, "line": f"{title}; every copy of a card counts", "page": number}
        frame = Place(Group(drawn_face(order, _FRAME, page).items), translate(inner.x, inner.y))
        out.append((title, Drawing(width, height, (frame, *items))))
    return out


def _charts(report: Data, words: Words) -> dict[str, Any]:
    """What the face of the charts shows: the decks, the spread of each stat, and bars for all that is counted."""
    decks = report["decks"]
    spreads = [[*deck["spreads"].values()] for deck in decks]
    strengths = [(told[0]["title"], [spread["team"] for spread in told]) for told in zip(*spreads, strict=True)]
    abilities = _counted(decks, words.abilities)
    return {
        "words": words._asdict(),
        "team": report["team"]["units"],
        "decks": [
            {**deck, "without": deck.get(f"without_{words.ability}", 0), **_told_apart(i)}
            for i, deck in enumerate(decks)
        ],
        "spreads": [_spread(decks, key) for key in decks[0]["spreads"]],
        "strengths": _rows(strengths, "{:.1f}"),
        "abilities": _rows((share["name"], numbers) for share, numbers in abilities if not share.get(words.cover)),
        "cover": _rows((share[words.cover].title(), numbers) for share, numbers in abilities if share.get(words.cover)),
        "groups": _rows(((share["name"], numbers) for share, numbers in _counted(decks, words.groups)), alone=True),
    }


def _told_apart(deck: int) -> dict[str, Any]:
    return {"color": _COLORS[deck % len(_COLORS)], "striped": deck % 2 == 1}


def _spread(decks: Sequence[Data], key: str) -> dict[str, Any]:
    spreads = [deck["spreads"][key] for deck in decks]
    percent = [
        [100 * n / max(1, deck["cards"]) for n in one["counts"]] for deck, one in zip(decks, spreads, strict=True)
    ]
    values = range(max((len(shares) for shares in percent), default=0))
    columns = [(str(value), [shares[value] if value < len(shares) else 0.0 for shares in percent]) for value in values]
    top = max(10, *(-(-int(share + 0.999) // 10) * 10 for shares in percent for share in shares))
    means = "  ·  ".join(f"{deck['title']} {one['mean']:.2f}" for deck, one in zip(decks, spreads, strict=True))
    return {
        "title": spreads[0]["title"],
        "note": f"% of the deck; mean {means}",
        "marks": list(range(0, top + 1, 10)),
        "rows": _rows(columns, most=top),
    }


def _counted(decks: Sequence[Data], field: str) -> list[tuple[Data, list[int]]]:
    """Every word of a field that a deck counts, with how many cards of each deck have it."""
    known = [{share["code"]: share for share in deck.get(field, ())} for deck in decks]
    first = {code: share for shares in reversed(known) for code, share in shares.items()}
    codes = dict.fromkeys(code for shares in known for code in shares)
    return [(first[code], [shares[code]["cards"] if code in shares else 0 for shares in known]) for code in codes]


def _rows(
    counted: Iterable[tuple[str, Sequence[float]]], form: str = "{:g}", most: float = 0, alone: bool = False
) -> list[dict[str, Any]]:
    """A row for each name with a bar for each deck, the longest 1; `alone` leaves out bars of decks with nothing."""
    rows = list(counted)
    most = most or max((number for _, numbers in rows for number in numbers), default=0) or 1
    return [
        {
            "name": name,
            "bars": [
                {"length": number / most, "text": form.format(number), **_told_apart(i)}
                for i, number in enumerate(numbers)
                if number or not alone
            ],
        }
        for name, numbers in rows
    ]


def _lists(order: Order, report: Data, words: Words, box: Box) -> tuple[Item, ...]:
    """The best and the worst cards of each deck, and where the wanted cards rank, as many as there is room for."""
    setter = Typesetter(read_style(order.library.face(_LETTERS), order.library), order.library)
    bands = partial(_bands, report, words, box.w)
    fitted = fit_most(range(SHOWN, 0, -1), bands, box.h - _HEAD - _FOOT, setter)
    return fitted.page(0, box.x, box.y + _HEAD)


def _bands(report: Data, words: Words, width: float, shown: int, setter: Typesetter) -> list[Band]:
    stats = [key.upper() for key in report["decks"][0]["spreads"]]
    across, whole = columns_of((1, 1), width, _GAP), columns_of((1,), width, 0)
    bands: list[Band] = []
    for deck in report["decks"]:
        flows = []
        for what in ("strongest", "weakest"):
            lines = [
                [card["name"], card.get(words.group_field, ""), *map(str, card["stats"]), str(card["total"])]
                for card in deck[what][:shown]
            ]
            table = _table(["Card", words.group, *stats, "Sum"], lines, [3.4, 1.1, *(0.8 for _ in stats), 0.9])
            title = f"{deck['title']}: {what}"
            flows.append(tuple(titled_chunks(title, "by the sum of the stats", (table,), across[0].width, setter)))
        bands.append(Band(across, tuple(flows), _GAP))
    if any(deck["totals"]["entered"] for deck in report["decks"]):
        bands.append(Band(whole, (tuple(_explained(report, width, setter)),), _GAP))
    return [*bands, Band(whole, (tuple(_ranked(report, words, width, setter)),), _GAP)]


def _explained(report: Data, width: float, setter: Typesetter) -> list[Chunk]:
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
    return titled_chunks("How numbers are explained", note, (table,), width, setter)


def _ranked(report: Data, words: Words, width: float, setter: Typesetter) -> list[Chunk]:
    """Where the cards that were asked for rank; how to ask where none was."""
    if not report["cards"]:
        return chunks_of((Note(text=Phrase(_ASK)),), width, setter)
    keys = [*report["decks"][0]["spreads"]]
    head = ["Card", "Deck", *(f"{key.upper()} (rank)" for key in keys), "Sum", "In its deck", "Of all cards"]
    lines = []
    for one in report["cards"][:_MOST]:
        own, everybody, group = one["in_deck"], one["in_all"]["total"], one["card"].get(words.group_field)
        lines.append(
            [
                f"{one['card']['name']} ({group})" if group else one["card"]["name"],
                one["deck"],
                *(f"{own[key]['value']} ({own[key]['rank']})" for key in keys),
                str(one["card"]["total"]),
                *(f"{place['rank']} of {place['of']}" for place in (own["total"], everybody)),
            ]
        )
    more = len(report["cards"]) - _MOST
    note = "1 is the best; equal cards share a rank"
    note += f"; {more} more cards are in the report as data" if more > 0 else ""
    table = _table(head, lines, [2.6, 1.4, *(1.0 for _ in keys), 0.8, 1.3, 1.3])
    return titled_chunks("Where cards rank", note, (table,), width, setter)


def _table(head: Sequence[str], lines: Sequence[Sequence[str]], widths: Sequence[float]) -> Table:
    """Lines of cells; columns after the first are centred, the first and the last stand out."""
    middle: list[CellStyle] = ["body"] * (len(head) - 2)
    centred: list[Align] = ["center"] * (len(head) - 1)
    rows = tuple(Row(cells=tuple(map(Phrase, line))) for line in lines)
    return Table(
        head=tuple(map(Phrase, head)), rows=rows, widths=tuple(widths), align=("left", *centred),
        styles=("strong", *middle, "strong"),
    )  # fmt: skip
