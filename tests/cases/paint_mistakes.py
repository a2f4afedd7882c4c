"""Mistakes in pictures and paint of faces."""

from mistake import FRONT, Mistake

FACE = "templates/faces/front.yaml"
SQUARE = (
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\2\0\0\0\x90wS\xde\0\0\0\x0cIDATx\x9cc\xf8\xff\xff?\0\5\xfe\2\xfe\r\xefF\xb8"
    b"\0\0\0\0IEND\xaeB`\x82"
)


def _face(
    name: str, item: str, told: str, hint: str, bleed: bool = False, only: bool = True, **files: str | bytes
) -> Mistake:
    """A face with one more shape, on line 6; `told` begins with the column."""
    others = {f"templates/{file.replace('_', '.')}": content for file, content in files.items()}
    front = FRONT.replace("unit: mm\n", "unit: mm\nbleed: 3\n") if bleed else FRONT
    return Mistake(name, {FACE: f"{front}  - {item}\n", **others}, f"{FACE}:{6 + bleed}:{told}", hint, only)


MISTAKES = [
    _face(
        "a fit that is none",
        "image: {x: 5, y: 30, w: 20, h: 20, file: a.png, fit: fill}",
        "58: error: there is no fit 'fill' (drawing One)",
        "Use one of: contain, cover, mirror, stretch.",
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
        "group: {clip: {path: L 3 4}, items: [{rect: {w: 5, h: 5, fill: ink}}]}",
        "26: error: path data must start with M (drawing One)",
        "Mend this line.",
    ),
    _face(
        "an opacity in percent",
        "rect: {w: 5, h: 5, fill: ink, opacity: 40}",
        "44: error: opacity is 40, which is not from 0 to 1 (drawing One)",
        "Write one such as 0.5.",
    ),
    _face(
        "an opacity in words",
        "rect: {w: 5, h: 5, fill: ink, opacity: half}",
        "44: error: opacity should be a number, not 'half' (drawing One)",
        "Write one such as 0.5.",
    ),
    _face(
        "an ellipse by its corner",
        "ellipse: {x: 5, cy: 5, r: 5, fill: ink}",
        "15: error: an ellipse has no 'x'",
        "Write cx: it stands around its middle, which is cx and cy.",
    ),
    _face(
        "a blend of another program",
        "rect: {w: 5, h: 5, fill: ink, blend: multiplied}",
        "42: error: there is no blend 'multiplied' (drawing One)",
        "Did you mean 'multiply'?",
    ),
    _face(
        "a gradient of one colour",
        "rect: {w: 5, h: 5, fill: {from: ink}}",
        "30: error: a gradient needs from and to, or stops",
        "Write it like {from: main, to: white}.",
    ),
    _face(
        "a gradient with a word of its own",
        "rect: {w: 5, h: 5, fill: {from: ink, too: sand}}",
        "42: error: fill has no 'too'",
        "Did you mean 'to'?",
    ),
    _face(
        "a gradient of a colour that is none",
        "rect: {w: 5, h: 5, fill: {from: ink, to: brasss}}",
        "46: error: 'brasss' is not a colour here (drawing One)",
        "Did you mean 'brass'?",
    ),
    _face(
        "a colour of CSS with a slip",
        "rect: {w: 5, h: 5, fill: tomatoe}",
        "30: error: 'tomatoe' is not a colour here (drawing One)",
        "Did you mean 'tomato'? Or write one like #4B5B22, or add palettes: and one that has it.",
    ),
    _face(
        "stops that go down",
        "rect: {w: 5, h: 5, fill: {stops: [ink at 60, sand at 30, brass]}}",
        "50: error: the stops of a gradient go up (drawing One)",
        "Write them in their order.",
    ),
    _face(
        "a stop beyond the end",
        "rect: {w: 5, h: 5, fill: {stops: [ink, sand at 130]}}",
        "44: error: a stop stands at 0 to 100, not at '130' (drawing One)",
        "Write it like sand at 40.",
    ),
    _face(
        "a single stop",
        "rect: {w: 5, h: 5, fill: {stops: [ink]}}",
        "38: error: a gradient has 2 to 50 stops, not 1",
        "Write it like [main, sand at 40, ink].",
    ),
    _face(
        "stops beside from",
        "rect: {w: 5, h: 5, fill: {from: ink, stops: [ink, sand]}}",
        "31: error: from says nothing beside stops",
        "Remove one.",
    ),
    _face(
        "a shadow with an unknown setting",
        "rect: {w: 5, h: 5, fill: ink, shadow: {blurr: 2}}",
        "44: error: shadow has no 'blurr'",
        "Did you mean 'blur'?",
    ),
    _face(
        "a shadow as wide as a table",
        "rect: {w: 5, h: 5, fill: ink, shadow: {blur: 900}}",
        "50: error: the blur of a shadow is too large (drawing One)",
        "Write 50 mm or less.",
    ),
    _face(
        "a fill rule that is none",
        "path: {d: M0 0 L9 0 L9 9 Z, fill: ink, fill-rule: even-odd}",
        "55: error: there is no fill rule 'even-odd' (drawing One)",
        "Did you mean 'evenodd'?",
    ),
    _face(
        "a colour of five digits",
        'rect: {w: 5, h: 5, fill: "#12345"}',
        "30: error: '#12345' is not a colour (drawing One)",
        "Write it like #4B5B22.",
    ),
    _face(
        "a ball that ends in the bleed",
        "ellipse: {cx: 9, cy: 79, r: 10, fill: ink}",
        "5: warning: this ellipse ends 1 mm over the cut, and the bleed is 3 mm: where a cut is off, paper shows",
        "Let it reach to the end of the bleed.",
        bleed=True,
    ),
    _face(
        "an icon over the cut",
        "icon: {name: ruler, cx: 4, cy: 44, size: 12}",
        "5: warning: this icon reaches 1.1 mm over the cut",
        "Move it inward, make it smaller, or let it reach to the end of the bleed.",
        bleed=True,
    ),
    _face(
        "a straight side in the bleed",
        "path: {d: M0 -1 H63 V20 H0 Z, fill: {from: ink, to: sand}}",
        "5: warning: this path ends 0 mm over the cut, and the bleed is 3 mm: where a cut is off, paper shows",
        "Let it reach to the end of the bleed.",
        bleed=True,
        only=False,
    ),
    _face(
        "a drawing that is none",
        "image: {x: 5, y: 30, w: 20, h: 20, file: a.svg}",
        "46: error: the drawing a.svg cannot be used: line 2 is no XML: mismatched tag",
        "Save it as a plain SVG, or as a PNG.",
        a_svg="<svg xmlns='http://www.w3.org/2000/svg'>\n<g></svg>",
    ),
    _face(
        "a drawing with letters",
        "image: {x: 5, y: 30, w: 20, h: 20, file: a.svg}",
        "46: warning: the drawing a.svg leaves out text (line 2)",
        "Turn texts into paths and leave effects out in the program that drew it, or save it as a PNG.",
        a_svg="<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>\n<text>A</text></svg>",
    ),
    _face(
        "a drawing of nothing",
        "image: {x: 5, y: 30, w: 20, h: 20, file: a.svg}",
        "46: error: the drawing a.svg cannot be used: it draws nothing",
        "Save it as a plain SVG, or as a PNG.",
        a_svg="<svg xmlns='http://www.w3.org/2000/svg'/>",
    ),
    _face(
        "a colour for a photo",
        "image: {x: 5, y: 30, w: 20, h: 20, file: a.png, color: ink}",
        "60: error: color says nothing to a picture of dots (drawing One)",
        "Remove it.",
        a_png=SQUARE,
    ),
    _face(
        "a drawing under another name",
        "image: {x: 5, y: 30, w: 20, h: 20, file: firre.svg}",
        "46: error: there is no file 'firre.svg' among the templates or in the game's folder (drawing One)",
        "Did you mean 'fire.svg'?",
        fire_svg="<svg xmlns='http://www.w3.org/2000/svg'/>",
    ),
    _face(
        "a picture that is not there",
        "image: {x: 5, y: 30, w: 20, h: 20, file: art/hero.png}",
        "46: error: there is no file 'art/hero.png' among the templates or in the game's folder (drawing One)",
        "Write the name of one that is there.",
    ),
    _face(
        "a barcode with a wrong last digit",
        "barcode: {x: 5, y: 30, text: 5901234123458, kind: ean13}",
        "34: error: '5901234123458' is read as 5901234123457: its last digit checks the others (drawing One)",
        "Write 5901234123457, or mend the others.",
    ),
    _face(
        "a barcode of letters",
        "barcode: {x: 5, y: 30, text: abc, kind: ean8}",
        "34: error: this is no text for a ean8 barcode: EAN code can only contain numbers abc (drawing One)",
        "Write another one.",
    ),
    _face(
        "a kind of barcode that is none",
        "barcode: {x: 5, y: 30, text: abc, kind: code127}",
        "45: error: there is no kind of barcode 'code127' (drawing One)",
        "Did you mean 'code128'?",
    ),
    _face(
        "a level of a code that is none",
        "qr: {x: 5, y: 30, text: abc, level: H}",
        "41: error: there is no level 'H' (drawing One)",
        "Use one of: high, low, medium, quartile.",
    ),
    _face(
        "a code too fine to be read",
        "qr: {x: 5, y: 30, text: https://example.org/a/long/address, size: 8}",
        "29: warning: the squares of this code are 0.28 mm wide; under 0.33 mm many readers fail",
        "Make it larger, or its text shorter.",
    ),
]
