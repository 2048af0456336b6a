"""What every test may ask for: the shipped scenarios; and Hypothesis draws the same examples each run."""

import os

os.environ["CLUE_LANG"] = "en"

import pytest
from hypothesis import settings

from clue_cli.rules.model import Scenario
from clue_cli.scenario.load import load
from clue_cli.scenario.shelf import find

settings.register_profile("clue", derandomize=True, deadline=None)
settings.load_profile("clue")


@pytest.fixture(scope="session")
def classic() -> Scenario:
    """Return the shipped classic game."""
    return load(find("classic")).scenario


@pytest.fixture(scope="session")
def collect() -> Scenario:
    """Return the shipped solitaire "collect"."""
    return load(find("collect")).scenario
