"""Options of products that are wrong: cover, counters, rulers, areas, rosters, documents, boards."""

from packs import Pack, Told, edited, slip

SNAIL, AREA, ORC, CAVE = "snail-derby", "spell-areas", "orc-hosts", "lantern-cave"
REEF, SEA, SKY = "reef-runners", "pirate-seas", "sky-couriers"


def _option(name: str, game: str, old: str, new: str, text: str, code: str) -> Pack:
    return slip(name, game, "game.yaml", old, new, text, code)


_KICKER, _PICTURES = (
    "kicker: A race for two to four snails",
    "pictures: [snails/Turbo, snails/Comet, snails/Clay, sticks]",
)
_COUNTERS = "options: {shape: hexagon, size: 24mm, duplex: fold}"
_MEASURE = 'measure: {unit: ft, name: foot, mark: "′", inch: 5}'
_FIELDS = "fields: {diameter: across_ft, length: reach_ft, width: wide_ft, kind: magic, users: casters, notes: rules}"
_REACH = "reach: [by hand, {name: thrown, harder: 1}]"
_SHEET = "options: {file: rules.yaml, tables: tables.yaml, columns: 2, pages: 1}"
_CARDS = "options: {file: rules.yaml, tables: tables.yaml, form: cards, size: tarot}"
_POSTER = "options: {board: main, form: poster, width: 30mm}"
_MAPS = "options: {board: main, form: maps, count: 3}"

PACKS = [
    _option("a kicker of a list", SNAIL, _KICKER, "kicker: [a, b]", "kicker: [a", "wrong-type"),
    _option("a kicker of a number", SNAIL, _KICKER, "kicker: 7", "kicker: 7", "wrong-type"),
    _option("a kicker of null", SNAIL, _KICKER, "kicker: null", "kicker: null", "wrong-type"),
    _option("pictures of a mapping", SNAIL, _PICTURES, "pictures: {snails: Turbo}", "pictures: {", "wrong-type"),
    _option("pictures of lists", SNAIL, _PICTURES, "pictures: [[snails]]", "pictures: [[", "wrong-type"),
    _option("pictures of a way out", SNAIL, _PICTURES, "pictures: [../../x]", "pictures: [..", "unknown-product"),
    _option(
        "facts of texts",
        SNAIL,
        '- {icon: printer, head: "Print at 100 %", text: never fit to page}',
        "- print",
        "- print",
        "wrong-type",
    ),
    _option("a fact of a number", SNAIL, "icon: printer", "icon: 3", "icon: 3", "wrong-type"),
    _option("a fact of no icon", SNAIL, "icon: printer", "icon: nothing-such", "icon: nothing-such", "unknown-icon"),
    _option("a step with half a mark", SNAIL, '"**Check** the', '"Check[/] the', "kind: cover", "open-mark"),
    _option(
        "steps of numbers", SNAIL, '- "**Check** the ruler on any sheet before you cut."', "- 3", "- 3", "wrong-type"
    ),
    _option("options of a list", SNAIL, _COUNTERS, "options: [round]", "options: [round]", "wrong-type"),
    _option("options of a word", SNAIL, _COUNTERS, "options: round", "options: round", "wrong-type"),
    _option("a shape of a star", SNAIL, "shape: hexagon", "shape: star", "shape: star", "unknown-value"),
    _option("a shape of a list", SNAIL, "shape: hexagon", "shape: [hexagon]", "shape: [hexagon]", "unknown-value"),
    _option("a counter of 0 mm", SNAIL, "size: 24mm", "size: 0mm", "size: 0mm", "bad-size"),
    _option("a counter of -3 mm", SNAIL, "size: 24mm", "size: -3mm", "size: -3mm", "bad-size"),
    _option("a counter of 60 m", SNAIL, "size: 24mm", "size: 6000cm", "size: 6000cm", "bad-size"),
    _option("a counter of a list", SNAIL, "size: 24mm", "size: [24mm, 3mm]", "size: [24", "bad-size"),
    _option("a counter without a unit", SNAIL, "size: 24mm", "size: 24", "size: 24", "bad-size"),
    _option("a counter of letters", SNAIL, "size: 24mm", "size: wide", "size: wide", "bad-size"),
    _option("a counter of 1e308 mm", SNAIL, "size: 24mm", "size: 1e308mm", "size: 1e308mm", "bad-size"),
    _option(
        "a page of no face",
        SNAIL,
        "options: {page: stick-page}",
        "options: {page: nobody}",
        "page: nobody",
        "unknown-face",
    ),
    _option(
        "a page of a mapping", SNAIL, "options: {page: stick-page}", "options: {page: {a: 1}}", "page: {a", "wrong-type"
    ),
    _option(
        "a ruler of no form",
        SNAIL,
        "options: {page: stick-page}",
        "options: {form: rolled}",
        "form: rolled",
        "unknown-value",
    ),
    _option(
        "beside of a number", SNAIL, "options: {page: stick-page}", "options: {beside: 3}", "beside: 3", "wrong-type"
    ),
    _option("a front of a number", SNAIL, "front: stick", "front: 3", "front: 3", "wrong-type"),
    _option("a front of a list", SNAIL, "front: snail", "front: [snail]", "front: [snail]", "wrong-type"),
    _option(
        "a duplex of maybe",
        SNAIL,
        "{shape: hexagon,",
        "{duplex: maybe, shape: hexagon,",
        "duplex: maybe",
        "unknown-value",
    ),
    _option("a measure of null", AREA, _MEASURE, "measure: null", "measure: null", "wrong-type"),
    _option("a measure of a list", AREA, _MEASURE, "measure: [ft]", "measure: [ft]", "wrong-type"),
    _option("a measure of 0 to the inch", AREA, "inch: 5", "inch: 0", "inch: 0", "out-of-range"),
    _option("a measure of -5 to the inch", AREA, "inch: 5", "inch: -5", "inch: -5", "out-of-range"),
    _option("a unit of 99 letters", AREA, "unit: ft", f"unit: {'f' * 99}", "ffff", "bad-length"),
    _option("fields of a list", AREA, _FIELDS, "fields: [a]", "fields: [a]", "wrong-type"),
    _option("a field that no record has", AREA, "diameter: across_ft", "diameter: nobody", "nobody", "unknown-field"),
    _option("a scale of nothing", AREA, _MEASURE, "scale: 1:0", "scale: 1:0", "loose-scalar"),
    _option("a scale of inf", AREA, _MEASURE, "scale: infin", "scale: infin", "unknown-value"),
    _option("a scale of a list", AREA, _MEASURE, "scale: [1, 18]", "scale: [1", "unknown-value"),
    _option("a film of a number", AREA, _MEASURE, "film: 3", "film: 3", "unknown-value"),
    _option("a form of a shape", AREA, _MEASURE, "form: circle", "form: circle", "unknown-value"),
    _option("misses of no table", AREA, _MEASURE, "misses: nowhere", "misses: nowhere", "unknown-table"),
    slip("an area of 0", AREA, "spells.yaml", "across_ft: 40", "across_ft: 0", "across_ft: 0", "area-size"),
    slip("an area of -40", AREA, "spells.yaml", "across_ft: 40", "across_ft: -40", "across_ft: -40", "area-size"),
    slip(
        "an area of a billion", AREA, "spells.yaml", "across_ft: 40", "across_ft: 1000000000", "1000000000", "area-size"
    ),
    slip("an area of text", AREA, "spells.yaml", "across_ft: 40", "across_ft: wide", "across_ft: wide", "wrong-type"),
    slip("an area without a shape", AREA, "spells.yaml", "  shape: circle\n", "", "- name: Fire ball", "missing-key"),
    slip(
        "rules of a text", AREA, "spells.yaml", "casters: [priest]", "casters: priest", "casters: priest", "wrong-type"
    ),
    slip(
        "a colour of no colour",
        AREA,
        "templates/faces/area-light.yaml",
        '"#E2B93B"',
        '"#E2B93"',
        '"#E2B93"',
        "template",
    ),
    slip("words without end", AREA, "templates/faces/area-fire.yaml", "{{ unit }}", "{{ unit", "{{ unit", "template"),
    slip(
        "words of Python",
        AREA,
        "templates/faces/area-fire.yaml",
        "{{ name }}",
        "{{ name.__class__ }}",
        "__class__",
        "template",
    ),
    _option("reach of three", ORC, _REACH, "reach: [a, b, c]", "reach: [a", "bad-length"),
    _option("reach of null", ORC, _REACH, "reach: null", "reach: null", "wrong-type"),
    _option("harder by 99", ORC, "harder: 1", "harder: 99", "harder: 99", "out-of-range"),
    _option("qualities of a list", ORC, "{table: kin, name: called, needs: strikes}", "[kin]", "[kin]", "wrong-type"),
    _option("qualities of no table", ORC, "table: kin", "table: nobody", "nobody", "missing-table"),
    _option("blanks of -1", ORC, "blanks: 1", "blanks: -1", "blanks: -1", "out-of-range"),
    _option("blanks of 1.5", ORC, "blanks: 1", "blanks: 1.5", "blanks: 1.5", "wrong-type"),
    _option("blanks of a million", ORC, "blanks: 1", "blanks: 1000000", "blanks: 1000000", "out-of-range"),
    _option("parameters of a list", ORC, "group: band", "group: {a: {b: [c]}}", "group: {a", "wrong-type"),
    _option(
        "a file of armies elsewhere", ORC, "file: hosts.yaml", "file: ../hosts.yaml", "../hosts.yaml", "outside-folder"
    ),
    _option("a file of armies that is a folder", ORC, "file: hosts.yaml", "file: .", "file: .", "missing-file"),
    slip("soldiers of text", ORC, "hosts.yaml", "soldiers: 10", "soldiers: ten", "soldiers: ten", "wrong-type"),
    slip("soldiers of -1", ORC, "hosts.yaml", "soldiers: 10", "soldiers: -1", "soldiers: -1", "out-of-range"),
    slip("prices of a list", ORC, "hosts.yaml", "{5: 4, 10: 8}", "[4, 8]", "[4, 8]", "wrong-type"),
    slip("prices by words", ORC, "hosts.yaml", "{5: 4, 10: 8}", "{few: 4}", "{few: 4}", "out-of-range"),
    slip("prices of nothing", ORC, "hosts.yaml", "{5: 4, 10: 8}", "{}", "Goblin: {}", "bad-length"),
    slip(
        "a budget of a million", ORC, "hosts.yaml", "budget: 60", "budget: 1000000", "budget: 1000000", "out-of-range"
    ),
    slip(
        "squads of nobody",
        ORC,
        "hosts.yaml",
        "quality: Troll, soldiers: 1",
        "quality: Elf, soldiers: 1",
        "Elf",
        "unknown-quality",
    ),
    slip("armies of a word", ORC, "hosts.yaml", "armies:\n", "armies: none\nsome:\n", "armies: none", "wrong-type"),
    _option("columns of 0", CAVE, "columns: 2", "columns: 0", "columns: 0", "out-of-range"),
    _option("columns of 99", CAVE, "columns: 2", "columns: 99", "columns: 99", "out-of-range"),
    _option("columns of words", CAVE, "columns: 2", "columns: [wide, narrow]", "columns: [wide", "wrong-type"),
    _option("pages of 0", CAVE, "pages: 1", "pages: 0", "pages: 0", "out-of-range"),
    _option("pages of a list", CAVE, "pages: 1", "pages: [1]", "pages: [1]", "wrong-type"),
    _option(
        "tables of a mapping",
        CAVE,
        _SHEET,
        "options: {file: rules.yaml, tables: {a: b}, columns: 2}",
        "tables: {a",
        "wrong-type",
    ),
    _option("cards of no size", CAVE, "size: tarot", "size: 0x0mm", "0x0mm", "unknown-size"),
    _option("a style of no face", CAVE, "pages: 1", "style: nobody", "style: nobody", "unknown-face"),
    _option("a board of a list", REEF, _POSTER, "options: {board: [main]}", "board: [main]", "missing-key"),
    _option("a board of nobody", REEF, _POSTER, "options: {board: nobody}", "board: nobody", "unknown-board"),
    _option(
        "a hex of 1 mm", REEF, "form: poster, width: 30mm", "form: poster, width: 1mm", "width: 1mm", "out-of-range"
    ),
    _option(
        "a hex of 60 m", REEF, "form: poster, width: 30mm", "form: poster, width: 6000cm", "6000cm", "out-of-range"
    ),
    _option("a count of 0", REEF, "count: 3", "count: 0", "count: 0", "out-of-range"),
    _option("a count of a million", REEF, "count: 3", "count: 1000000", "count: 1000000", "out-of-range"),
    _option("a view from outside", REEF, "from: C5", "from: ZZ99", "ZZ99", "unknown-value"),
    _option("a view from a list", REEF, "from: C5", "from: [C, 5]", "from: [C", "wrong-type"),
    _option("a board by the hand of nobody", REEF, "by-hand: The gate", "by-hand: Nobody", "Nobody", "unknown-value"),
    _option("rows of 0", REEF, "rows: 11", "rows: 0", "rows: 0", "out-of-range"),
    _option("rows of 999", REEF, "rows: 11", "rows: 999", "rows: 999", "out-of-range"),
    _option(
        "features of a list",
        REEF,
        "features: {gardens: 2,",
        "features: [{gardens: 2}]\n    some: {gardens: 2,",
        "features: [",
        "wrong-type",
    ),
    _option("features of text", REEF, "gardens: 2", "gardens: two", "gardens: two", "wrong-type"),
    _option("features of -2", REEF, "gardens: 2", "gardens: -2", "gardens: -2", "out-of-range"),
    _option("features of a million", REEF, "gardens: 2", "gardens: 1000000", "gardens: 1000000", "out-of-range"),
    _option("power-ups of numbers", REEF, "treasure: [pearl, pearl]", "treasure: [1, 2]", "treasure: [1", "wrong-type"),
    _option(
        "power-ups of no icon", REEF, "treasure: [pearl, pearl]", "treasure: [gold]", "treasure: [gold", "unknown-icon"
    ),
    _option("figures of -1", REEF, "figures: 4", "figures: -1", "figures: -1", "out-of-range"),
    _option("a top that is round", REEF, "top: pointy", "top: round", "top: round", "unknown-value"),
    _option(
        "a space of one side",
        SEA,
        "form: poster, space: 60x60mm",
        "form: poster, space: 60mm",
        "space: 60mm",
        "bad-value",
    ),
    _option(
        "a space of nothing", SEA, "form: poster, space: 60x60mm", "form: poster, space: 0x0mm", "0x0mm", "bad-value"
    ),
    _option(
        "bases of a list",
        SEA,
        "bases: {pirate-cove: bottom-left, crown-port: top-right}",
        "bases: [a, b]",
        "bases: [a",
        "wrong-type",
    ),
    _option(
        "bases of one",
        SEA,
        "bases: {pirate-cove: bottom-left, crown-port: top-right}",
        "bases: {pirate-cove: top-left}",
        "goal:",
        "base-count",
    ),
    _option(
        "bases in one corner", SEA, "crown-port: top-right", "crown-port: bottom-left", "crown-port", "same-corner"
    ),
    _option(
        "terrains of none",
        SEA,
        "[open-sea, shallows, reef, island, fog-bank, treasure-isle]",
        "[]",
        "terrains: []",
        "too-few-terrains",
    ),
    _option("terrains of numbers", SEA, "[open-sea, shallows, reef,", "[1, 2, 3,", "terrains: [1", "unknown-terrain"),
    _option(
        "a terrain of no file", SEA, "[open-sea, shallows,", "[lava, open-sea, shallows,", "[lava", "unknown-terrain"
    ),
    _option(
        "a terrain from elsewhere",
        SEA,
        "[open-sea, shallows,",
        "[../x, open-sea, shallows,",
        "[../x",
        "unknown-terrain",
    ),
    _option("victory for nobody", SEA, "victory: treasure-isle", "victory: lava", "victory: lava", "unknown-terrain"),
    _option("fair by -1", SEA, "fair: 20", "fair: -1", "fair: -1", "out-of-range"),
    _option("fair by a million", SEA, "fair: 20", "fair: 1000000", "fair: 1000000", "out-of-range"),
    _option(
        "notes of a mapping",
        SEA,
        '- "Win: bring a chest home, or hold every {goal}."',
        "- {win: 1}",
        "- {win",
        "wrong-type",
    ),
    _option("a score of a word", SEA, "score:\n", "score: high\n    sore:\n", "score: high", "wrong-type"),
    _option("steps of text", SEA, "steps: 2", "steps: two", "steps: two", "wrong-type"),
    _option("dossiers of maybe", SKY, "dossiers: required", "dossiers: maybe", "maybe", "unknown-value"),
    _option(
        "guidelines from elsewhere",
        SKY,
        "guidelines: guidelines.yaml",
        "guidelines: /etc/hostname",
        "/etc/hostname",
        "outside-folder",
    ),
    # What is wrong shows elsewhere than in the options.
    *(
        Pack(f"{game}: {name}", edited(game, "game.yaml", old, new), told)
        for name, game, old, new, told in (
            (
                "a front by a way up and down",
                SNAIL,
                "front: snail",
                "front: ../faces/snail",
                Told("outside-folder", "game.yaml", "front: ../faces/snail"),
            ),
            (
                "0.0000001 to the inch",
                AREA,
                "inch: 5",
                "inch: 0.0000001",
                Told("does-not-fit", "spells.yaml", "Fire ball"),
            ),
            (
                "a size that is notes",
                AREA,
                "across_ft, l",
                "rules, l",
                Told("area-size", "spells.yaml", "on a success"),
            ),
            ("a roll of text", ORC, "needs: strikes", "needs: called", Told("missing-key", "kin.yaml", "Goblin")),
            (
                "a document that is its table",
                CAVE,
                _SHEET,
                "options: {file: tables.yaml}",
                Told("missing-key", "tables.yaml"),
            ),
            ("cards of 1 mm", CAVE, "size: tarot", "size: 1x1mm", Told("does-not-fit", "rules.yaml")),
            (
                "guidelines that are cards",
                SKY,
                "guidelines: guidelines.yaml",
                "guidelines: couriers.yaml",
                Told("wrong-type", "couriers.yaml"),
            ),
        )
    ),
]
