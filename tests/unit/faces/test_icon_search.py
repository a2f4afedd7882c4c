"""Icons are found by what they mean."""

from __future__ import annotations

import pytest

from printgen.faces.icon_search import OTHER, PIECES
from printgen.faces.library import default_library


def test_every_icon_has_a_theme_and_other_words() -> None:
    icons = default_library().icons
    assert [entry.name for entry in icons.entries if entry.theme == OTHER or not entry.words] == []
    assert len({entry.name for entry in icons.entries}) == len(icons.entries)


@pytest.mark.parametrize(
    ("word", "first"),
    [
        ("fire", "fire"), ("Flame", "fire"), (":pine_tree:", "pine-tree"), ("trees", "pine-tree"), ("die", "dice-1"),
        ("thund", "lightning-bolt"),
    ],
)  # fmt: skip
def test_a_word_finds_the_icon_that_it_means(word: str, first: str) -> None:
    found = [entry.name for entry in default_library().icons.search(word)]
    assert found[0] == first or first in found[:6]


def test_a_theme_finds_its_icons_and_a_part_of_a_name_the_pieces_of_art() -> None:
    icons = default_library().icons
    assert {"fire", "cactus", "waves"} <= {entry.name for entry in icons.search("nature")}
    assert ("dead-tree", PIECES) in [(entry.name, entry.theme) for entry in icons.search("tree")]
    assert icons.search("no-such-thing") == []
