"""Colours of light as inks within a limit; ICC profiles."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from functools import cache, lru_cache
from os.path import realpath
from typing import Any, NamedTuple

from printgen.base.file_access import load_file
from printgen.base.folders import templates_folder

_HEAD = 132
_CONDITIONS = re.compile(r"FOGRA ?\d+|CGATS[ .]?TR ?\d+|GRACoL\d+|SWOP\d+|JapanColor\d+\w*", re.IGNORECASE)


class Profile(NamedTuple):
    """A profile of a press: its bytes, what it calls itself, and the condition that it names, "" for none."""

    data: bytes
    name: str
    condition: str = ""


_SORTS = {b"mntr": "screen", b"scnr": "camera or scanner", b"link": "pair of devices", b"spac": "colour space"}


def parse_profile(data: bytes) -> Profile:
    """What a profile says of itself. ValueError where it is none, is not whole, or is not of a press with four inks."""
    from PIL import ImageCms

    if len(data) < _HEAD or data[36:40] != b"acsp":
        raise ValueError("it is no ICC profile")
    if int.from_bytes(data[:4], "big") != len(data):
        raise ValueError("it is not whole: it says another size than it has")
    if data[12:16] != b"prtr":
        raise ValueError(f"it is of a {_SORTS.get(data[12:16], 'device')} and not of a press")
    if data[16:20] != b"CMYK":
        raise ValueError(f"its colours are {data[16:20].decode('ascii', 'replace').strip()} and not CMYK")
    profile = ImageCms.ImageCmsProfile(io.BytesIO(data)).profile
    ways = ImageCms.Direction.INPUT, ImageCms.Direction.OUTPUT
    if not all(profile.is_intent_supported(ImageCms.Intent.PERCEPTUAL, way) for way in ways):
        raise ValueError("it has no tables that turn colours into inks")
    name, target = (_plain(words or "") for words in (profile.profile_description, profile.target))
    condition = _CONDITIONS.search(f"{name} {target[:200]}")
    return Profile(data, name or "CMYK", condition[0] if condition else "")


def _plain(text: str) -> str:
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


NAME, GREY_NAME = "sRGB IEC61966-2.1", "Grey, with the curve of sRGB"


@cache
def own_profile(name: str) -> bytes:
    """A profile of printgen's own: "srgb", the colours of screens, or "grey", greys that are as light as those."""
    return load_file(realpath(templates_folder() / "profiles" / f"{name}.icc"), "profile")


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


def limit_inks(inks: Sequence[float], most: float) -> Inks:
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
            self._known[color] = limit_inks(self._raw([color])[0], self.most)
        return self._known[color]

    def picture(self, picture: Any) -> Any:
        """A picture of Pillow's as one of inks; between the steps of a table, colours are mixed."""
        if self._table is None:
            self._table = self._make_table()
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

    def _make_table(self) -> Any:
        """The table of pictures. Between colours whose ink is within a limit no mixture is over it."""
        from PIL import ImageFilter

        steps = [n / (_STEPS - 1) for n in range(_STEPS)]
        raw = self._raw([(red, green, blue) for blue in steps for green in steps for red in steps])
        rows = [part for inks in raw for part in limit_inks(inks, self.most - _ROUNDING)]
        return ImageFilter.Color3DLUT(_STEPS, rows, channels=4, target_mode="CMYK")


@lru_cache(maxsize=2)
def conversion(most: float, profile: bytes = b"") -> Conversion:
    """The conversion for a limit and a profile, made once."""
    return Conversion(most, profile)


def _transform(profile: bytes) -> Any:
    from PIL import ImageCms

    try:
        light, press = (ImageCms.ImageCmsProfile(io.BytesIO(data)) for data in (own_profile("srgb"), profile))
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
