"""A card so far, finished or not: its pictures, its sums, and how it compares with the others of its deck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from printgen.base.errors import Finding, UsageError, has_errors
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
    """What can be made of a page's request: the context, the card, and what is wrong with the rest."""

    context: DesignContext
    spec: CardSpec
    slips: tuple[Slip, ...]


def context_of(live: Live) -> DesignContext:
    """Where cards are designed for the product that a page is at. UsageError where it has no guidelines."""
    return context_at(live.target, folder_for(live.target, live.cards), live.job, live.product)


def card_of_request(live: Live, request: CardRequest) -> CardReading:
    """The card that a page asks for, whatever its words are. UsageError for a picture that nobody has given."""
    context = context_of(live)
    return CardReading(context, *parse_card(context, request, _photo(live, context, request)))


def _photo(live: Live, context: DesignContext, request: CardRequest) -> Path | PhotoFile | None:
    """The picture of a card: one that was given to the page, else one that lies among the user's own cards."""
    if request.photo:
        if request.photo not in live.uploads:
            raise UsageError("the picture is not there any more", "Drop it on the page once more.")
        data = live.uploads[request.photo]
        return PhotoFile(_file_name(request.name, data), data)
    return context.file.parent / request.art if request.art else None


_ENDINGS: Sequence[tuple[bytes, str]] = ((b"\x89PNG", ".png"), (b"\xff\xd8", ".jpg"), (b"RIFF", ".webp"))


def _file_name(name: str, data: bytes) -> str:
    """The name of the file that the picture of a card would have. UsageError for what is no picture."""
    ending = next((ending for start, ending in _ENDINGS if data.startswith(start)), None)
    if ending is None:
        raise UsageError("this is no picture", "Drop a PNG, a JPEG or a WebP picture.")
    return (slug(name)[:40].rstrip("-") or "trooper") + ending


_UNNAMED = "Name"
"""What stands on a card that has no name yet."""


@dataclass(frozen=True)
class CardPreview:
    """A card as far as it was wished for; `values` are its record, in which something plain stands for what is missing.

    `missing` are the fields that nobody has spoken of yet and that a card must have.
    """

    context: DesignContext
    spec: CardSpec
    of: str
    sums: CardSums
    values: Mapping[str, Any]
    missing: tuple[str, ...]
    pictures: Mapping[Any, bytes]

    @cached_property
    def record_values(self) -> Mapping[str, Any]:
        """Its values as they are when they are read from a list."""
        return freeze(self.values)

    @cached_property
    def origins(self) -> Provenance:
        """Where its words come from."""
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
    missing = missing if spec.name else ["name", *missing]
    plain = {
        field.name: (stand_in(context, field),)
        for field in context.fields
        if field.name in missing and field.name != "name"
    }
    whole = replace(spec, name=spec.name or _UNNAMED, said={**spec.said, **plain})
    sums = derive_card(context, whole)
    art, pictures = copy_photo(context, spec.photo) if spec.photo else ("", {})
    values = values_of(context, whole, sums.derived, sums.box, of) | ({"art": art} if art else {})
    if held := next((one for one in context.product.records if of and one.name == of and is_own(context, one)), None):
        values = keep_look(held.source.get("look"), values)
    return CardPreview(context, spec, of, sums, values, tuple(missing), pictures)


def is_own(context: DesignContext, record: Record) -> bool:
    """Whether a record stands in the user's own list."""
    return record.where.file == display_path(context.file)


def stand_in(context: DesignContext, field: CardField) -> str:
    """What stands on a card in place of a word that is still missing: of those that the deck uses the commonest."""
    if not context.titles(field.name):
        return field.word.capitalize()
    used = [word for record in context.product.records for word in field.words_in(record.values)]
    return max(dict.fromkeys(used), key=used.count) if used else next(iter(context.titles(field.name)))


def draft(live: Live, request: PreviewRequest) -> ActionAnswer:
    """The card so far: its pictures, its sums line by line, and all that there is to say of it."""
    found = card_of_request(live, request.wish)
    preview = preview_card(found, request.wish.of)
    made = compose_preview(live, preview)
    piece = made.piece
    sides = {"front": piece.front, "back": piece.back} if piece else {}
    pictures = {side: drawing for side, drawing in sides.items() if drawing is not None}
    slips = [*found.slips]
    ready = not (preview.missing or slips or preview.name_in_use or has_errors(made.findings))
    data = {
        **preview_data(preview),
        "slips": [one.as_data() for one in slips],
        "missing": [*preview.missing],
        "taken": preview.name_in_use,
        "ready": ready,
        "bleed": piece.bleed if piece else 0.0,
        "corner": piece.corner if piece else 0.0,
    }
    return ActionAnswer(data, pictures, findings=card_findings(preview, made.findings))


def compose_preview(live: Live, preview: CardPreview) -> RecordPreview:
    """The record of a preview, composed within the game as it is loaded."""
    context = preview.context
    instead = preview.of if [one.name for one in context.product.records].count(preview.of) == 1 else None
    settings = replace(live.settings, only=())
    return preview_record(live.job, context.product, instead, preview.values, settings, context.file, preview.pictures)


_UNFINISHED = frozenset(("unfounded-word",))


def card_findings(preview: CardPreview, findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """The findings on a card, without those of what it still lacks."""
    return tuple(one for one in findings if not (preview.missing and one.code in _UNFINISHED))


def preview_data(preview: CardPreview) -> dict[str, Any]:
    """A card as plain data: its record, each stat with its sum, what it holds and why, and what counts for nothing."""
    context, sums = preview.context, preview.sums
    return {
        "card": plain(preview.values),
        "stats": [*_stats(preview)],
        "sum": sum(preview.values[stat] for stat in context.guidelines.stats),
        "held": _word_data(preview),
        "added": [{"word": word, "field": one.word.field, "reason": one.reason} for word, one in sums.added.items()],
        "problems": [
            {"field": _field_of(context, one), "message": one.message, "hint": one.hint}
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


def _field_of(context: DesignContext, problem: Finding) -> str:
    return next((one.name for one in context.fields if one.flag == problem.where.file), "")


def _stats(preview: CardPreview) -> Iterator[dict[str, Any]]:
    """Each stat with the sum behind it, what stands on the card, and why that is another number."""
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
    """The words of each field that counts, with their numbers, and where each one comes from."""
    added = preview.sums.added
    held: dict[str, list[dict[str, Any]]] = {field.name: [] for field in preview.context.guidelines.word_fields}
    for one in preview.origins.words:
        called = added.get(one.word.name)
        held[one.word.field].append(
            {"word": one.word.name, "number": one.number, "mark": one.mark or "said", "from": [*one.sources],
             "added": called.reason if called else ""}
        )  # fmt: skip
    return held


def _box_data(preview: CardPreview) -> Iterator[dict[str, Any]]:
    """What came with the figure, thing by thing: what each one counts as, or that nobody knows it."""
    context = preview.context
    guidelines = context.guidelines
    mounted = preview.values.get(FIGURE, {}).get("mounted", ()) if context.figure_keys else ()
    for name in preview.sums.box:
        meant = guidelines.meaning(name)
        beside = guidelines.spellings.beside(name)
        yield {
            "name": name, "place": ACCESSORIES, "known": meant is not None,
            "word": " and ".join(word.name for word in meant.all_words) if meant else "",
            "number": meant.number if meant else None,
            "field": meant.word.field if meant and meant.word else "",
            "beside": note_text(beside, name) if beside else "",
            "told": "" if meant else unknown_thing(context, name),
        }  # fmt: skip
    for name in mounted:
        meant = guidelines.meaning(name)
        counts = meant.word if meant and meant.word and meant.word.field in guidelines.armament else None
        yield {
            "name": name, "place": "mounted", "known": meant is not None, "word": counts.name if counts else "",
            "number": meant.number if meant and counts else None, "field": counts.field if counts else "",
            "beside": "", "told": "" if meant else unknown_thing(context, name),
        }  # fmt: skip
