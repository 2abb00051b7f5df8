"""What a seat observes: a careful player's memory of the round, written from a redacted row.

The fields are those of `LAYOUT`, which serves any number of players.
"""

import numpy as np

from ninetynine_env.cards import size
from ninetynine_env.jit import compile_here
from ninetynine_env.tally.kernel import (
    END,
    NOBODY,
    PLAY,
    PLAYS,
    RANK_JACK,
    RANK_OF,
    is_in,
    legal,
    mover_loses,
    neighbour,
    new_total,
    others_lose,
    present,
)
from ninetynine_env.tally.knowledge import OPENINGS, TRAPS, tabled
from ninetynine_env.tally.pile import byte, card_in, epoch_now, epoch_of, is_played, packs, rank_of
from ninetynine_env.tally.rules import CLAMPED, DEALER_STARTS, EXPLICIT, RANDOM_STARTS, ROUND, SEATS

TOTALS = 43  # in a row of the field `total`
COUNTED_TRAPS, COUNTED_OPENINGS = (
    np.array([(1 << int(ranks).bit_count()) - 1 for ranks in table]) for table in (TRAPS, OPENINGS)
)


def up_to(n):
    """A thermometer: bit i for more than i."""
    return (1 << n) - 1 if n > 0 else 0


def relative(view, seat):
    """How far a seat sits to the observer's left."""
    return seat - view.viewer if seat >= view.viewer else seat - view.viewer + view.rules.players


def seat_bit(view, seat):
    """The bit of a seat, counted from the observer; nothing for NOBODY."""
    return 1 << relative(view, seat) if seat != NOBODY else 0


def write_cards(view, out):
    """My cards, and those I have not seen: by rank."""
    low, high = ~view.played[0], ~view.played[1] if packs(view.rules) == 2 else 0
    for rank in range(13):
        out.hand[rank] = out.renewed[rank] = 0
        out.unseen[rank] = up_to(suits(low >> rank) + suits(high >> rank))
    for i in range(view.cards[view.viewer]):
        rank = rank_of(card_in(view.hands[view.viewer, i]))
        out.hand[rank] = 2 * out.hand[rank] + 1
        out.unseen[rank] >>= 1
    if view.shuffles > 0:
        write_renewed(view, out)


def suits(cards):
    """In how many suits a set has the two, the lowest rank."""
    return (cards & 1) + (cards >> 13 & 1) + (cards >> 26 & 1) + (cards >> 39 & 1)


def write_renewed(view, out):
    """Of the cards I have not seen, those of the last shuffle: the pile, and what was drawn from it."""
    epoch = epoch_now(view)
    for card in range(52 * packs(view.rules)):
        if byte(view.epochs, card) == epoch and not is_played(view, card):
            out.renewed[rank_of(card)] = 2 * out.renewed[rank_of(card)] + 1
    for i in range(view.cards[view.viewer]):
        slot = view.hands[view.viewer, i]
        if epoch_of(slot) == epoch:
            out.renewed[rank_of(card_in(slot))] >>= 1


def write_table(view, out):
    """The total, whose turn it is and comes, and who is in."""
    step = tabled(min(view.total, END - 1))
    for i in range(3):
        out.total[i] = 0
    out.total[step // TOTALS] = 1 << step % TOTALS
    out.phase = 1 << view.phase
    out.players = 1 << view.rules.players - 2
    out.turn, out.dealer = seat_bit(view, view.turn), seat_bit(view, view.dealer)
    out.next = out.over_next = 0
    if view.turn != NOBODY:
        follower = neighbour(view, view.turn, view.direction)
        after = neighbour(view, follower, view.direction)
        out.next, out.over_next = seat_bit(view, follower), seat_bit(view, after)
        if view.skips:
            out.next, out.over_next = out.over_next, seat_bit(view, neighbour(view, after, view.direction))
    out.reversed = view.direction < 0
    seats, players = present(view), view.rules.players
    out.present = (seats >> view.viewer | seats << players - view.viewer) & (1 << players) - 1


def write_plays(view, out):
    """What each play in hand would do now."""
    plays = legal(view) if view.phase == PLAY and view.turn == view.viewer else 0
    two_left = size(present(view)) == 2
    out.ends = out.again = 0
    for action in range(PLAYS):
        out.costs[action] = out.takes[action] = out.traps[action] = out.openings[action] = 0
        if plays >> action & 1:
            write_play(view, out, action, two_left)


def write_play(view, out, action, two_left):
    """What one play would do: losses, the end of the round, and what the next player would face."""
    after = new_total(view.rules, view.total, action)
    out.costs[action] = up_to(mover_loses(view.total, after))
    out.takes[action] = up_to(others_lose(view.total, after))
    if after >= END:
        out.ends |= 1 << action
        return
    out.traps[action] = COUNTED_TRAPS[tabled(after)]
    out.openings[action] = COUNTED_OPENINGS[tabled(after)]
    if two_left and RANK_OF[action] == RANK_JACK:
        out.again |= 1 << action


def write_seats(view, out):
    """Tokens and cards of every seat."""
    for seat in range(SEATS):
        out.few[seat] = out.tokens[seat] = out.lost[seat] = out.cards[seat] = 0
    for seat in range(view.rules.players):
        place = relative(view, seat)
        out.few[place] = up_to(min(view.tokens[seat], 4))
        out.tokens[place], out.lost[place] = view.tokens[seat], -view.scores[seat]
        out.cards[place] = up_to(view.cards[seat]) if is_in(view, seat) else 0


def write_rules(view, out):
    """The rules, the pile, and how far the game is."""
    rules = view.rules
    out.pile, out.shuffles = view.left, view.shuffles
    out.rounds = 0 if rules.match == ROUND else view.deals
    out.beginning, out.hand_size = rules.tokens, up_to(rules.hand_size)
    out.rules = (
        (rules.draw_mode == EXPLICIT)
        | (rules.negative_total == CLAMPED) << 1
        | (rules.match == ROUND) << 2
        | (rules.starter == DEALER_STARTS) << 3
        | (rules.starter == RANDOM_STARTS) << 4
        | (rules.direction_persists) << 5
        | (packs(rules) == 2) << 6
    )


def observe(view, out):
    """Write the packed observation of a redacted row."""
    write_cards(view, out)
    write_table(view, out)
    write_plays(view, out)
    write_seats(view, out)
    write_rules(view, out)


compile_here(__name__)
