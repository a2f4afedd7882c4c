"""Documents, dice tables, hex rules and hand-written boards that are spoiled."""

from packs import Pack, slip

CAVE, REEF = "lantern-cave", "reef-runners"


def _doc(name: str, old: str, new: str, text: str, code: str) -> Pack:
    return slip(name, CAVE, "rules.yaml", old, new, text, code)


def _dice(name: str, old: str, new: str, text: str, code: str) -> Pack:
    return slip(name, CAVE, "tables.yaml", old, new, text, code)


def _hex(name: str, old: str, new: str, text: str, code: str) -> Pack:
    return slip(name, REEF, "reef-rules.yaml", old, new, text, code)


def _board(name: str, old: str, new: str, text: str, code: str) -> Pack:
    return slip(name, REEF, "boards.yaml", old, new, text, code)


_TICKS = "- ticks: {across: 4, items: [oil, oil, oil, oil, oil, oil, oil, oil, oil, oil, oil, oil]}"
_VOLLEY = '- volley: {title: Two bats, needs: 3, dice: [5, 2], text: "One is dodged, the other costs you 1 oil."}'
_LUCK = "columns: {deed: {title: You, style: strong}}"

PACKS = [
    _doc("a title of a list", "title: Lantern Cave", "title: [Lantern]", "title: [", "wrong-type"),
    _doc("sections of a mapping", "sections:\n", "sections: {a: 1}\nsome:\n", "sections: {", "wrong-type"),
    _doc("sections of none", "sections:\n", "sections: []\nsome:\n", "sections: []", "bad-length"),
    _doc("a section of a word", "- title: Map", "- map\n  - title: Map", "- map", "wrong-type"),
    _doc("an icon of a list", "icon: terrain", "icon: [terrain]", "icon: [", "wrong-type"),
    _doc("an icon of nobody", "icon: terrain", "icon: nobody-such", "nobody-such", "unknown-icon"),
    _doc("wide of maybe", "wide: true", "wide: maybe", "wide: maybe", "wrong-type"),
    _doc("only on the moon", "only: sheet", "only: moon", "only: moon", "unknown-value"),
    _doc("a block of a word", '- note: "You start', '- break\n      - note: "You start', "- break", "bad-block"),
    _doc(
        "a block of nobody",
        "- dice-table: {name: chamber, titled: true}",
        "- dicetable: {name: chamber}",
        "dicetable",
        "unknown-key",
    ),
    _doc(
        "a block of two", "- dice-table: {name: chamber, titled: true}", "- {note: a, text: b}", "{note: a", "bad-block"
    ),
    _doc("a block of null", "- dice-table: {name: chamber, titled: true}", "- note: null", "note: null", "wrong-type"),
    _doc("a block of nothing", "- dice-table: {name: chamber, titled: true}", "- {}", "- {}", "bad-block"),
    _doc("a table of nobody", "name: chamber", "name: nobody", "name: nobody", "unknown-table"),
    _doc(
        "a list of a word",
        'list: ["A ten-sided die and a six-sided die", "This sheet and a pencil", "Ten minutes"]',
        "list: 3",
        "list: 3",
        "wrong-type",
    ),
    _doc("a list of lists", '"Ten minutes"]', "[[a]]]", "[[a]]", "wrong-type"),
    _doc("ticks of none", _TICKS, "- ticks: {across: 4, items: []}", "items: []", "bad-length"),
    _doc("ticks of 0 across", "across: 4", "across: 0", "across: 0", "out-of-range"),
    _doc("ticks of a billion across", "across: 4", "across: 1000000000", "across: 1000", "out-of-range"),
    _doc("dice of seven", _VOLLEY, "- volley: {needs: 3, dice: [7]}", "dice: [7", "out-of-range"),
    _doc("dice of words", _VOLLEY, "- volley: {needs: 3, dice: [six]}", "dice: [six", "wrong-type"),
    _doc("dice of none", _VOLLEY, "- volley: {needs: 3, dice: []}", "dice: []", "bad-length"),
    _doc("dice that need 9", "needs: 3", "needs: 9", "needs: 9", "out-of-range"),
    _doc("a duel of one", _VOLLEY, "- duel: {sides: [{name: a, dice: [1]}]}", "sides: [", "bad-length"),
    _doc("a duel of words", _VOLLEY, "- duel: {sides: [a, b]}", "sides: [", "wrong-type"),
    _doc("widths of words", "widths: [1, 0]", "widths: [wide, narrow]", "widths: [", "wrong-type"),
    _doc("widths of -1", "widths: [1, 0]", "widths: [-1, 0]", "widths: [", "out-of-range"),
    _doc("widths of three", "widths: [1, 0]", "widths: [1, 0, 2]", "widths: [", "wrong-columns"),
    _doc("align to the top", "align: [left, right]", "align: [left, top]", "align: [", "unknown-value"),
    _doc("rows of words", "- [each crystal, 2]", "- crystal", "- crystal", "wrong-type"),
    _doc("a row of three", "- [each crystal, 2]", "- [each crystal, 2, 3]", "[each crystal", "wrong-columns"),
    _doc("a row of mappings", "- [each crystal, 2]", "- [{a: 1}, 2]", "[{a: 1}", "wrong-type"),
    _doc("a row of none", "- [each crystal, 2]", "- []", "- []", "wrong-columns"),
    _doc("a frame of 0", "ratio: 0.4", "ratio: 0", "ratio: 0", "out-of-range"),
    _doc("a frame of a billion", "ratio: 0.4", "ratio: 1000000000", "ratio: 1000", "out-of-range"),
    _doc("a blank of width -1", "width: 0.5", "width: -1", "width: -1", "out-of-range"),
    _doc("a blank of width 1000000", "width: 0.5", "width: 1000000", "width: 1000000", "out-of-range"),
    _doc("half a mark", "a **find.** From", "a [ink]find. From", "a [ink]find. From", "open-mark"),
    _doc("an icon in a text", "a **find.** From", "a :nobody-such: From", "nobody-such", "unknown-icon"),
    _doc("a letter that no font has", "a **find.** From", "a 𐎀 From", "𐎀", "missing-glyph"),
    _doc("a word of 3,000 letters", "a **find.** From", f"a {'x' * 3000} From", "xxx", "does-not-fit"),
    _doc("a break in the middle of nowhere", "break: column", "break: nowhere", "break: nowhere", "unknown-value"),
    _doc(
        "a box in a box in a box",
        "          blocks:\n            - text:",
        "          blocks:\n            - box: {blocks: [box: {blocks: [note: 3, bux: 4]}]}\n            - text:",
        "bux",
        "unknown-key",
    ),
    _doc(
        "a picture of no face",
        '- note: "You start',
        '- picture: {face: nobody-such}\n      - note: "You start',
        "nobody-such",
        "unknown-face",
    ),
    _doc(
        "a picture of a way out",
        '- note: "You start',
        '- picture: {face: ../../x}\n      - note: "You start',
        "../../x",
        "outside-folder",
    ),
    _doc(
        "tiles of a swatch of nobody",
        '- note: "You start',
        '- tiles: {items: [{title: a, swatch: nobody-such}]}\n      - note: "You start',
        "nobody-such",
        "unknown-key",
    ),
    _doc("a sum of words", '- note: "You start', '- sum: [a, b]\n      - note: "You start', "- sum", "wrong-type"),
    _doc("lines of -1", '- note: "You start', '- lines: -1\n      - note: "You start', "- lines", "out-of-range"),
    _doc(
        "lines of a billion",
        '- note: "You start',
        '- lines: 1000000000\n      - note: "You start',
        "- lines",
        "out-of-range",
    ),
    _dice("a die of seven sides", "die: d10", "die: d7", "die: d7", "unknown-value"),
    _dice("a die of a list", "die: d10", "die: [d10]", "die: [", "unknown-value"),
    _dice("no die", "  die: d10\n", "", "roll: 1-2", "no-die"),
    _dice("a roll of a word", "roll: 1-2", "roll: low", "roll: low", "bad-range"),
    _dice("a roll backwards", "roll: 1-2", "roll: 2-1", "roll: 2-1", "reversed-range"),
    _dice("a roll beyond the die", "roll: 1-2", "roll: 1-99", "roll: 1-99", "beyond-die"),
    _dice("a roll of a list", "roll: 1-2", "roll: [1, 2]", "roll: [", "wrong-type"),
    _dice("a roll twice", "roll: 3-4", "roll: 2-4", "roll: 2-4", "dice-overlap"),
    _dice("a roll left out", "roll: 5,", "roll: 4,", "roll: ", "dice-gap"),
    _dice(
        "rows of a word", "rows:\n    - {roll: 1-2", "rows: none\n  raws:\n    - {roll: 1-2", "rows: none", "wrong-type"
    ),
    _dice(
        "a row of a word", '- {roll: 8, find: A lost pack, then: "Gain **2 oil.**"}', "- lost", "- lost", "wrong-type"
    ),
    _dice("a row without its roll", "{roll: 8, ", "{", "roll: 6-7", "dice-gap"),
    _dice("a row with a key too many", "{roll: 8, ", "{roll: 8, luck: 3, ", "luck: 3", "unknown-key"),
    _dice("columns of a list", _LUCK, "columns: [deed]", "columns: [", "wrong-type"),
    _dice("columns of null", _LUCK, "columns: null", "columns: null", "wrong-type"),
    _dice("a style of nobody", "style: strong}\n    then", "style: huge}\n    then", "style: huge", "unknown-value"),
    _dice("results of a list", "fail: {title: You fail, icon: close-thick}", "fail: [a]", "fail: [", "wrong-type"),
    _dice("a severity of 99", "severity: 1", "severity: 99", "severity: 99", "out-of-range"),
    _dice("a column called roll", "deed: {title: You, style: strong}", "roll: {title: You}", "roll: {", "bad-name"),
    _dice(
        "a column called errata", "deed: {title: You, style: strong}", "errata: {title: You}", "errata: {", "bad-name"
    ),
    _dice("a table of a word", "luck:\n", "pluck: none\nluck:\n", "pluck", "wrong-type"),
    _dice("footnotes of a mapping", "  die: d6\n", "  die: d6\n  footnotes: {a: 1}\n", "footnotes", "wrong-type"),
    _hex("a turn of 0", "turn: 5", "turn: 0", "turn: 0", "out-of-range"),
    _hex("a turn of text", "turn: 5", "turn: five", "turn: five", "wrong-type"),
    _hex(
        "actions of a list",
        "actions: {move: fin, ram: anchor, shoot: harpoon}",
        "actions: [move]",
        "actions: [",
        "wrong-type",
    ),
    _hex(
        "actions without moves",
        "actions: {move: fin, ram: anchor, shoot: harpoon}",
        "actions: {ram: anchor, shoot: fin}",
        "actions: {",
        "missing-key",
    ),
    _hex("an action of no icon", "move: fin", "move: nobody-such", "nobody-such", "unknown-icon"),
    _hex("edges of none", "edges:\n  clear", "edges: {}\nedgy:\n  clear", "edges: {}", "bad-length"),
    _hex(
        "an edge of a word",
        "clear: {name: CLEAR, passes: [move, ram, shoot]}",
        "clear: CLEAR",
        "clear: CLEAR",
        "wrong-type",
    ),
    _hex("an edge that passes nobody", "passes: [move, ram], s", "passes: [swim], s", "swim", "unknown-value"),
    _hex("an edge that passes a mapping", "passes: [move, ram], s", "passes: {move: 1}, s", "passes: {", "wrong-type"),
    _hex("a door into nowhere", "into: garden", "into: nowhere", "nowhere", "unknown-value"),
    _hex("grounds of none", "grounds:\n  sand", "grounds: {}\nground:\n  sand", "grounds: {}", "bad-length"),
    _hex("a ground with an edge of nobody", "edge: kelp}", "edge: nobody}", "nobody", "unknown-value"),
    _hex("a feature of no shape", "shape: rooms", "shape: spiral", "spiral", "unknown-value"),
    _hex("a feature of sizes of none", "sizes: [3, 4, 5]", "sizes: []", "sizes: []", "bad-length"),
    _hex("a feature of a million hexes", "sizes: [3, 4, 5]", "sizes: [1000000]", "1000000", "out-of-range"),
    _hex(
        "a feature on no ground",
        "ground: thicket, sizes: [2, 3]",
        "ground: nobody, sizes: [2, 3]",
        "nobody",
        "missing-key",
    ),
    _hex("notes of four", 'notes:\n  - "Win', 'notes:\n  - a\n  - b\n  - "Win', "- a", "bad-length"),
    _hex("notes of nobody", "{figures} divers", "{nobody} divers", "{nobody}", "unknown-value"),
    _hex("notes of Python", "{figures} divers", "{figures.__class__} divers", "__class__", "unknown-value"),
    _hex("notes of 999,999 blanks", "{figures} divers", "{figures:>999999} divers", ">999999", "bad-value"),
    _hex(
        "a power-up of a list",
        "pearl: {one: pearl, several: pearls, lies: garden}",
        "pearl: [pearl]",
        "pearl: [",
        "wrong-type",
    ),
    _hex("a power-up that lies nowhere", "lies: garden", "lies: nowhere", "nowhere", "unknown-value"),
    _board("a hex off the board", "C6: {power_ups: [sonar]}", "Z99: {power_ups: [sonar]}", "Z99", "unknown-hex"),
    _board("a hex of nonsense", "C6: {power_ups: [sonar]}", '"6C!": {power_ups: [sonar]}', "6C!", "unknown-hex"),
    _board("a hex of a list", "C6: {power_ups: [sonar]}", "C6: [sonar]", "C6: [", "wrong-type"),
    _board("a start of nobody", "A5: {start: a}", "A5: {start: q}", "start: q", "unknown-value"),
    _board(
        "an edge to the moon", "F1: {edges: {east: coral}}", "F1: {edges: {moon: coral}}", "moon", "unknown-direction"
    ),
    _board("an edge of nobody", "F1: {edges: {east: coral}}", "F1: {edges: {east: nobody}}", "nobody", "unknown-edge"),
    _board("edges in a list", "F1: {edges: {east: coral}}", "F1: {edges: [east]}", "edges: [", "wrong-type"),
    _board(
        "a power-up of nobody", "J6: {power_ups: [sonar]}", "J6: {power_ups: [nobody]}", "nobody", "unknown-power-up"
    ),
    _board("hexes of a list", "  hexes:\n", "  hexes: [A5]\n  some:\n", "hexes: [", "wrong-type"),
    _board("no name", "- name: The gate\n", "- name: null\n", "name: null", "wrong-type"),
]
