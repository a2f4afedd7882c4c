"""What would be printed otherwise than it is written, or not at all, without a word."""

from packs import Make, Pack, Told, slip, tiny

FRONT = "templates/faces/front.yaml"
HEAD = "size: [44, 67]\nunit: mm\npalettes: [dossier]\nbleed: 3\nsafe: 3\n"
MANY = "".join(f'- {{name: "Card {n}", note: NOTE}}\n' for n in range(300))


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
