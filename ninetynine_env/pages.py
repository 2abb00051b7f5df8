"""The documentation page of an environment, in PettingZoo's layout: what both games' pages share."""

from typing import Any

from ninetynine_env.layout import Layout
from ninetynine_env.options import options_table

FRAME = """# Ninety-Nine: {name}

{title}

| Creation           | `pettingzoo.make("aec", "{id}")` |
|--------------------|----------------------------------|
| Actions            | Discrete                         |
| Parallel API       | No                               |
| Manual Control     | `ninetynine play --variant {name}` |
| Agents             | `{agents}`                       |
| Number of agents   | {n}                              |
| Action Shape       | Discrete({actions})              |
| Action Values      | [0, {last_action}]               |
| Observation Shape  | ({columns},)                     |
| Observation Values | bits 0 or 1, scaled numbers      |

{about}

### Observation Space

A dictionary: `observation`, float32 ({columns},), what a careful player at this seat keeps in mind, and
`action_mask`, int8 ({actions},). Seats are relative to the observer: row 0 is the observer, row 1 the seat to
the left. Encoding `{encoding}`, layout hash `{hash}`; what this form never uses is zero.

| Columns | Field | Shape | Meaning |
|---------|-------|-------|---------|
{observation}

#### Legal Actions Mask

1 for each legal action. The mask of a seat that is not to act is all zeros.

### Action Space

{moves}

### Rewards

{rewards}

An illegal action ends the game with `illegal_reward` for who took it (default {lowest}) and 0 for the others.

### Episode

{episode}

### Arguments

`reward`, `render_mode` (`ansi`, `human`), `render_seat` (a seat, or None for the open table),
`illegal_reward`, and the rule options:

| Option | Default | Values | Meaning | Source |
|--------|---------|--------|---------|--------|
{options}

### Version History

* v0: first release
"""


def page(variant: Any, rules: Any, layout: Layout, actions: int, lowest: float, texts: dict[str, str]) -> str:
    """The page of a variant's environment under some rules; `texts` are about, moves, rewards and episode."""
    n = rules.players
    return FRAME.format(
        name=variant.name, title=variant.title, id=variant.id, n=n, actions=actions, last_action=actions - 1,
        agents=[f"player_{seat}" for seat in range(n)], columns=layout.columns, encoding=layout.encoding,
        hash=layout.hash, observation=layout.table(), options=options_table(type(rules)), lowest=f"{lowest:g}",
        **{name: text.strip().replace("{n}", str(n)) for name, text in texts.items()},
    )  # fmt: skip
