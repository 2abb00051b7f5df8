"""The referee: seats any bots at a variant, asks them in turn, checks what they answer, and keeps the record."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ninetynine_env.bots import Bot, load
from ninetynine_env.episode import Episode
from ninetynine_env.variants import Variant, variant

Ints = npt.NDArray[np.int64]

Watcher = Callable[[Episode, int, int], None]
"""Called with the episode, the seat and its action after every decision; with seat and action -1 before the first."""


class AnswerError(ValueError):
    """A bot answered with something that is no legal action; the message names the bot."""


def seat_bots(bots: Sequence[str | Bot], of: Variant) -> list[Bot]:
    """Bots by name, or as they are; the same name is loaded once."""
    loaded = {name: load(name, of) for name in dict.fromkeys(bot for bot in bots if isinstance(bot, str))}
    return [loaded[bot] if isinstance(bot, str) else bot for bot in bots]


def ask(game: Any, bot: Bot, views: np.recarray, legal: Ints, dice: Ints) -> Ints:
    """A bot's actions for n decisions, int64 [n], each checked; AnswerError names the bot and what it did."""
    answer = np.asarray(bot.act(views, legal, dice))
    if answer.shape != legal.shape or answer.dtype.kind not in "iu":
        raise AnswerError(
            f"the bot {bot.name!r} answered {len(legal)} decisions with {answer.dtype} {list(answer.shape)}"
            f" where int64 [{len(legal)}] was wanted"
        )
    actions = answer.astype(np.int64)
    in_range = (actions >= 0) & (actions < game.ACTIONS)
    wrong = ~in_range | (legal >> np.where(in_range, actions, 0) & 1 == 0)
    if wrong.any():
        raise AnswerError(f"the bot {bot.name!r} answered wrongly: {_why(game, views, actions, wrong)}")
    return actions


def _why(game: Any, views: np.recarray, actions: Ints, wrong: npt.NDArray[np.bool_]) -> str:
    first = int(np.flatnonzero(wrong)[0])
    action = int(actions[first])
    if not 0 <= action < game.ACTIONS:
        return f"{action} is no action, actions are 0 to {game.ACTIONS - 1}"
    return str(game.words.why_not(views[first], action))


class Table:
    """Bots at the seats of a variant, one a seat in order; they play one decision at a time.

    `bots` are names or objects; `names` is who sits where in the record (default: the bots' names).
    The same seed and salt give the same game as in an evaluation.
    """

    def __init__(
        self,
        of: str | Variant,
        bots: Sequence[str | Bot],
        options: dict[str, Any] | None = None,
        names: Sequence[str] | None = None,
    ) -> None:
        self.variant = of if isinstance(of, Variant) else variant(of)
        self.game = self.variant.game
        self.rules = self.variant.rules(**(options or {}))
        if len(bots) != self.rules.players:
            raise ValueError(f"{len(bots)} bots for {self.rules.players} seats: every seat needs one")
        self.bots = seat_bots(bots, self.variant)
        self.names = [bot.name for bot in self.bots] if names is None else list(names)
        self._one = self.game.new(1, self.rules)
        self._dice = np.zeros(1, np.int64)

    def play(
        self, seed: int, scene: dict[str, Any] | None = None, salt: int = 0, watch: Watcher | None = None
    ) -> dict[str, Any]:
        """Play an episode to its end and return its record.

        `scene` may give `dealer`, `trump`, `scores` or a `script` of recorded deals; `salt` tells seatings of
        the same deal apart.
        """
        episode = Episode(self.variant, self.rules)
        episode.start(seed, **(scene or {}))
        episode.names = list(self.names)
        if watch:
            watch(episode, -1, -1)
        while not episode.over:
            seat = episode.turn
            action = self.decide(episode, salt)
            episode.act(action)
            if watch:
                watch(episode, seat, action)
        return episode.record()

    def decide(self, episode: Episode, salt: int = 0) -> int:
        """The legal action of the bot whose turn it is; it sees what its seat may know."""
        self._one[0] = episode.row
        self.game.decision_seeds_all(self._one, np.array([salt], np.int64), self._dice)
        self._one[0] = episode.view(episode.turn)
        legal = np.array([episode.legal()], np.int64)
        return int(ask(self.game, self.bots[episode.turn], self._one, legal, self._dice)[0])
