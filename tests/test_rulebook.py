"""The rules page: every rule is told once, in both languages, as the options of the ruleset make it."""

import re
from collections.abc import Iterator
from dataclasses import fields, replace
from enum import EnumType
from pathlib import Path

import pytest

from clue_cli.rules.model import (
    AccuseWhen,
    Board,
    Game,
    LastStanding,
    OutToken,
    Passages,
    Rules,
    Scenario,
    Stay,
    Text,
)
from clue_cli.ui.rulebook import page, rules_of

LANGUAGES = ("en", "fr")
PAGES = {
    language: Path(__file__).parents[1] / "docs" / name
    for language, name in zip(LANGUAGES, ("rules.md", "rules.fr.md"), strict=True)
}
COMMON = {f"C-{n:02}" for n in range(1, 15)}
WALKING = {"C-03", "C-04", "C-05", "C-06", "C-07"}
IDS = {
    Game.CLUE: COMMON | {f"CL-{n:02}" for n in range(1, 11)} | {"C15-08"},
    Game.COLLECT: WALKING | {f"S1-{n:02}" for n in range(1, 7)},
}
DECIDED = {"C-02", "C-04", "C-06", "C-12", "CL-02", "CL-05", "CL-09", "CL-10", "S1-02", "S1-06"}
CLASSIC = Rules(
    players=(3, 6),
    move_dice=1,
    move_passages=Passages.INSTEAD_OF_ROLL,
    move_stay=Stay.IF_DRAGGED,
    move_out_token=OutToken.ENTERS_ROOM,
    accuse_when=AccuseWhen.IF_UNREFUTED,
    accuse_last_standing=LastStanding.MUST_ACCUSE,
)
REWRITE = """is not what rulebook.toml says; write both pages anew with: python -c "
from pathlib import Path
from clue_cli.ui.rulebook import page
Path('docs/rules.md').write_text(page('en'), encoding='utf-8')
Path('docs/rules.fr.md').write_text(page('fr'), encoding='utf-8')"
"""


def _scenario(game: Game, rules: Rules) -> Scenario:
    name = Text({"": "test"})
    return Scenario("test", game, name, name, (), Board((), "test", name, frozenset(), ()), rules)


def _rulesets() -> Iterator[Rules]:
    """Give the default rules, and one change of them for each value of each option that names its values."""
    yield Rules()
    for option in fields(Rules):
        if isinstance(option.type, EnumType):
            for value in option.type:
                yield replace(Rules(), **{option.name: value})


def _items(language: str) -> list[str]:
    return [line for line in page(language).splitlines() if line.startswith("- **")]


@pytest.mark.parametrize("game", Game)
def test_every_ruleset_gets_every_rule_once(game: Game) -> None:
    """Whatever its options, a scenario's player reads one text for each rule: no gap, no double."""
    for rules in _rulesets():
        told = [rule.id for rule in rules_of(_scenario(game, rules))]
        assert sorted(IDS[game]) == sorted(told), rules


def test_no_text_is_dead() -> None:
    """Each text of the page is read by the players of some ruleset; a mistyped condition would hide it."""
    told = {
        (rule.id, rule.text.within("en"))
        for game in Game
        for rules in _rulesets()
        for rule in rules_of(_scenario(game, rules))
    }
    assert len(told) == len(_items("en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_every_rule(language: str) -> None:
    """A reader of either language finds every rule of both games on the page."""
    found = {item.split("**")[1] for item in _items(language)}
    assert IDS[Game.CLUE] | IDS[Game.COLLECT] == found


def test_texts_are_in_both_languages() -> None:
    """Every rule has words of its own in English and in French, whatever the options."""
    for game in Game:
        for rules in _rulesets():
            for rule in rules_of(_scenario(game, rules)):
                english, french = (rule.text.words[language] for language in LANGUAGES)
                assert english.strip()
                assert french.strip()
                assert english != french


@pytest.mark.parametrize(("language", "decision"), [("en", "our decision"), ("fr", "notre décision")])
def test_our_decisions_are_marked(language: str, decision: str) -> None:
    """Where the documents leave a point open the page says that the answer is ours, and nowhere else."""
    for game in Game:
        for rule in rules_of(_scenario(game, CLASSIC)):
            words = f"{rule.source.within(language)} {rule.text.within(language)}"
            assert (rule.id in DECIDED) == rule.decided == (decision in words.lower()), rule.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_are_those_of_the_scenario(language: str) -> None:
    """The numbers of dice and players that a player reads are those of the scenario at hand."""
    rules = replace(CLASSIC, players=(4, 9), move_dice=7)
    clue = {rule.id: rule.text.within(language) for rule in rules_of(_scenario(Game.CLUE, rules))}
    collect = {rule.id: rule.text.within(language) for rule in rules_of(_scenario(Game.COLLECT, rules))}
    assert re.findall(r"\d+", clue["CL-01"]) == ["7"]
    assert re.findall(r"\d+", clue["CL-02"]) == ["4", "9"]
    assert ": 7." in collect["S1-03"].replace("\u00a0", "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_docs_are_current(language: str) -> None:
    """What stands in docs/ is what the program tells."""
    path = PAGES[language]
    assert path.read_text(encoding="utf-8") == page(language), f"docs/{path.name} {REWRITE}"
