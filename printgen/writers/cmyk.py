"""Colours of light come in; the inks that print them go out: cyan, magenta, yellow and black, within a limit.

With an ICC profile of a press, LittleCMS says which inks they are (relative colorimetric, black point compensated).
Without one they are reckoned plainly: each ink is what its light lacks; most of what all three lack is printed with
black in their place (grey component replacement), and they make up for the rest of the light that black lets through.
Where more ink comes of that than may be, the three colours are thinned alike, and black stays.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from printgen.writers.srgb import srgb_profile

Inks = tuple[float, float, float, float]
"""Cyan, magenta, yellow and black, from 0 to 1."""

_DEEP = 1.25
"""How much later black begins than what all three lack: where it is full, a fifth of each colour lies under it."""
_STEPS = 33
# Four numbers are rounded to bytes after they were limited.
_ROUNDING = 0.008
_RELATIVE, _BLACK_POINT = 1, 0x2000


def plain_inks(red: float, green: float, blue: float) -> Inks:
    """The inks of a colour of light, of which all parts are from 0 to 1, without a profile."""
    lacks = 1 - red, 1 - green, 1 - blue
    black = min(lacks) ** _DEEP
    if black == 1:
        return 1 - 1 / _DEEP, 1 - 1 / _DEEP, 1 - 1 / _DEEP, 1.0
    cyan, magenta, yellow = ((lack - black) / (1 - black) for lack in lacks)
    return cyan, magenta, yellow, black


def limited(inks: Sequence[float], most: float) -> Inks:
    """Inks whose sum is `most` at most: black stays, as far as it is within that, and the others are thinned alike."""
    *colors, black = inks
    black = min(black, most)
    share = min(1.0, (most - black) / (sum(colors) or 1.0))
    cyan, magenta, yellow = (color * share for color in colors)
    return cyan, magenta, yellow, black


class Conversion:
    """Turns colours and pictures into inks, of which there are `most` together (1.0 is a full layer of one).

    `profile` are the bytes of a profile of a press, or nothing. OSError or ValueError for one that cannot be used.
    """

    def __init__(self, most: float, profile: bytes = b"") -> None:
        self.most = most
        self._transform = _transform(profile) if profile else None
        self._known: dict[tuple[float, float, float], Inks] = {}
        self._table: Any = None

    def of(self, red: float, green: float, blue: float) -> Inks:
        """The inks of a colour of which all parts are from 0 to 1."""
        color = red, green, blue
        if color not in self._known:
            self._known[color] = limited(self._raw([color])[0], self.most)
        return self._known[color]

    def picture(self, picture: Any) -> Any:
        """A picture of Pillow's as one of inks; between the steps of a table, colours are mixed."""
        if self._table is None:
            self._table = self._made()
        return picture.convert("RGB").filter(self._table)

    def _raw(self, colors: Sequence[tuple[float, float, float]]) -> list[Inks]:
        if self._transform is None:
            return [plain_inks(*color) for color in colors]
        from PIL import Image, ImageCms

        dots = bytes(round(part * 255) for color in colors for part in color)
        shown: Any = ImageCms.applyTransform(Image.frombytes("RGB", (len(colors), 1), dots), self._transform)
        data = shown.tobytes()
        return [
            (data[i] / 255, data[i + 1] / 255, data[i + 2] / 255, data[i + 3] / 255) for i in range(0, len(data), 4)
        ]

    def _made(self) -> Any:
        """The table of pictures. Between colours whose ink is within a limit no mixture is over it."""
        from PIL import ImageFilter

        steps = [n / (_STEPS - 1) for n in range(_STEPS)]
        raw = self._raw([(red, green, blue) for blue in steps for green in steps for red in steps])
        rows = [part for inks in raw for part in limited(inks, self.most - _ROUNDING)]
        return ImageFilter.Color3DLUT(_STEPS, rows, channels=4, target_mode="CMYK")


@lru_cache(maxsize=2)
def conversion(most: float, profile: bytes = b"") -> Conversion:
    """The conversion for a limit and a profile, made once."""
    return Conversion(most, profile)


def _transform(profile: bytes) -> Any:
    from PIL import ImageCms

    try:
        light, press = (ImageCms.ImageCmsProfile(io.BytesIO(data)) for data in (srgb_profile(), profile))
        return ImageCms.buildTransform(light, press, "RGB", "CMYK", _RELATIVE, _BLACK_POINT)  # type: ignore[arg-type]
    except ImageCms.PyCMSError as error:
        raise ValueError(str(error)) from error


def heaviest(picture: Any) -> float:
    """The most ink that any dot of a picture of inks takes, in full layers."""
    from PIL import ImageMath

    bands = dict(zip("cmyk", picture.split(), strict=True))
    total: Any = ImageMath.lambda_eval(lambda of: of["c"] + of["m"] + of["y"] + of["k"], **bands)
    most: int = total.getextrema()[1]
    return most / 255
