"""The rules page: every rule is told once, in both languages, as the options of the ruleset make it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from enum import EnumType
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from clue_cli.rules.model import (
    Board,
    Card,
    Category,
    Clue,
    Effect,
    Forfeit,
    Game,
    Kind,
    Room,
    Scenario,
    Spot,
    Text,
)
from clue_cli.rules.options import LastStanding, Rules, Style, Wrong
from clue_cli.scenario import load, shelf
from clue_cli.ui.rulebook import page, rules_of

LANGUAGES = ("en", "fr")
PAGES = {
    language: Path(__file__).parents[1] / "docs" / name
    for language, name in zip(LANGUAGES, ("rules.md", "rules.fr.md"), strict=True)
}


def _ids(family: str, *numbers: int) -> set[str]:
    return {f"{family}-{number:02}" for number in numbers}


COMMON = _ids("C", *range(1, 15))
# asking round the table, first to show; a token blocks; squares, rolls and start squares
TABLE = COMMON | _ids("CL", 1, 2, 3, 5, 6, 7, 8, 9, 10) | _ids("C15", 6, 8)
# the editions of Clue 2015: stay in the room, accuse in any room, turn order, cards hidden for two
ORCHID = TABLE | _ids("C15", 3, 4, 5, 7)
MILL = (TABLE | _ids("CL", 4) | _ids("SG", 4)) - {"C15-06"}
WITHIN_A_ROLL = (TABLE | _ids("CL", 4) | _ids("MD", 4, 5, 6) | _ids("SG", 4)) - _ids("C15", 6, 8)
TOLD: dict[str, set[str]] = {
    "classic": TABLE | _ids("CL", 4),
    "clue-2015": ORCHID | _ids("C15", 1, 9, 10),
    "clue-2015-large": ORCHID | _ids("C15", 1, 9, 10),
    "clue-2015-quick": ORCHID | _ids("C15", 1, 9, 10),
    "clue-2015-traditional": ORCHID | _ids("C15", 2),
    # an accusation ends the turn (SG-03, not CL-09), and the last one in wins (SG-04, not C15-06)
    "signature": (TABLE | _ids("CL", 4) | _ids("SG", *range(1, 7))) - {"CL-09", "C15-06"},
    # all are asked (MD-10), tokens are jumped (MD-07), and a passage may lie within a roll (MD-04)
    "master-detective": (TABLE | _ids("CL", 4) | {"C15-07"} | _ids("MD", *range(1, 15)))
    - {"CL-07", "CL-08", "C15-08"},
    # no dice, no squares, no envelope, nobody is put out
    "parlour": _ids("C", 7, 8, 9, 10, 11, 13) | _ids("CL", 2, 9) | _ids("PA", *range(1, 10)),
    "collect": _ids("C", 3, 4, 5, 6, 7) | _ids("S1", *range(1, 8)),
    "errands": _ids("C", 3, 4, 5, 6, 7) | _ids("S1", 2, 3, 4) | _ids("S2", *range(1, 7)),
    # whoever is left wins (SG-04, not C15-06)
    "old-mill": MILL,
    "tutorial": MILL,
    # one may stay (C15-03), cards hide in coaches (C15-07), and tokens squeeze past each other (MD-07)
    "night-train": (TABLE | _ids("C15", 3, 5, 7) | _ids("MD", 7)) - {"CL-07"},
    # no dice, no squares: from room to room (PA-04), all from one room (PA-03)
    "theatre": (TABLE | _ids("PA", 3, 4) | _ids("SG", 4))
    - (_ids("C", 3, 4, 5, 6, 14) | _ids("C15", 6, 8) | _ids("CL", 1, 3, 5, 7, 10)),
    # rooms and passages lie within a roll (MD-04, MD-05, MD-06)
    "locked-room": WITHIN_A_ROLL,
    "grand-hotel": (WITHIN_A_ROLL | _ids("MD", 1, 2, 3, 7)) - {"CL-07"},
}
TOLD |= {
    f"{game}-{place}": TOLD[game] for game in ("collect", "errands") for place in ("house", "mill", "train")
}
# where the documents leave something open: wherever the rule is told, or in some editions alone
DECIDED = (
    _ids("C", 2, 4, 6, 12) | _ids("S1", 2, 6, 7) | _ids("S2", 5) | _ids("C15", 3, 6, 7, 9, 10) | _ids("SG", 1)
)
DECIDED |= _ids("MD", 3, 7, 8, 12, 14) | _ids("PA", 3, 4, 6, 7, 8)
DECIDED_IN: Mapping[str, set[str]] = {
    "C-08": {"parlour"},
    "C-09": {"parlour"},
    "C-14": {"master-detective", "night-train", "grand-hotel"},
    "CL-05": {
        "classic",
        "signature",
        "master-detective",
        "old-mill",
        "tutorial",
        "locked-room",
        "grand-hotel",
    },
    "C15-08": {"night-train"},
    "CL-09": {"classic"},
    "CL-10": {"classic", "old-mill", "tutorial", "locked-room"},
}
# what every player of a detective game has to know: of each line one rule, whatever the options
QUESTIONS = (
    {"C-01", "PA-01"},  # what the case is
    {"C-02", "PA-02"},  # how the cards are dealt
    {"C-07"},  # what a room holds
    {"C-08"},  # what a suggestion does
    {"C-10"},  # how a card is shown
    {"C-11"},  # how many suggestions there are
    {"C-12", "PA-09"},  # what an accusation is for
    {"C-13"},  # whose turn is next
    {"CL-02"},  # how many play
    {"CL-03", "PA-03"},  # where tokens begin
    {"CL-04", "C15-03", "PA-04"},  # how a turn begins
    {"CL-08", "MD-10", "PA-05"},  # who is asked
    {"CL-09", "SG-03"},  # when to accuse
)
# the same, of moving by dice
WALKING = (
    {"C-05"},  # how a roll is used
    {"C-06"},  # what if it can't be
    {"C-14"},  # what a token in front of a door does
    {"CL-01"},  # how many dice
    {"CL-07", "MD-07"},  # what a token in the way does
    {"C15-08", "MD-04"},  # when a passage is open
)
REWRITE = """is not what rulebook.toml says; write both pages anew with: python -c "
from pathlib import Path
from clue_cli.ui.rulebook import page
Path('docs/rules.md').write_text(page('en'), encoding='utf-8')
Path('docs/rules.fr.md').write_text(page('fr'), encoding='utf-8')"
"""
NAME = Text({"": "test"})
HALL = Room("hall", "H", NAME, ())


def _shipped(name: str) -> Scenario:
    return load.load(shelf.find(name)).scenario


def _scenario(game: Game, rules: Rules, id_: str = "test", **has: bool) -> Scenario:
    """Return a scenario of nothing but what the rules page may speak of."""
    board = Board(
        *((), "test", NAME, frozenset()),
        rooms=(replace(HALL, scene=has.get("room_scene", True)),),
        spots=(Spot("well", "W", NAME, ()),) if has.get("board_spots") else (),
        snoops=frozenset({(0, 0)} if has.get("board_snoops") else ()),
    )
    weapons = (Card("rope", NAME),) if has.get("weapons", True) else ()
    return Scenario(
        *(id_, game, NAME, NAME),
        categories=(Category(Kind.WEAPON, NAME, weapons),),
        board=board,
        rules=rules,
        start="hall" if has.get("start") else "",
        clues=(Clue(Effect.ALL_MOVE),) if has.get("clues") else (),
        forfeits=(Forfeit("glove", NAME),) if has.get("forfeits") else (),
    )


def _rulesets() -> Iterator[Rules]:
    """Give the default rules, and all changes of one or two options that name their values."""
    values: list[tuple[str, Any]] = []
    for option in fields(Rules):
        of: Any = option.type
        if isinstance(of, EnumType) or of is bool:
            values += [(option.name, value) for value in (of if isinstance(of, EnumType) else (False, True))]
    yield Rules()
    for (a, first), (b, second) in combinations(values, 2):
        if a != b:
            yield replace(Rules(), **{a: first, b: second})


def _items(language: str) -> list[str]:
    return [line for line in page(language).splitlines() if line.startswith("- **")]


def _marked(item: str) -> Scenario:
    """Return a scenario that has what an item of the page says that it holds for."""
    marks = re.findall(r"`([^`]*)`", item.split(" — ", maxsplit=1)[0])
    named = [mark for mark in marks if " = " not in mark]
    given: dict[str, Any] = {}
    for mark in marks:
        if " = " in mark:
            key, value = mark.split(" = ")
            # of the values of one option, the first
            given.setdefault(key.replace(".", "_"), {"true": True, "false": False}.get(value, value))
    options: Mapping[str, Any] = {field.name: field.type for field in fields(Rules)}
    rules = replace(Rules(), **{key: options[key](value) for key, value in given.items() if key in options})
    has = {key: value for key, value in given.items() if key not in options}
    if named[0] in list(Game):
        return _scenario(Game(named[0]), rules, **has)
    return _scenario(Game.CLUE, rules, named[0], **has)


def test_every_ruleset_answers_each_question_once() -> None:
    """Whatever the options, a player reads one answer to each question: no gap and no double."""
    for rules in _rulesets():
        listed = [rule.id for rule in rules_of(_scenario(Game.CLUE, rules))]
        told = set(listed)
        assert len(listed) == len(told), rules
        for answers in QUESTIONS + (WALKING if rules.move_style is Style.DICE else ()):
            assert len(told & answers) == 1, (rules, answers)


def test_only_who_is_put_out_reads_what_follows() -> None:
    """Where a wrong accusation costs forfeits, no rule speaks of the last one left or of tokens put out."""
    for last in LastStanding:
        rules = replace(Rules(), accuse_wrong=Wrong.PAYS_FORFEITS, accuse_last_standing=last)
        told = {rule.id for rule in rules_of(_scenario(Game.CLUE, rules))}
        assert not told & {"C-12", "CL-10", "C15-06", "SG-04"}


def test_the_table_has_every_shipped_scenario() -> None:
    """No edition ships whose rules this file does not list."""
    assert set(TOLD) == {scenario.id for scenario in shelf.listing()}


@pytest.mark.parametrize("name", TOLD)
def test_a_shipped_scenario_tells_its_own_edition(name: str) -> None:
    """A player reads all rules of the edition at hand once, and those of no other edition."""
    assert sorted(TOLD[name]) == sorted(rule.id for rule in rules_of(_shipped(name)))


@pytest.mark.parametrize("name", TOLD)
def test_the_rules_of_a_shipped_scenario_read_whole(name: str) -> None:
    """No gap of a text is left unfilled, and each rule has words of its own in English and in French."""
    for rule in rules_of(_shipped(name)):
        english, french = (rule.text.words[language] for language in LANGUAGES)
        assert english.strip()
        assert french.strip()
        assert english != french
        assert not re.search(r"[{}`]|\b(True|False|None)\b", english + french), rule.id
        assert not re.search(r"(?<=\w) [:;?!»]|« ", french), (rule.id, "a no-break space is missing")


@pytest.mark.parametrize(
    ("first", "second"),
    [("clue-2015", "clue-2015-traditional"), ("clue-2015", "parlour"), ("classic", "parlour")],
)
def test_what_an_edition_leaves_out_is_not_told(first: str, second: str) -> None:
    """Words of one edition's things do not turn up where they are in the box of another."""
    foreign = {"clue-2015": "clue card", "classic": "envelope"}[first]
    assert any(foreign in rule.text.within("en") for rule in rules_of(_shipped(first)))
    told = [
        rule for rule in rules_of(_shipped(second)) if rule.id != "C15-02"
    ]  # it says that they stay there
    assert not any(foreign in rule.text.within("en") for rule in told)


def test_no_weapon_and_no_roll_in_the_parlour() -> None:
    """Where there are neither dice nor weapons, only the rule that says so speaks of weapons."""
    for rule in rules_of(_shipped("parlour")):
        words = rule.text.within("en")
        assert ("weapon" in words) == (rule.id == "PA-01"), rule.id
        assert not re.search(r"\b(roll|dice|square|corridor|door|envelope)s?\b", words), rule.id


@pytest.mark.parametrize("item", _items("en"), ids=lambda item: item[4:].split("**")[0])
def test_no_text_is_dead(item: str) -> None:
    """Who plays by what stands in front of a rule reads that rule; a mistyped condition would hide it."""
    scenario = _marked(item)
    id_, source = item.split("**")[1], re.findall(r"\*([^*]+)\* — ", item)[0]
    told = [rule for rule in rules_of(scenario) if rule.id == id_]
    assert [rule.source.within("en") for rule in told] == [source]
    # an option's number, or the clue cards, stand in the text where the page has a name
    start = re.split(r"[`:]", item.split(" — ", 1)[1])[0]
    assert told[0].text.within("en").startswith(start)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_every_rule(language: str) -> None:
    """A reader of either language finds every rule of both games and all editions, and no other."""
    families = {"C": 14, "CL": 10, "C15": 10, "SG": 6, "MD": 14, "PA": 9, "S1": 7, "S2": 6}
    found = {item.split("**")[1] for item in _items(language)}
    assert found == {f"{name}-{n:02}" for name, last in families.items() for n in range(1, last + 1)}


@pytest.mark.parametrize(("language", "decision"), [("en", "our decision"), ("fr", "notre décision")])
@pytest.mark.parametrize("name", TOLD)
def test_our_decisions_are_marked(name: str, language: str, decision: str) -> None:
    """Where the documents leave a point open the page says that the answer is ours, and nowhere else."""
    for rule in rules_of(_shipped(name)):
        words = f"{rule.source.within(language)} {rule.text.within(language)}"
        ours = rule.id in DECIDED or name in DECIDED_IN.get(rule.id, ())
        assert ours == rule.decided == (decision in words.lower()), rule.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_are_those_of_the_scenario(language: str) -> None:
    """The numbers of dice, players and rooms that a player reads are those of the scenario at hand."""
    rules = replace(Rules(), players=(4, 9), move_dice=7)
    clue = {rule.id: rule.text.within(language) for rule in rules_of(_scenario(Game.CLUE, rules))}
    collect = {rule.id: rule.text.within(language) for rule in rules_of(_scenario(Game.COLLECT, rules))}
    parlour = {rule.id: rule.text.within(language) for rule in rules_of(_shipped("parlour"))}
    assert re.findall(r"\d+", clue["CL-01"]) == ["7"]
    assert re.findall(r"\d+", clue["CL-02"]) == ["4", "9"]
    assert ": 7." in collect["S1-03"].replace("\u00a0", "")
    assert re.findall(r"\d+", parlour["PA-04"]) == ["2"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "kinds", "cards"), [("clue-2015", 8, 9), ("clue-2015-large", 9, 29)])
def test_the_clue_cards_are_those_of_the_deck(name: str, kinds: int, cards: int, language: str) -> None:
    """A player reads what the clue cards in the pile do, and how many of them do the same."""
    told = {rule.id: rule.text.within(language) for rule in rules_of(_shipped(name))}
    # the cards stand after the second colon, as far as the stop
    deck = told["C15-09"].split(":")[2].split(".")[0].split(";")
    counts = [re.findall(r"(\d+)\u00a0× ", kind) or ["1"] for kind in deck]
    assert len(deck) == kinds
    assert sum(int(count) for (count,) in counts) == cards


@pytest.mark.parametrize("language", LANGUAGES)
def test_docs_are_current(language: str) -> None:
    """What stands in docs/ is what the program tells."""
    path = PAGES[language]
    assert path.read_text(encoding="utf-8") == page(language), f"docs/{path.name} {REWRITE}"
