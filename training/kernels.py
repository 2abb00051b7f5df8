"""The compiled inner loops of training: the first layer over packed bits, asking, choosing, crediting, advantages.

An observation has some seventy bits set among several hundred live columns. So the
first layer adds up the weight rows of the bits that are set, where a matrix product
would mostly multiply by zero: less than half the time, and no float is ever unpacked.
"""

import math

import numpy as np

from ninetynine_env.cards import chance, lowest
from ninetynine_env.jit import compile_here

LEARNER, NOBODY_ASKED = 0, -1
"""Who answers at a table: the learner, or nobody because nothing is asked; k > 0 is opponent k."""
NO_SAMPLE = -1


# ---- the first layer ------------------------------------------------------------------------------------------


def add_row(row, factor, out):
    """Add to out: factor * row."""
    for j in range(len(out)):
        out[j] += factor * row[j]


def embed_row(words, slots, scales, weight, out):
    """Add up the weight rows of what a packed observation holds."""
    for w in range(len(scales)):
        word = words[w]
        if scales[w] != 0:
            if slots[w, 0] >= 0:
                add_row(weight[slots[w, 0]], np.float32(word * scales[w]), out)
            continue
        while word:
            slot = slots[w, lowest(word)]
            word &= word - 1
            if slot >= 0:
                add_row(weight[slot], np.float32(1), out)


def scatter_row(words, slots, scales, grad, weight_grad):
    """The transpose of `embed_row`: a row of gradients goes to the weight rows it came from."""
    for w in range(len(scales)):
        word = words[w]
        if scales[w] != 0:
            if slots[w, 0] >= 0:
                add_row(grad, np.float32(word * scales[w]), weight_grad[slots[w, 0]])
            continue
        while word:
            slot = slots[w, lowest(word)]
            word &= word - 1
            if slot >= 0:
                add_row(grad, np.float32(1), weight_grad[slot])


def embed_all(words, slots, scales, weight, bias, out):
    """Write bias + observation @ weight into float32 [n, width], from packed int64 [n, words] and weight [live, width].

    slots int64 [words, bits]: the row of the weights for a bit, -1 for a dead one.
    """
    for i in range(len(words)):
        out[i] = bias
        embed_row(words[i], slots, scales, weight, out[i])


def scatter_all(words, slots, scales, grads, weight_grad):
    """weight_grad float32 [live, width] += observation.T @ grads float32 [n, width]."""
    for i in range(len(words)):
        scatter_row(words[i], slots, scales, grads[i], weight_grad)


# ---- asking and choosing --------------------------------------------------------------------------------------


def ask_all(legal, turn, owners, actions, who):
    """Who is to answer at each table; forced plays are answered at once, at tables that are over nobody is asked.

    owners int64 [n, players]: LEARNER, or the number of the opponent in that seat.
    Writes actions int64 [n] (-1 where an answer is still wanted or none is) and who int64 [n].
    """
    for i in range(len(legal)):
        actions[i], who[i] = -1, NOBODY_ASKED
        if legal[i] == 0:
            continue
        if legal[i] & (legal[i] - 1) == 0:
            actions[i] = lowest(legal[i])
        else:
            who[i] = owners[i, turn[i]]


def sample(logits, legal, seed):
    """An action of the softmax over the legal logits, and the logarithm of its probability."""
    top = -np.inf
    rest = legal
    while rest:
        top = max(top, logits[lowest(rest)])
        rest &= rest - 1
    total = 0.0
    rest = legal
    while rest:
        total += math.exp(logits[lowest(rest)] - top)
        rest &= rest - 1
    left = (chance(seed, 0) + 0.5) / 4294967296.0 * total
    rest = legal
    action = lowest(rest)
    while rest:
        action = lowest(rest)
        left -= math.exp(logits[action] - top)
        if left < 0:
            break
        rest &= rest - 1
    return action, logits[action] - top - math.log(total)


def sample_all(logits, legal, seeds, actions, logps):
    """Sample an action for each row: logits float32 [n, actions], legal and seeds int64 [n]; writes [n] and [n]."""
    for i in range(len(legal)):
        actions[i], logps[i] = sample(logits[i], legal[i], seeds[i])


# ---- crediting ------------------------------------------------------------------------------------------------


def link_all(first, tables, seats, last, following):
    """Samples first, first+1, ... were taken by these seats of these tables: chain each to the seat's sample before.

    last int64 [tables, players] is each seat's latest sample, following int64 [samples] the next one of the same seat.
    """
    for i in range(len(tables)):
        before = last[tables[i], seats[i]]
        if before != NO_SAMPLE:
            following[before] = first + i
        last[tables[i], seats[i]] = first + i


def credit_all(given, last, rewards):
    """What a step gave each seat, [tables, players], is the reward of the seat's latest sample."""
    for table in range(given.shape[0]):
        for seat in range(given.shape[1]):
            if last[table, seat] != NO_SAMPLE:
                rewards[last[table, seat]] += given[table, seat]


def advantages_all(rewards, values, following, gamma, lam, advantages):
    """Generalised advantage estimates along each seat's own chain of samples, float32 [samples]."""
    for i in range(len(rewards) - 1, -1, -1):
        after = following[i]
        if after == NO_SAMPLE:
            advantages[i] = rewards[i] - values[i]
        else:
            error = rewards[i] + gamma * values[after] - values[i]
            advantages[i] = error + gamma * lam * advantages[after]


compile_here(__name__)
