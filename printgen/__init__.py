"""printgen turns folders of YAML and templates into print-and-play PDFs that are true to size."""

__version__ = "0.1.0"
