"""What can go wrong while a face is read or drawn, before it is known which card and line to blame."""

from __future__ import annotations

from collections.abc import Sequence

from printgen.errors import Finding, ValueProblem

__all__ = ["PartError", "TemplateProblem", "ValueProblem"]


class PartError(ValueError):
    """A look or a part of a picture that cannot be drawn; the message names it."""


class TemplateProblem(Exception):
    """Findings of a template that cannot be used."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        self.findings = tuple(findings)
        super().__init__("\n".join(map(str, findings)))
