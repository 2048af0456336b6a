"""Which cards a mind shows, names and asks for, and whom it asks.

Everything here narrows what is open down to what is best; which of these it is to be is left to chance.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import product

from clue_cli.opponents.decider import best
from clue_cli.reasoning.facts import ENVELOPE, Tier
from clue_cli.reasoning.knowledge import known
from clue_cli.reasoning.notebook import Notebook
from clue_cli.rules.actions import (
    Ask,
    Give,
    Interrogate,
    Name,
    Reveal,
    Show,
    Snoop,
)
from clue_cli.rules.events import ClueDrawn, Gave, Interrogated, Revealed, Shown, Snooped, Suggested
from clue_cli.rules.legal import Claim, Claims
from clue_cli.rules.table import View

Telling = Show | Reveal | Give
"""What lets others see a card of one's hand."""

Turning = Ask | Snoop | Interrogate
"""What turns to another player."""


# --- the cards a mind names ----------------------------------------------------------------------


def guesses(claims: Claims | None, notebook: Notebook) -> list[Claim]:
    """Return the claims, if any are open, of cards that may be in the case."""
    if not claims:
        return []
    groups = [[card for card in group if notebook.may_hold(card, ENVELOPE)] for group in claims.groups]
    return [claims.kind(cards) for cards in product(*groups)]


def names(view: View, notebook: Notebook, options: Sequence[Name]) -> list[Name]:
    """Return the cards that may or may not be in the case; else those that tell the others least."""

    def worth(name: Name) -> tuple[int, ...]:
        may_be_case = notebook.may_hold(name.card, ENVELOPE)
        unknown = may_be_case and notebook.held(name.card) is None
        return unknown, not may_be_case, name.card not in view.hand

    return best(options, worth)


# --- the card a mind shows -----------------------------------------------------------------------


def any_card(_view: View, options: Sequence[Telling]) -> Sequence[Telling]:
    """Return all the cards that may be shown."""
    return options


def known_card(view: View, options: Sequence[Telling]) -> Sequence[Telling]:
    """Return the cards that who will see them have seen before, else those that most others have."""
    seen, audience = seen_by(view), _audience(view, options[0])
    return best(options, lambda show: (len(seen[show.card] & audience), len(seen[show.card])))


def least_telling(view: View, options: Sequence[Telling]) -> Sequence[Telling]:
    """Return of the known cards those of the biggest category: one of many tells less than one of few."""
    sizes = {card: len(category.ids) for category in view.scenario.categories for card in category.ids}
    return best(known_card(view, options), lambda show: (sizes[show.card],))


def seen_by(view: View) -> Mapping[str, set[int]]:
    """Return which others have seen each card of the hand."""
    seen: defaultdict[str, set[int]] = defaultdict(set)
    for event in view.history:
        match event:
            case Shown(view.seat, to, _, str(card)) | Snooped(to, view.seat, str(card)):
                seen[card].add(to)
            case Gave(giver, view.seat, str(card)):
                seen[card].add(giver)
            case Revealed(view.seat, card):
                seen[card].update(_others(view))
    return seen


def _audience(view: View, option: Telling) -> set[int]:
    """Return who will see the card: all, the asker, or the left neighbour for a clue card."""
    if isinstance(option, Reveal):
        return _others(view)
    call = next(e for e in reversed(view.history) if isinstance(e, Suggested | Interrogated | ClueDrawn))
    return {(view.seat + 1) % len(view.table.seats) if isinstance(call, ClueDrawn) else call.seat}


def _others(view: View) -> set[int]:
    return set(range(len(view.table.seats))) - {view.seat}


# --- whom a mind turns to ------------------------------------------------------------------------


def unknown(view: View, notebook: Notebook) -> Counter[str]:
    """Count the unknown cards of each hand, by the player's token; a hand known whole is left out."""
    sizes = known(view, Tier.PASSES).sizes
    seats = enumerate(view.table.seats)
    return +Counter({token: (sizes[seat] or 0) - notebook.count(seat) for seat, token in seats})


def least_known(view: View, notebook: Notebook, options: Sequence[Turning]) -> Sequence[Turning]:
    """Return the players of whose cards most are not known."""
    count = unknown(view, notebook)
    return best(options, lambda turning: (count[turning.suspect],))


def may_answer(view: View, notebook: Notebook, options: Sequence[Ask]) -> Sequence[Ask]:
    """Return the players who may have something new to show to what was suggested; else all."""
    count = unknown(view, notebook)
    return best(options, lambda ask: (count[ask.suspect] > 0 and bool(new_cards(view, notebook, ask)),))


def likely_to_answer(view: View, notebook: Notebook, options: Sequence[Ask]) -> Sequence[Ask]:
    """Return the players most likely to have something new to show, and nothing else."""
    count = unknown(view, notebook)

    def worth(ask: Ask) -> tuple[int, ...]:
        news = len(new_cards(view, notebook, ask))
        seat = view.table.seat_of(ask.suspect)
        old = any(notebook.held(card) == seat for card in _suggested(view))
        return bool(news), not old, news * count[ask.suspect]

    return best(options, worth)


def new_cards(view: View, notebook: Notebook, ask: Ask) -> list[str]:
    """Return the suggested cards that may be in that player's hand as well as in the case."""
    seat = view.table.seat_of(ask.suspect)
    cards = (card for card in _suggested(view) if notebook.may_hold(card, ENVELOPE))
    return [card for card in cards if notebook.may_hold(card, seat)]


def _suggested(view: View) -> tuple[str, ...]:
    return next(event.cards for event in reversed(view.history) if isinstance(event, Suggested))
