"""A shop and what is asked for come in; how its PDFs are inked goes out, or what is wrong with a profile."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from printgen.base.errors import Finding, PrintgenError, UsageError, Where
from printgen.base.gate import Refused, read_file, shown_name
from printgen.exports.format import Asked
from printgen.exports.parcel import Parcel
from printgen.exports.shops.profiles import PAGED, Shop
from printgen.writers.cmyk import conversion
from printgen.writers.icc import Profile, read_profile
from printgen.writers.pdf_press import Press

LEAST, MOST = 150, 400
"""The limits of `--ink`; 0 stands for what the shop takes."""


def press_of(shop: Shop, asked: Asked) -> Press:
    """How PDFs for a shop are inked. PrintgenError for a profile that cannot be used."""
    profile = _profile(asked["icc"]) if asked["icc"] else None
    most = (asked["ink"] or shop.ink) / 100
    made = conversion(most, profile.data if profile else b"")
    rich = tuple(part / 100 for part in shop.rich or ())
    standard = "PDF/X-1a:2003" if shop.makes == "decks" else "PDF/X-4"
    return Press(made, standard, profile, rich if sum(rich) <= most + 1e-9 else ())  # type: ignore[arg-type]


def ink_faults(shop: Shop, parcel: Parcel, asked: Asked) -> Iterator[Finding]:
    """What there is to say of the inks that are asked for. UsageError, or PrintgenError, where they cannot be."""
    if shop.makes not in PAGED:
        given = next((f"--{name}" for name in ("icc", "ink") if asked[name]), "")
        if given:
            raise UsageError(f"{given} is for PDFs, and {shop.title} takes pictures", f"Leave out {given}.")
        return
    if asked["ink"] and not LEAST <= asked["ink"] <= MOST:
        raise UsageError(f"ink: {asked['ink']} is not from {LEAST} to {MOST}", "Choose another.")
    press_of(shop, asked)
    if not asked["icc"] and parcel.lots:
        message = "without the profile of a press (--icc) colours become inks plainly, and the files name no press"
        hint = "Ask the printer for the ICC profile, and give it with --icc FILE."
        yield parcel.lots[0].finding("warning", message, hint, "no-profile")


def _profile(name: str) -> Profile:
    """The profile in a file."""
    try:
        data = read_file(os.path.realpath(name), "profile")
    except Refused as refused:
        raise UsageError(f"--icc: {refused.message}", refused.hint) from refused
    try:
        profile = read_profile(data)
        conversion(MOST / 100, data)
    except (ValueError, OSError) as error:
        message, hint = f"this profile cannot be used: {error}", "Give the CMYK profile of a press."
        raise PrintgenError([Finding("error", Where(shown_name(Path(name))), message, hint, "bad-profile")]) from error
    return profile
