"""The configuration of a run: TOML into frozen dataclasses; what does not fit is refused in one sentence."""

import tomllib
from dataclasses import MISSING, Field, asdict, dataclass, field, fields, is_dataclass, replace
from pathlib import Path
from typing import Any

from ninetynine_env.assets import folder
from ninetynine_env.variants import Variant, variant


class ConfigError(ValueError):
    """A configuration that cannot be used; the message says why, in one sentence."""


@dataclass(frozen=True)
class PPO:
    """Self-play PPO. A pair of numbers is a value at its beginning and at its end, geometric in between."""

    tables: tuple[int, int] = (256, 2048)
    """Tables whose deals make one rollout; grows by doubling."""
    minibatch: tuple[int, int] = (512, 8192)
    """Samples in a step of the optimiser; grows by doubling."""
    learning_rate: tuple[float, float] = (1e-3, 1e-4)
    entropy: tuple[float, float] = (0.02, 0.002)
    """Weight of the entropy bonus."""
    epochs: int = 1
    """Passes over a rollout."""
    gamma: float = 1.0
    lam: float = 0.95
    """Lambda of the advantage estimates."""
    clip: float = 0.2
    value_loss: float = 0.5
    """Weight of the value loss."""
    grad_norm: float = 0.5
    """The gradient is cut to this norm."""
    reward_unit: float = 30.0
    """Points of margin that make a reward of 1."""


@dataclass(frozen=True)
class Opponents:
    """Who sits in some seats of some tables beside the learner; their decisions are no samples."""

    share: float = 0.0
    """Share of the tables with one or two such seats."""
    names: tuple[str, ...] = ()
    """Bots, and `past` for the learner's own past selves."""
    keep: int = 4
    """Past selves that are kept: always the newest ones."""
    every: float = 0.05
    """Share of the run between two past selves."""


@dataclass(frozen=True)
class Imitation:
    """The beginning of the run, in which the net learns to play as a bot does; then PPO begins."""

    share: float = 0.0
    """Share of the run."""
    of: str = "odds"
    """The bot."""
    tables: int = 512
    minibatch: int = 512
    learning_rate: tuple[float, float] = (1e-3, 3e-4)


@dataclass(frozen=True)
class Evaluation:
    """Games on held-out common deals."""

    against: tuple[str, ...] = ("random", "thumb")
    every: float = 0.1
    """Share of the run between two evaluations in training."""
    deals: int = 100
    """Deals of an evaluation in training, each played in every seat."""
    final: int = 1000
    """Deals of the evaluation of the exported policy."""


@dataclass(frozen=True)
class SB3:
    """MaskablePPO of sb3-contrib; one learner seat a table, bots in the others."""

    num_envs: int = 128
    opponents: tuple[str, ...] = ("thumb", "thumb")
    n_steps: int = 64
    batch_size: int = 1024
    n_epochs: int = 4
    learning_rate: float = 5e-4
    ent_coef: float = 0.01
    gamma: float = 1.0
    gae_lambda: float = 0.95


@dataclass(frozen=True)
class Config:
    """One run. Give `minutes` or `decisions`: a run of so many decisions can be repeated byte for byte."""

    name: str
    """Of the run and of the policy it leaves."""
    variant: str = "three"
    rules: tuple[dict[str, Any], ...] = ({},)
    """Rule options, dealt out over the tables in turn; a deal is an episode unless `match` says otherwise."""
    reward: str = ""
    """The kind of reward; by default the game's first."""
    learner: str = "ppo"
    """`ppo` or `sb3`."""
    seed: int = 1
    minutes: float = 0.0
    decisions: int = 0
    """Decisions of all seats at all tables, forced ones included (sb3: the learner's)."""
    threads: int = 1
    """Workers of `ppo`, each a process that plays and learns with a share of the tables on one thread of torch."""
    device: str = "auto"
    """`auto`, `cpu` or `cuda`."""
    precision: str = "auto"
    """`float32`, `bfloat16`, or `auto`: bfloat16 where the processor computes in it."""
    width: int = 256
    """Of the network's trunk."""
    begin: str = ""
    """What the network begins as: a shipped model, a policy file, or a checkpoint; by default as chance has it."""
    ppo: PPO = field(default_factory=PPO)
    opponents: Opponents = field(default_factory=Opponents)
    imitation: Imitation = field(default_factory=Imitation)
    evaluation: Evaluation = field(default_factory=Evaluation)
    sb3: SB3 = field(default_factory=SB3)

    def __post_init__(self) -> None:
        for holds, sentence in _demands(self):
            if not holds:
                raise ConfigError(sentence)
        self.all_rules  # noqa: B018  (an option that is not allowed is refused here)

    @property
    def of(self) -> Variant:
        """The variant."""
        return variant(self.variant)

    @property
    def all_rules(self) -> list[Any]:
        """The rules of the tables."""
        try:
            return [self.of.rules(**{**self.of.game.ONE_DEAL, **given}) for given in self.rules]
        except (TypeError, ValueError) as error:
            raise ConfigError(str(error)) from None

    def spent(self, seconds: float, decisions: int) -> float:
        """The share of the budget that is spent, 0 to 1."""
        if self.minutes:
            return min(1.0, seconds / (60 * self.minutes))
        return min(1.0, decisions / self.decisions)

    def to_json(self) -> dict[str, Any]:
        """Everything, as a JSON object."""
        return asdict(self)


def _demands(c: Config) -> list[tuple[bool, str]]:
    """What must hold, and what is said where it does not."""
    pairs = [getattr(c.ppo, name) for name in ("tables", "minibatch", "learning_rate", "entropy")]
    return [
        (c.name.replace("-", "").replace("_", "").isalnum(), f"name={c.name!r} must be letters, digits, - and _"),
        (c.reward in ("", *c.of.game.REWARD_KINDS),
         f"reward={c.reward!r} is not allowed: it is {', '.join(c.of.game.REWARD_KINDS)}"),
        (c.learner in ("ppo", "sb3"), f"learner={c.learner!r} is not allowed: it is ppo or sb3"),
        (len(c.rules) > 0, "rules must hold at least one set of rule options"),
        ((c.minutes > 0) != (c.decisions > 0), "give either minutes or decisions, above 0: how long the run is"),
        (0 <= c.seed < 2**62, f"seed={c.seed} is not allowed: it is 0 to 2**62 - 1"),
        (1 <= c.threads <= 256, f"threads={c.threads} is not allowed: it is 1 to 256"),
        (c.device in ("auto", "cpu", "cuda"), f"device={c.device!r} is not allowed: it is auto, cpu or cuda"),
        (c.precision in ("auto", "float32", "bfloat16"),
         f"precision={c.precision!r} is not allowed: it is auto, float32 or bfloat16"),
        (8 <= c.width <= 4096, f"width={c.width} is not allowed: it is 8 to 4096"),
        (c.learner == "ppo" or not c.begin, "begin is for learner=ppo: MaskablePPO begins as chance has it"),
        (not (c.begin and c.imitation.share), "give either begin or imitation: a lesson would undo what it begins as"),
        (all(min(pair) > 0 for pair in pairs), "tables, minibatch, learning_rate and entropy must be above 0"),
        (min(c.ppo.tables) >= c.threads, "ppo.tables must be at least threads: every worker needs a table"),
        (c.ppo.epochs >= 1, f"ppo.epochs={c.ppo.epochs} is not allowed: it is 1 or more"),
        (0 <= c.opponents.share <= 1, f"opponents.share={c.opponents.share} is not allowed: it is 0 to 1"),
        (c.opponents.share == 0 or len(c.opponents.names) > 0, "opponents.names is empty: say who takes the seats"),
        (0 < c.opponents.every <= 1 and c.opponents.keep >= 1,
         "opponents.every must be above 0 and at most 1, opponents.keep 1 or more"),
        (0 <= c.imitation.share < 1, f"imitation.share={c.imitation.share} is not allowed: it is 0 or more, below 1"),
        (c.imitation.tables >= c.threads and c.imitation.minibatch > 0 and min(c.imitation.learning_rate) > 0,
         "imitation.tables must be at least threads, imitation.minibatch and learning_rate above 0"),
        (0 < c.evaluation.every <= 1, f"evaluation.every={c.evaluation.every} is not allowed: it is above 0, up to 1"),
        (c.evaluation.deals >= 1 and c.evaluation.final >= 2, "evaluation.deals must be 1 or more, final 2 or more"),
    ]  # fmt: skip


# ---- reading --------------------------------------------------------------------------------------------------


def read(path: str | Path) -> Config:
    """The configuration in a TOML file; ConfigError says in one sentence what is wrong."""
    return parse(text(path), str(path))


def text(path: str | Path) -> str:
    """The text of a configuration file; where there is no configs/quick.toml the package's own is read."""
    path = Path(path)
    if not path.is_file() and path.parent.name == "configs":
        path = folder("configs") / path.name
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise ConfigError(f"{path}: there is no such configuration file") from None


def parse(toml: str, source: str = "config") -> Config:
    """The configuration that a TOML text holds; `source` is what a refusal calls it."""
    try:
        given = tomllib.loads(toml)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{source} is no TOML: {error}") from None
    try:
        config: Config = _build(Config, given, "")
    except ValueError as error:
        raise ConfigError(f"{source}: {error}") from None
    return config


def change(config: Config, **given: Any) -> Config:
    """The configuration with other values; None leaves one alone. `minutes` and `decisions` replace each other."""
    given = {name: value for name, value in given.items() if value is not None}
    if "minutes" in given or "decisions" in given:
        given = {"minutes": 0.0, "decisions": 0, **given}
    return replace(config, **given)


def _build(kind: Any, given: dict[str, Any], prefix: str) -> Any:
    known = {item.name: item for item in fields(kind)}
    for name in given:
        if name not in known:
            raise ConfigError(f"{prefix + name!r} is no setting: the settings are {', '.join(known)}")
    for item in known.values():
        if item.name not in given and item.default is MISSING and item.default_factory is MISSING:
            raise ConfigError(f"{prefix + item.name} is missing")
    return kind(**{name: _value(known[name], value, prefix + name) for name, value in given.items()})


def _value(item: "Field[Any]", value: Any, name: str) -> Any:
    """A value in the type of its field; numbers may be whole where a fraction is allowed."""
    kind: Any = item.type
    if is_dataclass(kind):
        if isinstance(value, dict):
            return _build(kind, value, name + ".")
    elif kind in _PLAIN:
        if type(value) in _PLAIN[kind]:
            return kind(value)
    elif isinstance(value, list):
        inner, count = kind.__args__[0], None if kind.__args__[-1] is ... else len(kind.__args__)
        plain = inner if inner in _PLAIN else dict
        if count in (None, len(value)) and all(type(v) in _PLAIN[plain] for v in value):
            return tuple(plain(v) for v in value)
    raise ConfigError(f"{name}={value!r} is not allowed: it must be {_WORDS.get(kind, 'a table')}")


_PLAIN: dict[Any, tuple[type, ...]] = {str: (str,), int: (int,), float: (int, float), bool: (bool,), dict: (dict,)}
_WORDS: dict[Any, str] = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    tuple[int, int]: "two whole numbers",
    tuple[float, float]: "two numbers",
    tuple[str, ...]: "a list of texts",
    tuple[dict[str, Any], ...]: "a list of tables",
}
