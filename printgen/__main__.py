"""`python -m printgen` is the command `printgen`."""

from printgen.cli import main

if __name__ == "__main__":  # Processes that work beside this one import it, too.
    main()
