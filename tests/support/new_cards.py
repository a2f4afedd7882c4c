"""What tests of new cards share: a card in words of the command line, and a list of one's own."""

from __future__ import annotations

from pathlib import Path

DECK = "go-joe/joe-deck"
OWN = "my-cards/go-joe/joe-deck.yaml"
RIVET = (
    "new", DECK, "Rivet", "--service", "GJ", "--role", "Bridge Builder", "--skill", "demolitions",
    "--weapon", "uzi", "--weapon", "flame thrower", "--trait", "big muscles", "--trait", "demolitions",
)  # fmt: skip
OWN_TEXT = """\
# The team of my street
- name: Mossback   # my oldest figure
  service: GJ
  fp: 2
  cc: 3
  tac: 4
  role: Swamp Guide
  skills: [swamp]
  weapons: [bow]
  traits: [survival training]
"""


def own_list(text: str = OWN_TEXT) -> Path:
    path = Path(OWN)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    return path
