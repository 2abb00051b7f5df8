"""The verbs of the trick game: dealing, laying, announcing, playing, settling, one episode after another."""

from collections import Counter

import kernels
import numpy as np
import pytest
from kernels import SETTINGS

from ninetynine_env import trick
from ninetynine_env.cards import NO_TRUMP, cards_in, subseed
from ninetynine_env.trick import Rules, dealing, kernel, new, row, scoring
from ninetynine_env.trick.rewards import RELATIVE, REWARD_KINDS, WIN, reward

PASS, DECLARE, REVEAL = row.PASS, row.DECLARE, row.REVEAL


def started(seed=1, **given):
    games = new(1, Rules(**given))
    dealing.start(games[0], seed)
    return games


def all_lay(games):
    """Everybody lays his three lowest cards, passing where a word is sealed."""
    g = games[0]
    while g.phase in (row.DISCARD, row.SEAL):
        kernel.apply(g, cards_in(kernel.legal(g))[0])
    return games


def play_out(games, seed):
    kernels.play_until(games[0], seed, 99)
    scoring.settle(games[0])
    return games


# ---- dealing (A1.1 to A1.3, trump) ---------------------------------------------------------------------------------


def test_a1_2_three_hands_of_twelve(count):
    for seed in range(count(300, 3_000)):
        g = started(seed)[0]
        hands = [cards_in(hand) for hand in g.dealt]
        assert [len(hand) for hand in hands] == [12, 12, 12, 0]
        assert sorted(card for hand in hands for card in hand) == cards_in(dealing.pack(g.rules))
        assert g.hand.tolist() == g.dealt.tolist()


def test_a1_2_every_hand_is_as_likely(count):
    """Where the cards go, and pairs of cards go together, is even: five standard errors."""
    n = count(12_000, 60_000)
    games = new(n, Rules())
    trick.start_all(games, kernels.seeds_from(8, n))
    held = np.array([[games.dealt[:, seat] >> card & 1 for card in cards_in(dealing.PACK_36)] for seat in range(3)])
    assert abs(held.sum(axis=2) - n / 3).max() < 5 * (n * 2 / 9) ** 0.5
    together = sum(held[seat][0] & held[seat][20] for seat in range(3)).sum()
    assert abs(together - n * 11 / 35) < 5 * (n * 11 / 35 * 24 / 35) ** 0.5


def test_a1_3_first_dealer_is_drawn_and_the_deal_passes_to_the_left():
    assert {int(started(seed)[0].dealer) for seed in range(40)} == {0, 1, 2}
    games = started(5, target=500)
    for _ in range(6):
        before = int(games[0].dealer)
        play_out(games, 2)
        dealing.deal_on(games[0])
        assert games[0].dealer == (before + 1) % 3


def test_a1_5_the_left_of_the_dealer_lays_and_leads_first():
    for seed in range(6):
        games = started(seed, premium_bids=False)
        left = (int(games[0].dealer) + 1) % 3
        assert games[0].turn == left
        assert all_lay(games)[0].turn == left == games[0].leader


def test_trump_of_a_first_deal():
    assert {int(started(seed)[0].trump) for seed in range(30)} == {NO_TRUMP}
    assert {int(started(seed, first_deal_trump="diamonds")[0].trump) for seed in range(30)} == {0}


def test_trump_of_a_single_deal_is_any_alike(count):
    n = count(10_000, 50_000)
    games = new(n, Rules(match="single_deal"))
    trick.start_all(games, kernels.seeds_from(4, n))
    counts = Counter(games.trump.tolist())
    assert set(counts) == {0, 1, 2, 3, 4}
    assert max(abs(times - n / 5) for times in counts.values()) < 5 * (n * 4 / 25) ** 0.5


def test_trump_follows_the_successes(count):
    seen = set()
    for seed in range(count(400, 4_000)):
        games = play_out(started(seed, target=500), seed)
        made = sum(kernel.bid_of(games[0].laid[seat]) == games[0].tricks[seat] for seat in range(3))
        dealing.deal_on(games[0])
        assert games[0].trump == games[0].successes == made
        seen.add(made)
    assert {0, 1} <= seen


def test_an_episode_seed_fixes_every_deal():
    one, two = started(9, target=500), started(9, target=500)
    other = started(10, target=500)
    for deal in range(3):
        assert one.tobytes() == two.tobytes() != other.tobytes()
        alone = one.copy()
        dealing.deal_hands(alone[0], subseed(9, deal))
        assert alone[0].dealt.tolist() == one[0].dealt.tolist()
        for games in (one, two, other):
            play_out(games, 3)
            dealing.deal_on(games[0])


def test_how_a_deal_is_played_leaves_the_next_hands_alone():
    """The next deal comes from the episode's seed and the deal's number, not from the play."""
    one, two = play_out(started(9, target=500), 1), play_out(started(9, target=500), 2)
    assert one[0].played.tolist() != two[0].played.tolist()
    for games in (one, two):
        dealing.deal_on(games[0])
    assert one[0].dealt.tolist() == two[0].dealt.tolist()


def test_starting_again_leaves_nothing_behind():
    used = play_out(started(9), 1)
    dealing.start(used[0], 4)
    assert used.tobytes() == started(4).tobytes()


# ---- laying and announcing (A1.4, premium bids) --------------------------------------------------------------------


def test_a1_4_three_cards_each_in_order_from_the_left():
    games = started(3)
    g = games[0]
    turns = []
    while g.phase == row.DISCARD:
        assert kernel.legal(g) == g.hand[g.turn]
        turns.append(int(g.turn))
        kernel.apply(g, cards_in(kernel.legal(g))[-1])
    left = (int(g.dealer) + 1) % 3
    assert turns == [(left + place // 3) % 3 for place in range(9)]
    assert [len(cards_in(cards)) for cards in g.laid] == [3, 3, 3, 0]
    assert g.phase == row.AUCTION
    assert g.turn == left


def test_without_premiums_the_lead_follows_the_bids():
    g = all_lay(started(3, premium_bids=False))[0]
    assert (g.phase, g.turn) == (row.PLAY, (g.dealer + 1) % 3)


def protocol(players):
    """Every complete sequential auction, and what stands: the rule as it is written, player by player."""

    def rounds(player, holder, said):
        if player == players:
            yield said, ((holder, 1) if holder is not None else None)
            return
        yield from rounds(player + 1, holder, [*said, (player, PASS)])
        if holder is None:
            yield from rounds(player + 1, player, [*said, (player, DECLARE)])
            yield [*said, (player, REVEAL)], (player, 2)
        else:
            yield [*said, (player, REVEAL), (holder, REVEAL)], (holder, 2)
            yield [*said, (player, REVEAL), (holder, PASS)], (player, 2)

    return list(rounds(0, None, []))


def auctions(games, said=()):
    """Every complete auction of a row, and the premiums that stand after it, as the kernel has it."""
    g = games[0]
    if g.phase == row.PLAY:
        left = (int(g.dealer) + 1) % 3
        stands = [((seat - left) % 3, int(g.premium[seat])) for seat in range(3) if g.premium[seat]]
        assert len(stands) <= 1
        return [(list(said), stands[0] if stands else None)]
    found = []
    for action in cards_in(kernel.legal(g) >> PASS):
        other = games.copy()
        player = (int(g.turn) - int(g.dealer) - 1) % 3
        kernel.apply(other[0], action + PASS)
        found += auctions(other, [*said, (player, action + PASS)])
    return found


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_sequential_protocol_line_by_line(seed):
    games = all_lay(started(seed))
    assert sorted(auctions(games), key=str) == sorted(protocol(3), key=str)


def test_sealed_protocol_all_announcements():
    """The best of the three words counts, of equals the one nearest the dealer's left."""
    for words in np.ndindex(3, 3, 3):
        games = started(6, premium_protocol="sealed")
        g = games[0]
        left = (int(g.dealer) + 1) % 3
        for word in words:
            for _ in range(3):
                kernel.apply(g, cards_in(kernel.legal(g))[0])
            assert kernel.legal(g) == 1 << PASS | 1 << DECLARE | 1 << REVEAL
            kernel.apply(g, PASS + word)
        stands = [0, 0, 0]
        if max(words):
            stands[words.index(max(words))] = max(words)
        assert [int(g.premium[(left + place) % 3]) for place in range(3)] == stands
        assert [int(g.said[(left + place) % 3]) for place in range(3)] == list(words)
        assert (g.phase, g.turn) == (row.PLAY, left)


# ---- the ends ----------------------------------------------------------------------------------------------------


def at_count(totals, tricks, **given):
    """A row whose deal is played out: every bid three diamonds, so that zero tricks succeed."""
    games = new(1, Rules(**given))
    g = games[0]
    g.viewer, g.phase, g.turn, g.deals = -1, row.COUNT, -1, 1
    for seat in range(3):
        g.totals[seat], g.tricks[seat], g.laid[seat] = totals[seat], tricks[seat], 0b111 << 4 + 3 * seat
    return games


@pytest.mark.parametrize(
    ("totals", "given", "over"),
    [
        ([0, 0, 0], {}, False),
        ([195, 0, 0], {}, False),
        ([196, 0, 0], {}, True),
        ([196, 0, 0], {"target": 500}, False),
        ([496, 0, 0], {"target": 500}, True),
        ([0, 0, 0], {"match": "single_deal"}, True),
        ([196, 197, 0], {}, True),
        ([196, 197, 0], {"tie": "extra_deal"}, False),
        ([196, 198, 0], {"tie": "extra_deal"}, True),
        ([100, 101, 200], {"tie": "extra_deal"}, True),
    ],
)
def test_a4_when_an_episode_ends(totals, given, over):
    games = at_count(totals, [4, 3, 2], **given)
    scoring.settle(games[0])
    assert games[0].phase == (row.OVER if over else row.NEXT)
    after = [totals[0] + 4, totals[1] + 3, totals[2] + 2]
    assert games[0].totals[:3].tolist() == after
    assert games[0].winners == (sum(1 << s for s in range(3) if after[s] == max(after)) if over else 0)
    assert games[0].turn == -1
    assert kernel.legal(games[0]) == 0


def test_a4_a_long_match_is_cut_off():
    games = at_count([0, 0, 0], [4, 3, 2], max_deals=1)
    scoring.settle(games[0])
    assert (games[0].phase, games[0].truncated, games[0].winners) == (row.OVER, 1, 0)
    games = at_count([199, 0, 0], [4, 3, 2], max_deals=1)
    scoring.settle(games[0])
    assert (games[0].phase, games[0].truncated, games[0].winners) == (row.OVER, 0, 1)


@pytest.mark.parametrize("setting", list(SETTINGS))
def test_whole_episodes_end(setting, count):
    for seed in range(count(20, 200)):
        games = started(seed, **SETTINGS[setting])
        g = games[0]
        while g.phase != row.OVER:
            play_out(games, seed)
            if g.phase == row.NEXT:
                dealing.deal_on(g)
        rules = Rules(**SETTINGS[setting])
        assert g.deals <= rules.max_deals
        assert g.truncated == (g.winners == 0)
        if rules.match == "target" and not g.truncated:
            assert g.totals.max() >= rules.target


# ---- rewards -----------------------------------------------------------------------------------------------------


def test_rewards_of_a_deal():
    games = at_count([0, 0, 0], [5, 4, 0], match="single_deal")  # the third alone succeeds: 5, 4, 30
    scoring.settle(games[0])
    give = [[reward(games[0], kind, seat) for seat in range(3)] for kind in range(3)]
    assert give == [[-12.0, -13.5, 25.5], [5.0, 4.0, 30.0], pytest.approx([-1 / 3, -1 / 3, 2 / 3])]
    assert REWARD_KINDS == ("relative", "points", "win")


def test_a_shared_win_is_shared():
    games = at_count([196, 197, 0], [4, 3, 2])
    scoring.settle(games[0])
    assert [reward(games[0], WIN, seat) for seat in range(3)] == pytest.approx([1 / 6, 1 / 6, -1 / 3])


def test_no_win_before_the_end():
    games = at_count([0, 0, 0], [4, 3, 2])
    scoring.settle(games[0])
    assert [reward(games[0], WIN, seat) for seat in range(3)] == [0, 0, 0]


# ---- many games --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("setting", list(SETTINGS))
def test_a_batch_is_its_rows(setting, count):
    """start_all, legal_all, apply_all and settle_all do to each row what the verbs do to one; step_all does it all."""
    n = count(40, 400)
    rules, seeds = Rules(**SETTINGS[setting]), kernels.seeds_from(21, n)
    games, rows = new(n, rules), [new(1, rules) for _ in range(n)]
    trick.start_all(games, seeds)
    at_once, pay, ends, legals = games.copy(), np.ones((n, rules.players)), np.ones(n, np.int8), np.zeros(n, np.int64)
    for one, seed in zip(rows, seeds, strict=True):
        dealing.start(one[0], seed)
    actions, rewards, ended = np.zeros(n, np.int64), np.zeros((n, rules.players)), np.zeros(n, np.int8)
    for step in range(50):
        trick.legal_all(games, actions)
        assert actions.tolist() == [kernel.legal(one[0]) for one in rows]
        for i in range(n):
            actions[i] = kernels.random_action(games[i], step) if actions[i] else -1
            if actions[i] >= 0:
                kernel.apply(rows[i][0], actions[i])
        trick.step_all(at_once, actions, RELATIVE, pay, ends, legals, np.zeros(n, np.int64))
        trick.apply_all(games, actions)
        trick.settle_all(games, actions, RELATIVE, rewards, ended)
        assert (at_once.tobytes(), pay.tobytes(), ends.tobytes()) == (
            games.tobytes(),
            rewards.tobytes(),
            ended.tobytes(),
        )
        assert legals.tolist() == [kernel.legal(games[i]) for i in range(n)]
        for i in range(n):
            assert ended[i] == settled(rows[i], rewards[i])
        assert games.tobytes() == b"".join(one.tobytes() for one in rows)


def settled(one, rewards):
    """Settle one row by the verbs; what `settle_all` should say of it."""
    g = one[0]
    if g.phase != row.COUNT:
        assert not rewards.any()
        return 0
    scoring.settle(g)
    assert rewards.tolist() == [reward(g, RELATIVE, seat) for seat in range(g.rules.players)]
    if g.phase == row.NEXT:
        dealing.deal_on(g)
        return 1
    return 3 if g.truncated else 2


def test_words_are_the_same_game():
    """step_in and legal_in do to a row of int64 what the verbs do to the record."""
    games = started(8)
    words = np.frombuffer(games.tobytes(), np.int64).copy()
    g = games[0]
    while g.phase < row.COUNT:
        assert trick.legal_in(words) == kernel.legal(g)
        before = words.tobytes()
        for action in range(row.ACTIONS):
            if not kernel.legal(g) >> action & 1:
                assert trick.step_in(words, action) == -1
        assert words.tobytes() == before
        action = kernels.random_action(g, 5)
        kernel.apply(g, action)
        if g.phase == row.COUNT:
            scoring.settle(g)
        assert trick.step_in(words, action) == (trick.PAYS | trick.ENDS if g.phase > row.COUNT else 0)
        assert words.tobytes() == games.tobytes()


def test_every_decision_has_dice_of_its_own():
    """Seeds for the players: never twice in an episode, others for another seating, none between deals."""
    games = started(8, target=500)
    seen = set()
    for _ in range(2):
        while games[0].phase < row.COUNT:
            for salt in (0, 1):
                out = np.zeros(1, np.int64)
                trick.decision_seeds_all(games, np.array([salt]), out)
                assert int(out[0]) not in seen
                seen.add(int(out[0]))
            kernel.apply(games[0], kernels.random_action(games[0], 5))
        scoring.settle(games[0])
        trick.decision_seeds_all(games, np.array([0]), out)
        assert out[0] == 0
        dealing.deal_on(games[0])
