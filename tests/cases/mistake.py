"""Mistakes in files that code makes, such as workbooks and fonts; mistakes in texts are in *.case."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from case_files import TINY, Case

GAME = TINY["game.yaml"].decode()
FRONT = TINY["templates/faces/front.yaml"].decode()


@dataclass(frozen=True)
class Mistake:
    """Files laid over those of the tiny game; the first finding as it is printed, and its hint.

    `only` says that there is no other finding.
    """

    name: str
    files: Mapping[str, str | bytes]
    finding: str
    hint: str
    only: bool = True

    @property
    def case(self) -> Case:
        files = {
            name: content if isinstance(content, bytes) else content.encode() for name, content in self.files.items()
        }
        return Case(self.name, {**TINY, **files}, {"findings": f"{self.finding}\n  {self.hint}"})
