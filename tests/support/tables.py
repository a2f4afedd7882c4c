"""Tables of tests that stand in a YAML file beside them."""

from pathlib import Path
from typing import Any

import yaml


def tables(test_file: str) -> dict[str, Any]:
    """The tables of a test file, by the names of the tests without `test_`, or of constants in small letters."""
    table: dict[str, Any] = yaml.safe_load(Path(test_file).with_suffix(".yaml").read_text(encoding="utf-8"))
    return table
