"""The kernel of the adding game under every option: what always holds, secrets, batches, and plain against compiled."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import tables
from tables import CHECKS, act, drawn, options, position, positions, seeds_from, view_of

from ninetynine_env import tally
from ninetynine_env.cards import CARD_NAMES
from ninetynine_env.jit import COMPILED
from ninetynine_env.tally import Rules, kernel, new
from ninetynine_env.tally.kernel import COUNT, NEXT, OVER, place_of
from ninetynine_env.tally.knowledge import LOWEST, OPENINGS, TRAPS, ranks_that
from ninetynine_env.tally.pile import CARDS, UNKNOWN
from ninetynine_env.tally.rewards import PLACES, TOKENS, WIN, reward
from ninetynine_env.tally.words import hand_of, pile_of

many = pytest.mark.skipif(not COMPILED, reason="so many games want compiled kernels")


@many
def test_b3_invariants(count):
    """100,000 whole games of random legal actions under random options."""
    each = 40
    for k in range(count(60, 2500)):
        games, faults = new(each, Rules(**options(k))), np.zeros(each, np.int64)
        tables.watch_all(games, seeds_from(k, each), faults)
        found = int(np.bitwise_or.reduce(faults))
        assert found == 0, (options(k), [name for bit, name in enumerate(CHECKS) if found >> bit & 1])


@many
def test_random_play_is_as_long_as_the_books_figures(count):
    """B4: rounds a game of random players are 3.6, 5.4, 6.9 and 9.2 for 2, 3, 4 and 6 of them."""
    n = count(2000, 20_000)
    for players, rounds in ((2, 3.6), (3, 5.4), (4, 6.9), (6, 9.2)):
        games = new(n, Rules(players=players, draw_mode="auto"))
        tables.watch_all(games, seeds_from(players, n), np.zeros(n, np.int64))
        assert games.deals.mean() == pytest.approx(rounds, abs=0.15)


def test_b4_the_worst_totals_to_face():
    """31 and 97: ten ranks cost in every way; 32 and 65 too, but an ace hits; 30, 63, 64, 98: nine."""
    costs = {total: int(TRAPS[total - LOWEST]).bit_count() for total in range(99)}
    assert {total for total, ranks in costs.items() if ranks == 10} == {31, 32, 65, 97}
    assert {total for total, ranks in costs.items() if ranks == 9} == {30, 63, 64, 98}
    assert max(costs.values()) == 10
    for total in (31, 97):
        assert TRAPS[total - LOWEST] == 0x1FFF & ~(1 << 12 | 1 << 8 | 1 << 7)
    assert OPENINGS[33 - LOWEST] & 1  # a 2 at 33


def test_no_total_below_the_tables_threatens_anything():
    rules = position()[0].rules
    for total in range(-2000, LOWEST):
        assert ranks_that(rules, total, True) == ranks_that(rules, total, False) == 0


# ---- dealing ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("k", range(12))
def test_b1_2_a_round_begins_with_all_cards_in_place(k):
    rules = Rules(**options(k))
    games = new(50, rules)
    tally.start_all(games, seeds_from(k, 50))
    for g in games:
        cards = [card for seat in range(rules.players) for card in hand_of(g, seat)] + pile_of(g)[g.filled - g.left :]
        assert sorted(cards) == list(range(len(cards))) and len(cards) in (52, 104)
        assert all(g.cards[seat] == rules.hand_size for seat in range(rules.players))


@many
def test_every_card_is_as_likely_everywhere(count):
    n = count(4000, 40_000)
    games = new(n, Rules(players=2))
    tally.start_all(games, seeds_from(3, n))
    places = np.zeros((52, 52))
    for g in games:
        places[np.arange(52), pile_of(g)] += 1
    expected = n / 52
    assert ((places - expected) ** 2 / expected).sum() < 51 * 51 + 5 * (2 * 51 * 51) ** 0.5


def test_an_episode_seed_fixes_every_round():
    one, other = (position(players=4) for _ in range(2))
    for games, seed in ((one, 11), (other, 12)):
        for g in games:
            kernel.start(g, seed)
    assert hand_of(one[0], 0) != hand_of(other[0], 0)
    tables.play_until(one[0], 1, 60)
    kernel.start(other[0], 11)
    tables.play_until(other[0], 1, 60)
    assert one.tobytes() == other.tobytes()


# ---- rewards ----------------------------------------------------------------------------------------------------


def shares(g, kind):
    return [reward(g, kind, seat) for seat in range(g.rules.players)]


def test_tokens_are_ones_own_change_less_the_others_mean():
    g = position(["7h 3c 4c"], 26, players=4)[0]
    act(g, "7")
    assert shares(g, TOKENS) == pytest.approx([1, -1 / 3, -1 / 3, -1 / 3])
    act(g, "draw")
    assert shares(g, TOKENS) == [0, 0, 0, 0]


def test_who_was_out_before_gets_nothing_and_counts_for_nobody():
    g = position(["7h 3c 4c"], 26, players=3)[0]
    g.tokens[2], g.out_at[2], g.events, g.seats = 0, 1, 1, 0b011
    act(g, "7")
    assert shares(g, TOKENS) == [1, -1, 0]


def test_e4_places_and_wins_are_paid_when_they_are_settled():
    g = position(["7h 3c 4c"], 26, tokens=[5, 1, 1], players=3)[0]
    act(g, "7")
    kernel.settle(g)
    assert [place_of(g, seat) for seat in range(3)] == [1, 2, 2]
    assert shares(g, PLACES) == pytest.approx([1, -0.5, -0.5])
    assert shares(g, WIN) == pytest.approx([2 / 3, -1 / 3, -1 / 3])


def test_e7_who_is_out_early_has_the_last_place_at_once():
    g = position(["7h 3c 4c"], 62, tokens=[1, 9, 9], players=3)[0]
    act(g, "7")
    assert shares(g, PLACES) == [-1, 0, 0]
    assert shares(g, WIN) == pytest.approx([-1 / 3, 0, 0])


def test_a_round_alone_is_won_by_who_lost_fewest_tokens():
    g = position(["Th 3c 4c"], 89, tokens=[8, 9, 5], players=3, match="round")[0]
    g.scores[0], g.scores[2] = -1, -4
    act(g, "T+10")
    kernel.settle(g)
    assert g.phase == OVER and g.winners == 0b001 and [place_of(g, s) for s in range(3)] == [1, 2, 3]


def test_a_round_is_won_though_all_lost_more_than_the_rules_give():
    """Tokens to begin with may be more than `tokens`: who lost fewest has won all the same."""
    g = position(["2h 3c 4c"], 53, tokens=[50, 50], players=2, match="round")[0]
    g.scores[0], g.scores[1] = -12, -20
    act(g, "2")
    kernel.settle(g)
    assert g.winners == 0b01


@many
@pytest.mark.parametrize("kind", [TOKENS, PLACES, WIN])
def test_what_one_wins_the_others_lose(kind, count):
    n = 30
    for k in range(count(20, 300)):
        rules = Rules(**options(k))
        games, rewards, ended = new(n, rules), np.zeros((n, rules.players)), np.zeros(n, np.int8)
        legals, paying, total = np.zeros(n, np.int64), np.zeros(n, np.int64), np.zeros((n, rules.players))
        tally.start_all(games, seeds_from(k, n))
        tally.legal_all(games, legals)
        step = 0
        while legals.any():
            actions = np.array(
                [a if a < 0 else drawn(legals[i], k, step * n + i) for i, a in enumerate(np.where(legals, 0, -1))]
            )
            tally.step_all(games, actions, kind, rewards, ended, legals, paying)
            total += rewards
            assert np.abs(rewards.sum(1)).max() < 1e-9 or kind != TOKENS
            step += 1
        assert np.abs(total.sum(1)).max() < 1e-9
        if kind == WIN:
            assert total.max() <= 1 - 1 / rules.players + 1e-9


# ---- batches ----------------------------------------------------------------------------------------------------


@many
def test_a_batch_is_its_rows(count):
    """start_all, apply_all and settle_all do to each row what the verbs do to one; step_all does it all."""
    n = 20
    for k in range(count(20, 200)):
        rules = Rules(**options(k))
        games, at_once, rows = (new(n, rules) for _ in range(3))
        for batch in (games, at_once):
            tally.start_all(batch, seeds_from(k, n))
        for i, seed in enumerate(seeds_from(k, n)):
            kernel.start(rows[i], seed)
        outs = [(np.zeros((n, rules.players)), np.zeros(n, np.int8)) for _ in range(2)]
        legals, paying, now = np.zeros(n, np.int64), np.zeros(n, np.int64), np.zeros(n, np.int64)
        for step in range(80):
            tally.legal_all(games, now)
            actions = np.array([drawn(a, k, step * n + i) if a and (i + step) % 7 else -1 for i, a in enumerate(now)])
            tally.apply_all(games, actions)
            tally.settle_all(games, actions, TOKENS, *outs[0])
            tally.step_all(at_once, actions, TOKENS, *outs[1], legals, paying)
            for g, action in zip(rows, actions, strict=True):
                if action >= 0:
                    kernel.apply(g, action)
                    if g.phase == COUNT:
                        kernel.settle(g)
                        if g.phase == NEXT:
                            kernel.deal_on(g)
            assert games.tobytes() == at_once.tobytes() == rows.tobytes()
            assert outs[0][0].tobytes() == outs[1][0].tobytes() and outs[0][1].tobytes() == outs[1][1].tobytes()
            tally.legal_all(games, now)
            assert legals.tolist() == now.tolist()


def test_words_are_the_same_game():
    """The doors that take a row as words, and the outcome they tell."""
    for k in range(15):
        rules = Rules(**options(k))
        games, twins = new(1, rules), new(1, rules)
        g, words = games[0], np.asarray(twins).view(np.int64)
        kernel.start(g, k)
        tally.start_in(words, k)
        for step in range(60):
            assert tally.legal_in(words) == kernel.legal(g) and tally.present_in(words) == kernel.present(g)
            if g.phase == OVER:
                break
            for action in range(tally.ACTIONS):
                if not kernel.legal(g) >> action & 1:
                    assert tally.step_in(words, action) == tally.ILLEGAL
            action = drawn(kernel.legal(g), k, step)
            kernel.apply(g, action)
            pays, over = tally.pays(g), g.phase == COUNT
            if over:
                kernel.settle(g)
            expected = tally.PAYS * pays | tally.ENDS * over | tally.SHUFFLED * tally.shuffled(g)
            assert tally.step_in(words, action) == expected
            assert games.tobytes() == twins.tobytes()
            if g.phase == NEXT:
                kernel.deal_on(g)
                tally.deal_on_in(words)


@pytest.mark.skipif(not COMPILED, reason="there is nothing to compare with")
def test_compiled_equals_plain(count):
    n = count(6, 60)
    code = f"import sys; sys.path[:0] = {sys.path!r}; import tables; print('\\n'.join(tables.trails({n})))"
    env = {**os.environ, "NINETYNINE_PLAIN": "1"}
    cwd = Path(__file__).parents[2]
    plain = subprocess.run([sys.executable, "-c", code], env=env, cwd=cwd, capture_output=True, text=True, check=True)
    assert plain.stdout.split("\n")[:-1] == tables.trails(n)


# ---- secrets ----------------------------------------------------------------------------------------------------


@many
def test_redact_blanks_what_is_secret_and_nothing_else(count):
    public = [name for name in tally.GAME.names if name not in ("viewer", "seed", "pile", "hands")]
    for k in range(count(20, 300)):
        games, views, seats = tables.some_views(k)
        for g, view, seat in zip(games, views, seats, strict=True):
            assert all(np.array_equal(view[name], g[name]) for name in public)
            assert view.seed == 0 and not view.pile.any() and view.viewer == seat
            for other in range(g.rules.players):
                slots, shown = g.hands[other][: g.cards[other]], view.hands[other][: g.cards[other]]
                hidden = slots | UNKNOWN
                assert (shown == (slots if other == seat else hidden)).all()


@many
def test_no_leak_a_seat_sees_the_same_in_every_world_it_allows(count):
    for k in range(count(30, 1000)):
        _, views, seats = tables.some_views(k)
        worlds, done = views.copy(), np.zeros(len(views), np.bool_)
        tables.imagine_all(views, worlds, seeds_from(k, len(views)), 1000, done)
        assert done.all()
        again = worlds.copy()
        tables.redact_all(worlds, again, seats)
        assert again.tobytes() == views.tobytes()
        for view, twin in zip(views, again, strict=True):
            assert tables.observed(view.reshape(1)).tobytes() == tables.observed(twin.reshape(1)).tobytes()


@many
def test_imagined_worlds_hold_all_cards(count):
    for k in range(count(30, 1000)):
        _, views, _ = tables.some_views(k)
        worlds, done = views.copy(), np.zeros(len(views), np.bool_)
        tables.imagine_all(views, worlds, seeds_from(k, len(views)), 1000, done)
        assert all(tables.check_cards(world) == 0 for world in worlds)


def test_a_hand_that_kept_a_card_when_a_higher_one_of_its_rank_went_does_not_hold_it():
    """The seven of hearts was played from a hand of three: what is left of it is no lower seven."""
    games = position(["7h 9c Kc", "2d 3d 4d"], players=2, draw_mode="explicit")
    g = games[0]
    act(g, "7")
    act(g, "skip")
    view, world, counts = view_of(games, 1), games.copy(), np.zeros((CARDS, 11), np.int64)
    tables.count_places(view, world, 5, 3000, counts)
    lower, higher = [5, 18], 5 + 39  # 7d 7s, 7c
    assert counts[lower, 0].sum() == 0 and counts[higher, 0] > 0 and CARD_NAMES[higher] == "7c"


def test_after_a_shuffle_the_cards_of_the_pile_are_those_played_before():
    """A card that was drawn before the shuffle cannot be one that was shuffled, nor the other way round."""
    games = positions(Rules(players=4, hand_size=11, draw_mode="auto"), 3, 60, most=80)
    games = games[(games.shuffles > 0) & (games.phase == kernel.PLAY)]
    assert len(games) > 10
    for i in range(len(games)):
        g = games[i]
        view, world, counts = view_of(games[i : i + 1], 0), games[i : i + 1].copy(), np.zeros((CARDS, 11), np.int64)
        tables.count_places(view, world, i, 50, counts)
        in_pile = set(np.flatnonzero(counts[:, 10]).tolist())
        assert in_pile <= set(pile_of(g))


@many
def test_endings_are_imagined_alike(count):
    """Two hands of one and a pile of two: each of the six ways to lay three unseen cards comes as often."""
    played = " ".join(name for name in CARD_NAMES[:52] if name not in ("9d", "9s", "9h", "9c"))
    games = position(["9d", "9s"], players=2, hand_size=1, played=played, pile="9h 9c")
    view, n = view_of(games, 0), count(6000, 60_000)
    found = {}
    for k in range(n):
        world = view.copy()
        assert tally.imagine(world[0], k, 10)
        key = (hand_of(world[0], 1)[0], *pile_of(world[0]))
        found[key] = found.get(key, 0) + 1
    assert len(found) == 6
    assert sum((seen - n / 6) ** 2 / (n / 6) for seen in found.values()) < 20.5  # chi-square, 5 degrees, 0.1 %
