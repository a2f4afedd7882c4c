"""The examples of examples.yaml, for `printgen help`, the pages of docs/ and their pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from printgen.reading.yaml_events import read_yaml_file

_ALL: Any = read_yaml_file(Path(__file__).resolve().with_name("examples.yaml"), "examples.yaml")
_LOOSE = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null"})
SIZE = (44, 26)
"""The width and height in millimetres of the faces."""
PALETTE: Mapping[str, str] = _ALL["palette"]
"""Their colours."""
FORMS: Mapping[str, str] = _ALL["forms"]
USUAL: Mapping[str, str] = _ALL["usual"]
FACES: Sequence[Mapping[str, Any]] = _ALL["faces"]
HEADER: Mapping[str, str] = _ALL["header"]
NAMES: Mapping[str, Mapping[str, str]] = _ALL["names"]
FILTERS: Mapping[str, Sequence[Any]] = _ALL["filters"]
TESTS: Mapping[str, Sequence[Any]] = _ALL["tests"]
FIELDS: Mapping[str, Mapping[str, str]] = _ALL["fields"]
PATTERNS: Mapping[str, str] = _ALL["patterns"]
KINDS: Mapping[str, str] = _ALL["kinds"]


def face_of(example: Mapping[str, Any], drawn: bool = False) -> dict[str, Any]:
    """An example as a whole face; as what is drawn of it where no face of its own can draw the word."""
    head = {"size": list(SIZE), "unit": "mm", "bleed": 2, "colors": PALETTE}
    more = {key: example[key] for key in ("palettes", "styles") if key in example}
    return {**head, **more, "items": example["drawn"] if drawn and "drawn" in example else example["items"]}


def faces_of(example: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The other faces that an example uses, by name."""
    head = {"unit": "mm", "colors": PALETTE}
    return {
        name: {**head, **face, "colors": {**PALETTE, **face.get("colors", {})}}
        for name, face in example.get("others", {}).items()
    }


def flow(value: Any) -> str:
    """A value as one line of YAML."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {flow(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(flow, value))}]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    text = str(value)
    loose = text.replace(".", "").isdigit() or text.casefold() in _LOOSE
    plain = text and text[0].isalnum() and not loose and not set(text) & set(":#{}[],&*!|>'\"%@`")
    return text if plain else '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def block(items: Sequence[Any], indent: str = "") -> str:
    """Shapes of a face as the lines that somebody would write: one a line, and those inside others below them."""
    lines = []
    for item in items:
        (word, given), *others = item.items()
        inner = given.get("items") if isinstance(given, Mapping) else None
        if inner is None:
            lines.append(f"{indent}- {word}: {flow(given)}")
        else:
            lines.append(f"{indent}- {word}:")
            lines += [f"{indent}    {key}: {flow(value)}" for key, value in given.items() if key != "items"]
            lines += [f"{indent}    items:", block(inner, f"{indent}      ")]
        lines += [f"{indent}  {key}: {flow(value)}" for key, value in others]
    return "\n".join(lines)
