"""Check what joins the places of a board: doors, paths, passages, or the links between its rooms.

Works on what is sound of the board's table, within which faults are located.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TypeVar

from clue_cli.rules.model import Square, around
from clue_cli.scenario import drawing
from clue_cli.scenario.drawing import House, called, entries, pieces
from clue_cli.scenario.faults import Fault, Key, near, value_text
from clue_cli.scenario.schema import MOST_CARDS
from clue_cli.words import _, ngettext

_End = TypeVar("_End", str, Square)


def check(house: House) -> list[Fault]:
    """List the faults of a board beyond those of shape, all at once."""
    board = house.board
    faults = [*drawing.check(house), *_passages(house)]
    if board.links:
        return [*faults, *_no_corridor(house), *_links(house, board.links)]
    if house.rows:
        faults += [*_doors(house), *_paths(house)]
        # where a door or the like is at fault, it is not known what it would have joined
        doors = [table.doors for _path, table in house.walled()]
        if house.complete and all(map(clear, (*doors, board.passages, board.paths, board.links))):
            faults += [*_doorless(house), *_cut_off(house)]
    return faults


def pairs(listed: Sequence[tuple[_End, _End]] | None) -> Iterator[tuple[int, tuple[_End, _End]]]:
    """Go through the pairs of a list of which both ends are sound, with their positions."""
    yield from ((i, ends) for i, ends in entries(listed, 2 * MOST_CARDS) if None not in ends)


def clear(listed: Sequence[tuple[object, object]] | None) -> bool:
    """Tell whether every pair of a list is sound."""
    return listed is not None and all(ends is not None and None not in ends for ends in listed)


# --- corridors ---------------------------------------------------------------------------------


def _doors(house: House) -> Iterator[Fault]:
    squares = house.squares
    seen = set()
    for place, table in house.walled():
        for j, (inside, outside) in entries(table.doors):
            path: Key = (*place, "doors", j)
            if inside and table.letter and house.marks.get(inside) != table.letter:
                message = _("{cell} is no cell of {place}")
                yield Fault((*path, 0), message.format(cell=_cell(inside), place=called(table)))
            if outside and outside not in squares:
                yield Fault((*path, 1), _("{cell} is no corridor square").format(cell=_cell(outside)))
            if not (inside and outside):
                continue
            if outside not in around(inside):
                yield Fault(path, _("the two cells of a door must touch by a side"))
            if (inside, outside) in seen:
                yield Fault(path, _("the door is given twice"))
            seen.add((inside, outside))


def _doorless(house: House) -> Iterator[Fault]:
    """Find what neither a door nor passages from a room with a door lead to."""
    if None in house.ids:
        return
    entered = {table.id for _path, table in house.walled() if table.doors}
    ends, grew = [{*pair} for _i, pair in pairs(house.board.passages)], True
    while grew:
        fresh = {end for pair in ends if pair & entered for end in pair} - entered
        entered, grew = entered | fresh, bool(fresh)
    for path, table in house.walled():
        if table.id not in entered:
            message = _("missing: a room that neither a door nor a passage leads to can't be entered")
            yield Fault((*path, "doors"), message)


def _paths(house: House) -> Iterator[Fault]:
    squares = house.squares
    for i, cells in entries(house.board.paths):
        for j, cell in entries(cells):
            if cell not in squares:
                yield Fault(("paths", i, j), _("{cell} is no corridor square").format(cell=_cell(cell)))
        if {*cells} <= squares and cells[1] in (cells[0], *around(cells[0])):
            yield Fault(("paths", i), _("a path must join two squares that do not touch"))
    yield from (Fault(("paths", i), _("the path is given twice")) for i in _twice(pairs(house.board.paths)))


def _cell(cell: Square) -> str:
    return _("row {row}, column {column}").format(row=cell[0], column=cell[1])


def _cut_off(house: House) -> Iterator[Fault]:
    """Find what can't be walked to, and corridors in which a token could be caught.

    Rooms may be walked through, in one turn or several; but a room just left can't always be entered
    again, so that of several pieces of corridor each needs two rooms.
    """
    main, *others = _corridors(house) or [set()]
    doors = [
        (path, called(table), {outside for _inside, outside in table.doors}) for path, table in house.walled()
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


def _corridors(house: House) -> list[set[Square]]:
    """Group the corridor squares into pieces that hang together by sides and paths, the largest first."""
    found = pieces(house.squares)
    for _i, ends in pairs(house.board.paths):
        joined = [piece for piece in found if not piece.isdisjoint(ends)]
        found = [piece for piece in found if piece not in joined] + [set[Square]().union(*joined)]
    return sorted((piece for piece in found if piece), key=lambda piece: (-len(piece), min(piece)))


# --- passages and links ------------------------------------------------------------------------


def _passages(house: House) -> Iterator[Fault]:
    rooms = [room.id for room in house.rooms.values()]
    spots = [spot.id for spot in house.spots.values()]
    listed = house.board.passages
    yield from _ends("passages", listed, (*rooms, *spots), house)
    known = list(pairs(listed))
    for i, (one, two) in known:
        if (one in rooms and two in spots) or (one in spots and two in rooms):
            yield Fault(("passages", i), _("a passage joins two rooms or two spots, not one of each"))
        if one == two:
            yield Fault(("passages", i), _("a passage must join two different rooms"))
    yield from (Fault(("passages", i), _("the passage is given twice")) for i in _twice(known))


def _links(house: House, listed: Sequence[tuple[str, str]]) -> Iterator[Fault]:
    rooms = [room.id for room in house.rooms.values()]
    links = list(pairs(listed))
    yield from _ends("links", listed, rooms, house)
    for i, (one, two) in links:
        if one == two:
            yield Fault(("links", i), _("a link must join two different rooms"))
    yield from _apart(house, links)
    yield from (Fault(("links", i), _("the link is given twice")) for i in _twice(links))
    joining = [ends for _i, ends in links if len({*ends} & {*rooms}) == 2]
    # one link that is at fault can't be told from one that is missing
    if house.rooms and None not in house.ids and len(joining) == len(listed):
        yield from _unlinked(house, joining)


def _apart(house: House, links: Iterable[tuple[int, tuple[str, str]]]) -> Iterator[Fault]:
    """Find the links of two rooms that share no wall: no door between them could be drawn."""
    drawn = {room.id: house.cells(room.letter) for room in house.rooms.values() if room.id}
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
    key: str, listed: Sequence[tuple[str, str]] | None, known: Collection[str], house: House
) -> Iterator[Fault]:
    if None in house.ids:
        return
    for i, ends in entries(listed, 2 * MOST_CARDS):
        for j, end in entries(ends):
            if end not in known:
                message = _("there is no room {room}").format(room=value_text(end))
                yield Fault((key, i, j), message, near(end, known))


def _twice(listed: Iterable[tuple[int, tuple[_End, _End]]]) -> Iterator[int]:
    """Return the positions of the pairs that an earlier one joins already."""
    seen: set[frozenset[_End]] = set()
    for i, ends in listed:
        if frozenset(ends) in seen:
            yield i
        seen.add(frozenset(ends))


def _no_corridor(house: House) -> Iterator[Fault]:
    """Find what has no place on a board whose rooms are linked."""
    message = _("has no place on a board with links: its rooms are joined by them alone")
    if house.squares:
        r, c = min(house.squares)
        yield Fault(("grid", r, c), message)
    for key in ("spot", "paths", "middle"):
        if getattr(house.board, key):
            yield Fault((key,), message, on_key=True)
    for i, room in house.rooms.items():
        if room.doors:
            yield Fault(("room", i, "doors"), message, on_key=True)
