"""The page of all icons: a picture for each theme, and other words for each icon; `make reference` writes both."""

from __future__ import annotations

from html import escape
from itertools import groupby
from pathlib import Path

import yaml

import printgen

DOCS = Path(__file__).resolve().parent
PICTURES = DOCS / "pictures" / "icons"
COLUMNS, WIDE, HIGH, SIDE = 8, 110, 84, 48
"""The icons of a row, the width and height of the room for each, and its size, in pixels."""

HEAD = """\
# Icons

`printgen icons` lists them, and `printgen icons money` finds those for a word; with `--game my-game` a game's own icons
are among them. In a text an icon stands as `:coin:`, on a face as `icon: {name: coin, cx: 9, cy: 9, size: 12}`, and it
takes any colour. [Icons of your own](../guide/pictures.md#icons-of-your-own) are drawings in `templates/icons`, whole
folders of them, or paths; other words for them stand in `templates/icon-words.yaml`:

```yaml
nature:
  heron: bird, crane, stork
```
"""


def themes() -> dict[str, list[tuple[str, tuple[str, ...]]]]:
    """The icons of each theme, with other words for them."""
    by_theme = groupby(printgen.icons(), key=lambda icon: icon.theme)
    return {theme: [(icon.name, icon.words) for icon in icons] for theme, icons in by_theme}


def picture_name(theme: str) -> str:
    """The file of a theme's picture."""
    return f"{theme.replace(' ', '-')}.svg"


def icons_page() -> str:
    """The page: for each theme its picture and a table."""
    lines = [HEAD]
    for theme, icons in themes().items():
        lines += [f"\n## {theme.capitalize()}\n", f"![{theme.capitalize()}](../pictures/icons/{picture_name(theme)})\n"]
        lines += ["| icon | other words for it |", "|---|---|"]
        lines += [f"| `{name}` | {', '.join(words)} |" for name, words in icons]
    return "\n".join(lines) + "\n"


def pictures() -> dict[str, str]:
    """A drawing for each theme, by the name of its file: its icons in rows, each over its name."""
    files = sorted((DOCS.parent / "templates").glob("icons*.yaml"))
    outlines: dict[str, str] = {}
    for file in files:
        outlines |= yaml.safe_load(file.read_text(encoding="utf-8"))
    return {picture_name(theme): _picture([(name, outlines[name]) for name, _ in i]) for theme, i in themes().items()}


def _picture(icons: list[tuple[str, str]]) -> str:
    wide, high = COLUMNS * WIDE, -(-len(icons) // COLUMNS) * HIGH
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" font-family="sans-serif" font-size="11" '
        'text-anchor="middle">',
        f'<rect width="{wide}" height="{high}" fill="#ffffff"/>',
    ]
    for place, (name, outline) in enumerate(icons):
        x, y = place % COLUMNS * WIDE + WIDE / 2, place // COLUMNS * HIGH + 8
        lines += [
            f'<path transform="translate({x - SIDE / 2:g} {y}) scale({SIDE / 24:g})" d="{outline}"/>',
            f'<text x="{x:g}" y="{y + SIDE + 16}">{escape(name)}</text>',
        ]
    return "\n".join([*lines, "</svg>"]) + "\n"


def write_pictures() -> None:
    """Write the drawings into docs/pictures/icons."""
    PICTURES.mkdir(exist_ok=True)
    for name, text in pictures().items():
        (PICTURES / name).write_text(text, encoding="utf-8")
        print(f"docs/pictures/icons/{name}")
