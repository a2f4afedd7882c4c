"""Boards as plain values: recipes and seeds come in, terrain for every space goes out. No files, no pictures."""
