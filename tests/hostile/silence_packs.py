"""What would be printed otherwise than it is written, or not at all, without a word."""

from packs import Make, Pack, Told, copied, edited, face, product, slip, tiny

FRONT = "templates/faces/front.yaml"
HEAD = "size: [44, 67]\nunit: mm\npalettes: [dossier]\nbleed: 3\nsafe: 3\n"
GROUND = "- rect: {x: -3, y: -3, w: 50, h: 73, fill: paper}\n"
MANY = "".join(f'- {{name: "Card {n}", note: NOTE}}\n' for n in range(300))


def _cut(name: str, items: str, text: str, code: str) -> Pack:
    """A face with a bleed and a safe zone; what is told is at a line of it, and an error where text is cut off."""
    severity = "error" if code == "over-cut" else "warning"
    return Pack(f"silence: {name}", face(GROUND + items, HEAD), Told(code, FRONT, text, severity))


def _unused(kind: str, key: str, game: str, line: str) -> Pack:
    return slip(
        f"{key} of a {kind}",
        game,
        "game.yaml",
        f"    kind: {kind}\n",
        f"    kind: {kind}\n    {line}\n",
        line,
        "unused-key",
    )


def _many(note: str, items: str = '- text: {x: 3, y: 9, w: 38, text: "{{ card.note }}", size: 9}') -> Make:
    return tiny({"things.yaml": MANY.replace("NOTE", note), FRONT: f"{HEAD}items:\n  {items}\n"})


PACKS = [
    _cut("text over the cut", "- text: {x: -9, y: 9, text: Over, size: 9}", "Over", "over-cut"),
    _cut("text over the lower edge", "- text: {x: 9, y: 80, text: Over, size: 9}", "Over", "over-cut"),
    _cut(
        "text that is turned over the cut",
        "- group: {rotate: 90, cx: 22, cy: 33, items: [text: {x: 12, y: 9, text: Over}]}",
        "Over",
        "over-cut",
    ),
    _cut("text in the safe zone", "- text: {x: 1, y: 9, text: Near, size: 9}", "Near", "near-cut"),
    _cut(
        "text of an each over the cut",
        "- each: {in: 1..9, x: 5, dx: 9, items: [text: {y: 9, text: Over, size: 9}]}",
        "Over",
        "over-cut",
    ),
    _cut("a band that ends at the cut", "- rect: {x: 0, y: 20, w: 44, h: 9, fill: ink}", "y: 20", "short-bleed"),
    _cut("a band that ends in the bleed", "- rect: {x: -1, y: 20, w: 46, h: 9, fill: ink}", "y: 20", "short-bleed"),
    _cut(
        "a band that is turned",
        "- group: {rotate: 180, cx: 22, cy: 33, items: [rect: {y: 20, w: 44, h: 9, fill: ink}]}",
        "y: 20",
        "short-bleed",
    ),
    _cut("a shape without paint", "- rect: {x: 9, y: 9, w: 9, h: 9}", "x: 9", "draws-nothing"),
    _cut("a shape beside the face", "- rect: {x: 99, y: 9, w: 9, h: 9, fill: ink}", "x: 99", "outside-face"),
    Pack("silence: a range backwards", face("- each: {in: 9..1, items: []}"), Told("template", FRONT, "9..1")),
    Pack("silence: a width below zero", face("- rect: {w: -4, h: 3, fill: ink}"), Told("template", FRONT, "w: -4")),
    Pack(
        "silence: a radius below zero",
        face("- ellipse: {r: '{{ 3 - 9 }}', fill: ink}"),
        Told("template", FRONT, "3 - 9"),
    ),
    Pack(
        "silence: a parameter called game",
        edited("kitchen-heroes", "game.yaml", "    size: mini-euro", "    size: mini-euro\n    with: {game: x}"),
        Told("built-in", "game.yaml", "game: x"),
    ),
    Pack(
        "silence: a record without a list",
        product("kind: cards\ntitle: More\nrecord: thing\nfront: front\nsize: 44x67mm"),
        Told("unused-key", "game.yaml", "record: thing"),
    ),
    Pack(
        "silence: a mistake in a look only",
        copied(
            "kitchen-heroes",
            {
                "templates/looks/night.yaml": "colors: {main: ink}\n",
                "templates/faces/badge.yaml": 'unit: mm\nparams: {icon: "", value: 0, ground: ""}\nitems: []\n'
                "looks: {night: {items: [text: {text: '{{ vlue }}'}]}}\n",
            },
        ),
        Told("template", "templates/faces/badge.yaml", "vlue"),
    ),
    _unused("ruler", "size", "army-wars", "size: 9x9mm"),
    _unused("ruler", "back", "army-wars", "back: deck-back"),
    _unused("hex-board", "front", "micro-forces", "front: deck-back"),
    _unused("terrain-board", "front", "go-joe", "front: deck-back"),
    _unused("area-template", "size", "sixth-scale", "size: 9x9mm"),
    _unused("roster", "back", "army-wars", "back: deck-back"),
    _unused("reference-sheet", "front", "army-wars", "front: deck-back"),
    _unused("cover", "back", "go-joe", "back: deck-back"),
    Pack("silence: a text too long on 300 cards", _many("word " * 20), Told("does-not-fit", "things.yaml", "Card 0")),
    Pack(
        "silence: a mark without a partner on 300 cards",
        _many("a **mark"),
        Told("open-mark", "things.yaml", "Card 0", "warning"),
    ),
    Pack(
        "silence: a mark of another program on 300 cards",
        _many("a<br>mark"),
        Told("foreign-mark", "things.yaml", "Card 0", "warning"),
    ),
    Pack(
        "silence: an unknown colour on 300 cards",
        _many("a", "- rect: {w: 9, h: 9, fill: papr}"),
        Told("template", FRONT, "papr"),
    ),
]
