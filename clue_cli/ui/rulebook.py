"""The rules in a player's words, read from `rulebook.toml` beside this file.

It tells what the rules are and decides nothing: the engine does not know that it exists.
"""

import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

from clue_cli.rules.model import Kind, Scenario, Text
from clue_cli.rules.options import Rules


@dataclass(frozen=True, slots=True)
class Rule:
    """Hold one rule as a player reads it; `decided` tells that some or all of it is our own decision."""

    id: str
    text: Text
    source: Text
    decided: bool


def rules_of(scenario: Scenario) -> tuple[Rule, ...]:
    """List the rules that a scenario is played by, as its options, its cards and its board make them read."""
    facts = _facts(scenario)
    deck: Counter[str] = Counter(clue.effect for clue in scenario.clues)
    return tuple(_rule(entry, facts, deck) for entry in _entries() if _holds(entry, scenario, facts))


def page(language: str) -> str:
    """Return all rules as Markdown, each with the games or scenarios and the options it holds for."""
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


def _facts(scenario: Scenario) -> Mapping[str, object]:
    """Return what rules depend on: each option, and whether the scenario and its board have what is named."""
    board = scenario.board
    return asdict(scenario.rules) | {
        "start": bool(scenario.start),
        "weapons": bool(scenario.ids(Kind.WEAPON)),
        "clues": bool(scenario.clues),
        "forfeits": bool(scenario.forfeits),
        "board_spots": bool(board.spots),
        "board_snoops": bool(board.snoops),
        "room_scene": all(room.scene for room in board.rooms),
    }


def _holds(entry: dict[str, Any], scenario: Scenario, facts: Mapping[str, object]) -> bool:
    if scenario.game not in entry["games"] or scenario.id not in entry.get("scenarios", (scenario.id,)):
        return False
    return all(facts[fact] in values for fact, values in entry.get("when", {}).items())


def _rule(entry: dict[str, Any], facts: Mapping[str, object], deck: Mapping[str, int]) -> Rule:
    words = {
        language: _words(entry, language).format(**facts, deck=_told(deck, language))
        for language in ("en", "fr")
    }
    decided = "decided" in entry or entry["source"] == "ours"
    return Rule(entry["id"], Text(words), Text(_book()["sources"][entry["source"]]), decided)


def _told(deck: Mapping[str, int], language: str) -> str:
    """Tell what the clue cards of a deck make players do, and how many cards do."""
    effects = ((count, _book()["effects"][effect][language]) for effect, count in deck.items())
    told = (f"{count}\u00a0× {words}" if count > 1 else words for count, words in effects)
    separator: str = _book()["separator"][language]
    return separator.join(told)


def _words(entry: dict[str, Any], language: str) -> str:
    words: str = entry[language]
    if "decided" in entry:
        words += _book()["decision"][language] + entry["decided"][language]
    return words.replace("\n", " ")


def _key(fact: str) -> str:
    """Write an option as a scenario file spells it: `move_dice` is move.dice."""
    return fact.replace("_", ".", 1)


def _item(entry: dict[str, Any], language: str) -> str:
    # where a sentence holds for any value of an option, the page names the option
    shown: dict[str, object] = {field.name: f"`{_key(field.name)}`" for field in fields(Rules)}
    shown["players"] = ("`players[0]`", "`players[1]`")
    rule = _rule(entry, shown, dict.fromkeys(_book()["effects"], 1))
    marks = [f"`{name}`" for name in entry.get("scenarios", entry["games"])]
    for fact, values in entry.get("when", {}).items():
        marks += [f"`{_key(fact)} = {str(value).lower()}`" for value in values]
    marks.append(f"*{rule.source.within(language)}*")
    return f"- **{rule.id}** {', '.join(marks)} — {rule.text.within(language)}"
