"""Begin a scenario of one's own: ask what it is to be, and write a file that can be played and changed.

The file lands in the player's folder of scenarios; none that is there is ever touched.
"""

import os
import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import Any

from clue_cli.play.folders import Folders, folders
from clue_cli.play.keeping import drafts
from clue_cli.rules.model import Game, Kind, Scenario
from clue_cli.rules.options import Style
from clue_cli.scenario import plans, shelf
from clue_cli.scenario.checks_challenge import fewest_rolls
from clue_cli.scenario.drawing import LARGEST
from clue_cli.scenario.faults import ScenarioFaults, shown
from clue_cli.scenario.keys import KeyRow, tables
from clue_cli.scenario.load import Loaded, from_document, laid_over, load
from clue_cli.scenario.schema import schema_json
from clue_cli.scenario.shelf import Sort
from clue_cli.scenario.source import Source
from clue_cli.scenario.writing import SCHEMA_LINE, effective_document, toml_line, toml_text, toml_value
from clue_cli.ui import naming
from clue_cli.ui.prompter import Choice, InputEnded, Prompter, folded, prompter
from clue_cli.ui.terminal import Terminal, terminal
from clue_cli.words import Refused, _, language, visible

_SIZE = "24x24"
_LONGEST = 40  # characters of an id
_NAME = 60  # characters of a name


class Ground(StrEnum):
    """Say what the new house is drawn as: the base's, a blank one with corridors, or rooms with links."""

    COPY = "copy"
    BLANK = "blank"
    LINKS = "links"


@dataclass(frozen=True)
class Draft:
    """Hold what a new scenario is to be."""

    id: str
    name: str
    base: Loaded
    ground: Ground
    size: tuple[int, int]

    @cached_property
    def given(self) -> dict[str, Any]:
        """The document of the new file; raises Refused when the house is too small."""
        base = self.base.document
        document = {
            "format": 1,
            "id": self.id,
            "ruleset": self.base.scenario.id,
            "name": self.name,
            "story": _("Nobody has told yet what happened here."),
        }
        start = self._start()
        if start and start != base.get("start"):
            document["start"] = start
        if self.ground is Ground.LINKS and self.base.scenario.rules.move_style is not Style.ROOMS:
            document["rules"] = {"move": {"style": Style.ROOMS.value, "rooms": 2}}
        named = {"format": 1, "id": self.id, "name": base["board"]["name"] if self._copied else self.name}
        return document | {"board": named | self._board() | named, "category": base["category"]}

    @cached_property
    def whole(self) -> Loaded:
        """The scenario that the file will give; raises ScenarioFaults where that is none."""
        return from_document(laid_over(self.base.document, self.given), self.id)

    @property
    def _copied(self) -> bool:
        return self.ground is Ground.COPY

    def _start(self) -> str:
        """Return the one place where all start, where they do: the base's, as far as it is drawn."""
        scenario = self.base.scenario
        if self.ground is Ground.LINKS and scenario.start not in scenario.board.room_ids:
            one_room = scenario.start or len(self._colours()) > len(self._rooms())
            return str(self._rooms()[0]["id"]) if one_room else ""
        many = len(scenario.starts) > plans.MOST_STARTS
        return scenario.start or (self._rooms()[0]["id"] if many and not self._copied else "")

    def _rooms(self) -> list[dict[str, Any]]:
        """Return the rooms of the base that are on cards, and the one where all start, without doors."""
        kept = ("id", "letter", "name", "scene")
        return [
            {key: room[key] for key in kept if key in room}
            for room in self.base.document["board"]["room"]
            if room.get("scene", True) or room["id"] == self.base.scenario.start
        ]

    def _colours(self) -> list[str]:
        """Return each colour of the suspects once (PA-03)."""
        suspects = (self.base.scenario.cards[suspect] for suspect in self.base.scenario.starts)
        return list(dict.fromkeys(card.colour for card in suspects))

    def _board(self) -> dict[str, Any]:
        """Return the table of the board, but for its names."""
        board, rooms, start = self.base.document["board"], self._rooms(), self._start()
        if self._copied:
            return dict(board)
        if self.ground is Ground.LINKS:
            return plans.with_links(rooms, [] if start else self._colours(), *self.size)
        middle = board.get("middle")
        used = middle if middle and middle["id"] == start else None
        starts = 0 if start else len(self.base.scenario.starts)
        drawn = plans.with_corridors(rooms, used, starts, *self.size)
        known = {room["id"] for room in rooms}
        passages = [ends for ends in board.get("passages", []) if known.issuperset(ends)]
        return drawn | ({"passages": passages} if passages else {})


def new_scenario(
    name: str, base: str | None, board: str | None, size: str | None, *, plain: bool | None, home: Path | None
) -> None:
    """Ask what is not given, write the scenario, and say what to do next.

    Raises Refused where a file of that name is there, or what is wished does not go together.
    """
    screen = terminal(plain)
    ask, places = prompter(screen), folders(home)
    given_id, given_name = _named(name, places.scenarios)
    path = places.scenarios / f"{given_id}.toml"
    _free(given_id, path)
    try:
        chosen = _base(base, places, ask)
        ground = _ground(board, chosen, ask, size)
        text = ""
        while not text:
            try:
                text = _text(Draft(given_id, given_name, chosen, ground, _size(size, ground, ask)))
            except Refused as fault:
                if size or ground is Ground.COPY or isinstance(fault, InputEnded | ScenarioFaults):
                    raise
                screen.say(str(fault))
    except InputEnded:
        raise Refused(_("the input ended, and nothing was written")) from None
    _write(path, text)
    _say_next(given_id, naming.played_by(chosen.scenario.game), path, home, screen)


# --- what it is to be ----------------------------------------------------------------------------


def _named(typed: str, own: Path) -> tuple[str, str]:
    """Return the id and the name that are meant: either gives the other."""
    if "/" in typed or "\\" in typed or typed.endswith(".toml"):
        words = _("{path} is a path: give a name such as my-house, and its file is written into {folder}")
        raise Refused(words.format(path=repr(shown(typed[:_NAME])), folder=own))
    name = " ".join(typed.split())
    found = "-".join(re.findall("[a-z0-9]+", folded(name)))[:_LONGEST].rstrip("-")
    if not re.fullmatch(shelf.STEM, found) or len(name) > _NAME or not all(map(visible, name)):
        words = _("{name} is no name: give one such as my-house or 'My House', of {most} letters at most")
        raise Refused(words.format(name=repr(shown(name[:_NAME])), most=_NAME))
    return found, found.replace("-", " ").title() if found == name else name


def _free(name: str, path: Path) -> None:
    if path.exists():
        raise Refused(_("{path} is there already; take another name").format(path=path))
    if name in (one.id for one in shelf.listing()):
        raise Refused(_("'{name}' is the id of a shipped scenario; take another name").format(name=name))


def _bases(own: Path) -> dict[str, Loaded]:
    """Return the scenarios that can give the rest: the sound ones that have no ruleset themselves."""
    found = {}
    for one in shelf.listing(own):
        try:
            if "ruleset" not in Source.read(one.path).document:
                found[one.id] = load(one.path)
        except ScenarioFaults:
            continue
    return found


def _base(wished: str | None, places: Folders, ask: Prompter) -> Loaded:
    """Return the base; raise Refused where it has a base itself, and ScenarioFaults where it is not sound."""
    known = _bases(places.scenarios)
    if wished is None:
        choices = [
            Choice(f"{one.scenario.name.within(language())} ({name}, {one.scenario.game})", name)
            for name, one in known.items()
        ]
        wished = str(ask.choose(_("Whose rules and cards?"), choices))
    if wished not in known:
        path = naming.find(wished, Sort.SCENARIO, places)
        load(path)  # its faults keep it from being a base
        ruleset = Source.read(path).document.get("ruleset")
        words = _("--base takes an id: {known}")
        if ruleset:
            words = _("'{name}' takes its rules from '{ruleset}': give --base {ruleset}")
        raise Refused(words.format(name=shown(wished[:_NAME]), ruleset=ruleset, known=", ".join(known)))
    return known[wished]


def _grounds(base: Loaded) -> dict[Ground, str]:
    """Return the houses that the rules of the base can be played in, in words."""
    words = {
        Ground.COPY: _("The house of {name}, to be changed"),
        Ground.BLANK: _("A plain house with corridors, of any size"),
        Ground.LINKS: _("Rooms and the links between them, without dice"),
    }
    style = base.scenario.rules.move_style
    if base.scenario.game is not Game.CLUE:
        del words[Ground.LINKS]
    elif style is Style.ROOMS:
        del words[Ground.BLANK]
    return {one: text.format(name=base.scenario.name.within(language())) for one, text in words.items()}


def _ground(wished: str | None, base: Loaded, ask: Prompter, size: str | None) -> Ground:
    open_to = _grounds(base)
    if wished is None:
        choices = [Choice(words, one) for one, words in open_to.items()]
        wished = ask.choose(_("Which house?"), choices)
    if wished not in open_to:
        words = _("the board can be {names} with the rules of {base}, not {name}")
        known = {"names": ", ".join(open_to), "base": base.scenario.id}
        raise Refused(words.format(name=repr(shown(wished[:_LONGEST])), **known))
    if size is not None and wished == Ground.COPY:
        raise Refused(_("a copy has the size of its board: leave out --size"))
    return Ground(wished)


def _size(wished: str | None, ground: Ground, ask: Prompter) -> tuple[int, int]:
    """Return rows and columns; a copy needs none."""
    if ground is Ground.COPY:
        return (0, 0)
    if wished is None:
        wished = ask.line(_("Rows and columns (Enter: {size}):").format(size=_SIZE)) or _SIZE
    found = re.fullmatch(r" *(\d{1,3}) *[xX×] *(\d{1,3}) *", wished)
    size = (int(found[1]), int(found[2])) if found else (0, 0)
    if not 1 <= min(size) <= max(size) <= LARGEST:
        words = _("{size} is no size: give rows and columns up to {most} each, such as {example}")
        raise Refused(words.format(size=repr(shown(wished[:_LONGEST])), most=LARGEST, example=_SIZE))
    return size


# --- the file --------------------------------------------------------------------------------------


def _text(draft: Draft) -> str:
    """Write the file, with a comment wherever something wants to be changed."""
    given, options = draft.given, effective_document(draft.whole)["rules"]
    head = {key: value for key, value in given.items() if key not in ("rules", "board", "category", "story")}
    board, cards = given["board"], {"category": given["category"]}
    base = draft.base.scenario.id
    parts = [
        _comment(_("{name}: what is not said here is as in '{base}'.").format(name=draft.name, base=base)),
        _comment(_("'clue scenarios keys' tells what each key means.")),
        toml_text(head) + "\n",
        _comment(_("What is told before the game, 2000 characters at most.")),
        toml_line("story", given["story"]) + "\n\n",
        _comment(
            _("Options of the rules: take away a # and change the value; behind it stands what may be.")
        ),
        "\n".join(_options(options, given.get("rules", {}))) + "\n\n",
        _comment(*_about_board(draft)),
        "[board]\n" + toml_text(board, "board") + "\n",
        _comment(_("The cards: rename, add, take out what you like. The rooms of the board are cards too.")),
        toml_text(cards).lstrip("\n"),
        "\n",
        _comment(_("More that a scenario may have: take away the # of what you like, and change it.")),
        "\n".join(_comment(*example) for example in _examples(draft.whole.scenario)),
    ]
    return SCHEMA_LINE + "".join(parts)


def _comment(*lines: str) -> str:
    return "".join(f"# {line}\n" for line in lines)


def _about_board(draft: Draft) -> Iterator[str]:
    if draft.given["board"].get("links"):
        yield _("The house: a letter for each room, as the rooms touch; links join rooms that share a wall.")
        yield _("Tokens start in the room of their colour, or all in the place that 'start' names.")
    else:
        yield _(
            "The house: . corridor, # closed, o snoop square, 1 to 9 start squares, a letter for each room."
        )
        yield _("A door: a cell of the room and the corridor square outside; [row, column], both from 0.")


def _options(whole: Mapping[str, Any], given: Mapping[str, Any]) -> Iterator[str]:
    """Write the options of the rules: those given as they are, the others as comments."""
    rows = {table.heading.strip("`[]"): {row.name: row for row in table.keys} for table in tables()}
    yield "[rules]"
    for key, value in whole.items():
        if not isinstance(value, dict):
            yield "# " + _option(key, value, rows["rules"][key])
    for name, table in whole.items():
        if isinstance(table, dict):
            yield f"\n[rules.{name}]"
            for key, value in table.items():
                marked = "" if key in given.get(name, {}) else "# "
                yield marked + _option(key, value, rows[f"rules.{name}"][key])


def _examples(scenario: Scenario) -> Iterator[tuple[str, ...]]:
    """Go through tables that the file may have too, each as small as can be: the lines of each."""
    solo, suspects = scenario.game.solitaire, scenario.ids(Kind.SUSPECT)
    if solo:
        yield "[begin]", toml_line("dice", [[6] * scenario.rules.move_dice])
    else:
        yield "[begin]", toml_line("first", suspects[0])
        for suspect in suspects[: scenario.rules.players[0]]:
            mind = "person" if suspect == suspects[0] else "careful"
            yield "[[seat]]", toml_line("suspect", suspect), toml_line("mind", mind)
    yield "[[tale]]", toml_line("when", "end"), toml_line("say", _("Morning comes."))
    measure, unit = ("rolls", fewest_rolls(scenario)) if solo else ("turns", 4)
    medals = zip(("gold", "silver", "bronze"), (2 * unit, 3 * unit, 4 * unit), strict=True)
    yield f"[challenge.{measure}]", *(toml_line(*medal) for medal in medals)


def _option(key: str, value: Any, row: KeyRow) -> str:
    """Write an option with what it may be and its rules."""
    choices = ", ".join(map(toml_value, row.choices)) or _values(row.values.replace("`", ""))
    rules = f" ({', '.join(row.rules)})" if row.rules else ""
    return f"{f'{key} = {toml_value(value)}':32}  # {choices}{rules}"


def _values(words: str) -> str:
    """Say in the player's language what a number may be; the keys tell it in English."""
    between = re.fullmatch(r"(\d+) to (\d+)", words)
    if between:
        return _("{low} to {high}").format(low=between[1], high=between[2])
    return words.replace("number", _("number"))


def _write(path: Path, text: str) -> None:
    """Write a file that is not there yet, whole or not at all, and the schema for editors beside it."""
    with drafts(path) as folder:
        new, schema = folder / "new", folder / "schema"
        new.write_text(text, encoding="utf-8")
        schema.write_text(schema_json(), encoding="utf-8")
        with new.open("rb") as file:
            os.fsync(file.fileno())
        try:
            os.link(new, path)
        except FileExistsError:
            raise Refused(_("{path} is there already; take another name").format(path=path)) from None
        except OSError:  # where links are not known
            with path.open("x", encoding="utf-8") as file_:
                file_.write(text)
        schema.replace(path.parent / "scenario.schema.json")


def _say_next(name: str, played: str, path: Path, home: Path | None, screen: Terminal) -> None:
    there = f" --saves {shlex.quote(str(home))}" if home else ""
    screen.say(_("Written: {path}").format(path=path))
    screen.say(_("Open it in an editor and change what you like. Then:"))
    for command in ("scenarios check", "board show", played):
        screen.say(f"  clue {command} {name}{there}")
