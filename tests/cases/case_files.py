"""Cases as text: files of a small game, and what printgen makes of them. README.md says how one is written."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from places import ROOT

HERE = ROOT / "tests" / "cases"
TINY: Mapping[str, bytes] = {
    str(path.relative_to(HERE / "tiny")): path.read_bytes() for path in HERE.glob("tiny/**/*.yaml")
}
"""A game of one card without any mistake. Every case is laid over it."""
_CASE = re.compile(r"^==== (.+)\n", re.MULTILINE)
_SECTION = re.compile(r"^-- (.+) --\n", re.MULTILINE)


@dataclass(frozen=True)
class Case:
    """The files of a game in bytes by their paths, and the texts that are expected by what makes them."""

    name: str
    files: Mapping[str, bytes]
    expected: Mapping[str, str]


def read_cases(path: Path) -> list[Case]:
    """All cases of a file, each laid over the files that stand before the first case."""
    head, *parts = _CASE.split(path.read_text(encoding="utf-8"))
    base = {**TINY}
    for heading, body in _sections(head):
        _add(base, heading, body)
    assert len(set(parts[::2])) == len(parts) // 2, f"{path.name}: two cases of one name"
    return [_case(title, text, base) for title, text in zip(parts[::2], parts[1::2], strict=True)]


def write_expected(path: Path, case: Case, outcomes: Mapping[str, str]) -> None:
    """Replace what a case expects in its file by its outcomes."""
    text = path.read_text(encoding="utf-8")
    start = text.index(f"==== {case.name}\n")
    end = text.find("\n==== ", start)
    own, after = (text[start:], "") if end < 0 else (text[start:end], text[end:])
    for what, outcome in outcomes.items():
        heading = f"-- expect {what} --\n"
        old = dict(_sections(own))[f"expect {what}"]
        own = own.replace(heading + old, heading + outcome + "\n" * bool(outcome), 1)
    path.write_text(text[:start] + own + after, encoding="utf-8")


def _case(title: str, text: str, base: Mapping[str, bytes]) -> Case:
    files = dict(base)
    expected = {}
    for heading, body in _sections(text):
        if heading.startswith("expect "):
            expected[heading.removeprefix("expect ")] = body.strip("\n")
        else:
            _add(files, heading, body)
    assert expected, f"{title}: nothing is expected"
    return Case(title, files, expected)


def _sections(text: str) -> Iterator[tuple[str, str]]:
    _, *parts = _SECTION.split(text)
    return zip(parts[::2], parts[1::2], strict=True)


def _add(files: dict[str, bytes], heading: str, body: str) -> None:
    """Add the file that a section writes or changes. A blank line before the next case belongs to none."""
    name, _, way = heading.partition(", ")
    body = body.rstrip("\n") + "\n" if body.strip("\n") else ""
    if way == "more":
        files[name] += body.encode()
    elif way == "changed":
        files[name] = _changed(files[name].decode(), body, name).encode()
    elif way == "escaped":
        files[name] = codecs.escape_decode(body.removesuffix("\n").encode("latin-1"))[0]
    elif way.startswith("from "):
        source = ROOT / way.removeprefix("from ")
        if name == ".":
            files.clear()
            files.update({str(path.relative_to(source)): path.read_bytes() for path in source.rglob("*.*")})
        else:
            files[name] = source.read_bytes()
    else:
        assert not way, f"{heading}: write more, changed, escaped, or from FILE"
        files[name] = body.encode()


def _changed(text: str, hunks: str, name: str) -> str:
    """A text with hunks of a diff applied: "-" before a line that goes, "+" before a new one, a blank before others."""
    for hunk in re.split(r"^@@\n", hunks, flags=re.MULTILINE):
        lines = hunk.splitlines(keepends=True)
        old = "".join(line[1:] for line in lines if line[0] != "+")
        assert text.count(old) == 1, f"{name}: {old!r} stands there {text.count(old)} times"
        text = text.replace(old, "".join(line[1:] for line in lines if line[0] != "-"))
    return text
