"""Follow a script: what a seat does, line by line, for as long as that can be done.

It keeps nothing: given the lines that are left, and what is open, it says what is done and what is left then.
"""

from dataclasses import dataclass
from itertools import islice

from clue_cli.rules.actions import Accuse, Action, End, Go, Passage, Roll, Suggest
from clue_cli.rules.legal import Legal

_OF_TURN = (Roll, Passage, Go, Suggest, Accuse, End)
"""What a turn is made of; all else answers what one is asked, by a player or a clue card."""

Script = tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Cue:
    """Say what a seat does by its script, and which lines are left; an `action` of None is up to its mind.

    `lost` is the line that can't be done, with which the script is over.
    """

    action: Action | None
    rest: Script
    lost: Action | None = None


def cue(script: Script, legal: Legal, *, own_turn: bool) -> Cue:
    """Look up what comes next in a script of at least one line.

    Answers come in any order until the seat's next turn, in which those that nobody asked for are passed
    over; what is asked and not in the script is up to the mind. The lines of turns come one by one: what is
    the only thing to do needs no line, nor does the roll before a walk, nor the end of a turn.
    """
    first = next((n for n, line in enumerate(script) if isinstance(line, _OF_TURN)), len(script))
    lines = script[first:]
    for n, answer in enumerate(script[:first]):
        if answer in legal:
            return Cue(answer, script[:n] + script[n + 1 :])
    if not own_turn or _asked(legal):
        return Cue(None, script)
    if lines and lines[0] in legal:
        return Cue(lines[0], lines[1:])
    if implied := _implied(lines, legal):
        return Cue(implied, script)
    return Cue(None, (), next(iter(lines), None))


def _asked(legal: Legal) -> bool:
    """Tell whether the seat is asked for something, in its own turn too, rather than free to go on."""
    return legal.kinds.isdisjoint(_OF_TURN) and not (legal.claims(Suggest) or legal.claims(Accuse))


def _implied(lines: Script, legal: Legal) -> Action | None:
    """Return what needs no line, where the next line can't be done yet."""
    only = list(islice(legal, 2))
    if len(only) == 1:
        return only[0]
    if lines and isinstance(lines[0], Go) and Roll() in legal:
        return Roll()
    return End() if End() in legal else None
