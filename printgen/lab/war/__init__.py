"""The whole game: two decks, a board and two policies come in; games, played phase by phase, and tallies go out."""
