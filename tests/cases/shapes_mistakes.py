"""Mistakes in shapes, corners, faces and sizes by record, honeycombs and shared sheets."""

from mistake import FRONT, GAME, Mistake

SIZE = ", front: front, size: 63x88mm}"
FACE = "templates/faces/front.yaml"
MIDDLE = FRONT.replace("x: 5, y: 20, w: 53", "x: 26, y: 44, w: 11")


def _said(
    name: str, lines: str, told: str, hint: str, front: str = MIDDLE, records: str = "- name: One\n", only: bool = True
) -> Mistake:
    """A product of pieces of which lines 6 on say the rest; `told` begins with the line."""
    head, _ = GAME.split("  deck:")
    head = head.replace(
        "{note: {kind: text, optional: true}}",
        "{note: {kind: text, optional: true}, wide: {kind: length, optional: true}}",
    )
    game = f"{head}  deck: {{kind: pieces, title: Deck, list: things.yaml, record: thing,\n{lines}"
    return Mistake(name, {"game.yaml": game, FACE: front, "things.yaml": records}, told, hint, only)


def _shape(name: str, said: str, told: str, hint: str, front: str = MIDDLE, only: bool = True) -> Mistake:
    return _said(name, f"    front: front, size: 63x88mm, {said}}}\n", told, hint, front, only=only)


def _path(name: str, data: str, fault: str) -> Mistake:
    hint = 'Write one closed line, such as "M0,0 L30,0 L15,20 Z".'
    return _shape(name, f'shape: {{path: "{data}"}}', f"game.yaml:6:41: error: shape: path: {fault}", hint)


def _file(name: str, drawing: str, fault: str) -> Mistake:
    made = _shape(
        name,
        "shape: {file: a.svg}",
        f"game.yaml:6:48: error: the outline cannot be used: {fault}",
        "Draw one closed line that does not cross itself.",
    )
    return Mistake(made.name, {**made.files, "a.svg": drawing}, made.told, made.hint)


def _sheets(name: str, lines: str, told: str, hint: str, more: str = "", only: bool = True) -> Mistake:
    """Shared sheets on lines 6 on, after a product on line 5 and what is `more`."""
    return Mistake(name, {"game.yaml": f"{GAME}{more}sheets:\n{lines}"}, told, hint, only)


MISTAKES = [
    _shape(
        "a shape that there is not",
        "shape: hexagn-flat",
        'game.yaml:6:41: error: shape has the unknown value "hexagn-flat"',
        "Did you mean 'hexagon-flat'?",
    ),
    _shape(
        "a key of a path that there is not",
        'shape: {pth: "M0 0 L9 0 L9 9 Z"}',
        'game.yaml:6:42: error: unknown key "pth"',
        "Did you mean 'path'?",
        only=False,
    ),
    _path("a path that begins nowhere", "L9 0 L9 9 Z", "path data must start with M"),
    _path("a path that crosses itself", "M0 0 L9 9 L9 0 L0 9 Z", "the outline crosses itself"),
    _path("a path around nothing", "M0 0 L9 9 Z", "the outline encloses nothing"),
    _path(
        "a path of two parts",
        "M0 0 L9 0 L9 9 Z M20 20 L29 20 L29 29 Z",
        "the outline has more than one part, and a piece is cut out along one line",
    ),
    _shape(
        "an outline that is nothing",
        "shape: {}",
        "game.yaml:6:41: error: shape: an outline is either a path or a file",
        'Write one closed line, such as "M0,0 L30,0 L15,20 Z".',
    ),
    _file(
        "a drawing of a line",
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0 L9 9" stroke="red"/></svg>',
        "the outline encloses nothing",
    ),
    _file(
        "a drawing of words",
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text>a</text></svg>',
        "the drawing has no outline",
    ),
    _shape(
        "a round piece that is higher than wide",
        "shape: round",
        "game.yaml:6:25: error: a circle is as wide as it is high",
        "Choose an ellipse, or one length.",
    ),
    _shape(
        "a corner larger than half of the piece",
        "corner: 40mm",
        "game.yaml:6:42: error: a corner of 40 mm is no part of 63 x 88 mm",
        "Choose a smaller one.",
    ),
    _shape(
        "a corner without a unit",
        "corner: 3",
        "game.yaml:6:42: error: corner: 3 has no unit",
        "Write it like corner: 3mm, or corner: usual for that of the size.",
    ),
    _shape(
        "a corner of an ellipse",
        "shape: ellipse, corner: 3mm",
        "game.yaml:6:58: error: corner is for rectangular pieces",
        "Remove the line, or the shape.",
    ),
    _shape(
        "the usual corner of a size without a name",
        "corner: usual",
        "game.yaml:6:42: error: sizes.yaml has no usual corner for 63x88mm",
        "Write it like corner: 3mm.",
    ),
    _shape(
        "a honeycomb of rectangles",
        "layout: honeycomb",
        "game.yaml:6:42: error: a honeycomb is of hexagons",
        "Write shape: hexagon-pointy, or another layout.",
    ),
    _shape(
        "a layout that there is not",
        "layout: honycomb",
        'game.yaml:6:42: error: layout has the unknown value "honycomb"',
        "Did you mean 'honeycomb'?",
    ),
    _shape(
        "text over the edge of an ellipse",
        "shape: ellipse",
        "things.yaml:1:3: error: 'One' reaches over the cut of One",
        "Shorten it, give it less width in the face, or make the pieces larger.",
        front=FRONT.replace("y: 20", "y: 5"),
    ),
    _shape(
        "a safe zone larger than the piece",
        "shape: ellipse, safe: 40mm",
        "game.yaml:6:56: error: safe is 40 mm; it goes from zero to less than half the size",
        "Write it like safe: 1mm.",
    ),
    _said(
        "a face by record that there is not",
        '    front: "{{ card.note }}", size: 63x88mm}\n',
        "things.yaml:2:21: error: there is no face 'frnt'",
        "Did you mean 'front'?",
        records="- {name: One, note: front}\n- {name: Two, note: frnt}\n",
    ),
    _said(
        "a face by a field that there is not",
        '    front: "{{ card.nte }}", size: 63x88mm}\n',
        "game.yaml:6:12: error: front: there is no 'nte' here (for One)",
        "Did you mean 'note'?",
    ),
    _said(
        "a size by record without a unit",
        '    front: front, size: "{{ card.note }}"}\n',
        "things.yaml:1:21: error: '63' is not a size",
        "Write it like 63.5x88.9mm or 24x36in.",
        records='- {name: One, note: "63"}\n',
    ),
    _said(
        "a size by record that is dust",
        '    front: front, size: "{{ card.wide }}"}\n',
        "things.yaml:1:21: error: a side of 0.001 mm cannot be printed",
        "Choose one from 1 to 5080 mm.",
        records="- {name: One, wide: 0.001mm}\n",
    ),
    _said(
        "a size by record of another shape than the face",
        '    front: front, size: "{{ card.note }}"}\n',
        "things.yaml:1:21: error: face 'front' is drawn for 63 x 88 mm; 40 x 40 mm has another shape",
        "Choose a face made for this size.",
        records="- {name: One, note: 40mm}\n",
    ),
    _sheets(
        "a product on shared sheets that there is not",
        "  board: [dekc]\n",
        "game.yaml:7:11: error: the game has no product 'dekc'",
        "Did you mean 'deck'?",
    ),
    _sheets(
        "shared sheets that hold themselves",
        "  board: [deck, board]\n",
        "game.yaml:7:17: error: the sheets board hold themselves",
        "Name products of pieces, such as cards or counters.",
    ),
    _sheets(
        "a product that lies on two sheets",
        "  one: [deck]\n  two: [deck]\n",
        "game.yaml:8:9: error: deck lies on the sheets one, too",
        "Remove it from one of the two.",
    ),
    _sheets(
        "a product that is named twice",
        "  board: [deck, deck]\n",
        "game.yaml:7:17: error: deck is named twice",
        "Remove one of the two.",
    ),
    _sheets(
        "a document on shared sheets",
        "  board: [deck, rules]\n",
        "game.yaml:8:17: error: rules is of the kind cover, which shares no sheets",
        "Remove it; it is printed on sheets of its own.",
        more="  rules: {kind: cover, title: Rules, front: kit-cover}\n",
    ),
    _sheets(
        "shared sheets of the name of a product",
        "  deck: [deck]\n",
        'game.yaml:7:3: error: "deck" cannot be the name of a file: where upper and lower case count as one, its file '
        'would be that of "deck"',
        "Rename it.",
    ),
    _sheets(
        "a misspelt key of shared sheets",
        "  board: {off: [deck]}\n",
        'game.yaml:7:10: error: the key "of" is missing',
        "Add of: and its value.",
        only=False,
    ),
]
