"""Cards of any game, changed on a page: requests come in; forms, and pictures of what is being changed, go out.

A list is named by its number among those of its product, and a record by its place in the list.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from pydantic import Field
from starlette.requests import Request
from starlette.routing import BaseRoute, Route

from printgen.desks import Ask
from printgen.drafts import Drafted, drafted
from printgen.errors import PrintgenError, UsageError
from printgen.forms import form_of
from printgen.library import LiveGame
from printgen.retouching import (
    ListText,
    Product,
    lists_of,
    names_of,
    paths_of,
    place_of,
    record_at,
    record_named,
)
from printgen.studio.asking import Plain, looking, number_in, taking, told, whole
from printgen.studio.shelf import game_in, settings_in, workshop_in

MOST = 10_000
"""So many records, and keys of one, may be spoken of."""

Place = Annotated[int, Field(ge=0, le=1_000_000)]
Hash = Annotated[str, Field(max_length=64)]
Values = Annotated[dict[str, Any], Field(max_length=500)]
Name = Annotated[str, Field(max_length=300)]


class DraftAsk(Ask):
    """A record that is being changed: its list, its place there and its name, or None for a new one; and its values."""

    list: Place = 0
    index: Place | None = None
    name: Name | None = None
    values: Values


class At(NamedTuple):
    """A product of a game that is open, with its lists as they are just now."""

    name: str
    game: LiveGame
    product: Product
    lists: tuple[ListText, ...]

    def list(self, number: int) -> ListText:
        """A list by its number. LookupError where there is none."""
        return self.lists[number]

    def writable(self, number: int) -> ListText:
        """The list in which something of a list is saved: of what came with printgen, that of the user's own."""
        one = self.lists[number]
        if not self.game.built_in or one.own:
            return one
        own = next((other for other in self.lists if other.own), None)
        if own is None:
            hint = "Start the studio with --cards and a folder."
            raise UsageError("the cards of a kit are changed as copies among your own, and you have no folder", hint)
        return own


def at_of(request: Request) -> At:
    """The product that a request's path names. LookupError where there is none."""
    name, game = game_in(request)
    product = game.product(request.path_params["product"])
    return At(name, game, product, lists_of(game.job, product, game.cards))


# ---- what there is


def _lists(request: Request) -> Plain:
    at = at_of(request)
    with at.game.lock:
        return {"lists": [_list_told(at, one) for one in at.lists], "builtIn": at.game.built_in}


def _list_told(at: At, one: ListText) -> Plain:
    why = "Change it in your spreadsheet; what is shown here follows." if one.form == "book" else ""
    if at.game.built_in and not one.own:
        why = "This came with printgen, and stays as it is. What you change is saved as a card of your own."
    about = {"file": one.shown, "own": one.own, "written": one.form, "hash": one.hash, "there": one.before is not None}
    return {**about, "names": [*names_of(one)], "why": why, "findings": told(one.findings)}


def _form(request: Request) -> Plain:
    """The form of a record: of the product's by its number, or of a list by its place with ?list=N."""
    at = at_of(request)
    number = number_in(request, "number")
    listed = request.query_params.get("list", "")
    with at.game.lock:
        if listed:
            which, index = whole(listed), number
        else:
            record = at.product.records[number]
            try:
                which, index = place_of(at.game.job, at.lists, record)
            except UsageError as gone:
                # In a list that cannot be read nothing stands where it stood.
                raise next((PrintgenError(one.findings) for one in at.lists if one.findings), gone) from gone
        one = at.list(which)
        if one.findings:
            raise PrintgenError(one.findings)
        values = _values_of(one, index)
        made = drafted(
            at.game.job, at.product, record_at(at.product, one, index), values, settings_in(request), one.path
        )
        return {**_common(at, which), "index": index, "values": values, **_told_draft(request, made)}


def _blank(request: Request) -> Plain:
    """The form of a new record; with ?like=N one that is as another of the list ?list=N."""
    at = at_of(request)
    query = request.query_params
    which = whole(query.get("list", "") or "0")
    with at.game.lock:
        one = at.list(which)
        values: dict[str, Any] = {}
        if like := query.get("like", ""):
            values = dict(_values_of(one, whole(like)))
            values["name"] = _copied(str(values.get("name", "")), set(names_of(one)))
        made = drafted(at.game.job, at.product, None, values, settings_in(request), one.path)
        return {**_common(at, which), "index": None, "values": values, **_told_draft(request, made)}


def _values_of(one: ListText, index: int) -> dict[str, Any]:
    """What a record of a list holds. LookupError where there is none, UsageError where it is no record."""
    values = one.records[index]
    if not isinstance(values, dict):
        raise UsageError(f"entry {index + 1} of {one.shown} is no record", "Mend it in the file.")
    return values


def _copied(name: str, known: set[str]) -> str:
    """A name for a copy."""
    names = (f"{name} {n}" for n in range(2, MOST))
    return next(one for one in names if one not in known)


def _common(at: At, which: int) -> dict[str, Any]:
    one = at.list(which)
    return {
        "game": at.name, "product": at.product.name, "title": at.product.title,
        "form": form_of(at.game.job.game, at.product, at.game.job.usage),
        "lists": [{"own": one.own, "count": len(one.records)} for one in at.lists],
        "list": which, **_list_told(at, one), "number": at.game.number, "records": len(one.records),
    }  # fmt: skip


def _draft(request: Request, asks: DraftAsk) -> Plain:
    _, game = game_in(request)
    with game.lock:
        product = game.product(request.path_params["product"])
        path, _ = paths_of(game.job, product, game.cards)[asks.list]
        # Whoever types waits for no file: the record is that of the game as it was read.
        old = None if asks.name is None else record_named(product, path, asks.name, asks.index or 0)
        made = drafted(game.job, product, old, asks.values, settings_in(request), path)
    return _told_draft(request, made, live=True)


def _told_draft(request: Request, made: Drafted, live: bool = False) -> dict[str, Any]:
    piece, pictures = made.piece, {}
    if piece is not None:
        pictures = {"front": piece.front} | ({"back": piece.back} if piece.back else {})
    findings = [{**one, "way": [*way]} for one, way in zip(told(made.findings), made.fields, strict=True)]
    shown = workshop_in(request).pictures.told(pictures, live)
    return {"pictures": shown, "findings": findings, "whole": made.whole, "short": made.short}


_HOME = "/api/games/{game}/products/{product}"
ROUTES: tuple[BaseRoute, ...] = (
    Route(f"{_HOME}/lists", looking(_lists)),
    Route(f"{_HOME}/forms/new", looking(_blank)),
    Route(f"{_HOME}/forms/{{number}}", looking(_form)),
    Route(f"{_HOME}/draft", taking(DraftAsk, _draft, "draft"), methods=["POST"]),
)
