"""Tell a person, after a detective game, when the case could be proved and what help was used."""

from collections.abc import Iterator

from clue_cli.play.review import Review, review
from clue_cli.play.session import Record
from clue_cli.ui.telling import Teller
from clue_cli.words import _, ngettext


def inquest(record: Record, person: int, teller: Teller) -> Iterator[str]:
    """Tell what a look back at a finished game shows."""
    told = review(record, person)
    yield _proof(told, person)
    if told.chance is not None:
        yield _use(told, told.chance)
    elif told.accused is not None:
        yield _("You accused in turn {turn}, before it was proved.").format(turn=told.accused)
    others = [
        _("{player} in turn {turn}").format(player=teller.player(seat), turn=turn)
        for seat, turn in enumerate(told.proved)
        if turn is not None and seat != person
    ]
    yield (
        _("From other seats: {seats}.").format(seats=", ".join(others))
        if others
        else _("From no other seat could it be proved.")
    )
    yield _help(record)


def _proof(told: Review, person: int) -> str:
    turn = told.proved[person]
    if turn is None and told.seen is not None:
        words = _("Until you saw the envelope in turn {turn}, what you were told did not prove the case.")
        return words.format(turn=told.seen)
    if turn is None:
        return _("From what you were told the case could not be proved yet.")
    return _("From what you were told the case could be proved in turn {turn}.").format(turn=turn)


def _use(told: Review, chance: int) -> str:
    """Tell how long the person waited with an accusation that was proved."""
    if told.accused is None or told.accused < chance:
        words = _("You could have accused in turn {chance}, and did not.")
    elif told.late:
        words = ngettext(
            "You accused in turn {turn}: {n} turn of yours later than you could have.",
            "You accused in turn {turn}: {n} turns of yours later than you could have.",
            told.late,
        )
    else:
        words = _("You accused in turn {turn}, as soon as you could.")
    return words.format(chance=chance, turn=told.accused, n=told.late)


def _help(record: Record) -> str:
    """Tell which help the person had: a notebook that concludes, and hints."""
    notes = {"deduce": _("a notebook that deduces"), "odds": _("a notebook that deduces, with odds")}
    used = [notes[record.notes]] if record.notes in notes else []
    if record.hints:
        used.append(ngettext("{n} hint", "{n} hints", record.hints).format(n=record.hints))
    return _("Help: {used}.").format(used=", ".join(used) if used else _("none"))
