"""The command solve: numbers and what is known of a figure come in; what it may carry goes out, the likeliest first."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import click

from printgen.base.errors import Exit, UsageError, stop_on_errors
from printgen.cli.messages import count, echo, print_json
from printgen.cli.options import json_option
from printgen.designer.bench import Bench
from printgen.designer.flags import (
    KitCommand,
    bench_of_kit,
    field_flags,
    given_fields,
    given_stats,
    kit_option,
    moved_lines,
    stat_flag,
    stat_flags,
)
from printgen.designer.wishes import keys_of, switched_off, understood
from printgen.reading.scalars import shortened
from printgen.rules.decks import decks_of, either
from printgen.rules.derive import NOTHING, derive
from printgen.rules.guidelines import Guidelines
from printgen.rules.implied import Implied, implied
from printgen.rules.plausible import Plausible
from printgen.rules.solve import Answer, Near, Solution, Solver
from printgen.rules.words import folded

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
        if NOTHING in said:
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
