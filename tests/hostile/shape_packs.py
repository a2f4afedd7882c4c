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
    Pack("a-path-that-crosses-itself", _path("M0 0 L9 9 L9 0 L0 9 Z"), Told("bad-path", "game.yaml", "shape:")),
    Pack("a-path-of-no-area", _path("M0 0 L9 9 L0 0 Z"), Told("bad-path", "game.yaml", "shape:")),
    Pack("a-path-of-a-point", _path("M5 5 Z"), Told("bad-path", "game.yaml", "shape:")),
    Pack(
        "a-path-of-two-parts", _path("M0 0 L9 0 L9 9 Z M20 20 L29 20 L29 29 Z"), Told("bad-path", "game.yaml", "path")
    ),
    Pack("a-path-of-nothing", _path(""), Told("bad-path", "game.yaml", "shape:")),
    Pack("a-path-of-letters", _path("M0 0 Lx y Z"), Told("bad-path", "game.yaml", "shape:")),
    Pack("a-path-of-endless-numbers", _path("M0 0 L1e308 0 L0 1e308 Z"), Told("bad-path", "game.yaml", "shape:")),
    Pack("a-path-of-kilometres", _path("M0 0 L900000 0 L0 900000 Z", 'size: ""'), Told("unknown-size")),
    Pack("a-path-thinner-than-paper", _path("M0 0 L44 0 L44 0.00001 Z"), Told("bad-path", "game.yaml", "shape:")),
    Pack("a-shape-of-a-list-of-lists", _shape("    shape: [[[]]]\n"), Told("unknown-value", "game.yaml", "shape:")),
    Pack("a-corner-of-60-m", _shape("    corner: 60000mm\n"), Told("bad-size", "game.yaml", "corner:")),
    Pack("a-corner-below-zero", _shape("    corner: -3mm\n"), Told("bad-size", "game.yaml", "corner:")),
    Pack("a-size-of-dust", _sized("- {name: A, span: 0.001mm}\n"), Told("unknown-size", "things.yaml", "span")),
    Pack("a-size-of-a-mile", _sized("- {name: A, span: 1609344mm}\n"), Told("unknown-size", "things.yaml", "span")),
    Pack(
        "a-size-of-everything", _sized("- {name: A, span: '{{ card }}'}\n"), Told("unknown-size", "things.yaml", "span")
    ),
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
    Pack("sheets-that-hold-themselves", _sheets("  a: [a]\n"), Told("shared-twice", "game.yaml", "a: [a]")),
    Pack("sheets-that-hold-each-other", _sheets("  a: [b]\n  b: [a]\n"), Told("shared-twice", "game.yaml", "a: [b]")),
    Pack("sheets-of-a-product's-name", _sheets("  cards: [cards]\n"), Told("bad-name", "game.yaml", "cards: [cards]")),
    Pack("sheets-of-nothing", _sheets("  a: []\n"), Told("bad-length", "game.yaml", "a: []")),
    Pack("sheets-of-null", _sheets("  a: null\n"), Told("wrong-type", "game.yaml", "a: null")),
    Pack("sheets-of-a-way-out", _sheets("  ../a: [cards]\n"), Told("bad-name", "game.yaml", "../a")),
    Pack(
        "sheets-of-a-thousand",
        _sheets(f"  a: [{', '.join(['cards'] * 1000)}]\n"),
        Told("bad-length", "game.yaml", "a:"),
    ),
    Pack("sheets-of-a-text", _sheets("  a: cards\n"), Told("wrong-type", "game.yaml", "a: cards")),
    Pack(
        "a-face-of-every-name",
        tiny({"game.yaml": TINY["game.yaml"].replace("front: front", 'front: "{{ card.name }}"')}),
        Told("unknown-face", "things.yaml", "One"),
    ),
    Pack(
        "a-face-of-a-way-out",
        tiny({"game.yaml": TINY["game.yaml"].replace("front: front", 'front: "../{{ card.name }}"')}),
        Told("outside-folder", "things.yaml", "One"),
    ),
]
