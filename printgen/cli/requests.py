"""Commands that are made from requests: the fields of a frozen shape give the options, and the options the request."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

import click
from pydantic.fields import FieldInfo

from printgen.base.errors import UsageError
from printgen.base.names import visible
from printgen.reading.requests import ActionRequest, KeyOption, OptionSpec, parse_request
from printgen.reading.scalars import shorten

Prepare = Callable[[Mapping[str, str]], Any]
"""Makes what a command works on of its first values, as they are typed: a loaded game, or None without a target."""


def options_of(shape: type[ActionRequest]) -> list[click.Parameter]:
    """The arguments and options for the fields of a request that have an `OptionSpec`; needed arguments first."""
    fields = [
        (name, field, spec) for name, field in shape.model_fields.items() for spec in field.metadata
        if isinstance(spec, OptionSpec)
    ]  # fmt: skip
    fields.sort(key=lambda row: not (row[1].is_required() or row[2].needed))
    return [_click_parameter(name, field, option) for name, field, option in fields]


def _click_parameter(name: str, field: FieldInfo, option: OptionSpec) -> click.Parameter:
    """The argument of a field, or its option where it has a flag."""
    kind, many = _type_of(field, option)
    if not option.flag:
        needed = field.is_required() or option.needed
        settings: dict[str, Any] = {"nargs": -1} if many else {}
        if not (many or needed):
            # Click takes a default of None for one that is given.
            settings["default"] = field.default
        return click.Argument([name], required=needed, type=kind, metavar=option.metavar or None, **settings)
    default = None if field.is_required() or option.joined or field.default == {} else field.default
    flags = [*filter(None, (option.short, option.flag)), name]
    return click.Option(
        flags, type=None if kind is bool else kind, is_flag=kind is bool, multiple=many, default=default,
        show_default=kind is not bool and bool(default), metavar=option.metavar or None, help=field.description,
    )  # fmt: skip


def _type_of(field: FieldInfo, option: OptionSpec) -> tuple[Any, bool]:
    """What click makes of a word for a field, and whether several are taken."""
    kind, many, metadata = field.annotation, False, [*field.metadata]
    if option.joined or get_origin(kind) is dict:
        return str, not option.joined
    while parts := get_args(kind):
        if get_origin(kind) is Literal:
            return click.Choice([*map(str, parts)]), many
        many = many or get_origin(kind) is tuple
        metadata += parts[1:] if get_origin(kind) is Annotated else ()
        kind = parts[0]
    if kind is int:
        limits = {key: getattr(part, key) for part in metadata for key in ("ge", "le") if hasattr(part, key)}
        return click.IntRange(limits.get("ge"), limits.get("le")), many
    if kind is Path:
        return click.Path(exists=option.existing, dir_okay=False, path_type=Path), many
    return kind, many


class RequestCommand(click.Command):
    """A command that takes a request, which its callback gets as `request`; options of others go beside it.

    `prepare` makes the context's `obj` of the first words, and `keys` the options that this calls for.
    """

    def __init__(
        self, *args: Any, request: type[ActionRequest], prepare: Prepare | None = None,
        keys: Callable[[Any], Iterable[KeyOption]] = lambda _: (), params: Sequence[click.Parameter] = (),
        **options: Any,
    ) -> None:  # fmt: skip
        super().__init__(*args, **options)
        self.params = [*options_of(request), *params]
        self.request, self.prepare, self.keys = request, prepare, keys

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the words of a command line into its request, and return those that click leaves.

        The first words are looked at ahead, as they say which game's options `get_params` adds.
        """
        if self.prepare:
            ctx.obj = self.prepare(self._first_values(args))
        # What a command always has goes before a key of the same name.
        taken = {word for param in self.params for word in param.opts}
        keys = ctx.meta["keys"] = [key for key in self.keys(ctx.obj) if key.flag not in taken]
        rest = super().parse_args(ctx, args)
        values = self._take_values(ctx, keys)
        if not ctx.resilient_parsing:  # A shell completes what is not whole yet.
            ctx.params["request"] = parse_request(self.request, values, self._flags(keys))
        return rest

    def _take_values(self, ctx: click.Context, keys: Iterable[KeyOption]) -> dict[str, Any]:
        """The values of the request among the parameters of a context, which keeps those of other options."""
        fields = self.request.model_fields
        values = {name: ctx.params.pop(name) for name in [*ctx.params] if name in fields}
        values = {name: value for name, value in values.items() if value is not None}
        for param in self.params:
            if param.name in values and get_origin(fields[param.name].annotation) is dict:
                values[param.name] = _pairs(param, values[param.name])
        for key in keys:
            value = ctx.params.pop(_parameter_name(key))
            if value not in (None, ()):
                values.setdefault(key.mapping, {})[key.key] = value
        return values

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The parameters that the command always has, and before them the options of the game at hand."""
        options = [
            click.Option(
                [key.flag, _parameter_name(key)], multiple=key.many, type=key.type, metavar=key.metavar, help=key.help
            )
            for key in ctx.meta.get("keys", ())
        ]
        return [*options, *super().get_params(ctx)]

    def get_help(self, ctx: click.Context) -> str:
        # The words of the options are those of a game, which may be a stranger's.
        return "\n".join(map(visible, super().get_help(ctx).split("\n")))

    def _flags(self, keys: Iterable[KeyOption]) -> dict[str, str]:
        """What people call the values of a request, by their paths."""
        own = {
            param.name or "": param.opts[0] if param.opts[0].startswith("-") else param.opts[0].upper()
            for param in self.params
        }
        return own | {f"{key.mapping}.{key.key}": key.flag for key in keys}

    def _first_values(self, args: Sequence[str]) -> dict[str, str]:
        """The values of the options and arguments that the command always has, ahead of their being parsed."""
        flags = {word: param for param in self.params for word in param.opts if isinstance(param, click.Option)}
        names = iter([param.name or "" for param in self.params if isinstance(param, click.Argument)])
        values: dict[str, str] = {}
        words = iter(args)
        for word in words:
            if word == "--":
                values |= zip(names, words, strict=False)
            elif word.startswith("-") and word != "-":
                flag, equals, value = word.partition("=")
                option = flags.get(flag)
                alone = flag in ("--help", "-h") or (option is not None and option.is_flag)
                value = value if equals or alone else next(words, "")
                if option is not None:
                    values[option.name or ""] = value
            elif name := next(names, ""):
                values[name] = word
        return values


def _pairs(param: click.Parameter, words: Iterable[str]) -> dict[str, str]:
    """Words such as tie=attacker as keys and values. UsageError for other words, or two values of a key."""
    pairs: dict[str, str] = {}
    for word in words:
        key, sign, value = word.partition("=")
        if not (key and sign and value):
            raise UsageError(f"{param.opts[0]} {shorten(word)}: this is no {param.metavar}", f"Write {param.metavar}.")
        if pairs.setdefault(key, value) != value:
            raise UsageError(f"{param.opts[0]} {key} is given twice", "Leave one of them out.")
    return pairs


def _parameter_name(key: KeyOption) -> str:
    """The name of the parameter of a key, which no field of a request has."""
    return f"{key.mapping}_{key.key}".replace("-", "_").lower()
