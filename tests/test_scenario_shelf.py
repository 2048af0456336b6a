"""Scenarios are found by path, by id in the user's folder, or among the shipped ones, and nowhere else."""

from pathlib import Path

import pytest

from clue_cli.scenario import load, shelf
from clue_cli.scenario.faults import ScenarioFaults
from clue_cli.scenario.shelf import Origin, Sort, UnknownName


def write(path: Path, text: str) -> Path:
    """Write a file and the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def own(folder: Path, name: str) -> Path:
    """Write a scenario of one's own that is the classic one."""
    return write(folder / f"{name}.toml", f'format = 1\nid = "{name}"\nruleset = "classic"\n')


def test_shipped_scenarios_are_listed_and_found_by_id() -> None:
    """Out of the box there are the editions of the detective game and the solitaire."""
    listed = {scenario.id: scenario for scenario in shelf.listing()}
    editions = "classic clue-2015 clue-2015-large clue-2015-quick clue-2015-traditional signature"
    assert {*editions.split(), "master-detective", "parlour", "collect"} <= set(listed)
    assert listed["classic"].origin is Origin.SHIPPED
    assert shelf.find("classic") == listed["classic"].path


def test_one_s_own_scenario_is_listed_and_comes_first(tmp_path: Path) -> None:
    """A scenario in the user's folder is found by id, and hides a shipped one of the same id."""
    own(tmp_path, "mine"), own(tmp_path, "classic")
    found = {scenario.id: scenario.origin for scenario in shelf.listing(tmp_path)}
    shipped = {scenario.id: Origin.SHIPPED for scenario in shelf.listing()}
    assert found == shipped | {"classic": Origin.OWN, "mine": Origin.OWN}
    assert shelf.find("classic", tmp_path) == tmp_path / "classic.toml"
    assert load.load(shelf.find("classic", tmp_path)).scenario.rules.move_dice == 1


def test_a_scenario_is_found_by_path(tmp_path: Path) -> None:
    """A separator or a dot makes the name a path; a slip brings the file beside it that is near."""
    path = own(tmp_path, "mine")
    assert shelf.find(str(path)) == path
    with pytest.raises(
        UnknownName, match=r"there is no file '.*/mime\.toml' \(did you mean '.*/mine\.toml'\?\)"
    ):
        shelf.find(str(tmp_path / "mime.toml"))
    with pytest.raises(UnknownName, match=r"there is no file 'a{300}\.toml'\Z"):
        shelf.find("a" * 300 + ".toml")


@pytest.mark.parametrize("name", ["/dev/null", "."])
def test_what_is_no_plain_file_is_not_called_absent(tmp_path: Path, name: str) -> None:
    """A device or a folder is there, and the line says what is wrong with it."""
    with pytest.raises(UnknownName, match="is no plain file"):
        shelf.find(str(tmp_path / name))


@pytest.mark.parametrize("name", ["", "clasic", "..", "x\x00", "a" * 100_000, "\x1b[2J"])
def test_an_unknown_name_is_told_in_one_printable_line(name: str) -> None:
    """A slip brings the nearest name; nothing typed reaches the terminal as a command."""
    with pytest.raises(UnknownName) as unknown:
        shelf.find(name)
    assert str(unknown.value).isprintable()
    assert ("did you mean 'classic'?" in str(unknown.value)) == (name == "clasic")


def test_a_name_is_looked_for_among_things_of_its_sort(tmp_path: Path) -> None:
    """Puzzles and boards have names of their own; a number is known without its leading zeros."""
    write(tmp_path / "boards" / "cottage.toml", "")
    assert shelf.find("case-01", sort=Sort.PUZZLE).parent.name == "puzzles"
    assert shelf.find("cottage", tmp_path, Sort.BOARD) == tmp_path / "boards" / "cottage.toml"
    assert shelf.find("classic", tmp_path, Sort.BOARD) == shelf.find("classic")
    with pytest.raises(UnknownName, match="did you mean 'case-01'"):
        shelf.find("case-1", sort=Sort.PUZZLE)
    with pytest.raises(UnknownName, match="'clue scenarios list' shows all"):
        shelf.find("cottage", tmp_path)


def test_a_file_in_the_present_folder_is_near_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who leaves out the ending of a file that is not on the shelf is told the file."""
    own(tmp_path, "my-house")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UnknownName, match=r"did you mean 'my-house\.toml'"):
        shelf.find("my-house")


def test_what_can_t_be_meant_is_not_asked_for(tmp_path: Path) -> None:
    """A file is named where its name is near, but for the ending, and where it is another that is there."""
    for name in ("two", "loops"):
        own(tmp_path, name)
    (tmp_path / "loop.toml").symlink_to("loop.toml")
    for typed, meant in (("pw.toml", ""), ("loop.toml", "loops.toml"), ("twoo.toml", "two.toml")):
        with pytest.raises(UnknownName) as unknown:
            shelf.find(str(tmp_path / typed))
        assert Path(unknown.value.hint).name == meant


def test_a_missing_folder_of_one_s_own_is_an_empty_one(tmp_path: Path) -> None:
    """Nobody needs a folder of their own to play."""
    assert shelf.listing(tmp_path / "none") == shelf.listing()


def test_names_that_are_no_ids_are_passed_over(tmp_path: Path) -> None:
    """A file such as 'My copy (2).toml' has no id to be called by, so it is not listed."""
    own(tmp_path, "My copy (2)")
    assert shelf.listing(tmp_path) == shelf.listing()


def test_no_link_leads_out_of_a_folder(tmp_path: Path) -> None:
    """A folder of scenarios from elsewhere can't make the program read files outside of it."""
    secret = write(tmp_path / "secret.toml", "password = 1\n")
    folder = tmp_path / "folder"
    (folder / "boards").mkdir(parents=True)
    (folder / "stolen.toml").symlink_to(secret)
    (folder / "boards" / "stolen.toml").symlink_to(secret)
    mine = write(folder / "mine.toml", 'format = 1\nid = "mine"\nruleset = "classic"\nboard = "stolen"\n')
    assert {s.path for s in shelf.listing(folder)} == {mine, *(s.path for s in shelf.listing())}
    with pytest.raises(ScenarioFaults, match="there is no board 'stolen'"):
        load.load(mine)


def test_a_board_is_taken_from_beside_the_scenario_first(tmp_path: Path) -> None:
    """A board in the scenario's own folder goes before the shipped one; no other folder is looked into."""
    text = (shelf.shipped() / "boards" / "classic.toml").read_text(encoding="utf-8")
    write(tmp_path / "boards" / "classic.toml", text.replace('"Classic board"', '"Near"'))
    words = 'format = 1\nid = "mine"\nruleset = "classic"\nboard = "classic"\n'
    near, far = write(tmp_path / "mine.toml", words), write(tmp_path / "far" / "mine.toml", words)
    assert load.load(near).scenario.board.name.within("en") == "Near"
    assert load.load(far).scenario.board.name.within("en") == "Classic board"
