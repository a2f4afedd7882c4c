"""Requests: a frozen shape for the input of an action, from which its options, JSON and reference are made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError, model_validator

from printgen.base.errors import UsageError
from printgen.base.names import nfc_all


class ActionRequest(BaseModel):
    """The input of an action: as JSON from a page or as options from the command line, with limits."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False, defer_build=True)

    as_written: ClassVar[bool] = False
    """Whether texts stay as they come, since they are whole files; all others are composed (NFC), as what is read."""

    @model_validator(mode="before")
    @classmethod
    def _compose(cls, values: Any) -> Any:
        return values if cls.as_written else nfc_all(values)


T = TypeVar("T", bound=ActionRequest)


class OptionSpec(NamedTuple):
    """The command-line form of a field of a request, in its annotation: its `flag`, or its position without one."""

    flag: str = ""
    metavar: str = ""
    existing: bool = False
    """Whether it is a file that is there."""
    joined: bool = False
    """Whether its several parts are one text."""
    short: str = ""
    """Another, shorter flag."""
    needed: bool = False
    """Whether the command line needs it, though a page does not say it."""


class KeyOption(NamedTuple):
    """An option for one key of a mapping in a request, such as --weapon for `said.weapons`; a game says which."""

    mapping: str
    key: str
    flag: str
    help: str
    metavar: str = "NAME"
    many: bool = False
    type: type = str


def command_words(request: ActionRequest) -> Iterator[str]:
    """The command-line options for the same request, without empty ones."""
    for name, field in type(request).model_fields.items():
        option = next((part for part in field.metadata if isinstance(part, OptionSpec)), None)
        value = getattr(request, name)
        if option is None or not option.flag or value is None or value is False or value in ("", (), {}):
            continue
        if value is True:
            yield option.flag
        elif isinstance(value, Mapping):
            yield from (f"{option.flag}={key}={inner}" for key, inner in value.items())
        else:
            yield from (f"{option.flag}={one}" for one in (value if isinstance(value, tuple) else (value,)))


def parse_request(shape: type[T], values: Any, flags: dict[str, str]) -> T:
    """A request from plain values. UsageError for the first value that does not fit its shape, by its flag."""
    try:
        return shape.model_validate(values)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        path = [str(part) for part in first["loc"] if not isinstance(part, int)]
        if first["type"] == "string_unicode":
            message = f"the {path[0]} holds a character that cannot be printed"
            raise UsageError(message, "Leave it out.") from error
        name = flags.get(".".join(path)) or flags.get(path[0], path[0])
        raise UsageError(f"{name}: {first['msg'][:1].lower()}{first['msg'][1:]}", "Change the value.") from error
