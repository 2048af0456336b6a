"""The rules in a player's words, read from `rulebook.toml` beside this file.

It tells what the rules are and decides nothing: the engine does not know that it exists.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

from clue_cli.rules.model import Rules, Scenario, Text


@dataclass(frozen=True, slots=True)
class Rule:
    """Hold one rule as a player reads it; `decided` tells that some or all of it is our own decision."""

    id: str
    text: Text
    source: Text
    decided: bool


def rules_of(scenario: Scenario) -> tuple[Rule, ...]:
    """List the rules that a scenario is played by, as its own options make them read."""
    options = asdict(scenario.rules)
    return tuple(_rule(entry, options) for entry in _entries() if _holds(entry, scenario, options))


def page(language: str) -> str:
    """Return all rules as Markdown, each with the games or scenarios and the option's values it holds for."""
    book = _book()
    parts = [f"# {Text(book['title']).within(language)}", Text(book["intro"]).within(language).strip()]
    for section in book["section"]:
        parts.append(f"## {Text(section['title']).within(language)}")
        parts.append("\n".join(_item(entry, language) for entry in section["rule"]))
    return "\n\n".join(parts) + "\n"


@cache
def _book() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("rulebook.toml").read_text(encoding="utf-8"))


def _entries() -> list[dict[str, Any]]:
    return [entry for section in _book()["section"] for entry in section["rule"]]


def _holds(entry: dict[str, Any], scenario: Scenario, options: Mapping[str, object]) -> bool:
    if scenario.game not in entry["games"] or scenario.id not in entry.get("scenarios", (scenario.id,)):
        return False
    return "option" not in entry or options[entry["option"]] in entry["values"]


def _rule(entry: dict[str, Any], options: Mapping[str, object]) -> Rule:
    words = {language: _words(entry, language).format(**options) for language in ("en", "fr")}
    decided = "decided" in entry or entry["source"] == "ours"
    return Rule(entry["id"], Text(words), Text(_book()["sources"][entry["source"]]), decided)


def _words(entry: dict[str, Any], language: str) -> str:
    words: str = entry[language]
    if "decided" in entry:
        words += _book()["decision"][language] + entry["decided"][language]
    return words.replace("\n", " ")


def _key(option: str) -> str:
    """Write an option as a scenario file spells it: `move_dice` is move.dice."""
    return option.replace("_", ".", 1)


def _item(entry: dict[str, Any], language: str) -> str:
    # where a sentence holds for any value of an option, the page names the option
    shown: dict[str, object] = {field.name: f"`{_key(field.name)}`" for field in fields(Rules)}
    rule = _rule(entry, shown | {"players": ("`players[0]`", "`players[1]`")})
    marks = [f"`{name}`" for name in entry.get("scenarios", entry["games"])]
    marks += [f"`{_key(entry['option'])} = {value}`" for value in entry.get("values", ())]
    marks.append(f"*{rule.source.within(language)}*")
    return f"- **{rule.id}** {', '.join(marks)} — {rule.text.within(language)}"
