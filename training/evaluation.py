"""How a policy does on held-out common deals: in training, and for the table at its end."""

from collections.abc import Callable, Iterator
from typing import Any

from ninetynine_env.arena.evaluate import Evaluation, company, evaluate
from ninetynine_env.arena.statistics import Interval
from ninetynine_env.bots import Bot
from training.config import Config, ConfigError

Progress = Callable[[int, int], None]

MARGINS = "margin/"
"""Curves of the log that begin so are margins."""


def matches(config: Config) -> Iterator[tuple[dict[str, Any], str]]:
    """Every set of rules of the run, once, with every name of the ladder."""
    for number, given in enumerate(config.rules):
        if given in config.rules[:number]:
            continue  # some rules may have more tables than others
        for name in config.evaluation.against:
            yield given, name


def judge(bot: str | Bot, config: Config, deals: int, progress: Progress | None = None) -> list[dict[str, Any]]:
    """The bot alone against two or three of each rung of the ladder, in every seat, under each of the run's rules.

    One JSON object a match: rules, deals, points, margin with its 95 % interval, exact rate, habits.
    """
    played, pairs = [], list(matches(config))
    for number, (given, name) in enumerate(pairs):

        def told(done: int, total: int, number: int = number) -> None:
            if progress:
                progress(number * total + done, len(pairs) * total)

        played.append(_result(_play(bot, name, config, given, deals, told), given))
    return played


def _play(bot: str | Bot, name: str, config: Config, given: dict[str, Any], deals: int, told: Progress) -> Evaluation:
    options = {**config.of.game.ONE_DEAL, **given}
    try:
        return evaluate([bot, name], config.variant, deals, options, progress=told, challenge=True)
    except ValueError as error:
        raise ConfigError(f"evaluation: {error}") from None


def _result(evaluation: Evaluation, given: dict[str, Any]) -> dict[str, Any]:
    standing = evaluation.standings[0].to_json()
    del standing["bot"]
    return {"rules": given, "deals": len(evaluation.seeds), "played": "most probable action", **standing}


def curves(results: list[dict[str, Any]]) -> dict[str, float]:
    """The margins of an evaluation by name, for the log."""
    return {curve_name(result["against"][0], result["rules"]): result["margin"] for result in results}


def curve_name(bot: str, given: dict[str, Any]) -> str:
    """The name in the log of the margin against two or three of a bot, under these rule options."""
    return f"{MARGINS}{bot}{rules_text(given, '/', '')}"


def margin_text(result: dict[str, Any]) -> str:
    """The margin of a result with its interval: `+1.23 ± 0.45`."""
    return str(Interval(result["margin"], (result["interval"][1] - result["interval"][0]) / 2))


def rules_text(given: dict[str, Any], before: str = "", none: str = "as they are") -> str:
    """Rule options in a few words."""
    told = ", ".join(f"{name}={value}" for name, value in given.items())
    return before + told if told else none


def rows(results: list[dict[str, Any]], game: Any) -> tuple[str, list[str], list[list[str]]]:
    """Results as a table to print: title, heads, cells."""
    rate, told = game.habits.FIGURE
    cells = []
    for r in results:
        against, points, shown = company(r["against"]), f"{r['points']:.2f}", f"{100 * r[rate]:.0f} %"
        cells.append([against, rules_text(r["rules"]), points, margin_text(r), f"{100 * r['wins']:.0f} %", shown])
    title = f"On {results[0]['deals']:,} held-out common deals, in every seat"
    return title, ["against", "rules", game.UNIT, "margin", "won", told], cells
