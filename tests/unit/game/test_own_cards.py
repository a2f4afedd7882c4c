"""A record at the end of a list: what stands there stays, and what cannot be added to is refused."""

import pytest

from printgen.base.errors import PrintgenError
from printgen.game.list_records import FIRST_LINE, append_record

CARD = {"name": "Bob", "tags": ["a", "b"]}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", f"{FIRST_LINE}- name: Bob\n  tags: [a, b]\n"),
        ("# Mine\n", "# Mine\n- name: Bob\n  tags: [a, b]\n"),
        ("- {name: Ann}  # first", "- {name: Ann}  # first\n\n- name: Bob\n  tags: [a, b]\n"),
        ("  - name: Ann\r\n", "  - name: Ann\r\n\r\n  - name: Bob\r\n    tags: [a, b]\r\n"),
    ],
)
def test_a_record_is_added_in_the_way_of_the_list(before: str, after: str) -> None:
    assert append_record(before, CARD, "own.yaml") == after


@pytest.mark.parametrize(
    ("before", "code"),
    [
        ("- [", "syntax"),
        ("{name: Ann}\n", "cannot-add"),
        ("[{name: Ann}]\n", "cannot-add"),
        ("- &a {b: 1}\n", "anchor"),
    ],
)
def test_what_cannot_be_added_to_is_refused(before: str, code: str) -> None:
    with pytest.raises(PrintgenError) as refused:
        append_record(before, CARD, "own.yaml")
    assert refused.value.findings[0].code == code
