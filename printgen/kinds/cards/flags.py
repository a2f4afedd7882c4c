"""Commands whose flags are data: guidelines come in; a flag for every stat, or every field, of a card goes out."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from printgen.kinds.cards import design, desk
from printgen.rules.guidelines import CardField, Guidelines, Stat

_FIELD, _STAT = "field_", "stat_"
_ALONE = ("--json", "--help", "-h")


class KitCommand(click.Command):
    """A command on the guidelines of the kit that its arguments name; they are the context's `obj`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.obj = self.found(args)
        taken = {word for param in self.params for word in param.opts}
        offered = self.flags(ctx.obj) if ctx.obj else ()
        # What a command always has goes before a stat or a field of the same name.
        ctx.meta["flags"] = [flag for flag in offered if not taken & set(flag.opts)]
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        return [*ctx.meta.get("flags", ()), *super().get_params(ctx)]

    def found(self, args: Sequence[str]) -> Any:
        """What the arguments are about."""
        return desk.guidelines_of_kit(_value(args, "--kit"))

    def flags(self, found: Any) -> Iterable[click.Option]:
        """The flags for what was found."""
        raise NotImplementedError


class DeriveCommand(KitCommand):
    """Takes the words of every field that the guidelines count."""

    def flags(self, found: Guidelines) -> Iterable[click.Option]:
        return [_field_flag(field) for field in found.carried]


class SolveCommand(KitCommand):
    """Takes a number for every stat."""

    def flags(self, found: Guidelines) -> Iterable[click.Option]:
        return [_stat_flag(stat, f"the {stat.title} wanted") for stat in found.stats.values()]


class NewCommand(KitCommand):
    """Takes the fields of a card and numbers set by hand, for the product that its arguments name."""

    def found(self, args: Sequence[str]) -> Any:
        target = _first_argument(args)
        folder = _value(args, "--cards") or os.environ.get("PRINTGEN_CARDS") or "my-cards"
        return design.bench_for(target, Path(folder)) if target else None

    def flags(self, found: design.Bench) -> Iterable[click.Option]:
        yield from map(_field_flag, found.fields)
        yield from (
            _stat_flag(stat, f"a {stat.title} other than the derived one") for stat in found.guidelines.stats.values()
        )


def given_fields(guidelines: Guidelines, flags: dict[str, Any]) -> dict[str, tuple[str, ...]]:
    """The words that were given for fields, by field."""
    words = {field.name: flags.get(_FIELD + field.name) for field in guidelines.fields.values()}
    return {name: (said,) if isinstance(said, str) else said for name, said in words.items() if said}


def given_stats(guidelines: Guidelines, flags: dict[str, Any]) -> dict[str, int]:
    """The numbers that were given for stats, by stat."""
    numbers = {key: flags.get(_STAT + key) for key in guidelines.stats}
    return {key: number for key, number in numbers.items() if number is not None}


def stat_flag(stat: Stat) -> str:
    """What the command line calls a stat, such as --fp."""
    return f"--{stat.name.replace('_', '-')}"


def _field_flag(field: CardField) -> click.Option:
    told = field.help or (f"a {field.word}" if field.one else field.question)
    told += " (repeatable; none for nothing)" if field.one else ""
    metavar = "NAME" if field.one else "TEXT"
    return click.Option([field.flag, _FIELD + field.name], multiple=bool(field.one), metavar=metavar, help=told)


def _stat_flag(stat: Stat, told: str) -> click.Option:
    return click.Option([stat_flag(stat), _STAT + stat.name], type=int, help=told)


def _value(args: Sequence[str], flag: str) -> str:
    """What the arguments give a flag, ahead of their being parsed; "" for nothing."""
    given = iter(_options(args))
    for arg in given:
        if arg == flag:
            return next(given, "")
        if arg.startswith(f"{flag}="):
            return arg.partition("=")[2]
    return ""


def _options(args: Sequence[str]) -> Sequence[str]:
    return args[: args.index("--")] if "--" in args else args


def _first_argument(args: Sequence[str]) -> str:
    """The first argument that is no flag and no flag's value, ahead of their being parsed; "" for none."""
    given: Iterator[str] = iter(args)
    for arg in given:
        if arg == "--":
            return next(given, "")
        if not arg.startswith("-"):
            return arg
        if "=" not in arg and arg not in _ALONE:
            next(given, "")
    return ""
