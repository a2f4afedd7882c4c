"""What is asked of printing becomes settings and rows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from printgen.base.errors import UsageError
from printgen.build.requests import BuildRequest, LayoutRequest, PrintRequest, TargetsRequest
from printgen.build.settings import MANY_SHEETS, Settings
from printgen.build.targets import PrintTarget
from printgen.reading.requests import command_words

OUT = Path("prints")


@pytest.mark.parametrize(
    ("asked", "settings"),
    [
        ({}, {}),
        ({"grey": True}, {"look": "grey"}),
        ({"grey": True, "look": "color"}, {"look": "grey"}),
        ({"look": "saver", "backs": "color"}, {"look": "saver", "backs": "color"}),
        ({"yes": True}, {"most_sheets": None}),
        ({"seed": 0}, {"seed": 0}),
        ({"format": "svg", "changed": True}, {"format": "svg", "changed": True}),
        ({"one": "tonight.pdf", "zip": "all"}, {"one": "tonight", "zip": "all"}),
        ({"paper": "a4", "duplex": "short", "gutter": "3mm", "margin": "4mm", "join": "glue", "stack": "piles",
          "proof": True, "back_marks": True, "variant": "de"},
         {"paper": "a4", "duplex": "short", "gutter": "3mm", "margin": "4mm", "join": "glue", "stack": "piles",
          "proof": True, "back_marks": True, "variant": "de"}),
    ],
)  # fmt: skip
def test_settings_are_those_that_are_asked_for(asked: dict[str, Any], settings: dict[str, Any]) -> None:
    made = PrintRequest(**asked).settings(OUT, None)
    assert made == Settings(**{"out": OUT, "most_sheets": MANY_SHEETS, **settings})


def test_a_picture_of_cards_has_no_limit_of_sheets() -> None:
    assert LayoutRequest(paper="a5").settings(OUT, Path("mine"), only=("Duke",)) == Settings(
        "a5", out=OUT, cards=Path("mine"), only=("Duke",)
    )


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"grey": True, "look": "saver"}, "--grey is a look, and --look saver another"),
        ({"duplex": "fould"}, "duplex: there is no 'fould'"),
        ({"margin": "26mm"}, "margin: 26mm is not from 0 to 25 mm"),
        ({"one": "tonight", "format": "png"}, "several products in one file are a PDF"),
    ],
)
def test_what_cannot_be_is_told(asked: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        PrintRequest(**asked).settings(OUT, None)


def test_rows_are_targets_or_those_of_a_list(tmp_path: Path) -> None:
    file = tmp_path / "tonight.yaml"
    file.write_text("- {target: go-joe/cover, copies: 2}\n")
    assert TargetsRequest(targets=("go-joe",)).rows() == ("go-joe",)
    named = BuildRequest(targets=("a/b", "c"), only=("Duke",))
    assert named.rows(3) == (PrintTarget("a/b", ("Duke",), 3), PrintTarget("c", ("Duke",), 3))
    assert TargetsRequest(list=str(file)).rows() == (PrintTarget("go-joe/cover", (), 2),)
    for other in ({"targets": ("go-joe",)}, {"only": ("Duke",)}):
        with pytest.raises(UsageError, match="do not go together"):
            TargetsRequest(list=str(file), **other).rows()
    with pytest.raises(UsageError, match="--list and --copies do not go together"):
        TargetsRequest(list=str(file)).rows(2)
    file.write_text("")
    with pytest.raises(UsageError, match="there is nothing on the list"):
        TargetsRequest(list=str(file)).rows()


def test_a_request_is_the_words_of_its_command() -> None:
    asked = BuildRequest(targets=("go-joe",), only=("Duke", "Zap"), paper="a4", changed=True, seed=0, copies=2)
    words = ["--only=Duke", "--only=Zap", "--paper=a4", "--changed", "--seed=0", "--copies=2"]
    assert sorted(command_words(asked)) == sorted(words)
