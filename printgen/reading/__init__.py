"""Files of a game come in; validated records, each of whose values knows its line, go out."""
