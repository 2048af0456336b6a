"""A detective game for one person in the terminal."""

__version__ = "0.1.0"
