"""Faces, expressions, pictures and fonts that are made of whatever a random stream comes upon, in the tiny game."""

from __future__ import annotations

import io
import random
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from packs import CHECK, TINY, tiny
from spoiled import WRONG, Trial, dumped

from printgen.faces.shape_words import FIT, HEADER, KINDS, PARTS

# ---- faces

_GOOD: dict[str, tuple[Any, ...]] = {
    "length": (0, 3, 10, 40, "2mm", "{{ 3 + 4 }}", -2, 0.1, "{{ card.number | default(1) }}"),
    "points": (8, 9, 20, 6.5, "10..6.5", "4mm..2mm", "{{ '9' }}..5"),
    "number": (1, 2, 0.5, 45, -1, "{{ 2 * 3 }}"),
    "color": ("ink", "paper", "#AABBCC", "none", "dark ink", "{{ 'ink' }}", "on ink", "steel"),
    "flag": (True, False, "{{ true }}"),
    "lengths": ([1, 2], [2], [0.1, 5]),
    "colors": (["ink", "paper"], ["ink at 3"]),
    "any": (
        "some *words* here",
        "{{ card.name }}",
        "a **bold** :leaf: one",
        3,
        "long words " * 9,
        "[ink]a[/] [1] [sc]Fog[/] [size 7]b[/] [big]c **d**[/]",
        "- one\n- two\n  - in\n10. ten\n\nmore",
        "[/] [red]",
        "so\u00adft",
    ),
    "map": ({"a": 1}, {}, {"value": "{{ card.name }}"}),
    "fits": ([{"size": 7}], [{"y": 3, "size": 6}, {"lines": 2}]),
    # What some keys take, whatever the form of their values.
    "pattern": ("dots", "camo", "checks", "chevron", "stripes"),
    "font": ("stencil", "body", "body bold"),
    "align": ("left", "center", "right", "justify"),
    "valign": ("top", "middle", "bottom", "caps"),
    "hyphens": (True, False, "de", "en-GB", "xx", 3),
    "arc": (
        {"r": 9, "from": -60, "to": 60},
        {"cx": 9, "cy": 9, "r": 9, "from": 200, "to": 160, "stand": "below"},
        {"r": "{{ 3 + 4 }}", "from": 0, "to": "{{ 90 }}", "stand": "middle"},
        {"r": 0, "from": 0, "to": 0},
        {"r": 5},
    ),
    "corners": ("a", "abcd", "bd"),
    "d": ("M0 0 L9 0 L9 9 Z", "M0 0 C1 2 3 4 5 6 A3 3 0 0 1 9 9", "M0 0 H4 V4 h-2 q1 1 2 2"),
    "face": ("a", "boot-number", "{{ 'a' }}"),
    "style": ("a",),
    "as": ("one",),
    "in": ("1..3", [1, 2], "{{ [card.name, 2] }}", [], "{{ tables }}"),
    "look": ({"torso": "robe"}, {"head": "none"}, {"scene": "jungle"}, "{{ card.look }}", {}),
    "seed": (1, 7, "{{ card.number }}", "x"),
    "scene": ("jungle", "night-sky", "desert"),
    "tone": ("outline", ""),
    "file": ("", "photo.png"),
    "picture": ("", "{{ none }}"),
    "clip": (
        [0, 0, 10, 10],
        [5, 5, 30, 30],
        "circle",
        {"radius": 2},
        {"circle": [5, 5, 4]},
        {"path": "M0 0 L9 9 L0 9"},
        {"box": [1, 1, 8, 8], "radius": 99},
        {"radius": "x"},
    ),
    "paint": (
        "ink",
        "#AABBCC80",
        "none",
        "tomato",
        {"from": "ink", "to": "paper"},
        {"stops": ["ink", "paper at 30", "none"]},
        {"from": "ink", "to": "none", "radial": True, "cx": 0.2},
        {"from": "ink", "to": "steel", "angle": 33},
        {"stops": []},
        {"from": 3, "to": "{{ card.name }}"},
    ),
    "shadow": (True, False, {"dx": 1, "blur": 2}, {"blur": 0, "color": "ink"}, {"opacity": 3}, {"dy": "x"}),
    "opacity": (0.5, 0, 1, 2, "{{ 0.3 }}"),
    "blend": ("multiply", "screen", "x"),
    "level": ("low", "high", "x"),
    "kind": ("ean13", "code128", "itf", "x"),
    "size": (8, 12, 20, 6.5),
    "floor": (6, 7),
    "word": ("front", "item", "x"),
}


def face_trial(rng: random.Random, quick: bool) -> Trial:
    """A face of a few shapes, whose settings are often right."""
    head: dict[str, Any] = {"size": [44, 67], "unit": "mm", "palettes": ["dossier"]}
    for key in rng.sample(sorted(HEADER - {"items"}), rng.choice((0, 0, 0, 1))):
        head[key] = rng.choice(WRONG) if rng.random() < 0.5 else rng.choice(_HEADS.get(key, WRONG))
    face = {"styles": {"a": {"font": "body", "size": 7}}, **head}
    face["items"] = [_item(rng, 2) for _ in range(rng.choice((1, 1, 2)))]
    other = {"unit": "mm", "palettes": ["dossier"], "params": {"a": 1, "value": 0}, "items": [_item(rng, 0)]}
    text = dumped(face)
    files: dict[str, str | bytes] = {
        "templates/faces/front.yaml": text,
        "templates/faces/a.yaml": dumped(other),
        "templates/looks/dusk.yaml": "colors: {main: ink}\n",
    }
    return Trial(tiny(files), CHECK, [text])


_HEADS: dict[str, tuple[Any, ...]] = {
    "extends": ("a", "front", "hero"),
    "override": ({"a": []}, {"badge": [{"rect": {"w": 1}}]}),
    "looks": ({"dusk": {"colors": {"main": "ink"}}}, {"saver": {"items": []}}, {"dusk": 3}),
    "lets": ({"x": "{{ card.name }}", "y": "{{ x }}"}, {"x": "{{ y }}", "y": "{{ x }}"}),
    "params": ({"a": 1}, {"card": 1}),
    "colors": ({"main": "ink"}, {"main": "main"}, {"ink": "{{ card.name }}"}),
    "styles": (
        {"a": {"font": "body", "size": 7}},
        {"a": {"fit": []}},
        {"a": {"extends": "b", "h": 9}, "b": {"extends": ["a", 3]}},
    ),
    "defaults": ({"text": {"size": 7}, "rect": {"style": "a", "x": 3}}, {"a": {}, "icon": {"w": 1}, "row": 3}),
    "bleed": (3, "3mm", 0, -1, 500),
    "safe": (3, 30, -1),
}


_NEEDED = ("w", "h", "text", "face", "in", "as", "items", "r", "d", "x1", "x2", "name", "size", "font")


def _item(rng: random.Random, deep: int) -> Any:
    if rng.random() < 0.01:
        return rng.choice(WRONG)
    kind = rng.choice(sorted(KINDS))
    keys = KINDS[kind]
    chosen = rng.sample(sorted(keys), min(len(keys), rng.randint(1, 5)))
    # What a shape cannot do without is seldom left out; of what counts from the edges, little is chosen.
    chosen += [key for key in _NEEDED if key in keys and rng.random() < 0.97]
    if rng.random() < 0.8:
        chosen = [key for key in chosen if key not in ("right", "bottom", "inset", "bleed", "rx", "ry")]
    settings = {key: _setting(rng, key, keys[key], deep) for key in chosen}
    if "name" in settings and kind == "icon":
        settings["name"] = rng.choice(("ruler", "printer", "leaf"))
    item: dict[str, Any] = {kind: settings}
    if rng.random() < 0.1:
        item["when"] = rng.choice((_expression(rng, 2), "card.number", "true", *WRONG))
    return item


def _setting(rng: random.Random, key: str, form: str, deep: int) -> Any:
    if rng.random() < 0.04:
        return rng.choice(WRONG)
    if form == "items":
        return [_item(rng, deep - 1) for _ in range(rng.choice((0, 1, 2)))] if deep else []
    if form == "fits":
        return [{key: _setting(rng, key, FIT[key], 0) for key in rng.sample(sorted(FIT), 2)}]
    if form in PARTS and (form not in _GOOD or rng.random() < 0.2):
        parts = PARTS[form]
        return {part: _setting(rng, part, parts[part], 0) for part in rng.sample(sorted(parts), 2)}
    return rng.choice(_GOOD.get(key) or _GOOD[form])


# ---- expressions

_ATOMS = (
    "card.name", "card.number", "card.note", "card", "tables", "game.title", "'abc'", "''", "1", "0", "2.5", "-3",
    "[1, 2, 3]", "[]", "['a', 1]", "(1, 2)", "nobody", "none", "true", "10 ** 3", "999999999999999", "card['name']",
    "tables.none", "[[1], [2]]", "'9'", "1e400", "'\\ud83d'", "product", "card._x", "card.name.x",
)  # fmt: skip
_INFIX = (
    "+", "-", "*", "/", "//", "%", "~", "==", "<", "in", "and", "or", "if", "is", "**", "!=",
)  # fmt: skip
_FILTERS = (
    "upper", "length", "default('x')", "first", "last", "round", "round(99)", "round(-5)", "abs", "int", "float",
    "string", "trim", "sort", "min", "max", "sum", "reverse", "list", "unique", "join(', ')", "replace('a', 'b')",
    "shares", "chance(1)", "chance(1, 99)", "percent", "pluck('name')", "where('a', 1)", "without([1])", "title",
    "int(base=40)", "sort(attribute='x')", "sum(start='a')", "default", "join(card)", "float(card)", "nothing",
    "first | first", "round(1.5)", "unique(case_sensitive=3)", "min(attribute=1)", "sort(reverse=card)",
)  # fmt: skip


def _expression(rng: random.Random, deep: int) -> str:
    if deep <= 0 or rng.random() < 0.2:
        return rng.choice(_ATOMS)
    inner = _expression(rng, deep - 1)
    return rng.choice(
        (
            f"{inner} {rng.choice(_INFIX)} {_expression(rng, deep - 1)}",
            f"({inner}) | {rng.choice(_FILTERS)}",
            f"{inner} | {rng.choice(_FILTERS)}",
            f"{inner} if {_expression(rng, deep - 1)} else {_expression(rng, deep - 1)}",
            f"({inner})[{_expression(rng, 1)}]",
            f"not {inner}",
            f"{inner} is {rng.choice(('odd', 'even', 'defined', 'none', 'number', 'string', 'in [1]', 'nothing'))}",
            f"[{inner}, {_expression(rng, deep - 1)}]",
        )
    )


def expression_trial(rng: random.Random, quick: bool) -> Trial:
    """Expressions in every place that takes one: texts, conditions, lists, lengths, colours, lets and checks."""
    made = [_expression(rng, rng.choice((1, 2, 3, 5))) for _ in range(6)]
    if rng.random() < 0.1:
        made[0] = "(" * 300 + made[0] + ")" * 300
    text, when, each, length, let, must = made
    face = {
        "size": [44, 67],
        "unit": "mm",
        "palettes": ["dossier"],
        "lets": {"own": "{{ " + let + " }}"},
        "items": [
            {"text": {"x": 3, "y": 9, "w": 38, "size": 7, "text": "{{ " + text + " }} {{ own }}"}},
            {"rect": {"w": "{{ " + length + " }}", "h": 3, "fill": "ink"}, "when": when},
            {"each": {"in": "{{ " + each + " }}", "as": "one", "items": [{"text": {"w": 9, "text": "{{ one }}"}}]}},
        ],
    }
    rules = [{"records": "thing", "must": must, "message": "{{ " + text + " }}", "hint": "Mend it."}]
    files: dict[str, str | bytes] = {
        "templates/faces/front.yaml": dumped(face),
        "game.yaml": TINY["game.yaml"] + yaml.dump({"checks": rules}),
    }
    return Trial(tiny(files), CHECK, made)


# ---- pictures and fonts


@cache
def _pictures() -> dict[str, bytes]:
    """Small pictures by the endings of their names: an RGBA PNG, a JPEG that says how it is turned, a WebP, a GIF."""
    from PIL import Image

    made = {}
    for ending, form, mode in (
        ("png", "PNG", "RGBA"),
        ("jpg", "JPEG", "RGB"),
        ("webp", "WEBP", "RGB"),
        ("gif", "GIF", "P"),
    ):
        picture, data = Image.linear_gradient("L").resize((48, 32)).convert(mode), io.BytesIO()
        exif = Image.Exif()
        exif[0x0112] = 6
        exif[0x9286] = b"ASCII\x00\x00\x00a note"
        picture.save(data, form, **({} if form == "GIF" else {"exif": exif}))
        made[ending] = data.getvalue()
    return made


def _flipped(rng: random.Random, data: bytes, often: int) -> bytes:
    """Bytes of which some are changed, most of them near the start, where a file says what it is; some go."""
    spoiled = bytearray(data)
    for _ in range(often):
        at = rng.randrange(min(len(spoiled), 200)) if rng.random() < 0.7 else rng.randrange(len(spoiled))
        spoiled[at] = rng.choice((0, 255, rng.randrange(256)))
    if rng.random() < 0.15:
        del spoiled[rng.randrange(len(spoiled)) :]
    if rng.random() < 0.1:
        at = rng.randrange(len(spoiled) + 1)
        spoiled[at:at] = spoiled[: rng.randrange(60)]
    return bytes(spoiled)


_SVG = (
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 50 40'>",
    "<g transform='rotate(30) scale(2)'>",
    "</g>",
    "</svg>",
    "<rect id='a' x='3' width='20' height='9' rx='3' fill='url(#g)'/>",
    "<circle cx='9' cy='9' r='50%' stroke='red'/>",
    "<path d='M0 0 C9 9 3 4 5 6 A3 3 0 0 1 9 9 Z' fill-rule='evenodd' style='fill:#0f08;stroke:blue'/>",
    "<defs>",
    "<linearGradient id='g' spreadMethod='repeat'><stop offset='.2' stop-color='red'/><stop/></linearGradient>",
    "<radialGradient id='g' href='#g' r='0.3' gradientTransform='skewX(80)'/>",
    "</defs>",
    "<use href='#a' x='4'/>",
    "<clipPath id='c'><use href='#a'/></clipPath>",
    "<g clip-path='url(#c)' opacity='.5'>",
    "<symbol id='a' viewBox='0 0 0 1'>",
    "</symbol>",
    "<style>.a, #a > rect {fill: hsl(3deg 4% 5%)} @media x { g {opacity:0} }</style>",
    "<text>a</text>",
    "<image width='9' height='9' href='data:image/png;base64,iVBORw0KGgo='/>",
    "<polygon points='1,2 3 4 -5e3'/>",
    "<!-- -->",
    "<svg x='1' width='9' viewBox='1 1 1e-9 3' preserveAspectRatio='xMinYMin slice'>",
    "<?xml version='1.0'?>",
    "&amp;",
    "<g",
)
_SVG_VALUES = (
    "0",
    "-3",
    "1e9",
    "1e-9",
    "nan",
    "50%",
    "url(#a)",
    "url(#g)",
    "none",
    "inherit",
    "3mm",
    "red",
    "",
    "#a",
    "9 9",
)


def drawing_trial(rng: random.Random, quick: bool) -> Trial:
    """A drawing in SVG of parts that seldom fit together, as a picture and as an icon."""
    parts = [rng.choice(_SVG) for _ in range(rng.choice((3, 6, 12)))]
    if rng.random() < 0.9:
        opened = [part for part in parts if part[:2] in ("<g", "<d", "<s") and not part.endswith(("/>", "</style>"))]
        ends = "".join(f"</{part[1:].split()[0].strip('>')}>" for part in reversed(opened) if "</" not in part)
        parts = [_SVG[0], *(part for part in parts if not part.startswith(("</", "<?", "<g\0"))), ends, "</svg>"]
    text = "".join(parts)
    for _ in range(rng.choice((0, 0, 1, 3))):
        quoted = text.split("'")
        if len(quoted) > 2:
            quoted[rng.randrange(len(quoted) // 2) * 2 + 1] = rng.choice(_SVG_VALUES)
        text = "'".join(quoted)
    data = _flipped(rng, text.encode(), rng.choice((0, 0, 0, 1)))
    face = TINY["templates/faces/front.yaml"] + (
        f"  - image: {{x: 3, y: 12, w: 30, h: 20, file: x.svg, fit: {rng.choice(('cover', 'contain', 'stretch'))}}}\n"
        "  - icon: {name: own, cx: 9, cy: 50, color: steel, opacity: 0.5, shadow: true}\n"
    )
    files: dict[str, str | bytes] = {
        "templates/faces/front.yaml": face, "templates/x.svg": data, "templates/icons/own.svg": data
    }  # fmt: skip
    command = CHECK if rng.random() < 0.5 else ("preview", "{game}/cards", "-o", "{out}/x.png", "--dpi", "40")
    return Trial(tiny(files), command, [text])


def picture_trial(rng: random.Random, quick: bool) -> Trial:
    """A spoiled picture, in a field of a record and in a face."""
    ending = rng.choice(("png", "jpg", "webp", "jpg", "png", "gif"))
    data = _flipped(rng, _pictures()[ending], rng.choice((0, 1, 2, 5, 30)))
    name = f"photo.{rng.choice((ending, ending, 'png', 'jpg'))}"
    face = TINY["templates/faces/front.yaml"] + (
        f"  - image: {{x: 3, y: 12, w: {rng.choice((30, 1, 0.01))}, h: 20, file: {name}}}\n"
        '  - image: {x: 3, y: 40, w: 20, h: 20, file: "{{ card.art }}"}\n    when: card.art\n'
    )
    files: dict[str, str | bytes] = {
        "templates/faces/front.yaml": face,
        f"templates/{name}": data,
        name: data,
        "things.yaml": f"- {{name: One, art: {name}}}\n",
    }
    command = CHECK if rng.random() < 0.7 else ("preview", "{game}/cards", "-o", "{out}/x.png", "--dpi", "40")
    return Trial(tiny(files), command, [f"{name}, {len(data)} bytes"])


@cache
def _fonts() -> tuple[bytes, ...]:
    """A small font with outlines of the CFF kind, and one of the TrueType kind."""
    import tempfile
    from importlib.util import find_spec

    from fontmaking import make_otf

    spec = find_spec("fontpkg_black_ops_one")
    assert spec and spec.origin
    with tempfile.TemporaryDirectory() as folder:
        own = make_otf(Path(folder, "own.otf")).read_bytes()
    return own, (Path(spec.origin).parent / "files" / "BlackOpsOne-Regular.ttf").read_bytes()


def font_trial(rng: random.Random, quick: bool) -> Trial:
    """A spoiled font of a game's own, in which a word is set and written."""
    data = _flipped(rng, rng.choice(_fonts()), rng.choice((0, 1, 5, 50)))
    use = rng.choice(("fonts: {own: own.ttf}", "fonts: {own: {regular: own.ttf, bold: own.ttf}, fallback: own.ttf}"))
    if rng.random() < 0.4:
        wrong = rng.choice(WRONG)
        said = (
            {"own": wrong},
            {"own": {"regular": "own.ttf", "bold": wrong}},
            {"fallback": wrong},
            {str(wrong): "own.ttf"},
        )
        use = f"fonts: {yaml.dump(rng.choice((*said, wrong)), default_flow_style=True, width=10**9)}"
    face = TINY["templates/faces/front.yaml"].replace("font: stencil", f"font: {rng.choice(('own', 'stencil'))}")
    files = {
        "own.ttf": data,
        "game.yaml": f"{TINY['game.yaml']}{use}\n",
        "things.yaml": f"- name: {rng.choice(('AVA', '**V** A', 'Soup ★', 'ᔥ'))}\n",
        "templates/faces/front.yaml": face,
    }
    form = rng.choice(("png", "pdf", "svg", "txt"))
    command = ("preview", "{game}/cards", "-o", f"{{out}}/x.{form}") if rng.random() < 0.7 else CHECK
    return Trial(tiny(files), command, [f"a font of {len(data)} bytes", use])
