"""Worlds as a player of the trick game imagines them: the unseen cards at random, and bids that fit the cards."""

import numpy as np

from ninetynine_env.bots.search.trick_hand import TRICK, promise
from ninetynine_env.cards import chance, has, lowest, roll, size, subseed, suit_of, suit_set
from ninetynine_env.jit import compile_here
from ninetynine_env.trick.dealing import pack
from ninetynine_env.trick.knowledge import hide, imagine, known, place_card, unseen
from ninetynine_env.trick.row import FULL, SEATS

TRIES, PLACES = 30, 64
"""Proposals for a world before its cards are squeezed in, then before it is given up; and for the place of a card."""
DOUBT = 40
"""How far off a bid may be that somebody lays nevertheless, in 64ths of a trick."""
HAND = 13


def dream(world, seed):
    """Fill a row with what its viewer does not know; False if no world was found.

    Cards lie anywhere alike, nearly so where voids leave them little room; then each player who has not shown his
    bid lays three that fit the rest.
    """
    viewer = world.viewer
    shown = 0
    for seat in range(world.rules.players):
        shown |= (seat == viewer or world.premium[seat] > 0) << seat
    if not imagine(world, subseed(seed, 0), TRIES) and not squeeze_in(world, subseed(seed, 1)):
        return False
    for seat in range(world.rules.players):
        if not has(shown, seat):
            lay_likely(world, seat, chance(seed, seat) % (2 * DOUBT + 1) - DOUBT)
    return True


def squeeze_in(world, seed):
    """Deal the unseen cards where they may lie, suits that most are void of first; False if none of many tries fits."""
    seen = known(world)
    for attempt in range(TRIES):
        if squeeze_once(world, subseed(seed, attempt)):
            world.viewer = FULL
            return True
        hide(world, seen)
    return False


def squeeze_once(world, seed):
    """One try of `squeeze_in`; cards are left where they were put."""
    cards = unseen(world)
    left, draw = size(cards), 0
    for voids in range(SEATS, -1, -1):
        for suit in range(4):
            some = cards & suit_set(suit) if voids_in(world, suit) == voids else 0
            while some:
                draw = put(world, lowest(some), seed, draw, left)
                if draw < 0:
                    return False
                some &= some - 1
                left -= 1
    return True


def voids_in(world, suit):
    """How many seats have shown to have none of a suit."""
    count = 0
    for seat in range(SEATS):
        count += has(world.void[seat], suit)
    return count


def put(world, card, seed, draw, places):
    """Put a card into an open place that may hold it; the number of the next draw, -1 if no place was found."""
    for number in range(draw, draw + PLACES):
        if place_card(world, card, roll(seed, number, places)):
            return number + 1
        for seat in range(SEATS):
            world.hand[seat] &= ~(1 << card)
    return -1


def lay_likely(g, seat, doubt):
    """Lay three cards such as a player lays: their bid is about what all his others promise, or have brought.

    What he has played counts half as what it promised and half as the tricks he took, for he steers to his bid.
    Cards of a suit that he has shown not to have must be among those laid.
    """
    free = g.hand[seat] | g.laid[seat]
    cards = free | g.played[seat]
    out = pack(g.rules) & ~cards
    pulls, names, count, must = np.empty(HAND, np.int64), np.empty(HAND, np.int64), 0, 0
    target = doubt + g.tricks[seat] * TRICK // 2
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        share = promise(card, out, g.trump)
        if has(free, card):
            target += share
            pulls[count], names[count] = share + TRICK * suit_of(card), card
            must |= has(g.void[seat], suit_of(card)) << count
            count += 1
        else:
            target += share // 2
    choice = nearest(pulls[:count], target, must)
    g.laid[seat] = 0
    while choice:
        g.laid[seat] |= 1 << names[lowest(choice)]
        choice &= choice - 1
    g.hand[seat] = free & ~g.laid[seat]


def nearest(pulls, target, must):
    """The three places, a set, whose pulls together are nearest to the target; all that must be among them.

    A card pulls by what it bids and by the promise that goes with it.
    """
    best, choice = 1 << 40, 0
    for i in range(len(pulls)):
        for j in range(i):
            two = 1 << i | 1 << j
            rest = target - pulls[i] - pulls[j]
            for k in range(j):
                off = abs(rest - pulls[k])
                if off < best and must & ~(two | 1 << k) == 0:
                    best, choice = off, two | 1 << k
    return choice


compile_here(__name__)
