"""The options of a ruleset, and what each may be.

Nothing here decides anything: each option is read at one place of the engine.
"""

from dataclasses import dataclass
from enum import StrEnum

SET_ASIDE = 4
"""Cards that are set aside where two play, in every edition that sets any aside (C15-07 SG-05)."""


class FirstPlayer(StrEnum):
    """Say who moves first: the first seat in turn order, or whoever throws most."""

    ORDER = "order"
    HIGHEST_ROLL = "highest_roll"


class Weapons(StrEnum):
    """Say where the weapons are when play begins."""

    RANDOM_ROOMS = "random_rooms"
    OFF_BOARD = "off_board"


class Leftover(StrEnum):
    """Say what becomes of the cards that do not go round evenly: dealt all the same, or face up to all."""

    DEAL = "deal"
    FACE_UP = "face_up"


class TwoPlayers(StrEnum):
    """Say what becomes of four cards when only two play: nothing, hidden in rooms, or face up."""

    NONE = "none"
    HIDDEN_IN_ROOMS = "hidden_in_rooms"
    HIDDEN_IN_CORNERS = "hidden_in_corners"
    FACE_UP = "face_up"


class Style(StrEnum):
    """Say how tokens move: over squares by dice, from room to room along links, or into any room at will."""

    DICE = "dice"
    ROOMS = "rooms"
    ANYWHERE = "anywhere"


class Passages(StrEnum):
    """Say when a secret passage may be taken."""

    NO = "no"
    INSTEAD_OF_ROLL = "instead_of_roll"
    ALSO_DURING_ROLL = "also_during_roll"


class Stay(StrEnum):
    """Say when a token in a room may stay there and suggest, without rolling."""

    NEVER = "never"
    IF_DRAGGED = "if_dragged"
    ALWAYS = "always"


class Occupied(StrEnum):
    """Say what a square with a token on it is to others: closed, or jumped over."""

    BLOCK = "block"
    JUMP = "jump"


class OutToken(StrEnum):
    """Say what becomes of the token of a player put out in front of a door."""

    STAYS = "stays"
    ENTERS_ROOM = "enters_room"


class Asked(StrEnum):
    """Say who answers a suggestion: from the left until one shows, everyone, or one player chosen."""

    FIRST_TO_SHOW = "first_to_show"
    EVERYONE = "everyone"
    CHOSEN_PLAYER = "chosen_player"


class Interrogation(StrEnum):
    """Say what a player met in the room entered owes the one who enters: nothing, or a card or a forfeit."""

    NONE = "none"
    CARD_OR_FORFEIT = "card_or_forfeit"


class AccuseWhen(StrEnum):
    """Say when in one's own turn an accusation may be made."""

    ON_TURN = "on_turn"
    END_OF_TURN = "end_of_turn"
    IF_UNREFUTED = "if_unrefuted"
    INSTEAD_OF_MOVE = "instead_of_move"


class AccuseWhere(StrEnum):
    """Say where a token must stand for its player to accuse."""

    ANYWHERE = "anywhere"
    ANY_ROOM = "any_room"


class Wrong(StrEnum):
    """Say what a wrong accuser suffers: no more turns, or forfeits to all the others."""

    OUT = "out"
    PAYS_FORFEITS = "pays_forfeits"


class LastStanding(StrEnum):
    """Say what happens when all players but one have accused wrongly."""

    WINS = "wins"
    MUST_ACCUSE = "must_accuse"


@dataclass(frozen=True, slots=True)
class Rules:
    """Hold every option of a ruleset; each is read at one place of the engine.

    Options are named as in a scenario's `[rules]`: `move_dice` is `dice` in `[rules.move]`. What a scenario
    may leave out has the classic value here.
    """

    players: tuple[int, int] = (1, 1)
    setup_first_player: FirstPlayer = FirstPlayer.ORDER
    setup_weapons: Weapons = Weapons.RANDOM_ROOMS
    setup_leftover: Leftover = Leftover.DEAL
    setup_two_players: TwoPlayers = TwoPlayers.NONE
    move_style: Style = Style.DICE
    move_dice: int = 2
    move_rooms: int = 1
    move_passages: Passages = Passages.NO
    move_stay: Stay = Stay.NEVER
    move_occupied: Occupied = Occupied.BLOCK
    move_through_rooms: bool = False
    move_out_token: OutToken = OutToken.STAYS
    suggest_required: bool = False
    suggest_drags: bool = True
    suggest_asked: Asked = Asked.FIRST_TO_SHOW
    suggest_interrogation: Interrogation = Interrogation.NONE
    accuse_when: AccuseWhen = AccuseWhen.ON_TURN
    accuse_where: AccuseWhere = AccuseWhere.ANYWHERE
    accuse_others_reveal: bool = False
    accuse_wrong: Wrong = Wrong.OUT
    accuse_last_standing: LastStanding = LastStanding.MUST_ACCUSE
