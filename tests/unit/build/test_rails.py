"""What becomes of a game of 18xx-maker; whole files are in tests/cases/import-18xx.case."""

from __future__ import annotations

import json
from pathlib import Path

from printgen import import_18xx


def test_what_is_not_taken_over_is_a_warning(tmp_path: Path) -> None:
    game = {"info": {"title": "Line"}, "bank": 9, "tiles": {"7": 2, "no-such-tile": 1}}
    (tmp_path / "line.json").write_text(json.dumps(game), encoding="utf-8")
    made = import_18xx(tmp_path / "line.json", tmp_path / "line")
    assert [finding.code for finding in made.findings] == ["not-imported", "not-imported"]
    assert (made.records, made.cards) == (1, 2)
