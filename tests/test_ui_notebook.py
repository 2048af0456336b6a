"""What a person reads in the notebook: every card and holder, in any window, in colour or without."""

import re
from collections.abc import Callable

import pytest
from games import EDITIONS
from playing import document
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from clue_cli.play.seating import among_themselves
from clue_cli.play.session import Record, Session
from clue_cli.reasoning.deals import count
from clue_cli.reasoning.knowledge import known
from clue_cli.ui.desk import page as filled_in
from clue_cli.ui.notebook import Entry, Page, Seat, Section, Tick, folded, narrow, notebook, wide

SEATS = (
    Seat("S", "#D55E00"),
    Seat("M", "#F0E442", own=True),
    Seat("W", "#FFFFFF"),
    Seat("G", "#009E73"),
    Seat("P", "#0072B2"),
    Seat("U", "#CC79A7"),
)
ROOMS = ("Kitchen", "Ballroom", "Conservatory", "Billiard Room", "Library", "Study", "Hall", "Lounge")
CARDS = {
    "Suspects": (
        "Miss Scarlett",
        "Colonel Mustard",
        "Mrs White",
        "Mr Green",
        "Mrs Peacock",
        "Professor Plum",
    ),
    "Weapons": ("Candlestick", "Dagger", "Lead Pipe", "Revolver", "Rope", "Wrench"),
    "Rooms": (*ROOMS, "Dining Room"),
}
HELD = {"Dagger": 1, "Rope": 3, "Hall": 6}
"""Mustard, the player, holds the dagger; Green showed the rope; the hall must be the scene."""


ODDS = {
    "Library": (0.125, 0.0, 0.3, 0.004, 0.036, 0.035, 0.5),
    "Study": (0.999, 0.0, 0.0, 0.001, 0.0, 0.0, 0.0),
}
"""Of two open cards, how likely each has it."""

DEALS = 103_488


def page(ascii_only: bool = False, marks: dict[str, str] | None = None, deals: int | None = None) -> Page:
    """Fill a page by `HELD`: a card has one holder, so that all others lack it; the case lacks the study."""
    sections = []
    for title, cards in CARDS.items():
        entries = []
        for card in cards:
            ticks = [Tick.UNKNOWN] * 7
            if card in HELD:
                ticks = [Tick.HOLDS if holder == HELD[card] else Tick.LACKS for holder in range(7)]
            if card == "Study":
                ticks[6] = Tick.LACKS
            odds = () if deals is None else ODDS.get(card, (1 / 7,) * 7)
            entries.append(Entry(card, tuple(ticks), (marks or {}).get(card, ""), odds))
        sections.append(Section(title, tuple(entries)))
    return Page(SEATS, tuple(sections), ascii_only, deals)


def lines(drawn: Text, columns: int = 80) -> list[str]:
    """Print as a terminal without colour would, and take the lines."""
    console = Console(width=columns, no_color=True, force_terminal=False)
    with console.capture() as capture:
        console.print(drawn)
    return capture.get().splitlines()


def _line_of(drawn: list[str], card: str) -> str:
    return next(line for line in drawn if line.startswith(card))


@pytest.mark.parametrize(
    ("draw", "columns", "rows"),
    [(wide, 80, 30), (wide, 48, 30), (folded, 80, 14), (folded, 66, 14), (narrow, 30, 30)],
)
def test_page_fits_its_window(draw: Callable[[Page, int], Text], columns: int, rows: int) -> None:
    """21 cards and six seats fit 80 columns, 14 rows of 80x24, or 30 columns beside the board."""
    marks = {card: "a long remark of one's own" for cards in CARDS.values() for card in cards}
    for deals in (None, DEALS):
        drawn = draw(page(marks=marks, deals=deals), columns).plain.split("\n")
        assert rows >= len(drawn)
        assert columns >= max(map(cell_len, drawn))


@pytest.mark.parametrize(
    ("columns", "rows", "draw"),
    [(120, 40, wide), (80, 30, wide), (80, 24, folded), (60, 40, wide), (60, 24, folded), (59, 40, narrow)],
)
def test_form_follows_the_window(columns: int, rows: int, draw: Callable[[Page, int], Text]) -> None:
    """The page is the widest that leaves the prompt in sight."""
    assert notebook(page(), columns, rows).plain == draw(page(), columns).plain


@pytest.mark.parametrize("draw", [wide, folded, narrow])
def test_every_card_has_a_line(draw: Callable[[Page], Text]) -> None:
    """No card is missing, whatever the form."""
    words = "\n".join(lines(draw(page())))
    assert all(card in words for cards in CARDS.values() for card in cards)


def test_wide_page_ticks_below_each_holder() -> None:
    """A sign stands below the letter of the seat it speaks of, and the last below the case."""
    drawn = lines(wide(page()))
    heads = [drawn[0].index(f" {seat.letter} ") + 1 for seat in SEATS] + [drawn[0].index("case")]
    for card, holder in HELD.items():
        row = _line_of(drawn, card)
        assert ["✓" if n == holder else "✗" for n in range(7)] == [row[at] for at in heads]
    assert "".join(_line_of(drawn, "Library")[at] for at in heads) == "·" * 7


def test_wide_page_tells_the_odds_below_each_holder() -> None:
    """In per cent, right below the letter; what is known stays a sign, and what is open is never certain."""
    drawn = lines(wide(page(deals=DEALS)))
    heads = [drawn[0].index(f" {seat.letter} ") + 1 for seat in SEATS] + [drawn[0].index("case")]

    def told(card: str) -> list[str]:
        return [_line_of(drawn, card)[at - 1 : at + 1].strip() for at in heads]

    assert told("Library") == ["12", "<1", "30", "<1", "4", "4", "50"]
    assert told("Study") == ["99", "<1", "<1", "<1", "<1", "<1", "✗"]
    assert told("Rope") == ["✗", "✗", "✗", "✓", "✗", "✗", "✗"]
    assert drawn[-1] == "103,488 deals are possible, all equally likely."


@pytest.mark.parametrize("draw", [folded, narrow])
def test_smaller_pages_tell_the_odds_of_the_case(draw: Callable[[Page], Text]) -> None:
    """Where a column a holder is one sign wide, the case has its per cent."""
    words = " ".join(lines(draw(page(deals=DEALS))))
    assert re.search(r"Library +(·{6} )?50", words)
    assert "103,488 deals are possible, all equally likely." in words


def test_folded_page_has_a_column_a_holder() -> None:
    """In the small form the seven signs follow the card, below the letters and the case's ?."""
    words = "\n".join(lines(folded(page())))
    assert words.count("SMWGPU?") == 3
    assert "Dagger      ✗✓✗✗✗✗✗" in words
    assert "Rope        ✗✗✗✓✗✗✗" in words
    assert "Hall          ✗✗✗✗✗✗✓" in words


@pytest.mark.parametrize("deals", [None, DEALS])
@pytest.mark.parametrize("columns", [60, 80])
def test_folded_page_explains_every_sign(columns: int, deals: int | None) -> None:
    """The ? at the head of the last column is the case's; what finds no room goes into the next line."""
    words = "\n".join(lines(folded(page(deals=deals), columns), columns))
    unknown = "· unknown" if deals is None else "1-99 chance in per cent"
    assert all(sign in words for sign in ("✓ holds", "✗ does not", unknown, "? case", "M you"))


def test_narrow_page_says_who_holds_a_card() -> None:
    """Beside the board one word a card is enough: yours, who has it, the case, ruled out or open."""
    drawn = lines(narrow(page()))
    told = {
        card: _line_of(drawn, card)[len(card) :].strip()
        for card in ("Dagger", "Rope", "Hall", "Study", "Library")
    }
    assert told == {"Dagger": "yours", "Rope": "G", "Hall": "case", "Study": "✗", "Library": "·"}


@pytest.mark.parametrize("draw", [wide, folded])
def test_own_seat_is_marked_without_colour(draw: Callable[[Page], Text]) -> None:
    """The player finds their own column even where nothing can be coloured or underlined."""
    assert "M you" in lines(draw(page()))[-1]


@pytest.mark.parametrize("draw", [wide, folded, narrow])
def test_own_marks_print_as_written(draw: Callable[[Page], Text]) -> None:
    """What the player wrote stands beside the card, brackets and all, as far as there is space."""
    drawn = lines(draw(page(marks={"Rope": "[b]", "Kitchen": "?"})))
    assert any("Rope" in line and "[b]" in line for line in drawn)
    assert any("Kitchen" in line and line.endswith("?") for line in drawn)


@pytest.mark.parametrize("draw", [wide, folded, narrow])
def test_ascii_only_is_ascii(draw: Callable[[Page], Text]) -> None:
    """A terminal that knows no more than ASCII gets three signs of it that differ."""
    drawn = draw(page(ascii_only=True, marks={"Rope": "été…"})).plain
    assert drawn.isascii()
    assert all(sign in drawn for sign in "x.")


@pytest.mark.parametrize("draw", [wide, folded, narrow])
@pytest.mark.parametrize("columns", [1, 5, 20])
def test_tiny_window_is_no_fault(draw: Callable[[Page, int], Text], columns: int) -> None:
    """A window too small for anything cuts the page off and goes on."""
    assert all(columns >= cell_len(line) for line in lines(draw(page(), columns), columns))


@pytest.mark.parametrize("edition", ["classic", "clue-2015", "parlour"])
def test_odds_of_a_card_and_of_a_category_come_to_one(edition: str) -> None:
    """In a game: each card is somewhere, and the case holds one of each category."""
    scenario = EDITIONS[edition].scenario
    minds = ("careful",) * scenario.rules.players[0]
    session = Session(Record(document(edition), among_themselves(scenario, minds), 3))
    while session.state.table.turn < 9:
        session.step()
    view = session.state.view(1)
    sheet = filled_in(view, "odds", {}, False, count(known(view)))
    cards = [entry for section in sheet.sections for entry in section.entries]
    assert [sum(entry.odds) for entry in cards] == pytest.approx([1] * len(cards))
    in_case = [sum(entry.odds[-1] for entry in section.entries) for section in sheet.sections]
    assert in_case == pytest.approx([1] * len(in_case))
    for entry in cards:
        for tick, odds in zip(entry.ticks, entry.odds, strict=True):
            assert {Tick.HOLDS: odds == 1, Tick.LACKS: odds == 0, Tick.UNKNOWN: 0 < odds < 1}[tick]
