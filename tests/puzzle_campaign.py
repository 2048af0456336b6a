"""Make many puzzles of each level and prove each: `python tests/puzzle_campaign.py [--each N]`.

docs/puzzles.md has the result of 50 of each level.
"""

import argparse
from statistics import median
from time import process_time

from puzzle_proof import prove

from clue_cli.play.puzzle_making import make
from clue_cli.reasoning.grading import Level
from clue_cli.scenario.load import load
from clue_cli.scenario.shelf import find

RULESETS = ("classic", "classic", "classic", "signature", "clue-2015", "parlour", "master-detective")


def main() -> None:
    """Print a line a level: how many were proved, their events, and the seconds of CPU to make one."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--each", type=int, default=50)
    each = parser.parse_args().each
    scenarios = {ruleset: load(find(ruleset)).scenario for ruleset in RULESETS}
    for level in Level:
        events, seconds = [], []
        for seed in range(each):
            scenario = scenarios[RULESETS[seed % len(RULESETS)]]
            began = process_time()
            document = make(scenario, seed, level)
            seconds.append(process_time() - began)
            prove(document, level)
            events.append(len(document["event"]))
        print(
            f"level {level:d}: {each} proved; "
            f"{min(events)} to {max(events)} events, median {median(events):g}; "
            f"{median(seconds):.2f} s, at most {max(seconds):.2f} s"
        )


if __name__ == "__main__":
    main()
