"""Cards of the user's own: a folder beside a game comes in, its lists go out; and a record, as text added to a list."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from printgen.errors import Finding, PrintgenError, Where
from printgen.reading.marked import Seq
from printgen.reading.yaml_events import examine_yaml

FIRST_LINE = "# Cards of my own: they are printed with the game's, after them. Comments and order stay as they are.\n"
"""What a new list of cards begins with."""

_WIDTH = 118
_PLAIN = re.compile(r"[^\W\d_][\w '’.+/()&-]*")
_ITEM = re.compile(r"^( *)-(?= |\r?$)", re.MULTILINE)


@dataclass(frozen=True)
class AddedCards:
    """The user's own lists for one game: HOME/PRODUCT.yaml adds to the list of that product.

    `drafts` are texts that stand for the files of these paths, which are read in their place.
    """

    home: Path = Path()
    drafts: Mapping[Path, str] = field(default_factory=dict)
    present: bool = False

    def files(self) -> dict[str, Path]:
        """The lists by the product that each adds to, in the order of their names."""
        found = self.home.glob("*.yaml") if self.present else ()
        return {path.stem: path for path in sorted({*found, *self.drafts})}


def cards_for(folder: Path | None, game: str, drafts: Mapping[Path, str] | None = None) -> AddedCards:
    """The cards that a folder of the user's adds to the game of this name: those in FOLDER/GAME."""
    if folder is None:
        return AddedCards()
    return AddedCards(folder / game, drafts or {}, present=True)


def with_record(before: str, values: Mapping[str, Any], shown: str) -> str:
    """The text of a list with one record more at its end; everything that stands there stays as it is.

    `shown` is the list's name in findings. Raises PrintgenError when the text is no list that can be added to.
    """
    known, findings = examine_yaml(before, shown)
    if findings:
        raise PrintgenError(findings)
    if not before.strip():
        before = FIRST_LINE
    end = "\r\n" if "\r\n" in before else "\n"
    first = _ITEM.search(before)
    lines = [("- " if i == 0 else "  ") + line for i, line in enumerate(_lines(values))]
    text = end.join((" " * len(first[1]) if first else "") + line for line in lines) + end
    start = before if before.endswith("\n") else before + end
    after = start + ("" if known is None else end) + text
    both, findings = examine_yaml(after, shown)
    if findings or not isinstance(both, Seq) or both[:-1] != (known or []):
        message = "a card cannot be added to what this file holds"
        hint = "Write the list as records that begin with a dash at the start of a line, or move the file away."
        raise PrintgenError([Finding("error", Where(shown), message, hint, "cannot-add")])
    return after


def _lines(values: Mapping[str, Any]) -> list[str]:
    """The lines of a record: one a key; a list of mappings has one a mapping, and long lists are folded."""
    out: list[str] = []
    for key, value in values.items():
        if isinstance(value, list | tuple) and value and isinstance(value[0], Mapping):
            out.append(f"{key}:")
            for entry in value:
                out.append(f"  - {{{', '.join(f'{name}: {_scalar(part)}' for name, part in entry.items())}}}")
        elif isinstance(value, list | tuple):
            out += _folded(f"{key}: [", [_scalar(word) for word in value])
        else:
            out.append(f"{key}: {_scalar(value)}")
    return out


def _folded(start: str, words: list[str]) -> list[str]:
    lines, line = [], start
    for i, word in enumerate(words):
        piece = word + ("," if i < len(words) - 1 else "")
        if len(line) + len(piece) > _WIDTH and line.strip():
            lines.append(line.rstrip())
            line = "  "
        line += piece + " "
    return [*lines, line.rstrip() + "]"]


def _scalar(value: Any) -> str:
    """A number as it is; a text plainly where it can only mean itself, else in double quotes."""
    if not isinstance(value, str):
        return str(value)
    if _PLAIN.fullmatch(value) and not value.endswith(" "):
        read, findings = examine_yaml(f"- {value}\n- [{value}]\n", "")
        if not findings and read == [value, [value]]:
            return value
    return json.dumps(value, ensure_ascii=False)
