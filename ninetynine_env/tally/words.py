"""The words of the adding game: actions, rounds of a record, what a seat saw, the table as text.

The only place that knows how records of this game look; rows go in, text comes out. A
hand is told as dealt, a pile with its next card first.
"""

from collections import Counter
from typing import Any

from ninetynine_env.cards import CARD_NAMES, RANKS, parse_card, subseed
from ninetynine_env.tally import kernel
from ninetynine_env.tally.kernel import COUNT, DRAW, DRAWING, NOBODY, RANK_OF, SKIP, is_in, place_of
from ninetynine_env.tally.pile import (
    NO_CARD,
    UNKNOWN,
    begin_pile,
    byte,
    epoch_now,
    is_played,
    packs,
    set_byte,
    whole_pack,
)
from ninetynine_env.tally.rules import EXPLICIT, RANDOM_STARTS

PLAYED_AS = ("2", "3", "4", "5", "6", "7", "8", "9", "T+10", "T-10", "J", "Q", "K", "A+1", "A+11")
WORDS = (*(f"play {name}" for name in PLAYED_AS), "draw", "skip")

Actions = list[tuple[int, int]]
"""The decisions of a round in order: (seat, action)."""

Chance = list[tuple[int, Any]]
"""The row as it stood when the pile had been shuffled: at the deal, and after so many actions."""


# ---- actions --------------------------------------------------------------------------------------------------


def action_words(g: Any, action: int) -> str:
    """An action in words: `play 7`, `play T-10`, `play A+11`, `draw`, `skip`."""
    if not 0 <= action < kernel.ACTIONS:
        raise ValueError(f"{action} is no action: actions are 0 to {kernel.ACTIONS - 1}")
    return WORDS[action]


def parse_action(g: Any, words: str) -> int:
    """The action these words name; ValueError, in one sentence, if they name none."""
    if words not in WORDS:
        raise ValueError(f"{words!r} is no action: say 'draw', 'skip' or 'play' with one of {', '.join(PLAYED_AS)}")
    return WORDS.index(words)


def why_not(g: Any, action: int) -> str:
    """Why an action is illegal now, in one sentence."""
    words = action_words(g, action)
    if g.turn == NOBODY:
        return f"{words!r} is illegal: the game is over"
    if g.phase == DRAWING:
        return f"{words!r} is illegal: player_{g.turn} must draw now, or skip it"
    if action in (DRAW, SKIP):
        return f"{words!r} is illegal: player_{g.turn} must play a card first"
    rank = RANKS[RANK_OF[action]]
    return f"{words!r} is illegal: player_{g.turn} does not hold {rank} but {_hand_text(g, g.turn)}"


# ---- cards ----------------------------------------------------------------------------------------------------


def face(number: int) -> str:
    """The name of a card of either pack; `?` of one that is not known."""
    return "?" if number == UNKNOWN else CARD_NAMES[number % 52]


def hand_of(g: Any, seat: int) -> list[int]:
    """The cards in a seat's hand as they came, UNKNOWN where the row does not show them."""
    return [int(slot) & UNKNOWN for slot in g.hands[seat][: g.cards[seat]]]


def pile_of(g: Any) -> list[int]:
    """The cards of the draw pile as it was shuffled, the first to be drawn first."""
    return [int(byte(g.pile, i)) for i in range(g.filled)]


def _hand_text(g: Any, seat: int) -> str:
    return " ".join(sorted(map(face, hand_of(g, seat)), key=_by_rank)) or "no cards"


def _by_rank(name: str) -> tuple[int, str]:
    return (RANKS.find(name[0]), name)


# ---- records --------------------------------------------------------------------------------------------------


def deal_record(g: Any, actions: Actions, chance: Chance) -> dict[str, Any]:
    """One entry of a record's `deals`, a round; what is not known yet is absent."""
    players, dealt = range(g.rules.players), chance[0][1]
    record: dict[str, Any] = {
        "dealer": int(g.dealer),
        "hands": [[face(card) for card in hand_of(dealt, seat)] if is_in(dealt, seat) else [] for seat in players],
        "pile": [face(card) for card in pile_of(dealt)[dealt.filled - dealt.left :]],
        "actions": [[seat, WORDS[action]] for seat, action in actions],
        "reshuffles": [[done - 1, [face(card) for card in pile_of(row)]] for done, row in chance[1:]],
    }
    if g.phase > COUNT:
        record |= {"total": int(g.total), "tokens": [int(g.tokens[seat]) for seat in players]}
    return record


def lay_deal(g: Any, record: dict[str, Any]) -> None:
    """Lay a recorded round on the table of a row; ValueError names the field that cannot be."""
    dealer = read_dealer(g, record["dealer"])
    hands = _read_hands(g, record["hands"])
    cards = _numbered(g, [*(card for hand in hands for card in hand), *_read_cards(record["pile"], "pile")])
    whole_pack(g)
    for place, card in enumerate(cards):
        set_byte(g.pile, place, card)
    kernel.deal_hands(g)
    kernel.begin_round(g, dealer, subseed(g.seed, g.deals))
    actions = record.get("actions")
    if g.rules.starter == RANDOM_STARTS and actions:
        g.turn = _read_starter(g, actions)


def read_dealer(g: Any, dealer: Any) -> int:
    """A seat that deals."""
    if type(dealer) is not int or not 0 <= dealer < g.rules.players or not is_in(g, dealer):
        raise ValueError(f"dealer is {dealer!r}, but a dealer is a seat 0 to {g.rules.players - 1} that is still in")
    return dealer


def _read_starter(g: Any, actions: Any) -> int:
    """Who began: a record of a round with a drawn starter says so only by its first action."""
    seat = actions[0][0] if isinstance(actions, list) and isinstance(actions[0], list) and actions[0] else None
    if type(seat) is not int or not 0 <= seat < g.rules.players or not is_in(g, seat):
        raise ValueError("action 1 must be of a seat that is still in")
    return seat


def _read_hands(g: Any, hands: Any) -> list[list[int]]:
    n = int(g.rules.players)
    if type(hands) is not list or len(hands) != n:
        raise ValueError(f"hands must be {n} lists of cards")
    for seat, hand in enumerate(hands):
        wanted = int(g.rules.hand_size) if is_in(g, seat) else 0
        if type(hand) is not list or len(hand) != wanted:
            raise ValueError(f"hands must give seat {seat} a list of {wanted} cards")
    return [_read_cards(hand, "hands") for hand in hands]


def _read_cards(names: Any, field: str) -> list[int]:
    if type(names) is not list:
        raise ValueError(f"{field} must be a list of cards")
    cards = [parse_card(name) for name in names]
    if 52 in cards:
        raise ValueError(f"{field} hold Jo, which the packs of this game do not")
    return cards


def _numbered(g: Any, cards: list[int]) -> list[int]:
    """All cards of a round, each of its pack: of two alike the first is of the first pack."""
    wanted = Counter(dict.fromkeys(range(52), int(packs(g.rules))))
    odd = sorted((wanted - Counter(cards)) + (Counter(cards) - wanted))
    if odd:
        names = " ".join(map(face, odd))
        raise ValueError(f"hands and pile together must be all cards of {packs(g.rules)} x 52: look at {names}")
    seen: Counter[int] = Counter()
    numbers = []
    for card in cards:
        numbers.append(card + 52 * seen[card])
        seen[card] += 1
    return numbers


def check_sequence(g: Any, record: dict[str, Any], first: bool, start: dict[str, Any]) -> None:
    """Refuse a recorded round whose dealer the round before it does not allow (B1.13)."""
    if not first and record["dealer"] != kernel.next_dealer(g, 0):
        raise ValueError(f"dealer is {record['dealer']!r}, but the deal passes to seat {kernel.next_dealer(g, 0)}")


def set_scene(g: Any, dealer: int | None, trump: Any, scores: list[int] | None) -> None:
    """Change who deals, or with how many tokens each begins, in a round just dealt."""
    if trump is not None:
        raise ValueError(f"trump is {trump!r}, but the adding game has no trump")
    if scores is not None:
        for seat, tokens in enumerate(_read_tokens(g, scores)):
            g.tokens[seat] = tokens
    if dealer is not None:
        g.deals -= 1
        kernel.begin_round(g, read_dealer(g, dealer), subseed(g.seed, g.deals))


def _read_tokens(g: Any, tokens: Any) -> list[int]:
    """Tokens with which an episode can start, one number a player."""
    n = int(g.rules.players)
    if len(tokens) != n or any(type(t) is not int or not 1 <= t <= 50 for t in tokens):
        raise ValueError(f"scores is {tokens!r}, but it must be {n} whole numbers from 1 to 50, the tokens of each")
    return list(tokens)


def chance(g: Any) -> Any:
    """What a record must hold of chance: the row as it stands when the pile has been shuffled."""
    return g.copy()


def lay_chance(g: Any, record: dict[str, Any], done: int, action: int) -> bool:
    """Lay the pile that is recorded for the action now to be taken, if it will need one; whether that was done."""
    draws = action == DRAW if g.rules.draw_mode == EXPLICIT else action < DRAW
    names = next((pile for at, pile in record.get("reshuffles", []) if at == done), None)
    if names is None or not draws or g.left > 0:
        return False
    top = g.last if g.rules.draw_mode == EXPLICIT else NO_CARD  # drawing by itself, the card to be played stays
    g.shuffles += 1
    for place, card in enumerate(_numbered_again(g, _read_cards(names, "reshuffles"), top)):
        set_byte(g.pile, place, card)
        set_byte(g.epochs, card, epoch_now(g))
    g.filled = len(names)
    g.last = top
    begin_pile(g)
    return True


def _numbered_again(g: Any, cards: list[int], top: int) -> list[int]:
    """A recorded new pile, each card of its pack; it must hold all played cards but the last."""
    lying = [card for card in range(52 * packs(g.rules)) if is_played(g, card) and card != top]
    numbers = []
    for card in cards:
        alike = [number for number in lying if number % 52 == card]
        if not alike:
            raise ValueError(f"reshuffles hold {face(card)}, which does not lie among the played cards")
        lying.remove(alike[0])
        numbers.append(alike[0])
    if lying:
        raise ValueError(f"reshuffles must hold all played cards but the last: {face(lying[0])} is missing")
    return numbers


def outcome(g: Any) -> dict[str, Any]:
    """The closing fields of a record: final tokens, winners, places."""
    players = range(g.rules.players)
    return {
        "totals": [int(g.tokens[seat]) for seat in players],
        "winners": [seat for seat in players if int(g.winners) >> seat & 1],
        "places": [int(place_of(g, seat)) for seat in players],
    }


def deal_info(g: Any) -> dict[str, Any]:
    """What everybody learns when a round is over: the total, tokens lost in the round, tokens left."""
    players = int(g.rules.players)
    return {"total": int(g.total), "lost": (-g.scores[:players]).tolist(), "tokens": g.tokens[:players].tolist()}


# ---- what a seat saw ------------------------------------------------------------------------------------------

Event = list[Any]
"""[seat or None, words]."""


def history(g: Any, actions: Actions, chance: Chance, viewer: int) -> list[Event]:
    """The events of a round as a seat saw them: its hand, plays and draws; cards drawn by others stay hidden."""
    row, shuffles = chance[0][1].copy(), dict(chance[1:])
    events: list[Event] = []
    if is_in(row, viewer):
        events.append([viewer, " ".join(["shows", *map(face, hand_of(row, viewer))])])
    for done, (seat, action) in enumerate(actions, 1):
        cards = int(row.left)
        kernel.apply(row, action)
        if action != DRAW:
            events.append([seat, WORDS[action]])
        if done in shuffles:
            row = shuffles[done].copy()
            events.append([None, "shuffle"])
        if row.left != cards:
            events.append([seat, f"draw {face(hand_of(row, seat)[-1]) if seat == viewer else '?'}"])
    return events


# ---- the table as text ----------------------------------------------------------------------------------------


def table_text(view: Any) -> str:
    """The table as who sees this row sees it; everything, if nothing is blanked."""
    return "\n".join([_headline(view), "", *(_seat_line(view, seat) for seat in range(view.rules.players))])


def _headline(view: Any) -> str:
    way = "to the left" if view.direction > 0 else "to the right"
    parts = [f"round {view.deals}", f"total {view.total}", way, f"pile {view.left}", f"player_{view.dealer} deals"]
    if view.turn != NOBODY:
        parts.append(f"player_{view.turn} {'to draw' if view.phase == DRAWING else 'to play'}")
    elif view.winners:
        winners = [f"player_{seat}" for seat in range(view.rules.players) if int(view.winners) >> seat & 1]
        parts.append("won by " + ", ".join(winners))
    return " · ".join(parts)


def _seat_line(view: Any, seat: int) -> str:
    me = "*" if seat == view.viewer else " "
    if not is_in(view, seat):
        return f"{me}player_{seat}  out"
    return f"{me}player_{seat}  {view.tokens[seat]:>2} tokens   hand {_hand_text(view, seat)}"
