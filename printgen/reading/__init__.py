"""Files that people write come in; values that know their place go out."""
