"""One AEC environment for either game, and its checks."""

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from pettingzoo import AECEnv

from ninetynine_env.episode import Episode
from ninetynine_env.record import advance, open_episode
from ninetynine_env.variants import VERSION, Variant, variant

RENDER_MODES = ("ansi", "human")


class RawEnv(AECEnv):  # type: ignore[misc]
    """A variant as an AEC environment; an illegal action raises ValueError with one sentence.

    Use `env` (or `pettingzoo.make`) for the environment that ends the game on an illegal action instead.
    """

    def __init__(
        self,
        name: str | Variant,
        reward: str = "relative",
        render_mode: str | None = None,
        render_seat: int | None = None,
        **options: Any,
    ) -> None:
        self.variant = name if isinstance(name, Variant) else variant(name)
        self.game = game = self.variant.game
        self.rules = self.variant.rules(**options)
        if reward not in game.REWARD_KINDS:
            raise ValueError(f"reward={reward!r} is not allowed: it is {', '.join(game.REWARD_KINDS)}")
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"render_mode={render_mode!r} is not allowed: it is None, {' or '.join(RENDER_MODES)}")
        self.reward, self._kind = reward, game.REWARD_KINDS.index(reward)
        self.render_mode, self.render_seat = render_mode, render_seat
        self.metadata = {
            "name": f"{self.variant.name}_v{VERSION}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.__doc__ = game.words.page(self.variant, self.rules)
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
        self._view_words = np.zeros(game.GAME.itemsize // 8, np.int64)
        self._packed = np.zeros(layout.words, np.int64)
        self._dice: np.random.Generator | None = None
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Dict(observation: Box float32 [columns], action_mask: Box int8 [actions])."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Discrete(actions)."""
        return self.action_spaces[agent]

    # ---- playing ----

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin an episode. `options`: `dealer`, `trump`, `scores` set the scene; `record` with `actions` goes on from a record."""
        options = options or {}
        episode_seed = self._episode_seed(seed)
        if "record" in options:
            episode = open_episode(options["record"], episode_seed)
            if (episode.variant.name, episode.rules) != (self.variant.name, self.rules):
                raise ValueError(f"the record is of {episode.variant.id} under other rules than this environment's")
            advance(episode, options["record"], int(options.get("actions", 0)))
        else:
            episode = Episode(self.variant, self.rules)
            scene = {name: options[name] for name in ("dealer", "trump", "scores") if name in options}
            episode.start(episode_seed, **scene)
        self._begin(episode)

    def _episode_seed(self, seed: int | None) -> int:
        if seed is not None:
            if not isinstance(seed, (int, np.integer)) or not 0 <= seed < 2**63:
                raise ValueError(f"seed={seed!r} is not allowed: a seed is a whole number from 0 to 2**63 - 1")
            self._dice = np.random.default_rng(int(seed))
            return int(seed)
        if self._dice is None:
            self._dice = np.random.default_rng()
        return int(self._dice.integers(2**62))

    def _begin(self, episode: Episode) -> None:
        self.episode = episode
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[max(0, episode.turn)]
        if episode.over:
            self._end_all()

    def step(self, action: Any) -> None:
        """Take the selected agent's action (None once it is done)."""
        if not self.agents:
            raise ValueError("the episode is over: call reset() before step()")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        for each in self._rewarded:
            self.rewards[each] = 0.0
        self._rewarded = ()
        if self._take(agent, action):
            self._settle()
        if self.render_mode == "human":
            self.render()

    _rewarded: tuple[str, ...] | list[str] = ()

    def _take(self, agent: str, action: Any) -> bool:
        """Play the action; True if it ended a deal."""
        if self.episode.act(action):
            return True
        self.agent_selection = self.possible_agents[self.episode.turn]
        return False

    def _settle(self) -> None:
        """A deal was settled: everybody gets the reward it brought, and learns all bids."""
        info = self.game.words.deal_info(self.episode.settled)
        for seat, agent in enumerate(self.agents):
            gain = float(self.game.reward(self.episode.settled, self._kind, seat))
            self.rewards[agent] = gain
            self._cumulative_rewards[agent] += gain
            self.infos[agent] = {"deal": info}
        self._rewarded = self.agents
        if self.episode.over:
            self._end_all()
        else:
            self.agent_selection = self.possible_agents[self.episode.turn]

    def _end_all(self) -> None:
        ends = self.truncations if self.episode.row.truncated else self.terminations
        for agent in self.agents:
            ends[agent] = True
        self.agent_selection = self.agents[0]

    # ---- looking ----

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        """What the agent sees now; its mask is all zeros unless it is to act."""
        flat = np.empty(self.game.LAYOUT.columns, np.float32)
        mask = np.empty(self.game.ACTIONS, np.int8)
        seat = self._seats[agent]
        self.game.look(self.episode.words, seat, self._view_words, self._packed, flat, mask)
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
        import copy

        return copy.deepcopy(self)


class Env(RawEnv):
    """`RawEnv` behind the checks of PettingZoo's stock wrappers, without their cost.

    An illegal action ends the game with `illegal_reward` for who took it and 0 for the others; an
    action out of bounds, None for a living agent, and calls before `reset` are refused.
    """

    def __init__(self, name: str | Variant, illegal_reward: float | None = None, **options: Any) -> None:
        super().__init__(name, **options)
        self.illegal_reward = self.game.LOWEST_REWARD[self.reward] if illegal_reward is None else float(illegal_reward)
        self._last_legal: int | None = None

    def _take(self, agent: str, action: Any) -> bool:
        if not self.action_spaces[agent].contains(action):
            raise AssertionError(f"action {action!r} of {agent} is not in {self.action_spaces[agent]}")
        if not self.episode.legal() >> int(action) & 1:
            self._terminate_illegal(agent, int(action))
            return False
        return super()._take(agent, action)
