"""The options of a board product and a reader of one board come in; the hand-written boards of its file go out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from difflib import SequenceMatcher
from pathlib import Path
from typing import TypeVar

from pydantic import TypeAdapter

from printgen.errors import Finding, Where
from printgen.reading.fields import FileField, Surroundings
from printgen.reading.files import shown_name
from printgen.reading.located import described, validate
from printgen.reading.marked import Map, Seq
from printgen.reading.scalars import shortened
from printgen.reading.yaml_events import examine_yaml_file

B = TypeVar("B")


def read_board_file(
    options: Map, folder: Path, read: Callable[[Map], tuple[B | None, list[Finding]]]
) -> tuple[dict[str, B], list[Finding]]:
    """The boards by name out of the file that the options name under `boards`; none without that key.

    The file lies in `folder`, the game's, and holds a list of mappings with a `name`, each of which `read` makes a
    board of. Boards with mistakes are left out and reported.
    """
    if not isinstance(options.get("boards"), str):
        return {}, []
    file_type = FileField.model_construct().type(Surroundings(folder, {}))
    path, findings = validate(TypeAdapter(file_type), options["boards"], options.where("boards"), "boards")
    if path is None:
        return {}, findings
    shown = shown_name(path)
    entries, findings = examine_yaml_file(path, shown)
    if not isinstance(entries, Seq):
        if not findings:
            wanted = "a list of boards, each after a dash"
            message, hint = f"the file should hold {wanted}", f"Write {wanted}."
            findings.append(Finding("error", Where(shown, 1, 1), message, hint, "wrong-type"))
        return {}, findings
    boards: dict[str, B] = {}
    seen: dict[str, Where] = {}
    for n, entry in enumerate(entries):
        if not isinstance(entry, Map):
            message = f"item {n + 1} should be a mapping of keys and values, not {described(entry)}"
            hint = "Write a mapping of keys and values here."
            findings.append(Finding("error", entries.where(n), message, hint, "wrong-type"))
            continue
        board, mistakes = read(entry)
        findings += mistakes
        name = entry.get("name")
        if isinstance(name, str) and name in seen:
            message = f'the board "{shortened(name)}" stands on line {seen[name].line} and again here'
            findings.append(Finding("error", entry.where("name"), message, "Give it another name.", "duplicate-name"))
        elif isinstance(name, str):
            seen[name] = entry.where("name")
            if board is not None:
                boards[name] = board
    return boards, sorted(findings, key=lambda finding: finding.where)


def misspelt(options: Map, known: Collection[str]) -> Iterator[Finding]:
    """Findings for keys that look like a misspelt one of a recipe; other keys say how the board is printed."""
    for key in options:
        if key in known:
            continue
        # Nearer than for a hint: an option of the printed board may look a little like one of the recipe's.
        near = [word for word in known if SequenceMatcher(None, key, word).ratio() >= 0.8]
        if near:
            message, hint = f'unknown key "{shortened(key)}"', f"Did you mean '{near[0]}'?"
            yield Finding("error", options.key_where(key), message, hint, "unknown-key")
