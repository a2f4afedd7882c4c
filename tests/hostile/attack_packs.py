"""Packs of a stranger who looks for what nobody thought of."""

from packs import BUILD, BUILDS, Pack, Told, both, edited, face, tiny, write

FACE = "templates/faces/front.yaml"
GLOSSARY = (
    "size: mini-euro", "size: mini-euro\n    options: {glossary: terms}",
    "tables:\n", "tables:\n  terms: {file: terms.yaml, fields: {long: text}}\n",
)  # fmt: skip
_EMPTY_ENTRIES = '{"products": [' + '{"name": "a"},' * 200_000 + "{}]}"
NIGHT = {"templates/looks/night.yaml": "colors: {nobody: ink}\n"}


def _of_other_form(game: str, old: str, key: str, text: str) -> Pack:
    """A sample whose product says to one form what another one reads."""
    told = Told("unused-key", "game.yaml", f"{key}: {text}")
    return Pack(f"attack: {key} of another form", edited(game, "game.yaml", old, f"{old}, {key}: {text}"), told)


def _idle(shape: str, key: str) -> Pack:
    """A face with a shape of which a key says nothing beside, or without, others."""
    return Pack(f"attack: {key} that says nothing", face(f"- {shape}"), Told("template", FACE, shape))


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
    _idle("rect: {w: 9, h: 9, fill: ink, pattern-color: paper}", "pattern-color"),
    _idle("rect: {w: 9, h: 9, fill: ink, width: 2}", "width"),
    _idle("ellipse: {cx: 9, cy: 9, r: 3, rx: 5, ry: 2, fill: ink}", "rx"),
    _idle("text: {x: 9, y: 9, w: 30, text: a, size: 9, valign: middle}", "valign"),
    _of_other_form("lantern-cave", "form: cards, size: tarot", "columns", "3"),
    _of_other_form("pirate-seas", "form: poster, space: 60x60mm", "count", "9"),
    _of_other_form("reef-runners", "form: maps, count: 3", "from", "C5"),
    _of_other_form("snail-derby", "page: stick-page", "flap", "stick"),
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
        "attack: the name of a group divides by zero, below an override",
        both(
            tiny({FACE: "extends: above\noverride:\n  plate: []\n"}),
            lambda game: write(
                game,
                {
                    "templates/faces/above.yaml": "size: [44, 67]\nunit: mm\nitems:\n"
                    '  - group: {name: "{{ 1 / 0 }}", items: []}\n  - group: {name: other, items: []}\n'
                },
            ),
        ),
        Told("template", FACE, "plate"),
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
