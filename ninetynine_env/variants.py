"""The variants: which game each is, its title, and the options it fixes."""

from types import ModuleType
from typing import Any, NamedTuple

from ninetynine_env import options, tally, trick

VERSION = 0
"""Of the environment ids: raised when rules, rewards, actions or the meaning of an observation change."""

GAMES: tuple[ModuleType, ...] = (trick, tally)


class Variant(NamedTuple):
    """A named form of a game."""

    name: str
    game: Any
    """The game's module: `trick` or `tally`."""
    title: str
    fixed: dict[str, Any]
    """The options that make it what it is."""
    preset: dict[str, Any]
    """The options that it sets where nothing else is given."""

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return variant, (self.name,)  # copies and pickles by name: a game is a module

    @property
    def id(self) -> str:
        """The id of its environments."""
        return f"ninetynine/{self.name}-v{VERSION}"

    def reward(self, name: str | None) -> str:
        """A kind of reward by its name, None for the game's default; ValueError names those there are."""
        kinds = self.game.REWARD_KINDS
        if name not in (None, *kinds):
            raise ValueError(f"reward={name!r} is not allowed: it is {', '.join(kinds)}")
        return str(kinds[0] if name is None else name)

    def rules(self, **given: Any) -> Any:
        """Its rules with these options; one that the variant fixes cannot be given another value."""
        for name, value in self.fixed.items():
            if name in given and (given[name] != value or type(given[name]) is not type(value)):
                raise ValueError(
                    f"{name}={given[name]!r} is not allowed: the variant {self.name!r} has {name}={value!r}"
                )
        return options.replace(self.game.Rules, {**self.preset, **self.fixed}, given)


VARIANTS: dict[str, Variant] = {
    name: Variant(name, game, *said) for game in GAMES for name, said in game.VARIANTS.items()
}
"""All variants by name."""


def variant(name: str) -> Variant:
    """The variant of this name or environment id; ValueError names those there are."""
    short = str(name).removeprefix("ninetynine/").removesuffix(f"-v{VERSION}")
    if short not in VARIANTS:
        raise ValueError(f"{name!r} is no variant: the variants are {', '.join(VARIANTS)}")
    return VARIANTS[short]
