"""What an export would find, without its pictures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from printgen.base.errors import Finding
from printgen.base.limits import metered
from printgen.exports import check_bundle, format_of
from printgen.exports.bundle import ExportRequest, pack
from printgen.exports.format import parse_options

WHOLE = ExportRequest()


@metered()
def preview_findings(
    name: str, target: str, request: ExportRequest = WHOLE, options: Mapping[str, Any] = {}
) -> tuple[Finding, ...]:
    """The findings of an export that writes nothing. PrintgenError where the game has mistakes."""
    export_format = format_of(name)
    values = parse_options(export_format, options)
    return check_bundle(export_format, pack(target, request, f"looking at {target}", lambda what: None), values)
