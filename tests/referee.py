"""A referee who was never shown the engine: reads a game's JSON Lines and follows it by the rules alone.

It knows JSON, the board's drawing and the rules page, and imports nothing of the program. Whatever a rule
forbids, or fails to happen though a rule demands it, is an AssertionError.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

Place = tuple[int, int] | str
Row = dict[str, Any]

_PRIVATE = {
    "dealt": ("seat",),
    "looked": ("seat",),
    "case_seen": ("seat",),
    "shown": ("seat", "to"),
    "gave": ("seat", "to"),
    "snooped": ("seat", "of"),
}


def _place(value: Any) -> Place:
    return value if isinstance(value, str) else (value[0], value[1])


class Board:
    """Read the drawing: which places are one step apart, and which passages and links there are."""

    def __init__(self, drawn: Row, *, passages_are_steps: bool) -> None:
        rows = drawn["grid"].split("\n")
        self.squares = {
            (r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark in ".o123456789"
        }
        self.snoops = {(r, c) for r, c in self.squares if rows[r][c] == "o"}
        self.rooms = {room["id"] for room in drawn["room"]}
        self.outside = {
            room["id"]: {_place(door[1]) for door in room.get("doors", [])} for room in drawn["room"]
        }
        self.passages = {frozenset(passage) for passage in drawn.get("passages", [])}
        self.links = {frozenset(link) for link in drawn.get("links", [])}
        self._passages_are_steps = passages_are_steps
        self._near: dict[Place, set[Place]] = {}
        paths = [tuple(map(_place, path)) for path in drawn.get("paths", [])]
        sides = [((r, c), side) for r, c in self.squares for side in ((r + 1, c), (r, c + 1))]
        doors = [
            (named["id"], _place(door[1]))
            for named in drawn["room"] + drawn.get("spot", [])
            for door in named.get("doors", [])
        ]
        for a, b in [*paths, *doors, *(step for step in sides if step[1] in self.squares)]:
            self._near.setdefault(a, set()).add(b)
            self._near.setdefault(b, set()).add(a)

    def near(self, place: Place) -> set[Place]:
        """Return the places one step from this one."""
        return self._near[place] | (self.ends(place) if self._passages_are_steps else set())

    def ends(self, place: Place) -> set[str]:
        """Return where secret passages lead from here."""
        return {str(other) for passage in self.passages if place in passage for other in passage - {place}}

    def join(self, room: str) -> None:
        """Join a room to all rooms that have a passage."""
        ends = {end for passage in self.passages for end in passage} & self.rooms
        self.passages |= {frozenset((room, end)) for end in ends - {room}}


class Referee:
    """Follow one game; `check` reads it to its end."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.header, *self.events = map(json.loads, lines)
        self.at = 0
        header = self.header
        self.rules: Row = header["rules"]
        self.board = Board(
            header["board"], passages_are_steps=self.rule("move.passages") == "also_during_roll"
        )
        if self.rule("move.passages") == "no":
            self.board.passages = set()
        self.suspects = [seat["suspect"] for seat in header["seats"]]
        self.count = len(self.suspects)
        self.kinds = [set(category["cards"]) for category in header["cards"]]
        self.scenes = {card for one in header["cards"] if one["kind"] == "room" for card in one["cards"]}
        self.weapons = {card for one in header["cards"] if one["kind"] == "weapon" for card in one["cards"]}
        self.tokens = {token: _place(place) for token, place in header["starts"].items()}
        self.pieces: dict[str, str] = {}
        self.hands: list[set[str]] = [set() for _ in self.suspects]
        self.forfeits = [list(header["forfeits"]) for _ in self.suspects]
        self.drawn: list[Row] = []
        self.left: dict[int, Place] = {}
        self.brought: set[int] = set()  # seats whose token another moved since their last turn or roll
        self.out: set[int] = set()
        self.turn, self.seat = 0, 0
        self.refuted = self.over = False

    # --- reading ---------------------------------------------------------------------------------

    def rule(self, key: str) -> Any:
        return self.rules[key]

    def is_next(self, *kinds: str) -> bool:
        return self.at < len(self.events) and self.events[self.at]["kind"] in kinds

    def take(self, kind: str, **fields: Any) -> Row:
        """Read the next event, which must be this one."""
        assert self.is_next(kind), f"{kind} due, not {self.events[self.at :][:1]}"
        event: Row = self.events[self.at]
        self.at += 1
        assert fields.items() <= event.items(), f"{fields} due: {event}"
        assert event["turn"] == self.turn, event
        knowing = [event[key] for key in _PRIVATE.get(kind, ())] or range(self.count)
        assert event["seen_by"] == sorted(knowing), event
        return event

    def others(self, seat: int) -> list[int]:
        """Return the other seats clockwise, from the left (C-13)."""
        return [(seat + step) % self.count for step in range(1, self.count)]

    def where(self, seat: int) -> Place:
        return self.tokens[self.suspects[seat]]

    # --- the game --------------------------------------------------------------------------------

    def check(self) -> "Referee":
        first = self.set_up()
        while not self.over:
            self.turn += 1
            self.seat = first if self.turn == 1 else self.next_seat()
            self.take("turn_began", seat=self.seat)
            self.refuted = False
            self.play_turn()
            self.brought.discard(self.seat)
        assert self.at == len(self.events), "nothing happens after the end"
        return self

    def next_seat(self) -> int:
        return next(seat for seat in [*self.others(self.seat), self.seat] if seat not in self.out)

    def set_up(self) -> int:
        """C-01 C-02 C15-07 SG-05 PA-02 MD-02 MD-03; return who begins."""
        case, hidden = self.header["case"], self.header["hidden"]
        assert [card in kind for card, kind in zip(case, self.kinds, strict=True)] == [True] * len(case)
        duel = self.rule("setup.two_players") if self.count == 2 else "none"
        aside = [self.take("turned_up")["card"] for _ in range(4 if duel == "face_up" else 0)]
        assert len(hidden) == (4 if duel.startswith("hidden") else 0)
        assert [self.take("laid")["room"] for _ in hidden] == list(hidden)
        corners = {end for passage in self.header["board"].get("passages", []) for end in passage}
        assert set(hidden) <= (corners if duel == "hidden_in_corners" else self.scenes)
        dealt = 0
        while self.is_next("dealt"):
            card = self.take("dealt", seat=dealt % self.count)["card"]
            self.hands[dealt % self.count].add(card)
            dealt += 1
        while self.is_next("turned_up"):
            assert self.rule("setup.leftover") == "face_up"
            assert dealt % self.count == 0
            aside.append(self.take("turned_up")["card"])
        surplus = len(aside) if duel != "face_up" else 0
        assert surplus < self.count
        everything = [*case, *hidden.values(), *aside, *(card for hand in self.hands for card in hand)]
        assert Counter(everything) == Counter(card for kind in self.kinds for card in kind)
        while self.is_next("placed"):
            event = self.take("placed")
            assert event["room"] in self.scenes - set(self.pieces.values())
            self.pieces[event["piece"]] = event["room"]
        on_board = self.rule("setup.weapons") == "random_rooms"
        assert set(self.pieces) == (self.weapons if on_board else set())
        return self.contend() if self.rule("setup.first_player") == "highest_roll" else 0

    def contend(self) -> int:
        seats = list(range(self.count))
        while len(seats) > 1:
            thrown = [sum(self.dice(self.take("contended", seat=seat))) for seat in seats]
            seats = [seat for seat, roll in zip(seats, thrown, strict=True) if roll == max(thrown)]
        return seats[0]

    def dice(self, event: Row) -> list[int]:
        dice: list[int] = event["dice"]
        assert len(dice) == self.rule("move.dice")
        assert set(dice) <= set(range(1, 7))
        return dice

    def play_turn(self) -> None:
        if self.is_next("accused"):
            assert self.rule("accuse.when") in ("on_turn", "instead_of_move")
            self.accuse()
        elif self.rule("move.style") == "rooms":
            self.follow_links()
            self.suggest()
            self.interrogate()
        elif self.rule("move.style") == "anywhere":
            event = self.take("walked", seat=self.seat)
            assert event["place"] in self.scenes
            assert event["way"] == [event["place"]]
            self.arrive(event["place"])
        elif self.is_next("suggested"):
            stay = self.rule("move.stay")
            assert stay == "always" or (stay == "if_dragged" and self.seat in self.brought)
            self.suggest()
            self.close()
        elif self.is_next("took_passage"):
            end = self.take("took_passage", seat=self.seat)["room"]
            assert end in self.board.ends(self.where(self.seat)) - self.standing_in_the_way()
            self.arrive(end)
        else:
            self.roll()

    def standing_in_the_way(self) -> set[Place]:
        """Return the squares and spots where other tokens stand (C-07 MD-12)."""
        mine = self.suspects[self.seat]
        return {place for token, place in self.tokens.items() if token != mine} - self.board.rooms

    def close(self) -> None:
        """End the turn, with an accusation or without (CL-09 SG-03 C15-05 MD-13)."""
        if self.is_next("accused"):
            when = self.rule("accuse.when")
            assert when in ("on_turn", "end_of_turn") or (when == "if_unrefuted" and not self.refuted)
            self.accuse()

    # --- moving ----------------------------------------------------------------------------------

    def follow_links(self) -> None:
        """PA-04."""
        start = self.where(self.seat)
        event = self.take("walked", seat=self.seat)
        way = [start, *event["way"]]
        assert 1 <= len(event["way"]) <= self.rule("move.rooms")
        assert way[-1] == event["place"]
        assert len(set(way)) == len(way)
        assert all(frozenset(step) in self.board.links for step in pairwise(way))
        assert self.left.get(self.seat) not in way[1:]
        self.left[self.seat] = start
        self.tokens[self.suspects[self.seat]] = way[-1]

    def arrive(self, place: Place) -> None:
        """End a move: look at a card that lies there (C15-07), suggest (CL-06), accuse."""
        self.tokens[self.suspects[self.seat]] = place
        self.look(self.seat)
        if place in self.scenes and self.is_next("suggested"):
            self.suggest()
        self.close()

    def look(self, seat: int) -> None:
        room = self.where(seat)
        if room in self.header["hidden"]:
            self.take("looked", seat=seat, room=room, card=self.header["hidden"][room])

    def roll(self) -> None:
        dice = self.dice(self.take("rolled", seat=self.seat))
        self.brought.discard(self.seat)
        for _loupe in range(dice.count(1) if self.header["clues"] else 0):
            self.follow_clue()
        if self.is_next("accused"):
            assert self.rule("accuse.when") == "on_turn"
            self.accuse()
        elif self.is_next("suggested"):
            assert self.seat in self.brought
            self.suggest()
            self.close()
        elif self.is_next("stuck"):
            self.take("stuck", seat=self.seat)
            assert not self.board.near(self.where(self.seat)) - self.standing_in_the_way()
            if self.seat in self.brought and self.is_next("suggested"):
                self.suggest()
            self.close()
        else:
            self.walk(sum(dice))

    def walk(self, steps: int) -> None:
        """C-03 to C-06, CL-07, MD-05 to MD-08: leg by leg, where one stops to snoop."""
        used: list[Place] = [self.where(self.seat)]
        while True:
            event = self.take("walked", seat=self.seat)
            way = list(map(_place, event["way"]))
            assert way
            assert way[-1] == _place(event["place"])
            before = list(used)
            for step in way:
                self.check_step(used, step)
            steps -= len(way)
            assert steps >= 0
            place = way[-1]
            assert place not in self.standing_in_the_way()
            if place in self.board.rooms:
                return self.arrive(place)
            self.tokens[self.suspects[self.seat]] = place
            snooped = place in self.board.snoops and self.is_next("snooped")
            if snooped:
                self.snoop()
            if self.is_next("accused") and place in self.board.snoops and steps:
                return self.accuse()
            if not (snooped and self.is_next("walked")):
                assert not steps or self.had_to_stop(before, len(way), steps, used)
                return self.close()

    def check_step(self, used: list[Place], step: Place) -> None:
        here = used[-1]
        assert step in self.board.near(here), f"{here} to {step}"
        assert step not in used, f"{step} twice"
        if len(used) > 1 and here in self.board.rooms:
            assert self.rule("move.through_rooms")
        if self.rule("move.occupied") == "block":
            assert step not in self.standing_in_the_way()
        used.append(step)

    def had_to_stop(self, before: list[Place], length: int, missing: int, used: list[Place]) -> bool:
        """Whether the rest of the roll leads onto tokens (MD-07), or no walk goes farther (C-06)."""
        tokens = self.standing_in_the_way()
        if self.rule("move.occupied") == "jump":
            return any(tokens.issuperset(run) for run in self.walks(used, missing))
        farther = (way for n in range(1, missing + 1) for way in self.walks(before, length + n))
        into_room = (
            way for n in range(1, length + 1) for way in self.walks(before, n) if way[-1] in self.board.rooms
        )
        return not any(farther) and not any(into_room)

    def walks(self, used: list[Place], steps: int) -> Iterator[list[Place]]:
        """Go through all walks of so many steps on from the last place used."""
        block = self.standing_in_the_way() if self.rule("move.occupied") == "block" else set()
        for step in self.board.near(used[-1]) - set(used) - block:
            if steps == 1:
                yield [step]
            elif step not in self.board.rooms or self.rule("move.through_rooms"):
                yield from ([step, *rest] for rest in self.walks([*used, step], steps - 1))

    def snoop(self) -> None:
        """MD-08."""
        event = self.take("snooped", seat=self.seat)
        assert event["of"] != self.seat
        assert event["card"] in self.hands[event["of"]]

    # --- clue cards ------------------------------------------------------------------------------

    def follow_clue(self) -> None:
        """C15-01 C15-09 C15-10: each card once before the first one comes again, in the same order."""
        deck = self.header["clues"]
        clue = self.take("clue_drawn", seat=self.seat)["clue"]
        again = self.drawn[-len(deck)] if len(self.drawn) >= len(deck) else clue
        self.drawn.append(clue)
        assert clue == again
        assert Counter(map(str, self.drawn[-len(deck) :])) <= Counter(map(str, deck))
        everyone = [self.seat, *self.others(self.seat)]
        match clue["effect"]:
            case "reveal":
                self.called(clue["card"])
            case "name_suspect" | "name_weapon" | "name_room" as effect:
                card = self.take("named", seat=self.seat)["card"]
                kinds = {c: one["kind"] for one in self.header["cards"] for c in one["cards"]}
                assert f"name_{kinds[card]}" == effect
                self.called(card)
            case "choose_player":
                of = self.take("asked", seat=self.seat)["of"]
                assert of != self.seat
                assert self.take("revealed", seat=of)["card"] in self.hands[of]
            case "all_reveal":
                for seat in filter(self.hands.__getitem__, everyone):
                    assert self.take("revealed", seat=seat)["card"] in self.hands[seat]
            case "show_left":
                for seat in filter(self.hands.__getitem__, everyone):
                    shown = self.take("shown", seat=seat, to=self.others(seat)[0], cards=[])
                    assert shown["card"] in self.hands[seat]
            case "all_move":
                for seat in everyone:
                    self.moved_by_clue(seat)
            case "passage":
                if any(not self.board.ends(room) for room in self.board.rooms):
                    room = self.take("joined", seat=self.seat)["room"]
                    assert not self.board.ends(room)
                    self.board.join(room)

    def called(self, card: str) -> None:
        holder = next((seat for seat, hand in enumerate(self.hands) if card in hand), None)
        if holder is None:
            self.take("unheld", card=card)
        else:
            self.take("revealed", seat=holder, card=card)

    def moved_by_clue(self, seat: int) -> None:
        """Each player in turn order moves to another room, or stays in the one they are in."""
        if seat in self.out:
            return
        if self.is_next("moved") and self.events[self.at]["seat"] == seat:
            room = self.take("moved", seat=seat)["room"]
            assert room in self.board.rooms - {self.where(seat)}
            self.tokens[self.suspects[seat]] = room
            self.brought.add(seat)
            self.look(seat)
        assert self.where(seat) in self.board.rooms

    # --- suggesting ------------------------------------------------------------------------------

    def claim(self, kind: str) -> Row:
        event = self.take(kind, seat=self.seat)
        assert all(card in cards for card, cards in zip(event["cards"], self.kinds, strict=True))
        return event

    def suggest(self) -> None:
        """C-08 to C-11, CL-08, MD-09, MD-10, PA-05."""
        named: list[str] = self.claim("suggested")["cards"]
        (room,) = self.scenes.intersection(named)
        assert room == self.where(self.seat)
        for piece in named:
            there = self.tokens.get(piece, self.pieces.get(piece))
            if self.rule("suggest.drags") and room not in (piece, there):
                self.take("dragged", piece=piece, room=room)
                self.drag(piece, room)
        asked = self.others(self.seat)
        if self.rule("suggest.asked") == "chosen_player":
            asked = [self.take("asked", seat=self.seat)["of"]]
            assert asked != [self.seat]
        for seat in asked:
            self.answer(seat, named)
            if self.refuted and self.rule("suggest.asked") == "first_to_show":
                break
        if not self.refuted and self.rule("suggest.asked") != "chosen_player":
            self.take("unrefuted", seat=self.seat, cards=named)

    def drag(self, piece: str, room: str) -> None:
        (self.tokens if piece in self.tokens else self.pieces)[piece] = room
        if piece in self.suspects:
            self.brought.add(self.suspects.index(piece))

    def answer(self, seat: int, named: list[str]) -> None:
        if not self.hands[seat].intersection(named):
            self.take("passed", seat=seat, cards=named)
            return
        shown = self.take("shown", seat=seat, to=self.seat, cards=named)
        assert shown["card"] in self.hands[seat].intersection(named)
        self.refuted = True

    def interrogate(self) -> None:
        """PA-06 PA-08."""
        here = self.where(self.seat)
        met = [
            s for s in self.others(self.seat) if self.where(s) == here and (self.hands[s] or self.forfeits[s])
        ]
        if self.rule("suggest.interrogation") == "none" or not met:
            return
        of = self.take("interrogated", seat=self.seat)["of"]
        assert of in met
        if self.is_next("gave"):
            card = self.take("gave", seat=of, to=self.seat)["card"]
            self.hands[of].remove(card)
            self.hands[self.seat].add(card)
        else:
            self.take("yielded", seat=of)
            assert self.forfeits[of]
            self.pay(of, [self.seat])

    def pay(self, payer: int, takers: list[int]) -> None:
        """Part with a forfeit for each taker, as long as there is one (PA-08)."""
        for taker in takers:
            if self.forfeits[payer]:
                self.forfeits[payer].remove(self.take("paid", seat=payer, to=taker)["forfeit"])

    # --- accusing --------------------------------------------------------------------------------

    def accuse(self) -> None:
        """C-12 C15-05 SG-04 PA-07 PA-09 CL-10."""
        if self.rule("accuse.where") == "any_room":
            assert self.where(self.seat) in self.board.rooms
        event, case = self.claim("accused"), self.header["case"]
        assert event["right"] == (event["cards"] == case)
        if event["right"]:
            self.end(self.seat)
            return
        revealing = self.reveal(event["cards"]) if self.rule("accuse.others_reveal") else []
        if self.rule("accuse.wrong") == "pays_forfeits":
            owed = [taker for taker in self.others(self.seat) for _ in range(1 + (taker in revealing))]
            self.pay(self.seat, owed)
            return
        self.take("case_seen", seat=self.seat, cards=case)
        self.take("put_out", seat=self.seat)
        self.out.add(self.seat)
        self.clear_door()
        left = set(range(self.count)) - self.out
        if not left:
            self.end(None)
        elif len(left) == 1 and self.rule("accuse.last_standing") == "wins":
            self.end(*left)

    def reveal(self, cards: list[str]) -> list[int]:
        revealing = []
        for seat in self.others(self.seat):
            held = [card for card in cards if card in self.hands[seat]]
            for card in held:
                self.take("revealed", seat=seat, card=card)
            if len(held) < len(cards):
                self.take("passed", seat=seat, cards=[card for card in cards if card not in held])
            revealing += [seat] if held else []
        return revealing

    def clear_door(self) -> None:
        rooms = [room for room, squares in self.board.outside.items() if self.where(self.seat) in squares]
        if rooms and self.rule("move.out_token") == "enters_room":
            room = self.take("cleared", seat=self.seat)["room"]
            assert room in rooms
            self.tokens[self.suspects[self.seat]] = room

    def end(self, winner: int | None) -> None:
        self.take("ended", winner=winner, case=self.header["case"])
        self.over = True
