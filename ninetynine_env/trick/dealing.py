"""What comes before the bids: who deals, what is trump, who holds which cards. Numbers are those of `seeds/trick.md`.

The seed of a deal fixes all that chance decides in it; a draw of the seed has one purpose.
"""

from ninetynine_env.cards import JOKER, NO_CARD, NO_TRUMP, PACK_36, PACK_52, has, nth, roll, size, subseed, suit_of
from ninetynine_env.jit import compile_here
from ninetynine_env.trick.row import DISCARD, DUMMY, FULL, SEATS, UNSAID
from ninetynine_env.trick.rules import (
    BALANCED_20,
    FIRST_DIAMONDS,
    SINGLE_DEAL,
    STOCK,
    STOCK_16,
    STOCK_20,
    SUCCESSES,
)

DEALER_DRAW, TRUMP_DRAW, DUMMY_DRAW = 100, 101, 102  # draws of a deal's seed; those below 53 deal the cards
MOVES = 64  # a deal has fewer decisions
PLAYER_DICE = 1 << 20  # subseeds of an episode's seed; those below are its deals

NINE = 7  # the rank whose turning up makes no trump (A5)


def pack(rules):
    """The cards in play: sixes and up for two or three players, all 52 for four (A1.1)."""
    return PACK_52 if rules.players == 4 else PACK_36


def hand_size(rules):
    """Cards dealt to a hand: twelve, with four players thirteen (A1.2)."""
    return 13 if rules.players == 4 else 12


def hands(rules):
    """Hands dealt: one a player, and the dummy's between two (A1.2, A3)."""
    return 3 if rules.players == 2 else rules.players


def is_dummy(rules, seat):
    """Whether a seat is the dummy's (A3)."""
    return seat == DUMMY and rules.players == 2


def left_of(g, seat):
    """The next seat clockwise."""
    return seat + 1 if seat + 1 < g.rules.players else 0


def next_dealer(g, seed):
    """The deal passes to the left (A1.3), and so does the first deal of a game (A4); the very first dealer is drawn."""
    if g.deals == 0:
        return roll(seed, DEALER_DRAW, g.rules.players)
    return left_of(g, g.opener if g.deals == g.game_began else g.dealer)


# ---- the trump --------------------------------------------------------------------------------------------------


def next_trump(g, seed):
    """None or diamonds in the first deal of a game, then the suit whose number is that of the successes (A1).

    With four successes that number is NO_TRUMP's. A single deal draws from all five alike.
    """
    if g.rules.match == SINGLE_DEAL:
        return (roll(seed, TRUMP_DRAW, 5) + NO_TRUMP) % 5  # in the order none d s h c
    if g.deals == g.game_began:
        return 0 if g.rules.first_deal_trump == FIRST_DIAMONDS else NO_TRUMP
    return g.successes


def turn_ups(g):
    """The cards of which one makes the trump: the pack and the joker (A5), what is left of the stock (A6), or none."""
    if g.rules.trump_mode == SUCCESSES:
        return 0
    return g.stock if g.rules.trump_mode == STOCK else pack(g.rules) | 1 << JOKER


def turn_up(g, seed):
    """The card that makes the trump, or NO_CARD."""
    cards = turn_ups(g)
    return nth(cards, roll(seed, TRUMP_DRAW, size(cards))) if cards else NO_CARD


def trump_of(card):
    """The trump that a card makes when it is turned up: its suit, but none if it is a nine or the joker (A5)."""
    return NO_TRUMP if card == JOKER or card % 13 == NINE else suit_of(card)


def fill_stock(g):
    """The stock is shuffled before the first deal, and again when it is empty (A6)."""
    if g.deals == 0 or g.stock == 0:
        g.stock = STOCK_20 if g.rules.oxford_stock == BALANCED_20 else STOCK_16


# ---- the cards --------------------------------------------------------------------------------------------------


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


def bid_for_dummy(g, seed):
    """Three cards of the dummy's hand at random: its bid; none where there is no dummy (A3)."""
    bid = 0
    if g.rules.players == 2:
        for k in range(3):
            rest = g.dealt[DUMMY] & ~bid
            bid |= 1 << nth(rest, roll(seed, DUMMY_DRAW + k, size(rest)))
    return bid


def begin_deal(g, dealer, trump, turnup, dummy_bid):
    """Hands are dealt (`dealt` is set): everybody takes his up, the seat left of the dealer lays first."""
    if g.deals == g.game_began:
        g.opener = dealer
    if turnup != NO_CARD:
        g.stock &= ~(1 << turnup)  # nothing where there is no stock
    g.dealer, g.trump, g.turnup = dealer, trump, turnup
    g.deals += 1
    g.phase, g.moves = DISCARD, 0
    for seat in range(SEATS):
        g.hand[seat] = g.dealt[seat]
        g.laid[seat] = g.premium[seat] = g.played[seat] = g.void[seat] = g.tricks[seat] = g.scores[seat] = 0
        g.said[seat], g.trick[seat] = UNSAID, NO_CARD
    g.hand[DUMMY] &= ~dummy_bid
    g.laid[DUMMY] = dummy_bid
    g.turn = g.plays = g.leader = g.winning = g.controller = left_of(g, dealer)


def deal(g, seed):
    """Deal the next deal of the episode: the seed of the deal fixes all that chance decides in it."""
    fill_stock(g)
    turnup = turn_up(g, seed)
    trump = next_trump(g, seed) if turnup == NO_CARD else trump_of(turnup)
    deal_hands(g, seed)
    begin_deal(g, next_dealer(g, seed), trump, turnup, bid_for_dummy(g, seed))


def start(g, seed):
    """Begin an episode from its seed, and deal its first deal."""
    g.seed, g.viewer, g.deals, g.successes, g.winners, g.truncated = seed, FULL, 0, -1, 0, 0
    g.games, g.game_began = 1, 0
    for seat in range(SEATS):
        g.totals[seat] = g.before[seat] = g.bonus[seat] = g.games_won[seat] = g.bonuses[seat] = 0
    deal(g, subseed(seed, 0))


def deal_on(g):
    """Deal the next deal of the episode from the episode's seed and the deal's number."""
    deal(g, subseed(g.seed, g.deals))


compile_here(__name__)
