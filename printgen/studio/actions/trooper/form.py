"""The form of a card: its fields with their words, searches of words, and the choices for its picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Annotated, Any, NamedTuple

from pydantic import Field

from printgen.art.casting import WORD_KEYS, cast
from printgen.art.poses import BUST
from printgen.base import group_pairs
from printgen.base.errors import closest
from printgen.base.folders import templates_folder
from printgen.base.units import Box, chain, mm, scale, to_mm, translate
from printgen.designer.context import NONE, DesignContext
from printgen.designer.design import own_names
from printgen.designer.look import COLORS, SEVERAL, choices, is_drawn, look_names
from printgen.designer.requests import Key, ShortText, Text, parse_look
from printgen.drawing.fonts import on_shelf
from printgen.drawing.model import Drawing, Group, Place, Rect
from printgen.drawing.outlines import rectangle
from printgen.drawing.pieces import PartError, TemplateProblem
from printgen.drawing.tints import Tints
from printgen.faces.face import Face, Node
from printgen.faces.session import FaceState, Session
from printgen.kinds.composition import Order
from printgen.kinds.face_rendering import common_context, facts_of
from printgen.reading.requests import ActionRequest
from printgen.reading.yaml_events import load_yaml_file
from printgen.rules.guidelines import BestLine, CardField
from printgen.rules.vocabulary import CountedWord, fold
from printgen.studio.actions import ActionAnswer, Live
from printgen.studio.actions.trooper.preview import (
    CardPreview,
    PreviewRequest,
    card_of_request,
    context_of,
    preview_card,
)

_MOST_ALIASES, _MOST_MATCHES = 60, 8
"""So many other names of a word, and so many matches of a search, are sent to a page."""
_SHOWN_COLUMNS = ("color", "icon", "reminder", "short", "side")
"""Columns of a table that say how one of its rows looks, or what it does."""


class SearchRequest(ActionRequest):
    """A text that is written on a box."""

    text: Text = ""


def form(live: Live, request: ActionRequest) -> ActionAnswer:
    """The whole form of a card: its fields with their words, its stats, and the keys of its look."""
    context = context_of(live)
    aliases = _aliases(context)
    front = window_of(context)
    data = {
        "target": context.target,
        "title": context.product.title,
        "fields": [_field(context, field, aliases) for field in context.fields],
        "stats": [
            {"name": stat.name, "label": stat.label, "title": stat.title, "best": stat.best, "start": stat.start,
             "low": context.limits(stat.name)[0], "high": context.limits(stat.name)[1]}
            for stat in context.guidelines.stats.values()
        ],
        "figure": _figure(context),
        "own": own_names(context),
        "file": str(context.file),
        "beside": context.cards is not None,
        "window": [round(side, 2) for side in front] if front else None,
        "look": look_keys(context) if front else [],
    }  # fmt: skip
    return ActionAnswer(data)


def _figure(context: DesignContext) -> dict[str, Any]:
    """The keys of a figure that the game has a field for, and the limits of its year."""
    year: Mapping[str, Any] = context.figure_keys.get("year", {})
    return {"keys": [*context.figure_keys], "years": [year.get("min", 0), year.get("max", 9999)] if year else None}


def _field(context: DesignContext, field: CardField, aliases: Mapping[str, list[str]]) -> dict[str, Any]:
    declared: Mapping[str, Any] = context.game.declaration(context.product, field.name) or {}
    counted = field in context.guidelines.word_fields
    words = [*_count_rows(context, field, aliases)] if counted else [*_title_rows(context, field)]
    return {
        "name": field.name, "label": field.name.replace("_", " ").capitalize(), "question": field.question,
        "word": field.word, "help": field.help, "several": bool(field.one), "counted": counted,
        "most": declared.get("max") if field.one else None, "letters": None if field.one else declared.get("max"),
        "words": words,
    }  # fmt: skip


def _title_rows(context: DesignContext, field: CardField) -> Iterator[dict[str, Any]]:
    """The words of a field that counts for no stat, with their titles; those that the deck uses before the others."""
    titles, table = context.titles(field.name), context.game.table_of(context.product, field.name)
    used = [word for record in context.product.records for word in field.words_in(record.values)]
    for word in sorted(titles, key=lambda word: word not in used):
        row = table.rows.get(word, {}) if table else {}
        columns = {key: str(row[key]) for key in _SHOWN_COLUMNS if row.get(key)}
        yield {"word": word, "title": titles[word] or word, "used": used.count(word), **columns}


def _count_rows(context: DesignContext, field: CardField, aliases: Mapping[str, list[str]]) -> Iterator[dict[str, Any]]:
    """The words of a field that counts, each with what it adds to stats and with its other names on boxes."""
    guidelines = context.guidelines
    used = [fold(word) for record in context.product.records for word in field.words_in(record.values)]
    for word in guidelines.words_of(field.name):
        others = {key for keys in guidelines.excluding if word.key in keys for key in keys} - {word.key}
        yield {
            "word": word.name, "title": word.name, "used": used.count(word.key), "numbers": word.numbers,
            "worth": [*_worth(context, word)], "aliases": aliases.get(word.key, [])[:_MOST_ALIASES],
            "excludes": [guidelines.word_index[key].name for key in others],
        }  # fmt: skip


def _worth(context: DesignContext, word: CountedWord) -> Iterator[dict[str, Any]]:
    """The lines of stats that a word is in: the amount that it adds, or the number that it raises the stat to."""
    for stat in context.guidelines.stats.values():
        for line in stat.lines:
            if word.key in line.keys:
                top = line.top if isinstance(line, BestLine) else None
                yield {"stat": stat.name, "label": stat.label, "amount": line.amount, "to": top, "best": stat.best}


def _aliases(context: DesignContext) -> dict[str, list[str]]:
    """The other names of words, by the key of the word; the shortest names first."""
    spellings = context.guidelines.spellings
    others = ((key, word) for key, word in spellings.names.items() if key != word.key)
    aliases = group_pairs((word.key, spellings.texts[key]) for key, word in others)
    return {key: sorted(names, key=len) for key, names in aliases.items()}


def search(live: Live, request: SearchRequest) -> ActionAnswer:
    """The meaning of a text on a box, the words nearest to it if it has none, and the names that it is a part of."""
    context = context_of(live)
    text, guidelines = request.text.strip(), context.guidelines
    if not fold(text):
        return ActionAnswer({"text": text, "means": None, "nothing": False, "near": [], "found": []})
    meaning = guidelines.meaning(text)
    word = meaning.word if meaning else None
    data = {
        "text": text,
        "means": _word_meaning(context, word, meaning.number if meaning else None) if word else None,
        "nothing": meaning is not None and word is None,
        "thing": bool(meaning and meaning.thing),
        "beside": guidelines.spellings.beside(text),
        "near": [] if meaning else [*_near(context, text)],
        "found": [*_matches(context, text)][:_MOST_MATCHES],
    }
    return ActionAnswer(data)


def _word_meaning(context: DesignContext, word: CountedWord, number: int | None = None) -> dict[str, Any]:
    return {"word": word.name, "field": word.field, "number": number, "worth": [*_worth(context, word)]}


def _near(context: DesignContext, text: str) -> Iterator[dict[str, Any]]:
    """The words of each field that a text is most likely a misspelling of."""
    for field in context.fields:
        if field in context.guidelines.word_fields:
            if nearest := context.guidelines.spellings.nearest(text, field.name):
                yield {"name": nearest[0], **_word_meaning(context, nearest[1])}
        else:
            titles = context.titles(field.name)
            # Names of two letters are near to anything.
            codes = {name.casefold(): code for code, title in titles.items() for name in (code, title) if len(name) > 2}
            if (name := closest(text.casefold(), codes)) is not None:
                code = codes[name]
                yield {"name": titles[code] or code, "word": code, "field": field.name, "number": None, "worth": []}


def _matches(context: DesignContext, text: str) -> Iterator[dict[str, Any]]:
    """The names that begin with a text, then those that contain it, the shortest first."""
    key, spellings = fold(text), context.guidelines.spellings
    names: Iterable[tuple[str, CountedWord]] = spellings.names.items()
    matches = [(not name.startswith(key), len(name), name, word) for name, word in names if key in name]
    for *_, name, word in sorted(matches, key=lambda match: match[:3]):
        yield {"name": spellings.texts[name], **_word_meaning(context, word)}
    for field in context.fields:
        for code, title in context.titles(field.name).items():
            if key in (fold(code), fold(title)) or (len(key) > 1 and fold(title).startswith(key)):
                yield {"name": title or code, "word": code, "field": field.name, "number": None, "worth": []}


_THUMB_SIDE, _THUMB_GROUND = mm(22), "#CFC9B6"
_HEAD = Box(mm(10.4), mm(2.6), mm(28), mm(28))  # The box of a figure's head in the window of its picture.
_MOST_THUMBS = 40


class ThumbnailRequest(PreviewRequest):
    """The choices of a key of the look that are drawn, on the card so far."""

    key: Key
    choices: Annotated[tuple[ShortText, ...], Field(max_length=_MOST_THUMBS)]


_LOOK: Any = load_yaml_file(templates_folder() / "studio" / "look.yaml", "look.yaml")
_SHOWN_BY_KEY = {key: shows for keys in _LOOK["keys"].values() for key, (_, shows) in keys.items()}
"""The part of the picture that thumbnails of a key show: "head", "whole" or "color"."""
_OPTIONAL = (*SEVERAL, "craft", "headgear")  # Keys for which a look may have nothing.


def look_keys(context: DesignContext) -> list[dict[str, Any]]:
    """The keys of a look with their choices, as a page shows them."""
    return [
        {"key": key, "group": group, "title": title, "shows": shows, "several": key in (*SEVERAL, "face"),
         "choices": [*_choices(context, key)]}
        for group, keys in _LOOK["keys"].items() for key, (title, shows) in keys.items()
    ]  # fmt: skip


def _choices(context: DesignContext, key: str) -> Iterator[dict[str, str]]:
    """The choices of a key: the value of each in a request, its label on a page, and its sort."""
    if key in COLORS:
        for color in _LOOK["colors"]:
            yield {"value": color, "label": color, "sort": ""}
        return
    if key in WORD_KEYS:
        words: Mapping[str, Any] = context.job.library.casting["words"][key]
        for word in choices(context, key):
            # A word for the colour of hair alone has a key of its own.
            is_color = key == "hair" and isinstance(words[word], Mapping) and "hair" not in words[word]
            if word != "hair" and not is_color:
                yield {"value": word, "label": word, "sort": _sort(words[word]) if key == "face" else ""}
        return
    if key in _OPTIONAL:
        yield {"value": NONE, "label": NONE, "sort": ""}
    for name in look_names(context, key):
        yield {"value": name, "label": name.replace("-", " "), "sort": ""}


def _sort(look: Any) -> str:
    """The sort of a word for a face, by the keys of the look that it stands for."""
    keys = {key.lstrip("+-") for key in look} if isinstance(look, Mapping) else set()
    return next((sort for key, sort in _LOOK["sorts"].items() if key in keys), "Expression")


class _Window(NamedTuple):
    """The composed picture of a face: the face without anything else, and the picture's box in points."""

    face: Face
    box: Box


def _window(context: DesignContext) -> _Window | None:
    """The window on the front of the cards; None where it has no composed picture at a fixed place."""
    return context.job.library.keep(("window", context.product.front), lambda: _find_window(context))


def _find_window(context: DesignContext) -> _Window | None:
    if not is_drawn(context):
        return None
    face = context.job.library.face(context.product.front)
    for node in _images(face.items):
        plain = {key: node.props[key].get({}) for key in ("x", "y", "w", "h") if node.props[key].constant}
        if len(plain) == 4:
            box = Box(*(float(plain[key]) for key in ("x", "y", "w", "h")))
            return _Window(replace(face, items=(node,)), box)
    return None


def _images(nodes: Sequence[Node]) -> Iterator[Node]:
    """The composed pictures among nodes, and in groups that do not move what is in them."""
    for node in nodes:
        if node.kind == "image" and "look" in node.props and {"x", "y", "w", "h"} <= node.props.keys():
            yield node
        elif node.kind == "group" and not {"x", "y", "rotate", "scale"} & node.props.keys():
            yield from _images(node.children)


def window_of(context: DesignContext) -> tuple[float, float] | None:
    """The width and height, in millimetres, of the window in which a card shows its picture."""
    window = _window(context)
    return (to_mm(window.box.w), to_mm(window.box.h)) if window else None


def thumbnails(live: Live, request: ThumbnailRequest) -> ActionAnswer:
    """Small pictures of choices of one key of the look, each on the card so far."""
    found = card_of_request(live, request.wish)
    context = found.context
    window = _window(context)
    shows = _SHOWN_BY_KEY.get(request.key)
    if window is None or shows is None:
        return ActionAnswer({"key": request.key, "choices": []})
    preview = preview_card(found, request.wish.of)
    drawn: dict[str, Drawing] = {}
    with on_shelf(context.job.library.fonts.shelf):
        for choice in request.choices:
            own_look = parse_look(context, {request.key: (choice,) if request.key in SEVERAL else choice})
            look = {**preview.spec.look, **own_look}
            with suppress(PartError, TemplateProblem, ValueError):
                drawn[choice] = _thumb(preview, window, look, request.key, shows)
    return ActionAnswer({"key": request.key, "choices": [*drawn]}, drawn)


def _thumb(preview: CardPreview, window: _Window, look: Mapping[str, Any], key: str, shows: str) -> Drawing:
    """A small square picture: the head before a plain ground, or the whole window."""
    context, box = preview.context, window.box
    order = Order(context.game, context.product, (), context.job.library, context.job.renderer)
    seed = int(look.get("seed", 1))
    card = {**preview.record_values, "art": None}
    settled = cast(context.job.library.casting, card, look, seed)
    head = shows == "head"
    if head:
        settled |= {**dict.fromkeys(("scene", "craft", "front", "back"), NONE), "pose": BUST}
    if key in _LOOK["hides"]:
        settled[_LOOK["hides"][key]] = NONE
    card |= {"look": settled}
    auto = {"number": 1, "total": 1, "seed": seed, "long": ""}
    ink = Session(Tints({}), preview.values["name"], lambda _: context.product.where, FaceState(),
                  facts=facts_of(order, order.library.reads(window.face)))  # fmt: skip
    known = {**common_context(order), "card": {**auto, **card}, "auto": auto}
    items = context.job.renderer.render(window.face, known, ink).items
    shown = Box(box.x + _HEAD.x, box.y + _HEAD.y, _HEAD.w, _HEAD.h) if head else box
    side = min(shown.w, shown.h)
    left = shown.x + (shown.w - side) / 2
    place = chain(scale(_THUMB_SIDE / side), translate(-left, -shown.y))
    ground = (Rect(0, 0, _THUMB_SIDE, _THUMB_SIDE, _THUMB_GROUND),)
    clip = rectangle(Box(0, 0, _THUMB_SIDE, _THUMB_SIDE))
    return Drawing(_THUMB_SIDE, _THUMB_SIDE, (Place(Group((*ground, Place(Group(items), place)), clip)),))
