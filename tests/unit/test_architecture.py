"""The direction of imports: a folder is a floor, imports go down, there is no circle; and one room prints or exits."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import FrozenInstanceError
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from places import ROOT

from printgen.build.jobs import Job
from printgen.cli.commands import command_named, command_summaries
from printgen.kinds import FOLDERS

PACKAGE = ROOT / "printgen"
MODULES = sorted(PACKAGE.rglob("*.py"))

ROOMS = (
    "_version", "base", "reading", "drawing", "layout", "game", "art", "writers", "faces", "sheets", "rules", "kinds",
    "build", "editing", "designer", "lab", "exports", "studio", "cli", "__main__",
)  # fmt: skip
"""The rooms from the ground up: a folder imports from itself and from those before it, wherever an import stands."""
FACADE = "printgen"
"""What other programs import: it names what stands in rooms above, and no room but the command line imports it."""


def name_of(path: Path) -> str:
    names = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(names[:-1] if names[-1] == "__init__" else names)


NAMES = frozenset(map(name_of, MODULES))


def room(module: str) -> str:
    """The room of a module such as `printgen.faces.render`."""
    return module.split(".")[1] if "." in module else FACADE


ENDS = {"print", "exit", "quit", "input", "breakpoint", "SystemExit"}
METHODS = {
    ("sys", "exit"),
    ("os", "_exit"),
    ("os", "abort"),
    ("click", "echo"),
    ("click", "secho"),
    ("sys", "stdout"),
    ("sys", "stderr"),
}


class Seen(NamedTuple):
    """What these tests ask of a file. Its tree is not kept: all of them together take over 100 MB."""

    imported: tuple[str, ...]
    """The modules that it imports, wherever in it the import stands; a part of printgen by its whole name."""
    spoken: tuple[str, ...]
    """Calls that print or end the program, and `raise SystemExit`."""
    changed: tuple[str, ...]
    """What it changes that is another's, as `changes_of` tells."""
    says: bool
    """Whether it says what it is for, or holds nothing."""


@cache
def seen(path: Path) -> Seen:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imported, spoken, changed = list[str](), list[str](), list[str]()
    for node in ast.walk(tree):
        changed += changes_of(node)
        if isinstance(node, ast.Import | ast.ImportFrom):
            imported += imports_of(node, path)
        elif word := spoken_by(node):
            spoken.append(word)
    return Seen((*imported,), (*spoken,), (*changed,), not tree.body or bool(ast.get_docstring(tree)))


def spoken_by(node: ast.AST) -> str:
    """What a node names that prints or ends the program; "" for anything else."""
    if isinstance(node, ast.Name):
        return node.id if node.id in ENDS and isinstance(node.ctx, ast.Load) else ""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return ".".join(spot) if (spot := (node.value.id, node.attr)) in METHODS else ""
    return ""


def changes_of(node: ast.AST) -> Iterator[str]:
    """What a node changes that is not its own: findings of another object, or of its caller, and a cache on another.

    A method may add to its own object's findings. An `id` may be given to another object later, so that no cache goes
    by it.
    """
    if isinstance(node, ast.FunctionDef):
        every = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
        handed = (one for one in every if one.annotation and ast.unparse(one.annotation) == "list[Finding]")
        yield from (f"{node.name}({one.arg})" for one in handed)
    elif isinstance(node, ast.Call):
        if isinstance(node.func, ast.Name) and node.func.id in ("vars", "id"):
            yield ast.unparse(node)
        elif isinstance(node.func, ast.Attribute) and node.func.attr in (
            "append",
            "extend",
            "insert",
            "remove",
            "clear",
        ):
            yield from findings_of_another(node.func.value)
    elif isinstance(node, ast.Assign | ast.AugAssign | ast.Delete):
        for target in [node.target] if isinstance(node, ast.AugAssign) else node.targets:
            yield from findings_of_another(target.value if isinstance(target, ast.Subscript) else target)


def findings_of_another(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Attribute) and node.attr == "findings" and ast.unparse(node.value) != "self":
        yield ast.unparse(node)


def imports_of(node: ast.Import | ast.ImportFrom, path: Path) -> Iterator[str]:
    """The modules that an import names."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
        return
    assert node.level == 0, f"{path.name} has a relative import"
    for alias in node.names:
        inner = f"{node.module}.{alias.name}"
        yield inner if inner in NAMES else node.module or ""


def imports(path: Path) -> Iterator[str]:
    """The modules of printgen that a file imports."""
    return (module for module in seen(path).imported if module.split(".")[0] == "printgen")


@cache
def graph() -> Mapping[str, frozenset[str]]:
    """Which modules each module imports, at its top, in functions and for type checkers alike."""
    names = {name_of(path): path for path in MODULES}
    return {name: frozenset(imports(path)) & names.keys() - {name} for name, path in names.items()}


def circles(edges: Mapping[str, Iterable[str]]) -> list[set[str]]:
    """The strongly connected components of more than one module (Tarjan's algorithm)."""
    number, low, path, found = dict[str, int](), dict[str, int](), list[str](), list[set[str]]()

    def visit(name: str) -> None:
        number[name] = low[name] = len(number)
        path.append(name)
        for other in edges[name]:
            if other not in number:
                visit(other)
            if other in path:
                low[name] = min(low[name], low[other])
        if low[name] == number[name]:
            part = path[path.index(name) :]
            del path[path.index(name) :]
            found.extend([{*part}] if len(part) > 1 else [])

    for name in edges:
        if name not in number:
            visit(name)
    return found


def test_a_circle_is_found() -> None:
    assert circles({"a": ["b"], "b": ["c"], "c": ["b", "d"], "d": []}) == [{"b", "c"}]


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert circles(graph()) == []


def test_the_top_holds_what_other_programs_import_and_rooms() -> None:
    files = {path.name for path in PACKAGE.iterdir() if path.is_file()}
    folders = {path.name for path in PACKAGE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert files == {"__init__.py", "__main__.py", "_version.py", "py.typed"}
    assert folders == {*ROOMS} - {"_version", "__main__"}


def test_imports_go_down() -> None:
    rank = {name: floor for floor, name in enumerate(ROOMS)}
    upward = {
        f"{module} -> {other}"
        for module, others in graph().items()
        if module != FACADE
        for other in others
        if (rank["cli"] if other == FACADE else rank[room(other)]) > rank[room(module)]
    }
    assert upward == set()


def kind_of(module: str) -> str:
    """The kind of printable, by the name of its file or folder, that a module is of; "" for any other."""
    names = module.split(".")
    return (
        names[2]
        if names[1:2] == ["kinds"]
        and len(names) > 2
        and names[2] in {folder.partition(".")[0] for folder in FOLDERS.values()}
        else ""
    )


def test_no_kind_knows_another_or_a_writer() -> None:
    assert {kind_of(f"printgen.kinds.{name}.pieces") for name in ("cards", "board")} == {"cards", "board"}
    for module, others in graph().items():
        kind = kind_of(module)
        wrong = {other for other in others if room(other) == "writers" or kind_of(other) not in ("", kind)}
        assert not kind or not wrong, f"{module} imports {', '.join(wrong)}"


@pytest.mark.parametrize(
    "line",
    ["def load(findings: list[Finding]): ...", "job.findings.append(one)", "self.job.findings += found",
     "files.findings[before:] = []", "del job.findings[0]", "vars(job)['library'] = library", "cache[id(job)]"],
)  # fmt: skip
def test_a_change_of_what_is_anothers_is_found(line: str) -> None:
    assert [change for node in ast.walk(ast.parse(line)) for change in changes_of(node)]


def test_what_is_found_is_returned_and_no_cache_hangs_on_anothers_object() -> None:
    assert {name_of(path): seen(path).changed for path in MODULES if seen(path).changed} == {}


def test_a_job_is_complete_when_it_is_made() -> None:
    with pytest.raises(FrozenInstanceError):
        Job.__new__(Job).products = ()  # type: ignore[misc]


def test_what_lies_lowest_needs_the_standard_library_only() -> None:
    known = {"printgen", "__future__"} | set(sys.stdlib_module_names)
    for path in (PACKAGE / "base").glob("*.py"):
        assert {name.split(".")[0] for name in seen(path).imported} <= known, path.name


def test_only_the_command_line_prints_or_exits() -> None:
    found = {name_of(path): seen(path).spoken for path in MODULES if room(name_of(path)) != "cli"}
    assert {name: words for name, words in found.items() if words} == {}


def test_one_module_alone_prints_so_that_nothing_goes_to_a_terminal_unseen() -> None:
    words = ("click.echo", "click.secho", "click.confirm", "click.prompt", "print(")
    any_of_them = re.compile(rf"\b({'|'.join(map(re.escape, words))})")
    found = {path.name for path in MODULES if any_of_them.search(path.read_text(encoding="utf-8"))}
    assert found == {"messages.py"}


def test_the_command_line_does_print() -> None:
    # So that the test above is known to see what it looks for.
    paths = (PACKAGE / "cli").rglob("*.py")
    found = {word for path in paths for word in seen(path).spoken}
    assert {"click.echo", "sys.exit"} <= found


def test_every_module_says_what_it_is_for() -> None:
    assert [name_of(path) for path in MODULES if not seen(path).says] == []


# What takes long to import, and what the list of commands can do without.
HEAVY = {
    "pydantic",
    "yaml",
    "jinja2",
    "PIL",
    "pypdfium2",
    "fontTools",
    "printgen.build.stages",
    "printgen.faces",
}


@pytest.mark.parametrize("word", ["--help", "--version"])
def test_the_list_of_commands_imports_nothing_heavy(word: str) -> None:
    code = f"""
import sys
from printgen.cli import main
try:
    main(["{word}"])
except SystemExit:
    pass
print(*sys.modules, file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "printgen" in done.stdout
    assert HEAVY.isdisjoint(done.stderr.split())


def test_the_list_of_commands_says_what_each_command_says() -> None:
    for name, summary in command_summaries().items():
        command = command_named(name)
        assert command
        first = (command.help or "").split("\n\n")[0].replace("\n", " ")
        assert (command.name, first) == (name, summary)


def test_no_two_files_of_tests_share_a_name() -> None:
    """Pytest imports them by their names alone, and leaves out the second."""
    names = [path.name for path in (ROOT / "tests").rglob("test_*.py")]
    assert sorted({name for name in names if names.count(name) > 1}) == []


def test_pytest_looks_into_all_folders_of_tests(request: pytest.FixtureRequest) -> None:
    """It leaves out some names by itself, such as build."""
    folders = {path.parent.relative_to(ROOT) for path in (ROOT / "tests").rglob("test_*.py")}
    left_out = request.config.getini("norecursedirs")
    assert [part for folder in folders for part in folder.parts for name in left_out if fnmatch(part, name)] == []


STAGES = {"printgen.build.stages", "printgen.build.jobs", "printgen.build.settings", "printgen.cli"}
"""What runs the stages of a whole small game, and the command line, which a test of any room may import."""
REACHING = {
    "art/test_casting.py": "faces",
    "art/test_hands.py": "faces",
    "art/test_line_art.py": "faces",
    "art/test_photos.py": "writers",
    "art/test_poses.py": "faces",
    "art/test_svg_drawings.py": "writers",
    "base/test_file_access.py": "drawing",
    "base/test_limits.py": "build drawing kinds reading sheets",
    "base/test_run_limits.py": "build sheets writers",
    "drawing/test_fonts.py": "writers",
    "drawing/test_windows.py": "writers",
    "faces/test_theme_faces.py": "kinds sheets",
    "game/test_accents.py": "editing studio",
    "game/test_board_recipes.py": "kinds",
    "game/test_dice_table_files.py": "kinds",
    "kinds/test_posters.py": "build",
    "reading/test_hostile_cells.py": "game",
    "reading/test_lists.py": "cli game",
    "reading/test_odd_numbers.py": "art drawing kinds writers",
    "reading/test_workbooks.py": "game",
}
"""Unit tests that look at what a room gives through rooms above it, and these rooms."""


def test_unit_tests_import_what_their_room_may_import() -> None:
    reached = {}
    for path in sorted((ROOT / "tests" / "unit").rglob("test_*.py")):
        name = path.relative_to(ROOT / "tests" / "unit")
        if name.parts[0] in ROOMS:
            above = ROOMS[ROOMS.index(name.parts[0]) + 1 :]
            rooms = {room(module) for module in imports(path) if module not in STAGES} & {*above}
            reached |= {name.as_posix(): " ".join(sorted(rooms))} if rooms else {}
    assert reached == REACHING
