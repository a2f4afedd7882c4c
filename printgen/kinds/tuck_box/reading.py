"""What a tuck box says under `options`, and the decks that it names, come in; its typed options go out."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from printgen.base.units import mm, parse_room, to_mm
from printgen.game.records import Loading
from printgen.reading.fields import Length, length_within, parsed, problem, told
from printgen.reading.part import NOTHING, OneOrMany, Options, Words

SMALLEST, LARGEST = mm(6), mm(300)
"""The least and the greatest side of a box."""
MOST_CARDS = 5000

_HINT = "Write it like 65x90x30mm."


def _room(value: Any) -> tuple[float, float, float]:
    sides = parse_room(str(value))
    if not SMALLEST - 1e-6 <= min(sides) <= max(sides) <= LARGEST + 1e-6:
        raise ValueError(f"a side of {value} is not from {to_mm(SMALLEST):g} to {to_mm(LARGEST):g} mm")
    return sides


Room = Annotated[
    tuple[float, float, float], parsed(_room, _HINT, "bad-size"), told("string", "a room such as 65x90x30mm")
]


class BoxOptions(Options):
    """What a tuck box takes under `options`: it is made for decks, for a number of cards, or as large as it says."""

    for_: OneOrMany[Words] = Field(
        (),
        alias="for",
        description="the products whose cards go into it, copies counted, such as deck or [deck, tokens]",
    )
    cards: Annotated[int, Field(ge=1, le=MOST_CARDS)] | None = Field(
        None, description="how many cards go into it, where no product says so; the product's size is that of a card"
    )
    inside: Room | None = Field(None, description="the room inside: width, height and depth, such as 65x90x30mm")
    thickness: Annotated[Length, length_within(0.02, 10)] = Field(
        mm(0.32), description="how thick one card is; 0.32mm without"
    )
    play: Annotated[Length, length_within(0, 20)] = Field(
        mm(1.5), description="how much larger than the cards the box is, in each direction; 1.5mm without"
    )
    also: Annotated[int, Field(ge=0, le=MOST_CARDS)] = Field(
        0, description="how many more cards have room, such as dividers; the box tells the number of the others"
    )
    above: Annotated[Length, length_within(0, 60)] = Field(
        0.0, description="how much higher it is than its cards, such as for the tabs of dividers"
    )
    sleeves: Annotated[Length, length_within(0.02, 0.5)] | None = Field(
        None, description="how thick the foil of sleeves is, such as 0.06mm, with room for cards in them; none without"
    )
    side: Words = Field(NOTHING, description="the face on the narrow sides")
    left: Words = Field(NOTHING, description="the face on the left side, where it differs")
    right: Words = Field(NOTHING, description="the face on the right side, where it differs")
    top: Words = Field(NOTHING, description="the face on the lid")
    bottom: Words = Field(NOTHING, description="the face on the bottom; that of the lid without")
    notch: bool = Field(True, description="whether the front has a notch for the thumb")
    parts: Literal["auto", "one", "two"] = Field(
        "auto", description="whether it is one net, or two halves that are glued; by default two where one is too wide"
    )

    @model_validator(mode="after")
    def _one_size(self) -> BoxOptions:
        given = [key for key, value in (("for", self.for_), ("cards", self.cards), ("inside", self.inside)) if value]
        if not given:
            hint = "Add for: and a deck, cards: and a number, or inside: and a size such as 65x90x30mm."
            raise problem("missing-key", "a tuck box needs to know what goes into it", hint)
        if len(given) > 1:
            message = f"{' and '.join(given)} both say how large the box is"
            raise problem("bad-value", message, f"Keep {given[0]}, or one of the others.")
        more = next((key for key in ("also", "above", "sleeves") if getattr(self, key)), "")
        if self.inside and more:
            raise problem(
                "unused-key", f"inside says how large the box is, and {more} makes no room", "Keep one of them."
            )
        return self


def load_box(loading: Loading) -> BoxOptions | None:
    """The options; None, with findings, when they have mistakes or name a product without cards."""
    options, products, files = loading.options_of(BoxOptions), loading.game.products, loading.files
    if options is None:
        return None
    before = len(files.findings)
    for name in options.for_:
        if name.text not in products:
            files.unknown(name.where, "unknown-product", f"the game has no product '{name.text}'", name.text, products)
        elif products[name.text].list_file is None:
            message = f"'{name.text}' has no list, so nobody can count its cards"
            files.report(name.where, "no-cards", message, "Write cards: and their number in place of for:.")
    if options.for_ and loading.product.size:
        message = "the size of the cards is that of the product under for"
        files.report(loading.product.where_of("size"), "unused-key", message, "Remove the line.")
    if options.cards and not loading.product.size:
        message = "the box does not know how large a card is"
        files.report(options.where_of("cards"), "missing-key", message, "Add size: poker, or another, to the product.")
    return options if len(files.findings) == before else None
