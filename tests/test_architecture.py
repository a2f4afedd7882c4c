"""The direction of imports: every part builds on lower parts only, and one module alone prints or exits."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import printgen
from printgen.cli.program import known_commands

PACKAGE = Path(__file__).parent.parent / "printgen"

# Each part and the parts that it may import; parts of one line never import each other.
LAYERS = [
    ["errors", "base"],
    ["reading", "drawing"],
    ["art", "rules", "work", "writers"],
    ["faces"],
    ["flow"],
    ["sheets"],
    ["kinds"],
    ["build"],
    ["library"],
    ["exports"],
    ["studio"],
    ["cli"],
]
# Parts that a part may not import although they lie below it: sheets and kinds hand Drawings on to whoever writes.
FORBIDDEN = {("kinds", "writers"), ("sheets", "writers")}
# Modules at the top of the package that help the stages along stand beside `build`, below the command line.
BESIDE_BUILD = {
    "binding",
    "calibration",
    "changes",
    "desks",
    "drafts",
    "editing",
    "examples",
    "filing",
    "forms",
    "mending",
    "retouching",
    "following",
    "games",
    "turning",
    "helping",
    "importers",
    "jobs",
    "live",
    "manifest",
    "output",
    "own_boards",
    "own_cards",
    "planning",
    "print_later",
    "board_desk",
    "random_boards",
    "printed",
    "pulling",
    "schemas",
    "seen",
    "settings",
    "starting",
    "targets",
    "views",
    "watching",
    "wanted",
    "wording",
}
# What a kind puts on the command line, in `commands` or a module for one command such as `new_command`, stands on the
# command line's floor; what that needs, beside `build`.
COMMANDS = "commands"
# What a kind offers to the studio, in `desk`, stands on the studio's floor.
DESK = "desk"
BESIDE_COMMANDS = {"asking", "bench", "design", "faces", "flags", "sides", "wishes"}

OFFERED = set(dir(printgen))
MODULES = sorted(PACKAGE.rglob("*.py"))


def part(module: str) -> str:
    """The part of the package that a module such as `printgen.faces.render` belongs to."""
    names = module.split(".")
    if wing(module) and (COMMANDS in names[3:4] or names[-1].endswith("_command")):
        return "cli"
    if wing(module) and DESK in names[3:4]:
        return "studio"
    if wing(module) and names[-1] in BESIDE_COMMANDS:
        return "build"
    name = names[1] if len(names) > 1 else ""
    return "build" if name in BESIDE_BUILD else name


def wing(module: str) -> str:
    """The kind of printable whose folder a module lies in; "" for the rest of the package."""
    names = module.split(".")
    inside = len(names) > 2 and names[1] == "kinds" and (PACKAGE / "kinds" / names[2]).is_dir()
    return names[2] if inside else ""


def name_of(path: Path) -> str:
    names = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(names[:-1] if names[-1] == "__init__" else names)


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
    says: bool
    """Whether it says what it is for, or holds nothing."""


@cache
def seen(path: Path) -> Seen:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imported, spoken = list[str](), list[str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            imported += imports_of(node, path)
        elif word := spoken_by(node):
            spoken.append(word)
    return Seen((*imported,), (*spoken,), not tree.body or bool(ast.get_docstring(tree)))


def spoken_by(node: ast.AST) -> str:
    """What a node names that prints or ends the program; "" for anything else."""
    if isinstance(node, ast.Name):
        return node.id if node.id in ENDS and isinstance(node.ctx, ast.Load) else ""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return ".".join(spot) if (spot := (node.value.id, node.attr)) in METHODS else ""
    return ""


def imports_of(node: ast.Import | ast.ImportFrom, path: Path) -> Iterator[str]:
    """The modules that an import names."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
        return
    assert node.level == 0, f"{path.name} has a relative import"
    if node.module == "printgen":
        yield from (f"printgen.{alias.name}" for alias in node.names if not alias.name.startswith("__"))
    else:
        yield node.module or ""


def imports(path: Path) -> Iterator[str]:
    """The modules of printgen that a file imports."""
    return (module for module in seen(path).imported if module.split(".")[0] == "printgen")


def layer(name: str) -> int:
    found = [i for i, names in enumerate(LAYERS) if name in names]
    assert found, f"the part '{name}' has no place in the table of layers"
    return found[0]


def in_order(path: Path) -> None:
    here = part(name_of(path))
    # A kind offers its commands and its desk, and imports them when one is asked for.
    offered = {f"{name_of(path)}.{word}" for word in (COMMANDS, DESK)}
    for module in imports(path):
        # `import printgen` itself means what every program may use.
        there = part(module) or "library"
        if module in offered:
            continue
        if here == "":
            assert there not in ("cli", "studio"), f"{name_of(path)}: what other programs use knows no command line"
        elif here == "__main__":
            assert there == "cli"
        elif here != there and not {here, there} <= {"errors", "base"}:
            assert layer(there) < layer(here), f"{name_of(path)} imports {module}"
            assert (here, there) not in FORBIDDEN, f"{name_of(path)} imports {module}"


def test_imports_go_down() -> None:
    for path in MODULES:
        in_order(path)


def test_no_kind_knows_another() -> None:
    for path in MODULES:
        if here := wing(name_of(path)):
            others = {wing(module) for module in imports(path)} - {"", here}
            assert not others, f"{name_of(path)} imports from {', '.join(others)}"


def test_the_rest_of_the_package_meets_the_kinds_in_their_registry_only() -> None:
    for path in MODULES:
        name = name_of(path)
        if wing(name) or name == "printgen.kinds" or part(name) in {"build", "cli"}:
            continue
        assert not {wing(module) for module in imports(path)} - {""}, name


# What the command line may import beside what every program may use: itself, and what the kinds offer it.
LENT = {
    "printgen.kinds", "printgen.kinds.kind", "printgen.errors", "printgen.base.budget", "printgen.base.doing",
    "printgen.base.names", "printgen.exports", "printgen.exports.format", "printgen.exports.parcel",
    "printgen.studio.serving", "printgen.work", "printgen.work.merging", "printgen.work.running",
}  # fmt: skip


@pytest.mark.parametrize("path", sorted((PACKAGE / "cli").glob("*.py")), ids=name_of)
def test_the_command_line_uses_what_every_program_may_use(path: Path) -> None:
    here = name_of(path)
    for module in imports(path):
        offered = module.removeprefix("printgen.") in OFFERED or module == "printgen"
        allowed = offered or module in LENT or module.startswith("printgen.cli")
        assert allowed, f"{here} imports {module}"


# What the studio may import beside what every program may use.
LENT_TO_STUDIO = {
    "printgen.kinds", "printgen.kinds.kind", "printgen.errors", "printgen.base.budget", "printgen.base.doing",
    "printgen.base.gate", "printgen.base.json_size", "printgen.base.names", "printgen.base.places", "printgen.desks",
    "printgen.drafts", "printgen.drawing.model", "printgen.drawing.pieces", "printgen.exports",
    "printgen.exports.format", "printgen.exports.parcel", "printgen.library", "printgen.live", "printgen.output",
    "printgen.planning", "printgen.print_later", "printgen.forms", "printgen.mending", "printgen.retouching",
    "printgen.reading.record_columns", "printgen.seen", "printgen.watching.files",
}  # fmt: skip


@pytest.mark.parametrize("path", sorted((PACKAGE / "studio").glob("*.py")), ids=name_of)
def test_the_studio_uses_what_every_program_may_use(path: Path) -> None:
    for module in imports(path):
        offered = module.removeprefix("printgen.") in OFFERED or module == "printgen"
        allowed = offered or module in LENT_TO_STUDIO or module.startswith("printgen.studio")
        assert allowed, f"{name_of(path)} imports {module}"


def test_what_lies_lowest_needs_the_standard_library_only() -> None:
    known = {"printgen", "__future__"} | set(sys.stdlib_module_names)
    for path in [PACKAGE / "errors.py", *(PACKAGE / "base").glob("*.py")]:
        assert {name.split(".")[0] for name in seen(path).imported} <= known, path.name


def test_only_the_command_line_prints_or_exits() -> None:
    found = {name_of(path): seen(path).spoken for path in MODULES if part(name_of(path)) != "cli"}
    assert {name: words for name, words in found.items() if words} == {}


def test_one_module_alone_prints_so_that_nothing_goes_to_a_terminal_unseen() -> None:
    words = ("click.echo", "click.secho", "click.confirm", "click.prompt", "print(")
    any_of_them = re.compile(rf"\b({'|'.join(map(re.escape, words))})")
    found = {path.name for path in MODULES if any_of_them.search(path.read_text(encoding="utf-8"))}
    assert found == {"messages.py"}


def test_the_command_line_does_print() -> None:
    # So that the test above is known to see what it looks for.
    paths = (PACKAGE / "cli").glob("*.py")
    found = {word for path in paths for word in seen(path).spoken}
    assert {"click.echo", "sys.exit"} <= found


def test_every_module_says_what_it_is_for() -> None:
    assert [name_of(path) for path in MODULES if not seen(path).says] == []


# What takes long to import, and what the list of commands can do without.
HEAVY = {"pydantic", "yaml", "jinja2", "reportlab", "PIL", "pypdfium2", "fontTools", "printgen.build", "printgen.faces"}


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
    for name, offered in known_commands().items():
        command = offered.load()
        first = (command.help or "").split("\n\n")[0].replace("\n", " ")
        assert (command.name, first) == (name, offered.summary)


def test_only_one_module_knows_the_pdf_library_and_none_of_its_private_parts_or_settings() -> None:
    texts = {path.name: path.read_text(encoding="utf-8") for path in MODULES}
    assert [name for name, text in texts.items() if "reportlab" in text] == ["pdf_objects.py"]
    assert not re.search(r"(pdfdoc|self\._document|\bdocument)\._|rl_config", texts["pdf_objects.py"])


def test_no_two_files_of_tests_share_a_name() -> None:
    """Pytest imports them by their names alone, and leaves out the second."""
    names = [path.name for path in Path(__file__).parent.rglob("test_*.py")]
    assert sorted({name for name in names if names.count(name) > 1}) == []
