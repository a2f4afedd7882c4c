"""What a generated board is worth to its sides, as a number and the sentences behind it."""

from __future__ import annotations

from typing import Any, NamedTuple


class Score(NamedTuple):
    """How uneven a board is: `total` adds up the sizes of the `parts`, and 0 is perfectly even.

    A part is a sentence and a signed difference, above zero when it favours the first side and below when it favours
    the second; in which unit is for the kind of board to say.
    """

    total: float
    parts: tuple[tuple[str, float], ...]

    def as_data(self) -> dict[str, Any]:
        """The score as plain data, for JSON."""
        return {"total": self.total, "parts": [list(part) for part in self.parts]}
