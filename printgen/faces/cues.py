"""Faces and the colours that their roles had come in; warnings of what only a colour tells go out.

A colour that depends on a field of a card says something. Where nothing else of the face reads that field, nobody
learns it from a grey print, nor does everybody from one in colour, unless the colours are far enough apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from printgen.base.errors import Finding, Where
from printgen.base.letters import many
from printgen.drawing.eyesight import apart, merged, merging
from printgen.faces.face import Face
from printgen.reading.marked import Map

Had = Mapping[str, Mapping[str, Sequence[str]]]
"""The colours that roles had, each with the cards that had it."""

# A field of a card or a name, as expressions read them.
_READ = re.compile(r"\bcard\s*(?:\.\s*(\w+)|\[\s*['\"](\w+)['\"]\s*\])|\b([A-Za-z_]\w*)")
_PICTURED = ("look", "picture")
# What says how a face is coloured and measured, and shows nothing by itself.
_NO_CUES = frozenset({"colors", "lets", "size", "unit", "bleed", "safe", "palettes", "params", "extends", "looks"})
_COLORS = frozenset({"fill", "stroke", "color", "hazard", "pattern-color", "background"})


def lone_colors(face: Face, had: Had, values: Mapping[str, Mapping[str, Any]]) -> Iterator[Finding]:
    """A warning for each role of a face whose colours alone say something, and look alike somewhere.

    `had` are the colours of its roles that differ from card to card, each with the cards that had it, `values` what
    the cards say by their names.
    """
    if not had or any(key in node.props for node in face.nodes() for key in _PICTURED):
        return  # A composed picture shows what its card is.
    lets = _lets(face)
    shown = {name.removeprefix("card.") for name in _closed(_texts_of(face), lets) if name.startswith("card.")}
    for role, colors in had.items():
        asked = _closed((str(source["colors"][role]) for source in _sources(face) if role in _colors(source)), lets)
        fields = {name.removeprefix("card.") for name in asked if name.startswith("card.")}
        if not fields or fields & shown:
            continue
        pairs = [(one, other, colors[one], colors[other], where) for one, other, where in merged(list(colors))]
        alike = [pair for pair in pairs if not _told_else(pair[2], pair[3], had, shown, values)]
        if alike:
            one, other, first, second, where = alike[0]
            names = " or ".join(f"card.{name}" for name in sorted(fields))
            more = f", and so do {many(len(alike) - 1, 'more pair')}" if len(alike) > 1 else ""
            cards = f"{one} ({first[0]}) and {other} ({second[0]})"
            message = f"{role} is all that tells {names}, and {cards} look alike {where}{more}"
            hint = f"Let something else of the face show {names} too: a word, an icon or a pattern."
            place = face.place("colors", role)
            yield Finding("warning", place, message, hint, "lone-color", cause=place)


def look_alike(what: str, named: Mapping[str, tuple[str, Where]]) -> Iterator[Finding]:
    """A warning where things that nothing but their colours tells apart look alike somewhere; told at the later one.

    `named` are the colour of each, and where it is written.
    """
    pairs = [
        (a, b, where) for a, b in combinations(list(named)[:40], 2) if (where := merging(named[a][0], named[b][0]))
    ]
    if pairs:
        one, other, where = pairs[0]
        more = f", and so do {many(len(pairs) - 1, 'more pair')}" if len(pairs) > 1 else ""
        message = f"{what} {one} and {other} differ in colour alone, and {named[one][0]} and {named[other][0]}"
        hint = "Let them differ in lightness too, or in a pattern, an icon, a line or a word."
        yield Finding("warning", named[other][1], f"{message} look alike {where}{more}", hint, "lone-color")


def _told_else(
    first: Sequence[str], second: Sequence[str], had: Had, shown: Iterable[str], values: Mapping[str, Mapping[str, Any]]
) -> bool:
    """Whether anything else tells the cards of two colours apart: another role's colours, or a field that is shown."""
    for colors in had.values():
        of = {card: color for color, cards in colors.items() for card in cards}
        if apart(of.get(first[0], "#000000"), of.get(second[0], "#000000")):
            return True
    for name in shown:
        ours, theirs = ({str(values.get(card, {}).get(name)) for card in cards} for cards in (first, second))
        single = len({*first}) == len({*second}) == 1
        # What every card has of its own, such as a name, says nothing of what several have in common.
        if not ours & theirs and (single or len(ours) + len(theirs) < len({*first}) + len({*second})):
            return True
    return False


def _sources(face: Face) -> Iterator[Map]:
    return (source for source in face.sources if isinstance(source, Map))


def _colors(source: Map) -> Mapping[str, Any]:
    colors = source.get("colors")
    return colors if isinstance(colors, Mapping) else {}


def _lets(face: Face) -> dict[str, str]:
    """What the names of a face stand for, as it is written."""
    found: dict[str, str] = {}
    for source in _sources(face):
        lets = source.get("lets")
        for name, text in lets.items() if isinstance(lets, Mapping) else ():
            found.setdefault(str(name), str(text))
    return found


def _texts_of(face: Face) -> Iterator[str]:
    """All that a face writes but for its colours."""
    for source in _sources(face):
        yield from _texts(value for key, value in source.items() if key not in _NO_CUES)


def _texts(held: Iterable[Any]) -> Iterator[str]:
    for value in held:
        if isinstance(value, Mapping):
            yield from _texts(inner for key, inner in value.items() if key not in _COLORS)
        elif isinstance(value, str):
            yield value
        elif isinstance(value, list | tuple):
            yield from _texts(value)


def _closed(texts: Iterable[str], lets: Mapping[str, str]) -> set[str]:
    """The names that texts read, and those that these stand for."""
    found, open_ = set[str](), list(texts)
    while open_:
        for dotted, keyed, name in _READ.findall(open_.pop()):
            field = dotted or keyed
            word = f"card.{field}" if field else name
            if word not in found:
                found.add(word)
                open_ += [lets[word]] if word in lets else []
    return found
