"""Headings of lists, and what they name."""

from __future__ import annotations

import pytest

from printgen.build.list_columns import heading_match


@pytest.mark.parametrize(("heading", "role", "match"), [
    ("Name", "name", 2), ("Card name", "name", 2), ("KARTE", "name", 2), ("Short title", "name", 1), ("", "name", 0),
    ("Quantité", "copies", 2), ("Number of copies", "copies", 1), ("Hit points", "copies", 0), ("#", "footer", 2),
    ("No limit", "footer", 0), ("File", "picture", 2), ("File size", "picture", 0), ("State of the art", "picture", 0),
    ("Card image", "picture", 1), ("Art", "picture", 2), ("Art", "type", 2), ("Flavour_text", "flavor", 2),
])  # fmt: skip
def test_a_heading_names_a_role_with_all_of_it_or_with_a_word_that_says_something(
    heading: str, role: str, match: int
) -> None:
    assert heading_match(heading, role) == match
