"""The options of Parlett's game (Part D of the rule book) and the variants they make."""

from dataclasses import dataclass, fields
from typing import Any

from ninetynine_env.options import check, code, dtype_of, option


@dataclass(frozen=True)
class Rules:
    """Every option of the trick game. A value that is not allowed, or not built yet, raises ValueError."""

    players: int = option(3, 2, 3, 4, built=(3,), doc="players; with two a dummy is the third hand", source="A1-A3")
    trump_mode: str = option(
        "successes", "successes", "turnup", "stock", "random", built=("successes",),
        doc="what makes the trump: the last deal's successes, a turned-up card, a stock, a drawn card",
        source="A1, A5, A6",
    )  # fmt: skip
    first_deal_trump: str = option("none", "none", "diamonds", doc="trump of a game's first deal", source="A1")
    premium_bids: bool = option(True, True, False, doc="declarations and revelations are allowed", source="A1")
    premium_protocol: str = option(
        "sequential", "sequential", "sealed",
        doc="asked in turn, with an upgrade for the declarer, or handed in secretly with the bid", source="A1",
    )  # fmt: skip
    two_player_declare: str = option(
        "sequential", "sequential", "sealed", doc="how two players declare", source="A3"
    )  # fmt: skip
    two_player_both_fail_live_bonus: int = option(
        0, 0, 30, doc="what both players get when both declare and fail", source="A3"
    )
    nil_or_ten: bool = option(False, False, True, doc="four players: a bid of nothing also stands for ten", source="A2")
    match: str = option(
        "target", "single_deal", "target", "parlett100", "rubber", "nine_deals", "bga_rounds", "oxford",
        built=("single_deal", "target"), doc="what an episode is: one deal, a game to a target, a match", source="A4",
    )  # fmt: skip
    target: int = option(200, 200, 500, doc="points that end a game to a target", source="A4")
    game_bonus_needs_success: bool = option(
        True, True, False, doc="the bonus of a game only for who succeeded in its last deal", source="A4"
    )
    tie: str = option("shared", "shared", "extra_deal", doc="a tie on top is shared or played off", source="A4")
    joker: bool = option(False, False, True, built=(False,), doc="the Classic form's joker", source="A5")
    max_deals: int = option(200, range(1, 10_001), doc="a match longer than this is cut off", source="A4")
    oxford_deals: int = option(20, 20, 16, doc="deals of an Oxford match", source="A6")
    oxford_stock: str = option(
        "sixteen_reshuffled", "sixteen_reshuffled", "balanced20", doc="the trump stock of an Oxford match", source="A6"
    )
    oxford_points: str = option(
        "tricks_plus_10", "tricks_plus_10", "ten_only", doc="what a success is worth in Oxford Whist", source="A6"
    )

    def __post_init__(self) -> None:
        check(self)
        for name, applies, where in _SCOPES:
            default = next(item.default for item in fields(self) if item.name == name)
            if getattr(self, name) != default and not applies(self):
                raise ValueError(f"{name}={getattr(self, name)!r} has a meaning only {where}")


_SCOPES: list[tuple[str, Any, str]] = [
    ("two_player_declare", lambda r: r.players == 2, "with players=2"),
    ("two_player_both_fail_live_bonus", lambda r: r.players == 2, "with players=2"),
    ("nil_or_ten", lambda r: r.players == 4, "with players=4"),
    ("premium_protocol", lambda r: r.premium_bids, "with premium_bids=True"),
    ("first_deal_trump", lambda r: r.trump_mode == "successes", "with trump_mode='successes'"),
    ("game_bonus_needs_success", lambda r: r.match == "parlett100", "with match='parlett100'"),
    ("tie", lambda r: r.match in ("target", "nine_deals"), "with match='target' or 'nine_deals'"),
    ("oxford_deals", lambda r: r.trump_mode == "stock", "with trump_mode='stock'"),
    ("oxford_stock", lambda r: r.trump_mode == "stock", "with trump_mode='stock'"),
    ("oxford_points", lambda r: r.trump_mode == "stock", "with trump_mode='stock'"),
]
"""Options that say nothing outside a scope: another value than the default is refused there."""

RULES = dtype_of(Rules)
"""The row of ints in which the rules ride inside a game."""

# The numbers of values, as the kernel reads them in a row.
SEALED = code(Rules, "premium_protocol", "sealed")
SINGLE_DEAL = code(Rules, "match", "single_deal")
FIRST_DIAMONDS = code(Rules, "first_deal_trump", "diamonds")
EXTRA_DEAL = code(Rules, "tie", "extra_deal")

VARIANTS: dict[str, tuple[str, dict[str, Any]]] = {
    "three": ("Parlett's game for three: bid three cards, win exactly that many of nine tricks.",
              {"players": 3, "trump_mode": "successes", "joker": False}),
}  # fmt: skip
"""Name of a variant: its one-sentence title, and the options it fixes."""
