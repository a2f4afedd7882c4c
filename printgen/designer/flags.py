"""Commands whose flags are data: arguments come in; the guidelines that they mean, and flags for these, go out."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from printgen.art.casting import SAID, SEX
from printgen.base.errors import UsageError
from printgen.base.names import visible
from printgen.build.jobs import Job, sound
from printgen.build.targets import find_target, game_around, kits
from printgen.designer.bench import SURPRISE, Bench, bench_for, choices, is_drawn
from printgen.designer.wishes import figure_named, several
from printgen.reading.scalars import shortened
from printgen.rules.decks import decks_of
from printgen.rules.guidelines import CardField, Guidelines, Stat
from printgen.rules.origins import ACCESSORIES, MOUNTED, VEHICLE

_FIELD, _STAT, _FIGURE, _LOOK, _REASON = "field_", "stat_", "figure_", "look_", "reason_"
_SOME = 4
_TOLD = {
    ACCESSORIES: ("accessory", "what came with the figure, as the toy calls it"),
    VEHICLE: ("vehicle", "the vehicle that it came with"),
    MOUNTED: ("mounted", "what the vehicle is armed with, as the toy calls it"),
}
_ALONE = ("--json", "--debug", "--help", "-h")

accessory_option = click.option(
    "--accessory", multiple=True, metavar="NAME", help="what came with the figure, as the toy calls it (repeatable)"
)
kit_option = click.option(
    "--kit", default="", metavar="KIT", help="whose guidelines (default: the first kit that has any)"
)


class KitCommand(click.Command):
    """A command on what `find` makes of its arguments, which is the context's `obj`; `offer` gives the flags for it."""

    def __init__(
        self,
        *args: Any,
        find: Callable[[Sequence[str]], Any],
        offer: Callable[[Any], Iterable[click.Option]],
        **given: Any,
    ) -> None:
        super().__init__(*args, **given)
        self.find, self.offer = find, offer

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.obj = self.find(args)
        taken = {word for param in self.params for word in param.opts}
        # What a command always has goes before a stat or a field of the same name.
        ctx.meta["flags"] = [flag for flag in (self.offer(ctx.obj) if ctx.obj else ()) if not taken & set(flag.opts)]
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        return [*ctx.meta.get("flags", ()), *super().get_params(ctx)]

    def get_help(self, ctx: click.Context) -> str:
        # The words of the flags are those of a game, which may be a stranger's.
        return "\n".join(map(visible, super().get_help(ctx).split("\n")))


def bench_of_kit(args: Sequence[str]) -> Bench:
    """The first deck of the kit that arguments name, or of the first kit with guidelines. UsageError for none."""
    name, job = kit_named(args)
    deck = decks_of(job.game)[0]
    return Bench(name, Path(), job, deck.product, deck.guidelines)


def kit_named(args: Sequence[str]) -> tuple[str, Job]:
    """The kit that arguments name, or the first that has guidelines. UsageError when there are none."""
    kit = _value(args, "--kit")
    for name in [kit] if kit else kits():
        job = sound(name)
        if decks_of(job.game):
            return name, job
    said = f"{kit} has no" if kit else "no kit has"
    raise UsageError(f"{said} guidelines for its cards", "Name a kit such as go-joe.")


def bench_of(args: Sequence[str]) -> Bench | None:
    """Where a card is designed for the product that arguments name; None when they name none."""
    target = first_argument(args)
    folder = _value(args, "--cards") or os.environ.get("PRINTGEN_CARDS")
    return None if target is None else bench_for(target, folder_for(target, Path(folder) if folder else None))


def folder_for(target: str, said: Path | None) -> Path | None:
    """The folder of the user's own cards in which one of a target is put; None for the list of the game itself.

    That is so for who works in the folder of the game and names no other. UsageError for another game's cards there.
    """
    around = game_around() if said is None else None
    if around is not None and os.path.realpath(find_target(target)[0]) == os.path.realpath(around):
        return None
    return own_folder(said)


def own_folder(said: Path | None) -> Path:
    """The folder of the user's own cards, where somebody has said one. UsageError for the usual one in a game."""
    if said is None and (game := game_around()) is not None:
        message = f"cards of your own do not belong into the folder of the game {visible(game.name)}"
        raise UsageError(message, "Go to another folder, or name one with --cards.")
    return said or Path("my-cards")


def field_flags(fields: Iterable[CardField]) -> Iterator[click.Option]:
    """A flag for each field of a card."""
    for field in fields:
        told = field.help or (f"a {field.word}" if field.one else field.question)
        told += " (repeatable; none for nothing)" if field.one else ""
        metavar = "NAME" if field.one else "TEXT"
        yield click.Option([field.flag, _FIELD + field.name], multiple=bool(field.one), metavar=metavar, help=told)


def stat_flags(guidelines: Guidelines, told: str) -> Iterator[click.Option]:
    """A flag for each stat, with what is told of it, such as: the {} wanted."""
    for stat in guidelines.stats.values():
        yield click.Option([stat_flag(stat), _STAT + stat.name], type=int, help=told.format(stat.title))


def word_flags(bench: Bench) -> Iterator[click.Option]:
    """The flags for why each number is set by hand, and for words that a card is not to have."""
    for stat in bench.guidelines.stats.values():
        told = f"why its {stat.title} is not the derived one"
        yield click.Option([f"{stat_flag(stat)}-reason", _REASON + stat.name], metavar="TEXT", help=told)
    told = "a word that it is not to have, though its figure or role calls for it (repeatable)"
    yield click.Option(["--without", "without"], multiple=True, metavar="WORD", help=told)


def given_reasons(guidelines: Guidelines, flags: dict[str, Any]) -> dict[str, str]:
    """Why numbers are set by hand, by stat."""
    told = {key: flags.get(_REASON + key) for key in guidelines.stats}
    return {key: text for key, text in told.items() if text is not None}


def figure_flags(bench: Bench) -> Iterator[click.Option]:
    """The flags for what a card can tell of its figure."""
    told = bench.told
    if {"year", "version"} & told.keys():
        yield click.Option(["--figure"], metavar="TEXT", help="its year and version, such as '2021 Classified'")
    for key, (name, help_) in _TOLD.items():
        if key in told:
            several = key in (ACCESSORIES, MOUNTED)
            more = " (repeatable; none for nothing)" if several else ""
            yield click.Option([f"--{name}", _FIGURE + key], multiple=several, metavar="NAME", help=help_ + more)


def vehicle_flags(bench: Bench) -> Iterator[click.Option]:
    """Those of the flags for what a card can tell of its figure that say what it drives."""
    return (flag for flag in figure_flags(bench) if flag.name in (_FIGURE + VEHICLE, _FIGURE + MOUNTED))


def given_figure(bench: Bench, flags: dict[str, Any]) -> dict[str, Any]:
    """What was given of the figure, by the keys of its record."""
    told: dict[str, Any] = {}
    if (text := flags.get("figure")) is not None:
        told |= figure_named(bench, text)
    for key in _TOLD:
        value = flags.get(_FIGURE + key)
        if value:
            told[key] = tuple(several(value)) if isinstance(value, tuple) else value.strip()
    return told


def look_flags(bench: Bench) -> Iterator[click.Option]:
    """The flags for the face of a card's picture."""
    if not is_drawn(bench):
        return
    for key in SAID:
        some = ", ".join(choices(bench, key)[:_SOME])
        yield click.Option(
            [f"--{key}", _LOOK + key], metavar="WORDS", help=f"in its picture: {some} ..., or {SURPRISE}"
        )
    yield click.Option(["--surprise", f"{_LOOK}all"], is_flag=True, help="let the name settle whoever it is")
    told = "what else is in its picture, such as scene=swamp or front=bow,net (repeatable)"
    yield click.Option(["--look", "more_look"], multiple=True, metavar="KEY=WORDS", help=told)


def given_look(flags: dict[str, Any]) -> dict[str, str]:
    """What was given of the face, by the keys of the look."""
    said: dict[str, str] = {key: value for key in SAID if (value := flags.get(_LOOK + key))}
    return {SEX: SURPRISE, **said} if flags.get(f"{_LOOK}all") else said


def stat_flag(stat: Stat) -> str:
    """What the command line calls a stat, such as --fp."""
    return f"--{stat.name.replace('_', '-')}"


def given_fields(guidelines: Guidelines, flags: dict[str, Any]) -> dict[str, tuple[str, ...]]:
    """The words that were given for fields, by field; what counts in another field than its flag's, in that one."""
    given: dict[str, tuple[str, ...]] = {}
    for name, text in _said(guidelines, flags):
        for field in _fields_of(guidelines, name, text):
            given[field] = (*given.get(field, ()), text)
    return given


def moved_lines(guidelines: Guidelines, flags: dict[str, Any]) -> Iterator[str]:
    """A line for each word that was given with the flag of a field that it does not count in."""
    for name, text in _said(guidelines, flags):
        fields = _fields_of(guidelines, name, text)
        if name not in fields:
            named = " and ".join(guidelines.fields[field].flag for field in fields)
            yield f'"{shortened(text)}" counts with {named}, not with {guidelines.fields[name].flag}'


def _said(guidelines: Guidelines, flags: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The words that were given for fields, each with its field."""
    for name in guidelines.fields:
        said = flags.get(_FIELD + name) or ()
        yield from ((name, text) for text in ((said,) if isinstance(said, str) else said))


def _fields_of(guidelines: Guidelines, name: str, text: str) -> tuple[str, ...]:
    """The fields that a word counts in that was given for one of them; that one, where nobody knows it."""
    counted = [field.name for field in guidelines.carried]
    meant = guidelines.meaning(text) if name in counted else None
    found = [field for field in counted if meant and meant.of(field)]
    return tuple(found) or (name,)


def given_stats(guidelines: Guidelines, flags: dict[str, Any]) -> dict[str, int]:
    """The numbers that were given for stats, by stat."""
    numbers = {key: flags.get(_STAT + key) for key in guidelines.stats}
    return {key: number for key, number in numbers.items() if number is not None}


def _value(args: Sequence[str], flag: str) -> str:
    """What the arguments give a flag, ahead of their being parsed; "" for nothing."""
    given = iter(args[: args.index("--")] if "--" in args else args)
    for arg in given:
        if arg == flag:
            return next(given, "")
        if arg.startswith(f"{flag}="):
            return arg.partition("=")[2]
    return ""


def first_argument(args: Sequence[str]) -> str | None:
    """The first argument that is no flag and no flag's value, ahead of their being parsed; None for none."""
    given = iter(args)
    for arg in given:
        if arg == "--":
            return next(given, None)
        if not arg.startswith("-") or arg == "-":
            return arg
        if "=" not in arg and arg not in _ALONE:
            next(given, "")
    return None
