"""Validation: every complaint of pydantic becomes a finding in plain words at its exact place."""

from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from printgen.base.errors import Where
from printgen.reading.part import Many
from printgen.reading.validation import validate
from printgen.reading.yaml_events import load_yaml


class Weapon(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    name: str = Field(min_length=1, max_length=8)
    range_in: float = Field(default=1, gt=0)


class Circle(BaseModel):
    kind: Literal["circle"]
    width: int


class Square(BaseModel):
    kind: Literal["square"]
    side: int


class Trooper(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    name: str
    service: Literal["army", "navy"] = "army"
    fp: int = Field(default=0, ge=0, le=12)
    cc: int = Field(default=1, ge=1)
    ready: bool = False
    weapons: Many[Weapon] = ()
    size: str | int = "poker"
    token: Annotated[Circle | Square, Field(discriminator="kind")] | None = None
    ratios: dict[str, float] = {}


ADAPTER = TypeAdapter(Trooper)
WEAPONS = "name: Ace\nweapons:\n  - {name: rifle, range_in: 24}\n  - "

# A text, then the place and the message of its one finding, then the hint.
MISTAKES = r"""
name: Ace\nservce: navy
2:1: unknown key "servce"
Did you mean 'service'?

<weapons>{name: a, rang_in: 2}
4:15: unknown key "rang_in"
Did you mean 'range_in'?

fp: 1
1:1: the key "name" is missing
Add name: and its value.

<weapons>{range_in: 2}
4:5: the key "name" is missing
Add name: and its value.

name: A\nfp: x
2:5: fp should be a whole number, not the text "x"
Write a whole number here.

name: A\nfp: '3'
2:5: fp should be a whole number, not the text "3"
Write it without quotes.

name: A\nfp: 1.5
2:5: fp should be a whole number, not the number 1.5
Write a whole number here.

name: A\nfp: true
2:5: fp should be a whole number, not true
Write a whole number here.

name: 12
1:7: name should be text, not the number 12
Put quotes around it.

name:
1:6: name should be text, not nothing
Write a value, or remove the line.

name: A\nready: 1
2:8: ready should be true or false, not the number 1
Write true or false here.

name: A\nfp: 13
2:5: fp is 13; it must be from 0 to 12
Choose a number from 0 to 12.

name: A\nfp: -1
2:5: fp is -1; it must be from 0 to 12
Choose a number from 0 to 12.

name: A\ncc: 0
2:5: cc is 0; it must be at least 1
Choose a number at least 1.

<weapons>{name: a, range_in: 0}
4:25: range_in is 0; it must be above 0
Choose a number above 0.

name: A\nservice: nawy
2:10: service has the unknown value "nawy"
Did you mean 'navy'?

<weapons>{name: rocket-launcher}
4:12: name is 15 characters long; the limit is 8
Shorten it.

<weapons>{name: ''}
4:12: name is empty
Write something.

<weapons>knife
4:5: item 2 of weapons should be a mapping of keys and values, not the text "knife"
Write a mapping of keys and values here.

name: A\nweapons: knife
2:10: weapons should be a list, not the text "knife"
Write a list here.

name: A\nsize: [1]
2:7: size should be text or a whole number, not a list
Write text or a whole number here.

name: A\ntoken: {kind: cicle, side: 2}
2:15: kind has the unknown value "cicle"
Did you mean 'circle'?

name: A\ntoken: {side: 2}
2:8: the key "kind" is missing
Add kind: and its value.

name: A\ntoken: {kind: square, side: x}
2:29: side should be a whole number, not the text "x"
Write a whole number here.

name: A\nratios: {a: 1, b: x}
2:19: b should be a number, not the text "x"
Write a number here.

just text
1:1: the value should be a mapping of keys and values, not the text "just text"
Write a mapping of keys and values here.
"""


def findings(text, adapter=ADAPTER):
    value, found = validate(adapter, load_yaml(text, "f"), Where("f", 1, 1))
    assert value is None and found
    return found


def test_good_values_come_back_with_lists_as_tuples():
    value, found = validate(ADAPTER, load_yaml(WEAPONS + "{name: knife}\n", "f"), Where("f"))
    assert found == []
    assert value == Trooper(name="Ace", weapons=(Weapon(name="rifle", range_in=24), Weapon(name="knife")))


@pytest.mark.parametrize("case", MISTAKES.strip().split("\n\n"))
def test_one_finding_in_plain_words_at_its_place(case):
    text, message, hint = case.split("\n")
    (finding,) = findings(text.replace("<weapons>", WEAPONS).replace("\\n", "\n"))
    assert (f"{finding.where}: {finding.message}", finding.hint) == (f"f:{message}", hint)


def test_all_findings_come_together_in_the_order_of_the_file():
    found = findings("fp: 13\nservce: navy\nweapons: [{}, {name: 1}]\n")
    assert [(f.where.line, f.where.column, f.code) for f in found] == [
        (1, 1, "missing-key"), (1, 5, "out-of-range"), (2, 1, "unknown-key"),
        (3, 11, "missing-key"), (3, 22, "wrong-type"),
    ]  # fmt: skip


def test_two_keys_missing_at_one_place_are_two_findings():
    found = findings("{}", TypeAdapter(Square))
    assert [f.message for f in found] == ['the key "kind" is missing', 'the key "side" is missing']


def test_the_places_of_values_that_are_not_from_a_file_fall_back():
    value, (finding,) = validate(ADAPTER, {"name": 3}, Where("game.yaml", 7, 2))
    assert value is None and finding.where == Where("game.yaml", 7, 2)


def test_two_wrong_types_at_one_borrowed_place_stay_two_findings():
    _, found = validate(ADAPTER, {"name": 3, "fp": "x"}, Where("game.yaml", 7, 2))
    assert [f.message.split()[0] for f in found] == ["name", "fp"]
