"""What can be looked at without playing: saves, scenarios, their rules, and boards."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from clue_cli.play import saves
from clue_cli.play.folders import folders
from clue_cli.rules.actions import parse_place, place_text
from clue_cli.rules.model import Board, Place
from clue_cli.rules.movement import Gait, Move, Reach, UnknownPlace, gait, rooms_within
from clue_cli.rules.options import Rules
from clue_cli.scenario import shelf
from clue_cli.scenario.faults import Located, ScenarioFaults, did_you_mean, near
from clue_cli.scenario.keys import keys_text
from clue_cli.scenario.load import Loaded, load, load_board
from clue_cli.scenario.schema import board_schema_json, schema_json
from clue_cli.scenario.shelf import Sort, UnknownName
from clue_cli.scenario.writing import SCHEMA_LINE, effective_document, toml_text
from clue_cli.ui import medals, naming
from clue_cli.ui.board import full, narrow
from clue_cli.ui.ending import Exit
from clue_cli.ui.picture import Picture
from clue_cli.ui.rulebook import rules_of
from clue_cli.ui.svg import svg as svg_of
from clue_cli.ui.terminal import terminal, write_picture
from clue_cli.words import Refused, _, language, ngettext


def show_saves(home: Path | None) -> None:
    """List the saved games, the last one played first."""
    place = folders(home).home
    screen = terminal()
    games = saves.listing(place)
    heading = _("Saved games in {folder}:") if games else _("No saved games in {folder}.")
    screen.say(heading.format(folder=place))
    for game in games:
        if game.fault:
            screen.say(f"  {game.name}: {game.fault}")
        if not game.title:
            continue
        state = _("over") if game.over else _("turn {turn}").format(turn=game.turn)
        day = game.saved.replace("T", " ")[:16]
        screen.say(f"  {game.name}  {game.title}  {state}  {day}")


def show_scenarios(home: Path | None) -> None:
    """List the scenarios, with the path of those that are the player's own."""
    own = folders(home).scenarios
    screen = terminal()
    for shelved in shelf.listing(own):
        where = str(shelved.path) if shelved.origin is shelf.Origin.OWN else _("shipped")
        try:
            scenario = load(shelved.path).scenario
            words = f"{scenario.name.within(language())} ({scenario.game})"
            if scenario.challenge:
                words = _("{scenario}, a challenge").format(scenario=words)
        except ScenarioFaults as faults:
            count = len(faults.located)
            words = ngettext("{n} fault", "{n} faults", count).format(n=count)
        screen.say(f"{shelved.id}: {words}, {where}")


def show_scenario(name: str, home: Path | None, *, effective: bool = False) -> None:
    """Print a scenario's story, cards and board; or its complete file, with defaults filled in."""
    game = loaded(name, home)
    if effective:
        sys.stdout.write(SCHEMA_LINE + toml_text(effective_document(game)))
        return
    scenario = game.scenario
    screen = terminal()
    screen.say(f"{scenario.name.within(language())} ({scenario.id}, {scenario.game})")
    screen.say(scenario.story.within(language()))
    if scenario.challenge:
        screen.say(medals.goal(scenario.challenge, solitaire=scenario.game.solitaire))
    for category in scenario.categories:
        names = ", ".join(card.name.within(language()) for card in category.cards)
        screen.say(_("{name}: {cards}").format(name=category.name.within(language()), cards=names))
    screen.say(_("Board: {name}").format(name=scenario.board.name.within(language())))


def show_rules(name: str, home: Path | None) -> None:
    """Print the rules of a scenario, each with its ID and its source."""
    screen = terminal()
    for rule in rules_of(loaded(name, home).scenario):
        words, source = rule.text.within(language()), rule.source.within(language())
        screen.say(f"{rule.id}  {words} ({source})")


def check(files: Sequence[str], home: Path | None, *, as_json: bool = False) -> None:
    """Load each scenario or board; raise ScenarioFaults with the faults of all.

    As JSON the faults are a list on stdout, which the exit code alone tells from an empty one.
    """
    faults: list[Located] = []
    for name in files:
        try:
            path = naming.find(name, Sort.BOARD, folders(home), "check")
            _either(path)
            if not as_json:
                terminal().say(_("{file}: no faults").format(file=path))
        except UnknownName as unknown:
            faults.append(unknown.located)
        except ScenarioFaults as found:
            faults += found.located
    if as_json:
        keys = ("file", "line", "column", "key", "message", "hint")
        facts = [{key: getattr(fault, key) for key in keys} for fault in ScenarioFaults(faults).located]
        sys.stdout.write(json.dumps(facts, indent=2) + "\n")
        if faults:
            sys.exit(Exit.FAILED)
    elif faults:
        raise ScenarioFaults(faults)


def show_keys() -> None:
    """Print what every key of a scenario file may be and means, in Markdown."""
    sys.stdout.write(keys_text())


def show_schema(*, board: bool) -> None:
    """Print the JSON Schema of scenario files, or of board files."""
    sys.stdout.write(board_schema_json() if board else schema_json())


def show_board(name: str, svg: Path | None, home: Path | None) -> None:
    """Draw a board on the terminal, or into an SVG file."""
    board = _board(name, home)
    screen = terminal()
    picture = Picture(board, ascii_only=screen.ascii_only)
    if svg is None:
        fits = screen.columns >= 2 * len(board.rows[0])
        screen.show(full(picture) if fits else narrow(picture, screen.columns))
        return
    write_picture(svg, svg_of(picture))


def show_reach(
    name: str, start: str, steps: int, occupied: Sequence[str], *, as_json: bool, home: Path | None
) -> None:
    """Print where a token may go by a scenario's own rules; raise Refused for a place that is not there."""
    board, how, most = _ground(name, home)
    if board.links and steps > most:
        words = ngettext("a turn goes along {n} link at most", "a turn goes along {n} links at most", most)
        raise Refused(words.format(n=most))
    taken = frozenset(_place(square, board) for square in occupied)
    place = _place(start, board)
    try:
        if board.links:
            found = Reach(frozenset(), frozenset(rooms_within(board, str(place), steps)))
        else:
            found = Move(board, place, steps, taken, gait=how).ends()
    except UnknownPlace:
        raise Refused(_no_place(start, board)) from None
    if as_json:
        spots = {spot.id for spot in board.spots}
        facts = {
            "squares": [list(square) for square in found if isinstance(square, tuple)],
            "rooms": [room for room in found if room in board.room_ids],
            "spots": [spot for spot in found if spot in spots],
        }
        sys.stdout.write(json.dumps(facts) + "\n")
    else:
        _say_reach(board, found)


def _say_reach(board: Board, found: Reach) -> None:
    screen = terminal()
    names = {place: name.within(language()) for place, name in board.places.items()}
    rooms = ", ".join(names[place] for place in found if place in board.room_ids)
    screen.say(_("Rooms: {names}").format(names=rooms or "-"))
    squares = " ".join(
        names.get(str(place), place_text(place)) for place in found if place not in board.room_ids
    )
    screen.say(_("Squares: {squares}").format(squares=squares or "-"))


def _ground(name: str, home: Path | None) -> tuple[Board, Gait, int]:
    """Return the board of a scenario, how tokens move in it, and how many rooms far where rooms are linked.

    Of a board alone, it is how they do in classic.
    """
    found = _either(naming.find(name, Sort.BOARD, folders(home)))
    if isinstance(found, Board):
        return found, Gait(), Rules().move_rooms
    scenario = found.scenario
    return scenario.board, gait(scenario.rules), scenario.rules.move_rooms


def _place(typed: str, board: Board) -> Place:
    """Read a square of the board, or a room's id or the middle's however it is spelt."""
    place = parse_place(typed.strip().casefold().replace(" ", "_").replace("-", "_"))
    known = {*board.squares, *board.places}
    if place not in known:
        raise Refused(_no_place(typed, board))
    return place


def _no_place(typed: str, board: Board) -> str:
    close = near(typed, board.places)
    hint = did_you_mean(close) if close else _("rooms: {names}").format(names=", ".join(board.places))
    return _("{place!r} is no square and no room of this board ({hint})").format(place=typed[:40], hint=hint)


def loaded(name: str, home: Path | None) -> Loaded:
    """Load a scenario, the player's own or a shipped one; raise Refused when it is not there or faulty."""
    return load(naming.find(name, Sort.SCENARIO, folders(home)))


def _board(name: str, home: Path | None) -> Board:
    """Return the board of a scenario, or that of a board file."""
    found = _either(naming.find(name, Sort.BOARD, folders(home)))
    return found if isinstance(found, Board) else found.scenario.board


def _either(path: Path) -> Loaded | Board:
    """Load a scenario, or a board from a folder boards/."""
    return load_board(path) if path.absolute().parent.name == "boards" else load(path)
