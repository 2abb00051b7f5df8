"""How the tests drive the trick game: loops compiled like the package's own kernels, and below them plain Python.

Nothing here repeats a rule but the checks, which say in their own way what must hold.
"""

import hashlib
import tomllib
from pathlib import Path

import numpy as np

from ninetynine_env.cards import JOKER, NO_CARD, has, lowest, nth, roll, size, subseed
from ninetynine_env.jit import compile_here
from ninetynine_env.trick import Rules, expand, new
from ninetynine_env.trick.dealing import begin_deal, deal_on, hand_size, hands, pack, start
from ninetynine_env.trick.kernel import apply, bid_of, legal, with_joker
from ninetynine_env.trick.knowledge import imagine, redact
from ninetynine_env.trick.layout import LAYOUT
from ninetynine_env.trick.observe import observe
from ninetynine_env.trick.row import COUNT, DISCARD, DUMMY, OVER, PLAY
from ninetynine_env.trick.rules import STOCK, TEN_ONLY, TURNUP
from ninetynine_env.trick.scoring import settle

# ---- play ------------------------------------------------------------------------------------------------------


def random_action(g, seed):
    """One of the legal actions alike, drawn by the number of the move."""
    actions = legal(g)
    return nth(actions, roll(seed, g.moves, size(actions)))


def play_until(g, seed, moves):
    """Random legal play until so many moves are made or the deal is played out."""
    while g.moves < moves and g.phase < COUNT:
        apply(g, random_action(g, seed))


def play_until_all(games, seeds, moves):
    """`play_until` in every game, from the first deal of an episode."""
    for i in range(len(games)):
        start(games[i], seeds[i])
        play_until(games[i], subseed(seeds[i], 1), moves[i])


# ---- what holds in every deal (A8): each check gives a bit, no bit is no fault --------------------------------------

NO_ACTION, NOT_HELD, NOT_FOLLOWED, NOT_FREE, LOST_CARDS, HAND_SIZES, TOO_LONG, NEGATIVE, TOO_MUCH = range(9)
TRICKS, ALL_BUT_ONE, ALL, BONUSES, SUM, TWO_PREMIUMS, NO_DEAL_END = range(9, 16)
# fmt: off
CHECKS = [
    "NO_ACTION", "NOT_HELD", "NOT_FOLLOWED", "NOT_FREE", "LOST_CARDS", "HAND_SIZES", "TOO_LONG", "NEGATIVE", "TOO_MUCH",
    "TRICKS", "ALL_BUT_ONE", "ALL", "BONUSES", "SUM", "TWO_PREMIUMS", "NO_DEAL_END",
]
# fmt: on


def as_cards(g, actions):
    """Actions as the cards of the row: the joker as the card that was turned up (A5)."""
    return actions ^ (1 << JOKER) | 1 << g.turnup if has(actions, JOKER) else actions


def check_legal(g, actions):
    """Some action; cards only from the hand; the suit led if there is one of it, else the whole hand (A1.6)."""
    faults = 0
    if actions == 0:
        faults |= 1 << NO_ACTION
    if g.phase not in (PLAY, DISCARD):
        return faults
    hand = g.hand[g.plays if g.phase == PLAY else g.turn]
    cards = as_cards(g, actions)
    if cards & ~hand or (g.rules.joker and g.turnup < JOKER and has(actions, g.turnup)):
        faults |= 1 << NOT_HELD
    led = g.trick[g.leader] // 13 if g.phase == PLAY and g.trick[g.leader] != NO_CARD else -1
    followers = 0
    for card in range(52):
        if has(hand, card) and card // 13 == led:
            followers |= 1 << card
    if followers and cards != followers:
        faults |= 1 << NOT_FOLLOWED
    if not followers and cards != hand:
        faults |= 1 << NOT_FREE
    return faults


def check_cards(g):
    """Every card in exactly one place; hands as long as the moves made say."""
    faults, everything, places = 0, 0, 0
    for seat in range(hands(g.rules)):
        everything |= g.hand[seat] | g.laid[seat] | g.played[seat]
        places += size(g.hand[seat]) + size(g.laid[seat]) + size(g.played[seat])
        if (g.hand[seat] | g.laid[seat] | g.played[seat]) != g.dealt[seat]:
            faults |= 1 << HAND_SIZES
        if g.phase > DISCARD + 1 and size(g.laid[seat]) != 3:
            faults |= 1 << HAND_SIZES
    if everything != pack(g.rules) or places != size(pack(g.rules)):
        faults |= 1 << LOST_CARDS
    if g.rules.trump_mode == TURNUP and g.trump != (4 if g.turnup == JOKER or g.turnup % 13 == 7 else g.turnup // 13):
        faults |= 1 << LOST_CARDS
    return faults


def hit(g, seat):
    """Whether a side has met its bid: the dummy also with fewer tricks (A3), nothing also with ten (A2)."""
    bid, tricks = bid_of(g.laid[seat]), g.tricks[seat]
    if g.rules.players == 2 and seat == DUMMY:
        return tricks <= bid
    return bid == tricks or (g.rules.nil_or_ten == 1 and bid == 0 and tricks == 10)


def premiums_paid(g):
    """What all premiums together pay: once if kept, otherwise to each opponent; and the dummy's exact bid (A3)."""
    paid, failed, sides = 0, 0, hands(g.rules)
    for seat in range(g.rules.players):
        if g.premium[seat] > 0:
            paid += 30 * g.premium[seat] * (1 if hit(g, seat) else sides - 1)
            failed += not hit(g, seat)
    if g.rules.players == 2:
        if failed == 2:
            paid += 2 * (g.rules.two_player_both_fail_live_bonus - 30)
        if g.tricks[DUMMY] == bid_of(g.laid[DUMMY]):
            paid += 30
    return paid


def check_scores(g):
    """The sums of a settled deal; all from bids, tricks and scores alone."""
    faults, sides = 0, hands(g.rules)
    tricks, bids, made, scores, premiums = 0, 0, 0, 0, 0
    for seat in range(sides):
        tricks += g.tricks[seat]
        bids += bid_of(g.laid[seat])
        scores += g.scores[seat]
        made += hit(g, seat)
        premiums += g.premium[seat] > 0
        if g.scores[seat] < 0:
            faults |= 1 << NEGATIVE
        if seat < g.rules.players and g.scores[seat] > 99 + g.rules.nil_or_ten:
            faults |= 1 << TOO_MUCH
    total = hand_size(g.rules) - 3
    flat = g.rules.trump_mode == STOCK
    bonuses = 10 * made if flat else 30 if made == 1 else 40 if made == 2 else 30 if made == 3 else 0
    if tricks != total:
        faults |= 1 << TRICKS
    if g.rules.players > 2 and g.rules.nil_or_ten == 0:
        if bids == total and made == sides - 1:
            faults |= 1 << ALL_BUT_ONE
        if made == sides and bids != total:
            faults |= 1 << ALL
    if made != g.successes:
        faults |= 1 << BONUSES
    if scores != (0 if g.rules.oxford_points == TEN_ONLY else tricks) + bonuses + premiums_paid(g):
        faults |= 1 << SUM
    if premiums > (2 if g.rules.players == 2 else 1):
        faults |= 1 << TWO_PREMIUMS
    return faults


def watch_deal(g, seed):
    """Play a dealt deal out at random and settle it; the faults found."""
    faults = check_cards(g)
    while g.phase < COUNT and g.moves < 64:
        faults |= check_legal(g, legal(g))
        apply(g, random_action(g, seed))
        faults |= check_cards(g)
    if g.moves > 3 * g.rules.players + (hand_size(g.rules) - 3) * hands(g.rules) + g.rules.players + 1:
        faults |= 1 << TOO_LONG
    if g.phase != COUNT or g.turn != -1:
        return faults | 1 << NO_DEAL_END
    settle(g)
    return faults | check_scores(g)


def watch_all(games, seeds, faults):
    """Play the first deal of every seed under watch; `faults` [n] has the bits of each."""
    for i in range(len(games)):
        start(games[i], seeds[i])
        faults[i] = watch_deal(games[i], subseed(seeds[i], 1))


# ---- secrets -----------------------------------------------------------------------------------------------------


def imagine_all(views, worlds, seeds, tries, done):
    """Copy every view into a world and deal what it does not see again."""
    for i in range(len(views)):
        worlds[i] = views[i]
        done[i] = imagine(worlds[i], seeds[i], tries)


def retell(g, seed, world, seat):
    """Play a game again from its seed up to where it stands, and beside it the world imagined for a seat.

    In that world the others lay the bid-cards that are theirs there; all else is done as it was.
    False if something done was not legal, or fell to somebody else.
    """
    moves, laid = g.moves, world.laid.copy()
    world.deals -= 1
    begin_deal(world, world.dealer, world.trump, world.turnup, laid[DUMMY] if world.rules.players == 2 else 0)
    start(g, seed)
    while g.moves < moves:
        action = random_action(g, subseed(seed, 1))
        theirs = action
        if g.phase == DISCARD and g.turn != seat:
            theirs = lowest(with_joker(world, laid[g.turn] & ~world.laid[g.turn]))
        if world.turn != g.turn or world.phase != g.phase or not has(legal(world), theirs):
            return False
        apply(g, action)
        apply(world, theirs)
    return True


def retell_all(games, seeds, worlds, seats, held):
    """`retell` for every game and world; `held` [n] says whether all was legal."""
    for i in range(len(games)):
        held[i] = retell(games[i], seeds[i], worlds[i], seats[i])


def tally_places(view, world, seed, n, tally):
    """Imagine n worlds; int64 [52, 8] counts in which hand (0-3) or bid (4-7) each card lay."""
    for k in range(n):
        world[0] = view[0]
        if imagine(world[0], subseed(seed, k), 1_000_000):
            for card in range(52):
                for seat in range(hands(world[0].rules)):
                    tally[card, seat] += has(world[0].hand[seat], card)
                    tally[card, 4 + seat] += has(world[0].laid[seat], card)


def redact_all(games, views, seats):
    """Copy every game and redact it for a seat each."""
    for i in range(len(games)):
        views[i] = games[i]
        redact(views[i], seats[i])


compile_here(__name__)


# ---- rows and rules ----------------------------------------------------------------------------------------------

SETTINGS = {
    "plain": {},
    "sealed": {"premium_protocol": "sealed"},
    "no_premiums": {"premium_bids": False},
    "diamonds": {"first_deal_trump": "diamonds", "target": 500},
    "single": {"match": "single_deal"},
    "single_sealed": {"match": "single_deal", "premium_protocol": "sealed"},
    "extra_deal": {"tie": "extra_deal", "max_deals": 3},
    "four": {"players": 4},
    "four_ten": {"players": 4, "nil_or_ten": True, "premium_protocol": "sealed", "match": "nine_deals"},
    "two": {"players": 2, "match": "parlett100"},
    "two_sealed": {"players": 2, "two_player_declare": "sealed", "two_player_both_fail_live_bonus": 30},
    "two_plain": {"players": 2, "premium_bids": False, "match": "rubber"},
    "classic": {"trump_mode": "turnup", "joker": True, "match": "parlett100", "game_bonus_needs_success": False},
    "classic_two": {"players": 2, "trump_mode": "turnup", "joker": True},
    "classic_four": {"players": 4, "trump_mode": "turnup", "joker": True, "match": "bga_rounds"},
    "random": {"trump_mode": "random", "match": "rubber"},
    "oxford": {"trump_mode": "stock", "premium_bids": False, "match": "oxford"},
    "oxford_16": {"trump_mode": "stock", "premium_bids": False, "match": "oxford", "oxford_deals": 16,
                  "oxford_stock": "balanced20", "oxford_points": "ten_only"},
    "oxford_single": {"trump_mode": "stock", "premium_bids": False, "match": "single_deal"},
}  # fmt: skip
"""Options under which the kernel is tried; every value stands in one of them."""

EXAMPLES = tomllib.loads((Path(__file__).parents[1] / "seeds" / "trick.toml").read_text())
"""The worked examples of the rule sheet."""


def seeds_from(seed, n):
    """n seeds grown from one, int64 [n]."""
    return np.array([subseed(seed, k) for k in range(n)], dtype=np.int64)


def positions(rules, seed, n):
    """n rows, each at a random move of a random first deal under these rules."""
    games, seeds = new(n, rules), seeds_from(seed, n)
    most = 3 * rules.players + 5 + 9 * max(3, rules.players)
    moves = np.array([roll(seed, 1000 + k, most) for k in range(n)], dtype=np.int64)
    play_until_all(games, seeds, moves)
    return games


def dealt(rules, hands, dealer, trump):
    """One row that holds a given deal, no card laid yet."""
    games = new(1, rules)
    g = games[0]
    g.viewer, g.successes = -1, -1
    for seat, cards in enumerate(hands):
        g.dealt[seat] = cards
    begin_deal(g, dealer, trump, NO_CARD, 0)
    return games


def view_of(games, seat):
    """The redacted copy of a row, [1]."""
    view = games.copy()
    redact(view[0], seat)
    return view


def observed(view):
    """The packed observation of a view, [1]."""
    out = np.zeros(1, LAYOUT.packed).view(np.recarray)
    observe(view[0], out[0])
    return out


def flat(packed):
    """The flat input of a packed observation."""
    columns = np.zeros(LAYOUT.columns, np.float32)
    expand(np.frombuffer(packed.tobytes(), np.int64), columns)
    return columns


# ---- one trail of states, to compare machines and speeds --------------------------------------------------------


def footprint(games):
    """A short hash of a row, of its legal actions, and of what each seat observes of it (flat for the seat to act)."""
    digest = hashlib.sha256(games.tobytes())
    digest.update(str(int(legal(games[0]))).encode())
    for seat in range(games[0].rules.players):
        view = view_of(games, seat)
        packed = observed(view)
        digest.update(view.tobytes() + packed.tobytes())
        if seat == games[0].turn and games[0].moves % 4 == 0:
            digest.update(flat(packed).tobytes())
    return digest.hexdigest()[:12]


def trail(rules, seed, deals):
    """The footprint after every step of an episode under random play, at most so many deals of it."""
    games = new(1, rules)
    g = games[0]
    start(g, seed)
    steps = [footprint(games)]
    while g.phase != OVER and g.deals <= deals:
        play_seed = subseed(seed, 1000 + int(g.deals))
        while g.phase < COUNT:
            apply(g, random_action(g, play_seed))
            steps.append(footprint(games))
        settle(g)
        steps.append(footprint(games))
        if g.phase != OVER:
            deal_on(g)
    return steps


def trails(n):
    """n trails of two deals in all settings by turns, as lines of text."""
    names = list(SETTINGS)
    return [
        f"{names[k % len(names)]} {k} {step} {mark}"
        for k in range(n)
        for step, mark in enumerate(trail(Rules(**SETTINGS[names[k % len(names)]]), 7000 + k, 2))
    ]
