"""Lists of what is to be printed, and what of a game is needed to play."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from annotated_types import MaxLen
from pydantic import Field

from printgen.base.errors import Finding, PrintgenError, Where
from printgen.base.gate import shown_name
from printgen.base.seeds import MOST_SEED
from printgen.game.list_records import with_record
from printgen.game.records import Product
from printgen.reading.files import Files
from printgen.reading.marked import Map, Seq
from printgen.reading.part import Many, OneOrMany, Part, Phrase, Words, adapter
from printgen.reading.yaml_events import examine_yaml

Counted = tuple[Product, int]
"""A product and on how many sheets it is printed."""


class Needs(NamedTuple):
    """What a game's products are for; `choices` are by what they are of."""

    required: tuple[Counted, ...]
    choices: dict[str, tuple[Counted, ...]]
    extra: tuple[Counted, ...]

    @property
    def tonight(self) -> tuple[Counted, ...]:
        """What is enough to play: all that is required, and the first of every choice."""
        return (*self.required, *(group[0] for group in self.choices.values()))

    @property
    def sheets(self) -> int:
        """How many sheets are enough to play."""
        return sum(sheets for _, sheets in self.tonight)


def needs_of(counted: Iterable[Counted]) -> Needs | None:
    """What products are for that say what need of them there is; None where none is required.

    What says nothing is extra.
    """
    every = list(counted)
    if not any(product.need == "required" for product, _ in every):
        return None
    choices: dict[str, list[Counted]] = {}
    for one in every:
        if one[0].need == "choice":
            choices.setdefault(one[0].group, []).append(one)
    groups = {group: tuple(members) for group, members in choices.items()}
    return Needs(_of(every, "required"), groups, _of(every, "extra", ""))


def _of(every: Sequence[Counted], *needs: str) -> tuple[Counted, ...]:
    return tuple(one for one in every if one[0].need in needs)


MOST_COPIES = 999
"""So often a card is printed at most."""

FIRST_LINE = "# What to print: printgen build --list THIS-FILE. Comments and order stay as they are.\n"
"""What a new list begins with."""

Values = Mapping[str, Any]

_MOST_ROWS, _MOST_CARDS = 1000, 1000
_QUOTED = re.compile(r""""(?:[^"\\]++|\\.)*+(?:"|\\?$)|'(?:[^']++|'')*+(?:'|$)""")
_ITEM = re.compile(r"^ *-(?= |\r?$)")


class Row(Part):
    """Something to be printed: a game, one of its products, or some of its cards."""

    short = "target"

    target: Words = Field(
        description="a kit, or a product of one, such as go-joe/joe-deck; or the path of a game's folder from here"
    )
    cards: Annotated[OneOrMany[Words], Field(max_length=_MOST_CARDS)] = Field(
        default=(), description="the names of the cards that are printed; without any, all of them"
    )
    copies: int | None = Field(
        default=None,
        ge=1,
        le=MOST_COPIES,
        description="how often each card is printed, whatever its record says; what has no cards is printed so often",
    )
    seed: int | None = Field(
        default=None, ge=0, le=MOST_SEED, description="the seed of what is random, such as a board"
    )


Rows = Annotated[Many[Row], MaxLen(_MOST_ROWS)]
"""What such a file holds."""


def rows_of(file: Path) -> tuple[Row, ...]:
    """The rows of a file; none of one that holds nothing. PrintgenError with its mistakes."""
    real = Path(os.path.realpath(file))
    files = Files(real.parent)
    value = files.value(real)
    rows = _rows(files, value, Where(shown_name(real), 1, 1)) if value is not None else ()
    if files.findings:
        raise PrintgenError(files.findings)
    return rows


def rows_in(text: str, shown: str) -> tuple[Row, ...]:
    """The same of a text; `shown` is its name in findings."""
    value, findings = examine_yaml(text, shown)
    files = Files(Path())
    files.add(findings)
    rows = _rows(files, value, Where(shown, 1, 1)) if value is not None else ()
    if files.findings:
        raise PrintgenError(files.findings)
    return rows


def _rows(files: Files, value: Any, where: Where) -> tuple[Row, ...]:
    """The rows that a list holds, each with its place."""
    if not isinstance(value, Seq):
        files.report(where, "wrong-type", "the file should hold a list of rows", "Write each row after a dash.")
        return ()
    made = files.check(adapter(Rows), value, value.start, "the list") or ()
    return tuple(_placed(row, held, value.where(n)) for n, (row, held) in enumerate(zip(made, value, strict=False)))


def _placed(row: Row, held: Any, where: Where) -> Row:
    """A row that is no more than its target stands where that does."""
    if isinstance(held, Map):
        return row
    return row.model_copy(update={"target": Phrase(row.target.text, where)}).placed_at(where)


def written(target: str, cards: Sequence[str] = (), copies: int | None = None, seed: int | None = None) -> Values:
    """A row as a file writes it."""
    said = {"target": target, "cards": list(cards), "copies": copies, "seed": seed}
    return {key: value for key, value in said.items() if value not in (None, [])}


def with_row(text: str, values: Values, shown: str) -> str:
    """The text of a list with one row more at its end; everything that stands there stays as it is.

    PrintgenError where the text is no list that can be added to.
    """
    before = text if text.strip() else FIRST_LINE
    rows = _listed(before, shown)
    starts = _starts(rows, before, shown)
    like = before.splitlines(keepends=True)[starts[-1] if starts else 0]
    end = "" if before.endswith("\n") else _end(like)
    return _sound(before + end + "".join(_lines_of(values, like if starts else _end(like))), [*rows, values], shown)


def with_rows_changed(text: str, changed: Mapping[int, Values | None], shown: str) -> str:
    """The text of a list with other rows in place of some, by their numbers from 0; None takes a row away.

    Comments and all other rows stay as they are. PrintgenError where rows do not each begin a line with a dash.
    """
    rows = _listed(text, shown)
    starts, lines = _starts(rows, text, shown), text.splitlines(keepends=True)
    for n in sorted(changed, reverse=True):
        end = starts[n + 1] if n + 1 < len(rows) else len(lines)
        while end > starts[n] + 1 and not lines[end - 1].partition("#")[0].strip():
            end -= 1  # What stands between rows is about the next one, or about all.
        lines[starts[n] : end] = [
            *_remarks(lines[starts[n] : end], changed[n]),
            *_lines_of(changed[n], lines[starts[n]]),
        ]
    wanted = [changed.get(n, row) for n, row in enumerate(rows)]
    return _sound("".join(lines), [row for row in wanted if row is not None], shown)


def _listed(text: str, shown: str) -> Seq:
    """The rows of a text as they are written. PrintgenError where it is no list."""
    value, findings = examine_yaml(text, shown)
    if findings:
        raise PrintgenError(findings)
    if value is not None and not isinstance(value, Seq):
        raise _unchanged(shown)
    return Seq() if value is None else value


def _starts(rows: Seq, text: str, shown: str) -> list[int]:
    """The lines at which rows begin, from 0. PrintgenError unless each begins one of its own with a dash."""
    lines = text.splitlines()
    starts = [rows.where(n).line - 1 for n in range(len(rows))]
    if len({*starts}) != len(starts) or not all(_ITEM.match(lines[start]) for start in starts):
        raise _unchanged(shown)
    return starts


def _remarks(lines: Sequence[str], values: Values | None) -> list[str]:
    """The comments within the lines of a row that becomes another one, a line each; with a row, its own go."""
    found = [re.search(r"(?:^|\s)(#.*)", _QUOTED.sub("", line)) for line in lines] if values is not None else []
    like = lines[0]
    return [f"{like[: len(like) - len(like.lstrip(' '))]}{one[1].rstrip()}{_end(like)}" for one in found if one]


def _lines_of(values: Values | None, like: str) -> list[str]:
    """The lines of a row that are indented and end as another line does."""
    if values is None:
        return []
    indent = like[: len(like) - len(like.lstrip(" "))]
    return [f"{indent}{line}{_end(like)}" for line in with_record("", values, "").splitlines()[1:]]


def _end(line: str) -> str:
    return "\r\n" if line.endswith("\r\n") else "\n"


def _sound(after: str, wanted: Sequence[Any], shown: str) -> str:
    """A text that holds just these rows. PrintgenError where it does not."""
    both, findings = examine_yaml(after, shown)
    if findings or [*(both if isinstance(both, Seq) else ())] != [*wanted]:
        raise _unchanged(shown)
    return after


def _unchanged(shown: str) -> PrintgenError:
    message = "the rows of this file cannot be changed here"
    hint = "Write the list as rows that begin with a dash at the start of a line, or change it in an editor."
    return PrintgenError([Finding("error", Where(shown), message, hint, "cannot-add")])
