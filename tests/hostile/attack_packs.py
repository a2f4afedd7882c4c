"""Packs of a stranger who looks for what nobody thought of."""

from packs import BUILD, BUILDS, Pack, Told, both, edited, tiny, write

GLOSSARY = (
    "size: mini-euro", "size: mini-euro\n    options: {glossary: terms}",
    "tables:\n", "tables:\n  terms: {file: terms.yaml, fields: {long: text}}\n",
)  # fmt: skip
_EMPTY_ENTRIES = '{"products": [' + '{"name": "a"},' * 200_000 + "{}]}"
NIGHT = {"templates/looks/night.yaml": "colors: {nobody: ink}\n"}


PACKS = [
    Pack(
        "attack: an area of a thousandth of an inch",
        edited("spell-areas", "spells.yaml", "across_ft: 40", "across_ft: 0.005"),
        Told("does-not-fit", "spells.yaml"),
        BUILD,
    ),
    Pack(
        "attack: a manifest of 200,000 products that say nothing",
        both(tiny(), lambda game: write(game.parent / "out/game", {"manifest.json": _EMPTY_ENTRIES})),
        BUILDS,
        BUILD,
    ),
    Pack(
        "attack: 20,000 colours that are none",
        tiny({"templates/palettes/dossier.yaml": "".join(f"k{n}: 1\n" for n in range(20_000))}),
        Told("wrong-type", "templates/palettes/dossier.yaml", "k1: 1"),
    ),
    Pack(
        "attack: 120,000 checks that say nothing",
        edited("kitchen-heroes", "game.yaml", "title: Kitchen", "checks: [" + "{}," * 120_000 + "]\ntitle: Kitchen"),
        Told("over-limit", "game.yaml"),
        slow=True,
    ),
    Pack(
        "attack: 30,000 checks that say nothing",
        edited("kitchen-heroes", "game.yaml", "title: Kitchen", "checks: [" + "{}," * 30_000 + "]\ntitle: Kitchen"),
        Told("missing-key", "game.yaml"),
        slow=True,
    ),
    Pack(
        "attack: a look beside a face that is a loop of links",
        both(tiny(NIGHT), lambda game: (game / "templates/faces/spare.yaml").symlink_to("spare.yaml")),
        BUILDS,
    ),
    Pack(
        "attack: a look beside a face that is a link to nothing",
        both(tiny(NIGHT), lambda game: (game / "templates/faces/spare.yaml").symlink_to("nothing.yaml")),
        BUILDS,
    ),
    Pack(
        "attack: a glossary without words",
        both(
            edited("kitchen-heroes", "game.yaml", *GLOSSARY),
            lambda game: write(game, {"terms.yaml": "{}\n"}),
        ),
        Told("empty-table", "terms.yaml"),
        BUILD,
    ),
    Pack(
        "attack: a report on a stat that no card has",
        edited("sky-couriers", "guidelines.yaml", "\n  speed:\n", "\n  swiftness:\n"),
        Told("unknown-field", "game.yaml", "guidelines"),
        ("report", "{game}", "--out", "{out}", "--json"),
    ),
]
