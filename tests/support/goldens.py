"""Texts that pin what is drawn and said, and how they are compared or written anew."""

from __future__ import annotations

import json
from pathlib import Path

from places import ROOT

GOLDEN = ROOT / "tests" / "golden" / "texts"


def differences(texts: dict[Path, str], update: bool) -> list[str]:
    """The first line that differs in each golden text; nothing, once they have been written anew."""
    found = []
    for path, text in texts.items():
        if update:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        elif not path.exists():
            found.append(f"{path.name} does not exist")
        elif (golden := path.read_text(encoding="utf-8")) != text:
            old, new = golden.splitlines(), text.splitlines()
            same = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
            found.append(
                f"{path.name}:{same + 1}\n  was {''.join(old[same : same + 1])}\n  is  {''.join(new[same : same + 1])}"
            )
    return found


def as_lines(value: object) -> str:
    """A document of JSON, a line for each key of it and each entry of a list."""
    rows = value.items() if isinstance(value, dict) else [("", value)]
    return "".join(
        f"{key}: {json.dumps(one, ensure_ascii=False)}\n"
        for key, held in rows
        for one in (held if isinstance(held, list) else [held])
    )
