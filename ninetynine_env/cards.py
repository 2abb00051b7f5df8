"""Cards, sets of cards, and chance.

    number of a card = 13 * suit + rank        the joker is 52

    suit   d=0  s=1  h=2  c=3                  a suit's number is what it bids (A1.4)
    rank   2=0  3=1 ... T=8  J=9  Q=10  K=11  A=12

A set of cards is one int: bit `number` is set. Nothing here is a class. Chance
is a counter-based generator: draw k of a seed is a pure function of (seed, k),
the same on every machine, compiled or not. Sums and products stay below 2**63,
because compiled code takes the overflow of an int64 for impossible.
"""

from ninetynine_env.jit import compile_here

RANKS = "23456789TJQKA"
SUITS = "dshc"
DIAMONDS, SPADES, HEARTS, CLUBS, NO_TRUMP = 0, 1, 2, 3, 4
JOKER = 52
NO_CARD = -1
SUIT_SET = tuple(0x1FFF << 13 * suit for suit in range(4))
PACK_36 = sum(0b1111111110000 << 13 * suit for suit in range(4))  # sixes and up
PACK_52 = (1 << 52) - 1

_MASK = (1 << 32) - 1
_STEP = 0x1E3779B9


def suit_of(card):
    """The suit 0..3 of a card that is not the joker: a thirteenth, by a factor that is exact up to 63."""
    return card * 5042 >> 16


def suit_set(suit):
    """The cards of a suit 0..3, a set: reckoned, for a compiled look into a tuple is a chain of jumps."""
    return 0x1FFF << 13 * suit


def rank_of(card):
    """The rank 0 (two) .. 12 (ace) of a card that is not the joker."""
    return card % 13


def only(card):
    """The set of this one card."""
    return 1 << card


def has(cards, card):
    """Whether the set holds the card."""
    return (cards >> card) & 1 == 1


def size(cards):
    """How many cards the set holds."""
    count = 0
    while cards:
        cards &= cards - 1
        count += 1
    return count


def lowest(cards):
    """The card with the lowest number of a set, NO_CARD of the empty one."""
    return size((cards & -cards) - 1) if cards else NO_CARD


def highest(cards):
    """The card with the highest number of a set that is not empty."""
    for shift in (1, 2, 4, 8, 16, 32):
        cards |= cards >> shift
    return size(cards) - 1


def above(card):
    """The cards of the same suit that outrank this one."""
    return suit_set(suit_of(card)) & -(2 << card)


def below(card):
    """The cards of the same suit that this one outranks."""
    return suit_set(suit_of(card)) & ((1 << card) - 1)


def nth(cards, n):
    """The card at place n (from 0) of the set, in order of numbers."""
    for _ in range(n):
        cards &= cards - 1
    return lowest(cards)


def mix(x):
    """Scramble 32 bits, one to one: both factors are below 2**31, so that no product overflows."""
    x = ((x ^ (x >> 16)) * 0x21F0AAAD) & _MASK
    x = ((x ^ (x >> 15)) * 0x735A2D97) & _MASK
    return x ^ (x >> 15)


def chance(seed, k):
    """Draw k of a seed: 32 random bits. Seeds have up to 63 bits; k is below 2**31."""
    seed = int(seed)
    return mix(mix(((seed >> 32) + int(k) * _STEP) & _MASK) ^ (seed & _MASK))


def roll(seed, k, sides):
    """Draw k of a seed as one of 0 .. sides-1, alike (sides below 2**31)."""
    return (chance(seed, k) * int(sides)) >> 32


def subseed(seed, k):
    """Seed k grown from a seed: 63 bits."""
    return (chance(seed, 2 * k) << 31) | (chance(seed, 2 * k + 1) >> 1)


compile_here(__name__)  # what follows is text and stays Python


def card_name(card: int) -> str:
    """`Td` for the ten of diamonds, `Jo` for the joker."""
    return "Jo" if card == JOKER else RANKS[card % 13] + SUITS[card // 13]


CARD_NAMES = tuple(card_name(card) for card in range(53))
_NUMBERS = {name: card for card, name in enumerate(CARD_NAMES)}


def parse_card(name: str) -> int:
    """The number of a card's name; ValueError names what is allowed."""
    try:
        return _NUMBERS[name]
    except (KeyError, TypeError):
        raise ValueError(
            f"{name!r} is no card: a card is a rank of {RANKS} and a suit of {SUITS}, as in 'Td', or 'Jo'"
        ) from None


def cards_in(cards: int) -> list[int]:
    """The cards of a set, in order of numbers."""
    return [card for card in range(53) if int(cards) >> card & 1]


def card_names(cards: int) -> list[str]:
    """The names of a set's cards, in order of numbers."""
    return [CARD_NAMES[card] for card in cards_in(cards)]


def card_set(names: list[str]) -> int:
    """The set of these names; ValueError if one is no card or stands twice."""
    cards = 0
    for name in names:
        card = 1 << parse_card(name)
        if cards & card:
            raise ValueError(f"{name} stands twice among {' '.join(names)}")
        cards |= card
    return cards
