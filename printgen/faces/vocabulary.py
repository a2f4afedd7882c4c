"""The words of faces for people: the sentences of vocabulary.yaml, for reference pages and editors."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from printgen.reading.yaml_events import load_yaml_file

_SAID: Any = load_yaml_file(Path(__file__).resolve().with_name("vocabulary.yaml"), "vocabulary.yaml")
HEADER: Mapping[str, str] = _SAID["header"]
WORDS: Mapping[str, str] = _SAID["words"]
KEYS: Mapping[str, str] = _SAID["keys"]


def meaning(word: str, key: str) -> str:
    """The sentence for a key of a word; "" when there is none."""
    return KEYS.get(f"{word}.{key}") or KEYS.get(key, "")
