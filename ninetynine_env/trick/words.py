"""The words of the trick game: actions, deals of a record, what a seat saw, the table as text.

The only place that knows how records of this game look; rows go in, text comes out.
"""

from typing import Any

from ninetynine_env.cards import CARD_NAMES, NO_CARD, SUITS, card_names, card_set, cards_in, parse_card
from ninetynine_env.trick import kernel
from ninetynine_env.trick.kernel import AUCTION, COUNT, DISCARD, NOBODY, PASS, PLAY, SEAL, bid_of
from ninetynine_env.trick.rules import SEALED, SINGLE_DEAL

ANNOUNCED = ("pass", "declare", "reveal")
TRUMPS = (*SUITS, "none")
TRUMP_NAMES = ("diamonds", "spades", "hearts", "clubs", "no trump")

Actions = list[tuple[int, int]]
"""The decisions of a deal in order: (seat, action)."""


# ---- actions --------------------------------------------------------------------------------------------------


def action_words(g: Any, action: int) -> str:
    """An action in the words of the phase: `discard 6d`, `play Ah`, `pass`, `declare`, `reveal`."""
    if not 0 <= action < kernel.ACTIONS:
        raise ValueError(f"{action} is no action: actions are 0 to {kernel.ACTIONS - 1}")
    return _words(action, g.phase == DISCARD)


def _words(action: int, laying: bool) -> str:
    if action >= PASS:
        return ANNOUNCED[action - PASS]
    return ("discard " if laying else "play ") + CARD_NAMES[action]


def parse_action(g: Any, words: str) -> int:
    """The action these words name; ValueError, in one sentence, if they name none in this phase."""
    verb, _, card = str(words).partition(" ")
    if verb in ANNOUNCED and not card:
        return PASS + ANNOUNCED.index(verb)
    wanted = "discard" if g.phase == DISCARD else "play"
    if verb in ("discard", "play"):
        if verb != wanted:
            raise ValueError(f"{words!r} does not fit the phase: say '{wanted} <card>'")
        return parse_card(card)
    raise ValueError(f"{words!r} is no action: say '{wanted} <card>', 'pass', 'declare' or 'reveal'")


def _spoken(actions: Actions) -> list[tuple[int, str]]:
    """The actions of a deal in words: a seat's first three cards are discards."""
    laid = [0] * kernel.SEATS
    spoken = []
    for seat, action in actions:
        laying = action < PASS and laid[seat] < 3
        laid[seat] += laying
        spoken.append((seat, _words(action, laying)))
    return spoken


def why_not(g: Any, action: int) -> str:
    """Why an action is illegal now, in one sentence."""
    words = action_words(g, action)
    if g.turn == NOBODY:
        return f"{words!r} is illegal: the game is over"
    if action >= PASS or g.phase not in (DISCARD, PLAY):
        allowed = ", ".join(action_words(g, a) for a in cards_in_actions(kernel.legal(g)))
        return f"{words!r} is illegal for player_{g.turn}: legal are {allowed}"
    hand = g.hand[g.turn]
    if not int(hand) >> action & 1:
        return f"{words!r} is illegal: player_{g.turn} does not hold {CARD_NAMES[action]} but {_sorted_hand(hand)}"
    led = TRUMP_NAMES[kernel.led_suit(g)]
    return f"{words!r} is illegal: player_{g.turn} must follow {led} with {_sorted_hand(kernel.legal(g))}"


def cards_in_actions(legal: int) -> list[int]:
    """The actions of a set, in order of numbers."""
    return [action for action in range(kernel.ACTIONS) if int(legal) >> action & 1]


# ---- records --------------------------------------------------------------------------------------------------

UNPLAYED_KEYS = ("dealer", "trump", "turnup", "hands", "dummy_bid", "actions")


def deal_record(g: Any, actions: Actions, chance: Any) -> dict[str, Any]:
    """One entry of a record's `deals`; what is not known yet is absent."""
    players = range(g.rules.players)
    record: dict[str, Any] = {
        "dealer": int(g.dealer),
        "trump": TRUMPS[g.trump],
        "turnup": None if g.turnup == NO_CARD else CARD_NAMES[g.turnup],
        "hands": [card_names(g.dealt[seat]) for seat in players],
        "dummy_bid": None,
        "actions": [[seat, words] for seat, words in _spoken(actions)],
    }
    if g.phase > SEAL:
        record["bids"] = [int(bid_of(g.laid[seat])) for seat in players]
    if g.phase >= PLAY:
        record["premiums"] = [[seat, ANNOUNCED[g.premium[seat]]] for seat in _from_eldest(g) if g.premium[seat]]
    if g.phase > COUNT:
        record["tricks"] = [int(g.tricks[seat]) for seat in players]
        record["scores"] = [int(g.scores[seat]) for seat in players]
    return record


def _from_eldest(g: Any) -> list[int]:
    n = int(g.rules.players)
    return [(int(g.dealer) + 1 + i) % n for i in range(n)]


def lay_deal(g: Any, record: dict[str, Any]) -> None:
    """Lay a recorded deal on the table of a row; ValueError names the field that cannot be."""
    dealer, trump = read_dealer(g, record["dealer"]), read_trump(record["trump"])
    hands = read_hands(g, record["hands"])
    for name in ("turnup", "dummy_bid"):
        if record.get(name) is not None:
            raise ValueError(f"{name} is {record[name]!r}, but this form of the game has none: it is null")
    for seat, cards in enumerate(hands):
        g.dealt[seat] = cards
    kernel.begin_deal(g, dealer, trump)


def read_dealer(g: Any, dealer: Any) -> int:
    """A seat that deals."""
    if type(dealer) is not int or not 0 <= dealer < g.rules.players:
        raise ValueError(f"dealer is {dealer!r}, but a dealer is a seat 0 to {g.rules.players - 1}")
    return dealer


def read_trump(trump: Any) -> int:
    """A trump's number."""
    if trump not in TRUMPS:
        raise ValueError(f"trump is {trump!r}, but a trump is one of {', '.join(TRUMPS)}")
    return TRUMPS.index(trump)


def read_hands(g: Any, hands: Any) -> list[int]:
    """The sets of cards of recorded hands: all of the pack, each card once."""
    n, each = int(g.rules.players), int(kernel.hand_size(g.rules))
    if type(hands) is not list or len(hands) != n or any(type(h) is not list or len(h) != each for h in hands):
        raise ValueError(f"hands must be {n} lists of {each} cards")
    whole = card_set([card for hand in hands for card in hand])
    if whole != kernel.pack(g.rules):
        odd = card_names(whole & ~int(kernel.pack(g.rules)))
        raise ValueError(f"hands hold {' '.join(odd)}, which the pack of this game does not")
    return [card_set(hand) for hand in hands]


def check_sequence(g: Any, record: dict[str, Any], first: bool, start: dict[str, Any]) -> None:
    """Refuse a recorded deal whose dealer or trump the deals before it do not allow."""
    if not first and record["dealer"] != (g.dealer + 1) % g.rules.players:
        raise ValueError(f"dealer is {record['dealer']!r}, but the deal passes to the left, to seat {g.dealer + 1}")
    if "trump" in start and first:
        allowed = [start["trump"]]
    elif g.rules.match == SINGLE_DEAL:
        allowed = list(TRUMPS)
    else:
        allowed = [TRUMPS[kernel.next_trump(g, 0)]]
    if record["trump"] not in allowed:
        raise ValueError(f"trump is {record['trump']!r}, but it can only be {' or '.join(allowed)} here")


def set_scene(g: Any, dealer: int | None, trump: str | None, scores: list[int] | None) -> None:
    """Change who deals, what is trump or how the match stands in a deal just dealt (A1.3, A4)."""
    if scores is not None:
        for seat, points in enumerate(read_scores(g, scores)):
            g.totals[seat] = points
    if dealer is not None or trump is not None:
        new_dealer = int(g.dealer) if dealer is None else read_dealer(g, dealer)
        new_trump = int(g.trump) if trump is None else read_trump(trump)
        g.deals -= 1
        kernel.begin_deal(g, new_dealer, new_trump)


def read_scores(g: Any, scores: Any) -> list[int]:
    """Points with which an episode can start: one number a player, below the target."""
    n, target = int(g.rules.players), int(g.rules.target)
    if g.rules.match == SINGLE_DEAL:
        raise ValueError("scores have no meaning in a single deal")
    if len(scores) != n or any(type(p) is not int or not 0 <= p < target for p in scores):
        raise ValueError(f"scores is {scores!r}, but it must be {n} whole numbers from 0 to {target - 1}")
    return list(scores)


def outcome(g: Any) -> dict[str, Any]:
    """The closing fields of a record: totals and winners, or that the match was cut off."""
    if g.truncated:
        return {"truncated": True}
    players = range(g.rules.players)
    return {
        "totals": [int(g.totals[seat]) for seat in players],
        "winners": [seat for seat in players if int(g.winners) >> seat & 1],
    }


def deal_info(g: Any) -> dict[str, Any]:
    """What everybody learns when a deal is settled (A1.8): bids, tricks, scores, totals."""
    players = int(g.rules.players)
    told = {name: g[name][:players].tolist() for name in ("laid", "tricks", "scores", "totals")}
    return {"bids": [int(bid_of(cards)) for cards in told.pop("laid")], **told}


def chance(g: Any) -> None:
    """What a record must hold of chance beside the hands: nothing."""


def lay_chance(g: Any, record: dict[str, Any], done: int, action: int) -> bool:
    """Chance as recorded, before an action: after the deal it never speaks."""
    return False


# ---- what a seat saw ------------------------------------------------------------------------------------------

Event = list[Any]
"""[seat or None, words]."""


def history(g: Any, actions: Actions, chance: Any, viewer: int) -> list[Event]:
    """The events of a deal as a seat saw them: its hand, the trump, then what was done and shown."""
    spoken = _spoken(actions)
    opened = next((i for i, (_, words) in enumerate(spoken) if words.startswith("play")), len(spoken))
    events: list[Event] = [[viewer, _shows(g.dealt[viewer])], [None, f"trump {TRUMPS[g.trump]}"]]
    sealed = g.rules.premium_protocol == SEALED
    for seat, words in spoken[:opened]:
        if seat == viewer or not (sealed or words.startswith("discard")):
            events.append([seat, words])
        elif words.startswith("discard"):
            events.append([seat, "discard ?"])
    if g.phase >= PLAY:
        events += _opening(g, viewer, sealed)
    events += [[seat, words] for seat, words in spoken[opened:]]
    if g.phase >= COUNT:
        events += [[seat, _shows(g.laid[seat])] for seat in range(g.rules.players)]
    return events


def _shows(cards: int) -> str:
    return " ".join(["shows", *card_names(cards)])


def _opening(g: Any, viewer: int, sealed: bool) -> list[Event]:
    """Sealed announcements are opened, then the premium that stands is exposed."""
    events: list[Event] = []
    if sealed:
        events += [[seat, ANNOUNCED[g.said[seat]]] for seat in _from_eldest(g) if seat != viewer and g.said[seat] >= 0]
    for seat in _from_eldest(g):
        if g.premium[seat] > 0:
            events.append([seat, _shows(g.laid[seat])])
        if g.premium[seat] == 2:
            events.append([seat, _shows(int(g.dealt[seat]) & ~int(g.laid[seat]))])
    return events


# ---- the table as text ----------------------------------------------------------------------------------------


def _sorted_hand(cards: int) -> str:
    """A hand sorted by suit and rank, suits apart."""
    suits = [[CARD_NAMES[card] for card in cards_in(cards) if card // 13 == suit] for suit in range(4)]
    return " | ".join(" ".join(suit) for suit in suits if suit) or "no cards"


def table_text(view: Any) -> str:
    """The table as who sees this row sees it; everything, if nothing is blanked."""
    lines = [_headline(view), ""]
    lines += [_seat_line(view, seat) for seat in range(view.rules.players)]
    if view.phase == PLAY:
        lines += ["", _trick_line(view)]
    return "\n".join(lines)


def _headline(view: Any) -> str:
    parts = [f"deal {view.deals}", f"trump {TRUMP_NAMES[view.trump]}", f"player_{view.dealer} deals"]
    if view.turn != NOBODY:
        doing = {DISCARD: "to lay a bid-card", PLAY: "to play", AUCTION: "to announce", SEAL: "to announce"}
        parts.append(f"player_{view.turn} {doing.get(int(view.phase), 'to upgrade or yield')}")
    elif view.winners:
        parts.append("won by " + ", ".join(f"player_{seat}" for seat in cards_in(view.winners)))
    return " · ".join(parts)


def _seat_line(view: Any, seat: int) -> str:
    me = "*" if seat == view.viewer else " "
    bid = str(bid_of(view.laid[seat])) if view.laid[seat] and view.phase > SEAL else "?"
    premium = ("", " declared", " revealed")[view.premium[seat]]
    line = f"{me}player_{seat}  {view.totals[seat]:>4} points  {view.tricks[seat]} of {bid} tricks{premium}"
    if view.hand[seat]:
        line += f"   hand {_sorted_hand(view.hand[seat])}"
    if view.laid[seat]:
        line += f"   bid {_sorted_hand(view.laid[seat])}"
    return line


def _trick_line(view: Any) -> str:
    n = int(view.rules.players)
    order = [(int(view.leader) + i) % n for i in range(n)]
    cards = [f"player_{seat} {CARD_NAMES[view.trick[seat]]}" for seat in order if view.trick[seat] != NO_CARD]
    return f"trick {sum(view.tricks) + 1}: " + (", ".join(cards) or f"player_{view.leader} leads")
