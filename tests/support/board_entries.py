"""What tests of hand-written boards share: an entry as text, changed here and there, and its findings as lines."""

from __future__ import annotations

from printgen.base.errors import Finding
from printgen.reading.positions import LocatedMap
from printgen.reading.yaml_events import load_yaml


def mapping(text: str) -> LocatedMap:
    value = load_yaml(text, "f.yaml")
    assert isinstance(value, LocatedMap)
    return value


def changed(text: str, case: str) -> str:
    """A text with changes such as "rows: 4 => rows: 5 && a => b"; what goes occurs once."""
    for change in case.split(" && "):
        old, new = change.replace("\\n", "\n").split(" => ")
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def shown(findings: list[Finding]) -> str:
    """Errors in the order of their places, a line each: place, code, message and hint."""
    assert all(finding.severity == "error" and finding.hint for finding in findings)
    assert findings == sorted(findings, key=lambda finding: finding.where)
    return "\n".join(f"{f.where.line}:{f.where.column} {f.code}: {f.message} > {f.hint}" for f in findings)
