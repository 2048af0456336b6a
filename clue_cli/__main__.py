"""Start the program: `clue`, or `python -m clue_cli`."""

import sys

from clue_cli import __version__


def main() -> None:
    """Run the command line; `--version` alone is answered before anything is loaded."""
    if sys.argv[1:] in (["--version"], ["-V"]):
        sys.stdout.write(f"clue {__version__}\n")
        return
    from clue_cli.cli import app

    app()


if __name__ == "__main__":
    main()
