"""Whole games of two decks on a board, played phase by phase between two policies."""
