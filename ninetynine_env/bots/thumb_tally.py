"""The bot `thumb` in the adding game: rules of thumb that players pass on.

tokens      take what a play brings at once, before all else
traps       leave the next player a total from which most cards cost him: 31 and 97 are the worst
openings    leave him none from which he hits 33, 66 or 99
keeping     aces, tens, nines and twos get one out of trouble: keep them for it
drawing     always
"""

import numpy as np
import numpy.typing as npt

from ninetynine_env.bots.greedy_tally import gain
from ninetynine_env.cards import has, lowest, size
from ninetynine_env.jit import compile_here
from ninetynine_env.tally.kernel import (
    DRAW,
    END,
    PLAYS,
    RANK_JACK,
    RANK_OF,
    mover_loses,
    neighbour,
    new_total,
    others_lose,
    present,
)
from ninetynine_env.tally.knowledge import OPENINGS, TRAPS, tabled
from ninetynine_env.tally.pile import card_in, is_played, packs, rank_of

KEEP = np.array([0.10, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.22, 0.30, 0.0, 0.0, 0.0, 0.36])
"""What a card in hand is worth beyond its play, in tokens, by rank: twos, nines, tens and aces."""


def unseen_of(view, ranks):
    """How many cards of these ranks the seat has not seen."""
    count = 0
    for card in range(52 * packs(view.rules)):
        if has(ranks, rank_of(card)) and not is_played(view, card):
            count += 1
    for i in range(view.cards[view.viewer]):
        if has(ranks, rank_of(card_in(view.hands[view.viewer, i]))):
            count -= 1
    return count


def after_me(view, action):
    """Whose turn it is after a play, as far as the play itself decides it."""
    direction = -view.direction if RANK_OF[action] == 2 else view.direction
    seat = neighbour(view, view.turn, direction)
    return neighbour(view, seat, direction) if RANK_OF[action] == RANK_JACK else seat


def outlook(view, action):
    """What the next turn will bring me, in tokens: the next player's losses are shared gains, his hits cost."""
    after = new_total(view.rules, view.total, action)
    seat = after_me(view, action)
    if after >= END:
        return 0.0
    if seat == view.turn:
        return own_outlook(view, action, after)
    all_unseen, cards = max(1, unseen_of(view, 0x1FFF)), max(1, view.cards[seat])
    trapped = (unseen_of(view, TRAPS[tabled(after)]) / all_unseen) ** cards
    hit = 1.0 - (1.0 - unseen_of(view, OPENINGS[tabled(after)]) / all_unseen) ** cards
    return trapped / (size(present(view)) - 1) - hit


def own_outlook(view, action, after):
    """The best that the rest of the hand brings, where it is one's own turn again."""
    best, left_out = -3.0, False
    for i in range(view.cards[view.turn]):
        rank = rank_of(card_in(view.hands[view.turn, i]))
        if rank == RANK_OF[action] and not left_out:
            left_out = True
            continue
        for other in range(PLAYS):
            if RANK_OF[other] == rank:
                then = new_total(view.rules, after, other)
                best = max(best, float(others_lose(after, then) - mover_loses(after, then)))
    return best


def worth(view, action):
    """A play by all rules of thumb, in tokens."""
    return gain(view, action) + outlook(view, action) - KEEP[RANK_OF[action]]


def decide(view, legal):
    """Draw; otherwise the play that is worth most, of several alike the first."""
    if has(legal, DRAW):
        return DRAW
    best, choice = -99.0, lowest(legal)
    for action in range(PLAYS):
        if has(legal, action):
            value = worth(view, action)
            if value > best:
                best, choice = value, action
    return choice


def decide_all(views, legals, out):
    """One decision a row."""
    for i in range(len(views)):
        out[i] = decide(views[i], legals[i])


compile_here(__name__)


class Thumb:
    """A player of the adding game by a few rules of thumb."""

    name = "thumb"

    def act(
        self, views: np.recarray, legal: npt.NDArray[np.int64], rng: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.int64]:
        """One action a row; nothing is left to chance."""
        out = np.empty(len(legal), np.int64)
        decide_all(views, legal, out)
        return out
