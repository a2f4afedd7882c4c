"""Packs that reach out of their folder, name what is no plain file, or have names that no disk or terminal bears."""

from __future__ import annotations

import io
import os
import random
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

from packs import BUILD, BUILDS, TINY, Make, Pack, Told, both, copied, tiny, write
from PIL import Image

GAME, LIST, FRONT = "game.yaml", "things.yaml", "templates/faces/front.yaml"
OUT, MISSING = "outside-folder", "missing-file"

# ---- ways out


def out(name: str) -> Make:
    """A file or folder of the game moves out of it, and a link to it stays."""

    def make(folder: Path) -> None:
        path = folder / name
        beside = folder.parent / "beside" / path.name
        path.rename(beside)
        path.symlink_to(beside)

    return make


def link(name: str, to: str) -> Make:
    """A link in the game, in place of what stands there; {beside} is a folder with a canary."""

    def make(folder: Path) -> None:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        path.symlink_to(to.replace("{beside}", str(folder.parent / "beside")))

    return make


def fifo(name: str) -> Make:
    def make(folder: Path) -> None:
        (folder / name).unlink(missing_ok=True)
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        os.mkfifo(folder / name)

    return make


def huge(name: str) -> Make:
    """A file that claims to hold a terabyte."""

    def make(folder: Path) -> None:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        with (folder / name).open("wb") as stream:
            stream.truncate(1 << 40)

    return make


def _blank(name: str) -> Make:
    """An empty file in place of a link."""

    def make(folder: Path) -> None:
        (folder / name).unlink()
        (folder / name).touch()

    return make


CANARY = "{beside}/canary.txt"
PICTURED = {
    LIST: '- {name: One, art: art/one.png}\n- {name: Two, note: "a", number: 3}\n',
    FRONT: TINY[FRONT] + '  - image: {x: 2, y: 20, w: 20, h: 20, file: "{{ card.art }}"}\n',
}


def art(path: str) -> Make:
    """The tiny game with this path for the picture of its first card."""
    return tiny({**PICTURED, LIST: PICTURED[LIST].replace("art/one.png", path)})


def _leaves(name: str, sample: str, file: str, line: str) -> Pack:
    """A sample of which a file is a link out of it; `line` of game.yaml names the file."""
    return Pack(f"gate: {name} leads out", both(copied(sample), out(file)), Told(OUT, GAME, line))


def _template(name: str, file: str, text: str = "", told: str = "") -> Pack:
    """A file of templates that is a link out of the game."""
    make = both(tiny({file: text}), out(file)) if text else both(tiny(), out(file))
    return Pack(f"gate: {name} leads out", make, Told(OUT, told or file))


WAYS_OUT = [
    Pack("gate: a list leads out", both(tiny(), out(LIST)), Told(OUT, GAME, "list: things.yaml")),
    Pack("gate: game.yaml leads out", both(tiny(), out(GAME)), Told(OUT, GAME)),
    Pack("gate: game.yaml is the canary", both(tiny(), link(GAME, CANARY)), Told(OUT, GAME)),
    Pack("gate: a list is the canary", both(tiny(), link(LIST, CANARY)), Told(OUT, GAME, "list:")),
    Pack("gate: a list is a device", both(tiny(), link(LIST, "/dev/zero")), Told(OUT, GAME, "list:")),
    Pack("gate: a list is a file of the system", both(tiny(), link(LIST, "/proc/self/mem")), Told(OUT, GAME, "list:")),
    Pack("gate: a link over the root", both(tiny(), link(LIST, "/proc/self/root" + CANARY)), Told(OUT, GAME, "list:")),
    Pack("gate: a link to nothing", both(tiny(), link(LIST, "/nowhere/at/all")), Told(OUT, GAME, "list:")),
    Pack("gate: a face is the canary", both(tiny(), link(FRONT, CANARY)), Told(OUT, GAME, "front: front")),
    _leaves("a table", "kitchen-heroes", "courses.yaml", "file: courses.yaml"),
    _leaves("a document", "lantern-cave", "rules.yaml", "columns: 2"),
    _leaves("a table of dice", "lantern-cave", "tables.yaml", "columns: 2"),
    _leaves("guidelines", "sky-couriers", "guidelines.yaml", "guidelines: guidelines.yaml"),
    Pack(
        "gate: words lead out",
        both(copied("sky-couriers"), out("words.yaml")),
        Told(OUT, "guidelines.yaml", "words: words.yaml"),
    ),
    _leaves("an army", "orc-hosts", "hosts.yaml", "file: hosts.yaml"),
    _leaves("rules of a hex board", "reef-runners", "reef-rules.yaml", "rules: reef-rules.yaml"),
    _leaves("boards written by hand", "reef-runners", "boards.yaml", "boards: boards.yaml"),
    Pack("gate: all templates lead out", both(tiny(), out("templates")), Told(OUT, "templates")),
    Pack("gate: all faces lead out", both(tiny(), out("templates/faces")), Told(OUT, "templates/faces")),
    Pack("gate: templates are /", both(tiny(), out("templates"), link("templates", "/")), Told(OUT, "templates")),
    _template("icons", "templates/icons.yaml", 'dot: "M0 0 L24 0 L24 24 Z"\n'),
    _template("a palette", "templates/palettes/own.yaml", 'pink: "#FF80C0"\n'),
    _template("a look", "templates/looks/night.yaml", "colors: {ink: black}\n"),
    _template("sizes", "templates/sizes.yaml", "tiny: 20x30mm\n"),
    _template("papers", "templates/papers.yaml", "postcard: 100x150mm\n"),
    _template("parts of pictures", "templates/art/parts/own.yaml", "dot: {slot: piece, layers: []}\n"),
    _template("scenes", "templates/art/scenes/own.yaml", "fog: {colors: {}, back: [], front: []}\n"),
    _template("poses", "templates/art/poses.yaml", "{}\n"),
    _template("tones", "templates/art/tones.yaml", "skins: {}\nhairs: {}\n"),
    _template("casting", "templates/art/casting.yaml", "defaults: {}\nrules: []\n"),
    _template("the words of sheets", "templates/assembly.yaml", "title: How to put it together\n"),
]

# ---- paths

PATHS = [
    *(
        Pack(f"gate: {name} for a picture", art(path), Told(code, LIST, "art: "))
        for name, path, code in (
            ("an absolute path", "/etc/passwd", OUT),
            ("a path upwards", "../beside/canary.txt", OUT),
            ("a long way upwards", "../" * 60 + "etc/passwd", OUT),
            ("a way out and in again", "../game/art/one.png", MISSING),
            ("nothing", '""', MISSING),
            ("a dot", '"."', MISSING),
            ("a folder", "templates", MISSING),
            ("a file as a folder", "things.yaml/x.png", MISSING),
            ("a name of 300 letters", "a" * 300 + ".png", "unreadable-file"),
            ("a path of 9,000 letters", "a/" * 4500 + "x.png", "unreadable-file"),
            ("a path of Windows", "'C:\\Windows\\x.png'", MISSING),
            ("an address", "https://example.org/x.png", MISSING),
            ("an escaped control character", '"x\\0.png"', "control-character"),
        )
    ),
    Pack(
        "gate: an absolute path for a list",
        tiny({GAME: TINY[GAME].replace("list: things.yaml", "list: /etc/passwd")}),
        Told(OUT, GAME, "list: /etc/passwd"),
    ),
    Pack(
        "gate: a face with a path upwards",
        tiny({GAME: TINY[GAME].replace("front: front", "front: ../../../beside/canary")}),
        Told(OUT, GAME, "front: "),
    ),
    Pack(
        "gate: a face with an absolute path",
        tiny({GAME: TINY[GAME].replace("front: front", "front: /etc/passwd")}),
        Told("unknown-face", GAME, "front: "),
    ),
    Pack(
        "gate: a picture of a face upwards",
        tiny({FRONT: TINY[FRONT] + "  - image: {w: 9, h: 9, file: ../../beside/canary.txt}\n"}),
        Told("template", FRONT, "canary.txt"),
    ),
    Pack(
        "gate: an icon with a path",
        tiny({FRONT: TINY[FRONT] + "  - icon: {w: 9, h: 9, name: ../../beside/canary}\n"}),
        Told("template", FRONT, "canary"),
    ),
    Pack(
        "gate: a font with a path",
        tiny({FRONT: TINY[FRONT].replace("font: stencil", "font: ../../beside/canary.ttf")}),
        Told("template", FRONT, "canary.ttf"),
    ),
]

# ---- what is no plain file

IRREGULAR = "irregular-file"
NO_FILES = [
    Pack("gate: a pipe for a list", both(tiny(), fifo(LIST)), Told(IRREGULAR, GAME, "list:")),
    Pack("gate: a pipe for game.yaml", both(tiny(), fifo(GAME)), Told(IRREGULAR, GAME)),
    Pack("gate: a pipe for icons", both(tiny(), fifo("templates/icons.yaml")), Told(IRREGULAR, "templates/icons.yaml")),
    Pack("gate: a pipe for a face", both(tiny(), fifo(FRONT)), Told(IRREGULAR, GAME, "front:")),
    Pack("gate: a pipe for a picture", both(art("art/one.png"), fifo("art/one.png")), Told(IRREGULAR, LIST, "art:")),
    Pack("gate: a loop for a list", both(tiny(), link(LIST, LIST)), Told(IRREGULAR, GAME, "list:")),
    Pack("gate: a loop for game.yaml", both(tiny(), link(GAME, "game.yaml")), Told(IRREGULAR, GAME)),
    Pack(
        "gate: a loop of templates",
        both(tiny(), out("templates"), link("templates", "templates")),
        Told("unreadable-file", "templates"),
    ),
    Pack("gate: a folder in itself", both(tiny(), link("templates/faces/again", "..")), BUILDS),
    Pack("gate: a huge list", both(tiny(), huge(LIST)), Told("file-too-big", LIST)),
    Pack("gate: a huge game.yaml", both(tiny(), huge(GAME)), Told("file-too-big", GAME)),
    Pack("gate: huge icons", both(tiny(), huge("templates/icons.yaml")), Told("file-too-big", "templates/icons.yaml")),
    Pack("gate: a huge picture", both(art("art/one.png"), huge("art/one.png")), Told("file-too-big", LIST, "art:")),
    Pack("gate: a link within the pack", both(tiny({"lists/a.yaml": TINY[LIST]}), link(LIST, "lists/a.yaml")), BUILDS),
    Pack(
        "gate: faces that are a file",
        both(tiny(), out("templates/faces"), _blank("templates/faces")),
        Told("irregular-file", "templates/faces"),
    ),
]

# ---- names


def named(key: str, name: str) -> Make:
    return tiny({GAME: TINY[GAME].replace(key, name)})


def _moved(name: bytes) -> Make:
    """A face beside the others whose name is made of these bytes."""

    def make(folder: Path) -> None:
        tiny()(folder)
        path = os.path.join(os.fsencode(folder), b"templates/faces", name)  # noqa: PTH118
        with open(path, "wb") as stream:  # noqa: PTH123
            stream.write(TINY[FRONT].encode())

    return make


NAMES = [
    *(
        Pack(
            f"gate: a product called {name}", named("  cards:\n", f"  {name}:\n"), Told("bad-name", GAME, f"  {name}:")
        )
        for name in ("con", "NUL", "Com1", "lpt9", "aux", "manifest", '".."', '"../x"', "-x", '"a b"', "a" * 65)
    ),
    Pack(
        "gate: two products of one file",
        tiny({GAME: TINY[GAME] + TINY[GAME][TINY[GAME].index("  cards:") :].replace("  cards:", "  Cards:")}),
        Told("bad-name", GAME, "  Cards:"),
    ),
    Pack("gate: a record of two lines", tiny({LIST: '- {name: "a\\nb"}\n'}), Told("bad-value", LIST, "a\\nb")),
    Pack("gate: a record that turns round", tiny({LIST: '- {name: "a\\u202eb"}\n'}), Told("bad-value", LIST, "202e")),
    Pack("gate: a file that is no UTF-8 by name", _moved(b"\xff\xfe.yaml"), Told("bad-name")),
    Pack("gate: a file with a bell in its name", _moved(b"a\x07b.yaml"), Told("bad-name")),
    Pack("gate: a file with a long name", _moved(b"a" * 250 + b".yaml"), Told("bad-name")),
    Pack("gate: a file that is hidden", _moved(b"._front.yaml"), BUILDS),
    *(
        Pack(
            f"gate: a table called {name}",
            tiny(
                {
                    GAME: TINY[GAME].replace(
                        "records:", f"tables:\n  {name}: {{file: t.yaml, fields: {{long: text}}}}\nrecords:"
                    )
                    + f"    options: {{glossary: {name}}}\n",
                    "t.yaml": "plain: {lng: Not so plain}\n",
                }
            ),
            Told("unknown-key", "t.yaml", "lng"),
        )
        for name in ("glossary", "card", "items")
    ),
    Pack(
        "gate: tables that are none, and a glossary",
        tiny({GAME: TINY[GAME].replace("records:", "tables: 5\nrecords:") + "    options: {glossary: glossary}\n"}),
        Told("wrong-type", GAME, "tables: 5"),
    ),
    Pack(
        "gate: a parameter called self",
        tiny(
            {
                GAME: TINY[GAME] + "    with: {self: x}\n",
                FRONT: TINY[FRONT].replace("{{ card.name }}", "{{ self | upper }} {{ card.name | upper }}"),
            }
        ),
        Told("template", FRONT, "self"),
    ),
]

# ---- cards of one's own


def _cards_in_game(folder: Path) -> None:
    """A pack that brings cards along, and a user who stands in it."""
    tiny()(folder)
    write(folder, {"my-cards/game/cards.yaml": "- {name: Stranger, number: x}\n"})


def _own(text: str) -> Make:
    """A user's own cards beside the pack."""

    def make(folder: Path) -> None:
        art("art/one.png")(folder)
        write(folder, {LIST: TINY[LIST]})
        write(folder.parent / "home", {"cards/game/cards.yaml": text})

    return make


OWN = ("check", "{game}", "--cards", "{home}/cards", "--json")
OWN_CARDS = [
    Pack("gate: a pack's own my-cards", _cards_in_game, BUILDS, ("check", "{game}", "--json"), {"PRINTGEN_CARDS": ""}),
    Pack(
        "gate: a card of one's own with a picture of the pack",
        _own("- {name: X, art: ../../../game/things.yaml}\n"),
        Told(OUT),
        OWN,
    ),
    Pack("gate: a card of one's own with a picture elsewhere", _own("- {name: X, art: /etc/passwd}\n"), Told(OUT), OWN),
    Pack(
        "gate: a list of one's own leads out",
        both(_own("- {name: X}\n"), link("../home/cards/game/cards.yaml", CANARY)),
        Told(OUT),
        OWN,
    ),
]

# ---- pictures


def picture(make: Callable[[], bytes]) -> Make:
    """The tiny game with these bytes for the picture of its first card."""

    def made(folder: Path) -> None:
        tiny(PICTURED)(folder)
        write(folder, {"art/one.png": make()})

    return made


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width: int, height: int, depth: int, color: int, rows: bytes, *chunks: bytes) -> bytes:
    """A PNG by its parts."""
    head = _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + b"".join(chunks) + _chunk(b"IDAT", zlib.compress(rows)) + _chunk(b"IEND", b"")


def saved(form: str, mode: str = "RGB", **how: object) -> bytes:
    buffer = io.BytesIO()
    Image.new(mode, (300, 300)).save(buffer, form, **how)
    return buffer.getvalue()


def _cut() -> bytes:
    return saved("JPEG")[:700]


def _spoiled_exif() -> bytes:
    exif = random.Random(5).randbytes(400)
    return png(300, 300, 8, 2, ROWS, _chunk(b"eXIf", b"II*\0\x08\0\0\0\xff\xff" + exif))


def _animated(form: str) -> bytes:
    frames = [Image.new("RGB", (300, 300), color) for color in ("red", "blue")]
    buffer = io.BytesIO()
    frames[0].save(buffer, form, save_all=True, append_images=frames[1:])
    return buffer.getvalue()


def _bomb() -> bytes:
    """A few bytes that become 80 million."""
    return zlib.compress(b"\0" * 80_000_000, 9)


ROWS = (b"\0" + b"\x10\x80\xf0" * 300) * 300
SPOILED: dict[str, Callable[[], bytes]] = {
    "cut short": _cut,
    "empty": lambda: b"",
    "a text": lambda: b"a recipe",
    "a GIF": lambda: saved("GIF"),
    "an EPS": lambda: saved("EPS"),
    "of no width": lambda: png(0, 300, 8, 2, b""),
    "that claims 60,000 dots square": lambda: png(60_000, 60_000, 8, 2, b""),
    "of 79 million dots with 16 bits each": lambda: png(8_900, 8_900, 16, 6, b"\0" * 1000),
    "with a profile that swells": lambda: png(300, 300, 8, 2, ROWS, _chunk(b"iCCP", b"x\0\0" + _bomb())),
    "with a text that swells": lambda: png(300, 300, 8, 2, ROWS, _chunk(b"zTXt", b"x\0\0" + _bomb())),
}
SOUND: dict[str, Callable[[], bytes]] = {
    "with spoiled EXIF": _spoiled_exif,
    "with 16 bits of grey": lambda: png(300, 300, 16, 0, (b"\0" + b"\x80\x00" * 300) * 300),
    "with 16 bits and alpha": lambda: png(300, 300, 16, 6, (b"\0" + b"\xff\xff\0\0\0\0\x80\x00" * 300) * 300),
    "with a palette that shows through": lambda: png(
        300, 300, 8, 3, (b"\0" + b"\0\1\2" * 100) * 300, _chunk(b"PLTE", bytes(9)), _chunk(b"tRNS", b"\0\x80")
    ),
    "for a printing press": lambda: saved("JPEG", "CMYK"),
    "that moves, as PNG": lambda: _animated("PNG"),
    "that moves, as WebP": lambda: _animated("WEBP"),
    "of one dot": lambda: png(1, 1, 8, 2, b"\0\xff\0\0"),
    "of one column": lambda: png(1, 9000, 8, 2, b"\0\xff\0\0" * 9000),
    "of another kind than its name says": lambda: saved("WEBP"),
}
PICTURES = [
    *(
        Pack(f"gate: a picture {name}", picture(make), Told("bad-photo", LIST, "art:"))
        for name, make in SPOILED.items()
    ),
    *(Pack(f"gate: a picture {name}", picture(make), BUILDS, BUILD) for name, make in SOUND.items()),
]

PACKS = [*WAYS_OUT, *PATHS, *NO_FILES, *NAMES, *OWN_CARDS, *PICTURES]
