"""Art that is spoiled: parts, scenes, casting, tones, looks, palettes, icons, papers, sizes, terrains and hexes."""

from dataclasses import replace
from pathlib import Path

from packs import Make, Pack, Told, both, face, slip

PART, SCENE = "templates/art/parts/own.yaml", "templates/art/scenes/own.yaml"
CASTING, TONES = "templates/art/casting.yaml", "templates/art/tones.yaml"
POSES = "templates/art/poses.yaml"
FRONT = "templates/faces/front.yaml"
ICONS, LOOK, PALETTE = "templates/icons.yaml", "templates/looks/dusk.yaml", "templates/palettes/own.yaml"
HEXES, REEF = "templates/hexes.yaml", "templates/terrain/reef.yaml"


def _file(name: str, file: str, text: str, told: str, code: str) -> Pack:
    """A template of the game's own; a part called thing, a scene and a pose called own are drawn."""
    items = {PART: "- icon: {name: thing, cx: 9, cy: 9, size: 6, color: ink}"}
    items[SCENE] = "- image: {x: 2, y: 2, w: 30, h: 30, look: {scene: own}}"
    items[POSES] = "- image: {x: 2, y: 2, w: 30, h: 30, look: {scene: none, torso: fatigues, pose: own}}"
    head = "size: [44, 67]\nunit: mm\npalettes: [dossier]\ncolors: {main: steel, trim: ink, cloth: olive}\n"
    drawn = face(items.get(file, "- rect: {w: 9, h: 9}"), head)
    return Pack(name, both(drawn, _with(file, text)), Told(code, file, told))


def _pose(name: str, more: str, told: str, code: str) -> Pack:
    """A pose that says more than it needs."""
    arms = "left: {shoulder: [20, 90], hand: [0, 140]}, right: {shoulder: [80, 90], hand: [99, 140]}"
    text = f"own: {{frame: {{x: 1, y: 1, scale: 0.2}}, belt: [50, 130], {arms}, {more}}}\n"
    return _file(f"pose: {name}", POSES, text, told, code)


def _layer(name: str, layer: str, told: str, code: str) -> Pack:
    """A part with one layer."""
    return _file(f"part: {name}", PART, f"thing:\n  slot: piece\n  layers:\n    - {layer}\n", told, code)


def _scene(name: str, layer: str, told: str, code: str) -> Pack:
    """A scene with one layer."""
    return _file(f"scene: {name}", SCENE, f'own:\n  colors: {{near: "#223344"}}\n  back:\n    - {layer}\n', told, code)


def _rule(name: str, rule: str, told: str, code: str) -> Pack:
    return _file(f"casting: {name}", CASTING, f"rules:\n  - {rule}\n", told, code)


def _icon(name: str, text: str, told: str, code: str) -> Pack:
    make = both(face("- icon: {name: mine, cx: 9, cy: 9, size: 6, color: ink}"), _with(ICONS, text))
    return Pack(f"icon: {name}", make, Told(code, ICONS, told))


def _with(file: str, text: str) -> Make:
    """A file more in a folder that is there."""

    def make(folder: Path) -> None:
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(text, encoding="utf-8")

    return make


def _palette(name: str, text: str, told: str, code: str) -> Pack:
    head = "size: [44, 67]\nunit: mm\npalettes: [dossier, own]\n"
    make = both(face("- rect: {w: 44, h: 67, fill: paper}", head), _with(PALETTE, text))
    return Pack(f"palette: {name}", make, Told(code, PALETTE, told))


_COLORS = 'own:\n  colors: {near: "#223344"}\n'

PACKS = [
    _layer("a layer of nothing", "{}", "- {}", "bad-layer"),
    _layer("a layer of two shapes", "{circle: [1, 2, 3], rect: [1, 2, 3, 4]}", "circle", "bad-layer"),
    _layer("a layer of null", "null", "null", "wrong-type"),
    _layer("a layer of a word", "circle", "- circle", "wrong-type"),
    _layer("a layer of a list", "[[1]]", "[[1]]", "wrong-type"),
    _layer("a circle of two", "{circle: [1, 2]}", "[1, 2]", "bad-length"),
    _layer("a circle of words", "{circle: [a, b, c]}", "[a, b", "wrong-type"),
    _layer("a circle of a million", "{circle: [50, 50, 1000000]}", "1000000", "out-of-range"),
    _layer("a polygon of three numbers", "{poly: [1, 2, 3, 4, 5]}", "poly", "bad-layer"),
    _layer("a path of letters", "{d: Hello}", "Hello", "bad-path"),
    _layer("a path of an endless arc", "{d: M0 0 A1 1 0 0}", "A1", "bad-path"),
    _layer("a path of a list", "{d: [M, 0, 0]}", "[M", "bad-path"),
    _layer("a star of no points", "{star: [50, 50]}", "star", "bad-length"),
    _layer("a width of -1", "{circle: [1, 2, 3], width: -1}", "width: -1", "out-of-range"),
    _layer("a scale of a mapping", "{circle: [1, 2, 3], scale: {x: 1}}", "scale: {", "wrong-type"),
    _layer("a repeat of a billion", "{circle: [1, 2, 3], repeat: [1000000000, 1, 1]}", "repeat", "out-of-range"),
    _layer("a repeat of one number", "{circle: [1, 2, 3], repeat: 5}", "repeat: 5", "wrong-type"),
    _layer("a pattern of nobody", "{circle: [1, 2, 3], pattern: [plaid, 1]}", "plaid", "unknown-value"),
    _layer("a pattern at scale 0", "{circle: [1, 2, 3], fill: ink, pattern: [dots, 0]}", "dots, 0", "out-of-range"),
    _layer("a part of itself", "{part: thing}", "part: thing", "art"),
    _layer("a part of nobody", "{part: nobody-such}", "nobody-such", "art"),
    _layer("a part of a list", "{part: [head]}", "part: [head", "wrong-type"),
    _layer("a group of a word", "{group: circle}", "group: circle", "wrong-type"),
    _layer("a fill of a list", "{circle: [1, 2, 3], fill: [ink]}", "fill: [ink", "wrong-type"),
    _layer("an edge of maybe", "{circle: [1, 2, 3], edge: maybe}", "edge: maybe", "wrong-type"),
    _layer("an unknown key", "{circle: [1, 2, 3], fil: ink}", "fil: ink", "unknown-key"),
    _file("part: a slot of nobody", PART, "thing: {slot: wing, layers: []}\n", "wing", "unknown-value"),
    _file("part: a slot of a list", PART, "thing: {slot: [head], layers: []}\n", "slot", "unknown-value"),
    _file("part: no layers", PART, "thing: {slot: piece}\n", "thing", "missing-key"),
    _file("part: layers of a mapping", PART, "thing: {slot: piece, layers: {a: 1}}\n", "layers", "wrong-type"),
    _file("part: a word", PART, "thing: head\n", "thing", "wrong-type"),
    _file("part: null", PART, "thing: null\n", "thing", "wrong-type"),
    _file("part: a file that is a list", PART, "- thing\n", "- thing", "wrong-type"),
    _file("part: a file of a number", PART, "3\n", "3", "wrong-type"),
    _file("part: hides a number", PART, "thing: {slot: piece, layers: [], hides: 3}\n", "hides", "wrong-type"),
    _file("part: a place of a list", PART, "thing: {slot: craft, layers: [], place: [1, 2]}\n", "place", "wrong-type"),
    _file(
        "part: two that hold each other",
        PART,
        "thing: {slot: piece, layers: [{part: b}]}\nb: {slot: piece, layers: [{part: thing}]}\n",
        "part: ",
        "art",
    ),
    _scene("a layer of nobody", "{moon: [1, 2]}", "moon", "unknown-layer"),
    _scene("a layer of a word", "fill", "- fill", "wrong-type"),
    _scene("a layer of null", "null", "null", "wrong-type"),
    _scene("a fill of a number", "{fill: 3}", "fill: 3", "wrong-type"),
    _scene("a fill of nobody", "{fill: nobody-such}", "nobody-such", "art"),
    _scene("rays of -1", "{rays: -1, color: near}", "rays: -1", "out-of-range"),
    _scene("rays of a billion", "{rays: 1000000000, color: near}", "rays: 1000", "out-of-range"),
    _scene("a sun of a list", "{sun: [near]}", "sun: [", "wrong-type"),
    _scene("stars of text", "{stars: many}", "stars: many", "art"),
    _scene("a skyline of one", "{skyline: 0.5, fill: near}", "skyline: 0.5", "wrong-type"),
    _scene("a skyline of houses of 0", "{skyline: [0.2, 0.5], width: [0, 0], fill: near}", "width: [0", "out-of-range"),
    _scene("a grid of 0", "{grid: 0}", "grid: 0", "out-of-range"),
    _scene("waves of length 0", "{waves: 0.5, length: 0, fill: near}", "length: 0", "out-of-range"),
    _scene("one cloud", "{clouds: 0.5, count: 1, fill: near}", "count: 1", "out-of-range"),
    _scene("no clouds", "{clouds: 0.5, count: 0, fill: near}", "count: 0", "out-of-range"),
    _scene("scattered nobody", "{scatter: nobody-such, fill: near}", "nobody-such", "art"),
    _scene("a put at no place", "{put: rock, x: [], fill: near}", "x: []", "bad-length"),
    _scene("a put of a mapping", "{put: {a: 1}, fill: near}", "put: {", "wrong-type"),
    _file("scene: colours of a list", SCENE, "own: {colors: [a], back: []}\n", "colors: [", "wrong-type"),
    _file("scene: no near", SCENE, "own: {colors: {far: red}, back: []}\n", "colors", "missing-key"),
    _file(
        "scene: a colour of no colour", SCENE, "own: {colors: {near: nobody-such}, back: []}\n", "nobody-such", "art"
    ),
    _file(
        "scene: a colour of itself", SCENE, "own: {colors: {near: near}, back: [{fill: near}]}\n", "near: near", "art"
    ),
    _file("scene: one sun", SCENE, _COLORS + "  sun-x: [0.5]\n  back: []\n", "sun-x", "bad-length"),
    _file("scene: a sun of text", SCENE, _COLORS + "  sun-x: [left, mid, right]\n  back: []\n", "sun-x", "wrong-type"),
    _file("scene: a list", SCENE, "[own]\n", "[own", "wrong-type"),
    _file("scene: a word", SCENE, "own: night\n", "own", "wrong-type"),
    _rule("a word", "medic", "- medic", "wrong-type"),
    _rule("a when of a list", "{when: [a], look: {torso: robe}}", "when: [a]", "wrong-type"),
    _rule("a when of mappings", "{when: {a: {b: c}}, look: {torso: robe}}", "when: {a: {", "wrong-type"),
    _rule("a look of a word", "{when: {a: b}, look: robe}", "look: robe", "wrong-type"),
    _rule("a torso of a mapping", "{when: {a: b}, look: {torso: {some: robe}}}", "torso", "wrong-type"),
    _rule("any of nothing", "{when: {a: b}, look: {torso: {any: []}}}", "any: []", "wrong-type"),
    _rule("any of lists", "{when: {a: b}, look: {torso: {any: [[robe], [[x]]]}}}", "any: [[", "art"),
    _rule("a skin of a number", "{when: {a: b}, look: {skin: 3}}", "skin: 3", "art"),
    _rule("a turn of nobody", "{when: {a: b}, look: {turn: round}}", "turn: round", "art"),
    _file("casting: a list", CASTING, "[a]\n", "[a", "wrong-type"),
    _file("casting: rules of a mapping", CASTING, "rules: {a: 1}\n", "rules: {", "wrong-type"),
    _pose("bones of nothing", "bones: [0, 0]", "0, 0]", "out-of-range"),
    _pose("a lean of a word", "lean: far", "lean: far", "wrong-type"),
    _pose("a leg without an ankle", "legs: [{bones: [[38, 150], [28, 196]]}]", "bones", "bad-length"),
    _pose("a boot of nobody", "legs: [{bones: [[38, 150], [28, 196], [22, 240]], boot: shoe}]", "boot: shoe", "art"),
    _file("pose: a list", POSES, "[own]\n", "[own", "wrong-type"),
    _file("pose: no arms", POSES, "own: {frame: {x: 1, y: 1, scale: 0.2}, belt: [5, 9]}\n", "own", "missing-key"),
    _file("tones: skins of a word", TONES, "skins: fair\n", "skins", "wrong-type"),
    _file("tones: a skin of one side", TONES, 'skins: {own: ["#223344"]}\n', "own", "bad-length"),
    _file("tones: a hair of no colour", TONES, "hairs: {own: reddish}\n", "own", "bad-value"),
    _file("look: a list", LOOK, "[main]\n", "[main", "wrong-type"),
    _file("look: colours of a list", LOOK, "colors: [main]\n", "colors: [", "wrong-type"),
    _file("look: a colour of null", LOOK, "colors: {main: null}\n", "main", "wrong-type"),
    _file("look: a colour of a mapping", LOOK, "colors: {main: {a: 1}}\n", "main", "wrong-type"),
    _palette("a list", "[ink]\n", "[ink", "wrong-type"),
    _palette("a colour of a word", "mine: reddish\n", "mine: reddish", "bad-value"),
    _palette("a colour of a number", "mine: 112233\n", "112233", "wrong-type"),
    _palette("a colour of null", "mine: null\n", "mine", "bad-value"),
    _palette("a colour of five digits", 'mine: "#12345"\n', "#12345", "bad-value"),
    _icon("of a list", "mine: [M0 0]\n", "mine", "wrong-type"),
    _icon("of null", "mine: null\n", "mine", "wrong-type"),
    _icon("of a number", "mine: 3\n", "mine", "wrong-type"),
    _icon("in a list", "- mine\n", "- mine", "wrong-type"),
    _file("paper: of one side", "templates/papers.yaml", "long: 30mm\n", "long", "bad-value"),
    _file("paper: of a list", "templates/papers.yaml", "long: [30mm, 40mm]\n", "long", "bad-value"),
    _file("paper: of nothing", "templates/papers.yaml", "long: 0x0mm\n", "long", "bad-value"),
    _file("size: of a word", "templates/sizes.yaml", "mine: large\n", "mine", "bad-value"),
    _file("size: of a number", "templates/sizes.yaml", "mine: 3\n", "mine", "bad-value"),
    _file("size: a list", "templates/sizes.yaml", "- mine\n", "- mine", "wrong-type"),
    _file("assembly: steps of a word", "templates/assembly.yaml", "steps: cut\n", "steps", "wrong-type"),
    _file("assembly: a step of one", "templates/assembly.yaml", "steps: [[PRINT]]\n", "steps", "bad-length"),
    _file("assembly: blanks of nobody", "templates/assembly.yaml", 'more: "{nobody}"\n', "more", "unknown-value"),
    _file(
        "assembly: blanks of Python", "templates/assembly.yaml", 'more: "{page.__class__}"\n', "more", "unknown-value"
    ),
    _file("assembly: a blank without end", "templates/assembly.yaml", 'more: "{page"\n', "more", "bad-value"),
    _file("assembly: order of a list", "templates/assembly.yaml", "order: [one]\n", "order", "wrong-type"),
    slip("a terrain of a list", "pirate-seas", REEF, "title: REEF", "title: [REEF]", "[REEF]", "wrong-type"),
    slip("a terrain of no icon", "pirate-seas", REEF, "icon: coral", "icon: nobody-such", "nobody-such", "template"),
    slip("a pattern of no path", "pirate-seas", REEF, 'd: "M-.7,.7 L0,-.7 L.7,.7"', "d: hello", "hello", "bad-path"),
    slip("colours of a list", "pirate-seas", REEF, "colors: {", "colors: [a]\ncolours: {", "colors: [a]", "wrong-type"),
    slip("a layer of nobody", "pirate-seas", REEF, "- halftone:", "- halftones:", "halftones", "unknown-key"),
    slip("a layer of two", "pirate-seas", REEF, "  - feature:", "    feature:", "halftone", "bad-block"),
    slip("symbols of a list", "pirate-seas", REEF, "{sea-rock: 1}", "[sea-rock]", "[sea-rock]", "wrong-type"),
    slip("symbols of nobody", "pirate-seas", REEF, "{sea-rock: 1}", "{nobody-such: 1}", "nobody-such", "template"),
    slip("symbols of weight 0", "pirate-seas", REEF, "{sea-rock: 1}", "{sea-rock: 0}", "sea-rock: 0", "out-of-range"),
    slip(
        "a size from large to small",
        "pirate-seas",
        REEF,
        "size: [11, 14]",
        "size: [14, 11]",
        "[14, 11]",
        "bad-value",
    ),
    slip("a chance of 7", "pirate-seas", REEF, "chance: 0.6", "chance: 7", "chance: 7", "out-of-range"),
    slip("apart by 0", "pirate-seas", REEF, "apart: 9", "apart: 0", "apart: 0", "out-of-range"),
    slip("waves of 0", "pirate-seas", REEF, "wave: 34", "wave: 0", "wave: 0", "out-of-range"),
    slip("edges of a list", "reef-runners", HEXES, "edges:\n", "edges: [a]\nsome:\n", "edges: [a]", "wrong-type"),
    slip(
        "layers of a mapping",
        "reef-runners",
        HEXES,
        'layers:\n      - {d: "M0,0 L100,0", stroke: ink, width: 0.4}\n  rift',
        "layers: {a: 1}\n  rift",
        "layers: {a",
        "wrong-type",
    ),
    slip(
        "a path of one point",
        "reef-runners",
        HEXES,
        'd: "M0,0 L100,0", stroke: abyss',
        "d: hello, stroke: abyss",
        "hello",
        "bad-path",
    ),
    slip(
        "a repeat of a billion",
        "reef-runners",
        HEXES,
        "repeat: 3",
        "repeat: 1000000000",
        "repeat: 1000",
        "out-of-range",
    ),
    slip(
        "a stroke of nobody", "reef-runners", HEXES, "stroke: abyss", "stroke: nobody-such", "nobody-such", "template"
    ),
    slip("a texture of nobody", "reef-runners", HEXES, "kind: contours", "kind: plaid", "plaid", "unknown-value"),
    slip("a texture with pitch 0", "reef-runners", HEXES, "pitch: 2.2", "pitch: 0", "pitch: 0", "out-of-range"),
    slip(
        "a texture with pitch 0.000001",
        "reef-runners",
        HEXES,
        "pitch: 2.2",
        "pitch: 0.000001",
        "pitch: 0.000001",
        "out-of-range",
    ),
    slip(
        "parts of nobody",
        "reef-runners",
        HEXES,
        "[reef-ripple, reef-ripple, reef-shell]",
        "[nobody-such]",
        "nobody-such",
        "template",
    ),
    slip(
        "a swatch of two",
        "reef-runners",
        HEXES,
        "swatch: [[reef-coral, 0, 0, 5.6]]",
        "swatch: [[reef-coral, 0]]",
        "[[reef-coral, 0]]",
        "wrong-type",
    ),
    slip(
        "standing of words",
        "reef-runners",
        HEXES,
        "standing:\n      - [[reef-coral, -5.6, 3.6, 10], [reef-fan, 6.2, 4.4, 8]]",
        "standing:\n      - [a, b]",
        "- [a, b]",
        "wrong-type",
    ),
    slip("a colour of no colour", "reef-runners", HEXES, 'ink: "#10333D"', "ink: bluish", "ink: bluish", "bad-value"),
    slip("a ground's ink of nobody", "reef-runners", HEXES, "ink: pale", "ink: nobody-such", "nobody-such", "template"),
    # What only shows when it is drawn is told where it is asked for.
    *(
        replace(pack, told=Told("template", FRONT, "- icon"))
        for pack in (
            _layer("a clip of nobody", "{circle: [1, 2, 3], fill: ink, clip: nobody-such}", "", ""),
            _layer("a fill of no colour", "{circle: [1, 2, 3], fill: nobody-such}", "", ""),
            _icon("of no path", "mine: hello\n", "", ""),
            _icon("of half a curve", "mine: M0 0 C1 2 3\n", "", ""),
        )
    ),
]
