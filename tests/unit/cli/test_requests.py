"""A request gives its command the options, and what is typed gives the request."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import click
import pytest
from pydantic import BeforeValidator, Field, ValidationError

from printgen.base.errors import UsageError
from printgen.cli.requests import RequestCommand, options_of
from printgen.reading.requests import ActionRequest, KeyOption, OptionSpec, command_words


class Box(ActionRequest):
    """A box of one's own."""

    text: str = ""
    things: tuple[str, ...] = ()


def split(value: Any) -> Any:
    return tuple(value.split(",")) if isinstance(value, str) else value


class PackRequest(ActionRequest):
    """What `pack` takes."""

    note: Annotated[str, OptionSpec()] = ""
    target: Annotated[str, OptionSpec()]
    count: Annotated[int, Field(ge=1, le=9), OptionSpec("--count", "N")] = Field(1, description="how many")
    loud: Annotated[bool, OptionSpec("--loud")] = False
    tags: Annotated[tuple[str, ...], OptionSpec("--tag", "WORD")] = ()
    form: Annotated[Literal["flat", "high"], OptionSpec("--form")] = "flat"
    picture: Annotated[Path | None, OptionSpec("--picture", "FILE")] = None
    sizes: dict[str, int] = Field({})
    box: Box = Box()
    rules: Annotated[dict[str, str], OptionSpec("--rule", "NAME=WORD")] = Field({})
    names: Annotated[tuple[str, ...], BeforeValidator(split), OptionSpec("--names", "NAMES", joined=True)] = ()


KEYS = [
    KeyOption("sizes", "width", "--width", "how wide", "N", type=int),
    KeyOption("box", "text", "--text", "what it says"),
    KeyOption("box", "things", "--thing", "what is in it", many=True),
    KeyOption("sizes", "count", "--count", "an option that the command always has goes before it"),
]


def prepare(values: Mapping[str, str]) -> Any:
    return dict(values)


@click.command("pack", cls=RequestCommand, request=PackRequest, prepare=prepare, keys=lambda _: KEYS)
@click.option("--json", "as_json", is_flag=True)
@click.pass_context
def pack(context: click.Context, /, request: PackRequest, as_json: bool) -> tuple[PackRequest, bool, Any]:
    """Pack a box."""
    return request, as_json, context.obj


def typed(*words: str) -> tuple[PackRequest, bool, Any]:
    found: tuple[PackRequest, bool, Any] = pack.main([*words], "pack", standalone_mode=False)
    return found


@pytest.mark.parametrize(
    ("words", "values"),
    [
        (["shelf"], {}),
        (["shelf", "mine"], {"note": "mine"}),
        (["--count", "3", "shelf", "--loud"], {"count": 3, "loud": True}),
        (["shelf", "--tag", "a", "--tag", "b", "--form", "high"], {"tags": ("a", "b"), "form": "high"}),
        (["--picture=me.png", "shelf"], {"picture": Path("me.png")}),
        (["shelf", "--width", "7"], {"sizes": {"width": 7}}),
        (["shelf", "--thing", "x", "--text", "y"], {"box": Box(text="y", things=("x",))}),
        (["--", "shelf", "--loud"], {"note": "--loud"}),
        (["shelf", "--rule", "a=b", "--rule", "c=d=e", "--rule", "a=b"], {"rules": {"a": "b", "c": "d=e"}}),
        (["shelf", "--names", "x,y"], {"names": ("x", "y")}),
    ],
)
def test_what_is_typed_is_the_request(words: list[str], values: dict[str, Any]) -> None:
    request, as_json, _ = typed(*words)
    assert request == PackRequest(target="shelf", **values) and not as_json


def test_options_of_others_stand_beside_the_request() -> None:
    assert typed("shelf", "--json")[1]


@pytest.mark.parametrize(
    "words",
    [["--count", "3", "shelf"], ["--unknown", "x", "shelf"], ["--loud", "shelf"], ["--json", "--count=3", "shelf"]],
)
def test_the_target_is_known_before_the_options_are(words: list[str]) -> None:
    seen: list[Mapping[str, str]] = []
    command = RequestCommand(
        "pack", request=PackRequest, prepare=seen.append, params=[click.Option(["--json"], is_flag=True)]
    )
    with command.make_context("pack", words, resilient_parsing=True):
        assert seen[0]["target"] == "shelf"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["shelf", "--width", "x"], "not a valid integer"),
        (["shelf", "--count", "10"], "10 is not in the range"),
        (["shelf", "--form", "wide"], "'wide' is not one of"),
        ([], "Missing argument 'TARGET'"),
    ],
)
def test_what_cannot_be_is_a_usage_error(words: list[str], message: str) -> None:
    with pytest.raises(click.UsageError) as caught:
        typed(*words)
    assert message in caught.value.format_message()


def test_what_a_shape_refuses_names_its_option() -> None:
    class Short(ActionRequest):
        name: Annotated[str, Field(max_length=3), OptionSpec("--name")] = ""
        sizes: dict[str, Annotated[int, Field(le=9)]] = Field({})

    command = RequestCommand("short", request=Short, keys=lambda _: [KEYS[0]], callback=lambda request: request)
    for words, flag in ((["--name", "abcd"], "--name: "), (["--width", "10"], "--width: ")):
        with pytest.raises(UsageError, match=f"error: {flag}"):
            command.main(words, "short", standalone_mode=False)
    with pytest.raises(UsageError, match="the name holds a character that cannot be printed"):
        command.main(["--name", "\udcff"], "short", standalone_mode=False)


def test_the_same_shape_reads_json_and_refuses_what_it_does_not_know() -> None:
    assert PackRequest.model_validate_json('{"target": "shelf", "box": {"things": ["x"]}}') == PackRequest(
        target="shelf", box=Box(things=("x",))
    )
    with pytest.raises(ValidationError):
        PackRequest.model_validate_json('{"target": "shelf", "colour": "red"}')


def test_help_has_the_descriptions() -> None:
    (count,) = (option for option in options_of(PackRequest) if option.name == "count")
    assert isinstance(count, click.Option) and (count.help, count.metavar, count.show_default) == (
        "how many",
        "N",
        True,
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--rule", "a"], "--rule a: this is no NAME=WORD"),
        (["--rule", "=b"], "this is no NAME=WORD"),
        (["--rule", "a="], "this is no NAME=WORD"),
        (["--rule", "a=b", "--rule", "a=c"], "--rule a is given twice"),
    ],
)
def test_keys_and_values_are_told_apart(words: list[str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        typed("shelf", *words)


def test_words_of_a_request_ask_for_the_same() -> None:
    request, _, _ = typed("shelf", "--count", "3", "--loud", "--tag", "a", "--rule", "a=b", "--form", "high")
    assert [*command_words(request)] == ["--count=3", "--loud", "--tag=a", "--form=high", "--rule=a=b"]


class SeedRequest(ActionRequest):
    """A seed, which may be 0."""

    seed: Annotated[int | None, OptionSpec("--seed")] = None


def test_a_number_of_0_is_said() -> None:
    assert [*command_words(SeedRequest(seed=0))] == ["--seed=0"] and [*command_words(SeedRequest())] == []
