"""Mistakes in pictures and paint of faces."""

from mistake import FRONT, Mistake

FACE = "templates/faces/front.yaml"
SQUARE = (
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\2\0\0\0\x90wS\xde\0\0\0\x0cIDATx\x9cc\xf8\xff\xff?\0\5\xfe\2\xfe\r\xefF\xb8"
    b"\0\0\0\0IEND\xaeB`\x82"
)


def _face(name: str, item: str, told: str, hint: str, **files: str | bytes) -> Mistake:
    """A face with one more shape, on line 6; `told` begins with the column."""
    others = {f"templates/{file.replace('_', '.')}": content for file, content in files.items()}
    return Mistake(name, {FACE: f"{FRONT}  - {item}\n", **others}, f"{FACE}:6:{told}", hint)


MISTAKES = [
    _face(
        "a fit that is none",
        "image: {x: 5, y: 30, w: 20, h: 20, file: a.png, fit: fill}",
        "58: error: there is no fit 'fill' (drawing One)",
        "Use one of: contain, cover, stretch.",
        a_png=SQUARE,
    ),
    _face(
        "an align of no side",
        "image: {x: 5, y: 30, w: 20, h: 20, file: a.png, align: botom left}",
        "60: error: there is no align 'botom' (drawing One)",
        "Did you mean 'bottom'?",
        a_png=SQUARE,
    ),
    _face(
        "a clip of a group that says no place",
        "group: {clip: circle, items: []}",
        "19: error: clip should say what of the group shows, not 'circle'",
        "Write it like {circle: [10, 10, 8]}, or [0, 0, 20, 10] for a box.",
    ),
    _face(
        "a round clip without its box",
        "group: {clip: {radius: 3}, items: []}",
        "19: error: clip needs a circle, a path or a box",
        "Write it like {box: [0, 0, 20, 10], radius: 2}.",
    ),
    _face(
        "a clip with a word of its own",
        "image: {x: 5, y: 30, w: 20, h: 20, file: a.png, clip: {radious: 3}}",
        "60: error: clip has no 'radious'",
        "Did you mean 'radius'?",
        a_png=SQUARE,
    ),
    _face(
        "a circle of two numbers",
        "group: {clip: {circle: [3, 4]}, items: []}",
        "28: error: circle takes three lengths: cx, cy, r",
        "Write it like [0, 20, 10].",
    ),
    _face(
        "a clip of no path",
        "group: {clip: {path: L 3 4}, items: []}",
        "26: error: path data must start with M (drawing One)",
        "Mend this line.",
    ),
]
