"""Who else sits at the tables: bots, past selves, and the network in training as a bot."""

from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from ninetynine_env.bots import Bot, load
from ninetynine_env.bots.choice import choose_all
from training.config import Config, ConfigError
from training.kernels import LEARNER
from training.net import Net

Ints = npt.NDArray[np.int64]
Weights = dict[str, torch.Tensor]
PAST = "past"


class NetBot:
    """A network as a bot: its most probable action, or one drawn from the row's seed."""

    def __init__(self, net: Net, game: Any, sample: bool = False, name: str = "learner") -> None:
        self.net, self.game, self.name, self._sample = net, game, name, sample

    def act(self, views: np.recarray, legal: Ints, rng: Ints) -> Ints:
        """One legal action for each view, int64 [n]."""
        packed = np.zeros(len(views), self.game.LAYOUT.packed).view(np.recarray)
        self.game.observe_all(views, packed)
        mask = np.empty((len(legal), self.game.ACTIONS), np.int8)
        self.game.masks_all(legal, mask)
        with torch.no_grad():
            logits, _ = self.net(np.asarray(packed).view(np.int64).reshape(len(views), -1))
            chances = torch.softmax(logits.cpu().masked_fill(torch.from_numpy(mask) == 0, -torch.inf), -1)
        actions = np.empty(len(legal), np.int64)
        choose_all(chances.numpy(), legal, rng, self._sample, actions)
        return actions


def at_the_tables(config: Config) -> list[Bot]:
    """The bots among the opponents of a run, past selves left out; ConfigError if one cannot be had."""
    return [_named(name, config) for name in config.opponents.names if name != PAST]


def teacher(config: Config) -> Bot:
    """Whom a run imitates at its beginning; ConfigError if there is no such bot."""
    return _named(config.imitation.of, config)


def _named(name: str, config: Config) -> Bot:
    try:
        return load(name, config.of)
    except ValueError as error:
        raise ConfigError(str(error)) from None


class Company:
    """The opponents of a run: so many bots, and the newest past selves."""

    def __init__(self, config: Config) -> None:
        self.config, self.selves = config, list[Weights]()
        self.size = len(at_the_tables(config))
        """How many of them are bots."""
        self._with_past = PAST in config.opponents.names and config.opponents.share > 0
        self._taken = 0

    def remember(self, net: Net, progress: float) -> None:
        """Keep a copy of the net if it is time for another past self."""
        if self._with_past and progress >= (self._taken + 1) * self.config.opponents.every:
            self._taken += 1
            self.selves.append({name: tensor.detach().clone().cpu() for name, tensor in net.state_dict().items()})
            del self.selves[: -self.config.opponents.keep]

    def past_self(self, rng: np.random.Generator) -> Weights | None:
        """A past self drawn for this rollout: the opponent after the bots. None if there is none yet."""
        return self.selves[rng.integers(len(self.selves))] if self.selves else None

    def state(self) -> dict[str, Any]:
        """For a checkpoint."""
        return {"selves": self.selves, "taken": self._taken}

    def restore(self, state: dict[str, Any]) -> None:
        """The inverse of `state`."""
        self.selves, self._taken = list(state["selves"]), int(state["taken"])


def seat_owners(players: Ints, share: float, opponents: int, rng: np.random.Generator) -> Ints:
    """Who holds each seat, int64 [tables, most players]: LEARNER, or the number of an opponent, 1 to `opponents`.

    players int64 [tables]: at some tables there may be fewer, and nobody asks for the owners of the other seats.
    At a share of the tables one opponent, drawn for the table, holds some of the seats, at most all but one.
    """
    tables, most = len(players), int(players.max())
    owners = np.full((tables, most), LEARNER, np.int64)
    if opponents == 0 or share == 0:
        return owners
    shared = rng.random(tables) < share
    who = rng.integers(1, opponents + 1, tables)
    drawn = np.where(np.arange(most) < players[:, None], rng.random((tables, most)), np.inf)
    places = drawn.argsort(1).argsort(1)
    seats = rng.integers(1, players)
    taken = shared[:, None] & (places < seats[:, None])
    return np.where(taken, who[:, None], owners)
