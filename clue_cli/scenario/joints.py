"""Check what joins the places of a board: doors, paths, passages, or the links between its rooms.

Works on the tables as they were read, as far as each is sound. Faults are located within the board's table.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from clue_cli.rules.model import Place, Square, around
from clue_cli.scenario import drawing
from clue_cli.scenario.drawing import House, pieces
from clue_cli.scenario.faults import Fault, Key, near, value_text
from clue_cli.scenario.schema import MOST_CARDS
from clue_cli.words import _, ngettext


def check(board: Mapping[str, Any]) -> list[Fault]:
    """List the faults of a board, of its drawing too, all at once."""
    house = House.of(board)
    faults = drawing.check(house, board.get("grid"))
    faults += _passages(house, board.get("passages"))
    if (links := board.get("links")) and isinstance(links, list):
        return [*faults, *_no_corridor(house, board), *_links(house, links)]
    if house.rows:
        faults += [
            *_doors(house),
            *_doorless(house, board.get("passages")),
            *_paths(house, board.get("paths")),
            *_cut_off(house, board),
        ]
    return faults


def pairs(listed: Any) -> Iterator[tuple[int, tuple[str, str]]]:
    """Go through the sound pairs of ids of a list, with their positions."""
    for i, ends in _twos(listed):
        if all(isinstance(end, str) for end in ends):
            yield i, (ends[0], ends[1])


def _cells(listed: Any) -> Iterator[tuple[int, tuple[Square, Square]]]:
    """Go through the sound pairs of cells of a list, with their positions."""
    for i, ends in _twos(listed):
        cells = [(cell[0], cell[1]) for _j, cell in _twos(ends) if all(type(n) is int for n in cell)]
        if len(cells) == 2 and min(map(min, cells)) >= 0:
            yield i, (cells[0], cells[1])


def _twos(listed: Any) -> Iterator[tuple[int, list[Any]]]:
    if isinstance(listed, list):
        for i, entry in enumerate(listed[: 2 * MOST_CARDS]):
            if isinstance(entry, list) and len(entry) == 2:
                yield i, entry


# --- corridors ---------------------------------------------------------------------------------


def _doors(house: House) -> Iterator[Fault]:
    squares = house.squares
    seen = set()
    for place, table in house.walled():
        for j, (inside, outside) in enumerate(table.doors):
            path: Key = (*place, "doors", j)
            if house.marks.get(inside) != table.letter:
                message = _("{cell} is no cell of {place}")
                yield Fault((*path, 0), message.format(cell=_cell(inside), place=table.id))
            if outside not in squares:
                yield Fault((*path, 1), _("{cell} is no corridor square").format(cell=_cell(outside)))
            if outside not in around(inside):
                yield Fault(path, _("the two cells of a door must touch by a side"))
            if (inside, outside) in seen:
                yield Fault(path, _("the door is given twice"))
            seen.add((inside, outside))


def _doorless(house: House, passages: Any) -> Iterator[Fault]:
    """Find what neither a door nor passages from a room with a door lead to."""
    entered = {table.id for _path, table in house.walled() if table.doors}
    ends, grew = [{*pair} for _i, pair in pairs(passages)], True
    while grew:
        fresh = {end for pair in ends if pair & entered for end in pair} - entered
        entered, grew = entered | fresh, bool(fresh)
    for path, table in house.walled():
        if table.id not in entered:
            message = _("missing: a room that neither a door nor a passage leads to can't be entered")
            yield Fault((*path, "doors"), message)


def _paths(house: House, listed: Any) -> Iterator[Fault]:
    squares = house.squares
    for i, cells in _cells(listed):
        for j, cell in enumerate(cells):
            if cell not in squares:
                yield Fault(("paths", i, j), _("{cell} is no corridor square").format(cell=_cell(cell)))
        if {*cells} <= squares and cells[1] in (cells[0], *around(cells[0])):
            yield Fault(("paths", i), _("a path must join two squares that do not touch"))
    yield from (Fault(("paths", i), _("the path is given twice")) for i in _twice(_cells(listed)))


def _cell(cell: Square) -> str:
    return _("row {row}, column {column}").format(row=cell[0], column=cell[1])


def _cut_off(house: House, board: Mapping[str, Any]) -> Iterator[Fault]:
    """Find what can't be walked to, and corridors in which a token could be caught.

    Rooms may be walked through, in one turn or several; but a room just left can't always be entered
    again, so that of several pieces of corridor each needs two rooms.
    """
    main, *others = _corridors(house, board.get("paths")) or [set()]
    doors = [
        (path, table.id, {outside for _inside, outside in table.doors}) for path, table in house.walled()
    ]
    reached, grew = set(main), True
    while grew:
        beside = [outside for _path, _id, outside in doors if outside & reached]
        fresh = [
            piece for piece in others if any(piece & outside for outside in beside) and not piece <= reached
        ]
        reached, grew = reached.union(*fresh), bool(fresh)
    for piece in (main, *others) if reached > main else others:
        (r, c), count = min(piece), len(piece)
        if not piece <= reached:
            message = ngettext(
                "the corridor square at row {row}, column {column} can't be reached along corridors",
                "the {count} corridor squares from row {row}, column {column} "
                "can't be reached along corridors",
                count,
            )
        elif sum(bool(piece & outside) for _path, _id, outside in doors) == 1:
            message = ngettext(
                "the corridor square at row {row}, column {column} leads to one room alone: "
                "a token could be caught",
                "the {count} corridor squares from row {row}, column {column} lead to one room alone: "
                "a token could be caught",
                count,
            )
        else:
            continue
        yield Fault(("grid", r, c), message.format(row=r, column=c, count=count))
    for path, place, outside in doors:
        # a door that leads nowhere at all is told of by itself
        if not outside & reached and outside & house.squares:
            yield Fault(path, _("{place} can't be reached along corridors").format(place=place))


def _corridors(house: House, paths: Any) -> list[set[Square]]:
    """Group the corridor squares into pieces that hang together by sides and paths, the largest first."""
    found = pieces(house.squares)
    for _i, ends in _cells(paths):
        joined = [piece for piece in found if not piece.isdisjoint(ends)]
        found = [piece for piece in found if piece not in joined] + [set[Square]().union(*joined)]
    return sorted((piece for piece in found if piece), key=lambda piece: (-len(piece), min(piece)))


# --- passages and links ------------------------------------------------------------------------


def _passages(house: House, listed: Any) -> Iterator[Fault]:
    rooms = [room.id for room in house.rooms.values()]
    spots = [spot.id for spot in house.spots.values()]
    known = list(pairs(listed))
    yield from _ends("passages", known, (*rooms, *spots), house)
    for i, (one, two) in known:
        if (one in rooms and two in spots) or (one in spots and two in rooms):
            yield Fault(("passages", i), _("a passage joins two rooms or two spots, not one of each"))
        if one == two:
            yield Fault(("passages", i), _("a passage must join two different rooms"))
    yield from (Fault(("passages", i), _("the passage is given twice")) for i in _twice(known))


def _links(house: House, listed: list[Any]) -> Iterator[Fault]:
    rooms = [room.id for room in house.rooms.values()]
    links = list(pairs(listed))
    yield from _ends("links", links, rooms, house)
    for i, (one, two) in links:
        if one == two:
            yield Fault(("links", i), _("a link must join two different rooms"))
    yield from _apart(house, links)
    yield from (Fault(("links", i), _("the link is given twice")) for i in _twice(links))
    joining = [ends for _i, ends in links if len({*ends} & {*rooms}) == 2]
    # one link that is at fault can't be told from one that is missing
    if house.complete and len(joining) == len(listed):
        yield from _unlinked(house, joining)


def _apart(house: House, links: Iterable[tuple[int, tuple[str, str]]]) -> Iterator[Fault]:
    """Find the links of two rooms that share no wall: no door between them could be drawn."""
    drawn = {room.id: house.cells(room.letter) for room in house.rooms.values()}
    for i, (one, two) in links:
        cells, others = drawn.get(one), drawn.get(two)
        # a room that is not drawn is told of by itself
        if one != two and cells and others and others.isdisjoint(side for c in cells for side in around(c)):
            message = _("{one} ({cell}) and {two} ({other}) do not touch: draw the rooms as they touch")
            where = {"cell": _cell(min(cells)), "other": _cell(min(others))}
            yield Fault(("links", i), message.format(one=one, two=two, **where))


def _unlinked(house: House, links: Iterable[tuple[str, str]]) -> Iterator[Fault]:
    reached, grew = {next(iter(house.rooms.values())).id}, True
    while grew:
        fresh = {end for ends in links if reached & set(ends) for end in ends} - reached
        reached, grew = reached | fresh, bool(fresh)
    for i, room in house.rooms.items():
        if room.id not in reached:
            yield Fault(("room", i), _("{place} can't be reached by links").format(place=room.id))


def _ends(
    key: str, listed: Iterable[tuple[int, tuple[str, str]]], known: Iterable[str], house: House
) -> Iterator[Fault]:
    known = list(known)
    for i, ends in listed:
        for j, end in enumerate(ends):
            if end not in known and house.complete:
                message = _("there is no room {room}").format(room=value_text(end))
                yield Fault((key, i, j), message, near(end, known))


def _twice(listed: Iterable[tuple[int, tuple[Place, Place]]]) -> Iterator[int]:
    """Return the positions of the pairs that an earlier one joins already."""
    seen: set[frozenset[Place]] = set()
    for i, ends in listed:
        if frozenset(ends) in seen:
            yield i
        seen.add(frozenset(ends))


def _no_corridor(house: House, board: Mapping[str, Any]) -> Iterator[Fault]:
    """Find what has no place on a board whose rooms are linked."""
    message = _("has no place on a board with links: its rooms are joined by them alone")
    if house.squares:
        r, c = min(house.squares)
        yield Fault(("grid", r, c), message)
    for key in ("spot", "paths", "middle"):
        if board.get(key):
            yield Fault((key,), message, on_key=True)
    for i, room in house.rooms.items():
        if room.doors:
            yield Fault(("room", i, "doors"), message, on_key=True)
