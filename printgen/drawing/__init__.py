"""The one picture type and its contents: paths, colours, fonts, fitted text and patterns."""
