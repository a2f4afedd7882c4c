"""Units, geometry and seeded randomness; only the standard library comes in."""
