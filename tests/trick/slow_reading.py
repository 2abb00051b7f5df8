"""A slow reading of a deal: what a seat observes, from its hand and what was said and played, in plain sets."""

import numpy as np

from ninetynine_env.cards import NO_CARD, cards_in

PHASES = ("discard", "seal", "auction", "upgrade", "play", "count", "next", "over")


class Table:
    """What everybody at the table has seen, told from the actions; and what one seat holds.

    The joker is told as the card that it counts as. Sides are the players and, behind two of them, the dummy.
    """

    def __init__(self, rules, g, story):
        self.rules, self.n, self.dealer, self.trump, self.turnup = rules, rules.players, g.dealer, g.trump, g.turnup
        self.sides = range(3 if self.n == 2 else self.n)
        self.hands = [set(cards_in(hand)) for hand in g.dealt]
        self.pack = set().union(*self.hands)
        self.order = [(int(g.dealer) + 1 + place) % self.n for place in range(self.n)]
        self.of_tricks = 10 if self.n == 4 else 9
        cards = [(seat, int(self.turnup) if action == 52 else action) for seat, action in story if action < 53]
        bidding = 3 * self.n
        self.laid = {seat: {card for who, card in cards[:bidding] if who == seat} for seat in range(self.n)}
        if self.n == 2:
            self.laid[2] = set(cards_in(g.laid[2]))
        self.words = [(seat, action - 53) for seat, action in story if action >= 53]
        self.bids_in = len(cards[:bidding])
        self.tricks, self.on_table, self.won = [], [], []
        self.leader = self.controller = self.order[0]
        for _, card in cards[bidding:]:
            self.take((self.next_side(), card))
        self.phase, self.turn = self.where()
        self.started = self.phase in ("play", "count")

    def next_side(self):
        """Who plays to the trick: clockwise; the dummy last, or first if it leads, its controller then last (A3)."""
        if self.n != 2:
            return (self.leader + len(self.on_table)) % self.n
        if self.leader == 2:
            return [2, 1 - self.controller, self.controller][len(self.on_table)]
        return [self.leader, 1 - self.leader, 2][len(self.on_table)]

    def take(self, play):
        """A card is played; a whole trick is won."""
        self.on_table.append(play)
        if len(self.on_table) == len(self.sides):
            self.tricks.append(self.on_table)
            self.leader = best(self.on_table, self.trump)
            self.won.append(self.leader)
            self.on_table = []
            if self.leader < self.n:
                self.controller = self.leader

    @property
    def played(self):
        plays = [play for trick in [*self.tricks, self.on_table] for play in trick]
        return {side: {card for who, card in plays if who == side} for side in self.sides}

    def where(self):
        """Phase and seat to act."""
        protocol = self.rules.two_player_declare if self.n == 2 else self.rules.premium_protocol
        sealed = self.rules.premium_bids and protocol == "sealed"
        place = (self.bids_in - 1) // 3
        if sealed and self.bids_in % 3 == 0 and self.bids_in and len(self.words) <= place:
            return "seal", self.order[place]
        if self.bids_in < 3 * self.n:
            return "discard", self.order[self.bids_in // 3]
        if self.rules.premium_bids and not sealed and not self.tricks and not self.on_table and (asked := self.asked()):
            return asked
        if len(self.tricks) == self.of_tricks:
            return "count", None
        side = self.next_side()
        return "play", side if side < self.n else self.controller

    def asked(self):
        """Whose word the auction waits for, if any."""
        declarer = next((seat for seat, word in self.words if word == 1), None)
        if any(word == 2 for _, word in self.words):
            overtaken = self.words[-1][1] == 2 and declarer not in (None, self.words[-1][0])
            return ("upgrade", declarer) if overtaken else None
        return ("auction", self.order[len(self.words)]) if len(self.words) < self.n else None

    def best_word(self, seat):
        return max((word for who, word in self.words if who == seat), default=None)

    def premium(self, seat):
        """The premium of a seat that stands."""
        if not self.started or seat >= self.n:
            return 0
        if self.n == 2:
            return self.best_word(seat) or 0
        bids = [(-(self.best_word(who) or 0), place) for place, who in enumerate(self.order)]
        level, place = min(bids)
        return -level if self.order[place] == seat else 0

    def void(self, seat):
        """Suits led that a side did not follow."""
        tricks = [*self.tricks, self.on_table]
        return {t[0][1] // 13 for t in tricks for who, card in t if who == seat and card // 13 != t[0][1] // 13}

    def hand(self, seat):
        return self.hands[seat] - self.laid[seat] - self.played[seat]

    def open(self, seat):
        """Whether a side's hand lies open."""
        return self.premium(seat) == 2 or (seat >= self.n and self.started)


def best(trick, trump):
    """Who wins these cards, (seat, card) in the order played."""
    suit = trump if any(card // 13 == trump for _, card in trick) else trick[0][1] // 13
    return max((card, seat) for seat, card in trick if card // 13 == suit)[1]


def read_cards(t, me):
    """The fields of cards."""
    others = [side for side in t.sides if side != me]
    shown_bids = set().union(*(t.laid[seat] for seat in others if t.premium(seat) >= 1))
    shown_hands = set().union(*(t.hand(seat) for seat in others if t.open(seat)))
    at_end = set().union(*t.laid.values()) if t.phase == "count" else set()
    gone = set().union(*t.played.values())
    hand = t.hand(me)
    unseen = t.pack - hand - t.laid[me] - gone - shown_bids - shown_hands - at_end
    elsewhere = unseen | shown_hands
    table = [card for _, card in t.on_table]
    top = {card for seat, card in t.on_table if seat == best(t.on_table, t.trump)} if table else set()
    takers = set()
    if table and t.turn == me:
        side = t.next_side()
        follow = {card for card in t.hand(side) if card // 13 == table[0] // 13} or t.hand(side)
        takers = {card for card in follow if best([*t.on_table, (side, card)], t.trump) == side}
    rivals = {card: [other for other in elsewhere if other // 13 == card // 13] for card in hand}
    fields = {
        "hand": hand, "laid": t.laid[me], "unseen": unseen, "trick": set(table), "top": top, "takers": takers,
        "masters": {card for card in hand if all(other < card for other in rivals[card])},
        "losers": {card for card in hand if rivals[card] and all(other > card for other in rivals[card])},
        "shown_hand": shown_hands, "shown_bid": shown_bids,
    }  # fmt: skip
    turnup = set() if t.turnup == NO_CARD else {int(t.turnup)}
    return {name: with_joker(t, cards) for name, cards in fields.items()} | {"turnup": turnup}


def with_joker(t, cards):
    """The joker shows beside the card that it counts as."""
    return cards | {52} if t.rules.joker and t.turnup in cards else cards


def read_table(t, me):
    """The fields of the table: phase, trump, seats."""

    def place(seat):
        return set() if seat is None else {(seat - me) % t.n if seat < t.n else seat}

    table, two = t.on_table, t.n == 2
    return {
        "phase": {PHASES.index(t.phase)}, "trump": {t.trump}, "players": {t.n - 2}, "dealer": place(t.dealer),
        "turn": place(t.turn), "leader": place(t.leader), "dummy": {2} if two else set(),
        "controller": place(t.controller) if two else set(),
        "led": {table[0][1] // 13} if table else set(), "winner": place(best(table, t.trump)) if table else set(),
        "on_table": set().union(*(place(seat) for seat, _ in table)),
        "tricks_left": set(range(t.of_tricks - len(t.won))), "cards_laid": set(range(len(t.laid[me]))),
    }  # fmt: skip


def read_seat(t, me, seat):
    """The fields with a row for each side."""
    level, word, won = t.premium(seat), t.best_word(seat), t.won.count(seat)
    heard = word is not None and (seat == me or t.phase not in ("discard", "seal"))
    known = t.laid[seat] and (seat == me or level or t.phase == "count")
    bid = sum(card // 13 for card in t.laid[seat])
    left = t.of_tricks - len(t.won)
    goals = {0, 10} if t.rules.nil_or_ten and bid == 0 else {bid}
    reachable = [goal for goal in goals if won <= goal <= won + left]
    standing = {0} if won in goals else set() if reachable else {1} if won > bid else {2}
    return {
        "played": with_joker(t, t.played[seat]), "void": t.void(seat), "tricks": set(range(won)),
        "bid": {bid} if known else set(), "need": set(range(bid - won)) if known else set(),
        "standing": standing if known and t.started else set(),
        "said": {word} if heard else set(), "premium": {level - 1} if level else set(),
    }  # fmt: skip


def switches(rules):
    """The rule switches: two of one kind each, then one for each option, on unless it is the first value."""
    modes, matches = ("successes", "turnup", "stock", "random"), (
        "single_deal", "target", "parlett100", "rubber", "nine_deals", "bga_rounds", "oxford",
    )  # fmt: skip
    others = [
        rules.first_deal_trump == "diamonds", rules.premium_bids, rules.premium_protocol == "sealed",
        rules.two_player_declare == "sealed", rules.two_player_both_fail_live_bonus == 30, rules.nil_or_ten,
        rules.game_bonus_needs_success, rules.tie == "extra_deal", rules.joker, rules.oxford_deals == 16,
        rules.oxford_stock == "balanced20", rules.oxford_points == "ten_only",
    ]  # fmt: skip
    return {modes.index(rules.trump_mode), 4 + matches.index(rules.match)} | {
        11 + i for i, on in enumerate(others) if on
    }


def read_match(t, me, g):
    """The fields of the match, as numbers by place."""
    rules, several = t.rules, t.rules.match in ("parlett100", "rubber", "bga_rounds")
    single, deals = rules.match == "single_deal", {"nine_deals": 9, "oxford": rules.oxford_deals}.get(rules.match)

    def by_place(values):
        told = [int(values[(me + place) % t.n]) for place in range(t.n)]
        return told + [0] * (4 - t.n)

    stock = [int(card) // 13 for card in cards_in(g.stock)] if rules.trump_mode == "stock" else []
    return {
        "totals": by_place(np.zeros(4) if single else g.totals - g.before), "match_points": by_place(g.before),
        "games_won": by_place(g.games_won), "bonuses": by_place(g.bonuses),
        "target": [100 if several else rules.target if rules.match == "target" else 0],
        "deals": [0 if single else int(g.deals - g.game_began)], "games": [int(g.games) if several else 0],
        "deals_left": [max(0, deals - int(g.deals)) if deals else 0], "stock": [stock.count(suit) for suit in range(4)],
    }  # fmt: skip


def reading(t, me, g):
    """Every field, as a list of rows: sets of bits, or numbers."""
    places = [(me + place) % t.n for place in range(t.n)] + ([2] if t.n == 2 else [])
    seats = [read_seat(t, me, side) for side in places]
    fields = {name: [value] for name, value in {**read_cards(t, me), **read_table(t, me)}.items()}
    fields |= {name: [*(seat[name] for seat in seats), *[set()] * (4 - len(seats))] for name in seats[0]}
    fields["rules"] = [switches(t.rules)]
    return fields | read_match(t, me, g)
