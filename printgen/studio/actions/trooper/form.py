"""What the form of a card needs: a bench comes in; its fields with their words and what each is worth go out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from printgen.base.errors import closest
from printgen.designer.bench import Bench
from printgen.designer.design import own_names
from printgen.rules.guidelines import CardField
from printgen.rules.stats import BestLine
from printgen.rules.words import Word, folded
from printgen.studio.actions.action import Answer, Ask, Live
from printgen.studio.actions.trooper.asking import Text, bench_of
from printgen.studio.actions.trooper.looks import look_keys, window_of

_MOST_ALIASES, _MOST_FOUND = 60, 8
_SHOWN = ("color", "icon", "reminder", "short", "side")
"""Columns of a table that say how one of its rows looks, or what it does."""


class Nothing(Ask):
    """An action that needs to know nothing."""


class Search(Ask):
    """What is written on a box."""

    text: Text = ""


def form(live: Live, asked: Nothing) -> Answer:
    """Everything that a page needs to ask for a card: its fields, the words of each, the numbers, the look."""
    bench = bench_of(live)
    aliases = _aliases(bench)
    front = window_of(bench)
    data = {
        "target": bench.target,
        "title": bench.product.title,
        "fields": [_field(bench, field, aliases) for field in bench.fields],
        "stats": [
            {"name": one.name, "label": one.label, "title": one.title, "best": one.best, "start": one.start,
             "low": bench.limits(one.name)[0], "high": bench.limits(one.name)[1]}
            for one in bench.guidelines.stats.values()
        ],
        "figure": _figure(bench),
        "own": own_names(bench),
        "file": str(bench.file),
        "beside": bench.cards is not None,
        "window": [round(side, 2) for side in front] if front else None,
        "look": look_keys(bench) if front else [],
    }  # fmt: skip
    return Answer(data)


def _figure(bench: Bench) -> dict[str, Any]:
    """Which keys of a figure the game has a place for, and the years that one can have."""
    year: Mapping[str, Any] = bench.told.get("year", {})
    return {"keys": [*bench.told], "years": [year.get("min", 0), year.get("max", 9999)] if year else None}


def _field(bench: Bench, field: CardField, aliases: Mapping[str, list[str]]) -> dict[str, Any]:
    declared: Mapping[str, Any] = bench.game.declared(bench.product, field.name) or {}
    counted = field in bench.guidelines.carried
    words = [*_counted(bench, field, aliases)] if counted else [*_titled(bench, field)]
    return {
        "name": field.name, "label": field.name.replace("_", " ").capitalize(), "question": field.question,
        "word": field.word, "help": field.help, "several": bool(field.one), "counted": counted,
        "most": declared.get("max") if field.one else None, "letters": None if field.one else declared.get("max"),
        "words": words,
    }  # fmt: skip


def _titled(bench: Bench, field: CardField) -> Iterator[dict[str, Any]]:
    """The words of a field that counts for nothing, with their titles; those that the deck uses before the others."""
    titles, table = bench.titles(field.name), bench.game.table_of(bench.product, field.name)
    used = [word for record in bench.product.records for word in field.words_in(record.values)]
    for word in sorted(titles, key=lambda one: one not in used):
        row = table.rows.get(word, {}) if table else {}
        shown = {key: str(row[key]) for key in _SHOWN if row.get(key)}
        yield {"word": word, "title": titles[word] or word, "used": used.count(word), **shown}


def _counted(bench: Bench, field: CardField, aliases: Mapping[str, list[str]]) -> Iterator[dict[str, Any]]:
    """The words of a field that counts, each with what it does to the numbers and with what boxes may call it."""
    guidelines = bench.guidelines
    used = [folded(word) for record in bench.product.records for word in field.words_in(record.values)]
    for word in guidelines.words_of(field.name):
        others = {key for keys in guidelines.excluding if word.key in keys for key in keys} - {word.key}
        yield {
            "word": word.name, "title": word.name, "used": used.count(word.key), "numbers": word.numbers,
            "worth": [*_worth(bench, word)], "aliases": aliases.get(word.key, [])[:_MOST_ALIASES],
            "excludes": [guidelines.counted[key].name for key in others],
        }  # fmt: skip


def _worth(bench: Bench, word: Word) -> Iterator[dict[str, Any]]:
    """What a word does to each stat: what it adds, or the number that it is good for."""
    for stat in bench.guidelines.stats.values():
        for line in stat.lines:
            if word.key in line.keys:
                top = line.top if isinstance(line, BestLine) else None
                yield {"stat": stat.name, "label": stat.label, "amount": line.amount, "to": top, "best": stat.best}


def _aliases(bench: Bench) -> dict[str, list[str]]:
    """What the words are called besides, by the word, folded; the shortest names first."""
    spellings = bench.guidelines.spellings
    found: dict[str, list[str]] = {}
    for key, word in spellings.names.items():
        if key != word.key:
            found.setdefault(word.key, []).append(spellings.texts[key])
    return {key: sorted(names, key=len) for key, names in found.items()}


def search(live: Live, asked: Search) -> Answer:
    """What something that stands on a box means, what else it could be a part of, and what is most likely meant."""
    bench = bench_of(live)
    text, guidelines = asked.text.strip(), bench.guidelines
    if not folded(text):
        return Answer({"text": text, "means": None, "nothing": False, "near": [], "found": []})
    meant = guidelines.meaning(text)
    word = meant.word if meant else None
    near = [] if meant else [*_near(bench, text)]
    data = {
        "text": text,
        "means": _told(bench, word, meant.number if meant else None) if word else None,
        "nothing": meant is not None and word is None,
        "thing": bool(meant and meant.thing),
        "beside": guidelines.spellings.beside(text),
        "near": near,
        "found": [*_found(bench, text)][:_MOST_FOUND],
    }
    return Answer(data)


def _told(bench: Bench, word: Word, number: int | None = None) -> dict[str, Any]:
    return {"word": word.name, "field": word.field, "number": number, "worth": [*_worth(bench, word)]}


def _near(bench: Bench, text: str) -> Iterator[dict[str, Any]]:
    """What a text is most likely a slip of, in any field."""
    for field in bench.fields:
        if field in bench.guidelines.carried:
            if found := bench.guidelines.spellings.nearest(text, field.name):
                yield {"name": found[0], **_told(bench, found[1])}
        else:
            titles = bench.titles(field.name)
            # Two letters are near to anything.
            meant = {name.casefold(): code for code, title in titles.items() for name in (code, title) if len(name) > 2}
            if (name := closest(text.casefold(), meant)) is not None:
                code = meant[name]
                yield {"name": titles[code] or code, "word": code, "field": field.name, "number": None, "worth": []}


def _found(bench: Bench, text: str) -> Iterator[dict[str, Any]]:
    """The names that a text begins, then those that it is in."""
    key, spellings = folded(text), bench.guidelines.spellings
    names: Iterable[tuple[str, Word]] = spellings.names.items()
    hits = [(not one.startswith(key), len(one), one, word) for one, word in names if key in one]
    for *_, one, word in sorted(hits, key=lambda hit: hit[:3]):
        yield {"name": spellings.texts[one], **_told(bench, word)}
    for field in bench.fields:
        for code, title in bench.titles(field.name).items():
            if key in (folded(code), folded(title)) or (len(key) > 1 and folded(title).startswith(key)):
                yield {"name": title or code, "word": code, "field": field.name, "number": None, "worth": []}
