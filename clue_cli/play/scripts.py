"""The scripts of the seats of one game, and how far each was followed.

How far follows from the positions the seats decided in, so that a save need not hold it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from clue_cli.opponents.scripted import Cue, Script, cue
from clue_cli.rules.actions import parse
from clue_cli.rules.model import Scenario
from clue_cli.rules.position import Position


@dataclass(frozen=True, slots=True)
class Scripts:
    """Hold the lines left of each seat's script; a seat that has none is not in it."""

    lines: Mapping[int, Script]

    @classmethod
    def of(cls, scenario: Scenario, suspects: Sequence[str | None]) -> "Scripts":
        """Take the scripts of these suspects by seat; None stands for a seat that follows none."""
        written = {role.suspect: tuple(map(parse, role.script)) for role in scenario.seats if role.script}
        lines = {seat: written[one] for seat, one in enumerate(suspects) if one in written}
        return cls(MappingProxyType(lines))

    def cue(self, position: Position) -> Cue | None:
        """Look up what the seat does that must act; None where it follows no script."""
        if not self.lines or (seat := position.seat) is None or seat not in self.lines:
            return None
        return cue(self.lines[seat], position.legal(), own_turn=seat == position.table.active)

    def after(self, position: Position) -> "Scripts":
        """Return what is left once the seat that must act in `position` has acted."""
        told = self.cue(position)
        if told is None:
            return self
        assert position.seat is not None
        lines = {**self.lines, position.seat: told.rest}
        return Scripts(MappingProxyType({seat: rest for seat, rest in lines.items() if rest}))
