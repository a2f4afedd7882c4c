"""Draws the pictures of the README and the docs from kits, samples and examples as they are now: `make pictures`."""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from example_game import write_game
from PIL import Image

import printgen
from printgen.cli import main as command_line
from printgen.writers.pictures import render_pages

HERE = Path(__file__).resolve().parent / "pictures"

JOES = ("Snake-Eyes", "Scarlet", "Shipwreck", "Cover Girl", "Spirit", "Ace")
LEVELS = ("Duke", "Timber", "Grunt", "Destro", "Red Ninja", "Nightclaw")
SHEETS = (
    ("cover.png", "go-joe/cover", 1),
    ("punchboard.png", "go-joe/punchboard", 1),
    ("sheet.png", "go-joe/joe-deck", 1),
    ("sheet-back.png", "go-joe/joe-deck", 2),
    ("map.png", "go-joe/map-sheets", 2),
    ("aid.png", "go-joe/player-aid", 1),
    ("damage.png", "sixth-scale/figure-damage", 1),
    ("gauge.png", "sixth-scale/gauges", 4),
    ("ruler.png", "army-wars/rulers", 1),
    ("army-aid.png", "army-wars/player-aid", 1),
)
SAMPLES = HERE.parent.parent / "samples"
BOARDS = (
    ("board-garden.png", "garden/walled-garden"),
    ("board-wargame.png", "wargame/map-sheet"),
    ("board-star-lanes.png", "star-lanes/map"),
    ("board-chutes.png", "chutes/board"),
    ("board-harbours.png", "harbours/chart"),
)
PLAYING = ("Ace of Spades", "Ten of Diamonds", "Jack of Clubs", "Queen of Hearts", "King of Spades", "Joker of the Day")
COBRAS = ("Destro", "Baroness", "Undertow", "W.O.R.M.S.", "Serpentor", "Zarana")


def shrink(path: Path, width: int, colors: int = 80) -> None:
    """Scale a picture down and give it a palette, so that the repository stays light."""
    with Image.open(path) as opened:
        picture = opened.convert("RGB")
    if picture.width > width:
        height = round(picture.height * width / picture.width)
        picture = picture.resize((width, height), Image.Resampling.LANCZOS)
    picture.quantize(colors, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(path, optimize=True)
    print(f"{path.name}: {path.stat().st_size // 1000} kB")


def cards(name: str, product: str, only: tuple[str, ...], look: str = "") -> None:
    """A row of fronts."""
    settings = printgen.Settings(only=only, look=look)
    printgen.preview(product, settings, printgen.View(dpi=150, columns=6, backs=False), HERE / name)
    shrink(HERE / name, 1000)


def words(room_for: Path = HERE / "words") -> None:
    """A picture for each example of the face language."""
    with tempfile.TemporaryDirectory() as room:
        folder = Path(room, "examples")
        for name in write_game(folder):
            picture = room_for / f"{name}.png"
            printgen.preview(f"{folder}/{name}", printgen.Settings(), printgen.View(dpi=150, backs=False), picture)
            shrink(picture, 300, 160)


TEXT_HEAD = """size: [80, 30]
unit: mm
palettes: [guide]
items:
  - rect: {w: 80, h: 30, fill: paper}
"""
TEXT_FILES = {
    "templates/palettes/guide.yaml": '{paper: "#FBF6EA", ink: "#1E2333", crimson: "#B02A30", sea: "#24607F", '
    'brass: "#8C6A25", sun: "#F2C14E"}\n',
    "things.yaml": "- name: One\n",
}


def texts() -> None:
    """A picture for each block of the guide to texts that stands below one."""
    guide = (HERE.parent / "guide" / "text.md").read_text(encoding="utf-8")
    style = "".join(re.findall(r'title="game.yaml"\n((?:keywords|signs):.*?)```', guide, re.DOTALL))
    faces = {
        name: TEXT_HEAD + "".join(f"  {one}\n" for one in block.splitlines())
        for name, block in shown_faces(guide, "text")
    }
    draw_faces("text", faces, {**TEXT_FILES, "game.yaml": f"{style}records: {{thing: {{}}}}\n"}, 640)


def layouts() -> None:
    """A picture for each face of the guide to layouts, and for each of the sample with ten of them."""
    guide = (HERE.parent / "guide" / "layout.md").read_text(encoding="utf-8")
    (cards_of_it,) = re.findall(r'title="deck.yaml"\n(.*?)```', guide, re.DOTALL)
    fields = "records: {thing: {cost: integer, icon: text, facts: map, rule: text}}\n"
    draw_faces("layout", dict(shown_faces(guide, "layout")), {"things.yaml": cards_of_it, "game.yaml": fields}, 480)
    faces = re.findall(r"layout/([a-z-]+)\.png\) \|", guide)
    for name, product in zip(faces, printgen.load(SAMPLES / "ten-layouts"), strict=True):
        picture = HERE / "layout" / f"{name}.png"
        settings, view = printgen.Settings(only=(product.records[0].name,)), printgen.View(dpi=150, backs=False)
        printgen.preview(f"{SAMPLES / 'ten-layouts'}/{product.name}", settings, view, picture)
        shrink(picture, 320)


def shown_faces(guide: str, room: str) -> list[tuple[str, str]]:
    """The blocks of a page that stand below a picture of a room, each with the name of that."""
    return re.findall(rf"\(\.\./pictures/{room}/([a-z]+)\.png\)\n\n```yaml\n(.*?)```", guide, re.DOTALL)


def draw_faces(room: str, faces: dict[str, str], files: dict[str, str], width: int) -> None:
    """A picture for each face with the records of a list, in a room of pictures."""
    line = "  {0}: {{kind: cards, title: {0}, list: things.yaml, record: thing, front: {0}}}\n"
    products = "products:\n" + "".join(line.format(name) for name in faces)
    drawn = {f"templates/faces/{name}.yaml": text for name, text in faces.items()}
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, room)
        for file, text in {
            **drawn,
            **files,
            "game.yaml": f'title: {room}\nversion: "1"\n{files["game.yaml"]}{products}',
        }.items():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text(text, encoding="utf-8")
        for name in faces:
            picture = HERE / room / f"{name}.png"
            picture.parent.mkdir(exist_ok=True)
            printgen.preview(f"{folder}/{name}", printgen.Settings(), printgen.View(dpi=200, backs=False), picture)
            shrink(picture, width, 64)


# Of a sample or starter: the product to show, if not its first, and the page of its sheets, if not pieces side by side.
GALLERY: dict[str, tuple[str, int | None]] = {
    "dominoes": ("tiles", 1),
    "lantern-cave": ("rules", 1), "orc-hosts": ("", 1), "spell-areas": ("", 1), "reef-runners": ("map-sheets", 1),
    "pirate-seas": ("charts", 2), "rules": ("rules", 1), "hexmap": ("map", None), "board": ("board", None),
    "go-board": ("board", None),
}  # fmt: skip
MOST = 12
"""So many pieces are shown at most, from all over the list."""


def gallery() -> None:
    """A picture for each sample and starter."""
    root = HERE.parent.parent
    for kind in ("samples", "templates/starters"):
        for path in sorted((root / kind).glob("*/game.yaml")):
            if not own_picture(path.parent.name):
                show(path.parent, *GALLERY.get(path.parent.name, ("", None)))


def own_picture(name: str) -> bool:
    """Whether a guide has a picture of the game, which the gallery shows, too."""
    return any((HERE / f"{start}{name}.png").is_file() for start in ("", "board-"))


def show(folder: Path, product: str, page: int | None) -> None:
    """The picture of one game."""
    game = printgen.load(folder)
    shown = next((one for one in game if one.name == product), next(iter(game)))
    names = [record.name for record in shown.records]
    only = tuple(names[:: -(-len(names) // MOST)]) if len(names) > MOST and page is None else ()
    picture = HERE / "gallery" / f"{folder.name}.png"
    view = printgen.View(dpi=100, columns=6, sheet=page, backs=False)
    printgen.preview(f"{folder}/{shown.name}", printgen.Settings(only=only), view, picture)
    shrink(picture, 720 if page is None and len(names) > 1 else 400, 64)


# Products of a sample that lie side by side on a picture: their names, and the page of their sheets, if not cut out.
NETS = (("box", None), ("heroes", None), ("rules", 1))
DICE = "".join(
    f"  d{sides}: {{kind: die, title: D{sides}, sides: {sides}, size: {size}mm, with: {{color: '{color}'}}}}\n"
    for sides, size, color in (
        (4, 24, "#C98A2B"), (6, 18, "#F4ECD8"), (8, 22, "#5A6338"), (10, 22, "#2F6DB5"), (12, 14, "#8C2F39"),
        (20, 18, "#3B4248"),
    )
)  # fmt: skip


def beside(name: str, wanted: list[tuple[str, int | None]], width: int, columns: int, across: int = 2) -> None:
    """Products in rows on one picture, each at its true size beside the others, its pieces so many across."""
    with tempfile.TemporaryDirectory() as room:
        pictures = []
        for i, (product, page) in enumerate(wanted):
            view = printgen.View(dpi=100, columns=across, sheet=page, backs=False)
            printgen.preview(product, printgen.Settings(), view, Path(room, f"{i}.png"))
            pictures.append(Image.open(Path(room, f"{i}.png")).convert("RGB"))
        rows = [pictures[i : i + columns] for i in range(0, len(pictures), columns)]
        size = max(sum(p.width for p in row) for row in rows), sum(max(p.height for p in row) for row in rows)
        whole, y = Image.new("RGB", size, "white"), 0
        for row in rows:
            x = 0
            for picture in row:
                whole.paste(picture, (x, y))
                x += picture.width
            y += max(picture.height for picture in row)
        whole.save(HERE / name)
    shrink(HERE / name, width, 96)


def nets() -> None:
    """What is cut, folded and glued."""
    sample = SAMPLES / "paper-dungeon"
    beside("paper-dungeon.png", [(f"{sample}/{product}", page) for product, page in NETS], 860, 3)
    spells = SAMPLES / "spell-deck"
    beside("spell-box.png", [(f"{spells}/{product}", None) for product in ("box", "dividers")], 640, 1, 5)
    with tempfile.TemporaryDirectory() as room:
        folder = Path(room, "dice")
        folder.mkdir()
        (folder / "game.yaml").write_text(f'title: Dice\nversion: "1"\nproducts:\n{DICE}', encoding="utf-8")
        beside("dice.png", [(f"{folder}/d{sides}", None) for sides in (4, 6, 8, 10, 12, 20)], 760, 3)


# A shape with the size of the box around it, in millimetres, and a colour.
OUTLINES = (
    ("rounded", "rounded", 40, 28, "#8C2F39"), ("round", "round", 30, 30, "#C98A2B"),
    ("ellipse", "ellipse", 42, 28, "#2F6DB5"), ("flat", "hexagon-flat", 34.641, 30, "#5A6338"),
    ("pointy", "hexagon-pointy", 30, 34.641, "#3B4248"),
    ("triangle", "triangle", 38, 32.909, "#A8541C"), ("octagon", "octagon", 31, 31, "#64388A"),
    ("ship", '{path: "M0,8 L24,8 L24,0 L42,15 L24,30 L24,22 L0,22 Z"}', 42, 30, "#2A6B44"),
    ("leaf", '{path: "M2,8 C8,-3 30,-2 40,12 C28,26 8,26 2,18 C6,14 6,12 2,8 Z"}', 42, 26, "#1F4E8C"),
)  # fmt: skip
PIECES = """\
title: Shapes
version: "1"
records: {thing: {note: {kind: text, optional: true}}}
products:
"""
OUTLINED = """\
unit: mm
bleed: 2
palettes: [dossier]
items:
  - rect: {bleed: true, fill: "{{ color }}"}
  - text: {x: "{{ w / 2 - 9 }}", y: "{{ h * at }}", w: 18, text: "{{ card.name }}", font: body bold, size: 11,
      align: center, valign: caps, color: white}
"""


def outlined() -> None:
    """Pieces of every shape, and a sample that has several."""
    with tempfile.TemporaryDirectory() as room:
        folder, lines = Path(room, "shapes"), PIECES
        (folder / "templates" / "faces").mkdir(parents=True)
        for name, shape, w, h, color in OUTLINES:
            at = 0.62 if name == "triangle" else 0.5
            lines += f"  {name}: {{kind: pieces, title: {name}, list: {name}.yaml, record: thing, front: {name}, "
            lines += f"shape: {shape}, size: {w}x{h}mm, with: {{color: '{color}', at: {at}}}}}\n"
            (folder / f"{name}.yaml").write_text(f"- name: {name}\n", encoding="utf-8")
            face = folder / "templates" / "faces" / f"{name}.yaml"
            face.write_text(f"size: [{w}, {h}]\n{OUTLINED}", encoding="utf-8")
        (folder / "game.yaml").write_text(lines, encoding="utf-8")
        beside("shapes.png", [(f"{folder}/{name}", None) for name, *_ in OUTLINES], 900, 5)
    sample = SAMPLES / "rail-barons"
    beside("rail-barons.png", [(f"{sample}/tiles", 3), (f"{sample}/punchboard", 1)], 800, 2)


def themes() -> None:
    """One map sheet in the look of the dossiers and in every theme."""
    with tempfile.TemporaryDirectory() as room:
        wanted = []
        for theme in ("", "plain", "storybook"):
            folder = Path(room, theme or "dossier")
            shutil.copytree(SAMPLES / "garden", folder)
            game = folder / "game.yaml"
            game.write_text(game.read_text(encoding="utf-8").replace("theme: storybook", f'theme: "{theme}"'), "utf-8")
            wanted.append((f"{folder}/plans", 2))
        beside("themes.png", wanted, 1000, 3)


def printers() -> None:
    """Both sides of the calibration page."""
    with tempfile.TemporaryDirectory() as room:
        pdf = printgen.calibrate("office", room, paper="a4")
        sides = [picture.convert("RGB") for picture in render_pages(pdf.read_bytes(), 110)]
    gap = 24
    whole = Image.new("RGB", (2 * sides[0].width + 3 * gap, sides[0].height + 2 * gap), "#C9C9C4")
    for number, side in enumerate(sides):
        whole.paste(side, (gap + number * (side.width + gap), gap))
    whole.save(HERE / "printer-page.png")
    shrink(HERE / "printer-page.png", 840, 64)


def marks() -> None:
    """Where four cards meet, much enlarged."""
    _part("go-joe/joe-deck", 600, (66.2, 89.25, 86.2, 101.25), "crosses", 480)


def _part(target: str, dpi: int, box: tuple[float, float, float, float], name: str, wide: int) -> None:
    """What lies in a box of the first sheet of a product, in millimetres from its left and top."""
    file = HERE / f"{name}.png"
    printgen.preview(target, printgen.Settings(), printgen.View(dpi=dpi, sheet=1), file)
    with Image.open(file) as opened:
        part = opened.convert("RGB").crop(tuple(round(at * dpi / 25.4) for at in box))
    part.save(file)
    shrink(file, wide)


def _high(picture: Image.Image, tall: int) -> Image.Image:
    """A picture of so many pixels from top to bottom."""
    return picture.resize((round(picture.width * tall / picture.height), tall), Image.Resampling.LANCZOS)


def duplex() -> None:
    """The pages of a small deck in their order, for each way of printing backs, and both sides of a guide sheet."""
    deck, gap, tall = printgen.load("micro-forces")["character-cards"].compose(only=LEVELS), 10, 130
    for way in printgen.DUPLEX:
        files = deck.impose("a4", duplex=way).files("deck", "pdf")
        rows = [[page.convert("RGB") for page in render_pages(data, 40)] for _, data in files[:2]]
        row = [_high(picture, tall) for pictures in rows for picture in pictures]
        whole = Image.new("RGB", (sum(p.width + gap for p in row) + gap, tall + 2 * gap), "#C9C9C4")
        x = gap
        for picture in row:
            whole.paste(picture, (x, gap))
            x += picture.width + gap
        whole.save(HERE / f"duplex-{way}.png")
        shrink(HERE / f"duplex-{way}.png", 620, 24)
    files = dict(deck.impose("a4", duplex="manual").files("deck", "pdf"))
    sides = [next(iter(render_pages(files[f"deck-{name}.pdf"], 90))).convert("RGB") for name in ("fronts", "backs")]
    whole = Image.new("RGB", (2 * sides[0].width + 3 * gap, sides[0].height + 2 * gap), "#C9C9C4")
    for number, side in enumerate(sides):
        whole.paste(side, (gap + number * (side.width + gap), gap))
    whole.save(HERE / "guide-sheet.png")
    shrink(HERE / "guide-sheet.png", 700, 16)


def report() -> None:
    """The page of fights of a deck report."""
    with tempfile.TemporaryDirectory() as room:
        with suppress(SystemExit):
            command_line(["report", "go-joe", "--out", room])
        pages = [*render_pages(Path(room, "go-joe", "report.pdf").read_bytes(), 110)]
    pages[-1].convert("RGB").save(HERE / "report-fights.png")
    shrink(HERE / "report-fights.png", 580, 64)


def main(wanted: list[str]) -> None:
    HERE.mkdir(exist_ok=True)
    makers = (words, duplex, gallery, kits, layouts, marks, nets, outlined, printers, report, texts, themes)
    for make in makers:
        if not wanted or make.__name__ in wanted:
            make()


def kits() -> None:
    """The pictures of the README."""
    cards("joes.png", "go-joe/joe-deck", JOES)
    cards("cobras.png", "go-joe/cobra-deck", COBRAS)
    cards("saver.png", "go-joe/joe-deck", JOES, "saver")
    cards("levels.png", "micro-forces/character-cards", LEVELS)
    cards("playing-cards.png", str(SAMPLES / "playing-cards/deck"), PLAYING)
    for name, product in BOARDS:
        printgen.preview(str(SAMPLES / product), printgen.Settings(), printgen.View(dpi=110), HERE / name)
        shrink(HERE / name, 480, 64)
    for name, product, page in SHEETS:
        printgen.preview(product, printgen.Settings(), printgen.View(dpi=72, sheet=page), HERE / name)
        shrink(HERE / name, 400)
    whole_board()


def whole_board() -> None:
    """A board that one sheet holds, with its title and its legend."""
    picture = HERE / "poster.png"
    printgen.preview("go-joe/board-poster", printgen.Settings("arch-d"), printgen.View(dpi=60, sheet=1), picture)
    shrink(picture, 370, 110)


if __name__ == "__main__":
    main(sys.argv[1:])
