"""Write the tables of keys in docs/scenarios.md anew from the schema: `python tests/scenarios_guide.py`."""

from pathlib import Path

from clue_cli.scenario.keys import keys_text

GUIDE = Path(__file__).parents[1] / "docs" / "scenarios.md"
_FIRST, _LAST = "<!-- keys: written by tests/scenarios_guide.py -->\n\n", "\n<!-- end of the keys -->"


def written(guide: str) -> str:
    """Return the guide with the tables as the schema has them now."""
    before, _first, rest = guide.partition(_FIRST)
    _old, _last, after = rest.partition(_LAST)
    return f"{before}{_FIRST}{keys_text()}{_LAST}{after}"


if __name__ == "__main__":
    GUIDE.write_text(written(GUIDE.read_text(encoding="utf-8")), encoding="utf-8")
