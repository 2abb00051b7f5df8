"""The adding game drawn for a terminal: lines of rich markup from rows and views.

Nothing is told that the row does not show. `names` are by seat.
"""

from typing import Any

from ninetynine_env.counts import Table
from ninetynine_env.drawing import Names, card, label, margin
from ninetynine_env.tally import kernel
from ninetynine_env.tally.kernel import DRAW, DRAWING, FULL, PLAYS, is_in
from ninetynine_env.tally.pile import UNKNOWN
from ninetynine_env.tally.words import PLAYED_AS, hand_of


def face(number: int) -> str:
    """A card of either pack in its colour."""
    return "?" if number == UNKNOWN else card(number % 52)


def hand(row: Any, seat: int) -> str:
    """A seat's cards by rank."""
    return " ".join(map(face, sorted(hand_of(row, seat), key=lambda number: (number % 13, number)))) or "–"


def tokens(count: int) -> str:
    """`1 token`, `9 tokens`."""
    return "1 token" if count == 1 else f"{count} tokens"


# ---- a round begins -------------------------------------------------------------------------------------------


def headline(row: Any, names: Names) -> str:
    """The round, who deals and who begins."""
    return f"Round {row.deals} · dealer {names[row.dealer]} · {names[row.turn]} begins"


def opening(row: Any, names: Names) -> list[str]:
    """The hands that the row shows."""
    return [label(names, seat) + hand(row, seat) for seat in range(row.rules.players) if is_in(row, seat)]


# ---- an action ------------------------------------------------------------------------------------------------


def move(before: Any, after: Any, seat: int, action: int, names: Names) -> list[str]:
    """What an action did, as far as both rows show it; `after` is the settled row if it ended the round."""
    lines = [] if before.phase == DRAWING else [_played(before, after, seat, action, names)]
    if before.phase == DRAWING and action != DRAW:
        lines.append(f"{label(names, seat)}[yellow]does not draw[/]")
    if after.new_pile:
        lines.append(f"[dim]{margin(names, '')}the played cards are shuffled and become the pile[/]")
    if _shows_a_draw(before, after, seat):
        lines.append(f"{label(names, seat)}[dim]draws[/] {face(hand_of(after, seat)[-1])}")
    return lines + _lost(after, seat, names)


def _shows_a_draw(before: Any, after: Any, seat: int) -> bool:
    """Whether a card was drawn that the row shows."""
    drew = after.left != before.left and after.cards[seat] > 0
    return bool(drew and after.viewer in (FULL, seat))


def _played(before: Any, after: Any, seat: int, action: int, names: Names) -> str:
    way = ""
    if after.direction != before.direction and after.phase != kernel.COUNT:
        way = "   [dim]the other way round[/]"
    return f"{label(names, seat)}{face(after.last)}   {before.total} → [bold]{after.total}[/]{way}"


def _lost(after: Any, seat: int, names: Names) -> list[str]:
    """Who lost tokens, and who is out."""
    lines = []
    for other in range(after.rules.players):
        if after.lost[other]:
            caught = " for an empty hand" if after.caught == other else ""
            left = f"{after.tokens[other]} left" if is_in(after, other) else "out"
            lines.append(f"[red]{margin(names, '')}{names[other]}: -{tokens(after.lost[other])}{caught}, {left}[/]")
    return lines


# ---- what a person sees before deciding -----------------------------------------------------------------------


def table(view: Any, names: Names) -> list[str]:
    """The total and the hand of the seat to act."""
    return [f"[dim]{total_line(view, names)}[/]", margin(names, "hand") + hand(view, view.viewer)]


def total_line(view: Any, names: Names) -> str:
    """The running total, and which way play goes."""
    return f"{margin(names, 'total')}{view.total}   play goes to the {'left' if view.direction > 0 else 'right'}"


def tokens_line(view: Any, names: Names) -> str:
    """The tokens of all who are in."""
    counted = [f"{names[s]}: {view.tokens[s]}" for s in range(view.rules.players) if is_in(view, s)]
    return margin(names, "tokens") + ", ".join(counted)


ASKED = {"c": total_line, "s": tokens_line}
"""Words a person may say to be told something, and what tells it: (view, names) -> a line."""

SHORT = {" ": "draw", "10": "play T+10", "+10": "play T+10", "-10": "play T-10", "1": "play A+1", "11": "play A+11"}
"""Short ways to say an action."""


def prompt(view: Any) -> str:
    """What the seat to act is asked."""
    if view.phase == DRAWING:
        return "draw"
    legal = int(kernel.legal(view))
    return "play " + ", ".join(PLAYED_AS[action] for action in range(PLAYS) if legal >> action & 1)


HELP = """\
Play a card and it changes the total: 3 to 8 add what they show (a 4 turns the direction as well),
9 adds nothing, J, Q and K add ten (a J passes the next player over as well), T adds or takes off
ten, A adds one or eleven. A 2 doubles the total, but halves an even one above 49.
Reach exactly 33 or 66 and all others lose a token; go past one and you lose it. At exactly 99
all others lose two, above it you do, and the round is over. Who has no tokens left is out.
Draw after you have played: a card you forget to draw is gone for the round.
Say a card ([bold]7[/], [bold]T-10[/] or [bold]-10[/], [bold]A+11[/] or [bold]11[/]); [bold]draw[/] or a space to \
draw, [bold]skip[/] not to.
[bold]C[/] tells the total, [bold]S[/] the tokens."""


# ---- a round is over ------------------------------------------------------------------------------------------


def sheet(settled: Any, names: Names) -> Table:
    """The score sheet of a round that is over."""
    rows = []
    for seat in range(settled.rules.players):
        if settled.scores[seat] or is_in(settled, seat):
            lost, out = int(-settled.scores[seat]), not is_in(settled, seat)
            rows.append([names[seat], str(lost), "out" if out else str(settled.tokens[seat])])
    return (f"Round {settled.deals}, total {settled.total}", ["", "lost", "tokens"], rows)
