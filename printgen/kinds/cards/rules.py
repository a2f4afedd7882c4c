"""What the rules say of decks that have guidelines: the shape of the guidelines, their check and their comparison."""

from printgen.rules.comparisons import compare_decks
from printgen.rules.decks import check_decks
from printgen.rules.guidelines import Guidelines

__all__ = ["Guidelines", "check_decks", "compare_decks"]
