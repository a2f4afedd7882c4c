"""Faces that are spoiled: shapes, settings, headers, expressions."""

from packs import BUILDS, Make, Pack, Told, both, face, then, tiny

FRONT = "templates/faces/front.yaml"


def _face(name: str, items: str, text: str, code: str = "template") -> Pack:
    """A face with a line that is told of."""
    return Pack(f"face: {name}", face(items), Told(code, FRONT, text))


def _say(name: str, expression: str, code: str = "template") -> Pack:
    """A face with a text of this expression."""
    text = expression.replace("'", "''")
    return _face(name, f"- text: {{x: 3, y: 9, w: 38, text: '{{{{ {text} }}}}', size: 9}}", "- text", code)


def _head(name: str, head: str, told: str, code: str = "template") -> Pack:
    return Pack(f"face: {name}", face("- rect: {w: 44, h: 67, fill: paper}", head), Told(code, FRONT, told))


def _whole(text: str) -> Make:
    return tiny({FRONT: text})


_DRESSED = "size: [44, 67]\nunit: mm\npalettes: [dossier]\ncolors: {main: steel, trim: ink, cloth: olive}\n"

PACKS = [
    _face("a rect of nan", "- rect: {w: .nan, h: 3, fill: ink}", ".nan", "loose-scalar"),
    _face("a rect of inf", "- rect: {w: .inf, h: 3, fill: ink}", ".inf", "loose-scalar"),
    _face("a rect of 1e300", "- rect: {w: 1.0e+300, h: 3, fill: ink}", "e+300", "loose-scalar"),
    _face("a list for a width", "- rect: {w: [1, 2], h: 3, fill: ink}", "[1, 2]"),
    _face("a mapping for a colour", "- rect: {w: 4, h: 3, fill: {a: 1}}", "{a: 1}"),
    _face("a list for a text", "- text: {x: 1, y: 1, w: 9, text: [a], size: 9}", "[a]"),
    _face("a text of size -1", "- text: {x: 1, y: 9, w: 30, text: a, size: -1}", "size: -1"),
    _face("a path of letters", "- path: {d: M0 0 L, fill: ink}", "path"),
    Pack(
        "face: a text without its text in a face of looks",
        face("- text: {x: 1, y: 9, w: 9}", "size: [44, 67]\nunit: mm\nlooks: {saver: {colors: {ink: gray}}}\n"),
        Told("template", FRONT, "- text"),
    ),
    Pack(
        "face: a slot that counts from edges that are not known",
        face("- slot: {name: a, inset: 3}", "unit: mm\n"),
        Told("template", FRONT, "slot"),
    ),
    _face("an each of a number", "- each: {in: 7, as: a, items: []}", "each"),
    _face("an item that is a word", "- rect", "- rect"),
    _face("an item that is a list", "- [rect]", "- [rect]"),
    _face("an item of null", "- null", "- null"),
    _head("a size of words", "size: [wide, high]\nunit: mm\n", "size"),
    _head("a size of nothing", "size: []\nunit: mm\n", "size"),
    _head("a size below zero", "size: [-44, 67]\nunit: mm\n", "size"),
    _head("a size of inf", "size: [.inf, 67]\nunit: mm\n", "size", "loose-scalar"),
    _head("a unit of a list", "size: [44, 67]\nunit: [mm]\n", "unit"),
    _head("palettes of a mapping", "size: [44, 67]\nunit: mm\npalettes: {a: 1}\n", "palettes"),
    _head("extends itself", "extends: front\nunit: mm\n", "extends"),
    _head("extends a number", "extends: 3\nunit: mm\n", "extends"),
    _head("lets of a list", "size: [44, 67]\nunit: mm\nlets: [a]\n", "lets"),
    _head("styles of a word", "size: [44, 67]\nunit: mm\nstyles: a\n", "styles"),
    Pack("face: a list", _whole("- a\n"), Told("template", FRONT)),
    Pack("face: empty", _whole(""), Told("template", FRONT)),
    Pack("face: a word", _whole("face\n"), Told("template", FRONT)),
    _say("no such name", "nobody.name"),
    _say("a call", "''.join(['a'])"),
    _say("an attribute of Python", "card.__class__"),
    _say("a division by zero", "1 / 0"),
    _say("a sum of a text and a number", "'a' + 1"),
    _say("a power of powers", "9 ** 9 ** 9 ** 9"),
    _say("a long repetition", "'a' * 999999999"),
    _say("an index past the end", "[1][7]"),
    _say("a filter of nothing", "1 | nothing_such"),
    Pack("face: an odd but sound one", face("- group: {items: []}"), BUILDS),
    *(
        _face(f"an image that looks like {look}", f"- image: {{w: 9, h: 9, {look}}}", "- image")
        for look in (
            "look: 3",
            "look: x",
            "look: [1], scene: jungle",
            "picture: x",
            "file: ../x",
        )
    ),
    # What a record says is told where the record says it.
    Pack(
        "face: an image that looks like a name",
        face("- image: {w: 9, h: 9, look: '{{ card.name }}'}"),
        Told("template", "things.yaml", "name"),
    ),
    *(
        Pack(
            f"face: a card that looks like {look}",
            both(
                face("- image: {w: 9, h: 9, look: '{{ card.look }}'}", _DRESSED),
                then("things.yaml", "- {name: Two}", f"- {{name: Two, look: {look}}}"),
            ),
            Told("art", "things.yaml", "Two"),
        )
        for look in (
            "{torso: {any: []}}",
            "{torso: {any: 3}}",
            "{torso: {some: robe}}",
            "{seed: x}",
            "{tilt: [1]}",
            "{a: b}",
        )
    ),
]
