"""Records of games: read, write, replay, validate.

A record is one JSON object on one line. Replaying one gives the same record again,
byte for byte; whatever does not hold is refused with the place named.
"""

import json
import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from ninetynine_env.assets import write_aside
from ninetynine_env.episode import FORMAT, DealError, Episode, sentence
from ninetynine_env.variants import variant

KEYS = ("format", "env", "rules", "start", "names", "notes", "deals", "totals", "winners", "places", "truncated")


class RecordError(ValueError):
    """A record that cannot be; the message is one sentence that names the place."""


def dumps(record: dict[str, Any]) -> str:
    """A record as its one line, without the line end."""
    return json.dumps(record, ensure_ascii=False)


def write(path: str | os.PathLike[str], records: Iterable[dict[str, Any]]) -> None:
    """Write records to a `.jsonl` file: aside first, then renamed."""
    write_aside(Path(path), "".join(dumps(record) + "\n" for record in records).encode())


def read(path: str | os.PathLike[str]) -> Iterator[dict[str, Any]]:
    """The records of a `.jsonl` file; RecordError names the line that is none."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise RecordError(f"{path} is not UTF-8 text, so it holds no records") from None
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            yield _parse(line, f"{path}, line {number}")


def _parse(line: str, place: str) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except ValueError as error:
        raise RecordError(f"{place} is no JSON: {error}") from None
    if not isinstance(record, dict):
        raise RecordError(f"{place} is no record: a record is a JSON object")
    return record


def open_episode(record: dict[str, Any], seed: int = 0) -> Episode:
    """The episode of a record at its first deal; its recorded deals come when they come, later ones from the seed."""
    _check_head(record)
    try:
        kind = variant(record["env"])
        rules = kind.rules(**record["rules"])
    except (TypeError, ValueError) as error:
        raise RecordError(f"rules: {error}") from None
    if vars(rules) != record["rules"]:
        missing = [name for name in vars(rules) if name not in record["rules"]]
        raise RecordError(f"rules must hold every option with its value: {', '.join(missing)} missing")
    episode = Episode(kind, rules)
    start = record.get("start", {})
    if not isinstance(start, dict) or not set(start) <= {"scores", "trump"}:
        raise RecordError("start may hold scores and trump, nothing else")
    try:
        episode.start(seed, trump=start.get("trump"), scores=start.get("scores"), script=record["deals"])
    except DealError as error:
        raise RecordError(str(error)) from None
    except (TypeError, ValueError) as error:
        raise RecordError(f"start: {error}") from None
    episode.names, episode.notes = record.get("names"), list(record.get("notes", []))
    return episode


def _check_head(record: Any) -> None:
    if not isinstance(record, dict):
        raise RecordError(f"{record!r} is no record: a record is a JSON object")
    if record.get("format") != FORMAT:
        raise RecordError(f"format is {record.get('format')!r}, but this version reads {FORMAT!r}")
    for name in record:
        if name not in KEYS:
            raise RecordError(f"{name!r} is no field of a record: the fields are {', '.join(KEYS)}")
    if not isinstance(record.get("rules"), dict):
        raise RecordError("rules must be an object with every option and its value")
    deals = record.get("deals")
    if not isinstance(deals, list) or not deals or not all(isinstance(deal, dict) for deal in deals):
        raise RecordError("deals must be a list of at least one deal")
    for name in ("names", "notes"):
        if name in record and not _is_texts(record[name]):
            raise RecordError(f"{name} must be a list of strings")


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def spoken_actions(record: dict[str, Any]) -> Iterator[tuple[str, int, str]]:
    """The actions of all deals in order: (place, seat, words)."""
    for number, deal in enumerate(record["deals"], 1):
        actions = deal.get("actions")
        if not isinstance(actions, list):
            raise RecordError(f"deal {number}: actions must be a list of [seat, words]")
        for index, action in enumerate(actions, 1):
            place = f"deal {number}, action {index}"
            if not isinstance(action, list) or len(action) != 2 or not isinstance(action[1], str):
                raise RecordError(f"{place}: {action!r} is not [seat, words]")
            yield place, action[0], action[1]


def advance(
    episode: Episode,
    record: dict[str, Any],
    actions: int | None = None,
    watch: Callable[[Episode, int, int], None] | None = None,
) -> None:
    """Play the record's first `actions` actions (all, if None), each checked; `watch` gets each with its seat."""
    if actions is not None and (type(actions) is not int or actions < 0):
        raise RecordError(f"actions={actions!r} is not allowed: it is how many actions to play, 0 or more")
    for count, (place, seat, words) in enumerate(spoken_actions(record)):
        if count == actions:
            return
        if episode.over:
            raise RecordError(f"{place}: the game is over before it")
        if type(seat) is not int or seat != episode.turn:
            raise RecordError(f"{place}: seat {seat!r} acts, but it is the turn of seat {episode.turn}")
        try:
            action = episode.game.words.parse_action(episode.row, words)
            episode.act(action)
        except DealError as error:
            raise RecordError(str(error)) from None
        except (KeyError, TypeError, ValueError) as error:
            raise RecordError(f"{place}: {sentence(error)}") from None
        if watch:
            watch(episode, seat, action)


def replay(record: dict[str, Any]) -> Episode:
    """Play a whole record and compare every claim it makes; RecordError names the first that does not hold."""
    episode = open_episode(record)
    advance(episode, record)
    again = episode.record()
    _compare(record, again)
    return episode


def _compare(record: dict[str, Any], again: dict[str, Any]) -> None:
    deals = record["deals"]
    if len(deals) != len(again["deals"]):
        raise RecordError(f"the record has {len(deals)} deals, but playing it gives {len(again['deals'])}")
    for number, (told, found) in enumerate(zip(deals, again["deals"], strict=True), 1):
        _compare_fields(told, found, f"deal {number}: ")
    _compare_fields({k: v for k, v in record.items() if k != "deals"}, again, "")


def _compare_fields(told: dict[str, Any], found: dict[str, Any], place: str) -> None:
    for name in [*told, *(name for name in found if name not in told and name != "deals")]:
        if name == "hands":
            continue  # the order of cards within a hand says nothing
        if name not in found:
            raise RecordError(f"{place}{name} is given, but playing the record gives none")
        if name not in told:
            raise RecordError(f"{place}{name} is missing: playing the record gives {found[name]!r}")
        if told[name] != found[name] or type(told[name]) is not type(found[name]):
            raise RecordError(f"{place}{name} is {told[name]!r}, but playing the record gives {found[name]!r}")
