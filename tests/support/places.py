"""Where the repository of the tests has what they read."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "samples"
DOCS = ROOT / "docs"
SUPPORT = ROOT / "tests" / "support"
FONTS = SUPPORT / "fonts"
