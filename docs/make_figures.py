"""Designs sixteen figures from their boxes, and writes the page of the guide that shows how: `make figures`."""

from __future__ import annotations

import contextlib
import io
import shlex
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from make_pictures import shrink
from PIL import Image

import printgen
from printgen import cli

DOCS = Path(__file__).resolve().parent
PAGE, PICTURE = DOCS / "guide" / "sixteen-figures.md", DOCS / "pictures" / "sixteen.png"


class Figure(NamedTuple):
    """A figure: its card's name, what there is to say of it, how it is designed, and the rows of its side."""

    name: str
    told: str
    deck: str
    given: str
    rows: tuple[str, ...] = ()


JOE, COBRA, REBELS, MASK = (f"go-joe/{name}-deck" for name in ("joe", "cobra", "rebels", "mask"))
HEAD = """\
<!-- Written by `make figures`, which runs the commands; change docs/make_figures.py instead. -->

# Sixteen figures, from the box to the card

Each of these cards was designed by one command: what came with the figure, in the words of its box, who it is, and how
it looks. `printgen new` understands the [words](words.md), makes the numbers of them by the [guidelines](dossiers.md),
and draws what the figure holds, rides or has beside it. What came with figures up to 1994 stands in collectors' lists;
what is said of later ones and of other toy lines is from memory: hold yours to it.

![Sixteen cards](../pictures/sixteen.png)
"""
TAIL = """\
## Where it comes from, and on paper

`explain` says where each word of a dossier comes from, and `build` prints the cards.

```console
$ {explain}
{explained}$ {build}
{built}```
"""
EXPLAIN = "printgen explain go-joe 'Spirit Iron-Knife'"
BUILD = "printgen build go-joe/joe-deck --only 'Spirit Iron-Knife' --only 'Lady Jaye (2021)'"
_WIDE = 106

FIGURES = (
    Figure(
        "General Hawk",
        "A leader who flies: two skills on one card. The jet pack is *flying*, and its missile the best that he fires.",
        JOE,
        """--service GJ --role "Commander" --skill leader --skill air --figure "1991 v3"
        --accessory Helmet --accessory Visor --accessory Jetpack --accessory Rifle --accessory Missile
        --hair "short brown" --face "stern square" --headgear "flight helmet\"""",
    ),
    Figure(
        "Big Ben",
        "The grenade counts as a launcher of them does, and for more than the machine gun that he holds.",
        JOE,
        """--service GJ --role "S.A.S. Fighter" --skill recon --figure "1991 v1"
        --accessory Backpack --accessory "Machine gun" --accessory Bipod --accessory "Grenade pouch" --accessory Grenade
        --face "moustache fair" --headgear beret""",
    ),
    Figure(
        "Scarlett",
        "The ninja of 1993, with blades enough for two. That she is one, her role says.",
        JOE,
        """--service GJ --role "Ninja" --skill intelligence --trait ninja --figure "1993 v2"
        --accessory "Sword (thin blade)" --accessory "Sword (thick blade)"
        --accessory "Sword (curved blade)" --accessory Knife --accessory Nunchuks --accessory Claw
        --sex woman --hair "long red" --face fierce --headgear bare""",
    ),
    Figure(
        "Tracker",
        "A raft is no vehicle to fight in: he steps ashore.",
        JOE,
        """--service GJ --role "Navy S.E.A.L." --skill water --trait "survival training" --figure "1991 v1"
        --accessory Visor --accessory "Submachine gun" --accessory "Inflatable covert insertion raft" --accessory Oars
        --face "dark stern" --headgear "watch cap\"""",
    ),
    Figure(
        "Ice Cream Soldier",
        "Of three guns and a launcher the best counts, and is drawn; the machete is over his back.",
        JOE,
        """--service GJ --role "Fire Operations Expert" --skill none --figure "1994 v1"
        --accessory "9mm pistol" --accessory "Submachine gun" --accessory Flamethrower --accessory Machete
        --accessory "Rocket launcher" --accessory Missile
        --face "cigar stubble" --headgear "gas mask\"""",
    ),
    Figure(
        "Breaker & RAM",
        "A modern six-inch figure with its motorcycle.",
        JOE,
        """--service GJ --role "RAM Cycle Rider" --skill driver --figure "2020 Classified" --vehicle "RAM motorcycle"
        --mounted "Gatling gun" --accessory Helmet --accessory Pistol --accessory "Communications backpack"
        --hair "short black" --face tan --headgear "crash helmet\"""",
    ),
    Figure(
        "Lady Jaye (2021)",
        "Six inches tall: javelins, which are thrown as a crossbow shoots.",
        JOE,
        """--service GJ --role "Covert Operations" --skill recon --figure "2021 Classified"
        --accessory Javelin --accessory Pistol --accessory Knife --accessory "Javelin backpack"
        --sex woman --hair "short brown" --face tan --headgear "patrol cap\"""",
    ),
    Figure(
        "Flint (2021)",
        "No blade came with him. What his file card says of him and his box does not show is an inferred word.",
        JOE,
        """--service GJ --role "Warrant Officer" --skill leader --figure "2021 Classified"
        --accessory Shotgun --accessory Pistol --accessory "Shell backpack"
        --face "fair smirking" --hair brown --headgear beret""",
    ),
    Figure(
        "Spirit Iron-Knife",
        "An animal companion: Freedom is an eagle, on his card as well.",
        JOE,
        """--service GJ --role Tracker --skill forest --trait "survival training" --figure "2022 Classified"
        --accessory "Freedom the eagle" --accessory "Auto-arrow launcher" --accessory Knife --accessory Backpack
        --hair "black braids" --face "brown stern" --headgear headband""",
    ),
    Figure(
        "Slice",
        "Knife and sword are two blades, and together one word.",
        COBRA,
        """--service CB --role "Ninja Swordsman" --skill ambush --trait ninja --figure "1992 v1"
        --accessory "Wide butterfly battle knife" --accessory "Jab hook heavy sword"
        --face fierce --headgear "ninja hood\"""",
    ),
    Figure(
        "Headman",
        "Who leads has the trait as well as the skill.",
        COBRA,
        """--service CB --role "Kingpin" --skill leader --figure "1992 v1"
        --accessory "Mega-blast combat rifle" --accessory "Armaments launcher system" --accessory Missile
        --headgear "full mask\"""",
    ),
    Figure(
        "Baroness & C.O.I.L.",
        "Another motorcycle, with a woman on it.",
        COBRA,
        """--service CB --role "C.O.I.L. Rider" --skill driver --figure "2021 Classified"
        --vehicle "C.O.I.L. motorcycle" --mounted "machine guns" --accessory Pistol --accessory Rifle
        --sex woman --hair "long black" --face "glasses fair lipstick" --headgear bare""",
    ),
    Figure(
        "Interrogator",
        "The copter came with him, and its guns count with the rest.",
        COBRA,
        """--service CB --role "Battle Copter Pilot" --skill air --trait vehicle --figure "1991 v1"
        --vehicle "Battle Copter" --mounted missiles --accessory "Rifle with attached claw"
        --headgear "full helmet\"""",
    ),
    Figure(
        "Princess Leia",
        "Another toy line has a service and a deck of its own. A pistol is a pistol, whatever comes out of it.",
        REBELS,
        """--service SW --role "Princess of Alderaan" --skill leader --figure "1978 first issue"
        --accessory "Laser pistol" --accessory Cape
        --sex woman --hair "brown bun" --face "fair calm" --headgear bare""",
        (
            'rebels: {name: Rebels, color: "#C4500F", pattern: rays, emblem: planet}\n',
            'SW: {name: Rebel Alliance, side: rebels, color: "#C4500F", pattern: rays, emblem: planet}\n',
        ),
    ),
    Figure(
        "Rey",
        "A staff and a lightsaber are two blades by the guidelines. Who never held a gun fires none.",
        REBELS,
        """--service SW --role "Scavenger" --skill desert --trait "survival training" --figure "2015 6-inch"
        --accessory Quarterstaff --accessory Lightsaber --accessory Satchel
        --sex woman --hair "brown bun" --face "fair freckled" --headgear bare""",
    ),
    Figure(
        "Matt Trakker",
        "He leads, and his car flies. What a vehicle drops counts for nothing, what it fires does.",
        MASK,
        """--service MK --role "Thunderhawk Pilot" --skill leader --skill air --trait vehicle --figure "1985 series 1"
        --vehicle "Thunderhawk sports car" --mounted "laser cannons" --mounted bombs --accessory "Spectrum mask"
        --hair blond --face square --headgear "full helmet\"""",
        (
            'mask: {name: Mask, color: "#A8246B", pattern: zigzag, emblem: wings}\n',
            'MK: {name: M.A.S.K., side: mask, color: "#A8246B", pattern: zigzag, emblem: wings}\n',
        ),
    ),
)


def told(deck: str, name: str, given: str) -> str:
    """The command that designs a card, over as many lines as it needs, and what it answers."""
    words = ["printgen", "new", deck, name, *shlex.split(given)]
    lines, pairs = [shlex.join(words[:4])], iter(words[4:])
    for flag in pairs:
        more = shlex.join((flag, next(pairs)))
        if len(lines[-1]) + len(more) < _WIDE:
            lines[-1] += f" {more}"
        else:
            lines.append(f"    {more}")
    return " \\\n".join(lines)


def answered(command: str) -> str:
    """What a command of printgen prints; SystemExit where it fails."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        cli.main(shlex.split(command.replace("\\\n", " "))[1:])
    return out.getvalue()


TABLES = ("my-cards/go-joe/sides.yaml", "my-cards/go-joe/services.yaml")


def added(table: str, row: str) -> str:
    """The block of the page that adds a row to a table of the user's own, which is written as well."""
    Path(table).parent.mkdir(parents=True, exist_ok=True)
    with Path(table).open("a", encoding="utf-8") as file:
        file.write(row)
    return f"In `{table}`:\n\n```yaml\n{row}```\n\n"


def page() -> Iterator[str]:
    """The page, with each command run in the folder where one is."""
    yield HEAD
    for number, figure in enumerate(FIGURES, 1):
        rows = "".join(added(*pair) for pair in zip(TABLES, figure.rows, strict=False))
        command = told(figure.deck, figure.name, figure.given)
        ran = f"$ {command}\n{answered(command)}"
        yield f"## {number}. {figure.name}\n\n{figure.told}\n\n{rows}```console\n{ran}```\n"
    yield TAIL.format(explain=EXPLAIN, explained=answered(EXPLAIN), build=BUILD, built=answered(BUILD))


def draw(room: Path) -> None:
    """The picture of all sixteen, four in a row."""
    cards, view = [], printgen.View(dpi=150, columns=1, backs=False)
    for figure in FIGURES:
        settings = printgen.Settings(only=(figure.name,), cards=room / "my-cards")
        printgen.preview(figure.deck, settings, view, room / "card.png")
        with Image.open(room / "card.png") as card:
            cards.append(card.convert("RGB"))
    width, height = cards[0].size
    sheet = Image.new("RGB", (4 * width, 4 * height), "white")
    for n, card in enumerate(cards):
        sheet.paste(card, (n % 4 * width, n // 4 * height))
    sheet.save(PICTURE)
    shrink(PICTURE, 660, 128)


def main() -> None:
    """Write the page and draw its picture."""
    with tempfile.TemporaryDirectory() as room, contextlib.chdir(room):
        text = "\n".join(page())
        draw(Path(room))
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
