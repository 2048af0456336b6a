"""The command line: read the arguments, call, exit. Everything heavy is imported inside the command."""

from clue_cli.cli.frame import app

# each module registers its commands, which are listed in this order
# isort: split
from clue_cli.cli import games

# isort: split
from clue_cli.cli import results

# isort: split
from clue_cli.cli import cases

# isort: split
from clue_cli.cli import puzzles

# isort: split
from clue_cli.cli import house

__all__ = ["app", "cases", "games", "house", "puzzles", "results"]
