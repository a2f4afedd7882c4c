"""Sums, cards with their sums and totals of decks come in; lines for people go out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from printgen.rules.dossiers import Dossier, Explained
from printgen.rules.errata import Correction
from printgen.rules.guidelines import Guidelines
from printgen.rules.implied import Implied
from printgen.rules.origins import Origin
from printgen.rules.totals import ALL, Totals

_MARKS = {"seen": "seen", "role": "role", "inferred": "inferred", "": "unknown"}
_KINDS = {
    "explained": "by all that their cards say",
    "proven": "by what came with the figure and what its role says, alone",
    "inferred": "by all that their cards say, with the inferred guidelines",
}


def stat_lines(sums: Mapping[str, Any]) -> Iterator[str]:
    """Every stat with its sum, in columns."""
    wide = max(3, *map(len, sums)) + 1
    for stat, result in sums.items():
        first, *rest = result["because"]
        because = " ".join([f"{first[0]} {first[1]}", *(f"{amount:+d} {line}" for line, amount in rest)])
        yield f"{stat.upper():<{wide}}{result['value']:>3}   {because}"


def added_lines(guidelines: Guidelines, found: Iterable[Implied]) -> Iterator[str]:
    """A line for each word that a card is given for its role or skills, with the option that gives it none."""
    for one in found:
        yield f"added {one.word.name}: {one.reason} ({guidelines.fields[one.word.field].flag} none adds nothing)"


def titled(name: str, about: Iterable[Any]) -> str:
    """A card's name and what it is, such as: Rivet (GJ), Bridge Builder."""
    first, *rest = [*map(str, about)] or [""]
    return ", ".join([f"{name} ({first})" if first else name, *rest])


def explained_as_data(card: Dossier, inferred: bool) -> dict[str, Any]:
    """A card as plain data; with `inferred`, what the inferred lines make of each stat, and what they leave."""
    data = card.as_data()
    for one in card.stats if inferred else ():
        value, because = card.inferred(one.stat.name)
        left = None if one.printed is None else one.printed - value
        data["stats"][one.stat.name]["inferred"] = {"value": value, "because": [*map(list, because)], "left": left}
    return data


def card_lines(card: Dossier, inferred: bool) -> Iterator[str]:
    """A card with its sums beside what is printed, and where each of its words comes from."""
    carried = ", ".join(word for words in card.carried.values() for word in words)
    carried = carried or ("nothing" if card.entered else "nothing entered")
    yield f"{titled(card.record.name, card.about.values())}: {carried}"
    rows = explained_as_data(card, inferred)["stats"]
    sums = {key: row["inferred"] if inferred else row for key, row in rows.items()}
    for line, one in zip(stat_lines(sums), card.stats, strict=True):
        yield f"  {'   '.join([line, *_notes(card, one, sums[one.stat.name]['value'] if inferred else None)])}"
    yield from _origin_lines(card)


def _notes(card: Dossier, one: Explained, value: int | None) -> Iterator[str]:
    """What there is to say of a stat beside its sum; `value` is what it is with inferred lines."""
    evidence = card.evidence(one)
    if evidence.copied:
        yield "copied from the card"
    if evidence.fits:
        yield f"fits {_span(evidence.fits)}"
    if value is not None and one.printed is not None:
        if value != one.printed or one.deviation:
            yield f"printed {one.printed}" + (f", {one.printed - value:+d} left" if value != one.printed else "")
    elif one.deviation:
        yield f"printed {one.printed}, {one.deviation:+d}: {one.reason}"


def _span(values: Sequence[int]) -> str:
    """Values that are all possible: "any number from 2 to 5"."""
    low, high = values[0], values[-1]
    whole = len(values) == high - low + 1 > 1
    return f"any number from {low} to {high}" if whole else f"{' or '.join(map(str, values))}"


def _origin_lines(card: Dossier) -> Iterator[str]:
    """Which figure it is, and every word with its mark and what shows it; nothing for a card that says of none."""
    origins = card.origins
    if origins.figure is None:
        return
    told = [str(value) for key, value in origins.figure.items() if value and not isinstance(value, tuple)]
    yield f"  figure: {', '.join(told) or 'on record'}"
    wide = max(
        map(len, [*(one.text for one in origins.words), *(one.word.name for one in origins.left_out)]), default=0
    )
    for one in origins.words:
        yield f"    {one.text:<{wide}}  {_MARKS[one.mark]:<8}  {_source(one)}".rstrip()
    for left in origins.left_out:
        yield f"    {left.word.name:<{wide}}  left out  {_quoted(left.names)}"
    for what, names in origins.others.items():
        if names:
            yield f"    {what.replace('_', ' ')}: {', '.join(names)}"


def _source(one: Origin) -> str:
    return ", ".join(one.sources) if one.mark == "role" else _quoted(one.sources)


def correction_line(one: Correction) -> str:
    """What is corrected of the source: the field, what it has and what stands there instead, and why."""
    return f"  corrected: {one.field} of {one.name}, {one.instead} for {one.printed}: {one.reason}"


def _quoted(names: Sequence[str]) -> str:
    return " and ".join(f'"{name}"' for name in names)


def total_lines(guidelines: Guidelines, title: str, told: Totals, inferred: bool) -> Iterator[str]:
    """How many numbers of a deck, or several, are explained, and how many of these are proven."""
    heads = [*(stat.label for stat in guidelines.stats.values()), ALL]
    entered = f"{told.entered} of {told.cards} cards say what they carry"
    yield f"{title}: {entered}, {told.on_record} name their figure"
    yield f"  {'':<10}{''.join(f'{head:>6}' for head in heads)}"
    for kind in ("explained", "proven", *(["inferred"] if inferred else [])):
        counts = getattr(told, kind)
        numbers = "".join(f"{counts[key]:>6}" for key in (*guidelines.stats, ALL))
        yield f"  {kind:<10}{numbers}   {_KINDS[kind]}"
    yield f"  Explained, and not proven: {told.copied} copied from the card, {told.free} that fit anything, and others."
