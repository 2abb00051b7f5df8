"""What a seat may know of a game, worlds that agree with it, and what every total threatens."""

import numpy as np

from ninetynine_env.cards import roll, subseed
from ninetynine_env.jit import compile_here
from ninetynine_env.tally.kernel import END, FULL, GAME, PLAYS, RANK_OF, mover_loses, new_total, others_lose
from ninetynine_env.tally.pile import (
    CARDS,
    PILE,
    UNKNOWN,
    byte,
    card_in,
    epoch_of,
    fits,
    hidden,
    is_played,
    packs,
    set_byte,
)


def redact(g, seat):
    """Blank all that the seat may not know; the row becomes its view."""
    g.viewer = seat
    g.seed = 0
    for i in range(PILE):
        g.pile[i] = 0
    hide_hands(g)


def hide_hands(view):
    """Blank the cards in the hands of all but the viewer."""
    for seat in range(view.rules.players):
        for i in range(view.cards[seat] if seat != view.viewer else 0):
            view.hands[seat, i] = hidden(view.hands[seat, i])


def unseen(view, out):
    """Write the cards whose place a view does not know into int64 [CARDS], in order; how many there are."""
    own_low = own_high = 0  # the viewer's cards of either pack, sets
    for i in range(view.cards[view.viewer]):
        card = card_in(view.hands[view.viewer, i])
        own_low |= (card < 52) << card % 52
        own_high |= (card >= 52) << card % 52
    count = 0
    for card in range(52 * packs(view.rules)):
        own = own_low if card < 52 else own_high
        if not (is_played(view, card) or own >> card % 52 & 1):
            out[count] = card
            count += 1
    return count


def imagine(view, seed, tries):
    """Deal the unseen cards of a view again, alike over all worlds it allows; True if that came about.

    A card can only lie where cards of its shuffle lie (played cards become the pile again), and in no hand that
    would have played it before another of its rank. A world that breaks the second is thrown away, at most `tries`
    times.
    """
    cards = np.empty(CARDS, np.int64)
    count = unseen(view, cards)
    for attempt in range(tries):
        order = subseed(seed, attempt)
        for i in range(count - 1, 0, -1):
            j = roll(order, i, i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        if hand_out(view, cards, count):
            view.viewer = FULL
            return True
    return False


def hand_out(view, cards, count):
    """Fill the unknown slots, then the pile, from shuffled cards; False, and no slot filled, if one does not fit."""
    given = np.zeros(count, np.int64)
    for seat in range(view.rules.players):
        for i in range(view.cards[seat] if seat != view.viewer else 0):
            slot = view.hands[seat, i] & ~UNKNOWN
            at = first_of(view, cards, given, epoch_of(slot))
            if at < 0 or not fits(slot, cards[at]):
                hide_hands(view)
                return False
            given[at] = 1
            view.hands[seat, i] = slot | cards[at]
    place = view.filled - view.left
    for i in range(count):
        if given[i] == 0:
            set_byte(view.pile, place, cards[i])
            place += 1
    return True


def first_of(view, cards, given, epoch):
    """The first card not given yet that was last shuffled then; -1 if there is none."""
    for i in range(len(given)):
        if given[i] == 0 and byte(view.epochs, cards[i]) == epoch:
            return i
    return -1


# ---- what a total threatens -----------------------------------------------------------------------------------


def ranks_that(rules, total, hit):
    """The ranks with which a player facing this total can make the others lose (hit), or must lose himself, a set."""
    can, costs = 0, 0x1FFF
    for action in range(PLAYS):
        after = new_total(rules, total, action)
        if others_lose(total, after) > 0:
            can |= 1 << RANK_OF[action]
        if mover_loses(total, after) == 0:
            costs &= ~(1 << RANK_OF[action])
    return can if hit else costs


LOWEST = -30


def tabled(total):
    """The place of a total in the tables: no lower one is in reach of a limit."""
    return max(total, LOWEST) - LOWEST


compile_here(__name__)


def _table(hit: bool) -> np.ndarray:
    """`ranks_that` of every total a player can face; the floor at 0, an option, changes nothing of what it says."""
    plain = np.zeros(1, GAME).view(np.recarray)[0]
    return np.array([ranks_that(plain.rules, total, hit) for total in range(LOWEST, END)], np.int64)


TRAPS, OPENINGS = _table(False), _table(True)
"""By `tabled` total: the ranks that cost who plays them now in every way, and those that can cost all others; sets."""
