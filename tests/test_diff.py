"""`clue scenarios diff`: what is different is told as the files spell it, and nothing else is."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from test_cli import assert_refused, clue

from clue_cli.rules.model import Scenario
from clue_cli.scenario.shelf import shipped
from clue_cli.ui.comparing import difference


def _own(home: Path, name: str, text: str) -> str:
    folder = home / "scenarios"
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.toml").write_text(f'format = 1\nid = "{name}"\n{text}', encoding="utf-8")
    return name


def _rows(home: Path, *names: str) -> list[list[str]]:
    """Return the cells of the table, which stand two blanks or more apart."""
    run = clue("scenarios", "diff", *names, home=home)
    assert run.returncode == 0, run.stderr
    return [[cell.strip() for cell in line.split("  ") if cell.strip()] for line in run.stdout.splitlines()]


def _facts(home: Path, *names: str) -> dict[str, Any]:
    run = clue("scenarios", "diff", *names, "--json", home=home)
    assert run.returncode == 0, run.stderr
    facts: dict[str, Any] = json.loads(run.stdout)
    return facts


def test_a_changed_option_is_named_as_the_file_spells_it(tmp_path: Path) -> None:
    """A variant with other dice and players shows these two options, and nothing that is equal."""
    text = 'ruleset = "classic"\n[rules]\nplayers = [2, 4]\n[rules.move]\ndice = 2\n'
    mine = _own(tmp_path, "mine", text)
    assert _rows(tmp_path, "classic", mine) == [
        ["classic", "mine"],
        ["players", "[3, 6]", "[2, 4]"],
        ["move.dice", "1", "2"],
    ]
    assert _facts(tmp_path, "classic", mine) == {
        "scenarios": ["classic", "mine"],
        "options": {"players": [[3, 6], [2, 4]], "move.dice": [1, 2]},
        "cards": {},
        "order": [],
    }


def test_a_variant_that_changes_words_alone_is_no_other_game(tmp_path: Path) -> None:
    """Another name makes no difference to play, and this is said."""
    mine = _own(tmp_path, "mine", 'ruleset = "classic"\nname = "Mine"\n')
    assert _rows(tmp_path, "classic", mine) == [["no difference"]]
    assert _facts(tmp_path, "classic", mine)["options"] == {}


def test_an_option_that_a_game_has_not_stands_as_a_dash(tmp_path: Path) -> None:
    """The solitaire has no players and no accusation: a dash, not a value that nothing reads."""
    rows = _rows(tmp_path, "collect", "classic")
    assert ["game", "collect", "clue"] in rows
    assert ["players", "-", "[3, 6]"] in rows
    assert ["start", "stairs", "-"] in rows
    assert ["move.dice", "2", "1"] in rows
    assert not [row for row in rows if row[0] == "board"]
    assert _facts(tmp_path, "collect", "classic")["options"]["accuse.when"] == [None, "if_unrefuted"]


def test_an_option_that_means_nothing_in_a_scenario_stands_as_a_dash(tmp_path: Path) -> None:
    """The theatre has no dice: it differs from the classic game in that, and not by how many it has."""
    options = _facts(tmp_path, "classic", "theatre")["options"]
    assert options["move.style"] == ["dice", "rooms"]
    assert (options["move.dice"], options["move.rooms"]) == ([1, None], [None, 2])


def _weapons(scenario: Scenario, *ids: str) -> Scenario:
    """Return the scenario with other weapons: those of its own with these ids, and new ones."""
    suspects, weapons, rooms = scenario.categories
    cards = tuple(scenario.cards.get(card, replace(weapons.cards[0], id=card)) for card in ids)
    return replace(scenario, categories=(suspects, replace(weapons, cards=cards), rooms))


def test_cards_gone_and_new_are_told_by_category(classic: Scenario) -> None:
    """Swapping the rope for poison is one card less and one card more among the weapons."""
    mine = _weapons(classic, "knife", "candlestick", "revolver", "poison", "lead_pipe", "wrench")
    found = difference(classic, mine)
    assert found.cards == {"weapon": (("rope",), ("poison",))}
    assert found.options == {}


def test_another_turn_order_is_a_difference(classic: Scenario) -> None:
    """The order of the suspects is that of the turns; the order of the weapons means nothing."""
    suspects, weapons, rooms = classic.categories
    turned = replace(suspects, cards=suspects.cards[::-1])
    shuffled = replace(weapons, cards=weapons.cards[::-1])
    found = difference(classic, replace(classic, categories=(turned, shuffled, rooms)))
    assert found.order == (suspects.ids, suspects.ids[::-1])
    assert (found.options, found.cards) == ({}, {})


def test_a_board_drawn_otherwise_is_a_difference_whatever_its_id(classic: Scenario) -> None:
    """A copy of the board without its passages is told even when it kept its id; another id too."""
    bare = replace(classic.board, passages=())
    assert difference(classic, replace(classic, board=bare)).options == {"board": ("classic", "classic")}
    named = replace(classic, board=replace(classic.board, id="mine"))
    assert difference(classic, named).options == {"board": ("classic", "mine")}


@pytest.mark.parametrize("json_too", [[], ["--json"]], ids=["table", "json"])
def test_an_unknown_scenario_is_refused(tmp_path: Path, json_too: list[str]) -> None:
    """A mistyped scenario is named, with the one that was meant."""
    run = clue("scenarios", "diff", "classic", "colect", *json_too, home=tmp_path)
    assert_refused(run, "colect", "did you mean 'collect'?")


def test_the_table_says_that_a_board_of_one_id_is_another(tmp_path: Path) -> None:
    """A player's own board that took the id of a shipped one is not passed off as it."""
    mine = _own(tmp_path, "mine", 'ruleset = "classic"\nboard = "classic"\n')
    drawn = (shipped() / "boards" / "classic.toml").read_text(encoding="utf-8")
    (tmp_path / "scenarios" / "boards").mkdir()
    own = tmp_path / "scenarios" / "boards" / "classic.toml"
    own.write_text(re.sub(r"(?m)^passages = .*$", "passages = []", drawn), encoding="utf-8")
    assert _rows(tmp_path, "classic", mine)[1:] == [["board", "classic", "classic, drawn otherwise"]]


def test_each_card_gone_or_new_has_a_row(tmp_path: Path) -> None:
    """A card that only one scenario has stands in a row of its own, with a dash for the other."""
    text = (
        'ruleset = "collect"\n[[category]]\nkind = "suspect"\nname = "S"\n'
        'cards = [{ id = "bold", name = "[bold]", letter = "B", colour = "#000000" }]\n'
        '[[category]]\nkind = "weapon"\nname = "W"\ncards = [{ id = "rope", name = "R" }]\n'
        '[[category]]\nkind = "room"\nname = "R"\n'
    )
    rows = _rows(tmp_path, "collect", _own(tmp_path, "mine", text))
    assert ["suspect", "-", "bold"] in rows
    assert ["suspect", "scarlett", "-"] in rows
    assert ["weapon", "knife", "-"] in rows
    assert not [row for row in rows if "rope" in row]


def test_the_decks_of_clue_cards_are_told_apart(tmp_path: Path) -> None:
    """The larger box has a card for each of 21 playing cards, and one to choose a player in place of two."""
    run = clue("scenarios", "diff", "clue-2015", "clue-2015-large", "--json", home=tmp_path)
    assert json.loads(run.stdout)["options"] == {"clues.choose_player": [2, 1], "clues.reveal": [None, 21]}
