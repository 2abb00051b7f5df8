"""Cards, hands and piles of the adding game: what is shuffled, drawn and laid, and what all see of it.

A card is `13 * suit + rank` of the first pack, 52 more of the second. A hand is a row of
slots (`SLOT`), the draw pile a row of bytes. Nothing here knows what a play is worth.
"""

from ninetynine_env.cards import roll, size, subseed
from ninetynine_env.jit import compile_here
from ninetynine_env.tally.rules import ANY_PACKS

HAND = 13  # the largest hand
CARDS = 104
PILE = CARDS // 8  # words of eight cards each
NO_CARD = -1
RESHUFFLE = 1 << 10  # the k-th reshuffle has the subseed RESHUFFLE + k of a round's seed
LAST_EPOCH = 127  # later shuffles are not told apart

# SLOT: a card in a hand is one int: the card in bits 0-6, its epoch in 7-13, its cuts from 16 on.
#   card    0..103; UNKNOWN where the viewer may not know it
#   epoch   number of the shuffle of which it was drawn: all see who draws when
#   cuts    for each rank two bits, a suit: of equal cards the lowest is played, so that a card which lay in the hand
#           when the seven of hearts was played is no seven below it
UNKNOWN = 127  # and all bits of a card


# ---- cards ----------------------------------------------------------------------------------------------------


def packs(rules):
    """One pack, from seven players on two (B1.15), unless the rules say how many."""
    if rules.num_decks == ANY_PACKS:
        return 1 if rules.players <= 6 else 2
    return rules.num_decks


def rank_of(card):
    """The rank 0 (two) .. 12 (ace) of a card of either pack."""
    return card % 13


def byte(words, i):
    """Byte i of a field of bytes."""
    return words[i >> 3] >> ((i & 7) << 3) & 127


def set_byte(words, i, value):
    """Set byte i of a field of bytes, to less than 128."""
    words[i >> 3] = words[i >> 3] & ~(127 << ((i & 7) << 3)) | value << ((i & 7) << 3)


def card_in(slot):
    """The card of a slot."""
    return slot & UNKNOWN


def epoch_of(slot):
    """The number of the shuffle of which the card of a slot was drawn."""
    return slot >> 7 & UNKNOWN


def hidden(slot):
    """A slot whose card is not known."""
    return slot | UNKNOWN


def is_played(g, card):
    """Whether a card lies face up."""
    return g.played[card // 52] >> card % 52 & 1


def shuffle(g, seed):
    """The pile in a random order, drawn from a seed."""
    for i in range(g.filled - 1, 0, -1):
        j = roll(seed, i, i + 1)
        upper, lower = byte(g.pile, i), byte(g.pile, j)
        set_byte(g.pile, i, lower)
        set_byte(g.pile, j, upper)
    if packs(g.rules) == 2:
        order_twins(g)


def order_twins(g):
    """Of two cards alike in the pile that of the first pack comes first: which pack a card is of says nothing."""
    seen = both = 0
    for i in range(g.filled):
        name = 1 << byte(g.pile, i) % 52
        both |= seen & name
        seen |= name
    seen = 0
    for i in range(g.filled):
        name = byte(g.pile, i) % 52
        if both >> name & 1:
            set_byte(g.pile, i, name + 52 * (seen >> name & 1))
            seen |= 1 << name


def whole_pack(g):
    """All cards, in order, as the pile."""
    g.filled = g.left = 52 * packs(g.rules)
    for card in range(g.filled):
        set_byte(g.pile, card, card)


def reshuffle(g):
    """All played cards but the last become the pile again; the total stays (B2, P1)."""
    g.shuffles += 1
    g.filled = 0
    for card in range(52):
        for number in range(card, 52 * packs(g.rules), 52):
            if is_played(g, number) and number != g.last:
                set_byte(g.pile, g.filled, number)
                set_byte(g.epochs, number, epoch_now(g))
                g.filled += 1
    begin_pile(g)
    shuffle(g, subseed(subseed(g.seed, g.deals - 1), RESHUFFLE + g.shuffles))


def epoch_now(g):
    """The number of the last shuffle, as far as shuffles are told apart."""
    return min(g.shuffles, LAST_EPOCH)


def begin_pile(g):
    """The pile is full; of the played cards only the last is left."""
    g.left = g.filled
    g.new_pile = 1
    g.played[0] = g.played[1] = 0
    if g.last != NO_CARD:
        g.played[g.last // 52] = 1 << g.last % 52


def can_draw(g):
    """Whether there is a card to draw, or one to shuffle (B2)."""
    return g.left > 0 or size(g.played[0]) + size(g.played[1]) > 1


def draw(g, seat):
    """Take the top card of the pile (B1.3)."""
    if g.left == 0:
        reshuffle(g)
    card = byte(g.pile, g.filled - g.left)
    g.left -= 1
    g.hands[seat, g.cards[seat]] = card | byte(g.epochs, card) << 7
    g.cards[seat] += 1


# ---- a hand ---------------------------------------------------------------------------------------------------


def lay_card(g, seat, rank):
    """Of equal cards the one with the lowest number is played; what that says of the others is kept."""
    at = NO_CARD
    for i in range(g.cards[seat]):
        card = card_in(g.hands[seat, i])
        if rank_of(card) == rank and (at == NO_CARD or before(card, card_in(g.hands[seat, at]))):
            at = i
    card = card_in(g.hands[seat, at])
    g.cards[seat] -= 1
    for i in range(at, g.cards[seat]):
        g.hands[seat, i] = g.hands[seat, i + 1]
    g.hands[seat, g.cards[seat]] = 0
    for i in range(g.cards[seat]):
        g.hands[seat, i] = cut(g.hands[seat, i], card)
    g.played[card // 52] |= 1 << card % 52
    g.last = card


def before(card, other):
    """Whether a card has the lower number; of two alike that of the first pack is taken."""
    return card % 52 < other % 52 or (card % 52 == other % 52 and card < other)


def cut(slot, card):
    """A slot that lay in hand when this card was played: none below it of its rank."""
    place = 16 + 2 * rank_of(card)
    suit = max(slot >> place & 3, card % 52 // 13)
    return slot & ~(3 << place) | suit << place


def fits(slot, card):
    """Whether a card can be the one of a slot, by what its cuts say."""
    return slot >> 16 + 2 * rank_of(card) & 3 <= card % 52 // 13


compile_here(__name__)
