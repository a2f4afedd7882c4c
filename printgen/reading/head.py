"""What game.yaml itself may say: the shapes of its head, of its tables and of its products, which the loader reads."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, InstanceOf, WithJsonSchema

from printgen.reading.fields import MAX_TEXT, File
from printgen.reading.marked import Map, empty_map
from printgen.reading.part import Part

NAME = "[A-Za-z0-9][A-Za-z0-9_-]{0,63}"
"""The pattern of names: those of products become names of files, on every system."""

Line = Annotated[str, Field(max_length=200)]
Lines = Annotated[str, Field(max_length=MAX_TEXT)]
Section = Annotated[InstanceOf[Map], WithJsonSchema({"type": "object"})]
"""A mapping whose entries are read one by one, so that a mistake in one hides no other."""


def _section(description: str, key: str | None = None) -> Any:
    return Field(default_factory=empty_map, alias=key, description=description)


class Head(Part):
    """A game: what it says of itself, the tables and shapes of its lists, and what is printed."""

    title: Line = Field(description="the game's name, as people read it")
    version: Annotated[str, Field(max_length=40)] = Field(
        description='the edition, such as "1.0"; sheets are marked with it'
    )
    author: Line = Field(default="", description="who made the game; PDFs name them")
    licence: Lines = Field(default="", description="how the game may be used; PDFs say so")
    notice: Lines = Field(default="", description="a line that PDFs and the manifest carry, such as a disclaimer")
    tables: Section = _section("tables by name: rows that records and faces look up by a code")
    records: Section = _section("shapes of records by name: the fields of each entry of a list")
    checks: Any = Field(
        default=None, description="rules of the game's own: what must hold for records, tables and decks"
    )
    boards: Section = _section("recipes of boards by name, which products follow with the option board")
    products: Section = _section("what is printed, by name; each becomes one PDF")


class TableEntry(Part):
    """A table: a file with rows by code, and the fields of each row."""

    file: File = Field(description="the YAML file that holds the rows")
    fields: Section = Field(description="the fields of a row by name")


class ProductEntry(Part):
    """A product: one printable thing of a game."""

    kind: Line = Field(description="the kind of printable")
    title: Line = Field(description="the product's name, as people read it")
    list_file: File | None = Field(default=None, alias="list", description="the YAML file with its records")
    record: Line = Field(default="", description="the shape of its records, a name under records")
    front: Line = Field(default="", description="the face on the front of its pieces")
    back: Line = Field(default="", description="the face on the back")
    size: Line = Field(default="", description="the size of a piece: a name such as poker, or one such as 50x50mm")
    stock: Line = Field(default="", description="what to print it on, such as 300 gsm card, as the cover tells")
    parameters: Section = _section("parameters for the faces by name: single values or lists", "with")
    options: Section = _section("what products of its kind may say besides")
