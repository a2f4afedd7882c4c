"""What several formats put their files into: data as JSON, and files in a zip; the same bytes for the same things."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from printgen.build.binding import zipped


def as_json(data: Any) -> bytes:
    """Plain data as JSON that people can read, its keys in their order."""
    return (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode()


def zip_of(files: Mapping[str, bytes]) -> bytes:
    """Files by their paths, with "/", as a zip in their order. All are as old as a zip can say."""
    return zipped([(Path(name), data) for name, data in files.items()], Path())
