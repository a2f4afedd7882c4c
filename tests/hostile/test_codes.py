"""Every code of findings is one that a case, a hostile pack, or a test of its part expects."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from test_hostile import PACKS
from warden import REPOSITORY

PACKAGE = REPOSITORY / "printgen"

# What is told as text alone has no code there: a test looks for the message.
AS_TEXT = {
    "bad-manifest": "what was printed before cannot be read",
    "bad-theme": "extends itself",
    "cards-of-the-game": "are not taken for your own",
    "changed-meanwhile": "changed meanwhile",
    "clash": "looks like",
    "lock-twice": "which is more than a ground and a power-up",
    "locked-base": "is locked, but the joe-base lies there",
    "locked-start": "but start zone a lies there",
    "lone-color": "differ in colour alone",
    "locked-map": "nothing is left to lock",
    "no-board": "has all that is locked",
    "not-locked": "but is locked to",
    "other-edge": "and other pages of this PDF over the long one",
    "other-paper": "was measured on letter, and this is",
    "other-size": "are not of the size of those of",
    "unknown-ground": "is locked to the unknown ground",
    "unknown-piece": "has no piece",
    "unknown-record": "has no record",
    "unknown-paper": "is not a paper",
    "unlike-sides": "fronts come out",
}
# What makes a finding, and which of its arguments is the code where that is one word.
MAKERS = {
    "Finding": 4, "broken": 1, "unknown": 1, "problem": 0, "report": 1, "refuse": 1, "refused": 0, "Refused": 0,
    "strange": 4, "parsed": 2, "wrong": 1, "HexFault": 0, "_broken": 1, "_blame": 3,
}  # fmt: skip
NAMED = re.compile("test_|.*_mistakes")
WORD, WORDS = re.compile("[a-z]+"), re.compile("[a-z0-9]+(-[a-z0-9]+)+")
# A text that is a code alone, or has it after a place ("cards.yaml:3 wrong-type") or before a message.
CODE = re.compile(r"(?:^ ?|\d (?:error |warning |info )?)([a-z0-9-]+)(?=$|:| \|)", re.M)


def codes() -> Iterator[tuple[str, Path]]:
    """All codes in the package, with a file that has each."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            yield from ((code, path) for code in _codes(node))


def _codes(node: ast.AST) -> Iterator[str]:
    """The codes in a call, in the default of a parameter called code, or before a message and a hint."""
    if isinstance(node, ast.Call):
        place = MAKERS.get(getattr(node.func, "attr", getattr(node.func, "id", "")))
        if place is not None:
            yield from (text for text in map(_text, node.args[place : place + 1]) if WORD.fullmatch(text))
            inner = (part for given in node.args for part in (given, *ast.iter_child_nodes(given)))
            yield from (text for text in map(_text, inner) if WORDS.fullmatch(text))
        yield from (_text(keyword.value) for keyword in node.keywords if keyword.arg == "code" and _text(keyword.value))
    elif isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple) and len(node.value.elts) == 3:
        yield from (text for text in map(_text, node.value.elts) if WORDS.fullmatch(text))


def _text(node: ast.AST) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _expected(tree: ast.AST) -> Iterator[str]:
    """The texts of a test that are values: no comment, and no text that says what something is for."""
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.value


@pytest.mark.slow
def test_every_code_of_findings_is_expected_somewhere() -> None:
    told = {pack.told.code for pack in PACKS}
    files = [path for path in sorted((REPOSITORY / "tests").rglob("*.py")) if NAMED.match(path.name)]
    texts = [text for path in files for text in _expected(ast.parse(path.read_text(encoding="utf-8")))]
    whole = "\n".join(texts)
    expected = told | {word for text in texts for word in CODE.findall(text)}
    cases = "\n".join(path.read_text(encoding="utf-8") for path in (REPOSITORY / "tests" / "cases").rglob("*.case"))
    expected |= set(re.findall(r" \[([a-z0-9-]+)\]$", cases, re.MULTILINE))
    expected |= {code for code, message in AS_TEXT.items() if message in whole}
    found = dict(codes())
    assert len(found) > 100
    strangers = {code: path.relative_to(PACKAGE).as_posix() for code, path in found.items() if code not in expected}
    assert not strangers, strangers
