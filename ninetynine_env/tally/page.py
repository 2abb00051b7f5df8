"""The documentation page of an adding-game environment, in PettingZoo's layout, filled in from the code."""

from typing import Any

from ninetynine_env.options import options_table
from ninetynine_env.tally.kernel import ACTIONS
from ninetynine_env.tally.layout import LAYOUT

PAGE = """# Ninety-Nine: {name}

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

Every card played changes a running total. Who brings it to exactly 33 or 66 costs all others a token, who passes
one of them loses it; exactly 99 costs all others two, more than that costs the player two, and the round is over.
Tens, aces, twos, jacks and fours do special things, and whoever forgets to draw goes short of cards. Who has no tokens
left is out; the last one wins. The rules as settled here, with worked examples, are in `seeds/tally.md`.

### Observation Space

A dictionary: `observation`, float32 ({columns},), what a careful player at this seat keeps in mind, and
`action_mask`, int8 ({actions},). Seats are relative to the observer: row 0 is the observer, row 1 the seat to
the left. Encoding `{encoding}`, layout hash `{hash}`; what a form never uses is zero.

| Columns | Field | Shape | Meaning |
|---------|-------|-------|---------|
{observation}

#### Legal Actions Mask

1 for each legal action. The mask of a seat that is not to act is all zeros.

### Action Space

| Action | Words | When |
|--------|-------|------|
| 0..7   | `play 2` .. `play 9` | to play; with several cards of a rank the one with the lowest number goes |
| 8, 9   | `play T+10`, `play T-10` | to play |
| 10..12 | `play J`, `play Q`, `play K` | to play |
| 13, 14 | `play A+1`, `play A+11` | to play |
| 15     | `draw` | after a play, with `draw_mode="explicit"` |
| 16     | `skip` | the same: the card is forgotten |

### Rewards

| `reward=` | What each seat gets |
|-----------|---------------------|
| `tokens` (default) | its change of tokens less the mean change of the others who are in |
| `places` | when its place is settled: +1 for the first to -1 for the last, those level share |
| `win` | when its place is settled: 1/k for each of k winners, less 1/{n} |

They arrive with the play that costs tokens, at all seats that are in; every other step brings 0.

    player_0 plays `play 7` at a total of 26 and reaches 33: all others lose a token (N3)
    env.rewards   player_0 1.0, each other seat of four -0.33
    each agent finds its own in `last()` when its turn comes next, or when it is done

An illegal action ends the game with `illegal_reward` for who took it (default {lowest}) and 0 for the others.

### Episode

`match="game"` (the default) ends when one player has tokens left; `match="round"` is one round. An agent whose
tokens are gone is done at once, in mid-round (`terminations`), and the others play on. When a round is over
`infos[agent]["deal"]` tells its total, the tokens lost and those left.

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
