"""The file of fights that a game may have: its shape, and what is wrong with it."""
