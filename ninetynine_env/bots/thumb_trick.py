"""The bot `thumb` in the trick game: rules of thumb, a few numbers, no search and no memory.

It asks one question everywhere: which cards stand, that is, win the trick they are
played to? From the odds of each card follow the odds of every number of tricks, and

    bidding    the three cards are laid that leave nine whose odds fit what the three bid
    playing    the card is played that leaves the best odds of meeting the bid exactly
    premiums   are announced when those odds are high
    lost bids  are played on to spoil the others

Numbers that were tuned stand in `NUMBERS`, each with its meaning.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from ninetynine_env.cards import NO_CARD, NO_TRUMP, SUIT_SET, above, below, has, lowest, size, suit_of
from ninetynine_env.jit import compile_here
from ninetynine_env.trick.kernel import (
    DECLARE,
    DISCARD,
    PASS,
    PLAY,
    REVEAL,
    SEATS,
    beaters,
    bid_of,
    hand_size,
    hands,
    led_suit,
    unseen,
)

NUMBERS = (
    ("ready", 0.728, "a seat that may beat a card or not beats it"),
    ("sated", -0.089, "less ready for each trick it has won"),
    ("ruffs", 0.886, "a seat that may trump a card trumps it"),
    ("keen", 0.645, "as `ready`, for tricks to come"),
    ("ruff_gain", 0.286, "a trump gains by each plain suit I am short of"),
    ("chance", 0.95, "a card that would stand gets to a trick it can win"),
    ("crumb", -0.018, "a card that would fall wins all the same"),
    ("rounds", 0.479, "cards of a suit gone before my next best one is played"),
    ("steer", 0.099, "being a trick off still leads to the bid, with many tricks to play"),
    ("slack", 2.504, "tricks to play at which half of that is left"),
    ("grab", 1.0, "a trick is worth taking when my bid is lost"),
    ("spite", 0.5, "a shown bid spoiled, in bids of mine"),
    ("lift_bid", 0.0, "a doubtful card is worth more when bidding"),
    ("lift", 0.0, "and when playing"),
    ("bend", 0.265, "a doubtful card leans to what the bid wants"),
    ("lean_d", 1.084, "a diamond is so much likelier than a club to be laid"),
    ("lean_s", 0.691, "a spade is so much likelier than a club to be laid"),
    ("lean_h", 0.675, "a heart is so much likelier than a club to be laid"),
    ("near", 1.0, "tricks by which a bid may miss the mean of the cards kept"),
    ("drift", 0.625, "tricks won beyond that mean"),
    ("declare", 0.60, "odds that are worth a declaration"),
    ("reveal", 0.80, "odds that are worth a revelation"),
)  # fmt: skip
"""The rules of thumb as numbers: name, value, meaning."""

THUMB = np.dtype([(name, np.float64) for name, _, _ in NUMBERS])


# ---- which cards stand ----------------------------------------------------------------------------------------


def none_of(share, count):
    """The odds that a hand holds none of so many cards, each in it with these odds."""
    return (1.0 - share) ** count


def in_hand(view, seat):
    """Cards a seat has to play."""
    return hand_size(view.rules) - 3 - size(view.played[seat])


def share_out(view, share, t):
    """By seat and suit: the odds that an unseen card is in that hand, and not laid."""
    for suit in range(4):
        lean = t.lean_d if suit == 0 else t.lean_s if suit == 1 else t.lean_h if suit == 2 else 1.0
        places = 0.0
        for seat in range(hands(view.rules)):
            if seat != view.viewer:
                places += 0.0 if view.laid[seat] else 3.0 * lean
                places += in_hand(view, seat) * can_hold(view, seat, suit)
        for seat in range(hands(view.rules)):
            share[seat, suit] = in_hand(view, seat) * can_hold(view, seat, suit) / max(places, 1.0)


def can_hold(view, seat, suit):
    """Whether unseen cards of a suit may be in a hand: it is not open and no void is shown."""
    return seat != view.viewer and view.hand[seat] == 0 and not has(view.void[seat], suit)


def readiness(view, seat, base, t):
    """How ready a seat is to take a trick: by the bid it has shown, or by the tricks it has."""
    if view.laid[seat]:
        return 0.9 if bid_of(view.laid[seat]) > view.tricks[seat] else 0.1
    return min(1.0, max(0.0, base - t.sated * (view.tricks[seat] - 1)))


def falls_open(view, seat, card, led, ready):
    """As `falls`, for a hand that lies open."""
    follow = view.hand[seat] & SUIT_SET[led]
    legal = follow if follow else view.hand[seat]
    beating = legal & beaters(card, view.trump)
    if beating == legal:
        return 1.0
    return ready if beating else 0.0


def falls(view, seat, card, led, rest, gone, ready, share, t):
    """The odds that a seat beats this card, the best so far of a trick to which `led` was led.

    Of the unseen cards (`rest`) of the suit, `gone` are taken to be played by then.
    """
    if view.hand[seat]:
        return falls_open(view, seat, card, led, ready)
    follow, trump = share[seat, led], view.trump
    if suit_of(card) != led:
        void = none_of(follow, size(rest & SUIT_SET[led]))
        return void * (1.0 - none_of(share[seat, trump], size(rest & above(card)))) * t.ruffs
    no_higher = none_of(follow, size(rest & above(card)))
    no_lower = none_of(follow, max(0.0, size(rest & below(card)) - gone))
    beaten = (1.0 - no_higher) * (no_lower + (1.0 - no_lower) * ready)
    if trump == NO_TRUMP or trump == led:
        return beaten
    return beaten + no_higher * no_lower * (1.0 - none_of(share[seat, trump], size(rest & SUIT_SET[trump]))) * t.ruffs


def stands_later(view, card, hand, rest, share, t):
    """The odds that a card of mine wins a trick to come."""
    gone = t.rounds * size(hand & above(card))
    stands = 1.0
    for seat in range(hands(view.rules)):
        if seat != view.viewer:
            ready = readiness(view, seat, t.keen, t)
            stands *= 1.0 - falls(view, seat, card, suit_of(card), rest, gone, ready, share, t)
    return t.crumb + (t.chance - t.crumb) * stands


def stands_now(view, card, rest, share, t):
    """The odds that a legal card wins the trick in play."""
    led = suit_of(card)
    if view.turn != view.leader:
        led = led_suit(view)
        if not has(beaters(view.trick[view.winning], view.trump), card):
            return 0.0
    stands = 1.0
    for seat in range(hands(view.rules)):
        if seat != view.viewer and view.trick[seat] == NO_CARD:
            ready = readiness(view, seat, t.ready, t)
            stands *= 1.0 - falls(view, seat, card, led, rest, 0.0, ready, share, t)
    return stands


def appraise(view, hand, share, odds, t):
    """Write the odds of every card of a hand that it wins a trick to come."""
    rest = unseen(view)
    while hand:
        card = lowest(hand)
        hand &= hand - 1
        odds[card] = stands_later(view, card, hand, rest, share, t)


# ---- from cards to tricks -------------------------------------------------------------------------------------


def shortness(hand, trump):
    """How short of plain suits a hand is: one for a void, half for a single card."""
    short = 0.0
    for suit in range(4):
        if suit != trump:
            short += max(0.0, 1.0 - 0.5 * size(hand & SUIT_SET[suit]))
    return short


def spread(view, hand, odds, ways, wish, lift, t):
    """Write into `ways` the odds of winning 0, 1, 2 ... tricks with a hand."""
    trumps = SUIT_SET[view.trump] if view.trump != NO_TRUMP else 0
    gain = t.ruff_gain * shortness(hand, view.trump) if trumps & hand else 0.0
    ways[0] = 1.0
    n = 0
    while hand:
        card = lowest(hand)
        hand &= hand - 1
        p = odds[card]
        if has(trumps, card):
            p += (1.0 - p) * min(1.0, gain)
        p += (t.bend * wish + lift) * p * (1.0 - p)
        n += 1
        ways[n] = ways[n - 1] * p
        for k in range(n - 1, 0, -1):
            ways[k] += (ways[k - 1] - ways[k]) * p
        ways[0] *= 1.0 - p
    return n


def meets(ways, left, need, t):
    """The odds of ending with exactly the tricks needed; a plan that is off by some can still be steered there."""
    if need < 0 or need > left:
        return 0.0
    steer = t.steer * left / (left + t.slack)
    odds, weight = ways[need], 1.0
    for off in range(1, 3):
        weight *= steer
        if need - off >= 0:
            odds += weight * ways[need - off]
        if need + off <= left:
            odds += weight * ways[need + off]
    return odds


def sum_of(cards, odds):
    """The mean number of tricks of so many cards."""
    mean = 0.0
    while cards:
        mean += odds[lowest(cards)]
        cards &= cards - 1
    return mean


def promise(view, hand, need, odds, ways, t):
    """How well a hand still to be played fits the tricks it needs."""
    wish = min(1.0, max(-1.0, need - t.drift - sum_of(hand, odds)))
    left = spread(view, hand, odds, ways, wish, t.lift_bid, t)
    return meets(ways, left, need, t)


# ---- bids and premiums ----------------------------------------------------------------------------------------


def lay(view, share, odds, ways, t):
    """Plan the best bid that holds the cards already laid, and lay the first card of it."""
    hand, laid = view.hand[view.viewer], view.laid[view.viewer]
    appraise(view, hand, share, odds, t)
    total = sum_of(hand, odds)
    best, choice = -9.0, 0
    first, more = hand, 3 - size(laid)
    while first:
        one = first & -first
        first ^= one
        second = first if more > 1 else 1
        while second:
            two = second & -second if more > 1 else 0
            second &= second - 1
            third = second if more > 2 else 1
            while third:
                three = third & -third if more > 2 else 0
                third &= third - 1
                bid = one | two | three
                need = bid_of(laid | bid)
                off = abs(total - sum_of(bid, odds) + t.drift - need)
                # A bid that is far from what the cards promise needs no second look.
                odds_met = -off if off > t.near else promise(view, hand & ~bid, need, odds, ways, t)
                if odds_met > best:
                    best, choice = odds_met, one
    return lowest(choice)


def announce(view, legal, share, odds, ways, t):
    """Announce the highest premium the odds of the hand are worth."""
    hand, bid = view.hand[view.viewer], bid_of(view.laid[view.viewer])
    appraise(view, hand, share, odds, t)
    promised = promise(view, hand, bid, odds, ways, t)
    if promised >= t.reveal and has(legal, REVEAL):
        return REVEAL
    if promised >= t.declare and has(legal, DECLARE):
        return DECLARE
    return PASS


# ---- play -----------------------------------------------------------------------------------------------------


def expected(view, hand, odds, ways, t):
    """The mean number of tricks of a hand."""
    return sum_of(hand, odds)


def worth(view, card, hand, need, now, odds, ways, t):
    """What playing a card does for my bid, or for taking tricks when it is lost."""
    rest = hand ^ (1 << card)
    left = size(hand)
    if need < 0 or need > left:
        return t.grab * 0.01 * (now + expected(view, rest, odds, ways, t))
    wish = min(1.0, max(-1.0, need - now - sum_of(rest, odds)))
    spread(view, rest, odds, ways, wish, t.lift, t)
    return now * meets(ways, left - 1, need - 1, t) + (1.0 - now) * meets(ways, left - 1, need, t)


def play_card(view, legal, share, odds, ways, t):
    """Play the legal card that is worth most."""
    me = view.viewer
    hand, rest = view.hand[me], unseen(view)
    need = bid_of(view.laid[me]) - view.tricks[me]
    appraise(view, hand, share, odds, t)
    best, choice = -1e9, 0
    while legal:
        card = lowest(legal)
        legal &= legal - 1
        now = stands_now(view, card, rest, share, t)
        value = worth(view, card, hand, need, now, odds, ways, t)
        if value > best:
            best, choice = value, card
    return choice


def decide(view, legal, share, odds, ways, t):
    """One decision; a single legal action needs no thought."""
    if legal & (legal - 1) == 0:
        return lowest(legal)
    share_out(view, share, t)
    if view.phase == DISCARD:
        return lay(view, share, odds, ways, t)
    if view.phase == PLAY:
        return play_card(view, legal, share, odds, ways, t)
    return announce(view, legal, share, odds, ways, t)


def decide_all(views, legals, t, out):
    """One decision a row."""
    share, odds, ways = np.zeros((SEATS, 4)), np.zeros(53), np.zeros(16)
    for i in range(len(views)):
        out[i] = decide(views[i], legals[i], share, odds, ways, t)


compile_here(__name__)


def numbers(**changes: float) -> np.recarray:
    """The numbers of `NUMBERS` as one row, some of them changed."""
    row = np.zeros(1, THUMB).view(np.recarray)
    for name, value, _ in NUMBERS:
        row[name] = changes.pop(name, value)
    if changes:
        raise TypeError(f"{next(iter(changes))!r} is no number of thumb")
    return row


class ThumbTrick:
    """The rule-of-thumb player of the trick game."""

    name = "thumb"

    def __init__(self, **changes: float) -> None:
        self._numbers = numbers(**changes)

    def act(
        self, views: np.recarray, legal: npt.NDArray[np.int64], rng: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.int64]:
        """One action a row; nothing is left to chance."""
        out = np.empty(len(legal), np.int64)
        decide_all(views, legal, self._numbers[0], out)
        return out
