"""The options of Parlett's game (Part D of the rule book) and the variants they make."""

from dataclasses import dataclass, fields
from typing import Any

from ninetynine_env.options import check, code, dtype_of, option


@dataclass(frozen=True)
class Rules:
    """Every option of the trick game. A value that is not allowed raises ValueError."""

    players: int = option(3, 2, 3, 4, doc="players; with two a dummy is the third hand", source="A1-A3")
    trump_mode: str = option(
        "successes", "successes", "turnup", "stock", "random",
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
        doc="what an episode is: one deal, a game to a target, a match", source="A4",
    )  # fmt: skip
    target: int = option(200, 200, 500, doc="points that end a game to a target", source="A4")
    game_bonus_needs_success: bool = option(
        True, True, False, doc="the bonus of a game only for who succeeded in its last deal", source="A4"
    )
    tie: str = option("shared", "shared", "extra_deal", doc="a tie on top is shared or played off", source="A4")
    joker: bool = option(False, False, True, doc="the Classic form's joker", source="A5")
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
        for name, holds, why in _BONDS:
            if not holds(self):
                raise ValueError(f"{name}={getattr(self, name)!r} is not allowed here: {why}")


_SCOPES: list[tuple[str, Any, str]] = [
    ("two_player_declare", lambda r: r.players == 2 and r.premium_bids, "with players=2 and premium_bids=True"),
    (
        "two_player_both_fail_live_bonus",
        lambda r: r.players == 2 and r.premium_bids,
        "with players=2 and premium_bids=True",
    ),
    ("nil_or_ten", lambda r: r.players == 4, "with players=4"),
    ("premium_protocol", lambda r: r.players > 2 and r.premium_bids, "with players=3 or 4 and premium_bids=True"),
    (
        "first_deal_trump",
        lambda r: r.trump_mode == "successes" and r.match != "single_deal",
        "in a match with trump_mode='successes'",
    ),
    ("target", lambda r: r.match == "target", "with match='target'"),
    ("max_deals", lambda r: r.match != "single_deal", "in a match of several deals"),
    ("game_bonus_needs_success", lambda r: r.match == "parlett100", "with match='parlett100'"),
    ("tie", lambda r: r.match in ("target", "nine_deals"), "with match='target' or 'nine_deals'"),
    ("oxford_deals", lambda r: r.match == "oxford", "with match='oxford'"),
    ("oxford_stock", lambda r: r.match == "oxford", "with match='oxford'"),
    ("oxford_points", lambda r: r.trump_mode == "stock", "with trump_mode='stock'"),
]
"""Options that say nothing outside a scope: another value than the default is refused there."""

_BONDS: list[tuple[str, Any, str]] = [
    ("joker", lambda r: r.joker == (r.trump_mode == "turnup"), "joker=True and trump_mode='turnup' need each other"),
    ("players", lambda r: r.trump_mode != "stock" or r.players == 3, "Oxford Whist (trump_mode='stock') is for three"),
    (
        "premium_bids",
        lambda r: r.trump_mode != "stock" or not r.premium_bids,
        "in Oxford Whist (trump_mode='stock') bid-cards stay down, so it needs premium_bids=False",
    ),
    (
        "match",
        lambda r: r.trump_mode != "stock" or r.match in ("oxford", "single_deal"),
        "Oxford Whist (trump_mode='stock') is played with match='oxford' or 'single_deal'",
    ),
    ("match", lambda r: r.match != "oxford" or r.trump_mode == "stock", "match='oxford' needs trump_mode='stock'"),
]
"""What options ask of each other: (the option that is refused, what must hold, why)."""

RULES = dtype_of(Rules)
"""The row of ints in which the rules ride inside a game."""

# The numbers of values, as the kernel reads them in a row.
SUCCESSES, TURNUP, STOCK = (code(Rules, "trump_mode", mode) for mode in ("successes", "turnup", "stock"))
SINGLE_DEAL, TARGET, PARLETT_100, RUBBER, NINE_DEALS, BGA_ROUNDS, OXFORD = range(7)  # in the order of `match`
SEALED = code(Rules, "premium_protocol", "sealed")
FIRST_DIAMONDS = code(Rules, "first_deal_trump", "diamonds")
EXTRA_DEAL = code(Rules, "tie", "extra_deal")
SEVERAL_GAMES = ("parlett100", "rubber", "bga_rounds")
"""The matches that are several games to a hundred (A4)."""
GAMES = tuple(code(Rules, "match", match) for match in SEVERAL_GAMES)
BALANCED_20 = code(Rules, "oxford_stock", "balanced20")
TEN_ONLY = code(Rules, "oxford_points", "ten_only")

# The cards of the trump stock, sets (A6).
STOCK_16 = sum(0b01111 << 13 * suit for suit in range(4))  # twos to fives, which nobody plays with
STOCK_20 = sum(0b11111 << 13 * suit for suit in range(4))  # and the sixes of another pack

VARIANTS: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "three": ("Parlett's game for three: bid three cards, win exactly that many of nine tricks.",
              {"players": 3, "joker": False}, {}),
    "four": ("Parlett's game for four with all 52 cards: bid three cards, win exactly that many of ten tricks.",
             {"players": 4, "joker": False}, {}),
    "two": ("Parlett's game for two, with a dummy that bids three cards of its own.",
            {"players": 2, "joker": False}, {}),
    "classic": ("The Classic form for two, three or four: a turned-up card makes the trump, the joker stands for it.",
                {"trump_mode": "turnup", "joker": True}, {}),
    "oxford": ("Oxford Whist for three: twenty deals, trumps from a stock of low cards, ten points for every success.",
               {"players": 3, "trump_mode": "stock", "joker": False, "premium_bids": False}, {"match": "oxford"}),
    "simple": ("The usual simplified form, deal by deal: no premium bids, a point a trick and ten for a bid met.",
               {"players": 3, "trump_mode": "stock", "premium_bids": False, "match": "single_deal"}, {}),
}  # fmt: skip
"""Name of a variant: its one-sentence title, the options it fixes, and those it only sets unless told otherwise."""
