"""Games whose tables, records, checks and guidelines are spoiled, and files that are no YAML."""

from pathlib import Path

from packs import BUILDS, Make, Pack, Told, copied, edited, slip, tiny

SKY, KITCHEN = "sky-couriers", "kitchen-heroes"


def _game(name: str, old: str, new: str, text: str, code: str) -> Pack:
    return slip(name, SKY, "game.yaml", old, new, text, code)


def _card(name: str, old: str, new: str, text: str, code: str) -> Pack:
    return slip(name, SKY, "couriers.yaml", old, new, text, code)


def _text(name: str, text: str | bytes, told: str, code: str) -> Pack:
    """A list of records that holds this and nothing else."""
    return Pack(f"yaml: {name}", tiny({"things.yaml": text}), Told(code, "things.yaml", told))


def _names(name: str, made: str, code: str = "") -> Pack:
    """A record of such a name."""
    told = Told(code, "things.yaml", "- name") if code else BUILDS
    return Pack(f"name: {name}", tiny({"things.yaml": f"- name: {made}\n"}), told)


def _without(*files: str) -> Make:
    """The sample without some of its files."""

    def make(folder: Path) -> None:
        copied(KITCHEN)(folder)
        for file in files:
            (folder / file).unlink()

    return make


_GUILD = "fields: {name: text, color: color, sky: color, pattern: text, emblem: text}"
_MUST = "must: card.routes | count <= 3"

PACKS = [
    _game("a check of 5,000 sums", _MUST, f"must: {'1 + ' * 5000}1 > 0", "must: 1 + 1", "bad-expression"),
    _game("a check of nots 3,000 deep", _MUST, f"must: {'not ' * 3000}true", "must: not", "bad-expression"),
    _game("a check of 5,000 digits", _MUST, f"must: card.speed < {'9' * 5000}", "card.speed <", "bad-expression"),
    _card("a name of 3,000 letters", "name: Ada Quill", f"name: {'A' * 3000}", "name: AA", "bad-length"),
    _text("a null byte", b"- name: O\x00ne\n", "", "control-character"),
    _text("UTF-16", "- name: One\n".encode("utf-16"), "", "not-utf8"),
    _text("10,000 deep", "- name: One\n  note: " + "[" * 10_000 + "\n", "", "too-deep"),
    _text("a scalar of 200,000 letters", f"- name: One\n  note: {'a' * 200_000}\n", "note: aa", "scalar-too-long"),
    _text(
        "a line of 300 mistakes", "- {" + ", ".join(f"k{n}: no" for n in range(300)) + "}\n", "k0: no", "loose-scalar"
    ),
    _names("with a zero-width joiner", '"a\u200db"'),
    _names("of one quote", '"\'"'),
    _names("of dots", '".."'),
    _names("of a path", '"../../etc/passwd"'),
    _names("of an expression", '"{{ 1 / 0 }}"'),
    _names("of a percent sign", '"%s%n"'),
    Pack(
        "name: a table called glossary",
        edited(
            SKY,
            "game.yaml",
            "tables:\n",
            f"tables:\n  glossary: {{file: guilds.yaml, {_GUILD}}}\n",
        ),
        BUILDS,
    ),
    Pack(
        "name: a table called name",
        edited(
            SKY,
            "game.yaml",
            "tables:\n",
            f"tables:\n  name: {{file: guilds.yaml, {_GUILD}}}\n",
        ),
        BUILDS,
    ),
    Pack("file: no game.yaml", _without("game.yaml"), Told("usage")),
    Pack("file: no list", _without("heroes.yaml"), Told("missing-file", "game.yaml", "heroes.yaml")),
    Pack("file: no table", _without("courses.yaml"), Told("missing-file", "game.yaml", "courses.yaml")),
    Pack("file: no face", _without("templates/faces/hero.yaml"), Told("unknown-face", "game.yaml", "front: hero")),
    Pack("file: no icons", _without("templates/icons.yaml"), Told("template", "courses.yaml", "icon: pot")),
]
