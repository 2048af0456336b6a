"""Chance of a game: which dice and cards it gives, and what they do not depend on."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from playing import Chooser, at_random, classic, collect, document, played

from clue_cli.play import session as session_module
from clue_cli.play import streams
from clue_cli.play.session import PERSON, Record, Session
from clue_cli.play.streams import Stream
from clue_cli.rules.actions import (
    Action,
    End,
    Passage,
    Roll,
)


def dice(session: Session) -> list[str]:
    """Return the rolls of a game, as its log tells them."""
    return [line for line in session.record.log if line.startswith("dice ")]


def setting_up(record: Record) -> list[str]:
    """Return what chance does before the first turn."""
    session = Session(record)
    while session.state.table.turn == 0:
        session.step()
    return list(session.record.log)


def test_the_nth_roll_of_a_game_is_the_same_however_one_walks() -> None:
    """Two players of one game can compare their counts: they got the same dice, wherever they went."""
    one, other = (played(collect(seed=5), at_random(salt)) for salt in (1, 2))
    assert [line for line in one.record.log if line.startswith("go ")] != [
        line for line in other.record.log if line.startswith("go ")
    ]
    shared = min(len(dice(one)), len(dice(other)))
    assert shared > 20
    assert dice(one)[:shared] == dice(other)[:shared]


@pytest.mark.parametrize("seed", [0, 1, 20261130])
def test_a_seed_gives_the_same_dice_on_every_python(seed: int) -> None:
    """The dice are what `random.Random("collect/solo#seed/dice/n")` makes of 36 falls: Python keeps that."""
    session = played(collect(seed), at_random())
    expected = []
    for number in range(len(dice(session))):
        fall = int(Fraction(Random(f"collect/solo#{seed}/dice/{number}").random()) * 36)
        expected.append(f"dice {fall // 6 + 1} {fall % 6 + 1}")
    assert expected == dice(session)


def test_the_cards_do_not_depend_on_who_plays_or_how() -> None:
    """A game is the same case for everybody: against other minds, watched, and with other notes."""
    records = [
        classic(3, PERSON, "novice", "novice"),
        classic(3, PERSON, "careful", "novice"),
        classic(3, "careful", "careful", "novice"),
    ]
    first, *others = map(setting_up, records)
    assert len(first) == 3 + 18 + 6  # the case, the hands (C-01 C-02) and the weapons
    assert all(first == other for other in others)


def test_another_seed_is_another_game() -> None:
    """Ten seeds are ten different cases and hands."""
    assert len({tuple(setting_up(classic(seed))) for seed in range(10)}) == 10


def test_one_game_tells_nothing_of_another_of_its_seed() -> None:
    """Another edition of the same cards, and the same one with one player more, has another case."""
    for seed in range(10):
        three, four = classic(seed, *["novice"] * 3), classic(seed, *["novice"] * 4)
        signature = replace(three, document=document("signature"))
        cases = {
            tuple(line for line in setting_up(record) if line.startswith("hide "))
            for record in (three, four, signature)
        }
        assert len(cases) == 3


@pytest.mark.parametrize("chooser", [at_random(1), at_random(2, accusing=0.01)])
def test_the_nth_roll_at_the_table_is_the_same_too(chooser: Chooser) -> None:
    """In the detective game too nothing that anybody does changes the next fall of its one die."""
    session = played(classic(11), chooser)
    falls = [int(Fraction(Random(f"classic/3#11/dice/{n}").random()) * 6) for n in range(len(dice(session)))]
    assert [f"dice {fall + 1}" for fall in falls] == dice(session)


def test_no_draw_of_a_game_repeats_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal, dice and each seat draw from streams of their own, and no number of a stream is used twice."""
    drawn: list[tuple[str, int]] = []

    class Counted(Stream):
        def __init__(self, game_id: str, name: str, number: int) -> None:
            super().__init__(game_id, name, number)
            drawn.append((name, number))

    monkeypatch.setattr(session_module, "Stream", Counted)
    played(classic(3, "novice", "careful", "novice"), at_random())
    assert {name for name, _ in drawn} == {"deal", "dice", "seat 0", "seat 1", "seat 2"}
    assert len(drawn) == len(set(drawn))


def test_a_pick_is_fair() -> None:
    """Each of six options comes as often as the others: chi-square of 6000 picks below its 99.9 % bound."""
    counts = Counter(Stream("classic/3#1", "seat 0", number).pick("abcdef") for number in range(6000))
    assert set("abcdef") == set(counts)
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 20.5


def test_picks_of_one_stream_differ() -> None:
    """A mind that picks twice in one decision does not get the same number again."""
    stream = Stream("classic/3#1", "seat 0", 0)
    assert len({stream.pick(range(1_000_000)) for _ in range(50)}) > 45


def test_a_sample_follows_the_probabilities() -> None:
    """Outcomes of 1/2, 1/3 and 1/6 come so often: chi-square of 6000 draws below its 99.9 % bound."""
    odds: dict[Action, Fraction] = {
        Roll(): Fraction(1, 2),
        Passage("hall"): Fraction(1, 3),
        End(): Fraction(1, 6),
    }
    counts = Counter(Stream("classic/3#1", "deal", number).sample(odds) for number in range(6000))
    assert sum((counts[action] - 6000 * odd) ** 2 / (6000 * odd) for action, odd in odds.items()) < 13.9


@pytest.mark.parametrize(
    ("point", "expected"),
    [(0.0, Roll()), (0.5 - 2**-53, Roll()), (0.5, Passage("hall")), (0.75, End()), (1 - 2**-53, End())],
)
def test_a_sample_is_exact_at_the_borders(
    monkeypatch: pytest.MonkeyPatch, point: float, expected: Action
) -> None:
    """No outcome is a rounding error more likely: the borders lie at the sums of the probabilities."""

    class Fake:
        def __init__(self, seed: str) -> None:
            assert seed == "classic/3#1/deal/0"

        def random(self) -> float:
            return point

    monkeypatch.setattr(streams, "Random", Fake)
    odds: dict[Action, Fraction] = {
        Roll(): Fraction(1, 2),
        Passage("hall"): Fraction(1, 4),
        End(): Fraction(1, 4),
    }
    assert expected == Stream("classic/3#1", "deal", 0).sample(odds)
