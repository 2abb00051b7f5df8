"""What an action gives the seats, and who has which place; the rules themselves know only tokens."""

from ninetynine_env.cards import has, size
from ninetynine_env.jit import compile_here
from ninetynine_env.tally.kernel import COUNT, OVER, is_better, is_in, place_of

TOKENS, PLACES, WIN = range(3)
REWARD_KINDS = ("tokens", "places", "win")  # in the order of their numbers


def pays(g):
    """Whether somebody lost tokens by the last action, or the round is over."""
    return g.phase == COUNT or g.hit == 1


def shuffled(g):
    """Whether the pile was shuffled again by the last action."""
    return g.new_pile == 1


def is_placed_now(g, seat):
    """Whether the last action settled the place of a seat: it was put out, or the episode is over."""
    if not has(g.held, seat):
        return False
    return g.phase == OVER or not is_in(g, seat)


def reward(g, kind, seat):
    """What the last action gave a seat that was still in.

    tokens: its change less the mean change of the others who were in. places: +1 for the first to -1 for the last,
    those level share. win: at the end 1/k for each of k winners, less 1/n for all.
    """
    if not has(g.held, seat):
        return 0.0
    if kind == TOKENS:
        return change(g, seat)
    if not is_placed_now(g, seat):
        return 0.0
    players = g.rules.players
    if kind == WIN:
        return (has(g.winners, seat) / size(g.winners) if g.winners else 0.0) - 1 / players
    level = 0
    for other in range(players):
        level += not (is_better(g, other, seat) or is_better(g, seat, other))
    return 1.0 - 2.0 * (place_of(g, seat) - 1 + (level - 1) / 2) / (players - 1)


def change(g, seat):
    """A seat's change of tokens by the last action, less the mean of the others' who were in."""
    lost, others = 0, 0
    for other in range(g.rules.players):
        if other != seat and has(g.held, other):
            lost += g.lost[other]
            others += 1
    return lost / others - g.lost[seat]


compile_here(__name__)
