"""What the documentation page of the environments says of this game."""

from typing import Any

from ninetynine_env import pages
from ninetynine_env.tally.kernel import ACTIONS
from ninetynine_env.tally.layout import LAYOUT
from ninetynine_env.tally.rules import Rules

LOWEST_REWARD = {"tokens": -100.0, "places": -2.0, "win": -1.0}
"""Below the lowest reward a round can bring, by kind of reward: what an illegal action costs."""

ABOUT = """
Every card played changes a running total. Who brings it to exactly 33 or 66 costs all others a token, who passes
one of them loses it; exactly 99 costs all others two, more than that costs the player two, and the round is over.
Tens, aces, twos, jacks and fours do special things, and whoever forgets to draw goes short of cards. Who has no tokens
left is out; the last one wins. The rules as settled here, with worked examples, are in `seeds/tally.md`.
"""

MOVES = """
| Action | Words | When |
|--------|-------|------|
| 0..7   | `play 2` .. `play 9` | to play; with several cards of a rank the one with the lowest number goes |
| 8, 9   | `play T+10`, `play T-10` | to play |
| 10..12 | `play J`, `play Q`, `play K` | to play |
| 13, 14 | `play A+1`, `play A+11` | to play |
| 15     | `draw` | after a play, with `draw_mode="explicit"` |
| 16     | `skip` | the same: the card is forgotten |
"""

REWARDS = """
| `reward=` | What each seat gets |
|-----------|---------------------|
| `tokens` (default) | its change of tokens less the mean change of the others who are in |
| `places` | when its place is settled: +1 for the first to -1 for the last, those level share |
| `win` | when its place is settled: 1/k for each of k winners, less 1/{n} |

They arrive with the play that costs tokens, at all seats that are in; every other step brings 0.

    player_0 plays `play 7` at a total of 26 and reaches 33: all others lose a token (N3)
    env.rewards   player_0 1.0, each other seat of four -0.33
    each agent finds its own in `last()` when its turn comes next, or when it is done
"""

EPISODE = """
`match="game"` (the default) ends when one player has tokens left; `match="round"` is one round. An agent whose
tokens are gone is done at once, in mid-round (`terminations`), and the others play on. When a round is over
`infos[agent]["deal"]` tells its total, the tokens lost and those left.
"""


def lowest_reward(reward: str, rules: Rules) -> float:
    """What an illegal action costs: more than any game."""
    return LOWEST_REWARD[reward]


def page(variant: Any, rules: Any) -> str:
    """The page of a variant's environment under some rules."""
    texts = {"about": ABOUT, "moves": MOVES, "rewards": REWARDS, "episode": EPISODE}
    return pages.page(variant, rules, LAYOUT, ACTIONS, lowest_reward("tokens", rules), texts)
