"""A program that uses printgen, for `mypy --strict`: what is offered to programs is offered to type checkers."""

from typing import assert_type

import printgen
from printgen.build.printed import Pieces

pieces = printgen.load("go-joe")["joe-deck"].compose(seed=7)
assert_type(pieces, Pieces)
print(pieces.impose("a4").write("joe.pdf").sha256)
# What is not there is a mistake; if it were none, mypy would tell that nothing is ignored here.
print(pieces.weight)  # type: ignore[attr-defined]
