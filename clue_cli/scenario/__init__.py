"""Scenario files: TOML in, a `rules.model.Scenario` out, or every fault with its file, line and column.

It reads files and nothing else: it plays no game, prints nothing and writes nothing.
"""
