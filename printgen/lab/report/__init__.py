"""The pages that the lab adds to a report on decks."""
