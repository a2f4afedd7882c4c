"""The words of the face language: its shapes, the forms of their settings, and compound settings."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from printgen.base.errors import did_you_mean
from printgen.reading.yaml_events import load_yaml_file

PARTS: Mapping[str, Mapping[str, str]] = {
    "paint": {
        "from": "color", "to": "color", "stops": "colors", "angle": "number", "radial": "flag", "cx": "number",
        "cy": "number",
    },
    "shadow": {"dx": "length", "dy": "length", "blur": "length", "color": "color", "opacity": "number"},
    "arc": {"cx": "length", "cy": "length", "r": "length", "from": "number", "to": "number", "stand": "word"},
    "along": {"d": "word", "x": "length", "y": "length", "stand": "word"},
    "circle": {"cx": "length", "cy": "length", "r": "length", "from": "number", "to": "number", "turn": "flag"},
    "mask": {"icon": "word", "file": "any", "fade": "word", "over": "length"},
    "clip": {"circle": "lengths", "box": "lengths", "radius": "length", "path": "word", "rule": "word"},
}  # fmt: skip
"""What each such setting holds, as KINDS tells what a shape holds."""

BASELINES: Mapping[str, tuple[tuple[str, ...], str]] = {
    "arc": (("r", "from", "to"), "{cx: 30, cy: 40, r: 25, from: -60, to: 60}"),
    "along": (("d",), '"M0,10 C10,0 20,0 30,10"'),
}
"""What a text may stand on: the parts that it needs, and an example."""

LENGTHS: Mapping[str, tuple[int, str]] = {
    "clip": (4, "x, y, w, h"),
    "box": (4, "x, y, w, h"),
    "circle": (3, "cx, cy, r"),
}
"""How many lengths a list of them has, and which."""


class _Compound:
    """The form of a setting that is a mapping of parts, neither a colour word nor a number."""

    def __str__(self) -> str:
        return ""


COMPOUND: Final = _Compound()


def form_of(forms: Mapping[str, str], key: str) -> str:
    """The form of a setting, or of a part such as "fill.from" or "fill.stops.0"; "" when there is none such."""
    word, *inner = key.split(".")
    form = forms.get(word, "")
    if inner:
        form = PARTS[form].get(inner[0], "") if form in PARTS else ""
    return "color" if form == "paint" or (len(inner) > 1 and form == "colors") else form


_PAINT = {
    "fill": "paint", "stroke": "paint", "width": "length", "dash": "lengths", "pattern": "word",
    "pattern-color": "color", "pattern-scale": "number", "hazard": "color", "hazard-pitch": "length",
    "hazard-mirrored": "flag",
}  # fmt: skip
BOX = {"x": "length", "y": "length", "w": "length", "h": "length"}
EDGES = {"right": "length", "bottom": "length", "inset": "length"}
MOVES = ("x", "y", "dx", "dy", "scale", "ring")
"""What takes shapes away from the edges of the face; a turn about its middle does not."""
_BOXED = {**BOX, **EDGES, "bleed": "flag"}
_LETTERS = {
    "font": "word", "size": "points", "floor": "points", "color": "color", "align": "word", "lines": "number",
    "leading": "length", "tracking": "length", "caps": "flag", "small-caps": "flag", "plain": "flag",
    "keywords": "flag", "hyphens": "any", "paragraph-gap": "length", "valign": "word", "arc": "arc", "along": "along",
    "stroke": "color",
    "width": "length", "fit": "fits",
}  # fmt: skip
PLATE = {"ground": "paint", "outline": "color", "radius": "length", "pad": "length"}
"""What lies under a text, a stack or a row, and how far from its edge they begin."""
HIGH = frozenset({"h", "bottom", "inset", "bleed", "below", "right-of"})
"""What gives a text a height."""
TOPS = frozenset({"y", "h", "inset", "bleed", "below", "right-of"})
"""What says where a box begins or how high it is; with `bottom` alone, what is as high as its contents ends there."""
_RUNNING = {
    key: _LETTERS[key]
    for key in (
        "font", "size", "floor", "color", "align", "leading", "caps", "small-caps", "keywords", "hyphens",
        "paragraph-gap",
    )
}  # fmt: skip
"""What running text says of its letters."""
STYLES_OF_BLOCKS = ("heading", "note", "label")
"""The styles of a face that set headings, small paragraphs and heads of tables in blocks."""
_FLOW = {
    "gap": "length", "align": "word", "justify": "word", "size": "points", "floor": "points", **PLATE, "items": "items",
}  # fmt: skip
KINDS: dict[str, dict[str, str]] = {
    "rect": {**_BOXED, **_PAINT, "radius": "length", "cut": "length", "corners": "word"},
    "line": {"x1": "length", "y1": "length", "x2": "length", "y2": "length", "stroke": "paint", "width": "length",
             "dash": "lengths"},
    "path": {"d": "word", "x": "length", "y": "length", "scale": "number", "rotate": "number", **_PAINT,
             "fill-rule": "word"},
    "ellipse": {"cx": "length", "cy": "length", "r": "length", "rx": "length", "ry": "length", **_PAINT},
    "ring": {"cx": "length", "cy": "length", "r": "length", "inner": "length", "from": "number", "to": "number",
             **_PAINT},
    "ticks": {"x1": "length", "y1": "length", "x2": "length", "y2": "length", "step": "length", "first": "length",
              "reach": "lengths", "side": "word", "stroke": "paint", "width": "length"},
    "icon": {"name": "word", "cx": "length", "cy": "length", "size": "length", "color": "color"},
    "image": {**_BOXED, "file": "any", "look": "any", "seed": "any", "tone": "word", "scene": "word", "picture": "any",
              "figure-x": "length", "figure-y": "length", "figure-scale": "number", "fit": "word", "align": "word",
              "rotate": "number", "clip": "clip", "mask": "mask", "color": "color", "edge": "word"},
    "text": {**_BOXED, "text": "any", **_LETTERS, **PLATE},
    "group": {"x": "length", "y": "length", "scale": "number", "rotate": "number", "cx": "length", "cy": "length",
              "clip": "clip", "mask": "mask", "name": "word", "items": "items"},
    "use": {"face": "word", "x": "length", "y": "length", "with": "map"},
    "each": {"in": "any", "as": "word", "lets": "map", "x": "length", "y": "length", "dx": "length", "dy": "length",
             "columns": "number", "ring": "circle", "items": "items"},
    "first": {"in": "any", "as": "word", "items": "items"},
    "qr": {"x": "length", "y": "length", "size": "length", "text": "any", "color": "color", "ground": "color",
           "level": "word"},
    "barcode": {"x": "length", "y": "length", "w": "length", "h": "length", "text": "any", "kind": "word",
                "color": "color", "ground": "color"},
    "blocks": {**_BOXED, "from": "any", "gap": "length", "overflow": "word", **_RUNNING, **PLATE},
    "stack": {**_BOXED, **_FLOW},
    "row": {**_BOXED, **_FLOW, "wrap": "flag"},
    "slot": {"name": "word", **_BOXED},
}  # fmt: skip
OTHER_NAMES: Mapping[str, tuple[str, ...]] = {
    "column": ("stack",), "vbox": ("stack",), "flex": ("row", "stack"), "grid": ("row",), "hbox": ("row",),
    "circle": ("ellipse",), "html": ("blocks",), "include": ("use",), "label": ("text",), "markdown": ("blocks",),
    "for": ("each",), "loop": ("each",), "repeat": ("each",), "text": ("from",), "background": ("ground", "fill"),
    "border": ("outline", "stroke"), "left-of": ("right-of",), "margin": ("gap", "inset"), "padding": ("pad", "inset"),
}  # fmt: skip
"""What other tools call words of faces and their settings, and what is meant: the first that there is in a place."""
FLOWS = ("stack", "row")
"""What places its boxes one after the other."""
LISTS = ("each", "first")
"""What draws its shapes for entries of a list."""
# Whatever draws may show through, and throw a shadow.
EFFECTS: Mapping[str, str] = {"opacity": "number", "blend": "word", "shadow": "shadow"}
for _word in KINDS.keys() - {"slot"}:
    KINDS[_word].update({"style": "word", **EFFECTS})
IN_FLOW: Mapping[str, str] = {"grow": "number", "basis": "length", "min": "length", "max": "length"}
"""What a box in a stack or row says of its length along that."""
FLOWING: Mapping[str, Mapping[str, str]] = {
    **dict.fromkeys(("text", "image", "rect", "icon", "ellipse", "qr", "barcode", "blocks", *FLOWS), IN_FLOW),
    **{word: {**IN_FLOW, "w": "length", "h": "length"} for word in ("group", "use")},
    "each": {},
}
"""The words that a stack or row can place, with what they may say only there."""
for _word, _keys in FLOWING.items():
    KINDS[_word].update(_keys)
BESIDE: Mapping[str, str] = {"right-of": "x", "below": "y"}
"""What places a shape at a box that has a name, and the axis along which it does."""
for _word in FLOWING.keys() - {"each"}:
    KINDS[_word].update({"as": "word", **dict.fromkeys(BESIDE, "word"), "gap": "length"})
PLACES = frozenset({"x", "y", "cx", "cy", "dx", "dy", "columns", "ring", *EDGES, "bleed", *BESIDE, *BASELINES})
"""What no box in a stack or row says, since that places it; a group says the point that it turns around."""
SIZES = frozenset({
    "w", "h", "r", "rx", "ry", "inner", "radius", "cut", "width", "size", "leading", "hazard-pitch", "blur", "gap",
    "pad", "grow", "basis", "min", "max",
})  # fmt: skip
"""Lengths that cannot be below zero."""
NEEDS = {
    "pattern-color": "pattern", "pattern-scale": "pattern", "hazard-pitch": "hazard", "hazard-mirrored": "hazard",
    "width": "stroke", "dash": "stroke", "corners": "cut", "valign": "h",
}  # fmt: skip
"""Keys of shapes that say nothing without another one."""
ONE_OF = (
    ("cut", "radius"),
    ("r", "rx"),
    ("r", "ry"),
    ("hazard", "pattern"),
    ("edge", "rotate"),
    ("arc", "along"),
    *(("ring", key) for key in ("dx", "dy", "columns")),
)
"""Keys of which a shape takes the first and leaves the other."""
AXES = (("x", "w", "right"), ("y", "h", "bottom"))
"""Where a box starts, how long it is, and how far its end is from that of the face: two of them say the third."""
LETTERS = {key: form for key, form in _LETTERS.items() if key != "fit"}
"""What a style says of letters."""
FIT = {**LETTERS, **BOX}
"""What one way to set a text may say."""
_UNSTYLED_KEYS, _UNSTYLED_FORMS = frozenset({"style", "as", *BESIDE}), frozenset({"items", "map", "fits"})
STYLED: Mapping[str, frozenset[str]] = {
    word: frozenset(key for key, form in keys.items() if form not in _UNSTYLED_FORMS and key not in _UNSTYLED_KEYS)
    for word, keys in KINDS.items()
}
"""What each word can take from a style and from the defaults of a face."""
STYLE = {
    "extends": "any",
    **{key: KINDS[word][key] for word in (*KINDS, "text") for key in KINDS[word] if key in STYLED[word]},
}
"""What a style of a face may say; what it takes there is what it takes for a text, if one has it."""
LOOK = frozenset(
    {"unit", "bleed", "safe", "palettes", "colors", "lets", "params", "styles", "defaults", "items", "override"}
)
"""The keys of a look inside of a face."""
HEADER = LOOK | {"size", "extends", "looks", "edge"}
"""The keys of a face."""


@cache
def sentences(part: str) -> Mapping[str, str]:
    """What people read of faces, from vocabulary.yaml: of the "header" of a face, its "words", and their "keys"."""
    file = Path(__file__).resolve().with_name("vocabulary.yaml")
    texts: Any = load_yaml_file(file, file.name)
    return {key: str(text) for key, text in texts[part].items()}


def places_of(word: str) -> frozenset[str]:
    """The settings of place that shapes of a word leave to their stack or row."""
    return PLACES - {"cx", "cy"} if word == "group" else PLACES


def did_you_mean_word(name: str, words: Collection[str]) -> str:
    """A hint with the word that was meant, by its name in other tools or by similar letters."""
    return did_you_mean(next((word for word in OTHER_NAMES.get(name, ()) if word in words), name), words)


def key_sentence(word: str, key: str) -> str:
    """The sentence for a key of a word; "" when there is none."""
    keys = sentences("keys")
    return keys.get(f"{word}.{key}") or keys.get(key, "")
