"""Games whose tables, records, checks and guidelines are spoiled, and files that are no YAML."""

from pathlib import Path

from packs import BUILDS, Make, Pack, Told, copied, edited, slip, tiny

SKY, KITCHEN = "sky-couriers", "kitchen-heroes"


def _game(name: str, old: str, new: str, text: str, code: str) -> Pack:
    return slip(name, SKY, "game.yaml", old, new, text, code)


def _guide(name: str, old: str, new: str, text: str, code: str) -> Pack:
    return slip(name, SKY, "guidelines.yaml", old, new, text, code)


def _said(name: str, old: str, new: str, text: str, code: str) -> Pack:
    return slip(name, SKY, "words.yaml", old, new, text, code)


def _card(name: str, old: str, new: str, text: str, code: str) -> Pack:
    return slip(name, SKY, "couriers.yaml", old, new, text, code)


def _cook(name: str, old: str, new: str, text: str, code: str) -> Pack:
    return slip(name, KITCHEN, "game.yaml", old, new, text, code)


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
_TABLE = "  guilds:\n    file: guilds.yaml"
_MUST = "must: card.routes | count <= 3"
_FUEL = "routes: {kind: list, from: routes}"

PACKS = [
    _game("a title of a list", "title: Sky Couriers", "title: [Sky]", "title: [", "wrong-type"),
    _game("a title of 300 letters", "title: Sky Couriers", f"title: {'S' * 300}", "title: SS", "bad-length"),
    _game("a version of a number", 'version: "1.0"', "version: 1.0", "version: 1.0", "wrong-type"),
    _game("a version of a mapping", 'version: "1.0"', "version: {a: 1}", "version: {", "wrong-type"),
    _game("tables of a list", "tables:\n", "tables: [guilds]\ntabels:\n", "tables: [", "wrong-type"),
    _game("tables of null", "tables:\n", "tables: null\ntabels:\n", "tables: null", "wrong-type"),
    _game(
        "a table of a word",
        _TABLE,
        "  guilds: guilds.yaml\n  gilds:\n    file: guilds.yaml",
        "guilds: guilds.yaml",
        "wrong-type",
    ),
    _game("a table of no file", "file: guilds.yaml", "file: nobody.yaml", "nobody.yaml", "missing-file"),
    _game("a table of null", "file: guilds.yaml", "file: null", "file: null", "wrong-type"),
    _game("a table's name of blanks", _TABLE, '  "my guilds":\n    file: guilds.yaml', "my guilds", "bad-name"),
    _game("a table's name of dots", _TABLE, '  "..":\n    file: guilds.yaml', '".."', "bad-name"),
    _game(
        "fields of a list",
        "fields: {name: text, icon: text, land: {kind: text, optional: true}}",
        "fields: [name]",
        "fields: [",
        "wrong-type",
    ),
    _game("a field of a number", "pattern: text", "pattern: 3", "pattern: 3", "wrong-type"),
    _game("a field of nobody", "pattern: text", "pattern: picture", "pattern: picture", "unknown-value"),
    _game("a field of a list", "pattern: text", "pattern: [text]", "pattern: [", "missing-key"),
    _game("a field without a kind", "motto: {kind: text, max: 60}", "motto: {max: 60}", "motto", "missing-key"),
    _game("a text of -1 letters", "max: 60", "max: -1", "max: -1", "out-of-range"),
    _game("a text of a billion letters", "max: 60", "max: 1000000000", "max: 1000", "out-of-range"),
    _game(
        "a number from 9 to 0",
        "wits: {kind: integer, min: 0, max: 9}",
        "wits: {kind: integer, min: 9, max: 0}",
        "wits",
        "out-of-range",
    ),
    _game(
        "a choice of nothing", "guild: {kind: choice, from: guilds}", "guild: {kind: choice}", "guild: {", "bad-value"
    ),
    _game(
        "a choice of two",
        "guild: {kind: choice, from: guilds}",
        "guild: {kind: choice, from: guilds, options: [a]}",
        "guild: {",
        "bad-value",
    ),
    _game(
        "a choice from nobody",
        "guild: {kind: choice, from: guilds}",
        "guild: {kind: choice, from: nobody}",
        "from: nobody",
        "unknown-value",
    ),
    _game(
        "a choice from a list",
        "guild: {kind: choice, from: guilds}",
        "guild: {kind: choice, from: [guilds]}",
        "from: [",
        "wrong-type",
    ),
    _game("a field called name", _FUEL, _FUEL + "\n    name: text", "    name: text", "built-in"),
    _game("a field called copies", _FUEL, _FUEL + "\n    copies: text", "    copies: text", "built-in"),
    _game("a field of blanks", _FUEL, _FUEL + '\n    "my field": text', "my field", "bad-name"),
    _game(
        "a default of the wrong kind",
        "nerve: {kind: integer, min: 0, max: 9}",
        "nerve: {kind: integer, optional: true, default: x}",
        "default: x",
        "wrong-type",
    ),
    _game("checks of a word", "checks:\n", "checks: none\nchucks:\n", "checks: none", "wrong-type"),
    _game(
        "a check of a word", "  - records: courier\n", "  - courier\n  - records: courier\n", "- courier", "wrong-type"
    ),
    _game("a check of nobody", "- records: courier", "- records: nobody", "nobody", "unknown-value"),
    _game("a check at nobody", "at: routes", "at: nobody", "at: nobody", "unknown-value"),
    _game("a check that must nothing", "    " + _MUST + "\n", "", "- records", "missing-key"),
    _game("a check of half an expression", _MUST, "must: card.routes | count <=", _MUST[:10], "bad-expression"),
    _game("a check of a list", _MUST, "must: [true]", "must: [", "wrong-type"),
    _game("a check of nobody's field", _MUST, "must: card.nobody == 1", "card.nobody", "bad-expression"),
    _game("a check of a deck of nobody", "- deck: couriers", "- deck: nobody", "nobody", "unknown-value"),
    _game("a check that divides by zero", _MUST, "must: 1 / 0", "must: 1", "bad-expression"),
    _game("a check of brackets 300 deep", _MUST, f"must: {'(' * 300}1{')' * 300}", "must: (((", "bad-expression"),
    _game("a check of 5,000 sums", _MUST, f"must: {'1 + ' * 5000}1 > 0", "must: 1 + 1", "bad-expression"),
    _game("a check of nots 3,000 deep", _MUST, f"must: {'not ' * 3000}true", "must: not", "bad-expression"),
    _game("a check of 1e400", _MUST, "must: card.routes | count <= 1e400", "1e400", "bad-expression"),
    _game("a check of 5,000 digits", _MUST, f"must: card.speed < {'9' * 5000}", "card.speed <", "bad-expression"),
    _game(
        "a check of a control character",
        _MUST,
        "must: \"card.name != '\\\\x1b[31m'\"",
        "card.name !=",
        "bad-expression",
    ),
    _game("a check of half a letter", _MUST, "must: \"card.name != '\\\\ud83d'\"", "card.name !=", "bad-expression"),
    _game("a check of nobody in a list", _MUST, "must: (1 in [1, card.nobody])", "card.nobody", "bad-expression"),
    _game("a check that sorts what has no order", _MUST, "must: (['a', 1] | sort)", "| sort", "bad-expression"),
    _game("a check of a filter of an odd kind", _MUST, "must: (7 | join(','))", "| join", "bad-expression"),
    _game("products of a list", "products:\n", "products: [couriers]\nproduct:\n", "products: [", "wrong-type"),
    _game(
        "a product of a word",
        "  couriers:\n    kind: cards",
        "  couriers: cards\n  curriers:\n    kind: cards",
        "couriers: cards",
        "wrong-type",
    ),
    _game(
        "a product's name of a path",
        "  couriers:\n    kind: cards",
        "  ../couriers:\n    kind: cards",
        "../couriers",
        "bad-name",
    ),
    _game("a product's name of 300 letters", "  couriers:\n    kind", f"  {'c' * 300}:\n    kind", "ccc", "bad-name"),
    _game("a kind of nobody", "kind: cards", "kind: card", "kind: card", "unknown-kind"),
    _game("a kind of a list", "kind: cards", "kind: [cards]", "kind: [", "wrong-type"),
    _game("a list of no file", "list: couriers.yaml", "list: nobody.yaml", "nobody.yaml", "missing-file"),
    _game("a list of a number", "list: couriers.yaml", "list: 3", "list: 3", "wrong-type"),
    _game("a record of nobody", "record: courier", "record: nobody", "record: nobody", "unknown-value"),
    _game("a size of nobody", "size: poker", "size: nobody", "size: nobody", "unknown-size"),
    _game("a size of 0", "size: poker", "size: 0x0mm", "0x0mm", "unknown-size"),
    _game("a size of a list", "size: poker", "size: [63, 88]", "size: [", "wrong-type"),
    _game("a face of nobody", "front: courier", "front: nobody-such", "nobody-such", "unknown-face"),
    _game("a file that is its own list", "list: couriers.yaml", "list: game.yaml", "# Sky Couriers", "wrong-type"),
    _guide("a list", "fields:\n", "fields: [a]\nfelds:\n", "fields: [", "wrong-type"),
    _guide("stats of a word", "stats:\n", "stats: many\nstets:\n", "stats: many", "wrong-type"),
    _guide("stats of none", "stats:\n", "stats: {}\nstets:\n", "stats: {}", "bad-length"),
    _guide(
        "an amount of a list",
        "amount: +1, talents: [storm chaser]",
        "amount: [1], talents: [storm chaser]",
        "amount: [",
        "wrong-type",
    ),
    _guide(
        "a stat of a list",
        "  nerve:\n    title: Nerve",
        "  nerve: [a]\n  nerv:\n    title: Nerve",
        "nerve: [",
        "wrong-type",
    ),
    _guide("a base of text", "base: 4", "base: four", "base: four", "wrong-type"),
    _guide("a base of a billion", "base: 4", "base: 1000000000", "base: 1000", "out-of-range"),
    _guide(
        "an amount of 1.5",
        "amount: +1, talents: [storm chaser]",
        "amount: 1.5, talents: [storm chaser]",
        "1.5",
        "wrong-type",
    ),
    _guide("words of a mapping", "talents: [storm chaser]}", "talents: {a: 1}}", "talents: {", "wrong-type"),
    _guide("words of nothing", "talents: [storm chaser]}", "talents: []}", "talents: []", "bad-length"),
    _guide("words of numbers", "talents: [storm chaser]}", "talents: [1]}", "talents: [1", "wrong-type"),
    _guide("best of a word", "best-of:\n", "best-of: sail\n    bust:\n", "best-of: sail", "wrong-type"),
    _guide("exclusive of one", "- [map reader, navigator]", "- [map reader]", "- [map reader]", "bad-length"),
    _guide("exclusive of words", "- [map reader, navigator]", "- map reader", "- map reader", "wrong-type"),
    _guide("twice of a list", "twice: {map reader: navigator}", "twice: [map reader]", "twice: [", "wrong-type"),
    _guide(
        "twice of itself", "twice: {map reader: navigator}", "twice: {map reader: map reader}", "twice: {", "bad-value"
    ),
    _said("also of itself", "propeller: [airscrew, prop]", "propeller: [propeller]", "[propeller]", "duplicate-name"),
    _said("also of nobody", "propeller: [airscrew, prop]", "nobody: [airscrew, prop]", "nobody", "unknown-word"),
    _said("nothing of a word", "nothing: [mail bag", "nothing: [sail", "nothing: [sail", "duplicate-name"),
    _said("notes of mappings", "notes: [with, from]", "notes: [{with: 1}]", "notes: [", "wrong-type"),
    _said("ends of a list", "ends:\n  sail: [sail]\n  propeller: [propeller]", "ends: [sail]", "ends: [", "wrong-type"),
    _guide("words in a number", "words: words.yaml", "words: 3", "words: 3", "wrong-type"),
    _guide("expected when nothing", "{when: {routes: storm}, t", "{when: {}, t", "when: {}", "bad-length"),
    _guide(
        "expected when two",
        "{when: {routes: storm}, t",
        "{when: {routes: storm, gear: sail}, t",
        "when: {",
        "bad-length",
    ),
    _guide("a flag of blanks", "one: route", "one: my route", "one: my route", "bad-name"),
    _guide(
        "a report of a word",
        "report: {group: guild, abilities: routes, cover: land, team: 3}",
        "report: guild",
        "report: guild",
        "wrong-type",
    ),
    _guide("a report of nobody", "group: guild", "group: nobody", "group: nobody", "unknown-value"),
    _guide("a team of 0", "team: 3", "team: 0", "team: 0", "out-of-range"),
    _card("a name of a list", "name: Ada Quill", "name: [Ada]", "name: [", "wrong-type"),
    _card("a name of null", "name: Ada Quill", "name: null", "name: null", "wrong-type"),
    _card("a name of 3,000 letters", "name: Ada Quill", f"name: {'A' * 3000}", "name: AA", "bad-length"),
    _card("copies below 0", "copies: 2", "copies: -1", "copies: -1", "out-of-range"),
    _card("copies of a million", "copies: 2", "copies: 1000000", "copies: 1000000", "out-of-range"),
    _card("copies of half a card", "copies: 2", "copies: 0.5", "copies: 0.5", "wrong-type"),
    _card("a number of text", "speed: 8", "speed: fast", "speed: fast", "wrong-type"),
    _card("a number of 16 digits", "speed: 8", "speed: 1234567890123456", "speed: 1234", "loose-scalar"),
    _card("a choice of nobody", "guild: royal", "guild: nobody", "guild: nobody", "unknown-value"),
    _card("a choice of a mapping", "guild: royal", "guild: {royal: 1}", "guild: {", "unknown-value"),
    _card("a list of a mapping", "routes: [harbor, night]", "routes: {harbor: night}", "routes: {", "wrong-type"),
    _card("a list of one word", "routes: [harbor, night]", "routes: harbor", "routes: harbor", "wrong-type"),
    _card("a list of nothing", "routes: [harbor, night]", "routes: [null]", "routes: [null", "unknown-value"),
    _card("gear of nobody", "gear: [sail]", "gear: [nobody]", "gear: [nobody", "unknown-gear"),
    _card("a record of a word", "# The couriers.\n", "- courier\n", "- courier", "wrong-type"),
    _card("a record of nothing", "# The couriers.\n", "- {}\n", "- {}", "missing-key"),
    _card(
        "deviations of a word",
        "    - {stat: nerve, amount: +1, reason: He has never been second.}",
        "    - nerve",
        "- nerve",
        "wrong-type",
    ),
    _card("a deviation of nobody", "{stat: nerve, amount", "{stat: nobody, amount", "nobody", "unknown-stat"),
    _card(
        "art of no file", "motto: What cloud?", "motto: What cloud?\n  art: nobody.png", "nobody.png", "missing-file"
    ),
    _card("art of a list", "motto: What cloud?", "motto: What cloud?\n  art: [a]", "art: [", "wrong-type"),
    _card("a look of a list", "motto: What cloud?", "motto: What cloud?\n  look: [a]", "look: [", "wrong-type"),
    _cook("a colour field of a list", "color: color", "color: [color]", "color: [", "missing-key"),
    _cook(
        "a face of a parameter of nothing", "back: hero-back", "back: hero-back\n    with: [a]", "with: [", "wrong-type"
    ),
    _text("nothing", "", "", "wrong-type"),
    _text("a word", "hello", "hello", "wrong-type"),
    _text("a mapping", "a: 1\n", "a: 1", "wrong-type"),
    _text("a tab", "- name: One\n\tnote: a\n", "\tnote", "tab-indent"),
    _text("a null byte", b"- name: O\x00ne\n", "", "control-character"),
    _text("no UTF-8", b"- name: \xff\xfe\n", "", "not-utf8"),
    _text("UTF-16", "- name: One\n".encode("utf-16"), "", "not-utf8"),
    _text("half a letter", b"- name: \xf0\x9f\x92\n", "", "not-utf8"),
    _text("an escaped bell", '- name: "O\\x07ne"\n', "- name", "control-character"),
    _text("an escaped half letter", '- name: "O\\ud83dne"\n', "- name", "syntax"),
    _text("an alias", "- &a {name: One}\n- *a\n", "*a", "alias"),
    _text("a tag", "- !!python/object/apply:os.system [echo]\n", "!!python", "tag"),
    _text("a merge", "- name: One\n  <<: {note: a}\n", "<<", "merge-key"),
    _text("a key twice", "- name: One\n  name: Two\n", "  name: Two", "duplicate-key"),
    _text("a key of a list", "- name: One\n  [a, b]: 3\n", "[a, b]", "complex-key"),
    _text("a key of nothing", '- name: One\n  "": 3\n', '"": 3', "bad-key"),
    _text("two documents", "- name: One\n---\n- name: Two\n", "---", "many-documents"),
    _text("41 deep", "- name: One\n  note: " + "[" * 60 + "]" * 60 + "\n", "[[[", "too-deep"),
    _text("10,000 deep", "- name: One\n  note: " + "[" * 10_000 + "\n", "", "too-deep"),
    _text("a scalar of 200,000 letters", f"- name: One\n  note: {'a' * 200_000}\n", "note: aa", "scalar-too-long"),
    _text("a bracket that stays open", "- {name: One\n", "{name: One", "syntax"),
    _text("a quote that stays open", '- name: "One\n', '"One', "syntax"),
    _text("a loose word", "- name: yes\n", "yes", "loose-scalar"),
    _text(
        "a line of 300 mistakes", "- {" + ", ".join(f"k{n}: no" for n in range(300)) + "}\n", "k0: no", "loose-scalar"
    ),
    _names("in Arabic", "مرحبا", "missing-glyph"),
    _names("with a zero-width joiner", '"a\u200db"'),
    _names("of one quote", '"\'"'),
    _names("of blanks", '"   "', "bad-value"),
    _names("of dots", '".."'),
    _names("of a path", '"../../etc/passwd"'),
    _names("of an expression", '"{{ 1 / 0 }}"'),
    _names("of a percent sign", '"%s%n"'),
    _names("of half a mark", '"bold[/]"', "open-mark"),
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
    Pack("file: no icons", _without("templates/icons.yaml"), Told("template", "courses.yaml", "icon: leaf")),
    Pack("file: an empty game.yaml", copied(KITCHEN, {"game.yaml": ""}), Told("wrong-type", "game.yaml")),
    Pack("file: a game.yaml of a word", copied(KITCHEN, {"game.yaml": "game"}), Told("wrong-type", "game.yaml")),
    Pack(
        "file: a game of nothing",
        copied(KITCHEN, {"game.yaml": "title: A\nversion: 1.0\n"}),
        Told("wrong-type", "game.yaml"),
    ),
]
