"""The worked examples of `seeds/tally.toml`, each under its number."""

from collections import Counter

import pytest
from tables import EXAMPLES, act, position

from ninetynine_env.cards import card_names
from ninetynine_env.tally import Rules, kernel
from ninetynine_env.tally.kernel import COUNT, NEXT, OVER, PLAYS, deal_on, place_of, present, settle
from ninetynine_env.tally.pile import packs
from ninetynine_env.tally.words import PLAYED_AS, pile_of

CARDS = {"A+1": "Ah", "A+11": "Ah", "T+10": "Th", "T-10": "Th"}


def cases(table):
    names = Counter(e["id"] for e in EXAMPLES[table])
    return [
        pytest.param(e, id=e["id"] + ("-clamp" if names[e["id"]] > 1 and "rules" in e else "")) for e in EXAMPLES[table]
    ]


def card_of(play, suit="h"):
    return CARDS.get(play, play[0] + "h")[0] + suit


def test_every_example_of_the_sheet_is_there():
    ids = {example["id"] for table in EXAMPLES.values() for example in table}
    numbered = {"N": 43, "Q": 9, "E": 8, "G": 8, "K": 2, "P": 2}
    assert ids == {f"{letter}{n}" for letter, last in numbered.items() for n in range(1, last + 1)}


@pytest.mark.parametrize("e", cases("plays"))
def test_n_a_play(e):
    g = position([f"{card_of(e['play'])} 3c 4c"], e["total"], players=3, **e.get("rules", {}))[0]
    act(g, e["play"])
    assert g.total == e["after"]
    assert g.tokens[:3].tolist() == [9 - e["mover"], 9 - e["others"], 9 - e["others"]]
    assert (g.phase == COUNT) == (e["after"] >= 99)


def test_n8_the_next_is_passed_over():
    g = position(["Jh 3c 4c"], 23, players=3, draw_mode="auto")[0]
    act(g, "J")
    assert g.turn == 2


@pytest.mark.parametrize("e", cases("pairs"))
def test_n_two_plays(e):
    g = position([f"{card_of(e['plays'][0])} 3c 4c", f"{card_of(e['plays'][1], 's')} 5c 6c"], e["total"], players=3)[0]
    for seat, play in enumerate(e["plays"]):
        before = g.tokens.copy()
        act(g, play)
        lost = (before - g.tokens)[:3].tolist()
        assert g.total == e["after"][seat]
        assert lost == [e["mover"][seat] if other == seat else e["others"][seat] for other in range(3)]
        act(g, "draw")


def test_n43_the_census():
    e = EXAMPLES["census"][0]
    rules, found, worst = position()[0].rules, Counter(), []
    for total in range(99):
        for action in range(PLAYS):
            after = kernel.new_total(rules, total, action)
            mine, others = kernel.mover_loses(total, after), kernel.others_lose(total, after)
            assert not (mine and others)
            found["mover" if mine else "others" if others else "nothing", mine or others] += 1
            if mine == 3:
                assert PLAYED_AS[action] == "2"
                worst.append(total)
    assert found["nothing", 0] == e["nothing"] and worst == e["worst"]
    for who in ("mover1", "others1", "others2", "mover2", "mover3"):
        assert found[who[:-1], int(who[-1])] == e[who]
    assert sum(found.values()) == 1485


@pytest.mark.parametrize("e", cases("turns"))
def test_q_turns(e):
    tokens = e.get("tokens", [9] * e["players"])
    suits, hands, seat = iter("hscdhs"), [[] for _ in range(e["players"])], e["turn"]
    for play, after in zip(e["plays"], e["next"], strict=True):
        hands[seat].append(card_of(play, next(suits)))
        seat = after
    spare = iter([rank + suit for rank in "678" for suit in "dshc"])
    told = [" ".join([*hand, *(next(spare) for _ in range(3 - len(hand)))]) for hand in hands]
    g = position(
        told, e.get("total", 0), e["turn"], tokens, e.get("direction", 1), players=e["players"], draw_mode="auto"
    )[0]
    for play, after in zip(e["plays"], e["next"], strict=True):
        act(g, play)
        assert g.turn == after
    assert g.tokens[: e["players"]].tolist() == e.get("after", tokens)


@pytest.mark.parametrize("e", cases("losses"))
def test_e_tokens(e):
    n = len(e["tokens"])
    g = position([f"{card_of(e['play'])} 3c 4c"], e["total"], tokens=e["tokens"], players=n)[0]
    act(g, e["play"])
    assert g.tokens[:n].tolist() == e["after"]
    assert (g.phase == COUNT) == e["over"]
    assert [kernel.is_in(g, seat) for seat in range(n)] == [left > 0 for left in e["after"]]
    if not e["over"]:
        assert g.turn == 1 and g.total == e["total"] + 7 and g.cards[0] == 2  # E7: no card for who is out
        return
    settle(g)
    assert (g.phase == OVER) == ("won" in e)
    if "won" in e:
        assert g.winners == 1 << e["won"] and [place_of(g, seat) for seat in range(n)] == e["places"]
    else:
        deal_on(g)
        assert [g.cards[seat] for seat in range(n)] == [3 if left else 0 for left in e["after"]]


def low(suit, n):
    return " ".join(["3" + suit, "5" + suit, "6" + suit][:n])


@pytest.mark.parametrize("e", cases("drawing"))
def test_g_forgetting(e):
    rules = {"players": 3, **e.get("rules", {})}
    n, size = rules["players"], rules.get("hand_size", 3)
    hands = [low("h", size), *(["9s", "9d", "9c"][i] + (" 7d 7s" if i == 0 else " 7h 7c") for i in range(n - 1))]
    hands = [" ".join(hand.split()[:size]) for hand in hands]
    if e.get("jack"):
        hands[0] = "Jh"
    g = position(hands, 0, 0, e.get("tokens"), **rules)[0]
    for turn, (does, held) in enumerate(zip(e["does"], e["cards"], strict=True)):
        act(g, "J" if e.get("jack") else hands[0].split()[turn][0])
        act(g, does)
        assert g.cards[0] == held
        if turn == len(e["does"]) - 1 and "ends" in e:
            end(g, e["ends"])
        else:
            others_play(g)
    assert (g.caught == 0) == e.get("caught", False)
    assert (g.phase == COUNT) == (e.get("caught", False) or e.get("ends") == "other")
    if "after" in e:
        assert g.tokens[:n].tolist() == e["after"]
    if "dealt" in e:
        settle(g)
        deal_on(g)
        assert g.cards[0] == e["dealt"]


def others_play(g):
    """The others play a nine each, which changes nothing, and draw another."""
    while g.phase != COUNT and g.turn != 0:
        play_nine(g)


def play_nine(g):
    """Who is on turn plays a nine, from a sleeve if need be, and draws."""
    if not kernel.legal(g) >> 7 & 1:
        g.hands[g.turn, 0] = 7
    act(g, "9")
    act(g, "draw")


def end(g, how):
    """Seat 1 passes 99 (G6), or seat 2 plays a jack over seat 0 (G7)."""
    if how == "other":
        g.total = 97
        act(g, "7")
        return
    play_nine(g)
    g.hands[2, 0] = 9
    act(g, "J")
    act(g, "draw")
    assert g.turn == 1 and g.cards[0] == 0


@pytest.mark.parametrize("e", cases("dealers"))
def test_k_dealers(e):
    g = position(players=e["players"], first_dealer=e["dealers"][0])[0]
    for number, (dealer, starter) in enumerate(zip(e["dealers"], e["starters"], strict=True)):
        if number:
            g.phase = COUNT
            for seat in e.get("out", []):
                g.tokens[seat], g.out_at[seat], g.seats = 0, 1, g.seats & ~(1 << seat)
            settle(g)
            assert g.phase == NEXT
            deal_on(g)
        else:
            kernel.start(g, 5)
        assert (g.dealer, g.turn) == (dealer, starter)


def test_p1_the_pile_is_shuffled_again():
    e = EXAMPLES["packs"][0]
    games = position(["3h 4h 6h"], 50, players=2)
    g = games[0]
    g.left, g.played[0], g.last = 0, 0, 0
    for name in e["played"].split():
        number = "23456789TJQKA".index(name[0]) + 13 * "dshc".index(name[1])
        g.played[0] |= 1 << number
        g.last = number
    g.phase = kernel.DRAWING
    act(g, "draw")
    assert g.total == 50 and g.shuffles == 1
    assert sorted(card_names(sum(1 << card for card in pile_of(g)))) == sorted(e["pile"].split())
    assert g.left == 2 and g.played[0] == 1 << g.last


def test_p2_packs():
    e = EXAMPLES["packs"][1]
    assert [52 * packs(position(players=n)[0].rules) for n in e["players"]] == e["cards"]
    assert Rules(players=7).num_decks == "auto" and present(position(players=7)[0]) == 0b1111111
