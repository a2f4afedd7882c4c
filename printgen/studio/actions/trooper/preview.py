"""A card so far, finished or not: its pictures, its sums, and how it compares with the others of its deck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from printgen.base.errors import UsageError, has_errors
from printgen.base.file_access import display_path
from printgen.base.names import same_name, slug
from printgen.designer.context import CardSpec, DesignContext, PhotoFile, context_at, folder_for
from printgen.designer.design import (
    CardSums,
    copy_photo,
    derive_card,
    freeze,
    keep_look,
    origins_of,
    own_names,
    unknown_thing,
    values_of,
)
from printgen.designer.requests import CardRequest, Slip, parse_card
from printgen.editing.drafts import RecordPreview, preview_record
from printgen.game.records import Record
from printgen.reading.requests import ActionRequest
from printgen.rules.card_sources import DEVIATIONS
from printgen.rules.guidelines import CardField
from printgen.rules.provenance import ACCESSORIES, FIGURE, INFERRED, Provenance, note_text
from printgen.studio.actions import ActionAnswer, Live


class PreviewRequest(ActionRequest):
    """A card so far."""

    wish: CardRequest = CardRequest()


class CardReading(NamedTuple):
    """A page's request, parsed: the context, the card, and the mistakes in it."""

    context: DesignContext
    spec: CardSpec
    slips: tuple[Slip, ...]


def context_of(live: Live) -> DesignContext:
    """The context of designs for a product. UsageError where it has no guidelines."""
    return context_at(live.target, folder_for(live.target, live.cards), live.job, live.product)


def card_of_request(live: Live, request: CardRequest) -> CardReading:
    """The card of a page's request, with mistakes in words as slips. UsageError for a photo that is not there."""
    context = context_of(live)
    return CardReading(context, *parse_card(context, request, _photo(live, context, request)))


def _photo(live: Live, context: DesignContext, request: CardRequest) -> Path | PhotoFile | None:
    """The picture of a card: an upload, or else a file among the user's own cards."""
    if request.photo:
        if request.photo not in live.uploads:
            raise UsageError("the picture is not there any more", "Drop it on the page once more.")
        data = live.uploads[request.photo]
        return PhotoFile(_file_name(request.name, data), data)
    return context.file.parent / request.art if request.art else None


_ENDINGS: Sequence[tuple[bytes, str]] = ((b"\x89PNG", ".png"), (b"\xff\xd8", ".jpg"), (b"RIFF", ".webp"))


def _file_name(name: str, data: bytes) -> str:
    """The name of the file for the picture of a card. UsageError for data that are no picture."""
    ending = next((ending for start, ending in _ENDINGS if data.startswith(start)), None)
    if ending is None:
        raise UsageError("this is no picture", "Drop a PNG, a JPEG or a WebP picture.")
    return (slug(name)[:40].rstrip("-") or "trooper") + ending


_UNNAMED = "Name"  # The name on a card that has none yet.


@dataclass(frozen=True)
class CardPreview:
    """A card that may be unfinished: `values` with stand-ins, and the fields that are still `missing`."""

    context: DesignContext
    spec: CardSpec
    of: str
    sums: CardSums
    values: Mapping[str, Any]
    missing: tuple[str, ...]
    pictures: Mapping[Any, bytes]

    @cached_property
    def record_values(self) -> Mapping[str, Any]:
        """Its values as they are read from a list."""
        return freeze(self.values)

    @cached_property
    def origins(self) -> Provenance:
        return origins_of(self.context, self.values)

    @property
    def name_in_use(self) -> bool:
        """Whether another card of the user's own has its name."""
        own = own_names(self.context)
        return any(same_name(name) == same_name(self.spec.name) for name in own if name != self.of)


def preview_card(found: CardReading, of: str = "") -> CardPreview:
    """The card that a request makes, as far as it goes."""
    context, spec, _ = found
    missing = [field.name for field in context.fields if not field.one and not spec.said.get(field.name)]
    plain = {field.name: (stand_in(context, field),) for field in context.fields if field.name in {*missing} - {"name"}}
    missing = missing if spec.name else ["name", *missing]
    whole = replace(spec, name=spec.name or _UNNAMED, said={**spec.said, **plain})
    sums = derive_card(context, whole)
    art, pictures = copy_photo(context, spec.photo) if spec.photo else ("", {})
    values = values_of(context, whole, sums.derived, sums.box, of) | ({"art": art} if art else {})
    if held := next((one for one in context.product.records if of and one.name == of and is_own(context, one)), None):
        values = keep_look(held.source.get("look"), values)
    return CardPreview(context, spec, of, sums, values, tuple(missing), pictures)


def is_own(context: DesignContext, record: Record) -> bool:
    """Whether a record is in the user's own list."""
    return record.where.file == display_path(context.file)


def stand_in(context: DesignContext, field: CardField) -> str:
    """The value in place of a missing word: the commonest one of the deck."""
    if not context.titles(field.name):
        return field.word.capitalize()
    used = [word for record in context.product.records for word in field.words_in(record.values)]
    return max(dict.fromkeys(used), key=used.count) if used else next(iter(context.titles(field.name)))


def draft(live: Live, request: PreviewRequest) -> ActionAnswer:
    """The card so far: its pictures, its sums line by line, and its findings."""
    reading = card_of_request(live, request.wish)
    preview = preview_card(reading, request.wish.of)
    composed = compose_preview(live, preview)
    piece = composed.piece
    sides = {"front": piece.front, "back": piece.back} if piece else {}
    pictures = {side: drawing for side, drawing in sides.items() if drawing is not None}
    ready = not (preview.missing or reading.slips or preview.name_in_use or has_errors(composed.findings))
    data = {
        **preview_data(preview), "slips": [slip.as_data() for slip in reading.slips], "missing": [*preview.missing],
        "taken": preview.name_in_use, "ready": ready, "bleed": piece.bleed if piece else 0.0,
        "corner": piece.corner if piece else 0.0,
    }  # fmt: skip
    # An unfinished card always has words that follow from nothing.
    findings = (one for one in composed.findings if not (preview.missing and one.code == "unfounded-word"))
    return ActionAnswer(data, pictures, findings=tuple(findings))


def compose_preview(live: Live, preview: CardPreview) -> RecordPreview:
    """The record of a preview, composed within the game as it is loaded."""
    context = preview.context
    instead = preview.of if [one.name for one in context.product.records].count(preview.of) == 1 else None
    settings = replace(live.settings, only=())
    return preview_record(live.job, context.product, instead, preview.values, settings, context.file, preview.pictures)


def preview_data(preview: CardPreview) -> dict[str, Any]:
    """A card as JSON: its record, each stat with its sum, its words with their sources, and things left out."""
    context, sums = preview.context, preview.sums
    fields = {field.flag: field.name for field in context.fields}
    return {
        "card": plain(preview.values),
        "stats": [*_stats(preview)],
        "sum": sum(preview.values[stat] for stat in context.guidelines.stats),
        "held": _word_data(preview),
        "added": [{"word": word, "field": one.word.field, "reason": one.reason} for word, one in sums.added.items()],
        "problems": [
            {"field": fields.get(one.where.file, ""), "message": one.message, "hint": one.hint}
            for one in sums.derived.problems
        ],
        "box": [*_box_data(preview)],
        "left_out": [
            {"word": one.word.name, "field": one.word.field, "from": [*one.names], "changes": [*one.changes]}
            for one in preview.origins.left_out
        ],
        "inferred": [*preview.values.get(INFERRED, ())],
    }


def plain(value: Any) -> Any:
    """A value as JSON has it."""
    if isinstance(value, Mapping):
        return {key: plain(held) for key, held in value.items()}
    return [plain(one) for one in value] if isinstance(value, list | tuple) else value


def _stats(preview: CardPreview) -> Iterator[dict[str, Any]]:
    """Each stat with the sum behind it, the number on the card, and the reason where that is another one."""
    context = preview.context
    reasons = {one["stat"]: one["reason"] for one in preview.values.get(DEVIATIONS, ())}
    for stat in context.guidelines.stats.values():
        low, high = context.limits(stat.name)
        total = preview.sums.derived.stats[stat.name]
        yield {
            "name": stat.name, "label": stat.label, "title": stat.title, "best": stat.best, "value": total.value,
            "printed": preview.values[stat.name], "low": low, "high": high,
            "lines": [{"line": line, "amount": amount} for line, amount in total.because],
            "by_hand": stat.name in preview.spec.stats, "reason": reasons.get(stat.name, ""),
        }  # fmt: skip


def _word_data(preview: CardPreview) -> dict[str, list[dict[str, Any]]]:
    """The words of each field that counts, with their numbers and their sources."""
    added = preview.sums.added
    words: dict[str, list[dict[str, Any]]] = {field.name: [] for field in preview.context.guidelines.word_fields}
    for origin in preview.origins.words:
        addition = added.get(origin.word.name)
        words[origin.word.field].append(
            {"word": origin.word.name, "number": origin.number, "mark": origin.mark or "said",
             "from": [*origin.sources], "added": addition.reason if addition else ""}
        )  # fmt: skip
    return words


def _box_data(preview: CardPreview) -> Iterator[dict[str, Any]]:
    """The things that came with the figure: the word that each of them counts as, or that it is unknown."""
    context = preview.context
    guidelines = context.guidelines
    mounted = preview.values.get(FIGURE, {}).get("mounted", ()) if context.figure_keys else ()
    for name in preview.sums.box:
        meaning = guidelines.meaning(name)
        beside = guidelines.spellings.beside(name)
        yield {
            "name": name, "place": ACCESSORIES, "known": meaning is not None,
            "word": " and ".join(word.name for word in meaning.all_words) if meaning else "",
            "number": meaning.number if meaning else None,
            "field": meaning.word.field if meaning and meaning.word else "",
            "beside": note_text(beside, name) if beside else "",
            "told": "" if meaning else unknown_thing(context, name),
        }  # fmt: skip
    for name in mounted:
        meaning = guidelines.meaning(name)
        counts = meaning.word if meaning and meaning.word and meaning.word.field in guidelines.armament else None
        yield {
            "name": name, "place": "mounted", "known": meaning is not None, "word": counts.name if counts else "",
            "number": meaning.number if meaning and counts else None, "field": counts.field if counts else "",
            "beside": "", "told": "" if meaning else unknown_thing(context, name),
        }  # fmt: skip
