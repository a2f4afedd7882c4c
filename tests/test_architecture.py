"""The direction of imports: every part builds on lower parts only, and one module alone prints or exits."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "printgen"

# Each part and the parts that it may import; parts of one line never import each other.
LAYERS = [
    ["errors", "base"],
    ["reading", "drawing"],
    ["art", "rules", "writers"],
    ["faces"],
    ["flow"],
    ["sheets"],
    ["kinds"],
    ["build"],
    ["cli"],
]
# Parts that a part may not import although they lie below it: sheets and kinds hand Drawings on to whoever writes.
FORBIDDEN = {("kinds", "writers"), ("sheets", "writers")}
# Modules at the top of the package that help the stages along stand beside `build`, below the command line.
BESIDE_BUILD = {"atlas", "output", "targets"}
# What a kind puts on the command line, and what that needs, stands beside `build` too.
COMMANDS = {"asking", "compare", "design", "desk"}
# Imports against the rule that are still to go.
KNOWN = {("flow", "kinds")}
KNOWN_WINGS = {("document", "terrain_board")}

MODULES = sorted(PACKAGE.rglob("*.py"))


def part(module: str) -> str:
    """The part of the package that a module such as `printgen.faces.render` belongs to."""
    names = module.split(".")
    if names[1:2] == ["kinds"] and names[-1] in COMMANDS:
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


def imports(path: Path) -> Iterator[str]:
    """The modules of printgen that a file imports, wherever in it the import stands."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.split(".")[0] == "printgen")
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name} has a relative import"
            module = node.module or ""
            if module == "printgen":
                yield from (f"printgen.{alias.name}" for alias in node.names if not alias.name.startswith("__"))
            elif module.startswith("printgen."):
                yield module


def layer(name: str) -> int:
    found = [i for i, names in enumerate(LAYERS) if name in names]
    assert found, f"the part '{name}' has no place in the table of layers"
    return found[0]


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_go_down(path: Path) -> None:
    here = part(name_of(path))
    for module in imports(path):
        there = part(module)
        if here in ("", "__main__"):
            assert (here, there) == ("__main__", "cli")
        elif (here, there) not in KNOWN and here != there and not {here, there} <= {"errors", "base"}:
            assert layer(there) < layer(here), f"{name_of(path)} imports {module}"
            assert (here, there) not in FORBIDDEN, f"{name_of(path)} imports {module}"


@pytest.mark.parametrize("path", [p for p in MODULES if wing(name_of(p))], ids=name_of)
def test_no_kind_knows_another(path: Path) -> None:
    here = wing(name_of(path))
    for there in {wing(module) for module in imports(path)} - {"", here}:
        assert (here, there) in KNOWN_WINGS, f"{name_of(path)} imports from {there}"


def test_the_rest_of_the_package_meets_the_kinds_in_their_registry_only() -> None:
    for path in MODULES:
        name = name_of(path)
        if wing(name) or name == "printgen.kinds" or part(name) in {"build", "cli"}:
            continue
        assert not {wing(module) for module in imports(path)} - {""} or (part(name), "kinds") in KNOWN, name


def test_what_lies_lowest_needs_the_standard_library_only() -> None:
    known = {"printgen", "__future__"} | set(__import__("sys").stdlib_module_names)
    for path in [PACKAGE / "errors.py", *(PACKAGE / "base").glob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert {name.split(".")[0] for name in names} <= known, path.name


def spoken(tree: ast.AST) -> Iterator[str]:
    """Calls that print or end the program, and `raise SystemExit`."""
    ends = {"print", "exit", "quit", "input", "breakpoint", "SystemExit"}
    methods = {
        ("sys", "exit"),
        ("os", "_exit"),
        ("os", "abort"),
        ("click", "echo"),
        ("click", "secho"),
        ("sys", "stdout"),
        ("sys", "stderr"),
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in ends and isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            spot = (node.value.id, node.attr)
            if spot in methods:
                yield ".".join(spot)


@pytest.mark.parametrize("path", [p for p in MODULES if p.name != "cli.py"], ids=name_of)
def test_only_the_command_line_prints_or_exits(path: Path) -> None:
    assert list(spoken(ast.parse(path.read_text(encoding="utf-8")))) == []


def test_the_command_line_does_print() -> None:
    # So that the test above is known to see what it looks for.
    found = set(spoken(ast.parse((PACKAGE / "cli.py").read_text(encoding="utf-8"))))
    assert {"click.echo", "sys.exit"} <= found


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_every_module_says_what_it_is_for(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert ast.get_docstring(tree) or not tree.body
