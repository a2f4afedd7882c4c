"""Read the files that people write into values that know their place."""
