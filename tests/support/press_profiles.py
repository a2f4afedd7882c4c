"""Makes ICC profiles for tests: a press whose inks all grow as light falls, so that its black takes 400 %."""

import struct
from itertools import product

D50 = (0.9642, 1.0, 0.8249)
Tags = dict[bytes, bytes]


def xyz(*values: float) -> bytes:
    return b"XYZ \0\0\0\0" + struct.pack(">3i", *(round(value * 65536) for value in values))


def described(text: str) -> bytes:
    words = text.encode() + b"\0"
    return b"desc\0\0\0\0" + struct.pack(">I", len(words)) + words + bytes(78)


def table(inputs: int, outputs: int, rows: list[tuple[int, ...]]) -> bytes:
    """A table of bytes with two steps on each axis."""
    head = b"mft1\0\0\0\0" + bytes([inputs, outputs, 2, 0])
    one = [65536, 0, 0, 0, 65536, 0, 0, 0, 65536]
    straight = bytes(range(256))
    cells = bytes(part for row in rows for part in row)
    return head + struct.pack(">9i", *one) + straight * inputs + cells + straight * outputs


def profile(
    name: str = "Test press (FOGRA39)", sort: bytes = b"prtr", space: bytes = b"CMYK", tags: Tags | None = None
) -> bytes:
    """A whole profile; by default one of a press."""
    inks = [(255 - light,) * 4 for light, _, _ in product((0, 255), repeat=3)]
    lights = [(255 - max(row), 128, 128) for row in product((0, 255), repeat=4)]
    held = {
        b"desc": described(name), b"cprt": b"text\0\0\0\0none\0", b"wtpt": xyz(*D50),
        b"A2B0": table(4, 3, lights), b"B2A0": table(3, 4, inks),
    } if tags is None else tags  # fmt: skip
    listed, body, at = b"", b"", 132 + 12 * len(held)
    for key, data in held.items():
        data += bytes(-len(data) % 4)
        listed += struct.pack(">4sII", key, at + len(body), len(data))
        body += data
    head = struct.pack(">I4sI4s4s4s12s4s4sIIIQI", at + len(body), b"test", 0x02100000, sort, space, b"Lab ", bytes(12),
                       b"acsp", bytes(4), 0, 0, 0, 0, 0)  # fmt: skip
    head += xyz(*D50)[8:] + b"test"
    return head + bytes(128 - len(head)) + struct.pack(">I", len(held)) + listed + body
