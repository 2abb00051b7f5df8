"""Parlett's trick game: the rules, once. Plain Python over one row per game, compiled by `jit`.

A row is made by `trick.new`. Only `deal`, `begin_deal`, `apply` and
`settle` change one; every other function reads. Numbers in brackets (A1.6)
are those of the rule sheet, `seeds/trick.md`.

    begin_deal -> lay three cards each -> premium auction -> nine tricks -> settle -> the next deal
    phase         DISCARD (SEAL)          AUCTION UPGRADE    PLAY          COUNT     NEXT or OVER
"""

import numpy as np

from ninetynine_env.cards import (
    HEARTS,
    NO_CARD,
    NO_TRUMP,
    PACK_36,
    PACK_52,
    SPADES,
    SUIT_SET,
    above,
    has,
    roll,
    size,
    subseed,
    suit_of,
)
from ninetynine_env.jit import compile_here
from ninetynine_env.trick.rules import EXTRA_DEAL, FIRST_DIAMONDS, RULES, SEALED, SINGLE_DEAL

SEATS = 4  # a row has room for four seats in every form
ACTIONS = 56  # 0..52 a card, then the three announcements
PASS, DECLARE, REVEAL = 53, 54, 55
DISCARD, SEAL, AUCTION, UPGRADE, PLAY, COUNT, NEXT, OVER = range(8)
FULL = -1  # the viewer of a row from which nothing is blanked
NOBODY = -1
UNSAID = -1  # not asked yet, or not known; then 0 pass, 1 declaration, 2 revelation

BONUS = (0, 30, 20, 10, 0)  # for each success, by the number of successes (scoring 2)
PREMIUM = (0, 30, 60)  # nothing, declaration, revelation (scoring 3)

_FIELDS = np.dtype(
    [
        ("rules", RULES),
        ("viewer", np.int64),  # FULL, or the seat this row was redacted for
        ("seed", np.int64),  # of the episode; secret
        ("deals", np.int64),  # deals begun in this episode
        ("totals", np.int64, (SEATS,)),  # points before the deal in play; public
        ("successes", np.int64),  # in the previous deal; -1 before the first
        ("winners", np.int64),  # set of seats, once the episode is over
        ("truncated", np.int64),  # 1: cut off at max_deals
        ("phase", np.int64),
        ("turn", np.int64),  # seat to act; NOBODY between deals
        ("moves", np.int64),  # decisions taken in this deal
        ("dealer", np.int64),
        ("trump", np.int64),  # suit, or NO_TRUMP
        ("turnup", np.int64),  # turned-up card, or NO_CARD; public
        ("dealt", np.int64, (SEATS,)),  # hands as dealt; each seat its own
        ("hand", np.int64, (SEATS,)),  # cards still in hand; each seat its own, all see a revealed one
        ("laid", np.int64, (SEATS,)),  # bid-cards; each seat its own, all see declared ones, all at the end
        ("said", np.int64, (SEATS,)),  # announcement; public, sealed ones once all are in
        ("premium", np.int64, (SEATS,)),  # the premium that stands, from the opening lead on; public
        ("leader", np.int64),  # leads, or led, the trick
        ("winning", np.int64),  # seat whose card wins the trick as it stands
        ("trick", np.int64, (SEATS,)),  # card on the table by seat, or NO_CARD; public
        ("played", np.int64, (SEATS,)),  # cards played to all tricks; public
        ("void", np.int64, (SEATS,)),  # set of suits a seat has shown not to have; public
        ("tricks", np.int64, (SEATS,)),  # won; public
        ("scores", np.int64, (SEATS,)),  # of the deal, once it is settled
    ]
)
GAME = np.dtype((np.record, _FIELDS))
"""One game. Every field is an int64, sets of cards and of seats are bits."""


# ---- before the deal ------------------------------------------------------------------------------------------

DEALER_DRAW, TRUMP_DRAW = 100, 101  # draws of a deal's seed; those below 53 deal the cards
MOVES = 64  # a deal has fewer decisions
PLAYER_DICE = 1 << 20  # subseeds of an episode's seed; those below are its deals


def pack(rules):
    """The cards in play: sixes and up for two or three players, all 52 for four (A1.1)."""
    return PACK_52 if rules.players == 4 else PACK_36


def hand_size(rules):
    """Cards dealt to a hand: twelve, with four players thirteen (A1.2)."""
    return 13 if rules.players == 4 else 12


def hands(rules):
    """Hands dealt: one a player, and the dummy's between two (A1.2, A3)."""
    return 3 if rules.players == 2 else rules.players


def left_of(g, seat):
    """The next seat clockwise."""
    return seat + 1 if seat + 1 < g.rules.players else 0


def next_dealer(g, seed):
    """The deal passes to the left; the first dealer of an episode is drawn (A1.3)."""
    return roll(seed, DEALER_DRAW, g.rules.players) if g.deals == 0 else left_of(g, g.dealer)


def next_trump(g, seed):
    """None or diamonds in a first deal, then the suit whose number is that of the successes.

    With four successes that number is NO_TRUMP's. A single deal draws from all five alike.
    """
    if g.rules.match == SINGLE_DEAL:
        return (roll(seed, TRUMP_DRAW, 5) + NO_TRUMP) % 5  # in the order none d s h c
    if g.deals == 0:
        return 0 if g.rules.first_deal_trump == FIRST_DIAMONDS else NO_TRUMP
    return g.successes


def deal_hands(g, seed):
    """Every card goes to one of the open places alike; a hand's share is the places it has left."""
    per_hand = hand_size(g.rules)
    left = hands(g.rules) * per_hand
    for seat in range(SEATS):
        g.dealt[seat] = 0
    for card in range(52):
        if has(pack(g.rules), card):
            place = roll(seed, card, left)
            left -= 1
            seat = end = 0
            for before in range(SEATS - 1):  # no branch on chance: a processor would guess wrong half the time
                end += per_hand - size(g.dealt[before])
                seat += place >= end
            g.dealt[seat] |= 1 << card


def begin_deal(g, dealer, trump):
    """Hands are dealt (`dealt` is set): everybody takes his up, the seat left of the dealer lays first."""
    g.dealer, g.trump, g.turnup = dealer, trump, NO_CARD
    g.deals += 1
    g.phase, g.moves = DISCARD, 0
    for seat in range(SEATS):
        g.hand[seat] = g.dealt[seat]
        g.laid[seat] = g.premium[seat] = g.played[seat] = g.void[seat] = g.tricks[seat] = g.scores[seat] = 0
        g.said[seat], g.trick[seat] = UNSAID, NO_CARD
    g.turn = g.leader = g.winning = left_of(g, dealer)


def deal(g, seed):
    """Deal the next deal of the episode: the seed of the deal fixes all that chance decides in it."""
    dealer, trump = next_dealer(g, seed), next_trump(g, seed)
    deal_hands(g, seed)
    begin_deal(g, dealer, trump)


def start(g, seed):
    """Begin an episode from its seed, and deal its first deal."""
    g.seed, g.viewer, g.deals, g.successes, g.winners, g.truncated = seed, FULL, 0, -1, 0, 0
    for seat in range(SEATS):
        g.totals[seat] = 0
    deal(g, subseed(seed, 0))


def deal_on(g):
    """Deal the next deal of the episode from the episode's seed and the deal's number."""
    deal(g, subseed(g.seed, g.deals))


# ---- bids and premiums ----------------------------------------------------------------------------------------


def bid_of(cards):
    """What bid-cards bid: diamond 0, spade 1, heart 2, club 3 (A1.4)."""
    return size(cards & SUIT_SET[SPADES]) + 2 * size(cards & SUIT_SET[HEARTS]) + 3 * size(cards & SUIT_SET[3])


def discard(g, card):
    """Lay a card face down; three of them are the bid (A1.4)."""
    seat = g.turn
    g.hand[seat] ^= 1 << card
    g.laid[seat] |= 1 << card
    if size(g.laid[seat]) == 3:
        if g.rules.premium_bids and g.rules.premium_protocol == SEALED:
            g.phase = SEAL
        else:
            end_bid(g)


def end_bid(g):
    """The next seat lays its cards; after the dealer's the auction opens, if there is one."""
    g.phase = DISCARD
    if g.turn != g.dealer:
        g.turn = left_of(g, g.turn)
    elif g.rules.premium_bids and g.rules.premium_protocol != SEALED:
        g.phase = AUCTION
        g.turn = left_of(g, g.dealer)
    else:
        open_play(g)


def seal(g, said):
    """A sealed announcement is handed in with the bid."""
    g.said[g.turn] = said
    end_bid(g)


def bidder(g):
    """The highest announcement stands; of two alike the one nearer the dealer's left. NOBODY if all passed."""
    best, seat = NOBODY, left_of(g, g.dealer)
    for _ in range(g.rules.players):
        if g.said[seat] > 0 and (best == NOBODY or g.said[seat] > g.said[best]):
            best = seat
        seat = left_of(g, seat)
    return best


def announce(g, said):
    """One round from the dealer's left. A revelation ends it, but the declarer in front may go up to it."""
    holder = bidder(g)
    g.said[g.turn] = said
    if said == 2 and holder != NOBODY:
        g.phase = UPGRADE
        g.turn = holder
    elif said == 2 or g.turn == g.dealer:
        open_play(g)
    else:
        g.turn = left_of(g, g.turn)


def upgrade(g, said):
    """The declarer reveals as well and, sitting in front, keeps the premium; or yields it."""
    if said == 2:
        g.said[g.turn] = 2
    open_play(g)


def open_play(g):
    """The premium that stands is exposed, and the player left of the dealer leads (A1.5)."""
    best = bidder(g)
    if best != NOBODY:
        g.premium[best] = g.said[best]
    g.phase = PLAY
    g.turn = g.leader


# ---- tricks ---------------------------------------------------------------------------------------------------


def led_suit(g):
    """The suit led to the trick in play, which must have a card."""
    return suit_of(g.trick[g.leader])


def beaters(card, trump):
    """The cards that beat this one when it wins a trick: higher of its suit, and trumps if it is none (A1.6)."""
    if trump == NO_TRUMP or suit_of(card) == trump:
        return above(card)
    return above(card) | SUIT_SET[trump]


def play(g, card):
    """Each plays one card in turn; who cannot follow shows a void (A1.6)."""
    seat = g.turn
    g.hand[seat] ^= 1 << card
    g.played[seat] |= 1 << card
    g.trick[seat] = card
    if suit_of(card) != led_suit(g):
        g.void[seat] |= 1 << led_suit(g)
    if has(beaters(g.trick[g.winning], g.trump), card):
        g.winning = seat
    g.turn = left_of(g, seat)
    if g.turn == g.leader:
        take_trick(g)


def take_trick(g):
    """The winner of a trick leads the next; after the last trick the deal is to be counted (A1.6)."""
    winner = g.winning
    g.tricks[winner] += 1
    for seat in range(SEATS):
        g.trick[seat] = NO_CARD
    g.leader = g.turn = winner
    if g.hand[winner] == 0:
        g.phase = COUNT
        g.turn = NOBODY


# ---- the two verbs that know the phases -----------------------------------------------------------------------

ANNOUNCEMENTS = 1 << PASS | 1 << DECLARE | 1 << REVEAL


def followers(g):
    """Follow the suit led if able, otherwise any card; the leader plays any (A1.6)."""
    hand = g.hand[g.turn]
    if g.turn == g.leader:
        return hand
    follow = hand & SUIT_SET[led_suit(g)]
    return follow if follow else hand


def legal(g):
    """The legal actions of the seat to act, as a set: bit a for action a."""
    if g.phase == PLAY:
        return followers(g)
    if g.phase == DISCARD:
        return g.hand[g.turn]
    if g.phase == SEAL or (g.phase == AUCTION and bidder(g) == NOBODY):
        return ANNOUNCEMENTS
    if g.phase in (AUCTION, UPGRADE):
        return 1 << PASS | 1 << REVEAL
    return 0


def apply(g, action):
    """Take a legal action for the seat to act."""
    if g.phase == PLAY:
        play(g, action)
    elif g.phase == DISCARD:
        discard(g, action)
    elif g.phase == SEAL:
        seal(g, action - PASS)
    elif g.phase == AUCTION:
        announce(g, action - PASS)
    else:
        upgrade(g, action - PASS)
    g.moves += 1


# ---- scores ---------------------------------------------------------------------------------------------------


def succeeded(g, seat):
    """A player succeeds who won exactly as many tricks as he bid (A1.7)."""
    return g.tricks[seat] == bid_of(g.laid[seat])


def score(g):
    """A point a trick, the bonus by the number of successes, the premium; nothing is subtracted (scoring 1-3)."""
    players = g.rules.players
    g.successes = 0
    for seat in range(players):
        g.successes += succeeded(g, seat)
    for seat in range(players):
        g.scores[seat] = g.tricks[seat] + BONUS[g.successes] * succeeded(g, seat)
    for seat in range(players):
        value = PREMIUM[g.premium[seat]]
        for other in range(players):
            # The bidder's if he made it, otherwise in full to every opponent.
            if (other == seat) == succeeded(g, seat):
                g.scores[other] += value


def leaders(g):
    """The seats with the most points, as a set."""
    most, best = -1, 0
    for seat in range(g.rules.players):
        if g.totals[seat] > most:
            most, best = g.totals[seat], 0
        if g.totals[seat] == most:
            best |= 1 << seat
    return best


def finished(g):
    """A single deal is over; a game to a target when somebody has it, unless a tie on top is played off (A4)."""
    if g.rules.match == SINGLE_DEAL:
        return True
    reached = False
    for seat in range(g.rules.players):
        reached |= g.totals[seat] >= g.rules.target
    return reached and not (g.rules.tie == EXTRA_DEAL and size(leaders(g)) > 1)


def settle(g):
    """Count a deal that is played out: scores, totals, and whether the episode is over."""
    score(g)
    for seat in range(g.rules.players):
        g.totals[seat] += g.scores[seat]
    g.phase = NEXT
    if finished(g):
        g.phase = OVER
        g.winners = leaders(g)
    elif g.deals >= g.rules.max_deals:
        g.phase = OVER
        g.truncated = 1


compile_here(__name__)
