"""Design troopers from figures: the numbers of a card, the words that give them, reports on decks."""
