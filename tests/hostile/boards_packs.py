"""Boards that are spoiled: maps as text of any size and sort, legends, marks, grounds and edges without end."""

from dataclasses import replace

from packs import BUILD, BUILDS, Make, Pack, Told, both, product, write

_SQUARE = 'kind: terrain-board\ntitle: B\noptions: {space: 9x9mm, terrains: {lawn: {color: "#8FBF6B"}}, OPTIONS}'
_HEX = 'kind: hex-board\ntitle: B\noptions: {width: 15mm, grounds: {lawn: "#8FBF6B"}, OPTIONS}'
_DOT = 'legend: {".": lawn}'
_LETTERS = [chr(0x4E00 + n) for n in range(20_000)]


def _map(options: str, content: str | bytes = "...\n", kind: str = _SQUARE) -> Make:
    """A game with a board, and a file map.txt."""
    return both(product(kind.replace("OPTIONS", options)), lambda folder: write(folder, {"map.txt": content}))


def _told(
    name: str, options: str, code: str, content: str | bytes = "...\n", kind: str = _SQUARE, at: str = ""
) -> Pack:
    return Pack(f"board: {name}", _map(options, content, kind), Told(code, at))


def _track(name: str, options: str, code: str, at: str = "") -> Pack:
    make = product(f"kind: track\ntitle: T\nsize: 200x160mm\noptions: {{{options}}}")
    return Pack(f"track: {name}", make, Told(code, at) if code else BUILDS, BUILD)


def _web(name: str, nodes: str, lanes: str, code: str, options: str = "", file: str = "") -> Pack:
    """A network of a game of its own."""
    head = 'title: Net\nversion: "1"\nrecords: {town: {x: number, y: number}}\nproducts:\n  web:\n'
    keys = "kind: network, title: Net, size: 200x160mm, list: towns.yaml, record: town, lanes: lanes.yaml"
    game = f"{head}    {{{keys}{options}}}\n"
    files = {"game.yaml": game, "towns.yaml": nodes, "lanes.yaml": lanes}
    return Pack(f"network: {name}", lambda folder: write(folder, files), Told(code, file) if code else BUILDS, BUILD)


_GRID = "".join(f"- {{name: T{n}, x: {10 + 9 * (n % 20)}, y: {10 + 9 * (n // 20)}}}\n" for n in range(300))
_TWO = "- {name: A, x: 20, y: 20}\n- {name: B, x: 90, y: 90}\n"
_ALL = "".join(f"- {{from: T{a}, to: T{b}}}\n" for a in range(300) for b in range(a))
_GROUNDS = ", ".join(f"g{n}: '#8FBF{n + 10}'" for n in range(60))
_SMALL = "rows: 9, columns: 9, figures: 0, width: 15mm"
_EDGES = ", ".join(f"e{n}: {{width: 1}}" for n in range(30))
_MANY_LINKS = ", ".join(["{from: 1, to: 2}"] * 5000)

PACKS = [
    _track("a billion spaces", "count: 1000000000", "out-of-range"),
    _track("a thousand spaces", "count: 1000, columns: 40, margin: 2mm, gap: 0mm", ""),
    _track("spaces of nothing", "count: 900, columns: 100, shape: ring, gap: 90mm", "too-small"),
    _track("5,000 links", f"count: 9, links: [{_MANY_LINKS}]", "bad-length"),
    _track("a path through one point", "count: 9, shape: path, through: [[20, 20]]", "few-points"),
    _track("a link to no space", "count: 9, links: [{from: 1, to: 10}]", "unknown-space"),
    _track("links that are words", "count: 9, links: [a, b]", "wrong-type"),
    _track("links that are a number", "count: 9, links: 3", "wrong-type"),
    _track("links of elsewhere", "count: 9, links: ../links.yaml", "outside-folder"),
    _track("a path through one place", "count: 9, shape: path, through: [[20, 20], [20, 20], [20, 20]]", "too-small"),
    _track("a path through nowhere", "count: 9, shape: path, through: [[.nan, 3], [.inf, 4]]", "loose-scalar"),
    _track(
        "a path of 5,000 points", f"count: 9, shape: path, through: [{', '.join(['[20, 20]'] * 5000)}]", "bad-length"
    ),
    _track("a space of a kilometre", "count: 9, space: 400x400mm", "off-board"),
    _track("a margin wider than the board", "count: 9, margin: 500mm", "too-small"),
    _track(
        "a link of a width beyond the board",
        "count: 9, links: [{from: 1, to: 9, kind: a}], kinds: {a: {draw: snake, width: 100mm}}",
        "",
    ),
    _track(
        "a link as thin as nothing",
        "count: 9, links: [{from: 1, to: 9, kind: a}], kinds: {a: {draw: ladder, width: 0mm}}",
        "out-of-range",
    ),
    _track(
        "a thousand snakes",
        "count: 1000, space: 4x4mm, gap: 0mm, kinds: {w: {draw: snake}}, links: [MANY]".replace(
            "MANY", ", ".join(f"{{from: {n}, to: {n * 37 % 1000 + 1}, kind: w}}" for n in range(2, 999))
        ),
        "over-limit",
    ),
    Pack(
        "board: all the grounds and edges that there may be",
        product(f"kind: hex-board\ntitle: B\noptions: {{{_SMALL}, grounds: {{{_GROUNDS}}}, edges: {{{_EDGES}}}}}"),
        BUILDS,
        BUILD,
    ),
    _track("a face of cards", "count: 9, face: front", "template"),
    _web("lanes all to all", _GRID, _ALL, "bad-length", file="lanes.yaml"),
    replace(_web("300 nodes and 2,000 lanes", _GRID, "".join(_ALL.splitlines(True)[:2000]), "hidden-text"), slow=True),
    _web(
        "60 spaces on each of 2,000 lanes",
        _GRID,
        "".join(_ALL.splitlines(True)[:2000]).replace("}", ", length: 60}"),
        "over-limit",
    ),
    _web("10,000 nodes", "".join(f"- {{name: T{n}, x: 1, y: 1}}\n" for n in range(10_000)), "[]\n", "bad-length"),
    _web("a node at no number", _TWO + "- {name: C, x: .nan, y: .inf}\n", "[]\n", "loose-scalar"),
    _web("two nodes in one place", _TWO.replace("90", "20"), "[]\n", "same-place"),
    _web("a lane to nowhere", _TWO, "- {from: A, to: C}\n", "unknown-node", file="lanes.yaml"),
    _web("no nodes", "[]\n", "[]\n", ""),
    _web("lanes of no list", _TWO, "a: b\n", "wrong-type", file="lanes.yaml"),
    _web(
        "a lane of a billion spaces",
        _TWO,
        "- {from: A, to: B, length: 1000000000}\n",
        "out-of-range",
        file="lanes.yaml",
    ),
    _web("a lane bent round the world", _TWO, "- {from: A, to: B, bend: 499}\n", "off-board", file="lanes.yaml"),
    _web("a thousand lanes between two nodes", _TWO, "- {from: A, to: B}\n" * 1000, "off-board", file="lanes.yaml"),
    _web("a name without end", _TWO + f"- {{name: {'n' * 190}, x: 50, y: 50}}\n", "[]\n", "over-cut"),
    _web("names that are higher than the board", _TWO, "[]\n", "", ", label: 99mm"),
    _web(
        "a node larger than the board", _TWO, "- {from: A, to: B, length: 60}\n", "lane-too-short", ", node-size: 199mm"
    ),
    _told("a map of a million letters in a row", f"map: map.txt, {_DOT}", "map-size", "." * 1_000_000),
    _told("a map of a million letters in rows", f"map: map.txt, {_DOT}", "map-size", ("." * 1000 + "\n") * 1000),
    _told("a map of half a million rows", f"map: map.txt, {_DOT}", "map-size", ".\n" * 500_000, _HEX),
    _told("a map of two megabytes", f"map: map.txt, {_DOT}", "file-too-big", "." * 2_000_000),
    _told("a map that is no text", f"map: map.txt, {_DOT}", "not-utf8", b"\xff\xfe\x00.\x00", at="map.txt"),
    _told("a map of nothing", f"map: map.txt, {_DOT}", "map-size", b"", _HEX),
    _told("a map of blanks", f"map: map.txt, {_DOT}", "map-size", " \t \n  \n"),
    _told("a map of holes", 'map: map.txt, legend: {".": none}', "map-size", "...\n"),
    _told("a map from elsewhere", f"map: ../map.txt, {_DOT}", "outside-folder"),
    _told("a map of control characters", f"map: map.txt, {_DOT}", "unknown-letter", ".\x1b[2J\x00\n", at="map.txt"),
    _told(
        "a map of letters that nobody explains",
        f"map: map.txt, {_DOT}",
        "unknown-letter",
        "".join("".join(_LETTERS[60 * n : 60 * n + 60]) + "\n" for n in range(60)),
        at="map.txt",
    ),
    _told(
        "a legend of 100,000 letters",
        "map: map.txt, legend: {MANY}".replace(
            "MANY", ", ".join(f'"{letter}{n}": lawn' for n in range(5) for letter in _LETTERS)
        ),
        "bad-length",
    ),
    _told("a legend of itself", "map: map.txt, legend: {'.': '.'}", "unknown-value"),
    _told("a legend of lists", "map: map.txt, legend: {'.': [lawn]}", "wrong-type"),
    _told("a legend of words", "map: map.txt, legend: {lawn: lawn}", "bad-letter"),
    Pack(
        "board: a letter that is not drawn",
        _map('map: map.txt, legend: {".": lawn, x: lawn}'),
        Told("unused-letter", "game.yaml", "x: lawn", "warning"),
    ),
    _told("a map of maps", f"map: [[.], [.]], {_DOT}", "wrong-type", kind=_HEX),
    _told("rows of a million", "rows: 1000000, columns: 2", "out-of-range"),
    Pack(
        "board: weights of nothing",
        product("kind: terrain-board\ntitle: B\noptions: {rows: 2, columns: 2, terrains: {sea: 0}}"),
        Told("no-weight"),
    ),
    _told(
        "a thousand marks",
        "rows: 9, columns: 9, bases: {MANY}".replace("MANY", ", ".join(f"b{n}: A1" for n in range(1000))),
        "bad-length",
    ),
    _told("a mark in space", "rows: 9, columns: 9, bases: {b: ZZ99}", "off-board"),
    _told(
        "an edge along 100,000 hexes",
        "rows: 9, columns: 9, edges: {e: {color: ink, along: [MANY]}}".replace(
            "MANY", ", ".join(["A1 south"] * 100_000)
        ),
        "bad-length",
        kind=_HEX,
    ),
    _told(
        "an edge along words", "rows: 9, columns: 9, edges: {e: {color: ink, along: ['']}}", "unknown-hex", kind=_HEX
    ),
    _told(
        "a hex board of features without rules", "rows: 9, columns: 9, features: {lakes: 2}", "missing-rules", kind=_HEX
    ),
    _told("a hex board of holes", "rows: 1, columns: 1, holes: [A1]", "too-few-hexes", kind=_HEX),
    Pack(
        "board: islands of hexes",
        _map('map: map.txt, legend: {".": lawn, o: none}', ".o.\noo.\n.o.\n", _HEX),
        BUILDS,
        BUILD,
    ),
    Pack("board: one space", _map(f"map: map.txt, {_DOT}", "."), BUILDS, BUILD),
]
