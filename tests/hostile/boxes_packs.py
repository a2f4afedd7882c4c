"""Tuck boxes, dice, standees, dividers and booklets of sizes, counts and documents that no table holds."""

from packs import Pack, Told, product

MANY = "".join(f"- {{name: T{n}}}\n" for n in range(100_000))
FULL = "".join(f"- {{name: T{n}, copies: 999}}\n" for n in range(300))
ROUND = "size: [65, 90]\nunit: mm\nitems:\n  - use: {face: round}\n"
RULES = "title: R\nsections: [{title: A, blocks: [%s]}]\n"
BREAKS = RULES % ", ".join(["{text: a}, {break: page}"] * 2000)
LOOP = RULES % "{picture: {face: round}}"
LONG = RULES % f"{{text: {'long ' * 200_000}}}"
ENDLESS = "extends: round\nunit: mm\nitems: []\n"
STYLE = "extends: booklet-page\nparams: {room: [90, 90, 90, 90]}\nitems: []\n"


def _box(name: str, keys: str, text: str, code: str, files: dict[str, str | bytes] | None = None) -> Pack:
    return Pack(f"box: {name}", product(f"kind: tuck-box\ntitle: Box\n{keys}", files), Told(code, "game.yaml", text))


def _die(name: str, keys: str, text: str, code: str) -> Pack:
    return Pack(f"die: {name}", product(f"kind: die\ntitle: Die\n{keys}"), Told(code, "game.yaml", text))


def _army(name: str, keys: str, told: Told, files: dict[str, str | bytes] | None = None, slow: bool = False) -> Pack:
    make = product(f"kind: standee\ntitle: Army\nrecord: thing\n{keys}", files)
    return Pack(f"standee: {name}", make, told, slow=slow)


def _tabs(name: str, keys: str, text: str, code: str) -> Pack:
    return Pack(f"divider: {name}", product(f"kind: deck-divider\ntitle: Tabs\n{keys}"), Told(code, "game.yaml", text))


def _book(name: str, document: str, told: Told, keys: str = "file: rules.yaml", **files: str) -> Pack:
    faces = {f"templates/faces/{face}.yaml": text for face, text in files.items()}
    return Pack(
        f"booklet: {name}", product(f"kind: booklet\ntitle: R\n{keys}", {"rules.yaml": document, **faces}), told
    )


_THING = "list: things.yaml\nfront: front\n"

PACKS = [
    _box("a million cards", "cards: 1000000\nsize: poker", "cards: 1000000", "out-of-range"),
    _box("a deck of three hundred thousand", "for: cards", "kind: cards", "over-limit", {"things.yaml": FULL}),
    _box("cards of no thickness", "for: cards\nthickness: 0mm", "thickness: 0mm", "out-of-range"),
    _box("cards of endless thickness", "for: cards\nthickness: .inf", "thickness: .inf", "loose-scalar"),
    _box("cards as thick as 1e308", "for: cards\nthickness: 1e308mm", "thickness: 1e308mm", "bad-value"),
    _box("play below zero", "for: cards\nplay: -5mm", "play: -5mm", "out-of-range"),
    _box("an inside of a billion", "inside: 1000000000x90x30mm", "inside: 10000", "bad-size"),
    _box("an inside of nothing", "inside: 0x0x0mm", "inside: 0x0", "bad-size"),
    _box("an inside of a list", "inside: [65, 90, 20]", "inside: [", "bad-size"),
    _box("a box for itself", "for: more", "for: more", "no-cards"),
    _box("a box for a list of lists", "for: [[cards]]", "for: [[", "wrong-type"),
    Pack(
        "box: a face inside itself",
        product("kind: tuck-box\ntitle: Box\ninside: 65x90x20mm\nfront: round", {"templates/faces/round.yaml": ROUND}),
        Told("template", "templates/faces/round.yaml", "face: round"),
    ),
    _die("a tenth of a millimetre", "size: 0.1mm", "size: 0.1mm", "bad-size"),
    _die("an edge of a kilometre", "size: 100000cm", "size: 100000cm", "bad-size"),
    _die("a billion sides", "sides: 1000000000", "sides: 10000", "unknown-value"),
    _die("a billion copies", "copies: 1000000000", "copies: 10000", "out-of-range"),
    _die("ten thousand faces", f"faces: [{', '.join(['front'] * 10_000)}]", "faces: [", "bad-length"),
    _army(
        "a list of a hundred thousand",
        f"{_THING}size: 44x67mm",
        Told("over-limit", "game.yaml"),
        {"things.yaml": MANY},
        slow=True,
    ),
    _army(
        "three hundred thousand copies",
        f"{_THING}size: 44x67mm",
        Told("over-limit", "game.yaml"),
        {"things.yaml": FULL},
    ),
    _army("a figure of a kilometre", f"{_THING}size: 44x100000cm", Told("bad-size", "game.yaml", "size: 44x100000cm")),
    _army(
        "a size of an expression of ten billion",
        f"{_THING}size: \"{{{{ 'x' * 10000000000 }}}}\"",
        Told("template", "game.yaml"),
    ),
    _army("a foot of nothing", f"{_THING}foot: 0mm", Told("out-of-range", "game.yaml", "foot: 0mm")),
    _tabs("a tab over a billion places", "for: cards\nby: name\ntab: 1000000000", "tab: 10000", "out-of-range"),
    _tabs("a tab over none", "for: cards\nby: name\ntab: 0", "tab: 0", "out-of-range"),
    _tabs("a tab of a list", "for: cards\nby: name\ntab: [3]", "tab: [3]", "wrong-type"),
    _tabs("by a field of mappings", "for: cards\nby: look", "by: look", "wrong-type"),
    _book("of two thousand pages", BREAKS, Told("does-not-fit", "rules.yaml")),
    _book("whose picture is in itself", LOOP, Told("template", "templates/faces/round.yaml"), round=ROUND),
    _book("of a million letters", LONG, Told("scalar-too-long", "rules.yaml")),
    _book(
        "in a style of itself",
        LOOP,
        Told("template", "templates/faces/round.yaml"),
        "file: rules.yaml\nstyle: round",
        round=ENDLESS,
    ),
    _book(
        "in a style without room",
        RULES % "{text: a}",
        Told("does-not-fit"),
        "file: rules.yaml\nstyle: tight",
        tight=STYLE,
    ),
    _book("of the game itself", "", Told("unknown-key", "game.yaml"), "file: game.yaml"),
    _book("of nothing", "", Told("wrong-type", "rules.yaml")),
    _book(
        "on a kilometre of paper",
        RULES % "{text: a}",
        Told("unknown-size", "game.yaml"),
        "file: rules.yaml\nsize: 1000000x9mm",
    ),
]
