"""One seat as a Gymnasium environment, single and batched; bots sit in the others.

Both are doors to `Seats`, which steps all tables in compiled code and asks each
bot for all its tables at once: one seed gives one trajectory in either.
"""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from ninetynine_env import bots
from ninetynine_env.bots import Bot
from ninetynine_env.cards import subseed
from ninetynine_env.episode import Episode
from ninetynine_env.vector import Vector

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Observation = dict[str, npt.NDArray[Any]]

_NEXT_EPISODE = 1 << 22  # the subseed that follows an episode's own


def next_seed(seed: int) -> int:
    """The seed of the episode after this one, below 2**62: frozen evaluation deals lie above."""
    return int(subseed(seed, _NEXT_EPISODE)) >> 1


class Seats:
    """N tables with a learner in one seat of each and bots in the others.

    `opponents`: names or bots, clockwise from the learner's left; one name stands for all.
    `seat`: where the learner sits, or None: table i's learner sits in seat i modulo the players.
    """

    def __init__(
        self,
        name: str,
        n: int,
        opponents: str | Bot | Sequence[str | Bot],
        seat: int | None = None,
        reward: str | None = None,
        illegal_reward: float | None = None,
        **options: Any,
    ) -> None:
        self.tables = Vector(name, n, reward=reward, **options)
        self.game, self.n, players = self.tables.game, n, self.tables.players
        kind = self.tables.variant.reward(reward)
        lowest = min(self.game.lowest_reward(kind, rules) for rules in self.tables.rules)
        self.illegal_reward = lowest if illegal_reward is None else float(illegal_reward)
        if seat is not None and (type(seat) is not int or not 0 <= seat < players):
            raise ValueError(f"seat={seat!r} is not allowed: it is 0 to {players - 1}, or None for every seat in turn")
        self.seats: Ints = np.arange(n, dtype=np.int64) % players if seat is None else np.full(n, seat, np.int64)
        self.bots = self._load(opponents, players - 1)
        self.seeds = np.zeros(n, np.int64)
        self.log: list[int] = []
        """Every action of table 0 in the episode, so that one table can be replayed."""
        self._everywhere = np.arange(n)

    def _load(self, opponents: str | Bot | Sequence[str | Bot], wanted: int) -> list[Bot]:
        given: list[Any] = list(opponents) if isinstance(opponents, (list, tuple)) else [opponents] * wanted
        if len(given) != wanted:
            raise ValueError(f"opponents={opponents!r} is not allowed: it is one bot, or {wanted}, from the left on")
        named: dict[str, Bot] = {}
        loaded: list[Bot] = []
        for bot in given:
            if isinstance(bot, str):
                bot = named.setdefault(bot, named.get(bot) or bots.load(bot, self.tables.variant))
            loaded.append(bot)
        return loaded

    def begin(self, where: Flags, seeds: Ints) -> None:
        """Begin an episode at these tables and play on to the learner's first decision.

        Where it is over before that (the learner's tokens went while others played), the next one begins.
        """
        seeds = seeds.copy()
        while where.any():
            self.seeds[where] = seeds[where]
            if where[0]:
                self.log.clear()
            self.tables.deal(np.where(where, seeds, -1))
            ended = np.zeros(self.n, np.int8)
            self._play_on(where, np.zeros(self.n), ended)
            where = where & (ended >= 2)
            for i in np.flatnonzero(where):
                seeds[i] = next_seed(int(seeds[i]))

    def step(self, actions: Ints) -> tuple[npt.NDArray[np.float64], Flags, Flags]:
        """The learner's action at every table: rewards float64 [n], terminated and truncated bool [n]."""
        rewards, ended = np.zeros(self.n), np.zeros(self.n, np.int8)
        allowed = (self.tables.legal() >> actions) & 1 == 1
        self._apply(np.where(allowed, actions, -1), rewards, ended)
        rewards[~allowed] = self.illegal_reward
        ended[~allowed] = 2
        self._play_on(ended < 2, rewards, ended)
        return rewards, ended == 2, ended == 3

    def _play_on(self, where: Flags, rewards: npt.NDArray[np.float64], ended: npt.NDArray[np.int8]) -> None:
        """Let the bots act at these tables until it is the learner's turn or the episode is over."""
        while True:
            turn = self.tables.turn
            waiting = where & (ended < 2) & (turn != self.seats)
            if not waiting.any():
                return
            self._apply(self._ask(waiting, turn), rewards, ended)

    def _ask(self, waiting: Flags, turn: Ints) -> Ints:
        """The bots' actions, -1 where none is waited for; each bot is asked once for all its tables."""
        views, legal, dice = self.tables.look(), self.tables.legal(), self.tables.dice(self.seats)
        actions = np.full(self.n, -1, np.int64)
        place = (turn - self.seats - 1) % self.tables.players
        for bot in {id(bot): bot for bot in self.bots}.values():
            mine = waiting & np.isin(place, [i for i, other in enumerate(self.bots) if other is bot])
            rows = np.flatnonzero(mine)
            if len(rows):
                his: Any = views[rows]
                actions[rows] = bot.act(his, legal[rows], dice[rows])
        return actions

    def _apply(self, actions: Ints, rewards: npt.NDArray[np.float64], ended: npt.NDArray[np.int8]) -> None:
        if actions[0] >= 0:
            self.log.append(int(actions[0]))
        gained, now = self.tables.step(actions)
        rewards += gained[self._everywhere, self.seats]
        np.maximum(ended, now, out=ended)
        ended[(self.tables.present >> self.seats) & 1 == 0] = 2  # who is out of the game waits for nobody

    def observe(self) -> Observation:
        """The learners' observations, float32 [n, columns], and masks, int8 [n, actions]: reused buffers."""
        mask = self.tables.masks()
        return {"observation": self.tables.observe_flat(), "action_mask": mask}

    def look(self, i: int) -> Observation:
        """What the learner at table i sees, also when its episode is over: arrays of its own."""
        layout, game = self.game.LAYOUT, self.game
        flat, mask = np.empty(layout.columns, np.float32), np.empty(game.ACTIONS, np.int8)
        words = np.asarray(self.tables.games[i : i + 1]).view(np.int64)
        game.look(words, int(self.seats[i]), np.empty_like(words), np.empty(layout.words, np.int64), flat, mask)
        return {"observation": flat, "action_mask": mask}

    def action_masks(self) -> Flags:
        """The learners' legal actions, bool [n, actions]."""
        return self.tables.masks().astype(bool)

    def spaces(self) -> tuple[gymnasium.spaces.Dict, gymnasium.spaces.Discrete]:
        """Observation and action space of one table."""
        layout = self.game.LAYOUT
        observation = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(0.0, layout.high, (layout.columns,), np.float32),
                "action_mask": gymnasium.spaces.Box(0, 1, (self.game.ACTIONS,), np.int8),
            }
        )
        return observation, gymnasium.spaces.Discrete(self.game.ACTIONS)


def _as_seed(seed: int) -> int:
    if not isinstance(seed, (int, np.integer)) or not 0 <= seed < 2**63:
        raise ValueError(f"seed={seed!r} is not allowed: a seed is a whole number from 0 to 2**63 - 1")
    return int(seed)


class SeatEnv(gymnasium.Env[Observation, int]):
    """One seat of a table as a Gymnasium environment; an illegal action ends the episode with `illegal_reward`."""

    metadata = {"render_modes": ["ansi", "human"], "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        name: str = "three",
        opponents: str | Bot | Sequence[str | Bot] = "random",
        seat: int = 0,
        reward: str | None = None,
        illegal_reward: float | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode={render_mode!r} is not allowed: it is None, ansi or human")
        self.render_mode = render_mode
        self.seats = Seats(name, 1, opponents, 0 if seat is None else seat, reward, illegal_reward, **options)
        self.seat, self.variant = int(self.seats.seats[0]), self.seats.tables.variant
        self.rules = self.seats.tables.rules[0]
        observed, acted = self.seats.spaces()
        self.observation_space: Any = observed
        self.action_space: Any = acted
        self._seed: int | None = None
        self._over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin an episode; without a seed the one that follows the last."""
        super().reset(seed=seed)
        if seed is not None:
            self._seed = _as_seed(seed)
        else:
            self._seed = int(self.np_random.integers(2**62)) if self._seed is None else next_seed(self._seed)
        self.seats.begin(np.ones(1, np.bool_), np.array([self._seed], np.int64))
        self._seed = int(self.seats.seeds[0])
        self._over = False
        if self.render_mode == "human":
            self.render()
        return self.seats.look(0), {}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take the seat's action; the bots play on to its next decision."""
        if self._over:
            raise ValueError("the episode is over: call reset() before step()")
        if not self.action_space.contains(action):
            raise ValueError(f"action {action!r} is not in {self.action_space}")
        rewards, terminated, truncated = self.seats.step(np.array([action], np.int64))
        self._over = bool(terminated[0] or truncated[0])
        if self.render_mode == "human":
            self.render()
        return self.seats.look(0), float(rewards[0]), bool(terminated[0]), bool(truncated[0]), {}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The legal actions, bool [actions], as sb3-contrib asks for them."""
        mask: npt.NDArray[np.bool_] = self.seats.action_masks()[0]
        return mask

    def episode(self) -> Episode:
        """The game so far, replayed from its seed and its actions."""
        episode = Episode(self.variant, self.rules)
        episode.start(int(self.seats.seeds[0]))
        for action in self.seats.log:
            episode.act(action)
        return episode

    def record(self) -> dict[str, Any]:
        """The record so far, hidden cards included."""
        return self.episode().record()

    def history(self, seat: int) -> list[list[Any]]:
        """The events a seat saw, `[[seat or None, words], ...]`."""
        return self.episode().history(seat)

    def words(self, action: int) -> str:
        """An action in words, in the phase now."""
        text: str = self.seats.game.words.action_words(self.seats.tables.games[0], action)
        return text

    def action(self, words: str) -> int:
        """The action these words name; ValueError if they name none in this phase."""
        number: int = self.seats.game.words.parse_action(self.seats.tables.games[0], words)
        return number

    def render(self) -> str | None:  # type: ignore[override]
        """The table as the seat sees it, as text (`ansi`) or printed (`human`)."""
        text: str = self.seats.game.words.table_text(self.episode().view(self.seat))
        if self.render_mode == "human":
            print(text + "\n")
            return None
        return text


class SeatVectorEnv(gymnasium.vector.VectorEnv[Observation, Ints, npt.NDArray[Any]]):
    """One seat at each of many tables; finished tables begin anew within the same step (SAME_STEP).

    The last observation of a finished episode stands in `infos["final_obs"]`, where `infos["_final_obs"]` says so.
    """

    def __init__(
        self,
        name: str = "three",
        num_envs: int = 1,
        opponents: str | Bot | Sequence[str | Bot] = "random",
        seat: int | None = None,
        reward: str | None = None,
        illegal_reward: float | None = None,
        copy: bool = True,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if render_mode is not None:
            raise ValueError("many tables are not drawn: render_mode must be None")
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.num_envs, self.render_mode = num_envs, None
        self.seats = Seats(name, num_envs, opponents, seat, reward, illegal_reward, **options)
        self.single_observation_space, self.single_action_space = self.seats.spaces()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copy = copy

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin an episode at every table: table i from seed + i, or from the seed that follows its last."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        first = not self.seats.seeds.any()
        if isinstance(seed, (int, np.integer)):
            seeds = [_as_seed(int(seed) + i) for i in range(self.num_envs)]
        else:
            given = [None] * self.num_envs if seed is None else list(seed)
            drawn = self.np_random.integers(2**62, size=self.num_envs) if first else self._next_seeds()
            seeds = [int(d) if s is None else _as_seed(s) for s, d in zip(given, drawn, strict=True)]
        self.seats.begin(np.ones(self.num_envs, np.bool_), np.array(seeds, np.int64))
        return self._observe(), {}

    def _next_seeds(self) -> Ints:
        return np.array([next_seed(int(seed)) for seed in self.seats.seeds], np.int64)

    def step(self, actions: Ints) -> tuple[Observation, npt.NDArray[np.float64], Flags, Flags, dict[str, Any]]:
        """One action at every table, int [n]. Illegal ones end their episode with `illegal_reward`."""
        actions = np.asarray(actions, np.int64)
        if actions.shape != (self.num_envs,) or actions.min() < 0 or actions.max() >= self.seats.game.ACTIONS:
            raise ValueError(f"actions must be {self.num_envs} whole numbers in {self.single_action_space}")
        rewards, terminated, truncated = self.seats.step(actions)
        infos = self._begin_anew(terminated | truncated)
        return self._observe(), rewards, terminated, truncated, infos

    def _begin_anew(self, done: Flags) -> dict[str, Any]:
        """Restart finished tables; what they ended with goes into the infos, in Gymnasium's form."""
        if not done.any():
            return {}
        final = np.full(self.num_envs, None, object)
        for i in np.flatnonzero(done):
            final[i] = self.seats.look(int(i))
        self.seats.begin(done, np.where(done, self._next_seeds(), -1))
        return {"final_obs": final, "_final_obs": done, "final_info": {}, "_final_info": done}

    def _observe(self) -> Observation:
        seen = self.seats.observe()
        return {name: values.copy() for name, values in seen.items()} if self._copy else seen

    def action_masks(self) -> Flags:
        """The legal actions at every table, bool [n, actions]."""
        return self.seats.action_masks()
