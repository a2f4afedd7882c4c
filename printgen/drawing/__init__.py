"""The one picture type and what fills it: paths, colours, fonts, text fitting and patterns."""
