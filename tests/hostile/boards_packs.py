"""Boards that are spoiled: maps as text of any size and sort, legends, marks, grounds and edges without end."""

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


PACKS = [
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
