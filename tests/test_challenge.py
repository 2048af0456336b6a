"""Challenges: what a file may ask for, what is told while one plays, and the medals that games prove."""

import os
import subprocess
import sys
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from playing import COLLECTOR, at_random, directed, document, played, seats, small_house, solved, steps

from clue_cli.play import challenge as challenges
from clue_cli.play import keeping, ledger, results, scores
from clue_cli.play.session import PERSON, Record, Seat, Session
from clue_cli.rules.actions import Accuse, Action, Roll
from clue_cli.rules.challenge import Challenge, Measure, Medal
from clue_cli.rules.model import Game, Kind, Place, Scenario
from clue_cli.rules.movement import Move
from clue_cli.scenario.checks_challenge import fewest_rolls
from clue_cli.scenario.elsewhere import on_board
from clue_cli.scenario.faults import ScenarioFaults
from clue_cli.scenario.load import from_document, load
from clue_cli.scenario.shelf import find
from clue_cli.scenario.writing import toml_text
from clue_cli.ui import medals
from clue_cli.ui.scoring import show_proof, show_scores
from clue_cli.words import Refused

GOLD, SILVER, BRONZE = Medal


def challenging(house: dict[str, Any], **challenge: Any) -> dict[str, Any]:
    """Return the document of a scenario with a challenge."""
    return {**house, "challenge": challenge}


def within(most: int, **more: Any) -> dict[str, Any]:
    """Return a small house in which gold takes so many rolls at most."""
    return challenging(small_house(), rolls={"gold": most}, **more)


def collected(house: dict[str, Any], seed: int = 1, hints: int = 0, *minds: str) -> Session:
    """Return a finished solitaire, alone or against these minds."""
    table = (*COLLECTOR, *(Seat("", mind) for mind in minds))
    session = played(Record(house, table, seed), at_random())
    for _ in range(hints):
        session.count_hint()
    return session


def rolls(game: Session) -> int:
    """Count the rolls of a game played alone, from its log."""
    return sum(line.startswith("dice ") for line in game.record.log)


def duel(challenge: dict[str, Any], **how: Any) -> Session:
    """Return a short detective game of the challenge, which the person solves."""
    return solved(document=challenging(document("signature"), **challenge), **how)


def told(tmp_path: Path, game: Session) -> list[str]:
    """Keep what came of a game, and return what is said of its challenge."""
    path = tmp_path / "scores.toml"
    if game.scenario.game.solitaire:
        return list(medals.after(game, scores.add(path, game).score))
    return list(medals.after(game, results.add(path, game).result))


def faults(house: dict[str, Any], **challenge: Any) -> list[str]:
    """Return the faults of a challenge as key and message."""
    with pytest.raises(ScenarioFaults) as refusal:
        from_document(challenging(house, **challenge), "test")
    return [f"{fault.key}: {fault.message}" for fault in refusal.value.located]


# --- what a file may ask for -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("house", "challenge", "meant"),
    [
        ("signature", {}, Challenge()),
        ("signature", {"help": False}, Challenge(help=False)),
        (
            "signature",
            {"turns": {"bronze": 12, "gold": 5, "silver": 9}},
            Challenge(Measure.TURNS, ((GOLD, 5), (SILVER, 9), (BRONZE, 12))),
        ),
        ("signature", {"suggestions": {"bronze": 4}}, Challenge(Measure.SUGGESTIONS, ((BRONZE, 4),))),
        ("errands", {"rolls": {"silver": 90}}, Challenge(Measure.ROLLS, ((SILVER, 90),))),
    ],
)
def test_a_challenge_is_read(house: str, challenge: dict[str, Any], meant: Challenge) -> None:
    """One measure or none, with a most for one medal or several, with help or without."""
    assert from_document(challenging(document(house), **challenge), "test").scenario.challenge == meant


def test_a_scenario_without_one_has_none() -> None:
    """Nothing is asked for where nothing is said."""
    assert load(find("classic")).scenario.challenge is None


@pytest.mark.parametrize(
    ("house", "challenge", "said"),
    [
        ("collect", {"turns": {"gold": 9}, "rolls": {"gold": 40}}, ["challenge.turns: means nothing"]),
        ("signature", {"rolls": {"gold": 9}}, ["challenge.rolls: means nothing"]),
        ("collect", {"help": False}, ["challenge.rolls: missing"]),
        (
            "signature",
            {"turns": {"gold": 9}, "suggestions": {"gold": 9}},
            ["challenge.suggestions: must be left out: there is 'turns' already"],
        ),
        ("signature", {"turns": {}}, ["challenge.turns: must have a number for gold, silver or bronze"]),
        ("signature", {"turns": {"gold": 0}}, ["challenge.turns.gold: must be 1 or more, not 0"]),
        (
            "signature",
            {"turns": {"gold": 9, "silver": 9, "bronze": 3}},
            [
                "challenge.turns.silver: must be 10 or more, not 9: a better medal allows 9",
                "challenge.turns.bronze: must be 10 or more, not 3: a better medal allows 9",
            ],
        ),
        ("signature", {"turn": {"gold": 9}}, ["challenge.turn: unknown key"]),
        ("signature", {"turns": 9}, ["challenge.turns: must be a table, not 9"]),
    ],
)
def test_a_challenge_that_fits_nothing_is_a_fault(
    house: str, challenge: dict[str, Any], said: list[str]
) -> None:
    """A measure of another game, two measures, medals in the wrong order, no number: each is told."""
    found = faults(document(house), **challenge)
    assert [fault[: len(start)] for fault, start in zip(found, said, strict=True)] == said


def test_a_challenge_is_not_taken_from_a_ruleset(tmp_path: Path) -> None:
    """A house of other cards and squares would make another challenge of it, or an impossible one."""
    (tmp_path / "base.toml").write_text(
        (find("collect")).read_text().replace('id = "collect"', 'id = "base"')
        + "\n[challenge]\nrolls = { gold = 40 }\n"
    )
    (tmp_path / "own.toml").write_text('format = 1\nid = "own"\nruleset = "base"\n')
    assert load(tmp_path / "base.toml").scenario.challenge
    assert load(tmp_path / "own.toml").scenario.challenge is None


def test_a_challenge_stays_at_home() -> None:
    """The solitaire on the board of another scenario has no challenge: it was made for its own."""
    own = from_document(challenging(document("collect"), rolls={"gold": 40}), "collect")
    assert on_board(own, load(find("master-detective"))).scenario.challenge is None


# --- what can't be met -------------------------------------------------------------------------


Stages = tuple[frozenset[str], ...]
"""The rooms to be entered, stage by stage."""


def quickest(scenario: Scenario) -> int:
    """Return the rolls of the quickest game there is, over every layout, order, fall of the dice and choice.

    An independent slow method: all that can lie before one after each roll, until somebody is done.
    """
    rooms, suspects, weapons = (scenario.ids(kind) for kind in (Kind.ROOM, Kind.SUSPECT, Kind.WEAPON))
    if scenario.game is Game.ERRANDS:  # at best, all cards of a room are called for while one stands there
        return walked(scenario, (frozenset(rooms),))
    return min(
        walked(scenario, tuple(map(frozenset, (rooms, where, where[: len(weapons)]))))
        for where in permutations(rooms, len(suspects))
    )


def walked(scenario: Scenario, stages: Stages) -> int:
    """Return the fewest rolls that take one through all stages."""
    dice, rolled = scenario.rules.move_dice, 0
    here: set[tuple[Place, frozenset[Place], Stages]] = {(scenario.start, frozenset(), stages)}
    while all(todo for _place, _barred, todo in here):
        rolled += 1
        here = {
            entered(end, barred, todo)
            for place, barred, todo in here
            for pips in range(dice, 6 * dice + 1)
            for end in Move(scenario.board, place, pips, used=barred).ends()
        }
    return rolled


def entered(end: Place, barred: frozenset[Place], todo: Stages) -> tuple[Place, frozenset[Place], Stages]:
    """Return what follows the end of a walk: a room gives what it has, and is barred next."""
    if not isinstance(end, str):
        return end, barred, todo
    left = todo[0] - {end}
    return end, frozenset({end}), (left, *todo[1:]) if left else todo[1:]


def corridor(game: str, length: int) -> dict[str, Any]:
    """Return a house with a corridor of some length between two rooms of three."""
    house = small_house() | {"game": game}
    wall = (length - 5) * "#"
    house["board"] |= {"grid": f"B#D{wall}#L\n{length * '.'}\n##x##{wall}\n"}
    house["board"]["room"][2]["doors"] = [[[0, length - 1], [1, length - 1]]]
    return house


@pytest.mark.rule("S1-03", "S1-04", "S1-05", "S2-02", "S2-05")
@pytest.mark.parametrize("game", ["collect", "errands"])
@pytest.mark.parametrize("length", [5, 14])
def test_no_game_is_quicker_than_the_bound(game: str, length: int) -> None:
    """The bound that a challenge is held against is not above the quickest game of all, and not idle."""
    loaded = from_document(corridor(game, length), "test")
    entries = len(loaded.scenario.cards) if game == "collect" else len(loaded.scenario.ids(Kind.ROOM))
    assert entries <= fewest_rolls(loaded.scenario) <= quickest(loaded.scenario)


def test_fewer_rolls_than_any_game_takes_are_a_fault() -> None:
    """Six cards take six entries, each a roll: five rolls can't do, in whichever medal; six may."""
    words = "can't be met: no game takes fewer than 6 rolls"
    assert faults(small_house(), rolls={"gold": 4, "silver": 5, "bronze": 6}) == [
        f"challenge.rolls.gold: {words}",
        f"challenge.rolls.silver: {words}",
    ]


def test_faults_that_have_nothing_to_do_with_walking_do_not_hide_what_cannot_be_met() -> None:
    """A name or a tale at fault makes no way shorter; of a room at fault it is not known how far it is."""
    (unmet,) = faults(small_house(), rolls={"gold": 5})
    tale = {"when": "enter", "place": "nowhere", "say": "x"}
    told = faults(small_house() | {"name": " x", "story": 3, "tale": [tale], "id": "A"}, rolls={"gold": 5})
    assert len(told) == 5
    assert unmet in told
    assert unmet not in faults(small_house() | {"start": "nowhere"}, rolls={"gold": 5})


# --- medals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("spare", "medal"), [(0, GOLD), (-1, None)])
def test_the_last_roll_allowed_still_counts(tmp_path: Path, spare: int, medal: Medal | None) -> None:
    """A game of as many rolls as are allowed meets a challenge; one more does not."""
    game = collected(small_house())
    met = collected(within(rolls(game) + spare))
    words = f"Challenge met: gold! Rolls: {rolls(game)}."
    if not medal:
        words = f"Challenge not met: too many. Rolls: {rolls(game)}. At most for gold: {rolls(game) - 1}."
    assert told(tmp_path, met) == [words]


def test_the_best_medal_that_was_earned_is_told(tmp_path: Path) -> None:
    """Between gold and silver it is silver, and what gold takes is named."""
    most = rolls(collected(small_house()))
    house = challenging(small_house(), rolls={"gold": most - 1, "silver": most, "bronze": most + 1})
    assert told(tmp_path, collected(house)) == [
        f"Challenge met: silver! Rolls: {most}. At most for gold: {most - 1}."
    ]


@pytest.mark.parametrize(("help_", "medal"), [(True, GOLD), (False, None)])
def test_a_hint_costs_a_challenge_without_help(tmp_path: Path, *, help_: bool, medal: Medal | None) -> None:
    """A hint is no matter where help is allowed; where it is not, there is no medal."""
    (words,) = told(tmp_path, collected(within(999, help=help_), 1, 1))
    assert words.startswith("Challenge met: gold!" if medal else "Challenge not met: you had help.")


def test_a_hint_that_gives_up_a_challenge_says_so() -> None:
    """Where no help is allowed the command says what it costs; else nothing is left to lose."""
    strict = Session(Record(within(999, help=False), COLLECTOR, 1))
    assert not challenges.forbids_help(Session(Record(within(999), COLLECTOR, 1)))
    assert challenges.forbids_help(strict)
    strict.count_hint()
    assert not challenges.forbids_help(strict)


@pytest.mark.parametrize(
    ("notes", "met"), [("off", True), ("ticks", True), ("deduce", False), ("odds", False)]
)
def test_notes_that_think_are_help(tmp_path: Path, notes: str, *, met: bool) -> None:
    """A notebook that fills in what was seen is no help; one that deduces is, and the odds are."""
    (words,) = told(tmp_path, duel({"help": False}, notes=notes))
    assert words == ("Challenge met: gold!" if met else "Challenge not met: you had help.")


@pytest.mark.parametrize("measure", ["turns", "suggestions"])
def test_a_case_is_solved_in_time_or_not(tmp_path: Path, measure: str) -> None:
    """Own turns or own suggestions are counted, as the log has them, and no one else's."""
    session = duel({}, seed=3)
    course = results.add(tmp_path / "scores.toml", session).result.course
    used = max(1, course.own_turns if measure == "turns" else course.suggestions)
    (words,) = told(tmp_path, duel({measure: {"bronze": used}}, seed=3))
    assert words.startswith("Challenge met: bronze!")


@pytest.mark.parametrize(
    ("challenge", "wins", "words"),
    [
        ({}, [], "Challenge not met: you did not win."),
        ({"turns": {"gold": 999}}, [], "Challenge not met: you did not solve the case. Your turns: "),
        # put out, the other leaves the game to the person (as the last one), who has not solved the case
        ({}, [1], "Challenge met: gold!"),
        ({"turns": {"gold": 999}}, [1], "Challenge not met: you did not solve the case. Your turns: "),
    ],
)
def test_a_game_that_is_not_won_meets_nothing(
    tmp_path: Path, challenge: dict[str, Any], wins: list[int], words: str
) -> None:
    """Another solved it first; or a person left alone has won, but solved no case in time."""
    house = challenging(document("signature"), **challenge)
    record = Record(house, seats(PERSON, "novice"), 1)
    game = directed(record, wrong=[1]) if wins else directed(record, right=[1])
    assert told(tmp_path, game)[0].startswith(words)


def test_a_race_is_no_challenge(tmp_path: Path) -> None:
    """Where others take cards too, rolls say nothing: no goal, no medal, and that is said once."""
    game = collected(within(999), 1, 0, "careful")
    assert list(medals.before(game)) == told(tmp_path, game) == []
    assert list(medals.left_out(game.scenario, game)) == [
        f"No challenge here: that of {game.scenario.id} is for one alone, on its own board."
    ]


@pytest.mark.parametrize(("more", "times"), [((), 0), (("--board", "classic"), 1), (("--opponents", "2"), 1)])
def test_that_a_challenge_is_left_out_is_said(tmp_path: Path, more: tuple[str, ...], times: int) -> None:
    """On another board, or against others, nobody waits for a medal in vain."""
    told = clue(tmp_path, "solo", "collect", "collect-mill", *more, said="quit\n")
    assert told.count("No challenge here: that of collect-mill is for one alone") == times
    assert told.count("Challenge: take every card.") == 1 - times


# --- while one plays ---------------------------------------------------------------------------


def test_what_is_left_is_told_before_every_roll() -> None:
    """Of each medal still within reach, the rolls that are left for it; then that none is."""
    house = challenging(small_house(), rolls={"gold": 6, "bronze": 7})
    session = Session(Record(house, COLLECTOR, 1))
    heard: list[str] = []
    for _by_person in steps(session, at_random()):
        if session.waits_for_person and isinstance(next(iter(session.legal())), Roll):
            heard += medals.during(session)
    assert heard[:2] == [
        "Challenge: rolls left: 6 (gold), 7 (bronze).",
        "Challenge: rolls left: 5 (gold), 6 (bronze).",
    ]
    assert heard[6] == "Challenge: rolls left: 1 (bronze)."
    assert set(heard[7:]) == {"Challenge: it can't be met any more."}


def test_a_turn_that_is_played_is_still_left() -> None:
    """In the first of two turns two are left, in the second one, and then it can't be met any more."""
    record = Record(challenging(document("signature"), turns={"gold": 2}), seats(PERSON, "novice"), 1)
    heard = []
    session = Session(record)
    for _by_person in steps(session, at_random()):
        if session.waits_for_person and session.state.table.active == 0:
            heard += [line for line in medals.during(session) if line not in heard]
    assert heard == [
        "Challenge: turns left, this one too: 2 (gold).",
        "Challenge: turns left, this one too: 1 (gold).",
        "Challenge: it can't be met any more.",
    ]


def test_help_that_is_not_allowed_is_told_at_once() -> None:
    """After a hint the player hears that this game earns no medal."""
    session = Session(Record(within(50, help=False), COLLECTOR, 1))
    assert list(medals.during(session)) == ["Challenge: rolls left: 50 (gold)."]
    session.count_hint()
    assert list(medals.during(session)) == ["Challenge: with help, it can't be met any more."]


@pytest.mark.parametrize("measure", ["turns", "suggestions", "rolls"])
@pytest.mark.parametrize("seed", range(4))
def test_a_medal_is_earned_that_was_within_reach_to_the_last(tmp_path: Path, measure: str, seed: int) -> None:
    """What is said to be left before the last decision is what the finished game is given, and no more."""
    if measure == "rolls":
        house = challenging(small_house(), rolls={"gold": 9, "silver": 12, "bronze": 16})
        session = Session(Record(house, COLLECTOR, seed))
    else:
        house = challenging(document("signature"), **{measure: {"gold": 1, "silver": 2, "bronze": 4}})
        session = Session(Record(house, seats(PERSON, "novice"), seed))
    challenge = challenges.taken_up(session)
    assert challenge
    last = challenges.left(session, challenge)

    def choose(session: Session) -> Action:
        accusations = session.legal().claims(Accuse)
        # the person knows the case once the answers of a few turns are in
        if accusations and session.state.table.turn > 2 * seed:
            return Accuse(session.state.case)
        return at_random(seed)(session)

    for _by_person in steps(session, choose):
        if session.waits_for_person and session.state.table.active == 0:
            last = challenges.left(session, challenge)
    path = tmp_path / "scores.toml"
    row = scores.add(path, session).score if measure == "rolls" else results.add(path, session).result
    tried = challenges.attempt(challenge, row)
    assert tried
    assert tried.won
    assert tried.medal == (last.medals[0][0] if last.medals else None)


# --- the program -------------------------------------------------------------------------------


def clue(home: Path, *arguments: str, said: str = "") -> str:
    """Run the program in a home, with what is typed, and return what it prints."""
    command = [sys.executable, "-m", "clue_cli", *arguments]
    environment = os.environ | {"CLUE_HOME": str(home), "LC_ALL": "C.UTF-8"}
    run = subprocess.run(command, env=environment, input=said, capture_output=True, text=True, check=True)
    return run.stdout


def written(home: Path, name: str, ruleset: str, challenge: str) -> None:
    """Write a scenario of the player's own."""
    folder = home / "scenarios"
    folder.mkdir(exist_ok=True)
    text = f'format = 1\nid = "{name}"\nruleset = "{ruleset}"\n[challenge]\n{challenge}\n'
    (folder / f"{name}.toml").write_text(text)


def test_the_goal_is_said_first_and_once_more_when_the_game_goes_on(tmp_path: Path) -> None:
    """Who leaves and comes back is told again what the game is about, and what is left of it."""
    written(tmp_path, "rush", "errands", "rolls = { gold = 30, silver = 40 }\nhelp = false")
    goal = "Challenge: take every card. Rolls at most: 30 (gold), 40 (silver). No hints."
    left = "Challenge: rolls left: 30 (gold), 40 (silver)."
    begun = clue(tmp_path, "solo", "errands", "rush", "--plain", "--seed", "1", said="quit\n")
    assert begun.count(goal) == 1
    assert begun.index(goal) < begun.index(left) < begun.index("Roll the dice")
    again = clue(tmp_path, "resume", "--plain", said="quit\n")
    assert again.index(goal) < again.index(left)


def test_the_goal_is_known_before_a_suspect_is_chosen(tmp_path: Path) -> None:
    """The very first question of a detective game comes after the goal."""
    written(tmp_path, "lone", "classic", "suggestions = { gold = 9 }")
    begun = clue(tmp_path, "play", "lone", "--plain", "--seed", "1", said="plum\nquit\n")
    goal = "Challenge: solve the case. Your suggestions at most: 9 (gold)."
    assert begun.index(goal) < begun.index("Who are you?") < begun.index("suggestions left: 9 (gold).")


def test_the_end_says_whether_it_was_met(tmp_path: Path) -> None:
    """After the last card the medal is told, and 'clue scores' has it in its table, proved."""
    house = challenging(small_house(), rolls={"gold": 6, "bronze": 900})
    file = tmp_path / "small-house.toml"
    file.write_text(toml_text(house))
    game = collected(house)
    answers = tmp_path / "answers.txt"
    chance = ("dice ", "put ")
    answers.write_text("\n".join(line for line in game.record.log if not line.startswith(chance)))
    ended = clue(tmp_path, "solo", "collect", str(file), "--plain", "--seed", "1", "--answers", str(answers))
    assert f"Challenge met: bronze! Rolls: {rolls(game)}. At most for gold: 6." in ended
    assert clue(tmp_path, "scores").splitlines()[2:] == [
        "Medals",
        "  challenge    gold  silver  bronze  games  best",
        f"  small-house     0       0       1      1  {rolls(game):4}",
    ]
    assert clue(tmp_path, "scores", "verify") == "1 score verified.\n"


def test_scenarios_with_a_challenge_are_marked(tmp_path: Path) -> None:
    """The list tells which scenarios are challenges, and the scenario itself what it asks for."""
    written(tmp_path, "lone", "classic", "turns = { gold = 9 }\nhelp = false")
    listed = clue(tmp_path, "scenarios", "list").splitlines()
    marked = {line.partition(":")[0] for line in listed if "a challenge" in line}
    assert "lone" in marked
    assert not {"classic", "collect", "errands"} & marked
    goal = "Challenge: solve the case. Your turns at most: 9 (gold). No hints, and no notes but"
    assert goal in clue(tmp_path, "scenarios", "show", "lone")


# --- the table of medals -----------------------------------------------------------------------


def tabled(
    home: Path, capsys: pytest.CaptureFixture[str], game: str | None = None, seed: int | None = None
) -> list[list[str]]:
    """Return the cells of the table of medals."""
    show_scores(game, seed, home)
    lines = capsys.readouterr().out.splitlines()
    return [line.split() for line in lines[lines.index("Medals") + 2 :]]


def test_medals_take_a_line_each_in_a_narrow_window(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the titles are too wide to stand above their columns, they come first, with commas between."""
    monkeypatch.setenv("COLUMNS", "40")
    game = collected(challenging(small_house(), rolls={"gold": 900}))
    scores.add(tmp_path / "scores.toml", game)
    show_scores(None, None, tmp_path)
    assert capsys.readouterr().out.splitlines()[-3:] == [
        "Medals",
        "challenge, gold, silver, bronze, games, best",
        f"  small-house  1  0  0  1  {rolls(game)}",
    ]


def test_medals_are_counted_by_challenge(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every game of a challenge counts, met or not, and the best is of those that met it."""
    path = tmp_path / "scores.toml"
    most = rolls(collected(small_house(), 1))
    house = challenging(small_house(), rolls={"gold": most - 1, "silver": most}, help=False)
    games = [collected(house, seed) for seed in range(8)]
    for game in (*games, collected(house, 9, 1), collected(house, 1, 0, "careful")):
        scores.add(path, game)
    gold = sum(rolls(game) < most for game in games)
    silver = sum(rolls(game) == most for game in games)
    best = min(rolls(game) for game in games)
    assert tabled(tmp_path, capsys) == [
        ["small-house", str(gold), str(silver), "0", "9", str(best if gold else most)]
    ]


def test_detective_games_have_their_place_in_the_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A case that was solved earns its medal there, also where no solitaire was ever played."""
    path = tmp_path / "scores.toml"
    results.add(path, duel({}, seed=1))
    results.add(path, duel({}, seed=2))
    results.add(path, solved(seed=1))
    assert tabled(tmp_path, capsys) == [["signature", "2", "0", "0", "2", "-"]]
    assert tabled(tmp_path, capsys, "signature", 2) == [["signature", "1", "0", "0", "1", "-"]]


def test_a_challenge_that_was_changed_is_another_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Medals of the easier one are not mixed with those of the harder; each line says which it is."""
    path = tmp_path / "scores.toml"
    scores.add(path, collected(within(999)))
    scores.add(path, collected(within(6), 2))
    assert [cells[:2] for cells in tabled(tmp_path, capsys)] == [
        ["small-house", "(999)"],
        ["small-house", "(6)"],
    ]


def test_a_medal_can_not_be_written_into_the_file(tmp_path: Path) -> None:
    """Medals follow from rolls that the log proves: a row with fewer is named by 'clue scores verify'."""
    path = tmp_path / "scores.toml"
    scores.add(path, collected(within(6)))
    content = keeping.look(path, ledger.FORMAT)
    assert "medal" not in str(content)
    content["score"][0]["rolls"] = 6
    keeping.write(path, ledger.FORMAT, content)
    with pytest.raises(Refused, match="1 score is not proved"):
        show_proof(tmp_path)


def test_the_same_game_with_a_challenge_is_another_contest(tmp_path: Path) -> None:
    """Scores of a challenge have a best of their own, and the file keeps the scenario of each."""
    path = tmp_path / "scores.toml"
    scores.add(path, collected(small_house()))
    scores.add(path, collected(within(999)))
    kept = scores.kept(path)
    assert len(scores.contests(kept.rows)) == len(kept.documents) == 2
    assert [doubt for _number, _row, doubt in kept.doubts()] == ["", ""]
