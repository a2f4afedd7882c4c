"""What was said of a new card, in anybody's words; questions for what is missing; the same as records can write it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from printgen.art.casting import SAID, SEX
from printgen.base.errors import UsageError, Where, did_you_mean
from printgen.designer.bench import NONE, SURPRISE, Bench, Wish, choices, is_drawn, look_said
from printgen.designer.bench import understood as drawn_as
from printgen.reading.scalars import shortened
from printgen.rules.derive import derive
from printgen.rules.dossiers import Implied, implied
from printgen.rules.guidelines import CardField, Guidelines
from printgen.rules.names import Word
from printgen.rules.origins import ACCESSORIES, MOUNTED, VEHICLE, beside_told
from printgen.rules.origins import understood as counted_as

_YEAR = re.compile(r"(?<!\w)[0-9]{4}(?!\w)")


def understood(bench: Bench, field: CardField, words: Sequence[str]) -> tuple[str, ...]:
    """The words of a field as records write them. UsageError names the flag and the word that is most likely meant."""
    words = several(words)
    if field in bench.guidelines.carried:
        derived = derive(bench.guidelines, {field.name: words}, flagged)
        for problem in derived.problems:
            raise UsageError(f"{problem.where}: {problem.message}", problem.hint)
        return derived.carried[field.name]
    titles = bench.titles(field.name)
    if not titles:
        return tuple(words)
    meant = {title.casefold(): code for code, title in titles.items()} | {code.casefold(): code for code in titles}
    found: dict[str, None] = {}
    for word in words:
        code = meant.get(word.casefold()) or meant.get(word.casefold().replace("'", "’"))
        if code is None:
            message = f"{field.flag}: '{word}' is none of the {field.name if field.one else f'{field.name}s'}"
            raise UsageError(message, _elsewhere(bench, word) or _choice(word, titles))
        found[code] = None
    return tuple(found)


class Slip(NamedTuple):
    """A word of which nothing can be made: its field, the word, what is wrong with it, and what to do about it."""

    field: str
    word: str
    message: str
    hint: str


def sifted(bench: Bench, field: CardField, words: Sequence[str]) -> tuple[tuple[str, ...], tuple[Slip, ...]]:
    """The words of a field that are `understood`, those that count as they were said, and what is wrong with the rest.

    Of more than the field may hold, the first are kept.
    """
    kept: dict[str, None] = {}
    slips: list[Slip] = []
    counted = field in bench.guidelines.carried
    declared: Mapping[str, Any] = bench.game.declared(bench.product, field.name) or {}
    most = declared.get("max")
    for word in several(words):
        try:
            (found,) = understood(bench, field, [word])
        except UsageError as error:
            finding = error.findings[0]
            slips.append(Slip(field.name, word, finding.message.partition(": ")[2], finding.hint))
            continue
        if field.one and isinstance(most, int) and len(kept) >= most:
            slips.append(Slip(field.name, word, f"a card has at most {most} {field.name}", "Take one away."))
            break
        kept[word if counted else found] = None
    return tuple(kept), tuple(slips)


def flagged(field: CardField, index: int) -> Where:
    """The place of a word that was given with a flag."""
    return Where(field.flag)


def several(words: Sequence[str]) -> list[str]:
    """The words that say something: none stands for nothing."""
    return [word.strip() for word in words if word.strip().casefold() not in ("", NONE)]


def _choice(word: str, titles: Mapping[str, str]) -> str:
    """The hint that names the word that is most likely meant, or all there are with their titles."""
    meant = did_you_mean(word, [*titles, *filter(None, titles.values())])
    if meant.startswith("Did you"):
        return meant
    named = ", ".join(f"{code} ({title})" if title else code for code, title in titles.items())
    return f"Use one of: {named}."


def _elsewhere(bench: Bench, word: str) -> str:
    """The hint for a word that means something, and nothing of this field; "" for one that means nothing."""
    found = bench.guidelines.meaning(word)
    if found is None:
        return ""
    return f"Give it with {bench.guidelines.fields[found.word.field].flag}." if found.word else "Leave it out."


def figure_named(bench: Bench, text: str) -> dict[str, Any]:
    """What a text such as "2021 Classified" says of a figure: its year, and which version of it it is."""
    found = _YEAR.search(text)
    version = " ".join((text[: found.start()] + text[found.end() :] if found else text).split())
    spec = bench.told.get("year", {})
    if found and not spec.get("min", 0) <= int(found[0]) <= spec.get("max", 9999):
        message = f"--figure: {found[0]} is no year of a figure"
        raise UsageError(message, f"Choose one from {spec['min']} to {spec['max']}.")
    most = bench.told.get("version", {}).get("max", len(version))
    if len(version) > most:
        raise UsageError(f"--figure: the version has {len(version)} letters", f"Write at most {most}.")
    told = {"year": int(found[0]) if found else None, "version": version}
    return {key: value for key, value in told.items() if value}


def checked(bench: Bench, wish: Wish) -> Wish:
    """The wish with its words as records write them. UsageError for the first that is not known."""
    counted = {field.name for field in bench.guidelines.carried}
    said = {}
    for field in bench.fields:
        if field.name in wish.said:
            found = understood(bench, field, wish.said[field.name])
            said[field.name] = tuple(wish.said[field.name]) if field.name in counted else found
    for stat, value in wish.stats.items():
        low, high = bench.limits(stat)
        if not low <= value <= high:
            raise UsageError(f"--{stat}: {value} is not on a card", f"Choose a number from {low} to {high}.")
    if wish.reason and not wish.stats:
        flags = " or ".join(f"--{stat}" for stat in bench.guidelines.stats)
        raise UsageError("--reason: no number is set by hand", f"Give {flags} with the number, or leave it out.")
    for stat in (stat for stat in wish.reasons if stat not in wish.stats):
        message = f"--{stat}-reason: this number is not set by hand"
        raise UsageError(message, f"Give --{stat} with the number, or leave it out.")
    for word in wish.without:
        if bench.guidelines.word(word) is None:
            known = [one.name for one in bench.guidelines.words]
            raise UsageError(f"--without: the guidelines have no word '{shortened(word)}'", did_you_mean(word, known))
    reasons = {stat: told for stat, text in wish.reasons.items() if (told := text.strip())}
    return replace(wish, name=wish.name.strip(), said=said, reason=wish.reason.strip(), reasons=reasons)


class Carried(NamedTuple):
    """What a card carries: the words to be counted by their field, and what came with the figure, as it was called."""

    words: Mapping[str, Sequence[str]]
    accessories: tuple[str, ...]


def carried(bench: Bench, wish: Wish) -> Carried:
    """What the things that came with a figure count as, and what was said besides.

    A word of the guidelines that a thing is already is not counted a second time: a katana is the one HTH weapon.
    """
    guidelines, barred = bench.guidelines, _barred(bench, wish)
    box = [*wish.figure.get(ACCESSORIES, ())]
    words: dict[str, list[str]] = {field.name: [] for field in guidelines.carried}
    for name in (*box, *_armed(bench, wish)):
        for of, found in _by_field(counted_as(guidelines, name) or ()).items():
            kept = [word.name for word in found if word.key not in barred]
            words[of] += kept if len(kept) < len(found) else [name]
    inside = {name.casefold() for name in box}
    held = {word.key for names in words.values() for name in names for word in counted_as(guidelines, name) or ()}
    for field in guidelines.carried:
        for text in several(wish.said.get(field.name, ())):
            meant = guidelines.meaning(text)
            if meant and meant.thing and text.casefold() not in inside:
                words[field.name].append(text)
                box += [text] if text not in box else []
            elif not (meant and meant.word and meant.word.key in held):
                words[field.name].append(text)
    return Carried(words, tuple(box))


def _by_field(words: Sequence[Word]) -> dict[str, list[Word]]:
    found: dict[str, list[Word]] = {}
    for word in words:
        found.setdefault(word.field, []).append(word)
    return found


def _barred(bench: Bench, wish: Wish) -> set[str]:
    """The words, folded, that nothing but a word of its own gives to the card; who bars two of a thing bars one."""
    barred = {found[0].key for text in wish.without if (found := bench.guidelines.word(text))}
    return barred | {one for one, two in bench.guidelines.doubled.items() if two.key in barred}


def _armed(bench: Bench, wish: Wish) -> Iterator[str]:
    """What the vehicle of a figure mounts and counts as a weapon."""
    for name in wish.figure.get(MOUNTED, ()):
        if any(word.field in bench.guidelines.armament for word in counted_as(bench.guidelines, name) or ()):
            yield name


def left_lines(bench: Bench, box: Sequence[str]) -> Iterator[str]:
    """A line for each thing that came with a figure and is not understood, or has on it what is not counted."""
    flags = " or ".join(field.flag for field in bench.guidelines.carried)
    for name in box:
        if bench.guidelines.meaning(name) is None:
            told = nobody_knows(bench, name)
            yield (
                f"not counted: {told}" if told.endswith("?") else f"not counted: {told}; add it there, or give {flags}"
            )
    for name in box:
        if beside := bench.guidelines.spellings.beside(name):
            yield f"not counted: {beside_told(beside, name)}; name it by itself if it is held"


def nobody_knows(bench: Bench, name: str) -> str:
    """What is said of an accessory that nobody understands, with what it is most likely a slip of."""
    told = f'"{shortened(name)}" is not in {bench.guidelines.words_file}'
    for field in bench.guidelines.carried:
        if near := bench.guidelines.spellings.nearest(name, field.name):
            return f"{told}; did you mean '{near[0]}'?"
    return told


def taken_along(bench: Bench, wish: Wish, words: Mapping[str, Sequence[str]]) -> dict[str, Implied]:
    """What a card's role and skills give it, as `implied` says, but for what it is not to have, by the word.

    A field of which somebody said that it is empty, in so many words, gets nothing.
    """
    values, off = values_said(bench, wish.said), switched_off(wish.said)
    keys, vehicle = keys_of(bench.guidelines, words), bool(wish.figure.get(VEHICLE))
    found = implied(bench.guidelines, values, keys, _barred(bench, wish), off, vehicle)
    return {one.word.name: one for one in found}


def keys_of(guidelines: Guidelines, words: Mapping[str, Sequence[str]]) -> set[str]:
    """The words of the guidelines that words mean, folded."""
    meant = (guidelines.meaning(text) for texts in words.values() for text in texts)
    return {word.key for found in meant if found for word in found.counted}


def values_said(bench: Bench, said: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """What was said of a card's fields, as records have it."""
    return {
        one.name: tuple(said.get(one.name, ())) if one.one else " ".join(said.get(one.name, ())) for one in bench.fields
    }


def switched_off(said: Mapping[str, Sequence[str]]) -> frozenset[str]:
    """The fields that were said to be empty, in so many words."""
    return frozenset(name for name, words in said.items() if NONE in map(str.casefold, words))


_SEVERAL = "words or numbers with commas between, Enter for none"
_COLUMNS, _GAP = 100, 3
_FIGURE = "Figure, its year and version, such as 2021 Classified (Enter for none)"
_OTHERWISE = {"headgear": "as it is in service"}
_CAME = "What came with it, as the toy calls it (with commas between, Enter for nothing)"


Ask = Callable[[str], str]
"""Takes a question and gives somebody's answer, which may be empty."""

Say = Callable[[str], None]
"""Takes a line for them."""


def completed(bench: Bench, wish: Wish, ask: Ask, say: Say) -> Wish:
    """Ask for whatever nobody has said yet; an answer that is not understood is asked for again."""
    while not wish.name:
        wish = replace(wish, name=ask("Name").strip())
    for field in bench.fields:
        if field.name in wish.said:
            continue
        if field in bench.guidelines.carried:
            wish = _boxed(bench, wish, ask, say)
        words, found = _answer(bench, field, ask, say)
        if field in bench.guidelines.carried:
            empty = [word for word in words if word.casefold() == NONE]
            found = tuple(several(words) or empty)
        wish = replace(wish, said={**wish.said, field.name: found})
    if not wish.look and wish.photo is None and is_drawn(bench):
        wish = replace(wish, look=_faced(bench, wish.name, ask, say))
    return wish


def _faced(bench: Bench, name: str, ask: Ask, say: Say) -> dict[str, Any]:
    """Ask who it is, and for the face; who wants to be surprised is asked for nothing more."""
    said: dict[str, str] = {}
    for key in SAID:
        options = choices(bench, key)
        for line in listed(options):
            say(line)
        while text := ask(f"{key.capitalize()} (Enter: {_OTHERWISE.get(key, 'surprise me')})").strip():
            try:
                said[key] = drawn_as(bench, key, picked(text, tuple(options)))
                break
            except UsageError as error:
                say(again(error))
        if key == SEX and not text:
            return look_said(bench, name, {SEX: SURPRISE})
    return look_said(bench, name, said)


def _boxed(bench: Bench, wish: Wish, ask: Ask, say: Say) -> Wish:
    """Ask which figure it is and what came with it, and tell what that counts as."""
    told = dict(wish.figure)
    if not bench.told or ACCESSORIES in told:
        return wish
    while not told and (text := ask(_FIGURE).strip()):
        try:
            told = figure_named(bench, text)
        except UsageError as error:
            say(again(error))
    told[ACCESSORIES] = tuple(several(ask(_CAME).split(",")))
    wish = replace(wish, figure=told)
    derived = derive(bench.guidelines, carried(bench, wish).words)
    counted = [word for words in derived.carried.values() for word in words]
    if told[ACCESSORIES]:
        say(f"That counts as: {', '.join(counted) or 'nothing'}.")
    for name in told[ACCESSORIES]:
        if bench.guidelines.meaning(name) is None:
            say(f"Kept, and not counted: {nobody_knows(bench, name)}")
    return wish


def again(error: UsageError) -> str:
    """What is said of an answer that is not understood."""
    finding = error.findings[0]
    return f"{finding.message.partition(': ')[2]}. {finding.hint}"


def _answer(bench: Bench, field: CardField, ask: Ask, say: Say) -> tuple[list[str], tuple[str, ...]]:
    """The words for one field, as they were said and as records write them."""
    options = _options(bench, field)
    several = bool(field.one)
    for line in listed([f"{word}  {title}".strip() for word, title in options.items()]):
        say(line)
    while True:
        text = ask(f"{field.question} ({_SEVERAL})" if several else field.question)
        words = [picked(part.strip(), tuple(options)) for part in (text.split(",") if several else [text])]
        try:
            found = understood(bench, field, words)
        except UsageError as error:
            say(again(error))
            continue
        if found or several:
            return words, found


def _options(bench: Bench, field: CardField) -> dict[str, str]:
    """The words to pick from with their titles: of a field with one value, those that the deck uses, if it has any."""
    if field in bench.guidelines.carried:
        return {word.name: "" for word in bench.guidelines.words_of(field.name)}
    used = set() if field.one else {word for record in bench.product.records for word in field.words_in(record.values)}
    return {code: title for code, title in bench.titles(field.name).items() if not used or code in used}


def picked(text: str, options: tuple[str, ...]) -> str:
    """The option of a number, or the text as it is."""
    return options[int(text) - 1] if text.isdecimal() and 0 < int(text) <= len(options) else text


def listed(options: list[str]) -> list[str]:
    """The options with their numbers, down the columns of a terminal."""
    if not options:
        return []
    cells = [f"{i:>3} {option}" for i, option in enumerate(options, 1)]
    width = max(map(len, cells)) + _GAP
    rows = -(-len(cells) // max(1, _COLUMNS // width))
    return ["".join(cell.ljust(width) for cell in cells[row::rows]).rstrip() for row in range(rows)]
