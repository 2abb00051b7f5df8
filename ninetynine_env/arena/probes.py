"""Probes: positions in which some actions are provably right; how many of them a bot takes.

A probe is one JSON object on a line of `probes.jsonl`:

    position    the record of a game up to a decision (see `ninetynine_env.record`)
    seat        who decides
    right       the actions that are right, in words; all other legal ones are wrong
    goal        what is sure after a right action, and after no other
    reason      why, in a sentence
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from ninetynine_env.assets import folder
from ninetynine_env.bots import Bot, load
from ninetynine_env.episode import Episode
from ninetynine_env.record import advance, open_episode
from ninetynine_env.table import Table


@dataclass(frozen=True)
class Probe:
    """A position and what is right in it."""

    number: int
    """Counted from 1."""
    position: dict[str, Any]
    seat: int
    goal: str
    right: tuple[str, ...]
    reason: str

    @property
    def variant(self) -> str:
        """The variant's name."""
        return str(self.position["env"]).removeprefix("ninetynine/").partition("-v")[0]

    def episode(self) -> Episode:
        """The game at the decision."""
        episode = open_episode(self.position)
        advance(episode, self.position)
        return episode


@dataclass(frozen=True)
class Answer:
    """What a bot did in a probe."""

    probe: Probe
    words: str

    @property
    def right(self) -> bool:
        """Whether that was right."""
        return self.words in self.probe.right

    def to_json(self) -> dict[str, Any]:
        """As a JSON object."""
        told = {"probe": self.probe.number, "variant": self.probe.variant, "answer": self.words, "right": self.right}
        return {**told, "allowed": list(self.probe.right), "reason": self.probe.reason}


@cache
def probes() -> tuple[Probe, ...]:
    """All probes, in their order."""
    lines = (folder("tests/probes") / "probes.jsonl").read_text(encoding="utf-8").splitlines()
    told = [json.loads(line) for line in lines]
    return tuple(Probe(number, **{**one, "right": tuple(one["right"])}) for number, one in enumerate(told, 1))


def named_variants(bot: str, names: Sequence[str]) -> tuple[str, ...]:
    """The variants whose probes a bot is asked: those named, or all that it plays, of a policy those it is for.

    ValueError if there is no probe of one, or the bot plays none of them.
    """
    known = tuple(dict.fromkeys(probe.variant for probe in probes()))
    for name in names:
        if name not in known:
            raise ValueError(f"there are no probes of {name!r}: there are some of {', '.join(known)}")
    chosen = tuple(names) or tuple(name for name in known if _plays(bot, name))
    for name in chosen or known:
        load(bot, name)
    return chosen


def _plays(bot: str, variant: str) -> bool:
    try:
        card = getattr(load(bot, variant), "card", None)
    except ValueError:
        return False
    return card is None or f"ninetynine/{variant}-v" in " ".join(card["env"])


def grade(bot: str | Bot, variants: Sequence[str]) -> list[Answer]:
    """What a bot does in the probes of these variants; ValueError if it cannot play one of them."""
    return [ask(bot, probe) for probe in probes() if probe.variant in variants]


def score(bot: str | Bot, variant: str) -> dict[str, int]:
    """How many of the probes of a variant a bot gets right, and how many there are."""
    answers = grade(bot, [variant])
    return {"right": sum(answer.right for answer in answers), "of": len(answers)}


def ask(bot: str | Bot, probe: Probe) -> Answer:
    """What a bot does in one probe."""
    episode = probe.episode()
    rules = vars(episode.rules)
    table = Table(episode.variant, [bot] * episode.rules.players, rules)
    return Answer(probe, str(episode.game.words.action_words(episode.row, table.decide(episode))))
