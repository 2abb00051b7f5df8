"""The documentation page of a trick-game environment, in PettingZoo's layout, filled in from the code."""

from typing import Any

from ninetynine_env.options import options_table
from ninetynine_env.trick.kernel import ACTIONS
from ninetynine_env.trick.layout import LAYOUT

PAGE = """# Ninety-Nine: {name}

{title}

| Creation           | `pettingzoo.make("aec", "{id}")` |
|--------------------|----------------------------------|
| Actions            | Discrete                         |
| Parallel API       | No                               |
| Manual Control     | `ninetynine play`                |
| Agents             | `{agents}`                       |
| Number of agents   | {n}                              |
| Action Shape       | Discrete({actions})              |
| Action Values      | [0, {last_action}]               |
| Observation Shape  | ({columns},)                     |
| Observation Values | bits 0 or 1, scaled numbers      |

Each player lays three cards aside as a bid (a diamond counts 0, a spade 1, a heart 2, a club 3) and must
win exactly that many of the tricks. A premium bid exposes the bid-cards (declaration) or the hand as well
(revelation). The fewer players succeed, the more a success is worth. David Parlett, 1967; the rules as
settled here, with worked examples, are in `seeds/trick.md`.

### Observation Space

A dictionary: `observation`, float32 ({columns},), what a careful player at this seat keeps in mind, and
`action_mask`, int8 ({actions},). Seats are relative to the observer: row 0 is the observer, row 1 the seat to
the left. Encoding `{encoding}`, layout hash `{hash}`; what this variant never uses is zero.

| Columns | Field | Shape | Meaning |
|---------|-------|-------|---------|
{observation}

#### Legal Actions Mask

1 for each legal action. The mask of a seat that is not to act is all zeros.

### Action Space

| Action | Words | When |
|--------|-------|------|
| 0..52  | `discard <card>` | bidding: one card at a time, three in all, in any order |
| 0..52  | `play <card>` | play: follow the suit led if able |
| 53     | `pass` | premium auction; asked whether to upgrade, it yields |
| 54     | `declare` | premium auction |
| 55     | `reveal` | premium auction; asked whether to upgrade, it upgrades |

The number of a card is 13 * suit + rank: suits d=0 s=1 h=2 c=3, ranks 2=0 .. A=12.

### Rewards

| `reward=` | What each seat gets |
|-----------|---------------------|
| `relative` (default) | own points of the deal less the mean of the other agents' |
| `points` | own points of the deal |
| `win` | at the end 1/k for each of k winners, less 1/{n} |

They arrive when a deal is settled, with its last card, at all seats at once; every other step brings 0.

    player_1 plays the last card of a deal that ends 23, 22, 4 (S2)
    env.rewards   player_0 10.0   player_1 8.5   player_2 -18.5
    each agent finds its own in `last()` when its turn comes next, or when it is done

An illegal action ends the game with `illegal_reward` for who took it (default {lowest}) and 0 for the others.

### Episode

`match="single_deal"` is one deal, `match="target"` (the default) a game to `target` points. All agents are
done together. A match longer than `max_deals` is cut off: `truncations`. The bids of a settled deal stand in
`infos[agent]["deal"]`.

### Arguments

`reward`, `render_mode` (`ansi`, `human`), `render_seat` (a seat, or None for the open table),
`illegal_reward`, and the rule options:

| Option | Default | Values | Meaning | Source |
|--------|---------|--------|---------|--------|
{options}

### Version History

* v0: first release
"""


def page(variant: Any, rules: Any) -> str:
    """The page of a variant's environment under some rules."""
    return PAGE.format(
        name=variant.name, title=variant.title, id=variant.id, n=rules.players, actions=ACTIONS,
        last_action=ACTIONS - 1, columns=LAYOUT.columns, encoding=LAYOUT.encoding, hash=LAYOUT.hash, lowest=-100,
        agents=[f"player_{seat}" for seat in range(rules.players)],
        observation=LAYOUT.table(), options=options_table(type(rules)),
    )  # fmt: skip
