"""Digests of pieces come in; codes of four characters go out, which people read off paper and type."""

from __future__ import annotations

LETTERS = "23456789ACDEFHJKMNPRTUWXY"
"""What codes are made of: of characters that look alike there is one."""

LENGTH = 4
_ALIKE = str.maketrans("0OQ1ILZSBGV", "DDD7772586U")


def code_of(digest: str) -> str:
    """The code of a digest in hexadecimal digits."""
    number, code = int(digest, 16), ""
    for _ in range(LENGTH):
        number, rest = divmod(number, len(LETTERS))
        code += LETTERS[rest]
    return code


def meant(typed: str) -> str:
    """The code that somebody means who has typed it, in any letters, also in such as look alike; "" for none."""
    code = typed.strip().replace("-", "").replace(" ", "").upper().translate(_ALIKE)
    return code if len(code) == LENGTH and set(code) <= set(LETTERS) else ""
