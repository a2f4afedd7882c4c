"""Nothing comes in; the bytes of an ICC profile of sRGB go out, made here from the numbers of its standard.

The numbers are those of IEC 61966-2-1, adapted to the white of profiles (D50) as the ICC publishes them. It is a
display profile of version 2.1, which every program reads; no file of anybody's is copied.
"""

from __future__ import annotations

import struct
from functools import cache

NAME = "sRGB IEC61966-2.1"
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


def _described() -> bytes:
    words = NAME.encode() + b"\0"
    return b"desc\0\0\0\0" + struct.pack(">I", len(words)) + words + bytes(4 + 4 + 2 + 1 + 67)


@cache
def srgb_profile() -> bytes:
    """The profile: the same bytes every time."""
    curve = [round(_linear(i / (_STEPS - 1)) * 65535) for i in range(_STEPS)]
    tags = {"desc": _described(), "cprt": b"text\0\0\0\0" + _SAID.encode() + b"\0"}
    tags |= {name: b"XYZ \0\0\0\0" + _fixed(*xyz) for name, xyz in {"wtpt": _WHITE, **_PRIMARIES}.items()}
    tags["rTRC"] = b"curv\0\0\0\0" + struct.pack(f">I{_STEPS}H", _STEPS, *curve)
    at, body, rows = 128 + 4 + 12 * (len(tags) + 2), b"", []
    for name, data in tags.items():
        rows.append((name, at + len(body), len(data)))
        body += data + bytes(-len(data) % 4)
    # All three colours have one curve.
    rows += [(name, *rows[-1][1:]) for name in ("gTRC", "bTRC")]
    table = struct.pack(">I", len(rows)) + b"".join(struct.pack(">4sII", n.encode(), *where) for n, *where in rows)
    head = struct.pack(">I4sI4s4s4s", at + len(body), b"\0\0\0\0", 0x02100000, b"mntr", b"RGB ", b"XYZ ")
    head += struct.pack(">6H4s", 2026, 1, 1, 0, 0, 0, b"acsp") + bytes(28) + _fixed(*_WHITE)
    return head.ljust(128, b"\0") + table + body
