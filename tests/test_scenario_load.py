"""A scenario file becomes a scenario, over its base where it names one, and a save can carry it whole."""

import tomllib
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from clue_cli.rules.model import Clue, Effect, Game, Kind
from clue_cli.rules.options import (
    AccuseWhen,
    AccuseWhere,
    Asked,
    FirstPlayer,
    Interrogation,
    LastStanding,
    Leftover,
    Occupied,
    OutToken,
    Passages,
    Rules,
    Stay,
    Style,
    TwoPlayers,
    Weapons,
    Wrong,
)
from clue_cli.scenario import load, schema, shelf
from clue_cli.scenario.faults import Located, ScenarioFaults, key_text
from clue_cli.scenario.options import MAY_BE_LEFT_OUT, OPTIONS, idle
from clue_cli.scenario.parts import Parts

SHIPPED = shelf.shipped()
CLASSIC = load.load(SHIPPED / "classic.toml")
COLLECT = load.load(SHIPPED / "collect.toml")
SIGNATURE = load.load(SHIPPED / "signature.toml")
TRADITIONAL = load.load(SHIPPED / "clue-2015-traditional.toml")
CLUE_2015 = load.load(SHIPPED / "clue-2015.toml")
LARGE = load.load(SHIPPED / "clue-2015-large.toml")
QUICK = load.load(SHIPPED / "clue-2015-quick.toml")
MASTER = load.load(SHIPPED / "master-detective.toml")
PARLOUR = load.load(SHIPPED / "parlour.toml")
WHOLE = (CLASSIC, COLLECT, SIGNATURE, TRADITIONAL, CLUE_2015, MASTER, PARLOUR)
LOADED = (*WHOLE, LARGE, QUICK)
NAMES = tuple(loaded.scenario.id for loaded in LOADED)


def refused(path: Path) -> tuple[Located, ...]:
    """Return the faults for which a file is refused."""
    with pytest.raises(ScenarioFaults) as refusal:
        load.load(path)
    return refusal.value.located


def few(categories: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Keep two suspects of the categories."""
    return [{**categories[0], "cards": categories[0]["cards"][:2]}, *categories[1:]]


@pytest.mark.rule("CL-01", "CL-02", "CL-04", "CL-05", "CL-09", "CL-10", "C-12", "C15-08")
def test_classic_has_the_options_of_its_rules() -> None:
    """The classic column of the table of options is what the shipped file says."""
    assert Rules(
        players=(3, 6),
        move_dice=1,
        setup_weapons=Weapons.RANDOM_ROOMS,
        setup_two_players=TwoPlayers.NONE,
        move_passages=Passages.INSTEAD_OF_ROLL,
        move_stay=Stay.IF_DRAGGED,
        move_out_token=OutToken.ENTERS_ROOM,
        accuse_when=AccuseWhen.IF_UNREFUTED,
        accuse_where=AccuseWhere.ANYWHERE,
        accuse_last_standing=LastStanding.MUST_ACCUSE,
    ) == (CLASSIC.scenario.rules)
    assert CLASSIC.scenario.game is Game.CLUE


@pytest.mark.rule("SG-01", "SG-03", "SG-04", "SG-05", "SG-06")
def test_signature_has_the_options_of_its_rules() -> None:
    """The signature column of the table of options is what the shipped file says."""
    assert Rules(
        players=(2, 6),
        move_dice=2,
        setup_weapons=Weapons.RANDOM_ROOMS,
        setup_two_players=TwoPlayers.FACE_UP,
        move_passages=Passages.INSTEAD_OF_ROLL,
        move_stay=Stay.IF_DRAGGED,
        move_out_token=OutToken.STAYS,
        accuse_when=AccuseWhen.END_OF_TURN,
        accuse_where=AccuseWhere.ANYWHERE,
        accuse_last_standing=LastStanding.WINS,
    ) == (SIGNATURE.scenario.rules)
    assert SIGNATURE.scenario.board == CLASSIC.scenario.board
    assert SIGNATURE.scenario.categories == CLASSIC.scenario.categories


@pytest.mark.rule("C15-02", "C15-03", "C15-05", "C15-06", "C15-07", "C15-08")
def test_clue_2015_has_the_options_of_its_rules() -> None:
    """The clue-2015 column of the table of options is what the shipped file says."""
    assert Rules(
        players=(2, 6),
        move_dice=2,
        setup_weapons=Weapons.RANDOM_ROOMS,
        setup_two_players=TwoPlayers.HIDDEN_IN_ROOMS,
        move_passages=Passages.INSTEAD_OF_ROLL,
        move_stay=Stay.ALWAYS,
        move_out_token=OutToken.STAYS,
        accuse_when=AccuseWhen.ON_TURN,
        accuse_where=AccuseWhere.ANY_ROOM,
        accuse_last_standing=LastStanding.MUST_ACCUSE,
    ) == (TRADITIONAL.scenario.rules)


@pytest.mark.rule("C15-02", "C15-07", "C15-09")
def test_the_other_files_of_2015_differ_by_the_deck_or_by_the_corners() -> None:
    """The clue cards are all that traditional play leaves out; the quick game is for two, by the corners."""
    assert CLUE_2015.scenario.rules == LARGE.scenario.rules == TRADITIONAL.scenario.rules
    assert TRADITIONAL.scenario.clues == ()
    assert (len(CLUE_2015.scenario.clues), len(LARGE.scenario.clues)) == (9, 29)
    assert CLUE_2015.scenario.clues.count(Clue(Effect.CHOOSE_PLAYER)) == 2
    assert QUICK.scenario.rules == replace(
        CLUE_2015.scenario.rules, players=(2, 2), setup_two_players=TwoPlayers.HIDDEN_IN_CORNERS
    )
    assert QUICK.scenario.clues == CLUE_2015.scenario.clues
    for loaded in (LARGE, QUICK, TRADITIONAL):
        assert loaded.scenario.categories == CLUE_2015.scenario.categories
        assert loaded.scenario.board == CLUE_2015.scenario.board


@pytest.mark.rule("MD-02", "MD-03", "MD-04", "MD-05", "MD-07", "MD-10", "MD-11", "MD-13", "MD-14")
def test_master_detective_has_the_options_of_its_rules() -> None:
    """The master-detective column of the table of options is what the shipped file says."""
    assert MASTER.scenario.rules == Rules(
        players=(2, 10),
        setup_first_player=FirstPlayer.HIGHEST_ROLL,
        setup_weapons=Weapons.OFF_BOARD,
        setup_leftover=Leftover.DEAL,
        setup_two_players=TwoPlayers.HIDDEN_IN_ROOMS,
        move_style=Style.DICE,
        move_dice=2,
        move_passages=Passages.ALSO_DURING_ROLL,
        move_stay=Stay.IF_DRAGGED,
        move_occupied=Occupied.JUMP,
        move_through_rooms=True,
        move_out_token=OutToken.STAYS,
        suggest_required=False,
        suggest_drags=True,
        suggest_asked=Asked.EVERYONE,
        suggest_interrogation=Interrogation.NONE,
        accuse_when=AccuseWhen.ON_TURN,
        accuse_where=AccuseWhere.ANYWHERE,
        accuse_others_reveal=False,
        accuse_wrong=Wrong.OUT,
        accuse_last_standing=LastStanding.MUST_ACCUSE,
    )
    assert set(MASTER.scenario.starts.values()) == {MASTER.scenario.start} == {"cloak_room"}


@pytest.mark.rule("MD-01", "C-13")
def test_master_detective_has_the_cards_of_the_box_in_turn_order() -> None:
    """Four suspects come after the classic six, poison and horseshoe to the weapons; twelve locations."""
    scenario = MASTER.scenario
    assert scenario.ids(Kind.SUSPECT) == (
        *CLASSIC.scenario.ids(Kind.SUSPECT),
        *("peach", "brunette", "gray", "rose"),
    )
    assert scenario.ids(Kind.WEAPON) == (*CLASSIC.scenario.ids(Kind.WEAPON), "poison", "horseshoe")
    places = "trophy_room kitchen dining_room drawing_room gazebo fountain courtyard carriage_house"
    assert set(scenario.ids(Kind.ROOM)) == {
        *places.split(),
        *("conservatory", "studio", "billiard_room", "library"),
    }


@pytest.mark.rule("PA-01", "PA-02", "PA-04", "PA-05", "PA-06", "PA-07")
def test_the_parlour_game_has_the_options_of_its_rules() -> None:
    """The parlour column of the table of options is what the shipped file says."""
    chosen = Rules(
        players=(3, 6),
        setup_leftover=Leftover.FACE_UP,
        setup_two_players=TwoPlayers.NONE,
        move_style=Style.ROOMS,
        move_rooms=2,
        suggest_required=True,
        suggest_drags=False,
        suggest_asked=Asked.CHOSEN_PLAYER,
        suggest_interrogation=Interrogation.CARD_OR_FORFEIT,
        accuse_when=AccuseWhen.INSTEAD_OF_MOVE,
        accuse_where=AccuseWhere.ANYWHERE,
        accuse_others_reveal=True,
        accuse_wrong=Wrong.PAYS_FORFEITS,
    )
    assert PARLOUR.scenario.rules == chosen
    assert [category.kind for category in PARLOUR.scenario.categories] == [
        *(Kind.SUSPECT, Kind.SUSPECT, Kind.ROOM)
    ]
    assert len({forfeit.id for forfeit in PARLOUR.scenario.forfeits}) == 6


@pytest.mark.parametrize("loaded", [CLUE_2015, MASTER, PARLOUR], ids=lambda loaded: loaded.scenario.id)
def test_every_text_of_a_shipped_file_is_in_both_languages(loaded: load.Loaded) -> None:
    """A French reader sees no English name, and each token has a letter of its own."""
    scenario = loaded.scenario
    texts = [scenario.name, scenario.story, *(category.name for category in scenario.categories)]
    texts += [named.name for named in (*scenario.cards.values(), *scenario.forfeits)]
    assert all(set(text.words) == {"en", "fr"} for text in texts)
    letters = [scenario.cards[suspect].letter for suspect in scenario.ids(Kind.SUSPECT)]
    assert len(set(letters)) == len(letters)


@pytest.mark.rule("CL-03", "S1-02")
def test_tokens_start_on_the_squares_of_their_order_or_in_the_one_place_given(tmp_path: Path) -> None:
    """The first suspect stands on the first start square; with `start` all stand there, be it the middle."""
    assert CLASSIC.scenario.starts["scarlett"] == (24, 7)
    assert tuple(CLASSIC.scenario.starts.values()) == CLASSIC.scenario.board.starts
    assert not COLLECT.scenario.starts
    path = tmp_path / "mine.toml"
    path.write_text('format = 1\nid = "mine"\nruleset = "classic"\nstart = "stairs"\n', "utf-8")
    starts = load.load(path).scenario.starts
    assert dict(starts) == dict.fromkeys(CLASSIC.scenario.ids(Kind.SUSPECT), "stairs")


@pytest.mark.rule("C15-09")
def test_a_deck_holds_a_clue_card_as_often_as_its_copies(tmp_path: Path) -> None:
    """Three copies are three cards; a card called for is kept with its effect."""
    path = tmp_path / "mine.toml"
    deck = '[{ effect = "all_move", copies = 3 }, { effect = "reveal", card = "rope" }]'
    path.write_text(f'format = 1\nid = "mine"\nruleset = "classic"\nclues = {deck}\n', "utf-8")
    assert load.load(path).scenario.clues == (
        *(Clue(Effect.ALL_MOVE),) * 3,
        Clue(Effect.REVEAL, "rope"),
    )


@pytest.mark.rule("C15-04")
def test_orchid_takes_the_place_of_white_in_2015() -> None:
    """Scarlett, Mustard, Orchid, Green, Peacock, Plum; the weapons and the rooms are the classic ones."""
    new, old = TRADITIONAL.scenario, CLASSIC.scenario
    assert new.ids(Kind.SUSPECT) == ("scarlett", "mustard", "orchid", "green", "peacock", "plum")
    assert new.ids(Kind.WEAPON) == old.ids(Kind.WEAPON)
    assert set(new.ids(Kind.ROOM)) == set(old.ids(Kind.ROOM))
    assert all(set(card.name.words) == {"en", "fr"} for card in new.cards.values())
    assert "".join(new.cards[suspect].letter for suspect in new.ids(Kind.SUSPECT)) == "SMOGPU"
    assert len({card.colour for card in new.cards.values() if card.colour}) == 6


@pytest.mark.rule("C-01", "CL-03", "C-13")
def test_classic_has_the_cards_of_the_box_in_turn_order() -> None:
    """Six suspects, Scarlett first, six weapons and nine rooms, each with a name in both languages."""
    scenario = CLASSIC.scenario
    assert scenario.ids(Kind.SUSPECT) == ("scarlett", "mustard", "white", "green", "peacock", "plum")
    assert set(scenario.ids(Kind.WEAPON)) == {
        "knife",
        "candlestick",
        "revolver",
        "rope",
        "lead_pipe",
        "wrench",
    }
    rooms = "kitchen ballroom conservatory billiard_room library study hall lounge dining_room"
    assert set(scenario.ids(Kind.ROOM)) == set(rooms.split())
    assert all(set(card.name.words) == {"en", "fr"} for card in scenario.cards.values())
    assert "".join(scenario.cards[suspect].letter for suspect in scenario.ids(Kind.SUSPECT)) == "SMWGPU"
    assert len({card.colour for card in scenario.cards.values() if card.colour}) == 6


@pytest.mark.rule("S1-02", "S1-03")
def test_collect_rolls_two_dice_from_the_stairs_without_passages() -> None:
    """The solitaire is played by one, with two dice, from the middle of the board, without passages."""
    scenario = COLLECT.scenario
    assert scenario.game is Game.COLLECT
    assert scenario.rules.move_dice == 2
    assert scenario.rules.move_passages is Passages.NO
    assert scenario.rules.players == (1, 1)
    assert scenario.board.middle is not None
    assert scenario.start == scenario.board.middle.id == "stairs"


@pytest.mark.parametrize("loaded", LOADED, ids=NAMES)
def test_a_document_rebuilds_its_scenario_without_a_file(loaded: load.Loaded) -> None:
    """A save carries the document through TOML, and gives the same scenario on any machine."""
    document = tomllib.loads(tomli_w.dumps(loaded.document))
    again = load.from_document(document, "a save")
    assert again.scenario == loaded.scenario
    assert again.document == loaded.document


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"ruleset": "classic"}, "ruleset"),
        ({"board": "classic"}, "board"),
        ({"story": "\x1b[2J"}, "story"),
        ({"rules": {}}, "rules.players"),
        ({"category": []}, "category"),
        ({"format": 2}, "format"),
        ({"extra": {"deep": [[[[[[[[[[[[[[1]]]]]]]]]]]]]]}}, ""),
        ({"extra": 2**70}, "extra"),
    ],
)
def test_a_tampered_document_is_refused(change: dict[str, Any], key: str) -> None:
    """A save whose scenario was changed by hand into none is refused by the name of the save."""
    with pytest.raises(ScenarioFaults) as refusal:
        load.from_document({**CLASSIC.document, **change}, "a save")
    assert key in {fault.key for fault in refusal.value.located}
    assert all(line.startswith("a save: error: ") for line in refusal.value.lines())


def test_a_file_may_change_one_option_of_its_base(tmp_path: Path) -> None:
    """With a ruleset a short file is enough; all that it leaves out is the base's."""
    path = tmp_path / "quick.toml"
    path.write_text(
        'format = 1\nid = "quick"\nruleset = "classic"\nname = "Quick"\nrules.move.dice = 2\n', "utf-8"
    )
    quick = load.load(path)
    assert quick.scenario.rules.move_dice == 2
    assert quick.scenario.id == "quick"
    assert quick.scenario.name.within("fr") == "Quick"
    assert quick.scenario.rules.move_stay is Stay.IF_DRAGGED
    assert quick.scenario.rules.players == (3, 6)
    assert quick.scenario.categories == CLASSIC.scenario.categories
    assert quick.scenario.board == CLASSIC.scenario.board
    assert "ruleset" not in quick.document
    assert load.from_document(quick.document, "a save").scenario == quick.scenario


def test_what_does_not_fit_the_base_is_told_where_the_base_is_named(tmp_path: Path) -> None:
    """Two suspects with the base's 3 to 6 players: the fault lies in a key that the file does not have."""
    path = tmp_path / "duel.toml"
    text = 'format = 1\nid = "duel"\nruleset = "classic"\n'
    path.write_text(text + tomli_w.dumps({"category": few(CLASSIC.document["category"])}), "utf-8")
    faults = refused(path)
    assert {(fault.line, fault.column, fault.key) for fault in faults} == {
        (3, 11, "rules.players[0]"),
        (3, 11, "rules.players[1]"),
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('ruleset = "clasic"', "there is no scenario 'clasic' to take the rest from"),
        ('ruleset = "mine"', "there is no scenario 'mine' to take the rest from"),
        ('ruleset = "second"', "'second' has a ruleset itself; name one that has none"),
        ('ruleset = "classic"\ngame = "collect"', "'classic' is a scenario of the game 'clue'"),
        ('ruleset = "collect"\nrules.move.stay = "never"', "means nothing in the game 'collect'"),
        ('ruleset = "classic"\nrules.move.dies = 2', "unknown key"),
        ("ruleset = 7", "must be text, not 7"),
    ],
)
def test_a_base_that_does_not_serve_is_told(text: str, message: str, tmp_path: Path) -> None:
    """A base is another, whole scenario of the same game."""
    for name, words in (("mine", text), ("second", 'ruleset = "classic"')):
        (tmp_path / f"{name}.toml").write_text(f'format = 1\nid = "{name}"\n{words}\n', encoding="utf-8")
    assert message in {fault.message for fault in refused(tmp_path / "mine.toml")}


def test_a_fault_of_the_base_is_told_in_the_file_of_the_base(tmp_path: Path) -> None:
    """One who builds on a broken file is sent to that file."""
    broken = (SHIPPED / "classic.toml").read_text(encoding="utf-8").replace("dice = 1", "dice = 9")
    (tmp_path / "base.toml").write_text(
        broken.replace('id = "classic"\ng', 'id = "base"\ng'), encoding="utf-8"
    )
    (tmp_path / "mine.toml").write_text(
        'format = 1\nid = "mine"\nruleset = "base"\nnam = 1\n', encoding="utf-8"
    )
    found = [(Path(fault.file).name, fault.key) for fault in refused(tmp_path / "mine.toml")]
    assert found == [("base.toml", "rules.move.dice"), ("mine.toml", "nam")]


SLIPS = """\
format = 1
id = "mine"
ruleset = "{ruleset}"
name = "Mine"
rules.players = [2, 9]
begin.case = ["plumm"]
begin.tokens = {{ plum = "kitchn" }}
seat = [{{ suspect = "whit", script = ["go librry"] }}]
tale = [{{ when = "enter", place = "librry", say = "x", reveal = "roppe" }}]
"""
SLIPPED = [
    "rules.players[1]",
    "begin.case[0]",
    "begin.tokens.plum",
    "seat[0].suspect",
    "seat[0].script[0]",
    "tale[0].place",
    "tale[0].reveal",
]


@pytest.mark.parametrize(
    ("change", "there"),
    [
        ((("dice = 1", "dice = 9"),), ["rules.move.dice"]),
        ((('id = "rope", name', 'id = "rope", nme'),), ["category[1].cards[3].nme"]),
        ((("when =", "whn ="), ("stay =", "sty =")), ["rules.move.sty", "rules.accuse.whn"]),
        ((('letter = "M"', 'letter = "S"'),), ["category[0].cards[1].letter"]),
        ((('\nname = { en = "Classic', '\nnme = { en = "Classic'),), ["nme"]),
        ((('\ngame = "clue"', '\ngame = "clue"\nruleset = "classic"'),), []),
    ],
)
def test_a_base_at_fault_hides_no_fault_of_a_file(
    change: tuple[tuple[str, str], ...], there: list[str], tmp_path: Path
) -> None:
    """The faults of both are told, each in its file, and none follows from another."""
    text = (SHIPPED / "classic.toml").read_text(encoding="utf-8").replace('\nid = "classic"', '\nid = "base"')
    for old, new in change:
        assert text.count(old) == 1
        text = text.replace(old, new)
    (tmp_path / "base.toml").write_text(text, encoding="utf-8")
    (tmp_path / "mine.toml").write_text(SLIPS.format(ruleset="base"), encoding="utf-8")
    found = [(Path(fault.file).name, fault.key) for fault in refused(tmp_path / "mine.toml")]
    of_base = ["ruleset"] * (not there)
    assert found == [("base.toml", key) for key in there] + [("mine.toml", key) for key in of_base + SLIPPED]


def test_bases_in_a_circle_are_told(tmp_path: Path) -> None:
    """Each of them is told in its own file, once."""
    for one, other in (("a", "b"), ("b", "c"), ("c", "a")):
        text = f'format = 1\nid = "{one}"\nruleset = "{other}"\nname = "X"\nnam = 1\n'
        (tmp_path / f"{one}.toml").write_text(text, encoding="utf-8")
    found = [(Path(fault.file).name, fault.key) for fault in refused(tmp_path / "a.toml")]
    assert found == [(f"{file}.toml", key) for file in "ab" for key in ("ruleset", "nam")]


def test_of_faults_that_are_too_many_to_tell_a_hundred_are_told(tmp_path: Path) -> None:
    """Whoever mends these knows that more are left."""
    path = tmp_path / "mine.toml"
    text = 'format = 1\nid = "mine"\nruleset = "classic"\nname = "Mine"\n'
    path.write_text(text + "".join(f"x{n} = 1\n" for n in range(450)), encoding="utf-8")
    messages = [fault.message for fault in refused(path)]
    assert messages.count("unknown key") == 100
    assert messages[100:] == ["more faults are not told"]


def test_the_cards_of_rooms_are_left_out_and_nothing_else_is_said_of_them(tmp_path: Path) -> None:
    """That an empty list is too short, or a value no list, does not matter where the key must go."""
    for value in ("[]", "3", '[{ id = 3, name = "X" }]'):
        text = (SHIPPED / "classic.toml").read_text(encoding="utf-8").replace('"classic"', '"mine"', 1)
        text = text.replace('kind = "room"\n', f'kind = "room"\ncards = {value}\n')
        (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
        (fault,) = refused(tmp_path / "mine.toml")
        assert fault.message.startswith("must be left out")


def test_players_in_the_wrong_order_say_nothing_of_the_seats(tmp_path: Path) -> None:
    """From 4 to 2 there is no number of seats that fits, nor one that does not."""
    text = 'format = 1\nid = "mine"\nruleset = "classic"\nname = "Mine"\nrules.players = [4, 2]\n'
    (tmp_path / "mine.toml").write_text(
        text + '[[seat]]\nsuspect = "plum"\nmind = "person"\n', encoding="utf-8"
    )
    (fault,) = refused(tmp_path / "mine.toml")
    assert fault.key == "rules.players"


def test_id_and_format_are_never_the_base_s(tmp_path: Path) -> None:
    """A file without an id would pass for its base in saves and scores."""
    path = tmp_path / "mine.toml"
    path.write_text('ruleset = "classic"\n', encoding="utf-8")
    assert {(fault.line, fault.key, fault.message) for fault in refused(path)} == {
        (1, "id", "missing"),
        (1, "format", "missing"),
    }


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("scenario.schema.json", schema.schema_json()),
        ("boards/board.schema.json", schema.board_schema_json()),
    ],
)
def test_the_schema_for_editors_is_current(name: str, text: str) -> None:
    """An editor that follows the shipped schema agrees with the program."""
    assert (SHIPPED / name).read_text(encoding="utf-8") == text
    assert '"$id"' not in text
    assert '"null"' not in text


@pytest.mark.parametrize(
    "name", [*NAMES, *(f"boards/{path.stem}" for path in (SHIPPED / "boards").glob("*.toml"))]
)
def test_a_shipped_file_names_its_schema_first(name: str) -> None:
    """Editors find the schema by the first line, beside the file."""
    file = SHIPPED / f"{name}.toml"
    kind, path = file.read_text(encoding="utf-8").split("\n")[0].split()
    assert kind == "#:schema"
    assert file.parent.joinpath(path).is_file()


@pytest.mark.parametrize("name", [loaded.scenario.id for loaded in WHOLE])
def test_a_shipped_file_spells_out_every_option_with_its_rule(name: str) -> None:
    """A shipped file is read instead of a manual: each option stands there, a rule or a reason beside it."""
    lines = (SHIPPED / f"{name}.toml").read_text(encoding="utf-8").split("\n")
    document = tomllib.loads("\n".join(lines))
    nothing = {option for option, _why in idle(Parts(document))}
    for path in (path for option, path in OPTIONS[Game(document["game"])].items() if option not in nothing):
        line = next(line for line in lines if line.startswith(f"{path[-1]} = "))
        assert "#" in line, key_text(path)


@pytest.mark.parametrize("name", ["classic", "signature", "clue-2015-traditional"])
def test_options_of_variants_may_be_left_out(name: str) -> None:
    """A file or a save that knows nothing of them means what it meant: they are as in the classic game."""
    whole = next(loaded for loaded in LOADED if loaded.scenario.id == name)
    plain = deepcopy(whole.document)
    for option in MAY_BE_LEFT_OUT:
        table, key = option.split("_", 1)
        plain["rules"].get(table, {}).pop(key, None)
    assert "suggest" not in plain["rules"] or not plain["rules"]["suggest"]
    assert load.from_document(plain, name).scenario == whole.scenario


def test_what_a_base_gives_and_means_nothing_is_dropped(tmp_path: Path) -> None:
    """A file by which nobody pays forfeits need not, and can't, take back those of its base."""
    file = tmp_path / "strict.toml"
    file.write_text(
        'format = 1\nid = "strict"\nruleset = "parlour"\n[rules.suggest]\ninterrogation = "none"\n'
        '[rules.accuse]\nwrong = "out"\nlast_standing = "wins"\n',
        encoding="utf-8",
    )
    assert load.load(file).scenario.forfeits == ()
    file.write_text(file.read_text(encoding="utf-8") + "[rules.move]\ndice = 2\n", encoding="utf-8")
    assert [fault.key for fault in refused(file)] == ["rules.move.dice"]


@pytest.mark.rule("PA-05")
def test_who_must_choose_a_player_is_not_alone(tmp_path: Path) -> None:
    """With nobody to ask the game could not go on, so that a table of one is refused with its place."""
    file = tmp_path / "alone.toml"
    text = 'format = 1\nid = "alone"\nruleset = "parlour"\nrules.players = [1, 6]\n'
    file.write_text(text, encoding="utf-8")
    assert [(fault.line, fault.key) for fault in refused(file)] == [(4, "rules.players[0]")]


def test_every_option_of_the_rules_can_be_set() -> None:
    """No option of the rules is out of reach of a file."""
    assert set(Rules.__dataclass_fields__) == set(OPTIONS[Game.CLUE])


@pytest.mark.parametrize("sample", ["quick", "cottage"])
def test_the_samples_of_the_manual_load(sample: str, tmp_path: Path) -> None:
    """What the page on scenarios shows can be typed in and played."""
    manual = (Path(__file__).parents[1] / "docs" / "scenarios.md").read_text(encoding="utf-8")
    samples = [part.split("```")[0] for part in manual.split("```toml\n")[1:]]
    text = next(text for text in samples if f'id = "{sample}"' in text)
    if sample == "cottage":
        (tmp_path / "boards").mkdir()
        (tmp_path / "boards" / "cottage.toml").write_text(text, encoding="utf-8")
        text = 'format = 1\nid = "cottage"\nruleset = "classic"\nboard = "cottage"\n'
        text += 'rules.setup.weapons = "off_board"\n'
        text += "rules.players = [1, 2]\n" + tomli_w.dumps({"category": few(CLASSIC.document["category"])})
    (tmp_path / f"{sample}.toml").write_text(text, encoding="utf-8")
    assert load.load(tmp_path / f"{sample}.toml").scenario.id == sample
