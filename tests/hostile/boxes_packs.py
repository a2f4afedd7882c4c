"""Tuck boxes, dice, standees, dividers and booklets of sizes, counts and documents that no table holds."""

from packs import Pack, Told, product

MANY = "".join(f"- {{name: T{n}}}\n" for n in range(100_000))
FULL = "".join(f"- {{name: T{n}, copies: 999}}\n" for n in range(300))
RULES = "title: R\nsections: [{title: A, blocks: [%s]}]\n"
BREAKS = RULES % ", ".join(["{text: a}, {break: page}"] * 2000)
LONG = RULES % f"{{text: {'long ' * 200_000}}}"


def _box(name: str, keys: str, text: str, code: str, files: dict[str, str | bytes] | None = None) -> Pack:
    return Pack(f"box: {name}", product(f"kind: tuck-box\ntitle: Box\n{keys}", files), Told(code, "game.yaml", text))


def _die(name: str, keys: str, text: str, code: str) -> Pack:
    return Pack(f"die: {name}", product(f"kind: die\ntitle: Die\n{keys}"), Told(code, "game.yaml", text))


def _army(name: str, keys: str, told: Told, files: dict[str, str | bytes] | None = None, slow: bool = False) -> Pack:
    make = product(f"kind: standee\ntitle: Army\nrecord: thing\n{keys}", files)
    return Pack(f"standee: {name}", make, told, slow=slow)


def _book(name: str, document: str, told: Told, keys: str = "file: rules.yaml", **files: str) -> Pack:
    faces = {f"templates/faces/{face}.yaml": text for face, text in files.items()}
    return Pack(
        f"booklet: {name}", product(f"kind: booklet\ntitle: R\n{keys}", {"rules.yaml": document, **faces}), told
    )


_THING = "list: things.yaml\nfront: front\n"

PACKS = [
    _box("a deck of three hundred thousand", "for: cards", "kind: cards", "over-limit", {"things.yaml": FULL}),
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
    _book("of two thousand pages", BREAKS, Told("does-not-fit", "rules.yaml")),
    _book("of a million letters", LONG, Told("scalar-too-long", "rules.yaml")),
]
