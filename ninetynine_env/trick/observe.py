"""What a seat observes: a careful player's memory of the deal, written from a redacted row.

The fields are those of `LAYOUT`, which serves every form of the game.
"""

from ninetynine_env.cards import JOKER, NO_CARD, above, below, has, highest, lowest, size, suit_set
from ninetynine_env.jit import compile_here
from ninetynine_env.trick.dealing import hand_size
from ninetynine_env.trick.kernel import beaters, bid_of, followers, led_suit
from ninetynine_env.trick.knowledge import unseen
from ninetynine_env.trick.row import DUMMY, NOBODY, PLAY, SEATS
from ninetynine_env.trick.rules import SINGLE_DEAL, STOCK
from ninetynine_env.trick.scoring import deals_left, game_points, goal, has_games, meets


def relative(view, seat):
    """How far a seat sits to the observer's left; the dummy keeps its place behind the players."""
    players = view.rules.players
    if seat == NOBODY:
        return SEATS
    if seat >= players:
        return seat
    return seat - view.viewer if seat >= view.viewer else seat - view.viewer + players  # a division is ten times slower


def seat_bit(view, seat):
    """The bit of a seat, counted from the observer; nothing for NOBODY."""
    return (1 << relative(view, seat)) & 0b1111


def up_to(n):
    """A thermometer: bit i for more than i."""
    return (1 << n) - 1 if n > 0 else 0


def write_cards(view, out):
    """The cards I hold, have laid, have seen played; those I have not seen; those shown to me."""
    me = view.viewer
    out.hand, out.laid = view.hand[me], view.laid[me]
    out.unseen = unseen(view)
    out.trick = out.shown_hand = out.shown_bid = 0
    out.turnup = 0 if view.turnup == NO_CARD else 1 << view.turnup
    for seat in range(SEATS):
        out.played[relative(view, seat)] = view.played[seat]
        if view.trick[seat] != NO_CARD:
            out.trick |= 1 << view.trick[seat]
        if seat != me:
            out.shown_hand |= view.hand[seat]  # whatever of it is not blanked
            if view.premium[seat] > 0:
                out.shown_bid |= view.laid[seat]


def write_glance(view, out):
    """What a player sees at a glance: which cards win now, which always will, which never can."""
    hand, elsewhere = out.hand, out.unseen | out.shown_hand
    out.top = out.takers = out.masters = out.losers = 0
    if out.trick:
        best = view.trick[view.winning]
        out.top = 1 << best
        if view.turn == view.viewer:
            out.takers = followers(view) & beaters(best, view.trump)
    for suit in range(4):
        rivals, mine = elsewhere & suit_set(suit), hand & suit_set(suit)
        if rivals:
            out.masters |= mine & above(highest(rivals))
            out.losers |= mine & below(lowest(rivals))
        else:
            out.masters |= mine


def write_table(view, out):
    """Phase, trump, who sits where and does what, the tricks so far."""
    players = view.rules.players
    out.phase, out.trump, out.players = 1 << view.phase, 1 << view.trump, 1 << (players - 2)
    out.led = 1 << led_suit(view) if out.trick else 0
    out.dealer, out.turn = seat_bit(view, view.dealer), seat_bit(view, view.turn)
    out.leader = seat_bit(view, view.leader)
    out.winner = seat_bit(view, view.winning) if out.trick else 0
    two = players == 2
    out.on_table, out.dummy = 0, two << DUMMY
    out.controller = seat_bit(view, view.controller) if two else 0
    out.tricks_left = up_to(tricks_left(view))
    for seat in range(SEATS):
        place = relative(view, seat)
        out.void[place], out.tricks[place] = view.void[seat], up_to(view.tricks[seat])
        if view.trick[seat] != NO_CARD:
            out.on_table |= 1 << place


def tricks_left(view):
    """Tricks still to be won."""
    left = hand_size(view.rules) - 3
    for seat in range(SEATS):
        left -= view.tricks[seat]
    return left


def write_bids(view, out):
    """Bids I know, how they stand, and what was announced."""
    out.cards_laid = up_to(size(out.laid))
    for seat in range(SEATS):
        place = relative(view, seat)
        said = view.said[seat]
        out.said[place] = 0 if seat >= view.rules.players or said < 0 else 1 << said
        out.premium[place] = (1 << view.premium[seat]) >> 1
        out.bid[place] = out.need[place] = out.standing[place] = 0
        # A seat's bid is known as soon as its cards are: mine, a declared one, all when the deal is over.
        if view.laid[seat]:
            write_bid(view, out, place, bid_of(view.laid[seat]), view.tricks[seat])


def write_bid(view, out, place, bid, tricks):
    """A known bid, the tricks it still wants, and whether it is met, overrun or out of reach."""
    out.bid[place] = 1 << bid
    out.need[place] = up_to(bid - tricks)
    if view.phase >= PLAY:
        left = tricks_left(view)
        ten = view.rules.nil_or_ten == 1 and bid == 0 and tricks + left == 10  # all so far, and so it may still be
        met, overrun, lost = meets(view.rules, bid, tricks), tricks > bid and not ten, bid - tricks > left
        out.standing[place] = met | overrun << 1 | lost << 2


def rule_bits(rules):
    """The rule switches: trump mode (4), match (7), then the options that are on or off (12)."""
    return (
        1 << rules.trump_mode
        | 1 << 4 + rules.match
        | rules.first_deal_trump << 11
        | rules.premium_bids << 12
        | rules.premium_protocol << 13
        | rules.two_player_declare << 14
        | (rules.two_player_both_fail_live_bonus > 0) << 15
        | rules.nil_or_ten << 16
        | rules.game_bonus_needs_success << 17
        | rules.tie << 18
        | rules.joker << 19
        | (rules.oxford_deals == 16) << 20
        | rules.oxford_stock << 21
        | rules.oxford_points << 22
    )


def write_match(view, out):
    """The rules, and how the match stands."""
    out.rules = rule_bits(view.rules)
    single, games = view.rules.match == SINGLE_DEAL, has_games(view.rules)
    out.target, out.deals_left = goal(view.rules), deals_left(view)
    out.deals = 0 if single else view.deals - view.game_began
    out.games = view.games if games else 0
    for seat in range(SEATS):
        place = relative(view, seat)
        out.totals[place] = 0 if single else game_points(view, seat)
        out.match_points[place] = view.before[seat]
        out.games_won[place], out.bonuses[place] = view.games_won[seat], view.bonuses[seat]
        out.stock[seat] = size(view.stock & suit_set(seat)) if view.rules.trump_mode == STOCK else 0


def faced(view, cards):
    """A set in which the joker, where it counts as a card, stands beside that card (A5)."""
    return cards | has(cards, view.turnup) << JOKER if view.turnup != NO_CARD else cards


def write_joker(view, out):
    """The joker shows in its own column too: an action names it, and a set has the card it counts as."""
    out.hand, out.laid, out.unseen = faced(view, out.hand), faced(view, out.laid), faced(view, out.unseen)
    out.trick, out.top, out.takers = faced(view, out.trick), faced(view, out.top), faced(view, out.takers)
    out.masters, out.losers = faced(view, out.masters), faced(view, out.losers)
    out.shown_hand, out.shown_bid = faced(view, out.shown_hand), faced(view, out.shown_bid)
    for seat in range(SEATS):
        out.played[seat] = faced(view, out.played[seat])


def observe(view, out):
    """Write the packed observation of a redacted row."""
    write_cards(view, out)
    write_glance(view, out)
    write_table(view, out)
    write_bids(view, out)
    write_match(view, out)
    if view.rules.joker:
        write_joker(view, out)


compile_here(__name__)
