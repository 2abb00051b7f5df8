"""What the documentation page of the environments says of this game."""

from typing import Any

from ninetynine_env import pages
from ninetynine_env.trick.layout import LAYOUT
from ninetynine_env.trick.row import ACTIONS
from ninetynine_env.trick.rules import SEVERAL_GAMES, Rules

LOWEST_REWARD = {"relative": -100.0, "points": -1.0, "win": -1.0}
"""Below the lowest reward a deal can bring, by kind of reward."""


def lowest_reward(reward: str, rules: Rules) -> float:
    """What an illegal action costs: more than any deal, and than the bonuses of a game or rubber it may end (A4)."""
    return LOWEST_REWARD[reward] * (10 if rules.match in SEVERAL_GAMES and reward == "relative" else 1)


ABOUT = """
Each player lays three cards aside as a bid (a diamond counts 0, a spade 1, a heart 2, a club 3) and must
win exactly that many of the tricks. A premium bid exposes the bid-cards (declaration) or the hand as well
(revelation). The fewer players succeed, the more a success is worth. David Parlett, 1967; the rules as
settled here, with worked examples, are in `seeds/trick.md`.
"""

MOVES = """
| Action | Words | When |
|--------|-------|------|
| 0..52  | `discard <card>` | bidding: one card at a time, three in all, in any order |
| 0..52  | `play <card>` | play: follow the suit led if able; also a card of the dummy, by who controls it |
| 53     | `pass` | premium auction; asked whether to upgrade, it yields |
| 54     | `declare` | premium auction |
| 55     | `reveal` | premium auction; asked whether to upgrade, it upgrades |

The number of a card is 13 * suit + rank: suits d=0 s=1 h=2 c=3, ranks 2=0 .. A=12; the joker is 52. In the
observation the joker shows in its own column and in that of the turned-up card, which it counts as.
"""

REWARDS = """
| `reward=` | What each seat gets |
|-----------|---------------------|
| `relative` (default) | own points of the deal less the mean of the other agents'; the dummy's are left out |
| `points` | own points of the deal; bonuses of the game or rubber that it ends are among them |
| `win` | at the end 1/k for each of k winners, less 1/{n} |

They arrive when a deal is settled, with its last card, at all seats at once; every other step brings 0.

    player_1 plays the last card of a deal that ends 23, 22, 4 (S2)
    env.rewards   player_0 10.0   player_1 8.5   player_2 -18.5
    each agent finds its own in `last()` when its turn comes next, or when it is done
"""

EPISODE = """
One deal, a game or a match, as `match` says: `single_deal`; `target`, a game to `target` points; `nine_deals`;
`parlett100`, games to a hundred until somebody has three bonuses; `rubber`, until somebody has won three;
`bga_rounds`, three games; `oxford`, twenty deals. All agents are done together. A match longer than `max_deals`
is cut off: `truncations`. Bids, tricks and scores of a settled deal, the dummy's too, stand in
`infos[agent]["deal"]`.
"""


def page(variant: Any, rules: Any) -> str:
    """The page of a variant's environment under some rules."""
    texts = {"about": ABOUT, "moves": MOVES, "rewards": REWARDS, "episode": EPISODE}
    return pages.page(variant, rules, LAYOUT, ACTIONS, lowest_reward("relative", rules), texts)
