"""One game as it is played: the row of the kernel, and the log of what was dealt and done.

Environments, the referee, the terminal and replays all play through it, so that a
record, a history and a continuation mean the same everywhere.
"""

import copy
from typing import Any

import numpy as np

from ninetynine_env.variants import Variant

FORMAT = "ninetynine-record-1"


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
        self.deals: list[tuple[Any, list[tuple[int, int]]]] = []
        self.actions: list[tuple[int, int]] = []
        self.start_with: dict[str, Any] = {}
        self.script: list[dict[str, Any]] = []
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
        self.settled, self.deals, self.actions, self.script = None, [], [], list(script or [])
        self.start_with = {}
        if scores is not None:
            self.start_with["scores"] = list(scores)
        if trump is not None:
            self.start_with["trump"] = trump
        self.game.start_in(self.words, seed)
        self.game.words.set_scene(self.row, dealer, trump, scores)
        if self.script:
            self.row.deals -= 1
            self._lay(self.script.pop(0))

    def _lay(self, deal: dict[str, Any]) -> None:
        self.game.words.check_sequence(self.row, deal, not self.deals, self.start_with)
        self.game.words.lay_deal(self.row, deal)

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

    def act(self, action: int) -> bool:
        """Take an action; True if it ended a deal (then `settled` holds how). The next deal is dealt at once.

        ValueError says why an action is illegal.
        """
        if not isinstance(action, (int, np.integer)) or not 0 <= action < self.game.ACTIONS:
            raise ValueError(f"{action!r} is no action: actions are 0 to {self.game.ACTIONS - 1}")
        ended = self.attempt(int(action))
        if ended is None:
            raise ValueError(self.game.words.why_not(self.row, int(action)))
        return ended

    def attempt(self, action: int) -> bool | None:
        """`act`; None, and nothing is done, if the action is illegal."""
        seat = self.turn
        outcome = self.game.step_in(self.words, action)
        if outcome < 0:
            return None
        self.actions.append((seat, action))
        if outcome == 0:
            self.settled = None
            return False
        self.settled = self._games.copy()[0]
        self.deals.append((self.settled, self.actions))
        self.actions = []
        if not self.over:
            self._deal_on()
        return True

    def _deal_on(self) -> None:
        if self.script:
            self._lay(self.script.pop(0))
        else:
            self.game.deal_on_in(self.words)

    # ---- looking ----

    def view(self, seat: int) -> Any:
        """A redacted copy of the row: all that the seat may know."""
        view = self._games.copy()[0]
        self.game.redact(view, seat)
        return view

    def history(self, seat: int) -> list[list[Any]]:
        """The events this seat saw, `[[seat or None, words], ...]`, over all deals of the episode."""
        return [event for row, done in self._all_deals() for event in self.game.words.history(row, done, seat)]

    def _all_deals(self) -> list[tuple[Any, list[tuple[int, int]]]]:
        return self.deals if self.over else [*self.deals, (self.row, self.actions)]

    def record(self) -> dict[str, Any]:
        """The game so far, hidden cards included, as one JSON object."""
        record: dict[str, Any] = {"format": FORMAT, "env": self.variant.id, "rules": vars(self.rules).copy()}
        if self.start_with:
            record["start"] = copy.deepcopy(self.start_with)
        if self.names is not None:
            record["names"] = list(self.names)
        if self.notes:
            record["notes"] = list(self.notes)
        record["deals"] = [self.game.words.deal_record(row, done) for row, done in self._all_deals()]
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
            games, twin.actions = self.game.another_world(self._games, self.actions, seat, seed)
            twin._attach(games)
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
        for name in ("deals", "actions", "script", "notes"):
            state[name] = list(state[name])
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._attach(state["_games"])
