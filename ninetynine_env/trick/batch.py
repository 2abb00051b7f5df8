"""The verbs of the game over many rows at once, and by packed words for single tables."""

from ninetynine_env.cards import has, subseed
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


def finish(g, kind, rewards):
    """Settle a deal that is played out, write each seat's reward [players], and deal on where the episode goes on.

    Gives 1 if the next deal was dealt, 2 if the episode is over, 3 if it was cut off.
    """
    settle(g)
    for seat in range(len(rewards)):
        rewards[seat] = reward(g, kind, seat)
    if g.phase != NEXT:
        return 2 + g.truncated
    deal_on(g)
    return 1


def settle_all(games, kind, rewards, ended):
    """Settle every game that is played out, and deal on where the episode goes on.

    Writes float [n, players] rewards (0 where nothing was settled) and int8 [n]
    ended: 0 not settled, else what `finish` says.
    """
    rewards[:] = 0.0
    ended[:] = 0
    for i in range(len(games)):
        if games[i].phase == COUNT:
            ended[i] = finish(games[i], kind, rewards[i])


def step_all(games, actions, kind, rewards, ended, legals, played_out):
    """`apply_all`, `settle_all` and `legal_all` in one pass over the games.

    Deals that are played out are noted in `played_out`, int64 [n], and settled behind it: scoring and dealing
    are long, and a loop without them is twice as fast.
    """
    rewards[:] = 0.0
    ended[:] = 0
    count = 0
    for i in range(len(games)):
        if actions[i] >= 0:
            apply(games[i], actions[i])
        legals[i] = legal(games[i])
        if games[i].phase == COUNT:
            played_out[count] = i
            count += 1
    for i in played_out[:count]:
        ended[i] = finish(games[i], kind, rewards[i])
        legals[i] = legal(games[i])


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


def start_in(words, seed):
    """Begin an episode in a game given as words."""
    start(words.view(GAME)[0], seed)


def deal_on_in(words):
    """Deal the next deal of the episode in a game given as words."""
    deal_on(words.view(GAME)[0])


def legal_in(words):
    """The legal actions of a game given as words."""
    return legal(words.view(GAME)[0])


def step_in(words, action):
    """Take an action in a game given as words; a deal that is played out is settled.

    Gives 1 if one was, 0 if the deal goes on, -1 if the action is illegal: then nothing is done.
    """
    g = words.view(GAME)[0]
    if not has(legal(g), action):
        return -1
    apply(g, action)
    if g.phase != COUNT:
        return 0
    settle(g)
    return 1


compile_here(__name__)
