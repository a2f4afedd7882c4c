"""Composed pictures: the parts and scenes that a look asks for, and photos."""
