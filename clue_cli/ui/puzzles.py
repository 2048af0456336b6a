"""Puzzles as files: find, make, check and list them."""

import shlex
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from clue_cli.play import caselog, keeping, puzzle
from clue_cli.play.caselog import CaseLog
from clue_cli.play.folders import Folders, folders
from clue_cli.play.puzzle import Puzzle
from clue_cli.play.puzzle_making import make
from clue_cli.play.puzzle_sheet import Drawer, Ending
from clue_cli.reasoning.grading import Level
from clue_cli.rules.events import Accused
from clue_cli.rules.options import Asked
from clue_cli.scenario import shelf
from clue_cli.scenario.faults import Located, ScenarioFaults, key_text, shown
from clue_cli.scenario.load import load
from clue_cli.scenario.shelf import Sort, UnknownName
from clue_cli.ui import naming
from clue_cli.ui.deducing import Findings, Uncountable, refuse_clash
from clue_cli.ui.sitting import new_seed
from clue_cli.ui.telling import Teller
from clue_cli.ui.terminal import terminal
from clue_cli.ui.waiting import progress
from clue_cli.words import Refused, _, figure, language, ngettext

LEVELS = {
    Level.SEEN: _("the cards you have seen are enough"),
    Level.THUMB: _("rules of thumb are enough"),
    Level.SUPPOSED: _("suppose one thing at a time, and see whether it can be"),
    Level.COMPLETE: _("several things must be thought through together"),
}
"""What each level asks of its solver."""

_ASKED = {
    Asked.FIRST_TO_SHOW: _(
        "The others are asked in turn from the left of the asker, until one can show a card."
    ),
    Asked.EVERYONE: _("All the others are asked in turn from the left of the asker, each of them."),
    Asked.CHOSEN_PLAYER: _("The asker chooses one player, and nobody else is asked."),
}


# --- finding -----------------------------------------------------------------------------------


def drawer(places: Folders) -> Drawer:
    """Return where the player's sheets are."""
    return Drawer(places.puzzles / "sheets")


def opened(path: Path, places: Folders) -> Puzzle:
    """Read a puzzle; raise ScenarioFaults where it is none, contradicts itself, or is not what it states."""
    log = caselog.read(path, places.scenarios)
    refuse_clash(log)
    found = puzzle.of(log)
    if faults := found.faults():
        raise ScenarioFaults(log.source.located(faults))
    return found


def premises(log: CaseLog, teller: Teller) -> Iterator[str]:
    """Tell how the cards came to be where they are, by the rules of the log, and which cards there are.

    Rules: C-01 C-02 C-10 CL-08 C-12 MD-10 PA-02 PA-05 C15-07.
    """
    table, events = log.view().table, [event for entry in log.entries for event in entry.events]
    yield _("One card of each kind is the case, and nobody has seen it:")
    for category in log.scenario.categories:
        words = _("- {category}: {cards}")
        yield words.format(category=category.name.within(language()), cards=teller.names(category.ids))
    apart = (
        (table.face_up, _("Some of the others lie face up.")),
        (table.covered, _("Some of the others lie hidden in rooms.")),
    )
    told = [words for cards, words in apart if cards]
    told.append(_("All the rest were dealt to the players."))
    told.append(_("A question names one card of each kind; whoever asks may hold some of them."))
    if log.scenario.id:  # else nothing is known of the rules
        told.append(_ASKED[log.scenario.rules.suggest_asked])
    told.append(_("Who is asked and has any of these cards must show one, and only the asker sees which."))
    if any(isinstance(event, Accused) for event in events):
        told.append(_("Where an accusation is wrong, one of its cards or more are not in the case."))
    yield " ".join(told)


# --- making ------------------------------------------------------------------------------------


def made(ruleset: str, seed: int, level: Level, places: Folders) -> Puzzle:
    """Make a puzzle, under a bar where it takes long.

    Raises play.puzzle_making.NoPuzzle where none is found, and Refused where the scenario has no cards to
    be asked for.
    """
    name, document = f"{ruleset}-{level:d}-{seed}", _document(ruleset, seed, level, places)
    return puzzle.of(caselog.of(name, document, places.scenarios))


def _document(ruleset: str, seed: int, level: Level, places: Folders) -> dict[str, Any]:
    path = naming.find(ruleset, Sort.SCENARIO, places)
    scenario = load(path).scenario
    if scenario.game.solitaire or path.stem != ruleset:
        words = _("'{name}' is no detective game on the shelf: 'clue scenarios list' shows them")
        raise Refused(words.format(name=shown(ruleset)))
    with progress() as bar:
        task = bar.add_task("", total=None)
        return make(scenario, seed, level, lambda: bar.advance(task))


def new(ruleset: str, seed: int | None, level: int, out: Path | None, home: Path | None) -> None:
    """Make a puzzle and keep it in a file, over none that is there; raise Unreadable if that fails."""
    places = folders(home)
    found = made(ruleset, new_seed(seed), Level(level), places)
    path = out or places.puzzles / f"{found.log.source.name}.toml"
    if keeping.taken(path):
        raise Refused(_("{path} is there already").format(path=path))
    caselog.write(path, found.log.source.document, None)
    terminal().say(_("{path}: {what}.").format(path=path, what=_described(found)))
    # with no more than a word in it a path would be looked for as an id
    name = path.stem if path.parent == places.puzzles else f"{path.parent}/{path.name}"
    terminal().say(_("'clue puzzle play {name}' plays it.").format(name=shlex.quote(name)))


# --- looking -----------------------------------------------------------------------------------


def check(files: Sequence[str], home: Path | None) -> None:
    """Say of each puzzle how hard it is; raise ScenarioFaults with the faults of all."""
    places, faults = folders(home), list[Located]()
    for name in files:
        try:
            found = opened(naming.find(name, Sort.PUZZLE, places, "check"), places)
        except ScenarioFaults as refusal:
            faults += refusal.located
        except UnknownName as unknown:
            faults.append(unknown.located)
        else:
            for line in _report(name, found):
                terminal().say(line)
    if faults:
        raise ScenarioFaults(faults)


def _report(name: str, found: Puzzle) -> Iterator[str]:
    """Tell the level of a puzzle, in how many deals its one case comes, and what it could do without."""
    yield _("{path}: {what}.").format(path=name, what=_described(found))
    with suppress(Uncountable):
        deals = Findings(found.log).alike
        assert [case for case, _odds in deals.cases()] == [found.answer]
        words = ngettext("One case, in {n} deal.", "One case, in {n} deals.", int(deals.total))
        yield words.format(n=figure(int(deals.total)))
    for number in found.spare():
        yield _("{key} could be left out.").format(key=key_text(found.log.entries[number].path))


def _described(found: Puzzle) -> str:
    count = len(found.log.entries)
    words = ngettext("level {level}, {n} event", "level {level}, {n} events", count)
    return words.format(level=int(found.level), n=count)


def listing(home: Path | None) -> None:
    """List the puzzles by name, with what came of them, and count what was solved."""
    places, screen = folders(home), terminal()
    sheets = drawer(places)
    for name, path in sorted(shelf.known_of(Sort.PUZZLE, places.puzzles).items()):
        try:
            found = opened(path, places)
        except ScenarioFaults:
            screen.say(_("{name}: has faults: 'clue puzzle check {name}' names them").format(name=name))
            continue
        words = _("{name}: {title}, level {level}{state}")
        state = _state(sheets, found)
        title = found.name.within(language())
        screen.say(words.format(name=name, title=title, level=int(found.level), state=state))
    for level, (solved, clean) in sheets.tally().items():
        words = _("Level {level}: {n} solved, {clean} of them without help or a wrong answer.")
        screen.say(words.format(level=level, n=solved, clean=clean))


def _state(sheets: Drawer, found: Puzzle) -> str:
    """Tell what came of a puzzle, if it was begun."""
    sheet = sheets.look(found)
    if sheet.clean:
        return _(" (solved without help)")
    if sheet.ended is Ending.SOLVED:
        return _(" (solved)")
    if sheet.ended is Ending.SHOWN:
        return _(" (given up)")
    return _(" (begun)") if sheet.marks or sheet.helped or sheet.wrong else ""
