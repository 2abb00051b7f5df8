"""The bot `odds` in the trick game: it reckons with the odds of every card, without search or memory.

It asks one question everywhere: which cards stand, that is, win the trick they are
played to? From the odds of each card follow the odds of every number of tricks, and

    bidding    the three cards are laid that leave nine whose odds fit what the three bid
    playing    the card is played that leaves the best odds of meeting the bid exactly
    premiums   are announced when those odds are high
    lost bids  are played on to spoil the others

Numbers that were tuned stand in `NUMBERS`, each with its meaning.
"""

import numpy as np
import numpy.typing as npt

from ninetynine_env.bots.dummy import play_dummy
from ninetynine_env.cards import NO_CARD, NO_TRUMP, above, below, has, lowest, size, suit_of, suit_set
from ninetynine_env.jit import compile_here
from ninetynine_env.trick.dealing import hand_size, hands
from ninetynine_env.trick.kernel import as_action, as_cards, beaters, bid_of, from_dummy, led_suit
from ninetynine_env.trick.knowledge import unseen
from ninetynine_env.trick.row import DECLARE, DISCARD, PASS, PLAY, REVEAL, SEATS

NUMBERS = (
    ("ready", 0.717, "a seat that may beat a card or not beats it"),
    ("growing", 0.26, "so much readier for each trick it has won beyond the first"),
    ("hungry", 0.9, "the same of a seat that has shown its bid and wants more tricks"),
    ("filled", 0.1, "the same of one that wants no more"),
    ("keen", 0.645, "as `ready`, for tricks to come"),
    ("ruff_gain", 0.31, "a trump gains by each plain suit I am short of"),
    ("cover", 0.055, "a card that falls takes so much of a trick from the others: one can duck under it"),
    ("rounds", 0.26, "cards of a suit gone before my next best one is played"),
    ("steer", 0.2, "being a trick off still leads to the bid, with many tricks to play"),
    ("slack", 2.2, "tricks to play at which half of that is left"),
    ("grab", 0.02, "what a trick is worth when my bid is lost, in bids of mine"),
    ("spite", 0.1, "what a trick is worth that spoils a bid shown to me"),
    ("pivot", 0.1, "a share of the tricks left: who wants more is kept from them, who wants less gets them"),
    ("near", 1.0, "a bid further from the mean of the cards kept than this is not looked at"),
    ("drift", 0.58, "tricks that nine cards win beyond the sum of their odds"),
    ("declare", 0.62, "odds that are worth a declaration"),
    ("reveal", 0.7, "odds that are worth a revelation"),
)  # fmt: skip
"""What was tuned: name, value, meaning."""

MIND = np.dtype(
    [(name, np.float64) for name, _, _ in NUMBERS]
    + [
        ("unseen", np.int64),  # the cards whose place is not known
        ("share", np.float64, (SEATS, 4)),  # the odds by seat and suit that such a card is in that hand
        ("odds", np.float64, (53,)),  # of each card of mine to win a trick to come
        ("ways", np.float64, (16,)),  # the odds of winning so many tricks with a hand
    ]
)
"""What goes through its mind: the numbers, and what it notes anew at each decision."""


# ---- which cards stand ----------------------------------------------------------------------------------------


def none_of(share, count):
    """The odds that a hand holds none of so many cards, each in it with these odds."""
    return (1.0 - share) ** count


def in_hand(view, seat):
    """Cards a seat has to play."""
    return hand_size(view.rules) - 3 - size(view.played[seat])


def look_round(view, mind):
    """Note the unseen cards and, by seat and suit, the odds that one of them is in that hand and not laid."""
    mind.unseen = unseen(view)
    for suit in range(4):
        places = 0
        for seat in range(hands(view.rules)):
            if seat != view.viewer:
                places += 0 if view.laid[seat] else 3
                places += in_hand(view, seat) * can_hold(view, seat, suit)
        for seat in range(hands(view.rules)):
            mind.share[seat, suit] = in_hand(view, seat) * can_hold(view, seat, suit) / max(places, 1)


def can_hold(view, seat, suit):
    """Whether unseen cards of a suit may be in a hand: it is not open and no void is shown."""
    return seat != view.viewer and view.hand[seat] == 0 and not has(view.void[seat], suit)


def readiness(view, seat, base, mind):
    """How ready a seat is to take a trick: by the bid it has shown, or by the tricks it has."""
    if view.laid[seat]:
        return mind.hungry if bid_of(view.laid[seat]) > view.tricks[seat] else mind.filled
    return min(1.0, max(0.0, base + mind.growing * (view.tricks[seat] - 1)))


def falls_open(view, seat, card, led, ready):
    """As `falls`, for a hand that lies open."""
    follow = view.hand[seat] & suit_set(led)
    legal = follow if follow else view.hand[seat]
    beating = legal & beaters(card, view.trump)
    if beating == legal:
        return 1.0
    return ready if beating else 0.0


def falls(view, seat, card, led, gone, ready, mind):
    """The odds that a seat beats this card, the best so far of a trick to which `led` was led.

    Of the unseen cards of the suit, `gone` are taken to be played by then.
    """
    if view.hand[seat]:
        return falls_open(view, seat, card, led, ready)
    follow, trump = mind.share[seat, led], view.trump
    if suit_of(card) != led:
        void = none_of(follow, size(mind.unseen & suit_set(led)))
        return void * (1.0 - none_of(mind.share[seat, trump], size(mind.unseen & above(card))))
    no_higher = none_of(follow, size(mind.unseen & above(card)))
    no_lower = none_of(follow, max(0.0, size(mind.unseen & below(card)) - gone))
    beaten = (1.0 - no_higher) * (no_lower + (1.0 - no_lower) * ready)
    if trump in (NO_TRUMP, led):
        return beaten
    return beaten + no_higher * no_lower * (1.0 - none_of(mind.share[seat, trump], size(mind.unseen & suit_set(trump))))


def stands_later(view, card, hand, mind):
    """The odds that a card of mine wins a trick to come."""
    gone = mind.rounds * size(hand & above(card))
    stands = 1.0
    for seat in range(hands(view.rules)):
        if seat != view.viewer:
            ready = readiness(view, seat, mind.keen, mind)
            stands *= 1.0 - falls(view, seat, card, suit_of(card), gone, ready, mind)
    return stands - mind.cover * (1.0 - stands)


def stands_now(view, card, mind):
    """The odds that a legal card wins the trick in play."""
    led = suit_of(card)
    if view.turn != view.leader:
        led = led_suit(view)
        if not has(beaters(view.trick[view.winning], view.trump), card):
            return 0.0
    stands = 1.0
    for seat in range(hands(view.rules)):
        if seat != view.viewer and view.trick[seat] == NO_CARD:
            ready = readiness(view, seat, mind.ready, mind)
            stands *= 1.0 - falls(view, seat, card, led, 0.0, ready, mind)
    return stands


def appraise(view, hand, mind):
    """Write the odds of every card of a hand that it wins a trick to come."""
    while hand:
        card = lowest(hand)
        hand &= hand - 1
        mind.odds[card] = stands_later(view, card, hand, mind)


# ---- from cards to tricks -------------------------------------------------------------------------------------


def shortness(hand, trump):
    """How short of plain suits a hand is: one for a void, half for a single card."""
    short = 0.0
    for suit in range(4):
        if suit != trump:
            short += max(0.0, 1.0 - 0.5 * size(hand & suit_set(suit)))
    return short


def spread(view, hand, mind):
    """Write into `ways` the odds of winning 0, 1, 2 ... tricks with a hand."""
    trumps = suit_set(view.trump) if view.trump != NO_TRUMP else 0
    gain = mind.ruff_gain * shortness(hand, view.trump) if trumps & hand else 0.0
    mind.ways[0] = 1.0
    n = 0
    while hand:
        card = lowest(hand)
        hand &= hand - 1
        p = mind.odds[card]
        if has(trumps, card):
            p += (1.0 - p) * min(1.0, gain)
        n += 1
        mind.ways[n] = mind.ways[n - 1] * p
        for k in range(n - 1, 0, -1):
            mind.ways[k] += (mind.ways[k - 1] - mind.ways[k]) * p
        mind.ways[0] *= 1.0 - p
    return n


def meets(left, need, mind):
    """The odds of ending with exactly the tricks needed; a plan that is off by some can still be steered there."""
    if need < 0 or need > left:
        return 0.0
    steer = mind.steer * left / (left + mind.slack)
    odds, weight = mind.ways[need], 1.0
    for off in range(1, 3):
        weight *= steer
        if need - off >= 0:
            odds += weight * mind.ways[need - off]
        if need + off <= left:
            odds += weight * mind.ways[need + off]
    return odds


def sum_of(cards, mind):
    """The mean number of tricks of so many cards."""
    mean = 0.0
    while cards:
        mean += mind.odds[lowest(cards)]
        cards &= cards - 1
    return mean


def promise(view, hand, need, mind):
    """How well a hand still to be played fits the tricks it needs."""
    left = spread(view, hand, mind)
    return meets(left, need, mind)


# ---- bids and premiums ----------------------------------------------------------------------------------------


def fit(view, whole, bid, total, mind):
    """How well nine cards fit the bid of the other three; `total` is the sum of the odds of the whole hand."""
    need = bid_of(bid)
    off = abs(total - sum_of(bid, mind) + mind.drift - need)
    # Many of the 220 bids are far from what the cards promise: no second look.
    return -off if off > mind.near else promise(view, whole & ~bid, need, mind)


def lay(view, mind):
    """Lay a card of the best bid; the three decisions of a bid go through the same 220 and agree."""
    laid = view.laid[view.viewer]
    whole = view.hand[view.viewer] | laid
    appraise(view, whole, mind)
    total, best, choice = sum_of(whole, mind), -99.0, 0
    first = whole
    while first:
        one = first & -first
        first ^= one
        second = first
        while second:
            two = second & -second
            second ^= two
            third = second
            while third:
                bid = one | two | (third & -third)
                third &= third - 1
                if laid & ~bid == 0:
                    fits = fit(view, whole, bid, total, mind)
                    if fits > best:
                        best, choice = fits, bid
    return lowest(choice & ~laid)


def announce(view, legal, mind):
    """Announce the highest premium the odds of the hand are worth."""
    hand, bid = view.hand[view.viewer], bid_of(view.laid[view.viewer])
    appraise(view, hand, mind)
    promised = promise(view, hand, bid, mind)
    if promised >= mind.reveal and has(legal, REVEAL):
        return REVEAL
    if promised >= mind.declare and has(legal, DECLARE):
        return DECLARE
    return PASS


# ---- play -----------------------------------------------------------------------------------------------------


def worth(view, card, hand, need, now, mind):
    """What playing a card does for my bid, or for the sum of my tricks when it is lost."""
    rest, left = hand ^ (1 << card), size(hand)
    if need < 0 or need > left:
        return mind.grab * (now + sum_of(rest, mind))
    spread(view, rest, mind)
    return now * meets(left - 1, need - 1, mind) + (1.0 - now) * meets(left - 1, need, mind)


def takes(view, seat, card, now, mind):
    """The odds that a seat wins the trick in play when I play this card."""
    led = suit_of(card) if view.turn == view.leader else led_suit(view)
    best = card if now > 0.0 else view.trick[view.winning]
    if view.trick[seat] == NO_CARD:
        return falls(view, seat, best, led, 0.0, readiness(view, seat, mind.ready, mind), mind)
    return 1.0 if now == 0.0 and view.winning == seat else 0.0


def spoils(view, card, now, mind):
    """How well a card spoils the bids that others have shown and can still make."""
    left, good = size(view.hand[view.viewer]), 0.0
    for seat in range(hands(view.rules)):
        need = bid_of(view.laid[seat]) - view.tricks[seat]
        if seat != view.viewer and view.laid[seat] and 0 <= need <= left:
            # Nothing is as bad for him as a trick too many, or one too few when he needs them all.
            push = 1.0 if need == 0 else -1.0 if need == left else mind.pivot - need / left
            good += push * takes(view, seat, card, now, mind)
    return good


def play_card(view, legal, mind):
    """Play the legal card that is worth most."""
    me = view.viewer
    hand = view.hand[me]
    need = bid_of(view.laid[me]) - view.tricks[me]
    if from_dummy(view):
        return play_dummy(view, legal, need)
    appraise(view, hand, mind)
    best, choice = -1e9, 0
    while legal:
        card = lowest(legal)
        legal &= legal - 1
        now = stands_now(view, card, mind)
        value = worth(view, card, hand, need, now, mind) + mind.spite * spoils(view, card, now, mind)
        if value > best:
            best, choice = value, card
    return choice


def decide(view, legal, mind):
    """One decision; a single legal action needs no thought."""
    if legal & (legal - 1) == 0:
        return lowest(legal)
    look_round(view, mind)
    if view.phase == DISCARD:
        return as_action(view, lay(view, mind))
    if view.phase == PLAY:
        return as_action(view, play_card(view, as_cards(view.turnup, legal), mind))
    return announce(view, legal, mind)


def decide_all(views, legals, mind, out):
    """One decision a row."""
    for i in range(len(views)):
        out[i] = decide(views[i], legals[i], mind)


compile_here(__name__)


class Odds:
    """A player of the trick game that reckons with the odds of every card.

    Numbers of `NUMBERS` can be changed by name.
    """

    name = "odds"

    def __init__(self, **changes: float) -> None:
        known = {name: value for name, value, _ in NUMBERS}
        for name in changes:
            if name not in known:
                raise TypeError(f"{name!r} is no number of odds: they are {', '.join(known)}")
        self._mind = np.zeros(1, MIND).view(np.recarray)
        for name, value in {**known, **changes}.items():
            self._mind[name] = value

    def act(
        self, views: np.recarray, legal: npt.NDArray[np.int64], rng: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.int64]:
        """One action a row; nothing is left to chance."""
        out = np.empty(len(legal), np.int64)
        # A mind of its own for each call: calls may run at the same time.
        decide_all(views, legal, self._mind.copy()[0], out)
        return out
