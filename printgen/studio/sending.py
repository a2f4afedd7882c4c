"""The send room: what of a game does not fit a format, and the export as a run.

GET  /api/send?game=NAME        the formats with their options, and what of the game can be sent
POST /api/send/look             what an export would say; nothing is written
POST /api/send/start            the export, begun as a run (see `running`)
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from pathlib import Path
from threading import Lock
from typing import Annotated, Any

from pydantic import Field, StrictBool, StrictFloat, StrictInt
from starlette.requests import Request
from starlette.routing import BaseRoute, Route

from printgen.base.errors import Exit, Finding
from printgen.exports import EXPORTS, check_bundle, folder_name, format_of
from printgen.exports.bundle import Bundle, ExportRequest, pack
from printgen.exports.format import Format, Option, parse_options
from printgen.reading.requests import ActionRequest
from printgen.studio.asking import Plain, findings_data, looking, taking
from printgen.studio.running import page_of, runs_in
from printgen.studio.shelf import workshop_in
from printgen.studio.workshop import Workshop

SECONDS = 120.0
"""So long may it take to compose a whole game, on a busy machine."""

_MOST_PARCELS = 3

_Name = Annotated[str, Field(max_length=200)]
_LONGEST = 300
_Text = Annotated[str, Field(max_length=_LONGEST, pattern=r"^[^\x00-\x1f\x7f-\x9f]*$")]


class SendRequest(ActionRequest):
    """What is to be sent, and how: options by their names, those that are left out as usual."""

    game: _Name
    product: _Name = ""
    format: _Name
    options: dict[_Name, StrictBool | StrictInt | StrictFloat | _Text] = Field(default={}, max_length=40)


class Bundles:
    """Games that are packed, each for the state of its files in which it was looked at."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._known: OrderedDict[tuple[str, int], Bundle] = OrderedDict()

    def of(self, workshop: Workshop, asks: SendRequest) -> Bundle:
        """A target, composed. PrintgenError where its files have mistakes."""
        game, target = workshop.game(asks.game), _target(workshop, asks)
        with game.lock:
            key = (target, game.number)
            with self._lock:
                known = self._known.get(key)
            if known is None:
                known = pack(target, ExportRequest(cards=workshop.cards), f"looking at {target}", lambda what: None)
                with self._lock:
                    self._known[key] = known
                    while len(self._known) > _MOST_PARCELS:
                        self._known.popitem(last=False)
            return known


def _target(workshop: Workshop, asks: SendRequest) -> str:
    game = workshop.game(asks.game)
    if asks.product and asks.product not in workshop.products(asks.game):
        raise LookupError(asks.product)
    return f"{game.target}/{asks.product}" if asks.product else game.target


def page_options(form: Format) -> tuple[Option, ...]:
    """The options of a format that a page may say: no page names a file."""
    return tuple(option for option in form.module.OPTIONS if option.metavar != "FILE")


def _field(option: Option) -> dict[str, Any]:
    """An option as the field of a form."""
    usual = option.default
    said: dict[str, Any] = {"title": option.name.replace("-", " ").capitalize(), "description": option.help}
    if isinstance(usual, bool):
        return {**said, "type": "boolean", "format": "flag"}
    if option.choices:
        return {**said, "format": "choice", "oneOf": [{"const": one, "title": one} for one in option.choices]}
    if isinstance(usual, int | float):
        kind = "integer" if isinstance(usual, int) else "number"
        limits = {"minimum": option.least, "maximum": option.most}
        return {**said, "type": kind, "format": "number", "default": usual, **limits}
    form = "length" if option.metavar == "LENGTH" else "line"
    return {**said, "type": "string", "format": form, "maxLength": _LONGEST}


def _shape(form: Format) -> dict[str, Any]:
    """A form for the options of a format; none of its choices can be left open."""
    options = page_options(form)
    fields = {option.name: _field(option) for option in options}
    return {"properties": fields, "required": [option.name for option in options if option.choices and option.default]}


def _formats(request: Request) -> Plain:
    game = workshop_in(request).game(request.query_params.get("game", ""))
    return {
        "formats": [
            {
                "name": name,
                "line": form.line,
                "usual": {option.name: option.default for option in page_options(form)},
                "shape": _shape(form),
            }
            for name, form in EXPORTS.items()
        ],
        "products": [{"name": one.name, "title": one.title} for one in game.job.game.products.values()],
    }  # fmt: skip


def _look(request: Request, asks: SendRequest) -> Plain:
    """What the command would say before it draws anything; its errors are findings here."""
    workshop, form = workshop_in(request), _form(asks.format)
    bundles: Bundles = request.app.state.bundles
    asked = parse_options(form, _parse_given(form, asks))
    bundle = bundles.of(workshop, asks)
    folder = Path(workshop.out) / bundle.label / folder_name(form, bundle, asked, ExportRequest())
    found = check_bundle(form, bundle, asked)
    return {"findings": findings_data(found), "fits": not any(_unfit(one) for one in found), "folder": str(folder)}


def _unfit(finding: Finding) -> bool:
    return finding.severity == "error" and finding.exit == Exit.DOES_NOT_FIT


def _form(name: str) -> Format:
    if name not in EXPORTS:
        raise LookupError(name)
    return format_of(name)


def _parse_given(form: Format, asks: SendRequest) -> Mapping[str, Any]:
    """What a page says of options that it may say. LookupError for others."""
    known = {option.name for option in page_options(form)}
    if strange := [name for name in asks.options if name not in known]:
        raise LookupError(strange[0])
    return asks.options


def _command(workshop: Workshop, asks: SendRequest) -> Iterator[str]:
    """The words of the command; options that are as usual are left out."""
    form = _form(asks.format)
    given = _parse_given(form, asks)
    yield from ("export", asks.format, _target(workshop, asks))
    for option in page_options(form):
        value = given.get(option.name, option.default)
        if value == option.default:
            continue
        if isinstance(value, bool):
            yield f"--{option.name}"
        else:
            yield f"--{option.name}={value}"


def _start(request: Request, asks: SendRequest) -> Plain:
    words = [*_command(workshop_in(request), asks)]
    return runs_in(request).start_for(page_of(request), words)


ROUTES: tuple[BaseRoute, ...] = (
    Route("/api/send", looking(_formats)),
    Route("/api/send/look", taking(SendRequest, _look, "look", seconds=SECONDS), methods=["POST"]),
    Route("/api/send/start", taking(SendRequest, _start, alone=False), methods=["POST"]),
)
