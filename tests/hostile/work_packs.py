"""Packs that are small, and ask for work again and again beside what is drawn: each is refused, or built in time."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable
from pathlib import Path

from data_packs import listed
from packs import BUILD, BUILDS, TINY, Make, Pack, Told, both, edited, face, then, tiny, write
from paint_packs import FRONT, svg


def _drawing(body: Callable[[], str]) -> Make:
    """The tiny game with a drawing, which is written when the pack is made."""

    def make(folder: Path) -> None:
        face("- image: {x: 3, y: 3, w: 30, h: 30, file: x.svg}")(folder)
        write(folder, {"templates/x.svg": svg(body())})

    return make


def _picture() -> str:
    """A drawing that uses one picture of eighty megapixels of one colour sixty times."""
    from PIL import Image

    stream = io.BytesIO()
    Image.new("L", (9_000, 8_800), 200).save(stream, "PNG")
    data = base64.b64encode(stream.getvalue()).decode()
    uses = "".join(f'<use href="#p" x="{n}"/>' for n in range(60))
    return f'<defs><image id="p" width="9" height="9" href="data:image/png;base64,{data}"/></defs>{uses}'


def _used(inner: str, times: int) -> str:
    return f'<defs><g id="a">{inner}</g></defs>' + '<use href="#a"/>' * times


_SHAPES = "<path d='M0 0h1'/>" * 40_000
_NAMES = " ".join(f"n{i}" for i in range(1_800))
_DEEP_STYLE = f"<style>{('* ' * 20 + 'rect{fill:red}') * 900}</style>"
_CLIPPED = '<g clip-path="url(#c)"><rect width="1" height="1"/></g>' * 8_000

_STOPS = f"<linearGradient id='g'>{'<title/>' * 30_000}{'<stop/>' * 250}</linearGradient>"
_FADING = "".join(f"<path d='M0 0h9v9z' fill='url(#g)' fill-opacity='{n / 30_000:.6f}'/>" for n in range(30_000))
_HEAD = "size: [44, 67]\nunit: mm\npalettes: [dossier]\ncolors: {main: steel, trim: ink, cloth: olive}\n"
_FIGURE = f"{_HEAD}items:\n  - image: {{x: 2, y: 2, w: 30, h: 30, look: {{scene: none}}}}\n"
_SUM = "lets:\n  ten: '{{{{ [0,1,2,3,4,5,6,7,8,9] }}}}'\n  all: '{{{{ [{}] }}}}'\n".format(", ".join(["ten"] * 900))
_ADDED = face(
    "- text: {x: 3, y: 9, w: 38, text: '{{ (all | sum(none, [])) | length }}', font: stencil, size: 12, color: ink}",
    _HEAD + _SUM,
)
_CAST = tiny(
    {
        "templates/faces/front.yaml": _FIGURE,
        "templates/art/casting.yaml": "rules:\n"
        + "".join(f"  - {{when: {{note: '{'*a' * 12}*b{n}'}}, look: {{skin: light}}}}\n" for n in range(5_000)),
        "things.yaml": "".join(f"- {{name: T{n}, note: {'a' * 300}}}\n" for n in range(200)),
    }
)
_WORDY = tiny(
    {
        "templates/faces/front.yaml": _FIGURE,
        "things.yaml": f"- {{name: One, look: {{face: '{'plain ' * 4_000}'}}}}\n",
        "templates/art/casting.yaml": "words: {face: {plain: {skin: light}}}\n",
    }
)
_CODES = tiny(
    {
        "game.yaml": TINY["game.yaml"]
        .replace("records:\n", "tables: {words: {file: words.yaml, fields: {name: text}}}\nrecords:\n")
        .replace("    number:", "    word: {kind: choice, from: words, optional: true}\n    number:"),
        "words.yaml": "".join(f"w{n:05}x: {{name: W{n}}}\n" for n in range(6_000)),
        "things.yaml": "".join(f"- {{name: T{n}, word: q{n:05}z}}\n" for n in range(6_000)),
    }
)
_HEADERS = listed(
    "things.csv", lambda: ("name," + ",".join(f'"h{n}{"x" * 16_000}"' for n in range(900)) + "\nOne\n").encode()
)
_VARIANTS = tiny(
    {"game.yaml": TINY["game.yaml"] + "variants:\n" + "".join(f"  v{n}: {{title: V}}\n" for n in range(5_000))}
)
_PATTERNS = "".join(f"  /(a|b|c|{n}){{1,60}}x/: {{font: bold}}\n" for n in range(1_500))
_SETS = "".join(f"      - {{value: 3, gear: [{', '.join(f'g{n}w{m}' for m in range(50))}]}}\n" for n in range(2_000))
_COLUMNS = range(3_000)
_WIDE = "wide:\n  title: Wide\n  columns: {{{}}}\n  rows:\n    - {{{}}}\n".format(
    ", ".join(f"c{n}: C" for n in _COLUMNS),
    ", ".join(f"c{n}: x" for n in _COLUMNS),
)
_BOARD = "- name: Wide\n  cells:\n" + f"    - {'plain ' * 12_000}\n" * 200


PACKS = [
    Pack(
        "work: a colour of 4 MB for 40,000 shapes",
        _drawing(lambda: f'<g fill="rgb({"1," * 2_000_000}1)">{_SHAPES}</g>'),
        Told("bad-drawing", FRONT, "x.svg"),
    ),
    Pack(
        "work: dashes of 4 MB for 40,000 shapes",
        _drawing(lambda: f'<g stroke="red" style="stroke-dasharray:{"1," * 500_000}1">{_SHAPES}</g>'),
        Told("bad-drawing", FRONT, "x.svg"),
    ),
    Pack(
        "work: dashes of 10 kB for 40,000 shapes",
        _drawing(lambda: f'<g stroke="red" stroke-dasharray="{"1," * 4_900}1">{_SHAPES}</g>'),
        BUILDS,
        slow=True,
    ),
    Pack(
        "work: two thousand classes under 1,900 rules",
        _drawing(
            lambda: (
                f"<style>{'.n1 .n2{fill:red}' * 1_900}</style>"
                + f'<g class="{_NAMES}"><g class="{_NAMES}">'
                + "<path d='M0 0h1' class='n2'/>" * 10_000
                + "</g></g>"
            )
        ),
        Told("over-limit", FRONT, "x.svg"),
        slow=True,
    ),
    Pack(
        "work: rules of many steps for what lies deep",
        _drawing(lambda: _DEEP_STYLE + "<g>" * 24 + "<rect width='1' height='1'/>" * 9_000 + "</g>" * 24),
        Told("over-limit", FRONT, "x.svg"),
        slow=True,
    ),
    Pack(
        "work: a selector of 480,000 steps",
        _drawing(lambda: f"<style>{'a ' * 480_000}{{fill:red}}</style><rect/>"),
        Told("left-out", FRONT, "x.svg", "warning"),
    ),
    Pack(
        "work: clips of 4,000 paths of nothing for 8,000 shapes",
        _drawing(lambda: f"<clipPath id='c'>{'<path/>' * 4_000}</clipPath>{_CLIPPED}"),
        Told("bad-drawing", FRONT, "x.svg"),
    ),
    Pack(
        "work: 30,000 titles used 20,000 times",
        _drawing(lambda: _used("<title/>" * 30_000, 20_000)),
        Told("over-limit", FRONT, "x.svg"),
        slow=True,
    ),
    Pack(
        "work: a switch of 30,000 titles used 20,000 times",
        _drawing(lambda: f"<switch id='a'>{'<title/>' * 30_000}</switch>" + '<use href="#a"/>' * 20_000),
        Told("over-limit", FRONT, "x.svg"),
    ),
    Pack(
        "work: a gradient of 250 stops in 30,000 strengths",
        _drawing(lambda: _STOPS + _FADING),
        Told("over-limit", FRONT, "x.svg"),
        slow=True,
    ),
    Pack(
        "work: a path that is spoiled at its end used 15,000 times",
        _drawing(lambda: _used(f"<path d='M0 0{'h1' * 200_000}!'/>", 15_000)),
        Told("left-out", FRONT, "x.svg", "warning"),
    ),
    Pack(
        "work: a style of a megabyte used 40,000 times",
        _drawing(lambda: _used(f"<g style='{'fill:red;' * 100_000}'/>", 40_000)),
        Told("bad-drawing", FRONT, "x.svg"),
    ),
    Pack("work: a picture of eighty megapixels used sixty times", _drawing(_picture), BUILDS, slow=True),
    Pack(
        "work: wrong codes of a table of six thousand",
        _CODES,
        Told("unknown-value", "things.yaml", "q00000z"),
        slow=True,
    ),
    Pack("work: unknown headers of 16 kB", _HEADERS, Told("unknown-column", "things.csv", "h0"), slow=True),
    Pack("work: lists added up", _ADDED, BUILDS),
    Pack(
        "work: five thousand rules of casting for two hundred cards",
        _CAST,
        Told("over-limit", "things.yaml", "name: T"),
        slow=True,
    ),
    Pack("work: a face of four thousand words", _WORDY, BUILDS, BUILD, slow=True),
    Pack(
        "work: a table of dice of three thousand columns",
        edited("lantern-cave", "tables.yaml", "chamber:\n", f"{_WIDE}chamber:\n"),
        Told("too-many-columns", "tables.yaml", "title: Wide"),
        slow=True,
    ),
    Pack(
        "work: boards by hand of 12,000 words a row",
        both(
            edited(
                "pirate-seas",
                "game.yaml",
                "{board: seas, form: poster,",
                "{board: seas, boards: boards.yaml, form: poster,",
            ),
            then("boards.yaml", "", _BOARD),
        ),
        Told("over-limit", "boards.yaml", "plain"),
        slow=True,
    ),
    Pack("work: five thousand variants", _VARIANTS, Told("over-limit", "game.yaml", "variants:")),
    Pack(
        "work: guidelines of two thousand sets",
        edited(
            "sky-couriers",
            "guidelines.yaml",
            "      - {value: 2, gear: [sail]}\n",
            f"      - {{value: 2, gear: [sail]}}\n{_SETS}",
        ),
        BUILDS,
        slow=True,
    ),
    Pack(
        "work: keywords of many ways",
        tiny({"game.yaml": f"{TINY['game.yaml']}keywords:\n{_PATTERNS}"}),
        Told("bad-pattern", "game.yaml", "/(a|b|c|0)"),
        slow=True,
    ),
    Pack(
        "work: the fairest of a billion billion boards",
        tiny(),
        Told("usage"),
        ("board", "micro-forces", "--fair", str(10**18), "--out", "{out}", "--json"),
        slow=True,
    ),
]
