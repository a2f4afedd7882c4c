"""Face templates: they draw records."""
