"""Saves a card in the user's own list, and opens, prints and reads back cards of that list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from printgen.base.errors import Finding, PrintgenError, UsageError, Where, did_you_mean
from printgen.base.file_access import display_path
from printgen.designer.context import NONE, CardSpec, DesignContext
from printgen.designer.design import count_equipment, derive_card, draft, is_plain
from printgen.designer.requests import Text
from printgen.game.records import Record
from printgen.reading.positions import LocatedList, LocatedMap
from printgen.reading.requests import ActionRequest
from printgen.reading.yaml_events import examine_yaml
from printgen.rules.card_sources import DEVIATIONS
from printgen.rules.derive import derive
from printgen.rules.provenance import ACCESSORIES, FIGURE, MOUNTED, VEHICLE
from printgen.studio.actions import ActionAnswer, Live
from printgen.studio.actions.trooper.preview import PreviewRequest, card_of_request, context_of, is_own, plain


class NameRequest(ActionRequest):
    """A card of the user's own."""

    name: Text


class SaveRequest(PreviewRequest):
    """A card to save; `seen` is its mark when it was opened, "" where changes of others do not matter."""

    seen: Text = ""


def save(live: Live, request: SaveRequest) -> ActionAnswer:
    """The files to save: the user's own list with the card in it, and its picture.

    UsageError for an unfinished card, PrintgenError for one that would not load or not fit, or that somebody else has
    changed since it was opened.
    """
    reading = card_of_request(live, request.wish)
    own = (one for one in reading.context.product.records if is_own(reading.context, one))
    _check_same(reading.context, request, next((one.source for one in own if one.name == request.wish.of), None))
    for slip in reading.slips:
        raise UsageError(f"{slip.field}: {slip.message}", slip.hint)
    card = draft(reading.context, reading.spec, request.wish.of)
    # Somebody may have changed the list since the game was read.
    _check_same(reading.context, request, _entry(card.before, display_path(card.file), request.wish.of))
    before: dict[Path, bytes | None] = dict.fromkeys(card.files)
    before[card.list] = card.before if card.there else None
    name = str(card.values["name"])
    data = {"name": name, "file": display_path(card.file), "record": plain(card.values)}
    return ActionAnswer(data, findings=card.findings, files=dict(card.files), before=before)


def print_card(live: Live, request: NameRequest) -> ActionAnswer:
    """Begin to print a card of the user's own by itself."""
    return ActionAnswer({}, command=("build", live.target, f"--only={request.name}"))


def open_card(live: Live, request: NameRequest) -> ActionAnswer:
    """The request that makes a card of the user's own. UsageError where there is none of the name."""
    context = context_of(live)
    own = [record for record in context.product.records if is_own(context, record)]
    record = next((one for one in own if one.name == request.name), None)
    if record is None:
        hint = did_you_mean(request.name, [one.name for one in own], "Save it first.")
        raise UsageError(f"you have no card named '{request.name}'", hint)
    return ActionAnswer({"wish": request_of(context, record), "seen": _mark(record.source), "where": str(record.where)})


def _mark(entry: LocatedMap) -> str:
    """A hash of a card's entry in the list, by which a change of it is noticed."""
    return sha256(repr(plain(entry)).encode()).hexdigest()[:24]


def _entry(text: bytes, shown: str, name: str) -> LocatedMap | None:
    """The entry of a card in the text of a list; None where it has none."""
    entries = examine_yaml(text.decode("utf-8", "replace"), shown, False)[0]
    maps = (entry for entry in entries if isinstance(entry, LocatedMap)) if isinstance(entries, LocatedList) else ()
    return next((entry for entry in maps if entry.get("name") == name), None)


def _check_same(context: DesignContext, request: SaveRequest, entry: LocatedMap | None) -> None:
    """PrintgenError where somebody has changed or removed the card since it was opened."""
    if not (request.seen and request.wish.of):
        return
    if entry is None or _mark(entry) != request.seen:
        message = f"{request.wish.of} was {'changed' if entry is not None else 'taken away'} meanwhile"
        where = entry.start if entry is not None else Where(display_path(context.file))
        hint = "Open it again, or save yours in its place."
        raise PrintgenError([Finding("error", where, message, hint, "changed-meanwhile")])


def request_of(context: DesignContext, record: Record) -> dict[str, Any]:
    """The request of a page that would make a record."""
    figure: Mapping[str, Any] = record.values.get(FIGURE) or {}
    came = {key: tuple(map(str, figure.get(key) or ())) for key in (ACCESSORIES, MOUNTED)}
    vehicle = str(figure.get(VEHICLE) or "")
    # Words that follow from things in the box are not in the request.
    counted, _ = count_equipment(context, CardSpec(figure=came))
    shown = derive(context.guidelines, counted).carried
    said: dict[str, tuple[str, ...]] = {}
    without: list[str] = []
    for field in context.fields:
        words = field.words_in(record.values)
        if field in context.guidelines.word_fields:
            own = derive(context.guidelines, {field.name: words}).carried[field.name]
            words = tuple(word for word in own if word not in shown[field.name])
            without += [word for word in shown[field.name] if word not in own]
        said[field.name] = words
    known = {**came, **({VEHICLE: vehicle} if vehicle else {})}
    without += _words_to_refuse(context, CardSpec(record.name, said, figure=known, without=tuple(without)), record)
    look: Mapping[str, Any] = record.values.get("look") or {}
    text = " ".join(str(figure[key]) for key in ("year", "version") if figure.get(key))
    return {
        "name": record.name,
        "of": record.name,
        "said": {key: [*words] for key, words in said.items() if words},
        **_by_hand(context, record),
        "figure": {"text": text, VEHICLE: vehicle, **{key: [*words] for key, words in came.items()}},
        "without": without,
        "look": {key: plain(value) for key, value in look.items() if is_plain(key, value)},
        "photo": "",
        "art": _art(record),
    }


def _words_to_refuse(context: DesignContext, spec: CardSpec, record: Record) -> Iterator[str]:
    """The words that follow from a card's role and skills, and that its record does not have."""
    for word, one in derive_card(context, spec).added.items():
        field = one.word.field
        if word not in derive(context.guidelines, {field: record.values.get(field) or ()}).carried[field]:
            yield word


def _by_hand(context: DesignContext, record: Record) -> dict[str, Any]:
    """The stats of a record that differ from the derived ones, with the reasons."""
    noted: Sequence[Mapping[str, Any]] = record.values.get(DEVIATIONS) or ()
    words = {field.name: field.words_in(record.values) for field in context.guidelines.word_fields}
    stats: dict[str, int] = {}
    for stat, value in derive(context.guidelines, words).values.items():
        low, high = context.limits(stat)
        printed = record.values.get(stat)
        if isinstance(printed, int) and printed != min(high, max(low, value)):
            stats[stat] = printed
    return {"stats": stats, "reasons": {one["stat"]: one["reason"] for one in noted if one["stat"] in stats}}


def _art(record: Record) -> str:
    """The file of a card's picture, as its list names it; "" for none."""
    art = record.source.get("art")
    return str(art) if isinstance(art, str) and art != NONE else ""
