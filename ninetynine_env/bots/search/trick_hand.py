"""How everybody plays in an imagined deal of the trick game: simply, sensibly, and in some nanoseconds a card.

lead      the card that promises most while tricks are needed, then the one that promises least
follow    take a trick that is needed, no higher than it takes; under one that is not throw what promises most
lost      who cannot meet his bid any more spoils a bid that is shown, or takes what there is
dummy     keeps away from the tricks that its controller wants, and takes those off him that he does not
"""

import numpy as np

from ninetynine_env.cards import above, highest, lowest, size, suit_of, suit_set
from ninetynine_env.jit import compile_here
from ninetynine_env.trick.dealing import pack
from ninetynine_env.trick.kernel import beaters, bid_of, followers, from_dummy, play
from ninetynine_env.trick.row import PLAY, SEATS

TRICK = 64
"""Promises are whole numbers: so many make a trick."""
PLAIN = np.array([54, 24, 11, 5, 2, 1, 0, 0, 0, 0, 0, 0, 0])
"""What a plain card promises, by the number of cards out that outrank it."""
TRUMP = np.array([64, 51, 41, 33, 26, 21, 17, 13, 11, 9, 7, 6, 5])
"""The same of a trump."""


def promise(card, out, trump):
    """What a card promises, while these cards are out."""
    higher = size(out & above(card))
    return TRUMP[higher] if suit_of(card) == trump else PLAIN[higher]


def out_for(g):
    """The cards that are out for the seat whose card is next: not its own, and not played yet."""
    seen = g.hand[g.plays] | g.laid[g.plays]
    for seat in range(SEATS):
        seen |= g.played[seat]
    return pack(g.rules) & ~seen


def pick(g, cards, most):
    """The card that promises most, or least, of a set that is not empty."""
    first = suit_set(suit_of(lowest(cards)))
    if cards & ~first == 0:
        return highest(cards) if most else lowest(cards)
    out, best, choice = out_for(g), -1, 0
    for suit in range(4):
        mine = cards & suit_set(suit)
        if mine:
            card = highest(mine) if most else lowest(mine)
            share = promise(card, out, g.trump)
            share = share if most else TRICK - share
            if share > best:
                best, choice = share, card
    return choice


def needs(g, seat):
    """Tricks a player still needs to meet his bid, below zero if he has too many."""
    return bid_of(g.laid[seat]) - g.tricks[seat]


def spoils(g):
    """Whether winning the trick spoils the bid that another has shown; with none shown it is a point."""
    for seat in range(g.rules.players):
        if g.premium[seat] > 0 and seat != g.turn:
            return needs(g, seat) > 0
    return True


def wants(g):
    """Whether the player to act wants the trick in play."""
    need = needs(g, g.turn)
    if 0 <= need <= size(g.hand[g.turn]):
        return need > 0
    return spoils(g)


def choose_own(g, legal):
    """A card of the player's own hand."""
    want = wants(g)
    if g.plays == g.leader:
        return pick(g, legal, want)
    win = legal & beaters(g.trick[g.winning], g.trump)
    if want:
        return pick(g, win if win else legal, False)
    lose = legal & ~win
    return pick(g, lose, True) if lose else pick(g, win, False)


def choose_for_dummy(g, legal):
    """A card of the dummy (A3)."""
    want = wants(g)
    if g.plays == g.leader:
        return pick(g, legal, not want)
    win = legal & beaters(g.trick[g.winning], g.trump)
    lose = legal & ~win
    if lose == 0 or (win and not want and g.winning == g.turn):
        return pick(g, win, False)
    return pick(g, lose, True)


def choose(g):
    """The card that is played next."""
    legal = followers(g)
    if legal & (legal - 1) == 0:
        return lowest(legal)
    return choose_for_dummy(g, legal) if from_dummy(g) else choose_own(g, legal)


def play_out(g):
    """Play all cards that are left."""
    while g.phase == PLAY:
        play(g, choose(g))


compile_here(__name__)
