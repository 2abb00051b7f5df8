"""How the tests set a table of the adding game, and drive many: compiled loops first, plain Python below."""

import hashlib
import tomllib
from pathlib import Path

import numpy as np

from ninetynine_env import tally
from ninetynine_env.cards import SUITS, nth, parse_card, roll, size, subseed
from ninetynine_env.jit import compile_here
from ninetynine_env.tally import Rules, kernel, new
from ninetynine_env.tally.kernel import COUNT, DRAWING, OVER, PLAY, apply, deal_on, is_in, legal, present, settle, start
from ninetynine_env.tally.knowledge import imagine, redact
from ninetynine_env.tally.observe import observe
from ninetynine_env.tally.pile import CARDS, byte, card_in, is_played, packs, set_byte

# ---- play ------------------------------------------------------------------------------------------------------


def random_action(g, seed):
    """One of the legal actions alike, drawn by the number of the move."""
    actions = legal(g)
    return nth(actions, roll(seed, g.moves, size(actions)))


def play_until(g, seed, moves):
    """Random legal play over rounds until so many actions are taken in all, or the episode is over."""
    for move in range(moves):
        if g.phase >= COUNT:
            settle(g)
            if g.phase == OVER:
                return
            deal_on(g)
        apply(g, random_action(g, subseed(seed, move)))


def play_until_all(games, seeds, moves):
    """`play_until` in every game, from the first round of an episode."""
    for i in range(len(games)):
        start(games[i], seeds[i])
        play_until(games[i], subseed(seeds[i], 1), moves[i])


# ---- what always holds (end of B3): each check gives a bit, no bit is no fault ----------------------------------

ROSE, BOTH_LOST, HIGH, SUM, NOBODY_LEFT, LOST_CARDS, NO_ACTION, TOO_LONG, HAND = range(9)
CHECKS = ["ROSE", "BOTH_LOST", "HIGH", "SUM", "NOBODY_LEFT", "LOST_CARDS", "NO_ACTION", "TOO_LONG", "HAND"]


def check_cards(g):
    """Hands, pile and played cards are all cards, each once."""
    seen = np.zeros(CARDS, np.int64)
    for seat in range(g.rules.players):
        for i in range(g.cards[seat]):
            seen[card_in(g.hands[seat, i])] += 1
    for i in range(g.left):
        seen[byte(g.pile, g.filled - g.left + i)] += 1
    faults = 0
    for card in range(CARDS):
        seen[card] += is_played(g, card)
        if seen[card] != (1 if card < 52 * packs(g.rules) else 0):
            faults = 1 << LOST_CARDS
    return faults


def check_losses(g, mover, was_play, before):
    """What one action cost, by the tokens alone."""
    faults, mine, others, opponents = 0, 0, 0, 0
    for seat in range(g.rules.players):
        lost = before[seat] - g.tokens[seat]
        if lost < 0:
            faults |= 1 << ROSE
        if lost != g.lost[seat]:
            faults |= 1 << SUM
        if seat == mover:
            mine = lost
        else:
            others += lost
            opponents += before[seat] > 0
    if was_play and mine and others and g.caught < 0:
        faults |= 1 << BOTH_LOST
    if mine + others > max(3, 2 * opponents) + 3 * (g.caught >= 0):
        faults |= 1 << SUM
    if present(g) == 0:
        faults |= 1 << NOBODY_LEFT
    return faults


def watch(g, seed):
    """Play an episode at random to its end; the faults found."""
    start(g, seed)
    faults, actions = check_cards(g), 0
    while g.phase != OVER:
        if g.phase == PLAY and (g.total > 98 or g.cards[g.turn] == 0 or not is_in(g, g.turn)):
            faults |= 1 << HIGH
        if legal(g) == 0:
            return faults | 1 << NO_ACTION
        mover, was_play, before = g.turn, g.phase == PLAY, g.tokens.copy()
        apply(g, random_action(g, subseed(seed, actions)))
        faults |= check_losses(g, mover, was_play, before) | check_cards(g)
        if g.phase == DRAWING and g.turn != mover:
            faults |= 1 << HAND
        actions += 1
        if g.phase == COUNT:
            settle(g)
            if g.phase != OVER:
                deal_on(g)
        if actions > 1_000_000:
            return faults | 1 << TOO_LONG
    return faults


def watch_all(games, seeds, faults):
    """Play an episode of every seed under watch; `faults` [n] has the bits of each."""
    for i in range(len(games)):
        faults[i] = watch(games[i], seeds[i])


# ---- secrets ----------------------------------------------------------------------------------------------------


def imagine_all(views, worlds, seeds, tries, done):
    """Copy every view into a world and deal what it does not see again."""
    for i in range(len(views)):
        worlds[i] = views[i]
        done[i] = imagine(worlds[i], seeds[i], tries)


def redact_all(games, views, seats):
    """Copy every game and redact it for a seat each."""
    for i in range(len(games)):
        views[i] = games[i]
        redact(views[i], seats[i])


def count_places(view, world, seed, n, counts):
    """Imagine n worlds; int64 [CARDS, 11] counts in which hand, or in the pile (10), each card lay."""
    for k in range(n):
        world[0] = view[0]
        if imagine(world[0], subseed(seed, k), 1_000_000):
            for seat in range(world[0].rules.players):
                for i in range(world[0].cards[seat]):
                    counts[card_in(world[0].hands[seat, i]), seat] += 1
            for i in range(world[0].left):
                counts[byte(world[0].pile, world[0].filled - world[0].left + i), 10] += 1


compile_here(__name__)


# ---- rows and rules ---------------------------------------------------------------------------------------------

EXAMPLES = tomllib.loads((Path(__file__).parents[2] / "seeds" / "tally.toml").read_text())
"""The worked examples of the rule sheet."""


def options(k):
    """Options number k: all of Part D in turn."""
    dice = np.random.default_rng(k)
    players = int(dice.integers(2, 11))
    decks = ["auto", 1, 2][dice.integers(3)]
    room = (104 if decks == 2 or (decks == "auto" and players > 6) else 52) - 1
    return {
        "players": players,
        "tokens": int(dice.integers(1, 13)),
        "hand_size": int(dice.integers(1, min(13, room // players) + 1)) if k % 3 else 3,
        "num_decks": decks,
        "draw_mode": ["explicit", "auto"][dice.integers(2)],
        "negative_total": ["allow", "clamp"][dice.integers(2)],
        "match": ["game", "round"][dice.integers(2)],
        "starter": ["left_of_dealer", "dealer", "random"][dice.integers(3)],
        "first_dealer": "random" if dice.random() < 0.7 else int(dice.integers(players)),
        "direction_persists": bool(dice.integers(2)),
    }


def seeds_from(seed, n):
    """n seeds grown from one, int64 [n]."""
    return np.array([subseed(seed, k) for k in range(n)], dtype=np.int64)


def positions(rules, seed, n, most=200):
    """n rows, each after a random number of actions of a random episode under these rules."""
    games, seeds = new(n, rules), seeds_from(seed, n)
    play_until_all(games, seeds, np.array([roll(seed, 1000 + k, most) for k in range(n)], dtype=np.int64))
    return games


def position(hands=(), total=0, turn=0, tokens=None, direction=1, played="", pile="", **given):
    """One row, [1]: hands by seat as text (the others get cards nobody asks for), what is played, the pile's top."""
    rules = Rules(**given)
    games = new(1, rules)
    g = games[0]
    start(g, 1)
    n, rest = rules.players, [rank + suit for suit in SUITS for rank in "KQJ8765T9A432"] * int(packs(g.rules))
    wanted = [hand.split() for hand in hands] + [None] * (n - len(hands))
    named = [*(card for hand in hands for card in hand.split()), *played.split(), *pile.split()]
    for card in named:
        rest.remove(card)
    told = [[rest.pop() for _ in range(rules.hand_size)] if hand is None else hand for hand in wanted]
    lay(g, told, played.split(), [*pile.split(), *rest])
    g.total, g.turn, g.direction = total, turn, direction
    for seat, left in enumerate(tokens or []):
        g.tokens[seat] = left
    return games


def lay(g, hands, played, pile):
    """Hands, played cards (the last on top) and pile of a row, by name."""
    number = parse_card
    for seat, hand in enumerate(hands):
        g.cards[seat] = len(hand)
        g.hands[seat][:] = 0
        for i, card in enumerate(hand):
            g.hands[seat, i] = number(card)
    for card in played:
        g.played[0] |= 1 << number(card)
        g.last = number(card)
    g.filled = g.left = len(pile)
    for i, card in enumerate(pile):
        set_byte(g.pile, i, number(card))


def act(g, words):
    """Take an action by its words without the verb: `7`, `T-10`, `draw`."""
    action = tally.words.WORDS.index(words if words in ("draw", "skip") else f"play {words}")
    assert legal(g) >> action & 1, f"{words} is illegal"
    apply(g, action)


def view_of(games, seat):
    """The redacted copy of a row, [1]."""
    view = games.copy()
    redact(view[0], seat)
    return view


def observed(view):
    """The packed observation of a view, [1]."""
    out = np.zeros(1, tally.LAYOUT.packed).view(np.recarray)
    observe(view[0], out[0])
    return out


def trail(rules, seed, actions):
    """A short hash after every action of an episode under random play: row, legal actions, what each seat observes."""
    games = new(1, rules)
    g = games[0]
    start(g, seed)
    steps = []
    for move in range(actions):
        digest = hashlib.sha256(games.tobytes() + str(int(legal(g))).encode())
        for seat in range(rules.players):
            view = view_of(games, seat)
            digest.update(view.tobytes() + observed(view).tobytes())
        steps.append(digest.hexdigest()[:12])
        if g.phase == COUNT:
            settle(g)
        elif g.phase == kernel.NEXT:
            deal_on(g)
        elif g.phase != OVER:
            apply(g, random_action(g, subseed(seed, move)))
    return steps


def trails(n):
    """n trails of 60 actions under options by turns, as lines of text."""
    return [f"{k} {i} {mark}" for k in range(n) for i, mark in enumerate(trail(Rules(**options(k)), 7000 + k, 60))]


def drawn(actions, seed, step):
    """One of a set, drawn from (seed, step)."""
    return nth(actions, roll(seed, step, size(actions)))


def some_views(k, n=20):
    """Positions under options k, and the views of a seat each that is still in."""
    rules = Rules(**options(k))
    games = positions(rules, k, n)
    games = games[games.phase <= kernel.DRAWING]
    seats = np.array([drawn(kernel.present(g), k, i) for i, g in enumerate(games)], np.int64)
    views = games.copy()
    redact_all(games, views, seats)
    return games, views, seats
