"""From probabilities to legal actions, in compiled loops."""

from ninetynine_env.cards import chance, lowest
from ninetynine_env.jit import compile_here


def most_probable(probabilities, legal):
    """The legal action of the highest probability; of several alike the lowest number."""
    best = lowest(legal)
    legal &= legal - 1
    while legal:
        action = lowest(legal)
        legal &= legal - 1
        if probabilities[action] > probabilities[best]:
            best = action
    return best


def drawn(probabilities, legal, seed):
    """A legal action drawn by its probability."""
    total = 0.0
    rest = legal
    while rest:
        total += probabilities[lowest(rest)]
        rest &= rest - 1
    left = (chance(seed, 0) + 0.5) / 4294967296.0 * total
    action = lowest(legal)
    while legal:
        action = lowest(legal)
        left -= probabilities[action]
        if left < 0:
            break
        legal &= legal - 1
    return action


def choose_all(probabilities, legal, seeds, sample, actions):
    """Write an action for every row, int64 [n]: the most probable one, or one drawn by the row's seed."""
    for i in range(len(legal)):
        if sample:
            actions[i] = drawn(probabilities[i], legal[i], seeds[i])
        else:
            actions[i] = most_probable(probabilities[i], legal[i])


compile_here(__name__)
