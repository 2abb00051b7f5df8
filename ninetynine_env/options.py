"""Rule options: a frozen dataclass whose fields say what they allow, and the row of ints it becomes.

Both games declare their options with `option(...)`; what rides in a game's row
(`dtype_of`, `row_of`) and every refusal (`check`) is read off those fields.
"""

from dataclasses import asdict, field, fields
from functools import cache
from typing import Any

import numpy as np


def option(default: Any, *values: Any, doc: str, source: str) -> Any:
    """A rule option: its default, and all values of the rule book.

    `values` may be one `range`. `doc` is its meaning in a few words, `source` the place in the rule book.
    """
    allowed: Any = values[0] if len(values) == 1 and isinstance(values[0], range) else values
    return field(default=default, metadata={"values": allowed, "doc": doc, "source": source})


def _listed(values: Any) -> str:
    if isinstance(values, range):
        return f"{values.start} to {values.stop - 1}"
    names = [str(value) for value in values]
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " or " + names[-1]


def _member(value: Any, values: Any) -> bool:
    """Membership that tells 1 from True."""
    if isinstance(values, range):
        return type(value) is int and value in values
    return any(type(value) is type(allowed) and value == allowed for allowed in values)


def check(rules: Any) -> None:
    """Refuse, in one sentence, a value that the rule book does not know."""
    for item in fields(rules):
        value, allowed = getattr(rules, item.name), item.metadata["values"]
        if not _member(value, allowed):
            raise ValueError(f"{item.name}={value!r} is not allowed: {item.name} is {_listed(allowed)}")


def replace(kind: type, base: dict[str, Any], given: dict[str, Any]) -> Any:
    """Rules of this kind from a base and the options given; an unknown name is refused."""
    known = [item.name for item in fields(kind)]
    for name in given:
        if name not in known:
            raise TypeError(f"{name!r} is no rule option: the options are {', '.join(known)}")
    return kind(**{**base, **given})


def dtype_of(kind: type) -> np.dtype:
    """The row of a kind of rules: one int64 an option."""
    return np.dtype([(item.name, np.int64) for item in fields(kind)])


def code(kind: type, name: str, value: Any) -> int:
    """The number of an option's value in a row: a number stands for itself, anything else for its place."""
    item = next(item for item in fields(kind) if item.name == name)
    return int(value) if _is_number(item) else item.metadata["values"].index(value)


def _is_number(item: Any) -> bool:
    """Whether all values of an option are numbers, or all on or off: then each stands for itself."""
    return all(isinstance(value, int) for value in item.metadata["values"])


@cache
def row_of(rules: Any) -> tuple[int, ...]:
    """The ints that ride in the row of a game."""
    return tuple(code(type(rules), name, value) for name, value in asdict(rules).items())


def rows(dtype: np.dtype, n: int, rules: Any) -> np.recarray:
    """N rows of a game under these rules, all else zero: a record array of shape [n]."""
    return _blank(dtype, rules).repeat(n).view(np.recarray)


@cache
def _blank(dtype: np.dtype, rules: Any) -> np.recarray:
    """One such row, kept to be copied: filling in the rules takes longer than dealing."""
    blank = np.zeros(1, dtype).view(np.recarray)
    blank["rules"] = row_of(rules)
    return blank


def rules_in(kind: type, row: Any) -> Any:
    """The rules that ride in a row: the inverse of `row_of`."""
    given = {}
    for item in fields(kind):
        number, values = int(row[item.name]), item.metadata["values"]
        given[item.name] = type(values[0])(number) if _is_number(item) else values[number]
    return kind(**given)


WORDS_FOR_BOOL = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}


def unusual(rules: Any) -> dict[str, Any]:
    """The options of some rules that are not as the game has them by default."""
    return {name: value for name, value in vars(rules).items() if value != getattr(type(rules), name)}


def parse(kind: type, text: str) -> tuple[str, Any]:
    """`name=value` as a name and a value of the option's type; ValueError, in one sentence, if it is none."""
    name, equals, word = text.partition("=")
    item = next((item for item in fields(kind) if item.name == name), None)
    if item is None or not equals:
        known = ", ".join(item.name for item in fields(kind))
        raise ValueError(f"{text!r} sets no rule option: say name=value, where name is one of {known}")
    default = item.default
    if isinstance(default, bool):
        return name, WORDS_FOR_BOOL.get(word.lower(), word)
    if word.isdecimal() and any(type(value) is int for value in item.metadata["values"]):
        return name, int(word)
    return name, word


def options_table(kind: type) -> str:
    """The rule options, a Markdown row each."""
    rows = []
    for item in fields(kind):
        values = item.metadata["values"]
        shown = f"{values.start}..{values.stop - 1}" if isinstance(values, range) else ", ".join(map(str, values))
        rows.append(
            f"| `{item.name}` | {item.default} | {shown} | {item.metadata['doc']} | {item.metadata['source']} |"
        )
    return "\n".join(rows)
