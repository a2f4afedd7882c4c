"""Colours of light as inks within a limit; ICC profiles, read and made."""

from __future__ import annotations

import io
import re
import struct
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

_HEAD = 132
_CONDITIONS = re.compile(r"FOGRA ?\d+|CGATS[ .]?TR ?\d+|GRACoL\d+|SWOP\d+|JapanColor\d+\w*", re.IGNORECASE)


class Profile(NamedTuple):
    """A profile of a press: its bytes, what it calls itself, and the condition that it names, "" for none."""

    data: bytes
    name: str
    condition: str = ""


def read_profile(data: bytes) -> Profile:
    """What a profile says of itself. ValueError where it is none, is not whole, or is not of a press with four inks."""
    if len(data) < _HEAD or data[36:40] != b"acsp":
        raise ValueError("it is no ICC profile")
    if int.from_bytes(data[:4], "big") != len(data):
        raise ValueError("it is not whole: it says another size than it has")
    if data[12:16] != b"prtr":
        raise ValueError(f"it is of a {_SORTS.get(data[12:16], 'device')} and not of a press")
    if data[16:20] != b"CMYK":
        raise ValueError(f"its colours are {data[16:20].decode('ascii', 'replace').strip()} and not CMYK")
    tags = dict(_tags(data))
    if b"B2A0" not in tags or b"A2B0" not in tags:
        raise ValueError("it has no tables that turn colours into inks")
    name = _words(tags.get(b"desc", b"")) or "CMYK"
    told = f"{name} {_words(tags.get(b'targ', b''))[:200]}"
    found = _CONDITIONS.search(told)
    return Profile(data, name, found[0] if found else "")


_SORTS = {b"mntr": "screen", b"scnr": "camera or scanner", b"link": "pair of devices", b"spac": "colour space"}


def _tags(data: bytes) -> list[tuple[bytes, bytes]]:
    count = int.from_bytes(data[128:132], "big")
    if _HEAD + 12 * count > len(data):
        raise ValueError("it is not whole: its list of contents ends too early")
    rows = (struct.unpack_from(">4sII", data, _HEAD + 12 * n) for n in range(count))
    return [(name, data[at : at + size]) for name, at, size in rows]


def _words(tag: bytes) -> str:
    """The words of a tag of text, of whichever of the three types."""
    if tag[:4] == b"desc":
        return _plain(tag[12 : 12 + int.from_bytes(tag[8:12], "big")].decode("latin-1"))
    if tag[:4] == b"text":
        return _plain(tag[8:].decode("latin-1"))
    if tag[:4] == b"mluc" and len(tag) >= 28:
        size, at = struct.unpack_from(">II", tag, 20)
        return _plain(tag[at : at + size].decode("utf-16-be", "replace"))
    return ""


def _plain(text: str) -> str:
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


NAME, GREY_NAME = "sRGB IEC61966-2.1", "Grey, with the curve of sRGB"
_STEPS_OF_CURVE = 1024
_WHITE = (0.9642, 1.0, 0.8249)
_PRIMARIES = {
    "rXYZ": (0.43607, 0.22249, 0.01392),
    "gXYZ": (0.38515, 0.71687, 0.09708),
    "bXYZ": (0.14307, 0.06061, 0.71410),
}
_SAID = "No copyright, use freely"


def _fixed(*values: float) -> bytes:
    return struct.pack(f">{len(values)}i", *(round(value * 65536) for value in values))


def _linear(value: float) -> float:
    """How much light a value from 0 to 1 stands for."""
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _described(name: str) -> bytes:
    words = name.encode() + b"\0"
    return b"desc\0\0\0\0" + struct.pack(">I", len(words)) + words + bytes(4 + 4 + 2 + 1 + 67)


def _curve() -> bytes:
    """How much light each step from black to white stands for."""
    curve = [round(_linear(i / (_STEPS_OF_CURVE - 1)) * 65535) for i in range(_STEPS_OF_CURVE)]
    return b"curv\0\0\0\0" + struct.pack(f">I{_STEPS_OF_CURVE}H", _STEPS_OF_CURVE, *curve)


def _points(points: Mapping[str, tuple[float, ...]]) -> dict[str, bytes]:
    return {name: b"XYZ \0\0\0\0" + _fixed(*xyz) for name, xyz in points.items()}


@cache
def srgb_profile() -> bytes:
    """The profile of the colours of screens: the same bytes every time."""
    # All three colours have one curve.
    return _profile(NAME, b"RGB ", {**_points({"wtpt": _WHITE, **_PRIMARIES}), "rTRC": _curve()}, ("gTRC", "bTRC"))


@cache
def grey_profile() -> bytes:
    """The profile of greys that are as light as those of screens."""
    return _profile(GREY_NAME, b"GRAY", {**_points({"wtpt": _WHITE}), "kTRC": _curve()})


def _profile(name: str, space: bytes, more: Mapping[str, bytes], again: Sequence[str] = ()) -> bytes:
    """A display profile of a space; tags named `again` are the last one once more."""
    tags = {"desc": _described(name), "cprt": b"text\0\0\0\0" + _SAID.encode() + b"\0", **more}
    at, body, rows = 128 + 4 + 12 * (len(tags) + len(again)), b"", []
    for tag, data in tags.items():
        rows.append((tag, at + len(body), len(data)))
        body += data + bytes(-len(data) % 4)
    rows += [(tag, *rows[-1][1:]) for tag in again]
    table = struct.pack(">I", len(rows)) + b"".join(struct.pack(">4sII", n.encode(), *where) for n, *where in rows)
    head = struct.pack(">I4sI4s4s4s", at + len(body), b"\0\0\0\0", 0x02100000, b"mntr", space, b"XYZ ")
    head += struct.pack(">6H4s", 2026, 1, 1, 0, 0, 0, b"acsp") + bytes(28) + _fixed(*_WHITE)
    return head.ljust(128, b"\0") + table + body


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
