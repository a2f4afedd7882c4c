"""What would not print well on boards, areas, nets and documents, each told where its game can mend it."""

import io

from mistake import Mistake
from PIL import Image

HEAD = 'title: Mistakes\nversion: "1"\n'
DARK = 'size: [100, 60]\nunit: mm\nbleed: 3\nitems:\n  - rect: {w: 100, h: 60, bleed: true, fill: "#203040"}\n'
TEXT = "unit: mm\npalettes: [dossier]\nitems:\n"
FINE = TEXT + '  - line: {x1: 3, y1: 9, x2: 9, y2: 9, stroke: "#203040", width: 0.05}\n'
TINY = "extends: sheet-dossier\nstyles:\n  body: {font: body, size: 5.1, floor: 5}\n"
PALE = 'extends: sheet-dossier\nstyles:\n  body: {font: body, size: 11, color: "#BBBBBB"}\n'
AID = "title: Aid\nsections:\n  - title: Turn\n    blocks:\n      - text: Draw two cards.\n"
NODES = "- {name: Ada, x: 20, y: 30}\n- {name: Bo, x: 80, y: 30}\n"
WEB = HEAD + "records: {town: {x: number, y: number}}\nproducts:\n  web:\n    kind: network\n    title: Web\n"
WEB += "    size: 100x60mm\n    list: towns.yaml\n    record: town\n"
TWO = '      - {from: Ada, to: Bo, length: 2, color: "#7DB45C"}\n      - {from: Bo, to: Ada, length: 2, color:'
TWO += ' "#B98453"}\n'
TRACK = HEAD + "products:\n  race:\n    kind: track\n    title: Race\n    size: 100x60mm\n"
HEXES = HEAD + "products:\n  sky:\n    kind: hex-board\n    title: Sky\n    options:\n      map: [..k, .k.]\n"
SQUARES = (
    HEAD + "products:\n  land:\n    kind: terrain-board\n    title: Land\n    options:\n      space: 30x30mm\n     "
    " band: none\n      rows: 2\n      columns: 2\n"
)
SPELL = HEAD + "records: {spell: {shape: text, diameter: number}}\nproducts:\n  areas:\n    kind: area-template\n"
SPELL += "    title: Areas\n    list: areas.yaml\n    record: spell\n"


ROSTER = (
    HEAD
    + "tables: {kin: {file: kin.yaml, fields: {name: text, needs: integer}}}\nproducts:\n  hosts:\n    kind: roster\n"
)
ROSTER += "    title: Hosts\n    front: page\n    options: {file: hosts.yaml, qualities: kin}\n"
HOSTS = "prices: {Raw: {1: 1}}\narmies: [{name: Reds, budget: 1, squads: [{quality: Raw, soldiers: 1}]}]\n"
PAGE = "size: [100, 150]\n" + TEXT + '  - text: {x: 9, y: 20, text: "{{ roster.name }} host", size: 5}\n'


COARSE = io.BytesIO()
Image.new("RGB", (100, 100), "#AA3322").save(COARSE, "PNG")


def _game(name: str, game: str, told: str, hint: str, **files: str | bytes) -> Mistake:
    """A game of one product; files are named with _ for a dot and __ for a slash."""
    named = {name.replace("__", "/").replace("_", "."): content for name, content in files.items()}
    return Mistake(name, {"game.yaml": game, **named}, told, hint, only="area" not in name)


MISTAKES = [
    _game(
        "words of a document that are too small",
        HEAD + "products:\n  aid: {kind: reference-sheet, title: Aid, file: aid.yaml, style: own}\n",
        'aid.yaml:5:15: warning: "Draw two cards." of Aid is set in 5.1 pt; under 6 pt few can read it',
        "Shorten it, give it more room or pages, or write a larger floor at game/templates/faces/own.yaml:3:9.",
        aid_yaml=AID,
        templates__faces__own_yaml=TINY,
    ),
    _game(
        "words of a booklet that are too small",
        HEAD + "products:\n  aid: {kind: booklet, title: Aid, size: 100x150mm, file: aid.yaml, style: own}\n",
        'aid.yaml:5:15: warning: "Draw two cards." of Aid: pages 4, 1, 2, 3 is set in 5.1 pt; under 6 pt few'
        " can read it",
        "Shorten it, give it more room or pages, or write a larger floor at game/templates/faces/own.yaml:3:9.",
        aid_yaml=AID,
        templates__faces__own_yaml=TINY.replace("sheet-dossier", "booklet-page"),
    ),
    _game(
        "words of a document that are hard to read",
        HEAD + "products:\n  aid: {kind: reference-sheet, title: Aid, file: aid.yaml, style: own}\n",
        'aid.yaml:5:15: warning: "Draw two cards." of Aid is #BBBBBB on #FFFFFF, a contrast of 1.9:1; it takes'
        " 4.5:1 to read it",
        "Make one of the two lighter or darker.",
        aid_yaml=AID,
        templates__faces__own_yaml=PALE,
    ),
    _game(
        "names on a network that are too small",
        WEB + "    label: 5pt\n    lanes: [{from: Ada, to: Bo, length: 2}]\n",
        'game.yaml:11:12: warning: "Ada" of Web is set in 5.0 pt; under 6 pt few can read it',
        "Write a larger label: in the product.",
        towns_yaml=NODES,
    ),
    _game(
        "names on a network that are hard to read",
        WEB + "    label-ground: none\n    front: sea\n    lanes: [{from: Ada, to: Bo, length: 2}]\n",
        'game.yaml:6:5: warning: "Ada" of Web is #15171A on #203040, a contrast of 1.3:1; it takes 4.5:1 to read it',
        "Make one of the two lighter or darker.",
        towns_yaml=NODES,
        templates__faces__sea_yaml=DARK,
    ),
    _game(
        "lanes that only colours tell apart",
        WEB + "    lanes:\n" + TWO,
        "game.yaml:13:47: warning: the lanes from Ada to Bo and from Bo to Ada differ in colour alone, and"
        " #7DB45C and #B98453 look alike to colour-blind eyes",
        "Let them differ in lightness too, or in a pattern, an icon, a line or a word.",
        towns_yaml=NODES,
    ),
    _game(
        "a face of a network that is printed small",
        WEB + "    node: town\n    lanes: [{from: Ada, to: Bo, length: 2}]\n",
        'game.yaml:8:11: warning: "1 ways" of Ada is set in 5.0 pt; under 6 pt few can read it',
        "Make the pieces larger, or use a face that is drawn for this size.",
        towns_yaml=NODES,
        templates__faces__town_yaml="size: [20, 20]\n"
        + TEXT
        + '  - text: {x: 5, y: 12, text: "{{ lanes }} ways", size: 11}\n',
    ),
    _game(
        "words on a track that its ground hides",
        TRACK + "    front: sea\n    options: {count: 6, face: step}\n",
        'templates/faces/step.yaml:4:5: warning: "N 1" of space 1 is #15171A on #203040, a contrast of 1.3:1;'
        " it takes 4.5:1 to read it",
        "Make one of the two lighter or darker, or let the text choose: color: on and the ground's colour.",
        templates__faces__sea_yaml=DARK,
        templates__faces__step_yaml=TEXT
        + '  - text: {x: 1, y: 6, text: "N {{ number }}", size: 9, color: "#15171A"}\n',
    ),
    _game(
        "the ground of a board that ends at the cut",
        TRACK + "    front: sea\n    options: {count: 6}\n",
        "templates/faces/sea.yaml:5:5: warning: this rect ends 0 mm over the cut, and the bleed is 3 mm: where"
        " a cut is off, paper shows",
        "Write bleed: true for it, or let it reach to the end of the bleed.",
        templates__faces__sea_yaml=DARK.replace(", bleed: true", ""),
    ),
    _game(
        "a road that smears",
        TRACK + '    options: {count: 6, road: "#23090B"}\n',
        "game.yaml:5:5: warning: Race has a ground of #23090B, which takes 291 % of ink; over 280 % it smears",
        "Make it lighter, or a black without a colour of its own, which is printed with black alone.",
    ),
    _game(
        "a photo that is coarse on a board",
        TRACK + "    front: sea\n    options: {count: 6}\n",
        "templates/faces/sea.yaml:6:45: warning: the photo logo.png prints at 63 dpi; under 200 it looks soft",
        "Use a larger picture.",
        templates__logo_png=COARSE.getvalue(),
        templates__faces__sea_yaml=DARK + "  - image: {x: 5, y: 5, w: 40, h: 40, file: logo.png}\n",
    ),
    _game(
        "a hairline on a die",
        HEAD + "products:\n  die: {kind: die, title: Die, size: 20mm, front: side}\n",
        "templates/faces/side.yaml:4:5: warning: this line is 0.14 pt wide; under 0.25 pt it may break up in print",
        "Make it 0.25 pt (0.088 mm) wide, or wider.",
        templates__faces__side_yaml=FINE,
    ),
    _game(
        "words on a box near its fold",
        HEAD + "products:\n  box: {kind: tuck-box, title: Box, inside: 60x90x20mm, front: lid}\n",
        'templates/faces/lid.yaml:5:33: warning: "Box" lies 0.5 mm from the cut, nearer than 3 mm',
        "Move it inward, or lower safe: in the face.",
        templates__faces__lid_yaml="safe: 3\n" + TEXT + "  - text: {x: 0.5, y: 20, text: Box, size: 9}\n",
    ),
    _game(
        "grounds of hexes that only colours tell apart",
        HEXES + '      grounds: {space: "#7DB45C", star: "#B98453"}\n      legend: {".": space, k: star}\n',
        "game.yaml:9:41: warning: the grounds space and star differ in colour alone, and #7DB45C and #B98453"
        " look alike to colour-blind eyes",
        "Let them differ in lightness too, or in a pattern, an icon, a line or a word.",
    ),
    _game(
        "squares that only colours tell apart",
        SQUARES + '      terrains: {a: {color: "#7DB45C"}, b: {color: "#B98453"}}\n',
        "game.yaml:12:44: warning: the terrains a and b differ in colour alone, and #7DB45C and #B98453 look"
        " alike to colour-blind eyes",
        "Let them differ in lightness too, or in a pattern, an icon, a line or a word.",
    ),
    _game(
        "an area whose words are hard to read",
        SPELL,
        'areas.yaml:1:3: warning: "1″" of Ball is #C8CCD0 on #FFFFFF, a contrast of 1.6:1; it takes 4.5:1 to read it',
        "Make one of the two lighter or darker.",
        areas_yaml="- {name: Ball, shape: circle, diameter: 6}\n",
        templates__areas_yaml='colors: {ink: "#C8CCD0"}\n',
    ),
    _game(
        "a roster with words that are too small",
        ROSTER,
        'templates/faces/page.yaml:5:5: warning: "Reds host" of Reds is set in 5.0 pt; under 6 pt few can read it',
        "Shorten it, or give it more room or a larger floor in the face.",
        hosts_yaml=HOSTS,
        kin_yaml="raw: {name: Raw, needs: 6}\n",
        templates__faces__page_yaml=PAGE,
    ),
]
