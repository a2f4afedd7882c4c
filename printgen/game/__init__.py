"""A game as data: its lists, tables, documents and boards as validated records that know their lines."""
