"""The commands solve and suggest: what a figure may carry, from its numbers or from what came with it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import click
from pydantic import Field

from printgen.base.errors import Exit, UsageError, stop_on_errors
from printgen.build.jobs import sound
from printgen.cli.messages import count, print_answer
from printgen.cli.options import json_option
from printgen.cli.requests import RequestCommand
from printgen.designer.context import CardSpec, DesignContext, context_of_kit
from printgen.designer.design import CardSums, derive_card, empty_fields, field_values, keys_of, not_counted_lines
from printgen.designer.requests import (
    Key,
    SuggestRequest,
    Texts,
    Words,
    drive_options,
    field_options,
    parse_words,
    several,
    sort_words,
    spec_of,
    stat_flag,
    stat_options,
)
from printgen.reading.requests import ActionRequest, KeyOption, OptionSpec
from printgen.reading.scalars import shorten
from printgen.rules.card_sources import ImpliedWord, imply_words
from printgen.rules.decks import Deck, decks_of, join_or
from printgen.rules.derive import NOTHING as NO_SETS
from printgen.rules.derive import derive
from printgen.rules.guidelines import CardField, Guidelines
from printgen.rules.provenance import ACCESSORIES, FIGURE
from printgen.rules.report import addition_lines, stat_lines
from printgen.rules.solve import NearMiss, Solution, Solver, SolverAnswer
from printgen.rules.suggest import NO_WORD, Share, Sign, count_words, signs_of, usual_first
from printgen.rules.vocabulary import fold

_MORE = ("", "one word more", "two words more")


class SolveWords(NamedTuple):
    """The words that are carried, the keys of those left out, other fields, and what those say is carried besides."""

    words: tuple[str, ...]
    without: tuple[str, ...]
    about: Mapping[str, Any]
    added: tuple[ImpliedWord, ...]


class SolveRequest(ActionRequest):
    """What `printgen solve` takes."""

    kit: Annotated[str, OptionSpec("--kit", "KIT")] = Field(
        "", description="whose guidelines (default: the first kit that has any)"
    )
    stats: dict[Key, int] = Field({}, description="the numbers wanted")
    said: Words = Field({}, description="what every set has, and what else is known of the card")
    without: Annotated[Texts, OptionSpec("--without", "NAME")] = Field(
        (), description="something that it does not have (repeatable)"
    )
    more: Annotated[int, Field(ge=0, le=2), OptionSpec("--more", "N")] = Field(
        0, description="sets of 1 or 2 words more, too"
    )
    first: Annotated[int, Field(ge=0), OptionSpec("--first", "N")] = Field(
        20, description="how many sets of a size are shown; 0 for all"
    )


def _solve_options(context: DesignContext) -> Iterator[KeyOption]:
    yield from stat_options(context.guidelines, "the {} wanted")
    yield from field_options([*context.guidelines.fields.values()])


@click.command(
    "solve", cls=RequestCommand, request=SolveRequest, keys=_solve_options,
    prepare=lambda values: context_of_kit(values.get("kit", "")),
)  # fmt: skip
@json_option
@click.pass_obj
def solve_command(context: DesignContext, /, request: SolveRequest, as_json: bool) -> None:
    """Go backwards: list the smallest sets of what to carry that give the numbers, the usual words first.

    The flags are the stats and fields of the kit's guidelines. What is carried is in every set, in the words of the
    box; none says that nothing of the sort is. What the role and a skill give a card is in every set, too. Where
    nothing gives the numbers, it says why and what is nearest, and ends with code 4.
    """
    guidelines, stats = context.guidelines, request.stats
    if not stats:
        choice = join_or([*map(stat_flag, guidelines.stats.values())])
        raise UsageError("solve needs at least one number", f"Give {choice}.")
    fields, moved = sort_words(guidelines, request.said)
    solve_words = _parse_solve_words(context, fields, request.without)
    choices = [implied.choice for implied in solve_words.added]
    solver = Solver(guidelines, solve_words.words, solve_words.without, choices)
    cards = [card for deck in _decks(context) for card in deck.dossiers if card.has_words]
    answers = usual_first(guidelines, cards, solver.answers(stats, request.more))
    why, nearest = solver.why_none(stats), () if answers else solver.nearest(stats)
    document = {
        "wanted": stats, "given": solve_words.words, "without": solve_words.without, "about": solve_words.about,
        "added": {implied.word.name: implied.reason for implied in solve_words.added},
        "solutions": [found.words for found in answers],
        "smallest": sum(found.added == answers[0].added for found in answers), "why_none": why,
        "nearest": [near._asdict() for near in nearest],
    }  # fmt: skip
    lines = [*_answer_lines(answers, request.first), *_none_lines(guidelines, why, nearest), *moved]
    print_answer(document, (*lines, *_addition_lines(solve_words.added)), as_json)
    sys.exit(Exit.OK if answers else Exit.RULES_BROKEN)


def _parse_solve_words(
    context: DesignContext, fields: Mapping[str, tuple[str, ...]], without: Sequence[str]
) -> SolveWords:
    """The words of flags, in those of the guidelines. PrintgenError for unknown and contradicting words."""
    guidelines = context.guidelines
    carried = {field.name: fields.get(field.name, ()) for field in guidelines.word_fields}
    barred = [key for text in without for key in _left_out_keys(guidelines, text)]
    for field in guidelines.word_fields:
        folded = {fold(word) for word in carried[field.name]}
        if NO_SETS in folded:
            if len(folded) > 1:
                raise UsageError(f"{field.flag}: none stands beside other words", "Leave out none, or the others.")
            barred += [word.key for word in guidelines.words_of(field.name)]
    derived = derive(guidelines, carried)
    stop_on_errors(derived.problems)
    words = tuple(word for texts in derived.carried.values() for word in texts)
    for text in words:
        if (meaning := guidelines.word(text)) and meaning[0].key in barred:
            message = f"{meaning[0].name} is given, and left out as well"
            raise UsageError(message, "Leave out one of the two.")
    others = [field for field in guidelines.fields.values() if field.name not in carried and field.name in fields]
    about: dict[str, Any] = {}
    for field in others:
        values = parse_words(context, field, fields[field.name])
        about |= {field.name: values if field.one else values[0]} if values or field.one else {}
    added = imply_words(guidelines, about, keys_of(guidelines, derived.carried), {*barred}, empty_fields(carried))
    return SolveWords(words, tuple(dict.fromkeys(barred)), about, added)


def _addition_lines(added: Sequence[ImpliedWord]) -> Iterator[str]:
    """A line for each word that every set has because the role or a skill says so, with the option that stops it."""
    for implied in added:
        names = join_or([word.name for word in implied.choice])
        yield f'added {names}: {implied.reason} (--without "{implied.word.name}" adds nothing)'


def _left_out_keys(guidelines: Guidelines, text: str) -> tuple[str, ...]:
    """The words that are left out with one, folded: of what two make another, that as well. UsageError for no word."""
    meaning = guidelines.meaning(text)
    if meaning is None:
        near = (guidelines.spellings.nearest(text, field.name) for field in guidelines.word_fields)
        hint = next((f"Did you mean '{words[0]}'?" for words in near if words), "Leave it out.")
        raise UsageError(f'--without: the guidelines have no "{shorten(text)}"', hint)
    if meaning.word is None:
        raise UsageError(f'--without: "{shorten(text)}" counts for nothing', "Leave it out.")
    two = guidelines.pairs.get(meaning.word.key)
    return (meaning.word.key, two.key) if two else (meaning.word.key,)


def _answer_lines(answers: Sequence[SolverAnswer], first: int) -> Iterator[str]:
    """The sets by their sizes, at most so many of each, and how many there are."""
    shown, least = 0, answers[0].added if answers else 0
    for extra, title in enumerate(_MORE):
        answers_of_size = [answer for answer in answers if answer.added == least + extra]
        if answers_of_size and title:
            yield f"with {title}:"
        for answer in answers_of_size[: first or None]:
            yield ("  " if title else "") + _words_line(answer.words)
        shown += len(answers_of_size[: first or None])
    if answers:
        rest_text = f"; {shown} are shown, all with --first 0" if shown < len(answers) else ""
        yield count(len(answers), "set") + rest_text


def _none_lines(guidelines: Guidelines, why: str, nearest: Sequence[NearMiss]) -> Iterator[str]:
    """Why there is none, and what comes nearest."""
    if why:
        yield why
    for near in nearest:
        stats = " ".join(f"{guidelines.stats[key].label} {value}" for key, value in near.stats.items())
        yield f"  nearest: {stats}   {_words_line(near.words)}"


def _words_line(words: Solution) -> str:
    return ", ".join(word for texts in words.values() for word in texts) or "nothing at all"


def _decks(context: DesignContext) -> list[Deck]:
    """The decks of the game whose cards are of the same sort."""
    return [deck for deck in decks_of(context.game) if deck.guidelines.fields == context.guidelines.fields]


_LISTED = 3
"""How many suggestions of a field are shown."""


def _prepare_suggest(values: Mapping[str, str]) -> DesignContext | None:
    """The first deck of a target; None without one. UsageError for a game with nothing to count."""
    if (target := values.get("target")) is None:
        return None
    job = sound(target)
    names = {product.name for product in job.products}
    decks = [deck for deck in decks_of(job.game) if deck.product.name in names]
    if not decks:
        message = f"{target} has no cards with guidelines, and so nothing to count"
        raise UsageError(message, "Name a kit such as go-joe, or a deck such as go-joe/joe-deck.")
    guidelines = decks[0].guidelines
    if not any(card.has_words for deck in decks for card in deck.dossiers):
        message = f"no card of {target} says what it carries, and so there is nothing to count"
        raise UsageError(message, f"Add {' and '.join(field.name for field in guidelines.word_fields)} to its cards.")
    if not {guidelines.report.abilities, guidelines.report.group} & guidelines.fields.keys():
        message = f"the guidelines of {target} name neither abilities nor a group, and so nothing to suggest"
        raise UsageError(message, "Write report: {group: ..., abilities: ...} into the guidelines.")
    return DesignContext(target, Path(), job, decks[0].product, guidelines)


class Suggestion(NamedTuple):
    """The words that cards like a figure have, by field; the most frequent ones, and the sums of a card with these."""

    shares: Mapping[str, Sequence[Share]]
    best: Mapping[str, Sequence[str]]
    signs: Mapping[Sign, str]
    sums: CardSums


def _suggest_options(context: DesignContext | None) -> Iterator[KeyOption]:
    yield from field_options([*context.guidelines.fields.values()] if context else [])
    yield from drive_options(context)


@click.command("suggest", cls=RequestCommand, request=SuggestRequest, prepare=_prepare_suggest, keys=_suggest_options)
@json_option
@click.pass_obj
def suggest_command(context: DesignContext, /, request: SuggestRequest, as_json: bool) -> None:
    """Suggest a figure's skills and service: those that most cards of its deck have that carry or say the same.

    It shows the counts, and which numbers the card would have. The flags are the fields of the kit's guidelines:
    printgen suggest TARGET --help shows them.
    """
    fields, moved = sort_words(context.guidelines, request.said)
    spec = spec_of(context, fields, request.figure)
    if not any(map(several, spec.said.values())) and not spec.figure[ACCESSORIES]:
        flags = join_or(["--accessory", *(field.flag for field in context.guidelines.fields.values())])
        raise UsageError("suggest needs something that is known of the figure", f"Give {flags}.")
    suggestion = _suggest(context, spec)
    notes = [f"  {line}" for line in not_counted_lines(context, spec.figure[ACCESSORIES])]
    lines = (*_suggestion_lines(context, suggestion), *notes, *(f"    {line}" for line in moved))
    print_answer(_suggestion_data(context, suggestion), lines, as_json)


def _suggest(context: DesignContext, spec: CardSpec) -> Suggestion:
    """Count the words of each field that is not given. UsageError for an unknown word."""
    guidelines, given, names = context.guidelines, spec, {product.name for product in context.job.products}
    decks = [deck for deck in _decks(context) if deck.product.name in names]
    sums = derive_card(context, spec)
    for problem in sums.derived.problems:
        raise UsageError(f"{problem.where}: {problem.message}", problem.hint)
    values = {**field_values(context, spec.said), FIGURE: spec.figure}
    signs = signs_of(guidelines, values, sums.derived.carried)
    shares, best = dict[str, list[Share]](), dict[str, tuple[str, ...]]()
    for name in (guidelines.report.abilities, guidelines.report.group):
        if (field := guidelines.fields.get(name)) is None or name in given.said:
            continue
        # A deck that is named keeps its own groups.
        cards = [card for deck in (_decks(context) if field.one else decks) for card in deck.dossiers if card.has_words]
        shares[name] = count_words(field, guidelines, cards, signs)
        first = shares[name][0].word if shares[name] else NO_WORD
        best[name] = (first,) if first else ()
        spec = replace(spec, said={**spec.said, name: best[name]})
    return Suggestion(shares, best, signs, derive_card(context, spec))


def _reason(context: DesignContext, field: CardField, share: Share, signs: Mapping[Sign, str]) -> str:
    """The count in words: "7 of 9 cards with a mine detector have Demolitions"."""
    word, verb = _word_title(context, field, share.word), "have" if field.one else "are"
    if share.sign is None:
        return f"{share.have} of all {share.of} cards {verb} {word}"
    text, other = signs[share.sign], context.guidelines.fields.get(share.sign.field)
    if share.sign.field == ACCESSORIES:
        cards = f'with "{text}"'
    elif other and other.one:
        cards = f"with {context.titles(other.name).get(text) or text}"
    else:
        cards = f'whose {other.word if other else share.sign.field} says "{text}"'
    if share.of == 1:
        return f"the only card {cards} {'has' if field.one else 'is'} {word}"
    return f"{share.have} of {share.of} cards {cards} {verb} {word}"


def _word_title(context: DesignContext, field: CardField, word: str) -> str:
    """What a word is called."""
    if word == NO_WORD:
        return f"no {field.word}"
    title = context.titles(field.name).get(word, "")
    return title if title and (field.one or title == word) else f"{word} ({title})" if title else word


def _suggestion_lines(context: DesignContext, suggestion: Suggestion) -> Iterator[str]:
    guidelines, sums = context.guidelines, suggestion.sums
    for name, shares in suggestion.shares.items():
        field, best = guidelines.fields[name], suggestion.best[name] or (NO_WORD,)
        yield f"{field.question}: {' and '.join(_word_title(context, field, word) for word in best)}"
        for share in shares[:_LISTED]:
            other = "" if share.word in best else f"or {_word_title(context, field, share.word)}: "
            yield f"  {other}{_reason(context, field, share, suggestion.signs)}"
    number = len(suggestion.shares)
    yield f"With {'these' if number > 1 else 'this' if number else 'what is given'} it would have"
    yield from (f"  {line}" for line in stat_lines(sums.derived.as_data()))
    yield from (f"    {line}" for line in addition_lines(guidelines, sums.added.values()))


def _suggestion_data(context: DesignContext, suggestion: Suggestion) -> dict[str, Any]:
    fields = context.guidelines.fields
    rows = {
        name: [
            {fields[name].word: share.word or None, "have": share.have, "of": share.of,
             "why": _reason(context, fields[name], share, suggestion.signs)}
            for share in shares[:_LISTED]
        ]
        for name, shares in suggestion.shares.items()
    }  # fmt: skip
    return {"best": suggestion.best, "suggested": rows, "stats": suggestion.sums.derived.as_data()}
