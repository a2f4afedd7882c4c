"""Composes the picture of a look as a clipped Group: figures like stickers, with a shadow and a cream rim."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from printgen.art.figure import BODY, HEAD, INNER, Bearing, Figure, add_posed
from printgen.art.parts import PartDrawing, Parts, Warp, check_part
from printgen.art.poses import BUST, Pose, hands_of
from printgen.art.scenery import VARIANTS, Backdrop, Scene, backdrop
from printgen.base.errors import did_you_mean
from printgen.base.units import IDENTITY, Box, Matrix, chain, mm, rotate, scale, translate
from printgen.drawing.model import Group, Item, Path, Place, Stroke
from printgen.drawing.outlines import circle, rectangle
from printgen.drawing.pieces import PartError
from printgen.drawing.recolor import faint
from printgen.drawing.tints import ColorMemo, Tints

Look = Mapping[str, Any]

_SEVERAL = frozenset({"back", "chest", "eyewear", "front"})
# The depths of slots in the order in which they are drawn.
_ORDER = (
    ("layers", ("back",)),
    ("behind", (*BODY, *HEAD)),
    ("layers", (*BODY, *HEAD)),
    ("over", ("back", *BODY, *HEAD)),
)
# The slots whose parts may bring gloves, those of the first before the others.
_GLOVED = ("chest", "torso", "headgear", "head", "front")
_NOTHING = Backdrop(Group(()), Group(()), 0.5, "#FFFFFF")
# How far beside the middle of the window, in millimetres, a driver in a pose stands, by the corner for his portrait.
_ASIDE = {"left": -7.5, "low-left": -7.5, "right": 7.5, "low-right": 7.5}
_HEADROOM, _FOOT = mm(0.6), mm(43.0)
"""How near to the top of the window a hat may come, and where figures stand, from that top, in points."""
_SMALLEST = 0.8  # So much smaller than usual a figure with a tall hat may be.
_MIRROR = chain(translate(100, 0), scale(-1, 1))  # Mirrors the box of a figure in itself.
TURNS = {"left": -5.0, "front": 0.0, "right": 5.0}
"""How a head may be turned: how far the middle of its face moves, in units of its box."""


class Stance(NamedTuple):
    """Where a figure's box stands from the window's top left, in points, and the millimetres of one of its units."""

    x: float = mm(2.2)
    y: float = mm(-0.6)
    scale: float = 0.445

    def matrix(self) -> Matrix:
        """The matrix that moves the box of a figure into the window, from its top left."""
        return chain(translate(self.x, self.y), scale(mm(self.scale)))


@dataclass
class ArtStudio:
    """Everything a picture is composed from: the parts, the scenes, the poses, the named skins and hair colours."""

    parts: Parts
    scenes: Mapping[str, Any]
    skins: Mapping[str, Sequence[str]]
    hairs: Mapping[str, str]
    eyes: Mapping[str, str] = field(default_factory=dict)
    poses: Mapping[str, Any] = field(default_factory=dict)
    _poses: dict[str, Pose] = field(default_factory=dict)
    _scenes: dict[str, Scene] = field(default_factory=dict)
    _backdrops: dict[object, ColorMemo[Backdrop]] = field(default_factory=dict)

    def picture(
        self, look: Look, box: Box, tints: Tints, seed: int, outlined: bool = False, stance: Stance | None = None
    ) -> Group:
        """Compose the picture of a look in a window (points). PartError names what is wrong in the look.

        `outlined` gives it as a line drawing that spends little ink; crafts have a place of their own, and no stance.
        """
        try:
            tints = self._figure_colors(look, tints)
        except ValueError as error:
            raise PartError(str(error)) from error
        drop = self._backdrop(look, box, tints, seed, outlined)
        pose = self._pose(look) if stance in (None, Stance()) else None
        items: list[Item] = []
        if craft := as_list(look.get("craft")):
            items = self._craft(look, box, tints, drop, outlined, driven=pose is None)
        if pose:
            aside = _ASIDE.get(self._inset(look), 0.0) if craft else 0.0
            items += self._pose_figure(look, box, tints, drop, outlined, pose, aside)
        elif not craft:
            stance = stance or Stance()
            figure = self._figure(look, tints, INNER / stance.scale if outlined else 0.0)
            stands = _fit(figure, stance) if stance == Stance() else stance.matrix()
            place = chain(translate(box.x, box.y), stands)
            items = figure.sticker(place, _MIRROR if _is_mirrored(look, drop) else IDENTITY)
        if pose or not craft:
            items.append(Place(drop.front))
        return Group((Place(drop.back), *items), rectangle(box))

    def _pose_figure(
        self, look: Look, box: Box, tints: Tints, drop: Backdrop, outlined: bool, pose: Pose, aside: float
    ) -> list[Item]:
        """A figure in its pose, so many millimetres beside its usual place."""
        unit = pose.frame.scale
        x, side = mm(pose.frame.x), IDENTITY
        if _is_mirrored(look, drop):
            # It is mirrored about the middle of a bust.
            bust = Stance()
            x, side = 2 * bust.x + mm(100 * (bust.scale - unit)) - x, _MIRROR
        figure = self._figure(look, tints, INNER / unit if outlined else 0.0, pose)
        place = chain(translate(box.x + mm(aside), box.y), _fit(figure, Stance(x, mm(pose.frame.y), unit)))
        return figure.sticker(place, side)

    def _pose(self, look: Look) -> Pose | None:
        """The pose of a look; None for a bust. TemplateProblem lists the mistakes of its file."""
        name = _one_of(look, "pose", BUST, (BUST, *self.poses))
        if name != BUST and name not in self._poses:
            self._poses[name] = check_part(Pose, self.poses[name], f"pose '{name}'")
        return self._poses.get(name)

    def _backdrop(self, look: Look, box: Box, tints: Tints, seed: int, outlined: bool) -> Backdrop:
        """The scene of a look, drawn once in the same colours; "none" is none. TemplateProblem lists its mistakes."""
        if look.get("scene") == "none":
            return _NOTHING
        name = _one_of(look, "scene", "base", self.scenes)
        variant = int(number_of(look, "variant", number_of(look, "seed", seed))) % VARIANTS
        if name not in self._scenes:
            self._scenes[name] = check_part(Scene, self.scenes[name], f"scene '{name}'")

        def draw(colors: Tints) -> Backdrop:
            drop = backdrop(name, self._scenes[name], box, variant, colors, self.parts)
            return Backdrop(faint(drop.back), faint(drop.front), drop.sun, "#FFFFFF") if outlined else drop

        return self._backdrops.setdefault((name, variant, box, outlined), ColorMemo()).get(tints, draw)

    def _figure_colors(self, look: Look, tints: Tints) -> Tints:
        """The colour roles of a figure: main, cloth, trim, skin, hair and iris."""
        tints = tints.with_names({"main": tints.resolve(str(look.get("main", "main")))})
        lit, shade = self.skins[_one_of(look, "skin", "light", self.skins)]
        hair, iris = str(look.get("hair-color", "brown")), str(look.get("eye-color", "brown"))
        names = {"cloth": str(look.get("cloth", "main")), "trim": str(look.get("trim", "brass"))}
        names |= {"hair": self.hairs.get(hair, hair), "iris": self.eyes.get(iris, iris)}
        resolved = {name: tints.resolve(words) for name, words in names.items()}
        tints = tints.with_names({**resolved, "skin": lit, "skin-shade": shade})
        if gloves := self._gloves(look):
            lit = tints.resolve(gloves)
            shade = tints.with_names({"hand": lit}).resolve("hand dark")
        return tints.with_names({"hand": lit, "hand-shade": shade})

    def _gloves(self, look: Look) -> str | None:
        """The colour of the gloves of a look: its own, or those of its clothes; None for bare hands."""
        if "gloves" in look:
            return None if look["gloves"] in (None, "none") else str(look["gloves"])
        worn = (drawn.part.gloves for slot in _GLOVED for drawn in self._choose(look, slot))
        return next(filter(None, worn), None)

    def _figure(self, look: Look, tints: Tints, line: float = 0.0, pose: Pose | None = None) -> Figure:
        """The figure of a look; as line art, with lines so many units wide, unless that is 0."""
        chosen = {slot: self._choose(look, slot) for slot in ("back", *BODY, *HEAD, "front")}
        for slot in {slot for parts in chosen.values() for drawn in parts for slot in drawn.part.hides}:
            chosen[slot] = []
        for slot, parts in chosen.items():
            chosen[slot] = [drawn for drawn in parts if not drawn.part.beside or chosen.get(drawn.part.beside)]
        turn = TURNS[_one_of(look, "turn", "front", TURNS)]
        head = chain(translate(50, 66), rotate(number_of(look, "tilt", 0)), translate(-50, -66))
        face = _turn_warp(turn) if turn else None
        bearing = Bearing(number_of(look, "bulk", 1), head, face, bool(self._gloves(look)))
        figure = Figure(tints, self.parts, line, Stance().scale / pose.frame.scale if pose else 1.0)
        if pose:
            add_posed(figure, chosen, pose, bearing, self.parts)
        else:
            self._bust(figure, chosen, bearing)
        return figure

    def _bust(self, figure: Figure, chosen: Mapping[str, list[PartDrawing]], bearing: Bearing) -> None:
        """Add the parts of a look as a bust: as they are drawn."""
        bulk = bearing.bulk
        body = chain(translate(50, 112), scale(bulk, 1 + (bulk - 1) / 3), translate(-50, -112))
        moves = {**dict.fromkeys(BODY, body), **dict.fromkeys(HEAD, bearing.head)}
        for depth, slots in _ORDER:
            for slot in slots:
                for drawn in chosen[slot]:
                    # What hangs behind a head does not turn with the face; straps of a pack lie on the body.
                    warp = bearing.face if slot in HEAD and depth != "behind" else None
                    add = figure.add_head if slot in HEAD else figure.add
                    add(getattr(drawn, depth), moves.get(slot, body if depth == "over" else IDENTITY), warp)
        for drawn in chosen["front"]:
            hands = hands_of(drawn, chosen["torso"], self.parts, bearing.gloved, bulk)
            figure.add_held(drawn, hands)

    def _choose(self, look: Look, slot: str) -> list[PartDrawing]:
        """The parts of a look for a slot. PartError for too many, or one of another slot."""
        names = as_list(look.get(slot))
        if len(names) > 1 and slot not in _SEVERAL:
            raise PartError(f"{slot} takes one part, not {len(names)}")
        parts = [self.parts.get(str(name)) for name in names]
        for drawn in parts:
            if drawn.part.slot != slot:
                raise PartError(f"'{drawn.name}' is a part for {drawn.part.slot}, not for {slot}")
        return parts

    def _inset(self, look: Look) -> str:
        """The corner in which the driver of a craft is shown."""
        return str(look.get("inset", self.parts.get(str(look["craft"])).part.place.inset))

    def _craft(self, look: Look, box: Box, tints: Tints, drop: Backdrop, outlined: bool, driven: bool) -> list[Item]:
        """A craft on its place; one that is `driven` shows its driver in a corner, before what grows in front."""
        drawn = self.parts.get(str(look["craft"]))
        where = drawn.part.place
        place = chain(translate(box.x + mm(where.x), box.y + mm(where.y)), rotate(where.rotate), scale(mm(where.scale)))
        figure = Figure(tints, self.parts, INNER / where.scale if outlined else 0.0)
        figure.add_all(drawn)
        items: list[Item] = []
        if where.ground and not outlined:
            shade = tints.with_names({"near": drop.ground}).resolve("near dark 50")
            floor = (("M", -6.0, 58.0), ("L", 106.0, 58.0), ("L", 114.0, 64.0), ("L", -12.0, 64.0), ("Z",))
            items.append(Place(Group((Path(floor, shade),)), place))
        items += figure.sticker(place, IDENTITY)
        if driven:
            items.append(Place(drop.front))
        inset = self._inset(look)
        if driven and inset != "none" and look.get("head"):
            items.append(self._roundel(look, box, tints, inset, outlined))
        return items

    def _roundel(self, look: Look, box: Box, tints: Tints, inset: str, outlined: bool) -> Item:
        """The driver's portrait in a round frame, in a corner of the window."""
        r, unit = mm(6.5), 0.172
        cx = box.right - mm(11.4) if inset in ("right", "low-right") else box.x + mm(8.6)
        cy = box.bottom - mm(14.6) if inset.startswith("low") else box.y + mm(8.2)
        ink, white = tints.resolve("ink"), "#FFFFFF"
        ground, rim = (white, white) if outlined else (tints.resolve("main light 55"), tints.resolve("sand"))
        line = INNER / unit if outlined else 0.0
        body = Group(tuple(self._figure({**look, "back": None, "front": None}, tints, line).body))
        place = chain(translate(cx - mm(8.6), cy - mm(6.9)), scale(mm(unit)))
        face = Group((Place(body, place),), circle(cx, cy, r))
        shadow = Path(circle(cx + mm(0.5), cy + mm(0.6), r + mm(0.7)), ink)
        frame = (shadow, Path(circle(cx, cy, r + mm(0.7)), rim), Path(circle(cx, cy, r), ground))
        return Place(Group((*frame, Place(face), Path(circle(cx, cy, r), None, Stroke(ink, mm(0.35))))))


def as_list(value: Any) -> list[Any]:
    """The values of a key of a look, of which there may be none, one or several."""
    if not value or value == "none":
        return []
    return list(value) if isinstance(value, list) else [value]


def _fit(figure: Figure, stance: Stance) -> Matrix:
    """The matrix that moves a figure into its window: in its stance, or as much smaller as a tall hat needs."""
    unit = mm(stance.scale)
    foot = (_FOOT - stance.y) / unit
    share = min(1.0, max(_SMALLEST, (_FOOT - _HEADROOM) / ((foot - figure.top) * unit)))
    return chain(stance.matrix(), translate(50, foot), scale(share), translate(-50, -foot))


def _is_mirrored(look: Look, drop: Backdrop) -> bool:
    """Whether a figure faces the other way: as its look says, or else towards the sun of its scene."""
    return bool(look.get("mirror", drop.sun > 0.6))


def _one_of(look: Look, key: str, default: str, names: Iterable[str]) -> str:
    """The value of a key of a look, which is one of some names; PartError for another."""
    name = str(look.get(key, default))
    if name not in names:
        raise PartError(f"there is no {key} '{name}'. {did_you_mean(name, names)}")
    return name


def number_of(look: Look, key: str, default: float) -> float:
    """A number of a look; PartError when it is none."""
    value = look.get(key, default)
    if not isinstance(value, int | float):
        raise PartError(f"{key} should be a number, not '{value}'")
    return value


def _turn_warp(by: float) -> Warp:
    """Turns a head sideways: the middle of the face moves `by` units, its outline stays where it is."""

    def move(x: float, y: float) -> tuple[float, float]:
        u = (x - 50) / 18
        return (x + by * (1 - u * u), y) if -1 < u < 1 else (x, y)

    return move
