"""Another world beside the one that is played: for one seat the two look alike."""

from typing import Any

from ninetynine_env.cards import subseed
from ninetynine_env.trick.kernel import with_joker
from ninetynine_env.trick.knowledge import imagine, redact
from ninetynine_env.trick.row import PASS, SEAL, UNSAID
from ninetynine_env.trick.words import Actions, cards_in_actions

TRIES = 100_000


def another_world(games: Any, actions: Actions, chance: Any, seat: int, seed: int) -> tuple[Any, Actions, Any]:
    """One game (a record array of one row) and its log of this deal, with all dealt again that `seat` cannot know.

    Hidden cards are drawn anew, sealed announcements (A1.7) become others, and the seed of later deals is
    `seed`. ValueError in the unlikely case that no world is found.
    """
    twin = games.copy()
    row, view = twin[0], games.copy()[0]
    redact(view, seat)
    if not imagine(view, seed, TRIES):
        raise ValueError(f"no other world was found for seat {seat} in {TRIES:,} tries")
    for name in ("dealt", "hand", "laid"):
        row[name] = view[name]
    if row.phase <= SEAL:
        for other in range(row.rules.players):
            if other != seat and row.said[other] != UNSAID:
                words = 2 if row.rules.players == 2 else 3  # two players cannot reveal (A3)
                row.said[other] = (row.said[other] + 1 + subseed(seed, other) % (words - 1)) % words
    row.seed = seed
    return twin, _retold(row, actions, seat), chance


def _retold(row: Any, actions: Actions, seat: int) -> Actions:
    """The actions as they were in this world: the others laid, and sealed, what it gives them."""
    bids = {other: cards_in_actions(with_joker(row, row.laid[other])) for other in range(row.rules.players)}
    told, laid = [], dict.fromkeys(bids, 0)
    for who, action in actions:
        if who != seat and action < PASS and laid[who] < 3:
            action = bids[who][laid[who]]
        elif who != seat and action >= PASS and row.phase <= SEAL:
            action = PASS + int(row.said[who])
        laid[who] += 1
        told.append((who, action))
    return told
