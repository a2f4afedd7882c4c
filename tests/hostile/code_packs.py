"""Packs for the codes of findings that the other tables and the tests of their parts do not come to."""

from pathlib import Path

from packs import BUILDS, Make, Pack, Told, both, copied, edited, face, slip, source_of, then, write

SKY, CAVE, SEA, REEF, SIXTH = "sky-couriers", "lantern-cave", "pirate-seas", "reef-runners", "sixth-scale"
_SEA = (source_of(SEA) / "game.yaml").read_text(encoding="utf-8")
_SCORE = _SEA[_SEA.index("    score:") : _SEA.index("products:")]
_COVER = "size: [99, 99]\nunit: mm\nitems:\n  - slot: {name: picture, w: 30, h: 30}\n"
_TICKS = "- ticks: {across: 4,"

_DIE = f"- picture: {{face: toy-scene, with: {{nobody: 1}}}}\n      {_TICKS}"


def _tiles(settings: str) -> str:
    return f"- strip: [{{title: a, {settings}}}]\n      {_TICKS}"


def _crowded(folder: Path) -> None:
    face("- rect: {w: 9, h: 9}")(folder)
    for number in range(10_001):
        (folder / f"templates/faces/x{number}.yaml").touch()


def _added(text: str) -> Make:
    """The sample, with a list of cards that a person has made for it."""
    return both(edited(SKY, "game.yaml"), lambda folder: write(folder, {"own/game/couriers.yaml": text}))


_NEW = (
    *("new", "{game}/couriers", "Bob", "--guild", "royal", "--motto", "Hm.", "--route", "reef", "--gear", "sail"),
    *("--talent", "none", "--cards", "{game}/own", "--json"),
)

PACKS = [
    Pack("a folder of 10,001 faces", _crowded, Told("too-many-files"), slow=True),
    slip("a role of no face", SKY, "templates/looks/night.yaml", "orb: cream", "orbit: cream", "orbit", "unknown-role"),
    slip("a tile of no colour", CAVE, "rules.yaml", _TICKS, _tiles("color: nobody"), "nobody", "unknown-color"),
    slip("a tile of no swatch", CAVE, "rules.yaml", _TICKS, _tiles("swatch: nobody"), "nobody", "unknown-swatch"),
    Pack(
        "columns without breaks",
        both(edited(CAVE, "game.yaml", "columns: 2", "columns: [1, 2]"), then("rules.yaml", "- break: column", "")),
        Told("needs-break", "game.yaml", "columns"),
    ),
    Pack("a table without rows", copied(SKY, {"guilds.yaml": "{}\n"}), Told("empty-table", "guilds.yaml", "{}")),
    slip("a blank of nobody", SEA, "game.yaml", "{base}", "{nobody}", "{nobody}", "unknown-blank"),
    slip("fair without a score", SEA, "game.yaml", _SCORE, "", "fair", "missing-score"),
    slip("effects that leave something out", SIXTH, "templates.yaml", "11-35", "12-35", "12-35", "area-effect"),
    Pack(
        "no edge that hides",
        edited(REEF, "reef-rules.yaml", "[move, ram], s", "[move, ram, shoot], s"),
        Told("no-screen", "game.yaml"),
    ),
    slip("a picture of nobody's", CAVE, "rules.yaml", _TICKS, _DIE, "{nobody: 1}", "bad-input"),
    Pack(
        "a board that nobody follows",
        edited(SEA, "game.yaml", "boards:\n", "boards:\n  other: {}\n"),
        Told("unused-board", "game.yaml", "other", "warning"),
    ),
    slip(
        "a base of nobody", SEA, "game.yaml", "pirates: pirate-cove", "pirates: cove", "pirates: cove", "unknown-base"
    ),
    slip(
        "a column of nobody",
        SEA,
        "game.yaml",
        "{field: waters}",
        "{field: waters, table: waters, column: x}",
        "column: x",
        "unknown-column",
    ),
    slip("a title of blanks", CAVE, "rules.yaml", "title: Map", 'title: " "', 'title: " "', "missing-text"),
    Pack("a list that nobody can add to", _added("[]\n"), Told("cannot-add"), _NEW),
    Pack(
        "3,000 errors, none like another",
        copied("kitchen-heroes", {"heroes.yaml": "".join(f"- {{name: n{i}, x{i}: 3}}\n" for i in range(3000))}),
        Told("more-errors", "heroes.yaml"),
    ),
    slip(
        "a theme of nobody", "kitchen-heroes", "game.yaml", "author: A. Cook", "theme: plian", "plian", "unknown-theme"
    ),
    Pack(
        "a cover without ink",
        both(
            edited("kitchen-heroes", "game.yaml", "", "  cover: {kind: cover, title: Cover, front: mine}\n"),
            then("templates/faces/mine.yaml", "", _COVER),
        ),
        BUILDS,
    ),
    Pack(
        "an empty terrain",
        copied(SEA, {"templates/terrain/reef.yaml": ""}),
        Told("template", "templates/terrain/reef.yaml"),
    ),
]
