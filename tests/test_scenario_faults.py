"""Every fault of a scenario file is told where it is, with what is wrong and what was likely meant."""

from pathlib import Path
from typing import Any

import pytest

from clue_cli.scenario import load
from clue_cli.scenario.faults import Located, ScenarioFaults, shown

TINY = """\
format = 1
id = "tiny"
game = "clue"
name = "Tiny"
story = "Two guests, two rooms."

[rules]
players = [1, 2]
[rules.setup]
weapons = "random_rooms"
two_players = "none"
[rules.move]
dice = 1
passages = "no"
stay = "never"
out_token = "stays"
[rules.accuse]
when = "on_turn"
where = "anywhere"
last_standing = "wins"

[[category]]
kind = "suspect"
name = { en = "Suspect", fr = "Suspect" }
cards = [
  { id = "ann", name = { en = "Ann", fr = "Anne" }, letter = "A", colour = "#D55E00" },
  { id = "bob", name = "Bob", letter = "B", colour = "#0072B2" },
]

[[category]]
kind = "weapon"
name = "Weapon"
cards = [{ id = "rope", name = "Rope [long]" }, { id = "pan", name = "Pan" }]

[[category]]
kind = "room"
name = "Room"

[board]
format = 1
id = "tiny"
name = "Tiny house"
grid = '''
KK..1.
KK....
#..xHH
2..xHH
'''
passages = [["kitchen", "hall"]]
middle = { id = "well", letter = "x", name = "Well" }

[[board.room]]
id = "kitchen"
letter = "K"
name = "Kitchen"
doors = [[[1, 1], [1, 2]], [[1, 1], [2, 1]]]

[[board.room]]
id = "hall"
letter = "H"
name = "Hall"
doors = [[[2, 4], [1, 4]]]
"""
COLLECT = TINY[: TINY.index("[rules]")].replace('"clue"', '"collect"') + (
    'start = "well"\n[rules.move]\ndice = 2\n\n' + TINY[TINY.index("[[category]]") :]
)
HALL = 'letter = "H"'
PASSAGE = 'passages = [["kitchen", "hall"]]\n'
DOORS = "doors = [[[2, 4], [1, 4]]]\n"
SPOT = (
    DOORS
    + """
[[board.spot]]
id = "nook"
letter = "n"
name = "Nook"
doors = [[[0, 5], [1, 5]]]
"""
)
IN_GRID = ("KK..1.\n", "KK..1n\n")
NEVER = 'stay = "never"'
LINKED = """\
format = 1
id = "tiny"
game = "clue"
name = "Tiny"
story = "Four guests, four rooms."
forfeits = [{ id = "glove", name = "Glove" }]

[rules]
players = [2, 4]
[rules.setup]
two_players = "none"
[rules.move]
style = "rooms"
rooms = 2
[rules.suggest]
interrogation = "card_or_forfeit"
[rules.accuse]
when = "instead_of_move"
where = "anywhere"
wrong = "pays_forfeits"

[[category]]
kind = "suspect"
name = "Woman"
cards = [
  { id = "ann", name = "Ann", letter = "A", colour = "#D55E00" },
  { id = "eve", name = "Eve", letter = "E", colour = "#0072B2" },
]

[[category]]
kind = "suspect"
name = "Man"
cards = [
  { id = "bob", name = "Bob", letter = "B", colour = "#D55E00" },
  { id = "dan", name = "Dan", letter = "D", colour = "#0072B2" },
]

[[category]]
kind = "room"
name = "Room"

[board]
format = 1
id = "tiny"
name = "Tiny house"
grid = '''
KKHH
KKHH
SSLL
'''
links = [["kitchen", "hall"], ["hall", "lounge"], ["lounge", "study"], ["study", "kitchen"]]
room = [
  { id = "kitchen", letter = "K", name = "Kitchen", colour = "#D55E00" },
  { id = "hall", letter = "H", name = "Hall", colour = "#0072B2" },
  { id = "study", letter = "S", name = "Study" },
  { id = "lounge", letter = "L", name = "Lounge" },
]
"""

CASES: dict[str, tuple[Any, ...]] = {
    # structure
    "unknown key": (
        "players = [1, 2]",
        "«playrs = [1, 2]",
        "rules.playrs: unknown key (did you mean 'players'?)",
    ),
    "unknown key of a card": (
        'colour = "#D55E00"',
        '«color = "#D55E00"',
        "color: unknown key (did you mean 'colour'?)",
    ),
    "missing key at its table": (
        'kind = "room"\nname = "Room"',
        'kind = "room"',
        "category[2].name: missing",
    ),
    "missing key of a card": (', name = "Bob"', "", "category[0].cards[1].name: missing"),
    "missing key of the file": ('name = "Tiny"\n', "", "error: name: missing"),
    "missing option": ('stay = "never"\n', "", "rules.move.stay: missing"),
    "missing option of the set-up": ('weapons = "random_rooms"\n', "", "rules.setup.weapons: missing"),
    "wrong choice": ('stay = "never"', 'stay = «"nevver"', "not 'nevver' (did you mean 'never'?)"),
    "wrong type": ("dice = 1", 'dice = «"1"', "rules.move.dice: must be a whole number, not '1'"),
    "yes is no number": ("dice = 1", "dice = «true", "must be a whole number, not true"),
    "a date is no text": ('story = "Two guests, two rooms."', "story = «1949-12-24", "story: must be text"),
    "three dice": ("dice = 1", "dice = «3", "must be 2 or less, not 3"),
    "another format": (
        'format = 1\nid = "tiny"\ngame',
        'format = «2\nid = "tiny"\ngame',
        "format: must be 1, not 2",
    ),
    "unknown game": (
        'game = "clue"',
        'game = «"clu"',
        "must be one of 'clue', 'collect', 'errands', not 'clu' (did you mean 'clue'?)",
    ),
    "a table for a list": ("players = [1, 2]", "players = «{}", "players: must be a list, not a table"),
    "one number of players": ("players = [1, 2]", "players = «[1]", "rules.players[1]: missing"),
    "a name of another type": (
        'name = "Bob"',
        "name = «7",
        "must be text, or a table of texts by language, not 7",
    ),
    "a board of another type": (
        "[board]\n",
        "[[«board]]\n",
        "board: must be the id of a board or a table, not a list",
    ),
    # text
    "escape sequence": ('"Pan"', '«"P\\u001b[2Jan"', "cards[1].name: holds the invisible character U+001B"),
    "bidi override in one language": (
        'en = "Ann"',
        'en = «"A\\u202enn"',
        "cards[0].name.en: holds the invisible",
    ),
    "blank at the end": ('"Pan"', '«"Pan "', "must not start or end with a blank"),
    "empty name": ('"Pan"', '«""', "must not be empty"),
    "long name": ('"Pan"', f'«"{"n" * 61}"', "must have 60 characters at most, not 61"),
    "long story": (
        '"Two guests, two rooms."',
        f'«"{"n" * 2001}"',
        "must have 2000 characters at most, not 2001",
    ),
    "language": ('{ en = "Ann", fr', '{ «eng = "Ann", fr', "must be a language of two lower case letters"),
    "no language": ('{ en = "Suspect", fr = "Suspect" }', "«{}", "must have 1 entries at least"),
    # ids, letters, colours
    "id pattern": ('id = "pan"', 'id = «"frying-pan"', "an id is lower case words joined by '_'"),
    "scenario id pattern": (
        'id = "tiny"\ngame',
        'id = «"../tiny"\ngame',
        "an id is lower case words joined by '-'",
    ),
    "id of another card": ('id = "pan"', 'id = «"bob"', "cards[1].id: the id 'bob' is given twice"),
    "id of another room": ('id = "hall"', 'id = «"kitchen"', "board.room[1].id: the id", (PASSAGE, "")),
    "id of a room": ('id = "pan"', 'id = «"hall"', "the id 'hall' is given twice"),
    "id of the middle": ('id = "pan"', 'id = «"well"', "the id 'well' is given twice"),
    "colour": ('"#D55E00"', '«"red"', "must be a colour written #RRGGBB"),
    "suspect without letter": (', letter = "B"', "", "category[0].cards[1].letter: missing"),
    "suspect without colour": (', colour = "#0072B2"', "", "category[0].cards[1].colour: missing"),
    "letter of two suspects": ('letter = "B"', 'letter = «"A"', "the letter 'A' is used twice"),
    "two letters": ('letter = "B"', 'letter = «"Bo"', "must be one letter"),
    "no ASCII letter": ('letter = "B"', 'letter = «"É"', "must be one letter"),
    "weapon with a letter": (
        'name = "Pan"',
        'name = "Pan", «letter = "P"',
        "must be left out: only suspects have it",
    ),
    "same name": ('name = "Pan"', 'name = «"rope [LONG]"', "the name 'rope [long]' is used twice"),
    "same name in one language": (
        'name = "Bob"',
        'name = { en = "Bob", fr = «"Anne" }',
        "cards[1].name.fr: the name 'anne' is used twice",
    ),
    # categories and players
    "kind twice": ('kind = "weapon"', 'kind = «"suspect"', "there is a category of kind 'suspect' already"),
    "cards of rooms": (
        'name = "Room"',
        'name = "Room"\n«cards = [{id = "k", name = "K"}]',
        "must be left out",
    ),
    "no cards": (
        'cards = [{ id = "rope", name = "Rope [long]" }, { id = "pan", name = "Pan" }]\n',
        "",
        "category[1].cards: missing",
    ),
    "empty cards": (
        '[{ id = "rope", name = "Rope [long]" }, { id = "pan", name = "Pan" }]',
        "«[]",
        "category[1].cards: must have 1 entries at least, not 0",
    ),
    "61 cards": (
        '{ id = "pan", name = "Pan" }]',
        ", ".join(f'{{id = "w{n}", name = "W{n}"}}' for n in range(60)) + "]",
        "category[1].cards: must have 60 entries at most, not 61",
        ("random_rooms", "off_board"),
    ),
    "no player": ("players = [1, 2]", "players = [«0, 2]", "rules.players[0]: there can be 1 to 2 players"),
    "more players than suspects": (
        "players = [1, 2]",
        "players = [1, «3]",
        "rules.players[1]: there can be 1 to 2",
    ),
    "players upside down": (
        "players = [1, 2]",
        "players = «[2, 1]",
        "the fewest players are more than the most",
    ),
    "more weapons than rooms": (
        '"random_rooms"',
        '«"random_rooms"',
        "there are 3 weapons, but only 2 rooms",
        ('{ id = "pan"', '{ id = "axe", name = "Axe" }, { id = "pan"'),
    ),
    "start nowhere": (
        "[rules]\n",
        'start = «"hal"\n[rules]\n',
        "start: the board has no room or middle of the id 'hal' (did you mean 'hall'?)",
    ),
    # the drawing
    "empty grid": (
        TINY[TINY.index("'''") : TINY.index("passages = [[")],
        "«''''''\n",
        "board.grid: is empty",
    ),
    "ragged grid": ("#..xHH\n", "«#..xHHH\n", "board.grid[2]: row 2 has 7 characters, the others have 6"),
    "unknown character": (
        "#..xHH\n",
        "«?..xHH\n",
        "board.grid[2][0]: '?' at row 2, column 0 means nothing",
    ),
    "large board": (
        "'''\nKK",
        "«'''\n" + "K" * 123 + "\nKK",
        "has 5 rows and 123 columns; 120 of each is the most",
    ),
    "letter twice": (
        HALL,
        'letter = «"K"',
        "the letter 'K' is used twice",
        ("HH", "##"),
        ("[[[2, 4], [1, 4]]]", "[[[0, 1], [0, 2]]]"),
    ),
    "letter of the middle": (
        'letter = "x"',
        'letter = «"q"',
        "the letter 'q' is not in the grid",
        ("..x", "..#"),
    ),
    "room in pieces": (
        "2..xHH\n",
        "2..x#«H\n",
        "board.grid[3][5]: hall is in pieces",
        ("#..xHH", "#..xH#"),
    ),
    "room without doors": (
        "doors = [[[2, 4], [1, 4]]]",
        "doors = «[]",
        "board.room[1].doors: missing: a room that neither a door nor a passage leads to",
        (PASSAGE, ""),
    ),
    "room behind a passage that is not taken": (
        "doors = [[[2, 4], [1, 4]]]",
        "doors = []",
        "board: hall has no door, and no passages are taken in this game",
    ),
    "door out of its room": (
        "[[[2, 4], [1, 4]]]",
        "[[«[2, 3], [1, 3]]]",
        "doors[0][0]: row 2, column 3 is no cell of hall",
    ),
    "door into nothing": (
        "[[[2, 4], [1, 4]]]",
        "[[[2, 4], «[2, 3]]]",
        "doors[0][1]: row 2, column 3 is no corridor square",
    ),
    "door apart": ("[[[2, 4], [1, 4]]]", "[«[[2, 4], [0, 4]]]", "the two cells of a door must touch"),
    "door off the board": ("[[[2, 4], [1, 4]]]", "[[[2, 4], [«-1, 4]]]", "must be 0 or more, not -1"),
    "door twice": (
        "[[1, 1], [2, 1]]]",
        "«[[1, 1], [1, 2]]]",
        "board.room[0].doors[1]: the door is given twice",
    ),
    "square out of reach": (
        "#..xHH",
        "#«.#xHH",
        "board.grid[2][1]: the 3 corridor squares from row 2, column 1 lead to one room alone",
        ("2..x", "2.#x"),
    ),
    "passage to nowhere": (
        '"hall"]]',
        '«"hal"]]',
        "passages[0][1]: there is no room 'hal' (did you mean 'hall'?)",
    ),
    "passage to itself": (
        '["kitchen", "hall"]',
        '«["hall", "hall"]',
        "a passage must join two different rooms",
    ),
    "passage twice": (
        '["kitchen", "hall"]',
        '["kitchen", "hall"], «["hall", "kitchen"]',
        "the passage is given twice",
    ),
    "start twice": ("2..xHH", "2.«2xHH", "board.grid[3][2]: the start square 2 is drawn twice"),
    "start missing": ("2..xHH", "3..xHH", "the start square 2 is missing", ("'''\nKK", "«'''\nKK")),
    "path off the corridor": (
        PASSAGE,
        PASSAGE + "paths = [[[0, 2], «[0, 1]]]\n",
        "board.paths[0][1]: row 0, column 1 is no corridor square",
    ),
    "path to itself": (
        PASSAGE,
        PASSAGE + "paths = [«[[0, 2], [0, 2]]]\n",
        "board.paths[0]: a path must join two squares that do not touch",
    ),
    "path between neighbours": (
        PASSAGE,
        PASSAGE + "paths = [«[[0, 2], [0, 3]]]\n",
        "board.paths[0]: a path must join two squares that do not touch",
    ),
    "path twice": (
        PASSAGE,
        PASSAGE + "paths = [[[0, 2], [1, 4]], «[[1, 4], [0, 2]]]\n",
        "board.paths[1]: the path is given twice",
    ),
    "path of no cells": (
        PASSAGE,
        PASSAGE + "paths = [[[«[0], 2], [0, 3]]]\n",
        "board.paths[0][0][0]: must be a whole number, not a list",
    ),
    "letter of snoop squares": (
        HALL,
        'letter = «"o"',
        "the letter 'o' draws snoop squares",
        ("#..xHH", "#..xoo"),
        ("2..xHH", "2..xoo"),
    ),
    "spot without doors": (
        "doors = [[[0, 5], [1, 5]]]",
        "doors = «[]",
        "board.spot[0].doors: must have 1 entries at least",
        (DOORS, SPOT),
        IN_GRID,
    ),
    "passage between a room and a spot": (
        '["kitchen", "hall"]',
        '«["kitchen", "nook"]',
        "board.passages[0]: a passage joins two rooms or two spots",
        (DOORS, SPOT),
        IN_GRID,
    ),
    "start in a spot": (
        "[rules]\n",
        'start = «"nook"\n[rules]\n',
        "start: the board has no room or middle of the id 'nook'",
        (DOORS, SPOT),
        IN_GRID,
    ),
    # clue cards, forfeits, options that depend on others
    "clue card of no effect": (
        "[rules]\n",
        'clues = [{ effect = «"all_mov" }]\n[rules]\n',
        "not 'all_mov' (did you mean 'all_move'?)",
    ),
    "clue card that calls for no card": (
        "[rules]\n",
        'clues = [«{ effect = "reveal" }]\n[rules]\n',
        "clues[0].card: missing: the effect 'reveal' calls for a card",
    ),
    "clue card that calls for an unknown card": (
        "[rules]\n",
        'clues = [{ effect = "reveal", card = «"hal" }]\n[rules]\n',
        "clues[0].card: there is no card 'hal' (did you mean 'hall'?)",
    ),
    "clue card with a card that nobody calls for": (
        "[rules]\n",
        'clues = [{ effect = "all_move", «card = "hall" }]\n[rules]\n',
        "must be left out: only the effect 'reveal' calls for a card",
    ),
    "clue card for passages that may not be taken": (
        "[rules]\n",
        'clues = [{ effect = «"passage" }]\n[rules]\n',
        "clues[0].effect: there are no secret passages for a room to join",
    ),
    "clue card for passages between spots alone": (
        "[rules]\n",
        'clues = [{ effect = «"passage" }]\n[rules]\n',
        "clues[0].effect: there are no secret passages for a room to join",
        ('passages = "no"', 'passages = "instead_of_roll"'),
        (PASSAGE, 'passages = [["nook", "den"]]\n'),
        (DOORS, SPOT + SPOT[len(DOORS) :].replace("nook", "den").replace("Nook", "Den")),
        ('"den"\nletter = "n"', '"den"\nletter = "m"'),
        ("[[[0, 5], [1, 5]]]\n\n[[board.spot]]", "[[[0, 5], [1, 5]]]\n[[board.spot]]"),
        ('"Den"\ndoors = [[[0, 5]', '"Den"\ndoors = [[[1, 5]'),
        ("[1, 5], [1, 5]", "[1, 5], [1, 4]"),
        ("[[0, 5], [1, 5]]", "[[0, 5], [0, 4]]"),
        ("KK..1.\nKK....\n", "KK..1n\nKK...m\n"),
    ),
    "ten copies of a clue card": (
        "[rules]\n",
        'clues = [{ effect = "all_move", copies = «10 }]\n[rules]\n',
        "clues[0].copies: must be 9 or less, not 10",
    ),
    "63 clue cards": (
        "[rules]\n",
        "clues = «[" + ", ".join(['{ effect = "all_move", copies = 9 }'] * 7) + "]\n[rules]\n",
        "clues: there are more than 60 clue cards",
    ),
    "forfeits that nobody pays": (
        "[rules]\n",
        '«forfeits = [{ id = "hat", name = "Hat" }]\n[rules]\n',
        "forfeits: means nothing where no forfeits are paid",
    ),
    "rooms of a move by dice": (
        NEVER,
        NEVER + "\n«rooms = 2",
        "rules.move.rooms: means nothing where move.style is not 'rooms'",
    ),
    "dice where any room may be entered": (
        "dice = 1",
        '«dice = 1\nstyle = "anywhere"',
        "rules.move.dice: means nothing where move.style is not 'dice'",
        ('passages = "no"\nstay = "never"\nout_token = "stays"\n', ""),
    ),
    "rooms of a move where any room may be entered": (
        'dice = 1\npassages = "no"\nstay = "never"\nout_token = "stays"\n',
        'style = "anywhere"\n«rooms = 2\n',
        "rules.move.rooms: means nothing where move.style is not 'rooms'",
    ),
    "no last one where nobody is put out": (
        'last_standing = "wins"',
        '«last_standing = "wins"\nwrong = "pays_forfeits"',
        "rules.accuse.last_standing: means nothing where accuse.wrong is not 'out'",
        ('out_token = "stays"\n', ""),
        ("[rules]\n", 'forfeits = [{ id = "hat", name = "Hat" }]\n[rules]\n'),
    ),
    "too few rooms to hide cards in": (
        'two_players = "none"',
        'two_players = «"hidden_in_rooms"',
        "there are only 2 rooms to hide one of four cards each in",
    ),
    "too few corner rooms to hide cards in": (
        'two_players = "none"',
        'two_players = «"hidden_in_corners"',
        "there are only 0 rooms to hide one of four cards each in",
        (PASSAGE, ""),
    ),
    "too few cards to set four aside": (
        'two_players = "none"',
        'two_players = «"face_up"',
        "only 3 cards are dealt, too few to set four aside",
    ),
    "room of the name of another": (
        'name = "Hall"',
        'name = «"Kitchen"',
        "board.room[1].name: the name 'kitchen' is used twice",
    ),
    "ruleset": (
        'game = "clue"',
        'ruleset = «"clasic"\ngame = "clue"',
        "there is no scenario 'clasic' to take the rest from (did you mean 'classic'?)",
    ),
}


LINKED_CASES: dict[str, tuple[Any, ...]] = {
    # a board whose rooms are linked has nothing else to walk on
    "a corridor": ("KKHH\nSSLL", "KKH«.\nSSLL", "board.grid[1][3]: has no place on a board with links"),
    "a snoop square": ("KKHH\nSSLL", "KKH«o\nSSLL", "board.grid[1][3]: has no place on a board with links"),
    "a start square": ("KKHH\nSSLL", "KKH«1\nSSLL", "board.grid[1][3]: has no place on a board with links"),
    "a door": (
        'name = "Study"',
        'name = "Study", «doors = [[[2, 0], [2, 1]]]',
        "board.room[2].doors: has no place on a board with links",
    ),
    "paths": (
        "links = ",
        "«paths = [[[0, 0], [0, 1]]]\nlinks = ",
        "board.paths: has no place on a board with links",
    ),
    "a middle": (
        "links = ",
        '«middle = { id = "well", letter = "x", name = "Well" }\nlinks = ',
        "board.middle: has no place on a board with links",
        ("SSLL", "SSLx"),
    ),
    "a spot": (
        "links = ",
        '«spot = [{ id = "nook", letter = "n", name = "Nook", doors = [[[2, 3], [1, 3]]] }]\nlinks = ',
        "board.spot: has no place on a board with links",
        ("SSLL", "SSLn"),
    ),
    # the links
    "link to nowhere": (
        '"hall"], ["hall"',
        '"hall"], [«"hal"',
        "board.links[1][0]: there is no room 'hal' (did you mean 'hall'?)",
    ),
    "link of no room": ('"hall"], ["hall"', '"hall"], [«7', "board.links[1][0]: must be text, not 7"),
    "link to itself": (
        '["hall", "lounge"]',
        '«["hall", "hall"]',
        "board.links[1]: a link must join two different rooms",
    ),
    "link twice": (
        '["hall", "lounge"]',
        '["hall", "lounge"], «["lounge", "hall"]',
        "board.links[2]: the link is given twice",
    ),
    "link of rooms that meet at a corner alone": (
        '["hall", "lounge"]',
        '["hall", "lounge"], «["kitchen", "lounge"]',
        "board.links[2]: kitchen (row 0, column 0) and lounge (row 2, column 2) do not touch: draw the rooms",
    ),
    "room out of reach": (
        '{ id = "study"',
        '«{ id = "study"',
        "board.room[2]: study can't be reached by links",
        (', ["lounge", "study"], ["study", "kitchen"]', ""),
    ),
    # options
    "dice": (
        "rooms = 2",
        "rooms = 2\n«dice = 2",
        "rules.move.dice: means nothing where move.style is not 'dice'",
    ),
    "weapons": (
        'two_players = "none"',
        'two_players = "none"\n«weapons = "off_board"',
        "rules.setup.weapons: means nothing where there are no weapons",
    ),
    "clue cards": (
        "[rules]\n",
        '«clues = [{ effect = "all_move" }]\n[rules]\n',
        "clues: means nothing where no dice are rolled",
    ),
    "five rooms a move": ("rooms = 2", "rooms = «5", "rules.move.rooms: must be 4 or less, not 5"),
    "nothing to part with": (
        'forfeits = [{ id = "glove", name = "Glove" }]\n',
        "",
        "error: forfeits: missing: players have nothing to part with",
    ),
    "21 forfeits": (
        '[{ id = "glove", name = "Glove" }]',
        "«[" + ", ".join(f'{{ id = "f{n}", name = "F{n}" }}' for n in range(21)) + "]",
        "forfeits: must have 20 entries at most, not 21",
    ),
    "forfeit of the id of a card": (
        'id = "glove"',
        'id = «"bob"',
        "forfeits[0].id: the id 'bob' is given twice",
    ),
    "forfeit twice": (
        'name = "Glove" }',
        'name = "Glove" }, { id = "mitten", name = «"glove" }',
        "forfeits[1].name: the name 'glove' is used twice",
    ),
    # two categories of suspects
    "letter in both": ('letter = "B"', 'letter = «"A"', "category[1].cards[0].letter: the letter 'A' is"),
    "name in both": (
        'name = "Bob"',
        'name = «"Ann"',
        "category[1].cards[0].name: the name 'ann' is used twice",
    ),
    "id in both": ('id = "bob"', 'id = «"ann"', "category[1].cards[0].id: the id 'ann' is given twice"),
    "rooms twice": (
        'kind = "room"\nname = "Room"',
        'kind = "room"\nname = "Room"\n[[category]]\nkind = «"room"\nname = "Place"',
        "category[3].kind: there is a category of kind 'room' already",
    ),
    "no suspects": (
        LINKED[LINKED.index('[[category]]\nkind = "suspect"') : LINKED.index('[[category]]\nkind = "room"')],
        "",
        "category: there is no category of kind 'suspect'",
    ),
    # where tokens start
    "colour of no room": (
        'letter = "B", colour = "#D55E00"',
        'letter = "B", colour = «"#009E73"',
        "category[1].cards[0].colour: 0 rooms of the board have the colour #009E73",
    ),
    "colour of two rooms": (
        'letter = "B", colour = "#D55E00"',
        'letter = "B", colour = «"#009E73"',
        "category[1].cards[0].colour: 2 rooms of the board have the colour #009E73",
        ('name = "Study"', 'name = "Study", colour = "#009E73"'),
        ('name = "Lounge"', 'name = "Lounge", colour = "#009E73"'),
    ),
}


def refused(folder: Path, text: str, name: str = "tiny.toml") -> tuple[Located, ...]:
    """Write the scenario file, and return the faults for which it is refused."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ScenarioFaults) as refusal:
        load.load(path)
    return refusal.value.located


def place(text: str) -> tuple[int, int]:
    """Return the line and the column of the mark « in a text, both from 1."""
    before = text[: text.index("«")]
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def test_the_pattern_of_the_cases_is_sound(tmp_path: Path) -> None:
    """The scenarios that the cases break are whole, so that each case shows its own fault only."""
    for text in (TINY, TINY.replace(DOORS, SPOT).replace(*IN_GRID), COLLECT, LINKED):
        path = tmp_path / "tiny.toml"
        path.write_text(text, encoding="utf-8")
        assert load.load(path).scenario.id == "tiny"


@pytest.mark.parametrize(
    ("text", "case"),
    [(TINY, case) for case in CASES.values()] + [(LINKED, case) for case in LINKED_CASES.values()],
    ids=[*CASES, *LINKED_CASES],
)
def test_a_fault_is_told_once_and_where_it_is(text: str, case: tuple[Any, ...], tmp_path: Path) -> None:
    """Each fault gives one line, at the line and column of the text that is wrong."""
    old, new, message, *further = case
    for pair in (*further, (old, new)):
        assert pair[0] in text
        text = text.replace(*pair)
    faults = refused(tmp_path, text.replace("«", ""))
    lines = [next(fault.lines()) for fault in faults]
    assert len(faults) == 1, lines
    assert message in lines[0]
    if "«" in text:
        assert place(text) == (faults[0].line, faults[0].column)


COLLECT_CASES: dict[str, tuple[Any, ...]] = {
    "unknown start": (
        'start = "well"',
        'start = «"wel"',
        "start: the board has no room or middle of the id 'wel' (did you mean 'well'?)",
    ),
    "start missing": ('start = "well"\n', "", "error: start: missing"),
    "more suspects than rooms": (
        "cards = [\n",
        'cards = «[\n  { id = "cat", name = "Cat", letter = "C", colour = "#009E73" },\n',
        "category[0].cards: there are 3 suspects, but only 2 rooms",
    ),
    "more weapons than suspects": (
        'cards = [{ id = "rope"',
        'cards = «[{ id = "axe", name = "Axe" }, { id = "rope"',
        "category[1].cards: there are 3 weapons, but only 2 suspects",
    ),
    "an option of clue": (
        "dice = 2",
        'dice = 2\n«stay = "never"',
        "rules.move.stay: means nothing in the game 'collect'",
    ),
    "players": (
        "[rules.move]",
        "[rules]\n«players = [1, 1]\n[rules.move]",
        "means nothing in the game 'collect'",
    ),
    "clue cards": (
        "[rules.move]",
        '«clues = [{ effect = "all_move" }]\n[rules.move]',
        "clues: means nothing in the game 'collect'",
    ),
    "walled in": (
        'start = "well"',
        'start = «"well"',
        "no corridor square touches the middle",
        ("KK....\n#..xHH\n2..xHH", "KK....\n#.#HHH\n2.#HHx"),
    ),
}


@pytest.mark.rule("S1-01", "S1-02", "S1-03")
@pytest.mark.parametrize("case", COLLECT_CASES)
def test_a_fault_of_a_game_of_collect_is_told_where_it_is(case: str, tmp_path: Path) -> None:
    """A game of collect needs a start place, a room for each suspect and a suspect for each weapon."""
    old, new, message, *further = COLLECT_CASES[case]
    text = COLLECT
    for pair in (*further, (old, new)):
        assert pair[0] in text
        text = text.replace(*pair)
    faults = refused(tmp_path, text.replace("«", ""))
    lines = [next(fault.lines()) for fault in faults if "corridor squares from" not in fault.message]
    assert len(lines) == 1, lines
    assert message in lines[0]
    if "«" in text:
        assert place(text) == (faults[-1].line, faults[-1].column) or place(text) == (
            faults[0].line,
            faults[0].column,
        )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a = 1 «2\n", "the line should end here"),
        ('a = "é" «x\n', "the line should end here"),
        ("a = [1,«", "this is no value: "),
        ('a = "b«\n', "the closing quotes are missing"),
        ('a = "b«\x07"\n', "the character U+0007 can't stand here"),
        ("a = «" + "9" * 5000, "holds a number of more than 64 bits"),
        ("a = 1\n«a = 2\n", "'a' is given already, in line 1"),
        ("a = 1\n«a.b = 2\n", "'a' is given already, in line 1"),
        ("[a]\nb = 1\n[«a]\n", "'a' is given already, in line 1"),
        ('[["é"]]\nb = 1\n[["é"]]\nb = 1\n«b = """\n"""\n', "given already, in line 4"),
        ("a = { b = 1, «b = { b = 2 } }\n", "'a.b' is given already, in line 1"),
        # what stands behind the slip may be anything
        ("a = 1\n«a = 2\nb = { c }\n", "'a' is given already, in line 1"),
        ("a = 1\n«a = 2\nb = [{ c = ", "'a' is given already, in line 1"),
        ("a = 1\n«a = 2\n[", "'a' is given already, in line 1"),
    ],
)
def test_broken_toml_is_told_at_its_place(text: str, message: str, tmp_path: Path) -> None:
    """A slip in the TOML itself is shown in the line where reading stopped."""
    (fault,) = refused(tmp_path, text.replace("«", ""))
    assert message in fault.message
    assert (fault.line, fault.column) == place(text)


def test_a_fault_is_told_in_a_few_hundred_characters(tmp_path: Path) -> None:
    """A key of a hundred thousand letters is told by its first ones."""
    (fault,) = refused(tmp_path, TINY + "k" * 100_000 + " = 1\n")
    assert fault.message == "unknown key"
    assert all(len(line) < 500 + len(fault.file) for line in fault.lines())


@pytest.mark.parametrize(
    "code", [0x34F, 0x115F, 0x17B4, 0x180B, 0x2800, 0x3164, 0xFE0F, 0xFFFC, 0xE0100, 0x1D159]
)
def test_no_name_holds_what_nobody_sees(code: int, tmp_path: Path) -> None:
    """Two names that look alike would be two cards, although Python calls these characters printable."""
    (fault,) = refused(tmp_path, TINY.replace('"Pan"', f'"Pan{chr(code)}"'))
    assert fault.message == f"holds the invisible character U+{code:04X}"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("\u0301", "must have a letter, a digit or a sign to be seen"),
        ("a\u0301\u0302\u0303\u0304", "must not pile more than 3 marks on a letter"),
        ("e\u0301\u0302\u0303e\u0301", ""),
        ("?", ""),
    ],
)
def test_marks_stand_on_letters(name: str, message: str, tmp_path: Path) -> None:
    """A name can be read in its line: marks stand on a letter, and not in a pile."""
    found = refused(tmp_path, TINY.replace('"Pan"', f'"{name}"').replace("format = 1", "format = 1\nodd = 1"))
    assert [fault.message for fault in found if fault.message != "unknown key"] == [message] * bool(message)


def test_all_faults_come_at_once_in_the_order_of_the_file(tmp_path: Path) -> None:
    """One run shows everything that has to be mended: in structure, between tables and in the drawing."""
    text = TINY
    for old, new in (
        ("dice = 1", "dice = «3"),
        ('letter = "B"', 'letter = «"A"'),
        ('id = "pan"', "id = «7"),
        ("KK....\n", "KK...«?\n"),
        ('"hall"]]', '«"hell"]]'),
    ):
        text = text.replace(old, new)
    expected = []
    while "«" in text:
        expected.append(place(text))
        text = text.replace("«", "", 1)
    assert [(fault.line, fault.column) for fault in refused(tmp_path, text)] == expected


def test_a_fault_is_shown_with_its_line_and_marks_below(tmp_path: Path) -> None:
    """A person sees the line of the file and the wrong text underlined."""
    path = tmp_path / "tiny.toml"
    path.write_text(TINY.replace('stay = "never"', 'stay = "nevver"'), encoding="utf-8")
    with pytest.raises(ScenarioFaults) as refusal:
        load.load(path)
    assert refusal.value.lines() == [
        f"{path}:15:8: error: rules.move.stay: must be one of 'never', 'if_dragged', 'always', not 'nevver' "
        "(did you mean 'never'?)",
        '    15 | stay = "nevver"',
        "       |        ^^^^^^^^",
    ]


def test_no_line_that_is_shown_can_speak_to_the_terminal(tmp_path: Path) -> None:
    """A file made to clear the screen or reverse the text does neither when its faults are shown."""
    evil = "\u202e\u009b2J"
    text = (
        TINY.replace('"never"', f'"{evil}" # {evil}')
        .replace('"Pan"', '"\\u001b[2J"')
        .replace("#..", "\u009b..")
    )
    path = tmp_path / f"a{evil}\n.toml"
    path.write_text(text.replace('id = "tiny"\ngame', '"\\u001b" = 1\ngame'), encoding="utf-8")
    with pytest.raises(ScenarioFaults) as refusal:
        load.load(path)
    assert len(refusal.value.located) >= 5
    assert all(line.isprintable() for line in refusal.value.lines())


def test_a_long_line_is_cut_around_the_fault(tmp_path: Path) -> None:
    """The marks stand below the wrong text also in a line that is too long to show."""
    text = (
        TINY.replace("dice = 1", f"passages_ = 1 # {'x' * 300}\ndice = 1")
        .replace('name = "Bob"', f'name = "{"b" * 300}", letter = "BB"')
        .replace('letter = "BB", letter = "B"', 'letter = "BB"')
    )
    for fault in refused(tmp_path, text):
        _first, source, marks = fault.lines()
        assert len(source) < 120
        assert source[marks.index("^") :].startswith(("passages_", '"bbb', '"BB"'))


@pytest.mark.rule("C-03")
def test_a_room_that_only_a_passage_reaches_is_refused(tmp_path: Path) -> None:
    """Every room and square can be walked to along corridors, so that no token is ever caught (C-03)."""
    text = TINY.replace("KK....\n#..xHH\n2..xHH", "KK..##\n#..xHH\n2..x.H").replace(
        "[2, 4], [1, 4]", "[2, 4], [3, 4]"
    )
    assert [fault.message for fault in refused(tmp_path, text)] == [
        "the corridor square at row 3, column 4 can't be reached along corridors",
        "hall can't be reached along corridors",
    ]


APART = {
    "KK.12.\nKK....\nKK####\n...HHH": "the 8 corridor squares from row 0, column 2",
    "KK.12.\nKK..HH\nKK####\n...###": "the 3 corridor squares from row 3, column 0",
}
"""Two pieces of corridor joined by the kitchen alone; the hall opens on one of them only."""


@pytest.mark.rule("S1-04", "MD-05")
@pytest.mark.parametrize(("grid", "squares"), APART.items())
def test_corridors_that_rooms_alone_join_need_two_rooms_each(grid: str, squares: str, tmp_path: Path) -> None:
    """A walk may lead through rooms, but from behind a single room there is no way back at once."""
    door = "[[3, 3], [3, 2]]" if "HHH" in grid else "[[1, 4], [1, 3]]"
    changes = {
        "KK..1.\nKK....\n#..xHH\n2..xHH": grid,
        'middle = { id = "well", letter = "x", name = "Well" }\n': "",
        "[[1, 1], [2, 1]]": "[[2, 1], [3, 1]]",
        "[[2, 4], [1, 4]]": door,
    }
    text = TINY
    for old, new in changes.items():
        text = text.replace(old, new)
    assert [fault.message for fault in refused(tmp_path, text)] == [
        f"{squares} lead to one room alone: a token could be caught"
    ]


@pytest.mark.parametrize(
    ("ruleset", "board", "message"),
    [
        ("classic", "parlour", "has links, along which no dice are rolled: move.style must be 'rooms'"),
        ("parlour", "classic", "has no links between its rooms, but with move.style = 'rooms'"),
    ],
)
def test_a_board_fits_the_way_tokens_move(ruleset: str, board: str, message: str, tmp_path: Path) -> None:
    """Dice need corridors, and moves from room to room need links; the line that names the board is shown."""
    head = f'format = 1\nid = "tiny"\nruleset = "{ruleset}"\n'
    (fault,) = refused(tmp_path, f'{head}start = "hall"\nboard = "{board}"\n')
    assert message in fault.message
    assert (fault.line, fault.column) == (5, 9)


def test_thirteen_suspects_are_too_many(tmp_path: Path) -> None:
    """A table has twelve suspects at most."""
    cards = ", ".join(
        f'{{ id = "s{n}", name = "S{n}", letter = "{chr(97 + n)}", colour = "#000000" }}' for n in range(13)
    )
    start, end = TINY.index("cards = ["), TINY.index('[[category]]\nkind = "weapon"')
    messages = [
        fault.message for fault in refused(tmp_path, f"{TINY[:start]}cards = [{cards}]\n\n{TINY[end:]}")
    ]
    assert "there are 13 suspects; 12 is the most" in messages
    assert "there are 13 suspects, but the board has 2 start squares" in messages


def test_the_faults_of_a_board_file_are_told_in_that_file(tmp_path: Path) -> None:
    """A scenario that names a board by id is told the board's faults in the board's file, with its own."""
    start, end = TINY.index("[board]"), len(TINY)
    drawing = TINY[start:end].replace("[board]\n", "").replace("board.room", "room").replace(PASSAGE, "")
    drawing = drawing.replace("#..xHH", "#..xH?").replace('id = "hall"', 'id = "kitchen"')
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "tiny.toml").write_text(drawing, encoding="utf-8")
    text = TINY[:start].replace("[rules]\n", 'board = "tiny"\n[rules]\n').replace("dice = 1", "dice = 9")
    found = [(Path(fault.file).parent.name, fault.key) for fault in refused(tmp_path, text)]
    assert found == [("boards", "grid[2][5]"), ("boards", "room[1].id"), (tmp_path.name, "rules.move.dice")]


def test_an_unknown_board_is_told_with_near_names(tmp_path: Path) -> None:
    """A board is named by id, never by a path; a slip brings the nearest board."""
    start = TINY.index("[board]")
    for named, hint in (("clasic", "classic"), ("../boards/classic", "")):
        text = TINY[:start].replace("[rules]\n", f'board = "{named}"\n[rules]\n')
        fault = next(
            fault for fault in refused(tmp_path, text) if fault.message.startswith("there is no board")
        )
        assert (fault.line, fault.column, fault.hint) == (7, 9, hint)


def test_shown_keeps_what_can_be_printed() -> None:
    """Accents and other scripts stay, and each hidden character gives one mark so that columns still fit."""
    assert shown("é書[/]\t\x1b\u200b.") == "é書[/] \N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}."
