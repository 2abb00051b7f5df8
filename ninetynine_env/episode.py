"""One game as it is played: the row of the kernel, and the log of what was dealt and done.

Environments, the referee, the terminal and replays all play through it, so that a
record, a history and a continuation mean the same everywhere.
"""

import copy
from typing import Any, NamedTuple

import numpy as np

from ninetynine_env.doors import ENDS, SHUFFLED
from ninetynine_env.variants import Variant

FORMAT = "ninetynine-record-1"


Actions = list[tuple[int, int]]
"""The decisions of a deal in order: (seat, action)."""


class DealError(ValueError):
    """A recorded deal that cannot be dealt; the message names it, counting from 1, and says why in one sentence."""


def sentence(error: Exception) -> str:
    """What was wrong with a record, in one sentence: a KeyError is a field that it has not."""
    return f"the field {error} is missing" if isinstance(error, KeyError) else str(error)


class Deal(NamedTuple):
    """A deal as it stands: the row, what was done, and what chance laid in secret."""

    row: Any
    actions: Actions
    chance: list[tuple[int, Any]]
    """(number of actions before it, what the game's `words.chance` told of it)."""


class Episode:
    """A game of a variant under some rules, from the first deal to the end.

    `row` is the game (a record of the game's dtype), `settled` a copy of it as it
    stood when the last action ended a deal, otherwise None.
    """

    def __init__(self, variant: Variant, rules: Any) -> None:
        self.variant, self.rules = variant, rules
        self._turn_at, self._phase_at = (self.game.GAME.fields[name][1] // 8 for name in ("turn", "phase"))
        self._attach(self.game.new(1, rules))
        self.settled: Any = None
        self.deals: list[Deal] = []
        self.actions: Actions = []
        self.chance: list[tuple[int, Any]] = []
        self.start_with: dict[str, Any] = {}
        self.script: list[dict[str, Any]] = []
        self._given: dict[str, Any] | None = None
        """The recorded deal that is played again."""
        self.names: list[str] | None = None
        self.notes: list[str] = []

    def _attach(self, games: np.recarray) -> None:
        self._games = games
        self.row = games[0]
        self.words = np.asarray(games).view(np.int64)
        """The row as int64 words, the same memory."""

    @property
    def game(self) -> Any:
        """The game's module."""
        return self.variant.game

    # ---- playing ----

    def start(
        self,
        seed: int,
        dealer: int | None = None,
        trump: str | None = None,
        scores: list[int] | None = None,
        script: list[dict[str, Any]] | None = None,
    ) -> None:
        """Deal the first deal from the seed; a scene changes it, recorded deals (`script`) replace all."""
        self.settled, self.deals, self.script = None, [], list(script or [])
        self.start_with = {}
        if scores is not None:
            self.start_with["scores"] = list(scores)
        if trump is not None:
            self.start_with["trump"] = trump
        self.game.start_in(self.words, seed)
        self.game.words.set_scene(self.row, dealer, trump, scores)
        if self.script:
            self.row.deals -= 1
        self._begin_deal(dealt=True)

    def _begin_deal(self, dealt: bool = False) -> None:
        """Lay the next recorded deal; without one, deal on if that is not done yet."""
        self.actions, self._given = [], self.script.pop(0) if self.script else None
        if self._given is not None:
            self._lay(self._given)
        elif not dealt:
            self.game.deal_on_in(self.words)
        self.chance = [(0, self.game.words.chance(self.row))]

    def _lay(self, given: dict[str, Any]) -> None:
        """Lay a recorded deal; DealError if it cannot be, or not here."""
        try:
            self.game.words.check_sequence(self.row, given, not self.deals, self.start_with)
            self.game.words.lay_deal(self.row, given)
        except (KeyError, TypeError, ValueError) as error:
            raise DealError(f"deal {len(self.deals) + 1}: {sentence(error)}") from None

    @property
    def over(self) -> bool:
        """Whether the episode has ended."""
        return bool(self.words.item(self._phase_at) == self.game.OVER)

    @property
    def turn(self) -> int:
        """The seat to act, -1 when the game is over."""
        return self.words.item(self._turn_at)

    def legal(self) -> int:
        """The legal actions as a set: bit a for action a."""
        return int(self.game.legal_in(self.words))

    def act(self, action: int) -> int:
        """Take an action. The bits `PAYS` and `ENDS` of the game say whether it paid somebody, or ended a deal.

        A deal's end is kept in `settled`, and the next one is dealt at once. ValueError says why an action is illegal.
        """
        if not isinstance(action, (int, np.integer)) or not 0 <= action < self.game.ACTIONS:
            raise ValueError(f"{action!r} is no action: actions are 0 to {self.game.ACTIONS - 1}")
        outcome = self.attempt(int(action))
        if outcome < 0:
            raise ValueError(self.game.words.why_not(self.row, int(action)))
        return outcome

    def attempt(self, action: int) -> int:
        """`act`; the game's `ILLEGAL`, and nothing is done, if the action is illegal."""
        seat, game = self.turn, self.game
        laid = self._given is not None and game.words.lay_chance(self.row, self._given, len(self.actions), action)
        outcome: int = game.step_in(self.words, action)
        if outcome < 0:
            return outcome
        self.actions.append((seat, action))
        self.settled = None
        if laid or outcome & SHUFFLED:
            self.chance.append((len(self.actions), game.words.chance(self.row)))
        if outcome & ENDS:
            self.settled = self._games.copy()[0]
            self.deals.append(Deal(self.settled, self.actions, self.chance))
            if not self.over:
                self._begin_deal()
        return outcome

    # ---- looking ----

    def view(self, seat: int) -> Any:
        """A redacted copy of the row: all that the seat may know."""
        view = self._games.copy()[0]
        self.game.redact(view, seat)
        return view

    def history(self, seat: int) -> list[list[Any]]:
        """The events this seat saw, `[[seat or None, words], ...]`, over all deals of the episode."""
        return [event for deal in self._all_deals() for event in self.game.words.history(*deal, seat)]

    def _all_deals(self) -> list[Deal]:
        return self.deals if self.over else [*self.deals, Deal(self.row, self.actions, self.chance)]

    def record(self) -> dict[str, Any]:
        """The game so far, hidden cards included, as one JSON object."""
        record: dict[str, Any] = {"format": FORMAT, "env": self.variant.id, "rules": vars(self.rules).copy()}
        if self.start_with:
            record["start"] = copy.deepcopy(self.start_with)
        if self.names is not None:
            record["names"] = list(self.names)
        if self.notes:
            record["notes"] = list(self.notes)
        record["deals"] = [self.game.words.deal_record(*deal) for deal in self._all_deals()]
        if self.over:
            record.update(self.game.words.outcome(self.row))
        return record

    # ---- copying ----

    def clone(self) -> "Episode":
        """An independent copy that goes on alike."""
        return copy.deepcopy(self)

    def another_world(self, seat: int, seed: int) -> "Episode":
        """A copy in which all that the seat cannot know is drawn again from the seed, and the log tells it so."""
        twin = self.clone()
        if not self.over:
            told = self.game.another_world(self._games, self.actions, self.chance, seat, seed)
            twin._attach(told[0])
            twin.actions, twin.chance = list(told[1]), list(told[2])  # its own: it goes on apart
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> "Episode":
        twin = Episode.__new__(Episode)
        twin.__setstate__(self.__getstate__())
        return twin

    def __getstate__(self) -> dict[str, Any]:
        state = vars(self).copy()
        for name in ("row", "words"):
            del state[name]
        state["_games"] = self._games.copy()
        for name in ("deals", "actions", "chance", "script", "notes"):
            state[name] = list(state[name])
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._attach(state["_games"])
