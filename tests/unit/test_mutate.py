"""The script that plants small bugs: it finds each kind of them, and plants it where it stands and nowhere else."""

import ast
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest
from mutate import Bug, Copy, Finder, Neighbours, bugs_of, changed_lines, compiles, hunt_together, shuffled

TOY = '''\
MOST = 20


def found(a: int = 3, *, loud: bool = True, name: str = "x") -> list[Finding]:
    """A text with a < b, and not c."""
    if a < MOST and (not loud
                     or all(name)):
        key = a, name
        cache[key] = -mm(a) * 72 / 25.4  # a < b
    rows = [row for row in min(key, a) if row != "é" ]; last(rows)
    if a >= 2: return rows
    return []
'''


@pytest.mark.parametrize(
    ("kind", "old", "new"),
    [
        ("half", "a < MOST and (not", "(not"),
        ("half", "not loud\n                     or all(name)", "((not loud))"),
        ("limit", "a < MOST and", "a <= MOST and"),
        ("limit", "a >= 2", "a > 2"),
        ("compare", 'row != "é"', 'row == "é"'),
        ("extreme", "all(name)", "any(name)"),
        ("extreme", "min(key", "max(key"),
        ("key", "key = a, name", "key = (a, )"),
        ("unit", "mm(a) *", "(a) *"),
        ("unit", "* 72 /", "* 73 /"),
        ("unit", "/ 25.4", "/ 26.4"),
        ("default", "bool = True", "bool = False"),
        ("default", 'str = "x"', "str = ''"),
        ("branch", "if a >= 2", "if False"),
        ("number", "MOST = 20", "MOST = 21"),
        ("number", "a: int = 3", "a: int = 4"),
        ("not", "not loud", "(loud)"),
        ("sign", "-mm(a)", "(mm(a))"),
        ("sign", "mm(a) * 72", "mm(a) / 72"),
        ("filter", 'if row != "é" ]', "if (True) ]"),
        ("silent", "return rows", "return []"),
        ("step", "last(rows)", "pass"),
    ],
)  # fmt: skip
def test_each_kind_of_bug_is_planted_where_it_stands(kind: str, old: str, new: str) -> None:
    assert TOY.count(old) == 1
    wanted = TOY.replace(old, new)
    planted = [bug.planted(TOY.encode()).decode() for bug in Finder(TOY.encode()).bugs("toy.py") if bug.kind == kind]
    assert any(ast.dump(ast.parse(one)) == ast.dump(ast.parse(wanted)) for one in planted)


def test_bugs_stand_at_their_lines_and_words_have_none(tmp_path: Path) -> None:
    (tmp_path / "toy.py").write_text(TOY, encoding="utf-8")
    bugs = bugs_of(tmp_path, "toy.py")
    assert len(set(bugs)) == len(bugs) > 25 and all(compiles(tmp_path, bug) for bug in bugs)
    assert {bug.line for bug in bugs} == {1, 4, 6, 7, 8, 9, 10, 11}
    assert {bug.function for bug in bugs} == {"", "found"}
    first = shuffled(bugs, 5)
    assert first == shuffled(bugs, 5) != shuffled(bugs, 6) and sorted(first) == sorted(bugs)
    assert {bug.function for bug in first[:2]} == {"", "found"} and len({bug.kind for bug in first[2:9]}) == 7


class Seen(Copy):
    """A copy in which tests see some kinds of bugs, each by a test of its own."""

    def failures(self, bugs: Iterable[Bug], *arguments: str) -> list[str]:
        kinds = {bug.kind for bug in bugs} & {"limit", "not"}
        return [
            f"tests/a.py::{kind}"
            for kind in sorted(kinds)
            if "tests" in arguments or f"tests/a.py::{kind}" in arguments
        ]


def test_the_whole_suite_looks_at_all_bugs_at_once_and_what_fails_at_each(tmp_path: Path) -> None:
    (tmp_path / "toy.py").write_text(TOY, encoding="utf-8")
    bugs = shuffled(bugs_of(tmp_path, "toy.py"), 3)
    found = dict(hunt_together(bugs, Seen(tmp_path, 9)))
    assert {*found} == {*bugs}
    for bug, failed in found.items():
        assert failed == ([f"tests/a.py::{bug.kind}"] if bug.kind in ("limit", "not") else [])


def test_changed_lines_are_those_of_the_package(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        who = ("-c", "user.name=A", "-c", "user.email=a@b.c")
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True, capture_output=True)

    (tmp_path / "printgen").mkdir()
    (tmp_path / "printgen" / "toy.py").write_text(TOY)
    (tmp_path / "other.py").write_text("A = 1\n")
    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "One")
    (tmp_path / "printgen" / "toy.py").write_text(
        TOY.replace("    return []", "    a = 1\n    return []").replace("20", "21")
    )
    (tmp_path / "other.py").write_text("A = 2\n")
    assert changed_lines(tmp_path, "HEAD") == {"printgen/toy.py": {1, 12}}


def test_tests_are_near_that_import_a_module_or_lie_in_its_room(tmp_path: Path) -> None:
    files = {
        "printgen/one/a.py": "", "printgen/one/b.py": "from printgen.one import a", "printgen/two.py": "",
        "printgen/one/inner/c.py": "", "tests/helper.py": "import printgen.one.a", "tests/test_far.py": "import os",
        "tests/test_helped.py": "from helper import x", "tests/unit/one/test_room.py": "",
        "tests/two/test_user.py": "from printgen.one.b import y",
    }  # fmt: skip
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    tests, always = Neighbours(tmp_path), "tests/cases/test_cases.py"
    assert tests.near("printgen/one/a.py") == [
        "tests/test_helped.py", "tests/unit/one/test_room.py", always, "tests/two/test_user.py",
    ]  # fmt: skip
    assert tests.near("printgen/two.py") == [always]
    assert tests.near("printgen/one/inner/c.py") == ["tests/unit/one/test_room.py", always]
