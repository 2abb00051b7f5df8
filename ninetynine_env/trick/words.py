"""The words of the trick game: actions, deals of a record, what a seat saw, the table as text.

The only place that knows how records of this game look; rows go in, text comes out.
"""

from typing import Any

from ninetynine_env.cards import CARD_NAMES, JOKER, NO_CARD, SUITS, card_names, card_set, cards_in, only, parse_card
from ninetynine_env.trick import dealing, kernel, row
from ninetynine_env.trick.dealing import hands
from ninetynine_env.trick.kernel import bid_of, with_joker
from ninetynine_env.trick.row import AUCTION, COUNT, DISCARD, DUMMY, NOBODY, PASS, PLAY, SEAL
from ninetynine_env.trick.rules import SINGLE_DEAL, SUCCESSES, TURNUP
from ninetynine_env.trick.scoring import goal, has_games

ANNOUNCED = ("pass", "declare", "reveal")
TRUMPS = (*SUITS, "none")
TRUMP_NAMES = ("diamonds", "spades", "hearts", "clubs", "no trump")

Actions = list[tuple[int, int]]
"""The decisions of a deal in order: (seat, action)."""


# ---- actions --------------------------------------------------------------------------------------------------


def action_words(g: Any, action: int) -> str:
    """An action in the words of the phase: `discard 6d`, `play Ah`, `pass`, `declare`, `reveal`."""
    if not 0 <= action < row.ACTIONS:
        raise ValueError(f"{action} is no action: actions are 0 to {row.ACTIONS - 1}")
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
    laid = [0] * row.SEATS
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
    seat = g.plays if kernel.from_dummy(g) else g.turn
    who, hand = player(g, seat), with_joker(g, g.hand[seat])
    if not int(hand) >> action & 1:
        return f"{words!r} is illegal: {who} does not hold {CARD_NAMES[action]} but {_sorted(hand)}"
    led = TRUMP_NAMES[kernel.led_suit(g)]
    return f"{words!r} is illegal: {who} must follow {led} with {_sorted(kernel.legal(g))}"


def player(g: Any, seat: int) -> str:
    """A seat in words: `player_0`, or `the dummy`."""
    return f"player_{seat}" if seat < g.rules.players else "the dummy"


def cards_in_actions(legal: int) -> list[int]:
    """The actions of a set, in order of numbers."""
    return [action for action in range(row.ACTIONS) if int(legal) >> action & 1]


# ---- records --------------------------------------------------------------------------------------------------

UNPLAYED_KEYS = ("dealer", "trump", "turnup", "hands", "dummy_bid", "actions")


def deal_record(g: Any, actions: Actions, chance: Any) -> dict[str, Any]:
    """One entry of a record's `deals`; what is not known yet is absent."""
    sides = range(hands(g.rules))
    record: dict[str, Any] = {
        "dealer": int(g.dealer),
        "trump": TRUMPS[g.trump],
        "turnup": None if g.turnup == NO_CARD else CARD_NAMES[g.turnup],
        "hands": [_names(g, g.dealt[seat]) for seat in sides],
        "dummy_bid": _names(g, g.laid[DUMMY]) if g.rules.players == 2 else None,
        "actions": [[seat, words] for seat, words in _spoken(actions)],
    }
    if g.phase > SEAL:
        record["bids"] = [int(bid_of(g.laid[seat])) for seat in sides]
    if g.phase >= PLAY:
        record["premiums"] = [[seat, ANNOUNCED[g.premium[seat]]] for seat in _from_eldest(g) if g.premium[seat]]
    if g.phase > COUNT:
        record["tricks"] = [int(g.tricks[seat]) for seat in sides]
        record["scores"] = [int(g.scores[seat]) for seat in sides]
    return record


def _names(g: Any, cards: int) -> list[str]:
    """The names of a set's cards, the joker under its own."""
    return card_names(int(with_joker(g, cards)))


def _from_eldest(g: Any) -> list[int]:
    n = int(g.rules.players)
    return [(int(g.dealer) + 1 + i) % n for i in range(n)]


def lay_deal(g: Any, record: dict[str, Any]) -> None:
    """Lay a recorded deal on the table of a row; ValueError names the field that cannot be."""
    dealer, trump = read_dealer(g, record["dealer"]), read_trump(record["trump"])
    dealing.fill_stock(g)
    turnup = read_turnup(g, record["turnup"])
    held = read_hands(g, record["hands"], turnup)
    dummy_bid = read_dummy_bid(g, record["dummy_bid"], held, turnup)
    for seat in range(row.SEATS):
        g.dealt[seat] = held[seat] if seat < len(held) else 0
    dealing.begin_deal(g, dealer, trump, turnup, dummy_bid)


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


def read_turnup(g: Any, name: Any) -> int:
    """The card that made the trump, NO_CARD in a form without one."""
    if g.rules.trump_mode == SUCCESSES:
        if name is not None:
            raise ValueError(f"turnup is {name!r}, but this form of the game has none: it is null")
        return NO_CARD
    card, allowed = parse_card(name), dealing.turn_ups(g)
    if not int(allowed) >> card & 1:
        raise ValueError(f"turnup is {name!r}, but it can only be one of {' '.join(card_names(allowed))}")
    return card


def read_hands(g: Any, told: Any, turnup: int) -> list[int]:
    """The sets of cards of recorded hands: all of the pack, each card once, the joker as what it counts as."""
    n, each = int(hands(g.rules)), int(dealing.hand_size(g.rules))
    if type(told) is not list or len(told) != n or any(type(h) is not list or len(h) != each for h in told):
        raise ValueError(f"hands must be {n} lists of {each} cards")
    whole = card_set([card for hand in told for card in hand])
    joker = g.rules.trump_mode == TURNUP
    pack = int(dealing.pack(g.rules)) | (1 << JOKER if joker else 0)
    pack ^= 1 << turnup if joker else 0
    if whole != pack:
        odd = card_names(whole & ~pack)
        raise ValueError(f"hands hold {' '.join(odd)}, which the pack of this game does not")
    return [int(kernel.as_cards(turnup, card_set(hand))) for hand in told]


def read_dummy_bid(g: Any, names: Any, held: list[int], turnup: int) -> int:
    """The bid-cards of the dummy, a set; nothing where there is no dummy."""
    if g.rules.players != 2:
        if names is not None:
            raise ValueError(f"dummy_bid is {names!r}, but this form of the game has none: it is null")
        return 0
    if type(names) is not list or len(names) != 3:
        raise ValueError(f"dummy_bid is {names!r}, but it is a list of three cards")
    bid = int(kernel.as_cards(turnup, card_set(names)))
    if bid & ~held[DUMMY]:
        raise ValueError(f"dummy_bid is {' '.join(names)}, but they are not all in the dummy's hand")
    return bid


def check_sequence(g: Any, record: dict[str, Any], first: bool, start: dict[str, Any]) -> None:
    """Refuse a recorded deal whose dealer or trump the deals before it do not allow."""
    dealer = record["dealer"] if first else int(dealing.next_dealer(g, 0))
    if record["dealer"] != dealer:
        raise ValueError(f"dealer is {record['dealer']!r}, but it is seat {dealer}'s turn to deal")
    if record["trump"] not in (allowed := _trumps(g, record, first, start)):
        raise ValueError(f"trump is {record['trump']!r}, but it can only be {' or '.join(allowed)} here")


def _trumps(g: Any, record: dict[str, Any], first: bool, start: dict[str, Any]) -> list[str]:
    """The trumps that a deal can have after those before it, or by its turned-up card."""
    if "trump" in start and first:
        return [start["trump"]]
    if g.rules.trump_mode != SUCCESSES:
        return [TRUMPS[dealing.trump_of(parse_card(record["turnup"]))]]
    return list(TRUMPS) if g.rules.match == SINGLE_DEAL else [TRUMPS[dealing.next_trump(g, 0)]]


def set_scene(g: Any, dealer: int | None, trump: str | None, scores: list[int] | None) -> None:
    """Change who deals, what is trump or how the match stands in a deal just dealt (A1.3, A4)."""
    if scores is not None:
        for seat, points in enumerate(read_scores(g, scores)):
            g.totals[seat] = points
    if trump is not None and g.rules.trump_mode != SUCCESSES:
        raise ValueError(f"trump={trump!r} is not allowed: in this form of the game a card makes the trump")
    if dealer is not None or trump is not None:
        new_dealer = int(g.dealer) if dealer is None else read_dealer(g, dealer)
        new_trump = int(g.trump) if trump is None else read_trump(trump)
        g.deals -= 1
        dealing.begin_deal(g, new_dealer, new_trump, g.turnup, g.laid[DUMMY] if g.rules.players == 2 else 0)


MOST_POINTS = 10_000
"""A match of a number of deals starts with fewer."""


def read_scores(g: Any, scores: Any) -> list[int]:
    """Points with which an episode can start: one number a player, below those that end a game."""
    n, target = int(g.rules.players), int(goal(g.rules)) or MOST_POINTS
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
    """What everybody learns when a deal is settled (A1.8): bids, tricks, scores, the dummy's too, and totals."""
    rules = g.rules  # a field of a record is slow to ask for, and this is told after every deal
    sides = hands(rules)
    told = {name: g[name][:sides].tolist() for name in ("laid", "tricks", "scores")}
    totals = g["totals"][: rules.players].tolist()
    return {"bids": [int(bid_of(cards)) for cards in told.pop("laid")], **told, "totals": totals}


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
    events: list[Event] = [[viewer, _shows(g, g.dealt[viewer])]]
    if g.turnup != NO_CARD:
        events.append([None, f"shows {CARD_NAMES[g.turnup]}"])
    events.append([None, f"trump {TRUMPS[g.trump]}"])
    sealed = kernel.is_sealed(g.rules)
    for seat, words in spoken[:opened]:
        if seat == viewer or not (sealed or words.startswith("discard")):
            events.append([seat, words])
        elif words.startswith("discard"):
            events.append([seat, "discard ?"])
    if g.phase >= PLAY:
        events += _opening(g, viewer, sealed)
    events += [[seat, words] for seat, words in spoken[opened:]]
    if g.phase >= COUNT:
        events += [[seat, _shows(g, g.laid[seat])] for seat in range(hands(g.rules))]
    return events


def _shows(g: Any, cards: int) -> str:
    return " ".join(["shows", *_names(g, cards)])


def _opening(g: Any, viewer: int, sealed: bool) -> list[Event]:
    """Sealed announcements are opened, then the premium that stands is exposed."""
    events: list[Event] = []
    if sealed:
        events += [[seat, ANNOUNCED[g.said[seat]]] for seat in _from_eldest(g) if seat != viewer and g.said[seat] >= 0]
    for seat in _from_eldest(g):
        if g.premium[seat] > 0:
            events.append([seat, _shows(g, g.laid[seat])])
        if g.premium[seat] == 2:
            events.append([seat, _shows(g, int(g.dealt[seat]) & ~int(g.laid[seat]))])
    if g.rules.players == 2:
        events.append([DUMMY, _shows(g, int(g.dealt[DUMMY]) & ~int(g.laid[DUMMY]))])
    return events


# ---- the table as text ----------------------------------------------------------------------------------------


def _sorted_hand(g: Any, cards: int) -> str:
    """A hand sorted by suit and rank, suits apart, the joker last."""
    return _sorted(with_joker(g, cards))


def _sorted(cards: int) -> str:
    suits = [[CARD_NAMES[card] for card in cards_in(cards) if card // 13 == suit] for suit in range(5)]
    return " | ".join(" ".join(suit) for suit in suits if suit) or "no cards"


def table_text(view: Any) -> str:
    """The table as who sees this row sees it; everything, if nothing is blanked."""
    lines = [_headline(view), ""]
    lines += [_seat_line(view, seat) for seat in range(hands(view.rules))]
    if view.phase == PLAY:
        lines += ["", _trick_line(view)]
    return "\n".join(lines)


def _headline(view: Any) -> str:
    parts = [f"deal {view.deals}", f"trump {TRUMP_NAMES[view.trump]}", f"player_{view.dealer} deals"]
    if view.turnup != NO_CARD:
        parts[1] += f" ({CARD_NAMES[view.turnup]} up)"
    if has_games(view.rules):
        parts.insert(0, f"game {view.games}")
    if view.turn != NOBODY:
        doing = {DISCARD: "to lay a bid-card", PLAY: "to play", AUCTION: "to announce", SEAL: "to announce"}
        what = "to play from the dummy" if kernel.from_dummy(view) else None
        parts.append(f"player_{view.turn} {what or doing.get(int(view.phase), 'to upgrade or yield')}")
    elif view.winners:
        parts.append("won by " + ", ".join(f"player_{seat}" for seat in cards_in(view.winners)))
    return " · ".join(parts)


def _seat_line(view: Any, seat: int) -> str:
    me = "*" if seat == view.viewer else " "
    bid = str(bid_of(view.laid[seat])) if view.laid[seat] and view.phase > SEAL else "?"
    premium = ("", " declared", " revealed")[view.premium[seat]]
    name = f"player_{seat}  {view.totals[seat]:>4} points" if seat < view.rules.players else f"{'dummy':21}"
    line = f"{me}{name}  {view.tricks[seat]} of {bid} tricks{premium}"
    if view.hand[seat]:
        line += f"   hand {_sorted_hand(view, view.hand[seat])}"
    if view.laid[seat]:
        line += f"   bid {_sorted_hand(view, view.laid[seat])}"
    return line


def _trick_line(view: Any) -> str:
    seat, cards = int(view.leader), []
    while view.trick[seat] != NO_CARD:
        cards.append(f"{player(view, seat)} {_names(view, only(view.trick[seat]))[0]}")
        seat = int(kernel.after(view, seat))
        if seat == view.leader:
            break
    return f"trick {sum(view.tricks) + 1}: " + (", ".join(cards) or f"{player(view, view.leader)} leads")
