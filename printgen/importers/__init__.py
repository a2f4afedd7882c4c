"""What other programs made comes in; a game in a folder of its own goes out. One file, and its neighbours, a source."""
