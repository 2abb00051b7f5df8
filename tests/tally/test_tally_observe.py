"""The observation of the adding game against an independent, slow reading of the table."""

import pytest
import tables
from tables import some_views

from ninetynine_env.jit import COMPILED
from ninetynine_env.tally import kernel
from ninetynine_env.tally.kernel import COUNT, IN, PLAYS
from ninetynine_env.tally.words import hand_of

many = pytest.mark.skipif(not COMPILED, reason="so many positions want compiled kernels")


def slow_reading(g, me):
    """Fields of the observation of a seat from the true row, in words of the rules."""
    n, names = int(g.rules.players), "23456789TJQKA"
    mine, seats = [names[c % 13] for c in hand_of(g, me)], [(me + i) % n for i in range(n)]
    packs = 2 if g.rules.num_decks == 2 or (g.rules.num_decks == 0 and n > 6) else 1
    lying = [names[c % 13] for c in range(104) if int(g.played[c // 52]) >> c % 52 & 1]
    fields = {
        "hand": [mine.count(rank) for rank in names],
        "unseen": [4 * packs - lying.count(rank) - mine.count(rank) for rank in names],
        "cards": [int(g.cards[s]) if g.out_at[s] == IN else 0 for s in seats] + [0] * (10 - n),
        "few": [min(4, int(g.tokens[s])) for s in seats] + [0] * (10 - n),
    }
    flags = {
        "present": [i for i, s in enumerate(seats) if g.out_at[s] == IN],
        "turn": [seats.index(int(g.turn))],
        "dealer": [seats.index(int(g.dealer))],
        "phase": [int(g.phase)],
        "players": [n - 2],
        "reversed": [0] if g.direction < 0 else [],
    }
    return fields, flags


def observations(n):
    """What the seats of so many games see: (game number, row, seat, packed observation)."""
    for k in range(n):
        for g, view, me in zip(*some_views(k), strict=True):
            yield k, g, me, tables.observed(view.reshape(1))[0]


@many
def test_the_observation_says_what_the_table_says(count):
    for k, g, me, seen in observations(count(30, 600)):
        fields, flags = slow_reading(g, int(me))
        for name, counts in fields.items():
            assert [int(bits).bit_count() for bits in seen[name]] == counts, (k, name)
        for name, places in flags.items():
            assert [bit for bit in range(64) if int(seen[name]) >> bit & 1] == places, (k, name)
        assert seen.tokens.tolist() == [
            int(g.tokens[(me + i) % g.rules.players]) * (i < g.rules.players) for i in range(10)
        ]
        step = max(-30, min(98, int(g.total))) + 30
        assert [(i, b) for i in range(3) for b in range(43) if int(seen.total[i]) >> b & 1] == [divmod(step, 43)]
        renewed = [c for c in range(104) if _renewed(g, c, int(me))] if g.shuffles else []
        assert [int(bits).bit_count() for bits in seen.renewed] == [
            sum(c % 13 == r for c in renewed) for r in range(13)
        ]


def _renewed(g, card, me):
    """Whether a card was in the last shuffle, is not played since, and is not in the seat's own hand."""
    shuffled = int(g.epochs[card // 8]) >> card % 8 * 8 & 127
    return shuffled == g.shuffles and not int(g.played[card // 52]) >> card % 52 & 1 and card not in hand_of(g, me)


@many
def test_the_observation_tells_what_each_play_would_do(count):
    """`costs`, `takes` and `ends` are what the kernel then does; `again` is whose turn it is."""
    for _, g, me, seen in observations(count(30, 400)):
        playing = g.turn == me and g.phase == kernel.PLAY
        for action in range(PLAYS):
            told = (
                int(seen.costs[action]).bit_count(),
                int(seen.takes[action]).bit_count(),
                int(seen.ends) >> action & 1,
            )
            if not playing or not kernel.legal(g) >> action & 1:
                assert told == (0, 0, 0)
                continue
            twin = g.copy()
            twin.tokens[:] += 5  # so that nobody goes out and every loss is a whole one
            before = twin.tokens.copy()
            kernel.apply(twin, action)
            other = next(s for s in range(g.rules.players) if s != me and g.out_at[s] == IN)
            lost = before - twin.tokens
            if twin.caught < 0:
                assert told == (lost[me], lost[other], twin.phase == COUNT)
