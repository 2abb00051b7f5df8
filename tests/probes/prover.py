"""What is provably right: every world that a seat cannot tell from its own, every play of the others.

A goal is sure if the seat reaches it whatever the others hold and play, deciding only by what it knows: worlds that
look alike to it are decided alike. An action is right if the goal is sure after it.
"""

from itertools import combinations
from math import comb

import numpy as np

from ninetynine_env.cards import cards_in, suit_of
from ninetynine_env.tally import knowledge as adding_knowledge
from ninetynine_env.tally import pile
from ninetynine_env.trick import dealing, knowledge, row, scoring

MOST = 60_000
"""Worlds of a position; with more nothing is proven."""


class TooManyError(ValueError):
    """A position with too many worlds."""


def members(actions):
    """The actions of a set."""
    return cards_in(int(actions))


def right(episode, goal):
    """The actions of the seat to act after which the goal is sure, a list; TooManyError if it has too many worlds."""
    prove = PROVERS[episode.game.NAME]
    worlds, seat = prove.worlds(episode.view(episode.turn)), episode.turn
    game = episode.game
    return [a for a in members(episode.legal()) if prove.sure(game, _after(game, worlds, a), seat, goal)]


def _after(game, worlds, action):
    games = worlds.copy()
    game.apply_all(games, np.full(len(games), action))
    return games


def _legal(game, worlds):
    out = np.empty(len(worlds), np.int64)
    game.legal_all(worlds, out)
    return out


# ---- the trick game --------------------------------------------------------------------------------------------


class Trick:
    """To the end of the deal."""

    @staticmethod
    def worlds(view):
        """Every way in which the unseen cards can lie in the others' hands; what is left over are their bids."""
        cards, holders = cards_in(int(knowledge.unseen(view))), []
        for seat in range(dealing.hands(view.rules)):
            room = dealing.hand_size(view.rules) - 3 - int(view.played[seat]).bit_count()
            room -= int(view.hand[seat]).bit_count()
            if room:
                holders.append((seat, room))
        if _ways(len(cards), [room for _, room in holders]) > MOST:
            raise TooManyError
        hands = np.zeros((1, 0), np.int64)
        for seat, room in holders:
            hands = _share_out(hands, _hands(view, cards, seat, room))
        games = np.repeat(np.array(view)[None], len(hands)).view(np.recarray)
        left = int(knowledge.unseen(view)) & ~np.bitwise_or.reduce(hands, axis=1)
        for (seat, _), some in zip(holders, hands.T, strict=True):
            games["hand"][:, seat] |= some
        for seat in range(dealing.hands(view.rules)):
            for _ in range(3 - int(view.laid[seat]).bit_count()):
                games["laid"][:, seat] |= left & -left
                left &= left - 1
        games["viewer"] = row.FULL
        return games

    @staticmethod
    def sure(game, worlds, seat, goal):
        """Whether the goal is sure in worlds that look alike."""
        g = worlds[0]
        if g.phase != row.PLAY:
            return all(GOALS[goal](g, seat) for g in worlds)
        legal = _legal(game, worlds)
        if g.turn == seat:
            return any(Trick.sure(game, _after(game, worlds, a), seat, goal) for a in members(legal[0]))
        return all(
            Trick.sure(game, _after(game, worlds[legal >> a & 1 == 1], a), seat, goal)
            for a in members(np.bitwise_or.reduce(legal))
        )


def _ways(cards, rooms):
    ways = 1
    for room in rooms:
        ways *= comb(cards, room)
        cards -= room
    return ways


def _hands(view, cards, seat, room):
    """The hands of so many cards that a seat can hold, sets, int64 [n]: none of a suit it has shown not to have."""
    able = [card for card in cards if not int(view.void[seat]) >> suit_of(card) & 1]
    return np.array([sum(1 << card for card in hand) for hand in combinations(able, room)], np.int64)


def _share_out(hands, more):
    """Every row of hands, int64 [n, holders], with every further hand that has no card of it."""
    taken = np.bitwise_or.reduce(hands, axis=1)
    first, second = np.nonzero(taken[:, None] & more == 0)
    return np.column_stack([hands[first], more[second]])


def _breaks(g, seat):
    """Every bid that another has shown is missed."""
    shown = [s for s in range(g.rules.players) if s != seat and g.premium[s] > 0]
    return bool(shown) and not any(scoring.succeeded(g, s) for s in shown)


def _wins_match(g, seat):
    """The match is over, and the seat is its only winner."""
    g = g.copy()
    if g.phase == row.COUNT:
        scoring.settle(g)
    return bool(g.phase == row.OVER and g.winners == 1 << seat)


# ---- the adding game -------------------------------------------------------------------------------------------


class Tally:
    """As far as the seat's own plays decide it: to the next decision of another."""

    @staticmethod
    def worlds(view):
        """A world for every card that may be drawn next; where the other cards lie decides nothing here."""
        cards = np.empty(pile.CARDS, np.int64)
        count = adding_knowledge.unseen(view, cards)
        games = np.repeat(np.array(view)[None], max(1, count)).view(np.recarray)
        for i, g in enumerate(games):
            assert adding_knowledge.imagine(g, i, 1000)
            if count:
                Tally._put_on_top(g, int(cards[i]))
        return games

    @staticmethod
    def _put_on_top(g, card):
        """Exchange the top card of the pile for another, wherever in the pile that lies."""
        top = g.filled - g.left
        for place in range(top, g.filled):
            if pile.byte(g.pile, place) == card:
                pile.set_byte(g.pile, place, pile.byte(g.pile, top))
                pile.set_byte(g.pile, top, card)

    @staticmethod
    def sure(game, worlds, seat, goal):
        """Whether the goal is sure in worlds that look alike."""
        done = [GOALS[goal](g, seat) for g in worlds]
        if worlds[0].turn != seat:
            return all(done)
        legal = _legal(game, worlds)
        for a in members(legal[0]):
            after, groups = _after(game, worlds, a), {}
            for i, g in enumerate(after):
                groups.setdefault((int(g.turn), g.hands[seat].tobytes()), []).append(i)
            if all(Tally.sure(game, after[some], seat, goal) for some in groups.values()):
                return True
        return False


def _wins_game(g, seat):
    return bool(g.seats == 1 << seat)


def _stays_in(g, seat):
    return bool(g.seats >> seat & 1)


PROVERS = {"trick": Trick, "tally": Tally}
GOALS = {
    "meets": lambda g, seat: bool(scoring.succeeded(g, seat)),
    "meets with the joker": lambda g, seat: bool(scoring.succeeded(g, seat)),
    "breaks": _breaks,
    "wins the match": _wins_match,
    "wins the game": _wins_game,
    "stays in": _stays_in,
}
"""What may be sure: (a row at its end, seat) -> whether it is reached."""
