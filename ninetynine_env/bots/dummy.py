"""How the players by rules of thumb play the dummy's cards in the game for two (A3): for their own bid.

a trick I want     the dummy stays below my card, and takes from the opponent what it can
one I do not       the dummy takes it over, as high as it goes
the dummy leads    a suit in which I am sure to win, or the highest card it has when I want no more
"""

from ninetynine_env.cards import NO_CARD, above, highest, lowest, size, suit_of, suit_set
from ninetynine_env.jit import compile_here
from ninetynine_env.trick.kernel import beaters, bid_of
from ninetynine_env.trick.knowledge import unseen


def spoilt_by_more(view, seat):
    """Whether a seat has shown its bid and won what it wants: another trick is what it fears."""
    return view.laid[seat] > 0 and view.tricks[seat] == bid_of(view.laid[seat])


def should_take(view, need):
    """Whether the dummy should win the trick in which it plays last: not from me while I need tricks."""
    if view.winning == view.turn:
        return need <= 0
    return not spoilt_by_more(view, view.winning)


def behind(view, card):
    """How many unseen cards, and cards of the dummy, outrank my best card of a suit; many if I have none."""
    suit = suit_set(suit_of(card))
    mine = view.hand[view.turn] & suit
    return size((unseen(view) | view.hand[view.plays]) & above(highest(mine))) if mine else 9


def lead(view, legal, need):
    """The dummy leads: low where my own card is the best, or the card that is most likely to win."""
    choice, best = lowest(legal), -99
    cards = legal
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        low = card % 13
        value = -(16 * behind(view, card) + low) if need > 0 else low - 16 * size(unseen(view) & above(card))
        if value > best:
            best, choice = value, card
    return choice


def play_dummy(view, legal, need):
    """A card of the dummy for a player who still needs so many tricks."""
    if view.trick[view.leader] == NO_CARD:
        return lead(view, legal, need)
    win = legal & beaters(view.trick[view.winning], view.trump)
    lose = legal & ~win
    if win and (should_take(view, need) or not lose):
        return highest(win) if need <= 0 else lowest(win)
    return lowest(lose)


compile_here(__name__)
