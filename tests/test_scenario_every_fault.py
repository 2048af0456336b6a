"""Every fault of a file is told at once: none hides another, and none is told where there is none."""

import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

from clue_cli.play import caselog, puzzle
from clue_cli.scenario import load, shelf
from clue_cli.scenario.faults import Located, ScenarioFaults, key_text
from clue_cli.scenario.source import Source

HOUSE = """\
format = 1
id = "house"
game = "clue"
name = "House"
story = "Three guests, three rooms."

[rules]
players = [3, 3]
[rules.setup]
weapons = "random_rooms"
two_players = "none"
[rules.move]
dice = 1
passages = "also_during_roll"
stay = "never"
out_token = "stays"
[rules.accuse]
when = "on_turn"
where = "anywhere"
last_standing = "wins"

[begin]
case = ["rope"]
dice = [[3], [4], [5]]
first = "ann"
[begin.hands]
ann = ["kitchen"]
bob = ["hall"]
[begin.weapons]
pan = "hall"
rope = "study"
[begin.tokens]
ann = [0, 2]
bob = "hall"

[[seat]]
suspect = "ann"
mind = "person"
[[seat]]
suspect = "bob"
mind = "sleuth"
script = [
  "roll",
  "go hall",
  "suggest ann pan",
  "show kitchen",
]
[[seat]]
suspect = "cyd"

[challenge.turns]
gold = 5
silver = 8
bronze = 12

[[tale]]
when = "enter"
place = "hall"
suspect = "ann" # by name
again = true
say = "A cold room."
[[tale]]
when = "turn"
turn = 3
reveal = "cyd"
dice = [[2]]
[tale.weapons]
pan = "kitchen"

[[clues]]
effect = "reveal"
card = "pan" # of the deck
copies = 2

[[category]]
kind = "suspect"
name = "Suspect"
cards = [
  { id = "ann", name = "Ann", letter = "A", colour = "#D55E00" },
  { id = "bob", name = "Bob", letter = "B", colour = "#0072B2" },
  { id = "cyd", name = "Cyd", letter = "C", colour = "#009E73" },
]

[[category]]
kind = "weapon"
name = "Weapon"
cards = [
  { id = "rope", name = "Rope" },
  { id = "pan", name = "Pan" },
]

[[category]]
kind = "room"
name = "Room"

[board]
format = 1
id = "house"
name = "House"
passages = [["kitchen", "hall"]]
grid = '''
KK..1.
KK....
#..xHH
2.3xHH
SS....
SS....
'''

[board.middle]
id = "well"
letter = "x"
name = "Well"

[[board.room]]
id = "kitchen"
letter = "K"
name = "Kitchen"
doors = [[[1, 1], [1, 2]]]

[[board.room]]
id = "hall"
letter = "H"
name = "Hall"
doors = [[[2, 4], [1, 4]]]

[[board.room]]
id = "study"
letter = "S"
name = "Study"
doors = [[[4, 1], [4, 2]]]
"""
# the table, what stands in a line of it, what is put in its place; then what is told of that line, by key
IN_HOUSE = """\
rules | players = [3, 3] | players = [3, 4]
    rules.players[1]: there can be 1 to 3 players
rules | weapons = "random_rooms" | weapons = "rooms"
    rules.setup.weapons: must be one of
rules | when = "on_turn" | whn = "on_turn"
    rules.accuse.whn: unknown key
begin | case = ["rope"] | case = ["roap", "a b"]
    begin.case[0]: there is no card
    begin.case[1]: an id is
begin | dice = [[3], [4], [5]] | dice = [[3], [4, 4], [7]]
    begin.dice[1]: a roll is 1
    begin.dice[2][0]: must be 6
begin | dice = [[3], [4], [5]] | dice = [[3, 3], [], 5]
    begin.dice[0]: a roll
    begin.dice[1]: must have 1
    begin.dice[2]: must be
begin | first = "ann" | first = "anne"
    begin.first: there is no suspect
begin | first = "ann" | first = 1
    begin.first: must be text
hands | ann = ["kitchen"] | ann = ["kitchn"]
    begin.hands.ann[0]: there is no card
hands | ann = ["kitchen"] | anne = ["kitchen", ""]
    begin.hands.anne: there is no suspect
    begin.hands.anne[1]: an id
hands | bob = ["hall"] | bob = 3
    begin.hands.bob: must be a list
hands | bob = ["hall"] | bob = ["hall", "hall"]
    begin.hands.bob[1]: hall is in the hand of bob already
weapons | pan = "hall" | pam = "hall"
    begin.weapons.pam: there is no weapon
weapons | pan = "hall" | pan = "hal"
    begin.weapons.pan: there is no room
weapons | rope = "study" | rope = ["study"]
    begin.weapons.rope: must be text
tokens | ann = [0, 2] | ann = [0, 0]
    begin.tokens.ann: row 0, column 0 is no
tokens | ann = [0, 2] | ann = [0, 120]
    begin.tokens.ann[1]: must be 119 or less
tokens | bob = "hall" | bob = "hal"
    begin.tokens.bob: the board has no room or middle
tokens | bob = "hall" | bob = true
    begin.tokens.bob: must be the id of a place
seat | mind = "sleuth" | mind = "slouth"
    seat[1].mind: must be 'novice'
seat | suspect = "bob" | suspect = "bop"
    seat[1].suspect: there is no suspect
seat | suspect = "cyd" | suspect = "ann"
    seat[2].suspect: ann has a seat already
seat | "go hall", | "go hal",
    seat[1].script[1]: there is no place 'hal'
seat | "roll", | "",
    seat[1].script[0]: must not be empty
seat | "show kitchen", | "show",
    seat[1].script[3]: 'show' can't be read as an action
seat | "suggest ann pan", | "suggest pan ann",
    seat[1].script[2]: names one card of each: <suspect> <weapon>
challenge | gold = 5 | gold = 0
    challenge.turns.gold: must be 1 or more
challenge | bronze = 12 | bronze = 3
    challenge.turns.bronze: must be 9 or more
enter | place = "hall" | place = "hal"
    tale[0].place: there is no room or square
enter | suspect = "ann" # by name | suspect = "an" # by name
    tale[0].suspect: there is no suspect
enter | when = "enter" | when = "entr"
    tale[0].when: must be one of
enter | again = true | agian = true
    tale[0].agian: unknown key
enter | say = "A cold room." | say = " A cold room."
    tale[0].say: must not start or end
enter | say = "A cold room." | sya = "A cold room."
    tale[0].sya: unknown key
turn | turn = 3 | turn = 0
    tale[1].turn: must be 1 or more
turn | reveal = "cyd" | card = "ann"
    tale[1].card: means nothing with
turn | dice = [[2]] | dice = [[2, 2]]
    tale[1].dice[0]: a roll is 1 number
turn | reveal = "cyd" | reveal = "cid"
    tale[1].reveal: there is no card
turn | pan = "kitchen" | pan = "kitchn"
    tale[1].weapons.pan: there is no room
clues | effect = "reveal" | effect = "reveel"
    clues[0].effect: must be one of
clues | card = "pan" # | card = "pam" #
    clues[0].card: there is no card
clues | copies = 2 | copies = 10
    clues[0].copies: must be 9 or less
cards | "Cyd", letter = "C" | "Cyd", letter = "CC"
    category[0].cards[2].letter: must be one letter
cards | "Bob", letter = "B" | "Bob", letter = "A"
    category[0].cards[1].letter: the letter 'A' is used twice
cards | name = "Rope" | name = ""
    category[1].cards[0].name: must not be empty
cards | name = "Pan" | name = "Pan", letter = "P"
    category[1].cards[1].letter: must be left out
board | passages = [["kitchen", "hall"]] | passages = [["kitchen", "hal"]]
    board.passages[0][1]: there is no room
board | name = "Kitchen" | name = 5
    board.room[0].name: must be text
board | letter = "S" | letter = "SS"
    board.room[2].letter: must be one letter
board | doors = [[[2, 4], [1, 4]]] | doors = [[[2, 4], [2, 3]], [9]]
    board.room[1].doors[0][1]: row 2, column 3 is no
    board.room[1].doors[1][0]: must be a list
    board.room[1].doors[1][1]: missing
"""

PUZZLE = """\
ruleset = "classic"
players = ["Anna", "Ben", "Cleo"]
cards = [6, 6, 6]
me = "Anna"
hand = ["green", "plum", "knife", "rope", "hall", "study"]
[puzzle]
level = 1
name = "Puzzle"
[puzzle.story]
en = "Who was it?"
[[event]]
suggest = ["white", "wrench", "lounge"]
by = "Anna"
passed = ["Ben"]
showed = "Cleo"
card = "lounge"
[[event]]
accuse = ["white", "wrench", "kitchen"]
by = "Ben"
wrong = true
[[event]]
reveal = "candlestick"
by = "Cleo"
"""
IN_PUZZLE = """\
log | cards = [6, 6, 6] | cards = [6, 6, 61]
    cards[2]: must be 60 or less
log | cards = [6, 6, 6] | cards = [6, -6, 6, 6]
    cards: must have one number a player: 3, not 4
    cards[1]: must be 0 or more
log | me = "Anna" | me = "Ann"
    me: there is no player
log | "rope", "hall", "study"] | "roap", "", "study"]
    hand[3]: there is no card
    hand[4]: must not be empty
log | "rope", "hall", "study"] | "green", 5, "study"]
    hand[3]: is named already
    hand[4]: must be text
puzzle | level = 1 | level = 7
    puzzle.level: must be 4 or less
puzzle | level = 1 | answer = "zzz"
    puzzle.answer: is no sealed answer
puzzle | name = "Puzzle" | nam = "Puzzle"
    puzzle.nam: unknown key
puzzle | en = "Who was it?" | en = ""
    puzzle.story.en: must not be empty
asked | suggest = ["white", "wrench", "lounge"] | suggest = ["whit", "wrench"]
    event[0].suggest[0]: there is no card
    event[0].suggest: must be one card of each
asked | suggest = ["white", "wrench", "lounge"] | suggest = ["whit", 4, "lounge"]
    event[0].suggest[0]: there is no card
    event[0].suggest[1]: must be text
asked | by = "Anna" | by = 5
    event[0].by: must be text
asked | passed = ["Ben"] | passed = ["Bem"]
    event[0].passed[0]: there is no player
asked | passed = ["Ben"] | passed = "Ben"
    event[0].passed: must be a list
asked | showed = "Cleo" | shwed = "Cleo"
    event[0].shwed: unknown key
asked | showed = "Cleo" | showed = "Clea"
    event[0].showed: there is no player
accused | accuse = ["white", "wrench", "kitchen"] | accuse = ["white", "wrench"]
    event[1].accuse: must be one card of each
accused | by = "Ben" | by = "Bern"
    event[1].by: there is no player
accused | wrong = true | wrong = 1
    event[1].wrong: must be true
shown | reveal = "candlestick" | revel = "candlestick"
    event[2].revel: unknown key
shown | reveal = "candlestick" | reveal = "candelstick"
    event[2].reveal: there is no card
shown | by = "Cleo" | by = ["Cleo"]
    event[2].by: must be text
"""


@dataclass(frozen=True)
class Plant:
    """A fault to put into a file: what stands there, what is put there, and by key what is told of it."""

    table: str
    old: str
    new: str
    told: tuple[tuple[str, str], ...]


def plants(text: str) -> list[Plant]:
    """Read the tables above."""
    found = []
    for block in re.split(r"\n(?! )", text.strip()):
        head, *lines = block.split("\n    ")
        table, old, new = head.split(" | ")
        told = tuple((key, words) for key, words in (line.split(": ", 1) for line in lines))
        found.append(Plant(table, old, new, told))
    return found


def chosen(all_: list[Plant], rng: Random) -> list[Plant]:
    """Choose two faults of one table, each in a line of its own, and at times some of others."""
    table = rng.choice(all_).table
    order = sorted(all_, key=lambda plant: (plant.table != table, rng.random()))
    some: list[Plant] = []
    for plant in order[: rng.choice((2, 3, 8, len(all_)))]:
        if all(plant.old != other.old for other in some):
            some.append(plant)
    return some


def planted(text: str, some: list[Plant]) -> tuple[str, list[tuple[int, str, str]]]:
    """Return the text with faults in it, and by line, key and first words what is told of them."""
    told: list[tuple[int, str, str]] = []
    lines = text.split("\n")
    for plant in some:
        (number,) = (n for n, line in enumerate(lines) if plant.old in line)
        told += [(number + 1, *one) for one in plant.told]
    for plant in some:
        text = text.replace(plant.old, plant.new)
    return text, sorted(told)


def refused(read: Callable[[Path], object], path: Path, text: str) -> tuple[Located, ...]:
    """Return what is told of a file with that text."""
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ScenarioFaults) as refusal:
        read(path)
    return refusal.value.located


FILES: dict[str, tuple[str, list[Plant], Callable[[Path], object]]] = {
    "house": (HOUSE, plants(IN_HOUSE), load.load),
    "puzzle": (PUZZLE, plants(IN_PUZZLE), caselog.read),
}


@pytest.mark.parametrize("name", FILES)
def test_the_files_without_a_fault_are_sound(name: str, tmp_path: Path) -> None:
    """What is told below is told of the faults that are put there."""
    text, _all, read = FILES[name]
    path = tmp_path / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    read(path)


@pytest.mark.parametrize("seed", range(50))
@pytest.mark.parametrize("name", FILES)
def test_faults_side_by_side_are_all_told(name: str, seed: int, tmp_path: Path) -> None:
    """Whatever else is wrong in the same table, each fault is told in its own line, and no other one."""
    text, all_, read = FILES[name]
    text, expected = planted(text, chosen(all_, Random(seed)))
    found = sorted((one.line, one.key, one.message) for one in refused(read, tmp_path / f"{name}.toml", text))
    assert [one[:2] for one in found] == [one[:2] for one in expected]
    for (_line, _key, message), (_same, _too, words) in zip(found, expected, strict=True):
        assert message.startswith(words)


def paths(value: Any) -> Iterator[tuple[str | int, ...]]:
    """Go through the ways to all values of a document."""
    entries = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    )
    for key, part in entries:
        yield (key,)
        yield from ((key, *rest) for rest in paths(part))


def put(document: dict[str, Any], path: tuple[str | int, ...], *, misspelt: bool) -> dict[str, Any]:
    """Return the document with a value that fits nowhere, or under a misspelt key."""
    document = deepcopy(document)
    table: Any = document
    for key in path[:-1]:
        table = table[key]
    if misspelt:
        table[f"{path[-1]}x"] = table.pop(path[-1])
    else:
        table[path[-1]] = 1.5
    return document


def _house(document: dict[str, Any], name: str) -> object:
    return load.from_document(document, name)


def _log(document: dict[str, Any], name: str) -> object:
    return caselog.of(name, document)


HOUSES = ["tutorial", "theatre", "parlour", "clue-2015", "errands-mill", "collect-train"]


@pytest.mark.parametrize("name", [*HOUSES, "case-05"])
def test_a_fault_of_shape_leads_to_no_other(name: str) -> None:
    """Where one value is of the wrong shape nothing else is called wrong: not missing, too few or unknown."""
    if name in HOUSES:
        document, read = load.load(shelf.shipped() / f"{name}.toml").document, _house
    else:
        document, read = Source.read(shelf.shipped() / "puzzles" / f"{name}.toml").document, _log
    rng = Random(name)
    for path in rng.sample(list(paths(document)), 50):
        misspelt = isinstance(path[-1], str) and rng.random() < 0.5
        with pytest.raises(ScenarioFaults) as refusal:
            read(put(document, path, misspelt=misspelt), name)
        (fault,) = refusal.value.located
        assert misspelt or fault.key == key_text(path)


@pytest.mark.parametrize(
    ("read", "text", "told"),
    [
        (load.load, PUZZLE, "is a puzzle, no scenario: 'clue puzzle check {file}' checks it"),
        (
            load.load,
            PUZZLE.replace("[puzzle", "[other"),
            "is a case log, no scenario: 'clue deduce {file}' reads it",
        ),
        (caselog.read, HOUSE, "is a scenario, no case log: 'clue scenarios check {file}' checks it"),
    ],
)
def test_a_file_of_another_sort_is_refused_in_one_line(
    read: Callable[[Path], object], text: str, told: str, tmp_path: Path
) -> None:
    """Who checks a puzzle as a scenario is told which command is meant, not that every key is unknown."""
    path = tmp_path / "house.toml"
    (fault,) = refused(read, path, text)
    assert fault.message == told.format(file=path)


def test_a_puzzle_of_another_answer_and_level_is_told_both(tmp_path: Path) -> None:
    """What a puzzle states of itself is held against its record, all of it."""
    text = (shelf.shipped() / "puzzles" / "case-01.toml").read_text(encoding="utf-8")
    text = re.sub("(?m)^level = .*", "level = 4", text)
    text = re.sub("(?m)^answer = .*", f'answer = "{puzzle.seal(("crumb", "sickle", "bakery"))}"', text)
    found = refused(lambda path: puzzle.of(caselog.read(path)), tmp_path / "case.toml", text)
    assert [fault.key for fault in found] == ["puzzle.level", "puzzle.answer"]
