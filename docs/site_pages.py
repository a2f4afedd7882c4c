"""What stands where in the site: the pages that are there come in, and its navigation goes out, for mkdocs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

DOCS = Path(__file__).resolve().parent
FIRST = ("index.md", "tutorial.md", "faces.md", "fields.md", "expressions.md", "kinds.md", "recipes.md", "gallery.md")
LAST = ("features.md",)


def navigation() -> list[Any]:
    """The pages in the order of the menu: those for beginners, the guides, the feature table, the reference."""
    guides = sorted(path.relative_to(DOCS).as_posix() for path in (DOCS / "guide").glob("*.md"))
    reference = sorted(path.relative_to(DOCS).as_posix() for path in (DOCS / "reference").glob("*.md"))
    there = [page for page in (*FIRST, *LAST) if (DOCS / page).is_file()]
    return [
        *(page for page in there if page in FIRST),
        {"Guides": guides},
        *(page for page in there if page in LAST),
        {"Reference": reference},
    ]


def on_config(config: Any) -> Any:
    """Called by mkdocs when it has read mkdocs.yml."""
    config["nav"] = navigation()
    return config
