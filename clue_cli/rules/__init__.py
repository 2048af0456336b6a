"""The game, pure: no files, no clock, no randomness, no printing."""
