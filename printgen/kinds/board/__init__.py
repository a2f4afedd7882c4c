"""Boards: squares with terrain, hexes with rules on their edges, tracks of numbered spaces, and networks."""
