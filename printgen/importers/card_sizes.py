"""Pictures with their dots come in; the size of the card of each goes out: as few sizes as fit them all."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from printgen.base.units import to_mm
from printgen.faces.library import built_in

T = TypeVar("T", bound=Hashable)

MAKER_BLEED = 3.048
"""The bleed in pictures for makeplayingcards.com, in millimetres: 36 dots at 300 dpi."""
_MADE = ("poker", "poker-metric")
"""Sizes whose pictures are recognized with that bleed by their shape alone."""
_NEAR_MM, _NEAR_SHAPE, _CROPPED = 1.0, 0.01, 0.1
_SAID_DPI = 150
_LEAST, _MOST = 15.0, 350.0


class Dots(NamedTuple):
    """A picture: its width and height in dots, the dots per inch that it says of itself, 0 for none.

    `ending` is that of a file that every program takes as it is; "" where it is encoded anew.
    """

    width: int
    height: int
    dpi: float = 0.0
    ending: str = ""

    @property
    def shape(self) -> float:
        return self.width / self.height

    def turned(self) -> Dots:
        return Dots(self.height, self.width, self.dpi)


class Size(NamedTuple):
    """The size of a card as it is cut, in millimetres, as a game names it, and the bleed that its pictures have."""

    width: float
    height: float
    name: str
    bleed: float = 0.0

    @property
    def shape(self) -> float:
        """The width of a picture by its height."""
        return (self.width + 2 * self.bleed) / (self.height + 2 * self.bleed)

    def off(self, dots: Dots) -> float:
        """The part of a picture that is cut off where it fills the card."""
        return 1 - min(self.shape / dots.shape, dots.shape / self.shape)


class Wish(NamedTuple):
    """What somebody says of sizes: names such as poker or 63x88mm, dots per inch, the bleed in millimetres."""

    sizes: tuple[str, ...] = ()
    dpi: float = 0.0
    bleed: float = 0.0


def named_size(name: str) -> Size:
    """A size by its trade name, or one such as 63x88mm. ValueError when there is none."""
    width, height = (round(to_mm(side), 4) for side in built_in().size(name))
    return Size(width, height, name)


def sizes_of(pictures: Mapping[T, Dots], wish: Wish) -> tuple[dict[T, Size], list[T]]:
    """The sizes of cards by their pictures, and the pictures that fit none.

    Those that the most pictures fit are taken first, so that pictures of several sources become cards of one size.
    """
    by_dpi, by_shape = _offered(wish)
    fits = {key: _fits(dots, by_dpi, by_shape, wish) for key, dots in pictures.items()}
    left = {key: found for key, found in fits.items() if found}
    order = {size: number for number, size in enumerate((*by_dpi, *(one for found in left.values() for one in found)))}
    taken = dict[T, Size]()
    while left:
        totals = dict[Size, list[float]]()
        for found in left.values():
            for size, off in found.items():
                totals.setdefault(size, []).append(off)
        best = min(totals, key=lambda size: (-len(totals[size]), round(sum(totals[size]), 6), order[size]))
        taken |= {key: best for key, found in left.items() if best in found}
        left = {key: found for key, found in left.items() if best not in found}
    return taken, [key for key, found in fits.items() if not found]


def back_size(dots: Dots, front: Size, wish: Wish) -> Size:
    """The size of a card for the picture of its back, which may have bleed where the front has none."""
    plain, made = front._replace(bleed=wish.bleed), front._replace(bleed=MAKER_BLEED)
    return made if not wish.bleed and made.off(dots) <= _NEAR_SHAPE and made.off(dots) < plain.off(dots) else plain


def _offered(wish: Wish) -> tuple[list[Size], list[Size]]:
    """The sizes that dots per inch may lead to, and those that a shape alone may: of cards, and with bleed of few."""
    known = built_in().sizes
    cards = [name for name in known if known[name].corner]
    bleeds = (wish.bleed,) if wish.bleed else (0.0, MAKER_BLEED)
    by_dpi = _both_ways(wish.sizes or (*known,), bleeds)
    plain, made = _both_ways(wish.sizes or cards, bleeds[:1]), _both_ways(wish.sizes or _MADE, bleeds[1:])
    return by_dpi, [*plain, *made]


def _both_ways(names: Iterable[str], bleeds: Sequence[float]) -> list[Size]:
    """The sizes of these names, upright and across, with each bleed."""
    sizes = [named_size(name) for name in names]
    across = [Size(one.height, one.width, f"{one.height:g}x{one.width:g}mm") for one in sizes if one.shape != 1]
    return [one._replace(bleed=bleed) for bleed in bleeds for one in (*sizes, *across)]


def _fits(dots: Dots, by_dpi: Sequence[Size], by_shape: Sequence[Size], wish: Wish) -> dict[Size, float]:
    """The sizes that a picture fits, and how far it is off."""
    dpi = wish.dpi or dots.dpi
    sides = [side / dpi * 25.4 for side in dots[:2]] if dpi else []
    far = {size: max(abs(side - own - 2 * size.bleed) for side, own in zip(sides, size[:2], strict=True))
           for size in by_dpi if sides}  # fmt: skip
    if near := {size: off / size.width for size, off in far.items() if off <= _NEAR_MM}:
        return near
    near = (
        {}
        if wish.dpi and not wish.sizes
        else {size: off for size in by_shape if (off := size.off(dots)) <= _NEAR_SHAPE}
    )
    if near:
        return near
    if wish.sizes:
        off, best = min((size.off(dots), size) for size in by_shape if size.bleed == wish.bleed)
        return {best: off} if off <= _CROPPED else {}
    own = [round(side - 2 * wish.bleed, 1) for side in sides]
    if dpi >= (0 if wish.dpi else _SAID_DPI) and own and _LEAST <= min(own) <= max(own) <= _MOST:
        return {Size(own[0], own[1], f"{own[0]:g}x{own[1]:g}mm", wish.bleed): 0.0}
    return {}
