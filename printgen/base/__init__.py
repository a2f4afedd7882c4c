"""Findings, file access, folders, limits, names, units, geometry and seeds; it needs the standard library alone."""
