"""The balance lab: what decks and cards of a game are worth, by exact fights under its own file of rules."""
