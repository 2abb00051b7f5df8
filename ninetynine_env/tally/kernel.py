"""The adding game: the rules, once. Plain Python over one row per game, compiled by `jit`.

A row is made by `tally.new`. Only `deal`, `begin_round`, `apply` and `settle` change
one; every other function reads. Numbers in brackets (B1.6) are those of the rule
sheet, `seeds/tally.md`.

    begin_round -> play a card -> losses -> who is out -> 4 and jack -> draw -> the next seat -> ... -> settle
    phase          PLAY                                                DRAW    PLAY              COUNT  NEXT or OVER
"""

import numpy as np

from ninetynine_env.cards import roll, size, subseed
from ninetynine_env.jit import compile_here
from ninetynine_env.tally.pile import (
    HAND,
    NO_CARD,
    PILE,
    can_draw,
    card_in,
    draw,
    lay_card,
    rank_of,
    shuffle,
    whole_pack,
)
from ninetynine_env.tally.rules import (
    CLAMPED,
    DEALER_STARTS,
    EXPLICIT,
    RANDOM_DEALER,
    RANDOM_STARTS,
    ROUND,
    RULES,
    SEATS,
)

ACTIONS = 17
PLAYS = 15  # actions that play a card; then drawing, and forgetting it
DRAW, SKIP = 15, 16
PLAY, DRAWING, COUNT, NEXT, OVER = range(5)
FULL = -1  # the viewer of a row from which nothing is blanked
NOBODY = -1
IN = 0  # `out_at` of who is still in

# Tables are arrays: a compiled look into a tuple is a chain of jumps.
RANK_OF = np.array([0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 9, 10, 11, 12, 12])  # by action
ADDS = np.array([0, 3, 4, 5, 6, 7, 8, 0, 10, -10, 10, 10, 10, 1, 11])  # by action; the two is not added (B1.4, B1.5)
TWO, FOUR, RANK_JACK = 0, 2, 9
ACTIONS_OF = np.array([sum(1 << action for action, rank in enumerate(RANK_OF) if rank == r) for r in range(13)])
LIMITS = (33, 66)
END = 99
EMPTY_HANDED = 3  # tokens lost by who cannot play (B1.14)

_FIELDS = np.dtype(
    [
        ("rules", RULES),
        ("viewer", np.int64),  # FULL, or the seat this row was redacted for
        ("seed", np.int64),  # of the episode; secret
        ("deals", np.int64),  # rounds begun in this episode
        ("phase", np.int64),
        ("turn", np.int64),  # seat to act; NOBODY between rounds
        ("moves", np.int64),  # decisions taken in this round
        ("dealer", np.int64),
        ("direction", np.int64),  # 1 clockwise, -1
        ("total", np.int64),  # the running total; public
        ("skips", np.int64),  # 1 while a jack waits for the draw: the next seat will be passed over
        ("winners", np.int64),  # set of seats, once the episode is over
        ("truncated", np.int64),  # always 0: a game ends by itself
        ("events", np.int64),  # plays so far that put somebody out
        ("tokens", np.int64, (SEATS,)),  # public
        ("out_at", np.int64, (SEATS,)),  # IN, or the number of the event that put the seat out; public
        ("seats", np.int64),  # that are still in, a set; public
        ("lost", np.int64, (SEATS,)),  # tokens lost by the last action; public
        ("held", np.int64),  # seats that were in before the last action, a set
        ("hit", np.int64),  # 1: the last action cost somebody tokens
        ("scores", np.int64, (SEATS,)),  # change of tokens in this round; public
        ("cards", np.int64, (SEATS,)),  # cards in hand; of who is out, set aside; public
        ("caught", np.int64),  # seat that had no card when it was to play, or NOBODY; public
        ("last", np.int64),  # the card on top of the played ones, or NO_CARD; public
        ("played", np.int64, (2,)),  # set of the cards played and not shuffled again, by pack; public
        ("shuffles", np.int64),  # of this round, after the deal; public
        ("new_pile", np.int64),  # 1: the last action had the pile shuffled
        ("left", np.int64),  # cards in the draw pile; public
        ("epochs", np.int64, (PILE,)),  # by card: the number of its last shuffle, a byte each; public
        ("pile", np.int64, (PILE,)),  # as it was shuffled, a byte each; the last `left` are still there; secret
        ("filled", np.int64),  # cards in the pile when it was shuffled
        ("hands", np.int64, (SEATS, HAND)),  # SLOTs; each seat its own cards, all see epochs and cuts
    ]
)
GAME = np.dtype((np.record, _FIELDS))
"""One game. Every field is an int64, sets are bits."""

MOVES = 1 << 20  # a round has fewer decisions
DEALER_DRAW, STARTER_DRAW = 200, 201  # draws of a round's seed; those below 104 shuffle the cards
PLAYER_DICE = 1 << 30  # subseeds of an episode's seed; those below are its rounds


# ---- seats ----------------------------------------------------------------------------------------------------


def is_in(g, seat):
    """Whether a seat still has tokens (B1.1)."""
    return g.seats >> seat & 1 == 1


def present(g):
    """The seats still in the game, a set."""
    return g.seats


def neighbour(g, seat, direction):
    """The next seat clockwise (1) or the other way (-1) that is still in; the dealer passes to the right (B1.13)."""
    for _ in range(g.rules.players):
        seat += direction
        if seat < 0:
            seat = g.rules.players - 1
        if seat == g.rules.players:
            seat = 0
        if is_in(g, seat):
            return seat
    return seat


# ---- a round begins -------------------------------------------------------------------------------------------


def start(g, seed):
    """Begin an episode from its seed, and deal its first round."""
    g.seed, g.viewer, g.deals, g.winners, g.truncated, g.events = seed, FULL, 0, 0, 0, 0
    g.direction, g.seats = 1, (1 << g.rules.players) - 1
    for seat in range(SEATS):
        g.tokens[seat] = g.rules.tokens if seat < g.rules.players else 0
        g.out_at[seat] = IN
    deal_on(g)


def deal_on(g):
    """Deal the next round of the episode from the episode's seed and the round's number."""
    seed = subseed(g.seed, g.deals)
    g.dealer = next_dealer(g, seed)
    whole_pack(g)
    shuffle(g, seed)
    deal_hands(g)
    begin_round(g, g.dealer, seed)


def next_dealer(g, seed):
    """The deal passes to the right (B1.13); the first dealer is drawn, or given."""
    if g.deals > 0:
        return neighbour(g, g.dealer, -1)
    if g.rules.first_dealer == RANDOM_DEALER:
        return roll(seed, DEALER_DRAW, g.rules.players)
    return g.rules.first_dealer - 1


def deal_hands(g):
    """The hands of who is in, from the top of the pile (B1.2); the rest is the pile."""
    for i in range(PILE):
        g.epochs[i] = 0
    for seat in range(SEATS):
        g.cards[seat] = 0
        for i in range(HAND):
            g.hands[seat, i] = 0
        if seat < g.rules.players and is_in(g, seat):
            for _ in range(g.rules.hand_size):
                draw(g, seat)


def begin_round(g, dealer, seed):
    """Total 0, nothing played (B1.2); the hands and the pile are laid already."""
    g.deals += 1
    g.dealer, g.total, g.skips, g.moves, g.shuffles, g.new_pile = dealer, 0, 0, 0, 0, 0
    g.last, g.caught = NO_CARD, NOBODY
    g.played[0] = g.played[1] = 0
    for seat in range(SEATS):
        g.lost[seat] = g.scores[seat] = 0
    g.held, g.hit = present(g), 0
    if not g.rules.direction_persists:
        g.direction = 1
    g.phase, g.turn = PLAY, starter(g, seed)


def starter(g, seed):
    """The player left of the dealer begins (B2), or the dealer, or one drawn among those who are in."""
    if g.rules.starter == DEALER_STARTS:
        return g.dealer
    seat = neighbour(g, g.dealer, 1)
    if g.rules.starter == RANDOM_STARTS:
        for _ in range(roll(seed, STARTER_DRAW, size(present(g)))):
            seat = neighbour(g, seat, 1)
    return seat


# ---- what a play does -----------------------------------------------------------------------------------------


def new_total(rules, total, action):
    """The total after a play (B1.4); a two halves an even total above 49 and doubles any other (B1.5)."""
    if action == TWO:
        return total // 2 if total > 49 and total % 2 == 0 else 2 * total
    after = total + ADDS[action]
    return 0 if rules.negative_total == CLAMPED and after < 0 <= total else after


def mover_loses(old, new):
    """Tokens a play costs its player: one for each limit passed (B1.9), two above 99 (B1.11)."""
    loss = 2 if new > END else 0
    for limit in LIMITS:
        if old < limit < new:
            loss += 1
    return loss


def others_lose(old, new):
    """Tokens a play costs every other player: one at a limit reached from below (B1.8), two at 99 (B1.10)."""
    if new == END:
        return 2
    for limit in LIMITS:
        if old < limit == new:
            return 1
    return 0


# ---- the verbs ------------------------------------------------------------------------------------------------


def legal(g):
    """Any card in hand, in every way it can be played (B1.3); then to draw, or not to (B1.14)."""
    if g.phase == DRAWING:
        return 1 << DRAW | 1 << SKIP
    if g.phase != PLAY:
        return 0
    actions = 0
    for i in range(g.cards[g.turn]):
        actions |= ACTIONS_OF[rank_of(card_in(g.hands[g.turn, i]))]
    return actions


def apply(g, action):
    """Take a legal action."""
    g.moves += 1
    g.new_pile = 0
    g.held = present(g)
    if g.hit:
        g.hit = 0
        for seat in range(g.rules.players):
            g.lost[seat] = 0
    if g.phase == PLAY:
        play(g, action)
    else:
        if action == DRAW:
            draw(g, g.turn)
        pass_turn(g)


def play(g, action):
    """A play, in the order of resolution: total, losses, who is out, ends, the card's effect, drawing."""
    seat = g.turn
    lay_card(g, seat, RANK_OF[action])
    old = g.total
    g.total = new_total(g.rules, old, action)
    mine, theirs = mover_loses(old, g.total), others_lose(old, g.total)
    if mine or theirs:
        for other in range(g.rules.players):
            lose(g, other, mine if other == seat else theirs)
        put_out(g)
    if size(present(g)) == 1 or g.total >= END:
        end_round(g)
        return
    if RANK_OF[action] == FOUR:  # B1.7; also where its player is out
        g.direction = -g.direction
    g.skips = 1 if RANK_OF[action] == RANK_JACK else 0
    draw_or_ask(g)


def lose(g, seat, loss):
    """A seat that is in loses tokens, never more than it has."""
    if is_in(g, seat):
        loss = min(loss, g.tokens[seat])
        g.hit |= loss > 0
        g.tokens[seat] -= loss
        g.lost[seat] = loss
        g.scores[seat] -= loss


def put_out(g):
    """Who has no tokens left is out at once (B1.1); those whom one play puts out share a place (E4)."""
    out = 0
    for seat in range(g.rules.players):
        if is_in(g, seat) and g.tokens[seat] == 0:
            g.out_at[seat] = g.events + 1
            g.seats ^= 1 << seat
            out = 1
    g.events += out


def draw_or_ask(g):
    """The mover draws if he is in: by himself, or asked (B1.14); with nothing to draw he is not asked."""
    if not is_in(g, g.turn) or not can_draw(g):
        pass_turn(g)
    elif g.rules.draw_mode == EXPLICIT:
        g.phase = DRAWING
    else:
        draw(g, g.turn)
        pass_turn(g)


def pass_turn(g):
    """The next seat's turn, or the one's after it behind a jack (B1.6); with no card it loses three tokens (B1.14)."""
    g.phase = PLAY
    g.turn = neighbour(g, g.turn, g.direction)
    if g.skips:
        g.turn = neighbour(g, g.turn, g.direction)
    g.skips = 0
    if g.cards[g.turn] == 0:
        g.caught = g.turn
        lose(g, g.turn, EMPTY_HANDED)
        put_out(g)
        end_round(g)


def end_round(g):
    """The round is over; `settle` says what follows."""
    g.phase, g.turn, g.skips = COUNT, NOBODY, 0


def settle(g):
    """Another round, or the end: one player is left, or only a round was wanted."""
    if size(present(g)) > 1 and g.rules.match != ROUND:
        g.phase = NEXT
        return
    g.phase = OVER
    for seat in range(g.rules.players):
        if place_of(g, seat) == 1:
            g.winners |= 1 << seat


def is_better(g, other, seat):
    """Whether a seat ends before another: it was put out later, or never, or is in with fewer tokens lost."""
    if is_in(g, seat):
        return is_in(g, other) and g.scores[other] > g.scores[seat]
    return is_in(g, other) or g.out_at[other] > g.out_at[seat]


def place_of(g, seat):
    """The place of a seat once it is known, 1 for the first; behind a shared place there is a gap: 1, 2, 2, 4."""
    place = 1
    for other in range(g.rules.players):
        place += is_better(g, other, seat)
    return place


compile_here(__name__)
