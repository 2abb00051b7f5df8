"""The bot `thumb` in the trick game: rules of thumb that a beginner learns in an evening.

a card      wins a trick to come less often the more unseen cards outrank it; a plain card may be
            ruffed, a trump may ruff
bidding     lay the three cards whose bid the other nine will miss least
playing     play the card after which the hand will miss least the tricks still needed
premiums    declare a low bid that the hand will hardly miss; never reveal. Towards the end of a game who is far
            behind dares more, and who leads dares nothing
shown bids  of two cards that are as good the one that spoils a declared bid
lost bids   take whatever tricks there are
dummy       is played for the own bid
"""

import numpy as np
import numpy.typing as npt

from ninetynine_env.bots.dummy import play_dummy
from ninetynine_env.cards import NO_CARD, NO_TRUMP, above, below, has, lowest, nth, size, suit_of, suit_set
from ninetynine_env.jit import compile_here
from ninetynine_env.trick.dealing import hands, is_dummy
from ninetynine_env.trick.kernel import as_action, as_cards, beaters, bid_of, from_dummy
from ninetynine_env.trick.knowledge import unseen
from ninetynine_env.trick.row import DECLARE, DISCARD, PASS, PLAY
from ninetynine_env.trick.scoring import deals_left, game_points, goal

KEEN = 0.85
"""Players who can beat a card of mine later do so as if there were so many for each of them."""
READY = 0.87
"""The same of those yet to play to this trick."""
VOID = 0.885
"""The odds that nobody ruffs a suit, for each unseen card of it."""
RUFF = 0.42
"""Of the tricks that trumps would not win by rank, so many are won by ruffing."""
TRUST = 0.93
"""So much of what the odds promise is believed."""
HUNT = 0.03
"""What a trick is worth that a bid shown to me needs, or fears, in the measure of a miss: of cards that are nearly
as good the one that spoils it is played. With more, nobody would declare."""
FAR, NEAR = 30, 40
"""So many points behind, or ahead, count as much when the game may end within so many."""
LOW, CLOSE = 1, 0.7
"""A declaration is worth it when the bid is no higher (low bids are easier to meet) and the miss no greater."""


def rivals(view):
    """The cards that others may play against mine: unseen, or in a hand that lies open and is not mine to play."""
    cards = unseen(view)
    for seat in range(hands(view.rules)):
        mine = seat == view.turn or (is_dummy(view.rules, seat) and view.controller == view.turn)
        cards |= 0 if mine else view.hand[seat]
    return cards


def outranks(view, card):
    """The share of the rival cards of its suit that a card outranks; one if there are none."""
    cards = rivals(view)
    higher, lower = size(cards & above(card)), size(cards & below(card))
    return lower / (lower + higher) if lower + higher else 1.0


def odds_unruffed(view, suit):
    """The odds that the others follow to a suit, or have no trump left."""
    if view.trump in (NO_TRUMP, suit) or not unseen(view) & suit_set(view.trump):
        return 1.0
    return 1.0 - VOID ** size(unseen(view) & suit_set(suit))


def odds_later(view, card):
    """The odds that a card of mine wins a trick to come."""
    others = hands(view.rules) - 1
    odds = outranks(view, card) ** (KEEN * others) * odds_unruffed(view, suit_of(card))
    if suit_of(card) == view.trump:
        return odds + (1.0 - odds) * RUFF
    return odds


def odds_now(view, card):
    """The odds that a card wins the trick in play."""
    if view.turn != view.leader and not has(beaters(view.trick[view.winning], view.trump), card):
        return 0.0
    to_come = 0
    for seat in range(hands(view.rules)):
        if seat != view.turn and view.trick[seat] == NO_CARD:
            to_come += 1
    if to_come == 0:
        return 1.0
    return outranks(view, card) ** (READY * to_come) * odds_unruffed(view, suit_of(card))


def odds_of_each(view, cards):
    """The odds that each of these cards wins a trick to come, float64 [size of the set], in their order."""
    odds = np.zeros(size(cards))
    for i in range(len(odds)):
        odds[i] = odds_later(view, nth(cards, i))
    return odds


def miss(promised, doubt, need):
    """How far off the tricks needed a hand will be, the mean of the square: it is promised so many, with such doubt."""
    return (TRUST * promised - need) ** 2 + doubt


def lay(view):
    """Lay a card of the best bid; the three decisions of a bid agree, for they look at the same twelve cards."""
    laid = view.laid[view.turn]
    whole = view.hand[view.turn] | laid
    odds = odds_of_each(view, whole)
    doubts = odds * (1.0 - odds)
    all_promised, all_doubt = odds.sum(), doubts.sum()
    best, choice = 99.0, 0
    for i in range(len(odds)):
        for j in range(i):
            for k in range(j):
                bid = 1 << nth(whole, i) | 1 << nth(whole, j) | 1 << nth(whole, k)
                promised = all_promised - odds[i] - odds[j] - odds[k]
                doubt = all_doubt - doubts[i] - doubts[j] - doubts[k]
                off = miss(promised, doubt, bid_of(bid))
                if off < best and laid & ~bid == 0:
                    best, choice = off, bid
    return lowest(choice & ~laid)


def lead_of_others(view):
    """How far the best of the others is ahead of me in the game."""
    best = -1000
    for seat in range(view.rules.players):
        if seat != view.turn:
            best = max(best, game_points(view, seat))
    return best - game_points(view, view.turn)


def may_end(view):
    """Whether the game may end with this deal."""
    if goal(view.rules) == 0:
        return deals_left(view) == 0
    return max(0, lead_of_others(view)) + game_points(view, view.turn) + NEAR >= goal(view.rules)


def daring(view):
    """How much of a miss a declaration may risk: more when far behind at the end of a game, nothing when far ahead."""
    if not may_end(view):
        return CLOSE
    ahead = -lead_of_others(view)
    return 2.0 * CLOSE if ahead < -FAR else -1.0 if ahead > FAR else CLOSE


def announce(view, legal):
    """Declare a low bid that the hand will hardly miss."""
    bid, odds, risk = bid_of(view.laid[view.turn]), odds_of_each(view, view.hand[view.turn]), daring(view)
    low = bid <= LOW or risk > CLOSE
    worth_it = low and miss(odds.sum(), (odds * (1.0 - odds)).sum(), bid) <= risk
    return DECLARE if worth_it and has(legal, DECLARE) else PASS


def spoils(view):
    """What taking the trick does to the bids that others have shown: one wants it, another fears it."""
    good = 0.0
    for seat in range(view.rules.players):
        if seat != view.turn and view.premium[seat] > 0:
            need = bid_of(view.laid[seat]) - view.tricks[seat]
            good += 1.0 if need > 0 else -1.0 if need == 0 else 0.0
    return good


def play_card(view, legal):
    """Play the card after which the rest of the hand will be nearest to the tricks still needed."""
    hand, good = view.hand[view.turn], HUNT * spoils(view)
    need = bid_of(view.laid[view.turn]) - view.tricks[view.turn]
    if from_dummy(view):
        return play_dummy(view, legal, need)
    odds = odds_of_each(view, hand)
    promised, doubt = odds.sum(), (odds * (1.0 - odds)).sum()
    best, choice = 99.0, lowest(legal)
    for i in range(len(odds)):
        card = nth(hand, i)
        if has(legal, card):
            now, rest, unsure = odds_now(view, card), promised - odds[i], doubt - odds[i] * (1.0 - odds[i])
            off = now * miss(rest, unsure, need - 1) + (1.0 - now) * miss(rest, unsure, need) if need >= 0 else -now
            off -= good * now
            if off < best:
                best, choice = off, card
    return choice


def decide(view, legal):
    """One decision; a single legal action needs no thought."""
    if legal & (legal - 1) == 0:
        return lowest(legal)
    if view.phase == DISCARD:
        return as_action(view, lay(view))
    if view.phase == PLAY:
        return as_action(view, play_card(view, as_cards(view.turnup, legal)))
    return announce(view, legal)


def decide_all(views, legals, out):
    """One decision a row."""
    for i in range(len(views)):
        out[i] = decide(views[i], legals[i])


compile_here(__name__)


class Thumb:
    """A player of the trick game by a few rules of thumb."""

    name = "thumb"

    def act(
        self, views: np.recarray, legal: npt.NDArray[np.int64], rng: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.int64]:
        """One action a row; nothing is left to chance."""
        out = np.empty(len(legal), np.int64)
        decide_all(views, legal, out)
        return out
