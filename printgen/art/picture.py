"""Composed pictures: a look (which parts, colours and scene) comes in; a clipped Group for an art window comes out.

A figure is drawn like a sticker: an ink shadow of its silhouette, a cream rim, then its flat shapes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from printgen.art.parts import SEVERAL, Part, Parts, Warp, checked, paint, silhouette
from printgen.art.scenes import VARIANTS, Backdrop, Scene, backdrop
from printgen.base.geometry import IDENTITY, Box, Matrix, chain, rotate, scale, translate
from printgen.base.units import mm
from printgen.drawing.ink_saving import faint, lined, whitened
from printgen.drawing.model import Group, Item, Path, Place, Stroke
from printgen.drawing.outlines import circle, rectangle
from printgen.drawing.problems import PartError
from printgen.drawing.tints import Tints
from printgen.errors import did_you_mean

_RIM, _SHADOW = 2.6, 2.2
# The slots in the order they are drawn, and which of them turn and tilt with the head.
_BODY = ("torso", "neck", "chest")
_HEAD = ("head", "eyes", "brows", "nose", "mouth", "beard", "hair", "headgear", "eyewear")
_TURNS = {"left": -5.0, "front": 0.0, "right": 5.0}
_LINE = 0.12


@dataclass(frozen=True, slots=True)
class Stance:
    """Where a figure's box stands from the window's top left, in points, and the millimetres of one of its units."""

    x: float = mm(2.2)
    y: float = mm(-0.6)
    scale: float = 0.445


@dataclass
class Studio:
    """Everything a picture is composed from: the parts, the scenes and the named skins and hair colours."""

    parts: Parts
    scenes: Mapping[str, Any]
    skins: Mapping[str, Sequence[str]]
    hairs: Mapping[str, str]
    _scenes: dict[str, Scene] = field(default_factory=dict)
    _backdrops: dict[object, Backdrop] = field(default_factory=dict)

    def picture(
        self,
        look: Mapping[str, Any],
        box: Box,
        tints: Tints,
        seed: int,
        outlined: bool = False,
        stance: Stance | None = None,
    ) -> Group:
        """Compose the picture of a look in a window (points). PartError names what is wrong in the look.

        `outlined` gives it as a line drawing that spends little ink; crafts have a place of their own, and no stance.
        """
        stance = stance or Stance()
        try:
            tints = self._dressed(look, tints)
        except ValueError as error:
            raise PartError(str(error)) from error
        scene = _one_of(look, "scene", "base", self.scenes)
        variant = int(number_of(look, "variant", number_of(look, "seed", seed))) % VARIANTS
        key = (scene, variant, box, outlined)
        drop = self._backdrops.get(key)
        if drop is None:
            drop = backdrop(scene, self._scene(scene), box, variant, tints, self.parts)
            if outlined:
                drop = Backdrop(faint(drop.back), faint(drop.front), drop.sun, "#FFFFFF")
            self._backdrops[key] = drop
        items: list[Item] = [Place(drop.back)]
        if look.get("craft"):
            items += self._craft(look, box, tints, drop, outlined)
        else:
            mirrored = bool(look.get("mirror", drop.sun > 0.6))
            side = chain(translate(100, 0), scale(-1, 1)) if mirrored else IDENTITY
            figure = self._figure(look, tints)
            place = chain(translate(box.x + stance.x, box.y + stance.y), scale(mm(stance.scale)))
            items += _sticker(figure, place, side, outlined, stance.scale)
            items.append(Place(drop.front))
        return Group(tuple(items), rectangle(box))

    def _scene(self, name: str) -> Scene:
        """A scene as it is read when first asked for. TemplateProblem lists its mistakes."""
        if name not in self._scenes:
            self._scenes[name] = checked(Scene, self.scenes[name], f"scene '{name}'")
        return self._scenes[name]

    def _dressed(self, look: Mapping[str, Any], tints: Tints) -> Tints:
        """The colour roles of a figure: main, cloth, trim, skin and hair."""
        main = tints.resolve(str(look.get("main", "main")))
        tints = tints.with_names({"main": main})
        skin = _one_of(look, "skin", "light", self.skins)
        hair = str(look.get("hair-color", "brown"))
        return tints.with_names(
            {
                "cloth": tints.resolve(str(look.get("cloth", "main"))),
                "trim": tints.resolve(str(look.get("trim", "brass"))),
                "skin": self.skins[skin][0],
                "skin-shade": self.skins[skin][1],
                "hair": tints.resolve(self.hairs.get(hair, hair)),
            }
        )

    def _figure(self, look: Mapping[str, Any], tints: Tints) -> _Figure:
        chosen = {slot: self._chosen(look, slot) for slot in ("back", *_BODY, *_HEAD, "front")}
        hidden = {slot for parts in chosen.values() for part in parts for slot in part.hides}
        for slot in hidden:
            chosen[slot] = []
        figure = _Figure(tints, self.parts)
        bulk = number_of(look, "bulk", 1)
        body = chain(translate(50, 112), scale(bulk, 1 + (bulk - 1) / 3), translate(-50, -112))
        head = chain(translate(50, 66), rotate(number_of(look, "tilt", 0)), translate(-50, -66))
        turn = _TURNS[_one_of(look, "turn", "front", _TURNS)]
        warp = _turned(turn) if turn else None
        for part in chosen["back"]:
            figure.add(part.layers)
        for slot in (*_BODY, *_HEAD):
            for part in chosen[slot]:
                in_head = slot in _HEAD
                figure.add(part.behind, head if in_head else body)
        for slot in _BODY:
            for part in chosen[slot]:
                figure.add(part.layers, body)
        for slot in _HEAD:
            for part in chosen[slot]:
                figure.add(part.layers, head, warp)
        for slot in ("back", *_BODY, *_HEAD):
            for part in chosen[slot]:
                figure.add(part.over, head if slot in _HEAD else body, warp if slot in _HEAD else None)
        for part in chosen["front"]:
            figure.add(part.behind)
            figure.add(part.layers)
            figure.add(part.over)
        return figure

    def _chosen(self, look: Mapping[str, Any], slot: str) -> list[Part]:
        names = look.get(slot)
        if not names or names == "none":
            return []
        listed = list(names) if isinstance(names, list) else [names]
        if len(listed) > 1 and slot not in SEVERAL:
            raise PartError(f"{slot} takes one part, not {len(listed)}")
        parts = [self.parts.get(str(name)) for name in listed]
        for part in parts:
            if part.slot != slot:
                raise PartError(f"'{part.name}' is a part for {part.slot}, not for {slot}")
        return parts

    def _craft(self, look: Mapping[str, Any], box: Box, tints: Tints, drop: Backdrop, outlined: bool) -> list[Item]:
        part = self.parts.get(str(look["craft"]))
        where = part.place
        place = chain(translate(box.x + mm(where.x), box.y + mm(where.y)), rotate(where.rotate), scale(mm(where.scale)))
        figure = _Figure(tints, self.parts)
        figure.add(part.behind)
        figure.add(part.layers)
        figure.add(part.over)
        items: list[Item] = []
        if where.ground and not outlined:
            shade = tints.with_names({"near": drop.ground}).resolve("near dark 50")
            floor = (("M", -6.0, 58.0), ("L", 106.0, 58.0), ("L", 114.0, 64.0), ("L", -12.0, 64.0), ("Z",))
            items.append(Place(Group((Path(floor, shade),)), place))
        items += _sticker(figure, place, IDENTITY, outlined, where.scale)
        items.append(Place(drop.front))
        inset = str(look.get("inset", where.inset))
        if inset != "none" and look.get("head"):
            items.append(self._roundel(look, box, tints, inset, outlined))
        return items

    def _roundel(self, look: Mapping[str, Any], box: Box, tints: Tints, inset: str, outlined: bool) -> Item:
        """The driver's portrait in a round frame, in a corner of the window."""
        r = mm(6.5)
        cx = box.right - mm(11.4) if inset in ("right", "low-right") else box.x + mm(8.6)
        cy = box.bottom - mm(14.6) if inset.startswith("low") else box.y + mm(8.2)
        ink, white = tints.resolve("ink"), "#FFFFFF"
        ground, rim = (white, white) if outlined else (tints.resolve("main light 55"), tints.resolve("sand"))
        figure = self._figure({**look, "back": None, "front": None}, tints)
        place = chain(translate(cx - mm(8.6), cy - mm(6.9)), scale(mm(0.172)))
        body = Group(tuple(figure.body))
        face = Group((Place(lined(body, _LINE / 0.172) if outlined else body, place),), circle(cx, cy, r))
        return Place(
            Group(
                (
                    Path(circle(cx + mm(0.5), cy + mm(0.6), r + mm(0.7)), ink),
                    Path(circle(cx, cy, r + mm(0.7)), rim),
                    Path(circle(cx, cy, r), ground),
                    Place(face),
                    Path(circle(cx, cy, r), None, Stroke(ink, mm(0.35))),
                )
            )
        )


def _one_of(look: Mapping[str, Any], key: str, default: str, known: Iterable[str]) -> str:
    name = str(look.get(key, default))
    if name not in known:
        raise PartError(f"there is no {key} '{name}'. {did_you_mean(name, known)}")
    return name


def number_of(look: Mapping[str, Any], key: str, default: float) -> float:
    """A number of a look; PartError when it is none."""
    value = look.get(key, default)
    if not isinstance(value, int | float):
        raise PartError(f"{key} should be a number, not '{value}'")
    return value


def _turned(by: float) -> Warp:
    """A head turned sideways: the middle of the face moves `by` units, its outline stays where it is."""

    def move(x: float, y: float) -> tuple[float, float]:
        u = (x - 50) / 18
        return (x + by * (1 - u * u), y) if -1 < u < 1 else (x, y)

    return move


class _Figure:
    """The three pictures of a sticker, gathered part by part: shadow, rim and body."""

    def __init__(self, tints: Tints, parts: Parts) -> None:
        self._tints, self._parts = tints, parts
        self._ink, self._rim = tints.resolve("ink"), tints.resolve("sand")
        self.shadow: list[Item] = []
        self.rim: list[Item] = []
        self.body: list[Item] = []

    def add(self, shapes: Iterable[Any], matrix: Matrix = IDENTITY, warp: Warp | None = None) -> None:
        shapes = tuple(shapes)
        if not shapes:
            return
        edge = silhouette(shapes, self._ink, _RIM, warp)
        if edge:
            self.shadow.append(Place(Group(edge), matrix))
            self.rim.append(Place(Group(silhouette(shapes, self._rim, _RIM, warp)), matrix))
        self.body.append(Place(Group(paint(shapes, self._tints, self._parts, warp)), matrix))


def _sticker(figure: _Figure, place: Matrix, side: Matrix, outlined: bool, unit: float) -> list[Item]:
    """The figure's three pictures at a place; `unit` is the millimetres of one of its units."""
    dropped = chain(place, translate(_SHADOW, _SHADOW), side)
    upright = chain(place, side)
    if outlined:
        # The white rim keeps the backdrop's lines off the figure; a shadow would only cost ink.
        body = lined(Group(tuple(figure.body)), _LINE / unit)
        return [Place(whitened(Group(tuple(figure.rim))), upright), Place(body, upright)]
    return [
        Place(Group(tuple(figure.shadow)), dropped),
        Place(Group(tuple(figure.rim)), upright),
        Place(Group(tuple(figure.body)), upright),
    ]
