"""The version of printgen."""

__version__ = "0.1.0"
