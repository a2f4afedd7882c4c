"""Packs for the codes of findings that the other tables and the tests of their parts do not come to."""

from pathlib import Path

from packs import BUILDS, Make, Pack, Told, both, copied, edited, face, slip, then, write

SKY, CAVE, SEA, REEF, SIXTH = "sky-couriers", "lantern-cave", "pirate-seas", "reef-runners", "sixth-scale"
_COVER = "size: [99, 99]\nunit: mm\nitems:\n  - slot: {name: picture, w: 30, h: 30}\n"


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
    slip("effects that leave something out", SIXTH, "templates.yaml", "11-35", "12-35", "12-35", "area-effect"),
    Pack("a list that nobody can add to", _added("[]\n"), Told("cannot-add"), _NEW),
    Pack(
        "3,000 errors, none like another",
        copied("kitchen-heroes", {"heroes.yaml": "".join(f"- {{name: n{i}, x{i}: 3}}\n" for i in range(3000))}),
        Told("more-errors", "heroes.yaml"),
    ),
    Pack(
        "a cover without ink",
        both(
            edited("kitchen-heroes", "game.yaml", "", "  cover: {kind: cover, title: Cover, front: mine}\n"),
            then("templates/faces/mine.yaml", "", _COVER),
        ),
        BUILDS,
    ),
]
