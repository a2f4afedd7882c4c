"""What is drawn as it was meant, and would not print well."""

from mistake import FRONT, Mistake

FACE = "templates/faces/front.yaml"
HAIR = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">
<path d="M0 0L100 100" stroke="#000" stroke-width="0.1"/><path d="M0 50L100 50" stroke="#000" stroke-width="2"/></svg>
"""
PALE = 'rect: {x: 5, y: 40, w: 40, h: 10, fill: "#777777"}, text: {x: 7, y: 47, text: Pale, color: "#999999"}'


def _face(name: str, item: str, told: str, hint: str, **files: str) -> Mistake:
    """A face with one more shape, on line 6; `told` begins with the column."""
    others = {f"templates/{file.replace('_', '.')}": content for file, content in files.items()}
    return Mistake(name, {FACE: f"{FRONT}  - {item}\n", **others}, f"{FACE}:6:{told}", hint)


MISTAKES = [
    _face(
        "a text that is too small",
        'text: {x: 5, y: 40, w: 5, text: "{{ card.name }} of all", size: 9, floor: 4}',
        '5: warning: "One of all" of One is set in 4.4 pt; under 6 pt few can read it',
        "Shorten it, or give it more room or a larger floor in the face.",
    ),
    _face(
        "a face that is printed smaller than it is drawn",
        "group: {x: 5, y: 40, scale: 0.5, items: [text: {x: 0, y: 0, text: Half as large, size: 9}]}",
        '46: warning: "Half as large" of One is set in 4.5 pt; under 6 pt few can read it',
        "Shorten it, or give it more room or a larger floor in the face.",
    ),
    _face(
        "a text that is hard to read on what lies under it",
        f"group: {{items: [{PALE}]}}",
        '73: warning: "Pale" of One is #999999 on #777777, a contrast of 1.6:1; it takes 4.5:1 to read it',
        "Make one of the two lighter or darker, or let the text choose: color: on and the ground's colour.",
    ),
    _face(
        "a text that is hard to read on paper",
        'text: {x: 5, y: 60, text: Pale, color: "#BBBBBB"}',
        '5: warning: "Pale" of One is #BBBBBB on #FFFFFF, a contrast of 1.9:1; it takes 4.5:1 to read it',
        "Make one of the two lighter or darker, or let the text choose: color: on and the ground's colour.",
    ),
    _face(
        "a hairline",
        "line: {x1: 5, y1: 50, x2: 50, y2: 50, stroke: ink, width: 0.05}",
        "5: warning: this line is 0.14 pt wide; under 0.25 pt it may break up in print",
        "Make it 0.25 pt (0.088 mm) wide, or wider.",
    ),
    _face(
        "a drawing with hairlines",
        "image: {x: 5, y: 40, w: 20, h: 20, file: fine.svg}",
        "5: warning: the drawing fine.svg has lines of 0.057 pt here (1 of 2);"
        " under 0.25 pt they may break up in print",
        "Show it larger, or draw its lines wider.",
        fine_svg=HAIR,
    ),
    _face(
        "a ground of too much ink",
        'rect: {x: 5, y: 40, w: 50, h: 40, fill: "#23090B"}',
        "5: warning: this rect is #23090B, which takes 291 % of ink; over 280 % it smears",
        "Make it lighter, or a black without a colour of its own, which is printed with black alone.",
    ),
]
