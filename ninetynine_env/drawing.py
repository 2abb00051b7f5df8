"""Cards and labels in rich markup: what the pictures of both games share."""

from collections.abc import Sequence

from ninetynine_env.cards import CARD_NAMES, SUITS

COLOURS = dict(zip(SUITS, ("cyan", "bright_white", "red", "green"), strict=True))

Names = Sequence[str]
"""Who sits where, by seat."""


def card(number: int, dim: bool = False) -> str:
    """A card in the colour of its suit."""
    name = CARD_NAMES[number]
    return f"[dim]{name}[/]" if dim else f"[{COLOURS.get(name[-1], 'magenta')}]{name}[/]"


def margin(names: Names, word: str) -> str:
    """A word as the beginning of a line, all lines alike."""
    return f"  {word:<{max(4, *map(len, names))}}  "


def label(names: Names, seat: int) -> str:
    """A seat's name as the beginning of a line."""
    return margin(names, names[seat])
