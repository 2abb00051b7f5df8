"""Players of your own, called by name: `py:module:thing` is a bot, a class of one, or a function that decides."""

import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Decide = Callable[[npt.NDArray[np.float32], npt.NDArray[np.int8], np.random.Generator], int]
"""From the flat observation float32 [columns], the action mask int8 [actions] and a generator to an action."""

HOW = "a player of your own is named 'py:module:thing', as in 'py:my_bots:careful'"


class Function:
    """A function that decides from what an environment shows of the seat to act."""

    def __init__(self, decide: Decide, game: Any, name: str) -> None:
        self.game, self.name, self._decide = game, name, decide

    def act(self, views: np.recarray, legal: Ints, rng: Ints) -> Ints:
        """One action for each view, int64 [n]; all chance comes from the row's seed."""
        n, layout = len(legal), self.game.LAYOUT
        packed = np.zeros(n, layout.packed).view(np.recarray)
        flat, mask = np.empty((n, layout.columns), np.float32), np.empty((n, self.game.ACTIONS), np.int8)
        self.game.observe_all(views, packed)
        self.game.expand_all(np.asarray(packed).view(np.int64).reshape(n, -1), flat)
        self.game.masks_all(legal, mask)
        rows = zip(flat, mask, rng, strict=True)
        return np.array([_whole(self._decide(seen, can, np.random.default_rng(int(die)))) for seen, can, die in rows])


def _whole(answer: Any) -> int:
    """An action as a whole number; whatever else was answered is none, and the referee says so."""
    return int(answer) if isinstance(answer, (int, np.integer)) else -1


def find(name: str, game: Any) -> Any:
    """The bot that a name `py:module:thing` means; ValueError, in one sentence, if there is none.

    The module is looked for in the folder one stands in, too.
    """
    _, _, place = name.partition(":")
    module, colon, thing = place.partition(":")
    if not (module and colon and thing.isidentifier()):
        raise ValueError(f"{name!r} is no bot: {HOW}")
    found: Any = getattr(_import(name, module), thing, None)
    if isinstance(found, type) and hasattr(found, "act"):
        found = found()
    if hasattr(found, "act"):
        found.name = getattr(found, "name", name)
        return found
    if callable(found):
        return Function(found, game, name)
    raise ValueError(f"{name!r} is no bot: {module} has no bot, class or function {thing!r}")


def _import(name: str, module: str) -> Any:
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise ValueError(f"{name!r} is no bot: {error}") from None
