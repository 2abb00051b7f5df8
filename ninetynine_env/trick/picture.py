"""The trick game drawn for a terminal: lines of rich markup from rows and views.

Nothing is told that the row does not show: drawn from a view, the picture is that of
one seat; drawn from the row itself, it is the open table. `names` are by seat.
"""

from typing import Any

from ninetynine_env.cards import NO_CARD, NO_TRUMP, cards_in, only, size
from ninetynine_env.counts import Table
from ninetynine_env.drawing import Names, card, label, margin
from ninetynine_env.trick import kernel, knowledge, scoring
from ninetynine_env.trick.dealing import hands, left_of
from ninetynine_env.trick.kernel import bid_of, counts_as, from_dummy, is_sealed, with_joker
from ninetynine_env.trick.row import DISCARD, DUMMY, FULL, NOBODY, PASS, PLAY, SEAL, UPGRADE
from ninetynine_env.trick.words import ANNOUNCED, TRUMP_NAMES

SAYS = ("passes", "declares", "reveals")
PREMIUMS = ("", "declaration", "revelation")


def hand(row: Any, cards: int, legal: int = -1) -> str:
    """Cards by suit and rank, suits apart, the joker behind the card it counts as; those not legal are dimmed."""
    shown = sorted(cards_in(with_joker(row, cards)), key=lambda c: counts_as(row, c))
    suits = [[card(c, dim=not legal >> c & 1) for c in shown if counts_as(row, c) // 13 == suit] for suit in range(4)]
    return "  ".join(" ".join(suit) for suit in suits if suit) or "–"


def _bid(row: Any, seat: int) -> str:
    """A seat's bid, if the row shows it."""
    return str(bid_of(row.laid[seat])) if row.laid[seat] and knowledge.cards_laid(row, seat) == 3 else "?"


def _with_dummy(row: Any, names: Names) -> Names:
    """The names, the dummy's behind them where there is one."""
    return [*names, "dummy"] if row.rules.players == 2 and len(names) == 2 else names


# ---- a deal begins --------------------------------------------------------------------------------------------


def headline(row: Any, names: Names) -> str:
    """The deal, its trump, who deals and who leads."""
    lead = left_of(row, row.dealer)
    game = f"Game {row.games} · " if scoring.has_games(row.rules) else ""
    return f"{game}Deal {row.deals} · {trump(row)} · dealer {names[row.dealer]} · opening lead {names[lead]}"


def trump(row: Any) -> str:
    """`hearts are trumps`, or `no trump`; and the card that made it."""
    name = TRUMP_NAMES[row.trump]
    told = name if row.trump == NO_TRUMP else f"{name} are trumps"
    return told if row.turnup == NO_CARD else f"{told} by {card(row.turnup)}"


def opening(row: Any, names: Names) -> list[str]:
    """The hands that the row shows."""
    names = _with_dummy(row, names)
    return [label(names, seat) + hand(row, row.hand[seat]) for seat in range(hands(row.rules)) if row.hand[seat]]


# ---- an action ------------------------------------------------------------------------------------------------


def move(before: Any, after: Any, seat: int, action: int, names: Names) -> list[str]:
    """What an action did, as far as both rows show it; `after` is the settled row if it ended the deal."""
    names = _with_dummy(after, names)
    if before.phase == PLAY:
        return _played(before, after, action, names)
    own = after.viewer == seat  # what one does oneself needs no telling
    lines = [] if own else _before_play(before, after, seat, action, names)
    return lines + (_opened(after, names) if after.phase == PLAY else [])


def _before_play(before: Any, after: Any, seat: int, action: int, names: Names) -> list[str]:
    """A bid-card laid, or an announcement; from a view only that it was made."""
    who, hidden = label(names, seat), after.viewer != FULL
    third = before.phase == DISCARD and knowledge.cards_laid(before, seat) == 2
    if before.phase == DISCARD and hidden:
        return [who + "three cards laid face down"] if third else []
    if before.phase == DISCARD:
        bids = f"   [bold]bids {bid_of(after.laid[seat])}[/]" if third else ""
        return [f"{who}lays {card(action)}   {hand(after, after.hand[seat])}{bids}"]
    return [] if before.phase == SEAL and hidden else [who + _said(before.phase, action - PASS)]


def _said(phase: int, said: int) -> str:
    if phase == UPGRADE:
        return "reveals too, and keeps the premium" if said == 2 else "yields"
    return SAYS[said]


def _opened(row: Any, names: Names) -> list[str]:
    """The premium that stands, and what it shows; sealed announcements are opened."""
    lines = []
    for seat in range(row.rules.players):
        if is_sealed(row.rules):
            lines.append(f"{label(names, seat)}handed in: {ANNOUNCED[row.said[seat]]}")
    for seat in range(row.rules.players):
        if row.premium[seat]:
            kind, laid = PREMIUMS[row.premium[seat]], row.laid[seat]
            lines.append(f"{label(names, seat)}{kind} stands: {hand(row, laid)}   [bold]bids {bid_of(laid)}[/]")
            if row.premium[seat] == 2:
                lines.append(f"{label(names, seat)}open hand: {hand(row, row.hand[seat])}")
    if row.rules.players == 2:
        lines.append(f"{label(names, DUMMY)}open hand: {hand(row, row.hand[DUMMY])}")
    return lines


def _played(before: Any, after: Any, action: int, names: Names) -> list[str]:
    seat = before.plays
    lines = ["", f"[dim]trick {sum(before.tricks) + 1}[/]"] if before.trick[before.leader] == NO_CARD else []
    shown = after.hand[seat] if after.viewer != seat else 0
    lines.append(label(names, seat) + card(action) + (f"   {hand(after, shown)}" if shown else ""))
    winner = next((s for s in range(hands(before.rules)) if after.tricks[s] > before.tricks[s]), NOBODY)
    if winner != NOBODY:
        lines.append(f"[dim]{label(names, winner)}trick won, now {after.tricks[winner]} of {_bid(after, winner)}[/]")
    return lines


# ---- what a person sees before deciding -----------------------------------------------------------------------


def table(view: Any, names: Names) -> list[str]:
    """How the deal stands for the seat to act, and its hand."""
    me, lines, names = view.viewer, [], _with_dummy(view, names)
    if view.phase == PLAY:
        lines = [margin(names, "") + _standing(view, names), *_exposed(view, names)]
    elif view.laid[me]:
        so_far = " so far" if view.phase == DISCARD else ""
        lines = [f"{margin(names, 'laid')}{hand(view, view.laid[me])}   [bold]bid {bid_of(view.laid[me])}[/]{so_far}"]
    legal = int(kernel.legal(view)) if view.phase in (PLAY, DISCARD) else -1
    return [*lines, margin(names, "hand") + hand(view, view.hand[me], 0 if from_dummy(view) else legal)]


def _standing(view: Any, names: Names) -> str:
    seats = range(hands(view.rules))
    won = ", ".join(f"{names[seat]}: {view.tricks[seat]} of {_bid(view, seat)}" for seat in seats)
    return f"[dim]tricks  {won}[/]"


def _exposed(view: Any, names: Names) -> list[str]:
    """Hands of others that are played open; the dummy's is dimmed but for the cards one may play from it now."""
    seats = [seat for seat in range(hands(view.rules)) if seat != view.viewer and view.hand[seat]]
    legal = {view.plays: int(kernel.legal(view))} if from_dummy(view) else {}
    return [label(names, seat) + hand(view, view.hand[seat], legal.get(seat, -1)) for seat in seats]


def prompt(view: Any) -> str:
    """What the seat to act is asked."""
    if view.phase == DISCARD:
        return f"lay card {size(view.laid[view.viewer]) + 1} of 3"
    if view.phase == PLAY:
        return "play from the dummy" if from_dummy(view) else "play"
    says = [said for k, said in enumerate(ANNOUNCED) if kernel.legal(view) & only(PASS + k)]
    return " or ".join([", ".join(says[:-1]), says[-1]])


ASKED: dict[str, Any] = {}
"""Words a person may say to be told something, and what tells it: (view, names) -> a line."""

SHORT: dict[str, str] = {}
"""Short ways to say an action."""

HELP = """\
Lay three cards face down: diamonds bid 0, spades 1, hearts 2, clubs 3, and their sum is your bid.
Then win exactly that many of the tricks: follow suit if you can; trumps beat other suits.
Every trick is a point; who meets the bid gets 30, 20 or 10 more if one, two or three do.
Before play you may [bold]declare[/] (your bid-cards are shown; 30 more if you make it) or [bold]reveal[/]
(your hand as well; 60 more); if you fail, every opponent gets that much.
Type a card as [bold]Td[/] (ten of diamonds), or the word you are asked for."""


# ---- a deal is over -------------------------------------------------------------------------------------------


def sheet(settled: Any, names: Names) -> Table:
    """The score sheet of a settled deal."""
    rows, names = [], _with_dummy(settled, names)
    games = scoring.has_games(settled.rules)
    for seat in range(hands(settled.rules)):
        laid, tricks, exact = settled.laid[seat], settled.tricks[seat], scoring.succeeded(settled, seat)
        player = seat < settled.rules.players
        rows.append([
            names[seat], hand(settled, laid), str(bid_of(laid)), str(tricks), "yes" if exact else "no",
            PREMIUMS[settled.premium[seat]], str(settled.scores[seat]),
            *([str(settled.bonus[seat] or "") if player else ""] if games else []),
            str(settled.totals[seat]) if player else "",
        ])  # fmt: skip
    heads = ["", "bid-cards", "bid", "tricks", "met", "premium", "points", *(["bonus"] if games else []), "total"]
    title = f"Deal {settled.deals}, {trump(settled)}"
    return (f"Game {settled.games - _was_closed(settled)}, {title}" if games else title, heads, rows)


def _was_closed(settled: Any) -> bool:
    """Whether a settled deal was the last of a game, so that its row tells of the next one already."""
    return bool(settled.games > 1 and settled.game_began == settled.deals)
