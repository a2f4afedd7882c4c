"""What is ticked in the print room comes in, by the names of the studio; rows to print, settings and words go out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from printgen.api import MANY_SHEETS, MOST_COPIES, Settings, Wanted
from printgen.build.print_later import listed
from printgen.studio.actions.action import Ask
from printgen.studio.orders import LIST, folders
from printgen.studio.workshop import Workshop

Name = Annotated[str, Field(max_length=200)]
_Word = Annotated[str, Field(max_length=60)]
_Copies = Annotated[int | None, Field(ge=1, le=MOST_COPIES)]

HEAD = "# What is ticked in the studio's print room.\n"


class Card(Ask):
    """A card, and how many of it; None for what its record says."""

    name: Name
    copies: _Copies = None


class Ticked(Ask):
    """A product of a game that is open: some of its cards, or all of it, so often."""

    game: Name
    product: Name
    cards: tuple[Card, ...] = Field(default=(), max_length=1000)
    copies: _Copies = None
    seed: int | None = Field(default=None, ge=0, lt=2**63)


class How(Ask):
    """How it is printed; "" for what is usual."""

    paper: _Word = ""
    printer: Name = ""
    duplex: _Word = ""
    backs: _Word = ""
    look: _Word = ""
    grey: bool = False
    margin: _Word = ""
    gutter: _Word = ""
    stack: _Word = ""
    join: _Word = ""
    back_marks: bool = False
    proof: bool = False
    format: _Word = ""
    one: _Word = ""
    zip: _Word = ""
    changed: bool = False
    yes: bool = False

    def settings(self, workshop: Workshop) -> Settings:
        """The settings of a build. UsageError for what cannot be."""
        texts = {key: getattr(self, key) for key in _TEXTS if getattr(self, key)}
        flags = {key: getattr(self, key) for key in ("back_marks", "proof", "changed")}
        look = "grey" if self.grey else self.look or "color"
        given = {**texts, **flags, "look": look, "one": self.one, "zip": self.zip, "format": self.format or "pdf"}
        return Settings(out=workshop.home / workshop.out, cards=workshop.cards, most_sheets=MANY_SHEETS, **given)

    def words(self) -> Iterator[str]:
        """The options of a build that say so, as far as they are not as usual."""
        for key in (*_TEXTS, "look", "format", "one", "zip"):
            if value := getattr(self, key):
                yield from (f"--{key}", value)
        for key in ("grey", "back_marks", "proof", "changed", "yes"):
            if getattr(self, key):
                yield f"--{key.replace('_', '-')}"


_TEXTS = ("paper", "printer", "duplex", "backs", "margin", "gutter", "stack", "join")


class Order(Ask):
    """All that is to be printed, and how; or the list of what is to be printed later."""

    ticked: tuple[Ticked, ...] = Field(default=(), max_length=300)
    how: How = How()
    later: bool = False


def wanted(ticked: Ticked, workshop: Workshop) -> tuple[Wanted, ...]:
    """The rows that print what is ticked. LookupError for a game that is not open."""
    target = f"{workshop.game(ticked.game).target}/{ticked.product}"
    if not ticked.cards:
        return (Wanted(target, (), ticked.copies, ticked.seed),)
    often = Counter(card.copies for card in ticked.cards)
    return tuple(
        Wanted(target, tuple(card.name for card in ticked.cards if card.copies == copies), copies, ticked.seed)
        for copies in often
    )


def rows_of(order: Order, workshop: Workshop) -> tuple[Wanted, ...]:
    """All rows of an order."""
    return tuple(row for ticked in order.ticked for row in wanted(ticked, workshop))


def command(order: Order, workshop: Workshop) -> tuple[tuple[str, ...], str]:
    """The words of the command that prints an order, and the print list that it needs; "" for none."""
    rows, how = rows_of(order, workshop), tuple(order.how.words())
    own = folders(workshop)
    if order.later:
        return ("build", "--later", *how, *own), ""
    whole = all(not row.cards and row.copies is None and row.seed is None for row in rows)
    if whole or not rows:
        return ("build", *(row.target for row in rows), *how, *own), ""
    if len(rows) == 1 and rows[0].seed is None:
        (row,) = rows
        only = (word for name in row.cards for word in ((f"--only={name}",) if name[:1] == "-" else ("--only", name)))
        copies = ("--copies", str(row.copies)) if row.copies else ()
        return ("build", row.target, *only, *copies, *how, *own), ""
    return ("build", "--list", str(workshop.out / LIST), *how, *own), listed(
        rows, workshop.home / workshop.out / LIST, HEAD
    )
