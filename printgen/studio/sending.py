"""The send room, where a game is exported as a run (see `running`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, StrictBool, StrictFloat, StrictInt
from starlette.requests import Request
from starlette.routing import BaseRoute, Route

from printgen.base.errors import Exit
from printgen.exports import EXPORTS, check_bundle, folder_name
from printgen.exports.bundle import Bundle, ExportRequest, pack
from printgen.exports.format import Format, Option, parse_options
from printgen.reading.requests import ActionRequest
from printgen.studio.asking import Plain, Recent, findings_data, looking, taking
from printgen.studio.running import page_of, runs_in
from printgen.studio.shelf import workshop_in
from printgen.studio.workshop import Workshop

SECONDS = 120.0
"""The seconds of work to compose a whole game, on a busy machine."""

_MOST_BUNDLES = 3  # So many bundles are remembered.

_Name = Annotated[str, Field(max_length=200)]
_LONGEST = 300  # The letters of a text option.
_Text = Annotated[str, Field(max_length=_LONGEST, pattern=r"^[^\x00-\x1f\x7f-\x9f]*$")]


class SendRequest(ActionRequest):
    """A game, or a product of it, a format, and options by their names; those that are left out have their defaults."""

    game: _Name
    product: _Name = ""
    format: _Name
    options: dict[_Name, StrictBool | StrictInt | StrictFloat | _Text] = Field({}, max_length=40)


class Bundles(Recent[tuple[str, int], Bundle]):
    """The bundles of games that were looked at, each for a state of the game's files."""

    def __init__(self) -> None:
        super().__init__(_MOST_BUNDLES)

    def of(self, workshop: Workshop, asks: SendRequest) -> Bundle:
        """The bundle of a target. PrintgenError where its files have mistakes."""
        game, target = workshop.game(asks.game), _target(workshop, asks)
        with game.lock:
            if (bundle := self.get((target, game.number))) is None:
                bundle = pack(target, ExportRequest(cards=workshop.cards), f"looking at {target}", lambda what: None)
                self[target, game.number] = bundle
            return bundle


def _target(workshop: Workshop, asks: SendRequest) -> str:
    game = workshop.game(asks.game)
    if asks.product and asks.product not in workshop.products(asks.game):
        raise LookupError(asks.product)
    return f"{game.target}/{asks.product}" if asks.product else game.target


def page_options(export_format: Format) -> tuple[Option, ...]:
    """The options of a format that a page may set: all but those that name a file."""
    return tuple(option for option in export_format.module.OPTIONS if option.metavar != "FILE")


def _field(option: Option) -> dict[str, Any]:
    """An option as the field of a form."""
    texts: dict[str, Any] = {"title": option.name.replace("-", " ").capitalize(), "description": option.help}
    if isinstance(option.default, bool):
        return {**texts, "type": "boolean", "format": "flag"}
    if option.choices:
        return {**texts, "format": "choice", "oneOf": [{"const": word, "title": word} for word in option.choices]}
    if isinstance(option.default, int):
        limits = {"minimum": option.least, "maximum": option.most}
        return {**texts, "type": "integer", "format": "number", "default": option.default, **limits}
    text_format = "length" if option.metavar == "LENGTH" else "line"
    return {**texts, "type": "string", "format": text_format, "maxLength": _LONGEST}


def _shape(export_format: Format) -> dict[str, Any]:
    """The form for the options of a format; choices with a default are required."""
    options = page_options(export_format)
    fields = {option.name: _field(option) for option in options}
    return {"properties": fields, "required": [option.name for option in options if option.choices and option.default]}


def _formats(request: Request) -> Plain:
    game = workshop_in(request).game(request.query_params.get("game", ""))
    return {
        "formats": [
            {"name": name, "line": export_format.line,
             "usual": {option.name: option.default for option in page_options(export_format)},
             "shape": _shape(export_format)}
            for name, export_format in EXPORTS.items()
        ],
        "products": [{"name": product.name, "title": product.title} for product in game.job.game.products.values()],
    }  # fmt: skip


def _look(request: Request, asks: SendRequest) -> Plain:
    """The findings that the command would have before it draws anything, and the folder that it writes into."""
    workshop, export_format = workshop_in(request), EXPORTS[asks.format]
    bundles: Bundles = request.app.state.bundles
    values = parse_options(export_format, _page_values(export_format, asks))
    bundle = bundles.of(workshop, asks)
    folder = Path(workshop.out) / bundle.label / folder_name(export_format, bundle, values, ExportRequest())
    findings = check_bundle(export_format, bundle, values)
    fits = not any(finding.severity == "error" and finding.exit == Exit.DOES_NOT_FIT for finding in findings)
    return {"findings": findings_data(findings), "fits": fits, "folder": str(folder)}


def _page_values(export_format: Format, asks: SendRequest) -> Mapping[str, Any]:
    """The values of options that a page has sent. LookupError for options that it may not set."""
    names = {option.name for option in page_options(export_format)}
    if unknown := [name for name in asks.options if name not in names]:
        raise LookupError(unknown[0])
    return asks.options


def _command(workshop: Workshop, asks: SendRequest) -> Iterator[str]:
    """The words of the command, without options that have their defaults."""
    export_format = EXPORTS[asks.format]
    values = _page_values(export_format, asks)
    yield from ("export", asks.format, _target(workshop, asks))
    for option in page_options(export_format):
        value = values.get(option.name, option.default)
        if value != option.default:
            yield f"--{option.name}" if isinstance(value, bool) else f"--{option.name}={value}"


def _start(request: Request, asks: SendRequest) -> Plain:
    words = [*_command(workshop_in(request), asks)]
    return runs_in(request).start_for(page_of(request), words)


ROUTES: tuple[BaseRoute, ...] = (
    Route("/api/send", looking(_formats)),
    Route("/api/send/look", taking(SendRequest, _look, "look", seconds=SECONDS), methods=["POST"]),
    Route("/api/send/start", taking(SendRequest, _start, alone=False), methods=["POST"]),
)
