"""What holds in every deal (A8), what no seat may know, and that imagined worlds respect what it does know."""

from collections import Counter
from itertools import combinations

import kernels
import numpy as np
import pytest
from kernels import SETTINGS

from ninetynine_env import trick
from ninetynine_env.cards import NO_TRUMP, card_name, card_set, cards_in, subseed, suit_set
from ninetynine_env.jit import COMPILED
from ninetynine_env.trick import Rules, dealing, knowledge, new, row, scoring
from ninetynine_env.trick.layout import LAYOUT

TRIES = 1_000_000
FORMS = ("single", "four", "four_ten", "two", "classic", "classic_two", "classic_four", "random", "oxford")
"""One setting for each form of the game."""


# ---- deals played out at random ---------------------------------------------------------------------------------


@pytest.mark.parametrize("setting", list(SETTINGS))
def test_a8_invariants(setting, count):
    n = count(2_000, 100_000 if setting in FORMS else 20_000)
    games = new(n, Rules(**SETTINGS[setting]))
    faults = np.full(n, -1)
    seeds = kernels.seeds_from(len(setting), n)
    kernels.watch_all(games, seeds, faults)
    found = {name: seeds[faults >> bit & 1 == 1][:3].tolist() for bit, name in enumerate(kernels.CHECKS)}
    assert {name: where for name, where in found.items() if where} == {}
    assert (games.phase >= row.NEXT).all()


def test_random_deals_meet_every_case(count):
    """The invariants are not empty: all counts of successes, kept and failed premiums, all trumps come about."""
    n = count(20_000, 100_000) if COMPILED else 100
    games = new(n, Rules(match="single_deal"))
    kernels.watch_all(games, kernels.seeds_from(77, n), np.zeros(n, np.int64))
    assert set(games.dealer) == {0, 1, 2}
    if COMPILED:
        assert set(games.successes) == {0, 1, 2, 3}
        assert set(games.trump) == {0, 1, 2, 3, 4}
        assert set(games.premium[:, :3].sum(axis=1)) == {0, 1, 2}


def test_bids_of_nine_in_all_that_come_true_are_three_successes():
    """Every way to share nine tricks, bid as it falls: all three succeed, never all but one."""
    games = new(1, Rules())
    g = games[0]
    for a in range(10):
        for b in range(10 - a):
            for seat, won in enumerate((a, b, 9 - a - b)):
                g.tricks[seat] = won
                g.laid[seat] = card_set(BID_CARDS[won].split())
            scoring.score(g)
            assert g.successes == 3


BID_CARDS = (
    "6d 7d 8d", "6d 7d 6s", "6d 7d 6h", "6d 7d 6c", "6d 6s 6c", "6d 6h 6c", "6h 7h 8h", "6s 6c 7c", "6h 6c 7c",
    "6c 7c 8c",
)  # fmt: skip


# ---- secrets ---------------------------------------------------------------------------------------------------


def mixed_positions(n):
    """Positions under all settings, n in all, as (setting, rows)."""
    share = -(-n // len(SETTINGS))
    return [
        (name, kernels.positions(Rules(**given), 31 + k, share)) for k, (name, given) in enumerate(SETTINGS.items())
    ]


def players_of(games):
    return int(games.rules.players[0])


def imagined(views, seed):
    worlds, done = new(len(views), Rules()), np.zeros(len(views), np.int64)
    kernels.imagine_all(views, worlds, kernels.seeds_from(seed, len(views)), TRIES, done)
    assert done.all()
    return worlds


def views_for(games, seat):
    views = games.copy()
    kernels.redact_all(games, views, np.full(len(games), seat))
    return views


def legal_of(games):
    out = np.zeros(len(games), np.int64)
    trick.legal_all(games, out)
    return out


def observations(views):
    return np.array([kernels.observed(views[i : i + 1]).tobytes() for i in range(len(views))])


def test_no_leak_a_seat_sees_the_same_in_every_world_it_allows(count):
    """Re-deal all that a seat cannot see: its row, observation and legal actions stay the same to the byte."""
    changed = 0
    for name, games in mixed_positions(count(600, 20_000)):
        for seat in range(players_of(games)):
            views = views_for(games, seat)
            worlds = imagined(views, seat)
            again = views_for(worlds, seat)
            assert views.tobytes() == again.tobytes(), name
            assert (observations(views) == observations(again)).all(), name
            mine = games.turn == seat
            assert (legal_of(games)[mine] == legal_of(worlds)[mine]).all(), name
            assert (legal_of(games)[mine] == legal_of(views)[mine]).all(), name
            changed += (worlds.hand != games.hand).any(axis=1).sum()
    assert changed > 0, "the worlds are other worlds"


def test_imagined_worlds_respect_what_the_seat_knows(count):
    for _, games in mixed_positions(count(600, 20_000)):
        for seat in range(players_of(games)):
            views = views_for(games, seat)
            check_worlds(games, views, imagined(views, 100 + seat), seat)


def check_worlds(games, views, worlds, seat):
    """One place a card, hands and bids as long as they are, no suit shown void, own and exposed cards in place."""
    lengths = np.vectorize(lambda cards: int(cards).bit_count())
    assert (worlds.viewer == row.FULL).all()
    assert (lengths(worlds.hand) == lengths(games.hand)).all()
    assert (lengths(worlds.laid) == lengths(games.laid)).all()
    rules = games.rules[0]
    assert (lengths(worlds.dealt)[:, : dealing.hands(rules)] == dealing.hand_size(rules)).all()
    assert (worlds.dealt == (worlds.hand | worlds.laid | worlds.played)).all()
    assert (np.bitwise_or.reduce(worlds.dealt, axis=1) == dealing.pack(rules)).all()
    for known in ("hand", "laid", "dealt"):
        assert (worlds[known][:, seat] == games[known][:, seat]).all()
        assert (worlds[known] & views[known] == views[known]).all()
    for suit in range(4):
        held = worlds.hand & suit_set(suit) != 0
        assert not (held & (worlds.void >> suit & 1 == 1)).any()
    same = [n for n in games.dtype.names if n not in ("viewer", "seed", "dealt", "hand", "laid", "said")]
    assert all((worlds[name] == games[name]).all() for name in same)


def late_view(hands, laid, played, void):
    """Seat 0's view of a row in play with three tricks left to come, seat 1 revealed."""
    games = new(1, Rules())
    g = games[0]
    g.viewer, g.phase, g.dealer, g.trump, g.turnup = -1, row.PLAY, 2, NO_TRUMP, -1
    for seat in range(3):
        g.hand[seat], g.laid[seat], g.played[seat] = card_set(hands[seat]), card_set(laid[seat]), card_set(played[seat])
        g.dealt[seat] = g.hand[seat] | g.laid[seat] | g.played[seat]
        g.trick[seat] = -1
    g.void[2], g.premium[1], g.said[1] = void, 2, 2
    return kernels.view_of(games, 0)


def worlds_of(view, n):
    """How often each hand of seat 2 is imagined in n tries."""
    hands = Counter()
    for k in range(n):
        world = view.copy()
        assert knowledge.imagine(world[0], subseed(5, k), TRIES)
        hands[tuple(cards_in(world[0].hand[2]))] += 1
    return hands


SPREAD = [card for card in range(52) if card % 13 >= 4]


def chi_square_holds(found, worlds):
    """Whether counts of worlds that should come alike do so: chi-square within five deviations of its mean."""
    assert set(found) <= set(worlds), "a world that cannot be"
    expected = found.total() / len(worlds)
    chi_square = sum((found[world] - expected) ** 2 / expected for world in worlds)
    freedom = len(worlds) - 1
    return chi_square < freedom + 5 * (2 * freedom) ** 0.5


@pytest.mark.parametrize(("void", "worlds"), [(0, 20), (1 << 3, 10)])
def test_imagined_worlds_come_alike(void, worlds, count):
    """Six cards unseen, five not clubs: C(6,3) hands for seat 2, C(5,3) if it has shown that it has no clubs."""
    names = [card_name(card) for card in SPREAD]
    secret = ["6d", "7d", "6s", "7s", "6h", "Ac"]
    rest = [name for name in names if name not in secret]
    hands = [rest[0:3], rest[3:6], secret[:3]]
    laid = [rest[6:9], rest[9:12], secret[3:]]
    played = [rest[12:18], rest[18:24], rest[24:30]]
    n = count(4_000, 40_000)
    found = worlds_of(late_view(hands, laid, played, void), n)
    assert len(found) <= worlds
    if n >= 4_000:
        assert len(found) == worlds
        assert max(abs(times - n / worlds) for times in found.values()) < 5 * (n / worlds) ** 0.5
        assert chi_square_holds(found, set(found))


def listed(view, places, cards):
    """Every way to deal these cards over places [(field, seat, room)] without breaking a void: sets by place."""
    if not places:
        return [()]
    field, seat, room = places[0]
    may = [card for card in cards if field == "laid" or not int(view.void[seat]) >> card // 13 & 1]
    return [
        (frozenset(some), *others)
        for some in combinations(may, room)
        for others in listed(view, places[1:], [card for card in cards if card not in some])
    ]


def open_places(view, game):
    """Where the unseen cards of a view lie in the game it was made from: (field, seat, how many)."""
    return [
        (field, seat, int(game[field][seat] & ~view[field][seat]).bit_count())
        for field in ("hand", "laid")
        for seat in range(dealing.hands(game.rules))
        if game[field][seat] & ~view[field][seat]
    ]


def endings(count, seed):
    """Views of last tricks that allow 2 to 150 worlds: (view [1], places, worlds)."""
    games = np.concatenate(
        [kernels.positions(Rules(**given), seed, 800 if COMPILED else 60) for given in SETTINGS.values()]
    )
    late = games.view(np.recarray)[(games["phase"] == row.PLAY) & (games["tricks"].sum(axis=1) == 8)]
    for i in range(len(late)):
        for seat in range(players_of(late[i : i + 1])):
            view = kernels.view_of(late[i : i + 1], seat)
            places = open_places(view[0], late[i])
            worlds = listed(view[0], places, cards_in(knowledge.unseen(view[0]))) if len(places) <= 3 else []
            if 2 <= len(worlds) <= 150 and count:
                count -= 1
                yield view, places, worlds


def test_endings_are_imagined_alike(count):
    """Where all worlds can be listed each comes as often as any other."""
    tried = []
    for view, places, worlds in endings(count(12, 300), 41):
        n, found = (60 if COMPILED else 20) * len(worlds), Counter()
        for k in range(n):
            world = view.copy()
            assert knowledge.imagine(world[0], subseed(8, k), TRIES)
            new_cards = (int(world[0][field][seat] & ~view[0][field][seat]) for field, seat, _ in places)
            found[tuple(frozenset(cards_in(cards)) for cards in new_cards)] += 1
        assert chi_square_holds(found, worlds)
        tried.append(len(worlds))
    assert not COMPILED or max(tried) > 20


def may_lie(view, card, place, places):
    """Whether a world has this card in this place: the others must fit into the rest (Hall's condition)."""
    field, seat, _ = place
    if field == "hand" and int(view.void[seat]) >> card // 13 & 1:
        return False
    room = {(f, s): r - ((f, s) == (field, seat)) for f, s, r in places}
    left = [other for other in cards_in(knowledge.unseen(view)) if other != card]

    def fit_only(these):
        return sum(
            all(where in these or (where[0] == "hand" and int(view.void[where[1]]) >> c // 13 & 1) for where in room)
            for c in left
        )

    subsets = (set(some) for k in range(len(room)) for some in combinations(room, k))
    return all(fit_only(these) <= sum(room[where] for where in these) for these in subsets)


@pytest.mark.skipif(not COMPILED, reason="hundreds of thousands of worlds want compiled kernels")
def test_every_unseen_card_lands_in_every_place_it_may(count):
    """And in no other: what may be is found by counting room, not by dealing."""
    barred = 0
    for name, games in mixed_positions(count(60, 1_000)):
        for i in range(len(games)):
            seat = i % players_of(games)
            view = kernels.view_of(games[i : i + 1], seat)
            places, unseen = open_places(view[0], games[i]), cards_in(knowledge.unseen(view[0]))
            want = {(c, p[:2]) for c in unseen for p in places if may_lie(view[0], c, p, places)}
            tally, world = np.zeros((52, 8), np.int64), view.copy()
            for tries in (300, 3_000, 30_000, 300_000):
                kernels.tally_places(view, world, subseed(tries, i), tries, tally)
                found = {
                    (c, (field, s)) for c in unseen for field, s, _ in places if tally[c, s + 4 * (field == "laid")]
                }
                if found == want:
                    break
            assert found == want, (name, i, seat)
            barred += len(unseen) * len(places) - len(want)
    assert barred > 0, "in some position some place was closed to some card"


def test_imagined_worlds_tell_the_same_story(count):
    """Recorded games, played again move by move in the world imagined for a seat: all was legal, and looks the same."""
    share = count(3_000, 100_000) // len(SETTINGS) + 1
    for k, (name, given) in enumerate(SETTINGS.items()):
        games, seeds = kernels.positions(Rules(**given), 60 + k, share), kernels.seeds_from(60 + k, share)
        seats, views = np.arange(share) % players_of(games), games.copy()
        kernels.redact_all(games, views, seats)
        worlds, held, before = imagined(views, 200 + k), np.zeros(share, np.bool_), games.copy()
        kernels.retell_all(games, seeds, worlds, seats, held)
        assert held.all(), (name, seeds[~held][:3])
        assert games.tobytes() == before.tobytes(), "the games were told as they were played"
        again = worlds.copy()
        kernels.redact_all(worlds, again, seats)
        assert again.tobytes() == views.tobytes(), name


def test_a_world_that_cannot_be_found_is_refused_and_leaves_the_view_alone():
    names = [card_name(card) for card in SPREAD]
    secret = ["6c", "7c", "8c", "9c", "Tc", "Ac"]
    rest = [name for name in names if name not in secret]
    view = late_view(
        [rest[0:3], rest[3:6], secret[:3]], [rest[6:9], rest[9:12], secret[3:]],
        [rest[12:18], rest[18:24], rest[24:30]], 1 << 3,
    )  # fmt: skip
    before = view.tobytes()
    assert not knowledge.imagine(view[0], 3, 50)
    assert view.tobytes() == before


@pytest.mark.parametrize("setting", list(SETTINGS))
def test_redact_blanks_what_is_secret_and_nothing_else(setting, count):
    """Field by field, from the table of who may know what."""
    games = kernels.positions(Rules(**SETTINGS[setting]), 3, count(200, 5_000))
    for seat in range(players_of(games)):
        views = views_for(games, seat)
        others = [other for other in range(4) if other != seat]
        shown, revealed, over = games.premium > 0, games.premium == 2, (games.phase >= row.COUNT)[:, None]
        if players_of(games) == 2:
            revealed[:, row.DUMMY] = games.phase >= row.PLAY
        unsaid = (games.phase <= row.SEAL)[:, None]
        assert (views.viewer == seat).all()
        assert (views.seed == 0).all()
        for field, seen in (("dealt", False & shown), ("hand", revealed), ("laid", shown | over), ("said", ~unsaid)):
            blank = row.UNSAID if field == "said" else 0
            want = np.where(seen, games[field], blank)
            assert (views[field][:, others] == want[:, others]).all(), field
            assert (views[field][:, seat] == games[field][:, seat]).all(), field
        public = [n for n in games.dtype.names if n not in ("viewer", "seed", "dealt", "hand", "laid", "said")]
        assert all((views[name] == games[name]).all() for name in public)


def test_observations_see_only_redacted_rows():
    """An observation of a view never depends on what redaction blanked: a view of a view is the view."""
    games = kernels.positions(Rules(), 12, 40)
    for seat in range(3):
        views = views_for(games, seat)
        assert views_for(views, seat).tobytes() == views.tobytes()
    assert LAYOUT.encoding == "trick-1"
