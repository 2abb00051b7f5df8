"""One AEC environment for either game, and its checks."""

import copy
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from ninetynine_env.doors import ENDS, PAYS
from ninetynine_env.episode import Episode
from ninetynine_env.record import advance, open_episode
from ninetynine_env.variants import VERSION, Variant, variant

RENDER_MODES = ("ansi", "human")

_FLOAT32, _INT8 = np.dtype(np.float32), np.dtype(np.int8)


class RawEnv(AECEnv):  # type: ignore[misc]
    """A variant as an AEC environment; an illegal action raises ValueError with one sentence.

    Use `env` (or `pettingzoo.make`) for the environment that ends the game on an illegal action instead.
    """

    def __init__(
        self,
        name: str | Variant,
        reward: str | None = None,
        render_mode: str | None = None,
        render_seat: int | None = None,
        **options: Any,
    ) -> None:
        self.variant = name if isinstance(name, Variant) else variant(name)
        game = self.game
        self.rules = self.variant.rules(**options)
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"render_mode={render_mode!r} is not allowed: it is None, {' or '.join(RENDER_MODES)}")
        self.reward = self.variant.reward(reward)
        self._kind = game.REWARD_KINDS.index(self.reward)
        self.render_mode, self.render_seat = render_mode, render_seat
        self.metadata = {
            "name": f"{self.variant.name}_v{VERSION}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.__doc__ = game.page(self.variant, self.rules)
        n = self.rules.players
        self.possible_agents = [f"player_{seat}" for seat in range(n)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        if render_seat is not None and render_seat not in range(n):
            raise ValueError(f"render_seat={render_seat!r} is not allowed: it is None (open) or 0 to {n - 1}")
        layout = game.LAYOUT
        box = gymnasium.spaces.Box(0.0, layout.high, (layout.columns,), np.float32)
        mask = gymnasium.spaces.Box(0, 1, (game.ACTIONS,), np.int8)
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict({"observation": box, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: gymnasium.spaces.Discrete(game.ACTIONS) for agent in self.possible_agents}
        self.state_space = gymnasium.spaces.Box(-1, 2**63 - 1, (game.GAME.itemsize // 8,), np.int64)
        self._columns, self._actions = layout.columns, game.ACTIONS
        self._view_words = np.zeros(game.GAME.itemsize // 8, np.int64)
        self._packed = np.zeros(layout.words, np.int64)
        self._seed: int | None = None
        self._dice: np.random.Generator | None = None

    @property
    def game(self) -> Any:
        """The game's module."""
        return self.variant.game

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Dict(observation: Box float32 [columns], action_mask: Box int8 [actions])."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Discrete(actions)."""
        return self.action_spaces[agent]

    # ---- playing ----

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin an episode.

        `options`: `dealer`, `trump`, `scores` set the scene; `record` with `actions` goes on from a record.
        """
        options = options or {}
        episode_seed = self._episode_seed(seed)
        if "record" in options:
            episode = open_episode(options["record"], episode_seed)
            if (episode.variant.name, episode.rules) != (self.variant.name, self.rules):
                raise ValueError(f"the record is of {episode.variant.id} under other rules than this environment's")
            advance(episode, options["record"], options.get("actions", 0))
        else:
            episode = Episode(self.variant, self.rules)
            scene = {name: options[name] for name in ("dealer", "trump", "scores") if name in options}
            episode.start(episode_seed, **scene)
        self._begin(episode)

    def _episode_seed(self, seed: int | None) -> int:
        if seed is not None:
            if not isinstance(seed, (int, np.integer)) or not 0 <= seed < 2**63:
                raise ValueError(f"seed={seed!r} is not allowed: a seed is a whole number from 0 to 2**63 - 1")
            self._seed, self._dice = int(seed), None
            return int(seed)
        if self._dice is None:
            self._dice = np.random.default_rng(self._seed)
        return int(self._dice.integers(2**62))

    def _begin(self, episode: Episode) -> None:
        self.episode = episode
        present = self.game.present_in(episode.words)
        self.agents = [agent for agent, seat in self._seats.items() if present >> seat & 1 or episode.over]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._paid = False
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[max(0, episode.turn)]
        if episode.over:
            self._end_all()
        if self.render_mode == "human":
            self.render()

    def step(self, action: Any) -> None:
        """Take the selected agent's action (None once it is done)."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
        else:
            self._take(agent, action)
        if self.render_mode == "human":
            self.render()

    def _take(self, agent: str, action: Any) -> None:
        """Play a living agent's action; ValueError if it is illegal."""
        self._go_on(agent, self.episode.act(action))

    def _go_on(self, agent: str, outcome: int) -> None:
        """What follows from an agent's action, of which `Episode.act` said this."""
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = {}
        if self._paid:  # the last rewards have been seen
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self._paid = False
        if not outcome & PAYS:
            self.agent_selection = self.possible_agents[self.episode.turn]
            return
        self._pay(outcome)
        if self.episode.over:
            self._end_all()
        else:
            self.agent_selection = self.possible_agents[self.episode.turn]
            self._end_those_who_left()

    def _pay(self, outcome: int) -> None:
        """Everybody gets the reward that the action brought, and at the end of a deal learns how it ended."""
        words, settled = self.episode.words, self.episode.settled
        if outcome & ENDS:
            words, info = np.asarray(settled).reshape(1).view(np.int64), self.game.words.deal_info(settled)
            self.infos = {agent: {"deal": info} for agent in self.agents}
        brought = np.empty(len(self.possible_agents))
        self.game.rewards_in(words, self._kind, brought)
        by_seat = brought.tolist()
        self.rewards = {agent: by_seat[self._seats[agent]] for agent in self.agents}
        self._accumulate_rewards()
        self._paid = True

    def _end_those_who_left(self) -> None:
        """Seats that are out of the game are done: their agents step first, once, with None."""
        present = self.game.present_in(self.episode.words)
        for agent in self.agents:
            if not present >> self._seats[agent] & 1:
                self.terminations[agent] = True
        self._deads_step_first()

    def _end_all(self) -> None:
        ends = self.truncations if self.episode.row.truncated else self.terminations
        for agent in self.agents:
            ends[agent] = True
        self._deads_step_first()

    # ---- looking ----

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        """What the agent sees now; its mask is all zeros unless it is to act."""
        flat, mask = np.empty(self._columns, _FLOAT32), np.empty(self._actions, _INT8)
        self.game.look(self.episode.words, self._seats[agent], self._view_words, self._packed, flat, mask)
        return {"observation": flat, "action_mask": mask}

    def state(self) -> npt.NDArray[np.int64]:
        """The full state, int64 words of the game's row: for critics in training, never for players."""
        return self.episode.words.copy()

    def render(self) -> str | None:
        """The table as text (`ansi`), or printed (`human`): as `render_seat` sees it, or open."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() does nothing without render_mode='ansi' or 'human'")
            return None
        seat = self.render_seat
        text: str = self.game.words.table_text(self.episode.row if seat is None else self.episode.view(seat))
        if self.render_mode == "ansi":
            return text
        print(text + "\n")
        return None

    def close(self) -> None:
        """Nothing is held."""

    # ---- words ----

    def record(self) -> dict[str, Any]:
        """The record so far, hidden cards included: for the referee and for replays, never for players."""
        return self.episode.record()

    def history(self, seat: int) -> list[list[Any]]:
        """The events this seat saw, `[[seat or None, words], ...]`."""
        return self.episode.history(seat)

    def words(self, action: int) -> str:
        """An action in words, in the phase now."""
        text: str = self.game.words.action_words(self.episode.row, action)
        return text

    def action(self, words: str) -> int:
        """The action these words name, in the phase now; ValueError if they name none."""
        number: int = self.game.words.parse_action(self.episode.row, words)
        return number

    def clone(self) -> "RawEnv":
        """An independent copy that goes on alike."""
        return copy.deepcopy(self)

    def another_world(self, agent: str, seed: int) -> "RawEnv":
        """A copy in which all that the agent cannot know is drawn again: what it sees is the same, what comes is not.

        For search by sampled worlds, and for `ninetynine_env.testing.assert_no_leak`. seed: 0 to 2**62 - 1.
        """
        twin = self.clone()
        twin.episode = self.episode.another_world(self._seats[agent], seed)
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> "RawEnv":
        """Copy what an episode changes; spaces and rules never change and are shared."""
        twin = copy.copy(self)
        for name in _CHANGING & vars(self).keys():
            setattr(twin, name, copy.deepcopy(vars(self)[name], memo))
        return twin


_CHANGING = frozenset(
    (
        "episode", "agents", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos",
        "_dice", "_view_words", "_packed",
    )
)  # fmt: skip


_NEEDS_RESET = frozenset(("rewards", "terminations", "truncations", "infos", "agent_selection", "num_agents", "agents"))


class Env(RawEnv):
    """`RawEnv` with the checks of PettingZoo's three stock wrappers, without their cost.

    An illegal action ends the game with `illegal_reward` for who took it and 0 for the others (by default
    less than any deal can bring). An action out of bounds, and calls before `reset`, raise AssertionError.
    """

    _reset_done = False
    _updated = False

    def __init__(self, name: str | Variant, illegal_reward: float | None = None, **options: Any) -> None:
        super().__init__(name, **options)
        lowest = self.game.lowest_reward(self.reward, self.rules)
        self.illegal_reward = lowest if illegal_reward is None else float(illegal_reward)

    def __getattr__(self, name: str) -> Any:
        if name == "episode":  # who asks for it is about to look at the game or to play
            self._demand_reset("anything is seen or done")
        if name in _NEEDS_RESET:
            raise AttributeError(f"{name} cannot be accessed before reset")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: D102
        super().reset(seed, options)
        self._updated = True

    def _begin(self, episode: Episode) -> None:
        self._reset_done = True
        super()._begin(episode)

    def _demand_reset(self, call: str) -> None:
        if not self._reset_done:
            raise AssertionError(f"reset() needs to be called before {call}.")

    def step(self, action: Any) -> None:
        """Take the selected agent's action (None once it is done); a warning, and nothing, once all are done."""
        if not self._reset_done:
            self._demand_reset("step")
        self._updated = True
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        if type(action) is not int or not 0 <= action < self._actions:  # of any other it is asked the slow way
            self._demand_in_bounds(action)
        super().step(action)

    def _demand_in_bounds(self, action: Any) -> None:
        agent = self.agent_selection
        dead = self.terminations[agent] or self.truncations[agent]
        if not (action is None and dead) and not self.action_spaces[agent].contains(action):
            raise AssertionError(f"action {action!r} is not in the action space {self.action_spaces[agent]}")

    def _take(self, agent: str, action: Any) -> None:
        outcome = self.episode.attempt(int(action))
        if outcome < 0:
            self._end_by_illegal_action(agent)
        else:
            self._go_on(agent, outcome)

    def _end_by_illegal_action(self, offender: str) -> None:
        """Everybody is done: the offender with `illegal_reward`, the others with nothing more."""
        EnvLogger.warn_on_illegal_move()
        self._cumulative_rewards[offender] = 0.0
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards[offender] = self.illegal_reward
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str | None:  # noqa: D102
        self._demand_reset("render")
        return super().render()

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The selected agent, again and again, until all are done; each turn must call `step` or `reset`."""
        self._demand_reset("agent_iter()")
        return self._turns(max_iter)

    def _turns(self, max_iter: int) -> Iterator[str]:
        while self.agents and max_iter > 0:
            if not self._updated:
                raise AssertionError("need to call step() or reset() in a loop over `agent_iter`")
            self._updated = False
            max_iter -= 1
            yield self.agent_selection


def raw_env(name: str, **options: Any) -> RawEnv:
    """An environment that raises ValueError on an illegal action."""
    return RawEnv(name, **options)


def env(name: str, **options: Any) -> Env:
    """The environment of a variant, checks included: what `pettingzoo.make("aec", "ninetynine/<name>-v0")` gives.

    `options`: `reward`, `render_mode`, `render_seat`, `illegal_reward`, and every rule option of the variant.
    """
    return Env(name, **options)
