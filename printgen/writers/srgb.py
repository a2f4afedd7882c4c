"""Nothing comes in; the bytes of ICC profiles of sRGB, and of its greys, go out, made from the numbers of its standard.

The numbers are those of IEC 61966-2-1, adapted to the white of profiles (D50) as the ICC publishes them. It is a
display profile of version 2.1, which every program reads; no file of anybody's is copied.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from functools import cache

NAME, GREY_NAME = "sRGB IEC61966-2.1", "Grey, with the curve of sRGB"
_STEPS = 1024
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
    curve = [round(_linear(i / (_STEPS - 1)) * 65535) for i in range(_STEPS)]
    return b"curv\0\0\0\0" + struct.pack(f">I{_STEPS}H", _STEPS, *curve)


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
