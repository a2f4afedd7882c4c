"""Plants small bugs, one at a time, in the lines of a change or all over the package, and tells which no test sees.

    python tests/mutate.py                                # the lines that this branch, or its last commit, changes
    python tests/mutate.py --base HEAD~3 --near           # of the last three commits, by the tests near them alone
    python tests/mutate.py --all --seed 7 --count 40      # forty functions, drawn by a seed

Bugs are planted in a copy. The tests that import a module or lie in its room look at each one; then the whole quick
suite looks at all that are alive, together. The exit code is 1 where one lives.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
MEMORY = 6 << 30
MOST_FILES = 24
SWAPPED = {"all": "any", "any": "all", "min": "max", "max": "min", "PT_PER_MM": "PT_PER_IN", "PT_PER_IN": "PT_PER_MM"}
COMPARED = {
    ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">"), ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="), ast.In: ("in", "not in"), ast.NotIn: ("not in", "in"), ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
}  # fmt: skip
SIGNS = {ast.Add: ("+", "-"), ast.Sub: ("-", "+"), ast.Mult: ("*", "/"), ast.Div: ("/", "*")}
FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef
UNREAD = ("annotation", "returns", "decorator_list", "bases")
_CLOCK = count(int(time.time()))

Change = tuple[str, ast.AST | tuple[int, int], str]
"""What kind of bug it is, the node or the bytes to replace, and by what."""


class Bug(NamedTuple):
    """A text to put in the place of another."""

    file: str
    function: str
    line: int
    kind: str
    start: int
    end: int
    new: str

    def planted(self, source: bytes) -> bytes:
        return source[: self.start] + self.new.encode() + source[self.end :]

    def shown(self, source: bytes) -> str:
        old, new = (" ".join(text.split())[:60] for text in (source[self.start : self.end].decode(), self.new))
        return f"{self.file}:{self.line} {self.kind}: {old} -> {new}"


class Finder:
    """Finds where small bugs can be planted in a module."""

    def __init__(self, source: bytes) -> None:
        self.source, self.starts = source, [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def bugs(self, file: str) -> Iterator[Bug]:
        for function, node, last in self._nodes(ast.parse(self.source), "", None):
            for kind, where, new in self._changes(function, node, last):
                start, end = where if isinstance(where, tuple) else self._span(where)
                yield Bug(file, function, self.source.count(b"\n", 0, start) + 1, kind, start, end, new)

    def _span(self, node: ast.AST) -> tuple[int, int]:
        line, column, last, end = (getattr(node, n) for n in ("lineno", "col_offset", "end_lineno", "end_col_offset"))
        return self.starts[line - 1] + column, self.starts[last - 1] + end

    def _text(self, node: ast.AST) -> str:
        start, end = self._span(node)
        return self.source[start:end].decode()

    def _nodes(self, node: ast.AST, function: str, last: ast.AST | None) -> Iterator[tuple[str, ast.AST, bool]]:
        """All nodes but types and f-strings, whose places are not known; whether each is its function's last branch."""
        if isinstance(node, ast.ClassDef | FUNCTION):
            function = f"{function}.{node.name}".lstrip(".")
            branches = [one for one in ast.walk(node) if isinstance(one, ast.If)]
            last = max(branches, key=lambda one: one.lineno, default=None)
        for name, value in ast.iter_fields(node):
            for child in (value if isinstance(value, list) else [value]) if name not in UNREAD else ():
                if isinstance(child, ast.AST) and not isinstance(child, ast.JoinedStr | ast.Import | ast.ImportFrom):
                    yield function, child, child is last
                    yield from self._nodes(child, function, last)

    def _changes(self, function: str, node: ast.AST, last: bool) -> Iterator[Change]:
        match node:
            case ast.BoolOp(op, values):
                word = " and " if isinstance(op, ast.And) else " or "
                for value in values:
                    yield "half", node, f"({word.join(f'({self._text(one)})' for one in values if one is not value)})"
            case ast.Compare(left, ops, others):
                for one, how, other in zip([left, *others], ops, others, strict=False):
                    yield from self._replaced("compare", one, other, *COMPARED[type(how)])
            case ast.BinOp(left, op, right) if type(op) in SIGNS and not any(map(_is_words, (left, right))):
                yield from self._replaced("sign", left, right, *SIGNS[type(op)])
            case ast.Name(id=name) if name in SWAPPED:
                yield "unit" if "PT_" in name else "extreme", node, SWAPPED[name]
            case ast.Assign([target], ast.Tuple() as key) if "key" in ast.unparse(target).lower():
                yield from self._keys(key)
            case ast.Return(ast.Tuple() as key) if "key" in function.rpartition(".")[2]:
                yield from self._keys(key)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
                for default in (one for one in [*node.args.defaults, *node.args.kw_defaults] if one):
                    if isinstance(default, ast.Constant) and isinstance(default.value, bool | float | str):
                        yield "default", default, repr(_other(default.value))
                if isinstance(node, FUNCTION) and "Finding" in ast.unparse(node.returns or ast.Tuple([])):
                    yield from _silent(node)
            case ast.If(test) if last and function:
                yield "branch", test, "False"
            case ast.IfExp(test):
                yield "branch", test, "(False)"
            case ast.comprehension(ifs=ifs):
                yield from (("filter", one, "(True)") for one in ifs)
            case ast.UnaryOp(ast.Not() | ast.USub() as how, operand):
                yield "not" if isinstance(how, ast.Not) else "sign", node, f"({self._text(operand)})"
            case ast.Call(ast.Name("mm"), [length]):
                yield "unit", node, f"({self._text(length)})"
            case ast.Constant(int() | float() as value) if type(value) is not bool and value in (72, 25.4):
                yield "unit", node, repr(value + 1)
            case ast.Constant(int() as value) if type(value) is int:
                yield "number", node, repr(value + 1)
            case ast.Expr(ast.Call()) if function:
                yield "step", node, "pass"

    def _replaced(self, kind: str, left: ast.AST, right: ast.AST, old: str, new: str) -> Iterator[Change]:
        start, end = self._span(left)[1], self._span(right)[0]
        if match := re.search(re.escape(old).replace(r"\ ", r"\s+").encode(), self.source[start:end]):
            kind = "limit" if {old, new} in ({"<", "<="}, {">", ">="}) else kind
            yield kind, (start + match.start(), start + match.end()), new

    def _keys(self, key: ast.Tuple) -> Iterator[Change]:
        for one in key.elts:
            yield "key", key, f"({''.join(f'{self._text(other)}, ' for other in key.elts if other is not one)})"


def _is_words(node: ast.expr) -> bool:
    words = ast.List | ast.Tuple | ast.JoinedStr | ast.ListComp
    return isinstance(node, words) or isinstance(getattr(node, "value", 0), str)


def _other(value: object) -> object:
    return not value if isinstance(value, bool) else value + 1 if isinstance(value, float) else "" if value else "other"


def _silent(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[Change]:
    """Findings that do not come back."""
    for node in ast.walk(function):
        match node:
            case ast.Return(ast.List([_, *_]) | ast.ListComp() | ast.Name() | ast.BinOp() as value):
                yield "silent", value, "[]"
            case ast.Expr(ast.Yield() | ast.YieldFrom() as value):
                yield "silent", value, "yield from ()"


def bugs_of(root: Path, file: str) -> list[Bug]:
    """All bugs that can be planted in a file."""
    return list(dict.fromkeys(Finder((root / file).read_bytes()).bugs(file)))


def compiles(root: Path, bug: Bug) -> bool:
    """Whether Python reads what a file becomes with a bug."""
    try:
        compile(bug.planted((root / bug.file).read_bytes()), bug.file, "exec")
    except SyntaxError:
        return False
    return True


def shuffled(bugs: Iterable[Bug], seed: int) -> list[Bug]:
    """Bugs in an order of chance: first one of each function, of any kind; then a second of each, and so on."""
    chance = random.Random(seed)
    ordered = sorted(bugs, key=lambda _: chance.random())
    for parts in (("file", "function", "kind"), ("file", "function")):
        turns = Counter[tuple[str, ...]]()
        rows = []
        for bug in ordered:
            key = tuple(getattr(bug, part) for part in parts)
            turns[key] += 1
            rows.append((turns[key], chance.random(), bug))
        ordered = [bug for _, _, bug in sorted(rows)]
    return ordered


def changed_lines(root: Path, base: str) -> dict[str, set[int]]:
    """The lines of the package that are not as they were in a commit, by file."""
    lines, file = dict[str, set[int]](), ""
    for line in _git(root, "diff", "-U0", "--no-color", "--relative", base, "--", "printgen").splitlines():
        if line.startswith("+++ "):
            file = line.removeprefix("+++ ").removeprefix("b/")
        elif match := re.match(r"@@ \S+ \+(\d+)(?:,(\d+))? @@", line):
            first = int(match[1])
            lines.setdefault(file, set()).update(range(first, first + int(match[2] or 1)))
    return {file: numbers for file, numbers in lines.items() if file.endswith(".py") and numbers}


def _git(root: Path, *words: str) -> str:
    return subprocess.run(["git", "-C", str(root), *words], check=True, capture_output=True, text=True).stdout


def imports(path: Path) -> set[str]:
    """The modules that a file imports, and what it imports from them."""
    found = set[str]()
    for node in ast.walk(ast.parse(path.read_bytes())):
        match node:
            case ast.Import(names):
                found.update(one.name for one in names)
            case ast.ImportFrom(module=str(module), names=names):
                found.update([module, *(f"{module}.{one.name}" for one in names)])
    return found


class Neighbours:
    """Which files of tests lie near a module."""

    def __init__(self, root: Path) -> None:
        files = {path.relative_to(root).as_posix(): path for path in sorted((root / "tests").rglob("*.py"))}
        self._beside = {path.stem: name for name, path in files.items()}
        self._own = {name: imports(path) for name, path in files.items()}
        self._tests = {name: self._all(name, set()) for name in files if Path(name).stem.startswith("test_")}
        self._package = {_module(p.relative_to(root).as_posix()): imports(p) for p in (root / "printgen").rglob("*.py")}

    def near(self, file: str) -> list[str]:
        """Those that import a module, those of its room, mistakes, and some that import what imports the module."""
        module, room = _module(file), "/".join(file.split("/")[1:-1][:2])
        users = {name for name, found in self._package.items() if module in found}
        here = [name for name, found in self._tests.items() if module in found]
        # Tests of a room within a room often lie in the outer one.
        beside = [name for name in self._tests if room and f"/{room}/" in name]
        here += beside or [name for name in self._tests if room and f"/{room.split('/')[0]}/" in name]
        here = list(dict.fromkeys([*here, "tests/cases/test_cases.py"]))
        others = [name for name, found in self._tests.items() if users & found and name not in here]
        return here + others[: max(0, MOST_FILES - len(here))]

    def _all(self, name: str, seen: set[str]) -> set[str]:
        """What a file of tests imports, itself or by what it imports beside it."""
        seen.add(name)
        beside = [self._beside[one] for one in self._own[name] if one in self._beside]
        return self._own[name].union(*(self._all(one, seen) for one in beside if one not in seen))


def _module(file: str) -> str:
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


@dataclass(frozen=True)
class Copy:
    """A copy of the project, in which bugs are planted; a run of its tests may take so many seconds of a processor."""

    root: Path
    seconds: int

    @classmethod
    def of(cls, root: Path, to: Path, seconds: int) -> Copy:
        for name in _git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0"):
            if name and (root / name).is_file():
                (to / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(root / name, to / name)
        return cls(to, seconds)

    def failures(self, bugs: Iterable[Bug], *arguments: str) -> list[str]:
        """The tests that fail with some bugs planted, without their parameters."""
        sources = {bug.file: (self.root / bug.file).read_bytes() for bug in bugs}
        try:
            for file, source in sources.items():
                for bug in sorted((one for one in bugs if one.file == file), key=lambda one: -one.start):
                    source = bug.planted(source)
                self._write(file, source)
            return self._failed(*arguments)
        finally:
            for file, source in sources.items():
                self._write(file, source)

    def _write(self, file: str, data: bytes) -> None:
        """Write a file with a time of its own, by which Python knows that what it compiled is old."""
        (self.root / file).write_bytes(data)
        now = next(_CLOCK)
        os.utime(self.root / file, (now, now))

    def _failed(self, *arguments: str) -> list[str]:
        def limited() -> None:
            resource.setrlimit(resource.RLIMIT_CPU, (self.seconds, self.seconds))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

        options = ("-o", "addopts=-q", "-m", "not slow", "-p", "no:cacheprovider", "--tb=no", "-rfE")
        process = subprocess.Popen(
            [sys.executable, "-m", "pytest", *options, *arguments], cwd=self.root, preexec_fn=limited, text=True,
            env=os.environ | {"PYTHONPATH": str(self.root)}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            start_new_session=True,
        )  # fmt: skip
        try:
            output, _ = process.communicate(timeout=20 * self.seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return ["(takes for ever)"]
        failed = re.findall(r"^(?:FAILED|ERROR) (\S+?)(?:\[.*| - .*)?$", output, re.MULTILINE)
        return list(dict.fromkeys(failed)) or ([] if process.returncode in (0, 5) else ["(does not run)"])


def hunt_near(bugs: Iterable[Bug], copies: list[Copy]) -> Iterator[tuple[Bug, list[str]]]:
    """What tests that lie near see of each bug."""
    tests, free = Neighbours(copies[0].root), SimpleQueue[Copy]()
    for one in copies:
        free.put(one)

    def seen(bug: Bug) -> tuple[Bug, list[str]]:
        copy = free.get()
        try:
            return bug, copy.failures([bug], *tests.near(bug.file), "-x", "-n", "0")
        finally:
            free.put(copy)

    with ThreadPoolExecutor(len(copies)) as pool:
        yield from pool.map(seen, bugs)


def hunt_together(bugs: list[Bug], copy: Copy) -> Iterator[tuple[Bug, list[str]]]:
    """What the quick suite sees: it looks at all bugs at once that do not overlap, and what fails then at each bug."""
    left = sorted(bugs, key=lambda one: (one.file, one.start))
    while left:
        apart, later = list[Bug](), list[Bug]()
        for bug in left:
            overlaps = apart and apart[-1].file == bug.file and apart[-1].end > bug.start
            (later if overlaps else apart).append(bug)
        failed = copy.failures(apart, "-n", "auto", "--dist", "loadgroup", "tests")
        suspects = [one for one in failed if not one.startswith("(")]
        for bug in apart:
            yield bug, copy.failures([bug], *suspects, "-x", "-n", "0") if suspects else []
        left = later


def asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", help="the commit since which lines are changed")
    parser.add_argument("--all", action="store_true", help="plant bugs all over the package")
    parser.add_argument("--seed", type=int, default=1, help="what draws the bugs")
    parser.add_argument("--count", type=int, default=60, help="how many bugs at most")
    parser.add_argument("--under", default="printgen/", help="only files whose path begins so")
    parser.add_argument("--near", action="store_true", help="leave out the whole quick suite at the end")
    parser.add_argument("--jobs", type=int, default=2, help="how many bugs are looked at side by side")
    parser.add_argument("--seconds", type=int, default=120, help="of a processor, which a run of near tests may take")
    return parser.parse_args()


def drawn(options: argparse.Namespace) -> list[Bug]:
    """The bugs to plant."""
    if options.all:
        files = [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "printgen").rglob("*.py"))]
        bugs = [bug for file in files if file.startswith(options.under) for bug in bugs_of(ROOT, file)]
    else:
        left = _git(ROOT, "merge-base", "HEAD", "main").strip()
        base = options.base or (left if left != _git(ROOT, "rev-parse", "HEAD").strip() else "HEAD~1")
        lines = {file: held for file, held in changed_lines(ROOT, base).items() if file.startswith(options.under)}
        bugs = [bug for file, numbers in lines.items() for bug in bugs_of(ROOT, file) if bug.line in numbers]
    return list(islice((bug for bug in shuffled(bugs, options.seed) if compiles(ROOT, bug)), options.count))


def main() -> int:
    options, seen = asked(), dict[Bug, list[str]]()
    bugs = drawn(options)
    sources = {bug.file: (ROOT / bug.file).read_bytes() for bug in bugs}
    with tempfile.TemporaryDirectory(prefix="mutate-") as folder:
        copies = [Copy.of(ROOT, Path(folder) / str(n), options.seconds) for n in range(max(1, options.jobs))]
        for near in (True,) if options.near else (True, False):
            alive = [bug for bug in bugs if not seen.get(bug)]
            whole = Copy(copies[0].root, 20 * options.seconds)
            for bug, failed in hunt_near(alive, copies) if near else hunt_together(alive, whole):
                seen[bug] = failed
                print("killed" if failed else "LIVES ", bug.shown(sources[bug.file]), *failed[:1], flush=True)
        killers = {failed[0] for failed in seen.values() if failed and not failed[0].startswith("(")}
        broken = set(copies[0].failures([], *sorted(killers), "-n", "0")) if killers else set()
    if broken:
        print("These tests fail without any bug, so that they say nothing:", *sorted(broken))
    killed = [bug for bug, failed in seen.items() if failed and failed[0] not in broken]
    print(f"{len(killed)} of {len(bugs)} bugs are seen by tests.")
    return 0 if len(killed) == len(bugs) else 1


if __name__ == "__main__":
    sys.exit(main())
