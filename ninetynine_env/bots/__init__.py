"""Opponents: one protocol, batch first, and the names by which bots are called everywhere.

random            uniform cards, nothing daring
thumb             rules of thumb; and the others that a file `<name>_<game>.py` of this folder holds
search:300        imagined worlds played out, so many a decision; `search:300+three` is guided by a policy
three             a shipped model, by its name
estimator         and whatever other packages offer under the entry-point group `ninetynine.bots`
py:mine:careful   a bot, or a function that decides, in a Python module of yours
path/to/it.onnx   a policy file; `@sample` behind it samples instead of playing the most probable action
"""

import importlib
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from ninetynine_env.assets import folder
from ninetynine_env.bots.python import find
from ninetynine_env.bots.random import Random
from ninetynine_env.bots.search import Search
from ninetynine_env.variants import Variant, variant

Ints = npt.NDArray[np.int64]

SEARCH = "search:N"
"""How a search is named: N is its number of playouts."""


class Bot(Protocol):
    """Anything that decides from what a seat may know. It keeps nothing between calls."""

    name: str

    def act(self, views: np.recarray, legal: Ints, rng: Ints) -> Ints:
        """One action for each row, int64 [n].

        views: rows redacted for their seat to act, record array [n] of the game's dtype.
        legal: the legal actions as sets, int64 [n]: bit a for action a.
        rng: a seed for each decision, int64 [n]; all chance comes from it.
        """
        ...


def heuristics(game: Any) -> list[str]:
    """The bots of this package that play a game by rules of their own, `random` first."""
    own = f"_{game.NAME}.py"
    return ["random", *sorted(path.name.removesuffix(own) for path in Path(__file__).parent.glob(f"*{own}"))]


def shipped() -> dict[str, Path]:
    """The shipped models by name."""
    return {path.stem: path for path in sorted(folder("models").glob("*.onnx"))}


def offered() -> dict[str, EntryPoint]:
    """The bots that installed packages offer, by name: each a class of no arguments with `game`, a game's name."""
    return {point.name: point for point in sorted(entry_points(group="ninetynine.bots"), key=lambda point: point.name)}


def load(name: str, of: str | Variant = "three") -> Bot:
    """The bot of this name for a variant; ValueError, in one sentence, if there is none or it does not fit."""
    game = (of if isinstance(of, Variant) else variant(of)).game
    plain, _, mode = str(name).partition("@")
    if plain.partition(":")[0] == "search" and not mode:
        return _search(plain, game)
    if plain.partition(":")[0] == "py" and not mode:
        return find(plain, game)  # type: ignore[no-any-return]
    if plain in heuristics(game) and not mode:
        return _heuristic(plain, game)
    if plain in offered() and not mode:
        return _offered(plain, game)
    if mode not in ("", "sample"):
        raise ValueError(f"{name!r} is no bot: only '@sample' may stand behind a policy's name")
    path = policy_path(plain)
    if path is None and mode:
        raise ValueError(f"{name!r} is no bot: only behind a policy's name may '@sample' stand")
    if path is None:
        known = ", ".join([*heuristics(game), SEARCH, *offered(), *shipped()])
        raise ValueError(f"{name!r} is no bot of this game: bots are {known}, or the path of an .onnx file")
    return _policy(path, game, str(name), sample=bool(mode))


def policy_path(name: str) -> Path | None:
    """The file of a shipped model, or the path of an .onnx file; None if the name is neither."""
    return shipped().get(name) or (Path(name) if name.endswith(".onnx") else None)


def _policy(path: Path, game: Any, name: str, sample: bool = False) -> Bot:
    from ninetynine_env.bots.policy import Policy

    return Policy(path, game, sample=sample, name=name)


def _heuristic(name: str, game: Any) -> Bot:
    """`random` serves any game; the others are a file of their own for each."""
    if name == "random":
        return Random(game)
    return getattr(importlib.import_module(f"ninetynine_env.bots.{name}_{game.NAME}"), name.title())()  # type: ignore[no-any-return]


def _search(name: str, game: Any) -> Bot:
    """A search by its number of playouts, guided by a policy that is named behind it."""
    number, plus, guide = name.removeprefix("search").removeprefix(":").partition("+")
    if not (number.isascii() and number.isdigit()):
        raise ValueError(f"{name!r} is no bot: a search is named by its playouts for a decision, as in 'search:1000'")
    if not plus:
        return Search(game, int(number))
    path = policy_path(guide)
    if path is None:
        raise ValueError(f"{name!r} is no bot: behind '+' stands a shipped model or the path of an .onnx file")
    return Search(game, int(number), policy=_policy(path, game, guide))


def _offered(name: str, game: Any) -> Bot:
    """A bot of another package; it says which game it plays."""
    kind = offered()[name].load()
    if kind.game != game.NAME:
        raise ValueError(f"{name!r} plays the {kind.game} game, not the {game.NAME} game")
    return kind()  # type: ignore[no-any-return]
