"""What the end of a deal is worth to a player: his margin, or in a match his chance to win it.

The chance is an estimate: what is still to come is as wide as so many deals make it, and of players whose points
lie a width apart one is e times as likely to end in front.
"""

import math

from ninetynine_env.cards import has, size
from ninetynine_env.jit import compile_here
from ninetynine_env.trick.rewards import RELATIVE, reward
from ninetynine_env.trick.row import OVER
from ninetynine_env.trick.rules import RUBBER, SINGLE_DEAL
from ninetynine_env.trick.scoring import ENOUGH, GAME_BONUS, deals_left, game_points, goal, has_games, settle

DEAL = 17
"""Points that a player makes in a deal."""
WIDTH = 12.0
"""How far a deal throws players apart."""
CERTAIN = 1_000_000
"""A victory, in whole numbers."""
FINE = 60
"""The margin of a deal in whole numbers: every number of other players divides it."""


def deals_to_come(g):
    """Deals until the game, or a match without games, will be over."""
    if goal(g.rules) == 0:
        return max(1, deals_left(g))
    most = 0
    for seat in range(g.rules.players):
        most = max(most, game_points(g, seat))
    return max(1, (goal(g.rules) - most + DEAL - 1) // DEAL)


def games_to_come(g):
    """Games of the match that are still to be won, this one included."""
    most = 0
    for seat in range(g.rules.players):
        most = max(most, g.games_won[seat] if g.rules.match == RUBBER else g.bonuses[seat])
    return max(1, ENOUGH - most)


def ahead_in_game(g, seat):
    """The chance that a player wins the game in play."""
    width, total = WIDTH * math.sqrt(deals_to_come(g)), 0.0
    for other in range(g.rules.players):
        total += math.exp((game_points(g, other) - game_points(g, seat)) / width)
    return 1.0 / total


def standing(g, seat):
    """What counts for the match: points with the bonus that the game in play may bring, or the games of a rubber."""
    if g.rules.match == RUBBER:
        return GAME_BONUS * (g.games_won[seat] + ahead_in_game(g, seat))
    return g.totals[seat] + GAME_BONUS * ahead_in_game(g, seat)


def ahead_in_match(g, seat):
    """The chance that a player wins a match of several games."""
    width, total = GAME_BONUS * math.sqrt(games_to_come(g)) / 2, 0.0
    for other in range(g.rules.players):
        total += math.exp((standing(g, other) - standing(g, seat)) / width)
    return 1.0 / total


def worth(g, seat):
    """What a deal that is played out is worth to a seat, a whole number; the deal is settled by it."""
    settle(g)
    if g.rules.match == SINGLE_DEAL:
        return round(FINE * reward(g, RELATIVE, seat))
    if g.phase == OVER and g.truncated == 0:
        return CERTAIN * has(g.winners, seat) // size(g.winners)
    return int(CERTAIN * (ahead_in_match(g, seat) if has_games(g.rules) else ahead_in_game(g, seat)))


compile_here(__name__)
