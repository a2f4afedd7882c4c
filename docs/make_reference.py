"""Writes docs/reference from the shapes that printgen itself reads files with: `make reference`."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

import printgen
from printgen.base.file_access import MEGABYTE, MOST_BYTES
from printgen.base.limits import LIMITS
from printgen.base.seeds import MOST_SEED
from printgen.base.units import LARGEST, SMALLEST, to_mm
from printgen.build.schemas import schemas
from printgen.cli.commands import OF_KINDS, command_named, command_summaries
from printgen.cli.limits import MEMORY, SECONDS
from printgen.cli.requests import RequestCommand, options_of
from printgen.drawing.patterns import PATTERNS
from printgen.editing import reference_text as examples
from printgen.editing.reference_text import default_text, describe_type, sentence, words_of_name
from printgen.faces.shape_words import sentences
from printgen.kinds import all_kinds, description

sys.path.insert(0, str(Path(__file__).resolve().parent))
from make_icons import icons_page, write_pictures
from make_more import expressions_page, fields_page, gallery_page, shown

HERE = Path(__file__).resolve().parent / "reference"
HEAD = "<!-- Written by `make reference` from the shapes in the package; change those instead. -->\n\n"
EXITS = {
    "OK": "all is well",
    "USAGE": "the command line asks for something that does not exist",
    "BAD_INPUT": "a file holds a mistake, or `printgen pull` cannot have a sheet",
    "RULES_BROKEN": "a rule is broken, with `--strict` anything is warned of, or `printgen solve` finds nothing",
    "DOES_NOT_FIT": "something does not fit its place or the paper",
    "CANNOT_WRITE": "a file cannot be written",
    "DEFECT": "printgen itself failed: a package that it needs is gone, or it has a defect; `--debug` shows where",
    "INTERRUPTED": "interrupted, or by other signals 129 or 143; the files of an earlier build are as they were",
}

FILES = {
    "yaml": "file of YAML", "list": "list of CSV, TSV, XLSX or JSON", "picture": "picture", "font": "font",
    "map": "map as text", "drawing": "drawing (SVG)", "profile": "colour profile (ICC)",
}  # fmt: skip

Schema = Mapping[str, Any]


def table(schema: Schema) -> Iterator[str]:
    """The keys of a mapping, a line each."""
    needed = schema.get("required", ())
    yield "| key | takes | |"
    yield "|---|---|---|"
    for key, inner in schema.get("properties", {}).items():
        told = sentence(inner.get("description", ""))
        if key in needed:
            told += " *Needed.*"
        elif usual := default_text(inner):
            told += f" Without it: `{usual}`."
        takes = describe_type({k: v for k, v in inner.items() if k != "description"})
        yield f"| `{key}` | {takes} | {told} |".replace("\n", " ")
    yield ""


def refs(schema: Any) -> Iterator[str]:
    """The definitions that a schema names, in their order."""
    if isinstance(schema, dict):
        if "$ref" in schema:
            yield schema["$ref"].rpartition("/")[2]
        for key, inner in schema.items():
            if key not in ("$defs", "allOf"):
                yield from refs(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from refs(inner)


def sections(schema: Schema, defs: Schema, told: set[str], level: str = "##") -> Iterator[str]:
    """The keys of a shape, then each shape that it names and that was not told of before."""
    branches = schema.get("anyOf", ())
    if "properties" in schema:
        yield from table(schema)
    elif len(branches) == 2 and "properties" in branches[0]:
        yield from table(branches[0])
        short = next(key for key, inner in branches[0]["properties"].items() if inner == branches[1])
        yield f"A value that is no mapping of these stands for `{short}`.\n"
    elif schema.get("type") != "object" or "additionalProperties" in schema:
        yield f"{sentence(describe_type(schema))}\n"
    for name in refs({key: inner for key, inner in schema.items() if key != "$defs"}):
        if name in told:
            continue
        told.add(name)
        yield f"{level} {words_of_name(name)}\n"
        whole, key = in_full(defs[name])
        if whole.get("description"):
            short = f" In short it may be just its `{key}`." if key else ""
            yield f"{paragraph(whole['description'])}{short}\n"
        yield from sections(whole, defs, told, level)


def in_full(schema: Schema) -> tuple[Schema, str]:
    """A shape, and its key that may be written alone in place of the whole; "" where there is none."""
    whole, *rest = schema.get("anyOf", [schema])
    if not rest or "properties" not in whole:
        return schema, ""
    return whole, next((key for key, inner in whole["properties"].items() if inner == rest[0]), "")


def paragraph(text: str) -> str:
    """A docstring as a paragraph."""
    return "\n\n".join(" ".join(part.split()) for part in text.split("\n\n"))


def game_page() -> str:
    schema = printgen.schema("game")
    kinds = {ref for kind in all_kinds() if kind.options for ref in [kind.options.__name__]}
    lines = ["# game.yaml\n", f"{paragraph(schema['description'])}\n"]
    lines += sections(schema, schema["$defs"], kinds)
    return "\n".join(lines)


def kinds_page() -> str:
    """Every kind with its options."""
    defs = printgen.schema("game")["$defs"]
    lines = ["# Kinds of product\n", "A product names its kind in game.yaml, and may say more under `options`.\n"]
    told: set[str] = set()
    for kind in all_kinds():
        lines.append(f"## {kind.name}\n")
        lines.append(f"{paragraph(description(kind))}\n")
        if kind.name in examples.KINDS:
            lines.append(f"```yaml\n{examples.KINDS[kind.name]}\n```\n")
        if kind.options:
            name = kind.options.__name__
            told.add(name)
            lines += sections(defs[name], defs, told, "###")
        if kind.flags:
            flags = ", ".join(f"`--{flag.name}`" for flag in kind.flags)
            lines.append(f"`printgen build` takes {flags} for such products, too.\n")
        if kind.name in OF_KINDS:
            lines += (f"- `printgen {name}`: {command_summaries()[name]}" for name in OF_KINDS[kind.name])
            lines.append("")
            lines += (line for name in OF_KINDS[kind.name] for line in request_table(name))
    return "\n".join(lines)


def request_table(name: str) -> list[str]:
    """What a command takes that is made from a request; nothing for any other."""
    command = command_named(name)
    if not isinstance(command, RequestCommand):
        return []
    named = {param.name: param for param in options_of(command.request)}
    lines = [f"### what `{name}` takes\n", "| key | on the command line | |", "|---|---|---|"]
    for key, field in command.request.model_fields.items():
        param = named.get(key)
        if param is not None:
            option = f"`{key.upper()}`" if isinstance(param, click.Argument) else f"`{param.opts[0]}`"
        else:
            option = "in the studio alone" if isinstance(field.get_default(), str) else "options of the game"
        lines.append(f"| `{key}` | {option} | {sentence(field.description or '')} |")
    return [*lines, ""]


def faces_page() -> str:
    """The language of faces."""
    schema = printgen.schema("face")
    items = schema["$defs"]["item"]["properties"]
    lines = [
        "# Faces\n",
        "A face is a file in `templates/faces/` that says how one side of a piece looks. Every value may hold"
        " `{{ expressions }}`, which see the record as `card`, the tables as `tables`, and `game` and `product`."
        " Those of a face that another one shows with `use` see their `params` and `tables` alone.\n",
        *table(schema),
    ]
    lines += [
        "## item\n",
        "A shape: a mapping of one of the words below with its settings, and of `when` if need be.\n",
    ]
    for name, told in (("style", "Settings of text that have a name."), ("fit", "One way to set a text.")):
        lines += [f"## {name}\n", f"{told}\n", *table(schema["$defs"][name])]
    for word, told in sentences("words").items():
        if word in items:
            lines += [f"## {word}\n", f"{told}\n", *shown(word), *table(items[word])]
    lines += ["## when\n", f"{sentence(items['when']['description'])}\n", *shown("when"), "## patterns\n"]
    lines += ["| pattern | |", "|---|---|"]
    lines += (f"| `{name}` | {sentence(examples.PATTERNS.get(name, ''))} |" for name in PATTERNS)
    lines += ["", "What expressions may say stands under [Expressions](expressions.md)."]
    return "\n".join([*lines, ""])


def file_page(name: str) -> str:
    """The page of another file that people write."""
    schema = printgen.schema(name)
    defs = schema.get("$defs", {})
    lines = [f"# {name[:1].upper()}{name[1:]}\n"]
    if "description" in schema:
        lines.append(f"{paragraph(schema['description'])}\n")
    lines += sections(schema, defs, set())
    return "\n".join(lines)


def exits_page() -> str:
    rows = (f"| {code.value} | {sentence(EXITS[code.name])} |" for code in printgen.Exit)
    return "\n".join(
        ["# Exit codes\n", "Findings go to standard error, or with `--json` to standard output:"
         " `severity`, `file`, `line`, `column`, `code`, `message`, `hint`.\n", "| code | |", "|---|---|", *rows, ""]
    )  # fmt: skip


def limits_page() -> str:
    """What a run may spend, and how large what it reads and prints may be."""
    least, most = (f"{round(to_mm(side)):,} mm" for side in (SMALLEST, LARGEST))
    return "\n".join(
        [
            "# Limits\n",
            "They stand far above any real game, and keep a stranger's folder from eating the machine. What goes beyond"
            " one is a finding of the code `over-limit`; `--limits none` lifts these for a giant of your own.\n",
            "| at most | of | to have less |",
            "|---:|---|---|",
            *(f"| {limit.most:,.12g} | {limit.noun} | {limit.hint} |" for limit in LIMITS.values()),
            f"| {MEMORY // 1024**2:,} | megabytes of memory, where the system can say so | Print less at once. |",
            f"| {SECONDS:,} | seconds of computing, where the system can say so | Print less at once. |",
            "\nThese hold always.\n",
            "| at most | of |",
            "|---:|---|",
            *(f"| {size // MEGABYTE:,} | megabytes of one {FILES[kind]} |" for kind, size in MOST_BYTES.items()),
            f"\nA side of anything that is printed measures from {least} to {most}, and a seed is a whole number from"
            f" 0 to {MOST_SEED:,}.\n",
        ]
    )


def pages() -> dict[str, str]:
    """Every page by the name of its file."""
    made = {"game.md": game_page(), "kinds.md": kinds_page(), "faces.md": faces_page(), "exit-codes.md": exits_page()}
    made |= {"expressions.md": expressions_page(), "fields.md": fields_page(), "limits.md": limits_page()}
    made |= {"gallery.md": gallery_page(), "icons.md": icons_page()}
    for name in schemas():
        made.setdefault(f"{name}.md" if name not in ("game", "face") else f"{name}s.md".replace("games", "game"), "")
    made = {file: text or file_page(file.removesuffix(".md")) for file, text in made.items()}
    titles = {file: text.partition("\n")[0].removeprefix("# ") for file, text in made.items()}
    index = "\n".join(["# Reference\n", *(f"- [{title}]({file})" for file, title in titles.items()), ""])
    clean = {file: re.sub(r"\n{3,}", "\n\n", HEAD + text).rstrip() + "\n" for file, text in made.items()}
    return {"README.md": HEAD + index, **clean}


def main() -> None:
    HERE.mkdir(exist_ok=True)
    wanted = pages()
    for path in HERE.glob("*.md"):
        if path.name not in wanted:
            path.unlink()
    for file, text in wanted.items():
        (HERE / file).write_text(text, encoding="utf-8")
        print(f"docs/reference/{file}")
    write_pictures()


if __name__ == "__main__":
    main()
