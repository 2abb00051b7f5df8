"""What a deal is worth, and when games and matches end. Numbers in brackets are those of `seeds/trick.md`.

settle = score the deal -> totals -> the end of a game, its bonuses -> the end of the match
"""

import numpy as np

from ninetynine_env.cards import size
from ninetynine_env.jit import compile_here
from ninetynine_env.trick.dealing import hands, is_dummy
from ninetynine_env.trick.kernel import bid_of
from ninetynine_env.trick.row import DUMMY, NEXT, OVER
from ninetynine_env.trick.rules import (
    BGA_ROUNDS,
    EXTRA_DEAL,
    GAMES,
    NINE_DEALS,
    OXFORD,
    PARLETT_100,
    RUBBER,
    SINGLE_DEAL,
    STOCK,
    TARGET,
    TEN_ONLY,
)

BONUS = np.array([0, 30, 20, 10, 0])  # for each success, by the number of successes (scoring 2)
PREMIUM = np.array([0, 30, 60])  # nothing, declaration, revelation (scoring 3)
FLAT = 10  # for a success in Oxford Whist (A6)

GAME_POINTS = 100  # end a game of a match of several (A4)
GAME_BONUS = 100
DEALS_OF_NINE = 9
ENOUGH = 3  # bonuses or games won that end a match; games of a match by rounds
RUBBER_GAMES = 8  # a rubber is worth a hundred for each game that it took less


# ---- a deal -----------------------------------------------------------------------------------------------------


def meets(rules, bid, tricks):
    """A player succeeds who won exactly as many tricks as he bid (A1.7); a bid of nothing may stand for ten (A2)."""
    return tricks == bid or (rules.nil_or_ten == 1 and bid == 0 and tricks == 10)


def succeeded(g, seat):
    """Whether a player has met his bid, or the dummy has not won more than its own (A3)."""
    bid, tricks = bid_of(g.laid[seat]), g.tricks[seat]
    return tricks <= bid if is_dummy(g.rules, seat) else meets(g.rules, bid, tricks)


def score(g):
    """A point a trick, the bonus by the number of successes, the premiums; nothing is subtracted (scoring 1-3)."""
    sides = hands(g.rules)
    g.successes = 0
    for seat in range(sides):
        g.successes += succeeded(g, seat)
    worth = FLAT if g.rules.trump_mode == STOCK else BONUS[g.successes]
    for seat in range(sides):
        tricks = 0 if g.rules.oxford_points == TEN_ONLY else g.tricks[seat]
        g.scores[seat] = tricks + worth * succeeded(g, seat)
    for seat in range(g.rules.players):
        for other in range(sides if g.premium[seat] else 0):
            g.scores[other] += premium_to(g, seat, other)
    if g.rules.players == 2 and g.tricks[DUMMY] == bid_of(g.laid[DUMMY]):
        g.scores[DUMMY] += PREMIUM[1]  # it has declared, as it were (A3)


def premium_to(g, seat, other):
    """What the premium bid of a seat brings another: all to the bidder, or to every opponent if he failed."""
    if (other == seat) != succeeded(g, seat):
        return 0
    if other != seat and other < g.rules.players and both_failed(g):
        return g.rules.two_player_both_fail_live_bonus
    return PREMIUM[g.premium[seat]]


def both_failed(g):
    """Whether two players have declared and failed, both (A3)."""
    if g.rules.players != 2:
        return False
    return g.premium[0] > 0 and g.premium[1] > 0 and not succeeded(g, 0) and not succeeded(g, 1)


# ---- games and matches (A4) -------------------------------------------------------------------------------------


def game_points(g, seat):
    """Points in the game that is played."""
    return g.totals[seat] - g.before[seat]


def has_reached(g, points):
    """The seats with so many points in the game, a set."""
    reached = 0
    for seat in range(g.rules.players):
        reached |= (game_points(g, seat) >= points) << seat
    return reached


def leaders(g, points):
    """The seats with the most of some points by seat, a set."""
    most, best = -1, 0
    for seat in range(g.rules.players):
        if points[seat] > most:
            most, best = points[seat], 0
        if points[seat] == most:
            best |= 1 << seat
    return best


def has_games(rules):
    """Whether a match is several games to a hundred."""
    return rules.match in GAMES


def gets_bonus(g, seat):
    """Whether a player at a hundred gets the bonus of the game: it may need a success in its last deal."""
    needs = g.rules.match == PARLETT_100 and g.rules.game_bonus_needs_success
    return game_points(g, seat) >= GAME_POINTS and (not needs or succeeded(g, seat))


def close_game(g):
    """A game of a match is over: who won it, and who gets its bonus."""
    reached, best = size(has_reached(g, GAME_POINTS)), leaders(g, g.totals - g.before)
    for seat in range(g.rules.players):
        g.games_won[seat] += best >> seat & 1
        if gets_bonus(g, seat):
            g.bonuses[seat] += 1
            g.bonus[seat] = BONUS[reached] if g.rules.match == BGA_ROUNDS else GAME_BONUS


def is_decided(g):
    """Whether the match ends with the game just closed."""
    if g.rules.match == BGA_ROUNDS:
        return g.games >= ENOUGH
    return has_enough(g) > 0


def has_enough(g):
    """The seats that have won enough games of a rubber, or got enough bonuses, a set."""
    enough = 0
    for seat in range(g.rules.players):
        count = g.games_won[seat] if g.rules.match == RUBBER else g.bonuses[seat]
        enough |= (count >= ENOUGH) << seat
    return enough


def open_game(g):
    """The next game of the match begins from nothing."""
    for seat in range(g.rules.players):
        g.before[seat] = g.totals[seat]
    g.games += 1
    g.game_began = g.deals


def settle_games(g):
    """The end of a game of several: bonuses, and the next game or the end of the match. Gives whether it is over."""
    if not has_reached(g, GAME_POINTS):
        return False
    close_game(g)
    over = is_decided(g)
    for seat in range(g.rules.players):
        if over and g.rules.match == RUBBER and g.games_won[seat] >= ENOUGH:
            g.bonus[seat] += 100 * max(0, RUBBER_GAMES - g.games)
        g.totals[seat] += g.bonus[seat]
    if not over:
        open_game(g)
    return over


def goal(rules):
    """Points that end a game; zero where deals are counted."""
    if has_games(rules):
        return GAME_POINTS
    return rules.target if rules.match == TARGET else 0


def deals_left(g):
    """Deals to come after this one, where their number is fixed."""
    if g.rules.match == NINE_DEALS:
        return max(0, DEALS_OF_NINE - g.deals)
    return g.rules.oxford_deals - g.deals if g.rules.match == OXFORD else 0


def finished(g):
    """Whether a match without games is over: after one deal, its number of deals, or at the target."""
    if g.rules.match == SINGLE_DEAL:
        return True
    if g.rules.match == OXFORD:
        return g.deals >= g.rules.oxford_deals
    reached = g.deals >= DEALS_OF_NINE if g.rules.match == NINE_DEALS else has_reached(g, goal(g.rules)) > 0
    return reached and not (g.rules.tie == EXTRA_DEAL and size(leaders(g, g.totals)) > 1)


def settle(g):
    """Count a deal that is played out: scores, totals, bonuses, and whether the episode is over."""
    score(g)
    for seat in range(g.rules.players):
        g.totals[seat] += g.scores[seat]
        g.bonus[seat] = 0
    g.phase = NEXT
    if settle_games(g) if has_games(g.rules) else finished(g):
        g.phase = OVER
        g.winners = has_enough(g) if g.rules.match == RUBBER else leaders(g, g.totals)
    elif g.deals >= g.rules.max_deals:
        g.phase = OVER
        g.truncated = 1


compile_here(__name__)
