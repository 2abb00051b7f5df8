"""Finds probes: positions of played games in which some actions are provably right and the others are not.

`python tests/probes/make.py` writes `probes.jsonl` anew; look at what changed before you keep it.
"""

import json
import sys
from pathlib import Path

FOLDER = Path(__file__).parent
sys.path[:0] = [str(FOLDER), str(FOLDER.parent)]

from players import random_legal  # noqa: E402
from prover import GOALS, TooManyError, members, right  # noqa: E402

from ninetynine_env.cards import JOKER  # noqa: E402
from ninetynine_env.episode import Episode  # noqa: E402
from ninetynine_env.record import dumps  # noqa: E402
from ninetynine_env.table import Table  # noqa: E402
from ninetynine_env.trick import scoring  # noqa: E402
from ninetynine_env.trick.kernel import bid_of, from_dummy  # noqa: E402
from ninetynine_env.trick.row import PLAY  # noqa: E402
from ninetynine_env.variants import variant  # noqa: E402

FEW, TRIES, LOST = 12, 400, 0.3
"""An action that is not right is missed in at least this share of so many games played on at random."""

SOURCES = [
    ("three", {"premium_bids": False, "match": "single_deal"}, "meets", 14),
    ("three", {"match": "single_deal"}, "breaks", 6),
    ("two", {"premium_bids": False, "match": "single_deal"}, "meets", 6),
    ("classic", {"match": "single_deal", "premium_bids": False}, "meets", 6),
    ("oxford", {"match": "single_deal"}, "meets", 3),
    ("four", {"premium_bids": False, "match": "single_deal"}, "meets", 4),
    ("two", {"match": "nine_deals"}, "wins the match", 3),
    ("tally", {"players": 2, "tokens": 2}, "wins the game", 5),
    ("tally", {"players": 3, "tokens": 2}, "stays in", 5),
    ("tally", {"players": 2, "hand_size": 1, "tokens": 3}, "stays in", 2),
    ("classic", {"match": "single_deal", "premium_bids": False}, "meets with the joker", 3),
]
"""Variant, options, goal, how many."""
PLAYERS = ("thumb", "thumb", "thumb", "thumb")


def loses(episode, action, goal, seat, tries=TRIES):
    """How often the goal is missed after an action, everybody playing at random."""
    missed = 0
    for seed in range(tries):
        world = episode.another_world(seat, seed)
        world.act(action)
        step = 0
        while not world.over and world.settled is None:
            world.act(random_legal(world, seed, step))
            step += 1
        missed += not GOALS[goal](world.settled if world.settled is not None else world.row, seat)
    return missed / tries


def wanted(episode, goal):
    """Whether the goal says something in this position."""
    g, seat = episode.row, episode.turn
    if episode.game.NAME == "tally":
        return episode.legal().bit_count() > 1
    if g.phase != PLAY or not 2 <= int(g.hand[seat]).bit_count() <= 3:
        return False
    need, left = int(bid_of(g.laid[seat]) - g.tricks[seat]), int(g.hand[seat]).bit_count()
    if goal == "breaks":
        shown = any(g.premium[s] > 0 and s != seat for s in range(g.rules.players))
        return shown and not 0 <= need <= left
    if goal == "wins the match":
        return scoring.deals_left(g) == 0
    if goal == "meets with the joker" and not episode.legal() >> JOKER & 1:
        return False
    return 0 <= need <= left


def found(of, options, goal, number):
    """Probes of one source."""
    kind = variant(of)
    rules, probes, seed = kind.rules(**options), [], 0
    table = Table(kind, PLAYERS[: rules.players] if of != "tally" else ["greedy"] * rules.players, options)
    while len(probes) < number:
        seed += 1
        episode = Episode(kind, rules)
        episode.start(seed)
        while not episode.over:
            if wanted(episode, goal):
                probe = proven(episode, goal)
                if probe:
                    probes.append(probe)
                    print(of, goal, len(probes), probe["reason"], flush=True)
                    break
            episode.act(table.decide(episode))
    return probes


def proven(episode, goal):
    """A probe of the position, None if nothing is proven in it, or nothing of interest."""
    looks = [loses(episode, action, goal, episode.turn, FEW) for action in members(episode.legal())]
    if min(looks) > 0 or max(looks) == 0:
        return None
    try:
        good = right(episode, goal)
    except TooManyError:
        return None
    legal, seat = members(episode.legal()), episode.turn
    bad = [action for action in legal if action not in good]
    if not good or not bad or min(loses(episode, action, goal, seat) for action in bad) < LOST:
        return None
    speak = [episode.game.words.action_words(episode.row, action) for action in good]
    reason = REASONS[goal](episode.row, seat, speak)
    return {"position": episode.record(), "seat": seat, "goal": goal, "right": speak, "reason": reason}


def _meets(g, seat, speak):
    need, left = int(bid_of(g.laid[seat]) - g.tricks[seat]), int(g.hand[seat]).bit_count()
    wants = {0: "The bid is met", left: "Every trick left is needed"}.get(need, f"One of {left} tricks is needed")
    if 1 < need < left:
        wants = f"Of {left} tricks {need} are needed"
    return f"{wants}: only {_only(g, speak)} sure, whatever the others hold and play."


def _only(g, speak):
    cards = " and ".join(word.partition(" ")[2] for word in speak)
    return (
        f"{cards} of the dummy {'is' if len(speak) == 1 else 'are'}"
        if from_dummy(g)
        else (f"{cards} {'is' if len(speak) == 1 else 'are'}")
    )


def _breaks(g, seat, speak):
    shown = next(s for s in range(g.rules.players) if s != seat and g.premium[s] > 0)
    bid = int(bid_of(g.laid[shown]))
    return f"The own bid is lost, the {bid} that is shown is not: only {_only(g, speak)} sure to break it."


def _stays(g, seat, speak):
    if speak == ["draw"]:
        return "The hand is empty and the turn comes back behind the jack: only drawing keeps the last tokens."
    return f"At {int(g.total)} every play but {' and '.join(speak)} costs the last token."


REASONS = {
    "meets": _meets,
    "meets with the joker": _meets,
    "breaks": _breaks,
    "wins the match": lambda g, seat, speak: f"The match ends with this deal: only {_only(g, speak)} sure to win it.",
    "wins the game": lambda g, seat, speak: f"At {int(g.total)} only {' and '.join(speak)} is sure to win the game.",
    "stays in": _stays,
}


if __name__ == "__main__":
    kept: dict[str, dict] = {}  # a position that two sources find is one probe
    for source in SOURCES:
        for probe in found(*source):
            kept[dumps(probe["position"])] = probe
        lines = [json.dumps(probe, ensure_ascii=False) + "\n" for probe in kept.values()]
        (FOLDER / "probes.jsonl").write_text("".join(lines), encoding="utf-8")
