"""Shapes, sizes and shared sheets that nobody could cut: each is refused at its line, quickly, or is only odd."""

from __future__ import annotations

import math

from packs import BUILD, BUILDS, TINY, Make, Pack, Told, tiny

KIND = "    kind: cards\n"
ZIGZAG = "M0 0 " + " ".join(f"L{i} {i % 2}" for i in range(1, 900)) + " L900 -9 Z"
SPIKES = "M " + " L ".join(
    f"{30 + math.cos(i / 200) * (20 if i % 2 else 10):.2f} {30 + math.sin(i / 200) * (20 if i % 2 else 10):.2f}"
    for i in range(1200)
)
# It fits on a line of YAML that is no longer than a file may be.
MILLION = "M0 0 " + "L1 1" * 1_000_000 + " Z"


def _shape(lines: str, things: str = "", size: str = "size: 44x67mm") -> Make:
    """The tiny game, whose cards are pieces of a shape; names lie in its middle."""
    game = TINY["game.yaml"].replace(KIND, f"    kind: pieces\n{lines}").replace("size: 44x67mm", size)
    face = TINY["templates/faces/front.yaml"].replace("x: 3, y: 9, w: 38", "x: 15, y: 34, w: 14").replace("12", "8")
    game = game.replace("note: {kind: text", "span: {kind: text, optional: true}\n    note: {kind: text")
    return tiny({"game.yaml": game, "templates/faces/front.yaml": face, **({"things.yaml": things} if things else {})})


def _path(data: str, size: str = "size: 44x67mm") -> Make:
    return _shape(f'    shape: {{path: "{data}"}}\n', size=size)


def _sized(things: str) -> Make:
    return _shape("", things, 'size: "{{ card.span }}"')


def _sheets(lines: str) -> Make:
    return tiny({"game.yaml": TINY["game.yaml"] + f"sheets:\n{lines}"})


_MANY = "".join(f"- {{name: A{i}, span: {20 + i / 10:.1f}x{90 - i / 10:.1f}mm}}\n" for i in range(300))
_MORE = "".join(f"- {{name: A{i}, span: {20 + i / 100:.2f}x{60 - i / 100:.2f}mm}}\n" for i in range(2000))

PACKS = [
    Pack("a-path-of-a-million-points", _path(MILLION), Told("scalar-too-long", "game.yaml")),
    Pack("a-path-of-30000-letters", _path("M0 0 " + "L1 1 " * 6000 + "Z"), Told("bad-length", "game.yaml", "shape:")),
    Pack("a-path-of-900-teeth", _path(ZIGZAG), Told("outside-cut", "things.yaml", "One")),
    Pack("a-path-of-1200-spikes", _path(SPIKES), Told("bad-path", "game.yaml", "shape:")),
    Pack("a-path-of-one-curve", _path("M0 0 C1000000 0 0 1000000 10 10 Z"), BUILDS),
    Pack("300-sizes", _sized(_MANY), Told("wrong-shape", "things.yaml", "span")),
    Pack("2000-sizes", _sized(_MORE), Told("wrong-shape", "things.yaml", "span")),
    Pack(
        "300-sizes-of-a-face-for-any",
        tiny(
            {
                "game.yaml": TINY["game.yaml"]
                .replace("size: 44x67mm", 'size: "{{ card.span }}"')
                .replace("note: {", "span: text\n    note: {"),
                "things.yaml": _MANY,
                "templates/faces/front.yaml": 'unit: mm\nitems:\n  - rect: {w: 20, h: 60, fill: "#112233"}\n',
            }
        ),
        BUILDS,
        BUILD,
    ),
    Pack(
        "2000-sizes-of-a-face-for-any",
        tiny(
            {
                "game.yaml": TINY["game.yaml"]
                .replace("size: 44x67mm", 'size: "{{ card.span }}"')
                .replace("note: {", "span: text\n    note: {"),
                "things.yaml": _MORE,
                "templates/faces/front.yaml": 'unit: mm\nitems:\n  - rect: {w: 20, h: 60, fill: "#112233"}\n',
            }
        ),
        Told("over-limit", "game.yaml", "size:"),
        BUILD,
    ),
    Pack(
        "sheets-of-a-thousand",
        _sheets(f"  a: [{', '.join(['cards'] * 1000)}]\n"),
        Told("bad-length", "game.yaml", "a:"),
    ),
]
