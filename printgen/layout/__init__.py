"""Boxes that are measured and placed: columns, rows, pages. They know neither faces nor games."""
