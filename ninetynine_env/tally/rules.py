"""The options of the adding game (Part D of the rule book) and the variants they make."""

from dataclasses import dataclass
from typing import Any

from ninetynine_env.options import check, code, dtype_of, option

SEATS = 10
"""At a table there is room for so many."""


@dataclass(frozen=True)
class Rules:
    """Every option of the adding game. A value that is not allowed raises ValueError."""

    players: int = option(4, range(2, SEATS + 1), doc="players", source="B2")
    tokens: int = option(9, range(1, 51), doc="tokens each player begins with", source="B1.1")
    hand_size: int = option(3, range(1, 14), doc="cards in a hand at the beginning of a round", source="B1.2")
    num_decks: int | str = option(
        "auto", "auto", 1, 2, doc="packs of 52 cards; auto: one for up to six players, then two", source="B1.15"
    )
    draw_mode: str = option(
        "explicit", "explicit", "auto", doc="drawing is a decision that can be forgotten, or happens by itself",
        source="B1.14",
    )  # fmt: skip
    negative_total: str = option(
        "allow", "allow", "clamp", doc="a ten taken off a total below ten makes it negative, or 0", source="B2"
    )
    match: str = option("game", "game", "round", doc="what an episode is: until one player is left, or one round",
                        source="B1.1")  # fmt: skip
    starter: str = option(
        "left_of_dealer", "left_of_dealer", "dealer", "random", doc="who plays first in a round", source="B2"
    )
    first_dealer: int | str = option(
        "random", "random", *range(SEATS), doc="the first dealer: drawn, or a seat", source="B2"
    )
    direction_persists: bool = option(
        False, False, True, doc="a round goes on in the direction of the last one, or clockwise", source="B1.7"
    )

    def __post_init__(self) -> None:
        check(self)
        cards = 52 * packs(self.players, self.num_decks)
        if self.players * self.hand_size >= cards:
            raise ValueError(
                f"players={self.players} with hand_size={self.hand_size} is not allowed: "
                f"of {cards} cards at least one must be left to draw"
            )
        if self.first_dealer in range(self.players, SEATS):
            raise ValueError(f"first_dealer={self.first_dealer} is no seat: it is random or 0 to {self.players - 1}")


def packs(players: int, num_decks: Any) -> int:
    """How many packs are shuffled together (B1.15, P2)."""
    if num_decks == "auto":
        return 1 if players <= 6 else 2
    return int(num_decks)


RULES = dtype_of(Rules)
"""The row of ints in which the rules ride inside a game."""

# The numbers of values, as the kernel reads them in a row.
ANY_PACKS = code(Rules, "num_decks", "auto")
EXPLICIT = code(Rules, "draw_mode", "explicit")
CLAMPED = code(Rules, "negative_total", "clamp")
ROUND = code(Rules, "match", "round")
DEALER_STARTS, RANDOM_STARTS = code(Rules, "starter", "dealer"), code(Rules, "starter", "random")
RANDOM_DEALER = code(Rules, "first_dealer", "random")

VARIANTS: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "tally": ("The adding game: hit 33, 66 and 99, never pass them, and keep your tokens.", {}, {}),
}
"""Name of a variant: its one-sentence title, the options it fixes, and those it only sets unless told otherwise."""
