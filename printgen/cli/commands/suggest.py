"""The commands solve and suggest: what a figure may carry, from its numbers or from what came with it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import click

from printgen.base.errors import Exit, UsageError, stop_on_errors
from printgen.build.jobs import sound
from printgen.cli.messages import count, echo, print_json
from printgen.cli.options import json_option
from printgen.designer.bench import Bench, Wish, stat_lines
from printgen.designer.design import Reckoned, reckoned
from printgen.designer.flags import (
    KitCommand,
    accessory_option,
    bench_of_kit,
    field_flags,
    first_argument,
    given_fields,
    given_figure,
    given_stats,
    kit_option,
    moved_lines,
    stat_flag,
    stat_flags,
    vehicle_flags,
)
from printgen.designer.wishes import flagged, keys_of, several, switched_off, understood
from printgen.reading.scalars import shortened
from printgen.rules.decks import Deck, decks_of, either
from printgen.rules.derive import NOTHING as NO_SETS
from printgen.rules.derive import derive
from printgen.rules.dossiers import Implied, implied, numbered_of
from printgen.rules.guidelines import CardField, Guidelines
from printgen.rules.names import folded
from printgen.rules.origins import ACCESSORIES, FIGURE, beside_told
from printgen.rules.origins import understood as counted_as
from printgen.rules.report import would_rank
from printgen.rules.solve import Answer, Near, Solution, Solver
from printgen.rules.suggest import NAMED, NAMED_OTHERS, NOTHING, Known, Odds, Plausible, Suggester

_MORE = ("", "one word more", "two words more")


class Given(NamedTuple):
    """What was given: words that are carried, as `derive` writes them; the keys of those that are not; other fields.

    `added` is what the other fields say that it carries besides.
    """

    words: tuple[str, ...]
    without: tuple[str, ...]
    about: Mapping[str, Any]
    added: tuple[Implied, ...]


@click.command(
    "solve", cls=KitCommand, find=bench_of_kit,
    offer=lambda bench: (
        [*stat_flags(bench.guidelines, "the {} wanted"), *field_flags(bench.guidelines.fields.values())]
    ),
)  # fmt: skip
@click.option("--without", multiple=True, metavar="NAME", help="something that it does not have (repeatable)")
@click.option("--more", type=click.IntRange(0, 2), default=0, metavar="N", help="sets of 1 or 2 words more, too")
@click.option(
    "--first", type=click.IntRange(0), default=20, show_default=True, metavar="N",
    help="how many sets of a size are shown; 0 for all",
)  # fmt: skip
@kit_option
@json_option
@click.pass_obj
def solve_command(
    bench: Bench, /, without: tuple[str, ...], more: int, first: int, kit: str, as_json: bool, **flags: Any
) -> None:
    """Go backwards: list the smallest sets of what to carry that give the numbers, the most plausible first.

    The flags are the stats and fields of the kit's guidelines. What is carried is in every set, in the words of the
    box; none says that nothing of the sort is. What else a card is, such as its skill, tells what is plausible: the
    cards of the kit show what goes with it. Where nothing gives the numbers, it says why and what is nearest, and ends
    with code 4.
    """
    guidelines, wanted = bench.guidelines, given_stats(bench.guidelines, flags)
    if not wanted:
        choice = either([*map(stat_flag, guidelines.stats.values())])
        raise UsageError("solve needs at least one number", f"Give {choice}.")
    given = _given(bench, given_fields(guidelines, flags), without)
    solver = Solver(guidelines, given.words, given.without, [one.choice for one in given.added])
    cards = [
        card for deck in decks_of(bench.game) if deck.guidelines.fields == guidelines.fields for card in deck.dossiers
    ]
    answers = Plausible(guidelines, cards, given.about).sorted(solver.answers(wanted, more))
    why, nearest = solver.why_none(wanted), () if answers else solver.nearest(wanted)
    if as_json:
        smallest = sum(answer.added == answers[0].added for answer in answers)
        solutions = [answer.words for answer in answers]
        added = {one.word.name: one.reason for one in given.added}
        told = {"given": [*given.words], "without": [*given.without], "about": given.about, "added": added}
        near = [one._asdict() for one in nearest]
        print_json(
            {"wanted": wanted, **told, "solutions": solutions, "smallest": smallest, "why_none": why, "nearest": near}
        )
    for line in () if as_json else [
        *_answer_lines(answers, first), *_none_lines(guidelines, why, nearest), *moved_lines(guidelines, flags),
        *_added_lines(given.added),
    ]:  # fmt: skip
        echo(line)
    sys.exit(Exit.OK if answers else Exit.RULES_BROKEN)


def _given(bench: Bench, fields: Mapping[str, tuple[str, ...]], without: Sequence[str]) -> Given:
    """What flags give, in the words of the guidelines. PrintgenError for what nobody knows, or what contradicts."""
    guidelines = bench.guidelines
    carried = {field.name: fields.get(field.name, ()) for field in guidelines.carried}
    barred = [key for text in without for key in _barred(guidelines, text)]
    for field in guidelines.carried:
        said = {folded(word) for word in carried[field.name]}
        if NO_SETS in said:
            if len(said) > 1:
                raise UsageError(f"{field.flag}: none stands beside other words", "Leave out none, or the others.")
            barred += [word.key for word in guidelines.words_of(field.name)]
    derived = derive(guidelines, carried)
    stop_on_errors(derived.problems)
    words = tuple(word for texts in derived.carried.values() for word in texts)
    for text in words:
        if (meant := guidelines.word(text)) and meant[0].key in barred:
            message = f"{meant[0].name} is given, and left out as well"
            raise UsageError(message, "Leave out one of the two.")
    rest = [field for field in guidelines.fields.values() if field.name not in carried and field.name in fields]
    about: dict[str, Any] = {}
    for field in rest:
        found = understood(bench, field, fields[field.name])
        about |= {field.name: found if field.one else found[0]} if found or field.one else {}
    added = implied(guidelines, about, keys_of(guidelines, derived.carried), {*barred}, switched_off(carried))
    return Given(words, tuple(dict.fromkeys(barred)), about, added)


def _added_lines(added: Sequence[Implied]) -> Iterator[str]:
    """A line for each word that every set has because the role or a skill says so, with the option that stops it."""
    for one in added:
        names = either([word.name for word in one.choice])
        yield f'added {names}: {one.reason} (--without "{one.word.name}" adds nothing)'


def _barred(guidelines: Guidelines, text: str) -> tuple[str, ...]:
    """The words that are left out with one, folded: of what two make another, that as well. UsageError for no word."""
    meant = guidelines.meaning(text)
    if meant is None:
        near = (guidelines.spellings.nearest(text, field.name) for field in guidelines.carried)
        hint = next((f"Did you mean '{found[0]}'?" for found in near if found), "Leave it out.")
        raise UsageError(f'--without: the guidelines have no "{shortened(text)}"', hint)
    if meant.word is None:
        raise UsageError(f'--without: "{shortened(text)}" counts for nothing', "Leave it out.")
    two = guidelines.doubled.get(meant.word.key)
    return (meant.word.key, two.key) if two else (meant.word.key,)


def _answer_lines(answers: Sequence[Answer], first: int) -> Iterator[str]:
    """The sets by their sizes, at most so many of each, and how many there are."""
    shown, least = 0, answers[0].added if answers else 0
    for more, title in enumerate(_MORE):
        found = [answer for answer in answers if answer.added == least + more]
        if found and title:
            yield f"with {title}:"
        for answer in found[: first or None]:
            yield ("  " if title else "") + _told(answer.words)
        shown += len(found[: first or None])
    if answers:
        left = f"; {shown} are shown, all with --first 0" if shown < len(answers) else ""
        yield count(len(answers), "set") + left


def _none_lines(guidelines: Guidelines, why: str, nearest: Sequence[Near]) -> Iterator[str]:
    """Why there is none, and what comes nearest."""
    if why:
        yield why
    for near in nearest:
        stats = " ".join(f"{guidelines.stats[key].label} {value}" for key, value in near.stats.items())
        yield f"  nearest: {stats}   {_told(near.words)}"


def _told(words: Solution) -> str:
    return ", ".join(word for texts in words.values() for word in texts) or "nothing at all"


_SHOWN = 3
"""How many suggestions of a field are told."""


def bench_around(args: Sequence[str]) -> Bench | None:
    """The first deck that arguments name; None when they name no game. UsageError for a game without habits."""
    target = first_argument(args)
    if target is None:
        return None
    job = sound(target)
    wanted = {product.name for product in job.products}
    decks = [deck for deck in decks_of(job.game) if deck.product.name in wanted]
    if not decks:
        message = f"{target} has no cards with guidelines, and so no habits to learn from"
        raise UsageError(message, "Name a kit such as go-joe, or a deck such as go-joe/joe-deck.")
    guidelines = decks[0].guidelines
    if not any(card.entered for deck in decks for card in deck.dossiers):
        message = f"no card of {target} says what it carries, and so there are no habits to learn from"
        named = " and ".join(field.name for field in guidelines.carried)
        raise UsageError(message, f"Add {named} to its cards.")
    told = guidelines.report
    if not {told.abilities, told.group} & guidelines.fields.keys():
        message = f"the guidelines of {target} name neither abilities nor a group, and so nothing to suggest"
        raise UsageError(message, "Write report: {group: ..., abilities: ...} into the guidelines.")
    return Bench(target, Path(), job, decks[0].product, guidelines)


class Suggested(NamedTuple):
    """What a figure is known by, what is likely of each field, the best of it, and the card with that: its numbers."""

    bench: Bench
    known: Known
    odds: Mapping[str, Sequence[Odds]]
    best: Mapping[str, Sequence[str]]
    values: Mapping[str, Any]
    made: Reckoned
    deck: Deck


@click.command(
    "suggest", cls=KitCommand, find=bench_around,
    offer=lambda bench: [*field_flags(bench.guidelines.fields.values()), *vehicle_flags(bench)],
)  # fmt: skip
@click.argument("target")
@accessory_option
@click.option("--tried", is_flag=True, help="how often the first suggestion is a card's own, each left out in turn")
@json_option
@click.pass_obj
def suggest_command(
    bench: Bench, /, target: str, accessory: tuple[str, ...], tried: bool, as_json: bool, **flags: Any
) -> None:
    """Suggest a figure's skills and service by its deck's own habits.

    It tells why, which numbers the card would have, and where it would rank. The flags are the fields of the kit's
    guidelines: printgen suggest TARGET --help shows them.
    """
    suggester = _suggester(bench)
    if tried:
        _show_tried(bench, suggester, as_json)
        return
    figure = {**given_figure(bench, flags), ACCESSORIES: tuple(several(accessory))}
    told = _suggested(bench, suggester, figure, given_fields(bench.guidelines, flags))
    if as_json:
        print_json(_as_data(told))
    for line in () if as_json else (*_lines(told), *(f"    {line}" for line in moved_lines(bench.guidelines, flags))):
        echo(line)


def _decks(bench: Bench) -> list[Deck]:
    """The decks of the game whose cards are of the same sort."""
    return [deck for deck in decks_of(bench.game) if deck.guidelines.fields == bench.guidelines.fields]


def _suggester(bench: Bench) -> Suggester:
    names = {
        name: {code: (code, title) for code, title in bench.titles(name).items()}
        for name in (bench.guidelines.report.abilities, bench.guidelines.report.group)
        if name in bench.guidelines.fields
    }
    return Suggester(bench.guidelines, [card for deck in _decks(bench) for card in deck.dossiers], names)


def _suggested(
    bench: Bench, suggester: Suggester, figure: Mapping[str, Any], given: Mapping[str, Sequence[str]]
) -> Suggested:
    """Everything there is to say of a figure. PrintgenError for a word that nobody knows."""
    guidelines, accessories = bench.guidelines, figure[ACCESSORIES]
    carried = {field.name: given.get(field.name, ()) for field in guidelines.carried}
    derived = derive(guidelines, carried, flagged)
    for problem in derived.problems:
        raise UsageError(f"{problem.where}: {problem.message}", problem.hint)
    values: dict[str, Any] = {}
    for field in guidelines.fields.values():
        if field.name not in carried and field.name in given:
            words = understood(bench, field, given[field.name])
            values |= {field.name: words if field.one else words[0]} if words or field.one else {}
    if not accessories and not values and not any(derived.carried.values()):
        flags = either(["--accessory", *(field.flag for field in guidelines.fields.values())])
        raise UsageError("suggest needs something that is known of the figure", f"Give {flags}.")
    known = suggester.known(accessories, derived.carried, {**values, FIGURE: figure}, switched_off(given))
    odds: dict[str, list[Odds]] = {}
    best: dict[str, tuple[str, ...]] = {}
    for field in suggester.fields:
        if field.name not in values:
            allowed = _allowed(bench, field)
            if found := [one for one in suggester.odds(field, known) if one.outcome in allowed]:
                odds[field.name], best[field.name] = found, suggester.best(field, found)
                values |= {field.name: best[field.name] if field.one else "".join(best[field.name])}
    said = {name: held if isinstance(held, tuple) else (held,) for name, held in values.items()}
    said |= {name: tuple(words) for name, words in given.items() if name in carried}
    made = reckoned(bench, Wish(said=said, figure=figure))
    stop_on_errors(made.derived.problems)
    whole = Known(accessories, made.derived.carried, values)
    return Suggested(bench, whole, odds, best, values, made, _deck_for(bench, values))


def _allowed(bench: Bench, field: CardField) -> set[str]:
    """What may be suggested: a deck that is named keeps its own groups."""
    wanted = {product.name for product in bench.job.products}
    decks = [deck for deck in _decks(bench) if deck.product.name in wanted or field.one]
    return {NOTHING, *(word for deck in decks for card in deck.dossiers for word in field.words_in(card.record.values))}


def _deck_for(bench: Bench, values: Mapping[str, Any]) -> Deck:
    """The deck that is named, or the one in which most cards are of the group."""
    group = bench.guidelines.report.group
    wanted = {product.name for product in bench.job.products}
    decks = [deck for deck in _decks(bench) if deck.product.name in wanted]
    return max(
        decks, key=lambda deck: sum(card.record.values.get(group) == values.get(group) for card in deck.dossiers)
    )


def _show_tried(bench: Bench, suggester: Suggester, as_json: bool) -> None:
    tried = {field.name: suggester.tried(field) for field in suggester.fields}
    if as_json:
        print_json({name: one._asdict() for name, one in tried.items()})
        return
    for field in suggester.fields:
        one = tried[field.name]
        echo(
            f"{field.question}: the first suggestion is the card's own for {one.first} of {one.cards} cards, "
            f"one of the first three for {one.three}; always the most usual one, {one.most}"
        )


def _why(bench: Bench, field: CardField, odds: Odds) -> str:
    """The reason of a suggestion in words: "7 of 9 cards with a mine detector have Demolitions"."""
    sign, have, of, _ = odds.reason
    what = _title(bench, field, odds.outcome)
    verb = "have" if field.one else "are"
    if sign is None:
        return f"{have} of all {of} cards {verb} {what}"
    if sign == NAMED:
        return f"what is said names it: {have} of {of} cards whose words name it {verb} {what}"
    if sign == NAMED_OTHERS:
        return f"what is said names it: {have} of {of} times that the words of a card name a {field.word} it is so"
    held = bench.guidelines.fields.get(sign.field)
    if sign.field == ACCESSORIES:
        shown = f'with "{sign.text}"'
    elif held and held.one:
        shown = f"with {bench.titles(held.name).get(sign.text) or sign.text}"
    else:
        shown = f'whose {held.word if held else sign.field} says "{sign.text}"'
    if of == 1:
        return f"the only card {shown} {'has' if field.one else 'is'} {what}"
    return f"{have} of {of} cards {shown} {verb} {what}"


def _title(bench: Bench, field: CardField, outcome: str) -> str:
    """What an outcome is called."""
    if outcome == NOTHING:
        return f"no {field.word}"
    title = bench.titles(field.name).get(outcome, "")
    return title if title and (field.one or title == outcome) else f"{outcome} ({title})" if title else outcome


def _sources(told: Suggested) -> Iterator[tuple[str, str]]:
    """The words that count, each with where it comes from."""
    guidelines: Guidelines = told.bench.guidelines
    said = {word: found.source for word, found in told.made.added.items()}
    for texts in told.made.derived.carried.values():
        for text in texts:
            word = guidelines.word(text)
            key = word[0].key if word else ""
            halves = {key, *(one for one, two in guidelines.doubled.items() if two.key == key)}
            names = [
                f'"{name}"'
                for name in told.known.accessories
                if any(one.key in halves for one in counted_as(guidelines, name) or ())
            ]
            yield text, " and ".join(names) or said.get(text, "given")


def _left(told: Suggested) -> dict[str, list[str]]:
    """The accessories that count for nothing, and those that nobody understands."""
    meant = {name: counted_as(told.bench.guidelines, name) for name in told.known.accessories}
    notes = {name: told.bench.guidelines.spellings.beside(name) for name in meant}
    return {
        "not_counted": [
            *(name for name, words in meant.items() if words == ()),
            *(beside_told(beside, name) for name, beside in notes.items() if beside),
        ],
        "not_understood": [name for name, words in meant.items() if words is None],
    }


def _lines(told: Suggested) -> Iterator[str]:
    bench, guidelines = told.bench, told.bench.guidelines
    for name, odds in told.odds.items():
        field, best = guidelines.fields[name], told.best[name] or (NOTHING,)
        yield f"{field.question}: {' and '.join(_title(bench, field, one) for one in best)}"
        for one in odds[: max(_SHOWN, len(best))]:
            or_ = "" if one.outcome in best else f"or {_title(bench, field, one.outcome)}: "
            yield f"  {or_}{_why(bench, field, one)}"
    yield f"With {'these' if len(told.odds) > 1 else 'this' if told.odds else 'what is given'} it would have"
    for line in stat_lines(told.made.derived.as_data()):
        yield f"  {line}"
    sources = [*_sources(told)]
    wide = max((len(text) for text, _ in sources), default=0)
    for text, source in sources:
        yield f"    {text:<{wide}}  {source}"
    if flags := dict.fromkeys(guidelines.fields[one.word.field].flag for one in told.made.added.values()):
        yield f"    what role and skills say is added: {either([f'{flag} none' for flag in flags])} adds nothing"
    yield from _to_choose(told)
    for what, names in _left(told).items():
        if names:
            yield f"    {what.replace('_', ' ')}: {', '.join(names)}"
    places = would_rank(told.deck, [*told.made.derived.values.values()])
    labels = {key: stat.label for key, stat in guidelines.stats.items()} | {"total": "the sum"}
    ranks = ", ".join(f"{place['rank']} by {labels[key]}" for key, place in places.items())
    yield f"Of {places['total']['of']} cards in {told.deck.product.title} it would be number {ranks}"


def _to_choose(told: Suggested) -> Iterator[str]:
    """What the role or a skill says of a card and nobody can know: the number of a word."""
    guidelines = told.bench.guidelines
    for word in numbered_of(guidelines, told.values):
        held = (guidelines.word(text) for text in told.made.derived.carried[word.field])
        if not any(meant and meant[0] == word for meant in held):
            flag = guidelines.fields[word.field].flag
            low, high = word.numbers or (0, 0)
            yield f'    {word.name}: give what it mounts, or {flag} "{word.name} {low}" (to {high})'


def _as_data(told: Suggested) -> dict[str, Any]:
    fields = told.bench.guidelines.fields
    suggested = {
        name: [
            {
                fields[name].word: one.outcome or None,
                "have": one.reason.have,
                "of": one.reason.of,
                "why": _why(told.bench, fields[name], one),
            }
            for one in odds[:_SHOWN]
        ]
        for name, odds in told.odds.items()
    }
    words = [{"word": text, "from": source} for text, source in _sources(told)]
    return {
        "best": told.best,
        "suggested": suggested,
        "words": words,
        **_left(told),
        "stats": told.made.derived.as_data(),
        "deck": told.deck.product.name,
        "ranks": would_rank(told.deck, [*told.made.derived.values.values()]),
    }
