"""Colours: mixtures, contrast by WCAG 2, colour words of templates, and colour-blind views."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Generic, TypeVar

from printgen.base.errors import closest, did_you_mean
from printgen.base.units import canonical_color, css_colors
from printgen.drawing.model import Paint

NEAR_BLACK = "#0B0C0E"
CREAM = "#FBF4DF"
NONE = "none"
"""The colour of what is not drawn."""

# What words such as "on main" choose from, and what is drawn with where a face names no colour.
_USUAL = {NONE: NONE, "ink": NEAR_BLACK, "sand": CREAM}
READABLE = 4.5
"""The contrast ratio at which text can be read (WCAG 2, level AA)."""
DARK = 0.22
"""How light a colour is at most, from 0 to 1, that is nearly black."""
_APART = 0.066
_LONGEST = 200
T = TypeVar("T")
_TONES: dict[str, tuple[str, float]] = {"dark": (NEAR_BLACK, 0.42), "light": (CREAM, 0.38), "deep": (NEAR_BLACK, 0.65)}


def parse_color(text: str) -> str:
    """A colour such as "#4b5b22", "#4B5B2280" (half transparent), "#fff" or "tomato" in full; else ValueError."""
    color = canonical_color(text)
    if color is None:
        raise ValueError(f"'{text}' is not a colour; write it like #4B5B22")
    return color


@lru_cache(maxsize=4096)
def alpha(color: str) -> float:
    """The opacity of a colour, from 0 to 1."""
    return int(color[7:] or "FF", 16) / 255


def with_alpha(color: str, share: float) -> str:
    """A colour with its opacity multiplied by `share` (0 to 1)."""
    opaque = round(alpha(color) * share * 255)
    return color[:7] if opaque >= 255 else f"{color[:7]}{max(0, opaque):02X}"


def lightest(paint: Paint) -> str:
    """The colour itself, or the lightest colour of a gradient."""
    if isinstance(paint, str):
        return paint
    colors = (color for _, color in paint.stops)
    return max(colors, key=lambda color: luminance(mix("#FFFFFF", color[:7], alpha(color))))


@lru_cache(maxsize=4096)
def rgb(color: str) -> tuple[float, float, float]:
    """Red, green and blue from 0 to 1."""
    return tuple(int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))  # type: ignore[return-value]


@lru_cache(maxsize=4096)
def mix(a: str, b: str, share: float) -> str:
    """The colour that lies `share` (0 to 1) of the way from a to b."""
    parts = (x + (y - x) * share for x, y in zip(rgb(a), rgb(b), strict=True))
    mixed = "#" + "".join(f"{max(0, min(255, round(v * 255))):02X}" for v in parts)
    return mixed if len(a) == len(b) == len(mixed) else with_alpha(mixed, alpha(a) + (alpha(b) - alpha(a)) * share)


@lru_cache(maxsize=4096)
def luminance(color: str) -> float:
    """Relative luminance from 0 (black) to 1 (white)."""
    linear = [v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4 for v in rgb(color)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def grey_level(color: str) -> float:
    """The grey of a colour's lightness, from 0 (black) to 1 (white), in sRGB (IEC 61966-2-1)."""
    light = luminance(color)
    return 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055


def nearly_black(color: str) -> bool:
    """Whether a colour counts as black: very dark, without a hue."""
    parts = rgb(color)
    return max(parts) <= DARK and max(parts) - min(parts) <= _APART


def contrast(a: str, b: str) -> float:
    """The contrast ratio, from 1 to 21."""
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


class Tints:
    """A set of named colours; `resolve` reads colour words against it and keeps the results.

    `taken` are the inherited names that were ever looked up, in this set or in one made from it; `roles` are those that
    a face hands on to the faces that it uses. `saving` marks a look that spends little ink: gradients are plain, and
    there are no shadows.
    """

    def __init__(
        self, names: Mapping[str, str], taken: set[str] | None = None, own: frozenset[str] = frozenset()
    ) -> None:
        self._names = dict(names)
        self._own = own
        self.roles: Mapping[str, str] = {}
        self.saving = False
        self._known: dict[str, str] = {}
        self.taken: set[str] = set() if taken is None else taken

    def with_names(self, names: Mapping[str, str]) -> Tints:
        """The same set with more names of its own, or with other colours for some."""
        extended = Tints({**self._names, **names}, self.taken, self._own.union(names))
        extended.saving = self.saving
        return extended

    def fork(self) -> Tints:
        """The same set with its own count of taken names, which includes names defined here."""
        fork = Tints(self._names)
        fork.roles, fork.saving = self.roles, self.saving
        return fork

    def take(self, names: Iterable[str]) -> None:
        """Count names as taken, when a drawing made with them is used again."""
        self.taken.update(name for name in names if name not in self._own)

    def colors_of(self, names: Iterable[str]) -> tuple[object, ...]:
        """The colours of names here, and in the faces that a face uses."""
        return tuple([(self._names.get(name), self.roles.get(name)) for name in names])

    @property
    def names(self) -> Mapping[str, str]:
        return self._names

    def resolve(self, words: str) -> str:
        """The colour that the words mean, or "none". ValueError, with a suggestion, for an unknown word."""
        color = self._known.get(words)
        if color is None:
            if len(words) > _LONGEST:
                raise ValueError(f"a colour is written in {_LONGEST} letters at most; write a shorter one")
            color = self._known[words] = self._parse(words)
        return color

    def knows(self, words: str) -> bool:
        """Whether words begin with a colour known here; the rest may be wrong."""
        name = words.replace("/", " ").partition(" ")[0]
        self.take((name,))
        known = name in self._names or name in _USUAL or canonical_color(name) is not None
        return known or name == "on" or name.startswith("#")

    def _best(self, ground: str, choices: tuple[str, str]) -> str:
        """The first choice that is readable on the ground (4.5 to 1); on middling grounds white or black."""
        colors = [*map(self._parse, choices), "#FFFFFF", "#000000"]
        if ground == NONE:
            return colors[-1]
        return next(color for color in colors if contrast(color, ground) >= READABLE)

    def _parse(self, words: str) -> str:
        if words.startswith("on "):
            return self._best(self._parse(words[3:]), ("sand", "ink"))
        if " over " in words:
            first, _, ground = words.partition(" over ")
            return self._best(self._parse(ground), (first, "ink"))
        if "/" in words:
            first, _, rest = words.partition("/")
            second, _, share = rest.strip().rpartition(" ")
            part = _percent(share, words)
            return self._mix(self._parse(first.strip()), self._parse(second), part)
        name, *tone = words.split() or [""]
        self.take((name,))
        if name.startswith("#"):
            color: str | None = parse_color(name)
        else:
            color = self._names.get(name) or _USUAL.get(name) or canonical_color(name)
        if color is None:
            own = closest(name, self._names)
            near = own or closest(name.lower(), css_colors())
            hint = f"Did you mean '{near}'?" if near else did_you_mean(name, {*self._names, *_USUAL})
            elsewhere = "" if own else " Or write one like #4B5B22, or add palettes: and one that has it."
            raise ValueError(f"'{name}' is not a colour here. {hint}{elsewhere}")
        if not tone:
            return color
        if tone[0] not in _TONES or len(tone) > 2:
            raise ValueError(f"'{words}' is not a colour: after a name comes dark, light or deep and a percentage")
        toward, share_of = _TONES[tone[0]]
        return self._mix(color, toward, _percent(tone[1], words) if len(tone) == 2 else share_of)

    @staticmethod
    def _mix(color: str, toward: str, share: float) -> str:
        """A colour mixed toward another one by a share; "none" stays "none"."""
        return NONE if NONE in (color, toward) else mix(color, toward, share)


class ColorMemo(Generic[T]):
    """Results kept by the colours that they took: one serves again when these colours mean the same."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, ...], dict[tuple[object, ...], T]] = {}

    def find(self, tints: Tints) -> T | None:
        """A result that serves with these colours; the names that it took count as taken. None without one."""
        for names, made in self._made.items():
            result = made.get(tints.colors_of(names))
            if result is not None:
                tints.take(names)
                return result
        return None

    def keep(self, tints: Tints, taken: Iterable[str], made: T) -> T:
        """Keep a result made with a fork of these colours; `taken` are its names. Returns an earlier equal one."""
        names = tuple(sorted(taken))
        return self._made.setdefault(names, {}).setdefault(tints.colors_of(names), made)

    def get(self, tints: Tints, make: Callable[[Tints], T]) -> T:
        """A result that serves with these colours, made by `make` if there is none."""
        result = self.find(tints)
        if result is None:
            fork = tints.fork()
            result = self.keep(tints, fork.taken, make(fork))
            tints.take(fork.taken)
        return result


def _percent(text: str, words: str) -> float:
    if not text.isdigit() or int(text) > 100:
        raise ValueError(f"'{words}' needs a percentage from 0 to 100 at its end")
    return int(text) / 100


Lab = tuple[float, float, float]

_EYES = {
    "red-blind": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "green-blind": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
}
# Blindness to blue is rare: it can be simulated, but is never warned of.
_DRAWN = {
    **_EYES,
    "blue-blind": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
EYES = tuple(_DRAWN)
"""The names of the eyes that tell fewer colours apart."""

_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
_WHITE = (0.9505, 1.0, 1.089)
# Colours so far apart are meant to be told apart; those so near to each other are not, in colours and in greys.
_MEANT, _NEAR, _NEAR_GREY = 20.0, 12.0, 6.0
_GREY_SHARE, _BLACK = 0.26, 1.17  # Full black and no other ink, and what is neutral takes less of the three colours.


def _times(matrix: tuple[Lab, ...], color: Lab) -> Lab:
    return tuple(sum(a * b for a, b in zip(row, color, strict=True)) for row in matrix)  # type: ignore[return-value]


def _light(color: str) -> Lab:
    """The linear red, green and blue light of a colour."""
    return tuple(v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in rgb(color))  # type: ignore[return-value]


@lru_cache(maxsize=1024)
def _lab(color: str, eyes: str = "") -> Lab:
    light = _light(color)
    if eyes:
        light = tuple(min(1.0, max(0.0, v)) for v in _times(_EYES[eyes], light))  # type: ignore[assignment]
    parts = [v / w for v, w in zip(_times(_XYZ, light), _WHITE, strict=True)]
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in parts)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def as_seen(color: str, eyes: str) -> str:
    """A colour as one of the EYES sees it, as a colour for most people's eyes, such as "#6D5B00"."""
    light = (min(1.0, max(0.0, part)) for part in _times(_DRAWN[eyes], _light(color)))
    parts = (12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055 for part in light)
    return "#" + "".join(f"{round(255 * part):02X}" for part in parts)


def merging(color: str, other: str) -> str:
    """For which readers two distinct colours look alike, as a phrase; "" for none."""
    if math.dist(_lab(color), _lab(other)) < _MEANT:
        return ""
    blind = any(math.dist(_lab(color, eyes), _lab(other, eyes)) < _NEAR for eyes in _EYES)
    grey = abs(_lab(color)[0] - _lab(other)[0]) < _NEAR_GREY
    if blind and grey:
        return "in grey and to colour-blind eyes"
    return "in grey" if grey else "to colour-blind eyes" if blind else ""


def ink_of(color: str) -> float:
    """The ink that a colour takes in print, in per cent of one full layer: up to 300 or so for dark ones."""
    inks = [1 - part for part in rgb(color)]
    grey = min(inks)
    return 100 * (sum(inks) * (1 - _GREY_SHARE * grey) + grey**3 * _BLACK)
