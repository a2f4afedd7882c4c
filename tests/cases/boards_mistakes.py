"""Mistakes in boards of squares and of hexes, on tracks and in networks."""

from mistake import Mistake

SQUARES = """\
title: Mistakes
version: "1"
products:
  garden:
    kind: terrain-board
    title: Garden
    options:
      space: 30x30mm
      terrains: {lawn: {weight: 2, color: "#8FBF6B"}, pond: "#8FBFD8"}
"""
HEXES = """\
title: Mistakes
version: "1"
products:
  stars:
    kind: hex-board
    title: Stars
    options:
      grounds: {space: "#DDE4F0", star: {color: "#F2D27A", icon: star}}
"""
TRACK = """\
title: Mistakes
version: "1"
products:
  track:
    kind: track
    title: Track
    size: 200x160mm
    options:
"""
WEB = """\
title: Mistakes
version: "1"
records: {town: {x: number, y: number}}
products:
  web: {kind: network, title: Web, size: 200x160mm, list: towns.yaml, record: town, lanes: lanes.yaml}
"""
TOWNS = "- {name: Ald, x: 20, y: 30}\n- {name: Brim, x: 90, y: 30}\n"
_LAWN = SQUARES.replace('pond: "#8FBFD8"', 'pond: {color: "#8FBFD8"}')


def _squares(name: str, lines: str, told: str, hint: str, only: bool = True, **files: str) -> Mistake:
    """A board of squares with more options."""
    return Mistake(name, {"game.yaml": _LAWN + lines, **_named(files)}, told, hint, only)


def _hexes(name: str, lines: str, told: str, hint: str, only: bool = True, **files: str) -> Mistake:
    """A board of hexes with more options."""
    return Mistake(name, {"game.yaml": HEXES + lines, **_named(files)}, told, hint, only)


def _track(name: str, lines: str, told: str, hint: str, only: bool = True, **files: str) -> Mistake:
    """A track with more options."""
    return Mistake(name, {"game.yaml": TRACK + lines, **_named(files)}, told, hint, only)


def _web(name: str, lanes: str, told: str, hint: str, only: bool = True, **files: str) -> Mistake:
    """A network with lanes in a file of their own."""
    return Mistake(
        name, {"game.yaml": WEB, "towns.yaml": TOWNS, "lanes.yaml": lanes, **_named(files)}, told, hint, only
    )


def _named(files: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "."): text for name, text in files.items()}


_LEGEND = '      legend: {".": lawn, o: pond}\n'
_SKY = '      legend: {".": space, k: star}\n'

MISTAKES: list[Mistake] = [
    Mistake(
        "a terrain that is a colour alone",
        {"game.yaml": SQUARES + "      rows: 4\n      columns: 4\n"},
        "game.yaml:9:61: error: pond: a weight is a number, not a colour",
        'Write {color: "#8FBFD8"}.',
    ),
    _squares(
        "spaces that get larger",
        "      rows: 3\n      columns: 3\n      least: 31x30mm\n",
        "game.yaml:12:14: error: least is larger than the space",
        "Write a size that is smaller, or remove the line.",
    ),
    _squares(
        "spaces that get too small for their band",
        "      rows: 3\n      columns: 3\n      least: 12x12mm\n",
        "game.yaml:12:14: error: a space with a small band needs 18 x 18 mm or more",
        "Write a larger one.",
    ),
    _squares(
        "what an unknown terrain does",
        "      rows: 3\n      columns: 3\n      does: {pondd: No entry.}\n",
        'game.yaml:12:14: error: does has the unknown terrain "pondd"',
        "Did you mean 'pond'?",
    ),
    _squares(
        "a paper that there is none of",
        "      rows: 3\n      columns: 3\n    paper: arch-dd\n",
        "game.yaml:12:12: error: 'arch-dd' is not a paper",
        "Did you mean 'arch-d'? A size such as 24x36in works too.",
    ),
    _squares(
        "a letter that the legend lacks",
        "      map: [..o, .x.]\n" + _LEGEND,
        'game.yaml:10:19: error: "x" is no letter of the legend',
        "Add x: to the legend, or mend the map.",
    ),
    _squares(
        "a letter of a file that the legend lacks",
        "      map: map.txt\n" + _LEGEND,
        'map.txt:2:6: error: "x" is no letter of the legend',
        "Add x: to the legend, or mend the map.",
        map_txt="..o\n . . x\n",
    ),
    _squares(
        "a letter of a block that the legend lacks",
        "      map: |\n        . . o\n        . q .\n" + _LEGEND,
        'game.yaml:12:11: error: "q" is no letter of the legend',
        "Add q: to the legend, or mend the map.",
    ),
    _squares(
        "a row that is too long",
        "      map: [..o, .o.., ...]\n" + _LEGEND,
        "game.yaml:10:21: error: row 2 of the map has 4 letters; the first has 3",
        "Remove 1 letter.",
    ),
    _squares(
        "a row that is too short",
        "      map: map.txt\n" + _LEGEND,
        "map.txt:2:2: error: row 2 of the map has 2 letters; the first has 3",
        "Add 1 letter.",
        map_txt="..o\n..\no..\n",
    ),
    _squares(
        "a letter that is not on the map",
        "      map: [..., ...]\n" + _LEGEND,
        'game.yaml:11:27: warning: the letter "o" of the legend is not on the map',
        "Remove it, or draw it.",
    ),
    _squares(
        "a map without a legend",
        "      map: [..., ...]\n",
        "game.yaml:10:12: error: a map needs a legend",
        'Add legend: and what each letter is, such as {".": lawn}.',
    ),
    _squares(
        "a legend of two letters",
        '      map: [..., ...]\n      legend: {"..": lawn, ".": lawn}\n',
        'game.yaml:11:16: error: ".." is not one letter',
        "Write one letter, and no blank.",
    ),
    _squares(
        "a legend that names nothing of the board",
        '      map: [..o, ...]\n      legend: {".": lawn, o: pnod}\n',
        'game.yaml:11:30: error: the legend has the unknown name "pnod"',
        "Did you mean 'pond'?",
    ),
    _squares(
        "a map that is a number",
        "      map: 12\n" + _LEGEND,
        "game.yaml:10:12: error: map: should be a list of rows, a text of several lines, or a file such as map.txt",
        'Write it like ["..n..", ".nn.k"].',
    ),
    _squares(
        "a map of a missing file",
        "      map: mop.txt\n" + _LEGEND,
        'game.yaml:10:12: error: map: there is no file "mop.txt"',
        "Did you mean 'map.txt'?",
        map_txt="...\n",
    ),
    _squares(
        "a map of more rows than a board has",
        "      map: map.txt\n" + _LEGEND,
        "game.yaml:10:12: error: the map has 61 rows; a board has 1 to 60",
        "Write fewer.",
        map_txt="..o\n" * 61,
    ),
    _squares(
        "an empty map",
        "      map: []\n" + _LEGEND,
        "game.yaml:10:12: error: the map has no rows; a board has 1 to 60",
        "Write a row.",
    ),
    _squares(
        "rows beside a map of others",
        "      map: [..o, ...]\n      rows: 3\n" + _LEGEND,
        "game.yaml:11:13: error: rows is 3, but the map has 2",
        "Remove the line.",
    ),
    _squares(
        "a map without a space",
        '      map: [...]\n      legend: {".": none}\n',
        "game.yaml:10:12: error: the map has no space",
        "Write one.",
    ),
    _squares(
        "a mark off the board",
        '      rows: 3\n      columns: 3\n      bases: {shed: {at: D1, color: "#887766"}}\n',
        "game.yaml:12:26: error: D1 lies off a board of 3 x 3",
        "Write a space of the board.",
    ),
    _squares(
        "a mark without a look",
        "      rows: 3\n      columns: 3\n      bases: {shed: B2}\n",
        "game.yaml:12:15: error: there is no terrain 'shed' in the templates",
        "Give shed a color: of its own, or write terrain/shed.yaml.",
    ),
    Mistake(
        "a list with a terrain that has no file",
        {
            "game.yaml": SQUARES[: SQUARES.index("terrains:")]
            + "rows: 3\n      columns: 3\n      terrains: [sea, land]\n"
        },
        "game.yaml:11:23: error: there is no terrain 'land' in the templates",
        "Write terrains: {sea: 1, land: 1}; or write how it looks into templates/terrain/land.yaml.",
    ),
    _squares(
        "two marks on one space",
        "      rows: 3\n      columns: 3\n"
        '      bases: {shed: {at: B2, color: "#887766"}, gate: {at: B2, color: "#887766"}}\n',
        "game.yaml:12:60: error: the gate lies B2, where the shed lies",
        "Give it another space.",
    ),
    _squares(
        "a mark that the map has elsewhere",
        '      map: [..o, S..]\n      legend: {".": lawn, o: pond, S: shed}\n'
        '      bases: {shed: {at: B2, color: "#887766"}}\n',
        "game.yaml:10:18: error: A2 holds the shed, which belongs in B2",
        "Write a terrain here.",
        only=False,
    ),
    _squares(
        "a band that is too large",
        "      rows: 3\n      columns: 3\n      band: large\n",
        "game.yaml:12:13: error: a space with a large band needs 40 x 50 mm or more",
        "Write a smaller band, or none.",
    ),
    _squares(
        "a note of a goal that there is not",
        '      rows: 3\n      columns: 3\n      form: maps\n      notes: ["Hold every {goal}."]\n',
        "game.yaml:13:15: error: {goal} stands for the terrain that wins, but the board has no victory",
        "Add victory:, or name it.",
    ),
    _squares(
        "coordinates that there are not",
        "      rows: 3\n      columns: 3\n      coordinates: B2\n",
        'game.yaml:12:20: error: coordinates has the unknown value "B2"',
        "Use one of: 0101, A1, none.",
    ),
    _hexes(
        "a letter that the legend of hexes lacks",
        "      map: |\n        . . k\n         . u .\n" + _SKY,
        'game.yaml:11:12: error: "u" is no letter of the legend',
        "Add u: to the legend, or mend the map.",
    ),
    _hexes(
        "a ground that is not declared",
        '      map: [..k]\n      legend: {".": space, k: sun}\n',
        'game.yaml:10:31: error: the legend has the unknown name "sun"',
        "Use one of: space, star.",
    ),
    _hexes(
        "a side that a hex does not have",
        "      map: [..k, .k.]\n      edges: {rift: {color: ink, along: [A1 north-east, A1 east]}}\n" + _SKY,
        "game.yaml:10:42: error: A1 has no neighbour to the north-east: the border of the board is closed",
        "Remove it.",
        only=False,
    ),
    _hexes(
        "an edge along a hex that there is not",
        "      map: [..k, .k.]\n      edges: {rift: {color: ink, along: [A9 south]}}\n" + _SKY,
        'game.yaml:10:42: error: there is no hex "A9" on a board of 2 x 3',
        "Use A1 to C2, the column first.",
    ),
    _hexes(
        "an edge beyond the border",
        "      map: [..k, .k.]\n      edges: {rift: {color: ink, along: [A1 north]}}\n" + _SKY,
        "game.yaml:10:42: error: A1 has no neighbour to the north: the border of the board is closed",
        "Remove it.",
    ),
    _hexes(
        "a label on no hex",
        '      map: [..k, .k.]\n      labels: {"0909": Vega}\n' + _SKY,
        'game.yaml:10:16: error: there is no hex "0909" on a board of 2 x 3',
        "Use A1 to C2, the column first.",
    ),
    _hexes(
        "a colour of an edge that there is not",
        "      rows: 3\n      columns: 3\n      edges: {rift: {color: inc}}\n",
        "game.yaml:11:21: error: 'inc' is not a colour here",
        "Did you mean 'ink'?",
    ),
    _hexes(
        "a line that there is not",
        "      rows: 3\n      columns: 3\n      edges: {rift: {color: ink, line: wave}}\n",
        'game.yaml:11:40: error: line has the unknown value "wave"',
        "Did you mean 'waves'?",
    ),
    _hexes(
        "power-ups without rules",
        "      rows: 3\n      columns: 3\n      power_ups: {fuel: [star]}\n",
        "game.yaml:11:7: error: power_ups follow rules, and the board has none",
        "Add rules: and their file.",
        only=False,
    ),
    _hexes(
        "sight lines without rules",
        "      rows: 3\n      columns: 3\n      form: overlay\n",
        "game.yaml:11:13: error: the form overlay follows rules with start zones, and the board has none",
        "Choose poster or maps.",
    ),
    _hexes(
        "holes that leave nothing",
        "      rows: 1\n      columns: 1\n      holes: [A1]\n",
        "game.yaml:11:14: error: the board has no hexes left",
        "Remove some.",
    ),
    _hexes(
        "a hole on no hex",
        "      rows: 2\n      columns: 2\n      holes: [C7]\n",
        'game.yaml:11:15: error: there is no hex "C7" on a board of 2 x 2',
        "Use A1 to B2, the column first.",
    ),
    _track(
        "a link to no space",
        "      count: 9\n      links:\n        - {from: 3, to: 12, kind: ladder}\n",
        "game.yaml:11:25: error: there is no space 12; the spaces are 1 to 9",
        "Write one of them.",
    ),
    _track(
        "a link of no kind",
        "      count: 9\n      links: links.yaml\n",
        'links.yaml:1:26: error: kind has the unknown value "ladr"',
        "Did you mean 'ladder'?",
        links_yaml="- {from: 3, to: 8, kind: ladr}\n",
    ),
    _track(
        "a link to itself",
        "      count: 9\n      links: [{from: 3, to: 3}]\n",
        "game.yaml:10:29: error: the link leads from space 3 to itself",
        "Write another space.",
    ),
    _track(
        "links of a missing file",
        "      count: 9\n      links: chutes.yaml\n",
        'game.yaml:10:14: error: links: there is no file "chutes.yaml"',
        "Did you mean 'things.yaml'?",
    ),
    _track(
        "a path through one point",
        "      count: 9\n      shape: path\n      through: [[10, 10]]\n",
        "game.yaml:11:16: error: a path goes through 2 points or more; there are 1",
        "Add through: [[20, 30], [90, 60]].",
    ),
    _track(
        "a path off the board",
        "      count: 9\n      shape: path\n      through: [[10, 10], [400, 10]]\n",
        "game.yaml:11:27: error: 400, 10 lies off the board, which is 200 x 160 mm",
        "Write a point of the board.",
    ),
    _track(
        "a track of nothing",
        "      shape: ring\n",
        "game.yaml:5:5: error: nothing says how many spaces there are",
        "Add count:, or list: and record:.",
    ),
    _track(
        "spaces that are too many for the board",
        "      count: 1000\n      columns: 100\n      margin: 80mm\n",
        "game.yaml:9:7: error: 1000 spaces have no room on the board, or too little",
        "Write fewer spaces, less margin or less gap, or make the board larger.",
    ),
    _track(
        "a color of spaces that there is not",
        '      count: 9\n      colors: ["#FFFFFF", olve]\n',
        "game.yaml:10:27: error: 'olve' is not a colour here",
        "Did you mean 'olive'?",
    ),
    _track(
        "a face of spaces that there is not",
        "      count: 9\n      face: trak-space\n",
        "game.yaml:10:13: error: there is no face 'trak-space'",
        "Did you mean 'track-space'?",
    ),
    _web(
        "a lane to a node that there is not",
        "- {from: Ald, to: Birm, length: 2}\n",
        'lanes.yaml:1:19: error: there is no node "Birm"',
        "Did you mean 'Brim'?",
    ),
    _web(
        "a lane to itself",
        "- {from: Ald, to: Ald, length: 2}\n",
        "lanes.yaml:1:19: error: the lane leads from Ald to itself",
        "Write another node.",
    ),
    _web(
        "a lane without room for its spaces",
        "- {from: Ald, to: Brim, length: 60}\n",
        "lanes.yaml:1:33: error: the lane from Ald to Brim has no room for 60 spaces",
        "Move its nodes apart, write a smaller length, or lead it through: points.",
    ),
    _squares(
        "a lock on a space beyond the board",
        "      rows: 4\n      columns: 4\n      locked: {A1: pond, F9: lawn}\n",
        'game.yaml:12:26: error: locked has the space "F9", which is not on a board of 4 x 4',
        "Use A1 to D4, the column first.",
    ),
    _squares(
        "a lock to a terrain that there is not",
        "      rows: 4\n      columns: 4\n      locked: {A1: pnd}\n",
        'game.yaml:12:20: error: locked has the unknown terrain "pnd"',
        "Did you mean 'pond'?",
    ),
    _squares(
        "two locks that a symmetric board cannot have",
        "      rows: 4\n      columns: 4\n      arrangement: symmetric\n      locked: {A1: pond, D4: lawn}\n",
        "game.yaml:13:30: error: D4 is locked to lawn, but A1 opposite it to pond; the board is symmetric",
        "Write pond.",
    ),
    _squares(
        "locks on a map",
        '      map: ["..o", "..o"]\n      locked: {A1: lawn}\n' + _LEGEND,
        "game.yaml:11:15: error: the map says what lies on every space, and nothing is left to lock",
        "Remove locked.",
    ),
    _hexes(
        "a lock on a hex that there is not",
        "      rows: 3\n      columns: 3\n      locked: {B9: star}\n",
        'game.yaml:11:16: error: locked has the hex "B9", which is not on a board of 3 x 3',
        "Use A1 to C3, the column first.",
    ),
    _hexes(
        "a lock to a ground that there is not",
        "      rows: 3\n      columns: 3\n      locked: {B2: star+moon}\n",
        'game.yaml:11:20: error: B2 is locked to the unknown ground "moon"',
        "Use one of: space, star.",
    ),
    _web(
        "a lane that leaves the board",
        "- {from: Ald, to: Brim, bend: 90}\n",
        "lanes.yaml:1:31: error: the lane from Ald to Brim leaves the board",
        "Bend it less.",
    ),
    _web(
        "a lane without an end",
        "- {from: Ald}\n",
        'lanes.yaml:1:3: error: the key "to" is missing',
        "Add to: and its value.",
    ),
    _web(
        "a node off the board",
        "- {from: Ald, to: Brim}\n",
        "towns.yaml:2:19: error: Brim lies off the board: x is 310, and the board goes to 200 mm",
        "Write an x of the board.",
        towns_yaml="- {name: Ald, x: 10, y: 20}\n- {name: Brim, x: 310, y: 20}\n",
    ),
    _web(
        "two nodes in one place",
        "- {from: Ald, to: Brim}\n",
        "towns.yaml:2:19: error: Brim lies where Ald lies",
        "Move one of them.",
        towns_yaml="- {name: Ald, x: 10, y: 20}\n- {name: Brim, x: 10, y: 20}\n",
    ),
    _hexes(
        "a label in letters that the font lacks",
        "      rows: 2\n      columns: 2\n      labels: {A1: 中}\n",
        "game.yaml:11:20: error: the font of \"中\" lacks '中' (U+4E2D)",
        "Write it with other letters; a game of your own may name a font with these as fonts: fallback: in game.yaml.",
    ),
    _web(
        "a name in letters that the font lacks",
        "- {from: Ald, to: Brim}\n",
        "towns.yaml:3:10: error: the font of \"中\" lacks '中' (U+4E2D)",
        "Write it with other letters; a game of your own may name a font with these as fonts: fallback: in game.yaml.",
        towns_yaml='- {name: Ald, x: 10, y: 20}\n- {name: Brim, x: 50, y: 20}\n- {name: "中", x: 90, y: 90}\n',
    ),
]
