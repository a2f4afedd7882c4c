"""What stands where in the site: the pages that are there come in, and its navigation goes out, for mkdocs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

DOCS = Path(__file__).resolve().parent
FIRST = ("index.md", "tutorial.md", "reference/gallery.md", "recipes.md", "features.md")
WORDS = (
    "reference/faces.md",
    "reference/icons.md",
    "reference/expressions.md",
    "reference/fields.md",
    "reference/kinds.md",
    "reference/game.md",
)


def navigation() -> list[Any]:
    """The pages in the order of the menu: those for beginners, guides, exports, words, the rest of the reference."""
    guides, exports, reference = (
        sorted(path.relative_to(DOCS).as_posix() for path in (DOCS / folder).glob("*.md"))
        for folder in ("guide", "guide/exports", "reference")
    )
    rest = [page for page in reference if page not in (*FIRST, *WORDS)]
    return [*FIRST, {"Guides": guides}, {"Exports": exports}, {"Words": list(WORDS)}, {"Reference": rest}]


def on_config(config: Any) -> Any:
    """Called by mkdocs when it has read mkdocs.yml."""
    config["nav"] = navigation()
    return config
