"""Rows and columns counted from 0 come in, or a number of things; the letters and names for them go out."""

from __future__ import annotations


def letters(index: int) -> str:
    """A, B ... Z, AA, AB ... for rows or columns from 0."""
    found = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        found = chr(ord("A") + rest) + found
    return found


def coordinate(row: int, column: int) -> str:
    """The name of a space on a printed board: A1 at the top left, the column's letters first; AA follows Z."""
    return f"{letters(column)}{row + 1}"


def column_of(found: str) -> int:
    """The column, counted from 0, that has these letters."""
    column = 0
    for letter in found:
        column = 26 * column + ord(letter) - ord("A") + 1
    return column - 1


def an(noun: str) -> str:
    """A thing in words: "a space", "an ellipse", "an x"."""
    # A letter is said by its name.
    vowels = "aefhilmnorsx" if len(noun) == 1 else "aeio"
    return f"{'an' if noun[:1].lower() in tuple(vowels) else 'a'} {noun}"


def many(count: int, noun: str) -> str:
    """A number of things in words: "1 space", "2 spaces"."""
    return f"{count} {noun}{'' if count == 1 else 's'}"
