"""Another world beside the one that is played: for one seat the two look alike."""

from typing import Any

from ninetynine_env.tally.knowledge import imagine, redact
from ninetynine_env.tally.pile import UNKNOWN, byte, set_byte
from ninetynine_env.tally.words import Actions, Chance, pile_of

TRIES = 100_000


def another_world(games: Any, actions: Actions, chance: Chance, seat: int, seed: int) -> tuple[Any, Actions, Chance]:
    """One game (a record array of one row) and its log of this round, with all dealt again that `seat` cannot know.

    Hands and pile are drawn anew, the log tells of the cards as they lie in this world, and the seed of what comes
    later is `seed`. ValueError in the unlikely case that no world is found.
    """
    twin, view = games.copy(), games.copy()[0]
    row = twin[0]
    redact(view, seat)
    if not imagine(view, seed, TRIES):
        raise ValueError(f"no other world was found for seat {seat} in {TRIES:,} tries")
    became = _moved(row, view)
    told = [(done, _retold(then, row, became)) for done, then in chance]
    _rename(row, became)
    row.seed = seed
    return twin, actions, told


def _moved(row: Any, view: Any) -> dict[int, int]:
    """Which card of the true row lies in this world where each card of the other lay."""
    became = {}
    for seat in range(row.rules.players):
        for old, new in zip(row.hands[seat][: row.cards[seat]], view.hands[seat], strict=False):
            became[int(old) & UNKNOWN] = int(new) & UNKNOWN
    first = row.filled - row.left
    return became | dict(zip(pile_of(row)[first:], pile_of(view)[first:], strict=True))


def _retold(then: Any, row: Any, became: dict[int, int]) -> Any:
    """An earlier moment as it was in this world: only cards that have not been shuffled since can be others."""
    twin = then.copy()
    _rename(twin, {old: new for old, new in became.items() if byte(row.epochs, old) == byte(then.epochs, old)})
    return twin


def _rename(row: Any, became: dict[int, int]) -> None:
    """Every card of the pile and the hands that became another."""
    for place, card in enumerate(pile_of(row)):
        set_byte(row.pile, place, became.get(card, card))
    for seat in range(row.rules.players):
        for i in range(row.cards[seat]):
            slot, number = int(row.hands[seat, i]), int(row.hands[seat, i]) & UNKNOWN
            row.hands[seat, i] = slot & ~UNKNOWN | became.get(number, number)
