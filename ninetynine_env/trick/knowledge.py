"""What a seat may know of a game, and worlds that agree with it."""

from ninetynine_env.cards import has, nth, roll, size, subseed, suit_of
from ninetynine_env.jit import compile_here
from ninetynine_env.trick.dealing import hand_size, hands, is_dummy, left_of, pack
from ninetynine_env.trick.kernel import is_sealed
from ninetynine_env.trick.row import COUNT, FULL, PLAY, SEAL, SEATS, UNSAID


def redact(g, seat):
    """Blank all that the seat may not know; the row becomes its view."""
    bids_shown = g.phase >= COUNT  # A1.8: all bids are published when the deal is over
    g.viewer = seat
    g.seed = 0
    for other in range(SEATS):
        if other != seat:
            g.dealt[other] = 0
            if not lies_open(g, other):
                g.hand[other] = 0
            if g.premium[other] < 1 and not bids_shown:
                g.laid[other] = 0
            if g.phase <= SEAL:
                g.said[other] = UNSAID


def lies_open(g, seat):
    """Whether all see a hand: it was revealed, or it is the dummy's and play has begun (A3)."""
    return g.premium[seat] == 2 or (is_dummy(g.rules, seat) and g.phase >= PLAY)


def known(g):
    """The cards whose place is known to who sees this row."""
    cards = 0
    for seat in range(SEATS):
        cards |= g.hand[seat] | g.laid[seat] | g.played[seat]
    return cards


def unseen(view):
    """The cards in the others' hands and face-down bids that a view does not place."""
    return pack(view.rules) & ~known(view)


def cards_laid(view, seat):
    """How many bid-cards a seat has laid, known to all from the order of laying."""
    if view.phase > SEAL or seat >= view.rules.players:
        return 3
    turn = (view.turn - left_of(view, view.dealer)) % view.rules.players
    place = (seat - left_of(view, view.dealer)) % view.rules.players
    if place == turn:
        return view.moves % (4 if is_sealed(view.rules) else 3)
    return 3 if place < turn else 0


def imagine(view, seed, tries):
    """Deal the unseen cards of a view again, alike over all worlds it allows; True if that came about.

    Every card goes to one of the open places alike, and a world in which a hand
    would hold a suit it has shown not to have is thrown away, at most `tries` times.
    """
    for attempt in range(tries):  # noqa: SIM110  (no generator can be compiled)
        if imagine_once(view, subseed(seed, attempt)):
            return True
    return False


def imagine_once(view, seed):
    """One proposal of `imagine`; the view is as before if it was thrown away."""
    cards, left = unseen(view), size(unseen(view))
    hidden = known(view)
    k = 0
    while left > 0:
        card = nth(cards, 0)
        cards ^= 1 << card
        if not place_card(view, card, roll(seed, k, left)):
            hide(view, hidden)
            return False
        left -= 1
        k += 1
    for seat in range(hands(view.rules)):
        view.dealt[seat] = view.hand[seat] | view.laid[seat] | view.played[seat]
    view.viewer = FULL
    return True


def place_card(view, card, place):
    """Put a card into an open place by number: first the face-down bids, then the hands."""
    for seat in range(hands(view.rules)):
        laid = cards_laid(view, seat)
        room = laid - size(view.laid[seat])
        if place < room:
            view.laid[seat] |= 1 << card
            return True
        place -= room
        room = hand_size(view.rules) - laid - size(view.played[seat]) - size(view.hand[seat])
        if place < room:
            view.hand[seat] |= 1 << card
            return not has(view.void[seat], suit_of(card))
        place -= room
    return False


def hide(view, known_cards):
    """Take all cards away again that were not known."""
    for seat in range(SEATS):
        view.hand[seat] &= known_cards
        view.laid[seat] &= known_cards


compile_here(__name__)
