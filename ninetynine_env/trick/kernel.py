"""Parlett's trick game: bids, premiums and tricks. Plain Python over one row per game, compiled by `jit`.

A row is made by `trick.new`. Only `begin_deal` and what leads to it (`dealing`), `apply` and
`settle` (`scoring`) change one; every other function reads. Numbers in brackets (A1.6)
are those of the rule sheet, `seeds/trick.md`.

    begin_deal -> lay three cards each -> premium auction -> nine tricks -> settle -> the next deal
    phase         DISCARD (SEAL)          AUCTION UPGRADE    PLAY          COUNT     NEXT or OVER
"""

from ninetynine_env.cards import HEARTS, JOKER, NO_CARD, NO_TRUMP, SPADES, above, has, lowest, size, suit_of, suit_set
from ninetynine_env.jit import compile_here
from ninetynine_env.trick.dealing import is_dummy, left_of
from ninetynine_env.trick.row import (
    AUCTION,
    COUNT,
    DECLARE,
    DISCARD,
    DUMMY,
    NOBODY,
    PASS,
    PLAY,
    REVEAL,
    SEAL,
    SEATS,
    UPGRADE,
)
from ninetynine_env.trick.rules import SEALED

# ---- bids and premiums ----------------------------------------------------------------------------------------


def bid_of(cards):
    """What bid-cards bid: diamond 0, spade 1, heart 2, club 3 (A1.4)."""
    return size(cards & suit_set(SPADES)) + 2 * size(cards & suit_set(HEARTS)) + 3 * size(cards & suit_set(3))


def is_sealed(rules):
    """Whether premium bids are handed in secretly with the bid-cards."""
    protocol = rules.two_player_declare if rules.players == 2 else rules.premium_protocol
    return rules.premium_bids == 1 and protocol == SEALED


def discard(g, card):
    """Lay a card face down; three of them are the bid (A1.4)."""
    seat = g.turn
    g.hand[seat] ^= 1 << card
    g.laid[seat] |= 1 << card
    if size(g.laid[seat]) == 3:
        if is_sealed(g.rules):
            g.phase = SEAL
        else:
            end_bid(g)


def end_bid(g):
    """The next seat lays its cards; after the dealer's the auction opens, if there is one."""
    g.phase = DISCARD
    if g.turn != g.dealer:
        g.turn = left_of(g, g.turn)
    elif g.rules.premium_bids and not is_sealed(g.rules):
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
    """The premium that stands is exposed, and the player left of the dealer leads (A1.5).

    Of two players both may have declared, each for himself (A3).
    """
    best = bidder(g)
    for seat in range(g.rules.players):
        if g.said[seat] > 0 and (seat == best or g.rules.players == 2):
            g.premium[seat] = g.said[seat]
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
    return above(card) | suit_set(trump)


def after(g, seat):
    """The seat that plays after this one; the leader again when the trick is complete.

    The dummy plays last, or first when it has the lead: then its controller plays last from his own hand (A3).
    """
    if g.rules.players != 2:
        return left_of(g, seat)
    other = 1 - g.controller
    if seat == g.leader:
        return other
    if seat == other:
        return g.controller if g.leader == DUMMY else DUMMY
    return g.leader


def from_dummy(g):
    """Whether the next card is the dummy's: its controller is to act."""
    return is_dummy(g.rules, g.plays)


def play(g, card):
    """Each plays one card in turn; who cannot follow shows a void (A1.6)."""
    seat = g.plays
    g.hand[seat] ^= 1 << card
    g.played[seat] |= 1 << card
    g.trick[seat] = card
    if suit_of(card) != led_suit(g):
        g.void[seat] |= 1 << led_suit(g)
    if has(beaters(g.trick[g.winning], g.trump), card):
        g.winning = seat
    g.plays = after(g, seat)
    if g.plays == g.leader:
        take_trick(g)
    g.turn = g.controller if from_dummy(g) else g.plays


def take_trick(g):
    """The winner of a trick leads the next; after the last trick the deal is to be counted (A1.6)."""
    winner = g.winning
    g.tricks[winner] += 1
    for seat in range(SEATS):
        g.trick[seat] = NO_CARD
    g.leader = g.plays = winner
    if winner != DUMMY:
        g.controller = winner
    if g.hand[winner] == 0:
        g.phase = COUNT
        g.plays = NOBODY


# ---- the two verbs that know the phases -----------------------------------------------------------------------

ANNOUNCEMENTS = 1 << PASS | 1 << DECLARE | 1 << REVEAL


def followers(g):
    """Follow the suit led if able, otherwise any card; the leader plays any (A1.6)."""
    hand = g.hand[g.plays]
    if g.plays == g.leader:
        return hand
    follow = hand & suit_set(led_suit(g))
    return follow if follow else hand


def with_joker(g, cards):
    """A set of cards in which the joker, if it is there, stands as itself and not as the card it counts as (A5)."""
    if g.rules.joker and g.turnup != JOKER and has(cards, g.turnup):
        return cards ^ (1 << g.turnup) ^ (1 << JOKER)
    return cards


def as_cards(turnup, actions):
    """The cards that actions play: the inverse of `with_joker`."""
    if has(actions, JOKER):
        return actions ^ (1 << JOKER) | 1 << turnup
    return actions


def as_action(g, card):
    """The action that plays a card of the row."""
    return lowest(with_joker(g, 1 << card))


def counts_as(g, card):
    """The card that a card counts as: for the joker the turned-up one, for any other itself (A5)."""
    return g.turnup if card == JOKER else card


def may_say(g):
    """What may be announced now; two players may only declare (A3)."""
    if g.rules.players == 2:
        return 1 << PASS | 1 << DECLARE
    if g.phase == SEAL or (g.phase == AUCTION and bidder(g) == NOBODY):
        return ANNOUNCEMENTS
    return 1 << PASS | 1 << REVEAL


def legal(g):
    """The legal actions of the seat to act, as a set: bit a for action a."""
    if g.phase == PLAY:
        return with_joker(g, followers(g))
    if g.phase == DISCARD:
        return with_joker(g, g.hand[g.turn])
    return may_say(g) if g.phase < PLAY else 0


def apply(g, action):
    """Take a legal action for the seat to act."""
    if g.phase == PLAY:
        play(g, counts_as(g, action))
    elif g.phase == DISCARD:
        discard(g, counts_as(g, action))
    elif g.phase == SEAL:
        seal(g, action - PASS)
    elif g.phase == AUCTION:
        announce(g, action - PASS)
    else:
        upgrade(g, action - PASS)
    g.moves += 1


compile_here(__name__)
