"""What the rules say of decks that have guidelines: the shapes of those and of words, their check and comparison."""

from printgen.rules.comparisons import compare_decks
from printgen.rules.decks import check_decks
from printgen.rules.guidelines import Guidelines
from printgen.rules.words import Vocabulary

__all__ = ["Guidelines", "Vocabulary", "check_decks", "compare_decks"]
