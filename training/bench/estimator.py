"""The frozen estimator of the trick game: the fixed opponent of published figures.

It is not meant to be good, it is meant never to change: `thumb` may improve, a margin against
the estimator stays comparable. A test pins its decisions by a hash; to change one is to make
another bot, under another name.

bidding     count a card as a share of a winner, by the unseen cards above it; lay the three cards
            whose bid is nearest to the winners that are left
playing     with tricks still needed, take one as cheaply as it goes; with none needed, throw the
            highest card that loses
premiums    never
"""

import numpy as np
import numpy.typing as npt

from ninetynine_env.cards import NO_CARD, NO_TRUMP, above, has, lowest, nth, size, suit_of
from ninetynine_env.jit import compile_here
from ninetynine_env.trick.dealing import hands
from ninetynine_env.trick.kernel import as_action, as_cards, beaters, bid_of
from ninetynine_env.trick.knowledge import unseen
from ninetynine_env.trick.row import DISCARD, PASS, PLAY

PLAIN = 0.45
"""A plain card wins this share of a trick for each unseen card above it."""
TRUMP = 0.8
"""The same of a trump."""
RUFFED = 0.85
"""An ace that may be ruffed wins so much."""


def promise(view, card):
    """The share of a trick that a card is expected to win."""
    higher = size(unseen(view) & above(card))
    if suit_of(card) == view.trump:
        return TRUMP**higher
    return PLAIN**higher * (1.0 if view.trump == NO_TRUMP else RUFFED)


def winners(promises, i, j, k):
    """The tricks that the cards are expected to win without these three of them."""
    expected = 0.0
    for place in range(len(promises)):
        if place not in (i, j, k):
            expected += promises[place]
    return expected


def lay(view):
    """A card of the bid that is nearest to the winners left; all three decisions look at the same twelve cards."""
    laid = view.laid[view.turn]
    whole = view.hand[view.turn] | laid
    promises = np.zeros(size(whole))
    for i in range(len(promises)):
        promises[i] = promise(view, nth(whole, i))
    nearest, choice = 99.0, 0
    for i in range(len(promises)):
        for j in range(i):
            for k in range(j):
                bid = 1 << nth(whole, i) | 1 << nth(whole, j) | 1 << nth(whole, k)
                off = abs(winners(promises, i, j, k) - bid_of(bid))
                if off < nearest and laid & ~bid == 0:
                    nearest, choice = off, bid
    return lowest(choice & ~laid)


def by_promise(view, cards, most):
    """The card that promises most (or least) of a trick; of several the one with the lowest number."""
    choice = lowest(cards)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        more = promise(view, card) - promise(view, choice)
        if more > 0.0 if most else more < 0.0:
            choice = card
    return choice


def last_to_play(view):
    """Whether all others have played to the trick."""
    waiting = 0
    for seat in range(hands(view.rules)):
        waiting += view.trick[seat] == NO_CARD
    return waiting == 1


def play_card(view, legal):
    """Take a trick that is needed, duck one that is not."""
    needed = bid_of(view.laid[view.turn]) - view.tricks[view.turn]
    leads = view.plays == view.leader
    win = legal if leads else legal & beaters(view.trick[view.winning], view.trump)
    if needed > 0:
        if leads or win == 0:
            return by_promise(view, legal, leads)
        return by_promise(view, win, not last_to_play(view))
    lose = legal & ~win
    if lose:
        return by_promise(view, lose, True)
    return by_promise(view, legal, not leads)


def decide(view, legal):
    """One decision."""
    if view.phase == DISCARD:
        return as_action(view, lay(view))
    if view.phase == PLAY:
        return as_action(view, play_card(view, as_cards(view.turnup, legal)))
    return PASS if has(legal, PASS) else lowest(legal)


def decide_all(views, legals, out):
    """One decision a row."""
    for i in range(len(views)):
        out[i] = decide(views[i], legals[i])


compile_here(__name__)


class Estimator:
    """A player of the trick game that counts winners and plays greedily; it never changes."""

    name, game = "estimator", "trick"

    def act(
        self, views: np.recarray, legal: npt.NDArray[np.int64], rng: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.int64]:
        """One action a row; nothing is left to chance."""
        out = np.empty(len(legal), np.int64)
        decide_all(views, legal, out)
        return out
