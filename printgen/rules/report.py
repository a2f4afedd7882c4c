"""Reports on cards and decks: sums as lines of text, and decks compared as plain data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from printgen.base.errors import Where
from printgen.game.records import Game, Record
from printgen.rules.card_sources import Dossier, ImpliedWord, StatComparison
from printgen.rules.checks import Correction
from printgen.rules.decks import ALL, Deck, Totals, totals_of
from printgen.rules.guidelines import CardField, Guidelines
from printgen.rules.provenance import WordOrigin

SHOWN = 10
"""How many of the strongest and of the weakest cards are listed."""

Data = dict[str, Any]
Worth = Mapping[tuple[Where, str], tuple[float, float]]
"""What cards are worth, by the keys of their records: the change of the chance to win a fight, and how far it is off.
"""


class ReportWords(NamedTuple):
    """A game's words for the comparisons of its decks; "" for missing ones.

    `group` is the question for the field `group_field`; `groups` and `abilities` name tables, `ability` is one of them.
    """

    group: str
    group_field: str
    groups: str
    abilities: str
    ability: str
    cover: str


def report_words(game: Game, deck: Deck) -> ReportWords:
    """The words for a deck; a table's name, or a field's that chooses from none."""
    fields, entry = deck.guidelines.fields, deck.guidelines.report

    def name_of(field: CardField | None) -> str:
        table = game.table_of(deck.product, field.name) if field else None
        return table.name if table else field.name if field else ""

    group, ability = fields.get(entry.group), fields.get(entry.abilities)
    question, field = (group.question, group.name) if group else ("", "")
    return ReportWords(question, field, name_of(group), name_of(ability), ability.word if ability else "", entry.cover)


class _Card(NamedTuple):
    """A card that has every stat: its numbers with their sum at the end, which says how strong it is."""

    row: Data
    numbers: tuple[int, ...]
    record: Record


def report_on(game: Game, decks: Sequence[Deck], wanted: Iterable[Record] = (), worth: Worth | None = None) -> Data:
    """Compare decks of a game, in its own words; every copy of a card counts.

    `wanted` are cards of these decks whose ranks are needed, by each stat and by "total": 1 is the best, and equal
    values share their rank. The `worth` of cards is added where it is known.
    """
    cards = [_cards(deck) for deck in decks]
    worth = worth or {}
    all_cards = [card for own in cards for card in own]
    wanted_keys = {record.key for record in wanted}
    keys = (*decks[0].guidelines.stats, "total")
    team = decks[0].guidelines.report.team
    own_cards = list(zip(decks, cards, strict=True))
    note = f"A team is {team} cards drawn at random: its mean strength is {team} x the mean of the stat."
    return {
        "kit": game.name,
        "team": {"units": team, "note": note},
        "decks": [{**_deck(game, deck, own), **_worth_lists(own, worth)} for deck, own in own_cards],
        "cards": [
            {
                "card": card.row,
                "deck": deck.product.title,
                "in_deck": _ranks(keys, card.numbers, own),
                "in_all": _ranks(keys, card.numbers, all_cards),
                **_worth_of(card, own, worth),
            }
            for deck, own in own_cards
            for card in own
            if card.record.key in wanted_keys
        ],
    }


def _cards(deck: Deck) -> list[_Card]:
    """The cards of a deck that have every stat."""
    cards = []
    for record in deck.product.records:
        stats = deck.guidelines.stats_in(record.values)
        if stats is not None:
            about = {name: str(record.values.get(name, "")) for name in deck.guidelines.about}
            row = {"name": record.name, **about, "stats": list(stats), "total": sum(stats)}
            cards.append(_Card(row, (*stats, sum(stats)), record))
    return cards


def _deck(game: Game, deck: Deck, cards: Sequence[_Card]) -> Data:
    guidelines, words = deck.guidelines, report_words(game, deck)
    counted = [card for card in cards for _ in range(card.record.copies)]
    data: Data = {"name": deck.product.name, "title": deck.product.title, "cards": len(counted)}
    data["spreads"] = {
        key: _stat_spread(stat.title, [card.numbers[i] for card in counted], guidelines.report.team)
        for i, (key, stat) in enumerate(guidelines.stats.items())
    }
    if words.groups:
        shares = _shares(game, deck, guidelines.fields[guidelines.report.group], words.cover)
        data[words.groups] = [share for share in shares if share["cards"]]
    if words.abilities:
        field = guidelines.fields[guidelines.report.abilities]
        data[words.abilities] = _shares(game, deck, field, words.cover)
        lacking = (record.copies for record in deck.product.records if not field.words_in(record.values))
        data[f"without_{words.ability}"] = sum(lacking)
    data["own"] = sum(card.record.copies for card in deck.own)
    data["totals"] = totals_of(guidelines, deck.game_cards)._asdict()
    # Of equal totals the one with the better stat, as they come, is stronger; names settle the rest.
    ranked = sorted(cards, key=lambda card: ([-card.numbers[-1], *(-n for n in card.numbers)], card.record.name))
    data["strongest"] = [card.row for card in ranked[:SHOWN]]
    data["weakest"] = [card.row for card in reversed(ranked[-SHOWN:])]
    if words.cover:
        data[words.cover] = [share for share in data.get(words.abilities, ()) if share[words.cover]]
    return data


def _worth_lists(cards: Sequence[_Card], worth: Worth) -> Data:
    """The cards of highest and lowest worth in a deck, with their ranks by their sums; none if no worth is known."""
    with_worth = [card for card in cards if card.record.key in worth]
    if not with_worth:
        return {}
    ranked = sorted(with_worth, key=lambda card: (-worth[card.record.key][0], card.record.name))
    rows = [
        {**card.row, **_worth_of(card, cards, worth), "by_sum": _rank(card.numbers[-1], cards, -1)} for card in ranked
    ]
    return {"worth_most": rows[:SHOWN], "worth_least": rows[-SHOWN:][::-1]}


def _worth_of(card: _Card, others: Sequence[_Card], worth: Worth) -> Data:
    """The worth of a card, its uncertainty, and its rank among others."""
    if card.record.key not in worth:
        return {}
    value, off = worth[card.record.key]
    better = sum(other.record.copies for other in others if worth.get(other.record.key, (-9.0, 0.0))[0] > value)
    return {"worth": {"value": round(value, 4), "off": round(off, 4), "rank": 1 + better}}


def _stat_spread(title: str, values: Sequence[int], team: int) -> Data:
    """How a stat is spread: `counts` are cards by value, from 0 on; `team` is the mean of a team's sum."""
    count, mean = Counter(values), sum(values) / (len(values) or 1)
    low, high = min(values, default=0), max(values, default=0)
    counts = [count[value] for value in range(high + 1)] if values else []
    data = {"title": title, "counts": counts, "mean": round(mean, 3)}
    return {**data, "low": low, "high": high, "team": round(team * mean, 2)}


def _shares(game: Game, deck: Deck, field: CardField, cover: str) -> list[Data]:
    """How many cards have each row of the table that a field's words come from; without one, each word."""
    count = Counter(word for r in deck.product.records for word in field.words_in(r.values) for _ in range(r.copies))
    table = game.table_of(deck.product, field.name)
    rows: Mapping[str, Mapping[str, Any]] = table.rows if table else {word: {} for word in count}
    column = cover if field.name == deck.guidelines.report.abilities else ""
    shares = [{"code": code, "name": str(row.get("name") or code), "cards": count[code]} for code, row in rows.items()]
    covers = [{cover: str(row.get(column) or "")} if cover else {} for row in rows.values()]
    return [{**share, **covered} for share, covered in zip(shares, covers, strict=True)]


def _ranks(keys: Sequence[str], numbers: Sequence[int], others: Sequence[_Card]) -> dict[str, Data]:
    """The rank of each number of a card among others, which it is one of."""
    total = sum(other.record.copies for other in others)
    values = enumerate(zip(keys, numbers, strict=True))
    return {key: {"value": value, "rank": _rank(value, others, i), "of": total} for i, (key, value) in values}


def _rank(number: int, others: Sequence[_Card], index: int) -> int:
    """One more than the copies of the cards that have a higher number at this index."""
    return 1 + sum(other.record.copies for other in others if other.numbers[index] > number)


# What a line says of each mark of a word.
_MARKS = {"seen": "seen", "role": "role", "inferred": "inferred", "": "unknown"}
# What the two counts of a deck's numbers mean.
_KINDS = {
    "explained": "by all that their cards say",
    "proven": "by what came with the figure and what its role says, alone",
}


def stat_lines(sums: Mapping[str, Any]) -> Iterator[str]:
    """Every stat with its sum, in columns; `sums` are as `Derivation.as_data` has them."""
    width = max(3, *map(len, sums)) + 1
    for stat, result in sums.items():
        first, *rest = result["because"]
        because = " ".join([f"{first[0]} {first[1]}", *(f"{amount:+d} {line}" for line, amount in rest)])
        yield f"{stat.upper():<{width}}{result['value']:>3}   {because}"


def addition_lines(guidelines: Guidelines, added: Iterable[ImpliedWord]) -> Iterator[str]:
    """A line for each word implied for a card, with the option that removes it."""
    for implied in added:
        flag = guidelines.fields[implied.word.field].flag
        yield f"added {implied.word.name}: {implied.reason} ({flag} none adds nothing)"


def title_of(name: str, about: Iterable[Any]) -> str:
    """A card's name and what it is, such as: Rivet (GJ), Bridge Builder."""
    first, *rest = [*map(str, about)] or [""]
    return ", ".join([f"{name} ({first})" if first else name, *rest])


def card_lines(card: Dossier) -> Iterator[str]:
    """A card with its sums beside what is printed, and where each of its words comes from."""
    carried = ", ".join(word for words in card.words.values() for word in words)
    carried = carried or ("nothing" if card.has_words else "nothing entered")
    yield f"{title_of(card.record.name, card.about.values())}: {carried}"
    for line, stat in zip(stat_lines(card.as_data()["stats"]), card.stats, strict=True):
        yield f"  {'   '.join([line, *_notes(card, stat)])}"
    yield from _origin_lines(card)


def _notes(card: Dossier, stat: StatComparison) -> Iterator[str]:
    """Remarks on a stat beside its sum."""
    evidence = card.evidence(stat)
    if evidence.copied:
        yield "copied from the card"
    if evidence.fits:
        yield f"fits {_span(evidence.fits)}"
    if stat.deviation:
        yield f"printed {stat.printed}, {stat.deviation:+d}: {stat.reason}"


def _span(values: Sequence[int]) -> str:
    """Possible values, ascending, such as "any number from 2 to 5", or "2 or 4"."""
    low, high = values[0], values[-1]
    whole = len(values) == high - low + 1 > 1
    return f"any number from {low} to {high}" if whole else f"{' or '.join(map(str, values))}"


def _origin_lines(card: Dossier) -> Iterator[str]:
    """Which figure it is, and every word with its mark and what shows it; nothing for a card without a figure."""
    origins = card.origins
    if origins.figure is None:
        return
    texts = [str(value) for key, value in origins.figure.items() if value and not isinstance(value, tuple)]
    yield f"  figure: {', '.join(texts) or 'on record'}"
    names = [*(origin.text for origin in origins.words), *(left.word.name for left in origins.left_out)]
    width = max(map(len, names), default=0)
    for origin in origins.words:
        yield f"    {origin.text:<{width}}  {_MARKS[origin.mark]:<8}  {_source(origin)}".rstrip()
    for left in origins.left_out:
        yield f"    {left.word.name:<{width}}  left out  {_quote_all(left.names)}"
    for what, names in origins.others.items():
        if names:
            yield f"    {what.replace('_', ' ')}: {', '.join(names)}"


def _source(origin: WordOrigin) -> str:
    """The source of a word: the card's role, or accessories, in quotes."""
    return ", ".join(origin.sources) if origin.mark == "role" else _quote_all(origin.sources)


def correction_line(correction: Correction) -> str:
    """What is corrected of the source: the field, what it has and what stands there instead, and why."""
    field = f"{correction.field} of {correction.name}"
    return f"  corrected: {field}, {correction.instead} for {correction.printed}: {correction.reason}"


def _quote_all(names: Sequence[str]) -> str:
    return " and ".join(f'"{name}"' for name in names)


def total_lines(guidelines: Guidelines, title: str, totals: Totals) -> Iterator[str]:
    """How many numbers of a deck, or several, are explained, and how many of these are proven."""
    heads = [*(stat.label for stat in guidelines.stats.values()), ALL]
    entered = f"{totals.entered} of {totals.cards} cards say what they carry"
    yield f"{title}: {entered}, {totals.on_record} name their figure"
    yield f"  {'':<10}{''.join(f'{head:>6}' for head in heads)}"
    for kind in ("explained", "proven"):
        counts = getattr(totals, kind)
        numbers = "".join(f"{counts[key]:>6}" for key in (*guidelines.stats, ALL))
        yield f"  {kind:<10}{numbers}   {_KINDS[kind]}"
    copied, free = totals.copied, totals.free
    yield f"  Explained, and not proven: {copied} copied from the card, {free} that fit anything, and others."
