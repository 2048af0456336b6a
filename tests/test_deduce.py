"""Case logs: what follows from them is what listing every deal says, and every fault is told where it is."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from math import comb, log2
from pathlib import Path
from random import Random
from typing import Any

import pytest
import tomli_w
from deals import categories
from screen import Screen
from test_cli import assert_refused, clue

from clue_cli.play import caselog
from clue_cli.play.caselog import CaseLog
from clue_cli.play.caselog_shape import CaseTable, EventTable
from clue_cli.reasoning.conflict import fewest
from clue_cli.reasoning.facts import ENVELOPE, Holds, Lacks
from clue_cli.scenario.faults import ScenarioFaults
from clue_cli.scenario.source import Source
from clue_cli.ui.deducing import Findings, Uncountable, letters, show_deduction
from clue_cli.ui.terminal import terminal
from clue_cli.words import Refused

Document = dict[str, Any]
Deal = dict[str, str]
"""Who holds each card: a player, the envelope, the room cards or the cards face up."""

HAND = """\
ruleset = "classic"
players = ["Anna", "Ben", "Cleo"]
cards = [6, 6, 6]
me = "Anna"
hand = ["green", "plum", "rope", "wrench", "hall", "study"]
"""
ASKED = (
    HAND
    + """
[[event]]
suggest = ["scarlett", "knife", "library"]
by = "Cleo"
passed = ["Anna"]
showed = "Ben"

[[event]]
suggest = ["mustard", "knife", "library"]
by = "Anna"
passed = ["Ben"]
showed = "Cleo"
card = "knife"
"""
)


def _read(folder: Path, text: str, name: str = "log.toml") -> CaseLog:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return caselog.read(path)


def _refusal(folder: Path, text: str, name: str = "log.toml") -> list[str]:
    """Return the faults of a log as `line:column: key: message`."""
    with pytest.raises(ScenarioFaults) as refused:
        _read(folder, text, name)
    return [
        f"{fault.line}:{fault.column}: {fault.key}: {fault.message}"
        + (f" ({fault.hint}?)" if fault.hint else "")
        for fault in refused.value.located
    ]


# --- against every deal ------------------------------------------------------------------------

DECK = {"who": ["ann", "bob", "cat"], "what": ["axe", "bow"], "where": ["den", "hut", "inn", "pub"]}
CARDS = [card for cards in DECK.values() for card in cards]


def _shares(cards: Sequence[str], sizes: Sequence[tuple[str, int]]) -> Iterator[Deal]:
    if not sizes:
        yield {}
        return
    (holder, size), *others = sizes
    for hand in combinations(cards, size):
        for rest in _shares([card for card in cards if card not in hand], others):
            yield rest | dict.fromkeys(hand, holder)


def _deals(document: Document) -> list[Deal]:
    """List every deal of the deck with these sizes, my hand, and what lies face up."""
    sizes = dict(zip(document["players"], document["cards"], strict=True))
    for event in document["event"]:
        if "roomcards" in event:
            sizes["roomcards"] = event["roomcards"]
        if "faceup" in event:
            sizes["faceup"] = len(event["faceup"])
    return [
        deal | dict.fromkeys(case, "envelope")
        for case in product(*DECK.values())
        for deal in _shares([card for card in CARDS if card not in case], list(sizes.items()))
    ]


def _agrees(deal: Deal, document: Document, event: Document) -> bool:
    """Tell whether an event can have been in this deal, by the words of the log alone."""
    me = document["me"]
    match event:
        case {"suggest": named, **answers}:
            showed, card = answers.get("showed", []), answers.get("card", {})
            showed = [showed] if isinstance(showed, str) else showed
            seen = dict.fromkeys(showed, card) if isinstance(card, str) else card
            return (
                all(deal[card] != player for player in answers.get("passed", []) for card in named)
                and all(any(deal[card] == player for card in named) for player in showed)
                and all(deal[card] == player for player, card in seen.items())
            )
        case {"accuse": named}:
            return any(deal[card] != "envelope" for card in named)
        case {"shown": card, "by": player} | {"reveal": card, "by": player}:
            return deal[card] == player != (me if "shown" in event else None)
        case {"unheld": card}:
            return deal[card] not in document["players"]
        case {"faceup": named}:
            return all(deal[card] == "faceup" for card in named)
        case {"look": card}:
            return deal[card] == "roomcards"
    return True


def _likelihood(deal: Deal, document: Document) -> float:
    """Return how likely a random pick makes what the others showed: one of those they had."""
    worth = 1.0
    for event in document["event"]:
        showed = event.get("showed", [])
        for player in [showed] if isinstance(showed, str) else showed:
            if player != document["me"]:
                worth /= sum(deal[card] == player for card in event["suggest"])
    return worth


def _log(seed: int) -> Document:
    """Return a log of a small table, in which all is true of one deal."""
    whims = Random(seed)
    aside = whims.choice([{}, {"roomcards": 2}, {"faceup": 1}])
    players = ["Ute", "Vic", "Wim"][: 2 if aside.get("roomcards") else 3]
    dealt = len(CARDS) - len(DECK) - sum(aside.values())
    sizes = [len(range(seat, dealt, len(players))) for seat in range(len(players))]
    case = [whims.choice(cards) for cards in DECK.values()]
    rest = [card for card in CARDS if card not in case]
    whims.shuffle(rest)
    places = [player for player, size in zip(players, sizes, strict=True) for _ in range(size)]
    places += [holder for holder, size in aside.items() for _ in range(size)]
    deal = dict.fromkeys(case, "envelope") | dict(zip(rest, places, strict=True))
    me = whims.choice(players)

    def of(holder: str) -> list[str]:
        return [card for card in CARDS if deal[card] == holder]

    events: list[Document] = [{"roomcards": 2}] if "roomcards" in aside else []
    events += [{"faceup": of("faceup")}] if "faceup" in aside else []
    for _turn in range(whims.randrange(5)):
        events.append(_question(whims, deal, players, me))
        if whims.random() < 0.5:
            other = whims.choice([player for player in players if player != me])
            card = whims.choice(of(other))
            named = [whims.choice(cards) for cards in DECK.values()]
            event: Document = whims.choice(
                [
                    {"shown": card, "by": other},
                    {"reveal": card, "by": other},
                    {"unheld": whims.choice(case)},
                    {"accuse": named, "by": other, "wrong": True},
                ]
            )
            events += [] if event.get("accuse") == case else [event]
            if "roomcards" in aside and whims.random() < 0.3:
                seen = whims.choice(of("roomcards"))
                events.append({"look": seen, "place": f"room of {seen}"})
    return {
        "categories": DECK,
        "players": players,
        "cards": sizes,
        "me": me,
        "hand": of(me),
        "event": events,
    }


def _question(whims: Random, deal: Deal, players: list[str], me: str) -> Document:
    """Let somebody ask, and the first who can show, or everybody, answer."""
    by, everyone = whims.choice(players), whims.random() < 0.3
    named = [whims.choice(cards) for cards in DECK.values()]
    start = players.index(by)
    passed, seen, showed = [], {}, []
    for player in (*players[start + 1 :], *players[:start]):
        match = [card for card in named if deal[card] == player]
        if not match:
            passed.append(player)
            continue
        showed.append(player)
        if me in (by, player):
            seen[player] = whims.choice(match)
        if not everyone:
            break
    whims.shuffle(named)  # a log need not keep to the order of the categories
    event: Document = {"suggest": named, "by": by, "passed": passed}
    if showed:
        event["showed"] = showed[0] if len(showed) == 1 else showed
    if seen:
        event["card"] = seen if len(showed) > 1 else next(iter(seen.values()))
    return event


@pytest.mark.rule("C-01", "C-02", "C-10", "C-12", "C15-07", "C15-10", "MD-10", "SG-05")
@pytest.mark.parametrize("tens", range(12))
def test_what_is_printed_is_what_listing_every_deal_says(tens: int) -> None:
    """The number of deals, both odds, what is held and what is not, and the cases: for all events."""
    for seed in range(10 * tens, 10 * tens + 10):
        document = _log(seed)
        left = [
            deal
            for deal in _deals(document)
            if all((deal[card] == document["me"]) == (card in document["hand"]) for card in CARDS)
            and all(_agrees(deal, document, event) for event in document["event"])
        ]
        log = caselog.of("log", document)
        assert caselog.clash(log) is None
        found = json.loads(json.dumps(Findings(log).document()))
        assert list(found) == ["deals", "odds", "random_show", "held", "not_held", "case"]
        assert found["deals"] == len(left)
        held, not_held = [], []
        worth = [_likelihood(deal, document) for deal in left]
        for card in CARDS:
            for holder in found["odds"][card]:
                having = [deal[card] == holder for deal in left]
                assert found["odds"][card][holder] == pytest.approx(sum(having) / len(left), rel=1e-12)
                alike = sum(w for w, has in zip(worth, having, strict=True) if has) / sum(worth)
                assert found["random_show"][card][holder] == pytest.approx(alike, rel=1e-12)
                held += [[card, holder]] if all(having) else []
                not_held += [[card, holder]] if not any(having) else []
            assert set(found["odds"][card]) >= {deal[card] for deal in left}
        assert sorted(found["held"]) == sorted(held)
        assert sorted(found["not_held"]) == sorted(not_held)
        _check_cases(found["case"], left)


def _check_cases(cases: list[list[Any]], left: Sequence[Deal]) -> None:
    odds: dict[tuple[str, ...], float] = {}
    for deal in left:
        case = tuple(card for card in CARDS if deal[card] == "envelope")
        odds[case] = odds.get(case, 0) + 1 / len(left)
    assert len(cases) == min(10, len(odds))
    assert [p for *_cards, p in cases] == pytest.approx(sorted(odds.values(), reverse=True)[:10])
    for *cards, p in cases:
        assert p == pytest.approx(odds[tuple(cards)])


@pytest.mark.rule("C-01")
def test_a_hand_alone_leaves_103488_deals(tmp_path: Path) -> None:
    """Three players and two cards of each category in hand: 4 x 4 x 7 cases, and 924 deals of each."""
    found = Findings(_read(tmp_path, HAND)).document()
    assert found["deals"] == 103_488
    assert found["odds"]["mustard"]["envelope"] == found["random_show"]["mustard"]["envelope"] == 1 / 4
    assert found["odds"]["lounge"] == pytest.approx(
        {"Anna": 0, "Ben": 3 / 7, "Cleo": 3 / 7, "envelope": 1 / 7}
    )
    assert [*found["case"][0][3:]] == pytest.approx([1 / 112])
    run = clue("deduce", str(tmp_path / "log.toml"), "--json", home=tmp_path)
    assert json.loads(run.stdout) == found


def test_toml_and_json_say_the_same(tmp_path: Path) -> None:
    """A log is read from either, by its name or its first sign, with any kind of line end."""
    log = _read(tmp_path, ASKED)
    as_json = json.dumps(log.source.document)
    for text, name in ((as_json, "log.json"), (as_json, "log"), (ASKED.replace("\n", "\r\n"), "crlf.toml")):
        assert _read(tmp_path, text, name).entries == log.entries


def test_cards_go_by_id_and_by_name_in_both_languages(tmp_path: Path) -> None:
    """Whoever writes a log may write a card as it is printed, in English or French, in any case."""
    named = ASKED.replace('"knife"', '"Poignard"').replace('"mustard"', '"colonel MUSTARD"')
    assert _read(tmp_path, named.replace('"Cleo"', '"cleo"', 1)).entries == _read(tmp_path, ASKED).entries


# --- in words ----------------------------------------------------------------------------------


def test_what_is_told_to_people(tmp_path: Path) -> None:
    """The notebook with the players' letters, the odds of the case by both weightings, the best cases."""
    path = tmp_path / "log.toml"
    path.write_text(ASKED, encoding="utf-8")
    told = clue("deduce", str(path), home=tmp_path).stdout
    assert "A Anna, B Ben, C Cleo" in told
    # Ben has Scarlett and Cleo the Knife; Mustard and the Library are both in the case, or one, or none of
    # them, and Ben's other five cards are any of those left that are not Cleo's
    deals = 3 * comb(10, 5) + 3 * 6 * comb(9, 5) + 2 * 3 * comb(9, 5) + 2 * 3 * 6 * comb(8, 5)
    assert f"{deals:,} deals are possible" in told
    assert re.search(r"^Miss Scarlett +✗✓✗ +✗", told, re.MULTILINE)
    assert "if every deal is as likely as any other (A)" in told
    assert "if a refuter shows a random matching card (B)" in told
    found = Findings(_read(tmp_path, ASKED)).document()
    p, q = (found[key]["mustard"]["envelope"] * 100 for key in ("odds", "random_show"))
    assert re.search(rf"^Colonel Mustard +{p:.1f} +{q:.1f}$", told, re.MULTILINE)
    assert "Colonel Mustard, Candlestick, Library" in told
    # a suspect whose holder is known tells nothing of the suspects
    assert "if you may name any card:" in told
    best = re.findall(r"^about \d\.\d\d bits  (.*)", told, re.MULTILINE)
    assert len(best) == 5
    assert not {"Professor Plum", "Miss Scarlett"} & {card for cards in best for card in cards.split(", ")}


def _bits(left: Sequence[Deal], document: Document, named: Sequence[str]) -> float:
    """Return what my question tells about the case, by the deals that may be, each answer alike likely."""
    players, me = document["players"], document["players"].index(document["me"])
    answers: dict[Any, dict[tuple[str, ...], float]] = {}
    for deal in left:
        case = tuple(card for card in CARDS if deal[card] == "envelope")
        shown = (
            [card for card in named if deal[card] == other] for other in players[me + 1 :] + players[:me]
        )
        matching = next(filter(None, shown), [""])
        for card in matching:
            cases = answers.setdefault((deal.get(card), card), {})
            cases[case] = cases.get(case, 0) + 1 / len(matching)
    prior = {
        case: sum(cases.get(case, 0) for cases in answers.values())
        for cases in answers.values()
        for case in cases
    }
    after = sum(sum(cases.values()) * _unknown(cases) for cases in answers.values())
    return _unknown(prior) - after / len(left)


def _unknown(weights: Mapping[tuple[str, ...], float]) -> float:
    whole = sum(weights.values())
    return -sum(weight / whole * log2(weight / whole) for weight in weights.values())


@pytest.mark.rule("C-10")
@pytest.mark.parametrize("seed", range(12))
def test_the_first_question_told_is_as_good_as_any(seed: int) -> None:
    """Its bits are about right; but no question is better by what listing every deal says of it."""
    document = _log(seed)
    left = [
        deal
        for deal in _deals(document)
        if all((deal[card] == document["me"]) == (card in document["hand"]) for card in CARDS)
        and all(_agrees(deal, document, event) for event in document["event"])
    ]
    worth = {named: _bits(left, document, named) for named in product(*DECK.values())}
    told = [*Findings(caselog.of("log", document)).questions()]
    if found := re.match(r"about .* bits  (.*)", told[1] if len(told) > 1 else ""):
        assert worth[tuple(found[1].split(", "))] > max(worth.values()) - 0.05
    else:
        assert max(worth.values()) == pytest.approx(0, abs=1e-9)


def test_a_case_that_is_solved_has_no_questions(tmp_path: Path) -> None:
    """Once the case is certain, no question is worth asking, and none is told."""
    right = '[[event]]\naccuse = ["white", "knife", "lounge"]\nby = "Ben"\nwrong = false\n'
    found = Findings(_read(tmp_path, HAND + right))
    assert [*found.questions()] == ["The case is solved: Mrs White, Knife, Lounge."]
    assert [*found.why("knife")] == [
        "In turn 1 Ben accused Mrs White, Knife, Lounge, which was right: so Knife is in the case."
    ]


@pytest.mark.parametrize("columns", [40, 60, 80])
def test_the_names_of_categories_are_whole_in_the_notebook(
    columns: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Cards of one letter under headings of ten: a person still reads what the sections are."""
    deck = [list("abc"), list("def"), list("ghi")]
    document = {
        "categories": deck,
        "players": ["Ann", "Bob"],
        "cards": [3, 3],
        "me": "Ann",
        "hand": list("adg"),
    }
    monkeypatch.setenv("COLUMNS", str(columns))
    Findings(caselog.of("log", document)).show_notebook(terminal(True))
    told = capsys.readouterr().out
    assert [name for name in ("Category 1", "Category 2", "Category 3") if name not in told] == []


@pytest.mark.parametrize("columns", [40, 80])
def test_no_line_is_wider_than_the_window(tmp_path: Path, columns: int) -> None:
    """On a narrow terminal as on a wide one nothing is broken by its edge."""
    (tmp_path / "log.toml").write_text(ASKED, encoding="utf-8")
    with Screen("deduce", "log.toml", home=tmp_path, rows=90, columns=columns) as screen:
        assert screen.end() == 0
        assert "deals are" in screen.text
        assert "Candlestick," in screen.text


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("plum", ["You hold Professor Plum."]),
        (
            "Miss Scarlett",
            [
                "Ben showed Cleo one of Miss Scarlett, Knife, Library",
                "Ben could not show Knife, Library",
                "so Ben holds Miss Scarlett",
            ],
        ),
        ("mustard", ["is still open", "Ben could not show Colonel Mustard", "so Ben does not hold"]),
    ],
)
def test_why_names_the_events(tmp_path: Path, card: str, words: list[str]) -> None:
    """--why tells what proves where a card is, or who can't have it."""
    told = "\n".join(Findings(_read(tmp_path, ASKED)).why(card))
    assert [each for each in words if each not in told] == []


def test_why_of_no_card_is_refused(tmp_path: Path) -> None:
    """A card that is mistyped is named with the nearest one; --why and --json together are refused."""
    path = tmp_path / "log.toml"
    path.write_text(ASKED, encoding="utf-8")
    assert_refused(
        clue("deduce", str(path), "--why", "roap", home=tmp_path), "'roap'", "did you mean 'rope'?"
    )
    for arguments, words in (((path, "rope", True), "leave one out"), ((tmp_path, None, True), "is no file")):
        with pytest.raises(Refused, match=words):
            show_deduction(*arguments[:2], as_json=arguments[2], home=tmp_path)


def test_letters_are_different() -> None:
    """Players whose names begin alike, or in letters that are none of ours, have letters of their own."""
    assert letters(["Anna", "Anton", "李", "Aa", "Notan"]) == ["A", "N", "1", "2", "O"]


# --- contradictions ----------------------------------------------------------------------------


def test_a_contradiction_names_the_fewest_events_with_their_lines(tmp_path: Path) -> None:
    """Knife in two hands: the two events that say so are named, each by its line, and no other."""
    text = ASKED + '\n[[event]]\nreveal = "white"\nby = "Ben"\n\n[[event]]\nreveal = "knife"\nby = "Ben"\n'
    path = tmp_path / "log.toml"
    path.write_text(text, encoding="utf-8")
    lines = [n for n, line in enumerate(text.split("\n"), 1) if line == "[[event]]"]
    run = clue("deduce", str(path), home=tmp_path)
    assert_refused(
        run,
        "these 2 entries can't all be true",
        "Cleo showed you the card Knife",
        "Ben revealed the card Knife",
    )
    assert re.findall(r"log.toml:(\d+):\d+: error: event", run.stderr) == [str(lines[1]), str(lines[3])]
    assert run.stdout == ""


def test_a_contradiction_with_the_hand_names_the_hand(tmp_path: Path) -> None:
    """A card that I hold, shown by another: the hand and the event can't both be right."""
    text = HAND + '\n[[event]]\nreveal = "rope"\nby = "Ben"\n'
    log = _read(tmp_path, text)
    blamed = caselog.clash(log)
    assert blamed is not None
    assert [entry.path for entry in blamed] == [("hand",), ("event", 0)]


@pytest.mark.rule("C15-07")
@pytest.mark.parametrize(
    ("roomcards", "looks"),
    [
        (1, [("white", "hall"), ("white", "study")]),
        (2, [("white", "hall"), ("white", "study")]),
        (2, [("white", "hall"), ("knife", "hall")]),
        (1, [("white", "hall"), ("knife", "hall")]),
    ],
)
def test_looks_that_contradict_are_both_named(
    tmp_path: Path, roomcards: int, looks: list[tuple[str, str]]
) -> None:
    """A card in a room stays there: what was seen first and what can't be by that, each with its line."""
    sizes = HAND.replace("[6, 6, 6]", f"[6, 6, {6 - roomcards}]")
    asked = '[[event]]\nreveal = "scarlett"\nby = "Ben"\n'
    one, other = (f'[[event]]\nlook = "{card}"\nplace = "{room}"\n' for card, room in looks)
    path = tmp_path / "log.toml"
    path.write_text(f"{sizes}[[event]]\nroomcards = {roomcards}\n{one}{asked}{other}", encoding="utf-8")
    with pytest.raises(ScenarioFaults) as refused:
        show_deduction(path, None, as_json=False, home=tmp_path)
    heading, *faults = refused.value.located
    assert "these 2 entries can't all be true" in heading.message
    assert [(fault.key, fault.line) for fault in faults] == [("event[1]", 8), ("event[3]", 14)]


def _true(document: Document) -> bool:
    """Tell whether any deal agrees with a log, by listing them."""
    return any(
        all((deal[card] == document["me"]) == (card in document["hand"]) for card in CARDS)
        and all(_agrees(deal, document, event) for event in document["event"])
        for deal in _deals(document)
    )


@pytest.mark.parametrize("seed", range(40))
def test_no_smaller_set_of_events_contradicts_itself(seed: int) -> None:
    """Of a log with lies in it, the events named can't all be true, and any smaller set of events can."""
    whims, document = Random(seed), _log(seed)
    while _true(document):
        other = whims.choice([player for player in document["players"] if player != document["me"]])
        lie: Document = whims.choice(
            [
                {"reveal": whims.choice(CARDS), "by": other},
                {
                    "suggest": [whims.choice(cards) for cards in DECK.values()],
                    "by": document["me"],
                    "passed": [other],
                },
                {"unheld": whims.choice(CARDS)},
            ]
        )
        document["event"].insert(whims.randrange(len(document["event"]) + 1), lie)
    fixed = [event for event in document["event"] if {"roomcards", "faceup"} & event.keys()]
    blamed = caselog.clash(caselog.of("log", document))
    assert blamed is not None
    named = [document["event"][int(entry.path[1])] for entry in blamed if entry.path[0] == "event"]

    def left(events: Sequence[Document]) -> bool:
        return _true(document | {"event": [*fixed, *(event for event in events if event not in fixed)]})

    assert not left(named)
    if not fixed:  # what lies face up is an event too, but how many cards do is not in doubt
        for fewer in combinations(document["event"], len(named) - 1):
            assert left(fewer)


def test_the_fewest_are_found_though_each_of_more_is_needed() -> None:
    """Facts that clash in a long way and in a short one: the short way is named."""
    deck = categories(2, 2, 2)
    holders = (0, 1, ENVELOPE)
    # neither suspect in the case takes two events; the weapon with two holders the other two, told last
    events = [
        [Lacks(0, "suspect_0")],
        [Lacks(1, "suspect_0")],
        [Lacks(ENVELOPE, "suspect_0")],
        [Holds(0, "weapon_0")],
        [Holds(1, "weapon_0")],
    ]
    assert fewest(deck, holders, events) == (3, 4)
    assert fewest(deck, holders, events[:4]) == (0, 1, 2)
    assert fewest(deck, holders, events[1:4]) is None


# --- faults ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "where", "what"),
    [
        ('"classic"', '"clasic"', "1:11: ruleset", "there is no scenario 'clasic' (classic?)"),
        ('"classic"', '"collect"', "1:11: ruleset", "'collect' is a solitaire: nobody asks anybody there"),
        ('ruleset = "classic"\n', "", "1:1: ruleset", "missing: name the scenario"),
        ("players", "playars", "2:1: playars", "unknown key (players?)"),
        ('"Cleo"]', '"anna"]', "2:27: players[2]", "'anna' is named already"),
        ('"Cleo"]', '"envelope"]', "2:27: players[2]", "is what the program calls a place for cards"),
        ('"Cleo"]', '"\\u001b[2J"]', "2:27: players[2]", "holds the invisible character U+001B"),
        ('"Cleo"]', f'"{"x" * 61}"]', "2:27: players[2]", "must have 60 characters at most, not 61"),
        ("[6, 6, 6]", "[6, 6]", "3:9: cards", "must have one number a player: 3, not 2"),
        ("[6, 6, 6]", "[6, 6, -1]", "3:16: cards[2]", "must be 0 or more, not -1"),
        ("[6, 6, 6]", "[6, 6, 7]", "3:9: cards", "do not add up: 19 in hands"),
        ("[6, 6, 6]", "[5, 7, 6]", "5:8: hand", "has 6 cards, but by 'cards' Anna holds 5"),
        ('me = "Anna"', 'me = "Ana"', "4:6: me", "there is no player 'Ana' (Anna?)"),
        ('"hall", "study"', '"hall", "hall"', "5:52: hand[5]", "is named already"),
        ('"wrench"', '"wrensh"', "5:34: hand[3]", "there is no card 'wrensh' (wrench?)"),
        (
            '["scarlett", "knife"',
            '["mustard", "scarlett"',
            "8:11: event[0].suggest",
            "one card of each of the 3",
        ),
        ('by = "Cleo"\n', "", "7:3: event[0].by", "missing"),
        ('by = "Cleo"', 'by = "Clea"', "9:6: event[0].by", "there is no player 'Clea' (Cleo?)"),
        ('["Anna"]\n', '["Anna", "Cleo"]\n', "10:19: event[0].passed[1]", "'Cleo' asked the question"),
        ('["Anna"]\n', '["Anna", "Anna"]\n', "10:19: event[0].passed[1]", "'Anna' is named already"),
        ('["Anna"]\n', '["Ben"]\n', "11:10: event[0].showed", "'Ben' can't both have passed and have shown"),
        ('showed = "Ben"', 'showed = ["Ben", "Anna"]', "11:10: event[0].showed", "only one player shows"),
        (
            'showed = "Ben"',
            "showed = 3",
            "11:10: event[0].showed",
            "must be a player or a list of players, not 3",
        ),
        ('showed = "Ben"', 'shoved = "Ben"', "11:1: event[0].shoved", "unknown key (showed?)"),
        (
            'showed = "Ben"',
            'card = "knife"',
            "11:1: event[0].card",
            "has no place where nobody showed a card",
        ),
        ('card = "knife"', 'card = "rope"', "18:8: event[1].card", "'rope' was not asked for"),
        ('card = "knife"', 'card = ["knife"]', "18:8: event[1].card", "must be a card, or a table of cards"),
        ('card = "knife"', 'card = { Ben = "knife" }', "18:10: event[1].card.Ben", "'Ben' showed nothing"),
        (
            'card = "knife"',
            'card = "knife"\nwrong = true',
            "19:1: event[1].wrong",
            "has no place beside 'suggest'",
        ),
    ],
)
def test_each_fault_is_told_where_it_is(tmp_path: Path, old: str, new: str, where: str, what: str) -> None:
    """Line, column and key of the fault, what is wrong, and what was likely meant."""
    assert old in ASKED
    told = _refusal(tmp_path, ASKED.replace(old, new, 1))
    assert any(line.startswith(f"{where}: ") and what in line for line in told), told


@pytest.mark.parametrize(
    ("event", "where", "what"),
    [
        ('by = "Ben"', "7:3: event[0]", "must tell what happened: one of suggest, accuse"),
        (
            'reveal = "white"\naccuse = ["white", "knife", "lounge"]\nby = "Ben"',
            "8:1: event[0].reveal",
            "own",
        ),
        ('shown = "white"\nby = "Anna"', "9:6: event[0].by", "that another player shows me"),
        ('shown = "white"', "7:3: event[0].by", "missing"),
        (
            'reveal = "white"\nby = "Ben"\nplace = "hall"',
            "10:1: event[0].place",
            "has no place beside 'reveal'",
        ),
        ('look = "white"', "7:3: event[0].place", "missing"),
        ('look = "white"\nplace = "attic"', "9:9: event[0].place", "there is no room 'attic'"),
        ('look = "white"\nplace = "hall"', "8:8: event[0].look", "more rooms were looked into"),
        ('roomcards = "four"', "8:13: event[0].roomcards", "must be a whole number, not 'four'"),
        ("roomcards = 2\n[[event]]\nroomcards = 2", "10:13: event[1].roomcards", "is told already"),
        ('faceup = ["white", "white"]', "8:20: event[0].faceup[1]", "is named already"),
        ("faceup = []", "3:9: cards", ""),
    ],
)
def test_each_fault_of_an_event_is_told(tmp_path: Path, event: str, where: str, what: str) -> None:
    """What an event needs, what has no place in it, and what can't be by an earlier one."""
    sizes = HAND if "faceup = []" not in event else HAND.replace("[6, 6, 6]", "[6, 6, 5]")
    told = _refusal(tmp_path, f"{sizes}\n[[event]]\n{event}\n")
    assert any(line.startswith(f"{where}: ") and what in line for line in told), told


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    """Whoever mends a log sees all that is wrong with it, in the order of the file."""
    text = ASKED.replace('"Anna"\nhand', '"Ana"\nhand').replace('"wrench"', '"wrensh"')
    text = text.replace('["Anna"]', '["Ann"]').replace('card = "knife"', "card = 3")
    told = _refusal(tmp_path, text)
    assert [line.split(": ")[1] for line in told] == ["me", "hand[3]", "event[0].passed[0]", "event[1].card"]


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ('{"me": "Anna", "me": "Ben"}', "log.json: error: is no JSON: the key 'me' is given twice"),
        ('{\n "me": Anna}', "log.json:2:8: error: is no JSON"),
        ("[1]", "log.json: error: must be a table, not a list"),
        ('{"me": NaN}', "log.json: error: is no JSON: NaN"),
        ('{"me": "\\ud800"}', "log.json: error: is not UTF-8 text"),
        ('{"me": ' + "[" * 50 + "]" * 50 + "}", "log.json: error: tables or lists lie too deep"),
        (
            '{"cards": [1' + "0" * 30 + "]}",
            "log.json:1:12: error: cards[0]: holds a number of more than 64 bits",
        ),
        ('{\n "players": ["A", "B"],\n "me": 3}', "log.json:3:8: error: me: must be text, not 3"),
        (
            '{\n "event": [{"by": "A"}, {"suggest": "x"}]}',
            "log.json:2:37: error: event[1].suggest: must be a list",
        ),
        ('{\n "mee": 3}', "log.json:2:2: error: mee: unknown key"),
    ],
)
def test_faults_of_json_are_told_where_they_are(tmp_path: Path, text: str, where: str) -> None:
    """A log of JSON is held to the same shape, and its faults have lines and columns too."""
    path = tmp_path / "log.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ScenarioFaults) as refused:
        caselog.read(path)
    assert where in str(refused.value)


def test_a_file_too_large_is_refused(tmp_path: Path) -> None:
    """More than 1 MB is no case log."""
    with pytest.raises(ScenarioFaults, match="is larger than 1 MB"):
        _read(tmp_path, json.dumps({"me": "x" * 1_000_001}))


def test_an_own_scenario_with_faults_is_told_in_its_own_file(tmp_path: Path) -> None:
    """Where the scenario named is itself at fault, its file is named, and nothing else of the log."""
    own = tmp_path / "scenarios"
    own.mkdir()
    (own / "mine.toml").write_text("format = 2\n", encoding="utf-8")
    path = tmp_path / "log.toml"
    path.write_text(ASKED.replace('"classic"', '"mine"'), encoding="utf-8")
    with pytest.raises(ScenarioFaults) as refused:
        caselog.read(path, own)
    assert "mine.toml:1:10: error: format" in str(refused.value)
    assert "log.toml" not in str(refused.value)


# --- large tables ------------------------------------------------------------------------------


def _wide(players: int, cards: int) -> Document:
    """Return a log of so many players and three equal categories, in which nothing was asked yet."""
    deck = {name: [f"{name} {n}" for n in range(cards // 3)] for name in ("who", "what", "where")}
    rest = [card for group in deck.values() for card in group[1:]]
    names = [f"Player {n}" for n in range(players)]
    sizes = [len(rest[seat::players]) for seat in range(players)]
    return {
        "categories": deck,
        "players": names,
        "cards": sizes,
        "me": names[0],
        "hand": rest[0::players],
    }


def test_twelve_players_with_thirty_cards_are_counted() -> None:
    """The odds of a large table add up."""
    found = Findings(caselog.of("log", _wide(12, 30)))
    for odds in found.alike.odds.values():
        assert sum(odds.values()) == pytest.approx(1)
    assert sum(p for _case, p in found.alike.cases()) == pytest.approx(1)


def test_what_can_not_be_counted_is_said_and_the_notebook_is_shown_all_the_same(tmp_path: Path) -> None:
    """Sixty cards of twelve players: no odds, one clear line, and what is certain is shown."""
    document = _wide(12, 60)
    with pytest.raises(Uncountable):
        Findings(caselog.of("log", document)).document()
    path = tmp_path / "log.toml"
    path.write_text(tomli_w.dumps(document), encoding="utf-8")
    run = clue("deduce", str(path), home=tmp_path)
    assert_refused(run, "can't be counted")
    assert "who 1" in run.stdout


def test_categories_need_no_names(tmp_path: Path) -> None:
    """The cards may be a list of lists as well."""
    document = _log(0)
    named = Findings(caselog.of("log", document)).document()
    listed = document | {"categories": list(DECK.values())}
    assert Findings(caselog.of("log", listed)).document() == named
    told = _refusal(tmp_path, tomli_w.dumps(document | {"ruleset": "classic"}))
    assert any("must be left out where a ruleset is named" in line for line in told)
    twice = document | {"categories": DECK | {"what": ["axe", "Ann"]}}
    assert any("'Ann' is named already" in line for line in _refusal(tmp_path, tomli_w.dumps(twice)))


def test_the_guide_tells_the_truth(tmp_path: Path) -> None:
    """The example of docs/deduce.md is a log, its reason is the one printed, and it names every key."""
    page = (Path(__file__).parents[1] / "docs" / "deduce.md").read_text(encoding="utf-8")
    shown = dict(re.findall(r"<!-- (log|why) -->\n```\w+\n(.*?)```", page, re.DOTALL))
    found = Findings(_read(tmp_path, shown["log"]))
    assert [*found.why("scarlett")] == [shown["why"].strip()]
    assert [key for key in (*CaseTable.model_fields, *EventTable.model_fields) if f"`{key}" not in page] == []
    assert [key for key in found.document() if f"`{key}`" not in page] == []


def test_a_document_may_come_from_elsewhere() -> None:
    """A log that is in no file has faults without lines."""
    with pytest.raises(ScenarioFaults, match="log: error: players: missing"):
        caselog.of("log", {"ruleset": "classic"})
    assert Source.of("log", {}).located([]) == []


def test_a_log_too_tangled_to_settle_is_refused(tmp_path: Path) -> None:
    """With 45 cards and 80 shows at random it could take hours to find whether all can be true."""
    whims = Random(1)
    names = {f"c{kind}": [f"x{kind}_{n}" for n in range(15)] for kind in range(3)}
    log: Document = {
        "players": [f"P{seat}" for seat in range(6)],
        "cards": [7] * 6,
        "me": "P0",
        "hand": names["c0"][:7],
        "categories": names,
        "event": [],
    }
    for _ in range(80):
        by, showed = whims.sample(log["players"][1:], 2)
        cards = [whims.choice(listed) for listed in names.values()]
        log["event"].append({"suggest": cards, "by": by, "showed": showed})
    (tmp_path / "log.json").write_text(json.dumps(log), encoding="utf-8")
    assert_refused(
        clue("deduce", str(tmp_path / "log.json"), home=tmp_path),
        "too tangled to settle in a reasonable time",
    )
