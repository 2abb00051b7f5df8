"""The search in the trick game: which plans there are, and what it means to carry one out.

A plan is a set of actions: the three cards of a bid, an announcement, or a card.
"""

import numpy as np

from ninetynine_env.bots.search import form
from ninetynine_env.bots.search.trick_hand import play_out
from ninetynine_env.bots.search.trick_prospects import worth
from ninetynine_env.bots.search.trick_worlds import dream
from ninetynine_env.bots.thumb_trick import miss, odds_of_each
from ninetynine_env.cards import NO_CARD, above, has, lowest, nth
from ninetynine_env.jit import adopt, compile_here
from ninetynine_env.trick.kernel import as_cards, bid_of, open_play, play, with_joker
from ninetynine_env.trick.knowledge import unseen
from ninetynine_env.trick.row import DISCARD, GAME, PASS, PLAY, SEATS

PLANS = 64
"""No more are tried: of the 220 bids (286 of four players) the best by the odds of their cards."""
FIRST_CARD = 5
"""A bid is worth so many times the playouts of a card; its second and third card are decided within it."""


def weight(view):
    """How many times the usual number of playouts the decision is worth."""
    return FIRST_CARD if view.phase == DISCARD and view.laid[view.turn] == 0 else 1


def between(view):
    """The cards that may come between two of the hand in play: unseen, in other hands, or on the table."""
    cards = unseen(view)
    for seat in range(SEATS):
        cards |= view.hand[seat] if seat != view.plays else 0
        cards |= 1 << view.trick[seat] if view.trick[seat] != NO_CARD else 0
    return cards


def list_cards(view, cards, plans):
    """Every card; of several that nothing comes between one is enough."""
    out, count, before = between(view), 0, NO_CARD
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if before == NO_CARD or not has(above(before), card) or (above(before) ^ above(card)) & out:
            plans[count] = 1 << card
            count += 1
        before = card
    return count


def list_bids(view, plans):
    """The bids that the rest of the hand will miss least."""
    laid = view.laid[view.turn]
    whole = view.hand[view.turn] | laid
    odds = odds_of_each(view, whole)
    doubts = odds * (1.0 - odds)
    promised, doubt = odds.sum(), doubts.sum()
    misses, count = np.empty(PLANS), 0
    for i in range(len(odds)):
        for j in range(i):
            for k in range(j):
                bid = 1 << nth(whole, i) | 1 << nth(whole, j) | 1 << nth(whole, k)
                if laid & ~bid == 0:
                    rest, unsure = promised - odds[i] - odds[j] - odds[k], doubt - doubts[i] - doubts[j] - doubts[k]
                    count = insert(plans, misses, count, bid, miss(rest, unsure, bid_of(bid)))
    return count


def insert(plans, misses, count, plan, off):
    """Put a plan into a list sorted by its miss; how many there are now, never more than its room."""
    if count == PLANS and off >= misses[count - 1]:
        return count
    at = min(count, PLANS - 1)
    while at > 0 and misses[at - 1] > off:
        misses[at], plans[at] = misses[at - 1], plans[at - 1]
        at -= 1
    misses[at], plans[at] = off, plan
    return min(count + 1, PLANS)


def list_announcements(legal, plans):
    """What may be announced."""
    count = 0
    while legal:
        plans[count] = legal & -legal
        legal &= legal - 1
        count += 1
    return count


def list_plans(view, legal, plans):
    """Write the plans worth trying into int64 [PLANS]; how many there are."""
    if view.phase == PLAY:
        return list_cards(view, as_cards(view.turnup, legal), plans)
    if view.phase == DISCARD:
        return list_bids(view, plans)
    return list_announcements(legal, plans)


def carry_out(g, plan):
    """Play the card; or lay, or announce, whereupon play begins: in a world all others have laid, and they pass."""
    if g.phase == PLAY:
        play(g, lowest(plan))
        return
    if g.phase == DISCARD:
        g.hand[g.turn] = (g.hand[g.turn] | g.laid[g.turn]) & ~plan
        g.laid[g.turn] = plan
    else:
        g.said[g.turn] = lowest(plan) - PASS
    open_play(g)


def actions_of(view, plan):
    """The actions that carry a plan out, a set: of a bid the cards that are not laid yet."""
    if view.phase == DISCARD:
        return with_joker(view, plan & ~view.laid[view.turn])
    return with_joker(view, plan) if view.phase == PLAY else plan


compile_here(__name__)
adopt(form, __name__)

__all__ = ["GAME", "PLANS", "actions_of", "carry_out", "dream", "list_plans", "play_out", "weight", "worth"]
