"""What a person sees of the board: every place, token and weapon, on any terminal, in colour or without."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from xml.etree import ElementTree

import pytest
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text as Drawn

from clue_cli.rules.model import Board, Card, Category, Door, Game, Kind, Middle, Place, Room, Scenario, Text
from clue_cli.rules.options import Passages, Rules
from clue_cli.rules.table import Table
from clue_cli.scenario.load import load
from clue_cli.scenario.shelf import find
from clue_cli.ui.board import compact, full, legend, listing, narrow
from clue_cli.ui.layout import Layout, choose_layout, edges_fit
from clue_cli.ui.lettering import ink
from clue_cli.ui.picture import Picture, rows_about
from clue_cli.ui.picture import picture as picture_of
from clue_cli.ui.svg import svg

ROWS = """\
#########3####4#########
KKKKKK#...BBBB...#CCCCCC
KKKKKK..BBBBBBBB..CCCCCC
KKKKKK..BBBBBBBB..CCCCCC
KKKKKK..BBBBBBBB..CCCCCC
KKKKKK..BBBBBBBB...CCCC#
#KKKKK..BBBBBBBB.......5
........BBBBBBBB.......#
#.................IIIIII
DDDDD.............IIIIII
DDDDDDDD..xxxxx...IIIIII
DDDDDDDD..xxxxx...IIIIII
DDDDDDDD..xxxxx...IIIIII
DDDDDDDD..xxxxx........#
DDDDDDDD..xxxxx...LLLLL#
DDDDDDDD..xxxxx..LLLLLLL
#.........xxxxx..LLLLLLL
2................LLLLLLL
#........HHHHHH...LLLLL#
OOOOOOO..HHHHHH........6
OOOOOOO..HHHHHH........#
OOOOOOO..HHHHHH..SSSSSSS
OOOOOOO..HHHHHH..SSSSSSS
OOOOOOO..HHHHHH..SSSSSSS
OOOOOO#1##HHHH##.#SSSSSS"""
DOORS = """\
K 6,4 7,4
B 5,8 5,7
B 5,15 5,16
B 7,9 8,9
B 7,14 8,14
C 5,19 5,18
I 9,18 9,17
I 12,22 13,22
L 14,20 13,20
L 16,17 16,16
S 21,17 20,17
H 18,11 17,11
H 18,12 17,12
H 20,14 20,15
O 19,6 18,6
D 12,7 12,8
D 15,6 16,6"""
ROOMS = {
    "K": "Kitchen", "B": "Ballroom", "C": "Conservatory", "I": "Billiard Room", "L": "Library",
    "S": "Study", "H": "Hall", "O": "Lounge", "D": "Dining Room",
}  # fmt: skip
SUSPECTS = {
    "scarlett": ("Miss Scarlett", "S", "#D55E00"), "mustard": ("Colonel Mustard", "M", "#F0E442"),
    "white": ("Mrs White", "W", "#FFFFFF"), "green": ("Mr Green", "G", "#009E73"),
    "peacock": ("Mrs Peacock", "P", "#0072B2"), "plum": ("Professor Plum", "U", "#CC79A7"),
}  # fmt: skip
WEAPONS = ("Candlestick", "Dagger", "Lead Pipe", "Revolver", "Rope", "Wrench")
PASSAGES = (("kitchen", "study"), ("conservatory", "lounge"))


def _square(text: str) -> tuple[int, int]:
    row, column = text.split(",")
    return int(row), int(column)


def _word(name: str) -> Text:
    return Text({"": name})


def _slug(name: str) -> str:
    return name.lower().replace(" ", "_")


def classic(names: Mapping[str, str] = ROOMS, passages: Passages = Passages.INSTEAD_OF_ROLL) -> Scenario:
    """Build the classic game from the figures of the printed board."""
    rows = tuple(ROWS.splitlines())
    doors = [line.split() for line in DOORS.splitlines()]
    rooms = tuple(
        Room(_slug(ROOMS[letter]), letter, _word(name), tuple(
            Door(_square(inside), _square(outside)) for of, inside, outside in doors if of == letter))
        for letter, name in names.items()
    )  # fmt: skip
    squares = {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row) if mark in ".123456"}
    starts = tuple(sorted((s for s, mark in squares.items() if mark != "."), key=squares.__getitem__))
    board = Board(rows, "classic", _word("Classic"), frozenset(squares), rooms, starts, PASSAGES,
                  Middle("stairs", "x", _word("Stairs")))  # fmt: skip
    suspects = tuple(Card(key, _word(name), letter, hue) for key, (name, letter, hue) in SUSPECTS.items())
    categories = (
        Category(Kind.SUSPECT, _word("Suspects"), suspects),
        Category(Kind.WEAPON, _word("Weapons"), tuple(Card(_slug(name), _word(name)) for name in WEAPONS)),
        Category(Kind.ROOM, _word("Rooms"), tuple(Card(room.id, room.name) for room in rooms)),
    )
    rules = Rules((3, 6), move_passages=passages)
    return Scenario("classic", Game.CLUE, _word("Clue"), _word(""), categories, board, rules)


TOKENS: dict[str, Place] = {
    "scarlett": (17, 3), "mustard": "kitchen", "white": (0, 9),
    "green": (1, 9), "peacock": "library", "plum": (13, 8),
}  # fmt: skip
WEAPON_ROOMS = {
    "rope": "kitchen", "wrench": "study", "dagger": "conservatory",
    "candlestick": "billiard_room", "revolver": "billiard_room", "lead_pipe": "hall",
}  # fmt: skip
EVERYBODY_IN_THE_STUDY = (dict.fromkeys(SUSPECTS, "study"), dict.fromkeys(WEAPON_ROOMS, "study"))
STRANGE = dict(
    zip(
        ROOMS,
        ("Kit[/]chen", "[red]Ball", "Véranda", "书房", 'a<b>&"c', "S", "H" * 60, "[", "Dîner"),
        strict=True,
    )
)


def picture(
    scenario: Scenario,
    tokens: Mapping[str, Place],
    pieces: Mapping[str, str],
    marks: Mapping[Place, str] | None = None,
    ascii_only: bool = False,
) -> Picture:
    """Return the picture of a table on which these stand; passages that are never taken are not on it."""
    closed = scenario.rules.move_passages is Passages.NO
    board = replace(scenario.board, passages=()) if closed else scenario.board
    return picture_of(scenario, Table(board, (), tokens, pieces), marks, ascii_only)


def _shown(marks: Mapping[Place, str] | None = None, ascii_only: bool = False) -> Picture:
    return picture(classic(), TOKENS, WEAPON_ROOMS, marks, ascii_only)


def lines(drawn: Drawn, columns: int = 80) -> list[str]:
    """Print as a terminal without colour would, and take the lines."""
    console = Console(width=columns, no_color=True, force_terminal=False)
    with console.capture() as capture:
        console.print(drawn)
    return capture.get().splitlines()


def test_full_board_has_two_columns_a_square() -> None:
    """The classic board of 24 by 25 squares takes 48 columns and 25 rows, whatever stands on it."""
    assert [len(line) for line in lines(full(_shown()))] == [48] * 25


def test_every_corridor_square_is_drawn_where_it_lies() -> None:
    """A person can count the squares: there is a dot for each of the printed board, and nowhere else."""
    drawn = lines(full(Picture(classic().board)))
    wanted = [
        (r, 2 * c) for r, row in enumerate(ROWS.splitlines()) for c, m in enumerate(row) if m in ".123456"
    ]
    assert wanted == [(r, x) for r, line in enumerate(drawn) for x, mark in enumerate(line) if mark == "·"]


@pytest.mark.rule("C-03")
def test_every_door_opens_its_wall_towards_the_corridor() -> None:
    """Rooms are entered by doors only, so each of the 17 is an arrow that points in from the right square."""
    drawn = lines(full(Picture(classic().board)))
    for _of, inside, outside in map(str.split, DOORS.splitlines()):
        (r, c), (y, x) = _square(inside), _square(outside)
        arrow = {(-1, 0): "▾▾", (1, 0): "▴▴", (0, -1): "▸", (0, 1): "◂"}[y - r, x - c]
        start = 2 * c + (1 if x > c else 0)
        assert arrow == drawn[r][start : start + len(arrow)]
    assert sum(mark in "▾▴▸◂" for line in drawn for mark in line) == 10 * 2 + 7


def test_walls_close_around_a_room() -> None:
    """Without colour a room is told from the corridor by its walls: the rim of the kitchen is unbroken."""
    kitchen = [line[:12] for line in lines(full(Picture(classic().board)))[1:7]]
    assert [re.sub(r"[^─-┼▴]", " ", line) for line in kitchen] == [
        "┌──────────┐",
        "│          │",
        "│          │",
        "│          │",
        "└─┐        │",
        "  └─────▴▴─┘",
    ]


def test_token_stands_on_its_square_with_letter_and_colour() -> None:
    """Colour never stands alone: Scarlett at 17,3 is an S on her colour, in columns 6 and 7."""
    row = full(_shown()).split()[17]
    assert row.plain[6] == "S"
    assert row.get_style_at_offset(Console(), 6).bgcolor.name == "#d55e00"  # type: ignore[union-attr]


def test_six_suspects_differ_without_colour() -> None:
    """With NO_COLOR each token is still told by its own letter, in all three layouts' pictures."""
    for drawn in (full(_shown()), compact(_shown())):
        words = " ".join(lines(drawn))
        assert all(
            re.search(rf"(?<![A-Za-z]){letter}(?![a-z])", words) for _name, letter, _hue in SUSPECTS.values()
        )


@pytest.mark.rule("C-07")
def test_room_lists_who_and_what_is_inside() -> None:
    """Mustard and the rope stand in the kitchen, and are seen there."""
    kitchen = " ".join(line[:12] for line in lines(full(_shown()))[1:7])
    assert re.search(r"Kitchen.* M ro ", kitchen)


@pytest.mark.rule("C-07")
def test_crowded_room_says_how_much_it_leaves_out() -> None:
    """All twelve pieces fit no room of two lines: what is drawn and what is counted make twelve."""
    study = [line[34:] for line in lines(full(picture(classic(), *EVERYBODY_IN_THE_STUDY)))[21:]]
    words = re.findall(r"[A-Z](?![a-z])|\b[a-z]{2}\b|\+\d+", " ".join(study).replace("Study", ""))
    assert sum(int(word) if word[0] == "+" else 1 for word in words) == 12


def test_room_of_one_line_shows_who_is_inside_before_its_name() -> None:
    """Of three rows two are walls: the letter is name enough, and you see where you stand."""
    scenario = classic()
    low = tuple(
        "".join("#" if mark == "K" and r > 3 else mark for mark in row)
        for r, row in enumerate(scenario.board.rows)
    )
    there = picture(replace(scenario, board=replace(scenario.board, rows=low)), TOKENS, WEAPON_ROOMS)
    assert "K M ro" in lines(full(there))[2][:12]


def test_marks_number_squares_and_rooms() -> None:
    """The prompt's numbers stand on the squares and in the rooms that they stand for."""
    marks: dict[Place, str] = {(17, 5): "7", (16, 4): "12", "lounge": "3", (17, 3): "9"}
    drawn = lines(full(_shown(marks)))
    assert (drawn[17][10:12], drawn[16][8:10]) == ("7 ", "12")
    assert any("3 Lounge" in line for line in drawn)
    assert drawn[17][6:8] == "S ", "a token is never hidden by a number"


def test_compact_fits_a_small_terminal() -> None:
    """At 80x24 the board and its legend take 13 rows, so that the prompt has eleven."""
    for pieces in ((TOKENS, WEAPON_ROOMS), EVERYBODY_IN_THE_STUDY):
        for columns in (72, 80):
            drawn = compact(picture(classic(), *pieces), columns).plain.split("\n")
            assert len(drawn) == 13
            assert columns >= max(map(cell_len, drawn))


def test_compact_legend_names_every_room_and_weapon() -> None:
    """What the small board must cut short, the legend says in full, with the number of a room."""
    drawn = lines(compact(_shown({"lounge": "3"})))
    words = " ".join(line[50:] for line in drawn)
    assert all(name in words for name in (*ROOMS.values(), *WEAPONS))
    assert "3 Lounge" in words
    assert re.search("Corridor +W G U S|Corridor +S W G U", words)


def test_compact_tells_which_of_two_rows_a_token_stands_in() -> None:
    """Two squares share a cell: White above Green, Scarlett at odd row 17 below, nothing above her."""
    drawn = [line[:48] for line in lines(compact(_shown()))]
    assert drawn[0][18:20] == "WG"
    assert drawn[8][6:8] == "S▄"
    alone = [line[:48] for line in lines(compact(picture(classic(), {"plum": (16, 3)}, {})))]
    assert alone[8][6:8] == "U▀"


def test_compact_never_passes_over_a_mark() -> None:
    """Where two numbers, or a number and a token, share a cell, a + says so."""
    marks: dict[Place, str] = {(16, 3): "1", (16, 5): "2", (17, 5): "3", (16, 7): "44"}
    row = lines(compact(_shown(marks)))[8]
    assert (row[6:8], row[10:12], row[14:16]) == ("S+", "++", "44")


@pytest.mark.rule("C15-08")
def test_passages_are_shown_only_where_the_rules_have_them() -> None:
    """A room says where its secret passage leads; solitaire has none (S1-03), so nothing is promised."""
    assert {"»Study", "»Kitchen", "»Lounge"} <= set(re.findall(r"»\w+", "\n".join(lines(compact(_shown())))))
    without = picture(classic(passages=Passages.NO), TOKENS, WEAPON_ROOMS)
    assert not any("»" in drawn.plain for drawn in (full(without), compact(without)))
    assert "»" not in svg(without)


@pytest.mark.parametrize("draw", [full, compact, lambda p: legend(p, 30)], ids=["full", "compact", "legend"])
def test_ascii_only_is_ascii(draw: object) -> None:
    """A terminal that knows no more than ASCII gets no more, accents in names included."""
    strange = picture(classic(STRANGE), TOKENS, WEAPON_ROOMS, {"lounge": "3"}, ascii_only=True)
    assert draw(strange).plain.isascii()  # type: ignore[operator]
    assert "\n".join(listing(strange, "scarlett")).isascii()


def test_strangers_names_print_as_they_are() -> None:
    """Names that look like markup, are too long or two columns wide spoil neither words nor shape."""
    strange = picture(classic(STRANGE), TOKENS, WEAPON_ROOMS)
    drawn = full(strange).plain
    assert all(name in drawn for name in ("Kit[/]chen", "[red]Ball", "书房", "Véranda"))
    assert {48} == set(map(cell_len, drawn.split("\n")))
    assert "Kit[/]chen" in compact(strange).plain
    root = ElementTree.fromstring(svg(strange))
    assert set(STRANGE.values()) <= {"".join(element.itertext()) for element in root.iter()}


def test_weapons_have_marks_of_their_own() -> None:
    """Weapons whose names begin alike are still told apart on the board."""
    scenario = classic()
    alike = tuple(Card(_slug(name), _word(name)) for name in ("Rope", "Rod", "Ro", "Rock", "R", "Ra", "*"))
    categories = (
        scenario.categories[0],
        replace(scenario.categories[1], cards=alike),
        scenario.categories[2],
    )
    pieces = picture(replace(scenario, categories=categories), {}, {card.id: "hall" for card in alike}).pieces
    assert len(alike) == len({piece.mark for piece in pieces})


@pytest.mark.rule("S1-02")
def test_detective_stands_in_the_middle() -> None:
    """The one who collects begins on the stairs, where no suspect's letter may be taken for theirs."""
    drawn = lines(full(picture(classic(), {"detective": "stairs"}, {})))
    middle = " ".join(line[20:30] for line in drawn[10:17])
    assert re.search("Stairs.*@", middle)


def steps_to_rooms(start: tuple[int, int], blocked: set[Place]) -> dict[str, int]:
    """Count steps by flooding the drawing itself, square by square."""
    free = {(r, c) for r, row in enumerate(ROWS.splitlines()) for c, m in enumerate(row) if m in ".123456"}
    at, steps = {start}, 0
    found: dict[str, int] = {}
    while at:
        free -= at
        steps += 1
        for of, _inside, outside in map(str.split, DOORS.splitlines()):
            if _square(outside) in at:
                found.setdefault(ROOMS[of], steps)
        beside = {(r + y, c + x) for r, c in at for y, x in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        at = (beside & free) - blocked
    return found


@pytest.mark.rule("C-05", "C-14")
def test_listing_tells_the_way_to_every_room() -> None:
    """Who reads no picture hears how many steps away each door is, tokens in the way counted in."""
    first = listing(_shown(), "scarlett")[0]
    wanted = steps_to_rooms((17, 3), {place for place in TOKENS.values() if place != (17, 3)})
    assert first.startswith("You are in the corridor at 17,3: 5 steps from the ")
    told = {room: int(n) for n, room in re.findall(r"(\d+) (?:steps? )?from the ([A-Z][A-Za-z ]+)", first)}
    assert wanted == told
    assert list(told.values()) == sorted(told.values()), "the nearest first"


def test_listing_tells_who_and_what_is_where() -> None:
    """Every token, weapon and room is spoken of, and the secret passage of the room one is in."""
    told = listing(_shown(), "mustard")
    assert told[0].startswith("You are in the Kitchen: ")
    assert told[0].endswith("a secret passage leads to the Study")
    assert "Kitchen: Rope" in told
    assert "Billiard Room: Candlestick, Revolver" in told
    assert "Miss Scarlett is in the corridor at 17,3" in told
    assert "Nobody and nothing else: Ballroom, Lounge, Dining Room, Stairs" in told
    alone = listing(picture(classic(), {"mustard": "kitchen"}, {}), "mustard")
    assert "Kitchen" not in alone[-1], "where one is oneself, it is not empty"


@pytest.mark.parametrize(
    ("name", "draw", "wide", "fold"),
    [
        ("classic", full, 2, 1),
        ("classic", compact, 2, 2),
        ("master-detective", full, 2, 1),
        ("master-detective", narrow, 1, 1),
    ],
)
def test_rows_and_columns_are_numbered_at_the_edges(
    name: str, draw: Callable[[Picture], Drawn], wide: int, fold: int
) -> None:
    """A square named row,column is found by the row's number at the left and the column's above."""
    board = shipped(name).board
    bare = [line[: wide * len(board.rows[0])] for line in draw(Picture(board)).plain.split("\n")]
    above, *below = draw(replace(Picture(board), numbered=True)).plain.split("\n")
    assert [int(line[:2]) for line in below[: len(board.rows) // fold]] == list(
        range(0, len(board.rows) // fold * fold, fold)
    )
    assert [line[2:].startswith(old.rstrip()) for line, old in zip(below, bare, strict=False)] == [
        True
    ] * len(bare)
    columns = {
        int(found.group()): found.start()
        for found in re.finditer(r"\d+", above[: 2 + wide * len(board.rows[0])])
    }
    assert len(columns) > len(board.rows[0]) // 6
    assert all(start == 2 + wide * column for column, start in columns.items())


@pytest.mark.parametrize(
    ("name", "layout", "columns", "rows", "fit"),
    [
        ("classic", Layout.FULL, 50, 33, True),
        ("classic", Layout.FULL, 49, 33, False),
        ("classic", Layout.FULL, 50, 32, False),
        ("classic", Layout.COMPACT, 80, 24, True),
        ("classic", Layout.COMPACT, 73, 24, False),
        ("master-detective", Layout.FULL, 80, 40, True),
        ("master-detective", Layout.NARROW, 80, 24, True),
        ("parlour", Layout.FULL, 120, 50, False),
        ("grand-hotel", Layout.BARE, 80, 24, True),
        ("grand-hotel", Layout.BARE, 73, 24, False),
    ],
)
def test_edges_are_numbered_where_there_is_room(
    name: str, layout: Layout, columns: int, rows: int, fit: bool
) -> None:
    """Two columns and a row more than the board and its legend need; a board without squares needs none."""
    assert edges_fit(shipped(name).board, layout, columns, rows) is fit


@pytest.mark.parametrize(
    ("token", "rows"),
    [("scarlett", range(11, 21)), ("mustard", range(0, 10)), ("gray", range(2, 12)), ("green", range(0, 10))],
)
def test_some_rows_are_those_about_the_token(token: str, rows: range) -> None:
    """Ten rows keep the token in their middle, or end where the board does; only they are drawn and told."""
    shown = rows_about(visited(), token, 10)
    assert shown == rows
    drawn = narrow(visited(), 80, shown).plain.split("\n")
    assert [line[:39].rstrip() for line in drawn] == [
        line[:39].rstrip() for n, line in enumerate(narrow(visited(), 80).plain.split("\n")) if n in rows
    ]
    assert any("Studio" in line[39:] for line in drawn) is (20 in rows)


@pytest.mark.parametrize(
    ("columns", "rows", "plain", "layout"),
    [
        (120, 40, False, Layout.FULL),
        (48, 32, False, Layout.FULL),
        (80, 31, False, Layout.COMPACT),
        (80, 24, False, Layout.COMPACT),
        (80, 18, False, Layout.COMPACT),
        (80, 17, False, Layout.LIST),
        (72, 24, False, Layout.COMPACT),
        (71, 24, False, Layout.BARE),
        (48, 18, False, Layout.BARE),
        (47, 60, False, Layout.LIST),
        (120, 40, True, Layout.LIST),
    ],
)
def test_layout_follows_the_window(columns: int, rows: int, plain: bool, layout: Layout) -> None:
    """A board is never drawn wider than the window, nor so high that the prompt scrolls it away.

    Its legend may find no room: then the smallest drawing that tells rooms from each other is shown alone.
    """
    assert layout is choose_layout(classic().board, columns, rows, plain)


def test_svg_is_whole_and_refers_to_nothing_outside() -> None:
    """The picture opens anywhere without a network: all tokens, doors and rooms are drawn in it."""
    text = svg(_shown())
    root = ElementTree.fromstring(text)
    tag = "{http://www.w3.org/2000/svg}"
    assert not re.search("href|url\\(|@import|<script|<image|<style", text)
    assert text.count("http") == 1
    assert {letter for _n, letter, _h in SUSPECTS.values()} == {g[2].text for g in root.iter(f"{tag}g")}
    assert sum(path.get("fill") == "#E69F00" for path in root.iter(f"{tag}path")) == 17
    assert {*ROOMS.values(), "Stairs"} <= {element.text for element in root.iter(f"{tag}text")}


def test_letters_can_be_read_on_every_token() -> None:
    """Each suspect's letter keeps the contrast of 4.5 to 1 that WCAG 2 asks of text."""

    def light(colour: str) -> float:
        parts = (int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    for _name, _letter, hue in SUSPECTS.values():
        bright, dark = sorted((light(hue), light(ink(hue))), reverse=True)
        assert (bright + 0.05) / (dark + 0.05) >= 4.5


# --- Master Detective: spots, snoop squares, paved paths, one column a square -----------------------

# read off the printed board: squares with a magnifying glass
GLASSES = {(4, 14), (5, 21), (6, 27), (8, 11), (8, 36), (15, 36), (17, 27), (19, 11), (20, 23)}
VISITORS: dict[str, Place] = {
    "scarlett": (16, 12), "mustard": "kitchen", "white": "cellar_stairs", "green": (4, 14),
    "peach": "garden_walk", "gray": "carriage_house",
}  # fmt: skip


@cache
def shipped(name: str) -> Scenario:
    """Load a shipped scenario once."""
    return load(find(name)).scenario


def visited(marks: Mapping[Place, str] | None = None, ascii_only: bool = False) -> Picture:
    """Return the picture of a Master Detective table with six tokens and a weapon."""
    return picture(shipped("master-detective"), VISITORS, {"rope": "kitchen"}, marks, ascii_only)


def grid(drawn: Drawn, wide: int) -> dict[tuple[int, int], str]:
    """Return the first column of each square of a drawing at a row and `wide` columns a square."""
    return {(r, c): mark for r, line in enumerate(lines(drawn)) for c, mark in enumerate(line[::wide])}


@pytest.mark.parametrize(("draw", "wide"), [(full, 2), (narrow, 1)], ids=["full", "narrow"])
@pytest.mark.rule("MD-08")
def test_snoop_squares_are_told_from_other_squares(draw: Callable[[Picture], Drawn], wide: int) -> None:
    """The nine squares with a glass carry an o, all others of the 175 a dot, in both pictures of squares."""
    board = shipped("master-detective").board
    seen = grid(draw(Picture(board)), wide)
    assert {square for square in board.squares if seen[square] == "o"} == GLASSES
    assert sum(seen[square] == "·" for square in board.squares) == 175 - 9


@pytest.mark.parametrize(("draw", "wide"), [(full, 2), (narrow, 1)], ids=["full", "narrow"])
@pytest.mark.rule("MD-12")
def test_paving_runs_between_the_ends_of_a_path(draw: Callable[[Picture], Drawn], wide: int) -> None:
    """Columns 27 to 34 of rows 8 and 15 are paved without squares: a line joins what is one step apart."""
    seen = grid(draw(visited()), wide)
    wanted = {(row, column) for row in (8, 15) for column in range(27, 35)}
    assert wanted == {square for square, mark in seen.items() if mark == "┄"}


def test_narrow_board_takes_one_column_a_square() -> None:
    """Master Detective is 39 by 24 squares: with its legend it fits 80 columns, and is no higher."""
    for marks in ({}, {"library": "14", "cellar_stairs": "15", "garden_walk": "16"}):
        drawn = narrow(visited(marks), 80).plain.split("\n")
        assert len(drawn) == 24
        assert max(map(cell_len, drawn)) <= 80
        assert {" "} == {line[39:40] or " " for line in drawn}, "nothing is drawn beyond column 38"


def test_narrow_legend_names_every_place() -> None:
    """What one column a square must cut, the legend spells: rooms, spots by their letter, and signs."""
    words = "\n".join(line[41:] for line in lines(narrow(visited())))
    board = shipped("master-detective").board
    assert all(place.name.within("en") in words for place in board.rooms)
    assert all(sign in words for sign in ("c Cellar Stairs", "w Garden Walk", "o Snoop square"))
    assert re.search(r"Cloak Room +\(no scene\)", words)
    assert re.search(r"Kitchen +M Rope »Library", words)


@pytest.mark.parametrize(("draw", "wide"), [(full, 2), (narrow, 1)], ids=["full", "narrow"])
@pytest.mark.rule("MD-12")
def test_spot_shows_who_stands_on_it(draw: Callable[[Picture], Drawn], wide: int) -> None:
    """White on the Cellar Stairs (12,15) and Peach on the Garden Walk (column 37) are seen there."""
    seen = grid(draw(visited()), wide)
    letters = {card.id: card.letter for card in shipped("master-detective").categories[0].cards}
    assert letters["white"] in {seen[12, 15], seen[12, 14]}
    assert {seen[row, 37] for row in (11, 12)} == {"w", letters["peach"]}
    alone = grid(draw(Picture(shipped("master-detective").board)), wide)
    assert {alone[row, 37] for row in (11, 12)} == {"w", " "}, "two columns hold a letter and nothing cut"
    assert seen[4, 14] == letters["green"], "a token hides the glass it stands on"
    assert seen[16, 12] == letters["scarlett"]


@pytest.mark.rule("C-03")
def test_narrow_board_shows_every_door() -> None:
    """Each of the 35 doors is one arrow on the cell behind it that points in from its square."""
    board = shipped("master-detective").board
    seen = grid(narrow(Picture(board)), 1)
    doors = [door for place in (*board.rooms, *board.spots) for door in place.doors]
    assert len(doors) == 35
    for door in doors:
        (r, c), (y, x) = door.inside, door.outside
        assert seen[r, c] == {(-1, 0): "▾", (1, 0): "▴", (0, -1): "▸", (0, 1): "◂"}[y - r, x - c]


def test_narrow_board_shows_the_last_digit_of_a_number() -> None:
    """Ten and more squares are numbered row by row: where one column is left, 9, 0, 1 follow one another."""
    marks: dict[Place, str] = {(8, 14): "9", (8, 15): "10", (8, 16): "11", "gazebo": "12"}
    row = lines(narrow(visited(marks)))
    assert row[8][14:17] == "901"
    assert any("12" in line[33:38] for line in row[:8]), "a room has the columns for the whole number"


@pytest.mark.rule("MD-05")
def test_listing_counts_steps_by_the_rules_of_the_game() -> None:
    """The Carriage House has doors to the Trophy Room alone: all else is told with that room crossed."""
    first = listing(visited(), "gray")[0]
    told = {room: int(n) for n, room in re.findall(r"(\d+) (?:steps? )?from the ([A-Z][A-Za-z ]+)", first)}
    assert told["Trophy Room"] == 3, "two squares and the door"
    board = shipped("master-detective").board
    assert told.keys() == {room.name.within("en") for room in board.rooms} - {"Carriage House"}


@pytest.mark.rule("C15-09")
def test_passages_made_in_the_game_are_shown() -> None:
    """A clue card joins a room to those with passages: the picture of that table says so, in words too."""
    scenario = shipped("clue-2015")
    table = Table(scenario.board.joined("hall"), (), {"scarlett": "hall"})
    joined = picture_of(scenario, table)
    assert {"»Lounge", "»Study", "»Kitchen"} <= set(re.findall(r"»\w+", legend(joined, 90).plain))
    assert "a secret passage leads to the Kitchen" in listing(joined, "scarlett")[0]


# --- the parlour game: rooms joined by links, without a corridor ------------------------------------


def open_walls(drawn: Drawn, wide: int) -> set[frozenset[str]]:
    """Return the letters of the rooms on both sides of every pair of arrows that lie back to back."""
    rows = shipped("parlour").board.rows
    text = lines(drawn)
    found = set()
    for r, line in enumerate(text):
        for x, mark in enumerate(line[: wide * len(rows[0])]):
            here = rows[r][x // wide]
            if mark == "◂" and line[x + 1] == "▸":
                found.add(frozenset((here, rows[r][(x + 1) // wide])))
            if mark == "▴" and text[r + 1][x] == "▾":
                found.add(frozenset((here, rows[r + 1][x // wide])))
    return found


@pytest.mark.parametrize(("draw", "wide"), [(full, 2), (narrow, 1)], ids=["full", "narrow"])
@pytest.mark.rule("PA-04")
def test_every_link_is_a_door_between_two_rooms(draw: Callable[[Picture], Drawn], wide: int) -> None:
    """Where one may move is seen as a door in the wall of the two rooms, and there is no other door."""
    board = shipped("parlour").board
    links = {frozenset(board.room(room).letter for room in link) for link in board.links}
    drawn = draw(Picture(board))
    assert open_walls(drawn, wide) == links
    arrows = sum(mark in "◂▸▴▾" for mark in drawn.plain)
    sideways = sum(mark in "◂▸" for mark in drawn.plain)
    assert (sideways + (arrows - sideways) // wide) == 2 * len(links)


@pytest.mark.rule("PA-04")
def test_links_are_told_in_words() -> None:
    """Legend and listing say that the Ballroom leads to the four rooms around it, and count no steps."""
    house = picture(shipped("parlour"), {"scarlett": "ballroom"}, {})
    around = ["Hall", "Study", "Conservatory", "Dining Room"]
    row = next(line for line in legend(house, 90).plain.split("\n") if line.startswith("Ballroom"))
    assert sorted(re.findall(r"»(\w+(?: \w+)*)", row)) == sorted(around)
    first = listing(house, "scarlett")[0]
    assert first.startswith("You are in the Ballroom: its doors lead to ")
    assert sorted(first.partition(" lead to ")[2].split(", ")) == sorted(around)
    assert "Corridor" not in legend(house, 90).plain


@pytest.mark.rule("PA-03")
def test_a_room_has_its_name_on_its_colour() -> None:
    """Tokens start in the room of their colour, so the room shows it: on the terminal and in the file."""
    house = picture(shipped("parlour"), {}, {})
    drawn = full(house)
    for room in (room for room in shipped("parlour").board.rooms if room.colour):
        start = drawn.plain.index(room.name.within("en").split()[0][:8])
        colour = drawn.get_style_at_offset(Console(), start).bgcolor
        assert colour is not None
        assert colour.name == room.colour.lower()
        assert f'fill="{room.colour}"' in svg(house)


@pytest.mark.parametrize(
    ("name", "columns", "rows", "layout"),
    [
        ("master-detective", 78, 31, Layout.FULL),
        ("master-detective", 120, 40, Layout.FULL),
        ("master-detective", 120, 24, Layout.COMPACT),
        ("master-detective", 120, 21, Layout.BARE),
        ("master-detective", 80, 24, Layout.NARROW),
        ("master-detective", 63, 60, Layout.NARROW),
        ("master-detective", 62, 60, Layout.LIST),
        ("master-detective", 40, 24, Layout.LIST),
        ("parlour", 80, 24, Layout.FULL),
        ("parlour", 80, 18, Layout.NARROW),
        ("grand-hotel", 100, 24, Layout.COMPACT),
        ("grand-hotel", 80, 24, Layout.BARE),
        ("grand-hotel", 71, 24, Layout.LIST),
        ("grand-hotel", 80, 21, Layout.LIST),
    ],
)
def test_layout_follows_the_board(name: str, columns: int, rows: int, layout: Layout) -> None:
    """A wide board is drawn small, with its legend, before it is told in lines; rooms keep their walls."""
    assert layout is choose_layout(shipped(name).board, columns, rows)


@pytest.mark.parametrize("name", ["master-detective", "parlour"])
def test_every_edition_can_be_drawn_in_ascii(name: str) -> None:
    """Snoop squares, paving and doors between rooms have signs of their own that ASCII can write."""
    scenario = shipped(name)
    drawn = picture(scenario, scenario.starts, {}, ascii_only=True)
    shown = [full(drawn), compact(drawn, 120), narrow(drawn)]
    assert all(text.plain.isascii() for text in shown)
    assert ("~" in shown[0].plain) is (name == "master-detective")


def test_svg_draws_what_the_editions_add() -> None:
    """In the file too there are nine glasses, two paths, both spots by name and their tokens."""
    root = ElementTree.fromstring(svg(visited()))
    tag = "{http://www.w3.org/2000/svg}"
    paths = [path for path in root.iter(f"{tag}path") if path.get("fill") == "none"]
    assert sum(path.get("stroke") == "#E69F00" for path in paths) == 9
    assert sum(path.get("stroke-dasharray") is not None for path in paths) == 2
    words = {"".join(element.itertext()) for element in root.iter(f"{tag}text")}
    assert {"Cellar Stairs", "Garden Walk", "Cloak Room"} <= words
    assert min(float(text.get("font-size", 0)) for text in root.iter(f"{tag}text")) >= 9, "it can be read"
    assert len(list(root.iter(f"{tag}circle"))) == len(VISITORS)
