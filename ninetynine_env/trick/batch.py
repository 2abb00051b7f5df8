"""The verbs of the game over many rows at once, and by packed words for single tables."""

from ninetynine_env.cards import subseed
from ninetynine_env.jit import compile_here
from ninetynine_env.trick.kernel import (
    COUNT,
    GAME,
    NEXT,
    NOBODY,
    PLAYER_DICE,
    SEATS,
    apply,
    deal_on,
    legal,
    settle,
    start,
)
from ninetynine_env.trick.rewards import reward


def legal_all(games, out):
    """Write the legal actions of every game's seat to act into int64 [n]."""
    for i in range(len(games)):
        out[i] = legal(games[i])


def apply_all(games, actions):
    """Take one legal action in every game, none where it is negative."""
    for i in range(len(games)):
        if actions[i] >= 0:
            apply(games[i], actions[i])


def settle_all(games, kind, rewards, ended):
    """Settle every game that is played out, and deal on where the episode goes on.

    Writes float [n, players] rewards (0 where nothing was settled) and int8 [n]
    ended: 0 not settled, 1 a deal was settled and the next one dealt, 2 the episode is over, 3 cut off.
    """
    for i in range(len(games)):
        g = games[i]
        ended[i] = 0
        for seat in range(rewards.shape[1]):
            rewards[i, seat] = 0.0
        if g.phase == COUNT:
            settle(g)
            for seat in range(rewards.shape[1]):
                rewards[i, seat] = reward(g, kind, seat)
            ended[i] = 1 if g.phase == NEXT else 2 + g.truncated
            if g.phase == NEXT:
                deal_on(g)


def start_all(games, seeds):
    """Begin an episode in every game from int64 [n] seeds, none where the seed is negative."""
    for i in range(len(games)):
        if seeds[i] >= 0:
            start(games[i], seeds[i])


def decision_seeds_all(games, salts, out):
    """Seeds for the players' own dice: from (episode, salt of the seating, deal, seat, decision), int64 [n]."""
    for i in range(len(games)):
        g = games[i]
        place = (g.deals * SEATS + g.turn) * 64 + g.moves
        out[i] = subseed(subseed(g.seed, PLAYER_DICE + salts[i]), place) if g.turn != NOBODY else 0


# ---- one game as int64 words: a call from Python costs a tenth of one with a record ---------------------------------


def legal_in(words):
    """The legal actions of a game given as words."""
    return legal(words.view(GAME)[0])


def step_in(words, action):
    """Take a legal action in a game given as words; a deal that is played out is settled: True."""
    g = words.view(GAME)[0]
    apply(g, action)
    if g.phase == COUNT:
        settle(g)
        return True
    return False


compile_here(__name__)
