"""Puzzles as files: find, make, check and list them."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from clue_cli.play import caselog, keeping, puzzle
from clue_cli.play.folders import Folders, folders
from clue_cli.play.puzzle import Puzzle
from clue_cli.play.puzzle_making import make
from clue_cli.play.puzzle_sheet import Drawer, Ending
from clue_cli.reasoning.grading import Level
from clue_cli.scenario import shelf
from clue_cli.scenario.faults import Located, ScenarioFaults, did_you_mean, key_text, near, shown
from clue_cli.scenario.load import load
from clue_cli.ui.deducing import Findings, Uncountable, refuse_clash
from clue_cli.ui.sitting import new_seed
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


# --- finding -----------------------------------------------------------------------------------


def drawer(places: Folders) -> Drawer:
    """Return where the player's sheets are."""
    return Drawer(places.puzzles / "sheets")


def opened(path: Path, places: Folders) -> Puzzle:
    """Read a puzzle; raise ScenarioFaults where it is none, or contradicts itself."""
    log = caselog.read(path, places.scenarios)
    refuse_clash(log)
    return puzzle.of(log)


def find(name: str, places: Folders) -> Path:
    """Return the file of the puzzle with that name or path; raise Refused when there is none."""
    if "/" in name or "\\" in name or "." in name:
        return Path(name)
    known = _shelved(places)
    if name not in known:
        close = near(name, known)
        hint = did_you_mean(close) if close else _("'clue puzzle list' shows all")
        raise Refused(_("there is no puzzle '{name}' ({hint})").format(name=shown(name), hint=hint))
    return known[name]


def _shelved(places: Folders) -> dict[str, Path]:
    """Return the puzzles by name: an own one hides a shipped one of the same name."""
    found = [*(shelf.shipped() / "puzzles").glob("*.toml"), *places.puzzles.glob("*.toml")]
    return {path.stem: path for path in found if re.fullmatch(shelf.STEM, path.stem) and path.is_file()}


# --- making ------------------------------------------------------------------------------------


def made(ruleset: str, seed: int, level: Level, places: Folders) -> Puzzle:
    """Make a puzzle, under a bar where it takes long.

    Raises play.puzzle_making.NoPuzzle where none is found, and Refused where the scenario has no cards to
    be asked for.
    """
    name, document = f"{ruleset}-{level:d}-{seed}", _document(ruleset, seed, level, places)
    return puzzle.of(caselog.of(name, document, places.scenarios))


def _document(ruleset: str, seed: int, level: Level, places: Folders) -> dict[str, Any]:
    known = {shelved.id: shelved.path for shelved in shelf.listing(places.scenarios)}
    scenario = load(known.get(ruleset) or shelf.find(ruleset, places.scenarios)).scenario
    if scenario.game.solitaire or ruleset not in known:
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
    name = path.stem if path.parent == places.puzzles else path
    terminal().say(_("'clue puzzle play {name}' plays it.").format(name=name))


# --- looking -----------------------------------------------------------------------------------


def check(files: Sequence[str], home: Path | None) -> None:
    """Say of each puzzle how hard it is; raise ScenarioFaults with the faults of all."""
    places, faults = folders(home), list[Located]()
    for name in files:
        try:
            found = opened(find(name, places), places)
        except ScenarioFaults as refusal:
            faults += refusal.located
            continue
        faults += (told := found.log.source.located(found.faults()))
        if not told:
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
    for name, path in sorted(_shelved(places).items()):
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
