"""The rules page: every rule is told once, in both languages, as the options of the ruleset make it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from enum import EnumType
from itertools import product
from pathlib import Path

import pytest

from clue_cli.rules.model import (
    AccuseWhen,
    AccuseWhere,
    Board,
    Game,
    LastStanding,
    OutToken,
    Passages,
    Rules,
    Scenario,
    Stay,
    Text,
    TwoPlayers,
)
from clue_cli.scenario import load, shelf
from clue_cli.ui.rulebook import page, rules_of

LANGUAGES = ("en", "fr")
PAGES = {
    language: Path(__file__).parents[1] / "docs" / name
    for language, name in zip(LANGUAGES, ("rules.md", "rules.fr.md"), strict=True)
}
COMMON = {f"C-{n:02}" for n in range(1, 15)}
WALKING = {"C-03", "C-04", "C-05", "C-06", "C-07"}
IDS = {
    Game.CLUE: COMMON | {f"CL-{n:02}" for n in (1, 2, 3, 5, 6, 7, 8, 10)} | {"C15-08"},
    Game.COLLECT: WALKING | {f"S1-{n:02}" for n in range(1, 7)},
}
# the rules that an option's value brings into a game of Clue: one edition's in place of another's
OPTIONAL: dict[str, Mapping[str, set[str]]] = {
    "move_stay": {Stay.NEVER: {"CL-04"}, Stay.IF_DRAGGED: {"CL-04"}, Stay.ALWAYS: {"C15-03"}},
    "setup_two_players": {
        TwoPlayers.NONE: set(),
        TwoPlayers.HIDDEN_IN_ROOMS: {"C15-07"},
        TwoPlayers.HIDDEN_IN_CORNERS: {"C15-07"},
        TwoPlayers.FACE_UP: {"SG-05"},
    },
    "accuse_when": {
        AccuseWhen.ON_TURN: {"CL-09"},
        AccuseWhen.IF_UNREFUTED: {"CL-09"},
        AccuseWhen.END_OF_TURN: {"SG-03"},
    },
    "accuse_where": {AccuseWhere.ANYWHERE: set(), AccuseWhere.ANY_ROOM: {"C15-05"}},
    "accuse_last_standing": {LastStanding.MUST_ACCUSE: {"C15-06"}, LastStanding.WINS: {"SG-04"}},
}
# the rules that only a shipped edition tells, since its options and the common rules make them so
EDITIONS = {
    "clue-2015-traditional": {"C15-02", "C15-04"},
    "signature": {"SG-01", "SG-02", "SG-06"},
}
DECIDED = {"C-02", "C-04", "C-06", "C-12", "CL-05", "CL-09", "CL-10", "S1-02", "S1-06"}
DECIDED |= {"C15-03", "C15-06", "C15-07", "SG-01"}
# what one edition's document leaves open, another's settles
SETTLED = {("CL-05", "clue-2015-traditional"), ("CL-09", "clue-2015-traditional")}
SETTLED |= {("CL-10", name) for name in ("clue-2015-traditional", "signature")}
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


def _scenario(game: Game, rules: Rules, id_: str = "test") -> Scenario:
    name = Text({"": "test"})
    return Scenario(id_, game, name, name, (), Board((), "test", name, frozenset(), ()), rules)


def _expected(game: Game, rules: Rules, id_: str = "test") -> set[str]:
    if game is not Game.CLUE:
        return IDS[game]
    brought = (values[getattr(rules, option)] for option, values in OPTIONAL.items())
    return IDS[game].union(EDITIONS.get(id_, ()), *brought)


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
    """Whatever its options, a scenario's player reads one text for each rule it has: no gap, no double."""
    for rules in _rulesets():
        told = [rule.id for rule in rules_of(_scenario(game, rules))]
        assert sorted(_expected(game, rules)) == sorted(told), rules


@pytest.mark.parametrize("name", [scenario.id for scenario in shelf.listing()])
def test_a_shipped_scenario_tells_its_own_edition(name: str) -> None:
    """A player reads the rules of the edition at hand, and those of no other edition."""
    scenario = load.load(shelf.find(name)).scenario
    told = [rule.id for rule in rules_of(scenario)]
    assert sorted(_expected(scenario.game, scenario.rules, name)) == sorted(told)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("classic", {"C15-06", "C15-08"}),
        ("signature", {f"SG-{n:02}" for n in range(1, 7)} | {"C15-08"}),
        ("clue-2015-traditional", {f"C15-{n:02}" for n in range(2, 9)}),
    ],
)
def test_an_edition_tells_all_of_its_document(name: str, expected: set[str]) -> None:
    """No rule of the edition's document is missing, and of the others' only what holds here as well."""
    told = {rule.id for rule in rules_of(load.load(shelf.find(name)).scenario)}
    assert {rule for rule in told if rule.startswith(("SG-", "C15-"))} == expected


def test_no_text_is_dead() -> None:
    """Each text of the page is read by the players of some ruleset; a mistyped condition would hide it."""
    told = {
        (rule.id, rule.text.within("en"))
        for game, name, rules in product(Game, ("test", *EDITIONS), _rulesets())
        for rule in rules_of(_scenario(game, rules, name))
    }
    assert len(told) == len(_items("en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_every_rule(language: str) -> None:
    """A reader of either language finds every rule of both games and all editions on the page."""
    found = {item.split("**")[1] for item in _items(language)}
    brought = [ids for values in OPTIONAL.values() for ids in values.values()]
    assert set[str]().union(*IDS.values(), *EDITIONS.values(), *brought) == found


def test_texts_are_in_both_languages() -> None:
    """Every rule has words of its own in English and in French, whatever the options."""
    for game, name, rules in product(Game, ("test", *EDITIONS), _rulesets()):
        for rule in rules_of(_scenario(game, rules, name)):
            english, french = (rule.text.words[language] for language in LANGUAGES)
            assert english.strip()
            assert french.strip()
            assert english != french


@pytest.mark.parametrize(("language", "decision"), [("en", "our decision"), ("fr", "notre décision")])
def test_our_decisions_are_marked(language: str, decision: str) -> None:
    """Where the documents leave a point open the page says that the answer is ours, and nowhere else."""
    scenarios = [_scenario(game, CLASSIC) for game in Game]
    scenarios += [load.load(shelf.find(name)).scenario for name in EDITIONS]
    for scenario in scenarios:
        for rule in rules_of(scenario):
            words = f"{rule.source.within(language)} {rule.text.within(language)}"
            ours = rule.id in DECIDED and (rule.id, scenario.id) not in SETTLED
            assert ours == rule.decided == (decision in words.lower()), (scenario.id, rule.id)


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
