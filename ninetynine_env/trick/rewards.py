"""What a settled deal gives an agent; the rules themselves know only points."""

from ninetynine_env.cards import has, size
from ninetynine_env.jit import compile_here
from ninetynine_env.trick.row import COUNT

RELATIVE, POINTS, WIN = range(3)
REWARD_KINDS = ("relative", "points", "win")  # in the order of their numbers


def brought(g, seat):
    """The points of a settled deal, and of the game that it ended (A4); the dummy's are nobody's (A3)."""
    return g.scores[seat] + g.bonus[seat]


def reward(g, kind, seat):
    """What a settled deal gives a seat: own points less the others' mean, own points, or the win at the end."""
    players = g.rules.players
    if kind == POINTS:
        return float(brought(g, seat))
    if kind == RELATIVE:
        total = 0
        for other in range(players):
            total += brought(g, other)
        return (players * brought(g, seat) - total) / (players - 1)
    if g.winners == 0:
        return 0.0
    return has(g.winners, seat) / size(g.winners) - 1 / players


def pays(g):
    """Whether the last action ended the deal: nothing is won or lost before (scoring 1-3)."""
    return g.phase == COUNT


def present(g):
    """The seats still in the game: all, to the end."""
    return (1 << g.rules.players) - 1


def shuffled(g):
    """Whether the last action made chance speak: never after the deal."""
    return False


compile_here(__name__)
