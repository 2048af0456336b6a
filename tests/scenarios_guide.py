"""Write the tables of docs/scenarios.md anew from schema and actions: `python tests/scenarios_guide.py`."""

import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

from clue_cli.rules.actions import VERBS, Action
from clue_cli.scenario.keys import keys_text

GUIDE = Path(__file__).parents[1] / "docs" / "scenarios.md"
_RULES = re.compile(r" \(([A-Z0-9 -]+)\)\.")


def written(guide: str) -> str:
    """Return the guide with the tables as the schema and the actions have them now."""
    for name, text in (("keys", keys_text()), ("verbs", "".join(_verbs()))):
        first, last = (
            f"<!-- {name}: written by tests/scenarios_guide.py -->\n\n",
            f"\n<!-- end of the {name} -->",
        )
        before, _first, rest = guide.partition(first)
        _old, _last, after = rest.partition(last)
        guide = f"{before}{first}{text}{last}{after}"
    return guide


def _verbs() -> Iterator[str]:
    """Go through the table of what players do: chance does the rest."""
    yield "| line | what it does | rules |\n|---|---|---|\n"
    for kind in VERBS.values():
        if not kind.stream:
            told = (kind.__doc__ or "").split("\n")[0]
            rules = _RULES.search(told)
            named = ", ".join(rules[1].split()) if rules else ""
            yield f"| `{_form(kind)}` | {_RULES.sub('.', told)} | {named} |\n"


def _form(kind: type[Action]) -> str:
    words = {"cards": "<card> <card> …", "stop": "[<stop>]"}
    return " ".join([kind.verb, *(words.get(one.name, f"<{one.name}>") for one in fields(kind))])


if __name__ == "__main__":
    GUIDE.write_text(written(GUIDE.read_text(encoding="utf-8")), encoding="utf-8")
