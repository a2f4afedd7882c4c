"""The look of a card's picture as a page picks it: a bench comes in; keys, choices and thumbnails go out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field

from printgen.art.casting import SAID, cast
from printgen.art.poses import BUST
from printgen.base.geometry import Box, chain, scale, translate
from printgen.base.units import mm, to_mm
from printgen.designer.bench import NONE, Bench
from printgen.designer.faces import COLORS, SEVERAL, choices, is_drawn, known_of
from printgen.drawing.fonts import on_shelf
from printgen.drawing.model import Drawing, Group, Place, Rect
from printgen.drawing.outlines import rectangle
from printgen.drawing.problems import PartError, TemplateProblem
from printgen.drawing.tints import Tints
from printgen.faces.face import Face, Node
from printgen.faces.session import Session
from printgen.kinds.composition import Order
from printgen.kinds.facing import shared_context
from printgen.studio.actions.action import Answer, Live
from printgen.studio.actions.trooper.asking import Key, OfWish, Shown, look_of, understood
from printgen.studio.actions.trooper.sketching import Sketch, sketched

_THUMB = mm(22)
_GROUND = "#CFC9B6"
_HEAD = Box(mm(10.4), mm(2.6), mm(28), mm(28))
"""Where the head of a figure is in the window of a picture."""
_MOST = 40


class Thumbs(OfWish):
    """Which choices of a key of the look are to be drawn, on the card so far."""

    key: Key
    choices: Annotated[tuple[Shown, ...], Field(max_length=_MOST)]


class LookKey(NamedTuple):
    """A key of a look as a page shows it: its group, its title, and what of the picture its thumbnails show."""

    key: str
    group: str
    title: str
    shows: Literal["head", "whole", "color", "words"]


_KEYS = (
    LookKey("sex", "Head", "Who", "head"),
    LookKey("who", "Head", "Face of", "head"),
    LookKey("skin", "Head", "Skin", "head"),
    LookKey("hair", "Head", "Hair", "head"),
    LookKey("hair-color", "Head", "Hair color", "head"),
    LookKey("eye-color", "Head", "Eye color", "head"),
    LookKey("face", "Head", "Face", "head"),
    LookKey("head", "Head", "Shape", "head"),
    LookKey("headgear", "Headgear", "Headgear", "head"),
    LookKey("eyewear", "Headgear", "Eyewear", "head"),
    LookKey("torso", "Gear", "Clothes", "whole"),
    LookKey("chest", "Gear", "On the chest", "whole"),
    LookKey("front", "Gear", "In hand", "whole"),
    LookKey("back", "Gear", "On the back", "whole"),
    LookKey("craft", "Gear", "Vehicle", "whole"),
    LookKey("pose", "Gear", "Pose", "whole"),
    LookKey("turn", "Gear", "Looks to", "head"),
    LookKey("scene", "Scene", "Scene", "whole"),
    LookKey("main", "Colors", "Uniform", "color"),
    LookKey("cloth", "Colors", "Cloth", "color"),
    LookKey("trim", "Colors", "Trim", "color"),
)
_BARE = (*SEVERAL, "craft", "headgear")
"""Keys of which a look may have nothing."""
_HIDES = {"hair": "headgear", "hair-color": "headgear", "torso": "front", "chest": "front"}
"""What thumbnails of a key leave out, since it would hide what they are to show."""
_SWATCHES = (
    "#5A6338", "#3F4A2A", "#6B6B3A", "#8F8768", "#B08A52", "#C9B27C", "#EDE3C8", "#8A2C22", "#C8372B", "#E4571B",
    "#E0B400", "#1F2F5C", "#35507A", "#3E5C93", "#2F6F73", "#3B4248", "#6F777C", "#B4BBBC", "#4B2E5A", "#23272B",
)  # fmt: skip
_SORTS = (
    ("mouth", "Expression"), ("eyes", "Expression"), ("brows", "Expression"), ("head", "Build"), ("nose", "Nose"),
    ("beard", "Beard and marks"), ("eyewear", "Worn on it"), ("skin", "Skin"),
)  # fmt: skip
"""What a word for a face is about, by the first key that it says something of."""


def look_keys(bench: Bench) -> list[dict[str, Any]]:
    """The keys of a look with their choices, as a page shows them."""
    return [{**key._asdict(), "several": key.key in (*SEVERAL, "face"), "choices": [*_choices(bench, key.key)]}
            for key in _KEYS]  # fmt: skip


def _choices(bench: Bench, key: str) -> Iterator[dict[str, str]]:
    """The choices of a key by what a wish says for them, with what a page calls them, and of what sort they are."""
    if key in COLORS:
        for color in _SWATCHES:
            yield {"value": color, "label": color, "sort": ""}
        return
    if key in SAID:
        words: Mapping[str, Any] = bench.job.library.casting["words"][key]
        for word in choices(bench, key):
            if word != "hair" and not (key == "hair" and _only_colors(words[word])):
                yield {"value": word, "label": word, "sort": _sort(words[word]) if key == "face" else ""}
        return
    if key in _BARE:
        yield {"value": NONE, "label": NONE, "sort": ""}
    for name in known_of(bench, key):
        yield {"value": name, "label": name.replace("-", " "), "sort": ""}


def _only_colors(meant: Any) -> bool:
    """Whether a word for hair says of its colour alone, for which there is a key of its own."""
    return isinstance(meant, Mapping) and "hair" not in meant


def _sort(meant: Any) -> str:
    said = {key.lstrip("+-") for key in meant} if isinstance(meant, Mapping) else set()
    return next((sort for key, sort in _SORTS if key in said), "Expression")


class _Window(NamedTuple):
    """The composed picture of a face: the face with nothing else on it, and its box, in points."""

    face: Face
    box: Box


def _window(bench: Bench) -> _Window | None:
    """Where the front of the cards shows a composed picture; None where it shows none at a fixed place.

    It is found once for a loaded game, and kept with it.
    """
    kept: dict[str, _Window | None] = vars(bench.job).setdefault("_windows", {})
    if bench.product.front not in kept:
        kept[bench.product.front] = _found(bench)
    return kept[bench.product.front]


def _found(bench: Bench) -> _Window | None:
    if not is_drawn(bench):
        return None
    face = bench.job.library.face(bench.product.front)
    for node in _images(face.items):
        plain = {key: node.props[key].get({}) for key in ("x", "y", "w", "h") if node.props[key].constant}
        if len(plain) == 4:
            box = Box(*(float(plain[key]) for key in ("x", "y", "w", "h")))
            return _Window(replace(face, items=(node,)), box)
    return None


def _images(nodes: Sequence[Node]) -> Iterator[Node]:
    """The composed pictures among nodes; those in groups that are not moved stand where they say."""
    for node in nodes:
        if node.kind == "image" and "look" in node.props and {"x", "y", "w", "h"} <= node.props.keys():
            yield node
        elif node.kind == "group" and not {"x", "y", "rotate", "scale"} & node.props.keys():
            yield from _images(node.children)


def window_of(bench: Bench) -> tuple[float, float] | None:
    """The width and height, in millimetres, of the window in which a card shows its picture."""
    window = _window(bench)
    return (to_mm(window.box.w), to_mm(window.box.h)) if window else None


def thumbnails(live: Live, asked: Thumbs) -> Answer:
    """Small pictures of choices of one key of the look, each on the card so far."""
    found = understood(live, asked.wish)
    bench = found.bench
    window = _window(bench)
    key = next((one for one in _KEYS if one.key == asked.key), None)
    if window is None or key is None:
        return Answer({"key": asked.key, "choices": []})
    sketch = sketched(found, asked.wish.of)
    drawn: dict[str, Drawing] = {}
    with on_shelf(bench.job.library.fonts.shelf):
        for choice in asked.choices:
            look = {**sketch.wish.look, **look_of(bench, {key.key: _said(sketch, key.key, choice)}, [])}
            with suppress(PartError, TemplateProblem, ValueError):
                drawn[choice] = _thumb(sketch, window, look, key.key, key.shows)
    return Answer({"key": asked.key, "choices": [*drawn]}, drawn)


def _said(sketch: Sketch, key: str, choice: str) -> Any:
    """What a wish says with a choice: words for a face stand beside the others, parts alone."""
    return (choice,) if key in SEVERAL else choice


def _thumb(sketch: Sketch, window: _Window, look: Mapping[str, Any], key: str, shows: str) -> Drawing:
    """One small square picture: the head before a plain ground, or the whole window."""
    bench, box = sketch.bench, window.box
    order = Order(bench.game, bench.product, (), bench.job.library, bench.job.renderer)
    seed = int(look.get("seed", 1))
    card = {**sketch.frozen, "art": None}
    settled = cast(bench.job.library.casting, card, look, seed)
    head = shows == "head"
    if head:
        settled |= {**dict.fromkeys(("scene", "craft", "front", "back"), NONE), "pose": BUST}
    if key in _HIDES:
        settled[_HIDES[key]] = NONE
    card |= {"look": settled}
    auto = {"number": 1, "total": 1, "seed": seed, "long": ""}
    ink = Session(Tints({}), sketch.values["name"], lambda _: bench.product.where)
    items = bench.job.renderer.render(
        window.face, {**shared_context(order), "card": {**auto, **card}, "auto": auto}, ink
    )
    shown = Box(box.x + _HEAD.x, box.y + _HEAD.y, _HEAD.w, _HEAD.h) if head else box
    side = min(shown.w, shown.h)
    left = shown.x + (shown.w - side) / 2
    place = chain(scale(_THUMB / side), translate(-left, -shown.y))
    ground = (Rect(0, 0, _THUMB, _THUMB, _GROUND),)
    clip = rectangle(Box(0, 0, _THUMB, _THUMB))
    return Drawing(_THUMB, _THUMB, (Place(Group((*ground, Place(Group(items), place)), clip)),))
