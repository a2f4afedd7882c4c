"""Spoiled lists: CSV, JSON and workbooks of which cells, bytes or parts are changed as a random stream says."""

from __future__ import annotations

import json
import random
import re
from functools import cache

from bookmaking import packed, parts, xlsx
from packs import BUILD, CHECK, TINY, tiny
from spoiled import WRONG, Trial

_FIELDS = """\
  thing:
    note: {kind: text, optional: true}
    number: {kind: integer, optional: true}
    weight: {kind: number, optional: true}
    on: {kind: flag, optional: true}
    tags: {kind: list, optional: true}
    more: {kind: map, optional: true}
    stops: {kind: list, optional: true, of: {name: text, at: {kind: number, optional: true}}}
"""
_HEADERS = ("name", "note", "number", "weight", "on", "tags", "more.a", "more.b.c", "stops.name", "stops.at", "copies")
_ODD = (
    "", " ", "x", "007", "1e9", "-1", "1,5", "a|b|c", "|", "\\|", '"', '""', "\n", "\r", "\t", ";", ",", "=1+1", "TRUE",
    "2024-07-03", "50%", "\ufeff", "\u2028", "\x07", "🙂", "none", "{{ x }}", "*a", ":x:", "9" * 400, "a" * 2100,
)  # fmt: skip
_WRAPS = ("a.csv", "a.tsv", "a.json", "a.xlsx", "a.xlsx#A", "a.xlsm")
_COLUMNS = (
    "",
    "",
    "",
    ", columns: {note: none}",
    ", columns: {Note: note}",
    ", columns: {note: more.x, number: nmuber}",
)


def _rows(rng: random.Random) -> list[list[object]]:
    """A list with some odd headers and cells."""
    headers = [name if rng.random() < 0.97 else rng.choice(_ODD) for name in _HEADERS]
    rows: list[list[object]] = [[*headers]]
    for n in range(rng.choice((0, 1, 3, 8))):
        row = [f"One {n}", "a note", n, 1.5, True, "a|b", 1, "c", "A|B", "1|2", 1]
        rows.append([one if rng.random() < 0.9 else rng.choice((*_ODD, None, 7.0, 3.25, False)) for one in row])
    return [row[: rng.choice((len(row), len(row), len(row), 3))] for row in rows]


def _written(rng: random.Random, name: str, rows: list[list[object]]) -> bytes:
    """The list as a file of a format."""
    texts = [["" if held is None else str(held) for held in row] for row in rows]
    if name.endswith(".json"):
        return json.dumps([dict(zip(texts[0], row, strict=False)) for row in rows[1:]], indent=1).encode()
    if name.endswith((".csv", ".tsv")):
        gap = "\t" if name.endswith("v") and "tsv" in name else rng.choice(",;")
        held = [[f'"{one}"' if rng.random() < 0.2 or gap in one else one for one in row] for row in texts]
        text = rng.choice(("\n", "\r\n")).join(gap.join(row) for row in held)
        return text.encode(rng.choice(("utf-8", "utf-8", "utf-8", "utf-16", "cp1252")), "replace")
    plain = [[re.sub(r"[\x00-\x1f]", "", held) if isinstance(held, str) else held for held in row] for row in rows]
    return xlsx({"A": plain})


@cache
def _wrong() -> tuple[bytes, ...]:
    return tuple(str(value).encode() for value in WRONG if not isinstance(value, dict | list))


def _spoiled(rng: random.Random, name: str, data: bytes) -> bytes:
    """The file with some of it changed: bytes, or what stands in quotes and tags of one of its parts."""
    if rng.random() < 0.4:
        return data
    if not data.startswith(b"PK") or rng.random() < 0.3:
        made = bytearray(data)
        for _ in range(rng.choice((1, 2, 10))):
            at = rng.randrange(len(made) + 1)
            made[at : at + rng.choice((0, 1, 1, 50))] = rng.choice(
                (b"", b"\x00", b'"', b"\xff", b"\n", rng.randbytes(3))
            )
        return bytes(made)
    files = parts(data)
    part = rng.choice([one for one in files if one.endswith((".xml", ".rels"))])
    spots = list(re.finditer(rb'"[^"]*"|>[^<]+<|<[^>]+>', files[part]))
    for spot in sorted(rng.sample(spots, min(len(spots), rng.choice((1, 2, 5)))), key=lambda one: -one.start()):
        old, wrong = spot[0], rng.choice(_wrong())
        new = rng.choice((b"", old[:1] + wrong + old[-1:], old * 2, old * 500))
        files[part] = files[part][: spot.start()] + new + files[part][spot.end() :]
    if rng.random() < 0.1:
        del files[rng.choice(list(files))]
    return packed(files)


def list_trial(rng: random.Random, quick: bool) -> Trial:
    """A spoiled list of one of the formats."""
    name = rng.choice(_WRAPS)
    file = name.partition("#")[0]
    data = _spoiled(rng, file, _written(rng, file, _rows(rng)))
    game = re.sub(r"  thing:\n(    .*\n)+", lambda _: _FIELDS, TINY["game.yaml"], count=1)
    game = game.replace("list: things.yaml", f"list: '{name}'")
    if more := rng.choice(_COLUMNS):
        game += f"    {more[2:]}\n"
    return Trial(tiny({"game.yaml": game, file: data}), rng.choice((CHECK, BUILD)), [f"{name}, {len(data)} bytes"])
